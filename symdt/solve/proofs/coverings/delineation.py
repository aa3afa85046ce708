"""Delineation: what must not change around a place for roots over it to stay as they are, by subresultants.

Over a connected set on which a polynomial in y keeps its degree and the number of its distinct complex
roots, its real roots are continuous functions that neither meet nor leave (Collins). The number of distinct
roots of f is told by the first principal subresultant coefficient of f and f' that is not zero, that of
the common roots of f and g by the first of f and g. So it is enough that these coefficients are zero, or
keep their sign, up to the first that is not zero. Nothing else is used: no order of vanishing, no generic position.

>>> from sympy import symbols
>>> x, y = symbols("x y")
>>> field = Field.of([x, y])
>>> algebra = Algebra(field)
>>> (f,) = algebra.parts(field.polynomial(y**2 - x))
>>> place = Place(field).at(0, 0)
>>> [algebra.text(n) for n in algebra.simple(place, f, 1)]  # the root stays double while x stays 0
['x']
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symdt.exact.field import Field
from symdt.exact.line.place import Place
from symdt.exact.line.real import sign
from symdt.exact.line.subresultants import principal
from symdt.exact.line.terms import coefficients
from symdt.exact.polynomial import Poly, poly_to_expr, primitive

Members = tuple[tuple[int, int], ...]  # numbers of irreducible polynomials, with their multiplicities


class Algebra:
    """Irreducible polynomials in the letters of a field, each with a number, and what follows from them."""

    def __init__(self, field: Field, spend: Callable[[], None] = lambda: None) -> None:
        self.field, self.spend = field, spend
        self.polys: list[Poly] = []
        self.degrees: list[tuple[int, ...]] = []
        self._numbers: dict[str, int] = {}
        self._factors: dict[str, tuple[int, Members]] = {}
        self._coefficients: dict[tuple[int, int], list[Poly]] = {}
        self._parts: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        self._weights: dict[int, tuple[int, int]] = {}
        self._chains: dict[tuple[int, int, int], list[tuple[int, ...]]] = {}

    def text(self, number: int) -> str:
        """The polynomial as one would write it."""
        return str(poly_to_expr(self.field, self.polys[number]))

    def weight(self, number: int) -> tuple[int, int]:
        """How hard a polynomial is to work with."""
        if number not in self._weights:
            self._weights[number] = int(self.polys[number].total_degree()), len(self.polys[number])
        return self._weights[number]

    def factors(self, poly: Poly) -> tuple[int, Members]:
        """The sign of the constant factor (0 for zero), and the irreducible factors."""
        name = str(poly)
        known = self._factors.get(name)
        if known is None:
            if not poly or poly.is_constant():
                known = (sign(poly.leading_coefficient()) if poly else 0, ())
            else:
                self.spend()
                content, parts = poly.factor()
                rest, members = sign(content), []
                for factor, many in parts:
                    factor = primitive(factor)[1]
                    if factor.leading_coefficient() < 0:
                        factor = -factor
                        rest = -rest if int(many) % 2 else rest
                    members.append((self._number(factor), int(many)))
                known = (rest, tuple(members))
            self._factors[name] = known
        return known

    def _number(self, factor: Poly) -> int:
        name = str(factor)
        if name not in self._numbers:
            self._numbers[name] = len(self.polys)
            self.polys.append(factor)
            self.degrees.append(tuple(int(d) for d in factor.degrees()))
        return self._numbers[name]

    def parts(self, poly: Poly) -> tuple[int, ...]:
        """The numbers of the irreducible factors."""
        return tuple(n for n, _ in self.factors(poly)[1])

    def coefficients(self, number: int, letter: int) -> list[Poly]:
        """The coefficients in one letter, lowest first."""
        if (number, letter) not in self._coefficients:
            self._coefficients[number, letter] = coefficients(self.field, self.polys[number], letter)
        return self._coefficients[number, letter]

    def coefficient_parts(self, number: int, letter: int) -> list[tuple[int, ...]]:
        """The irreducible factors of the coefficients in one letter, lowest first."""
        known = self._parts.get((number, letter))
        if known is None:
            known = self._parts[number, letter] = [self.parts(c) for c in self.coefficients(number, letter)]
        return known

    # --- at a place ---------------------------------------------------------------------------------

    def sign(self, place: Place, number: int) -> int:
        """The sign of a polynomial at a place that gives all its letters; found once."""
        known: dict[int, int] = place.__dict__.setdefault("_signs", {})
        if number not in known:
            known[number] = place.sign(self.polys[number])
        return known[number]

    def product(self, place: Place, factors: tuple[int, Members]) -> int:
        """The sign at a place of a polynomial given by the sign of its constant factor and its other factors."""
        value, members = factors
        for number, many in members:
            value *= self.sign(place, number) ** many
        return value

    def kept(self, place: Place, members: tuple[int, ...]) -> tuple[bool, set[int]]:
        """Whether a product is not zero at a place, and whose signs make it stay so."""
        zeros = [n for n in members if not self.sign(place, n)]
        return (False, {min(zeros, key=self.weight)}) if zeros else (True, set(members))

    def present(self, place: Place, number: int, letter: int) -> tuple[Members | None, set[int]]:
        """What a polynomial is over a place: factors whose leading coefficients are not zero there, and why.

        None stands for the polynomial that is zero over the place.
        """
        known: dict[tuple[int, int], tuple[Members | None, set[int]]] = place.__dict__.setdefault(
            "_present", {}
        )
        if (number, letter) not in known:
            parts = self.coefficients(number, letter)
            why: set[int] = set()
            top = len(parts) - 1
            while top >= 0:
                is_there, needed = self.kept(place, self.coefficient_parts(number, letter)[top])
                if parts[top]:
                    why |= needed
                if parts[top] and is_there:
                    break
                top -= 1
            members: Members | None = ((number, 1),)
            if top < 0:
                members = None
            elif top < len(parts) - 1:
                generator, rest = self.field.generators[letter], self.field.zero
                for part in reversed(parts[: top + 1]):
                    rest = rest * generator + part
                members = tuple((n, m) for n, m in self.factors(rest)[1] if self.degrees[n][letter])
            known[number, letter] = members, why
        return known[number, letter]

    def roots(self, place: Place, number: int, letter: int) -> list[tuple[Any, int]]:
        """The real roots over a place of a polynomial whose leading coefficient is not zero there."""
        return place.known_roots(number, self.polys[number], letter)

    def simple(self, place: Place, number: int, letter: int) -> set[int]:
        """What keeps the number of distinct roots of a polynomial whose leading coefficient is not zero here."""
        lead = self.coefficient_parts(number, letter)[-1]
        return {*lead} | self.constant(place, number, number, letter)

    def constant(self, place: Place, one: int, other: int, letter: int) -> set[int]:
        """What keeps the number of common roots of two polynomials (of one and its derivative, given twice)."""
        result: set[int] = set()
        one, other = min(one, other), max(one, other)
        top = min(self.degrees[one][letter], self.degrees[other][letter]) - (one == other)
        for j in range(top):
            members = self.chain(one, other, letter, j)
            if members is None:
                continue  # zero everywhere
            is_there, needed = self.kept(place, members)
            result |= needed
            if is_there:
                break
        return result

    def apart(self, number: int, letter: int) -> tuple[int, ...]:
        """The polynomials off whose zeros no root is added to those of a polynomial, and no two of them meet."""
        return (*self.coefficient_parts(number, letter)[-1], *(self.chain(number, number, letter, 0) or ()))

    def is_alone(self, number: int, letter: int) -> bool:
        """Whether a polynomial holds no other letter."""
        return sum(self.degrees[number]) == self.degrees[number][letter]

    def chain(self, one: int, other: int, letter: int, j: int) -> tuple[int, ...] | None:
        """The factors of the principal subresultant coefficient number j; None where it is zero."""
        found = self._chains.setdefault((one, other, letter), [])
        if not found and self.is_alone(one, letter) and self.is_alone(other, letter):
            found.append(())  # irreducible polynomials in one letter: no common and no double zero
        while len(found) <= j:
            self.spend()
            f = self.polys[one]
            if one == other and not found:
                poly = f.discriminant(letter)
            else:
                g = f.derivative(letter) if one == other else self.polys[other]
                if found:
                    mine, theirs = (coefficients(self.field, poly, letter) for poly in (f, g))
                    poly = principal(mine, theirs, len(found))
                else:
                    poly = f.resultant(g, letter)
            found.append(self.parts(poly) if poly else None)  # type: ignore[arg-type]
        return found[j]
