"""Decision regions: for each choice, the inequalities of the set of letters where it is optimal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from symdt.display import Displayed
from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum
from symdt.exact.solver import Budget
from symdt.problems.problem import Problem
from symdt.problems.tree import Tree
from symdt.regions import implicit
from symdt.regions.implicit import Regions
from symdt.solve.alternatives import SECONDS, Alternatives, alternatives
from symdt.solve.rule import action_of


@dataclass(frozen=True)
class DecisionRegions(Displayed):
    """For each choice that is optimal somewhere: its inequalities and a point where they hold.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> print(decision_regions(problem))
    wait  if 11*p <= 1   (for instance at p=1/40)
    treat  if 11*p >= 1   (for instance at p=1/2)
    """

    alternatives: Alternatives
    answer: Regions
    title: str = ""

    @property
    def regions(self) -> dict[str, implicit.Region]:
        """The region of each choice, by its name."""
        return {str(region.label): region for region in self.answer.regions}

    @property
    def is_complete(self) -> bool:
        """False where the budget ended first."""
        return self.answer.is_complete

    def __len__(self) -> int:
        return len(self.answer.regions)

    def __iter__(self) -> Iterator[implicit.Region]:
        return iter(self.answer.regions)

    @property
    def never_optimal(self) -> tuple[str, ...]:
        """The actions that attain the optimum at no point of the domain."""
        if self.alternatives.solved is not None:
            optimal = {action_of(region.label) for region in self.answer.regions}
            return self.alternatives.never_optimal(Budget(SECONDS), optimal)[0]
        # an action with several strategies is lost with the last of them
        left = {*map(action_of, self.answer.undecided), *(action_of(r.label) for r in self.answer.regions)}
        lost = dict.fromkeys(action_of(reason.label) for reason in self.answer.nowhere)
        return tuple(action for action in lost if action not in left)

    def __str__(self) -> str:
        from symdt.solve.written.rule_text import regions_to_text

        return regions_to_text(self)

    def to_json(self) -> dict[str, Any]:
        """The regions as `symdt solve --json` prints them."""
        from symdt.solve.written.rule_text import regions_to_json

        return regions_to_json(self)


def decision_regions(
    source: Problem | Tree,
    *,
    domain: Domain | None = None,
    optimum: Optimum | None = None,
    seconds: float = SECONDS,
) -> DecisionRegions:
    """Where each choice is optimal, as irredundant polynomial inequalities in all letters.

    `source` is a problem of any kind, which has its own domain and optimum, or a tree with its `domain`
    and `optimum`; the search may take `seconds`.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> decision_regions(problem).to_json()["regions"]["wait"]["if"]
    ['11*p <= 1']
    """
    budget = Budget(seconds)
    choices = alternatives(source, domain, optimum, seconds, joined=True)
    return DecisionRegions(choices, choices.regions(budget), getattr(source, "title", ""))
