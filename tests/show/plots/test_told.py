"""Axes of tolerances: even in them, and wide enough for what changes."""

from math import exp, isclose

from symdt import load_problem
from symdt.analysis.attitude.spoken import spoken
from symdt.show.plots.told import Tolerances, tolerances_shown
from symdt.solve.alternatives import contest


def test_an_axis_of_tolerances_is_even_in_them() -> None:
    problem = load_problem("examples/catalogue/howard_party_tolerance.toml")
    told = spoken(problem)
    low, high = tolerances_shown(told, contest(problem))
    assert low == 0
    assert 1.5 * 282 < told.own(float(high)) < 3 * 282  # beyond the one switch
    scale = Tolerances(0.0, float(told.inside(400)), told=told)
    assert isclose(scale.share(float(told.inside(100))), 0.25, rel_tol=1e-9)
    assert isclose(scale.value(0.25), exp(-10 / 100), rel_tol=1e-9)
