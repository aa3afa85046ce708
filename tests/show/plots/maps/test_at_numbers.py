"""Figures along whole numbers: everything at a number, nothing between."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from symdt.errors import DomainError
from symdt.formats.problem import loads
from symdt.show.plots.lines import risk_lines
from symdt.show.plots.maps.map import region_map

HEAD = """
[parameters]
p = "0 < p < 1"
n = "integer, 1 <= n <= {most}"
[belief]
a = "p"
b = "rest"
[loss]
actions = ["x", "y"]
"""
TABLE = HEAD + 'a = ["n", "0"]\nb = ["0", "15/4"]\n'
#: The probability that n tries fail: a power of which only its values at whole numbers are rational.
POWER = HEAD + 'a = ["1 - (1 - p)**n", "1/2"]\nb = ["1", "1/2"]\n'


def test_lines_are_dots_at_the_numbers_with_a_bar_for_the_best():
    picture = risk_lines(loads(TABLE.format(most=20)), "n", point={"p": "1/3"})
    # x costs n/3 and y 5/2: x is best up to 7, and 15/2, where they would tie, is no place of the figure
    assert picture.record.runs() == [("x", 1, 7), ("y", 8, 20)]
    assert len(picture.of_role("value")) == 40
    assert len(picture.of_role("best")) == 20
    assert [t.label.to_text() for t in picture.of_role("run") if hasattr(t, "label")] == [
        "x: 1 to 7",
        "y: 8 to 20",
    ]
    scale = [t.label.to_text() for t in picture.texts("scale") if t.at[1] < 0]
    assert all("." not in text for text in scale)
    assert picture.overlaps() == []
    assert picture.record.to_json()["numbers"][6]["values"] == {"x": "7/3", "y": "5/2"}


@pytest.mark.parametrize(("x", "y"), [("n", "p"), ("p", "n")])
def test_a_map_has_a_bar_at_each_number_cut_where_the_best_changes(x, y):
    picture = region_map(loads(TABLE.format(most=6)), x, y)
    regions = picture.of_role("region")
    assert [len(area.rings) for area in regions] == [6, 6]
    cuts = {n: Fraction(str(held[0][2].low)) for n, held in picture.record.columns}
    assert cuts == {n: Fraction(15, 4 * n + 15) for n in range(1, 7)}  # pn = 15(1 - p)/4
    # between two bars there is paper
    side = 0 if x == "n" else 1
    spans = sorted(
        {(min(p[side] for p in ring), max(p[side] for p in ring)) for a in regions for ring in a.rings}
    )
    assert all(one[1] < other[0] for one, other in pairwise(spans))


def test_powers_are_drawn_at_their_numbers_and_too_many_are_refused():
    problem = loads(POWER.format(most=4))
    picture = risk_lines(problem, "n", point={"p": "1/4"})
    assert [str(v["x"]) for v in picture.record.values] == ["13/16", "55/64", "229/256", "943/1024"]
    with pytest.raises(DomainError, match="--range n=1:21"):
        risk_lines(loads(TABLE.format(most=1000)), "n", point={"p": "1/3"})
