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
from itertools import combinations_with_replacement, islice
from math import gcd, lcm
from typing import Any

from symdt.exact.solver.weights import Product, exact_weights
from symdt.solve.proofs.check.polynomials import Poly, exponents, times
from symdt.solve.proofs.check.texts import Fact

#: More products than this are not tried at once.
MAX_PRODUCTS = 1500
#: So many products of two facts are remembered.
MAX_KNOWN = 20_000
_KNOWN: dict[Any, Poly] = {}


class Effort:
    """How much may still be tried: the sizes of linear programmes count, not seconds, so that answers do not vary."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, products: int, monomials: int) -> bool:
        """Whether a linear programme of this size may still be solved."""
        self.left -= products * monomials
        return self.left >= 0


def find_sum(
    facts: Sequence[Fact], levels: Sequence[int] = (1, 2, 3), effort: Effort | None = None
) -> dict[str, Any] | None:
    """A proof `{"sum": …}` that the facts have no common point, with products of at most so many facts.

    levels: how many facts a product may have, in the order to try. effort: what may still be tried.
    """
    opposed = _opposed(facts)
    if opposed is not None:
        return {"sum": [["1", [i]] for i in opposed]}
    for level in levels:
        products = list(islice(_products(facts, level), MAX_PRODUCTS + 1))
        if len(products) > MAX_PRODUCTS:
            return None
        if effort is not None and not effort.spend(len(products), len({m for p in products for m in p.poly})):
            return None
        weights = exact_weights(products)
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


def _opposed(facts: Sequence[Fact]) -> tuple[int, ...] | None:
    """A fact and its contrary, one of them strict: the commonest contradiction, seen without a linear programme."""
    seen: dict[Any, int] = {}
    for i, (poly, op) in enumerate(facts):
        if op in (">", ">="):
            if op == ">" and not poly:
                return (i,)
            other = seen.get(frozenset((m, -c) for m, c in poly.items()))
            if other is not None and ">" in (op, facts[other][1]):
                return other, i
            key = frozenset(poly.items())
            if key not in seen or op == ">":
                seen[key] = i
    return None


def _times(one: Poly, other: Poly) -> Poly:
    """The product of two facts; the same two are met again and again."""
    key = frozenset(one.items()), frozenset(other.items())
    if key not in _KNOWN:
        if len(_KNOWN) >= MAX_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = times(one, other)
    return _KNOWN[key]


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
            degree = sum(p.degree for p, _ in parts)  # exactly: polynomials have no divisors of zero
            if size > 1 and degree > top:
                continue
            poly = parts[0][0].poly
            for part, _ in parts[1:]:
                poly = _times(poly, part.poly) if size == 2 else times(poly, part.poly)
            factors = tuple(i for p, _ in parts for i in p.factors)
            is_equation = any(e for _, e in parts)
            is_strict = all(p.is_strict for p, _ in parts) and not is_equation
            yield Product(poly, factors, 1, is_strict, degree)
            if is_equation:
                yield Product({m: -c for m, c in poly.items()}, factors, -1, False, degree)
