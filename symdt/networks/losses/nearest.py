"""The nearest disintegrable table: arc losses whose sum is nearest to a given table, cell by cell."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flint import fmpq_mat
from sympy import Expr

from symdt.networks.losses.arc_grid import ArcLoss, Grid, bits
from symdt.problems.loss import LossTable


@dataclass(frozen=True)
class NearestTable:
    """The projection on the disintegrable tables: linear in the entries; `distance2` is Σ (L − table)²."""

    arcs: tuple[ArcLoss, ...]
    table: LossTable
    distance2: Expr

    def __str__(self) -> str:
        return "\n".join(
            [
                "nearest disintegrable table:",
                *(f"  {a}" for a in self.arcs),
                f"at squared distance {self.distance2}",
            ]
        )


def nearest_disintegrable(loss: LossTable) -> NearestTable:
    """The table Σ_{T∖S} l0j + Σ_{S∖T} lj0 with the least sum of squared differences, by its normal equations.

    It is linear in the entries and leaves a disintegrable table as it is; its losses need not be
    positive even if the entries are.
    """
    grid = Grid(loss)
    q = len(grid.arcs)
    gram = [[0] * (2 * q) for _ in range(2 * q)]
    right = [grid.zero] * (2 * q)
    for i, s in enumerate(grid.rows):
        for j, t in enumerate(grid.columns):
            active = [*bits(t & ~s), *(q + b for b in bits(s & ~t))]
            for a in active:
                right[a] = right[a] + loss.elements[i][j]
                for b in active:
                    gram[a][b] += 1
    inverse = fmpq_mat(gram).inv() if q else fmpq_mat(0, 0)
    best = [sum((right[b] * inverse[a, b] for b in range(2 * q)), grid.zero) for a in range(2 * q)]
    grid.false, grid.missed = best[:q], best[q:]
    distance2 = grid.zero
    entries = [list(row) for row in loss.entries]
    for i, j, value in grid.separable():
        difference = loss.elements[i][j] - value
        distance2 = distance2 + difference * difference
        entries[i][j] = value.to_expr()
    table = replace(loss, entries=tuple(map(tuple, entries)))
    return NearestTable(grid.arc_losses, table, distance2.to_expr())
