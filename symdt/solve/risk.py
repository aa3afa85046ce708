"""Risk: the expected loss of an action, R(a) = Σ_M L(M, a) p(M | D) (§2.2).

>>> from sympy import symbols
>>> from symdt.problems.belief import Belief
>>> from symdt.exact.domain import Domain
>>> from symdt.problems.loss import LossTable
>>> p, h, k = symbols("p h k")
>>> loss = LossTable(["M0", "M3", "M2", "M23"], ["a0", "a3", "a2", "a23"],
...     [[0, 2*k, 3*k, 5*k], [h, 0, 5*k, 2*k], [h, 5*k, 0, 3*k], [2*h, h, h, 0]])
>>> belief = Belief({"M0": 1 - 4*p, "M3": p, "M2": p, "M23": 2*p})
>>> from symdt.problems.table import DecisionProblem
>>> problem = DecisionProblem(loss, belief, Domain("0 < p < 1/4", "h > 0", "k > 0"))
>>> risks(problem)
{'a0': 6*h*p, 'a3': 2*h*p - 3*k*p + 2*k, 'a2': 2*h*p - 7*k*p + 3*k, 'a23': -15*k*p + 5*k}
>>> bayes_actions(problem, p=0.1, h=2, k=1)
('a0',)
>>> bayes_risk(problem, p=0.1, h=2, k=1)
6/5
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Expr

from symdt.errors import TableError, did_you_mean, quote
from symdt.exact.optimum import better
from symdt.exact.polynomial import Number, to_rational
from symdt.problems.kinks.kinked import KinkedProblem
from symdt.problems.problem import Problem
from symdt.problems.tree_problem import as_problem
from symdt.solve.foldback import fold_back, optimum_of
from symdt.solve.solved import Optimal


def risks(problem: Problem) -> dict[str, Expr]:
    """The expected loss (or utility) of everything that the first decision offers, as SymPy expressions.

    An experiment is one of the alternatives, and so is every branch of a tree's first decision, and with limited
    memory every choice there for all that may be known. Where later decisions remain a value is a Min or a Max.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> risks(problem)
    {'wait': 10*p, 'treat': 1 - p}
    """
    whole = as_problem(problem)
    if isinstance(whole, KinkedProblem):
        from symdt.solve.alternatives import alternatives

        return dict(alternatives(whole, joined=True).values)
    at_once = whole.risks_at_once
    if at_once is None:
        return fold_back(whole).values
    return {action: element.to_expr() for action, element in at_once.items()}


def risk(problem: Problem, action: str) -> Expr:
    """The expected loss (or utility) of one alternative of the first decision."""
    values = risks(problem)
    if action not in values:
        raise TableError(f"the problem has no action {quote(action)}: {did_you_mean(str(action), values)}")
    return values[action]


def optimum_at(problem: Problem, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Optimal:
    """The optimum at a point of the domain, exactly: action, ties, the whole strategy in the problem's words, values.

    >>> from symdt import Belief, DecisionProblem, Experiment, LossTable
    >>> worth = LossTable(["oil", "dry"], ["drill", "sell"], [[700, 90], [-100, 90]], "max")
    >>> seismic = {"oil": {"good": 0.6, "bad": "rest"}, "dry": {"good": 0.2, "bad": "rest"}}
    >>> goferbroke = DecisionProblem(
    ...     worth, Belief({"oil": 0.25, "dry": "rest"}), experiments=[Experiment("survey", seismic, 30)])
    >>> best = optimum_at(goferbroke)
    >>> best.action, best.value, best.strategy
    ('survey', 123, {'first': 'survey', 'good': 'drill', 'bad': 'sell'})
    """
    whole = as_problem(problem)
    given = {**(point or {}), **values}
    whole.domain.check_point(given)
    fixed = whole.at(given)
    return optimum_of(fixed.tree, fixed.optimum, whole.words).in_words(whole.words)


def bayes_actions(
    problem: Problem, point: Mapping[Any, Any] | None = None, /, **values: Any
) -> tuple[str, ...]:
    """All alternatives of the first decision that attain the optimum at a point of the domain, in order.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> bayes_actions(problem, p="1/11"), bayes_actions(problem, {p: "1/2"})
    (('wait', 'treat'), ('treat',))
    """
    whole = as_problem(problem)
    found = _at_once(whole, {**(point or {}), **values})
    if found is None:
        return optimum_at(whole, point, **values).ties
    best = better(whole.optimum)(found.values())
    return tuple(action for action, value in found.items() if value == best)


def bayes_action(problem: Problem, point: Mapping[Any, Any] | None = None, /, **values: Any) -> str:
    """The first of the alternatives, in the problem's order, that attains the optimum at a point of the domain.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> bayes_action(problem, p="1/2")
    'treat'
    """
    return bayes_actions(problem, point, **values)[0]


def bayes_risk(problem: Problem, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Expr:
    """The optimal expected loss (or utility) at a point of the domain, exactly.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> bayes_risk(problem, p="1/2")
    1/2
    """
    whole = as_problem(problem)
    found = _at_once(whole, {**(point or {}), **values})
    if found is None:
        return optimum_at(whole, point, **values).value
    return to_rational(better(whole.optimum)(found.values()))


def _at_once(problem: Problem, point: Mapping[Any, Any]) -> dict[str, Number] | None:
    """The values of the actions at a point, where nothing is decided later."""
    at_once = problem.risks_at_once
    if at_once is None:
        return None
    values = problem.domain.check_point(point)
    return {action: element.at(values) for action, element in at_once.items()}
