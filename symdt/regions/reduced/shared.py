"""What all functions of a contest share, left out: it decides nothing.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, h = symbols("p h")
>>> domain = Domain("0 < p < 1", "h > 0")
>>> f = domain.field.element
>>> functions = (("a", f(h*p/(1 + p))), ("b", f(h*(1 - p)**2/(1 + p))))
>>> [str(g) for _, g in reduced(functions, domain, Budget(5))]
['0', 'p**2 - 3*p + 1']
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.solver import Budget


def reduced(
    functions: Sequence[tuple[Hashable, Element]], domain: Domain, budget: Budget
) -> tuple[tuple[Hashable, Element], ...]:
    """Functions that compare like these on the domain, without their common part, denominator and factors.

    Subtract the first from all, multiply by the common denominator, divide by the common divisor;
    each only as far as the domain settles its sign.
    """
    field = domain.field
    first = functions[0][1]
    differences = [f - first for _, f in functions]
    common = field.one
    for difference in differences:
        common = common * (difference.den / common.gcd(difference.den))
    divisor = field.zero
    for difference in differences:
        divisor = divisor.gcd(difference.num * (common / difference.den))
    for poly, is_multiplied in ((common, True), (divisor, False)):
        for factor, multiplicity in poly.factor()[1] if poly else ():
            sign = domain.sign(Element(field, factor, field.one), budget)
            if sign is None:
                continue
            part = (factor if sign > 0 else -factor) ** int(multiplicity)
            differences = [
                d * Element(field, part, field.one) if is_multiplied else d / Element(field, part, field.one)
                for d in differences
            ]
    return tuple((label, d) for (label, _), d in zip(functions, differences, strict=True))
