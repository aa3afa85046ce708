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

from symdt.errors import DomainError, TableError, did_you_mean, quote
from symdt.exact.field import Element, Field
from symdt.exact.optimum import better
from symdt.exact.polynomial import Number, as_expr, to_rational
from symdt.problems.problem import Problem, as_problem
from symdt.solve.foldback import fold_back, optimum_of
from symdt.solve.solved import Optimal


def risks(problem: Problem) -> dict[str, Expr]:
    """The expected loss (or utility) of everything that the first decision offers, as SymPy expressions.

    An experiment is one of the alternatives, and so is every branch of a tree's first decision. Where
    later decisions remain a value is a Min or a Max.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> risks(problem)
    {'wait': 10*p, 'treat': 1 - p}
    """
    whole = as_problem(problem)
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
    return optimum_of(fixed.tree, fixed.optimum).in_words(whole.words)


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


def evaluate(source: Any, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Any:
    """The value of an expression, or of each in a mapping or of each risk of a problem, at one or many points.

    Letters given as arrays (they broadcast) give floating-point arrays; plain numbers give exact
    SymPy rationals. Whether the points lie in the domain is not asked here.

    >>> from sympy import symbols
    >>> p = symbols("p")
    >>> evaluate(1 - 4*p, p=[0.0, 0.125]).tolist()
    [1.0, 0.5]
    """
    given = {getattr(s, "name", s): v for s, v in {**(point or {}), **values}.items()}
    if isinstance(source, Problem) and source.risks_at_once is None:
        return _values_later(source, given)
    elements, is_single = _elements(source)
    field = next(iter(elements.values())).field
    _check_letters(field, given)
    if not _has_arrays(given):
        numbers = field.values({n: given[n] for n in field.names})
        answer = {name: to_rational(e.at(numbers)) for name, e in elements.items()}
    else:
        from symdt.exact.arrays import on_arrays

        answer = on_arrays(elements, [given[n] for n in field.names])
    return answer[""] if is_single else answer


def _values_later(problem: Problem, given: dict[str, Any]) -> dict[str, Any]:
    """The values of the first decision's alternatives, where what is decided later depends on the point."""
    field = problem.domain.field
    _check_letters(field, given)
    if not _has_arrays(given):
        exact = dict(zip(field.symbols, map(to_rational, field.values(given)), strict=True))
        return optimum_of(problem.tree.subs(exact), problem.optimum).values
    import numpy as np

    from symdt.solve.fold_arrays import action_values

    arrays = np.broadcast_arrays(*(np.asarray(given[n], dtype=float) for n in field.names))
    flat = {n: a.ravel() for n, a in zip(field.names, arrays, strict=True)}
    columns = action_values(problem.tree, flat, problem.optimum)
    names = problem.alternatives or ("value",)
    return {name: columns[:, i].reshape(arrays[0].shape) for i, name in enumerate(names)}


def _check_letters(field: Field, given: Mapping[str, Any]) -> None:
    missing = [n for n in field.names if n not in given]
    if missing:
        raise DomainError(
            f"no value is given for {quote(missing[0])}: give one for each of {list(field.names)}"
        )


def _has_arrays(given: Mapping[str, Any]) -> bool:
    return any(hasattr(v, "__len__") and not isinstance(v, str) for v in given.values())


def _elements(source: Any) -> tuple[dict[str, Element], bool]:
    if isinstance(source, Problem):
        return dict(source.risks_at_once or {}), False
    many = dict(source) if isinstance(source, Mapping) else {"": source}
    if not many:
        raise DomainError("there is nothing to evaluate: give at least one expression")
    expressions = {str(name): as_expr(e) for name, e in many.items()}
    field = Field.of(set().union(*(e.free_symbols for e in expressions.values())))
    return {name: field.element(e) for name, e in expressions.items()}, not isinstance(source, Mapping)
