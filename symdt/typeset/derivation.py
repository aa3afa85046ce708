r"""A derivation in LaTeX: one line for each step, words as words and mathematics between dollars.

>>> from sympy import symbols
>>> from symdt.solve.written.steps import Math, Step, Worth
>>> k, p = symbols("k p")
>>> print(line(Step((Math((Worth("R", "a3"), "-", Worth("R", "a2"), "<=", k*(4*p - 1))), " where it matters"))))
$R(a_{3}) - R(a_{2}) \le k \left(4 p - 1\right)$ where it matters
"""

from __future__ import annotations

from typing import Any

from sympy import Expr

from symdt.solve.written.derivation import Derivation
from symdt.solve.written.steps import Math, Span, Step, Worth
from symdt.typeset import formulas, names
from symdt.typeset.latex import interval
from symdt.typeset.names import escape_tex

_SIGNS = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "==": "=", "*": r"\cdot"}


def derivation_latex(derivation: Derivation) -> str:
    """The steps of a derivation as an `itemize` without marks, set in by their depth; ragged, so that long lines break."""
    rows = [rf"\item[]\hspace*{{{2 * step.depth}em}}{line(step)}" for step in derivation.steps]
    return "\n".join([r"\begin{itemize}\raggedright", *rows, r"\end{itemize}"])


def line(step: Step) -> str:
    """One step."""
    return "".join(_math(part) if isinstance(part, Math) else escape_tex(part) for part in step.parts)


def _math(math: Math) -> str:
    return f"${' '.join(map(_item, math.items))}$"


def _item(item: Any) -> str:
    if isinstance(item, Worth):
        if names.split(item.label) is None:  # words stand outside the mathematics, where lines can break
            return f"{item.letter}(${escape_tex(item.label)}$)"
        return f"{item.letter}({names.to_latex(item.label)})"
    if isinstance(item, Span):
        return interval(item.piece, names.to_latex(item.letter))
    if isinstance(item, tuple):
        return names.to_latex(item[0])
    if isinstance(item, Expr):
        return formulas.as_it_stands(item)  # `formula` would multiply it out
    if isinstance(item, str):
        return _SIGNS.get(item, item)
    return formulas.as_it_stands(item)
