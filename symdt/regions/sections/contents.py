"""The table of contents: a decomposition with neighbours of one answer joined, letter by letter.

A `Layer` cuts the line of one letter into parts, each an interval with ends that are open or closed,
and each part holds a layer of a later letter or an answer. Two trees are equal if they say the same
in the same words. Where the domain has no point, whatever stands beside may be said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from symdt.exact.line.branch import compare
from symdt.exact.line.place import Place
from symdt.regions.sections.basis import Basis
from symdt.regions.sections.stacks import Bound, Cell, Stack

#: Stands for the answer where the domain has no point.
OUTSIDE = None


class Limit(NamedTuple):
    """An end of a part: the root `nth` of a polynomial in the layer's letter."""

    number: int
    nth: int


class Part(NamedTuple):
    """An interval of the letter and what holds there; None stands for no limit."""

    low: Limit | None
    has_low: bool  # the limit itself belongs to the part
    high: Limit | None
    has_high: bool
    node: Any


class Layer(NamedTuple):
    """The parts of a letter's line, in order."""

    letter: int
    parts: tuple[Part, ...]


class Leaf(NamedTuple):
    """An answer over a whole place, and the place."""

    answer: Any
    place: Place


def joined(node: Any, *, absorb: bool) -> tuple[Any, Any]:
    """A decomposition as a tree in which neighbours with the same answer are one; `absorb` forgets where the domain ends.

    With it a tree of the same form that holds, for each answer, a place where it was found.
    """
    if not isinstance(node, Stack):
        return (node.answer, node.place) if isinstance(node, Leaf) else (node, None)
    runs: list[tuple[list[Cell], Any, Any]] = []
    for cell in node.cells:
        inner, places = joined(cell.node, absorb=absorb)
        if not runs:
            runs.append(([cell], inner, places))
            continue
        cells, known, where = runs[-1]
        if known == inner:
            runs[-1] = ([*cells, cell], known, simpler(where, places))
        elif absorb and inner is OUTSIDE:
            runs[-1] = ([*cells, cell], known, where)
        elif absorb and known is OUTSIDE:
            runs[-1] = ([*cells, cell], inner, places)
        else:
            runs.append(([cell], inner, places))
    if len(runs) == 1:
        return runs[0][1:]
    parts = []
    for n, (cells, inner, _) in enumerate(runs):
        low = cells[0].low if n else None
        high = cells[-1].high if n < len(runs) - 1 else None
        has_low, has_high = low is not None and cells[0].is_section, high is not None and cells[-1].is_section
        parts.append(Part(_limit(low), has_low, _limit(high), has_high, inner))
    return Layer(node.letter, tuple(parts)), tuple(places for _, _, places in runs)


def effort(place: Place) -> tuple[Any, ...]:
    """How hard a place is to read."""
    size = sum(int(v.q) + abs(int(v.p)) for v in place.rational.values())
    return (len(place.coordinates) - len(place.rational), size, str(place.values))


def simpler(one: Any, other: Any) -> Any:
    """Of two trees of places the one with the simpler place in each leaf."""
    if one is None or other is None:
        return other if one is None else one
    if isinstance(one, tuple):
        return tuple(simpler(a, b) for a, b in zip(one, other, strict=True))
    return min(one, other, key=effort)


def _limit(bound: Bound | None) -> Limit | None:
    return Limit(bound.number, bound.index) if bound is not None else None


def answers(node: Any) -> Iterator[Any]:
    """Every answer in a tree."""
    if isinstance(node, Layer):
        for part in node.parts:
            yield from answers(part.node)
    elif node is not OUTSIDE:
        yield node


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


def paths(node: Any, places: Any, before: Way = ()) -> Iterator[tuple[Way, Any, Place]]:
    """Every way to an answer, the answer, and a place where it was found."""
    if isinstance(node, Layer):
        for part, where in zip(node.parts, places, strict=True):
            yield from paths(part.node, where, (*before, (node.letter, part)))
    elif node is not OUTSIDE:
        yield before, node, places


def way_to(basis: Basis, node: Any, place: Place) -> Way:
    """The parts of a tree on the way to the answer at a place."""
    way: list[tuple[int, Part]] = []
    while isinstance(node, Layer):
        letter, value, at = node.letter, place.coordinates[node.letter], place.until(node.letter)
        part = next(p for p in node.parts if _is_up_to(basis, at, p, letter, value))
        way.append((letter, part))
        node = part.node
    return tuple(way)


def located(basis: Basis, node: Any, place: Place) -> tuple[Any, set[int]]:
    """The answer of a tree at a place, and the polynomials at the limits of the parts on the way to it."""
    way = way_to(basis, node, place)
    near = {limit.number for _, part in way for limit in (part.low, part.high) if limit is not None}
    return way[-1][1].node if way else node, near


def _is_up_to(basis: Basis, at: Place, part: Part, letter: int, value: Any) -> bool:
    if part.high is None:
        return True
    order = compare(value, _root(basis, at, part.high, letter))
    return order < 0 or (order == 0 and part.has_high)


def _root(basis: Basis, place: Place, limit: Limit, letter: int) -> Any:
    below = 0
    for root, many in place.known_roots(limit.number, basis.polys[limit.number], letter):
        if below <= limit.nth < below + many:
            return root
        below += many
    raise AssertionError("a limit has no value where its part was found")
