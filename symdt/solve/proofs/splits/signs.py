"""Signs: what facts leave to the signs of polynomials, those of all multiples of one alike.

>>> x = {1: 2}
>>> signs = signs_of([(x, ">="), ({1: -1}, ">=")])
>>> sign_of({1: 5}, signs), sign_of({0: -3}, signs), sorted(sign_of({1: 1, 0: 1}, signs))
({0}, {-1}, [-1, 0, 1])
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import Any

from symdt.solve.proofs.check.polynomials import Poly
from symdt.solve.proofs.check.texts import Fact

#: The signs with which a comparison with 0 holds.
ALLOWED = {">": {1}, ">=": {0, 1}, "==": {0}, "!=": {-1, 1}}


def sides(form: Poly) -> tuple[Fact, Fact]:
    """Where a form is positive, and where it is not."""
    return (form, ">"), ({m: -c for m, c in form.items()}, ">=")


def multiple_of(poly: Poly) -> tuple[Any, int]:
    """The same for all multiples of a polynomial, and the sign of this one among them."""
    common = gcd(*poly.values()) * (1 if poly[max(poly)] > 0 else -1) if poly else 1
    return frozenset((m, c // common) for m, c in poly.items()), 1 if common > 0 else -1


def signs_of(facts: Iterable[Fact]) -> dict[Any, set[int]]:
    """The signs that facts leave to their polynomials."""
    signs: dict[Any, set[int]] = {}
    for poly, op in facts:
        key, sign = multiple_of(poly)
        signs[key] = signs.get(key, {-1, 0, 1}) & {sign * s for s in ALLOWED[op]}
    return signs


def sign_of(poly: Poly, signs: dict[Any, set[int]]) -> set[int]:
    """The signs that are left to a polynomial."""
    if set(poly) <= {0}:
        value = poly.get(0, 0)
        return {(value > 0) - (value < 0)}
    key, sign = multiple_of(poly)
    return {sign * s for s in signs.get(key, (-1, 0, 1))}
