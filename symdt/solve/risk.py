"""Risk: the expected loss of an action, R(a) = Σ_M L(M, a) p(M | D) (§2.2).

>>> from sympy import symbols
>>> from symdt.problems.belief import Belief
>>> from symdt.exact.domain import Domain
>>> from symdt.problems.loss import LossTable
>>> p, h, k = symbols("p h k")
>>> loss = LossTable(["M0", "M3", "M2", "M23"], ["a0", "a3", "a2", "a23"],
...     [[0, 2*k, 3*k, 5*k], [h, 0, 5*k, 2*k], [h, 5*k, 0, 3*k], [2*h, h, h, 0]])
>>> belief = Belief({"M0": 1 - 4*p, "M3": p, "M2": p, "M23": 2*p})
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

from symdt.errors import DomainError, quote
from symdt.exact.field import Element, Field
from symdt.exact.polynomial import Number, as_expr, to_rational
from symdt.problems.table import DecisionProblem


def risk_elements(problem: DecisionProblem) -> dict[str, Element]:
    """The risks as elements of the field of the problem's parameters."""
    field = problem.domain.field
    chances = [field.element(problem.belief[s]) for s in problem.loss.states]
    totals = {}
    for j, action in enumerate(problem.loss.actions):
        total = field.number(0)
        for chance, row in zip(chances, problem.loss.entries, strict=True):
            if not row[j].is_zero:
                total = total + chance * field.element(row[j])
        totals[action] = total
    return totals


def risks(problem: DecisionProblem) -> dict[str, Expr]:
    """The expected loss (or utility) of every action, as SymPy expressions.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> risks(problem)
    {'wait': 10*p, 'treat': 1 - p}
    """
    return {action: element.to_expr() for action, element in risk_elements(problem).items()}


def risk(problem: DecisionProblem, action: str) -> Expr:
    """The expected loss (or utility) of one action."""
    problem.loss.column(action)  # an unknown action is an error that names the nearest
    return risks(problem)[action]


def bayes_actions(problem: DecisionProblem, **point: Any) -> tuple[str, ...]:
    """All actions that attain the optimum at a point of the domain: one, or several at a tie.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> bayes_actions(problem, p="1/11")
    ('wait', 'treat')
    """
    values = _risks_at(problem, point)
    best = _best(problem)(values.values())
    return tuple(action for action, value in values.items() if value == best)


def bayes_action(problem: DecisionProblem, **point: Any) -> str:
    """The first action, in the table's order, that attains the optimum at a point of the domain.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> bayes_action(problem, p="1/2")
    'treat'
    """
    return bayes_actions(problem, **point)[0]


def bayes_risk(problem: DecisionProblem, **point: Any) -> Expr:
    """The optimal expected loss (or utility) at a point of the domain, exactly.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> bayes_risk(problem, p="1/2")
    1/2
    """
    return to_rational(_best(problem)(_risks_at(problem, point).values()))


def _risks_at(problem: DecisionProblem, point: dict[str, Any]) -> dict[str, Number]:
    values = problem.domain.check_point(point)
    return {action: element.at(values) for action, element in risk_elements(problem).items()}


def _best(problem: DecisionProblem) -> Any:
    return min if problem.optimum == "min" else max


def evaluate(source: Any, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Any:
    """The value of an expression, or of each in a mapping or of each risk of a problem, at one or many points.

    Letters given as arrays (they broadcast) give floating-point arrays; plain numbers give exact
    SymPy rationals. Whether the points lie in the domain is not asked here.

    >>> from sympy import symbols
    >>> p = symbols("p")
    >>> evaluate(1 - 4*p, p=[0.0, 0.125]).tolist()
    [1.0, 0.5]
    """
    elements, is_single = _elements(source)
    field = next(iter(elements.values())).field
    given = {getattr(s, "name", s): v for s, v in {**(point or {}), **values}.items()}
    missing = [n for n in field.names if n not in given]
    if missing:
        raise DomainError(
            f"no value is given for {quote(missing[0])}: give one for each of {list(field.names)}"
        )
    if not any(hasattr(v, "__len__") and not isinstance(v, str) for v in given.values()):
        numbers = field.values({n: given[n] for n in field.names})
        answer = {name: to_rational(e.at(numbers)) for name, e in elements.items()}
    else:
        from symdt.exact.arrays import on_arrays

        answer = on_arrays(elements, [given[n] for n in field.names])
    return answer[""] if is_single else answer


def _elements(source: Any) -> tuple[dict[str, Element], bool]:
    if isinstance(source, DecisionProblem):
        return risk_elements(source), False
    many = dict(source) if isinstance(source, Mapping) else {"": source}
    if not many:
        raise DomainError("there is nothing to evaluate: give at least one expression")
    expressions = {str(name): as_expr(e) for name, e in many.items()}
    field = Field.of(set().union(*(e.free_symbols for e in expressions.values())))
    return {name: field.element(e) for name, e in expressions.items()}, not isinstance(source, Mapping)
