"""prove: for all values, or with a counter-example, or undecided; never a guess."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import And, Equivalent, Implies, Max, Min, Not, Or, Rational, symbols

from symdt import Belief, DecisionProblem, Domain, LossTable, Proved, Refuted, Undecided, argmin, prove, risks
from symdt.errors import BudgetError, DomainError, ExpressionError

p, h, k, x, y = symbols("p h k x y")
POSITIVE = Domain("h > 0", "k > 0")


@pytest.mark.parametrize(
    ("statement", "domain"),
    [
        ("2*k/(4*h + 3*k) <= 5*k/(6*h + 15*k) iff 15*k <= 8*h", POSITIVE),
        ("3*k/(12*k + 2*h) < 1/4", POSITIVE),
        ("x**2 + y**2 >= 2*x*y", None),
        ("min(x, y) + max(x, y) == x + y", None),
        ("x > 0 implies (y > 0 implies x*y > 0)", None),
        ("not (x < 0 and x > 0)", None),
        ("x < y or y <= x", None),
        (Equivalent(x > y, y < x), None),
        (Implies(And(x > 0, y > 0), Or(x >= y, y >= x)), None),
        (Not(And(x > 1, x < 1)), None),
        (Min(x, y) <= (x + y) / 2, None),
        (Max(x, y) * 2 >= x + y, None),
    ],
)
def test_proved(statement, domain):
    assert isinstance(prove(statement, domain), Proved)


@pytest.mark.parametrize(
    ("statement", "domain"),
    [
        ("x**2 > 0", None),
        ("15*k <= 8*h", POSITIVE),
        ("min(x, y) < max(x, y)", None),
        ("x*y > 0 implies x > 0", None),
        (x > y, None),
    ],
)
def test_refuted_with_a_point_at_which_it_fails(statement, domain):
    verdict = prove(statement, domain)
    assert isinstance(verdict, Refuted)
    assert not verdict
    if not isinstance(statement, str):
        assert not statement.subs(verdict.counterexample)
    assert str(verdict).startswith("refuted at ")


def test_undecided_has_no_truth_value():
    verdict = prove("x**2 + y**2 >= 2*x*y", seconds=0)
    assert isinstance(verdict, Undecided)
    with pytest.raises(BudgetError, match="undecided"):
        bool(verdict)


def test_argmin_is_a_statement():
    loss = LossTable.zero_one(["M0", "M1"])
    problem = DecisionProblem(loss, Belief({"M0": 1 - p, "M1": p}), Domain("0 < p < 1"))
    rule = Equivalent(argmin(risks(problem)) == "a1", p >= Rational(1, 2))
    assert isinstance(prove(rule, problem.domain), Proved)
    with pytest.raises(ExpressionError, match="is not among"):
        argmin(risks(problem)) == "a2"  # noqa: B015 - the comparison is the test


def test_an_empty_domain_proves_nothing():
    with pytest.raises(DomainError, match="empty"):
        prove("x > 0", Domain("x > 1", "x < 0"))


def test_division_by_zero_asks_for_an_assumption():
    with pytest.raises(ExpressionError, match="divides by zero"):
        prove("1/x > 0")
    assert isinstance(prove("1/x > 0", Domain("x > 0")), Proved)


def test_assumptions_of_symbols_count():
    q = symbols("q", positive=True)
    assert isinstance(prove(q + 1 > 1), Proved) if not isinstance(q + 1 > 1, bool) else True
    assert isinstance(prove("q*q > 0", Domain(symbols=[q])), Proved)


@settings(max_examples=40)
@given(*[st.integers(-4, 4)] * 4)
def test_linear_statements_agree_with_a_grid(a, b, c, d):
    statement = Implies(a * x + b > 0, c * x + d > 0)
    verdict = prove(statement) if statement not in (True, False) else None
    if isinstance(verdict, Refuted):
        assert not statement.subs(verdict.counterexample)
    elif isinstance(verdict, Proved):
        assert all(statement.subs(x, Rational(i, 3)) for i in range(-30, 31))


def test_a_domain_that_is_a_text_is_told_how_to_be_one() -> None:
    with pytest.raises(
        DomainError, match=r"the domain is '0 < p < 1/2': give conditions as Domain\('0 < p < 1'\)"
    ):
        prove("p < 1", "0 < p < 1/2")
