"""Pictures of the analysis wing show the numbers of its records."""

from __future__ import annotations

from pathlib import Path

import pytest
from sympy import Rational

from symdt import acceptability, evsi, load_problem, tornado_data
from symdt.analysis.profile import RiskProfile
from symdt.errors import TableError
from symdt.show.profile import acceptability_curve, risk_profiles, tornado_chart
from symdt.show.writers import figure_bytes

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


def test_the_staircase_is_the_distribution_function() -> None:
    bold = RiskProfile(((0, Rational(1, 4)), (30, Rational(3, 4))))
    ax = risk_profiles({"bold": bold, "safe": RiskProfile(((10, 1),))})
    xs, ys = ax.lines[0].get_data()
    assert list(xs[1:3]) == [0, 30]
    assert list(ys[:4]) == [0, 0.25, 1, 1]
    assert figure_bytes(ax.figure, ".svg") == figure_bytes(
        risk_profiles({"bold": bold, "safe": RiskProfile(((10, 1),))}).figure, ".svg"
    )
    with pytest.raises(TableError, match="no profiles"):
        risk_profiles({})


def test_the_curve_and_its_frontier() -> None:
    problem = load_problem(EXAMPLES / "umbrella.toml")
    curve = acceptability(problem, "r", [0.1, 0.5, 0.6, 0.9], {}, draws=10)
    ax = acceptability_curve(curve)
    lines = {line.get_gid(): line for line in ax.lines}
    assert list(lines["share take"].get_ydata()) == [0, 0, 1, 1]
    assert list(lines["frontier take"].get_xdata()) == [0.6, 0.9]
    assert list(lines["frontier leave"].get_xdata()) == [0.1, 0.5]


def test_the_tornado_marks_its_switches() -> None:
    problem = load_problem(EXAMPLES / "oil_wildcatter_letters.toml")
    data = tornado_data(problem, {"d": 0.5, "T": 10}, {"d": (0.3, 0.7), "T": (1, 20)})
    assert data.bars[1].switch_values == (20,)  # at T = 25/2 testing and drilling are both worth 20
    marks = [line for line in tornado_chart(data).lines if str(line.get_gid()).startswith("switch")]
    assert len(marks) == sum(len(bar.switches) for bar in data.bars) == 4
    assert {round(float(m.get_xdata()[0]), 9) for m in marks} == {
        round(float(v), 9) for bar in data.bars for v in bar.switch_values
    }


def test_notebooks_show_the_records() -> None:
    problem = load_problem(EXAMPLES / "oil_wildcatter_letters.toml")
    assert r"\begin{cases}" in evsi(problem, "seismic")._repr_latex_()
    data = tornado_data(problem, {"d": 0.5, "T": 10}, {"T": (1, 20)})
    curve = acceptability(load_problem(EXAMPLES / "umbrella.toml"), "r", [0.1, 0.9], {}, draws=10)
    for record in (data, curve, RiskProfile(((10, 1),))):
        assert "<svg" in record._repr_svg_()
