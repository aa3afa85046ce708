"""Whole points: conditions with roots, told by the whole numbers beside these, and points whose letters are whole.

A letter that is a whole number lies before or behind a root that is a number: then it is at most, or beyond, a whole number. Where
the root hangs on other whole letters that have few values, it is a number for each of them.

>>> from sympy import symbols
>>> from symdt.regions.ends import Root
>>> m, n = symbols("m n", integer=True)
>>> domain = Domain(n >= 1, n <= 3, m >= 0)
>>> root = Root(domain.field, domain.field.polynomial(m**2 - 2*n), m, 1)
>>> whole_point([RootCondition(root, "<"), compare(domain.field.element(m), ">", domain.field.number(1))], domain).point
{m: 2, n: 3}
>>> whole_point([RootCondition(root, "<"), compare(domain.field.element(m), ">", domain.field.number(2))], domain)
NoPoint()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from flint import fmpq
from sympy import Symbol

from symdt.exact.domain import Domain
from symdt.exact.formula import Condition, all_of, compare
from symdt.exact.polynomial import Number
from symdt.exact.solver import Answer, Found, NoPoint, Unknown
from symdt.regions.root_condition import RootCondition
from symdt.regions.whole.whole_ranges import range_in, range_of

#: A `Condition` or a `RootCondition`.
AnyCondition = Any
#: Roots are told for no more values of the whole letters on which they hang.
MOST = 200


def whole_point(conditions: Sequence[AnyCondition], domain: Domain) -> Answer:
    """A point of the domain where the conditions hold whose whole letters are whole; or that there is none, where that is decided."""
    ranges = {place: _range(conditions, domain, place) for place in domain.whole}
    if any(first is not None and last is not None and first > last for first, last in ranges.values()):
        return NoPoint()
    if all(isinstance(c, Condition) for c in conditions):
        return domain.find(all_of(*conditions))
    roots = [c for c in conditions if isinstance(c, RootCondition)]
    held = {domain.field.position[s] for c in roots for s in c.symbols - {c.letter}}
    if not held <= {n for n, (first, last) in ranges.items() if first is not None and last is not None}:
        return Unknown("a root hangs on a letter that has not finitely many values")
    return _for_each(conditions, domain, {n: range(ranges[n][0], ranges[n][1] + 1) for n in sorted(held)})  # type: ignore[operator,arg-type]


def _for_each(
    conditions: Sequence[AnyCondition], domain: Domain, values: Mapping[int, Sequence[int]]
) -> Answer:
    """The same where some letters, by their positions, have these values."""
    if prod(map(len, values.values())) > MOST:
        return Unknown(f"a root hangs on letters that have more than {MOST} values")
    field, is_open = domain.field, False
    for point in product(*values.values()):
        fixed = [Condition(field, field.generators[n] - v, "==") for n, v in zip(values, point, strict=True)]
        told = plain([*conditions, *fixed], domain)
        if told is None:
            continue
        is_plain = all(isinstance(c, Condition) for c in told)
        answer = domain.find(all_of(*told)) if is_plain else Unknown("a letter that is not whole is compared")
        if isinstance(answer, Found):
            return answer
        is_open |= isinstance(answer, Unknown)
    return Unknown("some values were not decided") if is_open else NoPoint()


def _range(conditions: Sequence[AnyCondition], domain: Domain, place: int) -> tuple[int | None, int | None]:
    """The least and the greatest whole number that the domain and linear conditions on a letter alone admit."""
    symbol, (first, last) = domain.field.symbols[place], range_in(domain, place)
    own = [c for c in conditions if isinstance(c, Condition) and c.symbols == {symbol} and c.op != "!="]
    low, high = range_of([c for c in own if c.poly.total_degree() == 1], place)
    start = max((n for n in (first, low) if n is not None), default=None)
    return start, min((n for n in (last, high) if n is not None), default=None)


def plain(conditions: Sequence[AnyCondition], domain: Domain) -> tuple[AnyCondition, ...] | None:
    """The conditions, those that compare a whole letter with a number that is a root told by the whole numbers beside it.

    Of a root the letters count as known that a condition says to be a number. None where a whole letter is to be a root that is none.

    >>> from sympy import symbols
    >>> from symdt.regions.ends import Root
    >>> m, n = symbols("m n", integer=True)
    >>> domain = Domain(n >= 1, m >= 0)
    >>> beyond = RootCondition(Root(domain.field, domain.field.polynomial(n**3 - n - 9*m), n, 0), ">")
    >>> print(*plain([beyond, Condition.of(m - 1, "==").into(domain.field)], domain))
    n > 2 m == 1
    """
    known: dict[Symbol, Number] = {}
    for c in conditions:
        if isinstance(c, Condition) and c.op == "==" and len(c.symbols) == 1 and c.poly.total_degree() == 1:
            (letter,) = c.symbols
            slope = c.poly.derivative(domain.field.position[letter]).leading_coefficient()
            known[letter] = -c.poly(*[fmpq(0)] * len(domain.field.symbols)) / slope
    found = [_plain(c, known, domain) if isinstance(c, RootCondition) else c for c in conditions]
    return None if None in found else tuple(found)


def _plain(condition: RootCondition, known: Mapping[Symbol, Number], domain: Domain) -> AnyCondition:
    letter, op, field = condition.letter, condition.op, domain.field
    if not letter.is_integer or not condition.symbols - {letter} <= set(known):
        return condition
    values = [known.get(s, fmpq(0)) for s in field.symbols]
    number, whole = condition.root.real(values), field.element(letter)
    if number.is_rational:
        return compare(whole, op, field.number(number.low))
    if op == "==":
        return None
    while number.low.floor() != number.high.floor():
        number.refine()
    return compare(whole, "<=" if op in ("<", "<=") else ">", field.number(number.low.floor()))
