"""The simplex is cut where the risks tie."""

import pytest
from flint import fmpq

from symdt import LossTable
from symdt.errors import TableError
from symdt.show.plots.maps.simplex import simplex
from symdt.solve.simplex import simplex_regions


def area(polygon):
    total = fmpq(0)
    for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        total += a[0] * b[1] - a[1] * b[0]
    return total


def test_every_corner_is_a_tie_and_the_triangle_is_covered():
    loss = LossTable(["M0", "M1", "M2"], ["a0", "a1", "a2"], [[0, 2, 3], [4, 0, 2], [4, 3, 0]])
    regions = simplex_regions(loss).polygons
    for action, polygon in regions.items():
        for corner in polygon:
            risk = {
                a: sum(c * int(v) for c, v in zip(corner, loss.column(a).values(), strict=True))
                for a in loss.actions
            }
            assert risk[action] == min(risk.values())
    assert sum(abs(area(p)) for p in regions.values()) == fmpq(1)
    picture = simplex(loss, posterior={"M0": "1/2", "M1": "1/4", "M2": "1/4"})
    assert len(picture.of_role("label")) == len(regions) == 3
    assert picture.overlaps() == []
    with pytest.raises(TableError, match="triangle shows three"):
        simplex_regions(LossTable.zero_one(["M0", "M1"]))


def test_a_thin_region_keeps_its_name():
    loss = LossTable(["A", "B", "C"], ["a0", "a1", "a thin one"], [[0, 10, 4.98], [10, 0, 4.98], [5, 5, 6]])
    picture = simplex(loss)
    assert {i.role for i in picture.of_role("label")} == {"label a0", "label a1", "label a thin one"}
