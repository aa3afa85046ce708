"""Bisection: intervals around the real roots of a polynomial without a rational one, by Descartes' rule of signs.

The coefficients of (1 + t)^n q(1/(1 + t)) change their sign as often as q has roots between 0 and 1, or more often by an even
number: never, if it has none there, and once, if it has one. Between, the interval is halved. Complex roots cost nothing where
they are far from the line, so that of a polynomial of high degree the few real roots are found without all the others.

>>> isolating(fmpz_poly([-2, 0, 1]))
[(-4, 0), (0, 4)]
>>> [(str(low), str(high)) for low, high in isolating(fmpz_poly([1, -8, 0, 3]))]
[('-8', '0'), ('0', '1'), ('1', '2')]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpz_poly

from symdt.exact.line.patience import heed

Interval = tuple[Any, Any]
#: x + 1
NEXT = fmpz_poly([1, 1])


def isolating(poly: Any) -> list[Interval]:
    """Intervals that each hold one real root, from left to right: of an integer polynomial without multiple or rational roots."""
    turned = fmpz_poly([-c if n % 2 else c for n, c in enumerate(poly.coeffs())])
    below = [(-high, -low) for low, high in positive(turned)]
    return [*reversed(below), *positive(poly)]


def positive(poly: Any) -> Iterator[Interval]:
    """The intervals of positive roots, from left to right."""
    top = bound(poly)
    if top is None:
        return
    coefficients, n = poly.coeffs(), poly.degree()
    shifts = [top * i if top >= 0 else -top * (n - i) for i in range(n + 1)]
    unit = fmpz_poly([c << s for c, s in zip(coefficients, shifts, strict=True)])
    todo = [(unit, 0, 0)]  # what lies between 0 and 1 of it is part number `part` of 2^`depth` of the whole
    while todo:
        heed()
        here, part, depth = todo.pop()
        coefficients = here.coeffs()
        changes = variations(fmpz_poly(coefficients[::-1])(NEXT).coeffs())
        if changes == 1:
            width = fmpq(2) ** (top - depth)
            yield part * width, (part + 1) * width
        elif changes:
            left = fmpz_poly([c << (n - i) for i, c in enumerate(coefficients)])
            todo += [(left(NEXT), 2 * part + 1, depth + 1), (left, 2 * part, depth + 1)]


def variations(coefficients: list[Any]) -> int:
    """How often coefficients change their sign, zeros left out.

    >>> variations([1, 0, -2, -1, 3])
    2
    """
    signs = [c > 0 for c in coefficients if c]
    return sum(one != other for one, other in pairwise(signs))


def bound(poly: Any) -> int | None:
    """The exponent of a power of two that is greater than all positive roots; None where there are none.

    Each coefficient a_k whose sign is not that of the lead a_n counts as 2*(|a_k/a_n|)^(1/(n - k)): the greatest is such a bound.

    >>> bound(fmpz_poly([-2, 0, 1])), bound(fmpz_poly([2, 0, 1]))
    (2, None)
    """
    *coefficients, lead = poly.coeffs()
    n = len(coefficients)
    found = [
        -(-(_bits(c) - _bits(lead) + 1) // (n - k))
        for k, c in enumerate(coefficients)
        if c and (c > 0) != (lead > 0)
    ]
    return max(found) + 1 if found else None


def _bits(number: Any) -> int:
    return int(abs(number)).bit_length()
