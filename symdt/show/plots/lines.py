"""Risk lines: the value of every alternative along a letter, the best of them bold, and underneath which it is.

What is drawn is the record `regions.along`: every threshold has its exact number, every piece its name.
Where names or numbers do not fit they move aside with a line to their place, and where there are too many
for that they stand in full in a legend; none is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from flint import fmpq

from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.analysis.attitude.spoken import Spoken, spoken
from symdt.exact.language.numerals import Numerals
from symdt.exact.line import Real, arrange
from symdt.exact.line import along as on_line
from symdt.exact.polynomial import Number, to_fraction, to_number, to_rational
from symdt.regions.along import Along, along
from symdt.regions.contest import Contest
from symdt.regions.plane.trace import Scale
from symdt.show.label import Label
from symdt.show.numbers import answer_label, as_written, given
from symdt.show.picture import COLUMN, Area, Item, Line, Picture, Text, laid_out, paper_under
from symdt.show.plots.captions import SIZE, SMALL, domain_notes, letter_label, point_note
from symdt.show.plots.chart import Frame, above_zero, drawable, ticks
from symdt.show.plots.places import SAMPLE, column, legend, need_samples, row
from symdt.show.plots.told import Tell, Tolerances, tolerances_shown
from symdt.show.style import DIM, DOTTED, INK, Palette
from symdt.solve.alternatives import Question, contest

#: Points of a curve that is no straight line.
FINE = 120


@laid_out
def risk_lines(
    question: Question | Contest[Any],
    x: Any,
    *,
    point: Mapping[Any, Any] | None = None,
    window: tuple[Any, Any] | None = None,
    palette: Palette | None = None,
    width: float = COLUMN,
    is_log: bool = False,
    title: str = "",
    names_of: Mapping[str, str] | None = None,
    told: Spoken | None = None,
    numerals: Numerals | None = None,
) -> Picture:
    """The value of every alternative along the letter `x`, and underneath which is best.

    `point` fixes the other letters, `window` is what is shown of x, `width` the width of the figure in
    millimetres; `is_log` gives x a logarithmic scale, `names_of` other mathematics for an axis. With an attitude to
    risk certainty equivalents are drawn, and x may be its tolerance: `told` says so of a contest.
    `numerals` says how numbers were written, which a problem from a file knows itself.
    """
    told = spoken(question) if isinstance(question, AttitudeProblem) else told
    known = numerals or as_written(question)
    inside = told.within(point or {}) if told is not None else point
    c = question if isinstance(question, Contest) else contest(question, inside, guarded=True)
    name = getattr(x, "name", str(x))
    across = c.domain.letter(told.axis(name) if told is not None else x)
    if across.is_integer and told is None:
        from symdt.show.plots.maps.at_numbers import at_numbers
        from symdt.show.plots.maps.dots_and_bars import whole_lines

        numbers = at_numbers(c, across, window)
        drawn = whole_lines(numbers, palette or Palette(map(str, c.labels)), width, _word(c), names_of)
        return drawn.with_foot(point_note(point, known)).with_title(title)
    across = drawable(across)
    is_told = told is not None and name != across.name
    record = along(c, across, tolerances_shown(told, c, window) if told is not None and is_told else window)
    if is_log and record.window[0] <= 0:
        low, high = record.window
        if told is not None and is_told:
            far = to_number(repr(told.own(_float(high))))
            record = along(c, across, tolerances_shown(told, c, above_zero(fmpq(0), far, name)))
        else:
            record = along(c, across, above_zero(low, high, across.name))
    palette = palette or Palette(map(str, c.labels))
    tell = Tell(told, inside or {}, is_told) if told is not None else None
    made = _Lines(record, c, palette, width, is_log, names_of or {}, tell, known).picture()
    notes = [point_note(point, known), *domain_notes(c.domain, [record.letter.name])]
    if record.switches:
        notes.append(Label.words("dotted: a later decision switches"))
    return made.with_foot(*notes).with_title(title)


def _word(c: Contest[Any]) -> str:
    return "expected loss" if c.optimum == "min" else "expected utility"


class _Lines:
    def __init__(
        self,
        record: Along,
        c: Contest[Any],
        palette: Palette,
        width: float,
        is_log: bool,
        names_of: Mapping[str, str],
        tell: Tell | None = None,
        known: Numerals | None = None,
    ) -> None:
        self.record, self.contest, self.palette, self.width = record, c, palette, width
        self.names_of, self.tell, self.known = names_of, tell, known
        low, high = map(_float, record.window)
        self.across, self.name = Scale(low, high, is_log), record.letter.name
        if tell is not None and tell.is_across:
            self.across, self.name = Tolerances(low, high, is_log, told=tell.told), tell.told.letter
        self.values = {label: self.line(label) for label in self.present}
        self.items: list[Item] = []

    @property
    def present(self) -> list[str]:
        """The labels that have a value at all."""
        held = {label for label, _ in self.contest.functions}
        return [label for label in self.contest.labels if label in held]

    def line(self, label: str) -> list[tuple[float, float]]:
        """The value of a label at enough points of the window."""
        low, high = self.record.window
        mine = [f for name, f in self.contest.functions if name == label]
        if (
            len(mine) == 1
            and mine[0].is_polynomial
            and mine[0].num.total_degree() <= 1
            and not self.across.is_log
            and self.tell is None
        ):
            points = [low, high]
        else:
            points = sorted(
                {
                    *self.grid(),
                    *(_near(t) for t in (*self.record.thresholds, *self.record.switches)),
                    *self.bends(),
                }
            )
        found = []
        for point in points:
            value = self.contest.values_at((point,)).get(label)
            if value is not None:
                found.append((_float(point), self.up(value, point)))
        return [(x, y) for x, y in found if y == y]

    def up(self, value: Number, x: Number) -> float:
        """The height of a value."""
        return _float(value) if self.tell is None else self.tell.up(value, x)

    def bends(self) -> list[Number]:
        """Where functions begin or cease to count, inside the window, and a little before: there a line may jump."""
        field, low, high = self.contest.domain.field, *map(Real.of, self.record.window)
        lines = [on_line(field, poly, self.record.letter) for poly in self.contest.borders]
        found = [_near(point) for point in arrange(lines).points if low < point < high]
        little = (self.record.window[1] - self.record.window[0]) / 10**4
        return [x for point in found for x in (point - little, point) if x > self.record.window[0]]

    def unbroken(self, way: list[tuple[float, float]]) -> list[list[tuple[float, float]]]:
        """A line in its parts: between a place where functions change and the one just before it nothing is drawn if
        the value jumps."""
        jumps = set(map(_float, self.bends()[1::2])) if self.contest.guards else set()
        tall = max((y for _, y in way), default=0.0) - min((y for _, y in way), default=0.0)
        parts: list[list[tuple[float, float]]] = [[]]
        for x, y in way:
            if parts[-1] and x in jumps and abs(y - parts[-1][-1][1]) > 0.005 * tall:
                parts.append([])
            parts[-1].append((x, y))
        return [part for part in parts if len(part) > 1]

    def grid(self) -> list[Number]:
        low, high = self.record.window
        if self.across.is_log or self.across.shown is not self.across:
            return [_exact(self.across.value(i / FINE)) for i in range(FINE + 1)]
        return [low + (high - low) * fmpq(i, FINE) for i in range(FINE + 1)]

    def best(self) -> list[tuple[str, list[tuple[float, float]]]]:
        """The best value, piece by piece."""
        found = []
        for piece in self.record.pieces:
            start, stop = float(piece.start), float(piece.stop)
            inner = [(x, y) for x, y in self.values[piece.label] if start < x < stop]
            ends = [(float(e), self.value(piece.label, e)) for e in (piece.start, piece.stop)]
            found.append((piece.label, [ends[0], *inner, ends[1]]))
        return found

    def value(self, label: str, at: Real) -> float:
        values = self.contest.values_at((_near(at),))
        return self.up(values[label], _near(at)) if label in values else float("nan")

    # --- layout -------------------------------------------------------------------------------

    def picture(self) -> Picture:
        heights = [y for line in self.values.values() for _, y in line]
        low, high = min(heights, default=0.0), max(heights, default=1.0)
        pad = 0.05 * (high - low) or 0.5
        up = Scale(low - pad, high + pad)
        names = {
            label: Label.of(str(label)).wrapped(max(0.26 * self.width, 14.0), SIZE) for label in self.present
        }
        side = max((line.size(SIZE)[0] for lines in names.values() for line in lines), default=0.0)
        stack = sum(len(lines) * SIZE * 0.42 + 0.6 for lines in names.values())
        tall = max(0.5 * self.width, 30.0, stack)
        scale_width = max(
            (label.size(SMALL)[0] for _, label in ticks(up, tall, is_upright=True)), default=4.0
        )
        left = scale_width + 2.4
        frame = Frame(left, 0.0, self.width - left - side - 5.0, tall, self.across, up)
        has_samples = need_samples(frame.y(way[-1][1]) for way in self.values.values() if way)
        if has_samples:
            frame = replace(frame, width=frame.width - SAMPLE - 0.8)
        looks = {f"name {label}": self.palette[str(label)] for label in self.values}
        samples = {role: (look.colour, look.line) for role, look in looks.items()} if has_samples else None
        self.frame = frame
        self.items += frame.sides()
        self.items += frame.ticks_up()
        word = _word(self.contest)
        word = word if self.tell is None else self.tell.told.words()
        self.items.append(Text((0.0, frame.top + 1.6), Label.words(word), SIZE, "left", role="axis"))
        for threshold in (*self.record.thresholds, *self.record.switches):
            x = frame.x(float(threshold))
            dashes = (2.0, 2.0) if threshold in self.record.thresholds else DOTTED
            self.items.append(
                Line(((x, frame.bottom), (x, frame.top)), 0.5, DIM, dashes=dashes, role="threshold")
            )
        for label, way in self.best():
            for part in self.unbroken([p for p in way if p[1] == p[1]]):
                points = tuple(frame.at(*p) for p in part)
                self.items.append(Line(points, 2.6, self.palette[str(label)].colour, role=f"best {label}"))
        entries = []
        for label, way in self.values.items():
            look = self.palette[str(label)]
            for part in self.unbroken(way):
                points = tuple(frame.at(*p) for p in part)
                self.items.append(Line(points, 0.9, look.colour, dashes=look.line, role=f"risk {label}"))
            if not way:
                continue
            entries.append((frame.at(*way[-1])[1], names[label], look.ink, f"name {label}"))
        self.items += column(
            entries, frame.right + 3.0, frame.right + 0.4, frame.bottom, frame.top, looks=samples
        )
        self.strip()
        best = "; ".join(
            f"{p.label} from {self.said(p.start)} to {self.said(p.stop)}" for p in self.record.pieces
        )
        ends = "; ".join(
            f"{label} from {_short(way[0][1])} to {_short(way[-1][1])}"
            for label, way in self.values.items()
            if way
        )
        said = f"{word} along {self.name}. Optimal: {best}. Values from left to right: {ends}."
        if self.record.switches:
            said += f" A later decision switches at {', '.join(map(self.said, self.record.switches))}."
        return Picture(tuple(self.items), f"{word} along {self.name}", said, self.record)

    def said(self, at: Real) -> str:
        """A number in words."""
        return self.mark(at).to_text() if self.tell is not None and self.tell.is_across else str(at)

    def mark(self, at: Real) -> Label:
        """A number under the strip: exact, an end of the axis as it was given, or the digits of a tolerance."""
        if self.tell is not None and self.tell.is_across:
            return self.tell.name(at)
        if at.is_rational and at.low in self.record.window:
            return Label.words(given(to_rational(at.low), self.known))
        return answer_label(at)

    def strip(self) -> None:
        """The optimal actions along the letter, each named, with every exact threshold underneath."""
        frame, tall = self.frame, 4.6
        outside = [piece for piece in self.record.pieces if self.room(piece) is None]
        over = self.over(outside, tall)
        top = frame.bottom - 1.8 - (Picture(tuple(over)).box(0.0)[3] if over else 0.0)
        bottom = top - tall
        for piece in self.record.pieces:
            look = self.palette[str(piece.label)]
            a, b = frame.x(float(piece.start)), frame.x(float(piece.stop))
            ring = ((a, bottom), (b, bottom), (b, top), (a, top))
            self.items.append(Area((ring,), look.tint, look.hatch, look.colour, f"piece {piece.label}"))
            self.items.append(Line((*ring, ring[0]), 0.5, look.colour, role="edge"))
            middle = self.room(piece)
            if middle is not None:
                label = Label.of(str(piece.label))
                _, above, below = label.size(SIZE)
                base = (top + bottom) / 2 - (above - below) / 2
                text = Text((middle, base), label, SIZE, role=f"in {piece.label}")
                self.items += [paper_under(text), text]
        for switch in self.record.switches:
            x = frame.x(float(switch))
            self.items.append(Line(((x, bottom), (x, top)), 0.8, INK, dashes=DOTTED, role="switch"))
        self.items += Picture(tuple(over or ())).shifted(0.0, top).items
        floor = self.numbers(bottom)
        name = letter_label(self.name, self.names_of)
        _, above, below = name.size(SIZE)
        base = floor - 1.0 - above
        self.items.append(Text((frame.left + frame.width / 2, base), name, SIZE, role="axis"))
        if over is None:
            self.items += self.listed(base - below - 4.0)

    def room(self, piece: Any) -> float | None:
        """The middle of the room that a piece of the strip has for its name; None without room."""
        low, high = self.free(*(self.frame.x(float(end)) for end in (piece.start, piece.stop)))
        wide = Label.of(str(piece.label)).size(SIZE)[0]
        return (low + high) / 2 if wide + 2.0 <= high - low else None

    def over(self, outside: list[Any], tall: float) -> list[Item] | None:
        """The names of narrow pieces in a row over a strip whose upper side is at 0, so that no line to one meets a
        number underneath; None where there is no room for a row."""
        entries = []
        for piece in outside:
            low, high = self.free(*(self.frame.x(float(end)) for end in (piece.start, piece.stop)))
            look = self.palette[str(piece.label)]
            entries.append(((low + high) / 2, Label.of(str(piece.label)), look.ink, f"in {piece.label}"))
        placed = row(entries, 0.4, 0.4, 0.0, self.width, size=SIZE, is_above=True, gap=2.4)
        if placed is None:
            return None
        stems = [Line(((x, -tall / 2), (x, 0.4)), 0.5, ink, role="leader") for x, _, ink, _ in entries]
        return [*stems, *placed]

    def free(self, low: float, high: float) -> tuple[float, float]:
        """The widest stretch between two places of the strip that no switch of a later decision crosses."""
        cuts = [x for x in (self.frame.x(float(s)) for s in self.record.switches) if low < x < high]
        return max(pairwise([low, *sorted(cuts), high]), key=lambda pair: pair[1] - pair[0])

    def numbers(self, y: float) -> float:
        """The exact numbers under the strip; where the next line begins."""
        frame = self.frame
        low, high = (Real.of(v) for v in self.record.window)
        marks = [(low, "end"), (high, "end")]
        marks += [(t, "tick") for t in self.record.thresholds] + [
            (s, "tick switch") for s in self.record.switches
        ]
        entries = [
            (frame.x(float(m)), self.mark(m), INK, role) for m, role in sorted(marks, key=lambda m: m[0])
        ]
        for at, _, _, _ in entries:
            self.items.append(Line(((at, y), (at, y - 1.0)), 0.6, role="tickmark"))
        placed = row(entries, y - 1.0, y - 1.0, 0.0, self.width)
        if placed is None:  # too many for a row: in order, in full, below
            ends = [e for e in entries if e[3] == "end"]
            placed = row(ends, y - 1.0, y - 1.0, 0.0, self.width) or []
            whole = Label.words("changes at ") + _listed([e[1] for e in entries if e[3] == "tick"])
            lines = [whole] if whole.size(SMALL)[0] <= self.width else []
            floor = Picture(tuple(placed)).box(0.0)[1] - 3.4
            if lines:
                placed.append(Text((0.0, floor), whole, SMALL, "left", role="ticks"))
            else:
                each = [(e[1], None, e[3]) for e in entries if e[3] != "end"]
                heading: tuple[Label, None, str] = (Label.words("changes at"), None, "heading")
                placed += legend([heading, *each], 0.0, floor, self.width)
        self.items += placed
        return Picture(tuple(placed)).box(0.0)[1]

    def listed(self, top: float) -> list[Item]:
        """The names of all pieces in their order, where too many are too narrow for theirs."""
        order = [
            (Label.of(str(p.label)), self.palette[str(p.label)], f"in {p.label}") for p in self.record.pieces
        ]
        return legend(
            [(Label.words("from left to right:"), None, "heading"), *order], 0.0, top, self.width, SIZE
        )


def _listed(labels: list[Label]) -> Label:
    found = Label()
    for i, label in enumerate(labels):
        found = found + (Label.words(", ") if i else Label()) + label
    return found


def _short(value: float) -> str:
    return f"{value if abs(value) > 1e-12 else 0.0:.5g}"


def _near(number: Real) -> Number:
    """A rational number within 2**-80 of an exact one, itself where it is rational."""
    if number.is_rational:
        return number.low
    number.narrow(fmpq(1, 2**80))
    return (number.low + number.high) / 2


def _float(number: Number) -> float:
    return float(to_fraction(number))


def _exact(value: float) -> Number:
    from fractions import Fraction

    exact = Fraction(value)
    return to_number(fmpq(exact.numerator, exact.denominator))
