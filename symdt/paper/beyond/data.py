"""Beyond the paper, part three: searches, paths, precisions, trees, and the classical test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, product

from sympy import Expr, Rational, Symbol, symbols

from symdt.claims.claim import Chapter, Computation, Formula, Triple, but, instead, put
from symdt.exact.domain import Domain
from symdt.networks.critical_path import critical_path
from symdt.networks.evidence import evidence, local_posterior
from symdt.networks.local_space import LocalSpace
from symdt.networks.losses.arc_grid import ArcLoss
from symdt.networks.precision import precisions_choosing
from symdt.networks.rules.parent_interval import bayes_interval
from symdt.networks.sample import Sample, all_samples
from symdt.networks.search_differences import Ties, compare, first_differences, smallest_difference
from symdt.networks.threshold_path import threshold_path
from symdt.paper.beyond.checks.theory import flat
from symdt.paper.statements.checks.section_1 import bottom_up
from symdt.paper.statements.checks.section_2_2 import letters, theorem
from symdt.paper.statements.example_1 import same_order
from symdt.paper.statements.section_4.stages import check_irrelevant
from symdt.paper.statements.section_4.sums import arcs_loss
from symdt.problems.belief import Belief
from symdt.problems.experiment import Experiment
from symdt.problems.loss import LossTable
from symdt.problems.models.arc import Arc
from symdt.problems.models.model import Model
from symdt.problems.table import DecisionProblem
from symdt.solve.foldback import fold_back
from symdt.solve.risk import bayes_actions, risks


def climbed(chances: Mapping[Model, Expr]) -> Model:
    """K2 written out once more: from the null model add the arc with the most probable result, while that is more."""
    model = Model()
    while True:
        above = [m for m in chances if len(m) == len(model) + 1 and model <= m]
        best = max(above, key=lambda m: chances[m], default=model)
        if chances[best] <= chances[model]:
            return model
        model = best


def _smallest(ties: Ties, cases: int) -> Iterator[Triple]:
    """The fewest cases of a child and two candidates, all binary, on which K2 and greedy on the risk differ."""
    found = smallest_difference(2, 3, ties=ties)
    assert found is not None
    at = {"sample": found.sample, "Bayes": found.greedy.result, "K2": found.k2.result}
    yield at, cases, found.sample.n
    yield {**at, "greedy": "a Bayes action"}, True, found.greedy.result in found.bayes
    # every sample of fewer cases, and this one: K2 ascends, step by step, to where it is found to end
    here = LocalSpace("Y", ("A", "B"))
    for n in range(cases + 1):
        for one in (*first_differences(2, n, ties=ties), *([found] if n == cases else [])):
            yield {**at, "differ": one.sample}, cases, one.sample.n
            values = [step.value for step in one.k2.steps]
            yield {**at, "K2 ascends": values}, True, all(a < b for a, b in pairwise(values))
            chances = {m: one.belief[here.label(m)] for m in here}
            yield {**at, "K2": "again"}, climbed(chances), one.k2.result


def _not_bayes(cases: tuple[tuple[int, ...], ...], differ: bool) -> Iterator[Triple]:
    """On these cases K2 does not end in a Bayes action; its steps ascend, and both arcs have probability 4/7."""
    sample = Sample.from_cases(["Y", "A", "B"], cases, dict.fromkeys("YAB", (0, 1)))
    found = compare(sample, LocalSpace("Y", ("A", "B")))
    at = {"cases": cases, "posterior": found.belief, "Bayes": found.bayes[0], "K2": found.k2.result}
    yield at, differ, found.k2.result not in found.bayes
    values = [step.value for step in found.k2.steps]
    yield {**at, "K2 ascends": values}, [Rational(1, 7), Rational(2, 7)], values
    inclusion = [sum(found.belief[n] for n in found.belief if parent in str(n)) for parent in ("A", "B")]
    yield {**at, "π": inclusion}, [Rational(4, 7)] * 2, inclusion


def _map_against_bayes(q: int, smallest: int) -> Iterator[Triple]:
    """The least common denominator of a posterior for which MAP and the Bayes action, both unique, differ."""
    table = arcs_loss(q, [1] * q, [1] * q)
    for denominator in range(1, 10):
        for belief in flat(table, denominator):
            most = [s for s, x in belief.items() if x == max(belief.values())]
            best = bayes_actions(DecisionProblem(table, belief))
            if len(most) == 1 and len(best) == 1 and most[0] != best[0]:
                yield {"posterior": belief, "MAP": most[0], "Bayes": best[0]}, smallest, denominator
                return
    yield {"q": q, "denominators": "1 … 9"}, smallest, 0


def _path(strictly: bool) -> Iterator[Triple]:
    """At every loss ratio the path has the Bayes network, and the networks are nested."""
    arcs = [Arc("X2", "X1"), Arc("X3", "X1"), Arc("X4", "X1")]
    for chances in product((Rational(1, 4), Rational(1, 2), Rational(5, 6)), repeat=3):
        path = threshold_path({a.parent: x for a, x in zip(arcs, chances, strict=True)})
        for tau in (
            Rational(1, 8),
            Rational(1, 4),
            Rational(1, 3),
            Rational(1, 2),
            Rational(3, 4),
            Rational(9, 10),
        ):
            losses = [ArcLoss(a, tau, 1 - tau) for a in arcs]
            found = bayes_interval(losses, dict(zip(arcs, chances, strict=True)))
            model = found.lower if strictly else found.upper
            yield {"π": chances, "τ": tau}, set(path.at(tau)), set(model.parents("X1"))
        sets = [set(a) for _, _, a in path.pieces]
        yield (
            {"π": chances, "nested": len(sets)},
            True,
            all(b <= a for a, b in pairwise(sets)),
        )


def _rational(power: int) -> Iterator[Triple]:
    """The evidence with a letter α is a rational function that agrees with the number at every α."""
    alpha = Symbol("alpha", positive=True)
    for counts in ([[2, 0], [0, 1]], [[1, 2], [3, 0]]):
        sample = Sample.two_way(counts)
        for model in (Model(), Model(["X2 -> X1"])):
            formula = evidence(sample, model, alpha=alpha)
            for value in (Rational(1, 3), Rational(1), Rational(7, 2)):
                at = {"counts": counts, "model": model.name, "alpha": value}
                yield at, formula.subs(alpha, value**power), evidence(sample, model, alpha=value)


def _precision(prior: str) -> Iterator[Triple]:
    """The α for which an arc is chosen are the intervals found: compared at rational α and beside their very ends."""
    alpha = Symbol("a", positive=True)
    here = LocalSpace("X1", ("X2",))
    for counts, number in (([[3, 1], [1, 3]], 1), ([[2, 0], [0, 1]], 1), ([[1, 1], [1, 1]], 0)):
        sample = Sample.two_way(counts)
        chosen = precisions_choosing(sample, here, "X2", alpha=alpha)
        yield {"counts": counts, "intervals": chosen.intervals}, number, len(chosen.intervals)
        ends = [e for pair in chosen.intervals for e in pair if e.is_finite and e > 0]
        yield {"counts": counts, "ends": ends}, True, all(e.is_algebraic for e in ends)
        near = [
            Rational(str(e.evalf(12))) + d for e in ends for d in (Rational(-1, 10**6), Rational(1, 10**6))
        ]
        for value in (*map(Rational, ("1/10", "1", "2", "9/4", "50")), *near):
            inside = any(bool(low < value) and bool(value < high) for low, high in chosen.intervals)
            true = local_posterior(sample, here, prior=prior, alpha=value)["{X2}"] > Rational(1, 2)
            yield {"counts": counts, "alpha": value}, inside, bool(true)


def _polynomial(degree: int) -> Iterator[Triple]:
    """Each alternative of a tree with an experiment is a polynomial in prior, likelihoods and losses."""
    p, s, c, f, m, t = symbols("p s c f m t")
    loss = LossTable.zero_l(["M0", "M1"], false=f, missed=m)
    test = Experiment("test", {"M1": {"+": s, "-": "rest"}, "M0": {"+": 1 - c, "-": "rest"}}, cost=t)
    domain = Domain("0 < p < 1", "0 < s < 1", "0 < c < 1", "f > 0", "m > 0", "t > 0")
    problem = DecisionProblem(loss, Belief({"M0": "rest", "M1": p}), domain, (test,))
    for alternative in fold_back(problem).alternatives:
        value = alternative.value
        at = {"strategy": value.to_expr()}
        yield at, (True, True), (value.is_polynomial, value.num.total_degree() <= degree)


def _reversed(prior: str) -> Iterator[Triple]:
    """X2 → X1 and X1 → X2 have the same evidence, for all samples of up to three cases."""
    alpha = Symbol("alpha", positive=True)
    for states in ({"X1": (1, 2), "X2": (1, 2)}, {"X1": (1, 2), "X2": (1, 2, 3)}):
        for n in (1, 2, 3):
            for sample, _ in all_samples(states, n):
                one, other = (
                    evidence(sample, Model([a]), prior=prior, alpha=alpha) for a in ("X2 -> X1", "X1 -> X2")
                )
                yield {"sample": sample}, one, other


def _zero_one_sum(extra: int) -> Iterator[Triple]:
    """Under 0-1 loss the risks of g + 1 models sum to g."""
    for g in (1, 2, 4):
        belief = letters(g)
        simplex = [
            *(f"p{i} >= 0" for i in range(1, g + 1)),
            " + ".join(f"p{i}" for i in range(1, g + 1)) + " <= 1",
        ]
        found = risks(DecisionProblem(LossTable.zero_one(list(map(str, belief))), belief, Domain(*simplex)))
        yield {"g": g}, g + extra, sum(found.values())


def _levels(sizes: tuple[int, ...], loss_ratio: float) -> Iterator[Triple]:
    """The level of the test that decides as the Bayes rule does falls as n grows, whatever the losses."""
    path = critical_path(sizes, loss_ratio=loss_ratio)
    for before, after in pairwise(path):
        at = {"n": int(after.n), "critical G2": f"{after.g2:.3f}", "level": f"{after.level:.5f}"}
        yield at, True, after.level < before.level / 2


chapter = Chapter("beyond", is_own=True)
chapter.holds(
    "b-greedy",
    "fact 7",
    "for a disintegrable loss greedy on the risk ends in a Bayes action",
    Computation(bottom_up, {"by": "risk"}),
    put(by="posterior"),
)
chapter.holds(
    "b-k2-two-cases",
    "fact 7",
    "two cases are the fewest on which K2, greedy on the posterior, and greedy on the risk differ",
    Computation(_smallest, {"ties": "any", "cases": 2}),
    put(cases=1),
)
chapter.holds(
    "b-k2-three-cases",
    "fact 7",
    "without a tie anywhere three cases are the fewest",
    Computation(_smallest, {"ties": "none", "cases": 3}),
    put(cases=2),
)
chapter.holds(
    "b-k2-not-bayes",
    "fact 7",
    "K2 does not end in a Bayes action on the cases 000 and 111 of (Y, A, B): π = 4/7 each, and {A} is no Bayes action",
    Computation(_not_bayes, {"cases": ((0, 0, 0), (1, 1, 1)), "differ": True}),
    put(cases=((0, 0, 0), (0, 1, 1))),
)
chapter.holds(
    "b-map-two-arcs",
    "beside fact 7",
    "with two arcs and equal losses the most probable model need not be the Bayes action: sevenths are the smallest example",
    Computation(_map_against_bayes, {"q": 2, "smallest": 7}),
    put(smallest=5),
)
chapter.holds(
    "b-map-one-arc",
    "beside fact 7",
    "with one arc and equal losses the most probable model is the Bayes action",
    Computation(_map_against_bayes, {"q": 1, "smallest": 0}),
    put(q=2),
)
chapter.holds(
    "b-path",
    "fact 8",
    "as τ grows the Bayes networks are nested, arc j leaving at τ = πj (a tie leaves it out)",
    Computation(_path, {"strictly": True}),
    put(strictly=False),
)
chapter.holds(
    "b-rational-in-alpha",
    "fact 9",
    "with integer counts the evidence is a rational function of the prior precision α",
    Computation(_rational, {"power": 1}),
    put(power=2),
)
chapter.holds(
    "b-precision-intervals",
    "fact 9",
    "the α for which an arc is chosen form finitely many intervals with algebraic ends",
    Computation(_precision, {"prior": "bdeu"}),
    put(prior="k2"),
)
chapter.holds(
    "b-polynomial",
    "fact 11",
    "the expected loss of a strategy is polynomial in prior, likelihoods and losses once denominators cancel",
    Computation(_polynomial, {"degree": 3}),
    put(degree=2),
)
chapter.holds(
    "b-reversal",
    "beside Example 1",
    "under the priors of Example 1 the arcs X2 → X1 and X1 → X2 have the same evidence",
    Computation(_reversed, {"prior": "bdeu"}),
    put(prior="k2"),
)
chapter.holds(
    "b-loss-as-prior",
    "beside §2.1",
    "for two models a 0-L loss decides as the 0-1 loss does with prior odds multiplied by l10/l01",
    Formula("p*l10 > (1 - p)*l01 iff p*l10/(p*l10 + (1 - p)*l01) > 1/2", ("0 < p < 1", "l01 > 0", "l10 > 0")),
    but("> 1/2", "> 1/3"),
)
_converse = theorem(3)
chapter.holds(
    "b-thm-1-iff",
    "beside Theorem 1",
    "under 0-1 loss a_i is the only Bayesian action iff p(M_i|D) > p(M_j|D) for all j ≠ i (four models)",
    _converse.but(" implies ", " iff "),
    instead(theorem(3, strict=">=").but(" implies ", " iff ")),
)
chapter.holds(
    "b-zero-one-sum",
    "beside Theorem 1",
    "under 0-1 loss the risks sum to g",
    Computation(_zero_one_sum, {"extra": 0}),
    put(extra=1),
)
chapter.holds(
    "b-pseudo",
    "beside §3",
    "the tree of §3, which reveals models, is worth what the one decision is worth if the posterior factorises",
    Computation(check_irrelevant, {"posteriors": ("factorised",)}),
    put(posteriors=("dependent",)),
)
_level = Computation(_levels, {"sizes": (40, 400, 4000, 40000), "loss_ratio": 1.0})
chapter.holds(
    "b-sample-size",
    "beside Example 1",
    "the level at which the Bayes rule works as a test falls with n: no losses make it a test of fixed level",
    _level,
    put(sizes=(40, 44)),
)
chapter.holds(
    "b-sample-size-losses",
    "beside Example 1",
    "other losses, l01 = 3 l10, shift the level but it falls with n all the same",
    _level.but(loss_ratio=3.0),
    put(sizes=(40, 44)),
)
chapter.holds(
    "b-one-size",
    "beside Example 1",
    "for one sample size the two rules can agree: of two tables of 40 cases the larger G² has the larger Bayes factor",
    Computation(same_order, {"small": [[14, 6], [6, 14]], "large": [[15, 5], [5, 15]]}),
    put(large=[[113, 87], [87, 113]]),
)

CLAIMS = tuple(chapter.claims)
