"""What decides the statements of the abstract and §1."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import comb, prod

from sympy import Rational, symbols

from symdt.claims.claim import Triple
from symdt.errors import ModelError
from symdt.networks.evidence import evidence, local_evidence, posterior
from symdt.networks.losses.against_look_ahead import grid_beliefs
from symdt.networks.losses.look_ahead import check_look_ahead
from symdt.networks.rules.general_rule import general_rule
from symdt.networks.sample import Sample
from symdt.networks.search import greedy, k2_trace
from symdt.networks.space import ModelSpace
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import direct_sum
from symdt.problems.models.model import Model
from symdt.problems.sequential import SequentialProblem
from symdt.problems.table import DecisionProblem
from symdt.solve.risk import bayes_actions


def most_probable_is_best(loss: str) -> Iterator[Triple]:
    """The Bayes actions are the choices of the most probable models, at every point of a grid."""
    for g in (1, 2, 3):
        names = [f"M{i}" for i in range(g + 1)]
        table = LossTable.zero_one(names)
        if loss == "first twice":  # a wrong choice costs 2 where M0 is true
            table = LossTable(
                table.states, table.actions, (tuple(2 * e for e in table.entries[0]), *table.entries[1:])
            )
        for belief in grid_beliefs([tuple(names)], 4 if g == 3 else 6):
            flat = Belief({state[0]: chance for state, chance in belief.items()})
            most = max(flat.values())
            best = tuple(str(s).replace("M", "a") for s, c in flat.items() if c == most)
            yield {"posterior": flat}, best, bayes_actions(DecisionProblem(table, flat))


def check_trade_off(loss: str) -> Iterator[Triple]:
    """A loss can choose the less probable model: the simpler one and the more complex one."""
    for p1, l01, l10, wanted in (("2/3", 3, 1, "a0"), ("1/3", 1, 3, "a1")):
        false, missed = (l01, l10) if loss == "0-L" else (1, 1)
        table = LossTable.zero_l(["M0", "M1"], false=false, missed=missed)
        belief = Belief({"M0": "rest", "M1": Rational(p1)})
        at = {"p(M1|D)": p1, "l01": false, "l10": missed}
        yield at, (wanted,), bayes_actions(DecisionProblem(table, belief))


def bottom_up(by: str) -> Iterator[Triple]:
    """Adding arcs one by one, as long as the risk falls, ends in a Bayes action; q = 2, a grid of posteriors."""
    yield {"steps for every q": "proved"}, True, general_rule().is_proved
    for losses in ((1, 1, 1, 1), (1, 3, 2, 1)):
        a, b, c, d = losses
        loss = direct_sum(
            LossTable.arc("X3", "X1", false=a, missed=b), LossTable.arc("X2", "X1", false=c, missed=d)
        )
        models = dict(zip(loss.states, loss.models[0], strict=True))
        for joint in grid_beliefs([loss.states], 5):
            belief = Belief({state[0]: chance for state, chance in joint.items()})
            trace = greedy(loss, belief) if by == "risk" else k2_trace(belief, models)
            names = {m: n for n, m in models.items()}
            best = bayes_actions(DecisionProblem(loss, belief))
            yield {"posterior": belief, "losses": losses}, True, names[trace.result] in best


def check_factorises(children: tuple[str, ...]) -> Iterator[Triple]:
    """p(D | M) is the product of one factor for each variable given its parents."""
    alpha = symbols("alpha", positive=True)
    sample = Sample.from_cases(["X1", "X2", "X3"], [(0, 0, 1), (1, 0, 0), (1, 1, 0), (0, 1, 1)])
    for model in ModelSpace.from_order(["X3", "X2", "X1"]):
        parts = [local_evidence(sample, c, model.parents(c), alpha=alpha) for c in children]
        yield {"model": model}, prod(parts), evidence(sample, model, alpha=alpha)


def check_bayes(prior: str) -> Iterator[Triple]:
    """The sample updates the prior probabilities of the models by Bayes' theorem."""
    models = {"M0": Model(), "M1": Model(["X2 -> X1"])}
    for counts in ([[2, 0], [0, 1]], [[1, 1], [1, 1]], [[4, 1], [0, 2]]):
        sample = Sample.two_way(counts)
        for p0 in (Rational(1, 2), Rational(1, 5)):
            weights = {"M0": p0, "M1": 1 - p0} if prior == "given" else {"M0": 1, "M1": 1}
            joint = {n: weights[n] * evidence(sample, m) for n, m in models.items()}
            found = posterior(sample, models, model_prior={"M0": p0, "M1": 1 - p0})
            yield {"counts": counts, "p(M0)": p0}, joint["M1"] / sum(joint.values()), found["M1"]


def dags(variables: int) -> Iterator[frozenset[tuple[str, str]]]:
    """Every directed acyclic graph on X1, …, as its set of arcs, by trying all orientations."""
    names = [f"X{i + 1}" for i in range(variables)]
    pairs = list(combinations(names, 2))
    for choice in product((0, 1, 2), repeat=len(pairs)):
        arcs = [(a, b) if c == 1 else (b, a) for (a, b), c in zip(pairs, choice, strict=True) if c]
        try:
            Model(arcs)
        except ModelError:
            continue
        yield frozenset(arcs)


def count_dags(n: int) -> int:
    """The number of directed acyclic graphs on n variables, by Robinson's recursion over the roots."""
    known = [1]
    for m in range(1, n + 1):
        known.append(
            sum((-1) ** (k + 1) * comb(m, k) * 2 ** (k * (m - k)) * known[m - k] for k in range(1, m + 1))
        )
    return known[n]


def check_explosion(factor: int) -> Iterator[Triple]:
    """With one variable more there are more than 2^I times as many models (I of them before)."""
    for i in (1, 2, 3, 4):
        if i < 4:
            yield {"variables": i, "DAGs": count_dags(i)}, count_dags(i), sum(1 for _ in dags(i))
        yield {"variables": i + 1}, True, count_dags(i + 1) > factor**i * count_dags(i)


def check_subset(of: str) -> Iterator[Triple]:
    """The models consistent with an order are some of the directed acyclic graphs, and not all."""
    for n in (2, 3):
        every = set(dags(n))
        order = ModelSpace.from_order([f"X{i + 1}" for i in range(n)])
        some = {frozenset((a.parent, a.child) for a in m) for m in order} if of == "an order" else every
        yield {"variables": n, "consistent": len(some), "all": len(every)}, True, some < every


def check_one_step(posteriors: tuple[str, ...]) -> Iterator[Triple]:
    """With disintegrable losses the stages separate and one-step look-ahead is optimal, for all values."""
    p1, p2, p3, f, m, g, k = symbols("p1 p2 p3 f m g k")
    tables = [
        LossTable.arc("X2", "X1", false=f, missed=m),
        LossTable.arc("X3", "X2", false=g, missed=k),
        LossTable.arc("X4", "X3", false=f, missed=k),
    ]
    names = ["{X2}", "{X3}", "{X4}"]
    beliefs = [Belief({"{}": "rest", n: p}) for n, p in zip(names, (p1, p2, p3), strict=True)]
    if "factorised" in posteriors:
        for stages in (2, 3):
            problem = SequentialProblem.of(tables[:stages], beliefs[:stages])
            yield {"children": stages, "posterior": "factorised"}, True, check_look_ahead(problem).is_proved
    if "dependent" in posteriors:  # both arcs or none
        joint = Belief({("{}", "{}"): 1 - p1, ("{}", "{X3}"): 0, ("{X2}", "{}"): 0, ("{X2}", "{X3}"): p1})
        found = check_look_ahead(SequentialProblem.of(tables[:2], joint))
        yield {"children": 2, "posterior": joint}, True, found.is_proved
