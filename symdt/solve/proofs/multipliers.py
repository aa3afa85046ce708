"""Multipliers: the weights with which products of facts sum to zero although one of them is positive.

That is Schmüdgen's certificate that the facts have no common point (a form of the Positivstellensatz).
For products of at most three facts the weights are the solution of a linear programme. It is solved
in floating point as a non-negative least-squares problem (Lawson and Hanson's method), whose answer
uses linearly independent products; on those the weights are then solved for exactly, in fractions, and
what is not exact and non-negative is no answer.

>>> from symdt.solve.proofs.check.texts import Ring
>>> ring = Ring(["x", "y"])
>>> find_sum([ring.fact(text) for text in ("x > 0", "y > 0", "x*y < 0")])
{'sum': [['1', [2]], ['1', [0, 1]]]}
>>> find_sum([ring.fact(text) for text in ("x > 0", "y > 0", "x*y < 1")]) is None
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import gcd, lcm
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq, fmpq_mat

from symdt.solve.proofs.check.polynomials import Poly, exponents, times
from symdt.solve.proofs.check.texts import Fact

#: More products than this are not tried at once.
MAX_PRODUCTS = 1500
#: The squared distance from zero below which a floating-point answer is worth an exact one.
NEAR = 1e-14


class Product(NamedTuple):
    """A product of facts, by their indices, with the sign that its weight has; whether it is positive."""

    poly: Poly
    factors: tuple[int, ...]
    sign: int
    is_strict: bool
    degree: int


def find_sum(facts: Sequence[Fact], levels: Sequence[int] = (1, 2, 3)) -> dict[str, Any] | None:
    """A proof `{"sum": …}` that the facts have no common point, with products of at most so many facts.

    levels: how many facts a product may have, in the order to try.
    """
    for level in levels:
        products = list(_products(facts, level))
        if len(products) > MAX_PRODUCTS:
            return None
        weights = _weights(products)
        if weights is not None:
            scale = lcm(*(w.denominator for w in weights.values()))
            common = gcd(*(int(w * scale) for w in weights.values()))
            return {
                "sum": [
                    [str(products[i].sign * int(w * scale) // common), list(products[i].factors)]
                    for i, w in weights.items()
                ]
            }
    return None


def _degree(poly: Poly) -> int:
    return max((sum(exponents(m)) for m in poly), default=0)


def _products(facts: Sequence[Fact], level: int) -> Iterator[Product]:
    """Products of at most `level` facts, of a degree at most a little above that of the facts."""
    yield Product({0: 1}, (), 1, True, 0)
    single: list[tuple[Product, bool]] = []
    seen: set[Any] = set()
    for i, (poly, op) in enumerate(facts):
        key = (frozenset(poly.items()), op)
        if key in seen or (not poly and op in (">=", "==")):
            continue
        seen.add(key)
        square = times(poly, poly) if op == "!=" else poly
        single.append((Product(square, (i,), 1, op in (">", "!="), _degree(square)), op == "=="))
    top = max((p.degree for p, _ in single), default=0) + (0 if level == 1 else 1)
    if level > 2:
        top += 1
    for size in range(1, level + 1):
        for parts in combinations_with_replacement(single, size):
            if size > 1 and sum(p.degree for p, _ in parts) > top:
                continue
            poly = parts[0][0].poly
            for part, _ in parts[1:]:
                poly = times(poly, part.poly)
            factors = tuple(i for p, _ in parts for i in p.factors)
            is_equation = any(e for _, e in parts)
            is_strict = all(p.is_strict for p, _ in parts) and not is_equation
            yield Product(poly, factors, 1, is_strict, _degree(poly))
            if is_equation:
                yield Product({m: -c for m, c in poly.items()}, factors, -1, False, _degree(poly))


def _weights(products: list[Product]) -> dict[int, Fraction] | None:
    """Exact weights, by product, with which the products sum to zero, the positive ones' weights to one."""
    rows: dict[int, int] = {}
    for p in products:
        for m in p.poly:
            rows.setdefault(m, len(rows) + 1)
    matrix = np.zeros((len(rows) + 1, len(products)))
    for j, p in enumerate(products):
        for m, c in p.poly.items():
            matrix[rows[m], j] = float(c)
    scale = np.maximum(np.sqrt((matrix**2).sum(axis=0)), 1e-300)
    matrix /= scale
    matrix[0, :] = [1.0 if p.is_strict else 0.0 for p in products]
    support = _nonnegative(matrix)
    return _exact(products, support, rows) if support is not None else None


def _nonnegative(matrix: Any) -> list[int] | None:
    """Columns with which non-negative weights reach the first unit vector; None where the nearest point is another."""
    gram, gain = matrix.T @ matrix, matrix[0, :]
    chosen: list[int] = []
    weights = np.zeros(matrix.shape[1])
    for _ in range(6 * matrix.shape[0]):
        gradient = gain - gram[:, chosen] @ weights[chosen]
        if 1.0 - gain[chosen] @ weights[chosen] < NEAR:  # the squared distance, at a solution on `chosen`
            return [j for j in chosen if weights[j] > 1e-11]
        gradient[chosen] = -1.0
        best = int(np.argmax(gradient))
        if gradient[best] < 1e-10:
            return None
        chosen.append(best)
        while True:
            try:
                solution = np.linalg.solve(gram[np.ix_(chosen, chosen)], gain[chosen])
            except np.linalg.LinAlgError:
                solution, *_ = np.linalg.lstsq(matrix[:, chosen], np.eye(1, matrix.shape[0])[0], rcond=None)
            falling = solution <= 1e-12
            if not falling.any():
                break
            old = weights[chosen]
            gaps = np.maximum(old[falling] - solution[falling], 1e-300)
            moved = old + min(float((old[falling] / gaps).min()), 1.0) * (solution - old)
            kept = [(j, w) for j, w in zip(chosen, moved, strict=True) if w > 1e-12]
            if len(kept) == len(chosen):
                return None  # rounding stands still
            chosen = [j for j, _ in kept]
            weights[:] = 0.0
            for j, w in kept:
                weights[j] = w
            if not chosen:
                return None
        weights[:] = 0.0
        weights[chosen] = solution
    return None


def _exact(products: list[Product], support: list[int], rows: dict[int, int]) -> dict[int, Fraction] | None:
    """The weights on these columns, in fractions; None where there are none, or one is negative."""
    used = sorted({rows[m] for j in support for m in products[j].poly})
    position = {row: i + 1 for i, row in enumerate(used)}
    n = len(support)
    table = [[fmpq(0)] * (n + 1) for _ in range(len(used) + 1)]
    for k, j in enumerate(support):
        table[0][k] = fmpq(int(products[j].is_strict))
        for m, c in products[j].poly.items():
            table[position[rows[m]]][k] = fmpq(Fraction(c).numerator, Fraction(c).denominator)
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
