"""Keeping: what keeps cells of a line covering it over the places around, each as it should be.

No two of the cells overlap, so that their bounds stay in order. That a root of another polynomial does not enter a cell is
then kept by any bound between it and the cell which it does not cross: the simplest is taken, often an end of the domain, at
which a polynomial has a value of small degree.

Where the letter has a range outside of which nothing is asked, a polynomial is kept in one of two ways: *as a whole*, all its
roots in order (see `delineation`); or *within the range*, where it has no root or one (see `variations`), whatever the others
do. One that is linear is kept out of a cell by its signs at the ends of the cell alone.

Of a polynomial that is kept within the range alone a root is known to stay apart from one of another polynomial if their
resultant is not zero: then they have none in common. Where it is zero both are kept as a whole, as two polynomials always
are between which the number of common roots is to stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from symdt.solve.proofs.coverings.intervals import Bound
from symdt.solve.proofs.coverings.variations import Few, Range, root_of

if TYPE_CHECKING:
    from symdt.solve.proofs.coverings.cases.stretches import Line, Needed

#: A stretch of a line between two bounds (None: infinite), or a point (the same twice), and what is needed on it.
Stretch = tuple[Bound | None, Bound | None, "Needed"]


class WholeError(Exception):
    """Polynomials that are to be kept as a whole."""


def kept(line: Line, cells: Sequence[Stretch], within: Range | None) -> tuple[set[int], dict[int, int]]:
    """What keeps cells, in order, covering the line around its place; and of some of these polynomials the signs they must have.

    within: a range outside of which the cells need nothing, if there is one.
    """
    whole: set[int] = set()
    while True:
        try:
            return Keeping(line, cells, within, whole).found()
        except WholeError as numbers:
            whole.update(*numbers.args)


class Keeping:
    """One attempt; some polynomials are kept as a whole from the start."""

    def __init__(self, line: Line, cells: Sequence[Stretch], within: Range | None, whole: set[int]) -> None:
        self.line, self.cells, self.whole = line, cells, whole
        self.algebra, self.place, self.letter = line.algebra, line.place, line.letter
        self.bounds = [high for low, high, _ in cells if high and low is not high]
        self.result: set[int] = set()
        self.signs: dict[int, int] = {}
        self.few: dict[int, Few | None] = {}
        self.within = within
        self.first, self.last = -1, line.last + 1  # the positions of the ends of the range
        if within is not None and not self.is_ranged(within):
            self.within = None

    def is_ranged(self, within: Range) -> bool:
        """Whether the ends are bounds, and what is needed outside is said of the letter alone."""
        alone = [bound for bound in self.bounds if self.is_alone(bound.number)]
        at = {root_of(self.algebra, b.number, self.letter): b.value for b in alone}
        for end in (within.low, within.high):
            if end is not None and end not in at:
                return False
        self.first = at[within.low] if within.low is not None else -1
        self.last = at[within.high] if within.high is not None else self.line.last + 1
        for low, high, needed in self.cells:
            is_below = high is not None and high.value <= self.first and low is not high
            is_above = low is not None and low.value >= self.last and low is not high
            is_out = low is not None and low is high and not self.first <= low.value <= self.last
            if (is_below or is_above or is_out) and not all(map(self.is_alone, needed)):
                return False
        return True

    def is_alone(self, item: Any) -> bool:
        """Whether a polynomial has no other letter."""
        return not isinstance(item, tuple) and self.algebra.is_alone(item, self.letter)

    def found(self) -> tuple[set[int], dict[int, int]]:
        """What keeps the cells, and signs."""
        degrees, letter = self.algebra.degrees, self.letter
        for _, _, needed in self.cells:
            self.result.update(n for n in needed if not isinstance(n, tuple) and not degrees[n][letter])
        for bound in self.bounds:
            self.is_few(bound.number)
        for low, high, _ in self.cells:
            if low and high and low.number != high.number:
                self.apart(low.number, low.value, [high])
        for cell in sorted(self.cells, key=lambda cell: cell[0] is not None and cell[0] is cell[1]):
            for item in cell[2]:
                if isinstance(item, tuple):
                    self.out(item[0], [item[1]], cell, is_numbered=True)
                elif degrees[item][letter]:
                    self.needed(item, cell)
        return self.result, self.signs

    def needed(self, item: int, cell: Stretch) -> None:
        """A polynomial keeps its sign on a cell."""
        parts, why = self.algebra.present(self.place, item, self.letter)
        low, high, _ = cell
        is_point = low is not None and low is high
        clear = self.clear(item, cell) if parts == ((item, 1),) and not is_point else None
        if clear is not None:
            self.result |= clear
            return
        for part, _ in parts or ():
            if is_point and low and part not in self.few:
                if part != low.number:
                    self.touching(part, low)
            else:
                self.is_few(part)
                self.out(part, [root for root, _ in self.line.roots(part)], cell)
        if parts != ((item, 1),) or self.few.get(item) is None:
            self.result |= why

    def clear(self, number: int, cell: Stretch) -> set[int] | None:
        """What keeps the root of a linear polynomial out of a cell and its ends, wherever it is; None where it is there, or may be.

        Coming in it would come through an end, where the resultant vanishes. So nothing is asked of the polynomial at the ends of the
        range, which a root far away may pass: of many strategies most do, and each would cut the cell.
        """
        low, high, _ = cell
        if (
            low is None
            or high is None
            or number in self.whole
            or self.algebra.degrees[number][self.letter] > 1
        ):
            return None
        if any(low.value <= root <= high.value for root, _ in self.line.roots(number)):
            return None
        before, behind = (self.dividing(number, end.number) for end in (low, high))
        return None if before is None or behind is None else {*before, *behind}

    def is_few(self, number: int) -> bool:
        """Whether a polynomial is kept within the range, where it has at most one root; else it is kept as a whole."""
        if number not in self.few:
            algebra, place = self.algebra, self.place
            few, simple = None, algebra.simple(place, number, self.letter)
            is_open = number not in self.whole and not simple <= self.result
            if self.within is not None and is_open:
                few = self.within.few(place, number, self.result, self.heaviness)
                if few and self.heaviness(few.reason - self.result) > self.heaviness(simple - self.result):
                    few = None
            self.few[number] = few
            self.result |= simple if few is None else few.reason
            self.signs.update(few.signs if few else ())
        return self.few[number] is not None

    def heaviness(self, reason: set[int]) -> int:
        """How hard some polynomials are to work with."""
        return sum(self.algebra.weight(n)[0] for n in reason)

    def touching(self, part: int, bound: Bound) -> None:
        """A polynomial keeps its sign at a bound."""
        if self.is_few(bound.number) and not self.has_none_in_common(part, bound.number):
            raise WholeError({bound.number})
        self.result |= self.algebra.constant(self.place, part, bound.number, self.letter)

    def has_none_in_common(self, one: int, other: int) -> bool:
        """Whether the resultant of two polynomials is not zero over the place."""
        return self.dividing(one, other) is not None

    def dividing(self, one: int, other: int) -> tuple[int, ...] | None:
        """The factors of the resultant of two polynomials; None where it is zero over the place."""
        members = self.algebra.chain(min(one, other), max(one, other), self.letter, 0)
        if members is None or not all(self.algebra.sign(self.place, n) for n in members):
            return None
        return members

    def apart(self, part: int, root: int, bounds: list[Bound]) -> None:
        """A root of a polynomial stays on its side of one of several bounds, the simplest with which that is seen."""
        ends = (self.first, self.last)
        is_few, is_end = self.is_few(part), root in ends and self.is_alone(part)
        for bound in sorted(bounds, key=lambda b: self.algebra.weight(b.number)):
            is_other_few = self.is_few(bound.number)
            if (is_few and bound.value in ends) or (is_other_few and is_end):
                return  # what is kept within the range does not reach its ends
            is_whole = not (is_few or is_other_few)
            if is_whole or self.has_none_in_common(part, bound.number):
                self.result |= self.algebra.constant(self.place, part, bound.number, self.letter)
                return
        raise WholeError({part, *(bound.number for bound in bounds)})

    def out(self, part: int, roots: list[int], cell: Stretch, *, is_numbered: bool = False) -> None:
        """What keeps roots of a polynomial out of a cell, or one at its point, is added to what is known.

        is_numbered: it is a root with a number among all of them, so that all are kept.
        """
        low, high, _ = cell
        few = self.few.get(part)
        if few:
            roots = [root for root in roots if self.first < root < self.last]
            is_shared = low is not None and low is high and part != low.number and low.value in roots
            if is_numbered or is_shared:
                raise WholeError({part, *([low.number] if low and is_shared else [])})
        else:
            self.result |= self.algebra.simple(self.place, part, self.letter)
            self.few[part] = None
        if low and low is high:
            is_end = few is not None and low.value in (self.first, self.last)
            if part != low.number and (low.value in roots or is_end):
                self.touching(part, low)
            if part == low.number or low.value in roots or is_end:
                return
        for end, side in ((low, -1), (high, 1)):
            beyond = [r for r in roots if end is not None and (r - end.value) * side >= 0]
            if end is None or not beyond:
                continue
            near = min(beyond) if side > 0 else max(beyond)
            between = [
                b for b in self.bounds if (b.value - end.value) * side >= 0 and (near - b.value) * side >= 0
            ]
            if not any(b.number == part for b in between):
                self.apart(part, near, between)
