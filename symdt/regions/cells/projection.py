"""Projection: the polynomials in fewer letters over whose open cells those given do not change their order.

Project away the last letter: leading coefficients, discriminants, resultants of pairs, in irreducible factors.

>>> from sympy import symbols
>>> h, k = symbols("h k")
>>> field = Field.of([h, k])
>>> circle, line = field.polynomial(h**2 + k**2 - 2), field.polynomial(h - k)
>>> sorted(map(key, project(field, [circle, line], 1, Budget(10))))
['h + 1', 'h - 1', 'h^2 - 2']
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from symdt.exact.field import Field
from symdt.exact.polynomial import Number, Poly, primitive
from symdt.exact.solver import Budget

Values = tuple[Number, ...]


class OutOfTimeError(Exception):
    """The budget ended in the middle of a decomposition."""


def key(poly: Poly) -> str:
    """What tells a polynomial from others of its field (FLINT keeps the terms in order)."""
    return str(poly)


def normal(poly: Poly) -> Poly:
    """The polynomial with coprime integer coefficients, the first of them positive."""
    poly = primitive(poly)[1]
    return -poly if poly.leading_coefficient() < 0 else poly


def complexity(poly: Poly) -> tuple[Any, ...]:
    """How hard a polynomial is to read: degree, number of terms, size of the coefficients."""
    return (poly.total_degree(), len(poly), sum(abs(int(c.p)) for c in poly.coeffs()), key(poly))


def coefficients(field: Field, poly: Poly, index: int) -> list[Poly]:
    """The coefficients in one letter, lowest first, as polynomials in the others."""
    parts: dict[int, dict[Any, Any]] = {}
    for monomial, coefficient in poly.to_dict().items():
        rest = tuple(0 if i == index else e for i, e in enumerate(monomial))
        parts.setdefault(int(monomial[index]), {})[rest] = coefficient
    return [field.context.from_dict(parts.get(d, {})) for d in range(max(parts, default=0) + 1)]


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
                factor = normal(factor)
                found.append(self.members.setdefault(key(factor), factor))
        return found

    def __iter__(self) -> Any:
        return iter(self.members.values())

    def __len__(self) -> int:
        return len(self.members)


def irreducible(poly: Poly) -> list[Poly]:
    """The irreducible factors that are not numbers, without multiplicity."""
    return list(Factors([poly]))


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
