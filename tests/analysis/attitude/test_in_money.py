"""Tornados of problems with an attitude to risk: certainty equivalents at every end, by another road."""

from __future__ import annotations

from math import exp, log

import pytest
from sympy import Rational

from symdt import AttitudeProblem, Belief, DecisionProblem, LossTable, show, tornado_data

GAME = LossTable(["won", "lost"], ["bet", "half", "keep"], [[30, 12, 0], [-6, -3, 0]], "max")
PROBLEM = DecisionProblem(GAME, Belief({"won": Rational(1, 3), "lost": "rest"}))


def best(utility, inverse) -> float:
    return max(inverse(utility(w) / 3 + 2 * utility(x) / 3) for w, x in ((30, -6), (12, -3), (0, 0)))


def of_wealth(w: float) -> float:
    return best(lambda x: log(w + x), lambda u: exp(u) - w)


def of_tolerance(r: float) -> float:
    return best(lambda x: -exp(-x / r), lambda u: -r * log(-u))


def test_every_end_of_a_bar_along_the_wealth_is_money() -> None:
    found = tornado_data(AttitudeProblem(PROBLEM, "logarithmic", "w"), {"w": 10}, {"w": (7, 40)}, digits=12)
    (bar,) = found.bars
    assert float(found.value) == pytest.approx(of_wealth(10))
    assert [float(v) for v in (bar.at_low, bar.at_high)] == pytest.approx([of_wealth(7), of_wealth(40)])
    assert [float(v) for v in bar.below + bar.above] == pytest.approx([of_wealth(w) for w in (7, 10, 10, 40)])
    assert bar.switches
    for value, (threshold, _, _) in zip(bar.switch_values, bar.switches, strict=True):
        assert float(value) == pytest.approx(of_wealth(float(threshold)), abs=1e-9)
    assert (bar.where_least, bar.where_greatest) == (7, 40)


def test_a_tornado_in_python_is_that_of_the_command() -> None:
    """Along y = exp(-3/R), between 1/4 and 9/10; and the figure says what it draws."""
    problem = AttitudeProblem(PROBLEM, "exponential", "R")
    found = tornado_data(problem, {"y": "1/2"}, {"y": ("1/4", "9/10")})
    (bar,) = found.bars
    assert float(bar.greatest) == pytest.approx(of_tolerance(-3 / log(0.9)), rel=1e-5)
    assert float(bar.least) == pytest.approx(of_tolerance(-3 / log(0.25)), rel=1e-5)
    picture = show.tornado(problem, {"y": "1/2"}, {"y": ("1/4", "9/10")})
    assert picture.record == found
    assert picture.description.startswith("The certainty equivalent as one letter")


def test_losses_are_told_as_losses() -> None:
    """Who pays 6 or gains 30 with an attitude: the sure loss is that of the gains with the other sign."""
    losses = LossTable(["won", "lost"], ["bet", "keep"], [[-30, 0], [6, 0]], "min")
    worse = AttitudeProblem(
        DecisionProblem(losses, Belief({"won": Rational(1, 3), "lost": "rest"})), "logarithmic", "w"
    )
    found = tornado_data(worse, {"w": 30}, {"w": (20, 40)}, digits=10)
    assert float(found.value) == pytest.approx(-((60 * 24 * 24) ** (1 / 3) - 30))
    (bar,) = found.bars
    assert bar.least < found.value < bar.greatest
    assert (bar.where_least, bar.where_greatest) == (40, 20)
