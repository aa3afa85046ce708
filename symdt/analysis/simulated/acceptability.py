"""Acceptability: how often each action is best, as a letter goes through its range and the others are drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symdt.analysis.simulated.draws import Distribution
from symdt.analysis.simulated.simulation import simulate
from symdt.display import Displayed
from symdt.errors import DomainError
from symdt.problems.problem import Problem


@dataclass(frozen=True)
class Acceptability(Displayed):
    """For each value of one letter, the share of draws in which each action is optimal.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> acceptability(problem, "p", [0.05, 0.5], {}, draws=10).best
    ('wait', 'treat')
    """

    letter: str
    grid: tuple[float, ...]
    shares: Mapping[str, tuple[float, ...]]
    best: tuple[str, ...]  # the action that is best on average at each value: the frontier

    def __hash__(self) -> int:
        return hash((self.letter, self.grid, self.best))

    def __str__(self) -> str:
        head = f"{self.letter:>12}" + "".join(f"  {a:>12}" for a in self.shares)
        rows = [
            f"{x:>12.6g}" + "".join(f"  {self.shares[a][i]:>12.4f}" for a in self.shares)
            for i, x in enumerate(self.grid)
        ]
        return "\n".join([head, *rows])


def acceptability(
    problem: Problem,
    letter: Any,
    grid: Sequence[Any],
    distributions: Mapping[Any, Distribution],
    *,
    draws: int = 10_000,
    seed: int = 1998,
    truncate: bool = False,
) -> Acceptability:
    """The acceptability curve: the probability that each action is optimal, as one `letter` goes along a `grid`.

    The same draws of the other letters serve all values, so the curves are smooth.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> acceptability(problem, "r", [0.25, 0.75], {}, draws=10).best
    ('leave', 'take')
    """
    name = getattr(letter, "name", str(letter))
    numbers = [float(x) for x in grid]
    if not numbers:
        raise DomainError("the grid has no values: give at least one")
    rows: list[dict[str, float]] = []
    best: list[str] = []
    for x in numbers:
        one = simulate(problem, {**distributions, name: x}, draws=draws, seed=seed, truncate=truncate)
        rows.append(one.optimal)
        best.append(one.action)
    shares = {a: tuple(row[a] for row in rows) for a in rows[0]}
    return Acceptability(name, tuple(numbers), shares, tuple(best))
