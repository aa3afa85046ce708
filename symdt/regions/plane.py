"""Plane: the regions of a contest in two parameters, bounded by exact curves.

A window is cut into vertical bands at every abscissa where something can happen: two curves
cross, one turns back or leaves the window (the roots of resultants, discriminants and leading
coefficients). Within a band the curves keep their order, so the regions are stacked strips.
The points of a curve are real roots of the very polynomial that separates the two labels, at
rational abscissae: the resolution of the picture decides nothing.

>>> from sympy import symbols
>>> from symdt.regions.contest import Contest
>>> from symdt.exact.field import Field
>>> from symdt.exact.domain import Domain
>>> x, y = symbols("x y")
>>> f = Field.of([x, y])
>>> c = Contest((("a", f.element(x*x + y*y)), ("b", f.element(1))), Domain("-2 < x < 2", "-2 < y < 2"), "min", ("a", "b"))
>>> regions = decompose(c, x, y)
>>> [round(float(b), 6) for b in regions.cuts]
[-2.0, -1.0, 1.0, 2.0]
>>> [s.label for s in regions.bands[1].strips]
['b', 'a', 'b']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import cos, pi
from typing import Any

from flint import fmpq
from sympy import Symbol

from symdt.errors import BudgetError
from symdt.exact.polynomial import Number, to_number
from symdt.exact.solver import Budget
from symdt.regions.along import integer_polynomial, only, real_roots, window_of
from symdt.regions.contest import Contest

#: Points of a curve in one band, before those where it bends are added.
SAMPLES = 7
#: A chord may leave its curve by this share of the window's height.
BEND = 2e-4
#: Seconds that one map may take.
SECONDS = 60.0
#: Two abscissae closer than this share of the window are one.
CLOSE = 1e-11


@dataclass(frozen=True)
class Strip:
    """A part of a band between two curves, with the label that is best there; None outside the domain."""

    label: str | None
    lower: tuple[float, ...]
    upper: tuple[float, ...]


@dataclass(frozen=True)
class Band:
    """The strips between two neighbouring cuts, bottom to top, at the abscissae `xs`."""

    xs: tuple[float, ...]
    strips: tuple[Strip, ...]


@dataclass(frozen=True)
class Curve:
    """A piece of the boundary between two labels; `below` and `above` are left and right of a vertical one."""

    below: str
    above: str
    points: tuple[tuple[float, float], ...]
    is_vertical: bool = False


@dataclass(frozen=True)
class Regions:
    """The decomposition of a window."""

    contest: Contest
    x: Symbol
    y: Symbol
    window: tuple[float, float, float, float]
    bands: tuple[Band, ...]

    @property
    def cuts(self) -> list[float]:
        """The abscissae of the cuts, the window's ends included."""
        return [self.window[0], *(b.xs[-1] for b in self.bands)]

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that have a region in the window, in the order of the contest."""
        present = {s.label for b in self.bands for s in b.strips}
        return tuple(label for label in self.contest.labels if label in present)

    def polygons(self, label: str | None) -> Iterator[list[tuple[float, float]]]:
        """The strips of a label as closed polygons."""
        for band in self.bands:
            for strip in band.strips:
                if strip.label == label:
                    top = list(zip(band.xs, strip.upper, strict=True))
                    yield [*zip(band.xs, strip.lower, strict=True), *reversed(top)]

    def components(self, label: str) -> list[set[tuple[int, int]]]:
        """The connected parts of a label's region, as places (band, strip), the largest first."""
        parts: list[set[tuple[int, int]]] = []
        for i, band in enumerate(self.bands):
            for j, strip in enumerate(band.strips):
                if strip.label != label:
                    continue
                touching = [p for p in parts if any(self._touch(i, strip, *at) for at in p)]
                parts = [p for p in parts if p not in touching] + [{(i, j)}.union(*touching)]
        return sorted(parts, key=lambda p: -sum(map(self._area, p)))

    def _touch(self, i: int, strip: Strip, band: int, index: int) -> bool:
        other = self.bands[band].strips[index]
        slack = 1e-9 * (self.window[3] - self.window[2])
        return (
            band == i - 1
            and min(strip.upper[0], other.upper[-1]) - max(strip.lower[0], other.lower[-1]) > slack
        )

    def _area(self, place: tuple[int, int]) -> float:
        band = self.bands[place[0]]
        strip = band.strips[place[1]]
        heights = [u - v for u, v in zip(strip.upper, strip.lower, strict=True)]
        return sum(
            (band.xs[i + 1] - band.xs[i]) * (heights[i] + heights[i + 1]) / 2 for i in range(len(heights) - 1)
        )

    def edges(self) -> Iterator[tuple[tuple[float, float], ...]]:
        """Where the domain ends inside the window, band by band."""
        for band in self.bands:
            for low, high in pairwise(band.strips):
                if (low.label is None) != (high.label is None):
                    yield tuple(zip(band.xs, high.lower, strict=True))

    def curves(self) -> Iterator[Curve]:
        """The boundaries between labels, band by band."""
        for band in self.bands:
            for low, high in pairwise(band.strips):
                if low.label is not None and high.label is not None:
                    yield Curve(low.label, high.label, tuple(zip(band.xs, high.lower, strict=True)))
        for left, right in pairwise(self.bands):
            yield from _vertical(left, right)


def decompose(
    question: Contest,
    x: Symbol,
    y: Symbol,
    window: tuple[Any, Any, Any, Any] | None = None,
) -> Regions:
    """The regions of a contest in a window `(x0, x1, y0, y1)` of two of its parameters."""
    only(question, x, y)
    question = question.needed()
    if window is None:
        x0, x1, y0, y1 = (*window_of(question, x), *window_of(question, y))
    else:
        x0, x1, y0, y1 = (to_number(v) for v in window)
    curves = _irreducible(question)
    budget = Budget(SECONDS)
    found = _decomposed(question, x, y, curves, (x0, x1, y0, y1), budget)
    if window is None:
        box = _occupied(found)
        if box is not None:  # conditions that tie the parameters together leave part of the window empty
            found = _decomposed(question, x, y, curves, box, budget)
    return found


def _decomposed(
    question: Contest,
    x: Symbol,
    y: Symbol,
    curves: list[Any],
    window: tuple[Number, Number, Number, Number],
    budget: Budget,
) -> Regions:
    x0, x1, y0, y1 = window
    cuts = _cuts(curves, question, x, y, (x0, x1, y0, y1), budget)
    bands = []
    for a, b in pairwise(cuts):
        _check(budget)
        band = _band(question, x, y, curves, (a, b), (y0, y1))
        if band is not None:
            bands.append(band)
    return Regions(question, x, y, (float(x0), float(x1), float(y0), float(y1)), tuple(bands))


def _occupied(regions: Regions) -> tuple[Number, Number, Number, Number] | None:
    """The part of a window that the domain reaches, where that is clearly less than all of it."""
    xs = [x for band in regions.bands for x in (band.xs[0], band.xs[-1]) if any(s.label for s in band.strips)]
    ys = [y for band in regions.bands for s in band.strips if s.label for y in (*s.lower, *s.upper)]
    if not xs or not ys:
        return None
    x0, x1, y0, y1 = regions.window
    box = (min(xs), max(xs), min(ys), max(ys))
    if box[1] - box[0] > 0.9 * (x1 - x0) and box[3] - box[2] > 0.9 * (y1 - y0):
        return None
    rounded = [Fraction(v).limit_denominator(10**6) for v in box]
    low_x, high_x, low_y, high_y = (fmpq(f.numerator, f.denominator) for f in rounded)
    return low_x, high_x, low_y, high_y


def _irreducible(question: Contest) -> list[Any]:
    """The irreducible polynomials that separate labels or bound the domain."""
    found: dict[str, Any] = {}
    polys = [d[2] for d in question.differences] + [c.poly for c in question.domain.conditions]
    for poly in polys:
        for factor, _ in poly.factor()[1]:
            lead = factor.leading_coefficient()
            factor = factor / lead
            found.setdefault(str(factor), factor)
    return [found[key] for key in sorted(found)]


def _check(budget: Budget) -> None:
    if budget.is_spent:
        raise BudgetError(
            f"the region map was not done in {SECONDS:.0f} seconds: fix a parameter or leave out some alternatives"
        )


def _cuts(
    curves: list[Any],
    question: Contest,
    x: Symbol,
    y: Symbol,
    window: tuple[Number, Number, Number, Number],
    budget: Budget,
) -> list[float]:
    field = question.domain.field
    at, up = field.position[x], field.position[y]
    x0, x1, y0, y1 = window
    candidates: list[Any] = []
    for i, f in enumerate(curves):
        _check(budget)
        if f.degrees()[up] == 0:
            candidates.append(f)
            continue
        candidates.append(_leading(f, up, field))
        if f.degrees()[up] > 1:
            candidates.append(f.discriminant(y.name))
        candidates += [f.subs({y.name: y0}), f.subs({y.name: y1})]
        candidates += [f.resultant(g, y.name) for g in curves[i + 1 :] if g.degrees()[up]]
    found = {float(x0), float(x1)}
    for poly in candidates:
        _check(budget)
        if poly and poly.degrees()[at]:
            coefficients = _coefficients(poly, at)
            found |= {r.value for r in real_roots(coefficients) if float(x0) < r.value < float(x1)}
    spread = float(x1 - x0)
    cuts: list[float] = []
    for value in sorted(found):
        if not cuts or value - cuts[-1] > CLOSE * spread:
            cuts.append(value)
    return cuts


def _leading(poly: Any, index: int, field: Any) -> Any:
    degree = poly.degrees()[index]
    terms = {
        tuple(0 if i == index else e for i, e in enumerate(m)): c
        for m, c in poly.to_dict().items()
        if m[index] == degree
    }
    return field.context.from_dict(terms)


def _coefficients(poly: Any, index: int) -> list[Number]:
    found: dict[int, Number] = {}
    for monomial, c in poly.to_dict().items():
        found[int(monomial[index])] = found.get(int(monomial[index]), fmpq(0)) + c
    return [found.get(i, fmpq(0)) for i in range(max(found, default=-1) + 1)]


def _band(
    question: Contest,
    x: Symbol,
    y: Symbol,
    curves: list[Any],
    ends: tuple[float, float],
    window: tuple[Number, Number],
) -> Band | None:
    field = question.domain.field
    up = field.position[y]
    low, high = float(window[0]), float(window[1])
    relevant = [f for f in curves if f.degrees()[up]]

    def roots_at(value: Number) -> list[float]:
        found: list[float] = []
        for f in relevant:
            found += (r for r in _values(_coefficients(f.subs({x.name: value}), up)) if low < r < high)
        return sorted(found)

    middle = _exact((ends[0] + ends[1]) / 2)
    inner = roots_at(middle)
    levels = [low, *inner, high]
    labels: list[str | None] = []
    for a, b in pairwise(levels):
        point = {x: middle, y: _exact((a + b) / 2)}
        here = [point[s] for s in field.symbols]
        labels.append(question.best(here)[0] if question.domain.contains(here) else None)
    # only the levels where the label changes are boundaries
    kept = [i for i in range(1, len(labels)) if labels[i] != labels[i - 1]]

    def row_at(share: float) -> list[float] | None:
        inside = min(max(share, 1e-9), 1 - 1e-9)
        found = roots_at(_exact(ends[0] + inside * (ends[1] - ends[0])))
        return [low, *(found[k - 1] for k in kept), high] if len(found) == len(inner) else None

    # denser at the ends, where curves may turn, and wherever a curve bends
    shares = [(1 - cos(pi * i / (SAMPLES - 1))) / 2 for i in range(SAMPLES)]
    sampled = [(t, row) for t in shares if (row := row_at(t)) is not None]
    sampled = _refined(sampled, row_at, BEND * (high - low)) if kept else sampled
    xs = [ends[0] + t * (ends[1] - ends[0]) for t, _ in sampled]
    rows = [row for _, row in sampled]
    if len(xs) < 2:
        return None  # a band too thin to be seen
    columns = list(zip(*rows, strict=True))
    owners = [labels[0], *(labels[k] for k in kept)]
    strips = tuple(Strip(owner, columns[i], columns[i + 1]) for i, owner in enumerate(owners))
    return Band(tuple(xs), strips)


def _refined(
    sampled: list[tuple[float, list[float]]], row_at: Callable[[float], list[float] | None], tolerance: float
) -> list[tuple[float, list[float]]]:
    """The samples with further ones between, until every chord is near its curve."""
    done = sampled[:1]
    waiting = [(point, 0) for point in reversed(sampled[1:])]
    while waiting:
        (share, row), depth = waiting.pop()
        before, start = done[-1]
        middle = (before + share) / 2
        between = row_at(middle) if depth < 6 else None
        if between is not None and any(
            abs((a + b) / 2 - m) > tolerance for a, b, m in zip(start, row, between, strict=True)
        ):
            waiting += [((share, row), depth + 1), ((middle, between), depth + 1)]
        else:
            done.append((share, row))
    return done


def _values(coefficients: list[Number]) -> list[float]:
    while coefficients and coefficients[-1] == 0:
        coefficients = coefficients[:-1]
    if len(coefficients) < 2:
        return []
    if len(coefficients) == 2:
        return [_float(-coefficients[0] / coefficients[1])]
    poly = integer_polynomial(coefficients)
    return [float(z.real.mid()) for z, _ in poly.complex_roots() if z.imag == 0]


def _float(number: Number) -> float:
    return float(Fraction(int(number.p), int(number.q)))


def _exact(value: float) -> Number:
    exact = Fraction(value)
    return fmpq(exact.numerator, exact.denominator)


def _vertical(left: Band, right: Band) -> Iterable[Curve]:
    """The parts of a cut on whose two sides different labels are best."""
    x = left.xs[-1]
    for one in left.strips:
        for other in right.strips:
            if one.label is None or other.label is None or one.label == other.label:
                continue
            low, high = max(one.lower[-1], other.lower[0]), min(one.upper[-1], other.upper[0])
            whole = max(left.strips[-1].upper[-1] - left.strips[0].lower[-1], 1e-300)
            if (high - low) / whole > 1e-3:
                yield Curve(one.label, other.label, ((x, low), (x, high)), is_vertical=True)
