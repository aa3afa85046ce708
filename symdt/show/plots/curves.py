"""Curves: named functions of one number in one frame, each with its name at its right end.

Value of information, risk profiles, acceptability and all others of this kind are laid out here; what is
drawn comes from the records of the analysis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from flint import fmpq

from symdt.analysis.knowing.information import worth_of_all
from symdt.analysis.knowing.worth import InformationValue
from symdt.analysis.profile import RiskProfile
from symdt.analysis.simulated.acceptability import Acceptability
from symdt.errors import TableError
from symdt.exact.polynomial import Number, to_fraction, to_number
from symdt.problems.table import DecisionProblem
from symdt.regions.along import along
from symdt.regions.contest import Contest
from symdt.regions.plane.trace import Scale
from symdt.regions.reach import window_of
from symdt.show.label import Label
from symdt.show.picture import COLUMN, Item, Line, Picture, Point, Shape, Text, laid_out
from symdt.show.plots.captions import SIZE, SMALL, letter_label, point_note
from symdt.show.plots.chart import Frame, ticks
from symdt.show.plots.ground import Ground, under
from symdt.show.plots.places import SAMPLE, column, need_samples
from symdt.show.style import DIM, DOTTED, INK, LINES, Palette

#: A curve that ends by more than this share of the width before the frame does has its name where it ends.
EARLY = 0.05


@dataclass(frozen=True)
class Curve:
    """Points of a curve in order, its name and look; `marks` are dots on it."""

    name: str
    points: Sequence[Point]
    colour: str = INK
    ink: str = INK
    dashes: tuple[float, ...] = ()
    width: float = 1.2
    role: str = ""
    marks: Sequence[Point] = field(default=())
    label: Label | None = None  # how the name is set, where it is no plain name


def curve_chart(
    curves: Sequence[Curve],
    x_name: Label,
    y_name: Label,
    *,
    across: Scale | None = None,
    up: Scale | None = None,
    width: float = COLUMN,
    tall: float | None = None,
    title: str = "",
    description: str = "",
    record: Any = None,
    below: Sequence[Item] = (),
) -> tuple[Picture, Frame]:
    """The curves in a frame, with their names at the right; the picture, and the frame for what is added."""
    every = [p for c in curves for p in c.points if p[1] == p[1]]
    if across is None:
        across = _around([p[0] for p in every], 0.0)
    if up is None:
        up = _around([p[1] for p in every], 0.06)
    names = [(c.label or Label.of(c.name)).wrapped(max(0.3 * width, 14.0), SIZE) for c in curves]
    side = max((line.size(SIZE)[0] for lines in names for line in lines), default=0.0)
    stack = sum(len(lines) * SIZE * 0.42 + 0.6 for lines in names)
    tall = max(tall or 0.52 * width, 28.0, stack)
    left = max((label.size(SMALL)[0] for _, label in ticks(up, tall, is_upright=True)), default=4.0) + 2.4
    right = side + 5.0 if side else 2.0
    frame = Frame(left, 0.0, width - left - right, tall, across, up)
    named = [c for c in curves if (c.name or c.label) and any(y == y for _, y in c.points)]
    last = [frame.at(*[p for p in c.points if p[1] == p[1]][-1]) for c in named]
    has_samples = need_samples(y for x, y in last if x >= frame.right - EARLY * frame.width)
    if has_samples:
        frame = replace(frame, width=frame.width - SAMPLE - 0.8)
    looks = {f"name {c.name}": (c.colour, c.dashes) for c in named} if has_samples else None
    items: list[Item] = [*below, *frame.sides(), *frame.ticks_across(), *frame.ticks_up()]
    entries = []
    ground = Ground(frame)
    for curve in curves:
        ground.hold(*(box for a, b in pairwise(frame.at(*p) for p in curve.points) for box in under(a, b)))
    for curve, lines in zip(curves, names, strict=True):
        points = tuple(frame.at(*p) for p in curve.points if p[1] == p[1])
        if len(points) > 1:
            items.append(Line(points, curve.width, curve.colour, dashes=curve.dashes, role=curve.role))
        items += [
            Shape("dot", frame.at(*mark), 1.3, 1.3, curve.colour, curve.colour, role=f"{curve.role} mark")
            for mark in curve.marks
        ]
        if not points or not (curve.name or curve.label):
            continue
        if points[-1][0] < frame.right - EARLY * frame.width and len(lines) == 1:
            # a curve that ends earlier has its name where it ends: a line from there would look like a curve
            items += ground.beside(points[-1], lines[0], SIZE, curve.ink, f"name {curve.name}")
        else:
            if points[-1][0] < frame.right - 1.0:
                ends = (points[-1], (frame.right, points[-1][1]))
                items.append(Line(ends, 0.5, curve.ink, dashes=DOTTED, role="leader"))
            entries.append((points[-1][1], lines, curve.ink, f"name {curve.name}"))
    items += column(entries, frame.right + 3.0, frame.right + 0.4, frame.bottom, frame.top, looks=looks)
    items.append(Text((0.0, frame.top + 1.8 + y_name.size(SIZE)[2]), y_name, SIZE, "left", role="axis"))
    floor = min((t.box()[1] for t in items if isinstance(t, Text) and t.role == "scale"), default=-3.0)
    items.append(
        Text((frame.left + frame.width / 2, floor - 1.0 - x_name.size(SIZE)[1]), x_name, SIZE, role="axis")
    )
    return Picture(tuple(items), title, description, record), frame


def _around(values: Sequence[float], share: float) -> Scale:
    low, high = min(values, default=0.0), max(values, default=1.0)
    pad = share * (high - low)
    return Scale(low - pad, high + pad) if high > low else Scale(low - 1, high + 1)


# --- the value of information ---------------------------------------------------------------


@laid_out
def value_of_information(
    problem: DecisionProblem,
    x: Any,
    *,
    point: Mapping[Any, Any] | None = None,
    window: tuple[Any, Any] | None = None,
    width: float = COLUMN,
    title: str = "",
) -> Picture:
    """What perfect information and each experiment are worth along the letter `x`, their costs apart.

    `point` fixes the other letters, `window` is what is shown of x.
    """
    fixed = problem.at(point) if point else problem
    found = worth_of_all(fixed)
    symbol = fixed.domain.letter(x)
    first = next(iter(found.values()))
    low, high = (
        window_of(_contests(first)[0], symbol)
        if window is None
        else (to_number(window[0]), to_number(window[1]))
    )
    palette = Palette(["perfect information", *(n for n in found if n != "perfect information")])
    curves = []
    for i, (name, value) in enumerate(found.items()):
        points = [(_float(v), _float(worth(value, v))) for v in kinks(value, symbol, low, high)]
        look = palette[name]
        ink, colour = (INK, INK) if i == 0 else (look.ink, look.colour)
        curves.append(Curve(name, points, colour, ink, LINES[i % 8], role=f"information {name}"))
    top = max((y for c in curves for _, y in c.points), default=1.0) or 1.0
    picture, _ = curve_chart(
        curves,
        letter_label(symbol.name),
        Label.words("value of information"),
        across=Scale(_float(low), _float(high)),
        up=Scale(0.0, 1.06 * top),
        width=width,
        title=f"value of information along {symbol.name}",
        description=f"The value along {symbol.name}: " + "; ".join(map(_peak, curves)) + ".",
    )
    return picture.with_foot(point_note(point)).with_title(title)


def _contests(value: InformationValue) -> tuple[Contest[Any], Contest[Any]]:
    return Contest(value.prior, value.domain, value.optimum), Contest(
        value.informed, value.domain, value.optimum
    )


def worth(value: InformationValue, v: Number) -> Number:
    """The gross value at a number of the only letter, exactly, also at the ends that the domain leaves out."""
    before, after = (min(value.sign * f.at((v,)) for _, f in part) for part in (value.prior, value.informed))
    return before - after


def kinks(value: InformationValue, x: Any, low: Number, high: Number) -> list[Number]:
    """A grid with every break point of the two optima in it, so that the kinks are where they belong."""
    points = {low + (high - low) * fmpq(i, 60) for i in range(61)}
    for c in _contests(value):
        record = along(c, x, (low, high))
        for number in (*record.thresholds, *record.switches):
            number.narrow(fmpq(1, 2**60))
            points.add(number.low)
    return sorted(points)


# --- risk profiles and acceptability ----------------------------------------------------------


@laid_out
def risk_profiles(
    profiles: Mapping[str, RiskProfile],
    *,
    palette: Palette | None = None,
    width: float = COLUMN,
    title: str = "",
) -> Picture:
    """The distribution function of the value of each strategy: P(value <= x), a staircase."""
    if not profiles:
        raise TableError("there are no profiles to draw: give at least one")
    palette = palette or Palette(profiles)
    steps = {name: [(float(v), float(t)) for v, t in f.cdf] for name, f in profiles.items()}
    every = [v for many in steps.values() for v, _ in many]
    low, high = min(every), max(every)
    margin = 0.08 * (high - low) or 1.0
    curves = []
    for i, (name, many) in enumerate(steps.items()):
        points = [(low - margin, 0.0)]
        for v, t in many:
            points += [(v, points[-1][1]), (v, t)]
        points.append((high + margin, points[-1][1]))
        look = palette[name]
        curves.append(Curve(name, points, look.colour, look.ink, LINES[i % 8], role=f"profile {name}"))
    kind = "loss" if next(iter(profiles.values())).optimum == "min" else "value"
    picture, _ = curve_chart(
        curves,
        Label.words(f"{kind} ") + Label.math("x"),
        Label.words(f"P({kind} ≤ ") + Label.math("x") + Label.words(")"),
        up=Scale(-0.02, 1.04),
        width=width,
        title="risk profiles",
        description=f"The probability that the {kind} is at most x. "
        + " ".join(
            f"{name}: {', '.join(f'{_short(t)} at {_short(v)}' for v, t in many)}."
            for name, many in steps.items()
        ),
    )
    return picture.with_title(title)


@laid_out
def acceptability_curve(
    curve: Acceptability, *, palette: Palette | None = None, width: float = COLUMN, title: str = ""
) -> Picture:
    """The share of draws in which each action is optimal along a letter; dots mark the action best on average."""
    palette = palette or Palette(curve.shares)
    curves = []
    for i, (name, shares) in enumerate(curve.shares.items()):
        points = [(float(x), float(s)) for x, s in zip(curve.grid, shares, strict=True)]
        marks = [p for p, best in zip(points, curve.best, strict=True) if best == name]
        look = palette[name]
        curves.append(
            Curve(name, points, look.colour, look.ink, LINES[i % 8], role=f"share {name}", marks=marks)
        )
    picture, _ = curve_chart(
        curves,
        letter_label(curve.letter),
        Label.words("share of draws in which the action is optimal"),
        up=Scale(-0.02, 1.04),
        width=width,
        title=f"acceptability along {curve.letter}",
        description=f"The share of draws in which each action is optimal along {curve.letter}: "
        + "; ".join(f"{c.name} from {_short(c.points[0][1])} to {_short(c.points[-1][1])}" for c in curves)
        + ". Dots mark the action with the best expected value.",
    )
    return picture.with_foot("dots: best on average").with_title(title)


@laid_out
def calibration(
    measured: Mapping[str, Sequence[tuple[float, float, float]]], *, width: float = COLUMN, title: str = ""
) -> Picture:
    """How often what was said with a probability is true: on the diagonal where probabilities are calibrated.

    measured: for each source the bins, (probability, share that is true, standard error of the share); width: in
    millimetres.

    >>> picture = calibration({"ASIA": [(0.03, 0.004, 0.001), (0.55, 0.54, 0.04), (0.97, 1.0, 0.0)]})
    >>> len(picture.of_role("error"))
    3
    """
    if not any(measured.values()):
        raise TableError("there is nothing measured to draw: give bins of probability, share and error")
    palette = Palette(measured)
    curves = []
    for i, (name, bins) in enumerate(measured.items()):
        look = palette[name]
        points = [(float(p), float(share)) for p, share, _ in bins]
        curves.append(
            Curve(name, points, look.colour, look.ink, LINES[i % 8], role=f"calibration {name}", marks=points)
        )
    # the scales are alike, so that the diagonal is one
    picture, frame = curve_chart(
        curves,
        Label.words("probability"),
        Label.words("share that is true"),
        across=Scale(0.0, 1.0),
        up=Scale(0.0, 1.0),
        width=width,
        tall=0.62 * width,
        title="calibration",
        description="The share that is true over the probability. "
        + " ".join(
            f"{name}: {', '.join(f'{_short(s)} at {_short(p)}' for p, s, _ in bins)}."
            for name, bins in measured.items()
        ),
    )
    under_: list[Item] = [Line((frame.at(0.0, 0.0), frame.at(1.0, 1.0)), 0.7, DIM, role="diagonal")]
    for name, bins in measured.items():
        for p, share, error in bins:
            ends = (frame.at(p, max(0.0, share - error)), frame.at(p, min(1.0, share + error)))
            under_.append(Line(ends, 0.8, palette[name].colour, role=f"error {name}"))
    made = replace(picture, items=(*under_, *picture.items))
    return made.with_foot("grey: calibrated; upright: one standard error each way").with_title(title)


def _peak(curve: Curve) -> str:
    """The greatest value of a curve, and where."""
    x, y = max(curve.points, key=lambda p: p[1])
    return f"{curve.name} is worth at most {_short(y)}, at {_short(x)}"


def _short(value: float) -> str:
    return f"{value:.4g}"


def _float(number: Number) -> float:
    return float(to_fraction(number))
