"""Trace: the cells of a plane as polygons of floats, fine enough for the paper they are drawn on.

Every point is a real root of the very polynomial that separates two labels, over a rational abscissa:
how fine the picture is decides nothing. Coordinates are shares of the window, 0 to 1, on the scale of
each axis.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import cos, log, pi
from typing import Any

from flint import fmpq, fmpq_poly

from symdt.exact.polynomial import Number
from symdt.regions.plane.bands import BOTTOM, TOP, Band, Cell, Level
from symdt.regions.plane.plane import Plane

#: Points of a curve in one band, before those where it bends are added.
SAMPLES = 5
#: A chord may leave its curve by this share of the window.
BEND = 4e-4


@dataclass(frozen=True)
class Scale:
    """The way from a number to its place on an axis, as a share of it, and back."""

    low: float
    high: float
    is_log: bool = False

    @property
    def shown(self) -> Scale:
        """The numbers that are written on the axis: these, unless it is told in another letter."""
        return self

    def share(self, value: float) -> float:
        """Where a number stands, from 0 to 1."""
        if self.is_log:
            return log(max(value, 1e-300) / self.low) / log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def value(self, share: float) -> float:
        """The number that stands there."""
        if self.is_log:
            return float(self.low * (self.high / self.low) ** share)
        return self.low + share * (self.high - self.low)


@dataclass(frozen=True)
class Strip:
    """A cell as drawn: its lower and upper side at the abscissae of its band."""

    cell: Cell
    lower: tuple[float, ...]
    upper: tuple[float, ...]


@dataclass(frozen=True)
class Sheet:
    """A band as drawn."""

    band: Band
    xs: tuple[float, ...]
    strips: tuple[Strip, ...]


def trace(plane: Plane, across: Scale, up: Scale) -> list[Sheet]:
    """The bands of a plane as polygons, those too thin to be seen left out."""
    found = []
    for band in plane.bands:
        sheet = _sheet(plane, band, across, up)
        if sheet is not None:
            found.append(sheet)
    return found


def _sheet(plane: Plane, band: Band, across: Scale, up: Scale) -> Sheet | None:
    start, stop = across.share(float(band.left)), across.share(float(band.right))
    if stop - start < 1e-7:
        return None
    levels = [c.lower for c in band.cells] + [band.cells[-1].upper]
    inner = [level for level in levels if level not in (BOTTOM, TOP)]
    is_flat = all(_is_constant(plane, level) for level in inner)

    def row(share: float) -> list[float] | None:
        inside = min(max(share, 1e-7), 1 - 1e-7)
        x = _exact(across.value(start + inside * (stop - start)))
        heights = [_height(plane, level, x) for level in inner]
        if any(h is None for h in heights):
            return None
        shares = [min(max(up.share(h), 0.0), 1.0) for h in heights if h is not None]
        return [0.0, *shares, 1.0]

    # denser at the ends, where curves may turn, and wherever a curve bends
    shares = [0.0, 1.0] if is_flat else [(1 - cos(pi * i / (SAMPLES - 1))) / 2 for i in range(SAMPLES)]
    sampled = [(t, r) for t in shares if (r := row(t)) is not None]
    if not is_flat:
        sampled = _refined(sampled, row)
    if len(sampled) < 2:
        return None
    xs = tuple(start + t * (stop - start) for t, _ in sampled)
    columns = list(zip(*(r for _, r in sampled), strict=True))
    strips = tuple(Strip(cell, columns[i], columns[i + 1]) for i, cell in enumerate(band.cells))
    return Sheet(band, xs, strips)


def _is_constant(plane: Plane, level: Level) -> bool:
    field = plane.contest.domain.field
    return not plane.curves[level.curve].degrees()[field.position[plane.x]]


def _refined(
    sampled: list[tuple[float, list[float]]], row: Callable[[float], list[float] | None]
) -> list[tuple[float, list[float]]]:
    """The samples with further ones between, until every chord is near its curve."""
    done = sampled[:1]
    waiting = [(point, 0) for point in reversed(sampled[1:])]
    while waiting:
        (share, here), depth = waiting.pop()
        before, start = done[-1]
        middle = (before + share) / 2
        between = row(middle) if depth < 7 else None
        if between is not None and any(
            abs((a + b) / 2 - m) > BEND for a, b, m in zip(start, here, between, strict=True)
        ):
            waiting += [((share, here), depth + 1), ((middle, between), depth + 1)]
        else:
            done.append((share, here))
    return done


def _height(plane: Plane, level: Level, x: Number) -> float | None:
    poly: Any = fmpq_poly(plane.over(level.curve, x))
    degree = poly.degree()
    if degree < 1:
        return None
    if degree == 1:
        return _float(-poly[0] / poly[1])
    values = sorted(float(z.real.mid()) for z, _ in poly.numer().complex_roots() if z.imag == 0)
    return values[level.root] if level.root < len(values) else None


def _float(number: Number) -> float:
    return float(Fraction(int(number.p), int(number.q)))


def _exact(value: float) -> Number:
    exact = Fraction(value)
    return fmpq(exact.numerator, exact.denominator)
