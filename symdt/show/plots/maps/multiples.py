"""Maps in company: the two lines through a point, small multiples over a third letter, and lines of equal value or regret over a map.

A line of equal value is exact: it is the boundary of the contest of all functions against a constant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot
from typing import Any

from symdt.errors import TableError, did_you_mean, quote
from symdt.exact.polynomial import to_number, to_rational
from symdt.regions.contest import Contest
from symdt.regions.plane import decompose
from symdt.regions.plane.trace import Scale, trace
from symdt.regions.reach import window_of
from symdt.show.label import Label
from symdt.show.numbers import as_written, given
from symdt.show.picture import COLUMN, PAGE, Item, Line, Picture, Point, Text, beside, laid_out, paper_under
from symdt.show.plots.captions import SMALL, domain_notes, letter_label, point_note
from symdt.show.plots.ground import meet
from symdt.show.plots.maps.map import plane_picture
from symdt.show.plots.maps.parts import along_way, seams, ways
from symdt.show.style import INK, Palette
from symdt.solve.alternatives import Question, contest

#: Parts of a line shorter than this, in millimetres, have no number of their own beside the longest part's.
SHORT = 12.0
#: A line that is longer has its number again after so many millimetres.
FAR = 32.0


@laid_out
def two_way(
    question: Question,
    x: Any,
    y: Any,
    point: Mapping[str, Any],
    *,
    window: tuple[Any, Any, Any, Any] | None = None,
    palette: Palette | None = None,
    width: float = COLUMN,
    title: str = "",
) -> Picture:
    """The two-way diagram: the region map through the `point`, with the point and its two lines marked."""
    across, up = (getattr(letter_, "name", str(letter_)) for letter_ in (x, y))
    fixed = {n: to_rational(to_number(v)) for n, v in point.items() if n not in (across, up)}
    c = contest(question, fixed)
    plane = decompose(c, c.domain.letter(x), c.domain.letter(y), window)
    made = plane_picture(plane, palette=palette, cross=(point[across], point[up]), width=width)
    return made.with_foot(
        point_note(point, as_written(question)), *domain_notes(c.domain, [across, up])
    ).with_title(title)


@laid_out
def small_multiples(
    question: Question,
    x: Any,
    y: Any,
    over: Any,
    values: Sequence[Any],
    *,
    point: Mapping[Any, Any] | None = None,
    window: tuple[Any, Any, Any, Any] | None = None,
    width: float = PAGE,
    title: str = "",
) -> Picture:
    """The same map for several values of a third letter, side by side, in the same window and colours."""
    name = getattr(over, "name", str(over))
    contests = [contest(question, {**(point or {}), name: value}) for value in values]
    if window is None:
        spans = [[window_of(c, c.domain.letter(axis)) for c in contests] for axis in (x, y)]
        window = tuple(end for span in spans for end in (min(s[0] for s in span), max(s[1] for s in span)))
    palette = Palette(dict.fromkeys(str(label) for c in contests for label in c.labels))
    each = min(width / min(len(values), 3) - 4.0, COLUMN)
    pictures = []
    drawn = [
        plane_picture(
            decompose(c, c.domain.letter(x), c.domain.letter(y), window), palette=palette, width=each
        )
        for c in contests
    ]
    top = max(made.box(0.0)[3] for made in drawn)
    for made, value in zip(drawn, values, strict=True):
        left, _, right, _ = made.box(0.0)
        text = letter_label(name) + Label.words(f" = {given(value, as_written(question))}")
        heading = Text(((left + right) / 2, top + 0.5), text, 8.0, role=f"multiple {value}")
        pictures.append(replace(made, items=(*made.items, heading)))
    whole = beside(pictures, 4.0, width)
    said = " ".join(f"{name} = {v}: {m.description}" for v, m in zip(values, drawn, strict=True))
    return (
        replace(whole, title=f"maps over {name}", description=said)
        .with_foot(point_note(point, as_written(question)))
        .with_title(title)
    )


@laid_out
def isolines(
    question: Question,
    x: Any,
    y: Any,
    levels: Sequence[Any],
    *,
    action: str = "",
    point: Mapping[Any, Any] | None = None,
    window: tuple[Any, Any, Any, Any] | None = None,
    width: float = COLUMN,
    title: str = "",
) -> Picture:
    """Lines of equal optimal value over the region map; with an `action`, of equal regret of that action.

    Regret is what the action loses against the best. Every line is an exact algebraic curve.
    """
    c = contest(question, point)
    if action and action not in c.labels:
        raise TableError(f"{quote(action)} is no alternative: {did_you_mean(action, map(str, c.labels))}")
    plane = decompose(c, c.domain.letter(x), c.domain.letter(y), window)
    made = plane_picture(plane, width=width)
    (frame,) = (i for i in made.of_role("frame") if isinstance(i, Line))
    (left, bottom), (right, _), (_, top), *_ = frame.points
    x0, x1, y0, y1 = (float(v.p) / float(v.q) for v in plane.window)
    drawn: list[Item] = []
    written: list[Item] = []
    taken = [t.box() for t in made.texts()]
    for level in levels:
        sheets = trace(
            decompose(_against(c, to_number(level), action), plane.x, plane.y, plane.window),
            Scale(x0, x1),
            Scale(y0, y1),
        )
        found = [way for below, above, way, _ in ways(sheets) if below is not None and above is not None]
        found += [way for one, other, way in seams(sheets) if one is not None and other is not None]
        lines = [
            tuple((left + u * (right - left), bottom + v * (top - bottom)) for u, v in way) for way in found
        ]
        drawn += [Line(way, 0.7, INK, dashes=(4.0, 1.5), role=f"isoline {level}") for way in lines]
        for text in level_labels(
            Label.words(given(level, as_written(question))), lines, taken, f"level {level}"
        ):
            written += [paper_under(text, 0.3), text]
    what = f"regret of {action}" if action else "optimal value"
    shown = {i.role.removeprefix("isoline ") for i in drawn}
    told = [
        _without_line(plane, c, level, action, as_written(question))
        for level in levels
        if str(level) not in shown
    ]
    notes = [
        Label.words(f"dashed: equal {what}"),
        *map(Label.words, told),
        point_note(point, as_written(question)),
        *domain_notes(c.domain, [plane.x.name, plane.y.name]),
    ]
    heading = f"lines of equal {what}"
    at_names = next((n for n, i in enumerate(made.items) if i.role == "paper"), len(made.items))
    items = (*made.items[:at_names], *drawn, *made.items[at_names:], *written)
    said = f"{made.description} Lines of equal {what}: {', '.join(given(v, as_written(question)) for v in levels)}."
    return replace(made, items=items, title=heading, description=said).with_foot(*notes).with_title(title)


def _without_line(plane: Any, c: Contest[Any], level: Any, action: str, known: Any) -> str:
    """What is said of a level that has no line: a whole region has it, or no point of the window."""
    exact = c.domain.field.number(to_number(level))
    held = [str(n) for n, f in c.functions if f == exact and n in plane.labels] if not action else []
    if action and exact == 0 and action in plane.labels:
        held = [action]
    return f"{given(level, known)}: {'all of ' + ', '.join(held) if held else 'nowhere here'}"


def level_labels(
    label: Label,
    lines: Sequence[tuple[Point, ...]],
    taken: list[tuple[float, float, float, float]],
    role: str,
) -> list[Text]:
    """The number of a line, on each of its connected parts that is long enough, clear of what is taken, which grows.

    The longest part has it in any case.
    """
    found: list[Text] = []
    for part in _connected(lines):
        if found and sum(map(_length, part)) < SHORT:
            continue
        ways_ = sorted(part, key=_length, reverse=True)
        spots = [along_way(way, t) for way in ways_ for t in (0.5, 0.3, 0.7, 0.15, 0.85)]
        texts = [Text((x, y - 0.8), label, SMALL, role=role) for x, y in spots]
        clear = [t for t in texts if not any(meet(t.box(), other) for other in taken)]
        if not clear and found:
            continue
        here: list[Text] = []
        for text in clear or texts[:1]:  # once more on a long line, well away from the first
            far = min((hypot(text.at[0] - t.at[0], text.at[1] - t.at[1]) for t in here), default=FAR)
            if far >= FAR and not any(meet(text.box(), other) for other in taken[len(taken) - len(here) :]):
                a, b, c, d = text.box()
                taken.append((a - 1.2, b - 0.6, c + 1.2, d + 0.6))
                here.append(text)
        found += here
    return found


def _length(way: Sequence[Point]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way))


def _connected(lines: Sequence[tuple[Point, ...]]) -> list[list[tuple[Point, ...]]]:
    """Lines that meet at their ends together, the longest first."""
    groups: list[list[tuple[Point, ...]]] = []
    for line in lines:
        ends = (line[0], line[-1])
        near = [g for g in groups if any(_meets(ends, (other[0], other[-1])) for other in g)]
        groups = [g for g in groups if g not in near] + [[*(way for g in near for way in g), line]]
    return sorted(groups, key=lambda g: -sum(map(_length, g)))


def _meets(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    return any(hypot(a[0] - b[0], a[1] - b[1]) < 0.3 for a in one for b in other)


def _against(c: Contest[Any], level: Any, action: str) -> Contest[Any]:
    """The contest whose boundary is the line: all functions against a constant, or an action's own, moved, against all."""
    number = c.domain.field.number(level)
    if not action:
        return Contest((*((("optimum"), f) for _, f in c.functions), ("level", number)), c.domain, c.optimum)
    sign = c.sign
    moved = tuple(("near", f - number if sign > 0 else f + number) for n, f in c.functions if n == action)
    return Contest((*(("best", f) for _, f in c.functions), *moved), c.domain, c.optimum)
