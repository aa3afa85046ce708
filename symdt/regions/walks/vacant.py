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

from collections.abc import Container, Sequence
from itertools import pairwise
from typing import Any

from symdt.exact.formula import Condition
from symdt.exact.line.place import Place
from symdt.exact.solver import Budget, NoPoint, Unknown
from symdt.regions.rule import INTERRUPTED
from symdt.regions.sections.basis import Basis
from symdt.regions.sections.fibres import holds
from symdt.regions.sections.records import Bound, Cell, Hint, OutOfBudgetError, Stack
from symdt.regions.sections.stack_line import StackLine
from symdt.regions.sections.stacks import Stacks

#: Why it is not known whether conditions hold anywhere, where open cells alone are asked.
BETWEEN = "a point between two cells was not asked"
#: What a cell breaks: a condition that its closure breaks too, one that may hold on its rim, or there is no telling.
CLOSED, OPENED, UNCLEAR = 2, 1, 0


class _FoundError(Exception):
    """Every condition holds at a place."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.place = place


class OpenLine(StackLine):
    """A line of which the open cells alone are asked: the samples are rational."""

    def inside(
        self, first: Bound | None, last: Bound | None, beside: tuple[Any, ...]
    ) -> list[tuple[Cell, set[int]]]:
        """The open cells of an interval of the line."""
        return self.opened(first, last, beside)[0]


def vacant(
    basis: Basis,
    letters: Sequence[int],
    conditions: Sequence[Condition],
    budget: Budget,
    *,
    is_open: bool = False,
    cells: list[Any] | None = None,
    origin: Place | None = None,
) -> Place | NoPoint | Unknown:
    """A place at which all conditions hold, that there is none, or that the budget ended.

    basis: where polynomials have their numbers; its box must be among the conditions. letters: by position, in the
    order in which the space is cut. is_open: open cells alone are asked. Where a strict condition is broken on one it is
    broken on its closure; so a point between two cells is none where it lies in the closure of such a one, and where that
    cannot be seen the answer is that it is not known. cells: takes what covers the space
    (`broken`, `closed`). origin: where decompositions of one space begin, so that roots over a place are found once.
    """
    levels = _levels(basis, letters, conditions)

    def ask(place: Place, depth: int, _: Hint) -> tuple[Any, Any] | None:
        for index, op, poly, numbers in levels[depth]:
            if not holds(op, place.sign(poly)):
                return index, numbers
        if depth < len(letters):
            return None
        raise _FoundError(place)

    def spend() -> None:
        if budget.is_spent:
            raise OutOfBudgetError

    before, basis.left = basis.left, lambda: min(before(), budget.left())
    line = OpenLine if is_open else StackLine
    stacks = Stacks(basis, tuple(letters), ask, spend, origin=origin, line=line)
    try:
        found = stacks.build()
    except _FoundError as error:
        return error.place
    finally:
        basis.left = before
    if stacks.why_not == INTERRUPTED:
        raise KeyboardInterrupt
    if stacks.why_not:
        return Unknown(stacks.why_not)
    (cells if cells is not None else []).append(found)
    weak = {n for n, c in enumerate(conditions) if c.op not in (">", "!=")}
    return NoPoint() if not is_open or closed(found, weak) else Unknown(BETWEEN)


def broken(node: Any) -> set[int]:
    """The conditions, by number, that cells break."""
    if not isinstance(node, Stack):
        return {node}
    return set().union(*(broken(cell.node) for cell in node.cells))


def closed(node: Any, weak: Container[int]) -> int:
    """Whether conditions are broken on all that stands over a cell: on its closure too, on it alone, or that is not known.

    The open cells alone were asked: a point between two of them lies in the closure of both. weak: the numbers of
    those conditions that hold where their polynomial vanishes.
    """
    if not isinstance(node, Stack):
        return OPENED if node in weak else CLOSED
    states = [closed(cell.node, weak) for cell in node.cells]
    if UNCLEAR in states or any(max(pair) < CLOSED for pair in pairwise(states)):
        return UNCLEAR
    return min(states)


def _levels(
    basis: Basis, letters: Sequence[int], conditions: Sequence[Condition]
) -> list[list[tuple[int, str, Any, tuple[int, ...]]]]:
    """The conditions by the number of letters that must be known for them, the simplest first, with their factors."""
    levels: list[list[tuple[int, str, Any, tuple[int, ...]]]] = [[] for _ in range(len(letters) + 1)]
    for index, c in sorted(
        enumerate(conditions), key=lambda c: (c[1].poly.total_degree(), c[1].op == ">=", len(c[1].poly))
    ):
        last = max((n for n, i in enumerate(letters) if c.poly.degrees()[i]), default=-1)
        levels[last + 1].append((index, c.op, c.poly, basis.parts(c.poly, whole=True)))
    return levels
