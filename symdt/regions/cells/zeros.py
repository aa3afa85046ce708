"""Common zeros of two polynomials, and signs that balls around numbers settle."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from flint import arb, fmpq

from symdt.exact.field import Field
from symdt.exact.line import arrange, univariate
from symdt.exact.polynomial import Number, Poly
from symdt.regions.cells.projection import Values, coefficients


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
