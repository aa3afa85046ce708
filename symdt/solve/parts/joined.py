"""Joined answers: problems with min, max, abs or piecewise, solved on every part of the domain and joined.

A choice has one value on each part of the domain, a rational function; its value on the whole is told with the
functions themselves. The rule is one rule: where a part ends and the best choice stays, nothing is said of it.

>>> from symdt import Belief, DecisionProblem, Domain, LossTable, decision_rule
>>> from sympy import Max, symbols
>>> p, h = symbols("p h")
>>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, h], [Max(1, 3*h), 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1", "0 < h < 1"))
>>> rule = decision_rule(problem, p)
>>> print(rule)
if 3*h <= 1: a* =
  wait   if 0 < p <= h/(h + 1)
  treat  if h/(h + 1) < p < 1
if 3*h > 1: a* =
  wait   if 0 < p <= 1/4
  treat  if 1/4 < p < 1
>>> rule.value(rule.cases[0].pieces[0])
p*Max(1, 3*h)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sympy import nan, zoo

from symdt.errors import ExpressionError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field
from symdt.exact.formula import Condition
from symdt.exact.optimum import sign
from symdt.exact.polynomial import Number, substituted
from symdt.exact.solver import Budget
from symdt.problems.kinks.kinked import KinkedProblem, Part, shown
from symdt.regions import implicit
from symdt.regions.contest import Contest, Question
from symdt.regions.implicit import Region, Regions
from symdt.regions.rule import Nowhere
from symdt.solve.alternatives import SECONDS, Alternatives, Choice, ordinary_alternatives

Choices = tuple[tuple[Choice, Element], ...]


class Side(NamedTuple):
    """A part of the domain, and the choices with their values there."""

    conditions: tuple[Condition, ...]
    domain: Domain
    choices: Choices


@dataclass(frozen=True)
class JoinedAlternatives(Alternatives):
    """The alternatives of a problem with kinks: each value is a function with kinks as letters."""

    stated: Alternatives = None  # type: ignore[assignment]

    def sides(self, choices: Choices) -> list[Side]:
        """The choices on each part of the domain."""
        assert isinstance(self.source, KinkedProblem)
        found = []
        for part in self.source.parts:
            domain = part.problem.domain

            def value(e: Element, part: Part = part, field: Field = domain.field) -> Element:
                branch = substituted(e.to_expr(), part.branches)
                if branch.has(zoo, nan):
                    where = " and ".join(map(str, part.conditions))
                    raise ExpressionError(f"{quote(e)} divides by zero where {where}: restrict the domain")
                return field.element(branch)

            found.append(Side(part.conditions, domain, tuple((c, value(e)) for c, e in choices)))
        return found

    @property
    def ties(self) -> dict[Choice, dict[str, tuple[str, ...]]]:
        """For each choice the decisions at which other branches are as good for all values of the letters."""
        return self.stated.ties

    @property
    def of_each_action(self) -> Choices:
        """What is kept behind each branch of the first decision."""
        return self.stated.of_each_action

    def along(self, letter: Any) -> Question[Choice]:
        """The question that a rule for this letter answers, with a question for each part."""
        name = self.domain.letter(letter)
        parts = tuple(Question(s.choices, s.domain, name, self.optimum) for s in self.sides(self.choices))
        return Question((), self.domain, name, self.optimum, parts)

    def regions(self, budget: Budget) -> Regions:
        """Where each choice is optimal, part by part."""
        regions: list[Region] = []
        undecided: dict[Any, None] = {}
        for side in self.sides(self.of_each_action):
            here = implicit.solve(side.choices, side.domain, self.optimum, budget)
            for region in here.regions:
                conditions = list(dict.fromkeys((*side.conditions, *region.conditions)))
                kept = implicit.irredundant(conditions, self.domain, budget)
                regions.append(Region(region.label, tuple(kept), region.witness))
            undecided |= dict.fromkeys(here.undecided)
        order = {choice: n for n, (choice, _) in enumerate(self.of_each_action)}
        regions.sort(key=lambda region: order[region.label])  # type: ignore[index]
        seen = {*(region.label for region in regions), *undecided}
        nowhere = tuple(Nowhere(choice) for choice in order if choice not in seen)
        return Regions(tuple(regions), nowhere, tuple(undecided))

    def never_optimal(
        self, budget: Budget, optimal: Collection[str] = ()
    ) -> tuple[tuple[str, ...], tuple[Nowhere, ...]]:
        """The actions that attain the optimum nowhere on any part.

        optimal: actions of which it is known that they do somewhere.
        """
        sides, least = self.sides(self.of_each_action), sign(self.optimum)
        lost = [
            action
            for action in self.actions
            if action not in optimal
            and all(
                implicit.never(side.choices, choice, side.domain, least, budget)
                for side in sides
                for choice, _ in side.choices
                if choice.action == action
            )
        ]
        return tuple(lost), tuple(Nowhere(action) for action in lost)

    def contest(self) -> Contest[str]:
        """The contest of the actions, each function with the conditions under which it counts."""
        functions, guards = [], []
        for side in self.sides(self.of_each_action):
            functions += [(choice.action, value) for choice, value in side.choices]
            guards += [side.conditions] * len(side.choices)
        moved = tuple((label, value.into(self.domain.field)) for label, value in functions)
        return Contest(moved, self.domain, self.optimum, self.actions, tuple(guards))


def sides_of(found: Alternatives, choices: Choices) -> list[Side]:
    """Choices on each part of the domain; the domain is the only part where no function cuts it.

    found: the alternatives of a problem. choices: those of its choices that are asked about.
    """
    if isinstance(found, JoinedAlternatives):
        return found.sides(choices)
    return [Side((), found.domain, choices)]


def choices_at(found: Alternatives, values: Sequence[Number]) -> Choices:
    """The choices with the values that they have around a point of the domain, whose numbers these are."""
    sides = sides_of(found, found.choices)
    return next(side.choices for side in sides if all(c.holds(values) for c in side.conditions))


def joined_alternatives(problem: KinkedProblem, seconds: float = SECONDS) -> JoinedAlternatives:
    """The choices of a problem with kinks, with their values on the whole domain."""
    stated = ordinary_alternatives(problem.stated, seconds)
    values = {a: shown(v, problem.symbols) for a, v in stated.values.items()}
    return JoinedAlternatives(
        problem, problem.domain, problem.optimum, stated.choices, stated.actions, values, None, stated
    )
