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

from sympy import Rational, Symbol
from sympy.printing.latex import LatexPrinter

from symdt.exact.language.board import is_negative, ordered_terms, tidy
from symdt.exact.language.numerals import Numerals, numeral
from symdt.typeset.names import in_math, split, to_latex, upright


class _Numeral(Symbol):
    """A number that stays as it was written: it stands in a formula like a letter, first in its product."""


class _Printer(LatexPrinter):
    """SymPy's printer with our letters; Min and Max with braces, as the paper writes them."""

    def _print_Symbol(self, expr: Symbol, style: str = "plain") -> str:  # noqa: N802 - SymPy's name
        if isinstance(expr, _Numeral):
            return expr.name
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
            negative = i > 0 and is_negative(term)
            part = self._print(-term if negative else term)
            if i > 0 and self._needs_add_brackets(term):
                part = rf"\left({part}\right)"
            text += (" - " if negative else " + " if i else "") + part
        return text

    def _print_Mul(self, expr: Any) -> str:  # noqa: N802
        """A product; a dot stands between factors where one of them is a word."""
        first = next((factor for factor in expr.args if isinstance(factor, _Numeral)), None)
        if first is not None:
            minus, rest = ("- ", -expr) if is_negative(expr) else ("", expr)
            dot = r" \cdot" if any(map(_is_word, expr.free_symbols)) else ""
            return f"{minus}{first.name}{dot} {self._print(rest / first)}"
        if any(_is_word(s) for s in expr.free_symbols) and self is not _dotted:
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


def _is_word(letter: Any) -> bool:
    return not isinstance(letter, _Numeral) and split(letter.name) is None


def _word(text: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else upright(c) for c in text)


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
    return _set(expression)


@lru_cache(maxsize=4096, typed=True)
def _set(expression: Any) -> str:
    """The same; a rule of many cases names the same few roots again and again, and each is set once."""
    return in_math(_printer.doprint(expression))


def as_given(expression: Any, known: Numerals | None = None) -> str:
    r"""The LaTeX of an expression that the reader gave, its numbers as he wrote them.

    expression: a number, or an expression; known: how numbers were written.

    >>> from sympy import Rational
    >>> x, known = Symbol("x"), {Rational(103, 10): "10.3", Rational(1, 2): "0.5"}
    >>> as_given(Rational(-1, 2), known), as_given(x * Rational(103, 10) - Rational(1, 2), known)
    ('-0.5', '10.3 x - 0.5')
    >>> as_given(-x * Rational(103, 10), known), as_given(1 - x**2 / 2, known)
    ('- 10.3 x', '1 - 0.5 x^{2}')
    >>> as_given(x * Rational(13, 20) + Rational(1, 2), known), as_given(x / 3 + Rational(1, 2), known)
    ('0.65 x + 0.5', '\\frac{2 x + 3}{6}')
    """
    if expression.is_Rational:
        return numeral(expression, known).replace("−", "-")
    found = {abs(q) for q in expression.atoms(Rational) if not q.is_Integer}
    kept = {q: _Numeral(numeral(q, known)) for q in found} if known else {}
    # what was not written and is no decimal was found: then the whole is, and its numbers are fractions
    is_found = any("/" in s.name and q not in (known or {}) for q, s in kept.items())
    if is_found or not any("." in s.name for s in kept.values()):
        return formula(expression)
    return as_it_stands(expression.xreplace({**kept, **{-q: -s for q, s in kept.items()}}))


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
