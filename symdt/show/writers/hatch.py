"""Hatches: the lines and dots that tell areas apart without colour, as geometry.

Every format draws the same strokes, of one strength, at places that depend on the paper and not on the
area: neighbouring areas with one hatch join without a seam.

>>> strokes("level", (0.0, 0.0, 4.0, 4.0))[0]
((0.0, 1.9), (4.0, 1.9))
>>> len(strokes("", (0.0, 0.0, 4.0, 4.0)))
0
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, sqrt

from symdt.show.style import HATCH_STEP

Stroke = tuple[tuple[float, float], tuple[float, float]]
#: The directions of the strokes of each hatch: up to the right, down to the right, level, upright.
DIRECTIONS = {
    "": "",
    "rising": "/",
    "falling": "\\",
    "cross": "/\\",
    "level": "-",
    "upright": "|",
    "grid": "-|",
    "dots": ".",
}


def strokes(hatch: str, box: tuple[float, float, float, float]) -> list[Stroke]:
    """The strokes of a hatch over a box (left, bottom, right, top); a dot is a stroke of no length."""
    return [stroke for direction in DIRECTIONS[hatch] for stroke in _strokes(direction, box)]


def _strokes(direction: str, box: tuple[float, float, float, float]) -> Iterator[Stroke]:
    left, bottom, right, top = box
    step = HATCH_STEP * sqrt(2) if direction in "/\\" else HATCH_STEP
    if direction == "-":
        for y in _marks(bottom, top, step):
            yield (left, y), (right, y)
    elif direction == "|":
        for x in _marks(left, right, step):
            yield (x, bottom), (x, top)
    elif direction == ".":
        # a dot whose middle lies outside reaches in, and every second row begins half a step farther
        for y in _marks(bottom - step, top + step, step):
            for x in _marks(left - step, right + step, step):
                shift = step / 2 if round(y / step) % 2 else 0.0
                yield (x + shift, y), (x + shift, y)
    else:  # y = ±x + c for every c of the grid whose line meets the box
        sign = 1 if direction == "/" else -1
        ends = [y - sign * x for x in (left, right) for y in (bottom, top)]
        for c in _marks(min(ends), max(ends), step):
            yield (left, sign * left + c), (right, sign * right + c)


def _marks(low: float, high: float, step: float) -> Iterator[float]:
    for n in range(ceil(low / step), floor(high / step) + 1):
        if low < n * step < high:
            yield n * step
