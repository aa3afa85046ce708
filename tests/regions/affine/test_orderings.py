"""Orderings of lines against sorting them, where two lines turn about the place at which they cross."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from sympy import Rational, Symbol, symbols

from symdt import Decision, Domain, TreeProblem, risk_orderings

p, c, h, k = symbols("p c h k")
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


CONDITIONS = [
    ("p == 1", "h > 0"),
    ("h == k", "p >= 0", "p <= 1"),
    ("p <= h", "p >= k", "h >= k"),
    ("p >= 1", "p <= 1", "k > 0"),
    ("p >= 0",),
    ("p >= h", "h <= 1"),
]
LOSSES = {"x": 2 + h, "y": 1 + 2 * k, "w": h * p}


@pytest.mark.parametrize("conditions", CONDITIONS, ids=" and ".join)
@pytest.mark.parametrize("letter", [p, h, k], ids=str)
def test_orderings_where_the_range_is_one_number_or_has_no_end(
    conditions: tuple[str, ...], letter: Symbol
) -> None:
    """A range of one number has an order too; parallel lines without an end change places where another letter says."""
    domain = Domain(*conditions, symbols=[p, h, k])
    rule = risk_orderings(TreeProblem(Decision("d", LOSSES), domain, "min"), letter)
    grid = [Rational(n, 2) for n in range(-2, 6)]
    seen = 0
    for values in product(grid, repeat=3):
        point = dict(zip((p, h, k), values, strict=True))
        if domain.contains(domain.field.values(point)):
            told = [LOSSES[name].subs(point) for name in rule(point)]
            assert told == sorted(told)
            seen += 1
    assert seen > 10


def test_the_order_at_one_number_is_said_with_an_equals_sign() -> None:
    problem = TreeProblem(Decision("d", {"x": p + c, "y": 2}), Domain("p == 1", "c > 0"), "min")
    rule = risk_orderings(problem, p)
    assert rule.to_json()["orderings"]["cases"][0]["pieces"] == [
        {"order": ["x", "y"], "from": "1", "to": "1", "from_closed": True}
    ]
    assert str(rule).splitlines() == [
        "if c < 1:",
        "  x, y  if p = 1",
        "if c >= 1:",
        "  y, x  if p = 1",
    ]


def test_parallel_lines_that_never_end_are_ordered_by_the_other_letters() -> None:
    """Neither meets the other, and there is no end of the range at which to compare them."""
    rule = risk_orderings(TreeProblem(Decision("d", {"x": 5 + h, "y": k + h}), Domain("k > 0"), "min"), h)
    for at in (1, 4, 6, 9):
        for x in (-3, 0, 3):
            assert rule(k=at, h=x) == (("y", "x") if at < 5 else ("x", "y"))
