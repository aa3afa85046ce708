"""The triangle of all beliefs about three states, and the action that is best at each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symdt.exact.polynomial import Number, to_fraction, to_number
from symdt.problems.loss import LossTable
from symdt.show.label import Label
from symdt.show.numbers import exact_label
from symdt.show.picture import Area, Item, Line, Picture, Point, Shape, Text, laid_out, paper_under
from symdt.show.plots.captions import point_note
from symdt.show.plots.ground import meet
from symdt.show.plots.places import column
from symdt.show.style import INK, Palette
from symdt.solve.simplex import simplex_regions


@laid_out
def simplex(
    loss: LossTable,
    *,
    posterior: Mapping[str, Any] | None = None,
    palette: Palette | None = None,
    width: float = 70.0,
    title: str = "",
    point: Mapping[str, Any] | None = None,
) -> Picture:
    """The triangle of all beliefs about three states, and the action that is best at each.

    `posterior` marks one belief; `point` are the letters that were fixed in the losses, which the foot says. What is
    drawn is the record of `solve.simplex`.
    """
    record = simplex_regions(loss)
    palette = palette or Palette(loss.actions)
    side = width - 6.0
    corners = [(0.0, 0.0), (side, 0.0), (side / 2, side * 3**0.5 / 2)]

    def place(point: Sequence[Number]) -> Point:
        w = [float(to_fraction(c)) for c in point]
        return (
            sum(a * c[0] for a, c in zip(w, corners, strict=True)),
            sum(a * c[1] for a, c in zip(w, corners, strict=True)),
        )

    items: list[Item] = []
    texts: list[Item] = []
    outside = []
    taken: list[tuple[float, float, float, float]] = []
    if posterior is not None:
        marked = place([to_number(posterior[s]) for s in loss.states])
        name = _beside(marked, [tuple(place(p) for p in polygon) for polygon in record.polygons.values()])
        taken = [name.box(), (marked[0] - 1.2, marked[1] - 1.2, marked[0] + 1.2, marked[1] + 1.2)]
        texts += [Shape("dot", marked, 1.5, 1.5, INK, INK, role="posterior"), paper_under(name, 0.3), name]
    for action, polygon in record.polygons.items():
        look = palette[action]
        way = tuple(place(p) for p in polygon)
        items.append(Area((way,), look.tint, look.hatch, look.colour, f"region {action}"))
        items.append(Line((*way, way[0]), 0.9, role=f"boundary {action}"))
        text = _inside(Label.of(action), way, taken, f"label {action}")
        if text is None:
            outside.append((_centre(way), action, look.ink))
        else:
            taken.append(text.box())
            texts += [paper_under(text), text]
    items += texts
    if outside:
        entries = []
        for (x, y), action, ink in outside:
            items.append(Shape("dot", (x, y), 0.9, 0.9, INK, INK, role="anchor"))
            items.append(Line(((x, y), (side * 0.98, y)), 0.5, INK, role="leader"))
            entries.append((y, Label.of(action).wrapped(30.0, 8.0), ink, f"label {action}"))
        items += column(entries, side + 2.0, side * 0.98, 2.0, corners[2][1])
    for state, (x, y), shift in zip(
        loss.states, corners, ((0.0, -4.2), (0.0, -4.2), (0.0, 1.6)), strict=True
    ):
        items.append(Text((x + shift[0], y + shift[1]), Label.of(state), 9.0, role="state"))
    said = "Every belief about " + ", ".join(loss.states) + " and the action that is best there: "
    said += ", ".join(record.polygons) + "."
    notes = [Label.words("at a corner its state is certain")]
    if posterior is not None:
        exact = [to_number(posterior[s]) for s in loss.states]
        marked_at = ", ".join(exact_label(v, exact).to_text() for v in exact)
        notes.append(Label.math(r"p(\cdot \mid \mathcal{D})") + Label.words(f" = ({marked_at})"))
    made = Picture(tuple(items), "simplex of beliefs", said, record)
    return made.with_foot(*notes, point_note(point)).with_title(title)


def _beside(point: Point, ways: Sequence[Sequence[Point]]) -> Text:
    """The name of the marked belief beside its point, within the region of the point where that has room."""
    label = Label.math(r"p(\cdot \mid \mathcal{D})")
    width, above, below = label.size(9.0)
    x, y = point
    # at the right, at the left, above, below; each a little up or down
    lefts = [
        (x + 1.6, y + 1.2),
        (x - 1.6 - width, y + 1.2),
        (x + 1.6, y - 1.2 - above),
        (x - 1.6 - width, y - 1.2 - above),
    ]
    lefts += [(x - width / 2, y + 1.6 + below), (x - width / 2, y - 1.6 - above)]
    spots = [Text(at, label, 9.0, "left", role="mark") for at in lefts]
    home = next((way for way in ways if _holds(way, point)), ())
    for text in spots:
        a, b, c, d = text.box()
        if home and all(_holds(home, (p, q)) for p in (a - 0.4, c + 0.4) for q in (b - 0.4, d + 0.4)):
            return text
    return spots[0]


def _inside(
    label: Label, way: Sequence[Point], taken: Sequence[tuple[float, float, float, float]], role: str
) -> Text | None:
    """The label where it has most room inside a convex polygon, clear of what is taken; None if it does not fit."""
    cx, cy = _centre(way)
    spots = [(cx, cy)]
    for share in (0.25, 0.45, 0.6):
        spots += [(cx + share * (x - cx), cy + share * (y - cy)) for x, y in way]
    for size in (10.0, 8.0):
        _, above, below = label.size(size)
        for x, y in spots:
            text = Text((x, y - (above - below) / 2), label, size, role=role)
            a, b, c, d = text.box()
            corners = [(p, q) for p in (a - 0.6, c + 0.6) for q in (b - 0.6, d + 0.6)]
            if all(_holds(way, corner) for corner in corners) and not any(
                meet((a - 1.0, b - 1.0, c + 1.0, d + 1.0), t) for t in taken
            ):
                return text
    return None


def _holds(way: Sequence[Point], point: Point) -> bool:
    signs = []
    for (x0, y0), (x1, y1) in zip(way, [*way[1:], way[0]], strict=True):
        signs.append((x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0))
    return all(s >= 0 for s in signs) or all(s <= 0 for s in signs)


def _centre(way: Sequence[Point]) -> Point:
    area = cx = cy = 0.0
    for (x0, y0), (x1, y1) in zip(way, [*way[1:], way[0]], strict=True):
        cross = x0 * y1 - x1 * y0
        area, cx, cy = area + cross, cx + (x0 + x1) * cross, cy + (y0 + y1) * cross
    return cx / (3 * area), cy / (3 * area)
