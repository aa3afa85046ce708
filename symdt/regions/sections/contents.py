"""The table of contents: a decomposition with neighbours of one answer joined, letter by letter.

A `Layer` cuts the line of one letter into parts, each an interval with ends that are open or closed,
and each part holds a layer of a later letter or an answer. Two trees are equal if they say the same
in the same words. Where the domain has no point, whatever stands beside may be said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from symdt.exact.line.place import Place
from symdt.regions.sections.records import Bound, Cell, Leaf, Moved, Stack

#: Stands for the answer where the domain has no point.
OUTSIDE = None


@dataclass(frozen=True)
class Limit:
    """An end of a part: the root `nth` of a polynomial in the layer's letter; `also` names it by other polynomials."""

    number: int
    nth: int
    also: frozenset[tuple[int, int]] = field(default=frozenset(), compare=False)

    def names(self, other: Limit) -> bool:
        """Whether the other limit, over the place of this one, is the same number."""
        return self == other or (other.number, other.nth) in self.also


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


def leaves(node: Any) -> Iterator[Leaf]:
    """Every answer of a decomposition, from left to right; what was moved to a section is told where it was made."""
    if isinstance(node, Leaf):
        yield node
    elif isinstance(node, Stack):
        for cell in node.cells:
            yield from leaves(cell.node)


def joined(node: Any, *, absorb: bool, known: dict[int, Any] | None = None) -> tuple[Any, Any]:
    """A decomposition as a tree in which neighbours with the same answer are one; `absorb` forgets where the domain ends.

    With it a tree of the same form that holds, for each answer, a place where it was found; for what was moved
    to a section, that it was. `known` holds what was joined before.
    """
    known = {} if known is None else known
    if isinstance(node, Moved):
        if id(node.node) not in known:
            known[id(node.node)] = joined(node.node, absorb=absorb, known=known)[0]
        return known[id(node.node)], node
    if not isinstance(node, Stack):
        return (node.answer, node.place) if isinstance(node, Leaf) else (node, None)
    runs: list[tuple[list[Cell], Any, Any]] = []
    for cell in node.cells:
        inner, places = joined(cell.node, absorb=absorb, known=known)
        if not runs:
            runs.append(([cell], inner, places))
            continue
        cells, before, where = runs[-1]
        if before == inner:
            runs[-1] = ([*cells, cell], before, simpler(where, places))
        elif absorb and inner is OUTSIDE:
            runs[-1] = ([*cells, cell], before, where)
        elif absorb and before is OUTSIDE:
            runs[-1] = ([*cells, cell], inner, places)
        else:
            runs.append(([cell], inner, places))
    if len(runs) == 1:
        return runs[0][1:]
    return Layer(node.letter, _parts(runs)), tuple(places for _, _, places in runs)


def _parts(runs: list[tuple[list[Cell], Any, Any]]) -> tuple[Part, ...]:
    """Neighbouring cells with one answer as a part of the line."""
    parts = []
    for n, (cells, inner, _) in enumerate(runs):
        low = cells[0].low if n else None
        high = cells[-1].high if n < len(runs) - 1 else None
        has_low, has_high = low is not None and cells[0].is_section, high is not None and cells[-1].is_section
        parts.append(Part(_limit(low), has_low, _limit(high), has_high, inner))
    return tuple(parts)


def effort(place: Place) -> tuple[Any, ...]:
    """How hard a place is to read; one on a section, where pieces may shrink to nothing, comes last."""
    size = sum(int(v.q) + abs(int(v.p)) for v in place.rational.values())
    return (place.is_section, len(place.coordinates) - len(place.rational), size, str(place.values))


def simpler(one: Any, other: Any) -> Any:
    """Of two trees of places the one with the simpler place in each leaf."""
    if one is None or isinstance(one, Moved):
        return one if other is None else other
    if other is None or isinstance(other, Moved):
        return one
    if isinstance(one, tuple):
        return tuple(simpler(a, b) for a, b in zip(one, other, strict=True))
    return min(one, other, key=effort)


def _limit(bound: Bound | None) -> Limit | None:
    return Limit(bound.number, bound.index, bound.also) if bound is not None else None
