"""Sought: a place at which conditions hold, or that there is none: coverings by open cells, the solver, whole coverings.

Open cells have rational samples, and are found a hundred times sooner than those between them; they suffice where no
condition is weak. A weak linear condition is as good as a strict one where all of these hold strictly somewhere, for on
the way there from a point of the part every strict condition still holds at first. So weak conditions that are not
linear are left out at first, and only where a point breaks them is more asked.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, x, y = symbols("p x y")
>>> space = Slice(Domain("0 < p < 1", "x > 0", "y > 0"), p)
>>> of = lambda e, op: Condition.of(e, op, space.field)
>>> facts = [*space.outer, of(1 - x**2 - y**2, ">"), of(x + y - 2, ">=")]
>>> Search(space, facts, Budget(5)).told()
NoPoint()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from symdt.exact.formula import Condition, all_of
from symdt.exact.line.place import Place
from symdt.exact.solver import Budget, NoPoint, Unknown, find_point, refute
from symdt.exact.solver.contradictions import DEEP, QUICK
from symdt.regions.sections.fibres import holds
from symdt.regions.walks.cores import orders
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.vacant import BETWEEN, vacant

#: Steps and seconds of the solver; seconds for a covering in one order of the letters, ever longer.
STEPS, SOLVER, SECONDS = 100_000, 0.1, (0.1, 0.4, 1.6, 6.4)


class Search:
    """The search for a place at which conditions hold.

    space: of whose letters they are. facts: all conditions, those of the domain too. budget: what it may take.
    """

    def __init__(
        self,
        space: Slice,
        facts: Sequence[Condition],
        budget: Budget,
    ) -> None:
        self.space, self.facts, self.budget = space, list(facts), budget

    def told(self) -> Place | NoPoint | Unknown:
        """A place, that there is none, or that it is open."""
        facts = self.facts
        if any(c.op == "==" for c in facts):
            return self.told_whole()
        firm = self.firm()
        found = self.covered(firm, SECONDS[0], is_open=True)
        if isinstance(found, NoPoint) or (isinstance(found, Place) and self.holds(found)):
            return found
        if self.refuted():
            return NoPoint()
        if len(firm) < len(facts):
            found = self.covered(facts, SECONDS[0], is_open=True)
            if not isinstance(found, Unknown):
                return found
        for seconds in SECONDS[1:]:
            for is_open, given in ((True, firm), (False, facts)):
                found = self.covered(given, seconds, is_open=is_open)
                if isinstance(found, NoPoint) or (isinstance(found, Place) and self.holds(found)):
                    return found
        return Unknown("neither a point nor a covering was found")

    def told_whole(self) -> Place | NoPoint | Unknown:
        """The same where equations leave nothing open: by whole coverings."""
        for n, seconds in enumerate(SECONDS):
            found = self.covered(self.facts, seconds, is_open=False)
            if not isinstance(found, Unknown):
                return found
            if n == 1 and self.refuted():
                return NoPoint()
        return Unknown("neither a point nor a covering was found")

    def firm(self) -> list[Condition]:
        """The conditions without the weak ones that count only on their rim; those left are strict."""
        weak = [c for c in self.facts if c.op == ">=" and c.poly.total_degree() <= 1]
        inner = [Condition(c.field, c.poly, ">") for c in weak]
        strict = [c for c in self.facts if c.op in (">", "!=")]
        return [*strict, *inner] if self.has_inside(inner) else strict

    def has_inside(self, conditions: Sequence[Condition]) -> bool:
        """Whether strict linear conditions hold somewhere."""
        return self.space.ground.climb(conditions) is not None

    def covered(
        self, facts: Sequence[Condition], seconds: float, *, is_open: bool
    ) -> Place | NoPoint | Unknown:
        """A place of these conditions, or that there is none, by the first order of the letters that tells."""
        found: Place | NoPoint | Unknown = Unknown("the time budget is spent")
        for budget, letters in self.tries(seconds, is_open):
            found = vacant(self.space.basis, letters, facts, budget, is_open=is_open)
            if not isinstance(found, Unknown) or found.reason == BETWEEN:
                break
        return found

    def tries(self, seconds: float, is_open: bool) -> Iterator[tuple[Budget, tuple[int, ...]]]:
        """Budgets, and orders of the letters; one order where points between cells are asked too."""
        letters = self.space.letters
        for order in list(permutations(letters))[::-2] if is_open else orders(letters, self.facts)[:1]:
            if not self.budget.is_spent:
                yield Budget(min(seconds, self.budget.left())), order

    def refuted(self) -> bool:
        """Whether the solver, in few steps, or products of the conditions show that there is no place."""
        symbols = [self.space.field.symbols[i] for i in self.space.letters]
        answer = find_point(all_of(*self.facts), symbols, self.budget, SOLVER, steps=STEPS)
        return isinstance(answer, NoPoint) or refute(self.facts, [QUICK[1], DEEP[0]], self.budget)

    def holds(self, place: Any) -> bool:
        """Whether all conditions hold at a place."""
        return all(holds(c.op, place.sign(c.poly)) for c in self.facts)
