"""Where boundaries of a plane meet: its corners, with exact coordinates."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from symdt.exact.line import Real, between, roots
from symdt.exact.line import along as on_line
from symdt.exact.polynomial import Number
from symdt.regions.plane.bands import Band, Corner
from symdt.regions.plane.plane import Plane


def corners(plane: Plane) -> tuple[Corner, ...]:
    """Every point of the open window where three or more labels meet, its coordinates exact."""
    found: dict[tuple[Real, Real], set[Any]] = {}
    y0, y1 = plane.window[2:]
    slack = float(y1 - y0) * 1e-6
    for left, right in pairwise(plane.bands):
        cut = left.right
        ends: list[tuple[float, int, set[Any]]] = []
        for band, side in ((left, -1), (right, 1)):
            x = _beside(cut, band, side)
            for low, high in pairwise(band.cells):
                labels = {c.label for c in (low, high)} - {None}
                ends.append((float(plane.height(high.lower, x)), high.lower.curve, labels))
        ends.sort(key=lambda e: e[0])
        group: list[tuple[float, int, set[Any]]] = []
        for end in [*ends, (float("inf"), -1, set())]:
            if group and end[0] - group[-1][0] > slack:
                labels = set().union(*(g[2] for g in group))
                if len(labels) >= 3:
                    height = _meeting(plane, cut, group)
                    if height is not None and y0 < height < y1:
                        found.setdefault((cut, height), set()).update(labels)
                group = []
            group.append(end)
    order = plane.contest.labels
    return tuple(
        Corner(x, y, tuple(label for label in order if label in labels)) for (x, y), labels in found.items()
    )


def _beside(cut: Real, band: Band, side: int) -> Number:
    """An abscissa inside a band, very near to one of its cuts."""
    width = (band.right.low - band.left.high) / 2**40
    if side < 0:
        return between(max(Real.of(cut.low - width), band.left), cut)
    return between(cut, min(Real.of(cut.high + width), band.right))


def _meeting(plane: Plane, cut: Real, group: list[tuple[float, int, set[Any]]]) -> Real | None:
    """The exact ordinate over a cut at which the curves of a group meet."""
    numbers = sorted({n for _, n, _ in group})
    about = sum(height for height, _, _ in group) / len(group)
    field = plane.contest.domain.field
    if cut.is_rational:
        candidates = roots(plane.over(numbers[0], cut.low))
    else:
        one = plane.curves[numbers[0]]
        position = field.position[plane.x]
        foot = (
            one.resultant(plane.curves[numbers[1]], position)
            if len(numbers) > 1
            else one.discriminant(position)
        )
        candidates = roots(on_line(field, foot, plane.y)) if foot else []
    near = sorted(candidates, key=lambda r: abs(float(r) - about))
    return next((r for r in near[:2] if all(plane.vanishes(n, cut, r) for n in numbers)), None)
