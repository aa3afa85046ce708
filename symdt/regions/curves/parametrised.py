"""A curve that one letter runs along, and whether some products are not negative somewhere on it.

Functions that are affine in two other letters, with coefficients that are polynomials of the first letter p, change
their order along curves which p itself runs along: two of their differences are zero where two linear equations
hold, and so are a difference and its derivative. By Cramer's rule the point is (x/d, y/d) with polynomials d, x and y
of p. Whether it lies in the domain, and whether a label is best there, are signs of polynomials of p alone.

>>> from flint import fmpq_poly
>>> t = fmpq_poly([0, 1])
>>> curve = Curve(1 + 0*t, t, t**2, None, fmpq(0), fmpq(2))
>>> is_met(curve, [((fmpq_poly([-1]), fmpq_poly([0]), fmpq_poly([1])),)], [1])
True
>>> is_met(curve, [((fmpq_poly([-5]), fmpq_poly([0]), fmpq_poly([1])),)], [1])
False
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from flint import fmpq, fmpq_poly

from symdt.exact.line import between
from symdt.exact.line.arrangement import roots_of
from symdt.exact.line.real import sign
from symdt.exact.polynomial import Number
from symdt.regions.curves.slopes import Affine, Form
from symdt.regions.sections.spots import Spot, Spots


class Curve(NamedTuple):
    """The points (x/d, y/d) for low <= t <= high; the first letter has the value `at`, or is t where that is None."""

    d: Any
    x: Any
    y: Any
    at: Number | None
    low: Number | None
    high: Number | None

    def on(self, factor: Affine | Form) -> Any:
        """A polynomial along the curve, times d or another odd power of it."""
        if isinstance(factor, Form):
            return self.put(factor) if factor.top % 2 else self.put(factor) * self.d
        a, b, c = factor if self.at is None else (part(self.at) for part in factor)
        return a * self.d + b * self.x + c * self.y

    def put(self, form: Form) -> Any:
        """A polynomial along the curve, times as high a power of d as it has a degree."""
        top = form.top
        powers = [[base**n for n in range(top + 1)] for base in (self.x, self.y, self.d)]
        letter = fmpq_poly([0, 1]) if self.at is None else fmpq_poly([self.at])
        total = fmpq_poly([0])
        for (i, j, k), c in form.terms:
            total += c * letter**i * powers[0][j] * powers[1][k] * powers[2][top - j - k]
        return total


def is_met(curve: Curve, products: Sequence[Sequence[Affine | Form]], values: Sequence[int]) -> bool:
    """Whether the curve has a point, or tends to one, where none of some products is negative.

    products: each of factors, polynomials of the letters. values: a sign for each, to be multiplied with it.
    """
    return next(met(curve, products, values), None) is not None


def met(
    curve: Curve, products: Sequence[Sequence[Affine | Form]], values: Sequence[int]
) -> Iterator[tuple[Any, Any]]:
    """The ends of intervals of t, some of them points, that hold all where none of some products is negative."""
    lines = [curve.d, *(curve.on(f) for factors in products for f in factors)]
    spots = Spots()
    zeros = [_zeros(poly, curve, spots) for poly in lines]
    known = sorted({spot.rank: spot for found in zeros for spot in found}.items())
    ends: list[Any] = [curve.low, *(spot.value for _, spot in known), curve.high]
    for low, high in pairwise(ends):
        if low is not None and high is not None and not low < high:
            continue  # a root at an end of the range
        sample = between(low, high)
        if _is_allowed([sign(poly(sample)) for poly in lines], products, values):
            yield low, high
    # at a root what is zero is allowed, and the rest as beside it
    for _, spot in known:
        at = [_sign_at(poly, spot, found) for poly, found in zip(lines, zeros, strict=True)]
        if _is_allowed(at, products, values):
            yield spot.value, spot.value


def _zeros(poly: Any, curve: Curve, spots: Spots) -> list[Spot]:
    if poly.degree() < 1:
        return []
    found = (root for root, _ in roots_of(poly.coeffs()))
    low, high = curve.low, curve.high
    return [spots.spot(r) for r in found if (low is None or r >= low) and (high is None or r <= high)]


def _sign_at(poly: Any, spot: Spot, zeros: list[Spot]) -> int:
    if any(zero is spot for zero in zeros):
        return 0
    value = spot.value
    return int(value.sign_of(poly)) if not isinstance(value, fmpq) else sign(poly(value))


def _is_allowed(signs: list[int], products: Sequence[Sequence[Affine | Form]], values: Sequence[int]) -> bool:
    """Whether no product is negative, for one of the signs that d may have."""
    for side in (signs[0],) if signs[0] else (1, -1):
        n, is_right = 1, True
        for factors, value in zip(products, values, strict=True):
            for _ in factors:
                value *= side * signs[n]
                n += 1
            is_right = is_right and value >= 0
        if is_right:
            return True
    return False
