"""What is given as conditions: relations, texts and domains flattened, and what the letters assume of themselves."""

from __future__ import annotations

from typing import Any

from sympy import And, Symbol
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from symdt.errors import DomainError, quote
from symdt.exact.field import Field
from symdt.exact.formula import Comparison, Condition, Formula, from_sympy
from symdt.exact.language.syntax import is_letter, parse_condition


def flattened(condition: Any) -> list[Condition]:
    """The polynomial conditions whose conjunction is what was given: a condition, a relation or a text."""
    if isinstance(condition, Condition):
        return [condition]
    if isinstance(condition, str):
        return list(parse_condition(condition, _names(condition), has_holes=True))
    if isinstance(condition, BooleanTrue) or condition is True:
        return []
    if isinstance(condition, BooleanFalse) or condition is False:
        raise DomainError("a condition of the domain is false for all values: the domain is empty")
    if isinstance(condition, And):
        return [part for arg in condition.args for part in flattened(arg)]
    if not hasattr(condition, "free_symbols"):
        raise DomainError(f"{quote(condition)} is no condition: write one such as p > 0 or '0 < p < 1/4'")
    formula = from_sympy(condition, Field.of(condition.free_symbols))
    if isinstance(formula, Comparison | Formula):
        raise DomainError(
            f"{quote(condition)} is no polynomial condition: multiply out, and join conditions by 'and'"
        )
    return [formula]


def _names(text: str) -> list[str]:
    import re

    return sorted({w for w in re.findall(r"[^\W\d]\w*", text) if is_letter(w)})


def letters_in_order(condition: Condition) -> list[Symbol]:
    """The letters of a condition, by their names."""
    return sorted(condition.symbols, key=lambda s: s.name)


def assumptions(symbol: Symbol) -> list[Condition]:
    """What a letter assumes of itself, as SymPy writes it (`positive=True`).

    >>> [str(c) for c in assumptions(Symbol("h", positive=True))]
    ['h > 0']
    """
    known = symbol.assumptions0
    if known.get("real") is False or known.get("imaginary"):
        raise DomainError(
            f"the symbol {quote(symbol)} is assumed not to be real: parameters are real numbers"
        )
    for assumption, sign, op in (
        ("positive", 1, ">"),
        ("negative", -1, ">"),
        ("nonnegative", 1, ">="),
        ("nonpositive", -1, ">="),
        ("zero", 1, "=="),
        ("nonzero", 1, "!="),
    ):
        if known.get(assumption):
            return [Condition.of(sign * symbol, op)]  # type: ignore[arg-type]
    return []
