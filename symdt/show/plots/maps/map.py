"""Region maps: which alternative is best in two letters, with exact boundaries.

What is drawn is the record `regions.plane`. Every region has its name: inside where it has room, else
beside the frame with a line into the region. On request every boundary has its equation and every point
where three regions meet its exact coordinates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.analysis.attitude.spoken import Spoken, spoken
from symdt.exact.language.numerals import Numerals
from symdt.exact.line import Real
from symdt.exact.line.terms import coefficients
from symdt.exact.polynomial import poly_to_expr, to_fraction, to_number
from symdt.regions.contest import Contest
from symdt.regions.plane import Plane, decompose
from symdt.regions.plane.trace import Scale, Sheet, trace
from symdt.regions.reach import window_of
from symdt.show.key import key_lines
from symdt.show.label import Label
from symdt.show.numbers import answer_label, as_written
from symdt.show.picture import COLUMN, Area, Item, Line, Picture, Point, Shape, Text, laid_out, paper_under
from symdt.show.plots.captions import SIZE, SMALL, domain_notes, letter_label, point_note
from symdt.show.plots.chart import Frame, above_zero, drawable, ticks
from symdt.show.plots.ground import Ground
from symdt.show.plots.maps.at_numbers import columns_of
from symdt.show.plots.maps.dots_and_bars import whole_map
from symdt.show.plots.maps.parts import Part, along_way, parts, roomiest, seams, ways
from symdt.show.plots.maps.words import told as in_words
from symdt.show.plots.places import column, legend, row
from symdt.show.plots.told import Tolerances, tolerances_shown
from symdt.show.style import DIM, INK, Palette
from symdt.solve.alternatives import Question, contest
from symdt.typeset import names
from symdt.typeset.formulas import formula

#: With more names outside the frame than this there is a legend instead.
MANY = 14


@laid_out
def region_map(
    question: Question | Contest[Any],
    x: Any,
    y: Any,
    *,
    point: Mapping[Any, Any] | None = None,
    window: tuple[Any, Any, Any, Any] | None = None,
    palette: Palette | None = None,
    names_of: Mapping[str, str] | None = None,
    points: Mapping[str, tuple[Any, Any]] | None = None,
    width: float = COLUMN,
    log: Sequence[str] = (),
    equations: bool = False,
    title: str = "",
    told: Spoken | None = None,
    numerals: Numerals | None = None,
) -> Picture:
    """Where each alternative is best in the plane of the letters `x` and `y`.

    `point` fixes the other letters; `window` is what is shown, (x from, x to, y from, y to); `names_of` replaces
    the mathematics on an axis (`{"h": "h/k"}`), `points` marks points by name, `log` names the letters with a
    logarithmic scale, `equations` labels boundaries and triple points. With an attitude to risk a letter may be its
    tolerance: `told` says so of a contest. `numerals` says how numbers were written, which a problem from a file knows.
    """
    known = numerals or as_written(question)
    told = spoken(question) if isinstance(question, AttitudeProblem) else told
    inside = told.within(point or {}) if told is not None else point
    c = question if isinstance(question, Contest) else contest(question, inside, guarded=True)
    if told is not None and told.inner != told.letter and told.letter in (str(x), str(y)):
        first, second = (drawable(c.domain.letter(told.axis(str(s)))) for s in (x, y))
        given = (window[:2], window[2:]) if window is not None else (None, None)
        spans = [
            tolerances_shown(told, c, span) if s.name == told.inner else span or window_of(c, s)
            for s, span in zip((first, second), given, strict=True)
        ]
        plane = decompose(c, first, second, (*spans[0], *spans[1]))
        made = plane_picture(plane, palette=palette, points=points, width=width, told=told)
        return made.with_foot(point_note(point, known)).with_title(title)
    across, up = c.domain.letter(x), c.domain.letter(y)
    if across.is_integer or up.is_integer:
        both = (window[:2], window[2:]) if window is not None else (None, None)
        turn = 1 if across.is_integer else -1
        record = columns_of(c, *(across, up)[::turn], *both[::turn])
        looks = palette or Palette(map(str, c.labels))
        made = whole_map(record, looks, width, is_upright=turn == 1, names_of=names_of)
        return made.with_foot(point_note(point, known)).with_title(title)
    plane = decompose(c, across, up, window)
    if any(s.name in log for s in (across, up)):
        x0, x1, y0, y1 = plane.window
        x0, x1 = above_zero(x0, x1, across.name) if across.name in log else (x0, x1)
        y0, y1 = above_zero(y0, y1, up.name) if up.name in log else (y0, y1)
        if (x0, x1, y0, y1) != plane.window:
            plane = decompose(c, across, up, (x0, x1, y0, y1))
    made = plane_picture(
        plane, palette=palette, names_of=names_of, points=points, width=width, log=log, equations=equations
    )
    shown = [plane.x.name, plane.y.name]
    return made.with_foot(point_note(point, known), *domain_notes(c.domain, shown)).with_title(title)


@laid_out
def plane_picture(
    plane: Plane,
    *,
    palette: Palette | None = None,
    names_of: Mapping[str, str] | None = None,
    points: Mapping[str, tuple[Any, Any]] | None = None,
    cross: tuple[Any, Any] | None = None,
    width: float = COLUMN,
    height: float | None = None,
    log: Sequence[str] = (),
    equations: bool = False,
    told: Spoken | None = None,
) -> Picture:
    """A plane drawn: areas with colour and hatch, boundary curves, a name for each region; `told` in tolerances."""
    palette = palette or Palette(map(str, plane.contest.labels))
    x0, x1, y0, y1 = (float(to_fraction(v)) for v in plane.window)
    across = Scale(x0, x1, plane.x.name in log)
    up = Scale(y0, y1, plane.y.name in log)
    if told is not None:
        across = Tolerances(x0, x1, told=told) if plane.x.name == told.inner else across
        up = Tolerances(y0, y1, told=told) if plane.y.name == told.inner else up
        names_of = {told.inner: names.to_latex(told.letter), **(names_of or {})}
    sheets = trace(plane, across, up)
    tall = height or 0.66 * width
    left = max((label.size(SMALL)[0] for _, label in ticks(up, tall, is_upright=True)), default=4.0) + 2.4
    last = max((label.size(SMALL)[0] / 2 for _, label in ticks(across, width - left)), default=1.5)
    frame = Frame(left, 0.0, width - left - max(last, 1.5), tall, across, up)
    found = [part for label in plane.labels for part in parts(sheets, label)]
    side = 0.0
    while True:  # the narrower the frame, the more names stand beside it
        drawing = _Map(plane, sheets, frame, palette)
        marks = drawing.marks(cross, points or {})
        notes: list[tuple[Label, None, str]] = []
        if equations:
            numbered, notes = drawing.equations(names_of or {}, width)
            marks += numbered
        room = drawing.side(found)
        if room <= side:
            break
        side = room
        frame = replace(frame, width=width - left - side - 4.0)
    items = drawing.areas() + drawing.boundaries() + drawing.names(found, width)
    items += marks  # a line to a name may pass under a number, never over it
    items += [frame.outline(), *frame.ticks_across(), *frame.ticks_up()]
    axis = letter_label(plane.y.name, names_of)
    top = Picture(tuple(items)).box(0.0)[3]
    items.append(Text((0.0, max(top, frame.top) + 1.4 + axis.size(SIZE)[2]), axis, SIZE, "left", role="axis"))
    axis = letter_label(plane.x.name, names_of)
    floor = Picture(tuple(i for i in items if i.role == "scale")).box(0.0)[1]
    base = floor - 1.0 - axis.size(SIZE)[1]
    items.append(Text((frame.left + frame.width / 2, base), axis, SIZE, role="axis"))
    if notes:
        under = min(base - axis.size(SIZE)[2], Picture(tuple(items)).box(0.0)[1])
        items += legend(notes, 0.0, under - 4.0, width)
    a, b = (told.letter if told and s.name == told.inner else s.name for s in (plane.x, plane.y))
    heading = f"optimal alternative by {a} and {b}"
    return Picture(tuple(items), heading, in_words(plane, sheets, (a, b)), plane)


class _Map:
    def __init__(self, plane: Plane, sheets: list[Sheet], frame: Frame, palette: Palette) -> None:
        self.plane, self.sheets, self.frame, self.palette = plane, sheets, frame, palette
        self.ground = Ground(frame)

    def way(self, points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple(map(self.frame.share, points))

    def areas(self) -> list[Item]:
        found: list[Item] = []
        for label in self.plane.labels:
            look = self.palette[str(label)]
            rings = tuple(self.way(ring) for part in parts(self.sheets, label) for ring in part.rings)
            if rings:
                found.append(Area(rings, look.tint, look.hatch, look.colour, f"region {label}"))
        return found

    def boundaries(self) -> list[Item]:
        found: list[Item] = []
        for below, above, way, _ in ways(self.sheets):
            if below is None or above is None:
                found.append(Line(self.way(way), 0.7, DIM, role="edge"))
            else:
                found.append(Line(self.way(way), 0.9, INK, role=f"boundary {below} {above}"))
        for one, other, way in seams(self.sheets):
            inside = one is not None and other is not None
            role = f"boundary {one} {other}" if inside else "edge"
            found.append(Line(self.way(way), 0.9 if inside else 0.7, INK if inside else DIM, role=role))
        return found

    def marks(self, cross: tuple[Any, Any] | None, points: Mapping[str, tuple[Any, Any]]) -> list[Item]:
        """The lines through a point, and points with their names."""
        f = self.frame
        items: list[Item] = []
        if cross is not None:
            u, v = f.at(*(float(to_fraction(to_number(c))) for c in cross))
            items.append(Line(((u, f.bottom), (u, f.top)), 0.6, INK, dashes=(4.0, 2.0), role="cross"))
            items.append(Line(((f.left, v), (f.right, v)), 0.6, INK, dashes=(4.0, 2.0), role="cross"))
            items += self.ground.mark((u, v), "")
            # a name stands beside the lines, not on them
            self.ground.hold((u - 0.6, f.bottom, u + 0.6, f.top), (f.left, v - 0.6, f.right, v + 0.6))
        for name, place in points.items():
            items += self.ground.mark(f.at(*(float(to_fraction(to_number(c))) for c in place)), name)
        return items

    # --- names -------------------------------------------------------------------------------

    def place(self, part: Part) -> tuple[Point, float] | None:
        """Where a name fits inside its region, and its size; clear of what stands there already."""
        label = Label.of(str(part.label))
        for size, margin in ((10.0, 2.2), (9.0, 1.6), (8.0, 1.4)):
            width, above, below = label.size(size)
            box = ((width + margin) / self.frame.width, (above + below + margin) / self.frame.height)
            held = [self.shares(t) for t in self.ground.taken]
            spot = roomiest(part, *box, held)
            if spot is not None:
                return spot, size
        return None

    def shares(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        f = self.frame
        a, b, c, d = box
        return (
            (a - f.left) / f.width,
            (b - f.bottom) / f.height,
            (c - f.left) / f.width,
            (d - f.bottom) / f.height,
        )

    def side(self, found: list[Part]) -> float:
        """How much room beside the frame the names need that do not fit inside."""
        outside = [p for p in found if self.place(p) is None]
        if not outside or self.is_crowded(outside):
            return 0.0
        limit = max(0.28 * self.frame.width, 14.0)
        lines = [line for p in outside for line in Label.of(str(p.label)).wrapped(limit, SIZE)]
        return max(line.size(SIZE)[0] for line in lines)

    def is_crowded(self, outside: list[Part]) -> bool:
        """Whether the names outside are too many, or too long, to stand beside the frame."""
        limit = max(0.28 * self.frame.width, 14.0)
        lines = sum(len(Label.of(str(p.label)).wrapped(limit, SIZE)) for p in outside)
        return len(outside) > MANY or lines * SIZE * 0.42 + 0.6 * len(outside) > self.frame.height

    def names(self, found: list[Part], width: float) -> list[Item]:
        items: list[Item] = []
        outside: list[Part] = []
        for part in found:
            spot = self.place(part)
            if spot is None:
                outside.append(part)
                continue
            (x, y), size = spot
            label = Label.of(str(part.label))
            u, v = self.frame.share((x, y))
            _, high, low = label.size(size)
            text = Text((u, v - (high - low) / 2), label, size, role=f"label {part.label}")
            self.ground.hold(text.box())
            items += [paper_under(text), text]
        if not outside:
            return items
        if self.is_crowded(outside):
            return items + self.listed(outside, width)
        above: list[tuple[float, Label, str, str]] = []
        beside: list[tuple[float, list[Label], str, str]] = []
        anchors: list[Point] = []
        limit = max(0.28 * self.frame.width, 14.0)
        for part in outside:
            label = Label.of(str(part.label))
            u, v = self.anchor(part, label)
            ink = self.palette[str(part.label)].ink
            role = f"label {part.label}"
            items.append(Shape("dot", (u, v), 0.9, 0.9, INK, INK, role="anchor"))
            if self.is_above((u, v), label):
                above.append((u, label, ink, role))
                anchors.append((u, v))
            else:
                beside.append((v, label.wrapped(limit, SIZE), ink, role))
                items.append(Line(((u, v), (self.frame.right + 0.4, v)), 0.5, INK, role="leader"))
        placed = row(
            above, self.frame.top, self.frame.top, self.frame.left, self.frame.right, size=SIZE, is_above=True
        )
        if placed is None:  # no room for a row: these go beside as well
            for (_, label, ink, role), (u, v) in zip(above, anchors, strict=True):
                beside.append((v, label.wrapped(limit, SIZE), ink, role))
                items.append(Line(((u, v), (self.frame.right + 0.4, v)), 0.5, INK, role="leader"))
            placed = []
        else:
            items += [Line(((u, v), (u, self.frame.top)), 0.5, INK, role="leader") for u, v in anchors]
        items += placed
        right = self.frame.right
        items += column(beside, right + 3.0, right + 0.4, self.frame.bottom, self.frame.top)
        return items

    def is_above(self, point: Point, label: Label) -> bool:
        """Whether the name of a region outside stands over the frame, or else beside it."""
        u, v = point
        is_near = self.frame.top - v < 0.6 * (self.frame.right - u)
        return is_near and label.size(SIZE)[0] < 0.5 * self.frame.width

    def anchor(self, part: Part, label: Label) -> Point:
        """Where the line to a name outside begins: well inside the region, and on its way over nothing else."""
        f = self.frame
        inner = [f.share(point) for point in part.inside]
        inner = [(u, v) for u, v in inner if f.bottom + 0.8 < v < f.top - 0.8] or inner[:1]

        def met(point: Point) -> int:
            end = (point[0], f.top) if self.is_above(point, label) else (f.right, point[1])
            return self.ground.crossed(point, end) + 9 * self.ground.crossed(point, point)  # the dot is seen

        u, v = min(inner, key=met)
        self.ground.hold(
            (u - 0.8, v, u + 0.8, f.top) if self.is_above((u, v), label) else (u, v - 0.8, f.right, v + 0.8)
        )
        return u, v

    def listed(self, outside: list[Part], width: float) -> list[Item]:
        """A legend of all the names, where too many regions are too small for theirs."""
        labels = dict.fromkeys(part.label for part in outside)
        entries = [(Label.of(str(label)), self.palette[str(label)], f"label {label}") for label in labels]
        return legend(entries, self.frame.left, self.frame.bottom - 12.0, width - self.frame.left)

    # --- equations ---------------------------------------------------------------------------

    def equations(
        self, names_of: Mapping[str, str], width: float
    ) -> tuple[list[Item], list[tuple[Label, None, str]]]:
        """A number on every boundary and a letter at every corner, and what they mean."""
        items: list[Item] = []
        notes: list[tuple[Label, None, str]] = []
        corners: list[tuple[Label, None, str]] = []
        # a corner is no action: capital letters only where no action is called by one
        is_free = not any(len(str(label)) == 1 and str(label).isupper() for label in self.plane.labels)
        for n, corner in enumerate(self.plane.corners):  # they cannot move, so they come first
            name = chr(ord("A") + n) if is_free and n < 26 else f"P{n + 1}"
            items += self.ground.mark(self.frame.at(float(corner.x), float(corner.y)), name)
            where = Label.words(f"{name} = (") + answer_label(corner.x) + Label.words(", ")
            corners.append((where + answer_label(corner.y) + Label.words(")"), None, f"corner {name}"))
        seen: dict[int, int] = {}
        for below, above, way, curve in ways(self.sheets):
            if curve < 0 or below is None or above is None:
                continue
            items += self.numbered(seen.setdefault(curve, len(seen) + 1), way)
        for curve, number in seen.items():
            for n, line in enumerate(self.equation(curve, number, names_of, width)):
                notes.append((line, None, f"equation {number}" if n == 0 else "more"))
        for number, (cut, way) in enumerate(self.uprights(), len(seen) + 1):
            items += self.numbered(number, way)
            side = Label.words(f"{number}:  ") + letter_label(self.plane.x.name, names_of)
            notes.append((side + Label.words(" = ") + answer_label(cut), None, f"equation {number}"))
        return items, notes + corners

    def uprights(self) -> Iterator[tuple[Real, list[Point]]]:
        """The boundaries that stand upright: at which exact number, and their longest part."""
        for left, right in pairwise(self.sheets):
            found = [way for one, other, way in seams((left, right)) if one is not None and other is not None]
            if found:
                yield left.band.right, max(found, key=lambda way: way[1][1] - way[0][1])

    def numbered(self, number: int, way: Sequence[Point]) -> list[Item]:
        """The number of a boundary, in a circle on it or beside it with a line to it."""
        shares = sorted((k / 32 for k in range(2, 31)), key=lambda t: abs(t - 0.5))
        return self.ground.number(number, [self.frame.share(along_way(way, t)) for t in shares])

    def equation(self, curve: int, number: int, names_of: Mapping[str, str], width: float) -> list[Label]:
        """The equation of a boundary, solved for y where it is linear in it, in as many lines as it takes."""
        plane, field = self.plane, self.plane.contest.domain.field
        parts_ = coefficients(field, plane.curves[curve], field.position[plane.y])
        name = names_of.get(plane.y.name) or formula(plane.y)
        if len(parts_) == 2:
            value = -poly_to_expr(field, parts_[0]) / poly_to_expr(field, parts_[1])
            left = rf"{number}\colon\;\; {name}"
        else:
            value = poly_to_expr(field, plane.curves[curve])
            left = rf"{number}\colon\;\; 0"
        return key_lines(left, value, width, SMALL)
