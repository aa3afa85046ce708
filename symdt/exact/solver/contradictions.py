"""Contradictions: conditions without a common point, shown by products of them that sum to zero.

Where the conditions hold, products of them are not negative; if with non-negative weights such products sum to
zero although one of them is positive, the conditions hold nowhere: Schmüdgen's certificate. For products of a few
the weights solve a linear programme; with products of one alone it is Farkas' lemma.

>>> from sympy import symbols
>>> x, y = symbols("x y")
>>> f = Field.of([x, y])
>>> refute([Condition.of(e, ">", f) for e in (x, y, -x*y)])
True
>>> refute([Condition.of(e, ">", f) for e in (x, y, 1 - x*y)])
False
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from symdt.exact.field import Field  # noqa: F401 - for the doctest
from symdt.exact.formula import Condition
from symdt.exact.polynomial import Poly
from symdt.exact.solver.budget import Budget
from symdt.exact.solver.weights import Product, exact_weights

#: More products than this are not weighed at once.
MAX_PRODUCTS = 2500


class Level(NamedTuple):
    """How many conditions a product may have, and by how much its degree may exceed theirs."""

    size: int
    beyond: int


LINEAR = Level(1, 0)
#: What is tried before a solver is asked, and what once it has given up.
QUICK = (LINEAR, Level(3, 0))
DEEP = (Level(2, 1), Level(3, 1))


def refute(
    conditions: Sequence[Condition], levels: Sequence[Level] = (*QUICK, *DEEP), budget: Budget | None = None
) -> bool:
    """Whether products of the conditions, with non-negative weights, sum to zero although one of them is positive.

    conditions: what is to be refuted. levels: which products are tried, in this order. budget: none are begun
    once it is spent. False means that no weights were found, and nothing else.
    """
    return core(conditions, levels, budget) is not None


def core(
    conditions: Sequence[Condition], levels: Sequence[Level] = (*QUICK, *DEEP), budget: Budget | None = None
) -> frozenset[Condition] | None:
    """Those of the conditions that have a part in a contradiction; None where none was found.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> f = Field.of([x, y])
    >>> sorted(map(str, core([Condition.of(e, ">", f) for e in (x, y, 2 - x, -x*y)])))
    ['x > 0', 'x*y < 0', 'y > 0']
    """
    if budget is not None and budget.is_spent:
        return None
    facts = _facts(conditions)
    for fact in facts:
        if fact.is_strict and not fact.poly:
            return frozenset({fact.condition})
    for level in levels:
        if budget is not None and budget.is_spent:
            return None
        given = [f for f in facts if f.poly.total_degree() <= 1] if level == LINEAR else facts
        products = list(islice(_products(given, level), MAX_PRODUCTS + 1))
        if len(products) > MAX_PRODUCTS:
            return None
        weights = exact_weights(products) if products else None
        if weights is not None:
            return frozenset(given[i].condition for n in weights for i in products[n].factors)
    return None


class _Fact(NamedTuple):
    """A polynomial that is not negative where a condition holds, and whether it is positive."""

    poly: Poly
    is_strict: bool
    condition: Condition


def _facts(conditions: Sequence[Condition]) -> list[_Fact]:
    """What conditions say, that of the lowest degree first."""
    facts: dict[tuple[str, bool], _Fact] = {}
    for c in conditions:
        for poly in {">": (c.poly,), ">=": (c.poly,), "==": (c.poly, -c.poly), "!=": (c.poly * c.poly,)}[
            c.op
        ]:
            facts[str(poly), c.is_strict] = _Fact(poly, c.is_strict, c)
    return sorted(facts.values(), key=lambda fact: fact.poly.total_degree())


def _products(facts: Sequence[_Fact], level: Level) -> Iterator[Product]:
    if not facts:
        return
    one = facts[0].poly * 0 + 1
    known = [(int(fact.poly.total_degree()), fact.poly, fact.is_strict) for fact in facts]
    top = max(2 if level.size > 1 else 1, known[-1][0]) + level.beyond
    yield Product(one.to_dict(), (), 1, True, 0)
    made: list[tuple[tuple[int, ...], int, Poly, bool]] = [((i,), *fact) for i, fact in enumerate(known)]
    for size in range(1, level.size + 1):
        yield from (
            Product(poly.to_dict(), parts, 1, is_strict, degree) for parts, degree, poly, is_strict in made
        )
        longer = []
        for parts, degree, poly, is_strict in made if size < level.size else ():
            for i in range(parts[-1], len(known)):
                if degree + known[i][0] > top:
                    break  # those that follow have no smaller degree
                longer.append(
                    ((*parts, i), degree + known[i][0], poly * known[i][1], is_strict and known[i][2])
                )
        made = longer
