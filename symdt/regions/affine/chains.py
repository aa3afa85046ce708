"""The engine for many functions that are affine in the letter: every chain that the envelope can be, one by one.

A *chain* is the sequence of lines that are least on a stretch of positive length, from the low end of the range to
the high one. At a point of the other letters it is i1, ..., im if and only if
- no line is below i1 at the low end, nor below im at the high end,
- each line of the chain is above the one before it at the low end, below it at the high end, and strictly below
  the point where its two neighbours meet, and
- no other line is below a point where two neighbours meet.
So the points of one chain obey one conjunction, the chains are disjoint and together the whole domain, but where two
lines are the same line: there the first speaks for both. What is left to find out is which chains there are. They
grow line by line; a beginning is kept where a point has it (scattered, or climbed to), and given up where products
of its conditions show that none has. Where heights are linear in the letters both are found out by the breakpoints; what
is open then, or elsewhere, is split by which line is above which at the ends, and only what is left is put to the solver.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, h, k = symbols("p h k")
>>> domain = Domain("0 < p < 1/4", "h > 0", "k > 0")
>>> f = domain.field.element
>>> rule = solve(Question((("a0", f(6*h*p)), ("a3", f(2*k - 3*k*p + 2*h*p)), ("a23", f(5*k - 15*k*p))), domain, p))
>>> for case in rule.cases:
...     print(*case.conditions, [(piece.label, str(piece.stop)) for piece in case.pieces])
8*h > 15*k [('a0', '2*k/(4*h + 3*k)'), ('a3', '3*k/(2*h + 12*k)'), ('a23', '1/4')]
6*h > 5*k 8*h <= 15*k [('a0', '5*k/(6*h + 15*k)'), ('a23', '1/4')]
6*h <= 5*k [('a0', '1/4')]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from symdt.exact.formula import Condition, all_of
from symdt.exact.polynomial import Number
from symdt.exact.solver import Budget, Found, NoPoint, Unknown, find_point, rational_values, refute
from symdt.exact.solver.contradictions import DEEP, LINEAR, QUICK
from symdt.exact.solver.splitting import split
from symdt.regions.affine.bounded import accepts as accepts  # it is an engine's
from symdt.regions.affine.breakpoints import Breakpoints
from symdt.regions.affine.chain_conditions import Obeyed
from symdt.regions.affine.cover import Cell
from symdt.regions.affine.telling import Telling
from symdt.regions.contest import Question
from symdt.regions.reach import range_of
from symdt.regions.rule import INTERRUPTED, Rule

#: How much longer a climb is for a chain that is whole, and seconds that the solver has for one.
LONGER, SECONDS = 8, 5.0
#: The part of the time in which chains are sought: what is found is to be told without conditions that follow from others.
SEARCH = 0.8
#: Seconds that it takes to tell one chain, as it is.
TELLING = 0.04


def solve(question: Question, budget: Budget | None = None) -> Rule:
    """The rule, a case for each chain."""
    return Chains(question, budget or Budget(60)).rule()


class _Begun(NamedTuple):
    """The beginning of a chain: its lines, what holds of it, the scattered points that have it, a point or None."""

    lines: tuple[int, ...]
    conditions: tuple[Condition, ...]
    scattered: Any
    point: tuple[Number, ...] | None


class Chains:
    """The search for the chains of a question."""

    def __init__(self, question: Question, budget: Budget) -> None:
        from symdt.exact.floating.climbing import Ground  # NumPy comes with it

        self.question, self.budget, self.domain = question, budget, question.domain
        self.obeyed = Obeyed(question, budget)
        self.distinct, self.envelope = self.obeyed.distinct, self.obeyed.envelope
        self.ground = Ground(self.domain)
        breaks = Breakpoints(self.obeyed)
        self.breaks = breaks if self.obeyed.is_settled and breaks.is_linear else None
        self.whole: list[_Begun] = []
        self.reserve = 0.0  # seconds, beyond the budget of the search, in which what is found is told

    # --- the search --------------------------------------------------------------------------

    def search(self) -> bool:
        """Find all chains; whether it was found out of every one whether it is somewhere."""
        import numpy as np

        everywhere = np.ones(len(self.ground.places), dtype=bool)
        nothing = _Begun((), (), everywhere, self.domain.witness)
        waiting = [self.grown(nothing, self.obeyed.first(i), (i,)) for i in reversed(self.distinct)]
        open_chains: list[_Begun] = []
        while waiting:
            begun = waiting.pop()
            if begun is None:
                continue
            if self.is_late:
                return False
            ended = self.grown(begun, self.obeyed.last(begun.lines), begun.lines)
            if ended is not None:  # its point may lie where an earlier line is the same as one of the chain
                apart = self.obeyed.apart(ended.lines, ended.conditions)
                ended = self.grown(ended, apart, ended.lines) if apart else ended
            if ended is not None:
                (self.whole if ended.point is not None else open_chains).append(ended)
            further = [n for n in self.distinct if n not in begun.lines]
            waiting += [
                self.grown(begun, self.obeyed.next(begun.lines, n), (*begun.lines, n)) for n in further
            ]
        return all(list(map(self.settled, open_chains)))  # every one is looked at

    @property
    def is_late(self) -> bool:
        """Whether what is left of the time is needed to tell the chains that are known."""
        return self.budget.left() + self.reserve <= TELLING * len(self.whole) or self.budget.is_spent

    def grown(self, begun: _Begun, new: Sequence[Condition], lines: tuple[int, ...]) -> _Begun | None:
        """A beginning with further conditions; None where no point has it."""
        if any(c.truth is False for c in new):
            return None
        fresh = [c for c in dict.fromkeys(new) if c.truth is None and c not in begun.conditions]
        conditions = (*begun.conditions, *fresh)
        scattered = begun.scattered
        for c in fresh:
            scattered = scattered & (self.ground.margins(c.poly)[: len(scattered)] > 1e-9)
        if begun.point is not None and all(c.holds(begun.point) for c in fresh):
            return _Begun(lines, conditions, scattered, begun.point)
        point = None
        if scattered.any():
            point = self.ground.exact(self.ground.places[: len(scattered)][scattered][0], conditions)
        facts = [*self.domain.conditions, *conditions]
        if point is None and refute(facts, [LINEAR], self.budget):
            return None
        if point is None and self.breaks is not None and len(lines) - 1 > len(self.breaks.letters):
            # more breakpoints than letters: only some positions are breakpoints of a point, and none by chance
            point = self.ground.climb(conditions)
        if point is None and self.breaks is not None:
            told = self.broken(lines, lines == begun.lines, begun.point, conditions)
            if isinstance(told, NoPoint):
                return None
            point = told if isinstance(told, tuple) else None
            return _Begun(lines, conditions, scattered, point)
        point = point or self.ground.climb(conditions)
        if point is None and refute(facts, [*QUICK[1:], *DEEP], self.budget):
            return None
        return _Begun(lines, conditions, scattered, point)

    def broken(
        self,
        lines: tuple[int, ...],
        is_ended: bool,
        near: tuple[Number, ...] | None,
        conditions: Sequence[Condition],
    ) -> tuple[Number, ...] | NoPoint | Unknown:
        """A point of a beginning, that there is none, or that it is open, by its breakpoints."""
        assert self.breaks is not None

        def rounded(values: Sequence[float]) -> tuple[Number, ...] | None:
            return self.ground.rounded(values, conditions)

        told = self.breaks.told(lines, is_ended, near, self.budget, rounded)
        if isinstance(told, tuple):
            self.ground.placed(told)
        return told

    def settled(self, begun: _Begun) -> bool:
        """Whether it was found out of a chain without a known point that it has one, or none; the former are kept."""
        if self.is_late:
            return False
        point = self.ground.climb(begun.conditions, steps=LONGER * 150)
        if point is None:
            forms, known = self.obeyed.forms(begun.lines), self.domain.conditions
            told = split(begun.conditions, forms, known, self.budget, self.ground.climb)
            if isinstance(told, NoPoint):
                return True
            point = told if isinstance(told, tuple) else None
        if point is None:
            formula = all_of(*self.domain.conditions, *begun.conditions)
            answer = find_point(formula, self.domain.symbols, self.budget, seconds=SECONDS)
            if isinstance(answer, NoPoint):
                return True
            point = rational_values(self.domain.field, answer.point) if isinstance(answer, Found) else None
        if point is not None:
            self.whole.append(begun._replace(point=point))
        return point is not None

    # --- the rule ----------------------------------------------------------------------------

    def rule(self) -> Rule:
        """The chains as the cases of a rule, longest first."""
        if not self.obeyed.is_settled or not len(self.ground.places):
            note = "the ends of the range are others in other parts of the domain"
            return Rule(self.question, (), *range_of(self.question, (), is_complete=False), False, note)
        why_not = "of a chain of pieces it is open whether it is optimal anywhere"
        whole = self.budget
        self.budget = Budget(SEARCH * whole.left())
        self.reserve = whole.left() - self.budget.left()
        try:
            is_complete = self.search()
            self.budget = self.obeyed.budget = Budget(max(0.0, whole.left() - TELLING * len(self.whole)))
        except KeyboardInterrupt:  # the chains found by then are right
            is_complete, why_not = False, INTERRUPTED
            self.budget = Budget(0)  # they are told as they are
        points = {begun.lines: begun.point for begun in self.whole if begun.point is not None}
        telling = Telling(self.obeyed, self.breaks, self.ground, points, self.budget)
        cases = [self.envelope.case(self.cell(begun, telling)) for begun in self.whole]
        cases.sort(key=lambda c: (-len(c.pieces), [x.order for x in c.conditions]))
        ends = range_of(self.question, cases, is_complete=is_complete)
        return Rule(self.question, tuple(cases), *ends, is_complete, "" if is_complete else why_not)

    def cell(self, begun: _Begun, telling: Telling) -> Cell:
        """The points of a chain."""
        assert begun.point is not None
        vertices = []
        for left, right in pairwise(begun.lines):
            one, two = self.obeyed.lines[left], self.obeyed.lines[right]
            vertices.append((two.intercept - one.intercept) / (one.slope - two.slope))
        pieces = self.envelope.pieces(
            list(begun.lines), vertices, self.obeyed.low, self.obeyed.high, begun.point
        )
        conditions = telling.needed(begun.lines, begun.conditions)
        return Cell(tuple(conditions), pieces, begun.point)
