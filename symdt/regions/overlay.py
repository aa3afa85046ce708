"""Overlay: the set where several conditions hold at once, without the redundant ones and with a point of it.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> from symdt.exact.formula import Condition
>>> x, y = symbols("x y")
>>> domain = Domain("x > 0", "y > 0")
>>> part = overlay([Condition.of(y - x, ">="), Condition.of(2*y - x, ">=")], domain)
>>> print(*part.conditions)
x <= y
>>> overlay([Condition.of(-x - y, ">=")], domain) is EMPTY
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.formula import Condition
from symdt.exact.solver import Budget
from symdt.regions import implicit


@dataclass(frozen=True)
class Part:
    """A part of the domain: all `conditions` hold there; `witness` is a point of it, inside where it has an inside.

    `is_decided` is False where the budget ended before a point was found or shown not to exist.
    """

    conditions: tuple[Condition, ...]
    witness: tuple[tuple[Any, Any], ...]
    is_decided: bool = True

    def holds(self, values: Any) -> bool:
        """Whether a point of the domain lies in it."""
        return all(c.holds(values) for c in self.conditions)

    def __str__(self) -> str:
        return " and ".join(map(str, self.conditions)) or "everywhere"


#: What `overlay` gives where no point of the domain obeys the conditions.
EMPTY = None


def overlay(conditions: Iterable[Condition], domain: Domain, budget: Budget | None = None) -> Part | None:
    """The part of the domain where all conditions hold, irredundant; `EMPTY` where there is none."""
    budget = budget or Budget(20)
    wanted = [
        c
        for c in dict.fromkeys(c.into(domain.field) for c in conditions)
        if domain.implies(c, budget) is not True
    ]
    point = implicit.point_in(wanted, domain, budget)
    if point is None:
        return EMPTY
    if point == () and domain.symbols:
        return Part(tuple(wanted), (), is_decided=False)
    return Part(tuple(implicit.irredundant(wanted, domain, budget)), point)


def not_above(
    one: Element, others: Iterable[Element], domain: Domain, sign: int, budget: Budget
) -> list[Condition]:
    """The conditions under which `one` is at least as good as all others; `sign` is 1 where less is better."""
    polys = [implicit.cancelled(sign * (f - one).sign_polynomial, domain, budget) for f in others]
    found = dict.fromkeys(Condition(domain.field, q, ">=") for q in polys)
    return [c for c in found if c.truth is not True]
