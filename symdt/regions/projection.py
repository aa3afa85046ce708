"""Projection and open decomposition: a rational point in every open cell that some polynomials cut out.

The zero sets of polynomials in x1, …, xn cut space into cells on which no polynomial changes sign.
Project away the last letter (leading coefficients, discriminants, resultants of pairs), decompose
the smaller space, and over each of its points put one point between any two neighbouring roots: the
points found meet every open cell (open cylindrical decomposition). A `Wall` is a root between two
neighbouring points, where exactly one polynomial changes sign.

>>> from sympy import symbols
>>> from symdt.algebra import Field
>>> h, k = symbols("h k")
>>> field = Field.of([h, k])
>>> circle, line = field.polynomial(h**2 + k**2 - 2), field.polynomial(h - k)
>>> cells = decompose(field, [circle, line], (0, 1), lambda values, known: True, Budget(10))
>>> sorted({(sign(circle(*v)), sign(line(*v))) for v in cells.samples})
[(-1, -1), (-1, 1), (1, -1), (1, 1)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from flint import fmpq

from symdt.algebra import Field, Number, Poly, primitive
from symdt.regions.arrangement import arrange, sign, univariate
from symdt.solver import Budget

Values = tuple[Number, ...]
#: Whether a point may lie in the domain, given the positions of the letters that have a value so far.
Inside = Callable[[Values, frozenset[int]], bool]


class OutOfTime(Exception):
    """The budget ended in the middle of a decomposition."""


def key(poly: Poly) -> str:
    """What tells a polynomial from others of its field (FLINT keeps the terms in order)."""
    return str(poly)


def normal(poly: Poly) -> Poly:
    """The polynomial with coprime integer coefficients, the first of them positive."""
    poly = primitive(poly)[1]
    return -poly if poly.leading_coefficient() < 0 else poly


def complexity(poly: Poly) -> tuple[Any, ...]:
    """How hard a polynomial is to read: degree, number of terms, size of the coefficients."""
    return (poly.total_degree(), len(poly), sum(abs(int(c.p)) for c in poly.coeffs()), key(poly))


def coefficients(field: Field, poly: Poly, index: int) -> list[Poly]:
    """The coefficients in one letter, lowest first, as polynomials in the others."""
    parts: dict[int, dict[Any, Any]] = {}
    for monomial, coefficient in poly.to_dict().items():
        rest = tuple(0 if i == index else e for i, e in enumerate(monomial))
        parts.setdefault(int(monomial[index]), {})[rest] = coefficient
    return [field.context.from_dict(parts.get(d, {})) for d in range(max(parts, default=0) + 1)]


class Factors:
    """A set of irreducible polynomials, each in normal form, collected from products."""

    def __init__(self, polys: Iterable[Poly] = ()) -> None:
        self.members: dict[Any, Poly] = {}
        for poly in polys:
            self.add(poly)

    def add(self, poly: Poly) -> list[Poly]:
        """Add the irreducible factors of a polynomial, and give them."""
        if not poly or poly.is_constant():
            return []
        found = []
        for factor, _ in poly.factor()[1]:
            if not factor.is_constant():
                factor = normal(factor)
                found.append(self.members.setdefault(key(factor), factor))
        return found

    def __iter__(self) -> Any:
        return iter(self.members.values())

    def __len__(self) -> int:
        return len(self.members)


def irreducible(poly: Poly) -> list[Poly]:
    """The irreducible factors that are not numbers, without multiplicity."""
    return list(Factors([poly]))


def project(field: Field, polys: Iterable[Poly], index: int, budget: Budget) -> list[Poly]:
    """The polynomials in the remaining letters off whose zeros the roots in one letter keep their order."""
    result = Factors()
    inside = []
    for poly in polys:
        if poly.degrees()[index]:
            inside.append(poly)
        else:
            result.add(poly)
    for poly in inside:
        result.add(coefficients(field, poly, index)[-1])
        if poly.degrees()[index] > 1:
            result.add(poly.discriminant(index))
    for a, b in combinations(inside, 2):
        if budget.is_spent:
            raise OutOfTime
        result.add(a.resultant(b, index))
    return list(result)


def rational_roots(field: Field, poly: Poly, letter: int) -> list[Number]:
    """The rational zeros of a polynomial in one letter."""
    roots = []
    for factor in irreducible(poly):
        if factor.degrees()[letter] == 1:
            rest, slope = coefficients(field, factor, letter)
            roots.append(-(rest.leading_coefficient() if rest else fmpq(0)) / slope.leading_coefficient())
    return roots


def rational_zeros(field: Field, a: Poly, b: Poly, letters: tuple[int, int]) -> list[Values]:
    """The rational common zeros of two polynomials in two letters without a common factor."""
    x, y = letters
    generators = field.generators
    foot = a.resultant(b, y) if a.degrees()[y] and b.degrees()[y] else a if not a.degrees()[y] else b
    zeros: list[Values] = []
    for root in rational_roots(field, foot, x):
        over = [p.compose(*(root + 0 * g if i == x else g for i, g in enumerate(generators))) for p in (a, b)]
        common = over[0].gcd(over[1])
        for height in rational_roots(field, common, y):
            at = {x: root, y: height}
            zeros.append(tuple(at.get(i, fmpq(0)) for i in range(len(generators))))
    return zeros


@dataclass(frozen=True)
class Wall:
    """Two neighbouring points with exactly one zero of exactly one polynomial on the way from one to the other."""

    poly: Poly
    before: Values
    behind: Values


@dataclass(frozen=True)
class Decomposition:
    """Points that meet every open cell of the domain, and the walls between neighbours."""

    samples: list[Values]
    walls: list[Wall]


def decompose(
    field: Field, polys: Sequence[Poly], letters: tuple[int, ...], inside: Inside, budget: Budget
) -> Decomposition:
    """The open decomposition of the space of some letters (given by position) by polynomials in them."""
    origin: Values = (fmpq(0),) * len(field.symbols)
    if not letters:
        return Decomposition([origin], [])
    *rest, last = letters
    base = decompose(field, project(field, polys, last, budget) if rest else [], tuple(rest), inside, budget)
    stacked = [(p, coefficients(field, p, last)) for p in polys if p.degrees()[last]]
    known = frozenset(letters)
    samples: list[Values] = []
    walls: list[Wall] = []
    for point in base.samples:
        if budget.is_spent:
            raise OutOfTime
        line = arrange([univariate(c, point) for _, c in stacked])
        lifted = [(*point[:last], gap, *point[last + 1 :]) for gap in line.gaps]
        samples += [values for values in lifted if inside(values, known)]
        for number, root in enumerate(line.points):
            if len(root.members) == 1:
                (which,) = root.members
                walls.append(Wall(stacked[which][0], lifted[number], lifted[number + 1]))
    if rest:
        upright = [p for p in polys if not p.degrees()[last]]
        walls += _upright_walls(base.walls, upright, samples, polys, last)
    return Decomposition(samples, walls)


def _upright_walls(
    base: list[Wall], upright: list[Poly], samples: list[Values], polys: Sequence[Poly], last: int
) -> list[Wall]:
    # A wall of the base stands upright: lift it to the heights of the samples over its two sides,
    # where no other polynomial changes sign on the way across.
    known = {key(p) for p in upright}
    heights: dict[Values, list[Number]] = {}
    for values in samples:
        foot = (*values[:last], fmpq(0), *values[last + 1 :])
        heights.setdefault(foot, []).append(values[last])
    walls = []
    for wall in base:
        if key(wall.poly) not in known:
            continue
        for height in {*heights.get(wall.before, []), *heights.get(wall.behind, [])}:
            before = (*wall.before[:last], height, *wall.before[last + 1 :])
            behind = (*wall.behind[:last], height, *wall.behind[last + 1 :])
            if all(key(p) == key(wall.poly) or sign(p(*before)) == sign(p(*behind)) != 0 for p in polys):
                walls.append(Wall(wall.poly, before, behind))
    return walls
