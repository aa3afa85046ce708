"""A fibre: the line of the parameter over one place of the other letters, and the answer along it.

Over a place every function is a function of the parameter alone. Where the domain begins on the line
one label is best; it stays so until a difference with another label changes sign, and so on to the
end. The sequence of labels, with the polynomial and the number of the root at which one takes over
from the other, is the `Structure`.

With it comes what must not change around the place for the structure to stay the same (`needed`):
the leading coefficient and the discriminant of each difference from a label *while it is best*, so
that its roots neither meet nor leave, and its resultants with the ends of the piece, so that none
crosses them. Differences of labels that are not best there do not matter. Where a leading coefficient
vanishes at the place, what remains is taken in its stead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

from symdt.exact.element import Element
from symdt.exact.formula import Condition
from symdt.exact.line.branch import may_be_equal
from symdt.exact.line.place import Place
from symdt.exact.line.real import sign
from symdt.regions.curves.relevance import Relevance
from symdt.regions.sections.basis import Basis
from symdt.regions.sections.over import Answer, Mark, Over, Stop, Stretch, Structure
from symdt.regions.sections.spots import Spot


class Fibres:
    """Labelled functions (the least is sought) and conditions, over all places of the other letters."""

    def __init__(
        self, basis: Basis, letter: int, functions: Sequence[Element], conditions: Sequence[Condition]
    ) -> None:
        self.basis, self.letter = basis, letter
        self.count = len(functions)
        self.conditions = [(c.op, *basis.factors(c.poly, whole=True)) for c in conditions]
        self._lasting: dict[Structure, frozenset[int]] = {}
        self.differences: dict[tuple[int, int], tuple[int, tuple[tuple[int, int], ...]]] = {}
        for i in range(self.count):
            for j in range(i):
                self.differences[i, j] = basis.factors((functions[i] - functions[j]).sign_polynomial)
        self.relevance: Relevance | None = None  # which curves count, where that is known

    def double(self, number: int) -> tuple[int, ...]:
        """What is zero where two roots of a polynomial meet, if that can change an answer."""
        if self.relevance is not None and not self.relevance.double(number):
            return ()
        return self.basis.discriminant(number, self.letter)

    def common(self, one: int, other: int) -> tuple[int, ...]:
        """What is zero where roots of two polynomials meet, if that can change an answer."""
        if self.relevance is not None and one != other and not self.relevance.common(one, other):
            return ()
        return self.basis.resultant(one, other, self.letter)

    def members(self, i: int, j: int) -> tuple[tuple[int, int], ...]:
        """The irreducible factors of the difference of two functions."""
        return self.differences[max(i, j), min(i, j)][1]

    @cached_property
    def walls(self) -> frozenset[int]:
        """What keeps the parts of the domain on the line, and their ends, what they are."""
        numbers = {n for _, _, members in self.conditions for n, _ in members}
        walls = [n for n in numbers if self.basis.degrees[n][self.letter]]
        found = {n for n in numbers if n not in walls}
        for a in walls:
            found.update(self._own(a))
            for b in walls:
                found.update(self.basis.resultant(a, b, self.letter))
        return frozenset(found)

    def _own(self, number: int) -> tuple[int, ...]:
        leading = self.basis.leading(number, self.letter)
        return (*leading, *self.basis.discriminant(number, self.letter))

    def lasting(self, structure: Structure) -> frozenset[int]:
        """Polynomials without the parameter: where none is zero the ends of a structure keep their numbers."""
        known = self._lasting.get(structure)
        if known is None:
            marks = {m.number for piece in structure for m in (piece.start, piece.stop) if m is not None}
            known = self._lasting[structure] = self.walls.union(*map(self._own, marks))
        return known

    def meetings(self, structure: Structure) -> set[int]:
        """Polynomials without the parameter: a piece of a structure shrinks to nothing only where one of them is zero."""
        ends = {(piece.start, piece.stop) for piece in structure}
        return {
            n
            for start, stop in ends
            if start is not None and stop is not None and start != stop
            for n in self.basis.resultant(start.number, stop.number, self.letter)
        }

    def shrinks(self, place: Place, structure: Structure, vanishes: Callable[[int], bool]) -> bool:
        """Whether a piece of a structure, whose ends have their numbers over a place, may be nothing there."""
        line: Line | None = None
        for start, stop in {(piece.start, piece.stop) for piece in structure}:
            if start is None or stop is None or start == stop:
                continue
            if any(map(vanishes, self.basis.resultant(start.number, stop.number, self.letter))):
                line = line or Line(self, place)
                ends = line.number(start), line.number(stop)
                if ends[0] is None or ends[1] is None or may_be_equal(*ends):
                    return True
        return False

    def at(self, place: Place) -> Answer:
        """The answer over a place."""
        return Line(self, place).answer()

    def confirms(self, place: Place, structure: Structure) -> Answer | None:
        """The answer over a place in the words of a structure known from elsewhere, if it is right here too."""
        return Line(self, place).confirmed(structure)


class Line(Over):
    """The work over one place."""

    # --- the domain on the line -----------------------------------------------------------------------

    def answer(self) -> Answer:
        """The structure, made from nothing."""
        pieces: list[Stretch] = []
        for start, stop, is_closed, is_open in self.components():
            if start is not None and start is stop:
                pieces.append(Stretch(self.best_at(start), start.mark, start.mark, True, False))
            else:
                pieces += self.walk(start, stop, is_closed, is_open)
        return Answer(tuple(pieces) if pieces else None, frozenset(self.needed))

    def components(  # noqa: C901 - one pass over points and gaps
        self,
    ) -> list[tuple[Stop | None, Stop | None, bool, bool]]:
        """The parts of the domain on the line, in order: ends, closed on the left, open on the right.

        A part that is one point has it for both ends.
        """
        walls: set[int] = set()
        tests = []
        for op, value, members in self.fibres.conditions:
            self.settle_wall(members)
            now, held = self.product(value, members)
            if not held and not holds(op, now):
                return []
            if held:
                tests.append((op, now, held))
                walls.update(n for n, _ in held)
        line = self.line(sorted(walls))
        for a in walls:
            self.keep(a)
            for b in walls:
                if a < b:
                    self.needed.update(self.basis.resultant(a, b, self.letter))
        gaps, points = [], []
        for n in range(len(line) + 1):
            signs = {w: self.sign_after(w, line[n - 1][0] if n else None) for w in walls}
            gaps.append(all(holds(op, _power(now, held, signs)) for op, now, held in tests))
            if n:
                at = {w: 0 if w in line[n - 1][1] else s for w, s in signs.items()}
                points.append(all(holds(op, _power(now, held, at)) for op, now, held in tests))
        ends = [self.end(spot, members) for spot, members in line]
        found: list[tuple[Stop | None, Stop | None, bool, bool]] = []
        first: int | None = None
        for n, inside in enumerate(gaps):
            is_last = n == len(points)
            goes_on = not is_last and points[n] and gaps[n + 1]
            if inside:
                first = n if first is None else first
                if not goes_on:
                    start = ends[first - 1] if first else None
                    stop = None if is_last else ends[n]
                    is_closed = bool(first and points[first - 1])
                    found.append((start, stop, is_closed, not is_last and not points[n]))
                    first = None
            elif not is_last and points[n] and not gaps[n + 1]:
                found.append((ends[n], ends[n], True, False))
        return found

    def settle_wall(self, members: Iterable[tuple[int, int]]) -> None:
        """Note what decides which factors a condition has over the place."""
        for number, _ in members:
            if self.basis.degrees[number][self.letter]:
                self.reduced_to(number)
            else:
                self.needed.add(number)

    def end(self, spot: Spot, members: Iterable[int]) -> Stop:
        """The end at a spot, by the simplest of the polynomials that vanish there."""
        number = min(members, key=self.readability)
        index = sum(many for root, many in self.roots(number) if root.rank < spot.rank)
        lead = self.lead(number) if self.basis.degrees[number][self.letter] == 2 else 0
        return Stop(spot, number, Mark(number, index, lead))

    def readability(self, number: int) -> tuple[Any, ...]:
        return (self.basis.degrees[number][self.letter], self.basis.simplicity(number))

    # --- the walk along the best labels -----------------------------------------------------------------

    def best_at(self, end: Stop) -> int:
        """The best label at a single point of the line."""
        best = 0
        for j in range(1, self.fibres.count):
            value, members = self.difference(best, j)
            self.settle(self.fibres.members(best, j))
            for n, many in members:
                self.keep(n)
                self.apart(n, (end, end))
                is_zero = any(root is end.spot for root, _ in self.roots(n))
                value *= 0 if is_zero else self.sign_after(n, end.spot) ** many
            if value > 0:
                best = j
        return best

    def better_after(self, i: int, j: int, spot: Spot | None) -> bool:
        """Whether j is better than i just behind a spot."""
        now, members = self.difference(i, j)
        for n, many in members:
            now *= (self.definite(n) or self.sign_after(n, spot)) ** many
        return now > 0

    def walk(self, start: Stop | None, stop: Stop | None, is_closed: bool, is_open: bool) -> list[Stretch]:
        """The best labels from the start of a part of the domain to its end."""
        label = self.best_of(range(self.fibres.count), start)
        pieces: list[Stretch] = []
        while True:
            found = self.next_change(label, start, stop)
            end, following = found if found else (stop, label)
            self.secure(label, start, end)
            marks = (start.mark if start else None, end.mark if end else None)
            pieces.append(Stretch(label, *marks, is_closed and not pieces, is_open and not found))
            if not found:
                return pieces
            start, label = end, following

    def best_of(self, labels: Iterable[int], start: Stop | None) -> int:
        """The best of some labels just behind an end."""
        first, *others = labels
        for j in others:
            if self.better_after(first, j, start.spot if start else None):
                first = j
        return first

    def next_change(self, label: int, start: Stop | None, stop: Stop | None) -> tuple[Stop, int] | None:
        """Where the label ceases to be best, and the label that is best from there on."""
        first: Spot | None = None
        found: dict[int, list[int]] = {}  # labels that become better, with what changes sign
        for j in range(self.fibres.count):
            if j == label:
                continue
            now, odd = self.changing(label, j)
            if not now or not odd:
                continue
            line = self.line(odd)
            for n in odd:
                now *= self.sign_after(n, start.spot if start else None)
            for spot, at in line:
                if start is not None and spot.rank <= start.spot.rank:
                    continue
                if (stop and spot.rank >= stop.spot.rank) or (first and spot.rank > first.rank):
                    break
                changed = [n for n, many in at.items() if many % 2]
                now *= (-1) ** len(changed)
                if now > 0:
                    found = {**found, j: changed} if spot is first else {j: changed}
                    first = spot
                    break
        if first is None:
            return None
        there = self.end(first, next(iter(found.values())))
        best = self.best_of(found, there)
        return self.end(first, found[best]), best

    def changing(self, i: int, j: int) -> tuple[int, list[int]]:
        """The factors with which f_i - f_j may change its sign in the range, and the sign of the others."""
        now, members = self.difference(i, j)
        odd = [n for n, many in members if many % 2]
        for n in odd:
            now *= self.definite(n) or 1
        return now, [n for n in odd if not self.definite(n)]

    def secure(self, label: int, start: Stop | None, stop: Stop | None) -> None:  # noqa: C901 - one rule a line
        """Note what keeps a label best between two ends."""
        for end in (start, stop):
            if end is not None:
                self.keep(end.number)
        if start is not None and stop is not None:
            self.needed.update(self.fibres.common(start.number, stop.number))
        for j in range(self.fibres.count):
            if j == label:
                continue
            inner: dict[Spot, list[int]] = {}
            for n, many in self.settle(self.fibres.members(label, j)):
                if self.is_clear(n, start, stop):
                    continue
                self.keep(n)
                self.apart(n, (start, stop))
                for root, m in self.roots(n) if many % 2 else ():
                    if m % 2 and _inside(root, start, stop):
                        inner.setdefault(root, []).append(n)
            # two factors that vanish together inside, so that the product keeps its sign, must go on doing so
            for numbers in inner.values():
                for a, b in combinations(numbers, 2):
                    self.needed.update(self.fibres.common(a, b))

    # --- another's words --------------------------------------------------------------------------------

    def confirmed(self, structure: Structure) -> Answer | None:  # noqa: C901 - one demand a line
        """The structure, if its formulas are right over this place; what they hang on is then needed too."""
        ends: dict[Mark, Stop] = {}
        for mark in {m for piece in structure for m in (piece.start, piece.stop) if m is not None}:
            end = self.named(mark)
            if end is None:
                return None
            ends[mark] = end
        rest: list[tuple[Stretch, Stop | None, Stop | None]] = [
            (p, ends[p.start] if p.start else None, ends[p.stop] if p.stop else None) for p in structure
        ]
        for start, stop, is_closed, is_open in self.components():
            known = {end.number for end in (start, stop) if end}
            now, is_first = start, True
            while True:
                if not rest:
                    return None
                piece, first, last = rest.pop(0)
                is_right = _same(first, now) and piece.is_closed_left == (is_closed and is_first)
                if not is_right or not self.is_best_between(piece.label, first, last):
                    return None
                for end in (e for e in (first, last) if e is not None):
                    for number in known:
                        self.needed.update(self.fibres.common(end.number, number))
                self.secure(piece.label, first, last)
                now, is_first = last, False
                if _same(last, stop) and (piece.is_open_right or not rest or rest[0][0].start != piece.stop):
                    if piece.is_open_right != is_open:
                        return None
                    break
        return None if rest else Answer(structure, frozenset(self.needed))

    def named(self, mark: Mark) -> Stop | None:
        """The end that a mark names over this place, if it names one here."""
        spot = _nth(self.roots(mark.number), mark.nth) if self.names(mark) else None
        return Stop(spot, mark.number, mark) if spot is not None else None

    def number(self, mark: Mark) -> Any:
        """The number that a mark names over this place, or None: the other roots of its polynomial do not matter."""
        return _nth(self.numbers(mark.number), mark.nth) if self.names(mark) else None

    def names(self, mark: Mark) -> bool:
        """Whether the polynomial of a mark has the degree and the leading sign over this place that it counts on."""
        number = mark.number
        if self.basis.degrees[number][self.letter] and self.present(number)[1] != ((number, 1),):
            return False  # its leading coefficient vanishes here
        return not mark.lead or self.lead(number) == mark.lead

    def is_best_between(self, label: int, start: Stop | None, stop: Stop | None) -> bool:
        """Whether a label is best everywhere between two ends, the first before the second."""
        if start and stop and start.spot.rank >= stop.spot.rank:
            return False  # a piece that shrinks to nothing is better left out
        if any(
            j != label and self.better_after(label, j, start.spot if start else None)
            for j in range(self.fibres.count)
        ):
            return False
        return self.next_change(label, start, stop) is None


def _nth(roots: Iterable[tuple[Any, int]], nth: int) -> Any:
    """The root of a number, counted with multiplicities, or None."""
    below = 0
    for root, many in roots:
        below += many
        if nth < below:
            return root
    return None


def _same(one: Stop | None, other: Stop | None) -> bool:
    return one is other if one is None or other is None else one.spot is other.spot


def _inside(root: Spot, start: Stop | None, stop: Stop | None) -> bool:
    after = start is None or root.rank > start.spot.rank
    return after and (stop is None or root.rank < stop.spot.rank)


def holds(op: str, value: int) -> bool:
    """Whether a number of this sign is in this relation to 0."""
    return {">": value > 0, ">=": value >= 0, "==": value == 0, "!=": value != 0}[op]


def _power(value: int, members: Sequence[tuple[int, int]], signs: dict[int, int]) -> int:
    for n, many in members:
        value *= signs[n] ** many
    return sign(value)
