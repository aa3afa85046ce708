"""Implicit regions: for each label, the irredundant inequalities of the set where it attains the optimum.

Any number of letters, none singled out: there is nothing to solve for, so no engine of `regions.answer` is asked; the
region of a label is the set where no difference is negative, by definition, and what is found out is whether it is
empty and which inequalities it needs. `tests/laws/test_one_road.py` holds it to the rules. Regions are closed within
the domain, so they meet in their boundaries, where their labels tie.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> x, y = symbols("x y")
>>> domain = Domain("x > 0", "y > 0")
>>> f = domain.field.element
>>> regions = solve((("a", f(x)), ("b", f(2*y)), ("c", f(x + y))), domain)
>>> for region in regions.regions:
...     print(region.label, *region.conditions)
a x <= 2*y
b x >= 2*y
>>> print(*regions.nowhere)
c: a is better on the whole domain
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from symdt.errors import Stopped
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.formula import Condition, all_of
from symdt.exact.optimum import Optimum
from symdt.exact.optimum import sign as sign_of
from symdt.exact.polynomial import Number, Poly, to_rational
from symdt.exact.solver import QUICK, Budget, Found, NoPoint, needed_conditions, rational_values, refute
from symdt.regions.nowhere import reason
from symdt.regions.rule import Label, Nowhere


@dataclass(frozen=True)
class Region:
    """Where a label attains the optimum: all `conditions` hold; `witness` is a point of it."""

    label: Label
    conditions: tuple[Condition, ...]
    witness: tuple[tuple[Any, Any], ...]


@dataclass(frozen=True)
class Regions:
    """The regions of all labels that are optimal somewhere, and why the others are optimal nowhere."""

    regions: tuple[Region, ...]
    nowhere: tuple[Nowhere, ...]
    undecided: tuple[Label, ...] = ()  # the budget ended first

    @property
    def is_complete(self) -> bool:
        """Every label was decided."""
        return not self.undecided


def solve(
    functions: Sequence[tuple[Label, Element]],
    domain: Domain,
    optimum: Optimum = "min",
    budget: Budget | None = None,
) -> Regions:
    """The region of each label, with a point in it, or the reason why it has none."""
    budget = budget or Budget(60)
    sign = sign_of(optimum)
    regions, nowhere, undecided = [], [], []
    beaten = {label: by for label, f in functions if (by := _beaten(label, f, functions, sign)) is not None}
    left = len(functions) - len(beaten)
    for label, function in functions:
        if label in beaten:  # by a number, for all values of the letters
            nowhere.append(Nowhere(label, ((beaten[label], 1),)))
            continue
        others = [f for other, f in functions if other != label and other not in beaten]
        found: Region | Nowhere | None = None
        if not budget.is_spent:
            # one that is hard leaves something for the others
            own = Budget(min(budget.left(), 2 * budget.left() / left))
            left -= 1
            try:
                found = _decided(label, others, functions, domain, sign, own)
            except KeyboardInterrupt:
                if not Stopped.by_hand():
                    raise
        if found is None and budget.is_spent:
            found = _seen(label, function, others, domain, sign)
        if found is None:
            undecided.append(label)
        elif isinstance(found, Nowhere):
            nowhere.append(found)
        else:
            regions.append(found)
    return Regions(tuple(regions), tuple(nowhere), tuple(undecided))


def _decided(
    label: Label,
    others: Sequence[Element],
    functions: Sequence[tuple[Label, Element]],
    domain: Domain,
    sign: int,
    budget: Budget,
) -> Region | Nowhere | None:
    """The region of a label or why it has none; None where that was not decided."""
    conditions = _conditions(dict(functions)[label], others, domain, sign, budget)
    point = point_in(conditions, domain, budget)
    if point is None:
        return reason(label, functions, domain, sign, budget)
    if point == ():
        return None
    try:
        lean = irredundant(conditions, domain, budget)
    except KeyboardInterrupt:
        if not Stopped.by_hand():
            raise
        lean = sorted(conditions, key=str)  # the region is right with all of them
    return Region(label, tuple(lean), point)


def _seen(label: Label, one: Element, others: Sequence[Element], domain: Domain, sign: int) -> Region | None:
    """The region of a label that attains the optimum at a known point of the domain, with all its conditions."""
    made = dict.fromkeys(
        Condition(domain.field, sign * (other - one).sign_polynomial, ">=") for other in others
    )
    conditions = [c for c in made if c.truth is not True]
    inside = [Condition(c.field, c.poly, ">") for c in conditions]
    for wanted in (inside, conditions):
        for values in domain.samples:
            if all(c.holds(values) for c in wanted):
                return Region(label, tuple(sorted(conditions, key=str)), _pairs(domain, values))
    return None


def _beaten(
    label: Label, one: Element, functions: Sequence[tuple[Label, Element]], sign: int
) -> Label | None:
    """A label whose function is better by one number everywhere."""
    for other, f in functions:
        gap = f - one
        if other != label and gap.is_constant and sign * gap.constant < 0:
            return other
    return None


def never(
    functions: Sequence[tuple[Label, Element]], label: Label, domain: Domain, sign: int, budget: Budget
) -> bool | None:
    """Whether a label attains the optimum at no point of the domain; None where that was not decided."""
    function = dict(functions)[label]
    conditions = _conditions(function, [f for other, f in functions if other != label], domain, sign, budget)
    point = point_in(conditions, domain, budget)
    return True if point is None else (None if point == () else False)


def cancelled(poly: Poly, domain: Domain, budget: Budget) -> Poly:
    """A polynomial with the same sign on the domain, without the factors whose sign the domain settles."""
    if not poly or poly.is_constant():
        return poly
    content, factors = poly.factor()
    result = domain.field.context.constant(1 if content > 0 else -1)
    for factor, multiplicity in factors:
        if domain.implies(Condition(domain.field, factor, ">"), budget):
            continue
        if domain.implies(Condition(domain.field, -factor, ">"), budget):
            result = result * (-1) ** int(multiplicity)
        else:
            result = result * (factor if multiplicity % 2 else factor * factor)
    return result


def _conditions(
    one: Element, others: Sequence[Element], domain: Domain, sign: int, budget: Budget
) -> list[Condition]:
    polys = [cancelled(sign * (other - one).sign_polynomial, domain, budget) for other in others]
    conditions = dict.fromkeys(Condition(domain.field, q, ">=") for q in polys)
    return [c for c in conditions if domain.implies(c, budget) is not True]


def point_in(
    conditions: list[Condition], domain: Domain, budget: Budget
) -> tuple[tuple[Any, Any], ...] | None:
    """A point where all hold, inside the region where it has an inside; None: there is none; (): undecided."""
    for closed in (False, True):
        wanted = conditions if closed else [Condition(c.field, c.poly, ">") for c in conditions]
        for values in domain.samples:
            if all(c.holds(values) for c in wanted):
                return _pairs(domain, values)
        if not closed and refute([*domain.conditions, *conditions], QUICK, budget):
            return None  # a small identity, before the solver is asked twice
        answer = domain.find(all_of(*wanted), budget)
        if isinstance(answer, Found):
            values_found = rational_values(domain.field, answer.point)
            if values_found is not None:
                return _pairs(domain, values_found)
            return tuple((s, answer.point[s]) for s in domain.symbols)
        if not isinstance(answer, NoPoint):
            return ()
    return None


def _pairs(domain: Domain, values: Sequence[Number]) -> tuple[tuple[Any, Any], ...]:
    return tuple((s, to_rational(values[domain.field.position[s]])) for s in domain.symbols)


def irredundant(conditions: list[Condition], domain: Domain, budget: Budget) -> list[Condition]:
    """The conditions without those that the others and the domain imply, in the order of their texts."""

    def follows(condition: Condition, others: list[Condition]) -> bool:
        if any(not condition.holds(v) and all(c.holds(v) for c in others) for v in domain.samples):
            return False
        return isinstance(domain.find(all_of(*others, condition.negated()), budget), NoPoint)

    return sorted(needed_conditions(conditions, follows), key=str)
