"""Ties over a map: how far away the next one is, and how all the risks are ordered (Figure 3, to scale).

The distance to the next tie is counted along one letter, the other fixed: a line at distance d is the boundary
itself, moved by d, as long as no other boundary is nearer. An ordering π of the risks is where the sum
w₁R(π₁) + w₂R(π₂) + … with weights w₁ > w₂ > … is least (the rearrangement inequality), so the map of
all orderings is the map of a contest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from symdt.errors import TableError
from symdt.exact.polynomial import Number, to_fraction, to_number
from symdt.regions.contest import Contest
from symdt.regions.plane import decompose
from symdt.regions.plane.trace import Scale, Sheet, trace
from symdt.show.label import Label
from symdt.show.numbers import as_written, given
from symdt.show.picture import COLUMN, Item, Line, Picture, Point, laid_out, paper_under
from symdt.show.plots.captions import domain_notes, letter_label, point_note
from symdt.show.plots.maps.map import plane_picture
from symdt.show.plots.maps.multiples import level_labels
from symdt.show.plots.places import legend
from symdt.show.style import INK, Look, Palette
from symdt.solve.alternatives import Question, contest
from symdt.solve.risk_orderings import RiskOrderings, risk_orderings
from symdt.typeset import names


@laid_out
def tie_distances(
    question: Question,
    x: Any,
    y: Any,
    distances: Sequence[Any],
    *,
    along: Any = None,
    point: Mapping[Any, Any] | None = None,
    window: tuple[Any, Any, Any, Any] | None = None,
    width: float = COLUMN,
    title: str = "",
) -> Picture:
    """Lines over the region map from which the next tie is this far away.

    question: the problem. x, y: the letters of the map. distances: one line each. along: the letter in which
    the distance is counted, `x` unless said; the others stay. point: fixes the other letters. window: what is
    shown, (x from, x to, y from, y to). width: of the figure, in millimetres.
    """
    c = contest(question, point)
    across, up = c.domain.letter(x), c.domain.letter(y)
    moving = across if along is None else c.domain.letter(along)
    exact = [to_number(d) for d in distances]
    if not exact or min(exact) <= 0:
        raise TableError("a distance to a tie is a positive number: give at least one")
    plane = decompose(c, across, up, window)
    made = plane_picture(plane, width=width)
    (frame,) = (i for i in made.of_role("frame") if isinstance(i, Line))
    (left, bottom), (right, _), (_, top), *_ = frame.points
    is_up = moving == up
    x0, x1, y0, y1 = plane.window
    # ties just outside the window count: the plane is taken that much larger, and cut again
    low, high, other = (y0, y1, (x0, x1)) if is_up else (x0, x1, (y0, y1))
    reach = max(exact)
    larger = (*other, low - reach, high + reach)
    sheets = trace(
        decompose(c, up if moving == across else across, moving, larger),
        _scale(*other),
        _scale(*larger[2:]),
    )
    tall = high - low + 2 * reach
    start, stop = float(to_fraction(reach / tall)), float(to_fraction((tall - reach) / tall))
    drawn: list[Item] = []
    written: list[Item] = []
    taken = [t.box() for t in made.texts()]
    for distance, number in zip(distances, exact, strict=True):
        share = float(to_fraction(number / tall))
        ways = []
        for way in _moved(sheets, share):
            shown = [(u, (v - start) / (stop - start)) for u, v in way]
            turned = [(u, v) if is_up else (v, u) for u, v in shown if -1e-9 <= v <= 1 + 1e-9]
            if len(turned) > 1:
                ways.append(
                    tuple((left + u * (right - left), bottom + v * (top - bottom)) for u, v in turned)
                )
        drawn += [Line(way, 0.7, INK, dashes=(4.0, 1.5), role=f"distance {distance}") for way in ways]
        for text in level_labels(
            Label.words(given(distance, as_written(question))), ways, taken, f"level {distance}"
        ):
            written += [paper_under(text, 0.3), text]
    name = letter_label(moving.name)
    notes = [
        Label.words("dashed: how far ") + name + Label.words(" may move before a tie"),
        point_note(point, as_written(question)),
        *domain_notes(c.domain, [across.name, up.name]),
    ]
    at_names = next((n for n, i in enumerate(made.items) if i.role == "paper"), len(made.items))
    items = (*made.items[:at_names], *drawn, *made.items[at_names:], *written)
    heading = f"distance to the next tie along {moving.name}"
    far = ", ".join(given(d, as_written(question)) for d in distances)
    said = f"{made.description} Lines from which {moving.name} may move by {far} before a tie."
    return replace(made, items=items, title=heading, description=said).with_foot(*notes).with_title(title)


def _scale(low: Number, high: Number) -> Scale:
    return Scale(float(to_fraction(low)), float(to_fraction(high)))


def _moved(sheets: Sequence[Sheet], share: float) -> Iterator[list[Point]]:
    """Every boundary between two labels moved up and down by a share of the window, where it is the nearest."""
    for sheet in sheets:
        runs = [list(g) for _, g in groupby(sheet.strips, key=lambda strip: strip.cell.label)]
        for n, run in enumerate(runs):
            if run[0].cell.label is None:
                continue
            lower, upper = run[0].lower, run[-1].upper
            # where the domain or the window ends there is no tie
            has_low = n > 0 and runs[n - 1][0].cell.label is not None
            has_high = n + 1 < len(runs) and runs[n + 1][0].cell.label is not None
            for is_low in (True, False):
                if not (has_low if is_low else has_high):
                    continue
                way: list[Point] = []
                for x, a, b in zip(sheet.xs, lower, upper, strict=True):
                    y = a + share if is_low else b - share
                    both = has_low and has_high
                    is_nearest = 2 * share <= b - a if both else share <= b - a
                    if is_nearest:
                        way.append((x, y))
                    elif way:
                        yield way
                        way = []
                if way:
                    yield way


@laid_out
def ordering_map(
    question: Any,
    x: Any,
    y: Any,
    *,
    point: Mapping[Any, Any] | None = None,
    window: tuple[Any, Any, Any, Any] | None = None,
    names_of: Mapping[str, str] | None = None,
    palette: Palette | None = None,
    width: float = COLUMN,
    title: str = "",
) -> Picture:
    """How all the risks are ordered in the plane of two letters, best first: Figure 3 to scale, as one map.

    question: a problem. x, y: the letters of the map. point: fixes the other letters. names_of: the mathematics
    on an axis (`{"h": "h/k"}`). A region has the colour of its best action and a number; the numbers are
    explained under the map.
    """
    fixed = question.at(point) if point else question
    record = risk_orderings(fixed, x)
    orders = list(dict.fromkeys(tuple(map(str, p.label)) for case in record.cases for p in case.pieces))
    c = ordering_contest(record, orders)
    plane = decompose(c, c.domain.letter(x), c.domain.letter(y), window)
    shown = [int(label) - 1 for label in plane.labels]
    looks = palette or Palette(map(str, record.actions))
    each = _Looks({str(n + 1): looks[order[0]] for n, order in enumerate(orders)})
    made = plane_picture(plane, palette=each, names_of=names_of, width=width)
    sign = r" < " if fixed.optimum == "min" else r" > "
    floor = made.box(0.0)[1] - 3.4
    entries = [
        (
            Label.words(f"{n + 1}:  ") + Label.math(sign.join(map(names.risk_name, orders[n]))),
            None,
            f"ordering {n + 1}",
        )
        for n in sorted(shown)
    ]
    made = replace(made, items=(*made.items, *legend(entries, 0.0, floor, width)))
    said = f"The order of the risks by {plane.x.name} (across) and {plane.y.name} (upwards), best first: "
    said += "; ".join(", ".join(orders[n]) for n in sorted(shown)) + "."
    heading = f"orderings of the risks by {plane.x.name} and {plane.y.name}"
    return (
        replace(made, title=heading, description=said)
        .with_foot(point_note(point, as_written(question)))
        .with_title(title)
    )


def ordering_contest(record: RiskOrderings, orders: Sequence[tuple[str, ...]]) -> Contest[str]:
    """The contest that an ordering, by its number from 1, wins exactly where the values are so ordered.

    By the rearrangement inequality the sum of the values with falling weights is least where they rise.
    """
    functions: dict[Any, Any] = dict(record.rule.question.functions)
    found = []
    for number, order in enumerate(orders, 1):
        total = functions[order[0]] * len(order)
        for place, action in enumerate(order[1:], 1):
            total = total + functions[action] * (len(order) - place)
        found.append((str(number), total))
    return Contest(tuple(found), record.problem.domain, record.problem.optimum)


class _Looks(Palette):
    """Given looks, by label."""

    def __init__(self, looks: Mapping[str, Look]) -> None:
        super().__init__(looks)
        self.given = dict(looks)

    def __getitem__(self, label: str) -> Look:
        return self.given[label]
