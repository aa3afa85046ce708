"""The gallery holds figures for every script in examples/; each is drawn, and tells its parts apart without colour."""

import runpy
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

from benchmarks._seeing import distance
from symdt.show.picture import LEAST_TYPE, Area, Line
from symdt.show.style import COLOURS, INKS, Palette, tint
from symdt.show.writers import save
from tests.show.clear import crossed, struck

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
DRAWERS = {"gallery", "figures_paper"}
EYES = ("grey", "deuteranopia")


def test_every_script_has_its_figures_and_they_are_drawn(tmp_path):
    gallery = runpy.run_path(str(EXAMPLES / "gallery.py"))
    scripts = {p.stem for p in EXAMPLES.glob("*.py")} - DRAWERS
    assert set(gallery["FIGURES"]) == scripts
    for figures in gallery["FIGURES"].values():
        for name, make in figures.items():
            picture = make()
            ElementTree.parse(save(picture, tmp_path / f"{name}.svg"))
            assert picture.overlaps() == [], name
            assert struck(picture, ("",)) == [], name
            assert crossed(picture) == [], name
            assert min(t.size for t in picture.texts()) >= LEAST_TYPE, name
            told_apart(picture, name)
            said_in_words(picture, name)


def said_in_words(picture, name):
    """A title that is no file name, and a description that names every region, curve, bar and arc, in plain characters."""
    assert picture.title not in ("", name), name
    kinds = ("region", "risk", "benefit", "information", "profile", "share", "spider", "calibration", "bar")
    roles = {i.role.partition(" ")[::2] for i in picture.items if i.role.partition(" ")[0] in kinds}
    named = {rest.removesuffix(" mark") for kind, rest in roles if name != "example2-orderings"}
    # the numbers of orderings are told in order, and an arc of information by its two ends
    assert all(word in picture.description for many in named for word in many.split()), (name, named)
    assert "\\" not in picture.description, name
    assert "_{" not in picture.description, name


def told_apart(picture, name):
    """Areas of different alternatives differ in hatch, and curves in dashes, unless each is far from the other in grey too."""
    areas = {
        i.role.partition(" ")[2]: i
        for i in picture.items
        if isinstance(i, Area) and i.role.startswith("region ")
    }
    for one, other in combinations(areas.values(), 2):
        far = all(distance(one.fill, other.fill, eye) > 10 for eye in EYES)
        assert one.hatch != other.hatch or far or one.fill == other.fill, (name, one.role, other.role)
    kinds = ("risk", "benefit", "information", "profile", "share", "spider", "calibration", "gross", "net")
    curves = {i.role: i for i in picture.items if isinstance(i, Line) and i.role.partition(" ")[0] in kinds}
    for one, other in combinations(curves.values(), 2):
        assert one.dashes != other.dashes, (name, one.role, other.role)


def test_hatches_are_seen_and_inks_read_by_every_eye():
    for eye in EYES:
        for colour, ink in zip(COLOURS, INKS, strict=True):
            assert distance(colour, tint(colour), eye) > 15, (eye, colour)  # strokes on their own tint
            assert distance(ink, "#ffffff", eye) > 50, (eye, ink)
    looks = [Palette([f"a{i}" for i in range(64)])[f"a{i}"] for i in range(64)]
    assert len({(look.colour, look.hatch) for look in looks}) == 64
    assert len({look.hatch for look in looks[:8]}) == len({look.line for look in looks[:8]}) == 8


def test_deuteranopia_and_grey_are_those_of_the_literature():
    """Red and green of equal luminance are near for this eye, blue and yellow are not; white and black stay."""
    assert distance("#ffffff", "#ffffff", "deuteranopia") == 0
    assert distance("#ffffff", "#000000", "deuteranopia") > 99
    assert distance("#CC79A7", "#8A8A8A", "deuteranopia") < 15 < distance("#CC79A7", "#8A8A8A", "colour")
    assert distance("#0072B2", "#E69F00", "deuteranopia") > 60
    assert distance("#808080", "#808080", "grey") == 0


def test_the_papers_figures_are_written(tmp_path):
    written = runpy.run_path(str(EXAMPLES / "figures_paper.py"))["main"](tmp_path)
    assert {p.name for p in written} == {f"figure{i}{s}" for i in (1, 2, 3, 4) for s in (".svg", ".pdf")}
