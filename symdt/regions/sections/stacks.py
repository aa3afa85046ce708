"""Stacks: the space of some letters cut into cells, cylinder over cylinder, by polynomials found on the way.

The first letter's line is cut into points and open intervals; over each of these the second letter's
line, and so on. The decomposition is made from samples: the answer at a sample comes with the
polynomials it hangs on, their nearest roots bound the cell around the sample, and what is left of the
line is done next (local projection). What a whole stack hangs on is projected one letter down: of each
polynomial the leading coefficient and the discriminant, of each with the bounds of its cell the
resultant, and the trailing coefficient where the leading one vanishes. Roots over a place where a
polynomial vanishes identically are those of its first Taylor coefficient that does not (Lazard's
evaluation): with it the projection is valid everywhere, on sections as on open cells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from symdt.exact.line import between
from symdt.exact.line.branch import compare
from symdt.exact.line.place import Place
from symdt.regions.sections.basis import Basis


class OutOfBudgetError(Exception):
    """The budget ended in the middle of a decomposition."""


@dataclass(frozen=True)
class Bound:
    """The real root `index` (with multiplicity, from 0) of a polynomial in a letter, over a place."""

    number: int
    index: int
    value: Any


@dataclass(frozen=True)
class Cell:
    """A point of a line (low is high) or an open interval, and what stands over it."""

    low: Bound | None
    high: Bound | None
    node: Any  # a Stack, or an answer
    sample: Any

    @property
    def is_section(self) -> bool:
        """The cell is one point of its line."""
        return self.low is not None and self.low is self.high


@dataclass(frozen=True)
class Stack:
    """The cells over a place, in order along the next letter."""

    letter: int
    cells: tuple[Cell, ...]


#: What an answer is and which polynomials it hangs on; asked over whole places, and over parts of places,
#: where it may be None: not known yet.
Ask = Callable[[Place, int], tuple[Any, frozenset[int] | set[int]] | None]


class Stacks:
    """The decomposition of the space of `letters` (by position, in order) for one question."""

    def __init__(
        self, basis: Basis, letters: tuple[int, ...], ask: Ask, spend: Callable[[], None] = lambda: None
    ) -> None:
        self.basis, self.letters, self.ask, self.spend = basis, letters, ask, spend

    def build(self) -> Any:
        """What stands over the empty place: a stack, or an answer where there are no letters."""
        return self.over(Place(self.basis.field), 0)[0]

    def over(self, place: Place, depth: int) -> tuple[Any, set[int]]:
        """What stands over a place of the first letters, and the polynomials that it hangs on."""
        self.spend()
        known = self.ask(place, depth)
        if known is not None:
            return known[0], set(known[1])
        line = _Line(self, place, depth)
        cells = line.cover()
        stack = Stack(self.letters[depth], tuple(cell for cell, _ in cells))
        return stack, line.projected(cells)


class _Line:
    """The line of one letter over a place."""

    def __init__(self, stacks: Stacks, place: Place, depth: int) -> None:
        self.stacks, self.place, self.depth = stacks, place, depth
        self.basis, self.letter = stacks.basis, stacks.letters[depth]
        self._roots: dict[int, list[tuple[Any, int]]] = {}
        self._vanishing: set[int] = set()  # the leading coefficient is zero here
        self._null: set[int] = set()  # all coefficients are

    def roots(self, number: int) -> list[tuple[Any, int]]:
        """The roots of a polynomial over the place, by Lazard's evaluation where it vanishes."""
        known = self._roots.get(number)
        if known is None:
            poly = self.basis.polys[number]
            parts = self.basis.coefficients(number, self.letter)
            if not self.place.sign(parts[-1]):
                self._vanishing.add(number)
                if all(self.place.sign(c) == 0 for c in parts):
                    self._null.add(number)
                    poly = self.evaluated(poly)
            known = self._roots[number] = (
                self.place.roots(poly, self.letter)
                if number in self._null
                else self.place.known_roots(number, poly, self.letter)
            )
        return known

    def evaluated(self, poly: Any) -> Any:
        """The first Taylor coefficient, letter by letter, that does not vanish identically over the place."""
        done = Place(self.place.field)
        for letter, value in self.place.coordinates.items():
            done = done.at(letter, value)
            while all(done.sign(c) == 0 for c in _rest(poly, done)):
                poly = poly.derivative(letter)
        return poly

    def cover(self) -> list[tuple[Cell, set[int]]]:
        """The cells of the line, in order, each with what it hangs on."""
        found: list[tuple[Cell, set[int]]] = []
        # depth first from the left, without recursion: (low, high, None) is to do, (None, None, cell) is done
        todo: list[tuple[Bound | None, Bound | None, tuple[Cell, set[int]] | None]] = [(None, None, None)]
        while todo:
            left, right, cell = todo.pop()
            if cell is not None:
                found.append(cell)
                continue
            sample = between(left.value if left else None, right.value if right else None)
            node, needed = self.stacks.over(self.place.at(self.letter, sample), self.depth + 1)
            below, above, at = self.nearest(needed, sample, left, right)
            if at is not None:  # the sample happens to lie on a boundary
                todo.append((at, right, None))
                todo.append((None, None, self.section(at)))
                todo.append((left, at, None))
                continue
            middle = (Cell(below or left, above or right, node, sample), needed)
            if above is not None:
                todo.append((above, right, None))
                todo.append((None, None, self.section(above)))
            todo.append((None, None, middle))
            if below is not None:
                todo.append((None, None, self.section(below)))
                todo.append((left, below, None))
        return found

    def section(self, bound: Bound) -> tuple[Cell, set[int]]:
        """The cell that is one root."""
        there = self.place.at(self.letter, bound.value, is_section=True)
        node, needed = self.stacks.over(there, self.depth + 1)
        return Cell(bound, bound, node, bound.value), needed

    def nearest(
        self, needed: set[int], sample: Any, left: Bound | None, right: Bound | None
    ) -> tuple[Bound | None, Bound | None, Bound | None]:
        """The nearest roots below and above a sample inside an interval, and the root that it is itself."""
        below: list[Bound] = []
        above: list[Bound] = []
        at: list[Bound] = []
        for number in needed:
            if not self.basis.degrees[number][self.letter]:
                continue
            index = 0
            for root, many in self.roots(number):
                side = compare(root, sample)
                bound = Bound(number, index, root)
                if side < 0 and (left is None or compare(root, left.value) > 0):
                    _keep(below, bound, 1)
                elif side == 0:
                    at.append(bound)
                elif side > 0 and (right is None or compare(root, right.value) < 0):
                    _keep(above, bound, -1)
                index += many
        return self.choice(below), self.choice(above), self.choice(at)

    def choice(self, bounds: list[Bound]) -> Bound | None:
        """The simplest of several polynomials with one root; one that does not vanish on the whole line if possible."""
        if not bounds:
            return None
        degrees, letter = self.basis.degrees, self.letter
        return min(
            bounds,
            key=lambda b: (
                b.number in self._null,
                degrees[b.number][letter],
                self.basis.simplicity(b.number),
            ),
        )

    def projected(self, cells: list[tuple[Cell, set[int]]]) -> set[int]:  # noqa: C901 - the projection's list
        """The polynomials in the letters before this one that keep the stack as it is."""
        basis, letter = self.basis, self.letter
        result: set[int] = set()
        for number in set().union(*(needed for _, needed in cells)):
            if not basis.degrees[number][letter]:
                result.add(number)
                continue
            self.roots(number)
            result.update(basis.leading(number, letter))
            if number in self._vanishing:
                result.update(basis.trailing(number, letter))
            result.update(basis.discriminant(number, letter))
        if not self.depth:
            return result  # nothing lies below the first letter
        for cell, needed in cells:
            ends = [(cell.low, 1), (cell.high, -1)]
            if cell.low and cell.high and cell.low.number != cell.high.number:
                result.update(basis.resultant(cell.low.number, cell.high.number, letter))
            for number in needed:
                if not basis.degrees[number][letter] or not self.roots(number):
                    continue
                for end, side in ends:
                    if end is None or end.number == number:
                        continue
                    if cell.is_section or any(
                        compare(r, end.value) * side <= 0 for r, _ in self.roots(number)
                    ):
                        result.update(basis.resultant(number, end.number, letter))
        return result


def _keep(bounds: list[Bound], new: Bound, side: int) -> None:
    """Keep the greatest (side 1) or least of the bounds; equal ones together."""
    order = compare(new.value, bounds[0].value) * side if bounds else 1
    if order > 0:
        bounds[:] = [new]
    elif order == 0:
        bounds.append(new)


def _rest(poly: Any, done: Place) -> list[Any]:
    """The coefficients of a polynomial in the letters that have no value yet."""
    parts: dict[tuple[int, ...], dict[Any, Any]] = {}
    for monomial, coefficient in poly.to_dict().items():
        outer = tuple(0 if i in done.coordinates else int(e) for i, e in enumerate(monomial))
        inner = tuple(int(e) if i in done.coordinates else 0 for i, e in enumerate(monomial))
        parts.setdefault(outer, {})[inner] = coefficient
    return [done.field.context.from_dict(terms) for terms in parts.values()]


__all__ = ["Ask", "Bound", "Cell", "OutOfBudgetError", "Stack", "Stacks"]
