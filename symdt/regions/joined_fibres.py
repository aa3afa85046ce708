"""Joined fibres: the line over a place where the functions are others on each part of the domain.

Over a place each part of the domain is a union of stretches of the line, with its own best labels; side by side
they are the whole domain. Where one part ends and the next begins with the same label the two are one stretch,
so that a kink which changes nothing leaves no trace in the answer. What the answer hangs on is what the answer
of each part hangs on, and the signs that say which parts there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from symdt.exact.formula import Condition
from symdt.exact.line.place import Place
from symdt.regions.contest import Question
from symdt.regions.sections.basis import Basis
from symdt.regions.sections.fibres import Fibres, Line, holds
from symdt.regions.sections.over import Answer, Stop, Stretch, Structure


class _Side(NamedTuple):
    """A part of the domain: its line, the conditions of it that do not hold the letter, the labels of its functions."""

    fibres: Fibres
    outer: list[tuple[str, Any, tuple[int, ...]]]
    labels: list[int]


class _Found(NamedTuple):
    """A stretch of a part, with its ends found on the line, and the line itself."""

    stretch: Stretch
    start: Stop | None
    stop: Stop | None
    line: Line
    side: _Side


class JoinedFibres:
    """The fibres of all parts of a question, as one."""

    def __init__(self, basis: Basis, letter: int, question: Question[Any]) -> None:
        self.basis, self.letter = basis, letter
        shared = set(question.domain.conditions)
        self.sides = [self._side(part, shared) for part in question.parts]
        #: As those of one line: what orders the letters, and what candidates for conditions are made from.
        self.differences = {
            (k, *pair): members
            for k, side in enumerate(self.sides)
            for pair, members in side.fibres.differences.items()
        }
        self.conditions = [c for side in self.sides for c in side.fibres.conditions]

    def _side(self, part: Question[Any], shared: set[Condition]) -> _Side:
        functions: list[Any] = []
        labels: list[int] = []
        for number, (_, function) in enumerate(part.functions):
            if all(function != other for other in functions):  # of equal functions the first speaks for all
                labels.append(number)
                functions.append(function)
        conditions = [c for c in part.domain.conditions if c.truth is not True]
        field = part.domain.field
        holes = {n: None for f in functions for n in self.basis.parts(f.den)}
        conditions += [Condition(field, self.basis.polys[n], "!=") for n in holes]
        inner = [c for c in conditions if c.poly.degrees()[self.letter]]
        outer: list[tuple[str, Any, tuple[int, ...]]] = [
            (c.op, c.poly, self.basis.parts(c.poly, whole=True))
            for c in conditions
            if c not in inner and c not in shared
        ]
        signed = [f if part.sign > 0 else -f for f in functions]
        return _Side(Fibres(self.basis, self.letter, signed, inner), outer, labels)

    def at(self, place: Place) -> Answer:
        """The answer over a place."""
        found: list[_Found] = []
        needed: set[int] = set()
        spots: Any = None
        for side in self.sides:
            needed.update(n for _, _, numbers in side.outer for n in numbers)
            if not all(holds(op, place.sign(poly)) for op, poly, _ in side.outer):
                continue
            line = Line(side.fibres, place)
            spots = line.spots = spots or line.spots  # one line: its roots are compared across parts
            answer = line.answer()
            for stretch in answer.structure or ():
                ends = [line.named(m) if m is not None else None for m in (stretch.start, stretch.stop)]
                label = side.labels[stretch.label]
                found.append(_Found(stretch._replace(label=label), ends[0], ends[1], line, side))
            needed |= answer.needed
        found.sort(key=_order)
        structure = self._joined(found, needed)
        return Answer(structure or None, frozenset(needed))

    def _joined(self, found: Sequence[_Found], needed: set[int]) -> Structure:
        joined: list[_Found] = []
        for here in found:
            last = joined[-1] if joined else None
            if (
                last is None
                or last.stop is None
                or here.start is None
                or last.stop.spot is not here.start.spot
            ):
                joined.append(here)
                continue
            one, other = last.stretch, here.stretch
            is_whole = not one.is_open_right or other.is_closed_left
            if is_whole and one.label == other.label:
                stretch = one._replace(stop=other.stop, is_open_right=other.is_open_right)
                joined[-1] = last._replace(stretch=stretch, stop=here.stop, line=here.line, side=here.side)
                continue
            is_border = one.is_open_right and other.is_closed_left and other.start != other.stop
            if is_border and self._ties(one.label, here, needed):
                # in a tie the border belongs to the stretch that ends there
                joined[-1] = last._replace(stretch=one._replace(is_open_right=False))
                here = here._replace(stretch=other._replace(is_closed_left=False))
            joined.append(here)
        return tuple(item.stretch for item in joined)

    def _ties(self, label: int, here: _Found, needed: set[int]) -> bool:
        """Whether a label is as good as the best where a stretch begins."""
        numbers, line, start = here.side.labels, here.line, here.start
        if label not in numbers or start is None:
            return False
        i, j = numbers.index(label), numbers.index(here.stretch.label)
        value, members = line.difference(i, j)
        line.settle(here.side.fibres.members(i, j))
        for n, _ in members:
            line.keep(n)
            line.apart(n, (start, start))
        needed |= line.needed
        return not value or any(root is start.spot for n, _ in members for root, _ in line.roots(n))

    def confirms(self, _place: Place, _structure: Structure) -> Answer | None:
        """Nothing is told in another's words."""
        return None


def _order(item: _Found) -> tuple[int, bool, int]:
    start = -1 if item.start is None else item.start.spot.rank
    return start, not item.stretch.is_closed_left, 0 if item.stop is None else item.stop.spot.rank
