"""Sums and products as they stand: SymPy keeps their order and their factors, so that a person sees where they come from.

>>> from sympy.abc import p, k
>>> product_standing(Fraction(-2), [k, 1 - p, 1 - p])
-2*k*(1 - p)**2
>>> negated(sum_standing([-2 * k, -p]))
2*k + p
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from sympy import Add, Expr, Mul, Pow, Rational


def product_standing(value: Fraction, parts: list[Expr]) -> Expr:
    """value · parts, the parts as they stand."""
    number = Rational(value.numerator, value.denominator)
    if not parts:
        return number
    if isinstance(parts[0], Rational):
        return product_standing(value * Fraction(parts[0].p, parts[0].q), parts[1:])
    for n, part in enumerate(parts):
        factor, rest = part.as_coeff_Mul()
        if factor != 1 and not rest.is_Add:  # (-p)/2 is -p/2
            return product_standing(
                value * Fraction(factor.p, factor.q), [*parts[:n], *Mul.make_args(rest), *parts[n + 1 :]]
            )
    parts = [Pow(part, n) for part, n in Counter(parts).items()]
    if number == 1:
        return Mul(*parts, evaluate=False) if len(parts) > 1 else parts[0]
    return Mul(number, *parts, evaluate=False)


def sum_standing(terms: list[Expr]) -> Expr:
    """A sum, its terms as they stand."""
    return Add(*terms, evaluate=False) if len(terms) != 1 else terms[0]


def negated(total: Expr) -> Expr:
    """Minus a sum of products, the products as they stand."""
    if isinstance(total, Add) and all(term.could_extract_minus_sign() for term in total.args):
        return sum_standing([-term for term in total.args])
    return sum_standing(
        [product_standing(Fraction(-1), list(Mul.make_args(term))) for term in terms_of(total)]
    )


def terms_of(total: Expr) -> tuple[Expr, ...]:
    """The products of a sum: a polynomial that stands alone is one of them."""
    is_sum = isinstance(total, Add) and any(
        isinstance(t, Mul) and any(isinstance(a.as_base_exp()[0], Add) for a in t.args) for t in total.args
    )
    return total.args if is_sum else (total,)
