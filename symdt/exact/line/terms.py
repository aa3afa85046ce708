"""Terms: a polynomial of several letters taken apart, for places and branches."""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpq_poly

from symdt.exact.field import Field
from symdt.exact.polynomial import Number, Poly


def coefficients(field: Field, poly: Poly, index: int) -> list[Poly]:
    """The coefficients in one letter, lowest first, as polynomials in the others."""
    parts: dict[int, dict[Any, Any]] = {}
    for monomial, coefficient in zip(poly.monoms(), poly.coeffs(), strict=True):
        rest = (*monomial[:index], 0, *monomial[index + 1 :])
        parts.setdefault(int(monomial[index]), {})[rest] = coefficient
    return [field.context.from_dict(parts.get(d, {})) for d in range(max(parts, default=0) + 1)]


def terms_of(poly: Poly) -> list[tuple[list[tuple[int, int]], Number]]:
    """The terms of a polynomial: the letters with their exponents, and the coefficient."""
    return [
        ([(i, int(e)) for i, e in enumerate(m) if e], c)
        for m, c in zip(poly.monoms(), poly.coeffs(), strict=True)
    ]


def spread(field: Field, factor: Any, letter: int) -> Poly:
    """A polynomial of one letter as one of the field's."""
    poly = field.zero
    for c in reversed(factor.coeffs()):
        poly = poly * field.generators[letter] + c
    return poly


def on_line(poly: Poly, letter: int) -> Any:
    """A polynomial that holds one letter only, on the line."""
    parts = {int(m[letter]): c for m, c in zip(poly.monoms(), poly.coeffs(), strict=True)}
    return fmpq_poly([parts.get(d, fmpq(0)) for d in range(max(parts) + 1)])
