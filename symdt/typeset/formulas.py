r"""Formulas: expressions and conditions in LaTeX, set as one would write them.

>>> from sympy import symbols
>>> l01, p, beta = symbols("l01 p beta_2")
>>> formula(2*l01*p + beta)
'\\beta_{2} + 2 l_{01} p'
>>> formula(5 - 15*p), formula(1 + p - beta)
('5 - 15 p', '1 - \\beta_{2} + p')
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import Add, Expr, Integer, Max, Min, Mul, Pow, Symbol, factor_list, fraction, together
from sympy.printing.latex import LatexPrinter

from symdt.typeset.names import in_math, split, to_latex, upright


class _Printer(LatexPrinter):
    """SymPy's printer with our letters; Min and Max with braces, as the paper writes them."""

    def _print_Symbol(self, expr: Symbol, style: str = "plain") -> str:  # noqa: N802 - SymPy's name
        parts = split(expr.name)
        if parts is not None:
            return to_latex(expr.name)
        base, _, index = expr.name.partition("_")
        inner = rf"\mathit{{{_word(base)}}}"
        return inner + (rf"_{{\mathit{{{_word(index)}}}}}" if index else "")

    def _print_Add(self, expr: Any, order: Any = None) -> str:  # noqa: N802
        """A sum that starts with a positive term where it has one: 5k − 15kp."""
        terms = ordered_terms(expr)
        text = ""
        for i, term in enumerate(terms):
            negative = i > 0 and _is_negative(term)
            part = self._print(-term if negative else term)
            if i > 0 and self._needs_add_brackets(term):
                part = rf"\left({part}\right)"
            text += (" - " if negative else " + " if i else "") + part
        return text

    def _print_Mul(self, expr: Any) -> str:  # noqa: N802
        """A product; a dot stands between factors where one of them is a word."""
        if any(split(s.name) is None for s in expr.free_symbols) and self is not _dotted:
            return _dotted.doprint(expr)
        return super()._print_Mul(expr)

    def _print_Min(self, expr: Any, exp: str | None = None) -> str:  # noqa: N802
        return self._extremum("min", expr, exp)

    def _print_Max(self, expr: Any, exp: str | None = None) -> str:  # noqa: N802
        return self._extremum("max", expr, exp)

    def _print_Piecewise(self, expr: Any, exp: str | None = None) -> str:  # noqa: N802
        text = super()._print_Piecewise(expr)
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"

    def _extremum(self, name: str, expr: Any, exp: str | None) -> str:
        """The least or the greatest of some terms, or a power of it: SymPy hands the exponent on, set."""
        inner = ", ".join(self._print(tidy(a)) for a in sorted(expr.args, key=lambda e: e.sort_key()))
        text = rf"\{name}\left\{{{inner}\right\}}"
        return text if exp is None else rf"{text}^{{{exp}}}"


def _word(text: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else upright(c) for c in text)


def ordered_terms(expr: Any) -> list[Any]:
    """The terms of a sum in SymPy's order, a positive one first where there is one."""
    terms = list(expr.as_ordered_terms())
    number = terms[-1]
    if number.is_Number and number > 0 and any(map(_is_negative, terms)) and all(map(_is_linear, terms[:-1])):
        return [number, *terms[:-1]]  # 1 + π1 − π2, as sums of probabilities are written
    first = next((i for i, t in enumerate(terms) if not _is_negative(t)), 0)
    terms.insert(0, terms.pop(first))
    return terms


def _is_linear(term: Any) -> bool:
    return len(term.free_symbols) == 1 and bool(term.as_coeff_Mul()[1].is_Symbol)


def _is_negative(term: Any) -> bool:
    return bool(term.could_extract_minus_sign())


_printer = _Printer({"order": None, "mul_symbol": None, "fold_short_frac": False})
_dotted = _Printer({"order": None, "mul_symbol": "dot", "fold_short_frac": False})


def formula(expression: Any) -> str:
    """The LaTeX of an expression or relation, with the letters set as names are."""
    if hasattr(expression, "to_relational"):
        return condition(expression)
    return as_it_stands(tidy(expression))


def as_it_stands(expression: Any) -> str:
    """The LaTeX of an expression, nothing in it multiplied out or brought together."""
    if hasattr(expression, "to_relational"):
        expression = expression.to_relational()
    return in_math(_printer.doprint(expression))


def tidy(expression: Any) -> Any:
    """The expression as one writes it: over one denominator, and with as few minus signs as may be.

    >>> from sympy import Rational
    >>> p = Symbol("p")
    >>> tidy(-5*p/(24*p - 9)), tidy(12*p/5 + Rational(1, 10))
    (5*p/(9 - 24*p), (24*p + 1)/10)
    """
    if not isinstance(expression, Expr) or expression.is_Atom or expression.has(Min, Max):
        return expression
    num, den = fraction(together(expression))
    if den == 1:
        return complements(expression)
    num, den = num.expand(), den.expand() if den.is_Add else den
    if den.is_number and len(Add.make_args(num)) == 1:
        return expression
    other = (-num).expand(), (-den).expand()
    if not den.is_number and _signs(*other) < _signs(num, den):
        num, den = other
    num, den = complements(num), complements(den)
    return Mul(Pow(den, -1), num, evaluate=False) if den.is_number else num / den


def complements(expression: Any) -> Any:
    """A sum that is a product of probabilities and of what they leave, as that product.

    >>> f, p, s = map(Symbol, "fps")
    >>> complements(f*p - f - p + 1), complements(s - f*s - p*s + f*p*s), complements(f*p - f)
    ((1 - f)*(1 - p), s*(1 - f)*(1 - p), f*p - f)
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
    if len(sums) < 2 or number not in (1, -1) or any(n > 1 for _, n in parts):
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
    return product if sign == 1 else expression


def _signs(num: Any, den: Any) -> tuple[int, bool]:
    terms = [*Add.make_args(num), *Add.make_args(den)]
    constant = den.as_coeff_Add()[0]
    return sum(map(_is_negative, terms)), bool(constant < 0)


def condition(relation: Any) -> str:
    r"""The LaTeX of a condition, with `\leq` and `\geq`.

    >>> from symdt.exact.formula import Condition
    >>> h, k = Symbol("h"), Symbol("k")
    >>> condition(Condition.of(8*h - 15*k, ">="))
    '8 h \\geq 15 k'
    """
    left, op, right = relation.sides
    sign = {"<=": r"\leq", ">=": r"\geq", "==": "=", "!=": r"\neq"}.get(op, op)
    return f"{formula(left)} {sign} {formula(right)}"
