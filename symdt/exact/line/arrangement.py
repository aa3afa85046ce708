"""Many polynomials in one letter: their real roots in order, what vanishes at each, signs around them.

>>> arrange([[-2, 0, 1], [0, -1, 1]]).members
[{0: 1}, {1: 1}, {1: 1}, {0: 1}]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import isqrt
from operator import itemgetter
from typing import Any

from flint import fmpq, fmpq_poly

from symdt.errors import ExpressionError, quote
from symdt.exact.field import Field
from symdt.exact.line.between import above, below, between
from symdt.exact.line.real import Real, isolate
from symdt.exact.polynomial import Number, Poly


def roots(poly: Any) -> list[Real]:
    """The distinct real roots of a polynomial (FLINT, or its rational coefficients, lowest first), in order.

    >>> roots([0, -1, 0, 1])
    [Real('-1'), Real('0'), Real('1')]
    """
    return arrange([poly]).points


@dataclass(frozen=True)
class Arrangement:
    """The roots in increasing order, what vanishes at each, and one rational number in each gap around them.

    `members` maps, for each root, the number of every polynomial that vanishes there to its multiplicity.
    """

    points: list[Real]
    members: list[dict[int, int]]

    @cached_property
    def gaps(self) -> list[Number]:
        """A simple rational number before, between and behind the roots."""
        if not self.points:
            return [fmpq(0)]
        inner = [between(a, b) for a, b in pairwise(self.points)]
        return [below(self.points[0]), *inner, above(self.points[-1])]

    def index(self, which: int, position: int) -> int:
        """How many roots of a polynomial lie before the point at `position`, with multiplicity."""
        return sum(members.get(which, 0) for members in self.members[:position])

    def count(self, which: int) -> int:
        """How many real roots a polynomial has, with multiplicity."""
        return self.index(which, len(self.points))


def arrange(polys: Sequence[Any]) -> Arrangement:
    """The arrangement of the real roots of polynomials; zero polynomials count for nothing."""
    found: dict[Real, dict[int, int]] = {}
    for number, poly in enumerate(polys):
        poly = fmpq_poly(poly)
        if poly.degree() < 1:
            continue
        for factor, multiplicity in poly.numer().factor()[1]:
            for root in isolate(factor):
                found.setdefault(root, {})[number] = int(multiplicity)
    points = sorted(found)
    return Arrangement(points, [found[point] for point in points])


def roots_of(numbers: Sequence[Number]) -> list[tuple[Real, int]]:
    """The real roots of the polynomial with these coefficients, lowest first, in order, with multiplicities.

    Up to degree two without factors: whether a square root is rational says all.

    >>> roots_of([fmpq(1), fmpq(-2), fmpq(1)]), roots_of([fmpq(-2), fmpq(0), fmpq(1), fmpq(0)])
    ([(Real('1'), 2)], [(Real('-sqrt(2)'), 1), (Real('sqrt(2)'), 1)])
    """
    top = len(numbers) - 1
    while top >= 0 and not numbers[top]:
        top -= 1
    if top < 1:
        return []
    if top == 1:
        return [(Real.of(-numbers[0] / numbers[1]), 1)]
    if top > 2:
        factors = fmpq_poly(list(numbers[: top + 1])).numer().factor()[1]
        found = [(root, int(many)) for factor, many in factors for root in isolate(factor)]
        return found if len(factors) == 1 else sorted(found, key=itemgetter(0))
    c, b, a = numbers[:3]
    under = b * b - 4 * a * c
    if under < 0:
        return []
    if not under:
        return [(Real.of(-b / (2 * a)), 2)]
    p, q = int(under.p), int(under.q)
    r, s = isqrt(p), isqrt(q)
    if r * r == p and s * s == q:
        ends = sorted((-b + side * fmpq(r, s)) / (2 * a) for side in (-1, 1))
        return [(Real.of(end), 1) for end in ends]
    numer = fmpq_poly([c, b, a]).numer()
    return [(root, 1) for root in isolate(numer / numer.content())]


def univariate(coefficients: Iterable[Any], values: Sequence[Number]) -> Any:
    """The polynomial in one letter whose coefficients (lowest first) are polynomials in the others, at a point."""
    return fmpq_poly([c(*values) for c in coefficients])


def along(field: Field, poly: Poly, letter: Any) -> Any:
    """A polynomial that holds one letter only, as a polynomial on the line; an error if it holds another.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> field = Field.of([x, y])
    >>> roots(along(field, field.polynomial(x**2 - 2*x), x))
    [Real('0'), Real('2')]
    """
    index = field.position[letter]
    coefficients: dict[int, Number] = {}
    for monomial, coefficient in poly.to_dict().items():
        if any(e for i, e in enumerate(monomial) if i != index):
            others = [
                n for n, d in zip(field.names, poly.degrees(), strict=True) if d and n != field.names[index]
            ]
            raise ExpressionError(f"the polynomial holds {quote(others[0])}: give it a value first")
        coefficients[int(monomial[index])] = coefficient
    top = max(coefficients, default=0)
    return fmpq_poly([coefficients.get(d, fmpq(0)) for d in range(top + 1)])
