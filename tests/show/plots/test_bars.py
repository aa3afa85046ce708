"""Tornado and threshold path: what is drawn is the record."""

import pytest
from sympy import Rational, symbols

from symdt import Chance, Decision, Domain, TreeProblem, load_problem, tornado_data
from symdt.show.plots.bars import threshold_path, tornado, tornado_chart


def test_the_tornado_sees_a_value_that_turns_inside_the_range():
    p = symbols("p")
    tree = Decision("d", {"bet": Chance("c", {"win": (p, 200 * (1 - p)), "lose": ("rest", 0)})})
    problem = TreeProblem(tree, Domain("1/10 <= p <= 9/10"), "max")
    ranges = {"p": (Rational(1, 10), Rational(9, 10))}
    (bar,) = tornado_data(problem, {"p": "1/4"}, ranges).bars
    assert (bar.least, bar.greatest) == (18, 50)  # 200 p (1 - p) turns at p = 1/2
    assert (bar.where_greatest, bar.below, bar.above) == (Rational(1, 2), (18, Rational(75, 2)), (18, 50))
    picture = tornado(problem, {"p": "1/4"}, ranges)
    (drawn,) = picture.of_role("bar")
    xs = [x for x, _ in drawn.points]
    ticks = {t.label.to_text(): t.at[0] for t in picture.texts("scale")}
    scale = (ticks["40"] - ticks["20"]) / 20
    assert (min(xs) - ticks["20"]) / scale + 20 == pytest.approx(18)
    assert (max(xs) - ticks["20"]) / scale + 20 == pytest.approx(50)
    assert sorted(t.label.to_text() for t in picture.texts("at")) == ["0.1", "1/2"]


def test_the_tornado_marks_every_switch_and_names_every_letter():
    problem = load_problem("examples/oil_wildcatter_letters.toml")
    data = tornado_data(problem, {"d": 0.5, "T": 10}, {"d": (0.3, 0.7), "T": (1, 20)})
    assert data.bars[1].switch_values == (20,)  # at T = 25/2 testing and drilling are both worth 20
    picture = tornado_chart(data)
    assert len(picture.of_role("switch")) == sum(len(bar.switches) for bar in data.bars) == 4
    assert len(picture.of_role("letter")) == 2
    assert picture.overlaps() == []


def test_the_threshold_path_has_a_bar_for_each_arc():
    arcs = [("A", "B", 0.9), ("A", "C", 0.4), ("B", "C", 0.5)]
    picture = threshold_path(arcs, tau=0.5)
    assert {a.role for a in picture.of_role("arc") if a.role != "arc"} == {f"arc {p} {c}" for p, c, _ in arcs}
    assert {a.hatch for a in picture.of_role("arc") if a.role != "arc"} == {"", "rising"}
    assert [t.label.to_text() for t in picture.texts("tau")] == [r"\tau = 0.5"]
    assert [t.label.to_text() for t in threshold_path(arcs, tau=1 / 3).texts("tau")] == [
        r"\tau \approx 0.333"
    ]
    many = [(f"X{i}", "Y", 1 - i / 50) for i in range(40)]
    assert "and 16 arcs" in threshold_path(many).description
