"""A map in words has every boundary of the record, and its corners."""

from symdt import load_problem
from symdt.paper import problems as paper
from symdt.show.plots.maps.map import region_map


def test_boundaries_and_corners_are_those_of_the_board():
    said = region_map(paper.example_2(), "p", "h", point={"k": 1}).description
    for part in (
        "h = (2 - 3*p)/(4*p)",
        "h = (3 - 12*p)/(2*p)",
        "h = (5 - 15*p)/(6*p)",
        "a0, a3, a23 at (4/21, 15/8)",
    ):
        assert part in said
    oil = region_map(load_problem("examples/oil_wildcatter_letters.toml"), "d", "T").description
    assert "drill left, do not drill right of d = 11/18" in oil
