"""The real roots of several polynomials in one letter, in order, and a rational number between any two.

Polynomials have rational numbers for coefficients here. Each is split over Q into irreducible
factors, so that roots of different factors differ and every root is simple in its factor; a root is
held by an isolating interval that is halved until it lies apart from all the others. Nothing is
rounded.

>>> from flint import fmpq_poly
>>> line = arrange([fmpq_poly([-2, 0, 1]), fmpq_poly([0, -1, 1])])
>>> [point.members for point in line.points]
[{0: 1}, {1: 1}, {1: 1}, {0: 1}]
>>> line.gaps
[-2, -1, 1/2, 4/3, 2]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import isqrt
from typing import Any

from flint import arb, fmpq, fmpq_poly, fmpz

from symdt.algebra import Number

#: Binary digits behind the point to which a square root is first found.
PRECISION = 24
#: The width of a ball around a root.
NARROW = fmpq(1, 2**50)


def sign(value: Any) -> int:
    """1, 0 or -1."""
    return (value > 0) - (value < 0)


@dataclass(eq=False)
class Point:
    """A real root: it lies in [low, high] and is the only root of `factor` there.

    `members` maps the number of each polynomial that vanishes here to its multiplicity.
    """

    factor: Any
    low: Number
    high: Number
    members: dict[int, int] = field(default_factory=dict)

    @property
    def is_rational(self) -> bool:
        """The root is known as a rational number."""
        return bool(self.low == self.high)

    def ball(self) -> Any:
        """A small ball that holds the root."""
        while self.high - self.low > NARROW:
            self.refine()
        return arb((self.low + self.high) / 2, (self.high - self.low) / 2)

    def refine(self) -> None:
        """Halve the interval."""
        if self.low == self.high:
            return
        middle = (self.low + self.high) / 2
        # an irreducible factor of degree 2 or more has no rational root
        if sign(self.factor(middle)) == sign(self.factor(self.low)):
            self.low = middle
        else:
            self.high = middle


@dataclass(frozen=True)
class Arrangement:
    """The roots in increasing order, and one rational number in each gap before, between and behind them."""

    points: list[Point]
    gaps: list[Number]

    def index(self, which: int, position: int) -> int:
        """How many roots of a polynomial lie before the point at `position`, with multiplicity."""
        return sum(point.members.get(which, 0) for point in self.points[:position])

    def count(self, which: int) -> int:
        """How many real roots a polynomial has, with multiplicity."""
        return self.index(which, len(self.points))


def arrange(polys: Sequence[Any]) -> Arrangement:
    """The arrangement of the real roots of polynomials (FLINT `fmpq_poly`); zero polynomials count for nothing."""
    found: dict[tuple[int, ...], list[Point]] = {}
    for number, poly in enumerate(polys):
        if poly.degree() < 1:
            continue
        for factor, multiplicity in poly.numer().factor()[1]:
            key = tuple(factor.coeffs())
            if key not in found:
                found[key] = isolate(factor)
            for point in found[key]:
                point.members[number] = int(multiplicity)
    points = ordered([point for group in found.values() for point in group])
    if not points:
        return Arrangement([], [fmpq(0)])
    gaps = [_below(points[0].low)]
    gaps += [simplest_between(a.high, b.low) for a, b in pairwise(points)]
    gaps.append(_above(points[-1].high))
    return Arrangement(points, gaps)


def ordered(points: list[Point]) -> list[Point]:
    """The points from left to right, their intervals made disjoint."""
    points.sort(key=lambda p: p.low)
    while True:
        close = False
        for a, b in pairwise(points):
            if a.high >= b.low:
                close = True
                a.refine()
                b.refine()
        if not close:
            return points
        points.sort(key=lambda p: p.low)


def isolate(factor: Any) -> list[Point]:
    """The real roots of an irreducible integer polynomial, each in an interval of its own."""
    if factor.degree() == 1:
        root = fmpq(-factor[0], factor[1])
        return [Point(factor, root, root)]
    if factor.degree() == 2:
        return _quadratic(factor)
    points = []
    for ball, _ in factor.complex_roots():
        if ball.imag == 0:
            real = ball.real
            # the ball's ends are exact binary fractions
            points.append(Point(factor, _exact(real.lower()), _exact(real.upper())))
    return points


def _quadratic(factor: Any) -> list[Point]:
    c, b, a = (int(x) for x in factor.coeffs())
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return []
    # the square root lies between s and s + 1 in units of 2^-PRECISION; it is no integer: no root is rational
    s = isqrt(discriminant << 2 * PRECISION)
    under = 2 * a << PRECISION
    points = []
    for side in (-1, 1):
        ends = [fmpq((-b << PRECISION) + side * (s + n), under) for n in (0, 1)]
        points.append(Point(factor, min(ends), max(ends)))
    return points


def _exact(ball: Any) -> Number:
    mantissa, exponent = ball.man_exp()
    two = fmpz(2)
    return fmpq(mantissa * two ** int(exponent)) if exponent >= 0 else fmpq(mantissa, two ** int(-exponent))


def _below(value: Number) -> Number:
    floor = fmpq(value.p // value.q)
    return min(floor - 1, fmpq(0)) if value > 0 or floor == value else floor if floor < 0 else floor - 1


def _above(value: Number) -> Number:
    return -_below(-value)


def simplest_between(low: Number, high: Number) -> Number:
    """The rational number with the least denominator (then numerator) strictly between two numbers.

    >>> simplest_between(fmpq(1, 3), fmpq(1, 2))
    2/5
    """
    if low < 0 < high:
        return fmpq(0)
    if high <= 0:
        return -simplest_between(-high, -low)
    whole = low.p // low.q
    if whole + 1 < high:
        return fmpq(whole + 1)
    if low == whole:
        # between n and high <= n + 1: the largest unit fraction that fits
        gap = high - whole
        return whole + fmpq(1, gap.q // gap.p + 1)
    return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole))


def univariate(coefficients: Sequence[Any], values: Sequence[Number]) -> Any:
    """The polynomial in one letter whose coefficients (lowest first) are polynomials in the others, at a point."""
    return fmpq_poly([c(*values) for c in coefficients])
