"""Intervals of a line between roots, in order: what they leave uncovered, and which of them are enough.

>>> from symdt.exact.line import Real
>>> one, two = (Bound(0, Real.of(n)) for n in (1, 2))
>>> left, right = Cell(None, two, frozenset()), Cell(one, None, frozenset())
>>> gap([left, right])  # together they are the line
(None, None, True)
>>> gap([Cell(None, one, frozenset()), Cell(two, None, frozenset())])[0].value  # the end of the first is next
Real('1')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symdt.exact.line.branch import compare


@dataclass(frozen=True)
class Bound:
    """A root of a polynomial over a place."""

    number: int
    value: Any


@dataclass(frozen=True)
class Cell:
    """An open interval of a line between two bounds (None: infinite), or a point (the same twice), and its reasons.

    kept: what keeps it a cell over the places around, where that is known.
    """

    low: Bound | None
    high: Bound | None
    needed: frozenset[int]
    kept: frozenset[int] | None = None

    @property
    def is_point(self) -> bool:
        """The cell is one point."""
        return self.low is not None and self.low is self.high


def lower(one: Bound | None, other: Bound | None) -> int:
    """The order of two lower bounds, None being minus infinity."""
    if one is None or other is None:
        return (one is not None) - (other is not None)
    return 0 if one is other else compare(one.value, other.value)


def earlier(one: Cell, other: Cell) -> int:
    """By lower bound, a point before the interval that begins there."""
    return lower(one.low, other.low) or other.is_point - one.is_point


def further(one: Cell, other: Cell) -> bool:
    """The first cell ends behind the second."""
    if one.high is None or other.high is None:
        return one.high is None and other.high is not None
    order = compare(one.high.value, other.high.value)
    return order > 0 or (order == 0 and one.is_point and not other.is_point)


def gap(cells: list[Cell]) -> tuple[Bound | None, Bound | None, bool]:
    """A stretch, or a point (the same bound twice), that cells in order do not cover; whether there is none."""
    if not cells or cells[0].low is not None:
        return None, cells[0].low if cells else None, False
    reach = cells[0]
    for cell in cells[1:]:
        if reach.high is None:
            break
        order = compare(cell.low.value, reach.high.value) if cell.low else -1
        if order > 0:
            return (reach.high, cell.low, False) if reach.is_point else (reach.high, reach.high, False)
        if order == 0 and not reach.is_point and not cell.is_point:
            return reach.high, reach.high, False
        if further(cell, reach):
            reach = cell
    if reach.high is None:
        return None, None, True
    return (reach.high, None, False) if reach.is_point else (reach.high, reach.high, False)


def chosen(cells: list[Cell]) -> list[Cell]:
    """Some of the cells that cover the line already, in order: each time the one that reaches furthest."""
    found: list[Cell] = [cells[0]]
    for cell in cells[1:]:
        if cell.low is None:
            if further(cell, found[0]):
                found[0] = cell
            continue
        if not further(cell, found[-1]):
            continue
        while len(found) > 1 and joins(found[-2], cell):
            found.pop()
        found.append(cell)
    return found


def joins(one: Cell, other: Cell) -> bool:
    """The second begins before the first ends, so that nothing is left between them."""
    if one.high is None or other.low is None:
        return True
    order = compare(other.low.value, one.high.value)
    return order < 0 or (order == 0 and (one.is_point or other.is_point))
