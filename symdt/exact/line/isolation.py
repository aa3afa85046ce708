"""Isolation: the real roots of a polynomial over a place, in order, with the branches they lie on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from flint import acb_poly, arb, ctx, fmpq, fmpz

from symdt.exact.line.branch import BITS, Branch
from symdt.exact.line.common import divisor, is_of_one_number, quotient
from symdt.exact.line.patience import heed
from symdt.exact.line.real import exact
from symdt.exact.polynomial import Poly

if TYPE_CHECKING:
    from symdt.exact.line.place import Place

#: How far the letter is moved before roots are sought once more.
SHIFTS = (fmpq(0), fmpq(1, 3), fmpq(-5, 7), fmpq(11, 4), fmpq(-31, 9))


class Isolation:
    """The real roots of a polynomial with algebraic coefficients, given by these, lowest first; the last is not zero.

    FLINT isolates the roots of a polynomial with balls for coefficients if they are simple. Where it does not
    succeed the polynomial is divided by what it has in common with its derivative: the quotient has the same
    roots, all simple, and those of the divisor are the multiple ones, there once less. A linear divisor is divided by in balls.

    once: the divisor, if the roots of the quotient are sought.
    """

    def __init__(self, place: Place, parts: list[Poly], letter: int, once: Sequence[Poly] = ()) -> None:
        self.place, self.letter, self.parts, self.once = place, letter, parts, once
        generator = place.field.generators[letter]
        poly = place.field.zero
        for part in reversed(parts):
            poly = poly * generator + part
        self.poly = poly

    def roots(self) -> list[tuple[Any, int]]:
        """The roots in order, with multiplicities."""
        for bits in (BITS, 4 * BITS):
            found = self.simple(bits)
            if found is not None:
                return found
        least = 0
        if is_of_one_number(self.place, self.parts):
            if self.place.sign(self.poly.discriminant(self.letter)):
                return self.sharper(8 * BITS)
            least = 1
        slopes = [n * part for n, part in enumerate(self.parts)][1:]
        twice = divisor(self.place, self.parts, slopes, least)
        if len(twice) == 1:
            return self.sharper(8 * BITS)
        if len(twice) == 2:
            once = Isolation(self.place, self.parts, self.letter, twice).sharper(BITS)
        else:
            simple = quotient(self.place, self.parts, twice)
            once = Isolation(self.place, simple, self.letter).sharper(BITS)
        found = [(Branch(self.place, self.poly, self.letter, root.low, root.high), 1) for root, _ in once]
        for root, many in Isolation(self.place, twice, self.letter).roots():
            # it is one of these: which one is seen when its interval meets one of theirs alone
            while len(near := [n for n, (r, _) in enumerate(found) if _meet(r, root)]) > 1:
                root.refine()
            found[near[0]] = (root, 1 + many)
        return found

    def sharper(self, bits: int) -> list[tuple[Any, int]]:
        """The roots, which are simple, with as many digits as it takes."""
        while (found := self.simple(bits, is_stubborn=True)) is None:
            bits *= 2
        return found

    def balls(self, bits: int) -> list[Any]:
        """Balls around the coefficients, of the quotient where the polynomial is divided."""
        found = []
        for part in self.parts:
            heed()
            found.append(self.place.ball(part, bits))
        if self.once:
            rest, lead = (self.place.ball(part, bits) for part in self.once)
            root = -rest / lead
            for n in range(len(found) - 2, -1, -1):  # as Horner has it; the remainder is 0
                found[n] += root * found[n + 1]
            del found[0]
        return found

    def simple(self, bits: int, *, is_stubborn: bool = False) -> list[tuple[Any, int]] | None:
        """The roots if they are simple and the balls small enough, else None."""
        with ctx.workprec(bits + 32):
            parts = self.balls(bits)
            is_known = all(part.is_finite() for part in parts) and not parts[-1].contains(0)
            real = _roots(parts, bits, is_stubborn=is_stubborn) if is_known else None
            if real is None:
                return None
            balls = sorted((exact(z.lower()), exact(z.upper()), exact(z.rad())) for z in real)
        gaps = [b[0] - a[1] for a, b in pairwise(balls)]
        if any(gap <= 0 for gap in gaps):
            return None
        # A little wider than the balls, so that no end is a root, and no wider than keeps them apart: FLINT's balls
        # are as small as it takes to tell the roots apart, however many digits it is given.
        ends = []
        for n, (low, high, radius) in enumerate(balls):
            room = radius + fmpq(1, fmpz(2) ** bits)
            left, right = (min([room, *(g / 3 for g in near)]) for near in (gaps[:n][-1:], gaps[n : n + 1]))
            ends.append((low - left, high + right))
        return [(Branch(self.place, self.poly, self.letter, low, high), 1) for low, high in ends]


def _roots(balls: list[Any], bits: int, *, is_stubborn: bool) -> list[Any] | None:
    """The real roots of a polynomial with these coefficients, as balls; None where they are not told apart.

    FLINT's search may stand still for one starting point, however many digits it is given, and not for another:
    where it is known that the roots are simple (`is_stubborn`) they are sought from several, and as narrow as the digits allow.
    """
    if len(balls) == 2:
        return [-balls[0] / balls[1]]
    if len(balls) == 3:
        c, b, a = balls
        under = b * b - 4 * a * c
        if under.contains(0):
            return None
        return [(-b + side * under.sqrt()) / (2 * a) for side in (-1, 1)] if under > 0 else []
    poly = acb_poly(balls)
    for shift in SHIFTS if is_stubborn else SHIFTS[:1]:
        moved = poly(acb_poly([shift, 1])) if shift else poly
        try:
            every = moved.roots(arb(fmpq(1, fmpz(2) ** (bits // 2)))) if is_stubborn else moved.roots()
        except ValueError:
            continue
        real = [z for z in every if z.imag.contains(0)]
        # the conjugate of a root is a root: if it can only lie in the same ball, the root is real
        if not any(w is not z and w.overlaps(z.conjugate()) for z in real for w in every):
            return [z.real + shift for z in real]
    return None


def _meet(one: Any, other: Any) -> bool:
    """Whether the intervals of two numbers have a point in common."""
    return bool(one.low <= other.high and other.low <= one.high)
