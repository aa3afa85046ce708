"""Vacant: whether conditions on some letters hold anywhere, by cells that cover the space, each of which breaks one.

The decomposition is that of `sections`, and what is asked at a place is which condition fails there: a cell hangs on
that condition alone.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> x, y = symbols("x y")
>>> domain = Domain("x > 0", "y > 0")
>>> basis = Basis(domain.field, domain.box)
>>> circle = Condition.of(1 - x**2 - y**2, ">", domain.field)
>>> print(vacant(basis, (0, 1), [*domain.conditions, circle, Condition.of(x + y - 2, ">", domain.field)], Budget(5)))
NoPoint()
>>> vacant(basis, (0, 1), [*domain.conditions, circle, Condition.of(x - y, ">", domain.field)], Budget(5)).is_rational
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symdt.exact.formula import Condition
from symdt.exact.line.place import Place
from symdt.exact.solver import Budget, NoPoint, Unknown
from symdt.regions.rule import INTERRUPTED
from symdt.regions.sections.basis import Basis
from symdt.regions.sections.contents import OUTSIDE
from symdt.regions.sections.fibres import holds
from symdt.regions.sections.records import Hint, OutOfBudgetError
from symdt.regions.sections.stacks import Stacks


class _FoundError(Exception):
    """Every condition holds at a place."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.place = place


def vacant(
    basis: Basis, letters: Sequence[int], conditions: Sequence[Condition], budget: Budget
) -> Place | NoPoint | Unknown:
    """A place at which all conditions hold, that there is none, or that the budget ended.

    basis: where polynomials have their numbers; its box must be among the conditions. letters: by position, in the
    order in which the space is cut.
    """
    levels: list[list[tuple[str, Any, tuple[int, ...]]]] = [[] for _ in range(len(letters) + 1)]
    for c in sorted(conditions, key=lambda c: (c.poly.total_degree(), len(c.poly))):
        last = max((n for n, i in enumerate(letters) if c.poly.degrees()[i]), default=-1)
        levels[last + 1].append((c.op, c.poly, basis.parts(c.poly, whole=True)))

    def ask(place: Place, depth: int, _: Hint) -> tuple[Any, Any] | None:
        for op, poly, numbers in levels[depth]:
            if not holds(op, place.sign(poly)):
                return OUTSIDE, numbers
        if depth < len(letters):
            return None
        raise _FoundError(place)

    def spend() -> None:
        if budget.is_spent:
            raise OutOfBudgetError

    stacks = Stacks(basis, tuple(letters), ask, spend)
    try:
        stacks.build()
    except _FoundError as found:
        return found.place
    if stacks.why_not == INTERRUPTED:
        raise KeyboardInterrupt
    return Unknown(stacks.why_not) if stacks.why_not else NoPoint()
