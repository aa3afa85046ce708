"""TikZ: TeX measures every label; none is drawn together, none is under six points, no two of a page overlap."""

import re
import shutil
import subprocess

import pytest
from sympy import Rational

from symdt import load_problem
from symdt.cli.make.draw import picture_of
from symdt.cli.make.sizes import read_room
from symdt.formats.problem import loads
from symdt.paper import problems as paper
from symdt.paper.figures import figure_1, figure_2, figure_3, figure_4
from symdt.show.picture import MARGIN
from symdt.show.plots.bars import tornado
from symdt.show.plots.lines import risk_lines
from symdt.show.plots.maps.map import region_map
from symdt.show.plots.maps.ties import ordering_map, tie_distances
from symdt.show.plots.policy import decision_curve
from symdt.show.plots.strategy import strategy_table
from symdt.show.writers.tikz import free_rooms, to_tikz
from tests.show.plots.test_nothing_is_dropped import eight_actions, long_names

#: A tree whose branches have names of two words, and fractions below them.
FRACTIONS = """
title = "A lot"
[parameters]
p = "0 < p < 1"
k = "0 < k < 20"
[belief]
"mostly good" = "p"
"mostly bad" = "rest"
[loss]
actions = ["accept the lot", "send it back"]
"mostly good" = ["0", "4"]
"mostly bad" = ["10", "1"]
[experiment."one piece"]
cost = "k/7"
outcomes = ["a good piece ☎", "a defective piece"]
"mostly good" = ["10/11", "rest"]
"mostly bad" = ["3/7", "rest"]
"""
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


#: What TeX is to set the pictures in: its own type, and that of those who like Times.
PREAMBLES = ("", r"\usepackage{lmodern}\usepackage[T1]{fontenc}", r"\usepackage{mathptmx}")


@pytest.mark.outside("TeX")
@pytest.mark.skipif(not HAS_TEX, reason="no pdflatex or no pdftotext here")
@pytest.mark.parametrize("preamble", PREAMBLES, ids=["computer modern", "latin modern", "times"])
def test_no_picture_is_wider_than_was_asked_for(tmp_path, preamble):
    wide = read_room("3.3in")
    oil, lot = load_problem("examples/oil_wildcatter_letters.toml"), loads(FRACTIONS)
    files = ["oil_wildcatter", "two_models_likelihood", "used_car", "catalogue/clemen_1991_texaco"]
    at = {"d": Rational(1, 2), "T": 10}
    trees = [load_problem(f"examples/{file}.toml") for file in files]
    pictures = [
        *(picture_of(problem, width=wide) for problem in (*trees, oil, lot, long_names())),
        *(
            risk_lines(problem, "p", point={"k": 1}, width=wide)
            for problem in (eight_actions(), long_names())
        ),
        *(region_map(problem, "p", "k", width=wide, equations=True) for problem in (eight_actions(), lot)),
        risk_lines(load_problem(TEXACO), "v", width=wide),
        tornado(oil, at, {"d": (0.3, 0.7), "T": (1, 20)}, width=wide),
        strategy_table(oil, at, width=wide),
    ]
    put = r"\setbox1\hbox{PICTURE}\typeout{WIDE \the\wd1}\shipout\box1"
    body = "\n".join(put.replace("PICTURE", to_tikz(p)) for p in pictures)
    head = rf"\documentclass{{article}}\usepackage{{tikz,amsmath}}{preamble}"
    (tmp_path / "all.tex").write_text(rf"{head}\begin{{document}}{body}\end{{document}}")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-1500:]
    widths = [float(points) * 25.4 / 72.27 for points in re.findall(r"WIDE ([\d.]+)pt", done.stdout)]
    assert len(widths) == len(pictures)
    assert max(widths) <= wide + 2 * MARGIN, widths


def test_a_picture_is_laid_out_anew_for_the_type_of_tex_with_its_title_and_foot():
    made = (
        risk_lines(paper.example_2(), "p", point={"h": 4, "k": 1}).with_foot("a foot").with_title("A title")
    )
    source = to_tikz(made)
    assert all(f"{{{words}}}" in source for words in ("a foot", "A title"))
    assert made == risk_lines(paper.example_2(), "p", point={"h": 4, "k": 1}).with_foot("a foot").with_title(
        "A title"
    )


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
