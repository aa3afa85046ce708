"""Parts of a traced plane: the connected parts of each region, their outlines, boundaries and roomiest places.

Coordinates are shares of the window. Two strips of neighbouring bands belong together where they share
more than a point of the cut between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from symdt.regions.plane.trace import Sheet, Strip
from symdt.show.plots.ground import meet

Point = tuple[float, float]
#: Strips that share less of a cut than this touch in a point.
SLACK = 1e-6
#: Columns at which the room for a name is looked at.
COLUMNS = 80


@dataclass(frozen=True)
class Part:
    """One connected part of a label's region: its strips with the abscissae of their bands."""

    label: Any
    strips: tuple[tuple[int, tuple[float, ...], Strip], ...]

    @cached_property
    def area(self) -> float:
        """The share of the window that the part has."""
        total = 0.0
        for _, xs, strip in self.strips:
            heights = [u - v for u, v in zip(strip.upper, strip.lower, strict=True)]
            total += sum(
                (b - a) * (s + t) / 2 for a, b, s, t in zip(xs, xs[1:], heights, heights[1:], strict=False)
            )
        return total

    @cached_property
    def rings(self) -> list[list[Point]]:
        """The outline: strips that go on from band to band make one ring."""
        chains: list[tuple[int, list[Point], list[Point]]] = []
        for n, xs, strip in self.strips:
            lower = list(zip(xs, strip.lower, strict=True))
            upper = list(zip(xs, strip.upper, strict=True))
            for i, (band, low, high) in enumerate(chains):
                if (
                    band == n - 1
                    and abs(low[-1][1] - lower[0][1]) < 1e-4
                    and abs(high[-1][1] - upper[0][1]) < 1e-4
                ):
                    chains[i] = (n, low + lower[1:], high + upper[1:])
                    break
            else:
                chains.append((n, lower, upper))
        return [[*low, *reversed(high)] for _, low, high in chains]

    @cached_property
    def columns(self) -> list[tuple[float, list[tuple[float, float]]]]:
        """The part over many abscissae: from where to where it reaches."""
        marks = {i / COLUMNS for i in range(COLUMNS + 1)}
        for _, xs, _ in self.strips:
            marks |= {xs[0] + 1e-9, (xs[0] + xs[-1]) / 2, xs[-1] - 1e-9}
        found = []
        for x in sorted(marks):
            spans = [s for _, xs, strip in self.strips if (s := _span(xs, strip, x)) is not None]
            if spans:
                found.append((x, spans))
        return found

    @cached_property
    def inside(self) -> list[Point]:
        """Points inside: on the longest upright stretches first, away from the frame where it can be."""
        inner = [c for c in self.columns if 0.03 <= c[0] <= 0.97] or self.columns
        spans = sorted(((high - low, x, low) for x, many in inner for low, high in many), reverse=True)
        return [(x, low + share * long) for share in (0.5, 0.3, 0.7) for long, x, low in spans]

    @property
    def widest(self) -> Point:
        """A point well inside: the middle of the longest upright stretch, away from the frame where it can be."""
        return self.inside[0]


def _span(xs: tuple[float, ...], strip: Strip, x: float) -> tuple[float, float] | None:
    if not xs[0] <= x <= xs[-1]:
        return None
    for i, (a, b) in enumerate(pairwise(xs)):
        if a <= x <= b:
            t = (x - a) / (b - a) if b > a else 0.0
            low = strip.lower[i] + t * (strip.lower[i + 1] - strip.lower[i])
            high = strip.upper[i] + t * (strip.upper[i + 1] - strip.upper[i])
            return (low, high) if high > low else None
    return None


def parts(sheets: Sequence[Sheet], label: Any) -> list[Part]:
    """The connected parts of a label's region, the largest first."""
    groups: list[list[tuple[int, tuple[float, ...], Strip]]] = []
    for n, sheet in enumerate(sheets):
        for strip in sheet.strips:
            if strip.cell.label != label:
                continue
            here = (n, sheet.xs, strip)
            near = [g for g in groups if any(_touch(other, here) for other in g)]
            groups = [g for g in groups if g not in near] + [[*(s for g in near for s in g), here]]
    found = [Part(label, tuple(sorted(g, key=lambda s: s[0]))) for g in groups]
    return sorted((p for p in found if p.area > 0), key=lambda p: -p.area)


def _touch(one: tuple[int, Any, Strip], other: tuple[int, Any, Strip]) -> bool:
    if one[0] != other[0] - 1:
        return False
    low = max(one[2].lower[-1], other[2].lower[0])
    high = min(one[2].upper[-1], other[2].upper[0])
    return high - low > SLACK


def ways(sheets: Sequence[Sheet]) -> list[tuple[Any, Any, list[Point], int]]:
    """The boundaries between labels (None: outside the domain) from left to right, with the number of their curve."""
    found: list[tuple[Any, Any, list[Point], int]] = []
    open_: list[int] = []
    for sheet in sheets:
        going = []
        for low, high in pairwise(sheet.strips):
            way = list(zip(sheet.xs, high.lower, strict=True))
            pair = (low.cell.label, high.cell.label)
            curve = high.cell.lower.curve
            for n in open_:
                below, above, before, number = found[n]
                if (below, above, number) == (*pair, curve) and abs(before[-1][1] - way[0][1]) < 1e-4:
                    before.extend(way[1:])
                    going.append(n)
                    break
            else:
                found.append((*pair, way, curve))
                going.append(len(found) - 1)
        open_ = going
    return found


def seams(sheets: Sequence[Sheet]) -> Iterator[tuple[Any, Any, list[Point]]]:
    """The parts of a cut on whose two sides different labels are best."""
    for left, right in pairwise(sheets):
        x = left.xs[-1]
        for one in left.strips:
            for other in right.strips:
                low = max(one.lower[-1], other.lower[0])
                high = min(one.upper[-1], other.upper[0])
                if one.cell.label != other.cell.label and high - low > 1e-3:
                    yield one.cell.label, other.cell.label, [(x, low), (x, high)]


def roomiest(
    part: Part, width: float, height: float, taken: Sequence[tuple[float, float, float, float]] = ()
) -> Point | None:
    """The middle of the place where a box of this size has most room inside a part, clear of what is taken."""
    columns = part.columns
    best: tuple[float, Point] | None = None
    for n, (centre, spans) in enumerate(columns):
        if centre - width / 2 < 0 or centre + width / 2 > 1 or n % 2:
            continue
        for low, high in spans:
            if high - low < height:
                continue
            held = _held(columns, centre, width / 2, (low, high))
            if held is None or held[1] - held[0] < height:
                continue
            for share in (0.5, 0.3, 0.7, 0.15, 0.85):
                middle = held[0] + height / 2 + share * (held[1] - held[0] - height)
                box = (centre - width / 2, middle - height / 2, centre + width / 2, middle + height / 2)
                if any(meet(box, other) for other in taken):
                    continue
                if best is not None and (held[1] - held[0]) / height - abs(share - 0.5) <= best[0]:
                    break  # how far it could move aside makes it no better
                side = _reach(columns, centre, middle, height / 2)
                score = min((held[1] - held[0]) / height, 2 * side / width) - abs(share - 0.5)
                if best is None or score > best[0] + 1e-9:
                    best = (score, (centre, middle))
                break
    return None if best is None else best[1]


def _held(
    columns: list[tuple[float, list[tuple[float, float]]]],
    centre: float,
    half: float,
    span: tuple[float, float],
) -> tuple[float, float] | None:
    """From where to where a box of this half width around an abscissa stays inside."""
    bottom, top = span
    seen = [c for c in columns if abs(c[0] - centre) <= half]
    if not seen or seen[0][0] > centre - half + 1.5 / COLUMNS or seen[-1][0] < centre + half - 1.5 / COLUMNS:
        return None
    for _, spans in seen:
        inside = [s for s in spans if s[0] < top and s[1] > bottom]
        if not inside:
            return None
        kept = max(inside, key=lambda s: min(s[1], top) - max(s[0], bottom))
        bottom, top = max(bottom, kept[0]), min(top, kept[1])
    return (bottom, top) if top > bottom else None


def _reach(columns: list[tuple[float, list[tuple[float, float]]]], x: float, y: float, half: float) -> float:
    """How far a box around a point can move to either side inside the part."""
    reach = []
    for direction in (-1, 1):
        distance = 0.0
        for at, spans in columns if direction > 0 else reversed(columns):
            if (at - x) * direction <= 0:
                continue
            if not any(low <= y - half and y + half <= high for low, high in spans):
                break
            distance = abs(at - x)
        reach.append(distance)
    return min(reach)


def along_way(way: Sequence[Point], share: float) -> Point:
    """The point at a share of the length of a way."""
    lengths = [((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 for a, b in pairwise(way)]
    left = sum(lengths) * share
    for (a, b), length in zip(pairwise(way), lengths, strict=True):
        if left <= length and length:
            t = left / length
            return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
        left -= length
    return way[-1]
