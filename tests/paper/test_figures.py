"""One action has one colour in all figures of the paper."""

from __future__ import annotations

from symdt.paper.figures import PALETTE, figure_1_solved, zero_l_map
from symdt.show.picture import Area, Line
from symdt.show.style import tint


def test_the_tree_and_the_map_of_two_models_colour_an_action_alike() -> None:
    fills = {
        i.role: i.fill for i in zero_l_map().items if isinstance(i, Area) and i.role.startswith("region")
    }
    assert fills == {f"region {a}": tint(PALETTE[a].colour) for a in ("a0", "a1")}
    assert PALETTE["a1"].colour in {i.colour for i in figure_1_solved().items if isinstance(i, Line)}
