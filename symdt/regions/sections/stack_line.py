"""The line of one letter over a place: roots in order, the cells between them, and what is projected from these."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from symdt.exact.line import between
from symdt.exact.line.place import Place
from symdt.regions.sections.records import Bound, Cell, Hint, Leaf, Moved, Stack, settled
from symdt.regions.sections.spots import Spot, Spots


class StackLine:
    """The line of one letter over a place, and the cells that it is cut into."""

    def __init__(self, stacks: Any, place: Place, depth: int, hint: Hint) -> None:
        self.stacks, self.place, self.depth = stacks, place, depth
        self.beside, self.vanished = hint
        self._zero: dict[int, bool] = {}
        self.basis, self.letter = stacks.basis, stacks.letters[depth]
        self.spots = Spots()
        self._roots: dict[int, list[tuple[Spot, int]]] = {}
        self._vanishing: set[int] = set()  # the leading coefficient is zero here
        self._null: set[int] = set()  # all coefficients are

    def roots(self, number: int) -> list[tuple[Spot, int]]:
        """The roots of a polynomial over the place with multiplicities, by Lazard's evaluation where it vanishes."""
        known = self._roots.get(number)
        if known is None:
            poly = self.basis.polys[number]
            parts = self.basis.coefficients(number, self.letter)
            if not self.place.sign(parts[-1]):
                self._vanishing.add(number)
                if all(self.place.sign(c) == 0 for c in parts):
                    self._null.add(number)
                    poly = self.evaluated(poly)
            found = (
                self.place.roots(poly, self.letter)
                if number in self._null
                else self.place.known_roots(number, poly, self.letter, parts)
            )
            known = self._roots[number] = [(self.spots.spot(root), many) for root, many in found]
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
        return self.inside(None, None, self.beside)

    def inside(
        self, first: Bound | None, last: Bound | None, beside: tuple[Any, ...]
    ) -> list[tuple[Cell, set[int]]]:
        """The cells of an interval of the line, in order, each with what it hangs on."""
        cells, sections = self.opened(first, last, beside)
        found = cells[:1]
        for n, bound in enumerate(sections):
            found += [self.section(bound, cells[n][0].node, cells[n + 1][0].node), cells[n + 1]]
        return found

    def opened(
        self, first: Bound | None, last: Bound | None, beside: tuple[Any, ...]
    ) -> tuple[list[tuple[Cell, set[int]]], list[Bound]]:
        """The open cells of an interval of the line, in order, each with what it hangs on, and the roots between them."""
        cells: list[tuple[Cell, set[int]]] = []
        sections: list[Bound] = []  # a root between each cell and the next
        # depth first from the left, without recursion: what remains are intervals, roots and cells
        todo: list[Any] = [(first, last)]
        while todo:
            now = todo.pop()
            if isinstance(now, Bound):
                sections.append(now)
                continue
            if isinstance(now[0], Cell):
                cells.append(now)
                continue
            left, right = now
            sample = _between(left, right)
            hint = Hint(beside, lambda n, sample=sample: self.vanishes(n, sample))  # type: ignore[misc]
            node, needed = self.stacks.over(self.place.on(self.letter, sample), self.depth + 1, hint)
            below, above, at = self.nearest(needed, sample, left, right)
            if at is not None:  # the sample happens to lie on a boundary
                todo += [(at, right), at, (left, at)]
                continue
            if above is not None:
                todo += [(above, right), above]
            todo.append((Cell(below or left, above or right, node, sample), needed))
            if below is not None:
                todo += [below, (left, below)]
        return _held(cells, first), sections

    def carried(self) -> list[tuple[Cell, set[int]]] | None:
        """The cells taken over from a stack beside the place, where that is possible."""
        for node in map(settled, self.beside):
            if isinstance(node, Stack) and node.letter == self.letter:
                cells = self.carried_from(node)
                if cells is not None:
                    return cells
        return None

    def carried_from(self, stack: Stack) -> list[tuple[Cell, set[int]]] | None:
        """The cells of a stack whose closure holds the place, in the limit; None where roots come or go.

        If every polynomial keeps its degree and the number of its real roots, then the roots over the place are
        the limits of those beside it, in the same order. Between two that stay apart no polynomial of the cell gets
        a zero: what stands there goes on to the place, unless a polynomial without the letter vanishes there. A root
        that meets no other is the same. What remains are the roots that meet, and these are asked.
        """
        letter, degrees = self.letter, self.basis.degrees
        for number in set().union(*stack.needed):
            if degrees[number][letter]:
                mine = sum(many for _, many in self.roots(number))
                theirs = stack.place.known_roots(number, self.basis.polys[number], letter)
                if number in self._vanishing or mine != sum(many for _, many in theirs):
                    return None
        marks = [self.tended(cell.low) for cell in stack.cells[1::2]]
        found: list[tuple[Cell, set[int]]] = []
        first = 0  # of the roots that meet
        for n, cell in enumerate(stack.cells[::2]):
            if n and n < len(marks) and marks[n - 1].spot is marks[n].spot:
                continue  # the interval shrinks to nothing
            low = self.choice(marks[first:n])
            high = self.choice([m for m in marks[n:] if m.spot is marks[n].spot])
            opened = [self.moved(low, high, stack, 2 * n)]
            inner = [c for c in opened if c] or self.inside(low, high, (cell.node, *self.beside))
            if low is not None:
                same = self.moved(low, low, stack, 2 * n - 1) if n - first == 1 else None
                found.append(same or self.section(low, found[-1][0].node, inner[0][0].node))
            found += inner
            first = n
        return _held(found)

    def moved(
        self, low: Bound | None, high: Bound | None, stack: Stack, number: int
    ) -> tuple[Cell, set[int]] | None:
        """A cell of a stack beside the place, over the place and between these bounds; None where it must be asked."""
        needed, node = stack.needed[number], stack.cells[number].node
        if self.is_changed(needed, stack):
            return None
        is_section = number % 2 == 1
        if is_section and low is not None:
            zeros = self.zeros(low.spot, needed)
            # what vanishes on the root, and nothing else, vanishes there as beside, and simply
            if zeros != stack.zeros[number] or any(many > 1 for many in zeros.values()):
                return None
            sample = low.value
        else:
            sample = _between(low, high)
        if isinstance(settled(node), Leaf | Stack):
            place = self.place.on(self.letter, sample, is_section=is_section)
            if isinstance(node, Leaf):
                spot = low.spot if is_section and low else sample
                if not self.stacks.fits(node.answer, place, lambda n: self.vanishes(n, spot)):
                    return None
                node = Leaf(node.answer, place)
            else:
                node = Moved(settled(node), place)
        return Cell(low, high, node, sample), set(needed)

    def tended(self, bound: Any) -> Bound:
        """The root over this place that a root beside it tends to."""
        below = 0
        for spot, many in self.roots(bound.number):
            below += many
            if bound.index < below:
                return Bound(bound.number, bound.index, spot)
        raise AssertionError("a root that stays has a limit")

    def is_changed(self, needed: frozenset[int], stack: Stack) -> bool:
        """Whether one of the polynomials without the letter vanishes over the place as it does not beside it."""
        degrees, letter = self.basis.degrees, self.letter
        outer = self.stacks.letters[self.depth - 1]
        is_near = stack.place.before is self.place.before  # they differ in the letter before this one alone
        return any(
            not degrees[n][letter] and not (is_near and not degrees[n][outer]) and self.is_zero(n)
            for n in needed
        )

    def is_zero(self, number: int) -> bool:
        """Whether a polynomial without the letter vanishes over the place."""
        known = self._zero.get(number)
        if known is None:
            known = self._zero[number] = self.vanished(number)
        return known

    def zeros(self, spot: Spot, needed: Iterable[int]) -> dict[int, int]:
        """Which polynomials with the letter vanish at a root, and how often."""
        return {
            n: many
            for n in needed
            if self.basis.degrees[n][self.letter]
            for root, many in self.roots(n)
            if root is spot
        }

    def stack(self, cells: list[tuple[Cell, set[int]]]) -> Stack:
        """The cells as a stack."""
        zeros = tuple(
            self.zeros(cell.low.spot, needed) if cell.is_section and cell.low else {}
            for cell, needed in cells
        )
        needed = tuple(frozenset(needed) for _, needed in cells)
        return Stack(self.letter, tuple(cell for cell, _ in cells), self.place, needed, zeros)

    def section(self, bound: Bound, *beside: Any) -> tuple[Cell, set[int]]:
        """The cell that is one root; beside: what stands over the open cells on both sides, if it is to count."""
        node, needed = self.stacks.over(
            self.place.on(self.letter, bound.value, is_section=True),
            self.depth + 1,
            Hint((*beside, *self.beside), lambda number: self.vanishes(number, bound.spot)),
        )
        return Cell(bound, bound, node, bound.value), needed

    def vanishes(self, number: int, value: Any) -> bool:
        """Whether a polynomial is zero at a value of the letter, a number or a spot."""
        if not self.basis.degrees[number][self.letter]:
            return not self.place.sign(self.basis.polys[number])
        roots = self.roots(number)
        if number in self._null:
            return True
        spot = value if isinstance(value, Spot) else self.spots.rank(value)[1]
        return any(root is spot for root, _ in roots)

    def nearest(
        self, needed: set[int], sample: Any, left: Bound | None, right: Bound | None
    ) -> tuple[Bound | None, Bound | None, Bound | None]:
        """The nearest roots below and above a sample inside an interval, and the root that it is itself."""
        for number in needed:
            if self.basis.degrees[number][self.letter]:
                self.roots(number)
        rank, own = self.spots.rank(sample)
        first = left.spot.rank if left else -1
        last = right.spot.rank if right else len(self.spots)
        below: dict[int, list[Bound]] = {}
        above: dict[int, list[Bound]] = {}
        at: list[Bound] = []
        for number in needed:
            index = 0
            for spot, many in self._roots.get(number, ()) if self.basis.degrees[number][self.letter] else ():
                if spot is own:
                    at.append(Bound(number, index, spot))
                elif first < spot.rank < rank:
                    below.setdefault(spot.rank, []).append(Bound(number, index, spot))
                elif rank <= spot.rank < last:
                    above.setdefault(spot.rank, []).append(Bound(number, index, spot))
                index += many
        return (
            self.choice(below[max(below)] if below else []),
            self.choice(above[min(above)] if above else []),
            self.choice(at),
        )

    def choice(self, bounds: list[Bound]) -> Bound | None:
        """The simplest of several polynomials with one root; one that does not vanish on the whole line if possible."""
        if not bounds:
            return None
        degrees, letter = self.basis.degrees, self.letter
        best = min(
            bounds,
            key=lambda b: (
                b.number in self._null,
                degrees[b.number][letter],
                self.basis.simplicity(b.number),
            ),
        )
        if len(bounds) == 1:
            return best
        also = frozenset((b.number, b.index) for b in bounds if b.number not in self._null)
        return replace(best, also=also)

    def projected(self, cells: list[tuple[Cell, set[int]]]) -> set[int]:  # noqa: C901 - the projection's list
        """The polynomials in the letters before this one that keep the stack as it is."""
        basis, letter = self.basis, self.letter
        result: set[int] = set()
        if not self.depth:
            return result  # nothing lies below the first letter
        for number in set().union(*(needed for _, needed in cells)):
            if not basis.degrees[number][letter]:
                result.add(number)
                continue
            self.roots(number)
            result.update(basis.leading(number, letter))
            if number in self._vanishing:
                result.update(basis.trailing(number, letter))
            result.update(basis.discriminant(number, letter))
        pairs: set[tuple[int, int]] = set()
        reach = {n: [spot.rank for spot, _ in roots] for n, roots in self._roots.items() if roots}
        spans = {n: (min(ranks), max(ranks)) for n, ranks in reach.items()}
        for cell, needed in cells:
            low, high = cell.low, cell.high
            if low and high:
                pairs.add((low.number, high.number))
            for number in needed:
                first, last = spans.get(number, (None, None))
                if first is None or last is None:
                    continue
                if low and (cell.is_section or first <= low.spot.rank):
                    pairs.add((number, low.number))
                if high and (cell.is_section or last >= high.spot.rank):
                    pairs.add((number, high.number))
        for one, other in pairs:
            result.update(basis.resultant(one, other, letter))
        return result


def _held(cells: list[tuple[Cell, set[int]]], first: Bound | None = None) -> list[tuple[Cell, set[int]]]:
    """Cells each bound of which, but the first, one of them hangs on.

    What is asked between bounds that were taken over, or on both sides of a boundary that a sample happened to lie on, may not
    need these; the order of what it does need is seen by them alone.
    """
    told = set().union(*(needed for _, needed in cells))
    return [
        (cell, needed if cell.low in (None, first) or cell.low.number in told else {*needed, cell.low.number})
        for cell, needed in cells
    ]


def _between(left: Bound | None, right: Bound | None) -> Any:
    return between(left.value if left else None, right.value if right else None)


def _rest(poly: Any, done: Place) -> list[Any]:
    """The coefficients of a polynomial in the letters that have no value yet."""
    parts: dict[tuple[int, ...], dict[Any, Any]] = {}
    for monomial, coefficient in poly.to_dict().items():
        outer = tuple(0 if i in done.coordinates else int(e) for i, e in enumerate(monomial))
        inner = tuple(int(e) if i in done.coordinates else 0 for i, e in enumerate(monomial))
        parts.setdefault(outer, {})[inner] = coefficient
    return [done.field.context.from_dict(terms) for terms in parts.values()]
