"""Projection: off whose zeros do the roots of some polynomials in one letter keep their number and order?

Of each polynomial the leading coefficient and the discriminant, of each pair the resultant.

>>> from sympy import symbols
>>> from symdt.exact.field import Field
>>> from symdt.exact.polynomial import poly_to_expr
>>> h, k = symbols("h k")
>>> field = Field.of([h, k])
>>> circle, line = field.polynomial(h**2 + k**2 - 2), field.polynomial(h - k)
>>> [str(poly_to_expr(field, poly)) for poly in project(field, [circle, line], 1, Budget(10))]
['h**2 - 2', 'h - 1', 'h + 1']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from flint import arb

from symdt.exact.field import Field
from symdt.exact.line.terms import coefficients
from symdt.exact.polynomial import Poly, primitive
from symdt.exact.solver import Budget


class OutOfTimeError(Exception):
    """The budget ended in the middle of a projection."""


def complexity(poly: Poly) -> tuple[Any, ...]:
    """How hard a polynomial is to read: degree, number of terms, size of the coefficients."""
    return (poly.total_degree(), len(poly), sum(abs(int(c.p)) for c in poly.coeffs()), str(poly))


class Factors:
    """A set of irreducible polynomials, each in normal form, collected from products."""

    def __init__(self, polys: Iterable[Poly] = ()) -> None:
        self.members: dict[Any, Poly] = {}
        for poly in polys:
            self.add(poly)

    def add(self, poly: Poly) -> list[Poly]:
        """Add the irreducible factors of a polynomial, and give them."""
        if not poly or poly.is_constant():
            return []
        found = []
        for factor, _ in poly.factor()[1]:
            if not factor.is_constant():
                factor = primitive(factor)[1]
                factor = -factor if factor.leading_coefficient() < 0 else factor
                found.append(self.members.setdefault(str(factor), factor))
        return found

    def __iter__(self) -> Iterator[Poly]:
        return iter(self.members.values())

    def __len__(self) -> int:
        return len(self.members)


def project(field: Field, polys: Iterable[Poly], index: int, budget: Budget) -> list[Poly]:
    """The polynomials in the remaining letters off whose zeros the roots in one letter keep their order."""
    result = Factors()
    inside = []
    for poly in polys:
        if poly.degrees()[index]:
            inside.append(poly)
        else:
            result.add(poly)
    for poly in inside:
        result.add(coefficients(field, poly, index)[-1])
        if poly.degrees()[index] > 1:
            result.add(poly.discriminant(index))
    for a, b in combinations(inside, 2):
        if budget.is_spent:
            raise OutOfTimeError
        result.add(a.resultant(b, index))
    return list(result)


def ball_sign(poly: Poly, box: dict[int, Any]) -> int | None:
    """The sign of a polynomial on a box; None where the box is too large to tell."""
    total = arb(0)
    for monomial, coefficient in poly.to_dict().items():
        term = arb(coefficient)
        for index, exponent in enumerate(monomial):
            if exponent:
                term = term * box[index] ** int(exponent)
        total = total + term
    return 1 if total > 0 else -1 if total < 0 else None
