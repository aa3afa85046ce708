"""Splitting: whether conditions have a common point, by the two sides of linear forms, one after the other.

Where products of a few conditions refute nothing, a form that may be positive or not is taken for one or the other,
and each side is a condition more to make products of. Where quadratic conditions are determinants of differences, as
those of the chains are, the signs of the differences are what they wait for. Of the linear conditions only those are
multiplied that do not follow from the others: then products of three are few enough.

>>> from symdt.exact.domain import Domain
>>> domain = Domain("x > 0", "y > 0", "z > 0")
>>> of = domain.field.polynomial
>>> x, y, z = domain.symbols
>>> wanted = [Condition(domain.field, of(e), ">") for e in (x*(y - z), (x + y)*(z - y))]
>>> split(wanted, [of(y - z)], domain.conditions, Budget(5), lambda _: None)
NoPoint()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symdt.exact.formula import Condition
from symdt.exact.polynomial import Number, Poly
from symdt.exact.solver.budget import Budget, NoPoint, Unknown
from symdt.exact.solver.contradictions import DEEP, LINEAR, QUICK, refute


def split(
    conditions: Sequence[Condition],
    forms: Sequence[Poly],
    known: Sequence[Condition],
    budget: Budget,
    climb: Callable[[Sequence[Condition]], tuple[Number, ...] | None],
) -> tuple[Number, ...] | NoPoint | Unknown:
    """A point at which the conditions hold, that there is none, or that it is open.

    conditions: over one field. forms: polynomials of degree one whose signs may matter. known: what holds of the whole
    domain. budget: nothing is begun once it is spent. climb: finds a point for conditions, or None.
    """
    field = conditions[0].field
    sides = [(Condition(field, f, ">"), Condition(field, -f, ">=")) for f in forms]
    waiting = [(list(conditions), sides)]
    while waiting:
        given, left = waiting.pop()
        if budget.is_spent:
            return Unknown("the time budget is spent")
        facts = [*known, *given]
        still = []
        for positive, other in left:
            if refute([*facts, positive], [LINEAR], budget):
                facts, given = [*facts, other], [*given, other]
            elif refute([*facts, other], [LINEAR], budget):
                facts, given = [*facts, positive], [*given, positive]
            else:
                still.append((positive, other))
        if refute(_facets(facts), [*QUICK, *DEEP], budget):
            continue
        point = climb(given)
        if point is not None:
            return point
        if not still:
            return Unknown("neither a point nor a contradiction was found on one side of every form")
        waiting += [([*given, side], still[1:]) for side in still[0]]
    return NoPoint()


def _facets(facts: Sequence[Condition]) -> list[Condition]:
    """The conditions without the linear ones that follow from the other linear ones: fewer products, and no fewer proofs."""
    linear = [c for c in dict.fromkeys(facts) if c.poly.total_degree() <= 1]
    others = [c for c in dict.fromkeys(facts) if c.poly.total_degree() > 1]
    for condition in list(linear):
        rest = [c for c in linear if c is not condition]
        if refute([*rest, condition.negated()], [LINEAR]):
            linear = rest
    return [*linear, *others]
