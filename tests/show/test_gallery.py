"""The gallery holds figures for every script in examples/, and each of them is drawn."""

import runpy
from pathlib import Path
from xml.etree import ElementTree

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
DRAWERS = {"gallery", "figures_paper"}


def test_every_script_has_its_figures_and_they_are_drawn(tmp_path):
    gallery = runpy.run_path(str(EXAMPLES / "gallery.py"))
    scripts = {p.stem for p in EXAMPLES.glob("*.py")} - DRAWERS
    assert set(gallery["FIGURES"]) == scripts
    written = gallery["main"](tmp_path)
    assert len(written) == sum(map(len, gallery["FIGURES"].values()))
    for path in written:
        ElementTree.parse(path)


def test_the_papers_figures_are_written(tmp_path):
    written = runpy.run_path(str(EXAMPLES / "figures_paper.py"))["main"](tmp_path)
    assert {p.name for p in written} == {f"figure{i}{s}" for i in (1, 2, 3, 4) for s in (".svg", ".pdf")}
