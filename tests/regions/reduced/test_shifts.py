"""Rules of contests in which only differences of letters count, told again in all letters, against fractions."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from flint import fmpq
from sympy import Expr, Rational, symbols

from benchmarks.engine_stress import trial
from symdt.exact.domain import Domain
from symdt.exact.line import Real
from symdt.exact.solver import Budget
from symdt.regions import answer
from symdt.regions.contest import Contest, Question
from symdt.regions.reduced.shifts import shift_of

p, g, h, k = symbols("p g h k")
#: functions, conditions, the letter that is put to 0, and the slopes of others
SHIFTED: dict[str, tuple[list[Expr], tuple[str, ...], str, dict[str, Any]]] = {
    "a difference": ([(g - k) * p**2, g - k + p, 0 * p], ("g > 0", "k > 0"), "g", {"k": 1}),
    "a sum": ([(h + 2 * k) * p**2, 1 - p], ("h >= 0", "0 <= k", "k <= 1"), "k", {"h": -2}),
    "closed": ([(g - k) ** 2 * p**2, 1 - p], ("0 <= g", "g <= 2", "k >= 1", "k <= 1"), "g", {"k": 1}),
    "tied": ([(g - k) * p**2 + h, p], ("g >= 0", "k >= 0", "k <= 3*g", "h > 0"), "g", {"k": 1}),
    "an equation": ([(g - k) * p**2, p + k - g - 1], ("g == 2*k", "0 <= k", "k <= 2"), "g", {"k": 1}),
    "roots": ([p**3 + (g - k) * p, h], ("-3 <= h", "h <= 3", "g >= 0", "k >= 0"), "g", {"k": 1}),
    "a bound for a root": ([p**2 - (g - k) ** 2 + 2, 0 * p], ("0 <= g", "g <= 2", "0 <= k"), "g", {"k": 1}),
}


def asked(functions: list[Expr], conditions: tuple[str, ...]) -> Question[Any]:
    """Which is least along p?"""
    domain = Domain("0 <= p", "p <= 2", *conditions)
    labelled = tuple((f"f{i}", domain.field.element(f)) for i, f in enumerate(functions))
    return Contest(labelled, domain).along(p)


@pytest.mark.parametrize("name", SHIFTED)
def test_a_shifted_rule_is_right_where_no_letter_is_zero(name: str) -> None:
    """On a grid with the rims of the domain exactly one case holds, and its label attains the optimum; witnesses show it."""
    functions, conditions, letter, slopes = SHIFTED[name]
    question = asked(functions, conditions)
    shift = shift_of(question)
    assert shift is not None
    assert shift.letter.name == letter
    assert {s.name: Rational(int(v.p), int(v.q)) for s, v in shift.slopes.items()} == slopes
    rule = answer(question, Budget(30))
    assert rule.is_complete
    domain = question.domain
    steps = [fmpq(n, 3) for n in range(-9, 10)]
    seen = 0
    grid = product(*([fmpq(n, 4) for n in range(9)] if s == p else steps for s in domain.field.symbols))
    inside = [values for values in grid if domain.contains(values)]
    for values in random.Random(1).sample(inside, min(len(inside), 60)):
        holding = [case for case in rule.cases if case.holds(values)]
        assert len(holding) == 1
        assert rule.locate(values)[1].label in question.best(values)
        seen += 1
    assert seen
    for case in rule.cases:
        at = dict(case.witness)
        if not any(isinstance(v, Real) for v in at.values()):
            values = tuple(at.get(s, fmpq(0)) for s in domain.field.symbols)
            assert case.holds(values)
            start = case.pieces[0].start.value(values)
            inner = tuple(
                fmpq(int(start.p), int(start.q)) + fmpq(1, 10**6) if s == p else v
                for s, v in zip(domain.field.symbols, values, strict=True)
            )
            assert domain.contains(inner)


def test_a_witness_that_is_no_fraction_is_shifted() -> None:
    """Between g - k = root and the bounds of g there is a number for g; k is then a root of the shifted polynomial."""
    functions, conditions, _, _ = SHIFTED["a bound for a root"]
    rule = answer(asked(functions, conditions), Budget(30))
    reals = [v for case in rule.cases for _, v in case.witness if isinstance(v, Real)]
    for case in rule.cases:
        at = dict(case.witness)
        assert at[g] >= 0
        assert at[g] <= 2
        assert at[k] >= 0
    assert all(float(v) > 0 for v in reals)


@pytest.mark.parametrize(
    ("functions", "conditions"),
    [
        ([g * p**2, k * (1 - p)], ("g > 0", "k > 0")),  # each counts by itself
        ([(g - k) * p**2, 1 - p], ("g > 0", "k > 0", "g*k < 1")),  # the domain is curved along the shift
        ([(g - k) * p**2, 1 - p], ("g > 0", "k > 0", "p < g")),  # the range of p changes along it
        ([h * p**2, 1 - p], ("h > 0",)),
    ],
)
def test_what_no_shift_leaves_alone_is_not_reduced(
    functions: list[Expr], conditions: tuple[str, ...]
) -> None:
    assert shift_of(asked(functions, conditions)) is None


def test_what_is_assumed_of_letters_is_not_assumed_of_their_difference() -> None:
    a, b = symbols("a b", positive=True)
    domain = Domain("0 < p < 1", symbols=[p, a, b])
    f = domain.field.element
    question = Contest((("now", f(a - b + p)), ("later", f((a - b) * p**2))), domain).along(p)
    assert shift_of(question) is not None
    rule = answer(question, Budget(20))
    assert rule.question.domain == domain
    for values in product([fmpq(1, 3), fmpq(1), fmpq(3)], repeat=2):
        for x in (fmpq(1, 4), fmpq(1, 2), fmpq(3, 4)):
            at = dict(zip((a, b, p), (*values, x), strict=True))
            point = tuple(at[s] for s in domain.field.symbols)
            assert rule.locate(point)[1].label in question.best(point)


def test_a_price_and_a_cost_that_count_by_their_difference() -> None:
    """Family natural 2, seed 19: waiting for a better price, three times, with g - k in every strategy."""
    result = trial("natural 2", 19)
    assert (result["complete"], result["wrong"]) == (True, [])
    assert result["cpu"] < 5  # eleven seconds in both letters
