"""Places: labels that are moved apart where they would touch, and never left out.

>>> spread([1.0, 1.0, 1.0], [2.0, 2.0, 2.0], 0.0, 10.0)
[1.0, 3.0, 5.0]
>>> spread([1.0, 1.0], [6.0, 6.0], 0.0, 10.0) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from symdt.show.label import Label
from symdt.show.picture import Item, Line, Point, Text
from symdt.show.plots.captions import SIZE, SMALL
from symdt.show.style import DIM, INK, Look

#: The length of a piece of a curve before its name, and ends that are nearer than this, in millimetres.
SAMPLE, NEAR = 4.6, 1.5


def spread(
    wanted: Sequence[float], sizes: Sequence[float], low: float, high: float, gap: float = 0.0
) -> list[float] | None:
    """Places near those wanted, in the same order, at which things of these sizes do not touch; None without room.

    The least sum of squares: neighbours that touch move together (isotonic regression).
    """
    if not wanted:
        return []
    offsets = [0.0]
    for a, b in pairwise(sizes):
        offsets.append(offsets[-1] + (a + b) / 2 + gap)
    lowest, highest = low + sizes[0] / 2, high - sizes[-1] / 2 - offsets[-1]
    if lowest > highest + 1e-9:
        return None
    blocks: list[tuple[float, int]] = []
    for place, offset in zip(wanted, offsets, strict=True):
        blocks.append((place - offset, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (a, m), (b, n) = blocks[-2:]
            blocks[-2:] = [((a * m + b * n) / (m + n), m + n)]
    level = [min(max(mean, lowest), highest) for mean, count in blocks for _ in range(count)]
    return [v + o for v, o in zip(level, offsets, strict=True)]


def column(
    entries: Sequence[tuple[float, Sequence[Label], str, str]],
    x: float,
    end: float,
    low: float,
    high: float,
    *,
    size: float = SIZE,
    looks: Mapping[str, tuple[str, tuple[float, ...]]] | None = None,
) -> list[Item]:
    """Names in a column at x, each at its height or near it, with a line from `end` to it; (height, lines, ink, role).

    The column may grow beyond low and high where it must: no name is left out. `looks` gives, by role, the colour and
    dashes of a curve, of which a piece then stands before its name.
    """
    ordered = sorted(entries, key=lambda e: e[0])
    shift = SAMPLE + 0.8 if looks else 0.0
    heights = [len(lines) * size * 0.42 + 0.6 for _, lines, _, _ in ordered]
    missing = max(0.0, sum(heights) - (high - low))
    places = spread([e[0] for e in ordered], heights, low - missing, high) or []
    items: list[Item] = []
    for (wanted, lines, ink, role), y in zip(ordered, places, strict=True):
        items.append(Line(((end, wanted), (x - 0.6, y)), 0.5, ink, role="leader"))
        if looks:
            colour, dashes = looks[role]
            items.append(Line(((x, y), (x + SAMPLE, y)), 1.2, colour, dashes=dashes, role="sample"))
        items += block(lines, (x + shift, y), size, "left", ink, role)
    return items


def need_samples(heights: Iterable[float]) -> bool:
    """Whether curves end so near one another that lines to their names do not tell them apart."""
    return any(b - a < NEAR for a, b in pairwise(sorted(heights)))


def block(
    lines: Sequence[Label], at: Point, size: float, anchor: Any, ink: str = INK, role: str = ""
) -> list[Item]:
    """Lines of text around a height; the first carries the role."""
    step = size * 0.42
    top = at[1] + step * (len(lines) - 1) / 2
    items: list[Item] = []
    for i, line in enumerate(lines):
        _, above, below = line.size(size)
        y = top - i * step - (above - below) / 2 if len(lines) == 1 else top - i * step - size * 0.11
        items.append(Text((at[0], y), line, size, anchor, ink, role if i == 0 else "more"))
    return items


def row(
    entries: Sequence[tuple[float, Label, str, str]],
    y: float,
    start: float,
    low: float,
    high: float,
    *,
    size: float = SMALL,
    is_above: bool = False,
    gap: float = 1.6,
) -> list[Item] | None:
    """Labels in a row below (or above) y, each under its place or near it, with a line from it; None without room."""
    ordered = sorted(entries, key=lambda e: e[0])
    places = spread([e[0] for e in ordered], [e[1].size(size)[0] for e in ordered], low, high, gap)
    if places is None:
        return None
    is_straight = all(abs(e[0] - p) < 0.3 for e, p in zip(ordered, places, strict=True))
    drop = (1.2 if is_straight else 3.4) * (-1 if is_above else 1)
    items: list[Item] = []
    tallest = max((e[1].size(size)[1] for e in ordered), default=0.0)
    for (wanted, label, ink, role), place in zip(ordered, places, strict=True):
        items.append(
            Line(
                ((wanted, start), (place, y - drop + (0.4 if not is_above else -0.4))),
                0.5,
                ink,
                role="leader",
            )
        )
        base = y - drop + 0.8 + label.size(size)[2] if is_above else y - drop - 0.4 - tallest
        items.append(Text((place, base), label, size, "centre", ink if ink != DIM else INK, role))
    return items


def legend(
    entries: Sequence[tuple[Label, Look | None, str]],
    left: float,
    top: float,
    width: float,
    size: float = SMALL,
) -> list[Item]:
    """Names with a patch of their colour each, in lines as wide as the figure."""
    from symdt.show.picture import Area

    rows: list[list[tuple[float, Label, Look | None, str]]] = [[]]
    x = left
    for label, look, role in entries:
        patch = 4.2 if look is not None else 0.0
        for i, line in enumerate(label.wrapped(width - patch, size)):
            wide = line.size(size)[0] + patch
            if x > left and (x + wide > left + width or i):
                x = left
                rows.append([])
            # what goes on in a second line stands under the first
            rows[-1].append((x + patch * (i > 0), line, look if i == 0 else None, role if i == 0 else "more"))
            x += wide + 3.0
    items: list[Item] = []
    y = top
    for n, entries_ in enumerate(rows):
        if n:  # fractions are taller than words: a row keeps clear of the one above it
            deep = max(line.size(size)[2] for _, line, _, _ in rows[n - 1])
            tall = max(line.size(size)[1] for _, line, _, _ in entries_)
            y -= max(size * 0.46, deep + tall + 0.5)
        for x, line, look, role in entries_:
            at = x
            if look is not None:
                ring = ((x, y - 0.2), (x + 3.2, y - 0.2), (x + 3.2, y + 2.0), (x, y + 2.0))
                items.append(Area((ring,), look.tint, look.hatch, look.colour, role="swatch"))
                at += 4.2
            items.append(Text((at, y), line, size, "left", INK, role))
    return items
