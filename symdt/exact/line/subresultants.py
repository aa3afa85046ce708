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

#: So many terms of determinants and resultants are kept.
MOST_TERMS = 200_000


class Memory(dict[Any, Poly]):
    """Polynomials that took long to find, forgotten when they are too many.

    >>> from symdt.exact.field import Field
    >>> from sympy import Symbol
    >>> x = Field.of([Symbol("x")]).generators[0]
    >>> memory = Memory(most=6)
    >>> [len(memory) for n in range(3) if memory.kept(n, x + 1)]
    [1, 2, 1]
    """

    def __init__(self, most: int = MOST_TERMS) -> None:
        super().__init__()
        self.most, self.terms = most, 0

    def kept(self, key: Any, found: Poly) -> Poly:
        """A polynomial, kept."""
        self.terms += len(found) + 1
        if self.terms > self.most:
            self.clear()
            self.terms = len(found) + 1
        self[key] = found
        return found


_KNOWN = Memory()


def resultant(one: Poly, other: Poly, letter: int) -> Poly:
    """The resultant of two polynomials in a letter, up to its sign, found once: a projection asks for it, and so do the places over its zeros."""
    few, many = sorted((str(one), str(other)))
    key = (one.context(), few, many, letter)
    known = _KNOWN.get(key)
    if known is None:
        known = _KNOWN.kept(key, one.resultant(other, letter))
    return known


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
    known = _KNOWN.get(key)
    if known is None:
        known = _KNOWN.kept(key, _computed(one, other, j, i))
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
