"""Samples as experiments: what n cases are worth for choosing between models of discrete variables (Example 1).

The outcome of the experiment is the table of counts, its likelihood under a model the evidence of
`dirichlet` (with the normalising factor where it belongs) times the number of orders of the cases.
Samples that give the models the same ratio of evidences teach the same; they are one outcome.

>>> from sympy import symbols
>>> from symdt.problems.belief import Belief
>>> from symdt.exact.domain import Domain
>>> from symdt.problems.loss import LossTable
>>> p = symbols("p")
>>> loss = LossTable.zero_one(["M0", "M1"])
>>> problem = DecisionProblem(loss, Belief({"M0": "rest", "M1": p}), Domain("0 < p < 1"))
>>> models = {"M0": Model(), "M1": Model(["X2 -> X1"])}
>>> values = [sample_value(problem, models, {"X1": (0, 1), "X2": (0, 1)}, n) for n in (0, 1, 2)]
>>> [value.at(p="1/2") for value in values]
[0, 0, 1/16]

One case teaches nothing about the dependence of two variables; two cases do. Law: the value
grows with n and never exceeds that of perfect information.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from symdt.analysis.knowing.information import evsi, merged
from symdt.analysis.knowing.worth import SECONDS, InformationValue
from symdt.errors import BudgetError, TableError, quote
from symdt.exact.polynomial import as_expr
from symdt.networks.dirichlet import AnyPrior
from symdt.networks.evidence import evidence
from symdt.networks.sample import all_samples
from symdt.problems.experiment import Experiment
from symdt.problems.models.model import Model
from symdt.problems.table import DecisionProblem

#: More cases than this are not enumerated.
MAX_CASES = 40


def sampling_experiment(
    models: Mapping[str, Model],
    states: Mapping[str, Sequence[Any]],
    n: int,
    *,
    prior: AnyPrior = "bdeu",
    alpha: Any = 1,
    cost: Any = 0,
) -> Experiment:
    """The experiment of drawing n cases: P(counts | model) for every table of counts, equal ones merged.

    >>> from symdt import Belief, DecisionProblem, LossTable, Model
    >>> models = {"M0": Model(), "M1": Model(["X2 -> X1"])}
    >>> states = {"X1": (0, 1), "X2": (0, 1)}
    >>> len(sampling_experiment(models, states, 2).outcomes)
    3
    """
    if not 0 <= n <= MAX_CASES:
        raise BudgetError(f"{quote(n)} cases are to be enumerated: use 0 to {MAX_CASES}")
    rows: dict[str, dict[str, Any]] = {name: {} for name in models}
    for sample, orders in all_samples(states, n):
        label = " ".join(str(sample.cells.get(cell, 0)) for cell in cells_of(states)) or "nothing"
        for name, model in models.items():
            rows[name][label] = evidence(sample, model, prior=prior, alpha=alpha) * orders
    return merged(Experiment(f"{n} cases", rows, as_expr(cost)), short=True)


def cells_of(states: Mapping[str, Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Every combination of the states of the variables: what one case may be."""
    return list(product(*states.values()))


def sample_value(
    problem: DecisionProblem,
    models: Mapping[str, Model],
    states: Mapping[str, Sequence[Any]],
    n: int,
    *,
    prior: AnyPrior = "bdeu",
    alpha: Any = 1,
    cost: Any = 0,
    seconds: float = SECONDS,
) -> InformationValue:
    """The value of n cases of the variables before choosing among the models, exactly; `cost` is for all n.

    >>> from symdt import Belief, DecisionProblem, LossTable, Model
    >>> models = {"M0": Model(), "M1": Model(["X2 -> X1"])}
    >>> states = {"X1": (0, 1), "X2": (0, 1)}
    >>> problem = DecisionProblem(LossTable.zero_one(["M0", "M1"]), Belief({"M0": 0.5, "M1": "rest"}))
    >>> sample_value(problem, models, states, 2).at()
    1/16
    """
    if set(models) != set(problem.loss.states):
        odd = sorted(set(models) ^ set(problem.loss.states))[0]
        raise TableError(
            f"the models and the states of the loss disagree about {quote(odd)}: give each state its model"
        )
    experiment = sampling_experiment(models, states, n, prior=prior, alpha=alpha, cost=cost)
    return evsi(problem, experiment, seconds=seconds)
