"""Curves of the analysis wing show the numbers of its records."""

import pytest
from flint import fmpq
from sympy import Rational, Symbol

from symdt import acceptability, evpi, evsi, load_problem, tornado_data
from symdt.analysis.profile import RiskProfile
from symdt.errors import TableError
from symdt.paper import problems as paper
from symdt.paper.likelihood_plot import SIZES, critical_values, quantile
from symdt.show.plots.curves import acceptability_curve, kinks, risk_profiles, value_of_information, worth
from symdt.show.writers import rendered


def test_information_is_worth_what_brute_force_says():
    problem = paper.example_2()
    value = evpi(problem.at({"h": 4, "k": 1}))
    loss = problem.loss.subs({Symbol("h"): 4, Symbol("k"): 1})
    points = kinks(value, Symbol("p"), fmpq(0), fmpq(1, 4))
    assert fmpq(2, 19) in points  # the kinks of the rule
    assert fmpq(3, 20) in points
    for v in points:
        p = Rational(int(v.p), int(v.q))
        belief = {s: e.subs(Symbol("p"), p) for s, e in problem.belief.items()}
        prior = min(sum(belief[s] * loss[s, a] for s in loss.states) for a in loss.actions)
        perfect = sum(belief[s] * min(loss[s, a] for a in loss.actions) for s in loss.states)
        found = worth(value, v)
        assert Rational(int(found.p), int(found.q)) == prior - perfect
    picture = value_of_information(problem, "p", point={"h": 4, "k": 1})
    (line,) = picture.of_role("information")
    assert len(line.points) == len(points)


def test_the_staircase_is_the_distribution_function():
    bold = RiskProfile(((0, Rational(1, 4)), (30, Rational(3, 4))))
    made = [risk_profiles({"bold": bold, "safe": RiskProfile(((10, 1),))}) for _ in range(2)]
    assert rendered(made[0], ".svg") == rendered(made[1], ".svg")
    line = next(i for i in made[0].items if i.role == "profile bold")
    heights = list(dict.fromkeys(round(y, 6) for _, y in line.points))
    assert (heights[1] - heights[0]) / (heights[2] - heights[0]) == pytest.approx(0.25)
    with pytest.raises(TableError, match="no profiles"):
        risk_profiles({})


def test_the_curve_and_its_frontier():
    problem = load_problem("examples/umbrella.toml")
    curve = acceptability(problem, "r", [0.1, 0.5, 0.6, 0.9], {}, draws=10)
    picture = acceptability_curve(curve)
    marks = [i.role for i in picture.items if i.role.endswith(" mark")]
    assert sorted(marks) == ["share leave mark"] * 2 + ["share take mark"] * 2
    assert {t.role for t in picture.of_role("name")} == {"name take", "name leave"}


def test_notebooks_show_the_records():
    problem = load_problem("examples/oil_wildcatter_letters.toml")
    assert r"\begin{cases}" in evsi(problem, "seismic")._repr_latex_()
    data = tornado_data(problem, {"d": 0.5, "T": 10}, {"T": (1, 20)})
    curve = acceptability(load_problem("examples/umbrella.toml"), "r", [0.1, 0.9], {}, draws=10)
    for record in (data, curve, RiskProfile(((10, 1),))):
        assert "<svg" in record._repr_svg_()


def test_the_critical_values_of_example_1_grow():
    picture = critical_values(loss_ratios=(1.0, 3.0))
    for ratio in (1.0, 3.0):
        line = next(i for i in picture.items if i.role == f"bayes {ratio:g}")
        heights = [y for _, y in line.points]
        assert heights == sorted(heights)  # no single critical value does for all n
    assert len(next(i for i in picture.items if i.role == "bayes 1").points) == len(SIZES)
    assert abs(quantile(0.05) - 3.841458820694124) < 1e-9
