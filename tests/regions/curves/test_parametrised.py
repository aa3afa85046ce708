"""Where on a curve nothing is negative, by signs of polynomials of one letter."""

from flint import fmpq, fmpq_poly

from symdt.regions.curves.parametrised import Curve, is_met
from symdt.regions.curves.slopes import cramer, derived

T = fmpq_poly([0, 1])
ONE = fmpq_poly([1])


def affine(a, b, c):
    return (fmpq_poly(a), fmpq_poly(b), fmpq_poly(c))


def test_cramer_gives_the_point_where_both_vanish():
    one, other = affine([1, 1], [2], [0, 1]), affine([0, 3], [1], [-1])
    d, x, y = cramer(one, other)
    for at in (fmpq(1, 3), fmpq(5)):
        for a, b, c in (one, other):
            assert a(at) + b(at) * x(at) / d(at) + c(at) * y(at) / d(at) == 0


def test_a_curve_is_met_at_a_point_alone():
    # the parabola touches the axis at one point
    curve = Curve(ONE, T, (T - 1) ** 2, None, fmpq(0), fmpq(3))
    assert is_met(curve, [(affine([0], [0], [-1]),)], [1])
    assert not is_met(curve, [(affine([0], [0], [-1]),), (affine([-2], [1], [0]),)], [1, 1])
    assert not is_met(curve._replace(low=fmpq(2)), [(affine([0], [0], [-1]),)], [1])


def test_the_sign_of_the_denominator_counts():
    # x = 1/t: for t < 0 it is negative
    curve = Curve(T, ONE, ONE, None, fmpq(-2), fmpq(-1))
    assert not is_met(curve, [(affine([0], [1], [0]),)], [1])
    assert is_met(curve, [(affine([0], [1], [0]),)], [-1])


def test_along_a_line_the_parameter_is_fixed():
    # at p = 2 the factor p - x is not negative up to x = 2
    line = Curve(ONE, T, 0 * T, fmpq(2), fmpq(3), None)
    assert not is_met(line, [(affine([0, 1], [-1], [0]),)], [1])
    assert is_met(line._replace(low=fmpq(1)), [(affine([0, 1], [-1], [0]),)], [1])


def test_the_derivative_is_that_in_the_parameter():
    assert derived(affine([1, 2, 3], [4], [0, 5])) == affine([2, 6], [0], [5])
