"""The line against SymPy's own roots and signs, and the laws of an ordered field's real numbers."""

from __future__ import annotations

import itertools
import pickle
import random
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq, fmpq_poly
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Integer, Poly, Rational, Symbol, expand, symbols, sympify

from symdt.errors import ExpressionError
from symdt.exact.field import Field
from symdt.exact.line import above, arrange, below, between, roots
from symdt.exact.line.branch import Branch
from symdt.exact.line.common import divisor, lowered
from symdt.exact.line.place import Place
from symdt.exact.line.terms import coefficients as parts_in

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


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("a", [3, 1000, 10**9])
def test_two_real_roots_and_a_pair_beside_the_line_are_told_apart(side, a):
    # x^7 - 2 (a x - 1)^2 has two real roots that nearly meet, x^7 + 2 (a x - 1)^2 a pair that nearly is real
    for degree in (3, 5, 7):
        c = [2 * side, -4 * side * a, 2 * side * a**2, *[0] * (degree - 3), 1]
        found = roots(c)
        assert len(found) == len(sympy_roots(c))
        for root in found:
            signs = [fmpq_poly(c)(end) > 0 for end in (root.low, root.high)]
            assert root.is_rational or signs[0] != signs[1]
        assert all(x.high < y.low for x, y in itertools.pairwise(found))


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


CLOSE = """
    54*h**5*p**12 - 432*h**5*p**11 - 1134*h**4*p**12 + 1350*h**5*p**10 + 9297*h**4*p**11 +
    9268*h**3*p**12 - 2160*h**5*p**9 - 30105*h**4*p**10 - 76415*h**3*p**11 - 41212*h**2*p**12 +
    1890*h**5*p**8 + 51867*h**4*p**9 + 248251*h**3*p**10 + 338634*h**2*p**11 + 100033*h*p**12 -
    864*h**5*p**7 - 53019*h**4*p**8 - 436826*h**3*p**9 - 1089374*h**2*p**10 - 834722*h*p**11 -
    92478*p**12 + 162*h**5*p**6 + 33615*h**4*p**7 + 472801*h**3*p**8 + 1916150*h**2*p**9 +
    2711071*h*p**10 + 817286*p**11 - 13311*h**4*p**6 - 336056*h**3*p**7 - 2102558*h**2*p**8 -
    4888494*h*p**9 - 2725858*p**10 + 3141*h**4*p**5 + 162535*h**3*p**6 + 1528458*h**2*p**7 +
    5621886*h*p**8 + 5067006*p**9 - 351*h**4*p**4 - 54350*h**3*p**5 - 748542*h**2*p**6 - 4397148*h*p**7
    - 6045984*p**8 + 12583*h**3*p**4 + 240294*h**2*p**5 + 2402658*h*p**6 + 4907988*p**7 - 1953*h**3*p**3
    - 44982*h**2*p**4 - 919620*h*p**5 - 2739420*p**6 + 162*h**3*p**2 + 2556*h**2*p**3 + 242433*h*p**4 +
    1006884*p**5 + 684*h**2*p**2 - 42498*h*p**3 - 200934*p**4 - 108*h**2*p + 4671*h*p**2 - 4698*p**3 -
    270*h*p + 14526*p**2 - 3618*p + 324
"""


def test_close_roots_over_an_algebraic_number_are_told_apart() -> None:
    """FLINT's balls tell roots apart and are no smaller than that, however many digits it is given: no endless search."""
    h, p = symbols("h p")
    field = Field.of([h, p])
    place = Place(field).at(0, Place(field).roots(field.polynomial(h**2 - 8 * h - 16), 0)[1][0])
    poly = field.polynomial(sympify(CLOSE.replace("\n", " ")))
    found = [root for root, _ in place.roots(poly, 1)]
    assert [round(float(root.low + root.high) / 2, 1) for root in found] == [
        -10.5, -0.7, 0.0, 0.1, 0.1, 0.3, 1.2, 1.3, 1.3, 2.7,
    ]  # fmt: skip
    for one, other in itertools.pairwise(found):
        middle = (one.high + other.low) / 2
        assert one.high < other.low
        assert place.at(1, middle).sign(poly) != 0


@pytest.mark.parametrize("other", ["1", "k**2 + 1", "k + 3", "(k + 3)*(2*k - h)"])
def test_roots_that_no_number_of_digits_brings_are_found_from_another_start(other) -> None:
    """-2 k² + 4 k + (h - 1)³ - 2 near h = 1.0035, roots 1 ± 0.00014: FLINT's search stands still, however many digits."""
    h, k = symbols("h k")
    field = Field.of([h, k])
    over = field.polynomial(16 * h**6 - 232 * h**5 + 984 * h**4 - 1656 * h**3 + 1160 * h**2 - 512 * h + 241)
    place = Place(field).at(0, Place(field).roots(over, 0)[0][0])
    poly = field.polynomial(((h - 1) ** 3 - 2 * (k - 1) ** 2) * sympify(other, locals={"h": h, "k": k}))
    near = [root for root, many in place.roots(poly, 1) if abs(float(root) - 1) < 0.1 and many == 1]
    assert [round(float(root), 6) for root in near] == [0.999855, 1.000145]
    assert all(place.at(1, root).sign(poly) == 0 for root in near)


@pytest.mark.parametrize("seed", range(6))
def test_common_divisors_over_two_numbers_are_the_same_by_subresultants_and_by_remainders(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two polynomials with none, one or two roots in common over a number that is over another."""
    chance = random.Random(seed)
    field = Field.of(symbols("x y z"))
    x, y, z = field.generators
    base = Place(field)
    one = base.at(0, base.roots(x**3 - x - 1 - seed, 0)[-1][0])
    place = one.at(1, one.roots(y**2 - x - 2, 1)[-1][0])

    def linear() -> Any:  # a polynomial of FLINT
        a, b, c = (chance.randint(-2, 2) for _ in range(3))
        return z - a * x - b * y - c

    for many in (0, 1, 2):
        shared = [linear() for _ in range(many)]
        polys = []
        for _ in range(2):
            # y**2 is x + 2 at the place alone, so that what is shared is no factor of the polynomials
            poly = linear() * (z**2 + 7 + y)
            for factor in shared:
                poly = poly * factor + (y**2 - x - 2) * (z + chance.randint(0, 3))
            polys.append(parts_in(field, poly, 2))
        found = divisor(place, *polys)
        monkeypatch.setattr("symdt.exact.line.common.SHORT", 0)
        again = divisor(place, *polys)
        monkeypatch.undo()
        assert len(found) == len(again) >= 1 + many
        for factor in shared:
            root = place.at(2, place.roots(factor, 2)[0][0])
            for parts in (found, again):
                assert root.sign(sum((c * z**n for n, c in enumerate(parts)), field.zero)) == 0


def test_common_divisors_keep_the_degree_of_their_numbers() -> None:
    """Coefficients over a root of degree 6 stay below that degree; the divisor is the one that was put in."""
    field = Field.of(symbols("x y"))
    x, y = field.symbols
    base = Place(field)
    (number, _) = base.roots(field.polynomial(x**6 - 3 * x - 1), 0)[-1]
    place = base.at(0, number)
    shared = y**2 - x**4 * y + x**3 - 1
    one, other = (
        parts_in(field, field.polynomial(expand(shared * f)), 1)
        for f in (x**5 * y**4 - 3 * y + x**2, x**3 * y**4 + x * y**2 - 7)
    )
    assert lowered(place, [field.polynomial(x**7 - 3 * x**2 - x)]) == [field.zero]
    found = divisor(place, one, other)
    assert len(found) == 3
    assert max(part.degrees()[0] for part in found) < 6
    lead = found[-1]
    for part, wanted in zip(found, (x**3 - 1, -(x**4), 1), strict=True):  # up to a factor that is not zero
        assert place.sign(part - lead * field.polynomial(wanted)) == 0


def test_multiple_roots_over_a_number_of_high_degree_are_told_by_subresultants() -> None:
    """Pseudo-remainders, lowered to the degree of the number, had coefficients of many thousand digits and never ended."""
    x, y = symbols("x y")
    field = Field.of([x, y])
    base = Place(field)
    own = field.polynomial(x**16 - 7 * x**11 + 12 * x**5 - 3 * x**2 + 91 * x - 17)
    place = base.at(0, base.roots(own, 0)[0][0])
    double, simple = x**3 - 2 * x + 5, 3 * x**2 - x
    poly = field.polynomial(expand((y - double) ** 2 * (y - simple) * (y**2 + x**2)))
    found = place.roots(poly, 1)
    assert [many for _, many in found] == [2, 1]
    for (root, _), value in zip(found, (double, simple), strict=True):
        assert place.at(1, root).sign(field.polynomial(y - value)) == 0


def test_a_number_over_a_place_is_told_where_its_polynomial_still_holds_a_rational_letter():
    """p**2 = h*k at h = 2, k = sqrt(2): with h left out the number was told as a root of p**4 - 2, or as none."""
    h, k, p = symbols("h k p")
    field = Field.of([h, k, p])
    at_h, at_k, at_p = (field.position[s] for s in (h, k, p))
    place = Place(field, {at_h: fmpq(2)}).at(at_k, roots([-2, 0, 1])[1])
    number = Branch(place, field.polynomial(p**2 - h * k), at_p, fmpq(1), fmpq(2)).real()
    assert number == roots([-8, 0, 0, 0, 1])[1]


def test_long_steps_ask_whether_somebody_waits():
    """A determinant of polynomials, a division and roots over a place end where the budget does."""
    from symdt.exact.line.common import divided
    from symdt.exact.line.isolation import Isolation
    from symdt.exact.line.patience import heeding
    from symdt.exact.line.subresultants import principal

    field = Field.of(symbols("x y"))
    x, y = field.generators
    parts = [x, y, x * y + 41, field.zero + 1]

    def spent():
        raise TimeoutError

    for step in (
        lambda: principal(parts, parts[1:], 0),
        lambda: divided(parts, parts[1:]),
        lambda: Isolation(Place(field, {0: fmpq(1), 1: fmpq(2)}), parts, 1).roots(),
    ):
        with heeding(spent), pytest.raises(TimeoutError):
            step()
        step()


def test_a_root_that_is_zero_over_an_irrational_number_has_a_sign():
    """A ball about 0 to a power is no number to FLINT: every sign at such a root was sought for ever."""
    k, m = symbols("k m")
    field = Field.of([k, m])
    circle = 4 * k**2 - 8 * k - 1
    base = Place(field)
    place = base.at(0, base.roots(field.polynomial(circle), 0)[-1][0])
    (low, _), (high, _) = place.roots(field.polynomial(circle - 4 * m**2 + 8 * m), 1)
    for value, expected in ((low, (-1, 0, 1)), (high, (-1, 1, 1))):
        there = place.at(1, value)
        assert tuple(there.sign(field.polynomial(f)) for f in (m - 3, m, m**3 + k)) == expected
