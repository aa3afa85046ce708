"""matplotlib draws on axes that come in, and leaves nothing behind."""

import io
import subprocess
import sys
from itertools import pairwise

from PIL import Image

from symdt.paper import problems as paper
from symdt.show.plots.lines import risk_lines
from symdt.show.plots.maps.map import region_map
from symdt.show.writers.canvas import draw, new_figure
from symdt.show.writers.hatch import strokes


def test_axes_come_in_and_go_out():
    for picture in (
        risk_lines(paper.example_2(), "p", point={"h": 4, "k": 1}),
        region_map(paper.example_2(), "p", "h", point={"k": 1}),
    ):
        ax = new_figure(85, 60).add_subplot()
        assert draw(picture, ax) is ax
        assert {p.get_gid() for p in ax.patches if p.get_gid()} >= {i.role for i in picture.of_role("region")}


def test_no_pyplot_and_no_settings_left_behind():
    program = """
import sys, matplotlib
settings = lambda: {k: matplotlib.rcParams[k] for k in matplotlib.rcParams if k != 'backend'}
before = settings()
from symdt.paper import figures
from symdt.show.writers import rendered
rendered(figures.risk_figure(4, 1), ".pdf"), rendered(figures.map_figure(), ".png")
assert settings() == before
assert "matplotlib.pyplot" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_an_svg_needs_no_matplotlib():
    program = """
import sys
from symdt.paper import figures
from symdt.show.writers import rendered
rendered(figures.risk_figure(4, 1), ".svg"), rendered(figures.map_figure(), ".tex")
assert "matplotlib" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_dots_are_drawn_in_a_png():
    from symdt.show.picture import Area, Picture
    from symdt.show.writers import rendered

    ring = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))
    plain, dotted = (Picture((Area((ring,), "#ffffff", hatch, "#000000"),)) for hatch in ("", "dots"))
    assert len(rendered(dotted, ".png")) > len(rendered(plain, ".png")) + 200
    # the dots of a row are equally far apart, whatever the pixels
    image = Image.open(io.BytesIO(rendered(dotted, ".png"))).convert("L")
    wide, tall = image.size
    dark = [sum(255 - image.getpixel((x, y)) for y in range(tall)) for x in range(wide)]
    middles, run = [], []
    for x, ink in enumerate([*dark, 0]):
        if ink > 60:
            run.append((x, ink))
        elif run:
            middles.append(sum(x * i for x, i in run) / sum(i for _, i in run))
            run = []
    gaps = [b - a for a, b in pairwise(middles)]
    assert len(gaps) >= 5
    assert max(gaps) - min(gaps) < 1.5


def test_dots_of_neighbouring_areas_join_without_a_seam():
    whole = {dot for dot, _ in strokes("dots", (0.0, 0.0, 20.0, 10.0))}
    for cut in (3.1, 4.9, 7.7, 9.5):
        parts = [strokes("dots", box) for box in ((0.0, 0.0, cut, 10.0), (cut, 0.0, 20.0, 10.0))]
        for x, y in whole:
            near = [n for n in (0, 1) if (x - 0.2 < cut if n == 0 else x + 0.2 > cut) and 0 < x < 20]
            assert all(any(abs(a - x) + abs(b - y) < 1e-9 for (a, b), _ in parts[n]) for n in near), (
                cut,
                x,
                y,
            )
