"""The engine for functions that are affine in the letter: their lower envelope, for all values of the others.

At a point θ of the other letters the functions are lines; the least of them changes at the
vertices of their lower envelope. The same sequence of lines stays the envelope as long as the
slopes fall along it, its vertices stay in order and inside the range, and no other line is below it
at a vertex or at an end of the range: enough, because the difference of a line and the envelope is
linear between neighbouring vertices. Any number of other letters, in which everything may be
rational.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, h, k = symbols("p h k")
>>> domain = Domain("0 < p < 1/4", "h > 0", "k > 0")
>>> f = domain.field.element
>>> rule = solve(Question((("a0", f(6*h*p)), ("a3", f(2*k - 3*k*p + 2*h*p)), ("a23", f(5*k - 15*k*p))), domain, p))
>>> for case in rule.cases:
...     print(*case.conditions, [(piece.label, str(piece.stop)) for piece in case.pieces])
8*h > 15*k [('a0', '2*k/(4*h + 3*k)'), ('a3', '3*k/(2*h + 12*k)'), ('a23', '1/4')]
6*h >= 5*k 8*h <= 15*k [('a0', '5*k/(6*h + 15*k)'), ('a23', '1/4')]
6*h < 5*k [('a0', '1/4')]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sympy import Symbol

from symdt.exact.field import Element, Field
from symdt.exact.formula import Condition
from symdt.exact.line.place import Place
from symdt.exact.polynomial import Number
from symdt.exact.solver import Budget
from symdt.regions.affine.cover import Cell, Cover, Demand, Shape
from symdt.regions.contest import Question
from symdt.regions.ends import End, Infinite, Ratio
from symdt.regions.reach import range_of
from symdt.regions.rule import Case, Piece, Rule


@dataclass(frozen=True)
class Line:
    """intercept + slope · letter, both rational functions of the other letters."""

    intercept: Element
    slope: Element

    def at(self, position: Element) -> Element:
        """The height of the line at a position."""
        return self.intercept + self.slope * position


@dataclass(frozen=True)
class Bound:
    """An end of the range of the letter: where it is, whether it belongs to the domain."""

    position: Element
    is_closed: bool


def split(element: Element, letter: Symbol) -> Line | None:
    """The line that an element is in the letter, or None if it is not affine in it."""
    field = element.field
    index = field.position[letter]
    if element.den.degrees()[index] or element.num.degrees()[index] > 1:
        return None
    slope = element.num.derivative(index)
    intercept = element.num - slope * field.generators[index]
    return Line(Element.reduced(field, intercept, element.den), Element.reduced(field, slope, element.den))


def accepts(question: Question) -> bool:
    """Every function, and every condition of the domain, is affine in the letter."""
    field, letter = question.domain.field, question.letter
    index = field.position[letter]
    if question.parts:
        return False
    return all(split(f, letter) is not None for _, f in question.functions) and all(
        c.poly.degrees()[index] <= 1 for c in question.domain.conditions
    )


def solve(question: Question, budget: Budget | None = None) -> Rule:
    """The rule for functions that are affine in the letter."""
    engine = Envelope(question)
    cover = Cover(question.domain, engine.shape_at, budget or Budget(60), thinned=engine.thinned)
    return engine.rule(cover.build())


class Envelope:
    """The lines of a question, the range of its letter, and the shape of the envelope at a point."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.field: Field = question.domain.field
        self.index = self.field.position[question.letter]
        self.lines: list[Line] = []
        for _, function in question.functions:
            line = split(function if question.sign > 0 else -function, question.letter)
            assert line is not None, "accepts() was not asked"
            self.lines.append(line)
        self.limits: list[tuple[Condition, Element, Element]] = []
        for condition in question.domain.conditions:
            if condition.poly.degrees()[self.index]:
                slope = condition.poly.derivative(self.index)
                rest = condition.poly - slope * self.field.generators[self.index]
                one = self.field.one
                self.limits.append(
                    (condition, Element(self.field, slope, one), Element(self.field, rest, one))
                )

    # --- the range of the letter ----------------------------------------------------------

    def bounds(self, values: Sequence[Number]) -> tuple[Bound | None, Bound | None, list[Demand]]:
        """The lower and the upper end of the range at a point, and what must hold for them to stay the ends."""
        demands: list[Demand] = []
        lower: list[Bound] = []
        upper: list[Bound] = []
        for condition, slope, rest in self.limits:
            at = slope.at(values)
            if at == 0:
                demands.append(Demand(slope, "=="))
                continue
            demands.append(Demand(slope if at > 0 else -slope, ">"))
            if condition.op == "!=":
                continue
            bound = Bound(-rest / slope, condition.op != ">")
            if condition.op == "==" or at > 0:
                lower.append(bound)
            if condition.op == "==" or at < 0:
                upper.append(bound)
        low = self.extreme(lower, values, 1, demands)
        high = self.extreme(upper, values, -1, demands)
        if low is not None and high is not None:
            demands.append(
                Demand(high.position - low.position, ">=" if low.is_closed and high.is_closed else ">")
            )
        return low, high, demands

    @staticmethod
    def extreme(
        bounds: list[Bound], values: Sequence[Number], sign: int, demands: list[Demand]
    ) -> Bound | None:
        if not bounds:
            return None
        # the innermost end; of two equal ones the open one, which excludes more
        best = max(bounds, key=lambda b: (sign * b.position.at(values), not b.is_closed))
        for other in bounds:
            if other is not best:
                strict = best.is_closed and not other.is_closed
                demands.append(Demand((best.position - other.position) * sign, ">" if strict else ">="))
        return best

    # --- the envelope ------------------------------------------------------------------------

    def shape_at(self, values: tuple[Number, ...]) -> Shape:
        """The sequence of lines that is the lower envelope at a point, and its demands."""
        low, high, demands = self.bounds(values)
        order = self.walk(values, low, high)
        vertices = []
        for left, right in pairwise(order):
            fall = self.lines[left].slope - self.lines[right].slope
            demands.append(Demand(fall, ">"))
            vertices.append((self.lines[right].intercept - self.lines[left].intercept) / fall)
        stops = [*([low.position] if low else []), *vertices, *([high.position] if high else [])]
        for a, b in pairwise(stops):
            if len(stops) > 2 or vertices:
                demands.append(Demand(b - a, ">="))
        demands += self.not_below(order, vertices, low, high)
        pieces = self.pieces(order, vertices, low, high, values)
        return Shape(pieces, tuple(demands))

    def walk(self, values: Sequence[Number], low: Bound | None, high: Bound | None) -> list[int]:
        """The indices of the lines along the envelope at a point, from left to right."""
        a = [line.intercept.at(values) for line in self.lines]
        b = [line.slope.at(values) for line in self.lines]
        everyone = range(len(self.lines))
        if low is None:
            current = min(everyone, key=lambda i: (-b[i], a[i], i))
            position = None
        else:
            position = low.position.at(values)
            current = min(everyone, key=lambda i: (a[i] + b[i] * position, b[i], i))
        end = None if high is None else high.position.at(values)
        if low is not None and position == end:
            return [min(everyone, key=lambda i: (a[i] + b[i] * position, i))]
        order = [current]
        while True:
            meetings = [
                ((a[i] - a[current]) / (b[current] - b[i]), b[i], i) for i in everyone if b[i] < b[current]
            ]
            if not meetings:
                return order
            position, _, following = min(meetings)
            if end is not None and position >= end:
                return order
            current = following
            order.append(current)

    def not_below(
        self, order: list[int], vertices: list[Element], low: Bound | None, high: Bound | None
    ) -> list[Demand]:
        """No other line is below the envelope: at its vertices, at the ends, or by slope where there is no end."""
        demands = []
        first, last = self.lines[order[0]], self.lines[order[-1]]
        checks = [(self.lines[i], v) for i, v in zip(order, vertices, strict=False)]
        heights = [(line.at(v), v) for line, v in checks]
        if low is not None:
            heights.insert(0, (first.at(low.position), low.position))
        if high is not None and (low is None or high.position != low.position):
            heights.append((last.at(high.position), high.position))
        for index, line in enumerate(self.lines):
            if index in order:
                continue
            for height, position in heights:
                demands.append(Demand(line.at(position) - height, ">="))
            if low is None and high is None and not vertices:
                demands.append(Demand(line.slope - first.slope, "=="))
                demands.append(Demand(line.intercept - first.intercept, ">="))
                continue
            if low is None:
                demands.append(Demand(first.slope - line.slope, ">="))
            if high is None:
                demands.append(Demand(line.slope - last.slope, ">="))
        return demands

    def pieces(
        self,
        order: list[int],
        vertices: list[Element],
        low: Bound | None,
        high: Bound | None,
        values: Sequence[Number],
    ) -> tuple[Piece, ...]:
        inner = [shown(v, values) for v in vertices]
        start: End = shown(low.position, values) if low else Infinite(-1)
        stop: End = shown(high.position, values) if high else Infinite(1)
        ends = [start, *inner, stop]
        closed = low is not None and low.is_closed
        is_open = high is not None and not high.is_closed
        last = len(order) - 1
        return tuple(
            Piece(
                self.question.functions[i][0], ends[n], ends[n + 1], closed and n == 0, is_open and n == last
            )
            for n, i in enumerate(order)
        )

    @staticmethod
    def thinned(pieces: tuple[Piece, ...], place: Place) -> tuple[Piece, ...]:
        """The pieces that are something at a place in the limit of where they are."""
        kept: list[Piece] = []
        for piece in pieces:
            if isinstance(piece.start, Ratio) and isinstance(piece.stop, Ratio):
                gap = piece.stop.element - piece.start.element
                if not place.sign(gap.num) and len(pieces) > 1:
                    if kept:
                        kept[-1] = replace(kept[-1], stop=piece.stop, is_open_right=piece.is_open_right)
                    continue
            start = kept[-1].stop if kept else pieces[0].start
            kept.append(replace(piece, start=start, is_closed_left=pieces[0].is_closed_left and not kept))
        return tuple(kept) or pieces[:1]

    # --- the rule ----------------------------------------------------------------------------

    def rule(self, cover: Cover) -> Rule:
        """The cells of a cover as the cases of a rule, longest first."""
        cells = cover.merged() if len(cover.cells) > 1 else cover.cells
        cases = [self.case(cell) for cell in cells]
        cases.sort(key=lambda c: (-len(c.pieces), [str(x) for x in c.conditions]))
        ends = range_of(self.question, cases, is_complete=cover.is_complete)
        return Rule(self.question, tuple(cases), *ends, cover.is_complete, cover.note)

    def case(self, cell: Cell) -> Case:
        """A cell as a case, its conditions in order."""
        others = [s for s in self.question.domain.symbols if s != self.question.letter]
        witness = tuple((s, cell.sample[self.field.position[s]]) for s in others)
        return Case(tuple(sorted(cell.conditions, key=lambda c: c.order)), cell.answer, witness)


def shown(position: Element, values: Sequence[Number]) -> Ratio:
    """An end, written with as many positive terms in its denominator as can be; at a draw, positive at the point."""
    signs = [1 if c > 0 else -1 for c in position.den.coeffs()]
    balance = sum(signs)
    return Ratio(position, is_flipped=balance < 0 or (balance == 0 and bool(position.den(*values) < 0)))
