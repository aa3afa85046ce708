"""What a chain obeys: the conditions under which the envelope is made of these lines, in this order.

Everything is said by one kind of margin: by how much a line is above the point where two others meet, or above
another line at an end of the range. Margins are determinants of the heights at both ends; at an end that is infinite
the height is the slope outwards, for a line is below another far out where it falls faster. (Of two that fall alike the
lower one is lower at the other end, and at every point between, which is asked as well.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symdt.exact.field import Element
from symdt.exact.formula import Condition
from symdt.exact.polynomial import Poly
from symdt.exact.solver import Budget, refute
from symdt.exact.solver.contradictions import LINEAR
from symdt.regions.affine.envelope import Bound, Envelope
from symdt.regions.contest import Question
from symdt.regions.implicit import cancelled

#: Seconds in which it is to be found out whether a factor of a margin has one sign: else it may be a condition.
SETTLING = 0.05


class Obeyed:
    """The lines of a question at both ends of the range, and what its chains obey."""

    def __init__(self, question: Question, budget: Budget) -> None:
        self.domain, self.budget = question.domain, budget
        self.envelope = Envelope(question)
        self.lines = self.envelope.lines
        self.distinct = [
            i for i, line in enumerate(self.lines) if all(line != other for other in self.lines[:i])
        ]
        self.known: dict[tuple[int, int | None, int | None], Poly] = {}
        self.low: Bound | None
        self.high: Bound | None
        self.low, self.high, demands = self.envelope.bounds(self.domain.witness)
        #: Whether the domain settles which the ends of the range are, one of them at least finite.
        self.is_settled = not (self.low is None and self.high is None) and all(
            self.domain.sign(d.function, self.budget) == 1 for d in demands
        )

    def above(self, line: int, left: int | None, right: int | None) -> Poly:
        """Positive where a line is above the point where two others meet; above the one there is, at an end.

        The low end where `left` is None, the high one where `right` is.
        """
        key = line, left, right
        if key not in self.known:
            budget = Budget(min(SETTLING, self.budget.left()))
            self.known[key] = cancelled(self.margin(*key).sign_polynomial, self.domain, budget)
        return self.known[key]

    def margin(self, line: int, left: int | None, right: int | None) -> Element:
        """By how much it is above, times something positive."""
        at_low, at_high = self.heights(line)
        if left is None or right is None:
            one = self.heights(right if left is None else left)  # type: ignore[arg-type]
            return at_low - one[0] if left is None else at_high - one[1]
        (a, b), (c, d) = self.heights(left), self.heights(right)
        return (at_low - a) * (b - d) + (c - a) * (at_high - b)

    def heights(self, i: int) -> tuple[Element, Element]:
        """The heights of a line at both ends of the range."""
        one = self.lines[i]
        return (
            -one.slope if self.low is None else one.at(self.low.position),
            one.slope if self.high is None else one.at(self.high.position),
        )

    def condition(self, poly: Poly, op: Any) -> Condition:
        """A condition on a polynomial."""
        return Condition(self.domain.field, poly, op)

    def first(self, i: int) -> list[Condition]:
        """No line is below this one at the low end."""
        return [self.condition(self.above(n, None, i), ">=") for n in self.distinct if n != i]

    def last(self, chain: tuple[int, ...]) -> list[Condition]:
        """No line is below the last one at the high end."""
        return [self.condition(self.above(n, chain[-1], None), ">=") for n in self.distinct if n not in chain]

    def next(self, chain: tuple[int, ...], new: int) -> list[Condition]:
        """A further line follows the chain, and no other is below where they meet."""
        end = chain[-1]
        found = [
            self.condition(self.above(new, None, end), ">"),
            self.condition(-self.above(new, end, None), ">"),
        ]
        if len(chain) > 1:
            found.append(self.condition(-self.above(end, chain[-2], new), ">"))
        others = [n for n in self.distinct if n not in chain and n != new]
        return found + [self.condition(self.above(n, end, new), ">=") for n in others]

    def forms(self, chain: tuple[int, ...]) -> list[Poly]:
        """The differences of two lines at an end of the range that are linear in the letters, those of the chain first."""
        lines = sorted(self.distinct, key=lambda i: i not in chain)
        pairs = [(one, other) for n, one in enumerate(lines) for other in lines[:n]]
        ends = [(one, *end) for one, other in pairs for end in ((None, other), (other, None))]
        return [poly for end in ends if (poly := self.above(*end)).total_degree() == 1]

    def apart(self, chain: tuple[int, ...], conditions: Sequence[Condition]) -> list[Condition]:
        """No line before one of the chain is the same line: at one of the ends of its stretch it is above.

        Where that does not follow from what is linear it is a condition, until it is seen to follow from the others.
        """
        found = []
        ends = (None, *chain, None)
        for before, line, after in zip(ends[:-2], chain, ends[2:], strict=True):
            for other in [n for n in self.distinct if n < line and n not in chain]:
                one, two = self.lines[line], self.lines[other]
                same = [
                    self.condition(d.num, "==")
                    for d in (one.intercept - two.intercept, one.slope - two.slope)
                ]
                if any(c.truth is False for c in same) or refute(
                    [*self.domain.conditions, *conditions, *same], [LINEAR], self.budget
                ):
                    continue
                left = self.above(other, before, line)
                right = self.above(other, line, after)
                found.append(self.condition(left + right, ">"))
        return found
