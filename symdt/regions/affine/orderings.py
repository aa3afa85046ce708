"""The full ordering of the functions along the parameter, for all values of the others (Figure 3 of the paper).

For functions affine in the parameter: at a point of the others two lines change places where they
cross. The order of all crossings, inside the range, stays the same as long as each pair crosses, or
does not cross, as it does there, and neighbouring crossings stay in order. Lines, range and cover are those of the engine `envelope`; what is asked at a
point is the whole order instead of the least line.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> x, h = symbols("x h")
>>> domain = Domain("0 < x < 1", "h > 0")
>>> f = domain.field.element
>>> rule = solve(Question((("a", f(h*x)), ("b", f(1 - x))), domain, x))
>>> [(" < ".join(piece.label), str(piece.stop)) for piece in rule.cases[0].pieces]
[('a < b', '1/(h + 1)'), ('b < a', '1')]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from symdt.errors import BudgetError, ExpressionError, quote
from symdt.exact.field import Element
from symdt.exact.line import between
from symdt.exact.polynomial import Number
from symdt.exact.solver import Budget
from symdt.regions.affine.cover import Cover, Demand, Shape
from symdt.regions.affine.envelope import Bound, Envelope, accepts, shown
from symdt.regions.contest import Question
from symdt.regions.ends import End, Infinite
from symdt.regions.rule import Piece, Rule


def solve(question: Question, budget: Budget | None = None) -> Rule:
    """The ordering of all labels, least first (for "max": greatest first), in cases and intervals."""
    if not accepts(question):
        raise ExpressionError(
            f"a function or a condition is not affine in {quote(question.letter)}: solve for another parameter"
        )
    engine = _Orderings(question)
    cover = Cover(question.domain, engine.shape_at, budget or Budget(60)).build()
    if not cover.cells:
        raise BudgetError(f"no ordering was found: {cover.note}")
    return engine.rule(cover)


class _Orderings(Envelope):
    """Shares lines and range with the envelope; what differs is the shape at a point."""

    def shape_at(self, values: tuple[Number, ...]) -> Shape:
        """The orderings along the parameter at a point, and their demands."""
        low, high, demands = self.bounds(values)
        a = [line.intercept.at(values) for line in self.lines]
        b = [line.slope.at(values) for line in self.lines]
        left = low.position.at(values) if low else None
        right = high.position.at(values) if high else None
        crossings: list[tuple[Number, Element, int, int]] = []
        for i, j in combinations(range(len(self.lines)), 2):
            fall = self.lines[i].slope - self.lines[j].slope
            rise = self.lines[j].intercept - self.lines[i].intercept
            if b[i] != b[j]:
                at = (a[j] - a[i]) / (b[i] - b[j])
                if (left is None or at > left) and (right is None or at < right):
                    demands.append(Demand(fall if b[i] > b[j] else -fall, ">"))
                    crossings.append((at, rise / fall, i, j))
                    continue
            demands += self.apart(i, j, values, low, high)
        crossings.sort(key=lambda c: (c[0], c[2], c[3]))
        ends = [
            *([low.position] if low else []),
            *(c[1] for c in crossings),
            *([high.position] if high else []),
        ]
        if crossings:
            # crossings that coincide make one step: they must go on coinciding
            demands += [Demand(y - x, "==" if (y - x).at(values) == 0 else ">=") for x, y in pairwise(ends)]
        return Shape(self.ordered(crossings, values, low, high), tuple(demands))

    def apart(
        self, i: int, j: int, values: Sequence[Number], low: Bound | None, high: Bound | None
    ) -> list[Demand]:
        """Two lines that do not cross inside the range keep their order: at its ends, and by slope where there is none."""
        gap = [self.lines[j].intercept - self.lines[i].intercept, self.lines[j].slope - self.lines[i].slope]
        # without an end the lines are parallel, and any place tells
        heights = [gap[0] + gap[1] * bound.position for bound in (low, high) if bound is not None] or [gap[0]]
        at = [h.at(values) for h in heights]
        total = sum(at, start=at[0] * 0)
        rises = [side * gap[1] for side, bound in ((-1, low), (1, high)) if bound is None]
        if total == 0:  # they meet at every end there is: how they part from there is told by the slope alone
            apart = [(r, r.at(values)) for r in rises]
            return [Demand(h, "==") for h in heights] + [
                Demand(r if v > 0 else -r, ">=") if v else Demand(r, "==") for r, v in apart
            ]
        sign = 1 if total > 0 else -1
        return [Demand(d if sign > 0 else -d, ">=") for d in (*heights, *rises)]

    def ordered(
        self,
        crossings: list[tuple[Number, Element, int, int]],
        values: Sequence[Number],
        low: Bound | None,
        high: Bound | None,
    ) -> tuple[Piece, ...]:
        """The pieces between neighbouring crossings, each with its ordering."""
        left = low.position.at(values) if low else None
        right = high.position.at(values) if high else None
        a = [line.intercept.at(values) for line in self.lines]
        b = [line.slope.at(values) for line in self.lines]
        stops: list[tuple[Number, End]] = []
        for at, position, _, _ in crossings:
            if not stops or stops[-1][0] != at:
                stops.append((at, shown(position, values)))
        start: End = shown(low.position, values) if low else Infinite(-1)
        stop: End = shown(high.position, values) if high else Infinite(1)
        ends = [start, *(end for _, end in stops), stop]
        marks = [left, *(at for at, _ in stops), right]
        labels = [label for label, _ in self.question.functions]
        pieces = []
        for n in range(len(ends) - 1):
            # a range that is one number has no crossing inside, and its order is the one there
            is_point = left is not None and left == right
            x = left if is_point else between(marks[n], marks[n + 1])
            heights = [(a[i] + b[i] * x, i) for i in range(len(labels))]
            order = [i for _, i in sorted(heights)]
            closed = n == 0 and low is not None and low.is_closed
            is_open = n == len(ends) - 2 and high is not None and not high.is_closed
            pieces.append(Piece(tuple(labels[i] for i in order), ends[n], ends[n + 1], closed, is_open))
        return tuple(pieces)
