"""What decides the statements about disintegrable losses for any number of arcs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy import Add, Expr, Symbol

from symdt.claims.claim import Triple
from symdt.exact.domain import Domain
from symdt.networks.losses.against_look_ahead import grid_beliefs
from symdt.networks.losses.disintegration import disintegrate
from symdt.networks.losses.identities import risk_identities
from symdt.networks.rules.arc_rule import inclusion_probabilities, separable_risk, threshold
from symdt.networks.rules.parent_interval import bayes_interval
from symdt.networks.search import as_interval
from symdt.paper.statements.section_4.sums import arcs_loss
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


def check_by_arcs(shift: int) -> Iterator[Triple]:
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


def check_one_arc(which: str) -> Iterator[Triple]:
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


def check_interval(losses: str) -> Iterator[Triple]:
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


def check_identity(minus: int) -> Iterator[Triple]:
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


def check_affine(shift: int) -> Iterator[Triple]:
    """The columns have affine rank q and rank q + 1, with letters for the losses; 2^q − q − 1 identities."""
    for q in (1, 2, 3, 4):
        found = risk_identities(arcs_loss(q))
        yield {"q": q}, (q + shift, q + 1 + shift, 2**q - q - 1), (found.affine_rank, found.rank, len(found))


def check_evpi(of: str) -> Iterator[Triple]:
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
