"""Common divisors over a place: of polynomials in one letter whose coefficients hold algebraic numbers.

A polynomial is a list of coefficients, lowest first; these are polynomials in the letters of the place. Where they hold one
algebraic number alone, or are few, the divisor is the first subresultant whose leading coefficient is not zero at the place; else it is
found by Euclid's algorithm with pseudo-remainders: a leading coefficient is dropped when it is zero *at the place*.

>>> from sympy import symbols
>>> from symdt.exact.field import Field
>>> from symdt.exact.line.place import Place
>>> from symdt.exact.line.terms import coefficients
>>> x, y = symbols("x y")
>>> field = Field.of([x, y])
>>> base = Place(field)
>>> place = base.at(0, base.roots(field.polynomial(x**2 - 2), 0)[1][0])
>>> parts = [coefficients(field, field.polynomial(f), 1) for f in (y**2 - 2, y**2 - 2*x*y + 2)]
>>> [str(c) for c in divisor(place, *parts)]
['2', '-x']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symdt.exact.line.patience import heed
from symdt.exact.line.real import Real
from symdt.exact.line.subresultants import principal, subresultant
from symdt.exact.line.terms import spread
from symdt.exact.polynomial import Poly, primitive

if TYPE_CHECKING:
    from symdt.exact.line.place import Place

Parts = list[Poly]
#: Polynomials with so many coefficients together are divided by subresultants over any place: of remainders over two algebraic
#: numbers it may take a minute to say whether one is zero.
SHORT = 12


def trimmed(place: Place, parts: Parts) -> Parts:
    """The polynomial without the coefficients at the top that vanish at the place."""
    parts = list(parts)
    while parts and not place.sign(parts[-1]):
        parts.pop()
    return parts


def primitive_parts(place: Place, parts: Parts) -> Parts:
    """The polynomial divided by what all coefficients share, where that is not zero at the place."""
    shared = parts[0]
    for part in parts[1:]:
        shared = shared.gcd(part)
    if shared.is_constant():
        shared = primitive(parts[-1])[0] * (parts[-1] * 0 + 1)
    return [part / shared for part in parts] if place.sign(shared) else parts


def lowered(place: Place, parts: Parts) -> Parts:
    """The polynomial with its coefficients of lower degree in each algebraic coordinate than that number has: the same at
    the place. Remainders of remainders else have a degree that doubles at every step.
    """
    for letter, value in place.coordinates.items():
        if type(value) is Real and value.degree > 1:  # a branch is one too, of a polynomial with letters
            own = spread(place.field, value.factor, letter)
            parts = [
                part % own if part and part.degrees()[letter] >= value.degree else part for part in parts
            ]
    return parts


def divided(one: Parts, other: Parts) -> tuple[Parts, Parts]:
    """Quotient and remainder of one·c by another polynomial, c a power of the other's leading coefficient."""
    rest = list(one)
    quotient: Parts = []
    lead, top = other[-1], len(other) - 1
    while len(rest) > top:
        heed()
        first = rest.pop()
        quotient = [first, *(c * lead for c in quotient)]
        rest = [c * lead for c in rest]
        for n in range(top):
            rest[len(rest) - top + n] = rest[len(rest) - top + n] - first * other[n]
    return quotient, rest


def quotient(place: Place, one: Parts, other: Parts) -> Parts:
    """One polynomial by another that divides it at the place, up to a factor that is not zero there."""
    if len(other) > 2:
        return primitive_parts(place, divided(one, other)[0])
    # by a linear one as Horner has it: no remainder is made, and no product twice
    rest, lead = other
    found, powers = [one[-1]], [lead]
    for part in one[-2:0:-1]:
        heed()
        found.append(part * powers[-1] - rest * found[-1])
        powers.append(powers[-1] * lead)
    return primitive_parts(
        place, [found[-1], *(c * power for c, power in zip(found[-2::-1], powers, strict=False))]
    )


def is_of_one_number(place: Place, *polys: Parts) -> bool:
    """Whether coefficients hold one algebraic number at most, and none that is over another."""
    held = {i for parts in polys for part in parts if part for i, d in enumerate(part.degrees()) if d}
    numbers = [v for i in held if isinstance(v := place.coordinates.get(i), Real)]
    return len(numbers) <= 1 and all(type(v) is Real for v in numbers)


def divisor(place: Place, one: Parts, other: Parts, least: int = 0) -> Parts:
    """The greatest common divisor at the place, up to a factor that is not zero there; `least`: its degree is no smaller."""
    if is_of_one_number(place, one, other) or len(one) + len(other) <= SHORT:
        # remainders lowered to the degree of the number have coefficients of many thousand digits where that is 16
        one, other = sorted((trimmed(place, parts) for parts in (one, other)), key=len)
        for j in range(least, len(one) - 1):
            if place.sign(principal(one, other, j)):
                return primitive_parts(place, subresultant(one, other, j))
        return one or other
    one, other = (trimmed(place, lowered(place, parts)) for parts in (one, other))
    if len(one) < len(other):
        one, other = other, one
    while other:
        one, other = other, trimmed(place, lowered(place, divided(one, other)[1]))
        if other:
            other = primitive_parts(place, other)
    return one
