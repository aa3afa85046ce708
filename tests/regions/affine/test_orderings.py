"""Orderings of lines against sorting them, where two lines turn about the place at which they cross."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Rational, symbols

from symdt import Decision, Domain, TreeProblem, risk_orderings

p, c = symbols("p c")
half = Rational(1, 2)
#: Two lines that always cross at p = 1/2, and are one line at c = 1.
TURNING = TreeProblem(Decision("d", {"a": p, "b": half + c * (p - half)}), Domain("0 < p < 1"), "min")
POINTS = [Fraction(n, 8) for n in range(1, 8)]


@pytest.mark.parametrize("slope", [Fraction(n, 4) for n in range(-4, 13)])
def test_lines_that_turn_about_their_crossing(slope: Fraction) -> None:
    rule = risk_orderings(TURNING, p)
    for x in POINTS:
        first, second = x, Fraction(1, 2) + slope * (x - Fraction(1, 2))
        if first != second:
            assert rule(p=x, c=slope) == (("a", "b") if first < second else ("b", "a"))
        else:
            assert sorted(rule(p=x, c=slope)) == ["a", "b"]


def test_the_cases_are_the_two_directions_and_one_line() -> None:
    assert [" and ".join(map(str, case.conditions)) for case in risk_orderings(TURNING, p)] == [
        "c < 1",
        "c > 1",
        "c == 1",
    ]
