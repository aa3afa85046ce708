"""Subresultants of two polynomials in one letter, given by their coefficients, lowest first: determinants.

The subresultant number j has degree j at most; its coefficient of that degree is the principal one. If both
polynomials keep their degrees at a place and the principal coefficients below j are zero there and that of j is not,
the subresultant number j is their greatest common divisor at that place.

>>> from sympy import symbols
>>> from symdt.exact.field import Field
>>> x, = symbols("x,")
>>> field = Field.of([x])
>>> one, other = ([field.polynomial(c) for c in parts] for parts in ([-2, 0, 1], [2, -2*x, 1]))  # y^2 - 2, y^2 - 2xy + 2
>>> str(principal(one, other, 0)), [str(c) for c in subresultant(one, other, 1)]
('-8*x^2 + 16', ['4', '-2*x'])
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from symdt.exact.line.patience import heed
from symdt.exact.polynomial import Poly

#: Determinants and resultants that were computed, and how many are kept.
_MINORS: dict[Any, Poly] = {}
MOST_MINORS = 2048


def resultant(one: Poly, other: Poly, letter: int) -> Poly:
    """The resultant of two polynomials in a letter, up to its sign, found once: a projection asks for it, and so do the places over its zeros."""
    few, many = sorted((str(one), str(other)))
    key = (one.context(), few, many, letter)
    known = _MINORS.get(key)
    if known is None:
        known = _kept(key, one.resultant(other, letter))
    return known


def _kept(key: Any, found: Poly) -> Poly:
    if len(_MINORS) >= MOST_MINORS:
        _MINORS.clear()
    _MINORS[key] = found
    return found


def subresultant(one: list[Poly], other: list[Poly], j: int) -> list[Poly]:
    """The coefficients of the subresultant number j, lowest first."""
    return [_minor(one, other, j, i) for i in range(j + 1)]


def principal(one: list[Poly], other: list[Poly], j: int) -> Poly:
    """The coefficient of degree j of the subresultant number j; of 0: the resultant."""
    return _minor(one, other, j, j)


def _minor(one: list[Poly], other: list[Poly], j: int, i: int) -> Poly:
    """The Sylvester matrix without j rows of each, its first columns and that of degree i: its determinant.

    It is the same over every place, and two polynomials are compared over many.
    """
    key = (one[0].context(), tuple(map(str, one)), tuple(map(str, other)), j, i)
    known = _MINORS.get(key)
    if known is None:
        known = _kept(key, _computed(one, other, j, i))
    return known


def _computed(one: list[Poly], other: list[Poly], j: int, i: int) -> Poly:
    a, b = list(reversed(one)), list(reversed(other))
    m, n = len(a) - 1, len(b) - 1
    size = m + n - 2 * j
    zero = one[0] * 0
    rows = [[zero] * k + a + [zero] * (n - j - 1 - k) for k in range(n - j)]
    rows += [[zero] * k + b + [zero] * (m - j - 1 - k) for k in range(m - j)]
    return _determinant([[*row[: size - 1], row[len(row) - 1 - i]] for row in rows], zero)


def _determinant(rows: list[list[Poly]], zero: Poly) -> Poly:
    """Bareiss' elimination without fractions."""
    n, before = len(rows), zero + 1
    turned = 1
    for k in range(n - 1):
        pivot = next((i for i in range(k, n) if rows[i][k]), None)
        if pivot is None:
            return zero
        if pivot != k:
            rows[k], rows[pivot], turned = rows[pivot], rows[k], -turned
        for i in range(k + 1, n):
            heed()
            for j in range(k + 1, n):
                rows[i][j] = (rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]) / before
        before = rows[k][k]
    return rows[-1][-1] * fmpq(turned)
