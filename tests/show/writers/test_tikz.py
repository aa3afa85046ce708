"""TikZ: TeX measures every label; none is drawn together, none is under six points, no two of a page overlap."""

import re
import shutil
import subprocess

import pytest
from sympy import Rational

from symdt import load_problem
from symdt.cli.make.draw import picture_of
from symdt.paper import problems as paper
from symdt.paper.figures import figure_1, figure_2, figure_3, figure_4
from symdt.show.plots.bars import tornado
from symdt.show.plots.lines import risk_lines
from symdt.show.plots.maps.map import region_map
from symdt.show.plots.maps.ties import ordering_map, tie_distances
from symdt.show.plots.policy import decision_curve
from symdt.show.plots.strategy import strategy_table
from symdt.show.writers.tikz import free_rooms, to_tikz
from tests.show.plots.test_nothing_is_dropped import eight_actions, long_names

TEXACO = "examples/catalogue/clemen_1991_texaco.toml"
HAS_TEX = all(shutil.which(program) for program in ("pdflatex", "pdftotext"))


def test_type_is_never_under_six_points_and_nothing_is_drawn_together():
    source = to_tikz(risk_lines(eight_actions(), "p", point={"k": 1}, width=83.82))
    assert "resizebox" not in source
    sizes = [float(points) for points in re.findall(r"symdtlabel\{\d+\}\{([\d.]+)\}", source)]
    assert len(sizes) == source.count(r" {\symdtsay{") > 20
    assert min(sizes) - 1 >= 6


def test_the_room_of_a_label_is_what_is_free_beside_it():
    picture = risk_lines(eight_actions(), "p", point={"k": 1}, width=83.82)
    rooms = free_rooms(picture)
    texts = [t for t in picture.texts() if t.label]
    for i, (one, room) in enumerate(zip(texts, rooms, strict=True)):
        share = {"left": 0.0, "centre": 0.5, "right": 1.0}[one.anchor]
        assert room >= one.label.size(one.size)[0] - 1e-9
        for other, wide in zip(texts[i + 1 :], rooms[i + 1 :], strict=True):
            a, b = one.box(), other.box()
            if min(a[3], b[3]) - max(a[1], b[1]) > 0.25:
                start = one.at[0] - share * room
                begin = other.at[0] - {"left": 0.0, "centre": 0.5, "right": 1.0}[other.anchor] * wide
                assert start + room <= begin + 0.1 or begin + wide <= start + 0.1, (one.label, other.label)


@pytest.mark.outside("TeX")
@pytest.mark.skipif(not HAS_TEX, reason="no pdflatex or no pdftotext here")
def test_labels_do_not_overlap_in_the_compiled_pages(tmp_path):
    oil = load_problem("examples/oil_wildcatter_letters.toml")
    pictures = [
        figure_1(),
        figure_2(),
        figure_3(),
        figure_4(),
        risk_lines(paper.example_2(), "p", point={"h": 4, "k": 1}),
        region_map(paper.example_2(), "p", "h", point={"k": 1}, equations=True),
        picture_of(load_problem("examples/two_models_likelihood.toml")),
        picture_of(load_problem("examples/oil_wildcatter.toml")),
        tornado(oil, {"d": Rational(1, 2), "T": 10}, {"d": (0.3, 0.7), "T": (1, 20)}),
        ordering_map(paper.example_2(), "p", "h", point={"k": 1}, window=(0, Rational(1, 4), 0, 12)),
        tie_distances(oil, "d", "T", [Rational(1, 20), Rational(1, 10)], window=(0, 1, 0, 30)),
        strategy_table(oil, {"d": Rational(1, 2), "T": 10}),
        decision_curve(Rational(1, 5), {"blood test": (Rational(9, 10), Rational(7, 10))}),
        risk_lines(load_problem(TEXACO), "v"),
        picture_of(load_problem(TEXACO)),
        risk_lines(eight_actions(), "p", point={"k": 1}, width=83.82),
        region_map(eight_actions(), "p", "k", width=83.82, equations=True),
        risk_lines(long_names(), "p", point={"k": 1}, width=83.82),
    ]
    body = "\n".join(f"{to_tikz(p)}\\newpage" for p in pictures)
    head = r"\documentclass{article}\usepackage[paperwidth=600mm,paperheight=400mm,margin=5mm]{geometry}"
    source = rf"{head}\usepackage{{tikz,amsmath}}\begin{{document}}{body}\end{{document}}"
    (tmp_path / "all.tex").write_text(source)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-1500:]
    subprocess.run(["pdftotext", "-bbox", "all.pdf", "all.html"], cwd=tmp_path, check=True, timeout=600)
    pages = (tmp_path / "all.html").read_text().split("<page ")[1:]
    assert len(pages) == len(pictures)
    for page in pages:
        words = [
            (tuple(map(float, m[:4])), m[4])
            for m in re.findall(r'xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<', page)
        ]
        # the boxes of Computer Modern are 0.885 of its size: five points for an index, six for all else
        # (n and o are what pdftotext reads for large braces)
        assert all(b[3] - b[1] >= 0.88 * 5 for b, word in words if word.isalnum() and word not in "no")
        assert all(b[3] - b[1] >= 0.88 * 6 for b, word in words if word.isalpha() and len(word) > 2)
        for i, (a, one) in enumerate(words):
            for b, other in words[i + 1 :]:
                # a box of pdftotext is as tall as the type, with room above and below the letters
                wide = min(a[2], b[2]) - max(a[0], b[0])
                tall = min(a[3], b[3]) - max(a[1], b[1])
                assert wide < 1.2 or tall < 0.55 * min(a[3] - a[1], b[3] - b[1]), (one, other)
