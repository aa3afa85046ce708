"""The figures of the paper: one action has one colour in all of them, and each says in words what it shows."""

from __future__ import annotations

from symdt.paper.figures import PALETTE, figure_1_solved, paper_figures, zero_l_map
from symdt.show.picture import Area, Line
from symdt.show.style import tint


def test_the_tree_and_the_map_of_two_models_colour_an_action_alike() -> None:
    fills = {
        i.role: i.fill for i in zero_l_map().items if isinstance(i, Area) and i.role.startswith("region")
    }
    assert fills == {f"region {a}": tint(PALETTE[a].colour) for a in ("a0", "a1")}
    assert PALETTE["a1"].colour in {i.colour for i in figure_1_solved().items if isinstance(i, Line)}


def test_titles_are_captions_and_descriptions_have_the_content() -> None:
    for figure in paper_figures():
        drawn = figure.picture()
        assert drawn.title == figure.caption.removesuffix(".") != figure.name
        assert len(drawn.description) > 20, figure.name
        named = {i.role.partition(" ")[2] for i in drawn.of_role("region ")}
        assert all(name in drawn.description for name in named), figure.name
        said = " ".join(t.label.to_plain() for t in drawn.texts("foot"))
        assert figure.name != "example2-simplex" or "h = 4,  k = 1" in said
