"""Answers about y and about products told in the letter of who decides, against the definition of the equivalent."""

from __future__ import annotations

from math import exp, isclose, log

import pytest
from flint import fmpq
from sympy import Rational, Symbol

from symdt import AttitudeProblem, Belief, Chance, Decision, DecisionProblem, LossTable, TreeProblem, risks
from symdt.analysis.attitude.spoken import spoken
from symdt.exact.polynomial import to_number


def party(optimum: str = "max") -> DecisionProblem:
    sign = 1 if optimum == "max" else -1
    rows = [[100 * sign, 90 * sign, 40 * sign], [0, 20 * sign, 50 * sign]]
    table = LossTable(["sun", "rain"], ["out", "porch", "in"], rows, optimum)
    return DecisionProblem(table, Belief({"sun": Rational(2, 5), "rain": "rest"}))


@pytest.mark.parametrize("optimum", ["max", "min"])
def test_a_value_is_its_certainty_equivalent(optimum: str) -> None:
    """-R log E exp(-x/R), by hand, of 90 and 20; of losses the same with the sign of a loss."""
    problem = AttitudeProblem(party(optimum), "exponential", "R")
    told = spoken(problem)
    y = told.inside(50)
    value = risks(problem)["porch"].subs({Symbol("y"): Rational(int(y.p), int(y.q))})
    wanted = -50 * log(0.4 * exp(-90 / 50) + 0.6 * exp(-20 / 50))
    assert isclose(told.certain(to_number(value), y), wanted if optimum == "max" else -wanted, rel_tol=1e-12)
    assert isclose(told.own(float(y)), 50, rel_tol=1e-12)


def test_products_have_the_power_of_a_tree_too() -> None:
    """Logarithmic utility of a tree with a later decision: the root of as many wealths as there are factors."""
    later = Decision("later", {"keep": 20, "double": Chance("coin", {"w": (0.5, 50), "l": ("rest", 0)})})
    tree = Decision("now", {"go": Chance("start", {"up": (0.5, later), "down": ("rest", -10)}), "stay": 1})
    told = spoken(AttitudeProblem(TreeProblem(tree, optimum="max"), "logarithmic", "w"))
    assert (told.power, told.axis("w"), told.to_json()["unit"]) == (4, "w", "1")
    value = fmpq(120) ** 2 * fmpq(90) ** 2
    assert isclose(told.certain(value, fmpq(100)), (120 * 90) ** 0.5 - 100, rel_tol=1e-12)


def test_a_point_may_give_the_tolerance() -> None:
    told = spoken(AttitudeProblem(party(), "exponential", "R"))
    assert told.within({"R": 100, "p": 1})["y"] == Rational(repr(exp(-10 / 100)))
