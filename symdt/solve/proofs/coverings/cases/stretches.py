"""Stretches of a line, and points between them: all that is said of the last letter over a place, read from the order of roots alone.

Over a place the roots in the last letter of all polynomials that matter are put in order once. A *position* is a number:
2i + 1 is the root number i from the left, an even number a stretch between two of them. At a position the sign of every
polynomial is known from how many of its roots lie to the right, so that nothing is evaluated there.

>>> from sympy import symbols
>>> h, p = symbols("h p")
>>> field = Field.of([h, p])
>>> algebra = Counted(field)
>>> numbers = [algebra.parts(field.polynomial(f))[0] for f in (p**2 - h, h*p - 2, p - 1)]
>>> line = Line(algebra, Place(field).at(0, fmpq(4)), 1, numbers)
>>> line.last, [[line.sign(n, x) for x in range(9)] for n in numbers]  # roots at -2, 1/2, 1 and 2
(8, [[1, 0, -1, -1, -1, -1, -1, 0, 1], [-1, -1, -1, 0, 1, 1, 1, 1, 1], [-1, -1, -1, -1, -1, 0, 1, 1, 1]])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cmp_to_key
from typing import Any

from flint import fmpq

from symdt.exact.line import between
from symdt.exact.line.place import Place
from symdt.solve.proofs.coverings.cases.keeping import kept
from symdt.solve.proofs.coverings.counting import Counted, Field, Spot
from symdt.solve.proofs.coverings.intervals import Bound
from symdt.solve.proofs.coverings.judging import Judged, Reason, Side, numbered
from symdt.solve.proofs.coverings.surds import Surd
from symdt.solve.proofs.coverings.variations import Range

__all__ = ["Field", "Line", "Needed", "Position", "fmpq"]

#: What keeps something as it is along a line: the signs of polynomials, by their numbers, and on which side of a
#: root, by its polynomial and its position, one is.
Needed = frozenset[Any]


class Position(Spot):
    """A position of a line, with the signs there; it has no coordinates."""

    def __init__(self, line: Line, number: int) -> None:
        super().__init__(line.place.field)
        self.line, self.number = line, number

    def sign_of(self, number: int) -> int:
        """The sign of the polynomial of this number."""
        return self.line.sign(number, self.number)


class Line:
    """The roots in a letter of some polynomials over a place, in order."""

    def __init__(self, algebra: Counted, place: Place, letter: int, numbers: Iterable[int]) -> None:
        self.algebra, self.place, self.letter = algebra, place, letter
        self.many: dict[
            int, list[tuple[int, int]]
        ] = {}  # of each polynomial: position and multiplicity of its roots
        held: dict[int, list[tuple[Any, int]]] = {}
        for number in numbers:
            parts, _ = algebra.present(place, number, letter)
            for part, _ in parts or ():
                if part not in held:
                    held[part] = algebra.roots(place, part, letter)
        found = [(part, root) for part, roots in held.items() for root, _ in roots]
        found.sort(key=cmp_to_key(self._order))
        self.position: dict[int, int] = {}  # of a root, by its identity
        self.points: list[Any] = []
        at = -1
        last: tuple[int, Any] | None = None
        order = []
        for one in found:
            if last is None or algebra.compare(place, last, one, letter):
                at += 2
                self.points.append(one[1])
            self.position[id(one[1])] = at
            order.append((at, one[0]))
            last = one
        self.last = at + 1
        self.order = tuple(order)  # the positions of the roots, each with its polynomial
        self.held = held  # the roots, so that their identities stay theirs
        self._signs: dict[int, list[int]] = {}
        self.signs: dict[int, int] = {}  # of some of the polynomials that keep cells
        self._bounds: dict[Judged, tuple[int | None, Needed, int] | None] = {}

    def _order(self, one: tuple[int, Any], other: tuple[int, Any]) -> int:
        return self.algebra.compare(self.place, one, other, self.letter)

    def roots(self, number: int) -> list[tuple[int, int]]:
        """The positions of the roots of a polynomial whose leading coefficient is not zero here, with multiplicities."""
        if number not in self.many:
            self.many[number] = [(self.position[id(root)], many) for root, many in self.held[number]]
        return self.many[number]

    def sign(self, number: int, position: int) -> int:
        """The sign of a polynomial at a position."""
        if number not in self._signs:
            self._signs[number] = self._chart(number)
        return self._signs[number][position]

    def _chart(self, number: int) -> list[int]:
        algebra, place = self.algebra, self.place
        if not algebra.degrees[number][self.letter]:
            return [algebra.sign(place, number)] * (self.last + 1)
        parts, _ = algebra.present(place, number, self.letter)
        if parts is None:
            return [0] * (self.last + 1)
        many: dict[int, int] = {}
        for part, times in parts:
            for position, m in self.roots(part):
                many[position] = many.get(position, 0) + m * times
        value = 0
        for coefficient in reversed(algebra.coefficients(number, self.letter)):
            value = algebra.product(place, algebra.factors(coefficient))
            if value:
                break
        chart = [0] * (self.last + 1)
        for position in range(self.last, -1, -1):
            if position in many:
                value *= (-1) ** many[position]
            else:
                chart[position] = value
        return chart

    def sample(self, position: int) -> Place:
        """The place with a value at a position."""
        at = position // 2
        if position % 2:
            return self.place.at(self.letter, self.points[at], is_section=True)
        low, high = self.points[at - 1] if at else None, self.points[at] if at < len(self.points) else None
        return self.place.at(self.letter, between(low, high))

    def judge(self, judged: Judged, spot: Position) -> tuple[bool | None, Needed]:
        """Whether a fact holds at a position (None: there is no such root), and if not, what keeps it so."""
        root = self.root(judged)
        if root is None:
            return judged.judge(self.algebra, spot)
        at, needed, turn = root
        if at is None:
            return None, needed
        order = turn * (spot.number - at)
        is_true = {">": order > 0, ">=": order >= 0, "==": order == 0, "!=": order != 0}[judged.op]
        return is_true, frozenset() if is_true else needed

    def keeping(self, judged: Judged, spot: Position) -> Needed:
        """What keeps a fact holding."""
        root = self.root(judged)
        return judged.keeping(self.algebra, spot) if root is None else root[1]

    def root(self, judged: Judged) -> tuple[int | None, Needed, int] | None:
        """The root on one side of which a fact holds, what keeps it that root, and on which side; None for another fact.

        A sum u + v*sqrt(b) with u linear in the letter changes its sign at one of the two roots of u^2 - v^2*b.
        """
        if not isinstance(judged, Side | Surd):
            return None
        if judged not in self._bounds:
            self._bounds[judged] = self._side(judged) if isinstance(judged, Side) else self._surd(judged)
        return self._bounds[judged]

    def _side(self, side: Side) -> tuple[int | None, Needed, int]:
        bound, needed = side.bound(self.algebra, self.place)
        return self._at(bound, needed, side.sign)

    def _surd(self, surd: Surd) -> tuple[int | None, Needed, int] | None:
        algebra, place = self.algebra, self.place
        if surd.slope is None or not (slope := algebra.product(place, surd.slope)):
            return None
        _, v, b, (value, members) = surd.signs
        kept = {n for _, some in (surd.slope, v, b) for n, _ in some}
        if algebra.product(place, b) < 0:
            return None, frozenset(kept), 0
        index = 0 if slope * algebra.product(place, v) > 0 else 1
        bound, needed = numbered(algebra, place, value, members, self.letter, index)
        return self._at(bound, kept | needed, slope)

    def _at(self, bound: Bound | None, needed: set[int], turn: int) -> tuple[int | None, Needed, int]:
        if bound is None:
            return None, frozenset(needed), turn
        at = self.position[id(bound.value)]
        return at, frozenset({*needed, (bound.number, at)}), turn

    # --- cells --------------------------------------------------------------------------------------

    def covered(self, why: Callable[[Position], Needed], within: Range | None = None) -> Reason:
        """Cells that cover the line, stretches and points between them, and what keeps them covering it.

        why: what keeps a position as it should be. within: the range of the domain, if it has one.
        """
        cells: list[tuple[Bound | None, Bound | None, Needed]] = []
        low: Bound | None = None
        while True:
            needed = why(Position(self, low.value + 1 if low else 0))
            high = self.next(low.value if low else -1, needed)
            cells.append((low, high, needed))
            if high is None:
                result, self.signs = kept(self, cells, within)
                return frozenset(result)
            cells.append((high, high, why(Position(self, high.value))))
            low = high

    def next(self, position: int, needed: Needed) -> Bound | None:
        """The first root behind a position of what is needed, by the simplest polynomial that has it."""
        found: Bound | None = None
        weight = self.algebra.weight
        for part, roots in self.roots_of(needed):
            at = next((root for root in roots if root > position), None)
            if at is not None and (not found or (at, weight(part)) < (found.value, weight(found.number))):
                found = Bound(part, at)
        return found

    def roots_of(self, needed: Needed) -> Iterator[tuple[int, list[int]]]:
        """The polynomials with roots here that are needed, and which of their roots."""
        for item in needed:
            if isinstance(item, tuple):
                yield item[0], [item[1]]
            elif self.algebra.degrees[item][self.letter]:
                for part, _ in self.algebra.present(self.place, item, self.letter)[0] or ():
                    yield part, [root for root, _ in self.roots(part)]
