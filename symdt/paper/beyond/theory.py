"""Beyond the paper, part one: the theory of disintegrable losses for any number of arcs, as claims of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy import Add, Expr, Symbol

from symdt.claims.claim import Chapter, Computation, Formula, Triple
from symdt.exact.domain import Domain
from symdt.networks.losses.against_look_ahead import grid_beliefs
from symdt.networks.losses.disintegration import disintegrate
from symdt.networks.losses.identities import risk_identities
from symdt.networks.rules.arc_rule import inclusion_probabilities, separable_risk, threshold
from symdt.networks.rules.parent_interval import bayes_interval
from symdt.networks.search import as_interval
from symdt.paper.statements.example_2.problem import SIMPLEX
from symdt.paper.statements.example_3 import LOSSES, NAMES
from symdt.paper.statements.section_4.columns import check_columns_iff
from symdt.paper.statements.section_4.sums import arcs_loss, check_differences
from symdt.problems.belief import Belief
from symdt.problems.experiment import Experiment
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.solve.foldback import fold_back
from symdt.solve.risk import bayes_actions, bayes_risk, risks


def letters(table: LossTable) -> Belief:
    """A posterior with a letter for each state but the first."""
    rest = {s: Symbol(f"w{i}") for i, s in enumerate(table.states) if i}
    return Belief({table.states[0]: "rest", **rest})


def _risks(table: LossTable, belief: Belief) -> dict[str, Expr]:
    chances = [e for e in belief.values() if e.is_Symbol]
    simplex = [*(f"{x} >= 0" for x in chances), " + ".join(map(str, chances)) + " <= 1"]
    return risks(DecisionProblem(table, belief, Domain(*simplex, symbols=sorted(table.symbols, key=str))))


def flat(table: LossTable, denominator: int) -> Iterator[Belief]:
    """Every posterior over the states of a table in steps of 1/denominator."""
    for belief in grid_beliefs([table.states], denominator):
        yield Belief({state[0]: chance for state, chance in belief.items()})


def _by_arcs(shift: int) -> Iterator[Triple]:
    """R_T = Σ_{j∉T} lj0 πj + Σ_{j∈T} l0j (1 − πj), with letters for all losses and the whole posterior."""
    for q in (1, 2, 3):
        table = arcs_loss(q)
        belief = letters(table)
        inclusion = {a: x + shift for a, x in inclusion_probabilities(table, belief).items()}
        found = _risks(table, belief)
        for action, model in zip(table.actions, table.models[1], strict=True):
            yield (
                {"q": q, "T": action},
                separable_risk(model, disintegrate(table).arcs, inclusion),
                found[action],
            )


def _one_arc(which: str) -> Iterator[Triple]:
    """R_0 − R_j = (l0j + lj0)(πj − τj), τj = l0j/(l0j + lj0)."""
    for q in (1, 2, 3):
        table = arcs_loss(q)
        belief = letters(table)
        inclusion = inclusion_probabilities(table, belief)
        found = _risks(table, belief)
        for arc in disintegrate(table).arcs:
            tau = threshold(arc) if which == "false/both" else 1 - threshold(arc)
            printed = (arc.false + arc.missed) * (inclusion[arc.arc] - tau)
            yield {"q": q, "j": arc.arc.parent}, printed, found["{}"] - found[f"{{{arc.arc.parent}}}"]


def _interval(losses: str) -> Iterator[Triple]:
    """All Bayes actions form the Boolean interval [{π > τ}, {π ≥ τ}], ties included; q = 2, grids of posteriors."""
    table = arcs_loss(2, [1, 1], [1, 2])
    if losses == "0-1":
        table = replace(table, entries=LossTable.zero_one(table.states).entries)
    arcs = disintegrate(arcs_loss(2, [1, 1], [1, 2])).arcs
    models = dict(zip(table.actions, table.models[1], strict=True))
    for denominator in (4, 6):
        for belief in flat(table, denominator):
            found = bayes_interval(arcs, inclusion_probabilities(table, belief))
            best = tuple(models[a] for a in bayes_actions(DecisionProblem(table, belief)))
            yield {"posterior": belief}, found, as_interval(best)


def _identity(minus: int) -> Iterator[Triple]:
    """R_S = Σ_{j∈S} R_j − (|S| − 1) R_0 for every S."""
    for q in (1, 2, 3, 4):
        table = arcs_loss(q)
        for state in table.states:
            row = table.row(state)
            for action, model in zip(table.actions, table.models[1], strict=True):
                singles = [row[f"{{{a.parent}}}"] for a in model]
                yield (
                    {"q": q, "M": state, "S": action},
                    Add(*singles) - (len(model) - minus) * row["{}"],
                    row[action],
                )


def _affine(shift: int) -> Iterator[Triple]:
    """The columns have affine rank q and rank q + 1, with letters for the losses; 2^q − q − 1 identities."""
    for q in (1, 2, 3, 4):
        found = risk_identities(arcs_loss(q))
        yield {"q": q}, (q + shift, q + 1 + shift, 2**q - q - 1), (found.affine_rank, found.rank, len(found))


def _evpi(of: str) -> Iterator[Triple]:
    """EVPI = ρ* − Σ_i p_i min_a l_ia: what the tree gains by an experiment that reveals the state."""
    tables = {
        "disintegrable": arcs_loss(2, [1, 2], [3, 1]),
        "any": LossTable(("M0", "M1"), ("a0", "a1"), ((1, 4), (6, 2))),
    }
    for name, table in tables.items():
        for belief in flat(table, 5):
            oracle = Experiment("oracle", {s: {t: int(s == t) for t in table.states} for s in table.states})
            with_it = DecisionProblem(table, belief, experiments=(oracle,))
            best = fold_back(with_it).at().value
            least = Add(*(belief[s] * min(table.row(s).values()) for s in table.states))
            rho = bayes_risk(DecisionProblem(table, belief))
            yield (
                {"table": name, "posterior": belief},
                rho - least if of == "state" else rho - least + 1,
                rho - best,
            )


chapter = Chapter("beyond", is_own=True)
_separable = Computation(check_differences, {"count": "both"})
chapter.holds(
    "b-separable",
    "fact 1",
    "a disintegrable loss is separable: L(S, T) = Σ_{T∖S} l0j + Σ_{S∖T} lj0",
    _separable,
    _separable.but(count="all arcs"),
)
_risk = Computation(_by_arcs, {"shift": 0})
chapter.holds(
    "b-risk-by-arcs",
    "fact 2",
    "R_T = Σ_{j∉T} lj0 πj + Σ_{j∈T} l0j (1 − πj): the posterior enters only through q numbers",
    _risk,
    _risk.but(shift=1),
)
_arc = Computation(_one_arc, {"which": "false/both"})
chapter.holds(
    "b-one-arc",
    "fact 3",
    "R_0 − R_j = s_j (πj − τj): arc j is in iff πj > τj",
    _arc,
    _arc.but(which="missed/both"),
)
_median = Formula(
    "(l30*(p3 + p23) > l03*(1 - p3 - p23)) iff p3 + p23 > 1/2", (*SIMPLEX, "l03 > 0", "l30 == l03")
)
chapter.holds(
    "b-median",
    "fact 3",
    "equal losses give the median probability model: the arcs with πj > 1/2",
    _median,
    Formula(_median.text, (*SIMPLEX, "l03 > 0", "l30 == 2*l03")),
)
_boolean = Computation(_interval, {"losses": "disintegrable"})
chapter.holds(
    "b-interval",
    "fact 3",
    "all Bayes actions form the Boolean interval [{π > τ}, {π ≥ τ}]",
    _boolean,
    _boolean.but(losses="0-1"),
)
_sums = Computation(_identity, {"minus": 1})
chapter.holds(
    "b-identity", "fact 4", "R_S = Σ_{j∈S} R_j − (|S| − 1) R_0 for every S", _sums, _sums.but(minus=2)
)
_ranks = Computation(_affine, {"shift": 0})
chapter.holds(
    "b-affine-rank",
    "fact 4",
    "the columns have affine rank q and rank q + 1, for general losses",
    _ranks,
    _ranks.but(shift=1),
)
_exact = Computation(check_columns_iff, {"losses": "positive, one arc twice"})
chapter.holds(
    "b-rank",
    "fact 4",
    "the rank is q + 1 iff every arc has a positive loss and some arc has both losses positive",
    _exact,
    _exact.but(losses="positive"),
)
_least = Formula(
    "min(R0, R3, R2, R23) == min(l30*(p3 + p23), l03*(1 - p3 - p23)) + min(l20*(p2 + p23), l02*(1 - p2 - p23))",
    (*SIMPLEX, *LOSSES),
    NAMES,
)
chapter.holds(
    "b-bayes-risk", "fact 5", "ρ* = Σ_j min(lj0 πj, l0j (1 − πj))", _least, _least.but("+ min(", "+ max(")
)
_perfect = Computation(_evpi, {"of": "state"})
chapter.holds("b-evpi", "fact 5", "EVPI = ρ* − Σ_i p_i min_a l_ia", _perfect, _perfect.but(of="more"))
_one = Formula(
    "(R0 - R3 == R2 - R23 iff R0 - R2 == R3 - R23) and (R0 - R3 == R2 - R23 iff R0 - R23 == (R0 - R3) + (R0 - R2)) "
    "and R3 - R2 == (R0 - R2) - (R0 - R3)"
)
chapter.holds(
    "b-one-identity",
    "beside Eqs 4 to 7",
    "equations (4), (5) and (6) are one and the same identity, and (7) is true of any three numbers",
    _one,
    _one.but("and R3 - R2 ==", "and R23 - R2 =="),
)

CLAIMS = tuple(chapter.claims)
