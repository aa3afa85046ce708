"""Sweep: what stands over a value of the first letter, taken over from the column beside it wherever nothing happens.

At the value of the first letter where one column of cells ends something happens at few points: at those of the events,
where two neighbouring bounds meet, and on bounds whose polynomial has a double root there or loses one. A strip between
two bounds that go on, with no such point in it or on its bounds, goes on as well. What is left of the second letter's
line is asked anew. Whether a point lies in a strip is seen from balls: where these overlap, it is taken to do so.

What is asked anew is asked at a sample, and what began at the end of the column may have left by then through a bound
that goes on, into a strip that was taken over. It would have changed the answer on that bound: so the answer there is
asked as well, and what it hangs on must not vanish along the bound from the end of the column to the sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from symdt.exact.line import between
from symdt.exact.line.branch import BITS, may_be_equal
from symdt.exact.line.place import Place
from symdt.regions.curves.event import FAR, Height, OnRoots
from symdt.regions.sections.basis import Basis
from symdt.regions.sections.records import UNKNOWN, Bound, Cell, Leaf, Stack, settled


class Strip(NamedTuple):
    """An answer along the second letter, and the bound above it with the answer on that (None above the last)."""

    answer: Any
    bound: Bound | None
    on_bound: Any


def told(cell: Cell) -> Any:
    """The answer of a cell, wherever it was asked."""
    return cell.node.answer if isinstance(cell.node, Leaf) else cell.node


class Column:
    """What stands over the cell of the first letter that ends at a value, and what goes on from there.

    node: what stands there. end: the place of the value. heights: where along the second letter something happens.
    bounds: the polynomials of the domain's conditions. letter: the second one.
    """

    def __init__(
        self,
        node: Any,
        end: Place,
        heights: Sequence[Any],
        bounds: frozenset[int],
        basis: Basis,
        letter: int,
    ) -> None:
        self.stack, self.end, self.basis, self.letter = settled(node), end, basis, letter
        self.given, self.bounds = heights, bounds
        self.watched: set[int] = set()  # what must not vanish from the end to where something was taken over
        self.is_used = False  # something was taken over

    # --- what goes on -------------------------------------------------------------------------------------

    @cached_property
    def goes_on(self) -> bool:
        """Whether there is something to take over."""
        if not isinstance(self.stack, Stack) or any(cell.node is UNKNOWN for cell in self.stack.cells):
            return False
        return self.heights is not None and not self.is_wall

    @cached_property
    def is_wall(self) -> bool:
        """A bound of the domain stands upright at the end."""
        basis = self.basis
        bounds = (n for n in self.bounds if not basis.degrees[n][self.letter])
        return any(not self.end.known_sign(n, basis.polys[n]) for n in bounds)

    @cached_property
    def is_far(self) -> bool:
        """Something may come from infinity or go there."""
        return FAR in self.given or any(
            not self.end.sign(self.basis.coefficients(height.number, self.letter)[-1])
            for height in self.given
            if isinstance(height, OnRoots)
        )

    @cached_property
    def heights(self) -> list[Any] | None:
        """The heights at which something happens; None for anywhere."""
        found: list[Any] = []
        for height in self.given:
            if height is None:
                return None
            if isinstance(height, Height):
                found.append(height)
            elif isinstance(height, OnRoots):
                roots = height.at(self.end, self.basis, self.letter)
                if roots is None:
                    return None
                found += roots
        return found

    @cached_property
    def strips(self) -> list[Strip]:
        """The answers with the bounds between different ones."""
        cells = self.stack.cells
        found = [
            Strip(told(before), cell.low, told(cell))
            for before, cell, behind in zip(cells[::2], cells[1::2], cells[2::2], strict=False)
            if not told(before) == told(cell) == told(behind)
        ]
        return [*found, Strip(told(cells[-1]), None, None)]

    @cached_property
    def values(self) -> list[Any]:
        """Where each bound is at the end; None where its polynomial loses a root or has a double one."""
        return [self._value(strip.bound) for strip in self.strips[:-1]]

    def _value(self, bound: Bound | None) -> Any:
        assert bound is not None
        number, basis = bound.number, self.basis
        parts = basis.coefficients(number, self.letter)
        double = basis.discriminant(number, self.letter)
        if not self.end.sign(parts[-1]) or not all(self.end.known_sign(n, basis.polys[n]) for n in double):
            return None
        here, there = (
            place.known_roots(number, basis.polys[number], self.letter, parts)
            for place in (self.end, self.stack.place)
        )
        if len(here) != len(there) or any(many > 1 for _, many in (*here, *there)):
            return None
        return here[bound.index][0]

    @cached_property
    def kept(self) -> list[int]:
        """The strips whose upper bounds go on, apart from each other and from what happens."""
        there = [n for n, value in enumerate(self.values) if value is not None]
        gone = {n for n in there if any(not height.order(self.values[n]) for height in self.heights or ())}
        for n, m in pairwise(there):
            if may_be_equal(self.values[n], self.values[m]):
                gone.update((n, m))
        for n in set(range(len(self.values))) - set(there):
            # a bound that does not go on may end on the next one that does
            beside = [
                max((m for m in there if m < n), default=None),
                min((m for m in there if m > n), default=None),
            ]
            gone.update(m for m in beside if m is not None and self._may_meet(n, m))
        return [n for n in there if n not in gone]

    def _may_meet(self, n: int, m: int) -> bool:
        """Whether the polynomial of one bound may vanish where another is at the end."""
        bound = self.strips[n].bound
        assert bound is not None
        place = self.end.on(self.letter, self.values[m], is_section=True)
        return bool(place.ball(self.basis.polys[bound.number], 4 * BITS).contains(0))

    @cached_property
    def limits(self) -> set[int]:
        """The polynomials of the first letter that are not zero as long as the bounds that go on do."""
        if not self.goes_on:
            return set()
        numbers = [strip.bound.number for n in self.kept if (strip := self.strips[n]).bound is not None]
        found: set[int] = set()
        for number in set(numbers):
            found.update(self.basis.leading(number, self.letter))
            found.update(self.basis.discriminant(number, self.letter))
        for one, other in pairwise(numbers):
            found.update(self.basis.resultant(one, other, self.letter))
        return found

    def is_new(self, last: int | None, n: int | None) -> bool:
        """Whether there is more than a strip that goes on between two bounds that do."""
        first = 0 if last is None else last + 1
        top = len(self.strips) - 1 if n is None else n
        if first != top or (self.is_far and (last is None or n is None)):
            return True
        below, above = (None if i is None else self.values[i] for i in (last, n))
        return any(
            (below is None or height.order(below) > 0) and (above is None or height.order(above) < 0)
            for height in self.heights or ()
        )

    # --- over another place -------------------------------------------------------------------------------

    def over(self, line: Any) -> list[tuple[Cell, set[int]]] | None:
        """The cells of the second letter's line over a place beside the column; None where nothing can be taken over."""
        if not self.goes_on:
            return None
        bounds = {n: _here(line, self.strips[n].bound) for n in self.kept}
        if None in bounds.values() or not _is_ordered(bounds.values()):
            return None
        self.is_used = True
        found: list[tuple[Cell, set[int]]] = []
        last: int | None = None
        was_new = False
        for n in (*self.kept, None):
            low = None if last is None else bounds[last]
            high = None if n is None else bounds[n]
            is_new = self.is_new(last, n)
            inner = list(line.inside(low, high, ())) if is_new else [self._taken(line, last, low, high)]
            if low is not None and last is not None:
                near = (found[-1][0].node, inner[0][0].node)
                is_beside = (
                    is_new or was_new
                ) and not line.place.is_section  # at the end itself nothing has left
                found.append(self._section(line, last, low, near, is_watched=is_beside))
            found += inner
            last, was_new = n, is_new
        return found

    def _taken(
        self, line: Any, last: int | None, low: Bound | None, high: Bound | None
    ) -> tuple[Cell, set[int]]:
        """The cell of a strip that goes on."""
        sample = between(low.value if low else None, high.value if high else None)
        answer = self.strips[0 if last is None else last + 1].answer
        return _cell(line, (low, high), sample, answer, is_section=False)

    def _section(
        self, line: Any, n: int, bound: Bound, near: tuple[Any, Any], *, is_watched: bool
    ) -> tuple[Cell, set[int]]:
        """The cell on a bound that goes on; what is watched is asked by itself, an answer of its own is asked anew."""
        strip = self.strips[n]
        is_own = strip.on_bound not in (strip.answer, self.strips[n + 1].answer)
        if not is_watched and not is_own:
            return _cell(line, (bound, bound), bound.value, strip.on_bound, is_section=True)
        if not is_watched:
            return line.section(bound, *near)
        # from the cells beside it an answer has their words, and hangs on what they hang on: what it hangs on by itself is asked
        cell, needed = line.section(bound, *near)
        place = line.place.on(line.letter, bound.value, is_section=True)
        for number in line.alone(place):
            if self.basis.degrees[number][self.letter]:
                self.watched.update(self.basis.resultant(number, bound.number, self.letter))
            else:
                self.watched.add(number)
        return cell, needed


def _here(line: Any, bound: Bound | None) -> Bound | None:
    """The same root over the place of a line, or None."""
    assert bound is not None
    roots = line.roots(bound.number)
    if bound.index >= len(roots) or any(many > 1 for _, many in roots):
        return None
    return Bound(bound.number, bound.index, roots[bound.index][0])


def _is_ordered(bounds: Any) -> bool:
    ranks = [bound.spot.rank for bound in bounds]
    return all(one < other for one, other in pairwise(ranks))


def _cell(
    line: Any, bounds: tuple[Bound | None, Bound | None], sample: Any, answer: Any, *, is_section: bool
) -> tuple[Cell, set[int]]:
    """A cell with an answer that was taken over."""
    line.stacks.spend()
    place = line.place.on(line.letter, sample, is_section=is_section)
    return Cell(*bounds, Leaf(answer, place) if isinstance(answer, tuple) else answer, sample), set()
