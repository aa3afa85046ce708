"""Polynomials over the rationals as dictionaries, and quotients of them; the standard library is all they need.

A monomial is one whole number, the exponent of letter i standing at bit 40 i, so that multiplying
monomials is adding numbers. A polynomial maps monomials to coefficients, none of which is 0. The highest bit of
an exponent is never set: two exponents then add without reaching the next letter's, and a product that sets
one is refused, as is one with coefficients of more than `MOST_BITS` binary digits.

>>> x, y = {1: 1}, {1 << BITS: 1}
>>> times(plus(x, y), plus(x, y, -1)) == plus(times(x, x), times(y, y), -1)
True

A quotient keeps the factors of its denominator apart, each primitive, and cancels those that divide.

>>> added((x, (y,)), (y, (y,)), -1) == (plus(x, y, -1), (y,))
True
>>> multiplied((times(x, y), ()), inverse((y, ()))) == (x, ())
True
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import Any

BITS = 40
#: Binary digits of a coefficient: a certificate may come from a stranger.
MOST_BITS = 1 << 20
Poly = dict[int, Any]
Quotient = tuple[Poly, tuple[Poly, ...]]  # numerator, and the factors of the denominator


class RejectedError(Exception):
    """The certificate does not show what it says."""


class NoValueError(RejectedError):
    """An expression that has no value, whatever the letters are."""


def plus(f: Poly, g: Poly, c: Any = 1) -> Poly:
    """f + c g."""
    total = dict(f)
    for m, a in g.items():
        value = total.get(m, 0) + c * a
        if value:
            total[m] = value
        else:
            total.pop(m, None)
    return total


def times(f: Poly, g: Poly) -> Poly:
    """f g."""
    if len(f) * len(g) > 4_000_000:
        raise RejectedError("an expression has too many terms")
    if longest(f) + longest(g) > MOST_BITS:
        raise RejectedError("an expression has a number of too many digits")
    total: Poly = {}
    for m, a in f.items():
        for n, b in g.items():
            total[m + n] = total.get(m + n, 0) + a * b
    return of_small_degree({m: a for m, a in total.items() if a})


def longest(f: Poly) -> int:
    """The binary digits of the longest number among the coefficients, above and below the line."""
    return max((a.numerator.bit_length() + a.denominator.bit_length() for a in f.values()), default=0)


def of_small_degree(f: Poly) -> Poly:
    """The same polynomial, if no exponent in it has its highest bit set."""
    highest = highest_bits(f)
    if any(m & highest for m in f):
        raise RejectedError("an expression has too high a degree")
    return f


def highest_bits(*polys: Poly) -> int:
    """The highest bit of the exponent of each letter of some polynomials."""
    letters = max(max(f, default=0) for f in polys).bit_length() // BITS + 1
    return ((1 << BITS * letters) - 1) // ((1 << BITS) - 1) << BITS - 1


def exponents(m: int) -> list[int]:
    """The exponents in a monomial."""
    return [m >> s & (1 << BITS) - 1 for s in range(0, max(m.bit_length(), 1), BITS)]


def number(value: Fraction) -> Any:
    """The same number, an integer where it is one: these are added faster."""
    return value.numerator if value.denominator == 1 else value


def divided(f: Poly, g: Poly) -> Poly | None:
    """f / g if g, which is primitive, divides f: the quotient of whole polynomials is then whole (Gauss)."""
    if not f:
        return {}
    scale = lcm(*(a.denominator for a in f.values()))
    rest = {m: a.numerator * (scale // a.denominator) for m, a in f.items()}
    lead, highest, quotient = max(g), highest_bits(f, g), Poly()
    # the product of the last terms is the last term; an exponent that is too small borrows from its highest bit
    if (min(f) | highest) - min(g) & highest != highest:
        return None
    while rest:
        top = max(rest)
        c, left = divmod(rest[top], g[lead])
        if left or (top | highest) - lead & highest != highest:
            return None
        quotient[top - lead] = c if scale == 1 else number(Fraction(c, scale))
        for m, a in g.items():
            m += top - lead
            value = rest.get(m, 0) - c * a
            if m & highest:
                raise RejectedError("an expression has too high a degree")
            if value:
                rest[m] = value
            else:
                rest.pop(m, None)
    return quotient


def whole(f: Poly) -> Poly:
    """f times the positive number that makes its coefficients whole."""
    factor = lcm(*(Fraction(a).denominator for a in f.values()))
    return {m: int(a * factor) for m, a in f.items()}


def cancelled(num: Poly, dens: list[Poly]) -> Quotient:
    """num / dens without the factors that divide num."""
    kept = []
    for den in dens if num else ():
        quotient = divided(num, den)
        if quotient is None:
            kept.append(den)
        else:
            num = quotient
    return num, tuple(kept)


def added(a: Quotient, b: Quotient, c: int = 1) -> Quotient:
    """a + c b."""
    mine, common = list(a[1]), list(a[1])
    left, right = a[0], b[0]
    for den in b[1]:
        if den in mine:
            mine.remove(den)
        else:
            common.append(den)
            left = times(left, den)
    for den in mine:
        right = times(right, den)
    return cancelled(plus(left, right, c), common)


def multiplied(a: Quotient, b: Quotient) -> Quotient:
    """a b."""
    return cancelled(times(a[0], b[0]), [*a[1], *b[1]])


def primitive(f: Poly) -> Poly:
    """f, which is not zero, with whole coefficients that have no factor in common, the first one positive."""
    den = whole(f)
    common = gcd(*den.values()) * (1 if den[max(den)] > 0 else -1)
    return {m: c // common for m, c in den.items()}


def inverse(a: Quotient) -> Quotient:
    """1 / a."""
    if not a[0]:
        raise NoValueError("an expression divides by zero")
    den = primitive(a[0])
    num: Poly = {0: number(Fraction(den[max(den)]) / a[0][max(den)])}
    for factor in a[1]:
        num = times(num, factor)
    return (num, ()) if den == {0: 1} else cancelled(num, [den])


ZERO: Quotient = ({}, ())
ONE: Quotient = ({0: 1}, ())
