"""Net benefit: cost and effect as one table, λ·effect − cost, with the willingness to pay λ as a letter.

>>> from symdt.problems.loss import LossTable
>>> cost = LossTable(["ill", "well"], ["treat", "wait"], [[70, 0], [70, 0]])
>>> effect = LossTable(["ill", "well"], ["treat", "wait"], [[9, 4], [9, 10]], "max")
>>> print(net_benefit(cost, effect)["ill", "treat"])
9*λ - 70

For a tree, `pair(cost, effect)` is such a value or payoff.

>>> pair(70, 9) == net_benefit(cost, effect)["ill", "treat"]
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Expr, Integer, Symbol

from symdt.errors import TableError, quote
from symdt.exact.field import Element
from symdt.exact.polynomial import as_expr, substituted
from symdt.problems.loss import LossTable
from symdt.problems.problem import Problem

#: The willingness to pay for one unit of effect, unless another letter is named.
WILLINGNESS = "λ"


def pair(cost: Any, effect: Any, willingness: str | Symbol = WILLINGNESS) -> Expr:
    """The net benefit of a cost and an effect: λ·effect − cost."""
    letter = willingness if isinstance(willingness, Symbol) else Symbol(willingness)
    return letter * as_expr(effect) - as_expr(cost)


def cost_and_effect(value: Element, willingness: Symbol) -> tuple[Expr, Expr] | None:
    """The cost and the effect of a net benefit; None where it is not affine in the willingness to pay.

    >>> from symdt.exact.field import Field
    >>> from sympy import symbols
    >>> w, c = symbols("w c")
    >>> cost_and_effect(Field.of([w, c]).element(9*w - c), w)
    (c, 9)
    """
    ring, expr = value.field, value.to_expr()
    zero, one = (ring.element(substituted(expr, {willingness: Integer(x)})) for x in (0, 1))
    effect = one - zero
    if zero + effect * ring.element(willingness) != value or willingness in effect.to_expr().free_symbols:
        return None
    return (-zero).to_expr(), effect.to_expr()


def taken_apart(problem: Problem) -> Callable[[Expr], tuple[Expr, Expr] | None]:
    """How to take what a problem pays apart into cost and effect, where it was stated with both; else this gives None.

    problem: of any kind.
    """
    field = problem.domain.field
    letter = next((s for s in field.symbols if s.name == problem.willingness), None)
    return lambda value: None if letter is None else cost_and_effect(field.element(value), letter)


def net_benefit(cost: LossTable, effect: LossTable, willingness: str | Symbol = WILLINGNESS) -> LossTable:
    """The utilities λ·effect − cost of two tables with the same states and actions.

    >>> from symdt import LossTable, net_benefit
    >>> cost = LossTable(["ill", "well"], ["treat", "wait"], [[70, 0], [70, 0]])
    >>> effect = LossTable(["ill", "well"], ["treat", "wait"], [[9, 4], [9, 10]], "max")
    >>> net_benefit(cost, effect)["ill", "wait"], net_benefit(cost, effect, "w")["well", "treat"]
    (4*λ, 9*w - 70)
    """
    if cost.actions != effect.actions or set(cost.states) != set(effect.states):
        odd = next(
            (a for a in (*cost.actions, *effect.actions) if (a in cost.actions) != (a in effect.actions)), ""
        )
        odd = odd or next(iter({*cost.states} ^ {*effect.states}), "the order of the actions")
        raise TableError(
            f"cost and effect disagree about {quote(odd)}: give both for the same actions and states"
        )
    entries = tuple(
        tuple(pair(cost[s, a], effect[s, a], willingness) for a in cost.actions) for s in cost.states
    )
    return LossTable(cost.states, cost.actions, entries, optimum="max")
