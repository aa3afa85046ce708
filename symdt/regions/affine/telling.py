"""Telling: of all that a chain obeys, the conditions that say it, those that follow from others left out.

Two chains of which one has a line more are neighbours where that line comes in or goes: the condition that says so
is a *wall*, it follows from no others, and both chains keep it. What is no wall as a rule follows from the walls by a small
identity; what does not is told as well. An identity that was found is remembered: the same few conditions meet in other
chains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from symdt.exact.formula import Condition
from symdt.exact.polynomial import Number
from symdt.exact.solver import Budget, needed_conditions
from symdt.exact.solver.contradictions import LINEAR, QUICK, Level, core
from symdt.regions.affine.breakpoints import Breakpoints
from symdt.regions.affine.chain_conditions import Obeyed

Chain = tuple[int, ...]


class Telling:
    """The conditions of chains that are known.

    obeyed: what the chains obey. breaks: their breakpoints, where these tell walls. ground: scattered points. points:
    each chain with a point of it.
    """

    def __init__(
        self,
        obeyed: Obeyed,
        breaks: Breakpoints | None,
        ground: Any,
        points: dict[Chain, tuple[Number, ...]],
        budget: Budget,
    ) -> None:
        self.obeyed, self.breaks, self.ground, self.points = obeyed, breaks, ground, points
        self.domain, self.budget = obeyed.domain, budget
        self.quadratic = None
        if breaks is not None:
            from symdt.exact.solver.quadratic import Quadratic  # NumPy comes with it

            letter = obeyed.envelope.question.letter
            letters = [s for s in self.domain.field.symbols if s != letter]
            self.quadratic = Quadratic(self.domain, letters)
        self.met: dict[tuple[Chain, int, int], bool] = {}
        self.cores: dict[Condition, list[frozenset[Condition]]] = {}  # with what a condition follows from

    def needed(self, chain: Chain, conditions: Sequence[Condition]) -> list[Condition]:
        """The conditions of a chain without those that follow from the others."""
        every = list(conditions)
        if self.quadratic is None:
            return needed_conditions(every, self.follows)
        walls = set(self.walls(chain))
        open_ones = [c for c in every if c not in walls]
        open_ones.sort(key=lambda c: (-c.poly.total_degree(), -len(c.poly)))
        every, _ = self.fewer(every, open_ones, self.quadratic.linear, every, [LINEAR])
        # what keeps the order of the chain is strict: most of the rest follows from it and the walls
        first = [c for c in every if c in walls or c.op == ">"]
        weak = [c for c in open_ones if c in every and c not in first]
        if not self.budget.is_spent:
            every, _ = self.fewer(every, weak, self.quadratic.guessed, first)
        open_ones = [c for c in open_ones if c in every]
        while open_ones and not self.budget.is_spent:
            every, open_ones = self.fewer(every, open_ones, self.quadratic.guessed, every)
        return every

    def fewer(
        self,
        every: list[Condition],
        asked: Sequence[Condition],
        guess: Callable[..., Any],
        given: Sequence[Condition],
        levels: Sequence[Level] = QUICK[1:],
    ) -> tuple[list[Condition], list[Condition]]:
        """The conditions without those asked that follow from some given; and what is to be asked again.

        The latter was to follow from one that is left out. One that does not follow from all the others does not follow
        from fewer.
        """
        told = guess(given, asked) if asked else {}
        left: set[Condition] = set()
        again = []
        for condition in (c for c in asked if c in told):
            if left & set(told[condition]):
                again.append(condition)
            elif self.is_proved(condition, [*self.domain.conditions, *told[condition]], levels):
                left.add(condition)
        return [c for c in every if c not in left], again if left else []

    def walls(self, chain: Chain) -> Iterator[Condition]:
        """The conditions between a chain and those that have a line more or one less."""
        if self.breaks is None:
            return
        above, condition = self.obeyed.above, self.obeyed.condition
        ends = (None, *chain, None)
        for place, (left, right) in enumerate(pairwise(ends)):
            for new in self.obeyed.distinct:
                if new not in chain and self.is_wall(chain, place, new):
                    yield condition(above(new, left, right), ">=")
        for place, (left, line, right) in enumerate(zip(ends[:-2], chain, ends[2:], strict=True)):
            if self.is_wall((*chain[:place], *chain[place + 1 :]), place, line):
                yield condition(-above(line, left, right), ">")
                # the other way round, as the condition may be written: of two lines at an end one is above the other
                if left is None and right is not None:
                    yield condition(above(right, None, line), ">")

    def is_wall(self, chain: Chain, place: int, new: int) -> bool:
        """Whether a chain and the one with a new line at a place are neighbours."""
        if chain not in self.points or (*chain[:place], new, *chain[place:]) not in self.points:
            return False
        key = chain, place, new
        if key not in self.met:
            assert self.breaks is not None
            self.met[key] = not self.budget.is_spent and self.breaks.meet(*key, self.points[chain])
        return self.met[key]

    def follows(self, condition: Condition, others: Sequence[Condition]) -> bool:
        """Whether a condition follows from others by a small identity; points that lie outside tell it at once."""
        outside = self.ground.margins(condition.poly) < -1e-9
        for other in others:
            outside = outside & (self.ground.margins(other.poly)[: len(outside)] > 1e-9)
        if outside.any():
            return False
        return self.is_proved(condition, [*self.domain.conditions, *others])

    def is_proved(
        self, condition: Condition, facts: Sequence[Condition], levels: Sequence[Level] = QUICK
    ) -> bool:
        """Whether a condition follows from facts by a small identity, which is remembered."""
        known = self.cores.setdefault(condition, [])
        if any(one <= frozenset(facts) for one in known):
            return True
        denied = condition.negated()
        found = core([*facts, denied], levels, self.budget)
        known += [found - {denied}] if found is not None else []
        return found is not None
