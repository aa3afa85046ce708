"""Probabilistic sensitivity: letters drawn from distributions, the tree folded back for all draws at once.

The letters that one is unsure of get distributions; each draw makes the tree a tree of numbers,
and folding it back says which action is optimal there. Floating point, vectorised over the draws.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> from symdt.problems.tree import Chance, Decision
>>> r = symbols("r")
>>> tree = Decision("umbrella?", {
...     "take": Chance("with", {"rain": (r, 70), "dry": ("rest", 20)}),
...     "leave": Chance("without", {"rain": (r, 0), "dry": ("rest", 100)})})
>>> from symdt.problems.tree_problem import TreeProblem
>>> problem = TreeProblem(tree, Domain("0 < r < 1"), "max")
>>> from symdt.analysis.simulated.letter_law import Law
>>> answer = simulate(problem, {"r": Law("beta", 2, 3)}, draws=20_000, seed=1)
>>> answer.action, round(answer.optimal["leave"], 2)
('leave', 0.74)

Later decisions do not know the letters either: `action`, `means` and the loss of deciding now are of whole plans, whose later
choices are the best on average of what one believes by then (`symdt.analysis.simulated.planned`).

The expected loss of deciding now is what knowing the letters would be worth, on average.

>>> abs(answer.loss_now - 9604/1875) < 4*answer.loss_now_error  # the integral, in closed form
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from symdt.analysis.simulated.draws import Distribution, drawn
from symdt.analysis.simulated.planned import has_later_decisions, planned_values
from symdt.display import Printed
from symdt.errors import DomainError, quote
from symdt.exact.optimum import Optimum, better
from symdt.problems.problem import Problem
from symdt.problems.tree import Tree, first_decision
from symdt.solve.fold_arrays import action_values

#: More draws than this are refused.
MAX_DRAWS = 10**8
#: What is said where later decisions are not planned.
TOO_MANY = (
    "later decisions are too many to be planned, and are taken as if the letters were known by then: the expected loss "
    "of deciding now is at least this"
)
#: What stands for the actions where something happens before the first decision.
_NO_CHOICE = ("value",)


@dataclass(frozen=True, eq=False)
class Simulation(Printed):
    """The values of every action in every draw, and what follows from them.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> from symdt.analysis.simulated.letter_law import Law
    >>> simulate(problem, {"p": Law("uniform", 0, 0.05)}, draws=100).optimal
    {'wait': 1.0, 'treat': 0.0}
    """

    optimum: Optimum
    actions: tuple[str, ...]
    values: Any = field(repr=False)  # draws × actions, all decisions knowing the draw
    letters: Mapping[str, Any] = field(repr=False)
    refused: int = 0  # draws outside the domain that were replaced
    planned: Any = field(
        default=None, repr=False
    )  # draws × actions, no decision knowing it; None where that is the same
    is_planned: bool = (
        True  # False where later decisions are too many to be planned, and are taken to know the letters
    )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Simulation):
            return NotImplemented
        import numpy as np

        mine, theirs = ((s.optimum, s.actions, s.refused, sorted(s.letters)) for s in (self, other))
        if mine != theirs or not np.array_equal(self.values, other.values):
            return False
        return all(np.array_equal(self.letters[n], other.letters[n]) for n in self.letters)

    def __hash__(self) -> int:
        return hash((self.optimum, self.actions, self.refused))

    @property
    def draws(self) -> int:
        """How many draws there are."""
        return int(self.values.shape[0])

    @property
    def means(self) -> dict[str, float]:
        """The mean value of each action, followed by what is then best on average."""
        return dict(zip(self.actions, map(float, self._now.mean(axis=0)), strict=True))

    @property
    def _now(self) -> Any:
        return self.values if self.planned is None else self.planned

    @property
    def action(self) -> str:
        """The action that is best on average: what to do now."""
        means = self.means
        best: str = better(self.optimum)(means, key=lambda a: means[a])
        return best

    @property
    def best(self) -> Any:
        """The position of the optimal action in each draw; the first where several tie."""
        return self.values.argmin(axis=1) if self.optimum == "min" else self.values.argmax(axis=1)

    @property
    def optimal(self) -> dict[str, float]:
        """The share of draws in which each action is optimal."""
        import numpy as np

        counts = np.bincount(self.best, minlength=len(self.actions))
        return {a: float(c) / self.draws for a, c in zip(self.actions, counts, strict=True)}

    @property
    def optimal_error(self) -> dict[str, float]:
        """The standard error of each share."""
        return {a: (p * (1 - p) / self.draws) ** 0.5 for a, p in self.optimal.items()}

    @property
    def losses(self) -> Any:
        """In each draw, by how much the action that is best on average falls short of the optimum."""
        here = self._now[:, self.actions.index(self.action)]
        if self.optimum == "min":
            return here - self.values.min(axis=1)
        return self.values.max(axis=1) - here

    @property
    def loss_now(self) -> float:
        """The expected loss of deciding now: the value of perfect information about the letters."""
        return float(self.losses.mean())

    @property
    def loss_now_error(self) -> float:
        """The standard error of `loss_now`."""
        return float(self.losses.std(ddof=1) / self.draws**0.5)

    def __str__(self) -> str:
        what = (
            "the best plan is worth" if self.actions == _NO_CHOICE else f"{self.action} is best on average,"
        )
        lines = [f"{self.draws} draws: {what} {self.means[self.action]:.6g}"]
        if self.actions != _NO_CHOICE:
            lines += [f"  {a} is optimal in {p:.1%} of them" for a, p in self.optimal.items()]
        lines.append(f"expected loss of deciding now {self.loss_now:.4g} ± {self.loss_now_error:.2g}")
        if not self.is_planned:
            lines.append(f"note: {TOO_MANY}")
        return "\n".join(lines)


def simulate(
    problem: Problem,
    distributions: Mapping[Any, Distribution],
    *,
    draws: int = 100_000,
    seed: int = 1998,
    truncate: bool = False,
) -> Simulation:
    """The value of every action in each of `draws` draws of the letters, and which action is optimal.

    A key may be a tuple of letters drawn together, dependent: `{("a", "b", "c"): Law("dirichlet",
    [1, 2, 3])}`. A draw outside the domain is an error unless `truncate` is given; then it is
    drawn again, that is, the distributions are conditioned on the domain.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> from symdt.analysis.simulated.letter_law import Law
    >>> simulate(problem, {"r": Law("uniform", 0, 0.1)}, draws=100).action
    'leave'
    """
    if not 2 <= draws <= MAX_DRAWS:
        found = (
            "1 draw is asked for, which has no standard error"
            if draws == 1
            else f"{quote(draws)} draws are asked for"
        )
        raise DomainError(f"{found}: use 2 to {MAX_DRAWS}")
    letters, refused = drawn(problem, distributions, draws, seed, truncate)
    tree, optimum = problem.tree, problem.optimum
    values, planned = action_values(tree, letters, optimum), planned_values(tree, letters, optimum)
    is_planned = planned is not None or not has_later_decisions(tree)
    return Simulation(optimum, _actions(tree), values, letters, refused, planned, is_planned)


# --- drawing ----------------------------------------------------------------------------------


def _actions(tree: Tree) -> tuple[str, ...]:
    decision = first_decision(tree)
    return decision.actions if decision is not None else _NO_CHOICE
