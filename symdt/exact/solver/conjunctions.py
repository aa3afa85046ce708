"""Conjunctions of conditions: a common point, and a point outside some of them, those that count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sympy import Symbol

from symdt.exact.field import Field
from symdt.exact.formula import Condition, all_of
from symdt.exact.polynomial import to_rational
from symdt.exact.solver.budget import CONJUNCTION_SECONDS, SECONDS, Answer, Budget, Found, NoPoint, Unknown
from symdt.exact.solver.contradictions import DEEP, QUICK, refute
from symdt.exact.solver.questions import find_point, rational_values


def find_outside(
    conditions: Sequence[Condition],
    cells: Sequence[Sequence[Condition]],
    symbols: Iterable[Symbol] = (),
    budget: Budget | None = None,
    pool: Sequence[Sequence[Any]] = (),
    field: Field | None = None,
) -> Answer:
    """A point at which all `conditions` hold and which lies in none of the `cells` (each a conjunction).

    A point outside a cell breaks one of its conditions; the search branches over which, keeping
    those before it, and leaves a branch as soon as it has no point. Every question that reaches Z3
    is a plain conjunction: there Z3 is quick, where one formula for the whole may take for ever.
    `pool` holds points (in the order of `field`) that answer a question without asking.
    """
    search = _Outside(tuple(dict.fromkeys([*symbols])), budget or Budget(SECONDS), list(pool), field)
    return search.run(list(conditions), [list(cell) for cell in cells])


class _Outside:
    def __init__(
        self, symbols: tuple[Symbol, ...], budget: Budget, pool: list[Any], field: Field | None
    ) -> None:
        self.symbols, self.budget, self.pool, self.field = symbols, budget, pool, field
        self.unknown: Unknown | None = None
        self.failures = 0

    def run(self, conditions: list[Condition], cells: list[list[Condition]]) -> Answer:
        answer = self.search(conditions, cells)
        return answer if answer is not None else self.unknown or NoPoint()

    def search(self, given: list[Condition], cells: list[list[Condition]]) -> Found | None:
        known = set(given)
        denied = {c.negated() for c in given}
        open_cells = []
        for cell in cells:
            if any(c in denied for c in cell):
                continue  # every point of the branch is outside this cell already
            rest = [c for c in cell if c not in known]
            if not rest:
                return None  # every point of the branch is inside this cell
            open_cells.append(rest)
        if not open_cells:
            answer = self.ask(given)
            return answer if isinstance(answer, Found) else None
        open_cells.sort(key=lambda rest: (max(c.poly.total_degree() for c in rest), len(rest)))
        cell, others = (
            sorted(open_cells[0], key=lambda c: (c.poly.total_degree(), len(c.poly))),
            open_cells[1:],
        )
        kept = list(given)
        for condition in cell:
            branch = [*kept, condition.negated()]
            if not isinstance(self.ask(branch), NoPoint):
                found = self.search(branch, others)
                if found is not None:
                    return found
            kept.append(condition)
            if self.budget.is_spent or self.failures > 2:
                self.unknown = self.unknown or Unknown("the time budget is spent")
                return None
        return None

    def ask(self, conditions: list[Condition]) -> Answer:
        if self.field is not None:
            for values in self.pool:
                if all(c.holds(values) for c in conditions):
                    return Found({s: to_rational(v) for s, v in zip(self.field.symbols, values, strict=True)})
        answer = find_common(conditions, self.symbols, self.budget)
        if isinstance(answer, Unknown):
            self.unknown = answer
            self.failures += 1
        elif isinstance(answer, Found) and self.field is not None:
            values = rational_values(self.field, answer.point)
            if values is not None:
                self.pool.append(values)
        return answer


def find_common(
    conditions: Sequence[Condition], symbols: Iterable[Symbol] = (), budget: Budget | None = None
) -> Answer:
    """A point at which all conditions hold: small identities first, then the solver in short, then larger ones."""
    if budget is not None and budget.is_spent:
        return Unknown("the time budget is spent")
    if refute(conditions, QUICK, budget):
        return NoPoint()
    answer = find_point(all_of(*conditions), symbols, budget, seconds=CONJUNCTION_SECONDS / 10)
    if isinstance(answer, Unknown) and refute(conditions, DEEP, budget):
        return NoPoint()
    if isinstance(answer, Unknown) and (budget is None or not budget.is_spent):
        answer = find_point(all_of(*conditions), symbols, budget, seconds=CONJUNCTION_SECONDS)
    return answer


def needed_conditions(
    conditions: Iterable[Condition], follows: Callable[[Condition, list[Condition]], bool]
) -> list[Condition]:
    """The conditions without those that follow from the others; the most complicated are tried, and stand, first.

    follows: whether a condition is implied by the others that are left, for certain.
    """
    kept: list[Condition] = []
    weights = {c: (c.op == "==", -c.poly.total_degree(), -len(c.poly)) for c in conditions}
    for weight in sorted(set(weights.values())):  # texts are made only where nothing else tells two apart
        alike = [c for c, w in weights.items() if w == weight]
        kept += sorted(alike, key=lambda c: c.order) if len(alike) > 1 else alike
    for condition in list(kept):
        others = [c for c in kept if c is not condition]
        if follows(condition, others):
            kept = others
    return kept
