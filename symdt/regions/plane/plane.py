"""Plane: a window of two letters cut into bands, and the best labels at each of its points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from sympy import Symbol

from symdt.exact.line import Real, arrange, between, roots, univariate
from symdt.exact.line.terms import coefficients
from symdt.exact.polynomial import Number, Poly, to_number
from symdt.regions.along import describe, real_json
from symdt.regions.contest import Contest
from symdt.regions.plane.bands import BOTTOM, Band, Boundary, Corner, Level
from symdt.regions.plane.projection import ball_sign


@dataclass(frozen=True)
class Plane:
    """The best label in a window (x from, x to, y from, y to) of two letters; `curves` are irreducible polynomials."""

    contest: Contest[Any]
    x: Symbol
    y: Symbol
    window: tuple[Number, Number, Number, Number]
    curves: tuple[Poly, ...]
    bands: tuple[Band, ...]

    @property
    def cuts(self) -> tuple[Real, ...]:
        """The abscissae between bands, the window's ends included."""
        return (self.bands[0].left, *(b.right for b in self.bands)) if self.bands else ()

    @cached_property
    def labels(self) -> tuple[Any, ...]:
        """The labels that have a region in the window, in the order of the contest."""
        present = {c.label for b in self.bands for c in b.cells}
        return tuple(label for label in self.contest.labels if label in present)

    @cached_property
    def coefficients(self) -> tuple[list[Poly], ...]:
        """The coefficients in y of every curve, lowest first."""
        field = self.contest.domain.field
        return tuple(coefficients(field, p, field.position[self.y]) for p in self.curves)

    def over(self, curve: int, x: Number) -> Any:
        """A curve over a rational abscissa: a polynomial in y."""
        values = tuple(x if s == self.x else x * 0 for s in self.contest.letters)
        return univariate(self.coefficients[curve], values)

    def height(self, level: Level, x: Number) -> Real:
        """The exact ordinate of a level over a rational abscissa of its band."""
        if level.curve < 0:
            return Real.of(self.window[2 if level == BOTTOM else 3])
        return roots(self.over(level.curve, x))[level.root]

    def boundaries(self) -> Iterator[Boundary]:
        """Where one label gives way to another, band by band, from below."""
        for n, band in enumerate(self.bands):
            for low, high in pairwise(band.cells):
                yield Boundary(n, high.lower, low, high)

    def at(self, x: Any, y: Any) -> tuple[Any, ...]:
        """The labels of the closed cells that hold a point with rational x; () outside window and domain.

        `y` may be a `Real`, so that points on a curve can be asked for.
        """
        here, there = to_number(x), Real.of(y)
        place = Real.of(here)
        found: list[Any] = []
        for band in self.bands:
            if band.left < place < band.right:
                sides = [(c, self.height(c.lower, here), self.height(c.upper, here)) for c in band.cells]
                found += [cell.label for cell, low, high in sides if low <= there <= high]
            elif place in (band.left, band.right):
                found += self._beside(band, place, here, there)
        return tuple(dict.fromkeys(label for label in found if label is not None))

    def _beside(self, band: Band, place: Real, x: Number, y: Real) -> Iterator[Any]:
        """The labels of a band whose cells reach a point on one of its cuts."""
        side = -1 if place == band.right else 1
        for cell in band.cells:
            low, high = (limit(self, level, band, x, side) for level in (cell.lower, cell.upper))
            if (low is None or low <= y) and (high is None or y <= high):
                yield cell.label

    def polynomial(self, curve: int) -> str:
        """The equation of a curve: this polynomial is zero on it."""
        return describe(self.curves[curve], self.contest.domain.field)

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """Every point of the open window where three or more labels meet."""
        from symdt.regions.plane.meetings import corners

        return corners(self)

    def vanishes(self, curve: int, x: Real, y: Real) -> bool:
        """Whether a curve may pass through a point: balls around its coordinates do not exclude it."""
        field = self.contest.domain.field
        if x.is_rational:
            return y.sign_of(self.over(curve, x.low)) == 0
        box = {field.position[self.x]: x.ball(120), field.position[self.y]: y.ball(120)}
        return ball_sign(self.curves[curve], box) is None

    def to_json(self) -> dict[str, Any]:
        """The record: cells with witnesses, curves as polynomials, exact cuts and corners."""
        x, y = self.x.name, self.y.name

        def level(at: Level) -> Any:
            if at.curve < 0:
                return str(self.window[2 if at == BOTTOM else 3])
            return {"root": at.root, "of": self.polynomial(at.curve), "in": y}

        return {
            "optimum": self.contest.optimum,
            "x": x,
            "y": y,
            "window": [str(v) for v in self.window],
            "labels": [str(label) for label in self.labels],
            "bands": [
                {
                    "from": real_json(band.left, x),
                    "to": real_json(band.right, x),
                    "cells": [
                        {
                            "label": None if c.label is None else str(c.label),
                            "from": level(c.lower),
                            "to": level(c.upper),
                            "witness": {x: str(c.witness[0]), y: str(c.witness[1])},
                        }
                        for c in band.cells
                    ],
                }
                for band in self.bands
            ],
            "corners": [
                {"x": real_json(c.x, x), "y": real_json(c.y, y), "labels": [str(n) for n in c.labels]}
                for c in self.corners
            ],
        }


def limit(plane: Plane, level: Level, band: Band, x: Number, side: int) -> Real | None:
    """Where a level of a band tends as its abscissa comes to a rational cut from the left (−1) or the right (1).

    None where it goes beyond all bounds. At rational heights between the roots over the cut no curve passes
    the cut itself; nearer to the cut than the next place where the curve has one of these heights, the level
    stays between the two heights that enclose its limit.
    """
    if level.curve < 0:
        return plane.height(level, x)
    over = arrange([plane.over(level.curve, x)])
    field = plane.contest.domain.field
    heights = over.gaps
    near = band.left if side < 0 else band.right
    for height in heights:
        values = tuple(height if s == plane.y else x * 0 for s in plane.contest.letters)
        level_set = univariate(
            coefficients(field, plane.curves[level.curve], field.position[plane.x]), values
        )
        for event in roots(level_set):
            if (side < 0 and near < event < x) or (side > 0 and x < event < near):
                near = event
    inside = between(near, x) if side < 0 else between(x, near)
    at = roots(plane.over(level.curve, inside))[level.root]
    passed = sum(at > h for h in heights)
    return over.points[passed - 1] if 0 < passed < len(heights) else None
