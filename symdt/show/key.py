r"""Keys: expressions as one writes them, and long ones over several lines, in full.

>>> from sympy import Max, Rational, symbols
>>> f, p = symbols("f p")
>>> tidy_formula(f*p - f - p + 1)
'\\left(1 - f\\right) \\left(1 - p\\right)'
>>> tidy_formula(Rational(114, 25)), tidy_formula(Rational(2, 19), is_flat=True)
('\\frac{114}{25}', '2/19')
>>> [label.to_text() for label in key_lines("e_{1}", Max(p, 1 - f), 8.0, 7.0)]
['e_{1} = \\max\\{\\; p,', '1 - f\\;\\}']
"""

from __future__ import annotations

import re
from typing import Any

from sympy import Expr, Max, Min, Mul, Pow, factor

from symdt.exact.language.board import ordered_terms, tidy
from symdt.exact.language.numerals import in_form
from symdt.show.label import Label
from symdt.typeset import formulas

#: Longer expressions are not factored.
MANY_TERMS = 24


_CASES = re.compile(r"\\begin\{cases\}((?:(?!\\begin\{cases\}).)*?)\\end\{cases\}", re.DOTALL)


def _formula(value: Expr) -> str:
    r"""The LaTeX of an expression, what is defined by cases in one line.

    >>> from sympy import Piecewise, Symbol
    >>> c = Symbol("c")
    >>> _formula(Piecewise((1, c >= 4), (0, True)))
    '\\left[1 \\;\\text{if}\\; c \\geq 4,\\; 0 \\;\\text{else}\\right]'
    """
    text = formulas.formula(value)
    while _CASES.search(text):
        text = _CASES.sub(_in_one_line, text)
    return text


def _in_one_line(found: re.Match[str]) -> str:
    rows = [row.partition("&") for row in re.split(r"\\\\", found[1]) if row.strip()]
    told = [
        f"{worth.strip()} "
        + (r"\;\text{else}" if "otherwise" in when else rf"\;\text{{if}}\; {when.strip()}")
        for worth, _, when in ((a, b, c.replace(r"\text{for}\:", "")) for a, b, c in rows)
    ]
    return r"\left[" + r",\; ".join(told) + r"\right]"


def tidy_formula(value: Expr, *, is_flat: bool = False) -> str:
    """The LaTeX of an expression, factored where that is shorter; `is_flat` keeps a short fraction on one line."""
    if value.is_Rational and (is_flat or value.is_Integer):
        return in_form(value, "fraction").replace("−", "-")
    value = tidy(shorter(value))
    num, den = value.as_numer_denom()
    if is_flat and den != 1 and len(str(value)) <= 12:
        top, bottom = _formula(num), _formula(den)
        top = top if not num.is_Add else f"({top})"
        bottom = bottom if not (den.is_Add or den.is_Mul) else f"({bottom})"
        return f"{top}/{bottom}"
    return _formula(value)


def shorter(value: Expr) -> Expr:
    """The expression, or the product of sums that it is, where that is no longer: (1 - f)(1 - p)."""
    if not value.is_Add or len(value.args) > MANY_TERMS or value.has(Min, Max):
        return value
    product = factor(value)
    sums = [part for part in Mul.make_args(product) if part.as_base_exp()[0].is_Add]
    if len(sums) < 2 or len(str(product)) > len(str(value)):
        return value
    parts: list[Any] = []
    sign = 1
    for part in Mul.make_args(product):
        base, exponent = part.as_base_exp()
        # (f - 1)(p - 1) is written (1 - f)(1 - p): probabilities are not negative
        if base.is_Add and base.as_coeff_Add()[0] < 0 and exponent.is_Integer:
            sign *= (-1) ** int(exponent)
            part = Pow(-base, exponent)
        parts.append(part)
    return Mul(sign, *parts)


def key_lines(name: str, value: Expr, room: float, size: float) -> list[Label]:
    """`name = value` in lines of at most this many millimetres, broken between terms or arguments."""
    whole = Label.math(f"{name} = {tidy_formula(value)}")
    if whole.size(size)[0] <= room:
        return [whole]
    if isinstance(value, Min | Max):
        word = "min" if isinstance(value, Min) else "max"
        pieces = []
        for argument in sorted(value.args, key=lambda e: e.sort_key()):
            pieces += _terms(argument, 0.9 * room, size)
            pieces[-1] += ","
        pieces[-1] = rf"{pieces[-1][:-1]}\;\}}"
        return _filled(rf"{name} = \{word}\{{\;", pieces, room, size)
    num, den = value.as_numer_denom()
    if den != 1 and not den.is_number:
        under = key_lines(r"\mathrm{denominator}", den, room, size)
        return [*key_lines(name, num, room, size), Label.words("over the ") + under[0], *under[1:]]
    return _filled(f"{name} =", _terms(value, 0.0, size), room, size)


def _terms(value: Expr, room: float, size: float) -> list[str]:
    """An expression where it fits, else its terms with their signs."""
    whole = tidy_formula(value)
    if Label.math(whole).size(size)[0] <= room:
        return [whole]
    texts = [_formula(term) for term in (ordered_terms(value) if value.is_Add else [value])]
    return [text if n == 0 or text.startswith("-") else f"+ {text}" for n, text in enumerate(texts)]


def _filled(head: str, pieces: list[str], room: float, size: float) -> list[Label]:
    lines, line = [], head
    for n, piece in enumerate(pieces):
        longer = f"{line} {piece}" if line else piece
        if n and Label.math(longer).size(size)[0] > room:
            lines.append(line)
            line = piece
        else:
            line = longer
    return [Label.math(text) for text in [*lines, line]]
