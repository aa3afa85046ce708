"""Board: expressions as one writes them on a board, in text as in LaTeX, on pages and in figures.

Over one denominator, with as few minus signs as may be, a positive term first where there is one; a common factor is
taken out of a sum where no number is left in it but 1 and -1; squares of two terms, and products of probabilities and
of what they leave, are written as such.

>>> from sympy import symbols
>>> c, f, p, s, R = symbols("c f p s R")
>>> print(board((-100*c + 100*s)/s), "|", board(R - R*f), "|", board(-15*p*s + 5*s))
100*(s - c)/s | R*(1 - f) | 5*s - 15*p*s

JSON and files have SymPy's own form: it is read by machines.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import Add, Expr, Integer, Max, Min, Mul, factor_list, fraction, log, together
from sympy.printing.str import StrPrinter

#: Sums of more terms than this are written as they stand.
MANY = 60


class _Printer(StrPrinter):
    """SymPy's printer of text, with the terms of sums in our order."""

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> Any:
        del order
        return ordered_terms(expr)

    def _print_LatticeOp(self, expr: Any) -> str:  # noqa: N802 - SymPy's name
        inside = ", ".join(self._print(tidy(a)) for a in sorted(expr.args, key=lambda e: e.sort_key()))
        return f"{expr.func.__name__}({inside})"


_printer = _Printer()


def board(expression: Any) -> str:
    """The text of an expression as one writes it; it is read back as the same expression.

    expression: a SymPy expression, what has one (`to_expr`), or anything with a text of its own.
    """
    expression = expression.to_expr() if hasattr(expression, "to_expr") else expression
    return str(_printer.doprint(tidy(expression))) if isinstance(expression, Expr) else str(expression)


def as_it_stands(expression: Any) -> str:
    """The text of an expression with nothing multiplied out or brought together, a positive term first in its sums.

    >>> from sympy.abc import h, k
    >>> as_it_stands(k * (8 * h - 15 * k) / (2 * h + 6 * k)), as_it_stands("a23")
    ('k*(8*h - 15*k)/(2*h + 6*k)', 'a23')
    """
    return str(_printer.doprint(expression)) if isinstance(expression, Expr) else str(expression)


def ordered_terms(expr: Any) -> list[Any]:
    """The terms of a sum in SymPy's order, a positive one first where there is one."""
    terms = list(expr.as_ordered_terms())
    number = terms[-1]
    if number.is_Number and number > 0 and any(map(is_negative, terms)) and all(map(_is_linear, terms[:-1])):
        return [number, *terms[:-1]]  # 1 + π1 − π2, as sums of probabilities are written
    first = next((i for i, t in enumerate(terms) if not is_negative(t)), 0)
    terms.insert(0, terms.pop(first))
    return terms


def _is_linear(term: Any) -> bool:
    return len(term.free_symbols) == 1 and bool(term.as_coeff_Mul()[1].is_Symbol)


def is_negative(term: Any) -> bool:
    """Whether a term is written with a minus sign."""
    return bool(term.could_extract_minus_sign())


def tidy(expression: Any) -> Any:
    """The expression as one writes it: over one denominator, and with as few minus signs as may be.

    >>> from sympy import Rational
    >>> from sympy.abc import p
    >>> tidy(-5*p/(24*p - 9)), tidy(12*p/5 + Rational(1, 10)), tidy((p**2 + 2*p - 7)/(p - 1))
    (5*p/(9 - 24*p), (24*p + 1)/10, (-p**2 - 2*p + 7)/(1 - p))
    """
    if not isinstance(expression, Expr) or expression.is_Atom or expression.has(Min, Max, log):
        return expression
    return expression if len(Add.make_args(expression)) > MANY else _tidy(expression)


@lru_cache(maxsize=4096)
def _tidy(expression: Expr) -> Expr:
    num, den = fraction(together(expression))
    if den == 1:
        return product(expression)
    num, den = num.expand(), den.expand() if den.is_Add else den
    if den.is_number and len(Add.make_args(num)) == 1:
        return expression
    other = (-num).expand(), (-den).expand()
    if not den.is_number and _signs(*other) < _signs(num, den):
        num, den = other
    num, den = (product(e) for e in (num, den))
    if not den.is_number:
        return num / den
    number, rest = num.as_coeff_Mul() if isinstance(num, Mul) else (Integer(1), num)
    return Mul(number / den, *Mul.make_args(rest), evaluate=False)


def product(expression: Any) -> Any:
    """A sum as a product, where it is a square, a product of probabilities and their complements, or has a common factor.

    >>> from sympy.abc import f, m, p
    >>> product(2*m**2 - 4*m + 2), product(f*p - f - p + 1), product(f - f*p), product(m - 2)
    (2*(m - 1)**2, (1 - f)*(1 - p), f*(1 - p), m - 2)
    """
    return collected(square(complements(expression)))


def square(expression: Any) -> Any:
    """A sum of three terms that is a number times a square, as that.

    >>> from sympy.abc import a, b
    >>> square(a**2 - 2*a*b + b**2), square(3*a**2 + 12*a + 12), square(a**2 + a + 1)
    ((a - b)**2, 3*(a + 2)**2, a**2 + a + 1)
    """
    is_sum = isinstance(expression, Add) and len(expression.args) == 3
    return _square(expression) if is_sum else expression


@lru_cache(maxsize=4096)
def _square(expression: Expr) -> Expr:
    letters = tuple(expression.free_symbols)
    if not letters or not expression.is_polynomial(*letters):
        return expression
    number, parts = factor_list(expression)
    if len(parts) != 1 or parts[0][1] != 2:
        return expression
    return Mul(number, parts[0][0] ** 2, evaluate=False) if number != 1 else parts[0][0] ** 2


def collected(expression: Any) -> Any:
    """A sum with its common factor taken out, where no number is left in it but 1 and -1.

    >>> from sympy.abc import a, b
    >>> collected(100*a - 100*b), collected(a - a*b), collected(-2*a - 2*b), collected(5*a - 15*a*b)
    (100*(a - b), a*(1 - b), -2*(a + b), -15*a*b + 5*a)
    """
    if not isinstance(expression, Add):
        return expression
    terms = [term.as_coeff_Mul() for term in expression.args]
    size = abs(terms[0][0])
    if any(abs(number) != size for number, _ in terms):
        return expression
    powers = [rest.as_powers_dict() for _, rest in terms]
    shared = {b: n for b, n in powers[0].items() if b.is_Symbol and n.is_Integer and n > 0}
    for own in powers[1:]:
        shared = {
            b: min(n, own[b]) for b, n in shared.items() if b in own and own[b].is_Integer and own[b] > 0
        }
    if size == 1 and not shared:
        return expression
    sign = -1 if all(number < 0 for number, _ in terms) else 1
    product = Mul(*(b**n for b, n in shared.items()))
    left = Add(*(sign * number / size * rest / product for number, rest in terms))
    if sign * size == 1:
        return product * left
    return Mul(sign * size, *(Mul.make_args(product) if shared else ()), left, evaluate=False)


def complements(expression: Any) -> Any:
    """A sum that is a product of probabilities and of what they leave, as that product.

    >>> from sympy.abc import f, p, s
    >>> complements(f*p - f - p + 1), complements(2*s - 2*f*s - 2*p*s + 2*f*p*s), complements(f*p - f)
    ((1 - f)*(1 - p), 2*s*(1 - f)*(1 - p), f*p - f)
    """
    if not isinstance(expression, Add) or len(expression.args) not in (4, 8):
        return expression
    return _complements(expression)


@lru_cache(maxsize=4096)
def _complements(expression: Expr) -> Expr:
    letters = tuple(expression.free_symbols)
    if not letters or not expression.is_polynomial(*letters):
        return expression
    number, parts = factor_list(expression)
    sums = [f for f, _ in parts if f.is_Add]
    if len(sums) < 2 or any(n > 1 for _, n in parts):
        return expression
    product, sign = Integer(1), number
    for factor, _ in parts:
        if not factor.is_Add:
            product *= factor
            continue
        one, rest = factor.as_coeff_Add()
        if abs(one) != 1 or not (-rest if rest.could_extract_minus_sign() else rest).is_Symbol:
            return expression
        product, sign = (product * -factor, -sign) if one < 0 else (product * factor, sign)
    return sign * product if sign > 0 else expression


def _signs(num: Any, den: Any) -> tuple[bool, int, bool]:
    terms = [*Add.make_args(num), *Add.make_args(den)]
    constant, rest = den.as_coeff_Add()
    is_less_one = constant == -1 and rest.is_Symbol  # what a probability leaves is written 1 - p
    return is_less_one, sum(map(is_negative, terms)), bool(constant < 0)
