"""Slopes: a polynomial that is affine in two letters, as its constant term and two slopes, polynomials of a third.

>>> one, other = (fmpq_poly([0, 1]), fmpq_poly([1]), fmpq_poly([0])), (fmpq_poly([2]), fmpq_poly([0]), fmpq_poly([1]))
>>> d, x, y = cramer(one, other)  # x = -t and y = -2
>>> [x.coeffs(), y.coeffs(), d.coeffs()]
[[0, -1], [-2], [1]]
"""

from __future__ import annotations

from typing import Any, NamedTuple

from flint import fmpq, fmpq_poly

from symdt.exact.polynomial import Number, Poly

#: The constant term and the slopes.
Affine = tuple[Any, Any, Any]


class Form(NamedTuple):
    """A polynomial of three letters as its terms (the powers of the first and of the two others, and what stands before them).

    top: the degree in the two others.
    """

    terms: tuple[tuple[tuple[int, int, int], Number], ...]
    top: int


def form(poly: Poly, letter: int, others: tuple[int, ...]) -> Form:
    """A polynomial of a letter and two others as its terms."""
    first, second = others
    terms = [((int(m[letter]), int(m[first]), int(m[second])), c) for m, c in poly.to_dict().items()]
    return Form(tuple(terms), max((j + k for (_, j, k), _ in terms), default=0))


def affine_parts(poly: Poly, letter: int, others: tuple[int, ...]) -> Affine | None:
    """The constant term and the slopes in two letters, polynomials of the first; None where there is more."""
    parts: dict[tuple[int, ...], dict[int, Number]] = {}
    for monomial, coefficient in poly.to_dict().items():
        parts.setdefault(tuple(int(monomial[i]) for i in others), {})[int(monomial[letter])] = coefficient
    if any(sum(key) > 1 for key in parts):
        return None
    found = []
    for key in ((0, 0), (1, 0), (0, 1)):
        terms = parts.get(key, {})
        found.append(fmpq_poly([terms.get(d, fmpq(0)) for d in range(max(terms, default=0) + 1)]))
    return found[0], found[1], found[2]


def cramer(one: Affine, other: Affine) -> tuple[Any, Any, Any]:
    """The point where two affine polynomials vanish, as (x/d, y/d)."""
    (a, b, c), (e, f, g) = one, other
    return b * g - c * f, c * e - a * g, a * f - b * e


def derived(affine: Affine) -> Affine:
    """The derivative in the first letter."""
    a, b, c = affine
    return a.derivative(), b.derivative(), c.derivative()


def factors(poly: Any) -> list[Any]:
    """The irreducible factors of a polynomial of one letter."""
    if poly.degree() < 1:
        return []
    return [fmpq_poly(factor) for factor, _ in poly.numer().factor()[1]]


def on_letter(poly: Poly, letter: int) -> list[Number]:
    """The coefficients of a polynomial of one letter, lowest first."""
    terms = {int(m[letter]): c for m, c in poly.to_dict().items()}
    return [terms.get(d, fmpq(0)) for d in range(max(terms) + 1)]
