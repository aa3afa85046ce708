"""Projection and open decomposition: a rational point in every open cell that some polynomials cut out.

The zero sets of polynomials in x1, …, xn cut space into cells on which no polynomial changes sign.
Project away the last letter (leading coefficients, discriminants, resultants of pairs), decompose
the smaller space, and over each of its points put one point between any two neighbouring roots: the
points found meet every open cell (open cylindrical decomposition). A `Wall` is a root between two
neighbouring points, where exactly one polynomial changes sign.

>>> from sympy import symbols
>>> from symdt.exact.field import Field
>>> h, k = symbols("h k")
>>> field = Field.of([h, k])
>>> circle, line = field.polynomial(h**2 + k**2 - 2), field.polynomial(h - k)
>>> cells = decompose(field, [circle, line], (0, 1), lambda values, known: True, Budget(10))
>>> sorted({(sign(circle(*s.values)), sign(line(*s.values))) for s in cells.samples})
[(-1, -1), (-1, 1), (1, -1), (1, 1)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from flint import arb, fmpq

from symdt.exact.field import Field
from symdt.exact.line import arrange, sign, univariate
from symdt.exact.polynomial import Number, Poly, primitive
from symdt.exact.solver import Budget

Values = tuple[Number, ...]
#: Whether a point may lie in the domain, given the positions of the letters that have a value so far.
Inside = Callable[[Values, frozenset[int]], bool]


class OutOfTimeError(Exception):
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
            raise OutOfTimeError
        result.add(a.resultant(b, index))
    return list(result)


def rational_roots(field: Field, poly: Poly, letter: int) -> list[Number]:
    """The rational zeros of a polynomial in one letter."""
    line = arrange([univariate(coefficients(field, poly, letter), (fmpq(0),) * len(field.symbols))])
    return [point.low for point in line.points if point.is_rational]


@dataclass(frozen=True)
class Zeros:
    """The common real zeros of two polynomials: the rational ones, and boxes that together hold all others."""

    points: list[Values]
    boxes: list[dict[int, Any]]  # a ball for each letter


def common_zeros(field: Field, a: Poly, b: Poly, letters: tuple[int, int]) -> Zeros | None:
    """Where two polynomials in two letters vanish together; None if they have a common factor."""
    if not a or not b or not a.gcd(b).is_constant():
        return None
    origin = (fmpq(0),) * len(field.symbols)
    axes = []
    for letter, other in (letters, letters[::-1]):
        with_other = [p for p in (a, b) if p.degrees()[other]]
        foot = (
            a.resultant(b, other) if len(with_other) == 2 else next(p for p in (a, b) if p not in with_other)
        )
        axes.append(arrange([univariate(coefficients(field, foot, letter), origin)]).points)
    points: list[Values] = []
    boxes: list[dict[int, Any]] = []
    for x, y in product(*axes):
        if x.is_rational and y.is_rational:
            at = dict(zip(letters, (x.low, y.low), strict=True))
            values = tuple(at.get(i, fmpq(0)) for i in range(len(origin)))
            if a(*values) == 0 == b(*values):
                points.append(values)
            continue
        box = dict(zip(letters, (x.ball(), y.ball()), strict=True))
        if ball_sign(a, box) is None and ball_sign(b, box) is None:
            boxes.append(box)
    return Zeros(points, boxes)


def ball_sign(poly: Poly, box: dict[int, Any]) -> int | None:
    """The sign of a polynomial on a box; None where the box is too large to tell."""
    total = arb(0)
    for monomial, coefficient in poly.to_dict().items():
        term = arb(coefficient)
        for index, exponent in enumerate(monomial):
            if exponent:
                term = term * box[index] ** int(exponent)
        total = total + term
    return 1 if total > 0 else -1 if total < 0 else None


@dataclass(eq=False)
class Sample:
    """A point of an open cell; `answer` is what its user finds there."""

    values: Values
    answer: Any = None
    is_answered: bool = False


@dataclass(frozen=True)
class Wall:
    """Two neighbouring points with exactly one zero of exactly one polynomial on the way from one to the other."""

    poly: Poly
    before: Sample
    behind: Sample


@dataclass(frozen=True)
class Decomposition:
    """Points that meet every open cell of the domain, and the walls between neighbours."""

    samples: list[Sample]
    walls: list[Wall]


def decompose(
    field: Field, polys: Sequence[Poly], letters: tuple[int, ...], inside: Inside, budget: Budget
) -> Decomposition:
    """The open decomposition of the space of some letters (given by position) by polynomials in them."""
    origin: Values = (fmpq(0),) * len(field.symbols)
    if not letters:
        return Decomposition([Sample(origin)], [])
    *rest, last = letters
    base = decompose(field, project(field, polys, last, budget) if rest else [], tuple(rest), inside, budget)
    stacked = [(p, coefficients(field, p, last)) for p in polys if p.degrees()[last]]
    known = frozenset(letters)
    samples: list[Sample] = []
    walls: list[Wall] = []
    stacks: dict[Values, list[Sample]] = {}
    for foot in base.samples:
        if budget.is_spent:
            raise OutOfTimeError
        point = foot.values
        line = arrange([univariate(c, point) for _, c in stacked])
        lifted = [Sample((*point[:last], gap, *point[last + 1 :])) for gap in line.gaps]
        stacks[point] = [sample for sample in lifted if inside(sample.values, known)]
        samples += stacks[point]
        for number, members in enumerate(line.members):
            if len(members) == 1:
                (which,) = members
                walls.append(Wall(stacked[which][0], lifted[number], lifted[number + 1]))
    if rest:
        walls += _upright_walls(base.walls, stacks, polys, last)
    return Decomposition(samples, walls)


def _upright_walls(
    base: list[Wall], stacks: dict[Values, list[Sample]], polys: Sequence[Poly], last: int
) -> list[Wall]:
    # A wall of the base stands upright: lift it to the heights of the samples over its two sides,
    # where no other polynomial changes sign on the way across.
    known = {key(p): p for p in polys if not p.degrees()[last]}
    walls = []
    for wall in base:
        poly = known.get(key(wall.poly))
        if poly is None:
            continue
        feet = (wall.before.values, wall.behind.values)
        heights = {str(s.values[last]): s.values[last] for foot in feet for s in stacks.get(foot, [])}
        for height in heights.values():
            before, behind = ((*foot[:last], height, *foot[last + 1 :]) for foot in feet)
            if all(p is poly or sign(p(*before)) == sign(p(*behind)) != 0 for p in polys):
                walls.append(Wall(poly, Sample(before), Sample(behind)))
    return walls
