"""§4, the columns of the table: how many are independent, and which comparisons suffice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import prod

from sympy import Integer, Rational

from symdt.claims.claim import Triple
from symdt.errors import SymdtError
from symdt.exact.polynomial import to_number
from symdt.networks.losses.arc_grid import ArcLoss
from symdt.networks.losses.identities import risk_identities
from symdt.networks.rules.parent_interval import bayes_interval
from symdt.paper.statements.section_4.sums import arcs_loss
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.solve.risk import bayes_actions


def rank(table: LossTable) -> int:
    """The rank of the columns of a table of numbers."""
    from flint import fmpq_mat

    rows = [[to_number(e) for e in row] for row in table.entries]
    return int(fmpq_mat(rows).rank())


Losses = tuple[tuple[int, ...], tuple[int, ...]]


def some_losses() -> Iterator[tuple[int, Losses]]:
    """Losses 0, 1 and 2 of false and missed arcs, for one, two and three arcs."""
    for q in (1, 2, 3):
        for every in product((1, 0, 2) if q < 3 else (0, 1), repeat=2 * q):
            yield q, (every[:q], every[q:])


def admitted(losses: Losses, which: str) -> bool:
    """Whether every arc has a positive loss ("positive"), and some arc two ("positive, one arc twice")."""
    pairs = list(zip(*losses, strict=True))
    every = all(f + m > 0 for f, m in pairs)
    return which == "any" or (every and (which == "positive" or any(f * m > 0 for f, m in pairs)))


def check_columns(losses: str) -> Iterator[Triple]:
    """The table has 1 + q independent columns, for all losses 0, 1, 2 that are admitted."""
    for q, given in some_losses():
        if admitted(given, losses):
            yield {"q": q, "l0j": given[0], "lj0": given[1]}, 1 + q, rank(arcs_loss(q, *given))


def check_columns_iff(losses: str) -> Iterator[Triple]:
    """The table has 1 + q independent columns exactly for the losses that are admitted, and otherwise fewer."""
    for q, given in some_losses():
        found = rank(arcs_loss(q, *given))
        yield (
            {"q": q, "l0j": given[0], "lj0": given[1]},
            (admitted(given, losses), True),
            (found == 1 + q, found <= 1 + q),
        )


def check_comparisons(which: str) -> Iterator[Triple]:
    """Every R_S − R_T is a signed sum of the R_0 − R_j."""
    for q in (1, 2, 3):
        table = arcs_loss(q)
        if which == "0-1":
            table = LossTable(table.states, table.actions, LossTable.zero_one(table.states).entries)
        found = risk_identities(table)
        for S, T in combinations(table.actions, 2):
            try:
                known = found.between(S, T).holds
            except SymdtError:
                known = False
            yield {"q": q, "S": S, "T": T}, True, known


def check_linear(performed: str) -> Iterator[Triple]:
    """The number of comparisons for q arcs is q times that for one arc: linear in q."""
    counts = {}
    for q in (1, 2, 3, 4):
        actions = arcs_loss(q).actions
        counts[q] = (
            len(list(combinations(actions, 2))) if performed == "all pairs" else len(arcs_loss(q).arcs)
        )
        at = {"q": q, "actions": len(actions), "comparisons": counts[q], "for one arc": counts[1]}
        yield at, q * counts[1], counts[q]


def check_suffice(below: int) -> Iterator[Triple]:
    """The signs of the q comparisons R_0 − R_j name all Bayesian actions, ties included."""
    for q in (1, 2, 3):
        table = arcs_loss(q, [1] * q, [2] * q)
        arcs = [ArcLoss(a, Integer(1), Integer(2)) for a in table.arcs]
        for chances in product((Rational(1, 5), Rational(1, 3), Rational(1, 2)), repeat=q):
            found = bayes_interval(arcs[below:], dict(zip(table.arcs, chances, strict=True)))
            weights = {
                state: prod(x if a in model else 1 - x for a, x in zip(table.arcs, chances, strict=True))
                for state, model in zip(table.states, table.models[0], strict=True)
            }
            best = set(bayes_actions(DecisionProblem(table, Belief(weights))))
            named = {a for a, model in zip(table.actions, table.models[1], strict=True) if model in found}
            yield {"q": q, "inclusion": chances}, named, best
