"""Chart: a frame with two scales and ticks that do not touch.

>>> [label.to_text() for _, label in ticks(Scale(0.0, 0.25), 60.0)]
['0', '0.05', '0.1', '0.15', '0.2', '0.25']
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10

from sympy import Symbol

from symdt.errors import DomainError, quote
from symdt.exact.polynomial import Number, to_number  # noqa: F401 - the second for the doctest
from symdt.regions.plane.trace import Scale
from symdt.show.label import Label
from symdt.show.picture import Item, Line, Point, Text
from symdt.show.plots.captions import SMALL


@dataclass(frozen=True)
class Frame:
    """A rectangle of the paper, in millimetres, and the scales of its sides."""

    left: float
    bottom: float
    width: float
    height: float
    across: Scale
    up: Scale

    @property
    def right(self) -> float:
        """The right side."""
        return self.left + self.width

    @property
    def top(self) -> float:
        """The upper side."""
        return self.bottom + self.height

    def x(self, value: float) -> float:
        """The place of a number across."""
        return self.left + self.across.share(value) * self.width

    def y(self, value: float) -> float:
        """The place of a number upwards."""
        return self.bottom + self.up.share(value) * self.height

    def at(self, across: float, up: float) -> Point:
        """The place of a point given by two numbers."""
        return self.x(across), self.y(up)

    def share(self, point: Point) -> Point:
        """The place of a point given by shares of the sides."""
        return self.left + point[0] * self.width, self.bottom + point[1] * self.height

    def outline(self) -> Line:
        """The four sides."""
        a, b, c, d = self.left, self.bottom, self.right, self.top
        return Line(((a, b), (c, b), (c, d), (a, d), (a, b)), 0.6, role="frame")

    def sides(self) -> list[Item]:
        """The lower and the left side."""
        return [
            Line(
                ((self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)),
                0.6,
                role="frame",
            )
        ]

    def ticks_across(self, size: float = SMALL) -> list[Item]:
        """The numbers under the frame."""
        items: list[Item] = []
        for value, label in ticks(self.across, self.width, size):
            x = self.left + self.across.shown.share(value) * self.width
            items.append(Line(((x, self.bottom), (x, self.bottom - 1.0)), 0.6, role="tickmark"))
            items.append(Text((x, self.bottom - 1.6 - label.size(size)[1]), label, size, role="scale"))
        return items

    def ticks_up(self, size: float = SMALL) -> list[Item]:
        """The numbers left of the frame."""
        items: list[Item] = []
        for value, label in ticks(self.up, self.height, size, is_upright=True):
            y = self.bottom + self.up.shown.share(value) * self.height
            items.append(Line(((self.left - 1.0, y), (self.left, y)), 0.6, role="tickmark"))
            items.append(
                Text((self.left - 1.6, y - label.size(size)[1] / 2), label, size, "right", role="scale")
            )
        return items


def ticks(
    scale: Scale, room: float, size: float = SMALL, *, is_upright: bool = False
) -> list[tuple[float, Label]]:
    """Round numbers on a scale, as it is shown, whose labels do not touch on this many millimetres."""
    scale = scale.shown
    if scale.is_log:
        return _log_ticks(scale, room, size, is_upright)
    span = scale.high - scale.low
    for most in range(9, 1, -1):
        step = _step(span / most)
        first, last = ceil(scale.low / step - 1e-9), floor(scale.high / step + 1e-9)
        found = [(n * step, number_label(n * step)) for n in range(first, last + 1)]
        if _fit(found, scale, room, size, is_upright):
            return found
    return [(v, number_label(v)) for v in (scale.low, scale.high)]


def _log_ticks(scale: Scale, room: float, size: float, is_upright: bool) -> list[tuple[float, Label]]:
    low, high = floor(log10(scale.low)), ceil(log10(scale.high))
    for digits, every in (((1, 2, 5), 1), ((1,), 1), ((1,), 2), ((1,), 3), ((1,), 5), ((1,), 10)):
        values = [d * 10.0**e for e in range(low, high + 1) if e % every == 0 for d in digits]
        found = [(v, number_label(v)) for v in values if scale.low * 0.999 <= v <= scale.high * 1.001]
        if len(found) >= 2 and _fit(found, scale, room, size, is_upright):
            return found
    return [(v, number_label(v)) for v in (scale.low, scale.high)]


def _fit(found: list[tuple[float, Label]], scale: Scale, room: float, size: float, is_upright: bool) -> bool:
    sizes = [label.size(size)[1] * 1.6 if is_upright else label.size(size)[0] for _, label in found]
    places = [scale.share(v) * room for v, _ in found]
    gaps = [b - a - (s + t) / 2 for a, b, s, t in zip(places, places[1:], sizes, sizes[1:], strict=False)]
    return min(gaps, default=1.0) >= (0.8 if is_upright else 2.0)


def _step(about: float) -> float:
    scale = 10.0 ** floor(log10(about))
    return next(s * scale for s in (1.0, 2.0, 2.5, 5.0, 10.0) if s * scale >= about * (1 - 1e-9))


def number_label(value: float) -> Label:
    """A number on a scale."""
    text = f"{value:.10g}" if abs(value) > 1e-12 else "0"
    mantissa, e, exponent = text.partition("e")
    if e:
        power = rf"10^{{{int(exponent)}}}"
        return Label.math(power if mantissa == "1" else rf"{mantissa} \cdot {power}")
    return Label.words(text.replace("-", "−"))


def above_zero(low: Number, high: Number, name: str) -> tuple[Number, Number]:
    """What a logarithmic scale shows of a range: three powers of ten of one that begins at 0 or below.

    low, high: the ends of the range; name: of the letter, for the error where nothing of it is above 0.

    >>> above_zero(to_number(0), to_number("1/4"), "p")
    (1/4000, 1/4)
    """
    if high <= 0:
        raise DomainError(
            f"{quote(name)} has no positive number in its range, from {low} to {high}: leave out --log for it"
        )
    return (low, high) if low > 0 else (high / 1000, high)


def drawable(letter: Symbol) -> Symbol:
    """A letter that has a line or a plane: one that is a whole number has points between which nothing is asked."""
    if letter.is_integer:
        raise DomainError(
            f"{quote(letter.name)} is a whole number: draw along another letter with --at {letter.name}=..., "
            f"or see its rule, symdt solve --for {letter.name}"
        )
    return letter
