"""Basis: the irreducible polynomials of a decomposition, each with a number, and what is projected from them.

A polynomial that has no zero on the box of the domain, as its coefficients show, is left out wherever
it could turn up: it is constant in sign on every cell of the domain.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> x, y = symbols("x y")
>>> domain = Domain("x > 0", "-9 < y < 9")
>>> basis = Basis(domain.field, domain.box)
>>> [(basis.text(n), many) for n, many in basis.factors(domain.field.polynomial((x + 1)*(y - x)**2*y))[1]]
[('y', 1), ('x - y', 2)]
>>> [basis.text(n) for n in basis.resultant(0, 1, 1)]
[]
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb, inf
from typing import Any

from flint import fmpq

from symdt.exact.box import Box
from symdt.exact.field import Field
from symdt.exact.line.durations import seconds_for
from symdt.exact.line.real import sign
from symdt.exact.line.subresultants import resultant
from symdt.exact.line.terms import coefficients
from symdt.exact.polynomial import Poly, poly_to_expr, primitive
from symdt.regions.sections.records import OutOfBudgetError

#: A polynomial with more terms than this is not tested for a constant sign on the box.
MAX_TESTED = 80


class Basis:
    """Numbered irreducible polynomials in the letters of a field, in normal form.

    field, box: of the domain. left: how many seconds remain for what is projected.
    """

    def __init__(self, field: Field, box: Box, left: Callable[[], float] = lambda: inf) -> None:
        self.field, self.box, self.left = field, box, left
        self.polys: list[Poly] = []
        self.degrees: list[tuple[int, ...]] = []
        self.settled: list[int] = []  # the constant sign on the domain, 0 where there is none
        self._numbers: dict[str, int] = {}
        self._factors: dict[str, tuple[int, tuple[tuple[int, int], ...]]] = {}
        self._coefficients: dict[tuple[int, int], list[Poly]] = {}
        self._powers: dict[tuple[int, int, int], tuple[int, tuple[tuple[int, int], ...]]] = {}
        self._projected: dict[tuple[Any, ...], tuple[int, ...]] = {}
        self._corners: dict[tuple[int, int], list[tuple[int, tuple[tuple[int, int], ...]]]] = {}
        self._simplicity: dict[int, tuple[Any, ...]] = {}

    def text(self, number: int) -> str:
        """The polynomial as one would write it."""
        return str(poly_to_expr(self.field, self.polys[number]))

    def number(self, factor: Poly) -> int:
        """The number of an irreducible polynomial, up to a constant."""
        factor = primitive(factor)[1]
        if factor.leading_coefficient() < 0:
            factor = -factor
        name = str(factor)
        known = self._numbers.get(name)
        if known is None:
            known = self._numbers[name] = len(self.polys)
            self.polys.append(factor)
            self.degrees.append(tuple(int(d) for d in factor.degrees()))
            self.settled.append(self._sign(factor))
        return known

    def _sign(self, poly: Poly) -> int:
        if len(poly) > MAX_TESTED:
            return 0
        return next((s for s in (1, -1) if self.box.is_positive(s * poly, True)), 0)

    def factors(self, poly: Poly, *, whole: bool = False) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The sign of what remains, and the numbers of the irreducible factors with their multiplicities.

        Factors of one sign on the whole domain go into the sign, unless the `whole` is wanted: the
        domain's own conditions are what makes it the domain.
        """
        if not poly:
            return 0, ()
        if poly.is_constant():
            return sign(poly.leading_coefficient()), ()
        name = str(poly) + "!" * whole
        known = self._factors.get(name)
        if known is None:
            content, parts = poly.factor()
            rest, found = sign(content), []
            for factor, many in parts:
                number, many = self.number(factor), int(many)
                if (factor.leading_coefficient() < 0) and many % 2:
                    rest = -rest
                if whole or not self.settled[number]:
                    found.append((number, many))
                elif many % 2:
                    rest *= self.settled[number]
            known = self._factors[name] = (rest, tuple(found))
        return known

    def parts(self, poly: Poly, *, whole: bool = False) -> tuple[int, ...]:
        """The numbers of the irreducible factors."""
        return tuple(number for number, _ in self.factors(poly, whole=whole)[1])

    def coefficients(self, number: int, letter: int) -> list[Poly]:
        """The coefficients in one letter, lowest first."""
        known = self._coefficients.get((number, letter))
        if known is None:
            known = coefficients(self.field, self.polys[number], letter)
            self._coefficients[number, letter] = known
        return known

    def coefficient(self, number: int, letter: int, power: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The factors of the coefficient of a power of a letter."""
        known = self._powers.get((number, letter, power))
        if known is None:
            known = self.factors(self.coefficients(number, letter)[power])
            self._powers[number, letter, power] = known
        return known

    def leading(self, number: int, letter: int) -> tuple[int, ...]:
        """The factors of the leading coefficient."""
        return self._project(("lead", number, letter))

    def trailing(self, number: int, letter: int) -> tuple[int, ...]:
        """The factors of the trailing coefficient."""
        return self._project(("trail", number, letter))

    def discriminant(self, number: int, letter: int) -> tuple[int, ...]:
        """The factors of the discriminant."""
        return self._project(("double", number, letter)) if self.degrees[number][letter] > 1 else ()

    def resultant(self, one: int, other: int, letter: int) -> tuple[int, ...]:
        """The factors of the resultant of two different polynomials."""
        return self._project(("common", min(one, other), max(one, other), letter)) if one != other else ()

    def _project(self, name: tuple[Any, ...]) -> tuple[int, ...]:
        known = self._projected.get(name)
        if known is None:
            kind, number, letter = name[0], name[1], name[-1]
            if kind in ("double", "common"):
                other = self.polys[name[2] if kind == "common" else number]
                if seconds_for(self.polys[number], other, letter) > self.left():
                    raise OutOfBudgetError
            if kind == "double":
                poly = self.polys[number].discriminant(letter)
            elif kind == "common":
                poly = resultant(self.polys[number], self.polys[name[2]], letter)
            else:
                poly = self.coefficients(number, letter)[-1 if kind == "lead" else 0]
            known = self._projected[name] = self.parts(poly)
        return known

    def corners(self, number: int, letter: int) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
        """Polynomials, as factors, whose signs bound the polynomial's on the whole range of a letter.

        On a range with two ends they are the coefficients in Bernstein's form, with one end those of the
        powers counted from it: if none is negative then nor is the polynomial. Without ends there are none.
        """
        known = self._corners.get((number, letter))
        if known is None:
            known = [self.factors(poly) for poly in self._moved(number, letter)]
            self._corners[number, letter] = known
        return known

    def _moved(self, number: int, letter: int) -> list[Poly]:
        low, high, _, _ = self.box[letter]
        if low is None and high is None:
            return []
        generator = self.field.generators[letter]
        if low is not None and high is not None:
            put = low + (high - low) * generator
        else:
            put = low + generator if low is not None else high - generator
        letters = [put if i == letter else g for i, g in enumerate(self.field.generators)]
        parts = coefficients(self.field, self.polys[number].compose(*letters), letter)
        if low is None or high is None:
            return parts
        n = len(parts) - 1
        return [
            sum((fmpq(comb(k, i), comb(n, i)) * parts[i] for i in range(k + 1)), self.field.zero)
            for k in range(n + 1)
        ]

    def simplicity(self, number: int) -> tuple[Any, ...]:
        """How easy a polynomial is to read: total degree, number of terms, size, and its text."""
        known = self._simplicity.get(number)
        if known is None:
            poly = self.polys[number]
            size = sum(abs(int(c.p)) for c in poly.coeffs())
            known = self._simplicity[number] = (int(poly.total_degree()), len(poly), size, str(poly))
        return known
