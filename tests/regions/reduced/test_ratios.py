"""Rules of contests in which only ratios count, told again in all letters, against fractions."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from flint import fmpq
from sympy import Expr, symbols

from symdt.exact.domain import Domain
from symdt.exact.solver import Budget
from symdt.regions import answer
from symdt.regions.contest import Contest, Question
from symdt.regions.reduced.ratios import scaling_of

p, h, k, m = symbols("p h k m")
POSITIVE = ("h > 0", "k > 0", "m > 0")
#: functions, conditions, and the weights of the letters that are found
SCALED: dict[str, tuple[list[Expr], tuple[str, ...], dict[str, int]]] = {
    "losses": ([h * p**2, k * (1 - p) ** 2, 2 * m * p * (1 - p)], POSITIVE, {"h": 1, "k": 1, "m": 1}),
    "closed": ([h * p**2 + k * p, m * (1 - p)], ("h >= 0", "k >= 0", "m > 0"), {"h": 1, "k": 1, "m": 1}),
    "degrees": ([h * p**2, k**2 * (1 - p)], ("h >= 0", "k > 0"), {"h": 2, "k": 1}),
    "inverse": ([p**2 * h, (1 - p) / k], ("h > 0", "k > 0"), {"h": -1, "k": 1}),
    "a cone": ([h * p**3, k * p * (1 - p)], ("h > 0", "k >= h"), {"h": 1, "k": 1}),
    "each by its own": (
        [h * (1 - p**2), k * (1 - p**2) + h * p**2, h * (1 - p**2) + m * p**2],
        ("h > 0", "k >= h", "m > 0"),
        {"h": 1, "k": 1, "m": 1},
    ),
    "cubic": ([h * p**3, k * (1 - p) ** 3, m * p], POSITIVE, {"h": 1, "k": 1, "m": 1}),
}


def asked(functions: list[Expr], conditions: tuple[str, ...]) -> Question[Any]:
    """Which is least along p?"""
    domain = Domain("0 <= p", "p <= 1", *conditions)
    return Contest(tuple((f"f{i}", domain.field.element(f)) for i, f in enumerate(functions)), domain).along(
        p
    )


@pytest.mark.parametrize("name", SCALED)
def test_a_scaled_rule_is_right_where_no_letter_is_one(name: str) -> None:
    """On a grid, at crossings of two functions and on the rims of the domain, the rule's label attains the optimum."""
    functions, conditions, weights = SCALED[name]
    question = asked(functions, conditions)
    scaling = scaling_of(question, Budget(5))
    assert scaling is not None
    found = {s.name: w for s, w in scaling.weights.items() if w}
    assert found in (weights, {n: -w for n, w in weights.items()} if -1 in weights.values() else weights)
    rule = answer(question, Budget(20))
    assert rule.is_complete
    names = question.domain.field.names
    steps = {n: [fmpq(0), fmpq(1, 3), fmpq(1), fmpq(5, 2)] for n in names if n != "p"}
    steps["p"] = [fmpq(i, 6) for i in range(7)]
    grid = list(product(*(steps[n] for n in names)))
    seen = 0
    for values in random.Random(1).sample(grid, min(len(grid), 150)):
        if question.domain.contains(values):
            holding = [case for case in rule.cases if case.holds(values)]
            assert len(holding) == 1
            assert rule.locate(values)[1].label in question.best(values)
            seen += 1
    assert seen > 40


@pytest.mark.parametrize(
    ("functions", "conditions"),
    [
        ([h * p**2, k * (1 - p) + 1], POSITIVE[:2]),  # a number beside the letters
        ([h * p**2, k * (1 - p)], ("h > 0", "0 < k", "k < 1")),  # a bound that is a number
        ([h * p**2, k * (1 - p)], ("h >= 0", "k >= 0")),  # no letter is positive everywhere
        ([h * p**2, h * (1 - p) + p], ("h > 0",)),
        ([0 * p, h * p**2 - k * (1 - p), p**2 - 2 * p], POSITIVE[:2]),  # each scales, and not alike
    ],
)
def test_a_contest_that_no_scale_leaves_alone_is_not_reduced(
    functions: list[Expr], conditions: tuple[str, ...]
) -> None:
    """The question stays as it was."""
    assert scaling_of(asked(functions, conditions), Budget(5)) is None


def test_whole_numbers_are_no_scale() -> None:
    """Half of a whole number need not be one."""
    n = symbols("n", integer=True)
    domain = Domain("0 <= p", "p <= 1", n >= 1, "h > 0")
    f = domain.field.element
    assert scaling_of(Question((("a", f(n * p**2)), ("b", f(h * (1 - p)))), domain, p), Budget(5)) is None
