"""Domains: conditions, points, and questions about them, against brute force."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import And, Or, Rational, symbols

from symdt.errors import DomainError, ExpressionError
from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.exact.solver import Unknown
from tests.random_problems import LETTERS, affine

P, H, K = LETTERS


def test_relations_texts_and_assumptions_say_the_same() -> None:
    q = symbols("q", positive=True)
    assert Domain(P > 0, Rational(1, 4) > P) == Domain("0 < p < 1/4") == Domain(And(P > 0, 4 * P < 1))
    assert [str(c) for c in Domain(q < 1).conditions] == ["q < 1", "q > 0"]
    assert str(Domain()) == "all real values"
    assert Domain("p > 0") != Domain("p >= 0")
    assert pickle.loads(pickle.dumps(Domain("0 < p < 1"))) == Domain("0 < p < 1")
    assert Domain("0 < p < 1").restricted("p > 1/2") == Domain("0 < p", "p < 1", "2*p > 1")


@pytest.mark.parametrize("wrong", [False, Or(P > 0, H > 0), 7, "p", "p < 1/h"])
def test_what_is_no_domain(wrong) -> None:
    with pytest.raises((DomainError, ExpressionError)):
        Domain(wrong)


@pytest.mark.parametrize(
    "conditions",
    [
        ("p > 1", "p < 0"),
        ("p > 0", "p < 0"),
        ("p**2 < 0",),
        ("p + h < 0", "p > 0", "h > 0"),
        ("p == 1", "p == 2"),
    ],
)
def test_an_empty_domain_has_no_witness(conditions) -> None:
    with pytest.raises(DomainError, match="empty"):
        Domain(*conditions).witness  # noqa: B018 - asking is the test


@pytest.mark.parametrize(
    "conditions",
    [
        ("0 < p < 1",),
        ("p > 1000000",),
        ("p + h == 1", "p > 0", "h > 0"),
        ("p*h == 1", "p > 3"),
        ("p**2 < 2", "p > 1.4"),
    ],
)
def test_samples_lie_in_the_domain(conditions) -> None:
    domain = Domain(*conditions)
    assert domain.contains(domain.witness)
    assert all(domain.contains(values) for values in domain.samples)


def test_a_point_is_checked_with_its_reason() -> None:
    domain = Domain("0 < p < 1", "h > p")
    assert domain.check_point({"p": "1/2", H: 1})
    for point, reason in (
        ({"p": 2, "h": 3}, "breaks p < 1"),
        ({"p": "1/2", "h": "1/4"}, "h > p"),
        ({"p": "1/2"}, "no value for 'h'"),
        ({"p": "1/2", "h": 1, "x": 0}, "'x' is no parameter"),
    ):
        with pytest.raises(DomainError, match=reason.replace(".", "\\.")):
            domain.check_point(point)


def test_a_condition_on_a_letter_that_the_domain_lacks_is_an_error() -> None:
    with pytest.raises(ExpressionError, match="not among"):
        Domain("h > 0").implies(Condition.of(P + H, ">"))


BOXES = [
    Domain("0 < p < 1", "h > 0", "k >= 1"),
    Domain("0 <= p <= 1", "h >= 0", "k <= 2"),
    Domain("0 < p < 1", "0 < h < p", "k > h"),
]


@settings(deadline=None, max_examples=80)
@given(affine(), st.sampled_from(BOXES), st.sampled_from([">", ">="]))
def test_implication_of_affine_conditions(expr, domain: Domain, op) -> None:
    """Every answer is checked: a yes on a grid of the domain, a no by a point that the solver names."""
    from symdt.exact.formula import negation
    from symdt.exact.solver import Found

    condition = Condition.of(expr, op, domain.field)
    answer = domain.implies(condition)
    assert answer is not None
    if answer:
        assert all(condition.holds(values) for values in domain.samples)
    elif condition.truth is None:
        found = domain.find(negation(condition))
        assert isinstance(found, Found)
        assert domain.contains(domain.field.values(found.point))
        assert not condition.holds(domain.field.values(found.point))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p*(1-p) > 0", True),
        ("p*(1-p) <= 1/4", True),
        ("p*(1-p) < 1/4", False),
        ("h**2 + p > 0", True),
        ("p**2 < p", True),
        ("h*k > 0", True),
        ("h - k < 0", False),
        ("p + h**2 - 2*h + 1 > 0", True),
    ],
)
def test_implication_of_polynomial_conditions(text: str, expected: bool) -> None:
    from symdt.exact.language.syntax import parse_condition

    domain = Domain("0 < p < 1", "h > 0", "k >= 1")
    (condition,) = parse_condition(text, domain.symbols)
    assert domain.implies(condition) is expected


def test_signs() -> None:
    domain = Domain("0 < p < 1", "h > 0")
    element = domain.field.element
    assert domain.sign(element(P * H)) == 1
    assert domain.sign(element(-P / H)) == -1
    assert domain.sign(element(P - P)) == 0
    assert domain.sign(element(P - Rational(1, 2))) is None
    assert domain.sign(element((P - 1) / (H + P))) == -1


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(st.integers(-3, 3), st.integers(-6, 6), st.sampled_from([">", ">="])),
        min_size=1,
        max_size=5,
    )
)
def test_the_box_is_the_intersection_of_its_intervals(bounds) -> None:
    conditions = [Condition.of(a * P - b, op) for a, b, op in bounds if a]
    domain = Domain(*conditions, symbols=[P])
    low, high, low_closed, high_closed = domain.box[0]
    for n in range(-40, 41):
        x = Fraction(n, 6)
        inside = all((a * x - b > 0) or (op == ">=" and a * x == b) for a, b, op in bounds if a)
        above = low is None or x > Fraction(str(low)) or (low_closed and x == Fraction(str(low)))
        below = high is None or x < Fraction(str(high)) or (high_closed and x == Fraction(str(high)))
        assert inside == (above and below)


def test_a_parameter_is_real() -> None:
    with pytest.raises(DomainError, match="not to be real"):
        Domain(symbols=[symbols("z", imaginary=True)])


def test_what_the_solver_does_not_decide_is_not_taken_for_true(monkeypatch):
    x, y = symbols("x y")
    domain = Domain("x > 0", "y > 0")
    monkeypatch.setattr(Domain, "find", lambda *_, **__: Unknown("the budget ended"))
    assert domain.implies(Condition.of(x**2 + y**2 - 2 * x * y + 1, ">")) is None
