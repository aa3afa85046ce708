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
from typing import Any

from symdt.exact.line.branch import compare
from symdt.exact.line.place import Place
from symdt.regions.rule import INTERRUPTED
from symdt.regions.sections.basis import Basis
from symdt.regions.sections.records import UNKNOWN, Ask, Bound, Fits, Hint, OutOfBudgetError, Stack, settled
from symdt.regions.sections.stack_line import StackLine


class Stacks:
    """The decomposition of the space of `letters` (by position, in order) for one question."""

    def __init__(
        self,
        basis: Basis,
        letters: tuple[int, ...],
        ask: Ask,
        spend: Callable[[], None] = lambda: None,
        fits: Fits = lambda *_: True,
        origin: Place | None = None,
        line: type[StackLine] = StackLine,
    ) -> None:
        self.origin = origin or Place(
            basis.field
        )  # where decompositions of one space begin, roots are found once
        self.basis, self.letters, self.ask, self.spend, self.fits = basis, letters, ask, spend, fits
        self.line = line  # how a letter's line is cut
        self.why_not = ""  # why it ended early

    def build(self) -> Any:
        """What stands over the empty place: a stack, or an answer where there are no letters.

        Where the budget ends, or the user ends it, on the way, what was done by then stands and the rest of
        the first letter's line is `UNKNOWN`.
        """
        return self.over(self.origin, 0, Hint((), lambda _: False))[0]

    def over(self, place: Place, depth: int, hint: Hint) -> tuple[Any, set[int]]:
        """What stands over a place of the first letters, and the polynomials that it hangs on."""
        if self.why_not:
            return UNKNOWN, set()
        try:
            self.spend()
            known = self.ask(place, depth, hint)
            if known is not None:
                return known[0], set(known[1])
            line = self.line(self, place, depth, hint)
            cells = line.carried() or line.cover()
            if self.why_not and depth:  # what the whole stack hangs on is not known
                return UNKNOWN, set()
            return line.stack(cells), line.projected(cells)
        except OutOfBudgetError:
            self.why_not = "the time budget ended"
        except KeyboardInterrupt:
            self.why_not = INTERRUPTED
        return UNKNOWN, set()

    def limit(self, node: Any, place: Place) -> tuple[Any, set[int]]:
        """What stands in a neighbour's cells next to a place, and the bounds of these cells; None where it is not clear.

        The neighbour lies beside the place, so that the roots of its bounds tend to roots over the place: to
        those of the same number, if the degree stays and no others become real.
        """
        near: set[int] = set()
        while isinstance(node := settled(node), Stack):
            at, value = place.until(node.letter), place.coordinates[node.letter]
            bounds = [cell.low for cell in node.cells[1::2]]
            low, high, equal = 0, len(bounds), False
            while low < high:
                middle = (low + high) // 2
                root = self._tends_to(bounds[middle], node, at)  # type: ignore[arg-type]
                if root is None:
                    return None, near
                order = compare(value, root)
                equal = equal or order == 0
                low, high = (middle + 1, high) if order > 0 else (low, middle)
            is_section = equal and low < len(bounds)
            cell = node.cells[2 * low + is_section]
            near |= {bound.number for bound in (cell.low, cell.high) if bound is not None}
            node = cell.node
        return node, near

    def _tends_to(self, bound: Bound, stack: Stack, at: Place) -> Any:
        """The root over a place to which a bound of a stack beside it tends; None where it is not clear."""
        number, letter = bound.number, stack.letter
        if not at.sign(self.basis.coefficients(number, letter)[-1]):
            return None
        poly = self.basis.polys[number]
        here = at.known_roots(number, poly, letter)
        there = stack.place.known_roots(number, poly, letter)
        if sum(many for _, many in here) != sum(many for _, many in there):
            return None
        below = 0
        for root, many in here:
            below += many
            if bound.index < below:
                return root
        return None
