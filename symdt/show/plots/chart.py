"""Chart: a frame with two scales, ticks that do not touch, and labels that are moved apart, never left out.

>>> [label.to_text() for _, label in ticks(Scale(0.0, 0.25), 60.0)]
['0', '0.05', '0.1', '0.15', '0.2', '0.25']
>>> spread([1.0, 1.0, 1.0], [2.0, 2.0, 2.0], 0.0, 10.0)
[1.0, 3.0, 5.0]
>>> spread([1.0, 1.0], [6.0, 6.0], 0.0, 10.0) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from typing import Any

from sympy import Rational

from symdt.exact.line import Real
from symdt.exact.polynomial import to_number, to_rational
from symdt.regions.plane.trace import Scale
from symdt.show.picture import Item, Label, Line, Point, Shape, Text, paper_under
from symdt.show.style import DIM, INK, Look
from symdt.typeset import formulas, names

#: Type sizes in points.
SIZE, SMALL = 8.0, 7.0
#: An exact number longer than this is shown by its first digits.
LONG = 16


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
            x = self.x(value)
            items.append(Line(((x, self.bottom), (x, self.bottom - 1.0)), 0.6, role="tickmark"))
            items.append(Text((x, self.bottom - 1.6 - label.size(size)[1]), label, size, role="scale"))
        return items

    def ticks_up(self, size: float = SMALL) -> list[Item]:
        """The numbers left of the frame."""
        items: list[Item] = []
        for value, label in ticks(self.up, self.height, size, is_upright=True):
            y = self.y(value)
            items.append(Line(((self.left - 1.0, y), (self.left, y)), 0.6, role="tickmark"))
            items.append(
                Text((self.left - 1.6, y - label.size(size)[1] / 2), label, size, "right", role="scale")
            )
        return items


def ticks(
    scale: Scale, room: float, size: float = SMALL, *, is_upright: bool = False
) -> list[tuple[float, Label]]:
    """Round numbers on a scale whose labels do not touch on this many millimetres."""
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


def exact_text(value: Rational) -> str:
    """A rational number as one writes it: 10.3 and 0.17 as decimals, 2/19 and 1/4 as fractions; always exact.

    >>> [exact_text(Rational(*pq)) for pq in ((103, 10), (17, 100), (1, 4), (2, 19), (3, 20), (41, 4), (-1, 2))]
    ['10.3', '0.17', '1/4', '2/19', '0.15', '10.25', '−1/2']
    """
    p, q = int(value.p), int(value.q)
    sign = "−" if p < 0 else ""
    p = abs(p)
    if q == 1:
        return f"{sign}{p}"
    is_short = 10**6 % q == 0 and (q >= 10 or p > q)
    if is_short:
        digits = next(n for n in range(1, 7) if 10**n % q == 0)
        if digits <= 4:
            return f"{sign}{p * 10**digits // q / 10**digits:.{digits}f}"
    return f"{sign}{p}/{q}"


def exact_label(number: Any) -> Label:
    """An exact number on a scale: in full where that is short, else its first digits after ≈."""
    real = number if isinstance(number, Real) else None
    if real is None:
        real = Real.of(to_number(number)) if getattr(number, "is_Rational", True) else None
    if real is not None and real.is_rational:
        text = exact_text(to_rational(real.low))
        return Label.words(text if len(text) <= LONG else f"≈ {_digits(float(real))}")
    exact = real.to_expr() if real is not None and real.degree == 2 else number if real is None else None
    if exact is not None and len(str(exact)) <= LONG:
        return Label.math(formulas.formula(exact))
    return Label.words(f"≈ {_digits(float(number))}")


def _digits(value: float) -> str:
    return f"{value:.5g}".replace("-", "−")


def letter_label(name: str, names_of: Mapping[str, str] | None = None) -> Label:
    """The name of an axis: `names_of` may give its mathematics."""
    given = (names_of or {}).get(name)
    if given is not None:
        return Label.math(given)
    return Label.math(names.to_latex(name)) if names.split(name) else Label.words(name)


def point_note(point: Mapping[Any, Any] | None) -> Label:
    """The letters that are fixed, for the foot of a figure: h = 4, k = 1."""
    found = Label()
    for key, value in (point or {}).items():
        name = getattr(key, "name", str(key))
        found = found + (Label.words(",  ") if found else Label())
        found = found + letter_label(name) + Label.words(f" = {exact_text(to_rational(to_number(value)))}")
    return found


def domain_notes(domain: Any, shown: Iterable[str]) -> list[Label]:
    """The conditions of a domain that the axes do not show: those that tie letters together."""
    letters = set(shown)
    found = [c for c in domain.conditions if len(c.symbols) > 1 and {s.name for s in c.symbols} & letters]
    return [Label.words("for ") + Label.math(formulas.condition(c)) for c in found]


def conditions_note(domain: Any, room: float = 90.0) -> list[Label]:
    """All conditions of a domain, for the foot of a figure: 'for 1/2 < p < 1, h > 0'."""
    parts = []
    for symbol in domain.symbols:
        low, high, low_closed, high_closed = domain.box[domain.field.position[symbol]]
        name = letter_label(symbol.name)
        if low is not None and low == high:
            parts.append(name + Label.words(f" = {exact_text(to_rational(low))}"))
        elif low is not None and high is not None:
            left = Label.words(f"{exact_text(to_rational(low))} {'≤' if low_closed else '<'} ")
            parts.append(
                left + name + Label.words(f" {'≤' if high_closed else '<'} {exact_text(to_rational(high))}")
            )
        elif low is not None:
            parts.append(name + Label.words(f" {'≥' if low_closed else '>'} {exact_text(to_rational(low))}"))
        elif high is not None:
            parts.append(
                name + Label.words(f" {'≤' if high_closed else '<'} {exact_text(to_rational(high))}")
            )
    for c in domain.conditions:
        degrees = [d for d in c.poly.degrees() if d]
        if degrees != [1] or c.op == "!=":  # what a box cannot say
            parts.append(Label.math(formulas.condition(c)))
    lines: list[Label] = []
    line = Label.words("for ")
    for n, part in enumerate(parts):
        longer = line + (Label.words(",  ") if n else Label()) + part
        if n and longer.size(SMALL)[0] > room:
            lines.append(line + Label.words(","))
            line = part
        else:
            line = longer
    return [*lines, line] if parts else []


def spread(
    wanted: Sequence[float], sizes: Sequence[float], low: float, high: float, gap: float = 0.0
) -> list[float] | None:
    """Places near those wanted, in the same order, at which things of these sizes do not touch; None without room.

    The least sum of squares: neighbours that touch move together (isotonic regression).
    """
    if not wanted:
        return []
    offsets = [0.0]
    for a, b in pairwise(sizes):
        offsets.append(offsets[-1] + (a + b) / 2 + gap)
    lowest, highest = low + sizes[0] / 2, high - sizes[-1] / 2 - offsets[-1]
    if lowest > highest + 1e-9:
        return None
    blocks: list[tuple[float, int]] = []
    for place, offset in zip(wanted, offsets, strict=True):
        blocks.append((place - offset, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (a, m), (b, n) = blocks[-2:]
            blocks[-2:] = [((a * m + b * n) / (m + n), m + n)]
    level = [min(max(mean, lowest), highest) for mean, count in blocks for _ in range(count)]
    return [v + o for v, o in zip(level, offsets, strict=True)]


def column(
    entries: Sequence[tuple[float, Sequence[Label], str, str]],
    x: float,
    end: float,
    low: float,
    high: float,
    *,
    size: float = SIZE,
) -> list[Item]:
    """Names in a column at x, each at its height or near it, with a line from `end` to it; (height, lines, ink, role).

    The column may grow beyond low and high where it must: no name is left out.
    """
    ordered = sorted(entries, key=lambda e: e[0])
    heights = [len(lines) * size * 0.42 + 0.6 for _, lines, _, _ in ordered]
    missing = max(0.0, sum(heights) - (high - low))
    places = spread([e[0] for e in ordered], heights, low - missing, high) or []
    items: list[Item] = []
    for (wanted, lines, ink, role), y in zip(ordered, places, strict=True):
        items.append(Line(((end, wanted), (x - 0.6, y)), 0.5, ink, role="leader"))
        items += block(lines, (x, y), size, "left", ink, role)
    return items


def block(
    lines: Sequence[Label], at: Point, size: float, anchor: Any, ink: str = INK, role: str = ""
) -> list[Item]:
    """Lines of text around a height; the first carries the role."""
    step = size * 0.42
    top = at[1] + step * (len(lines) - 1) / 2
    items: list[Item] = []
    for i, line in enumerate(lines):
        _, above, below = line.size(size)
        y = top - i * step - (above - below) / 2 if len(lines) == 1 else top - i * step - size * 0.11
        items.append(Text((at[0], y), line, size, anchor, ink, role if i == 0 else "more"))
    return items


def row(
    entries: Sequence[tuple[float, Label, str, str]],
    y: float,
    start: float,
    low: float,
    high: float,
    *,
    size: float = SMALL,
    is_above: bool = False,
    gap: float = 1.6,
) -> list[Item] | None:
    """Labels in a row below (or above) y, each under its place or near it, with a line from it; None without room."""
    ordered = sorted(entries, key=lambda e: e[0])
    places = spread([e[0] for e in ordered], [e[1].size(size)[0] for e in ordered], low, high, gap)
    if places is None:
        return None
    is_straight = all(abs(e[0] - p) < 0.3 for e, p in zip(ordered, places, strict=True))
    drop = (1.2 if is_straight else 3.4) * (-1 if is_above else 1)
    items: list[Item] = []
    tallest = max((e[1].size(size)[1] for e in ordered), default=0.0)
    for (wanted, label, ink, role), place in zip(ordered, places, strict=True):
        items.append(
            Line(
                ((wanted, start), (place, y - drop + (0.4 if not is_above else -0.4))),
                0.5,
                ink,
                role="leader",
            )
        )
        base = y - drop + 0.8 + label.size(size)[2] if is_above else y - drop - 0.4 - tallest
        items.append(Text((place, base), label, size, "centre", ink if ink != DIM else INK, role))
    return items


def legend(
    entries: Sequence[tuple[Label, Look | None, str]],
    left: float,
    top: float,
    width: float,
    size: float = SMALL,
) -> list[Item]:
    """Names with a patch of their colour each, in lines as wide as the figure."""
    from symdt.show.picture import Area

    items: list[Item] = []
    x, y = left, top
    for label, look, role in entries:
        patch = 4.2 if look is not None else 0.0
        for i, line in enumerate(label.wrapped(width - patch, size)):
            wide = line.size(size)[0] + (patch if i == 0 else 0.0)
            if x > left and (x + wide > left + width or i):
                x, y = left, y - size * 0.46
            if look is not None and i == 0:
                ring = ((x, y - 0.2), (x + 3.2, y - 0.2), (x + 3.2, y + 2.0), (x, y + 2.0))
                items.append(Area((ring,), look.tint, look.hatch, look.colour, role="swatch"))
            at = x + (patch if i == 0 else 0.0)
            items.append(Text((at, y), line, size, "left", INK, role if i == 0 else "more"))
            x = at + line.size(size)[0] + 3.0
    return items


def mark(point: Point, name: str, frame: Frame, size: float = SIZE) -> list[Item]:
    """A point with its name beside it, inside the frame."""
    dot = Shape("dot", point, 1.5, 1.5, INK, INK, role=f"point {name}")
    if not name:
        return [dot]
    label = Label.of(name)
    is_right = point[0] + label.size(size)[0] + 3 > frame.right
    is_top = point[1] + 5 > frame.top
    at = (point[0] + (-1.4 if is_right else 1.4), point[1] + (-1.4 - label.size(size)[1] if is_top else 1.2))
    text = Text(at, label, size, "right" if is_right else "left", role="mark")
    return [dot, paper_under(text, 0.3), text]
