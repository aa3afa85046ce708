"""Counting: that a number is zero, or that two roots are one, known from how many roots two polynomials have in common.

Balls tell numbers apart that are different, never that two are the same. But how many roots two polynomials have in common
over a place is told by their principal subresultants, whose signs are known at the letters before; where it is one root,
and all but one of the candidates are told apart by balls, that one is it. So over towers of algebraic numbers nothing is
divided: every symbolic polynomial is made once for all places, and what is done at a place is done with balls.

>>> from sympy import symbols
>>> x, y, z = symbols("x y z")
>>> field = Field.of([x, y, z])
>>> algebra = Counted(field)
>>> at = {f: algebra.parts(field.polynomial(f))[0] for f in (x**2 - 2, y**2 - x - 1, x*y**2 - x - 2, z**2 - 2*z*y + x + 1)}
>>> two, four, same, double = at.values()
>>> base = Place(field)
>>> place = algebra.on(base, 0, two, algebra.roots(base, two, 0)[1][0])
>>> place = algebra.on(place, 1, four, algebra.roots(place, four, 1)[1][0])
>>> algebra.sign(place, same), [many for _, many in algebra.roots(place, double, 2)]
(0, [2])
"""

from __future__ import annotations

from typing import Any

from symdt.exact.field import Field
from symdt.exact.line.branch import BITS, Branch, compare
from symdt.exact.line.common import divided
from symdt.exact.line.isolation import Isolation
from symdt.exact.line.place import Place
from symdt.exact.line.real import Real
from symdt.exact.line.subresultants import subresultant
from symdt.exact.polynomial import Poly
from symdt.solve.proofs.coverings.delineation import Algebra

__all__ = ["Counted", "Field", "Spot"]

#: The degree up to which common roots are counted: subresultants of more are long polynomials.
MOST = 8


class Spot(Place):
    """A place above another one that knows the signs there by itself."""

    def sign_of(self, number: int) -> int:
        """The sign of the polynomial of this number."""
        raise NotImplementedError


class Counted(Algebra):
    """The same, with signs and roots over towers found by counting."""

    def on(self, place: Place, letter: int, number: int, value: Any) -> Place:
        """The place with one more coordinate, a root over it of the polynomial of this number."""
        found = place.at(letter, value, is_section=True)
        found.__dict__["_of"] = number
        return found

    # --- signs --------------------------------------------------------------------------------------

    def sign(self, place: Place, number: int) -> int:
        """The sign of a polynomial at a place that gives all its letters; found once."""
        known: dict[int, int] = place.__dict__.setdefault("_signs", {})
        if number not in known:
            known[number] = self._sign(place, number)
        return known[number]

    def _sign(self, place: Place, number: int) -> int:
        if isinstance(place, Spot):
            return place.sign_of(number)
        if place.is_rational or place.before is None:
            return place.sign(self.polys[number])
        letter = next(reversed(place.coordinates))
        if not self.degrees[number][letter]:
            return self.sign(place.before, number)
        self.spend()
        own = place.__dict__.get("_of")
        if own == number:
            return 0
        is_high = own is not None and min(self.degrees[n][letter] for n in (own, number)) > MOST
        if (
            own is None
            or is_high
            or place.before.is_rational
            or not isinstance(place.coordinates[letter], Real)
        ):
            return place.sign(self.polys[number])
        return self._counted(place, number, letter, own)

    def _counted(self, place: Place, number: int, letter: int, own: int) -> int:
        """The sign at a root of a polynomial over a place with algebraic numbers."""
        before, value, poly = place.before, place.coordinates[letter], self.polys[number]
        assert before is not None
        others: list[Place] | None = None
        bits = BITS
        while True:
            self.spend()
            ball = place.ball(poly, bits)
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
            if bits >= 2 * BITS and others is None:
                shared = self.shared(before, number, own, letter)
                if shared is None or shared > 1:
                    return place.sign(poly)
                if shared:
                    roots = self.roots(before, own, letter)
                    others = [before.at(letter, root) for root, _ in roots if root is not value]
            if others is not None and not any(other.ball(poly, bits).contains(0) for other in others):
                return 0  # they have one root in common, which is none of the others
            bits *= 2

    def shared(self, place: Place, one: int, other: int, letter: int) -> int | None:
        """The degree of the common divisor over a place (given twice: of a polynomial and its derivative); None: of all.

        The leading coefficient of one of both is not zero there.
        """
        one, other = min(one, other), max(one, other)
        known: dict[tuple[int, int, int], int | None] = place.__dict__.setdefault("_shared", {})
        if (one, other, letter) not in known:
            top = min(self.degrees[one][letter], self.degrees[other][letter]) - (one == other)
            found = None
            for j in range(top):
                members = self.chain(one, other, letter, j)
                if members is not None and all(self.sign(place, n) for n in members):
                    found = j
                    break
            known[one, other, letter] = found
        return known[one, other, letter]

    def constant(self, place: Place, one: int, other: int, letter: int) -> set[int]:
        """What keeps the number of common roots of two polynomials (of one and its derivative, given twice); found once."""
        known: dict[tuple[int, int, int], set[int]] = place.__dict__.setdefault("_constant", {})
        key = (one, other, letter) if one <= other else (other, one, letter)
        if key not in known:
            known[key] = super().constant(place, one, other, letter)
        return known[key]

    def simple(self, place: Place, number: int, letter: int) -> set[int]:
        """What keeps the number of distinct roots of a polynomial whose leading coefficient is not zero here; found once."""
        known: dict[tuple[int, int], set[int]] = place.__dict__.setdefault("_simple", {})
        if (number, letter) not in known:
            known[number, letter] = super().simple(place, number, letter)
        return known[number, letter]

    # --- roots --------------------------------------------------------------------------------------

    def roots(self, place: Place, number: int, letter: int) -> list[tuple[Any, int]]:
        """The real roots over a place of a polynomial whose leading coefficient is not zero there, with multiplicities."""
        known: dict[tuple[int, int], list[tuple[Any, int]]] = place.__dict__.setdefault("_roots", {})
        if (number, letter) not in known:
            known[number, letter] = self._roots(place, number, letter)
        return known[number, letter]

    def _roots(self, place: Place, number: int, letter: int) -> list[tuple[Any, int]]:
        self.spend()
        poly, parts = self.polys[number], self.coefficients(number, letter)
        if not place.is_rational and len(parts) > 2 and any(not c.is_constant() for c in parts):
            shared = self.shared(place, number, number, letter)
            if shared == 1:
                return self._with_double(place, number, letter)
            if shared == 0:
                reduced = [place.reduced(c) for c in parts]
                if any(not c.is_constant() for c in reduced):
                    return Isolation(place, reduced, letter).sharper(BITS)
        return place.roots(poly, letter, parts=parts)

    def _with_double(self, place: Place, number: int, letter: int) -> list[tuple[Any, int]]:
        """One root is double, the others are simple: the double one is that of a linear polynomial."""
        twice, once = self.divided(number, letter)
        simple = Isolation(place, [place.reduced(c) for c in once], letter).sharper(BITS)
        ((double, _),) = Isolation(place, [place.reduced(c) for c in twice], letter).sharper(BITS)
        while len(near := [n for n, (root, _) in enumerate(simple) if _meet(root, double)]) > 1:
            double.refine()
        poly = self.polys[number]
        found = [(Branch(place, poly, letter, root.low, root.high), 1) for root, _ in simple]
        found[near[0]] = (double, 2)
        return found

    def divided(self, number: int, letter: int) -> tuple[list[Poly], list[Poly]]:
        """The first subresultant of a polynomial and its derivative, which is linear, and the quotient by it."""
        known: dict[tuple[int, int], tuple[list[Poly], list[Poly]]] = self.__dict__.setdefault("_divided", {})
        if (number, letter) not in known:
            self.spend()
            parts = self.coefficients(number, letter)
            slopes = [n * part for n, part in enumerate(parts)][1:]
            twice = _plain(subresultant(slopes, parts, 1))
            known[number, letter] = twice, _plain(divided(parts, twice)[0])
        return known[number, letter]

    # --- order --------------------------------------------------------------------------------------

    def compare(self, place: Place, one: tuple[int, Any], other: tuple[int, Any], letter: int) -> int:
        """-1, 0 or 1: two roots over a place, each with the number of its polynomial, in order."""
        (n, a), (m, b) = one, other
        if a is b or place.is_rational or n == m or a.high < b.low or b.high < a.low:
            return compare(a, b)
        shared = self.shared(place, n, m, letter)
        if shared is None or shared > 1:
            return compare(a, b)
        if shared and self.common(place, n, m, letter) == (id(a), id(b)):
            return 0
        bits = BITS
        while (mine := a.ball(bits)).overlaps(theirs := b.ball(bits)):
            bits *= 2
        return -1 if mine < theirs else 1

    def common(self, place: Place, one: int, other: int, letter: int) -> tuple[int, int]:
        """The one root that two polynomials have in common over a place, as it is held for each."""
        known: dict[tuple[int, int, int], tuple[int, int]] = place.__dict__.setdefault("_common", {})
        if (one, other, letter) not in known:
            pairs = [
                (a, b) for a, _ in self.roots(place, one, letter) for b, _ in self.roots(place, other, letter)
            ]
            bits = BITS
            while len(pairs) > 1:
                pairs = [(a, b) for a, b in pairs if a.ball(bits).overlaps(b.ball(bits))]
                bits *= 2
            ((a, b),) = pairs
            known[one, other, letter] = id(a), id(b)
            known[other, one, letter] = id(b), id(a)
        return known[one, other, letter]


def _plain(parts: list[Poly]) -> list[Poly]:
    """The coefficients without what all of them share: it is not zero where the last is not."""
    shared = parts[0]
    for part in parts[1:]:
        shared = shared.gcd(part)
    return [part / shared for part in parts]


def _meet(one: Any, other: Any) -> bool:
    """Whether the intervals of two numbers have a point in common."""
    return bool(one.low <= other.high and other.low <= one.high)
