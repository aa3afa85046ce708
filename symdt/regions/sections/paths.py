"""Paths in a table of contents: from the first letter to an answer, and the one that leads to a place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from symdt.exact.line import between
from symdt.exact.line.branch import compare
from symdt.exact.line.place import Place
from symdt.regions.sections.basis import Basis
from symdt.regions.sections.contents import OUTSIDE, Layer, Limit, Part, effort
from symdt.regions.sections.records import UNKNOWN, Bound, Leaf, Moved, Stack, settled


def limits(node: Any) -> set[int]:
    """The polynomials at the limits of a tree's parts."""
    found: set[int] = set()
    if isinstance(node, Layer):
        for part in node.parts:
            found |= {limit.number for limit in (part.low, part.high) if limit is not None}
            found |= limits(part.node)
    return found


#: The letters and their parts on the way to an answer.
Way = tuple[tuple[int, Part], ...]


def paths(basis: Basis, node: Any, places: Any, before: Way = ()) -> Iterator[tuple[Way, Any, Place]]:
    """Every way to an answer, the answer, and a place where it holds."""
    if isinstance(places, Moved):
        yield from _moved_paths(basis, node, places, before)
    elif isinstance(node, Layer):
        for part, where in zip(node.parts, places, strict=True):
            yield from paths(basis, part.node, where, (*before, (node.letter, part)))
    elif node is not OUTSIDE and node is not UNKNOWN:
        yield before, node, places


def _moved_paths(basis: Basis, node: Any, moved: Moved, before: Way) -> Iterator[tuple[Way, Any, Place]]:
    """The same for what was moved to a section: the places are sought there."""
    found: dict[tuple[int, ...], tuple[Way, Place]] = {}
    for place in _places(basis, moved.node, moved.place):
        way = way_to(basis, node, place)
        key = tuple(id(part) for _, part in way)
        if key not in found or effort(place) < effort(found[key][1]):
            found[key] = (way, place)
    for way, place in found.values():
        yield (*before, *way), way[-1][1].node if way else node, place


def _places(basis: Basis, node: Any, place: Place) -> Iterator[Place]:
    """A place in each cell of a stack that was made elsewhere, over a place in its limit."""
    node = settled(node)
    if not isinstance(node, Stack):
        if isinstance(node, Leaf):
            yield place
        return
    letter = node.letter

    def value(bound: Bound | None) -> Any:
        return None if bound is None else _root(basis, place, Limit(bound.number, bound.index), letter)

    for cell in node.cells:
        low = value(cell.low)
        if cell.is_section:
            yield from _places(basis, cell.node, place.at(letter, low, is_section=True))
            continue
        high = value(cell.high)
        if low is None or high is None or compare(low, high):
            yield from _places(basis, cell.node, place.at(letter, between(low, high)))


def way_to(basis: Basis, node: Any, place: Place) -> Way:
    """The parts of a tree on the way to the answer at a place."""
    way: list[tuple[int, Part]] = []
    while isinstance(node, Layer):
        letter, value, at = node.letter, place.coordinates[node.letter], place.until(node.letter)
        first = bisect_left(node.parts[:-1], True, key=lambda p: _is_up_to(basis, at, p, letter, value))
        part = node.parts[first]
        way.append((letter, part))
        node = part.node
    return tuple(way)


def located(basis: Basis, node: Any, place: Place) -> tuple[Any, set[int]]:
    """The answer of a tree at a place, and the polynomials at the limits of the parts on the way to it."""
    way = way_to(basis, node, place)
    near = {limit.number for _, part in way for limit in (part.low, part.high) if limit is not None}
    return way[-1][1].node if way else node, near


def _is_up_to(basis: Basis, at: Place, part: Part, letter: int, value: Any) -> bool:
    assert part.high is not None, "the last part alone has no limit"
    order = compare(value, _root(basis, at, part.high, letter))
    return order < 0 or (order == 0 and part.has_high)


def _root(basis: Basis, place: Place, limit: Limit, letter: int) -> Any:
    below = 0
    for root, many in place.known_roots(limit.number, basis.polys[limit.number], letter):
        if below <= limit.nth < below + many:
            return root
        below += many
    raise AssertionError("a limit has no value where its part was found")
