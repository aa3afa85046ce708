"""Policy figures, each from an exact record along one number: decision curves, cost-effectiveness, spider, sample size.

>>> from sympy import Rational
>>> picture = decision_curve(Rational(1, 5), {"test": (Rational(9, 10), Rational(4, 5))})
>>> [str(t) for t in picture.record.thresholds]
['1/33', '9/17']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil, isclose
from typing import Any

from flint import fmpq
from sympy import Expr, Rational, Symbol

from symdt.analysis.frontier import Frontier
from symdt.analysis.knowing.worth import InformationValue
from symdt.analysis.sensitivity import OneWay, one_way
from symdt.errors import TableError
from symdt.exact.domain import Domain
from symdt.exact.polynomial import Number, to_fraction, to_number, to_rational
from symdt.problems.kinks.pieces import rational_pieces
from symdt.regions.along import Along, along
from symdt.regions.contest import Contest
from symdt.regions.plane.trace import Scale
from symdt.show.label import Label
from symdt.show.numbers import answer_label, given, with_decimals
from symdt.show.picture import COLUMN, Item, Line, Picture, Point, Shape, Text, laid_out
from symdt.show.plots.captions import SMALL, letter_label, point_note
from symdt.show.plots.chart import Frame
from symdt.show.plots.curves import Curve, curve_chart
from symdt.show.plots.ground import Ground, around, under
from symdt.show.plots.places import row
from symdt.show.style import DIM, INK, LINES, Palette

#: Points of a curve that is no straight line.
FINE = 80


@laid_out
def decision_curve(
    prevalence: Any,
    tests: Mapping[str, tuple[Any, Any]],
    *,
    highest: Any = None,
    width: float = COLUMN,
    title: str = "",
) -> Picture:
    """Net benefit by threshold probability: treat all, treat none, treat by each test (sensitivity, specificity).

    At threshold probability t a treatment without need costs t/(1 − t) of what one with need gains. Where the
    best curve changes, the exact threshold is written, and the best curve is bold; `highest` is the largest t shown,
    unless said a little more than the last threshold.
    """
    t = Symbol("t")
    domain = Domain("0 <= t < 1")
    f = domain.field.element
    share, odds = f(to_rational(to_number(prevalence))), f(t / (1 - t))
    one = f(1)
    functions = [("treat none", f(0 * t)), ("treat all", share - (one - share) * odds)]
    for name, (sensitivity, specificity) in tests.items():
        se, sp = (f(to_rational(to_number(v))) for v in (sensitivity, specificity))
        functions.append((name, share * se - (one - share) * (one - sp) * odds))
    contest = Contest(tuple(functions), domain, "max")
    top = fmpq(99, 100) if highest is None else to_number(highest)
    record = along(contest, t, (fmpq(0), top))
    if highest is None and record.thresholds:  # a tenth of t further than the last change
        last = float(record.thresholds[-1])
        top = fmpq(min(ceil(10 * last + 0.5), 9), 10) if last < 0.85 else top
        record = along(contest, t, (fmpq(0), top))
    palette = Palette([*tests, "treat all", "treat none"])
    grid = [top * fmpq(k, FINE) for k in range(FINE + 1)]
    heights = {name: [(_float(v), _float(f.at((v,)))) for v in grid] for name, f in functions}
    most = max(y for points in heights.values() for _, y in points)
    curves = []
    for i, (name, points) in enumerate(heights.items()):
        look = palette[name]
        kept = [p for p in points if p[1] >= -0.15 * most]  # what leaves the frame ends at its lower side
        curves.append(Curve(name, kept, look.colour, look.ink, LINES[i % 8], role=f"benefit {name}"))
    best = []
    for piece in record.pieces:
        inner = [v for v in grid if float(piece.start) < _float(v) < float(piece.stop)]
        value = dict(functions)[piece.label]
        ends = [to_number(repr(float(end))) for end in (piece.start, piece.stop)]
        way = [(_float(v), _float(value.at((v,)))) for v in (ends[0], *inner, ends[1])]
        best.append(Curve("", way, palette[piece.label].colour, width=2.6, role=f"best {piece.label}"))
    picture, frame = curve_chart(
        [*best, *curves],
        Label.words("threshold probability ") + Label.math("t"),
        Label.words("net benefit"),
        across=Scale(0.0, _float(top)),
        up=Scale(-0.15 * most, 1.08 * most),
        width=width,
        title="decision curve",
        description="Net benefit by threshold probability. Best: "
        + ", then ".join(f"{p.label} up to {answer_label(p.stop).to_plain()}" for p in record.pieces)
        + ".",
        record=record,
    )
    notes = [Label.words(f"prevalence {given(prevalence)}; bold: the best")]
    notes += [
        Label.words(f"{name}: sensitivity {given(se)}, specificity {given(sp)}")
        for name, (se, sp) in tests.items()
    ]
    made = _with_thresholds(picture, record, frame)
    return made.with_foot(*notes).with_title(title)


def _with_thresholds(picture: Picture, record: Along, frame: Frame) -> Picture:
    """The exact thresholds of a record over the frame, each with a line through it."""
    items: list[Item] = list(picture.items)
    entries = []
    for threshold in record.thresholds:
        x = frame.x(float(threshold))
        items.append(Line(((x, frame.bottom), (x, frame.top)), 0.5, DIM, dashes=(2.0, 2.0), role="threshold"))
        entries.append((x, answer_label(threshold), INK, "tick"))
    placed = row(entries, frame.top, frame.top, frame.left, frame.right + 10.0, is_above=True)
    if placed:  # the name of the upright axis stands above the numbers
        high = Picture(tuple(placed)).box(0.0)[3] + 1.6
        items = [
            replace(i, at=(i.at[0], high))
            if isinstance(i, Text) and i.role == "axis" and i.at[1] > frame.top
            else i
            for i in items
        ]
    if placed is None:
        return picture.with_foot("changes at " + ", ".join(label.to_text() for _, label, _, _ in entries))
    return Picture((*items, *placed), picture.title, picture.description, picture.record)


@laid_out
def cost_effectiveness(
    frontier: Frontier, *, width: float = COLUMN, title: str = "", money: str = "cost"
) -> Picture:
    """The cost-effectiveness plane: every option of a frontier, the frontier itself, and its exact ratios.

    `frontier` is the answer of `symdt.cost_effectiveness(problem).at(point)`; `money` names the upright axis.
    """
    if not frontier.options:
        raise TableError("there are no strategies to draw: give at least one")
    palette = Palette(o.name for o in frontier.options)
    path = [(float(o.effect), float(o.cost)) for o in frontier.on_it]
    curves = [Curve("", path, INK, INK, (), 1.2, "frontier")] if len(path) > 1 else []
    effects = [float(o.effect) for o in frontier.options]
    costs = [float(o.cost) for o in frontier.options]
    pad = [0.12 * (max(v) - min(v)) or 1.0 for v in (effects, costs)]
    picture, frame = curve_chart(
        curves,
        Label.words("effect"),
        Label.words(money),
        across=Scale(min(effects) - pad[0], max(effects) + pad[0]),
        up=Scale(min(costs) - pad[1], max(costs) + pad[1]),
        width=width,
        title="cost-effectiveness plane",
        description="; ".join(f"{o.name}: cost {o.cost}, effect {o.effect}" for o in frontier.options),
        record=frontier,
    )
    items: list[Item] = list(picture.items)
    ground = Ground(frame)
    places = {o.name: frame.at(float(o.effect), float(o.cost)) for o in frontier.options}
    ground.hold(*(around(place, 0.9, 0.9) for place in places.values()))
    for a, b in pairwise(frame.at(*point) for point in path):  # names keep off the frontier
        ground.hold(*under(a, b))
    for option in frontier.options:
        look = palette[option.name]
        fill = look.colour if option.standing == "frontier" else "#ffffff"
        place = places[option.name]
        items.append(Shape("dot", place, 1.9, 1.9, look.colour, fill, role=f"strategy {option.name}"))
        items += ground.beside(place, Label.of(option.name), SMALL, look.ink, f"name {option.name}")
    notes = [
        Label.words(f"{o.against} to {o.name}: ") + answer_label(o.icer) + Label.words(" per unit of effect")
        for o in frontier.on_it
        if o.icer is not None
    ]
    notes += [Label.words(f"{o.name}: {o.told}") for o in frontier.options if o.standing != "frontier"]
    notes += [Label.words("line: the efficient frontier")] * bool(curves)
    made = Picture(tuple(items), picture.title, picture.description, frontier)
    return made.with_foot(*notes).with_title(title)


@laid_out
def spider(
    problem: Any,
    point: Mapping[str, Any],
    ranges: Mapping[str, tuple[Any, Any]],
    *,
    width: float = COLUMN,
    title: str = "",
) -> Picture:
    """The optimal value as each letter alone goes through its range, all on one scale from low to high.

    `point` is where the other letters stand. Every kink is an exact threshold of `one_way`.
    """
    palette = Palette(ranges)
    curves: list[Curve] = []
    said = []
    for i, (name, (low, high)) in enumerate(ranges.items()):
        a, b = to_rational(to_number(low)), to_rational(to_number(high))
        paths = _paths(one_way(problem, name, point, within=(a, b)), a, b)
        look, role = palette[name], f"spider {name}"
        parts = [Curve("", path, look.colour, look.ink, LINES[i % 8], role=role) for path in paths]
        ends = Label.words(f": {given(low, problem.numerals)} to {given(high, problem.numerals)}")
        alone = [path[0] for path in paths if len(path) == 1]
        parts[-1] = replace(parts[-1], name=name, label=letter_label(name) + ends, marks=alone)
        curves += parts
        said.append(f"{name}: from {paths[0][0][1]:.5g} to {paths[-1][-1][1]:.5g}.")
    word = "optimal expected loss" if problem.optimum == "min" else "optimal expected utility"
    picture, _ = curve_chart(
        curves,
        Label.words("from the lower to the upper end of each range"),
        Label.words(word),
        across=Scale(0.0, 1.0),
        width=width,
        title="spider plot",
        description=f"The {word} as each of {', '.join(ranges)} goes through its range alone. "
        + " ".join(said),
    )
    return picture.with_foot(Label.words("at ") + point_note(point, problem.numerals)).with_title(title)


def _paths(record: OneWay, low: Expr, high: Expr) -> list[list[Point]]:
    """The optimal value from the low to the high end of a range as lines without a gap or a jump; a number alone is one."""
    paths: list[list[Point]] = []
    for stretch in record.stretches:
        ends = stretch.is_closed_left, not stretch.is_open_right
        for value, start, stop in rational_pieces(
            stretch.value, record.letter, stretch.start, stretch.stop, is_closed=ends
        ):
            shares = [Rational(k, 12) for k in range(13)] if start != stop else [Rational(0)]
            places = [start + (stop - start) * share for share in shares]
            path = [(float((at - low) / (high - low)), float(value.subs(record.letter, at))) for at in places]
            if paths and len(path) > 1 and all(map(isclose, paths[-1][-1], path[0])):
                paths[-1] += path
            else:
                paths.append(path)
    return paths


@laid_out
def sample_size(
    values: Sequence[tuple[int, InformationValue]],
    price: Any,
    *,
    point: Mapping[str, Any] | None = None,
    width: float = COLUMN,
    title: str = "",
) -> Picture:
    """The value of n cases, gross and less n times the `price`, with the exact best n marked."""
    each = to_rational(to_number(price))
    gross = [(n, value.at(point or {})) for n, value in values]
    net = [(n, v - n * each) for n, v in gross]
    best = max(net, key=lambda pair: (pair[1], -pair[0]))
    picture, _ = curve_chart(
        [
            Curve("value of n cases", [(n, float(v)) for n, v in gross], "#56B4E9", "#1F6F9F", (5, 2), role="gross"),
            Curve(
                "less their cost", [(n, float(v)) for n, v in net], "#D55E00", "#A34700", role="net",
                marks=[(best[0], float(best[1]))],
            ),
        ],
        Label.words("number of cases ") + Label.math("n"),
        Label.words("value of information"),
        width=width,
        title="value by sample size",
        description=f"The best sample size is {best[0]}, worth {best[1]}.",
    )  # fmt: skip
    note = f"price {given(price)} a case; best n = {best[0]}, worth {with_decimals(best[1])}"
    return picture.with_foot(note, point_note(point)).with_title(title)


def _float(number: Number) -> float:
    return float(to_fraction(number))
