"""An open decomposition: a rational point in every open cell that some polynomials cut out.

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
>>> from symdt.exact.line import sign
>>> cells = decompose(field, [circle, line], (0, 1), lambda values, known: True, Budget(10))
>>> sorted({(sign(circle(*s.values)), sign(line(*s.values))) for s in cells.samples})
[(-1, -1), (-1, 1), (1, -1), (1, 1)]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from symdt.exact.field import Field
from symdt.exact.line import arrange, sign, univariate
from symdt.exact.polynomial import Poly
from symdt.exact.solver import Budget
from symdt.regions.cells.projection import OutOfTimeError, Values, coefficients, key, project

#: Whether a point may lie in the domain, given the positions of the letters that have a value so far.
Inside = Callable[[Values, frozenset[int]], bool]


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
