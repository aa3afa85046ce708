"""The line of a letter cut at events: what may change at no event is not looked at again.

Over a value of the first letter the second one's line is cut into cells. Only the bounds between cells with
different answers count: they go on, each as a root of its polynomial, until it meets another root of that polynomial
or leaves, until two neighbours meet, or until an event, where one begins or ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symdt.exact.line.place import Place
from symdt.regions.curves.turning import Event
from symdt.regions.sections.records import Bound, Cell, Hint, Leaf
from symdt.regions.sections.stack_line import StackLine


class EventLine(StackLine):
    """The line of one letter over a place, the first one's cut at events.

    events: of the first letter. bounds: the polynomials of the domain's conditions.
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
    ) -> None:
        # the cells beside a section are told by samples that may lie far from it: nothing tends from there to here
        super().__init__(stacks, place, depth, Hint((), hint.vanishes))
        self.bounds = bounds
        self.events = [Bound(e.number, e.nth, self.spots.spot(e.value)) for e in events] if not depth else []

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
            bound, answer = cell.low, _told(cell)
            assert bound is not None
            if _told(before) == answer == _told(behind):
                continue
            self.kept(bound.number, result)
            for number, _ in bound.also:
                result.update(basis.resultant(number, bound.number, letter))
            if last is not None:
                result.update(basis.resultant(last.number, bound.number, letter))
            if answer not in (_told(before), _told(behind)):
                # an answer of its own goes no further than what it hangs on
                for number in needed:
                    if basis.degrees[number][letter]:
                        self.kept(number, result)
                        result.update(basis.resultant(number, bound.number, letter))
                    else:
                        result.add(number)
            last = bound
        return result

    def kept(self, number: int, result: set[int]) -> None:
        """Note what is zero where roots of a polynomial meet or leave."""
        self.roots(number)
        result.update(self.basis.leading(number, self.letter))
        if number in self._vanishing:
            result.update(self.basis.trailing(number, self.letter))
        result.update(self.basis.discriminant(number, self.letter))


def _told(cell: Cell) -> Any:
    return cell.node.answer if isinstance(cell.node, Leaf) else cell.node
