"""Bars: the tornado of the optimal value, and the path of a network over all loss ratios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from symdt.analysis.tornado import Tornado, tornado_data
from symdt.exact.language.numerals import Numerals, alike
from symdt.exact.polynomial import to_number, to_rational
from symdt.regions.plane.trace import Scale
from symdt.show.label import Label
from symdt.show.numbers import answer_label, given
from symdt.show.picture import COLUMN, Area, Item, Line, Picture, Text, laid_out
from symdt.show.plots.captions import SIZE, SMALL, letter_label, point_note
from symdt.show.plots.chart import Frame
from symdt.show.style import DASHED, DIM, FAINT, INK

#: The colour of what lies towards the lower end of a range, and towards the upper.
LOW, HIGH = "#9FC6DE", "#F3CF8E"
SWITCH = "#A34700"


@laid_out
def tornado(
    question: Any,
    point: Mapping[str, Any],
    ranges: Mapping[str, tuple[Any, Any]],
    *,
    width: float = COLUMN,
    title: str = "",
) -> Picture:
    """How far the optimal value moves when one letter at a time goes through its range; widest on top.

    The others stay at the `point`; `ranges` gives each letter its two ends. What is drawn is
    the record of `symdt.tornado_data`.
    """
    return tornado_chart(
        tornado_data(question, point, ranges),
        optimum=question.optimum,
        width=width,
        title=title,
        numerals=question.numerals,
    )


@laid_out
def tornado_chart(
    record: Tornado,
    *,
    optimum: str = "",
    width: float = COLUMN,
    title: str = "",
    numerals: Numerals | None = None,
) -> Picture:
    """The bars of a tornado, each crossed by a line wherever the strategy switches.

    A bar runs over all values that the optimum has while the letter goes through its range. Its ends say at
    which value of the letter; the upper half shows what lower values of the letter give, the lower half upper values.
    `numerals` says how numbers were written.
    """
    names = [letter_label(bar.letter) for bar in record.bars]
    texts = iter(alike([to_rational(to_number(v)) for b in record.bars for v in (b.low, b.high)], numerals))
    ranges = [(next(texts), next(texts)) for _ in record.bars]
    spans = [Label.words(" to ".join(ends)) for ends in ranges]
    left = max((n.size(SIZE)[0] for n in names), default=4.0)
    left = max(left, *(s.size(SMALL)[0] for s in spans), 0.0) + 2.0
    base = {getattr(letter, "name", str(letter)): value for letter, value in dict(record.point).items()}
    ends = [
        tuple(
            Label.words(told[(bar.low, bar.high).index(at)])
            if at in (bar.low, bar.high)
            else Label.words(given(at, numerals))
            if at == base.get(bar.letter)
            else answer_label(at)
            for at in (bar.where_least, bar.where_greatest)
        )
        for bar, told in zip(record.bars, ranges, strict=True)
    ]
    room = max((label.size(SMALL)[0] for pair in ends for label in pair), default=6.0) + 2.0
    values = [float(v) for bar in record.bars for v in (bar.least, bar.greatest)] + [float(record.value)]
    low, high = min(values), max(values)
    pad = 0.02 * (high - low) or 0.5
    step = 8.4
    tall = step * max(len(record.bars), 1)
    inner = width - left - 2 * room
    frame = Frame(left + room, 0.0, inner, tall, Scale(low - pad, high + pad), Scale(0.0, 1.0))
    items: list[Item] = []
    centre = frame.x(float(record.value))
    for n, (bar, name, (at_least, at_greatest)) in enumerate(zip(record.bars, names, ends, strict=True)):
        y = tall - step * (n + 0.5)
        items.append(Text((0.0, y - 2.6), spans[n], SMALL, "left", FAINT, f"range {bar.letter}"))
        if bar.least == bar.greatest:
            at_least, at_greatest = Label(), Label.words("no change")
        a, b = frame.x(float(bar.least)), frame.x(float(bar.greatest))
        items += _two_sides(bar, frame, y)
        items.append(Line(_box(a, b, y, 1.9), 0.6, role=f"bar {bar.letter}"))
        for (_, before, after), value in zip(bar.switches, bar.switch_values, strict=True):
            x = frame.x(float(value))
            items.append(
                Line(
                    ((x, y - 2.6), (x, y + 2.6)),
                    1.3,
                    SWITCH,
                    role=f"switch {bar.letter}: {before} to {after}",
                )
            )
        items.append(Text((0.0, y + 0.9), name, SIZE, "left", role=f"letter {bar.letter}"))
        for x, label, anchor in ((a - 1.0, at_least, "right"), (b + 1.0, at_greatest, "left")):
            tall_, deep = label.size(SMALL)[1:]
            items.append(Text((x, y - (tall_ - deep) / 2), label, SMALL, anchor, role="at"))  # type: ignore[arg-type]
    items.append(Line(((centre, 0.0), (centre, tall)), 0.8, role="centre"))
    items.append(Line(((frame.left, 0.0), (frame.right, 0.0)), 0.6, role="frame"))
    items += frame.ticks_across()
    words = {"min": "optimal expected loss", "max": "optimal expected utility"}
    word = record.measure if record.measure != "value" else words.get(optimum, "optimal expected value")
    items.append(Text((frame.left + inner / 2, -8.0), Label.words(word), SIZE, role="axis"))
    said = f"The {word} as one letter at a time goes through its range, widest first. " + " ".join(
        f"{b.letter} from {b.low} to {b.high}: from {b.least}, at {b.where_least}, to {b.greatest}, at {b.where_greatest}"
        f"{_switching(b)}."
        for b in record.bars
    )
    notes = [
        Label.words("at ") + point_note(dict(record.point), numerals),
        Label.words("at the ends: the value of the letter there"),
        Label.words("upper half, blue: the letter below its base value; lower half, orange: above"),
    ]
    if any(bar.switches for bar in record.bars):
        notes.append(Label.words("lines across: the optimal strategy switches"))
    return Picture(tuple(items), f"tornado of the {word}", said, record).with_foot(*notes).with_title(title)


def _switching(bar: Any) -> str:
    """Where the strategy switches along a bar, in words."""
    cuts = [f"from {before} to {after} at {at}" for at, before, after in bar.switches]
    return f"; the strategy switches {', '.join(cuts)}" if cuts else ""


def _two_sides(bar: Any, frame: Frame, y: float) -> list[Item]:
    """What the letter reaches below its base value, and above it."""
    found: list[Item] = []
    for reach, fill, start, stop in ((bar.below, LOW, 0.0, 1.9), (bar.above, HIGH, -1.9, 0.0)):
        if reach is None:
            continue
        a, b = frame.x(float(reach[0])), frame.x(float(reach[1]))
        if b > a:
            ring = ((a, y + start), (b, y + start), (b, y + stop), (a, y + stop))
            found.append(Area((ring,), fill, role="side"))
    return found


def _box(a: float, b: float, y: float, half: float) -> tuple[tuple[float, float], ...]:
    return ((a, y - half), (b, y - half), (b, y + half), (a, y + half), (a, y - half))


@laid_out
def threshold_path(
    arcs: Iterable[tuple[str, str, float]],
    *,
    tau: float | None = None,
    max_arcs: int = 24,
    width: float = COLUMN,
    stays: Mapping[tuple[str, str], Sequence[tuple[float, float]]] | None = None,
) -> Picture:
    """The Bayes network for every loss ratio: arc j is in it as long as τ < πj (a bar), and leaves at τ = πj.

    `arcs` are (parent, child, probability); `tau` marks the ratio of the losses at hand; `max_arcs` are drawn,
    those below are counted at the foot. `stays` gives, for each arc, the stretches of τ in which it is in the
    network where these are not simply [0, πj): without an order of the variables.
    """
    ordered = sorted(arcs, key=lambda a: (-a[2], a[1], a[0]))
    shown, hidden = ordered[:max_arcs], ordered[max_arcs:]
    names = [Label.of(p) + Label.math(r"\;\rightarrow\;") + Label.of(c) for p, c, _ in shown]
    left = max((n.size(SMALL)[0] for n in names), default=10.0) + 2.0
    step = 4.6
    tall = step * max(len(shown), 1)
    frame = Frame(left, 0.0, max(width - left - 12.0, 25.0), tall, Scale(0.0, 1.0), Scale(0.0, 1.0))
    items: list[Item] = []
    for n, ((parent, child, value), name) in enumerate(zip(shown, names, strict=True)):
        y = tall - step * (n + 0.5)
        spans = stays.get((parent, child), []) if stays is not None else [(0.0, value)]
        for low, high in spans:
            is_in = tau is None or low <= tau < high
            ring = _box(frame.x(low), frame.x(high), y, 1.4)
            fill, hatch = ("#A9D6F0", "") if is_in else ("#F0F0F0", "rising")
            items.append(Area((ring[:4],), fill, hatch, DIM, f"arc {parent} {child}"))
            items.append(Line(ring, 0.5, INK if is_in else DIM, role="edge"))
        end = max((high for _, high in spans), default=0.0)
        _, above, below = name.size(SMALL)
        items.append(Text((0.0, y - (above - below) / 2), name, SMALL, "left", role="arc"))
        items.append(
            Text((frame.x(end) + 1.0, y - 0.8), Label.words(_share(value)), SMALL, "left", role="share")
        )
    if tau is not None:
        x = frame.x(tau)
        items.append(Line(((x, 0.0), (x, tall + 0.6)), 1.0, SWITCH, dashes=DASHED, role="tau"))
        items.append(Text((x, tall + 1.6), Label.math(rf"\tau {_sign(tau)} {tau:.3g}"), SMALL, role="tau"))
    items += [*frame.sides(), *frame.ticks_across()]
    items.append(
        Text(
            (frame.left + frame.width / 2, -8.4),
            Label.words("loss ratio ") + Label.math(r"\tau = l_{0j}/(l_{0j}+l_{j0})"),
            SIZE,
            role="axis",
        )
    )
    told = "; ".join(f"{p} to {c}: {_share(value)}" for p, c, value in shown)
    said = (
        "Each arc is in the network while τ is less than its probability."
        if stays is None
        else "The loss ratios τ at which each arc is in the Bayes DAG; a reversed arc costs what a false and a missed one do."
    )
    if tau is not None:
        said += f" Here τ is {tau:.3g}."
    picture = Picture(tuple(items), "the network for every loss ratio", f"{said} Probabilities: {told}.")
    return (
        picture.with_foot(f"and {len(hidden)} arcs with probability at most {_share(hidden[0][2])}")
        if hidden
        else picture
    )


def _sign(value: float) -> str:
    """Whether three digits are all of a number, as far as doubles tell."""
    return "=" if float(f"{value:.3g}") == value else r"\approx"


def _share(value: float) -> str:
    if value in (0.0, 1.0):
        return f"{value:.0f}"
    return "> 0.999" if value > 0.999 else "< 0.001" if value < 0.001 else f"{value:.3f}"
