"""The values of a problem in LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sympy import Expr, latex

from symdt.show.names import clean, escape_tex


def escaped(name: str) -> str:
    """A name as LaTeX text.

    >>> print(escaped("a_1 & b"))
    a\\_1 \\& b
    """
    return escape_tex(clean(name))


def values_latex(values: Mapping[str, Expr], optimum: str, chosen: Iterable[str] = ()) -> str:
    """An array of the values, the best of them in a frame.

    >>> from sympy import symbols
    >>> print(values_latex({"a0": symbols("h")}, "min"))
    \\begin{array}{ll}
    R(\\text{a0}) & h \\\\
    \\end{array}
    """
    letter, best = "R" if optimum == "min" else "U", set(chosen)
    lines = [r"\begin{array}{ll}"]
    for name, value in values.items():
        formula = rf"\boxed{{{latex(value)}}}" if name in best else latex(value)
        lines.append(rf"{letter}(\text{{{escaped(name)}}}) & {formula} \\")
    return "\n".join([*lines, r"\end{array}"])
