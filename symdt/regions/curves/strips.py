"""Strips: the ways to the answers of a table of contents, those that go on past a value of the first letter as one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from symdt.exact.line.place import Place
from symdt.regions.sections.contents import Layer, Part, effort
from symdt.regions.sections.paths import Way


def strips(node: Layer, found: Iterable[tuple[Way, Any, Place]]) -> list[tuple[Way, Any, Place]]:
    """The ways of a tree, those that go on in the same words over neighbouring parts of the first letter as one.

    Where the first letter passes a value at which something changes, what lies elsewhere goes on as it was. The letters
    after the first lie between the same roots on both sides of such a value and at it, so they do on the union.
    """
    order = {id(part): n for n, part in enumerate(node.parts)}
    over: list[list[_Strip]] = [[] for _ in node.parts]  # the ways that lead over each part
    for way, answer, place in found:
        n = order[id(way[0][1])]
        over[n].append(_Strip(n, n, way[1:], answer, place))
    whole: list[_Strip] = []
    going: list[_Strip] = []
    for n, part in enumerate(node.parts):
        is_section = part.low is not None and part.low == part.high
        before, going = going, []
        for here in over[n]:
            last = next(
                (s for s in before if s.answer == here.answer and _goes_on(s.rest, here.rest, is_section)),
                None,
            )
            if last is None:
                going.append(here)
            else:
                before.remove(last)
                going.append(last._replace(last=n, place=min(last.place, here.place, key=effort)))
        whole += before
    whole += going
    whole.sort(key=lambda s: s.first)
    return [(((node.letter, s.part(node)), *s.rest), s.answer, s.place) for s in whole]


class _Strip(NamedTuple):
    """A way that goes on over several parts of the first letter: the first and the last of these."""

    first: int
    last: int
    rest: Way
    answer: Any
    place: Place

    def part(self, node: Layer) -> Part:
        """The parts of the first letter as one."""
        one, other = node.parts[self.first], node.parts[self.last]
        return Part(one.low, one.has_low, other.high, other.has_high, None)


def _goes_on(one: Way, other: Way, is_section: bool) -> bool:
    """Whether two ways say the same; on a section the first may name the limits of the second by other polynomials."""
    if one == other:
        return True
    if not is_section or len(one) != 1 or len(other) != 1:
        return False
    here, there = one[0][1], other[0][1]
    if (here.has_low, here.has_high, here.node) != (there.has_low, there.has_high, there.node):
        return False
    pairs = ((here.low, there.low), (here.high, there.high))
    return all(a is b if a is None or b is None else b.names(a) for a, b in pairs)
