"""The value of information of a problem with min, max, abs or piecewise: on each part of its domain its own.

>>> from sympy import Max, symbols
>>> from symdt import Belief, DecisionProblem, Domain, LossTable, evpi
>>> p, k = symbols("p k")
>>> option = LossTable(["up", "down"], ["hold", "sell"], [[Max(150 - k, 0), 20], [0, 20]], "max")
>>> value = evpi(DecisionProblem(option, Belief({"up": p, "down": "rest"}), Domain("0 < p < 1", "0 <= k <= 200")))
>>> value.at(p="1/2", k=100), value.at(p="1/2", k=180)
(10, 0)
>>> len(value.parts)
2

Law: at every point it is the value of the problem with that point put in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sympy import And, Expr, Piecewise

from symdt.analysis.knowing.worth import Idle, InformationValue, Worth
from symdt.exact.formula import Condition
from symdt.problems.kinks.kinked import KinkedProblem
from symdt.problems.problem import Problem
from symdt.regions.overlay import Part


@dataclass(frozen=True)
class ValueByParts(InformationValue):
    """A value of information that is that of one of several ordinary problems, by the part of the domain.

    parts: the conditions of each part, and the value there.
    """

    parts: tuple[tuple[tuple[Condition, ...], InformationValue], ...] = ()

    def _joined(self, ask: Callable[[InformationValue], Expr]) -> Expr:
        """What is said of the parts as one expression."""
        told = self.told(ask)
        if len(told) == 1:
            return told[0][0]
        return Piecewise(*((e, And(*(c.to_relational() for c in where))) for e, where in told))

    def told(self, ask: Callable[[InformationValue], Expr]) -> list[tuple[Expr, tuple[Condition, ...]]]:
        """An expression for each part and where it holds; one, without conditions, where all parts say the same.

        ask: what is asked of each part.
        """
        found = [(ask(value), where) for where, value in self.parts]
        return [(found[0][0], ())] if len({e for e, _ in found}) == 1 else found

    @cached_property
    def expression(self) -> Expr:
        """The gross value, before the cost."""
        return self._joined(lambda v: v.expression)

    @property
    def without(self) -> Expr:
        """The optimal value without the information."""
        return self._joined(lambda v: v.without)

    @property
    def net(self) -> Expr:
        """The gross value less the cost."""
        return self._joined(lambda v: v.net)

    def _there(self, point: Mapping[Any, Any]) -> InformationValue:
        values = self.domain.check_point(point)
        return next(v for where, v in self.parts if all(c.holds(values) for c in where))

    def at(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Expr:
        """The gross value at a point of the domain, exactly."""
        where = {**(point or {}), **values}
        return self._there(where).at(where)

    def net_at(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Expr:
        """The value less the cost at a point of the domain, exactly."""
        where = {**(point or {}), **values}
        return self._there(where).net_at(where)

    @cached_property
    def pieces(self) -> tuple[Worth, ...]:
        """The value as rational functions, each with the part of the domain where it is that function."""
        return tuple(replace(w, part=_within(where, w.part)) for where, v in self.parts for w in v.pieces)

    @cached_property
    def useless(self) -> tuple[Idle, ...]:
        """Where the information is worth nothing."""
        return tuple(_within(where, idle) for where, v in self.parts for idle in v.useless)

    @cached_property
    def not_worth_its_cost(self) -> tuple[Idle, ...]:
        """Where the net value is not positive."""
        return tuple(_within(where, idle) for where, v in self.parts for idle in v.not_worth_its_cost)


def _within(where: tuple[Condition, ...], part: Any) -> Any:
    """A part of a part of the domain."""
    both: tuple[Condition, ...] = tuple(dict.fromkeys((*where, *part.conditions)))
    return replace(part, conditions=both) if isinstance(part, Part) else part


def by_parts(problem: KinkedProblem, ask: Callable[[Problem], InformationValue]) -> ValueByParts:
    """What is asked of a problem with kinks, asked of the ordinary problem on each part of its domain."""
    parts = tuple((part.conditions, ask(part.problem)) for part in problem.parts)
    first = parts[0][1]
    is_exact = all(value.is_exact for _, value in parts)
    return ValueByParts(
        first.name, problem.domain, problem.optimum, (), (), first.cost, is_exact, first.seconds, parts
    )
