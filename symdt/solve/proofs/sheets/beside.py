"""Beside: that a rule is right on both sides of a surface, near an open part of it.

At a point close to the surface the rule is looked at. What keeps it right there are the signs of some polynomials. Where these do
not vanish on the straight way to the surface, the rule is right on this side of all the part of the surface around the end of
the way on which they keep their signs: what lies close to that part is connected with the point.

>>> from sympy import symbols
>>> from symdt.exact.field import Field
>>> x, y = symbols("x y")
>>> poly = Field.of([x, y]).polynomial(x*(3 - y))
>>> at = [fmpq(1), fmpq(0)]
>>> is_clear(poly, at, 1, fmpq(2)), is_clear(poly, at, 1, fmpq(4)), is_clear(poly, [fmpq(0), fmpq(0)], 0, fmpq(1), 1)
(True, False, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq

from symdt.exact.line.place import Place
from symdt.exact.polynomial import Poly
from symdt.regions.walks.surfaces.charts import Share
from symdt.solve.proofs.coverings.cases.within import Within
from symdt.solve.proofs.coverings.covering import SpentError
from symdt.solve.proofs.coverings.judging import Conditions, Failed, Reason
from symdt.solve.proofs.sheets.restricted import Owners, Restricted

#: Steps towards the surface, each to a part of the distance.
STEPS, CLOSER = 20, 1024


class Open:
    """The inquiry about a rule at points of all its other letters.

    whole: the inquiry.
    """

    def __init__(self, whole: Within) -> None:
        self.whole = whole
        self.conditions = Conditions(whole.cases)

    def at(self, place: Place) -> Reason:
        """What keeps the rule right at a place of all its other letters."""
        whole, algebra = self.whole, self.whole.algebra
        for depth in range(len(whole.letters)):
            outside = whole.broken(place, depth)
            if outside is not None:
                return outside
        left, failed = self.conditions.judge(algebra, place, range(len(whole.cases)))
        needed = whole.along(place, left)
        return failed.kept(whole.one_of_each, whole.apart, needed)


class Sided(Restricted):
    """The inquiry of a rule on a share of a surface and on both sides of it.

    number: of the polynomial that vanishes on the surface. owners: the cases for whose sake it is looked at. open_sets: where the rule is
    known to be right.
    """

    #: The polynomials that vanish all over the share.
    zeros: Reason = frozenset()

    def __init__(self, whole: Within, share: Share, number: int, owners: Owners, open_sets: Open) -> None:
        super().__init__(whole, share, owners)
        self.number, self.open_sets = number, open_sets

    def broken(self, place: Place, depth: int) -> Reason | None:
        """Why a place is not of the domain: it is not beside it either, unless a fact only just fails."""
        found = super().broken(place, depth)
        place.__dict__["_outside"] = found is not None
        return found

    def aside(self, place: Place, depth: int, failed: Failed) -> tuple[bool, Reason]:
        """Whether nothing is asked over a place, nor beside it."""
        found = super().aside(place, depth, failed)
        place.__dict__["_outside"] = found[0]
        return found

    def over(self, place: Place, depth: int) -> Reason:
        """Why nothing is amiss over a place, nor beside the surface where the place stands for an open part of it."""
        reason = super().over(place, depth)
        is_open = depth == len(self.letters) - 1 and self.is_open(place)
        if not is_open or place.__dict__["_outside"]:
            return reason
        if any(not self.algebra.sign(place, n) for n in reason - self.zeros):
            return reason
        return reason | self.beside(place, 1) | self.beside(place, -1)

    def is_open(self, place: Place) -> bool:
        """Whether a place stands for an open part of the surface."""
        return not place.is_section

    def beside(self, place: Place, side: int) -> Reason:
        """What keeps the rule right where the polynomial of the surface has this sign, close to a place of an open part."""
        raise NotImplementedError


class Sheet(Sided):
    """The same on a surface that two letters tell."""

    def __init__(self, whole: Within, chart: Any, number: int, owners: Owners, open_sets: Open) -> None:
        super().__init__(whole, (chart, [], [chart.under]), number, owners, open_sets)

    def beside(self, place: Place, side: int) -> Reason:
        """What keeps the rule right where the polynomial of the surface has this sign, close to a place of an open part.

        A straight way leads from the place to a point at which the rule is right. Along it nothing vanishes that keeps it
        right there, nor does the surface come back.
        """
        algebra, poly = self.algebra, self.algebra.polys[self.number]
        values = self.chart.at(place.coordinates)
        if values is None:
            raise SpentError  # the denominator is not zero in the domain of a sheet
        base = [values.get(i, fmpq(0)) for i in range(len(algebra.field.symbols))]
        letters = self.open_sets.whole.letters[:-1]
        slopes = {i: poly.derivative(i)(*base) for i in letters}
        letter = max(letters, key=lambda i: abs(slopes[i]))
        if not slopes[letter]:
            return self.singular(letters)
        distance = fmpq(side if slopes[letter] > 0 else -side, CLOSER)
        for _ in range(STEPS):
            self.covering.spend()
            if not is_clear(poly, base, letter, distance, 1):
                distance /= CLOSER
                continue
            there = Place(algebra.field)
            for i in letters:
                there = there.at(i, values[i] + (distance if i == letter else 0))
            needed = self.open_sets.at(there) - {self.number}
            reason = frozenset(n for q in needed for n, _ in self.pulled(q)[1])
            # where one of these vanishes the place is no part of an open one, and nothing is said of its sides
            if any(not self.algebra.sign(place, n) for n in reason):
                return reason
            if all(is_clear(algebra.polys[q], base, letter, distance) for q in needed):
                return reason
            distance /= CLOSER
        raise SpentError

    def singular(self, letters: Sequence[int]) -> Reason:
        """What vanishes at a singular point of the surface and not on all of it."""
        poly = self.algebra.polys[self.number]
        for i in letters:
            factors = self.algebra.factors(self.chart.pulled(poly.derivative(i)))
            if factors[0]:
                return frozenset(n for n, _ in factors[1])
        raise SpentError


def is_clear(poly: Poly, base: Sequence[fmpq], letter: int, distance: fmpq, order: int = 0) -> bool:
    """Whether a polynomial does not vanish on the way from a point along a letter, but at the point where its order there is 1.

    base: the point. distance: how far the way goes, and to which side. The first term of Taylor's is more than all others together.
    """
    terms, power, factor = list[fmpq](), poly, fmpq(1)
    for k in range(int(poly.degrees()[letter]) + 1):
        terms.append(abs(power(*base) * factor))
        power = power.derivative(letter)
        factor *= distance / (k + 1)
    return terms[order] > sum(terms[order + 1 :], fmpq(0)) if len(terms) > order else False
