"""Optimal stopping: how many cases to take, one after the other, before the choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Expr

from symdt.analysis.knowing.sampling import MAX_CASES, cells_of
from symdt.display import Printed
from symdt.errors import BudgetError, TableError, quote
from symdt.exact.field import Element, Field
from symdt.exact.language.board import board
from symdt.exact.optimum import sign as sign_of
from symdt.exact.polynomial import to_rational
from symdt.networks.dirichlet import AnyPrior
from symdt.networks.evidence import evidence
from symdt.networks.sample import all_samples
from symdt.problems.models.model import Model
from symdt.problems.table import DecisionProblem


@dataclass(frozen=True)
class Stopping(Printed):
    """Sampling case by case at a price each, stopping when it no longer pays: value and where to stop.

    `plan` says, for each table of counts that is reached, what is done: an action, or "sample".

    >>> from symdt import Belief, DecisionProblem, LossTable, Model
    >>> problem = DecisionProblem(LossTable.zero_one(["M0", "M1"]), Belief({"M0": 0.5, "M1": 0.5}))
    >>> models = {"M0": Model(), "M1": Model(["X2 -> X1"])}
    >>> stopping(problem, models, {"X1": [0, 1], "X2": [0, 1]}, 2, price=1).value
    1/2
    """

    value: Expr
    at_once: Expr
    plan: tuple[tuple[str, str], ...]

    @property
    def gain(self) -> Expr:
        """What the option to sample is worth, its costs paid."""
        return abs(self.value - self.at_once)

    def __str__(self) -> str:
        return f"value {board(self.value)} against {board(self.at_once)} at once\n" + "\n".join(
            f"  {counts}: {what}" for counts, what in self.plan
        )


def stopping(  # noqa: C901 - one branch for each way to stop
    problem: DecisionProblem,
    models: Mapping[str, Model],
    states: Mapping[str, Sequence[Any]],
    n: int,
    *,
    price: Any,
    prior: AnyPrior = "bdeu",
    alpha: Any = 1,
) -> Stopping:
    """The optimal sequential sampling of at most n cases at `price` each, by exact backward induction.

    The problem must have no letters: fix them with `problem.at`.

    >>> from symdt import Belief, DecisionProblem, LossTable, Model
    >>> models = {"M0": Model(), "M1": Model(["X2 -> X1"])}
    >>> states = {"X1": (0, 1), "X2": (0, 1)}
    >>> problem = DecisionProblem(LossTable.zero_one(["M0", "M1"]), Belief({"M0": 0.5, "M1": "rest"}))
    >>> stopping(problem, models, states, 2, price=1).value
    1/2
    """
    if problem.symbols:
        raise TableError(
            f"the problem has the letter {quote(problem.symbols[0])}: fix it first with problem.at"
        )
    if not 0 <= n <= MAX_CASES:
        raise BudgetError(f"{quote(n)} cases are to be enumerated: use 0 to {MAX_CASES}")
    ring, sign = Field.of(()), sign_of(problem.optimum)
    fee = ring.element(price)
    cells, names = cells_of(states), problem.loss.states
    chances = {s: ring.element(problem.belief[s]) for s in names}
    entries = [[ring.element(e) * sign for e in row] for row in problem.loss.entries]
    # joint weights p(M) p(counts | M), for every table of counts; one order of the cases each
    joint: dict[tuple[int, ...], dict[str, Element]] = {}
    for size in range(n + 1):
        for sample, _ in all_samples(states, size):
            counts = tuple(int(sample.cells.get(cell, 0)) for cell in cells)
            joint[counts] = {
                s: chances[s] * ring.element(evidence(sample, models[s], prior=prior, alpha=alpha))
                for s in names
            }
    value: dict[tuple[int, ...], Any] = {}
    chosen: dict[tuple[int, ...], str] = {}
    zero = ring.number(0)
    for counts in sorted(joint, key=sum, reverse=True):
        weights = joint[counts]
        risks = {
            a: sum((weights[s] * entries[i][j] for i, s in enumerate(names)), zero).constant
            for j, a in enumerate(problem.loss.actions)
        }
        best = min(risks, key=lambda a: risks[a])
        value[counts], chosen[counts] = risks[best], best
        if sum(counts) < n:
            total = sum(weights.values(), zero)
            further = (fee * total).constant + sum(value[_more(counts, i)] for i in range(len(cells)))
            if further < risks[best]:  # at equal value one stops
                value[counts], chosen[counts] = further, "sample"
        if not any(counts):
            at_once = risks[best]
    start = (0,) * len(cells)
    plan, stack, seen = [], [start], {start}
    while stack:
        counts = stack.pop()
        plan.append((" ".join(map(str, counts)), chosen[counts]))
        if chosen[counts] == "sample":
            for i in reversed(range(len(cells))):
                after = _more(counts, i)
                if after not in seen:
                    seen.add(after)
                    stack.append(after)
    return Stopping(to_rational(sign * value[start]), to_rational(sign * at_once), tuple(plan))


def _more(counts: tuple[int, ...], i: int) -> tuple[int, ...]:
    return (*counts[:i], counts[i] + 1, *counts[i + 1 :])
