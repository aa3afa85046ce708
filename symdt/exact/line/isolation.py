"""Isolation: the real roots of a polynomial over a place, in order, with the branches they lie on."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from flint import acb_poly, arb, ctx, fmpq, fmpz

from symdt.exact.line.real import Real, exact
from symdt.exact.polynomial import Number, Poly

if TYPE_CHECKING:
    from symdt.exact.line.place import Place
from symdt.exact.line.branch import BITS, Branch


class Isolation:
    """The real roots of a polynomial with algebraic coefficients, given by these, lowest first; the last is not zero.

    FLINT isolates the roots of a polynomial with balls for coefficients if they are simple. Where it does not
    succeed the roots of the derivative are found first: between two neighbours of them the polynomial has at
    most one root, a simple one, and at them its multiple roots.
    """

    def __init__(self, place: Place, parts: list[Poly], letter: int) -> None:
        self.place, self.letter, self.parts = place, letter, parts
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
        return self.between_turns()

    def balls(self, bits: int) -> list[Any]:
        return [self.place.ball(c, bits) for c in self.parts]

    def sign_at(self, x: Number) -> int:
        return self.place.sign(self.poly.subs({self.letter: x}))

    def simple(self, bits: int) -> list[tuple[Any, int]] | None:
        """The roots if they are simple and the balls small enough, else None."""
        with ctx.workprec(bits + 32):
            balls = self.balls(bits)
            if balls[-1].contains(0):
                return None
            try:
                found = acb_poly(balls).roots()
            except ValueError:
                return None
            real = [z for z in found if z.imag.contains(0)]
            for z in real:
                # the conjugate of a root is a root: if it can only lie in the same ball, the root is real
                if any(w is not z and w.overlaps(z.conjugate()) for w in found):
                    return None
            real.sort(key=lambda z: float(z.real.mid()))
            # a little wider than the balls, so that no end is a root
            ends = [
                (exact(z.real.lower()) - room, exact(z.real.upper()) + room)
                for z in real
                for room in [exact(z.real.rad()) + fmpq(1, fmpz(2) ** bits)]
            ]
        if any(a[1] >= b[0] for a, b in pairwise(ends)):
            return None
        return [(Branch(self.place, self.poly, self.letter, low, high), 1) for low, high in ends]

    def root(self, low: Number, high: Number) -> Any:
        """The only root in [low, high], which is simple."""
        if low == high or not self.sign_at(low):
            return Real.of(low)
        return Branch(self.place, self.poly, self.letter, low, high) if self.sign_at(high) else Real.of(high)

    def between_turns(self) -> list[tuple[Any, int]]:
        """The roots between the zeros of the derivative, and at them."""
        bound = self.bound()
        turns: list[tuple[Any, int, int]] = [(Real.of(-bound), 0, self.sign_at(-bound))]
        for turn, many in self.place.roots(self.poly.derivative(self.letter), self.letter):
            turns.append((turn, many, self.place.at(self.letter, turn).sign(self.poly)))
        turns.append((Real.of(bound), 0, self.sign_at(bound)))
        found: list[tuple[Any, int]] = []
        for (one, _, here), (other, many, there) in pairwise(turns):
            if here * there < 0:
                # from one turn to the next the polynomial only rises or only falls
                while not (
                    one.high < other.low
                    and self.sign_at(one.high) == here
                    and self.sign_at(other.low) == there
                ):
                    one.refine()
                    other.refine()
                found.append((self.root(one.high, other.low), 1))
            if not there:
                found.append((other, many + 1))
        return found

    def bound(self) -> Number:
        """A power of two beyond all roots."""
        bits = BITS
        while True:
            balls = self.balls(bits)
            lead = abs(balls[-1]).lower()
            if lead > 0:
                with ctx.workprec(64):
                    ratio = 1 + max((abs(x).upper() for x in balls[:-1]), default=arb(0)) / lead
                    return fmpq(fmpz(2) ** max(1, int(ratio.log().upper().ceil().unique_fmpz()) * 2))
            bits *= 2
