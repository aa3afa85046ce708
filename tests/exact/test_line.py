"""The line against SymPy's own roots and signs, and the laws of an ordered field's real numbers."""

from __future__ import annotations

import itertools
import pickle
from fractions import Fraction

import pytest
from flint import fmpq, fmpq_poly
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Integer, Poly, Rational, Symbol

from symdt.errors import ExpressionError
from symdt.exact.line import above, arrange, below, between, roots

X = Symbol("x")
coefficients = st.lists(st.integers(-12, 12), min_size=2, max_size=6).filter(lambda c: any(c[1:]))
fractions = st.builds(Fraction, st.integers(-40, 40), st.integers(1, 12))


def sympy_roots(c):
    return list(dict.fromkeys(Poly(list(reversed(c)), X).real_roots()))


@given(coefficients)
@settings(max_examples=60, deadline=None)
def test_roots_are_those_of_sympy_in_order(c):
    mine, theirs = roots(c), sympy_roots(c)
    assert len(mine) == len(theirs)
    for a, b in zip(mine, theirs, strict=True):
        assert abs(float(a) - float(b)) < 1e-9 * max(1, abs(float(b)))
        assert a.sign_of(fmpq_poly(c)) == 0
    assert mine == sorted(mine)
    assert mine == sorted(mine)


@given(coefficients, coefficients)
@settings(max_examples=60, deadline=None)
def test_between_is_between_and_does_not_depend_on_what_was_asked_before(c, d):
    points = arrange([fmpq_poly(c), fmpq_poly(d)]).points
    for a, b in itertools.pairwise(points):
        middle = between(a, b)
        assert a < middle
        assert b > middle
        assert not b < middle
        a.narrow(fmpq(1, 10**12))
        b.narrow(fmpq(1, 10**12))
        assert between(a, b) == middle
        assert middle.q == min(middle.q, between(middle, b).q, between(a, middle).q)
    for a in points:
        assert below(a) < above(a)
        assert a > below(a)
        assert a < above(a)


@given(coefficients, coefficients)
@settings(max_examples=60, deadline=None)
def test_signs_at_roots_equal_a_fine_enclosure(c, d):
    other = fmpq_poly(d)
    for root in roots(c):
        found = root.sign_of(other)
        value = sum(Integer(k) * root.to_expr() ** n for n, k in enumerate(d)).evalf(60)
        assert found == (0 if abs(value) < 1e-40 else 1 if value > 0 else -1)
        assert (found == 0) == (root in roots(d) if any(d[1:]) else not any(d))


@given(coefficients)
@settings(max_examples=30, deadline=None)
def test_numbers_survive_pickling_and_equal_themselves(c):
    for root in roots(c):
        again = pickle.loads(pickle.dumps(root))
        assert again == root
        assert hash(again) == hash(root)
        assert not again < root


def test_close_roots_are_told_apart():
    # Mignotte: two roots of x^5 - 2 (1000 x - 1)^2 lie within 10^-8 of each other
    poly = Poly(X**5 - 2 * (1000 * X - 1) ** 2, X)
    c = [int(v) for v in reversed(poly.all_coeffs())]
    a, b, _ = roots(c)
    middle = between(a, b)
    assert a < middle
    assert b > middle
    assert b.high - a.low < fmpq(1, 10**7)


def test_the_double_root_and_the_missing_root():
    assert [root.to_expr() for root in roots([1, -2, 1])] == [1]
    assert roots([1, 0, 1]) == roots([0]) == []


@pytest.mark.parametrize("bits", [10, 60, 500, 3000])
def test_balls_are_as_narrow_as_asked_and_hold_the_root(bits):
    for c in ([-2, 0, 1], [-1, -1, 0, 1], [1, -3, 0, 1], [7, 2], [-(10**30), 0, 0, 1]):
        for root in roots(c):
            ball = root.ball(bits)
            assert ball.rad() < Rational(1, 2**bits) or root.is_rational
            assert (fmpq_poly(c).numer())(ball).contains(0)


def test_no_number_between_a_number_and_itself():
    with pytest.raises(ExpressionError, match="no number between"):
        between(1, 1)


def test_tiny_roots_close_together_are_told_apart():
    # two of the roots are near 6.7e-17 and agree to 15 digits
    c = [399999998, 39999999999999998, -270000022050000394999997750925921383641987]
    c.append(2700000328500012770000135509258310206788253456792800000000)
    found = roots(c)
    assert len(found) == 3
    for a, b in itertools.pairwise(found):
        assert a < between(a, b) < b


def test_a_root_without_closed_form_prints() -> None:
    found = roots([fmpq(-1), fmpq(-3), fmpq(0), fmpq(1)])
    assert [str(r) for r in found] == [f"root {i} of x^3 + (-3)*x + (-1)" for i in range(3)]
