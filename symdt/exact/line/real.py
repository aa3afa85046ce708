"""Real: a real algebraic number, held by its polynomial, its place among the roots, and an interval.

>>> low, high = isolate(fmpz_poly([-2, 0, 1]))
>>> from symdt.exact.line.between import between
>>> low < 0 < high, between(low, high), between(high, "3/2")
(True, 0, 10/7)
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, lru_cache, total_ordering
from math import isqrt
from typing import Any

from flint import acb_poly, arb, arb_poly, ctx, fmpq, fmpq_poly, fmpz, fmpz_poly
from sympy import CRootOf, Dummy, Expr, Integer, Rational, sqrt
from sympy import Poly as SymPyPoly

from symdt.exact.line.bisection import isolating
from symdt.exact.polynomial import Number, to_number, to_rational

#: Binary digits behind the point to which a square root is first found.
PRECISION = 24
#: Of a polynomial of this degree or more the real roots alone are sought.
MANY = 15


def sign(value: Any) -> int:
    """1, 0 or -1."""
    return (value > 0) - (value < 0)


@total_ordering
class Real:
    """The real root number `index` of `factor`, an irreducible primitive integer polynomial with positive lead.

    It lies in [low, high] and no other root of the factor does; `low` and `high` draw together when
    asked to (`refine`), which changes what is known of the number, not the number.

    >>> golden = isolate(fmpz_poly([-1, -1, 1]))[1]
    >>> golden.to_expr(), round(float(golden), 6), golden > Real.of("8/5")
    (1/2 + sqrt(5)/2, 1.618034, True)
    """

    __slots__ = ("__dict__", "factor", "high", "index", "low")

    def __init__(self, factor: Any, index: int, low: Number, high: Number) -> None:
        self.factor, self.index, self.low, self.high = factor, index, low, high

    @classmethod
    def of(cls, value: Any) -> Real:
        """The number itself, or the rational number that a value denotes."""
        if isinstance(value, Real):
            return value
        number = value if isinstance(value, fmpq) else to_number(value)
        return cls(fmpz_poly([-number.p, number.q]), 0, number, number)

    @property
    def is_rational(self) -> bool:
        """The number is rational; then `low` and `high` are the number."""
        return bool(self.low == self.high)

    @property
    def degree(self) -> int:
        """The degree over the rationals."""
        return int(self.factor.degree())

    def refine(self) -> None:
        """Halve the interval."""
        if self.low == self.high:
            return
        middle = (self.low + self.high) / 2
        if self._sign_at(middle) == self._sign_at_low:
            self.low = middle
        else:
            self.high = middle

    def narrow(self, width: Number) -> None:
        """Draw the interval together until it is not wider than this."""
        while self.high - self.low > width:
            self.refine()

    @cached_property
    def _sign_at_low(self) -> int:
        return self._sign_at(self.low)

    def _sign_at(self, x: Number) -> int:
        """The sign of the factor at a rational number, which is no root of it: the factor is irreducible, and of degree 2 or more."""
        # with so many digits as it takes: the value itself has as many as the coefficients and powers of x together
        digits = 64
        while True:
            with ctx.workprec(digits):
                value = arb_poly(self.factor)(arb(x))
            if not value.contains(0):
                return 1 if value > 0 else -1
            digits *= 2

    def ball(self, bits: int = 50) -> Any:
        """A ball that holds the number, of radius at most 2**-bits, by Newton's method where the halving is done.

        >>> isolate(fmpz_poly([-2, 0, 1]))[1].ball(100).rad() < 2**-100
        True
        """
        if self.is_rational:
            with ctx.workprec(bits + 64 + _bits(self.low)):
                return arb(self.low)
        return remembered(self.__dict__, bits, self._newton)

    def _newton(self, bits: int) -> Any:
        with ctx.workprec(128):
            return self._steps(bits)

    def _steps(self, bits: int) -> Any:
        """Newton's steps, in digits that grow with them; the caller puts the number of digits back."""
        slope = self.factor.derivative()
        ball = _hull(self.low, self.high)
        while slope(ball).contains(0):  # simple root: a narrower interval has no turning point
            for _ in range(8):
                self.refine()
            ctx.prec = ctx.prec + 16
            ball = _hull(self.low, self.high)
        goal = arb(fmpq(1, fmpz(2) ** bits))
        room = int(abs(ball).upper().log().max(arb(1)).upper().ceil().unique_fmpz()) * 2 + 64
        while not (ball.rad() < goal):
            accuracy = max(32, -int(_log2(ball.rad())))
            ctx.prec = min(2 * accuracy, bits) + room + 2 * self.degree + self.factor.height_bits()
            middle = ball.mid()
            step = middle - self.factor(middle) / slope(ball)
            smaller = step.intersection(ball) if step.overlaps(ball) else ball
            if not (smaller.rad() < ball.rad() / 2):
                for _ in range(8):
                    self.refine()
                smaller = _hull(self.low, self.high)
            ball = smaller
        return ball

    def sign_of(self, poly: Any) -> int:
        """The sign of a polynomial with rational coefficients at the number, exactly."""
        poly = fmpq_poly(poly)
        if self.is_rational:
            return sign(poly(self.low))
        bits = 50
        while True:
            ball = self.ball(bits)
            with ctx.workprec(2 * bits + 64):
                value = arb_poly(poly)(ball)
            if value > 0:
                return 1
            if value < 0:
                return -1
            # the factor is irreducible: it divides what vanishes at one of its roots
            if bits == 50 and (not poly or poly.numer().gcd(self.factor).degree() > 0):
                return 0
            bits *= 2

    def to_expr(self) -> Expr:
        """The SymPy number: rational, with a square root, or an indexed root of its polynomial."""
        if self.is_rational:
            return to_rational(self.low)
        c = [Integer(int(x)) for x in self.factor.coeffs()]
        if self.degree == 2:
            side = -1 if self.index == 0 else 1
            return -c[1] / (2 * c[2]) + side * sqrt(c[1] ** 2 - 4 * c[2] * c[0]) / (2 * c[2])
        return CRootOf(SymPyPoly(list(reversed(c)), Dummy("x")), self.index)

    def __float__(self) -> float:
        return float(Rational(int(self.low.p), int(self.low.q))) if self.is_rational else float(self.ball(64))

    def __str__(self) -> str:
        if self.degree <= 2:
            return str(self.to_expr())
        return f"root {self.index} of {self.factor.str()}"

    def __repr__(self) -> str:
        return f"Real({str(self)!r})"

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        return (tuple(int(c) for c in self.factor.coeffs()), self.index)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Real):
            return self._key == other._key
        if isinstance(other, int | fmpq | fmpz | Rational):
            return self.is_rational and bool(self.low == to_number(other))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.low) if self.is_rational else hash(self._key)

    def __lt__(self, other: Any) -> bool:
        other = Real.of(other)
        if self.high < other.low:
            return True
        if other.high < self.low or self == other:
            return False
        if self.is_rational and other.is_rational:
            return bool(self.low < other.low)
        bits = 50
        while (mine := self.ball(bits)).overlaps(theirs := other.ball(bits)):
            bits *= 2
        return bool(mine < theirs)

    def __gt__(self, other: Any) -> bool:
        return Real.of(other) < self

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (self._key[0], self.index))


def _rebuilt(coefficients: tuple[int, ...], index: int) -> Real:
    return isolate(fmpz_poly(list(coefficients)))[index]


def isolate(factor: Any) -> list[Real]:
    """The real roots of an irreducible integer polynomial from left to right, each in an interval of its own."""
    if factor.leading_coefficient() < 0:
        factor = -factor
    return list(_isolated(tuple(factor.coeffs())))


@lru_cache(maxsize=4096)
def _isolated(coefficients: tuple[Any, ...]) -> tuple[Real, ...]:
    factor = fmpz_poly(list(coefficients))
    if factor.degree() == 1:
        root = fmpq(-factor[0], factor[1])
        return (Real(factor, 0, root, root),)
    if factor.degree() == 2:
        return _quadratic(factor)
    return tuple(Real(factor, n, low, high) for n, (low, high) in enumerate(_intervals(factor)))


def _intervals(factor: Any) -> list[tuple[Number, Number]]:
    """Intervals around the real roots of an irreducible polynomial, in order, no two of which meet."""
    # roots are told apart in a third of the time that it takes to find all their digits, and the real ones alone in a tenth of
    # that where there are many: intervals are made narrow when asked for
    if factor.degree() < MANY:
        with suppress(ValueError):
            every = acb_poly(factor).roots()
            near = [z for z in every if z.imag.contains(0)]
            # the conjugate of a root is a root: if it can only lie in the same ball, the root is real
            if not any(w is not z and w.overlaps(z.conjugate()) for z in near for w in every):
                # midpoint and radius are exact binary fractions; a ball's own ends would be rounded, and might meet
                balls = [(exact(z.real.mid()), exact(z.real.rad())) for z in near]
                return sorted((middle - radius, middle + radius) for middle, radius in balls)
    return isolating(factor)


def _quadratic(factor: Any) -> tuple[Real, ...]:
    c, b, a = (int(x) for x in factor.coeffs())
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return ()
    # the square root lies between s and s + 1 in units of 2^-precision; it is no integer: no root is rational
    precision = PRECISION + max(0, a.bit_length())
    s = isqrt(discriminant << 2 * precision)
    under = 2 * a << precision
    found = []
    for index, side in enumerate((-1, 1)):
        ends = [fmpq((-b << precision) + side * (s + n), under) for n in (0, 1)]
        found.append(Real(factor, index, min(ends), max(ends)))
    return tuple(found)


def remembered(notes: dict[str, Any], bits: int, make: Callable[[int], Any]) -> Any:
    """The ball in a number's notes, made anew only where a narrower one is asked for."""
    known = notes.get("_ball")
    if known is None or known[0] < bits:
        known = notes["_ball"] = (bits, make(bits))
    return known[1]


def exact(ball: Any) -> Number:
    """The binary fraction that a ball without radius is."""
    mantissa, exponent = ball.man_exp()
    two = fmpz(2)
    return fmpq(mantissa * two ** int(exponent)) if exponent >= 0 else fmpq(mantissa, two ** int(-exponent))


def _hull(low: Number, high: Number) -> Any:
    return arb(low).union(arb(high))


def _bits(number: Number) -> int:
    return abs(int(number.p)).bit_length() + int(number.q).bit_length()


def _log2(radius: Any) -> int:
    mantissa, exponent = radius.man_exp()
    return int(exponent) + abs(int(mantissa)).bit_length()


# --- rational numbers beside and between -------------------------------------------------------------
