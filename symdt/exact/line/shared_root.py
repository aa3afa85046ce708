"""A shared root: the only one that two polynomials in one letter have in common over a place, found without their common divisor.

Their resultant is a polynomial in the letters of the place. Where it vanishes and one of its derivatives does not, it has a
simple zero along one letter; each root that the two share counts there once at least, so that they share one alone, and that
one is real. Which of the roots it is, is seen when the other polynomial is not zero at all others.

>>> from symdt.exact.field import Field
>>> from symdt.exact.line.place import Place
>>> from sympy import symbols
>>> x, y = symbols("x y")
>>> field = Field.of([x, y])
>>> base = Place(field)
>>> place = base.at(0, base.roots(field.polynomial(x**2 - 2), 0)[1][0])
>>> one, other = field.polynomial(y**2 - x*y + y - x), field.polynomial(y**2 - 2)
>>> low, high = (root for root, _ in place.roots(one, 1))
>>> rest = one.resultant(other, 1)
>>> place.sign(rest), is_shared(place, one, other, 1, low, rest), is_shared(place, one, other, 1, high, rest)
(0, False, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symdt.exact.line.branch import BITS
from symdt.exact.line.isolation import Isolation
from symdt.exact.line.patience import heed
from symdt.exact.line.terms import coefficients
from symdt.exact.polynomial import Poly

if TYPE_CHECKING:
    from symdt.exact.line.place import Place


def is_shared(place: Place, own: Poly, other: Poly, letter: int, root: Any, resultant: Poly) -> bool | None:
    """Whether another polynomial vanishes at a root of one over a place; None where this does not tell.

    own: its leading coefficient in the letter is not zero at the place, and the root is simple. resultant: of the two; it is
    zero at the place.
    """
    if not _is_simple(place, resultant):
        return None
    found = Isolation(place, coefficients(place.field, own, letter), letter)
    roots = found.simple(BITS) or found.simple(4 * BITS)
    if not roots:
        return None
    every = [one for one, _ in roots]
    near, bits = [*range(len(every))], BITS
    while len(near) > 1:
        heed()
        near = [n for n in near if _may_vanish(place.at(letter, every[n]), other, bits)]
        bits *= 2
    (shared,) = near
    # the root is one of them too: it is this one when it is seen to be none of the others
    left, bits = [*range(len(every))], BITS
    while shared in left and len(left) > 1:
        heed()
        ball = root.ball(bits)
        left = [n for n in left if ball.overlaps(every[n].ball(bits))]
        bits *= 2
    return shared in left


def _may_vanish(place: Place, poly: Poly, bits: int) -> bool:
    """False where a ball of so many digits shows that a polynomial is not zero at a place."""
    return bool(place.ball(poly, bits).contains(0))


def _is_simple(place: Place, resultant: Poly) -> bool:
    """Whether a polynomial that is zero at a place is seen to have a derivative that is not."""
    return any(
        not _may_vanish(place, resultant.derivative(letter), 2 * BITS)
        for letter in place.coordinates
        if resultant.degrees()[letter]
    )
