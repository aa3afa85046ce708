"""Place: a point of several letters whose coordinates are real algebraic numbers, and signs at it, exactly.

A coordinate is a rational number, a root of a polynomial with rational coefficients (`Real`), or a
root of a polynomial whose coefficients hold coordinates given before it (`Branch`): a tower.

The sign of a polynomial at a place is read from balls around the coordinates that are made smaller
until the value lies apart from zero. That it *is* zero is known when the balls are smaller than any
number but zero that could stand there: a number γ of degree at most D and logarithmic height h has
γ = 0 or |γ| ≥ exp(-D·h) (Liouville), and heights are bounded through sums, products and roots (Weil).

>>> from sympy import symbols
>>> x, y, z = symbols("x y z")
>>> field = Field.of([x, y, z])
>>> base = Place(field)
>>> one = base.at(0, base.roots(field.polynomial(x**2 - 2), 0)[1][0])
>>> two = one.at(1, one.roots(field.polynomial(y**2 - x - 1), 1)[1][0])
>>> two.sign(field.polynomial((y**2 - 1)**2 - 2)), two.sign(field.polynomial(y - x))
(0, 1)

Roots come with their multiplicities, also where these are seen at the place only.

>>> [(str(root), many) for root, many in two.roots(field.polynomial((z - y**2)*(z - x - 1)*(z - x)), 2)]
[('1.41421', 1), ('2.41421', 2)]
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import ceil
from typing import Any

from flint import acb, acb_poly, arb, ctx, fmpq, fmpq_poly, fmpz

from symdt.exact.field import Field
from symdt.exact.line.arrangement import arrange
from symdt.exact.line.branch import BITS, Branch
from symdt.exact.line.isolation import Isolation
from symdt.exact.line.real import Real, sign
from symdt.exact.line.terms import coefficients, log2_sum, on_line, terms_of
from symdt.exact.polynomial import Number, Poly, primitive


class Place:
    """A value for some letters of a field, given by position, in the order in which they were given."""

    __slots__ = ("__dict__", "coordinates", "field", "is_section")

    def __init__(
        self,
        field: Field,
        coordinates: Mapping[int, Real | Number] | None = None,
        is_section: bool = False,
    ) -> None:
        self.field, self.is_section = field, is_section
        self.coordinates: dict[int, Any] = dict(coordinates or {})

    def at(self, letter: int, value: Any, *, is_section: bool = False) -> Place:
        """The place with one more coordinate.

        A place may stand for a cell of places: `is_section` says that the letter is a function of those
        before it there.
        """
        if isinstance(value, Real) and value.is_rational:
            value = value.low
        new = Place(self.field, {**self.coordinates, letter: value}, is_section=self.is_section or is_section)
        new.__dict__["before"] = self
        return new

    def until(self, letter: int) -> Place:
        """The place as it was before a letter was given."""
        place = self
        while letter in place.coordinates:
            place = place.__dict__["before"]
        return place

    def known_roots(self, number: Any, poly: Poly, letter: int) -> list[tuple[Any, int]]:
        """The roots of a polynomial that has a number, found once."""
        known = self.__dict__.setdefault("_known", {})
        if (number, letter) not in known:
            known[number, letter] = self.roots(poly, letter)
        return known[number, letter]

    @cached_property
    def rational(self) -> dict[int, Number]:
        """The coordinates that are rational."""
        return {i: v for i, v in self.coordinates.items() if not isinstance(v, Real)}

    @property
    def is_rational(self) -> bool:
        """Every coordinate is rational."""
        return len(self.rational) == len(self.coordinates)

    @cached_property
    def values(self) -> tuple[Number, ...]:
        """The rational coordinates in the order of the field, 0 for all other letters."""
        return tuple(self.rational.get(i, fmpq(0)) for i in range(len(self.field.symbols)))

    def reduced(self, poly: Poly) -> Poly:
        """The polynomial with the rational coordinates put in."""
        return poly.subs(self.rational) if self.rational else poly

    # --- signs ------------------------------------------------------------------------------------

    def sign(self, poly: Poly) -> int:
        """The sign of a polynomial in the place's letters, exactly."""
        if self.is_rational:
            return sign(poly(*self.values))
        poly = self.reduced(poly)
        if poly.is_constant():
            return sign(poly.leading_coefficient()) if poly else 0
        used = [i for i, d in enumerate(poly.degrees()) if d]
        if len(used) == 1 and not isinstance(self.coordinates[used[0]], Branch):
            return int(self.coordinates[used[0]].sign_of(on_line(poly, used[0])))
        return self._sign(primitive(poly)[1])

    def _sign(self, poly: Poly) -> int:
        terms = terms_of(poly)
        bits, limit = BITS, None
        while True:
            value = self._value(terms, bits)
            if value > 0:
                return 1
            if value < 0:
                return -1
            if bits == 2 * BITS and self._is_zero(poly):
                return 0
            if limit is None and bits >= 8 * BITS:
                limit = self._zero_bound(poly)
            if limit is not None and abs(value) < arb(fmpq(1, fmpz(2) ** limit)):
                return 0
            bits = bits * 2 if limit is None else max(bits * 2, min(limit + 64, 8 * bits))

    def _is_zero(self, poly: Poly) -> bool:
        """Whether a polynomial is seen to vanish: with the last branch's own polynomial it has one root in common.

        That they have one is known from their resultant; which one, from balls around all the roots.
        """
        used = {i for i, d in enumerate(poly.degrees()) if d}
        last = next((i for i in reversed(self.coordinates) if i in used), None)
        branch = self.coordinates[last] if last is not None else None
        if last is None or not isinstance(branch, Branch):
            return False
        if poly == branch.poly or poly == -branch.poly:
            return True
        common = poly.gcd(branch.poly)
        if common.degrees()[last]:
            return common.degrees() == branch.poly.degrees() or self._is_only(common, branch)
        if branch.place.sign(poly.resultant(branch.poly, last)):
            return False
        return self._is_only(poly, branch)

    def _is_only(self, poly: Poly, branch: Branch) -> bool:
        """Whether of all roots of a branch's polynomial it alone can be a root of another one."""
        letter = branch.letter
        for bits in (2 * BITS, 6 * BITS):
            with ctx.workprec(bits + 32):
                own = acb_poly([branch.place.ball(c, bits) for c in branch.parts])
                other = acb_poly(
                    [
                        branch.place.ball(c, bits)
                        for c in coefficients(self.field, branch.place.reduced(poly), letter)
                    ]
                )
                try:
                    found = own.roots(fmpq(1, fmpz(2) ** (bits // 2)))
                except ValueError:
                    continue
                both = [z for z in found if other(z).contains(0)]
            near = [z for z in found if z.overlaps(acb(branch.ball(bits)))]
            if len(both) == len(near) == 1:
                return both[0] is near[0]
        return False

    def _value(self, terms: list[tuple[list[tuple[int, int]], Number]], bits: int) -> Any:
        """A ball that holds the value of a polynomial given by its terms."""
        with ctx.workprec(bits + 32):
            powers: dict[tuple[int, int], Any] = {}
            total = arb(0)
            for factors, coefficient in terms:
                term = arb(coefficient)
                for power in factors:
                    known = powers.get(power)
                    if known is None:
                        i, e = power
                        known = powers[power] = self.coordinates[i].ball(bits) ** e
                    term = term * known
                total = total + term
            return total

    def ball(self, poly: Poly, bits: int) -> Any:
        """A ball that holds the value of a polynomial, of about so many binary digits."""
        if poly.is_constant():
            with ctx.workprec(bits + 32):
                return arb(poly.leading_coefficient()) if poly else arb(0)
        return self._value(terms_of(self.reduced(poly)), bits)

    def _zero_bound(self, poly: Poly) -> int:
        """b with: the value of an integer polynomial is 0 or at least 2**-b in size."""
        height = log2_sum(poly)
        used = []
        for i, d in enumerate(poly.degrees()):
            if d:
                height += int(d) * self.coordinates[i].height
                used.append(i)
        return ceil(self.extent(used) * height) + 2

    def extent(self, used: list[int]) -> int:
        """A bound of the degree of the field that some coordinates make."""
        needed, todo = set(), list(used)
        while todo:
            i = todo.pop()
            if i not in needed and i not in self.rational:
                needed.add(i)
                todo += getattr(self.coordinates[i], "over", ())
        total = 1
        for i in needed:
            total *= self.coordinates[i].degree
        return total

    # --- roots ------------------------------------------------------------------------------------

    def effective(self, poly: Poly, letter: int) -> list[Poly]:
        """The coefficients in one letter, lowest first, without those at the top that vanish at the place."""
        found = coefficients(self.field, poly, letter)
        while found and not self.sign(found[-1]):
            found.pop()
        return found

    def roots(self, poly: Poly, letter: int, *, is_full: bool = False) -> list[tuple[Any, int]]:
        """The real roots in one more letter, in order, each with its multiplicity; none if the polynomial vanishes.

        `is_full` says that the leading coefficient is known not to vanish.
        """
        poly = self.reduced(poly)
        parts = coefficients(self.field, poly, letter) if is_full else self.effective(poly, letter)
        if len(parts) < 2:
            return []
        if all(c.is_constant() for c in parts):
            line = arrange([fmpq_poly([c.leading_coefficient() if c else 0 for c in parts])])
            return [(point, members[0]) for point, members in zip(line.points, line.members, strict=True)]
        return Isolation(self, parts, letter).roots()

    def __repr__(self) -> str:
        names = self.field.names
        return f"Place({', '.join(f'{names[i]}={v}' for i, v in self.coordinates.items())})"
