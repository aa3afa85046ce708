"""Drafts: the walks at scattered points, in floating point; they guide and prove nothing.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> from symdt.regions.contest import Question
>>> p, h, k, l = symbols("p h k l")
>>> domain = Domain("0 < p < 1", "h > 0", "k > 0", "l > 0")
>>> f = domain.field.element
>>> parabolas = Parabolas.of(Question((("a", f(h*p**2)), ("b", f(k*p + l))), domain, p))
>>> walks = walks_at(parabolas, Slice(domain, p))
>>> sorted(labels_of(walk, 3) for walk in set(walks.tolist()))
[[0], [0, 1]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from symdt.exact.polynomial import Poly, floats
from symdt.regions.walks.parabolas import Parabolas
from symdt.regions.walks.slices import Slice


def walks_at(parabolas: Parabolas, space: Slice) -> Any:
    """The labels that are best at the places of a slice, in order, as digits of a number; as far as floating point tells."""
    known = space.known.get("walks", np.zeros(0, dtype=np.int64))
    new = space.ground.places[len(known) :]
    if len(new):
        many = range(len(parabolas.functions))
        points = space.ground.coordinates(new)
        crossings = np.full((len(many), len(many), len(new)), np.inf)
        low, high = map(float, parabolas.ends)
        labels = np.zeros(len(new), dtype=np.int64)
        for i in many:
            for j in many:
                if i != j:
                    side, parts = _difference(parabolas, space, i, j, points)
                    crossings[i, j] = _rising(side, *parts)
                    if i < j:
                        a, b, c = parts
                        labels = np.where((labels == i) & (side * ((a * low + b) * low + c) > 0), j, labels)
        at, walks, rows = np.full(len(new), low), labels + 1, np.arange(len(new))
        for _ in range(2 * len(many)):
            stops = crossings[labels, :, rows]
            stops = np.where((stops > at[:, None]) & (stops < high), stops, np.inf)
            following = np.argmin(stops, axis=1)
            at = stops[rows, following]
            is_on = np.isfinite(at)
            if not is_on.any():
                break
            labels = np.where(is_on, following, labels)
            walks = np.where(is_on, walks * (len(many) + 1) + labels + 1, walks)
        known = space.known["walks"] = np.concatenate([known, walks])
    return known


def labels_of(walk: int, base: int) -> list[int]:
    """The labels of a walk by its number."""
    found = []
    while walk > 0:
        walk, digit = divmod(walk, base)
        found.append(digit - 1)
    return found[::-1]


def _difference(parabolas: Parabolas, space: Slice, i: int, j: int, points: Any) -> tuple[Any, list[Any]]:
    """The side and the coefficients of the difference of two functions at points."""
    pair, basis = parabolas.pairs[i, j], parabolas.basis
    side = np.full(len(points), pair.sign)
    for number in pair.bare:
        side = side * np.where(_values([space.into(basis.polys[number])], points)[0] > 0, 1, -1)
    polys = [] if pair.core is None else [space.into(q) for q in parabolas.coefficients(pair.core)]
    return side, _values(polys, points) or [0 * side, 0 * side, 0 * side + 1.0]


def _values(polys: Sequence[Poly], points: Any) -> list[Any]:
    """Polynomials at points, all times one number where their coefficients are too large for floating point."""
    near, found = iter(floats(c for poly in polys for c in poly.coeffs())), []
    for poly in polys:
        total = np.zeros(len(points))
        for powers in poly.monoms():
            term = np.full(len(points), next(near))
            for i, e in enumerate(powers):
                if e:
                    term *= points[:, i] ** int(e)
            total += term
        found.append(total)
    return found


def _rising(side: Any, a: Any, b: Any, c: Any) -> Any:
    """Where side * (a*p**2 + b*p + c) becomes positive; infinite where it nowhere does."""
    with np.errstate(all="ignore"):
        under = b * b - 4 * a * c
        curved = (-b + side * np.sqrt(np.maximum(under, 0))) / (2 * a)
        found = np.where(a != 0, np.where(under > 0, curved, np.inf), np.where(side * b > 0, -c / b, np.inf))
    return np.where(np.isfinite(found), found, np.inf)
