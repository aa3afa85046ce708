"""The grid of a table of models: the cells that one arc tells apart, and what they charge for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sympy import Expr

from symdt.errors import TableError
from symdt.exact.field import Element, Field
from symdt.problems.loss import LossTable
from symdt.problems.models.arc import Arc


@dataclass(frozen=True)
class ArcLoss:
    """What one arc costs: `false` where it is chosen and absent, `missed` where it is left out."""

    arc: Arc
    false: Expr
    missed: Expr

    def __str__(self) -> str:
        return f"{self.arc}: false {self.false}, missed {self.missed}"


@dataclass(frozen=True)
class Obstruction:
    """A cell that differs from what the generating row and column say; `residual` = found − expected."""

    state: str
    action: str
    found: Expr
    expected: Expr
    residual: Expr

    def __str__(self) -> str:
        return f"L({self.state}, {self.action}) = {self.found}, not {self.expected}: residual {self.residual}"


class Grid:
    """A table whose rows and columns are sets of arcs, as bit masks."""

    def __init__(self, loss: LossTable) -> None:
        self.loss, self.arcs = loss, loss.arcs
        bit = {arc: 1 << i for i, arc in enumerate(self.arcs)}
        self.rows, self.columns = ([sum(bit[a] for a in m.arcs) for m in models] for models in loss.models)
        self.row_of = {mask: i for i, mask in enumerate(self.rows)}
        self.column_of = {mask: j for j, mask in enumerate(self.columns)}
        for kind, masks in (("state", self.row_of), ("action", self.column_of)):
            needed = [0, *bit.values()]
            gap = next((i for i, mask in enumerate(needed) if mask not in masks), None)
            if gap is not None:
                what = "the null model" if gap == 0 else f"the model with the one arc {self.arcs[gap - 1]}"
                raise TableError(f"the table has no {kind} for {what}: give every generating model a {kind}")
        cells = loss.elements
        self.null = self.row_of[0], self.column_of[0]
        self.false = [cells[self.null[0]][self.column_of[b]] for b in bit.values()]
        self.missed = [cells[self.row_of[b]][self.null[1]] for b in bit.values()]
        self.zero = Field.of(loss.symbols).number(0)

    @property
    def arc_losses(self) -> tuple[ArcLoss, ...]:
        return tuple(
            ArcLoss(a, f.to_expr(), m.to_expr())
            for a, f, m in zip(self.arcs, self.false, self.missed, strict=True)
        )

    def separable(self) -> Iterator[tuple[int, int, Element]]:
        """For every cell, what the arc losses say: Σ_{T∖S} l0j + Σ_{S∖T} lj0."""
        known: dict[tuple[int, int], Element] = {}
        for i, s in enumerate(self.rows):
            for j, t in enumerate(self.columns):
                key = (t & ~s, s & ~t)
                if key not in known:
                    known[key] = sum(
                        (self.false[b] for b in bits(key[0])),
                        sum((self.missed[b] for b in bits(key[1])), self.zero),
                    )
                yield i, j, known[key]

    def modular(self) -> Iterator[tuple[int, int, Element]]:
        """For every cell, what its row's generating cells say: L(S, ∅) + Σ_{j∈T} (L(S, {j}) − L(S, ∅))."""
        for i, row in enumerate(self.loss.elements):
            base = row[self.null[1]]
            gain = [row[self.column_of[1 << b]] - base for b in range(len(self.arcs))]
            for j, t in enumerate(self.columns):
                if t.bit_count() > 1:
                    yield i, j, sum((gain[b] for b in bits(t)), base)

    def obstruction(self, i: int, j: int, expected: Element) -> Obstruction:
        found = self.loss.elements[i][j]
        state, action = self.loss.states[i], self.loss.actions[j]
        return Obstruction(state, action, found.to_expr(), expected.to_expr(), (found - expected).to_expr())


def bits(mask: int) -> Iterator[int]:
    """The places of the bits of a mask, from the lowest.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
