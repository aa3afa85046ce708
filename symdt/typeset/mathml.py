"""MathML: expressions for a web page that needs no script and no network.

>>> from sympy import symbols
>>> k, h = symbols("k h")
>>> to_mathml(2*k/(4*h + 3*k))[:60]
'<math><mfrac><mrow><mn>2</mn><mi>k</mi></mrow><mrow><mrow><m'
>>> name_mathml("a23")
'<msub><mi>a</mi><mn>23</mn></msub>'
>>> name_mathml("{x}")
'<mrow><mo stretchy="false">{</mo><mi>x</mi><mo stretchy="false">}</mo></mrow>'
"""

from __future__ import annotations

import html
from typing import Any

from sympy import Add, CRootOf, Expr, Integer, Mul, Pow, Rational, Symbol, fraction
from sympy.functions import Abs, Max, Min, Piecewise, log

from symdt.exact.kink import is_kink
from symdt.exact.language.board import ordered_terms, tidy
from symdt.problems.kinks.kinked import shown
from symdt.regions.ends import root
from symdt.typeset import names


def to_mathml(thing: Any) -> str:
    """An expression, condition or name as a `math` element."""
    return f"<math>{body(thing)}</math>"


def body(thing: Any) -> str:
    """What stands inside a `math` element."""
    if hasattr(thing, "sides"):
        left, op, right = thing.sides
        sign = {"<=": "≤", ">=": "≥", "==": "=", "!=": "≠"}.get(op, op)
        return f"<mrow>{body(left)}<mo>{html.escape(sign)}</mo>{body(right)}</mrow>"
    if isinstance(thing, str):
        return name_mathml(thing)
    return _print(tidy(thing))


def name_mathml(name: str) -> str:
    """A label: a letter with its index, a set of them, or words."""
    parts, members = names.split(name), names.members_of(name)
    if members is not None:  # no elements of HTML in <mtext>: a browser sets each on a line of its own
        inside = "<mo>,</mo>".join(map(name_mathml, members))
        return (
            f'<mrow><mo stretchy="false">{{</mo>{inside}<mo stretchy="false">}}</mo></mrow>'
            if members
            else "<mi>∅</mi>"
        )
    if parts is None:
        return f"<mtext>{html.escape(names.clean(name))}</mtext>"
    base = f"<mi>{html.escape(names.greek(parts[0]))}</mi>"
    over, under = names.scripts(*parts)
    if over:
        return f"<msubsup>{base}{_index(under)}{_index(over)}</msubsup>"
    return f"<msub>{base}{_index(under)}</msub>" if under else base


def letter_mathml(name: str) -> str:
    """A letter of a formula: of two words joined by a line the second is an index, as in LaTeX and in figures.

    >>> letter_mathml("toxicity_weight"), letter_mathml("dose")
    ('<msub><mi>toxicity</mi><mi>weight</mi></msub>', '<mi>dose</mi>')
    """
    if names.split(name):
        return name_mathml(name)
    if name[:1].isdigit():  # a number as a file writes it
        return f"<mn>{name}</mn>"
    word, _, index = map(html.escape, name.partition("_"))
    return (
        f"<msub><mi>{word}</mi><mi>{index}</mi></msub>" if word and index else f"<mi>{html.escape(name)}</mi>"
    )


def _index(text: str) -> str:
    return f"<mn>{text}</mn>" if text.isdigit() else f"<mtext>{html.escape(text)}</mtext>"


def _print(expr: Any) -> str:
    if isinstance(expr, Symbol):
        return _print(shown(expr)) if is_kink(expr) else letter_mathml(expr.name)
    if isinstance(expr, Integer):
        return f"<mn>{expr}</mn>" if expr >= 0 else f"<mrow><mo>−</mo><mn>{-expr}</mn></mrow>"
    if isinstance(expr, Rational):
        inner = f"<mfrac><mn>{abs(expr.p)}</mn><mn>{expr.q}</mn></mfrac>"
        return inner if expr >= 0 else f"<mrow><mo>−</mo>{inner}</mrow>"
    if isinstance(expr, Add):
        return _sum(expr)
    if isinstance(expr, Mul):
        return _product(expr)
    if isinstance(expr, Pow):
        return _power(expr)
    if isinstance(expr, Min | Max | Abs | Piecewise | log):
        return f"<mrow>{_function(expr)}</mrow>"
    return _root(expr) if isinstance(expr, CRootOf | root) else f"<mtext>{html.escape(str(expr))}</mtext>"


def _root(expr: Any) -> str:
    """A root without closed form: by its digits, its polynomial at hand; with letters as in text."""
    if not expr.free_symbols:
        value = expr if isinstance(expr, CRootOf) else expr.value
        return f'<mn title="{html.escape(str(expr))}">{value.evalf(6)}…</mn>'
    inside = "<mo>,</mo>".join(map(_print, expr.args))
    return f'<mrow><mi>root</mi><mo stretchy="false">(</mo>{inside}<mo stretchy="false">)</mo></mrow>'


def _function(expr: Any) -> str:
    if isinstance(expr, log):
        return f"<mo>log</mo>{_bracketed(expr.args[0])}"
    if isinstance(expr, Abs):
        return f"<mo>|</mo>{_print(expr.args[0])}<mo>|</mo>"
    if isinstance(expr, Min | Max):
        args = "<mo>,</mo>".join(_print(tidy(a)) for a in sorted(expr.args, key=lambda e: e.sort_key()))
        return f"<mi>{'min' if isinstance(expr, Min) else 'max'}</mi><mo>{{</mo>{args}<mo>}}</mo>"
    rows = ""
    for value, condition in expr.args:
        where = "<mtext>else</mtext>" if condition == True else _where(condition)  # noqa: E712 - SymPy's own truth
        rows += f"<mtr><mtd>{_print(value)}</mtd><mtd>{where}</mtd></mtr>"
    return f"<mo>{{</mo><mtable>{rows}</mtable>"


def _where(condition: Any) -> str:
    if not condition.is_Relational:
        return f"<mtext>if {html.escape(str(condition))}</mtext>"
    sign = {"<=": "≤", ">=": "≥", "==": "=", "!=": "≠"}.get(condition.rel_op, condition.rel_op)
    return (
        f"<mtext>if\u00a0</mtext>{_print(condition.lhs)}<mo>{html.escape(sign)}</mo>{_print(condition.rhs)}"
    )


def _power(expr: Pow) -> str:
    if expr.exp == Rational(1, 2):
        return f"<msqrt>{_print(expr.base)}</msqrt>"
    if expr.exp.is_Rational and expr.exp < 0:
        return f"<mfrac><mn>1</mn>{_print(Pow(expr.base, -expr.exp))}</mfrac>"
    base = _print(expr.base) if expr.base.is_Atom else _bracketed(expr.base)
    return f"<msup>{base}{_print(expr.exp)}</msup>"


def _sum(expr: Expr) -> str:
    text = ""
    for i, term in enumerate(ordered_terms(expr)):
        negative = bool(term.could_extract_minus_sign())
        sign = "<mo>−</mo>" if negative else "<mo>+</mo>" if i else ""
        text += sign + _print(-term if negative else term)
    return f"<mrow>{text}</mrow>"


def _product(expr: Expr) -> str:
    if expr.could_extract_minus_sign():
        return f"<mrow><mo>−</mo>{_print(-expr)}</mrow>"
    num, den = fraction(expr)
    if den != 1:
        return f"<mfrac>{_print(num)}{_print(den)}</mfrac>"
    parts = [_bracketed(f) if f.is_Add else _print(f) for f in expr.as_ordered_factors() if f != 1]
    # as in LaTeX: a dot between factors where one of them is a word
    has_word = any(names.split(s.name) is None and not is_kink(s) for s in expr.free_symbols)
    return f"<mrow>{('<mo>·</mo>' if has_word else '').join(parts)}</mrow>"


def _bracketed(expr: Expr) -> str:
    return f'<mrow><mo stretchy="false">(</mo>{_print(expr)}<mo stretchy="false">)</mo></mrow>'
