"""Spans: cells of a line that stay what they are while the letter before moves, found once for all places over that stretch.

A cell of the line of a letter y over a place of the letters before is kept by the signs of some polynomials in these
(see `delineation`): over every connected set of places with the same signs its bounds are roots with the same numbers of
the same polynomials, and what is needed on the cell keeps its signs between them, on a set that is connected too. So on
the whole stretch of the letter before along which none of these polynomials vanishes the cell needs no second look: at
another place of the stretch it lies between the roots with the same numbers.

>>> from sympy import symbols
>>> x, y = symbols("x y")
>>> field = Field.of([x, y])
>>> algebra = Algebra(field)
>>> (f,) = algebra.parts(field.polynomial(y**2 - x))
>>> four, nine = (Place(field).at(0, fmpq(n)) for n in (4, 9))
>>> cell = Cell(*(Bound(f, root) for root, _ in algebra.roots(four, f, 1)), frozenset([f]), frozenset())
>>> found = span(algebra, four, 1, cell, Cell(Bound(0, fmpq(0)), None, frozenset()))  # where x is positive
>>> found.holds(fmpq(9), 8, 10), found.holds(fmpq(0), -1, 1), found.cell(algebra, nine, 1, {}).high.value
(True, False, Real('3'))
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from flint import fmpq

from symdt.exact.field import Field
from symdt.exact.line.branch import compare
from symdt.exact.line.place import Place
from symdt.exact.line.real import Real
from symdt.solve.proofs.coverings.delineation import Algebra
from symdt.solve.proofs.coverings.intervals import Bound, Cell

__all__ = ["Field", "Root", "Span", "around", "fmpq", "span", "staying"]

#: Fractions up to this are rounded to numbers of the machine, and by no more than this share of them and of 1.
LARGE, SLACK = 2**99, 2.0**-40

#: A root by the number of its polynomial and its place among the roots of that.
Root = tuple[int, int]


@dataclass(frozen=True)
class Span:
    """A cell by the roots that bound it, what keeps it one, and the stretch of the letter before where it is kept."""

    low: Root | None
    high: Root | None
    is_point: bool
    needed: frozenset[int]
    kept: frozenset[int]
    start: Any
    stop: Any
    reach: tuple[float, float]  # the stretch lies between these

    def holds(self, value: Any, least: float, most: float) -> bool:
        """Whether the letter before may have a value, which lies between two numbers."""
        if most < self.reach[0] or least > self.reach[1]:
            return False
        is_after = self.start is None or compare(self.start, value) < 0
        return is_after and (self.stop is None or compare(value, self.stop) < 0)

    def cell(self, algebra: Algebra, place: Place, letter: int, bounds: dict[Root, Bound]) -> Cell:
        """The cell over a place of the stretch; bounds: those of the place that were made before."""

        def bound(root: Root | None) -> Bound | None:
            if root is not None and root not in bounds:
                number, index = root
                bounds[root] = Bound(number, algebra.roots(place, number, letter)[index][0])
            return bounds[root] if root is not None else None

        return Cell(bound(self.low), bound(self.high), self.needed, self.kept)


def span(algebra: Algebra, place: Place, letter: int, cell: Cell, stretch: Cell) -> Span:
    """A cell over a place, as it is found again on a stretch around the last letter of the place."""

    def root(bound: Bound | None) -> Root | None:
        if bound is None:
            return None
        roots = algebra.roots(place, bound.number, letter)
        return bound.number, next(i for i, (root, _) in enumerate(roots) if root is bound.value)

    start, stop = (bound.value if bound else None for bound in (stretch.low, stretch.high))
    reach = (-inf if start is None else around(start)[0], inf if stop is None else around(stop)[1])
    assert cell.kept is not None
    return Span(root(cell.low), root(cell.high), cell.is_point, cell.needed, cell.kept, start, stop, reach)


def around(value: Any) -> tuple[float, float]:
    """Numbers of the machine between which a number lies."""
    low, high = (value.low, value.high) if isinstance(value, Real) else (value, value)
    return _rounded(low, -1), _rounded(high, 1)


def _rounded(value: Any, side: int) -> float:
    """A number of the machine on one side of a fraction, not far from it."""
    if abs(value) > LARGE:
        return side * inf
    near = int(value.p) / int(value.q)
    return near + side * SLACK * (1 + abs(near))


def staying(algebra: Algebra, place: Place, cell: Cell, letter: int) -> set[int]:
    """What keeps a cell of a letter's line one: its bounds where they are, and what is needed without a root in it."""
    result: set[int] = set()
    for bound in {id(b): b for b in (cell.low, cell.high) if b}.values():
        result |= algebra.simple(place, bound.number, letter)
    if cell.low and cell.high and cell.low.number != cell.high.number:
        result |= algebra.constant(place, cell.low.number, cell.high.number, letter)
    for number in cell.needed:
        if not algebra.degrees[number][letter]:
            result.add(number)
            continue
        parts, why = algebra.present(place, number, letter)
        result |= why
        for part, _ in parts or ():
            result |= whole(algebra, place, cell, part, letter)
    return result


def whole(algebra: Algebra, place: Place, cell: Cell, part: int, letter: int) -> set[int]:
    """What keeps the roots of a polynomial out of a cell, or its sign at a point."""
    if cell.is_point and cell.low:
        return set() if part == cell.low.number else algebra.constant(place, part, cell.low.number, letter)
    result = set(algebra.simple(place, part, letter))
    for end, side in ((cell.low, 1), (cell.high, -1)):
        if end is None or end.number == part:
            continue
        if any(compare(r, end.value) * side <= 0 for r, _ in algebra.roots(place, part, letter)):
            result |= algebra.constant(place, part, end.number, letter)
    return result
