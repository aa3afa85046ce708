"""The number system: field laws, decided equality, exact decimals, refusals."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Float, I, Integer, Rational, exp, oo, sqrt, symbols
from sympy import Symbol as SymPySymbol

from symdt.errors import BudgetError, DomainError, ExpressionError
from symdt.exact.field import Element, Field, equal
from symdt.exact.polynomial import (
    as_expr,
    letters_of,
    primitive,
    substituted,
    times,
    to_fraction,
    to_number,
    to_rational,
)
from tests.random_problems import LETTERS, affine

P, H, K = LETTERS
FIELD = Field.of(LETTERS)


@st.composite
def rational_functions(draw):
    """Quotients of products of affine expressions."""
    top = draw(affine()) * draw(affine())
    bottom = draw(affine().filter(lambda e: e != 0))
    return top / bottom


@settings(deadline=None, max_examples=60)
@given(rational_functions(), rational_functions(), rational_functions())
def test_it_is_a_field(x, y, z) -> None:
    a, b, c = map(FIELD.element, (x, y, z))
    zero, one = FIELD.number(0), FIELD.number(1)
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a + zero == a
    assert a * one == a
    assert (a - a).is_zero
    if not a.is_zero:
        assert a / a == one
        assert (b / a) * a == b


@settings(deadline=None, max_examples=60)
@given(rational_functions(), rational_functions())
def test_arithmetic_agrees_with_sympy(x, y) -> None:
    for ours, theirs in (
        (FIELD.element(x) + FIELD.element(y), x + y),
        (FIELD.element(x) * FIELD.element(y), x * y),
    ):
        somewhere = {P: Rational(17, 101), H: Rational(23, 7), K: Rational(-31, 13)}
        there = theirs.subs(somewhere)
        if (
            there.is_finite
        ):  # a polynomial identity of low degree that holds here holds everywhere, nearly surely
            assert ours.to_expr().subs(somewhere) == there
        assert FIELD.element(ours.to_expr()) == ours


def test_equality_is_decided() -> None:
    assert equal((P**2 - H**2) / (P - H), P + H)
    assert not equal(P, H)
    assert equal(Rational(1, 3), Fraction(1, 3))
    assert hash(FIELD.element((P**2 - H**2) / (P - H))) == hash(FIELD.element(P + H))


def test_a_field_is_its_set_of_letters() -> None:
    assert Field.of([K, P, H]) is FIELD
    assert pickle.loads(pickle.dumps(FIELD)) is FIELD
    with pytest.raises(ExpressionError, match="both named 'p'"):
        Field.of([P, SymPySymbol("p", positive=True)])


def test_elements_move_between_fields() -> None:
    small = Field.of([P]).element(P + 1)
    assert small == FIELD.element(P + 1)
    assert small.into(FIELD).field is FIELD
    for lost in (P + H, P * H, 1 / (P + H), H - 1):
        with pytest.raises(ExpressionError, match="not among"):
            FIELD.element(lost).into(Field.of([P]))
    assert FIELD.element(P**2 + P * H - H * P).into(Field.of([P])) == Field.of([P]).element(P**2)


def test_decimals_are_read_by_their_digits() -> None:
    assert to_number(0.1) == to_number("1/10")
    assert to_rational(to_number(Float("0.17"))) == Rational(17, 100)
    assert to_fraction(to_number(1e-3)) == Fraction(1, 1000)
    assert as_expr(0.3) == Rational(3, 10)
    for wrong in ("x", "1/0", float("nan"), float("inf")):
        with pytest.raises(ExpressionError):
            to_number(wrong)


@pytest.mark.parametrize(
    "wrong", ["p", b"p", None, True, oo, I, exp(P), sqrt(P), P**H, 1.0j, P > 0, object()]
)
def test_what_is_no_rational_expression_is_refused(wrong) -> None:
    with pytest.raises((ExpressionError, TypeError, ValueError)) as caught:
        FIELD.element(wrong)
    assert isinstance(caught.value, ExpressionError) or wrong is not P


def test_division_by_zero_and_sizes_are_refused() -> None:
    with pytest.raises(ExpressionError, match="zero"):
        FIELD.element(P) / FIELD.number(0)
    with pytest.raises(ExpressionError, match="zero"):
        FIELD.element(P) / (FIELD.element(P) - P)
    with pytest.raises(ExpressionError, match="exponent"):
        FIELD.element(P**1000)
    with pytest.raises(ExpressionError, match="too"):
        Field.of(symbols("a:f")).element(sum(symbols("a:f")) ** 30)
    many = FIELD.element((P + H + K + 1) ** 25).num
    with pytest.raises(BudgetError, match="too many to multiply"):
        times(many, many)


def test_values_at_points() -> None:
    element = FIELD.element(P / (H - 1))
    assert to_rational(element.at(FIELD.values({"p": 1, "h": "3/2", K: 0}))) == 2
    with pytest.raises(ExpressionError, match="divides by zero at"):
        element.at(FIELD.values({"p": 1, "h": 1, "k": 0}))
    with pytest.raises(DomainError, match="no value for 'k'"):
        FIELD.values({"p": 1, "h": 1})


def test_properties_of_elements() -> None:
    assert FIELD.element(P * H / K).symbols == {P, H, K}
    assert not FIELD.element(1 / K).is_polynomial
    assert FIELD.element(Integer(3)).constant == 3
    with pytest.raises(ExpressionError, match="depends on letters"):
        FIELD.element(P).constant  # noqa: B018 - the property is the test
    assert isinstance(1 - FIELD.element(P), Element)
    assert 1 / FIELD.element(P) == FIELD.element(1 / P)


def test_fast_paths_agree_with_the_slow_ones() -> None:
    x = symbols("x")
    field = Field.of([*LETTERS, x])
    for e in (3 * P / 7 - H + 2, P + P * H, 2 * (P + 1) - K, P - P**2 + 1, 1 + Rational(1, 2) * x):
        num, den = field._fraction(e)
        assert field.element(e) == Element.reduced(field, num, den)
    assert letters_of([P * H + 1, 1 / K]) == {P, H, K}
    assert substituted(P + H, {P: Integer(1)}) == H + 1
    assert substituted(H, {P: Integer(1)}) is H
    assert primitive(FIELD.polynomial(6 * P + 4))[1] == FIELD.polynomial(3 * P + 2)
