"""Influence diagrams: a shape for each kind, dashed arcs into decisions."""

import runpy
from pathlib import Path

from symdt.show.plots.influence import influence_picture

GALLERY = Path(__file__).resolve().parents[3] / "examples" / "gallery.py"


def test_shapes_and_arcs():
    picture = influence_picture(runpy.run_path(str(GALLERY))["party"]())
    kinds = {i.role: i.kind for i in picture.items if hasattr(i, "kind")}
    assert kinds == {
        "round weather": "ellipse",
        "round forecast": "ellipse",
        "box place": "box",
        "lozenge value": "lozenge",
    }
    arcs = {i.role: bool(i.dashes) for i in picture.items if i.role.startswith(("arc", "information"))}
    assert arcs == {
        "arc weather forecast": False,
        "information forecast place": True,
        "arc place value": False,
        "arc weather value": False,
    }
    assert picture.overlaps() == []
