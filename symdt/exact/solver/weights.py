"""Weights with which products of facts sum to zero: exact, small questions in fractions throughout.

Larger ones are searched in floating point for the few products that matter, and solved on these exactly.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from flint import fmpq, fmpq_mat

from symdt.exact.polynomial import floats, to_number
from symdt.exact.solver.tableau import reaching

#: Tables with so many numbers at most are small: below it the exact search is done before NumPy is loaded.
SMALL = 400


class Product(NamedTuple):
    """A product of facts, by their indices, with the sign that its weight has; whether it is positive.

    `poly` has the coefficient (a whole number, a fraction or an fmpq) of each monomial, however that is named.
    """

    poly: dict[Any, Any]
    factors: tuple[int, ...]
    sign: int
    is_strict: bool
    degree: int


def exact_weights(products: list[Product]) -> dict[int, Fraction] | None:
    """Exact weights, by product, with which the products sum to zero, the positive ones' weights to one."""
    rows: dict[Any, int] = {}
    for p in products:
        for m in p.poly:
            rows.setdefault(m, len(rows) + 1)
    if (len(rows) + 1) * len(products) <= SMALL:
        table = [[fmpq(0)] * len(products) for _ in range(len(rows) + 1)]
        for j, p in enumerate(products):
            table[0][j] = fmpq(int(p.is_strict))
            for m, c in p.poly.items():
                table[rows[m]][j] = to_number(c)
        return reaching(table)
    from symdt.exact.floating.guessed import support  # NumPy comes with it: not before it is needed

    near = [dict(zip(map(rows.__getitem__, p.poly), floats(p.poly.values()), strict=True)) for p in products]
    chosen = support([(p.is_strict, poly) for p, poly in zip(products, near, strict=True)], len(rows))
    return _exact(products, chosen, rows) if chosen is not None else None


def _exact(products: list[Product], support: list[int], rows: dict[Any, int]) -> dict[int, Fraction] | None:
    """The weights on these columns, in fractions; None where there are none, or one is negative."""
    used = sorted({rows[m] for j in support for m in products[j].poly})
    position = {row: i + 1 for i, row in enumerate(used)}
    n = len(support)
    table = [[fmpq(0)] * (n + 1) for _ in range(len(used) + 1)]
    for k, j in enumerate(support):
        table[0][k] = fmpq(int(products[j].is_strict))
        for m, c in products[j].poly.items():
            table[position[rows[m]]][k] = to_number(c)
    table[0][n] = fmpq(1)
    reduced, rank = fmpq_mat(table).rref()
    weights: dict[int, Fraction] = {}
    for i in range(rank):
        lead = next(k for k in range(n + 1) if reduced[i, k] != 0)
        if lead == n:
            return None  # no solution
        value = reduced[i, n]
        if value < 0:
            return None
        if value > 0:
            weights[support[lead]] = Fraction(int(value.p), int(value.q))
    return weights
