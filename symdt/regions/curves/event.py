"""An event: a value of the first of two letters at which something happens, and where along the second one.

>>> from symdt.exact.line.arrangement import roots
>>> height = Height(fmpq_poly([0, 1]), fmpq_poly([2]), roots([-2, 0, 1])[1])  # sqrt(2)/2
>>> height.order(fmpq(1, 2)), height.order(fmpq(3, 4)), height.order(roots([-1, 0, 2])[1])
(1, -1, 0)
"""

from __future__ import annotations

from typing import Any, NamedTuple

from flint import arb_poly, ctx, fmpq, fmpq_poly

from symdt.exact.line.branch import BITS, compare, may_be_equal
from symdt.exact.line.place import Place
from symdt.exact.line.real import Real
from symdt.exact.polynomial import Number


class Height(NamedTuple):
    """A value of the second letter: y/d at a value of the parameter."""

    y: Any
    d: Any
    at: Real

    def order(self, value: Any) -> int:
        """-1, 0 or 1: less than a number, perhaps equal to it, or greater."""
        for bits in (BITS, 4 * BITS):
            with ctx.workprec(2 * bits + 64):
                ball = self.at.ball(bits)
                mine, theirs = arb_poly(self.y)(ball) / arb_poly(self.d)(ball), Real.of(value).ball(bits)
                if mine < theirs:
                    return -1
                if mine > theirs:
                    return 1
        return 0


class _At(NamedTuple):
    """A value of the second letter that is known."""

    value: Any

    def order(self, value: Any) -> int:
        """-1, 0 or 1: less than a number, perhaps equal to it, or greater."""
        return 0 if may_be_equal(self.value, value) else compare(self.value, value)


class OnRoots(NamedTuple):
    """All values of the second letter at which a polynomial vanishes."""

    number: int

    def at(self, place: Place, basis: Any, letter: int) -> list[_At] | None:
        """These values over a place; None where the polynomial vanishes over it."""
        parts = basis.coefficients(self.number, letter)
        if not any(map(place.sign, parts)):
            return None
        return [
            _At(root) for root, _ in place.known_roots(self.number, basis.polys[self.number], letter, parts)
        ]


#: Beyond all values of the second letter.
FAR = "far"
#: Where along the second letter something happens; None for anywhere.
Where = Height | OnRoots | str | None


def height_of(value: Number) -> Height:
    """A rational value of the second letter.

    >>> height_of(fmpq(1, 2)).order(fmpq(1, 3))
    1
    """
    return Height(fmpq_poly([value]), fmpq_poly([1]), Real.of(fmpq(0)))


class Event(NamedTuple):
    """The real root `nth` of a polynomial in the first letter, its value, and where along the second letter something happens."""

    number: int
    nth: int
    value: Real
    heights: list[Where]
