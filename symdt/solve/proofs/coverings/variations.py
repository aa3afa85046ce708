"""Variations: how many roots a polynomial has in a range of its letter, told by the signs of a few coefficients.

A range from a to b is t > 0 after p = (a + b*t)/(1 + t); from a on, or up to b, after p = a + t or b - t. By Descartes' rule
a polynomial whose coefficients in t, the zeros left out, change their sign never has no root there and the sign of any of
them, and one whose coefficients change their sign once has exactly one, a simple one. These coefficients are polynomials in
the other letters of no higher degree than those in p, which a discriminant is not.

So on a connected set of places with no change at each of them the sign over the range is one and the same; with one change at
each of them the root is a continuous function into the range: as it is simple it goes on as a function nearby, and there is
no other root that could be the one. The leading coefficient may vanish, and what happens outside the range does not matter.

>>> from sympy import symbols
>>> h, p = symbols("h p")
>>> field = Field.of([h, p])
>>> algebra = Algebra(field)
>>> (f,) = algebra.parts(field.polynomial(p**3 + h*p - 1))
>>> unit = Range(algebra, 1, fmpq(0), fmpq(1))
>>> found = unit.few(Place(field).at(0, fmpq(1)), f, ())  # by the signs of -1, h - 3, 2*h - 3 and h
>>> found.count, [(algebra.text(n), sign) for n, sign in found.signs]  # one of the two in the middle is enough
(1, [('h - 3', -1), ('h', 1)])
>>> unit.few(Place(field).at(0, fmpq(-1)), f, ()).count
0
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_poly

from symdt.exact.field import Field
from symdt.exact.line.place import Place
from symdt.exact.line.terms import coefficients
from symdt.exact.polynomial import Poly
from symdt.solve.proofs.coverings.delineation import Algebra, Members
from symdt.solve.proofs.coverings.judging import Judged, Sign

__all__ = ["Algebra", "Few", "Field", "Place", "Range", "fixed_sign", "fmpq", "range_of", "root_of"]


@dataclass(frozen=True)
class Few:
    """A polynomial has no root in a range, or one: which polynomials keep it so by their signs, and these."""

    count: int
    signs: tuple[tuple[int, int], ...]

    @property
    def reason(self) -> set[int]:
        """The polynomials."""
        return {n for n, _ in self.signs}


class Range:
    """The values of a letter between two numbers; None stands for no end, one of both is there.

    ends: the polynomials in the letter alone that vanish at the ends, by their numbers.
    """

    def __init__(
        self,
        algebra: Algebra,
        letter: int,
        low: Any,
        high: Any,
        ends: tuple[int | None, int | None] = (None, None),
    ) -> None:
        self.algebra, self.letter, self.low, self.high, self.ends = algebra, letter, low, high, ends
        self._coefficients: dict[int, list[tuple[int, Members]]] = {}

    def coefficients(self, number: int) -> list[tuple[int, Members]]:
        """The coefficients in t of a polynomial, lowest first, each by the sign of its constant factor and its other factors."""
        if number not in self._coefficients:
            found = self.moved(self.algebra.coefficients(number, self.letter))
            self._coefficients[number] = list(map(self.algebra.factors, found))
        return self._coefficients[number]

    def moved(self, parts: Sequence[Poly]) -> list[Poly]:
        """The coefficients in t of the polynomial that has these in the letter."""
        top, low, high = len(parts) - 1, self.low, self.high
        if low is None:
            above, below = fmpq_poly([high, -1]), fmpq_poly([1])
        elif high is None:
            above, below = fmpq_poly([low, 1]), fmpq_poly([1])
        else:
            above, below = fmpq_poly([low, high]), fmpq_poly([1, 1])
        found = [self.algebra.field.zero] * (top + 1)
        for i, part in enumerate(parts):
            for j, c in enumerate((above**i * below ** (top - i)).coeffs()):
                found[j] = found[j] + part * c
        return found

    def few(
        self,
        place: Place,
        number: int,
        known: Iterable[int],
        weigh: Callable[[set[int]], Any] = len,
    ) -> Few | None:
        """That there is at most one root, if that is seen over a place, by what adds least to what is known."""
        algebra, coefficients = self.algebra, self.coefficients(number)
        signs = [algebra.product(place, c) for c in coefficients]
        kept = [algebra.kept(place, tuple(n for n, _ in members))[1] for _, members in coefficients]
        told = [s for s in signs if s]
        changes = sum(s != t for s, t in pairwise(told))
        if not told or changes > 1:
            return None
        left_out = -1
        if changes:
            # between those of one sign and those of the other a coefficient may have any sign
            first, turn = told[0], next(i for i, s in enumerate(signs) if s == -told[0])
            last = max(i for i in range(turn) if signs[i] == first)
            free = range(last + 1, turn) if turn - last > 1 else (last, turn)
            able = [i for i in free if first in signs[:i] and -first in signs[i + 1 :]]
            left_out = max(able, key=lambda i: weigh(kept[i].difference(known)), default=-1)
        reason = set[int]().union(*(some for i, some in enumerate(kept) if i != left_out))
        return Few(changes, tuple((n, algebra.sign(place, n)) for n in sorted(reason)))


def range_of(algebra: Algebra, letter: int, facts: Iterable[Judged]) -> Range | None:
    """The range of a letter outside of which one of the facts fails that say something of the letter alone."""
    ends: dict[int, list[tuple[Any, int]]] = {1: [], -1: []}
    for judged in facts:
        if not isinstance(judged, Sign) or len(judged.members) != 1 or judged.op not in (">", ">="):
            continue
        ((number, many),) = judged.members
        end = root_of(algebra, number, letter)
        if many == 1 and end is not None and judged.value:
            ends[judged.value].append((end, number))  # a factor is held with a positive leading coefficient
    low, under = max(ends[1], default=(None, None))
    high, over = min(ends[-1], default=(None, None))
    is_range = low < high if low is not None and high is not None else low is not high
    return Range(algebra, letter, low, high, (under, over)) if is_range else None


def root_of(algebra: Algebra, number: int, letter: int) -> Any:
    """The root of a polynomial with one letter and degree 1; None for another."""
    parts = algebra.coefficients(number, letter)
    if len(parts) != 2 or not all(part.is_constant() for part in parts):
        return None
    under, over = (part.leading_coefficient() if part else fmpq(0) for part in parts)
    return -under / over


def fixed_sign(algebra: Algebra, ranges: Mapping[int, Range], number: int) -> frozenset[int] | None:
    """The ends of the ranges of letters within which a polynomial has one sign; None where that is not seen.

    It is seen if all coefficients have one sign after each letter is put as in `Range`: they are multiplied with what is
    positive within the ranges.

    >>> from sympy import symbols
    >>> h, k = symbols("h k")
    >>> field = Field.of([h, k])
    >>> algebra = Algebra(field)
    >>> (f, g, e) = (algebra.parts(field.polynomial(x))[0] for x in (h + 2*k + 1, h - k, h))
    >>> ranges = {i: Range(algebra, i, fmpq(0), None, (n, None)) for i, n in enumerate((e, e))}
    >>> fixed_sign(algebra, ranges, f) == {e}, fixed_sign(algebra, ranges, g)
    (True, None)
    """
    used = [i for i, d in enumerate(algebra.degrees[number]) if d]
    if not all(i in ranges for i in used):
        return None
    poly = algebra.polys[number]
    for i in used:
        parts, poly = ranges[i].moved(coefficients(algebra.field, poly, i)), algebra.field.zero
        for part in reversed(parts):
            poly = poly * algebra.field.generators[i] + part
    if len({c > 0 for c in poly.coeffs()}) > 1:
        return None
    return frozenset(n for i in used for n in ranges[i].ends if n is not None)
