"""Place: a point of several letters whose coordinates are real algebraic numbers, and signs at it, exactly.

A coordinate is a rational number, a root of a polynomial with rational coefficients (`Real`), or a
root of a polynomial whose coefficients hold coordinates given before it (`Branch`): a tower.

The sign of a polynomial at a place is read from balls around the coordinates that are made smaller
until the value lies apart from zero. That it *is* zero is known from the greatest common divisor with the
polynomial that defines the last coordinate, over the place of those before it.

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

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from flint import arb, ctx, fmpq, fmpz, fmpz_poly

from symdt.exact.field import Field
from symdt.exact.line.arrangement import roots_of
from symdt.exact.line.branch import BITS, Branch
from symdt.exact.line.common import divisor
from symdt.exact.line.isolation import Isolation
from symdt.exact.line.patience import heed
from symdt.exact.line.real import Real, isolate, sign
from symdt.exact.line.shared_root import is_shared
from symdt.exact.line.subresultants import resultant
from symdt.exact.line.terms import coefficients, on_line, spread, terms_of
from symdt.exact.polynomial import Number, Poly, primitive, to_number


class Place:
    """A value for some letters of a field, given by position, in the order in which they were given."""

    __slots__ = ("__dict__", "_signs", "coordinates", "field", "is_section")

    def __init__(
        self,
        field: Field,
        coordinates: Mapping[int, Real | Number] | None = None,
        is_section: bool = False,
    ) -> None:
        self.field, self.is_section = field, is_section
        self.coordinates: dict[int, Any] = dict(coordinates or {})
        self._signs: dict[Any, int] = {}  # of polynomials by their numbers

    def at(self, letter: int, value: Any, *, is_section: bool = False) -> Place:
        """The place with one more coordinate.

        A place may stand for a cell of places: `is_section` says that the letter is a function of those
        before it there.
        """
        if isinstance(value, Real) and value.is_rational:
            value = value.low
        new = Place(self.field, {**self.coordinates, letter: value}, is_section=self.is_section or is_section)
        new.__dict__["_before"] = self
        return new

    def on(self, letter: int, value: Any, *, is_section: bool = False) -> Place:
        """The place with one more coordinate, the same whenever it is asked for: what is found there is found once."""
        known = self.__dict__.setdefault("_on", {})
        # a number that is not rational is known by itself: the place that is kept holds it
        key = (letter, is_section, id(value) if isinstance(value, Real) else value)
        if key not in known:
            known[key] = (self.at(letter, value, is_section=is_section), value)
        return known[key][0]

    def known_sign(self, number: Any, poly: Poly) -> int:
        """The sign of a polynomial that has a number, found once."""
        known = self._signs.get(number)
        if known is None:
            known = self._signs[number] = self.sign(poly)
        return known

    @property
    def before(self) -> Place | None:
        """The place that this one was made from by one more coordinate."""
        return self.__dict__.get("_before")

    def until(self, letter: int) -> Place:
        """The place as it was before a letter was given."""
        place = self
        while letter in place.coordinates:
            last = next(reversed(place.coordinates))
            rest = {i: v for i, v in place.coordinates.items() if i != last}
            place = place.before or Place(self.field, rest)
        return place

    def known_roots(
        self, number: Any, poly: Poly, letter: int, parts: Sequence[Poly] = ()
    ) -> list[tuple[Any, int]]:
        """The roots of a polynomial that has a number, found once; `parts` are its coefficients, if they are known."""
        known = self.__dict__.setdefault("_known", {})
        if (number, letter) not in known:
            known[number, letter] = self.roots(poly, letter, parts=parts)
        return known[number, letter]

    @cached_property
    def rational(self) -> dict[int, Number]:
        """The coordinates that are rational."""
        return {i: v for i, v in self.coordinates.items() if not isinstance(v, Real)}

    @cached_property
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
        bits = BITS
        while True:
            heed()
            value = self._value(terms, bits)
            if value > 0:
                return 1
            if value < 0:
                return -1
            if bits == 2 * BITS and self._is_zero(poly):
                return 0
            bits *= 2

    def _is_zero(self, poly: Poly) -> bool:
        """Whether a polynomial vanishes: it has the last coordinate's root in common with its defining polynomial.

        The common divisor of the two has no root but theirs, and of those between the coordinate's ends at most
        the coordinate, once: it is there if the divisor's signs at the ends differ.
        """
        last = next(i for i in reversed(self.coordinates) if poly.degrees()[i])
        value, before = self.coordinates[last], self.until(last)
        if value.low == value.high:
            return before.sign(poly.subs({last: value.low})) == 0
        own = value.poly if isinstance(value, Branch) else spread(self.field, value.factor, last)
        if poly == own or poly == -own:
            return True
        shared = coefficients(self.field, poly.gcd(own), last)
        if len(shared) > 1 and _changes(before, shared, value):
            return True
        rest = resultant(poly, own, last)
        if before.sign(rest):
            return False
        told = is_shared(before, own, poly, last, value, rest)
        if told is not None:
            return told
        mine, other = (coefficients(self.field, f, last) for f in (own, poly))
        return _changes(before, divisor(before, mine, other, least=1), value)

    def _value(self, terms: list[tuple[list[tuple[int, int]], Number]], bits: int) -> Any:
        """A ball that holds the value of a polynomial given by its terms."""
        with ctx.workprec(bits + 32):
            powers: dict[int, list[Any]] = {}
            total = arb(0)
            for factors, coefficient in terms:
                term = arb(coefficient)
                for letter, exponent in factors:
                    known = powers.get(letter)
                    if known is None:
                        known = powers[letter] = [arb(1), self.coordinates[letter].ball(bits)]
                    while len(known) <= exponent:
                        # a power of a ball about 0 is no number to FLINT, a product is
                        known.append(known[-1] * known[1])
                    term = term * known[exponent]
                total = total + term
            return total

    def ball(self, poly: Poly, bits: int) -> Any:
        """A ball that holds the value of a polynomial, of about so many binary digits."""
        if poly.is_constant():
            with ctx.workprec(bits + 32):
                return arb(poly.leading_coefficient()) if poly else arb(0)
        return self._value(terms_of(self.reduced(poly)), bits)

    # --- roots ------------------------------------------------------------------------------------

    def effective(self, poly: Poly, letter: int) -> list[Poly]:
        """The coefficients in one letter, lowest first, without those at the top that vanish at the place."""
        found = coefficients(self.field, poly, letter)
        while found and not self.sign(found[-1]):
            found.pop()
        return found

    def roots(
        self, poly: Poly, letter: int, *, is_full: bool = False, parts: Sequence[Poly] = ()
    ) -> list[tuple[Any, int]]:
        """The real roots in one more letter, in order, each with its multiplicity; none if the polynomial vanishes.

        `is_full` says that the leading coefficient is known not to vanish; `parts` are the coefficients where they
        are known, lowest first.
        """
        if self.is_rational:
            given = parts or coefficients(self.field, poly, letter)
            return list(roots_of([part(*self.values) for part in given]))
        poly = self.reduced(poly)
        left = coefficients(self.field, poly, letter) if is_full else self.effective(poly, letter)
        if len(left) < 2:
            return []
        if all(c.is_constant() for c in left):
            return roots_of([c.leading_coefficient() if c else fmpq(0) for c in left])
        return Isolation(self, left, letter).roots()

    def __repr__(self) -> str:
        names = self.field.names
        return f"Place({', '.join(f'{names[i]}={v}' for i, v in self.coordinates.items())})"


def _changes(place: Place, parts: list[Poly], value: Real) -> bool:
    """Whether a polynomial in one more letter has different signs at the ends of a number's interval."""
    low, high = (
        sum((c * x**n for n, c in enumerate(parts)), place.field.zero) for x in (value.low, value.high)
    )
    return place.sign(low) * place.sign(high) < 0


def place_of(field: Field, point: Mapping[Any, Any]) -> Place:
    """The place of a point whose coordinates are SymPy's algebraic numbers; 0 for letters without a value.

    >>> from sympy import sqrt, symbols
    >>> x, y = symbols("x y")
    >>> place_of(Field.of([x, y]), {x: sqrt(2), y: 1})
    Place(x=sqrt(2), y=1)
    """
    return Place(field, {i: _number(point.get(s, 0)) for i, s in enumerate(field.symbols)})


def _number(value: Any) -> Any:
    """The real number that an expression of SymPy is."""
    from sympy import Dummy, Rational, minimal_polynomial
    from sympy import Poly as SymPyPoly

    if not getattr(value, "free_symbols", True) and not value.is_Rational:
        x = Dummy("x")
        poly = SymPyPoly(minimal_polynomial(value, x), x)
        found = isolate(fmpz_poly([int(c) for c in reversed(poly.all_coeffs())]))
        near = to_number(Rational(value.n(60)))
        for digits in (20, 40):
            width = fmpq(1, fmpz(10) ** digits)
            for root in found:
                root.narrow(width)
            close = [root for root in found if root.low - width <= near <= root.high + width]
            if len(close) == 1:
                return close[0]
        raise AssertionError("a number is a root of its polynomial")
    return to_number(value)
