"""Figures along a letter that is a whole number: dots and bars at the numbers, and nothing between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symdt.exact.polynomial import to_fraction
from symdt.regions.plane.trace import Scale
from symdt.show.label import Label
from symdt.show.picture import Area, Item, Picture, Shape, Text, laid_out
from symdt.show.plots.captions import SIZE, SMALL, letter_label
from symdt.show.plots.chart import Frame, ticks
from symdt.show.plots.maps.at_numbers import AtNumbers, Columns
from symdt.show.plots.places import legend
from symdt.show.style import Palette


@laid_out
def whole_lines(
    record: AtNumbers, palette: Palette, width: float, word: str, names_of: Mapping[str, str] | None = None
) -> Picture:
    """The value of every alternative at the whole numbers, and underneath a bar for the best at each.

    word: what the values are.
    """
    held = [float(to_fraction(v)) for values in record.values for v in values.values()]
    spare = 0.06 * (max(held) - min(held)) or 0.5
    up = Scale(min(held) - spare, max(held) + spare)
    frame = _frame(record.numbers, up, width, 0.5 * width)
    items: list[Item] = [*frame.sides(), *_whole_only(frame.ticks_across()), *frame.ticks_up()]
    items.append(Text((0.0, frame.top + 1.6), Label.words(word), SIZE, "left", role="axis"))
    for n, values, best in zip(record.numbers, record.values, record.best, strict=True):
        for label, value in values.items():
            look = palette[str(label)]
            size = 1.9 if label in best else 1.3
            place = frame.at(float(n), float(to_fraction(value)))
            fill = look.colour if label in best else "#ffffff"
            items.append(Shape("dot", place, size, size, look.colour, fill, role=f"value {label}"))
    base = Picture(tuple(items)).box(0.0)[1] - 1.4
    half = min(1.6, 0.3 * abs(frame.x(1.0) - frame.x(0.0)))
    for n, best in zip(record.numbers, record.best, strict=True):
        look, x = palette[str(best[0])], frame.x(float(n))
        ring = ((x - half, base - 3.6), (x + half, base - 3.6), (x + half, base), (x - half, base))
        items.append(Area((ring,), look.tint, look.hatch, look.colour, f"best {n}"))
    told = [
        (
            _name(label) + Label.words(f": {a}" if a == b else f": {a} to {b}"),
            palette[str(label)],
            f"run {label}",
        )
        for label, a, b in record.runs()
    ]
    seen = {label for label, _, _ in record.runs()}
    never = dict.fromkeys(label for values in record.values for label in values if label not in seen)
    told += [(_name(label), palette[str(label)], f"name {label}") for label in never]
    axis = letter_label(record.letter.name, names_of)
    items.append(Text((frame.left + frame.width / 2, base - 7.4), axis, SIZE, role="axis"))
    items += legend(told, 0.0, base - 11.6, width)
    runs = ", then ".join(f"{label} at {a} to {b}" for label, a, b in record.runs())
    said = f"The value of each alternative at the whole numbers of {record.letter.name}; best: {runs}."
    heading = f"value of each alternative by {record.letter.name}"
    notes = [Label.words("dots at the whole numbers, full where best; nothing lies between")]
    return Picture(tuple(items), heading, said, record).with_foot(*notes)


@laid_out
def whole_map(
    record: Columns,
    palette: Palette,
    width: float,
    *,
    is_upright: bool,
    names_of: Mapping[str, str] | None = None,
) -> Picture:
    """A bar at each whole number of one axis, cut exactly where the best alternative changes along the other.

    is_upright: whether the whole numbers stand across, their bars upwards.
    """
    numbers = [n for n, _ in record.columns]
    along_low, along_high = (float(to_fraction(v)) for v in record.window)
    is_square = bool(record.letters[1].is_integer)
    spare = 0.5 if is_square else 0.0
    other = Scale(along_low - spare, along_high + spare)
    own = Scale(min(numbers) - 0.5, max(numbers) + 0.5)
    across, up = (own, other) if is_upright else (other, own)
    frame = _placed(across, up, width, 0.66 * width)
    steps = [abs(frame.x(1.0) - frame.x(0.0)), abs(frame.at(0.0, 1.0)[1] - frame.at(0.0, 0.0)[1])]
    half = 0.3 * steps[0 if is_upright else 1]
    rings: dict[Any, list[tuple[tuple[float, float], ...]]] = {}
    for n, held in record.columns:
        for label, start, stop in held:
            a, b = (max(along_low, min(along_high, float(v))) for v in (start, stop))
            ends = [(n, a), (n, b)] if is_upright else [(a, n), (b, n)]
            (x0, y0), (x1, y1) = (frame.at(float(u), float(v)) for u, v in ends)
            dx = half if is_upright or is_square else 0.0
            dy = half if not is_upright or is_square else 0.0
            if is_square:
                dx, dy = 0.3 * steps[0], 0.3 * steps[1]
            ring = ((x0 - dx, y0 - dy), (x1 + dx, y0 - dy), (x1 + dx, y1 + dy), (x0 - dx, y1 + dy))
            rings.setdefault(label, []).append(ring)
    items: list[Item] = []
    for label, found in rings.items():
        look = palette[str(label)]
        items.append(Area(tuple(found), look.tint, look.hatch, look.colour, f"region {label}"))
    marks_across, marks_up = frame.ticks_across(), frame.ticks_up()
    if is_upright or is_square:
        marks_across = _whole_only(marks_across)
    if not is_upright or is_square:
        marks_up = _whole_only(marks_up)
    items += [frame.outline(), *marks_across, *marks_up]
    names = [s.name for s in record.letters]
    x_name, y_name = names if is_upright else names[::-1]
    axis = letter_label(y_name, names_of)
    items.append(Text((0.0, frame.top + 1.4 + axis.size(SIZE)[2]), axis, SIZE, "left", role="axis"))
    axis = letter_label(x_name, names_of)
    base = Picture(tuple(items)).box(0.0)[1] - 1.0 - axis.size(SIZE)[1]
    items.append(Text((frame.left + frame.width / 2, base), axis, SIZE, role="axis"))
    told = [(_name(label), palette[str(label)], f"name {label}") for label in rings]
    items += legend(told, 0.0, base - 4.0, width)
    said = f"Which alternative is optimal at the whole numbers of {names[0]} along {names[1]}: "
    said += ", ".join(map(str, rings)) + "."
    notes = [
        Label.words("bars at the whole numbers of ")
        + letter_label(names[0])
        + Label.words("; nothing lies between")
    ]
    heading = f"optimal alternative by {x_name} and {y_name}"
    return Picture(tuple(items), heading, said, record).with_foot(*notes)


def _name(label: Any) -> Label:
    return Label.of(str(label))


def _whole_only(marks: list[Item]) -> list[Item]:
    """The marks of an axis, a line and its number in turn, without those that are no whole numbers."""
    pairs = zip(marks[::2], marks[1::2], strict=True)
    return [
        i for pair in pairs if isinstance(pair[1], Text) and "." not in pair[1].label.to_text() for i in pair
    ]


def _frame(numbers: tuple[int, ...], up: Scale, width: float, tall: float) -> Frame:
    return _placed(Scale(min(numbers) - 0.5, max(numbers) + 0.5), up, width, tall)


def _placed(across: Scale, up: Scale, width: float, tall: float) -> Frame:
    left = max((label.size(SMALL)[0] for _, label in ticks(up, tall, is_upright=True)), default=4.0) + 2.4
    return Frame(left, 0.0, width - left - 2.0, tall, across, up)
