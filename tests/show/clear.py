"""What a picture that is fit to print has none of: lines through labels, and lines to labels that cross."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from symdt.show.picture import Line, Picture, Shape, Text

#: A line may come this near to the letters of a label, in millimetres, inside its box.
TOUCH = 0.25


def struck(picture: Picture, roles: tuple[str, ...] = ("leader",)) -> list[tuple[str, str]]:
    """Lines of these roles that run through a label which has no paper or node between them: (line, label)."""
    found = []
    for n, line in enumerate(picture.items):
        if not isinstance(line, Line) or not line.role.startswith(roles):
            continue
        for m, text in enumerate(picture.items):
            if not isinstance(text, Text) or not text.label:
                continue
            left, bottom, right, top = text.box()
            box = (left + TOUCH, bottom + TOUCH, right - TOUCH, top - TOUCH)
            if any(meets(a, b, box) for a, b in strokes(line)):
                under = [i for i in picture.items[n + 1 : m] if isinstance(i, Shape)]
                if not any(covers(shape, text) for shape in under):
                    found.append((line.role, text.label.to_text()))
    return found


def crossed(picture: Picture) -> list[tuple[Any, Any]]:
    """Lines to labels that cross one another."""
    leaders = [i for i in picture.items if isinstance(i, Line) and i.role == "leader"]
    ends = [(s, line) for line in leaders for s in strokes(line)]
    return [
        (one[0], other[0])
        for i, one in enumerate(ends)
        for other in ends[i + 1 :]
        if one[1] is not other[1] and cross(*one[0], *other[0])
    ]


def strokes(line: Line) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The straight parts of a line; a Bézier curve at 24 points of each part."""
    points = list(line.points)
    if line.is_curve:
        points = [
            bezier(line.points[i : i + 4], k / 24) for i in range(0, len(points) - 3, 3) for k in range(25)
        ]
    return pairwise(points)


def bezier(controls: Any, t: float) -> tuple[float, float]:
    """A point of a cubic curve."""
    shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    return tuple(sum(s * p[k] for s, p in zip(shares, controls, strict=True)) for k in (0, 1))  # type: ignore[return-value]


def covers(shape: Shape, text: Text) -> bool:
    """Whether a shape lies under the whole of a label."""
    (x, y), w, h = shape.centre, shape.width / 2 + 0.01, shape.height / 2 + 0.01
    left, bottom, right, top = text.box()
    return x - w <= left and right <= x + w and y - h <= bottom and top <= y + h


def meets(a: Any, b: Any, box: tuple[float, float, float, float]) -> bool:
    """Whether a straight line goes through a box (Liang and Barsky)."""
    low, high = 0.0, 1.0
    for k in (0, 1):
        d, near, far = b[k] - a[k], box[k] - a[k], box[k + 2] - a[k]
        if abs(d) < 1e-9:
            if near > 0 or far < 0:
                return False
            continue
        first, last = sorted((near / d, far / d))
        low, high = max(low, first), min(high, last)
    return low < high


def cross(a: Any, b: Any, c: Any, d: Any) -> bool:
    """Whether two straight lines cross inside of both."""

    def side(p: Any, q: Any, r: Any) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1e-6 and side(c, d, a) * side(c, d, b) < -1e-6
