"""The line of a letter cut at events: what may change at no event is not looked at again.

Over a value of the first letter the second one's line is cut into cells. Only the bounds between cells with
different answers count: they go on, each as a root of its polynomial, until it meets another root of that polynomial
or leaves, until two neighbours meet, or until an event, where one begins or ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from symdt.exact.line import between
from symdt.exact.line.place import Place
from symdt.regions.curves.event import Event, Where
from symdt.regions.curves.sweep import Column, told
from symdt.regions.sections.records import Bound, Cell, Hint, Stack
from symdt.regions.sections.spots import Spot
from symdt.regions.sections.stack_line import StackLine


class EventLine(StackLine):
    """The line of one letter over a place, the first one's cut at events.

    events: of the first letter. bounds: the polynomials of the domain's conditions. alone: what the answer at a place hangs
    on, asked without what stands beside it.
    """

    def __init__(
        self,
        stacks: Any,
        place: Place,
        depth: int,
        hint: Hint,
        *,
        events: Sequence[Event],
        bounds: frozenset[int],
        alone: Callable[[Place], frozenset[int]],
    ) -> None:
        # the cells beside a section are told by samples that may lie far from it: nothing tends from there to here
        super().__init__(stacks, place, depth, Hint((), hint.vanishes))
        self.bounds, self.alone = bounds, alone
        self.column = next((c for c in hint.beside if isinstance(c, Column)), None)
        self.events: list[Bound] = []
        self.heights: dict[Spot, list[Where]] = {}
        self.columns: dict[Spot, Column] = {}
        for event in () if depth else events:
            bound = Bound(event.number, event.nth, self.spots.spot(event.value))
            self.events.append(bound)
            self.heights.setdefault(bound.spot, []).extend(event.heights)

    def cover(self) -> list[tuple[Cell, set[int]]]:
        """The cells of the line, in order, as over the column beside it as far as these go on."""
        return (self.column and self.column.over(self)) or super().cover()

    # --- from column to column ------------------------------------------------------------------------

    def opened(
        self, first: Bound | None, last: Bound | None, beside: tuple[Any, ...]
    ) -> tuple[list[tuple[Cell, set[int]]], list[Bound]]:
        """The open cells of an interval of the line; on the first letter's each from the one before it."""
        if self.depth:
            return super().opened(first, last, beside)
        cells: list[tuple[Cell, set[int]]] = []
        sections: list[Bound] = []
        ready: list[tuple[Cell, set[int]]] = []  # asked further on, the nearest last
        left = first
        while True:
            column = self.column_at(cells[-1][0].node, left) if cells and left else None
            cell, needed = self.next_cell(left, last, column, ready)
            cells.append((cell, needed))
            if cell.high is last:
                return cells, sections
            left = cell.high
            assert left is not None
            sections.append(left)

    def next_cell(
        self,
        left: Bound | None,
        last: Bound | None,
        column: Column | None,
        ready: list[tuple[Cell, set[int]]],
    ) -> tuple[Cell, set[int]]:
        """The open cell behind a bound, from the column before it; those that were found on the way are kept as ready."""
        stop = ready[-1][0].low if ready else last
        if left and stop and stop.spot is left.spot:
            return ready.pop()
        right = self.after(left, stop, column.limits if column else set())
        while True:
            sample = between(left.value if left else None, right.value if right else None)
            hint = Hint(
                (column,) if column else (),
                lambda n, sample=sample: self.vanishes(n, sample),  # type: ignore[misc]
            )
            node, needed = self.stacks.over(self.place.on(self.letter, sample), self.depth + 1, hint)
            below, above, at = self.nearest(needed, sample, left, stop)
            if column and column.is_used:
                low, _, on = self.nearest(needed | column.watched, sample, left, stop)
                column.is_used, column.watched = False, set()
                if low is not None or on is not None:
                    # nearer to the column: what was taken over is right only as far as nothing changes
                    right = on if low is None else low
                    continue
            if at is not None:  # the sample happens to lie on a boundary
                right = at
                continue
            cell = Cell(below or left, above or stop, node, sample)
            if below is None:
                return cell, needed
            ready.append((cell, needed))
            right = stop = below

    def after(self, bound: Bound | None, last: Bound | None, limits: set[int]) -> Bound | None:
        """The first event after a bound, or root of one of some polynomials, or the last bound."""
        known = list(self.events)
        for number in limits:
            known += [Bound(number, n, spot) for n, (spot, _) in enumerate(self.roots(number))]
        rank = bound.spot.rank if bound else -1
        later = [e for e in known if e.spot.rank > rank]
        if last is not None:
            later.append(last)
        return min(later, key=lambda e: e.spot.rank, default=None)

    def column_at(self, node: Any, end: Bound) -> Column:
        """What stands over the cell of the first letter that ends here, with what goes on: found once."""
        known = self.columns.get(end.spot)
        if known is None:
            heights = self.heights.get(end.spot, [])
            place = self.place.on(self.letter, end.value, is_section=True)
            known = Column(node, place, heights, self.bounds, self.basis, self.stacks.letters[1])
            self.columns[end.spot] = known
        return known

    def section(self, bound: Bound, *beside: Any) -> tuple[Cell, set[int]]:
        """The cell that is one root; on the first letter's line from the column before it."""
        if not self.depth and beside:
            beside = (self.column_at(beside[0], bound),)
        return super().section(bound, *beside)

    def stack(self, cells: list[tuple[Cell, set[int]]]) -> Stack:
        """The cells as a stack; what vanishes on sections is asked where cells tend to a place, which these do not."""
        needed = tuple(frozenset(needed) for _, needed in cells)
        return Stack(self.letter, tuple(cell for cell, _ in cells), self.place, needed, ({},) * len(cells))

    def nearest(
        self, needed: set[int], sample: Any, left: Bound | None, right: Bound | None
    ) -> tuple[Bound | None, Bound | None, Bound | None]:
        """The nearest roots and events below and above a sample inside an interval, and the one that it is itself."""
        below, above, at = super().nearest(needed, sample, left, right)
        rank, own = self.spots.rank(sample)
        first = left.spot.rank if left else -1
        last = right.spot.rank if right else len(self.spots)
        for event in self.events:
            place = event.spot.rank
            if event.spot is own:
                at = self.choice([event, *([at] if at else [])])
            elif first < place < rank and (below is None or place > below.spot.rank):
                below = event
            elif (
                rank <= place < last and event.spot is not own and (above is None or place < above.spot.rank)
            ):
                above = event
        return below, above, at

    def projected(self, cells: list[tuple[Cell, set[int]]]) -> set[int]:
        """The polynomials in the first letter that keep the bounds between different answers as they are."""
        if not self.depth or self.place.is_section:
            return set()
        basis, letter = self.basis, self.letter
        result = {n for n in self.bounds if not basis.degrees[n][letter]}
        last: Bound | None = None
        for (before, _), (cell, needed), (behind, _) in zip(
            cells[::2], cells[1::2], cells[2::2], strict=False
        ):
            bound, answer = cell.low, told(cell)
            assert bound is not None
            if told(before) == answer == told(behind):
                continue
            self.kept(bound.number, result)
            for number, _ in bound.also:
                result.update(basis.resultant(number, bound.number, letter))
            if last is not None:
                result.update(basis.resultant(last.number, bound.number, letter))
            if answer not in (told(before), told(behind)):
                self.hangs(
                    needed, bound, result
                )  # an answer of its own goes no further than what it hangs on
            last = bound
        return result

    def hangs(self, needed: set[int], bound: Bound, result: set[int]) -> None:
        """Note what is zero where one of some polynomials vanishes on a bound."""
        for number in needed:
            if self.basis.degrees[number][self.letter]:
                self.kept(number, result)
                result.update(self.basis.resultant(number, bound.number, self.letter))
            else:
                result.add(number)

    def kept(self, number: int, result: set[int]) -> None:
        """Note what is zero where roots of a polynomial meet or leave."""
        self.roots(number)
        result.update(self.basis.leading(number, self.letter))
        if number in self._vanishing:
            result.update(self.basis.trailing(number, self.letter))
        result.update(self.basis.discriminant(number, self.letter))
