"""Climbing: points of a domain at which conditions hold, proposed in floating point and checked exactly.

A margin is a polynomial's value over the sum of the sizes of its terms, between -1 and 1. From scattered points of
the domain steps are taken at random, and kept where the least margin of the conditions grows. What comes out is
rounded to a fraction of few digits at which every condition holds exactly; else there is no answer, which says
nothing.

>>> from symdt.exact.domain import Domain
>>> domain = Domain("0 < x < 1", "y > 0")
>>> ground = Ground(domain)
>>> wanted = [Condition.of(e, ">", domain.field) for e in (domain.symbols[0] - domain.symbols[1],)]
>>> point = ground.climb(wanted)
>>> domain.contains(point), all(c.holds(point) for c in wanted)
(True, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from symdt.exact.domain import Domain
from symdt.exact.floating.one_thread import product
from symdt.exact.formula import Condition
from symdt.exact.polynomial import Number, Poly, floats

#: How many points are scattered, how many climb, and how many steps they take.
POOL, CLIMBERS, STEPS = 3000, 64, 150
#: A margin above this is worth an exact look; above the second a climb ends.
NEAR, ENOUGH = 1e-9, 1e-3
#: How far places around others lie from these.
REACHES = (1, 1, 0.3, 0.3, 0.1, 0.1, 0.03, 0.03, 0.01, 1e-3, 1e-4)
#: Denominators to which coordinates are rounded, in turn.
DENOMINATORS = (1, 2, 4, 16, 256, 2**16, 2**30, 2**45)


class Ground:
    """Scattered points of a domain, the same in every run, and the margins of polynomials at them."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.chance = np.random.default_rng(1998)  # fixed: answers are the same in every run
        scattered = self.chance.normal(0.0, 1.7, (4 * POOL, len(domain.field.symbols)))
        inside = np.ones(len(scattered), dtype=bool)
        for condition in domain.conditions:
            inside &= margins(condition.poly, self.coordinates(scattered)) > NEAR
        self.places = scattered[inside][:POOL]
        self.known: dict[str, Any] = {}

    def coordinates(self, places: Any) -> Any:
        """Points of the domain's box for places of the whole space."""
        found = np.empty_like(places)
        for i, (low, high, _, _) in enumerate(self.domain.box):
            t = places[:, i]
            if low is not None and high is not None:
                found[:, i] = float(low) + float(high - low) / (1 + np.exp(-t))
            elif low is not None:
                found[:, i] = float(low) + np.exp(t)
            elif high is not None:
                found[:, i] = float(high) - np.exp(t)
            else:
                found[:, i] = np.sinh(t)
        return found

    def margins(self, poly: Poly) -> Any:
        """The margins of a polynomial at the scattered points and at those found since."""
        key = str(poly)
        known = self.known.get(key)
        if known is None or len(known) < len(self.places):
            start = 0 if known is None else len(known)
            new = margins(poly, self.coordinates(self.places[start:]))
            self.known[key] = new if known is None else np.concatenate([known, new])
        return self.known[key]

    def exact(self, place: Any, conditions: Sequence[Condition]) -> tuple[Number, ...] | None:
        """A rational point near a place at which the domain's and these conditions hold."""
        return self.rounded(self.coordinates(place[None, :])[0], conditions)

    def rounded(
        self, coordinates: Sequence[float], conditions: Sequence[Condition]
    ) -> tuple[Number, ...] | None:
        """A rational point near coordinates at which the domain's and these conditions hold."""
        near = [Fraction(float(x)) for x in coordinates]
        for denominator in DENOMINATORS:
            rounded = [x.limit_denominator(denominator) for x in near]
            values = tuple(fmpq(x.numerator, x.denominator) for x in rounded)
            if self.domain.contains(values) and all(c.holds(values) for c in conditions):
                return values
        return None

    def placed(self, values: Sequence[Number]) -> int:
        """The number of a point of the domain among the places, where it is kept from now on."""
        new = np.zeros(len(values))
        for i, (low, high, _, _) in enumerate(self.domain.box):
            x = float(values[i])
            if low is not None and high is not None:
                share = min(max((x - float(low)) / float(high - low), 1e-15), 1 - 1e-15)
                new[i] = np.log(share / (1 - share))
            elif low is not None:
                new[i] = np.log(max(x - float(low), 1e-300))
            elif high is not None:
                new[i] = np.log(max(float(high) - x, 1e-300))
            else:
                new[i] = np.arcsinh(x)
        self.places = np.concatenate([self.places, new[None, :]])
        return len(self.places) - 1

    def around(self, numbers: Any, conditions: Sequence[Condition]) -> Any:
        """Numbers of further places near some, at which the conditions hold by a margin; the steps are ever smaller."""
        slope = _Slope([c.poly for c in (*self.domain.conditions, *conditions)])
        found = self.places[numbers]
        first = len(found)
        for reach in REACHES:
            base = found[self.chance.integers(0, len(found), 2 * CLIMBERS)]
            tried = base + self.chance.normal(size=base.shape) * reach
            found = np.concatenate([found, tried[slope(self.coordinates(tried)) > NEAR]])
            if len(found) - first >= CLIMBERS:
                break
        self.places = np.concatenate([self.places, found[first:]])
        return np.arange(len(self.places) - len(found) + first, len(self.places))

    def climb(self, conditions: Sequence[Condition], steps: int = STEPS) -> tuple[Number, ...] | None:
        """A point at which all conditions hold, or None where none was found.

        conditions: inequalities over the domain's field. steps: how long to look.
        """
        if not len(self.places):
            return None
        least = np.full(len(self.places), 1.0)
        for condition in conditions:
            least = np.minimum(least, self.margins(condition.poly))
        slope = _Slope([c.poly for c in (*self.domain.conditions, *conditions)])
        best = np.argsort(-least)[:CLIMBERS]
        places = np.resize(self.places[best], (CLIMBERS, self.places.shape[1]))
        height, reach = slope(self.coordinates(places)), np.full(CLIMBERS, 0.5)
        for _ in range(steps):
            if height.max() > ENOUGH:
                break
            moves = self.chance.normal(size=places.shape) * reach[:, None]
            tried = np.clip(places + moves * (self.chance.random(places.shape) < 0.6), -25, 25)
            heights = slope(self.coordinates(tried))
            grows = heights > height
            places[grows], height[grows] = tried[grows], heights[grows]
            reach = np.where(grows, np.minimum(1.5 * reach, 3.0), np.maximum(0.85 * reach, 1e-4))
        for k in np.argsort(-height)[:4]:
            values = self.exact(places[k], conditions) if height[k] > 0 else None
            if values is not None:
                self.places = np.concatenate([self.places, places[k : k + 1]])
                return values
        return None


def margins(poly: Poly, points: Any) -> Any:
    """The margins of a polynomial at points."""
    return _Slope([poly])(points)


class _Slope:
    """The least margin of some polynomials, as a function of points."""

    def __init__(self, polys: Sequence[Poly]) -> None:
        places: dict[tuple[int, ...], int] = {}
        terms = [
            [
                (places.setdefault(m, len(places)), c)
                for m, c in zip(p.monoms(), floats(p.coeffs()), strict=True)
            ]
            for p in polys
        ]
        self.exponents = [[(i, int(e)) for i, e in enumerate(m) if e] for m in places]
        self.weights = np.zeros((len(places), len(polys)))
        for column, of_one in enumerate(terms):
            for row, c in of_one:
                self.weights[row, column] = c
        self.sizes = abs(self.weights)

    def __call__(self, points: Any) -> Any:
        monomials = np.ones((len(points), len(self.exponents)))
        for column, powers in enumerate(self.exponents):
            for i, e in powers:
                monomials[:, column] *= points[:, i] ** e if e > 1 else points[:, i]
        margins = product(monomials, self.weights) / (product(abs(monomials), self.sizes) + 1e-300)
        return margins.min(axis=1)
