"""The simplex: for a numerical loss table on three states, the polygon of beliefs at which each action is best.

The regions are cut by the exact lines R(a) = R(b); their corners are exact beliefs.

>>> from symdt.problems.loss import LossTable
>>> regions = simplex_regions(LossTable.zero_one(["M0", "M1", "M2"])).polygons
>>> sorted(str(corner) for corner in regions["a0"])
['(1, 0, 0)', '(1/2, 0, 1/2)', '(1/2, 1/2, 0)', '(1/3, 1/3, 1/3)']

Law: at every corner of its polygon an action has the least risk, and the polygons cover the triangle.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flint import fmpq

from symdt.errors import TableError, quote
from symdt.exact.optimum import sign
from symdt.exact.polynomial import Number, to_number
from symdt.problems.loss import LossTable

Corner = tuple[Number, ...]


@dataclass(frozen=True)
class Simplex:
    """For each action that is somewhere alone best, the polygon of beliefs (one number a state) where it is best."""

    loss: LossTable
    polygons: dict[str, list[Corner]] = field(hash=False)

    def to_json(self) -> dict[str, Any]:
        """The record: states, and the corners of each action's polygon."""
        return {
            "states": list(self.loss.states),
            "regions": {a: [[str(c) for c in corner] for corner in way] for a, way in self.polygons.items()},
        }


def simplex_regions(loss: LossTable) -> Simplex:
    """Where each action of a numerical loss table on three states is best."""
    if len(loss.states) != 3:
        raise TableError(f"the table has {len(loss.states)} states: a triangle shows three")
    if loss.symbols:
        name = sorted(s.name for s in loss.symbols)[0]
        raise TableError(f"the table contains the letter {quote(name)}: give it a value first")
    one = sign(loss.optimum)
    columns = {a: [one * to_number(v) for v in loss.column(a).values()] for a in loss.actions}
    found = {}
    for action, column in columns.items():
        polygon: list[Corner] = [tuple(fmpq(int(i == j)) for j in range(3)) for i in range(3)]
        for other, against in columns.items():
            if other != action:
                polygon = _clipped(polygon, [b - a for a, b in zip(column, against, strict=True)])
        if len(polygon) >= 3 and _area(polygon) != 0:
            found[action] = polygon
    return Simplex(loss, found)


def _clipped(polygon: list[Corner], plane: list[Number]) -> list[Corner]:
    """The part of a polygon where a linear form is not negative."""
    found: list[Corner] = []
    heights = [sum((w * c for w, c in zip(plane, p, strict=True)), fmpq(0)) for p in polygon]
    for i, point in enumerate(polygon):
        here, before = heights[i], heights[i - 1]
        if (here < 0 < before) or (before < 0 < here):
            share = before / (before - here)
            found.append(tuple(a + share * (b - a) for a, b in zip(polygon[i - 1], point, strict=True)))
        if here >= 0:
            found.append(point)
    return list(dict.fromkeys(found))


def _area(polygon: list[Corner]) -> Number:
    total = fmpq(0)
    for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        total += a[0] * b[1] - a[1] * b[0]
    return total
