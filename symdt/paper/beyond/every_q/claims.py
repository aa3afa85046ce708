"""Beyond the paper: the rule of a disintegrable loss for every number of arcs, proved by machine and tied to the toolkit.

The theorems stand in `any_q.v`, about lists of truth values and any joint posterior. Here it is checked that the
file is the one that Coq accepted, with no axioms but those of the real numbers; and that the toolkit's tables,
risks and Bayes actions are what the theorems speak of: the same recursion, one arc after the other, is done with
letters for all losses and for the whole joint posterior.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sympy import Add, Expr, Integer

from symdt.claims.claim import Chapter, Computation, Triple, put
from symdt.exact.domain import Domain
from symdt.networks.rules.arc_rule import inclusion_probabilities
from symdt.paper.beyond.checks.theory import flat, letters
from symdt.paper.beyond.every_q.proof import accepted
from symdt.paper.statements.section_4.sums import arcs_loss
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.solve.risk import bayes_actions, risks

Mass = Mapping[tuple[bool, ...], Expr]


def mass_of(table: LossTable, belief: Belief) -> Mass:
    """The joint posterior as a function of the truth values of the arcs."""
    models = dict(zip(table.states, table.models[0], strict=True))
    return {tuple(a in models[s] for a in table.arcs): belief[s] for s in table.states}


def comparisons(losses: list[tuple[Expr, Expr]], mass: Mass) -> list[Expr]:
    """The comparisons R_0 − R_j as the proof defines them: m π − f u of the first arc, then sum that arc out."""
    if not losses:
        return []
    false, missed = losses[0]
    there = Add(*(p for s, p in mass.items() if s[0]))
    absent = Add(*(p for s, p in mass.items() if not s[0]))
    others = {s[1:]: mass[(True, *s[1:])] + mass[(False, *s[1:])] for s in mass}
    return [missed * there - false * absent, *comparisons(losses[1:], others)]


def _same_objects(sign: int) -> Iterator[Triple]:
    """R_0 − R_T of the toolkit's table is the sum of the proof's comparisons over the arcs of T, with letters; q ≤ 3."""
    for q in (1, 2, 3):
        table = arcs_loss(q)
        belief = letters(table)
        chances = [e for e in belief.values() if e.is_Symbol]
        simplex = [*(f"{x} >= 0" for x in chances), " + ".join(map(str, chances)) + " <= 1"]
        letters_ = sorted(table.symbols, key=str)
        found = risks(DecisionProblem(table, belief, Domain(*simplex, symbols=letters_)))
        single = [f"{{{a.parent}}}" for a in table.arcs]
        losses = [(table["{}", one], table[one, "{}"]) for one in single]
        each = comparisons(losses, mass_of(table, belief))
        for action, model in zip(table.actions, table.models[1], strict=True):
            total = Add(*(d for a, d in zip(table.arcs, each, strict=True) if a in model))
            yield {"q": q, "T": action}, sign * total, found["{}"] - found[action]
        inclusion = inclusion_probabilities(table, belief)
        for arc, (false, missed), d in zip(table.arcs, losses, each, strict=True):
            chance = inclusion[arc]
            yield {"q": q, "arc": arc.parent}, sign * d, missed * chance - false * (1 - chance)


def _bayes(which: str) -> Iterator[Triple]:
    """The Bayes actions are the T whose arcs all have R_0 − R_j ≥ 0 and whose missing arcs R_0 − R_j ≤ 0; q = 2, 3."""
    for q, false, missed, denominator in ((2, (1, 2), (2, 1), 6), (3, (1, 1, 2), (1, 2, 2), 3)):
        table = arcs_loss(q, false, missed)
        losses = [(Integer(f), Integer(m)) for f, m in zip(false, missed, strict=True)]
        for belief in flat(table, denominator):
            each = comparisons(losses, mass_of(table, belief))
            named = []
            for action, model in zip(table.actions, table.models[1], strict=True):
                signs = [(a in model, d) for a, d in zip(table.arcs, each, strict=True)]
                good = [d >= 0 if taken else d <= 0 for taken, d in signs]
                named += [action] if all(good) or (which == "any" and any(good)) else []
            yield {"posterior": belief}, tuple(named), bayes_actions(DecisionProblem(table, belief))


def _least(kind: str) -> Iterator[Triple]:
    """The least risk is Σ_j min(m_j π_j, f_j (1 − π_j)); q = 3, letters put in at points of a grid."""
    table = arcs_loss(3, (1, 3, 2), (2, 1, 5))
    losses = [(table["{}", f"{{{a.parent}}}"], table[f"{{{a.parent}}}", "{}"]) for a in table.arcs]
    for belief in flat(table, 3):
        inclusion = inclusion_probabilities(table, belief)
        pick = min if kind == "min" else max
        total = Add(
            *(
                pick(m * inclusion[a], f * (1 - inclusion[a]))
                for a, (f, m) in zip(table.arcs, losses, strict=True)
            )
        )
        yield {"posterior": belief}, total, min(risks(DecisionProblem(table, belief)).values())


def every(which: str, theorems: tuple[str, ...]) -> Iterator[Triple]:
    """For every q, proved by Coq; and the toolkit's Bayes actions are those of the theorem, for two and three arcs."""
    yield from accepted(theorems)
    yield from _same_objects(1)
    yield from _bayes(which)


chapter = Chapter("beyond", is_own=True)
chapter.holds(
    "b-any-q",
    "fact 3",
    "for every q and every joint posterior: T is a Bayes action iff {π > τ} ⊆ T ⊆ {π ≥ τ}",
    Computation(every, {"which": "all", "theorems": ("bayes_actions", "comparison", "threshold")}),
    put(which="any"),
    put(theorems=("bayes_actions", "no_such_theorem")),
)
chapter.holds(
    "b-any-q-objects",
    "fact 4",
    "the toolkit's risks of q = 1, 2, 3 arcs are those of the theorems, for all losses and joint posteriors: R_0 − R_T is "
    "the sum of m_j π_j − f_j (1 − π_j) over the arcs of T",
    Computation(_same_objects, {"sign": 1}),
    put(sign=-1),
)
chapter.holds(
    "b-any-q-risk",
    "fact 5",
    "with three arcs too, whatever the joint posterior, the least risk is Σ_j min(lj0 πj, l0j (1 − πj))",
    Computation(_least, {"kind": "min"}),
    put(kind="max"),
)

CLAIMS = tuple(chapter.claims)
