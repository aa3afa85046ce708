"""Whole ranges: conditions on a whole letter alone as one range of whole numbers.

>>> from sympy import Symbol
>>> n = Symbol("n", integer=True)
>>> domain = Domain(n >= 1, n <= 6)
>>> print(*bounds([Condition.of(n - 1, ">"), Condition.of(3 - n, ">")], domain))
n == 2
>>> print(*bounds([Condition.of(2*n - 7, ">")], domain))
n >= 4
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from symdt.exact.domain import Domain
from symdt.exact.formula import Condition


def bounds(conditions: Any, domain: Domain) -> tuple[Any, ...]:
    """The conditions, with those on a whole letter alone as one range of whole numbers."""
    kept: list[Any] = list(conditions)
    for place in domain.whole:
        own = [c for c in kept if isinstance(c, Condition) and c.symbols == {domain.field.symbols[place]}]
        if not own or any(c.poly.total_degree() != 1 or c.op == "!=" for c in own):
            continue
        letter = domain.field.generators[place]
        low, high = range_of(own, place)
        kept = [c for c in kept if c not in own]
        first, last = range_in(domain, place)
        low = None if low is None or (first is not None and low <= first) else low
        high = None if high is None or (last is not None and high >= last) else high
        start, stop = (first if low is None else low), (last if high is None else high)
        if start is not None and start == stop:
            kept.append(Condition(domain.field, letter - start, "=="))
            continue
        kept += [Condition(domain.field, letter - low, ">=")] if low is not None else []
        kept += [Condition(domain.field, high - letter, ">=")] if high is not None else []
    return tuple(sorted(kept, key=str)) if all(isinstance(c, Condition) for c in kept) else tuple(kept)


def range_in(domain: Domain, place: int) -> tuple[int | None, int | None]:
    """The least and the greatest whole number that the box of a domain admits for a letter."""
    least, most, least_in, most_in = domain.box[place]
    first = None if least is None else int(least.ceil()) + (not least_in and least.q == 1)
    last = None if most is None else int(most.floor()) - (not most_in and most.q == 1)
    return first, last


def range_of(own: list[Condition], place: int) -> tuple[int | None, int | None]:
    """The least and the greatest whole number that conditions on one letter admit."""
    low: int | None = None
    high: int | None = None
    for c in own:
        slope = c.poly.derivative(place).leading_coefficient()
        rest = c.poly - slope * c.field.generators[place]
        root = -(rest.leading_coefficient() if rest else fmpq(0)) / slope
        beyond = c.op == ">" and root.q == 1
        if slope > 0 or c.op == "==":
            found = int(root.ceil()) + beyond
            low = found if low is None else max(low, found)
        if slope < 0 or c.op == "==":
            found = int(root.floor()) - beyond
            high = found if high is None else min(high, found)
    return low, high
