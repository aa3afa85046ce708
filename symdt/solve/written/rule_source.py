"""A rule as a stand-alone Python function that needs NumPy only."""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING, Any

from sympy import Symbol

from symdt.errors import ExpressionError, quote
from symdt.regions.ends import End, Infinite

if TYPE_CHECKING:
    from symdt.solve.rule import DecisionRule


def to_source(rule: DecisionRule, name: str = "decide") -> str:
    """Python source of a function of the letters, NumPy only, that decides as the rule does; "" outside its domain."""
    if not name.isidentifier():
        raise ExpressionError(f"{quote(name)} is no name for a function: use a Python identifier")
    names = _python_names(rule, name)
    letters = ", ".join(names.values())
    letter = names[rule.letter]
    conditions, answers = [], []
    for case in rule.cases:
        for piece in case.pieces:
            parts = [f"({_condition(c, names)})" for c in case.conditions]
            if not isinstance(piece.start, Infinite) and not piece.is_closed_left:
                parts.append(f"({letter} > {_numpy(piece.start, names)})")
            if not isinstance(piece.stop, Infinite):
                is_jump = piece.is_open_right and piece is not case.pieces[-1]
                parts.append(f"({letter} {'<' if is_jump else '<='} {_numpy(piece.stop, names)})")
            conditions.append(" & ".join(parts) or "True")
            answers.append(piece.label.action)
    rows = "\n".join(f"            ({c}, {a!r})," for c, a in zip(conditions, answers, strict=True))
    arrays = "".join(f"    {a} = np.asarray({a}, dtype=float)\n" for a in names.values())
    inside = " & ".join(f"({_condition(c, names)})" for c in rule.domain.conditions) or "True"
    return (
        f"import numpy as np\n\n\ndef {name}({letters}):\n"
        f'    """The optimal action on the domain {rule.domain}, and nothing outside of it."""\n'
        f"{arrays}"
        f'    with np.errstate(divide="ignore", invalid="ignore"):  # outside of the domain an end may divide by zero\n'
        f"        cases = [\n{rows}\n        ]\n"
        f"    shape = np.broadcast({letters}).shape\n"
        f"    inside = np.broadcast_to({inside}, shape)\n"
        f"    conditions = [np.broadcast_to(condition, shape) & inside for condition, _ in cases]\n"
        f'    return np.select(conditions, [action for _, action in cases], default="")\n'
    )


def _python_names(rule: DecisionRule, name: str) -> dict[Symbol, str]:
    """The letters as Python takes them: one that is a keyword, or a word of the function, has a line below it."""
    taken = {
        *keyword.kwlist,
        name,
        "np",
        "float",
        "cases",
        "shape",
        "inside",
        "conditions",
        "condition",
        "action",
    }
    letters = {s: s.name for s in rule.domain.symbols}
    for symbol in letters:
        while letters[symbol] in taken or list(letters.values()).count(letters[symbol]) > 1:
            letters[symbol] += "_"
    return letters


def _condition(condition: Any, names: dict[Symbol, str]) -> str:
    text = str(condition)
    if "root(" in text:
        raise _no_closed_form(text)
    words = {s.name: name for s, name in names.items()}
    return re.sub(r"[^\W\d]\w*", lambda word: words.get(word[0], word[0]), text)


def _no_closed_form(end: object) -> ExpressionError:
    return ExpressionError(
        f"{quote(end)} has no closed form: a stand-alone function cannot hold it; use the rule itself, or its JSON"
    )


def _numpy(end: End, names: dict[Symbol, str]) -> str:
    from sympy.printing.numpy import NumPyPrinter

    expr = end.to_expr().xreplace({s: Symbol(name) for s, name in names.items()})
    try:
        printed = NumPyPrinter({"fully_qualified_modules": True, "reserved_word_suffix": ""}).doprint(expr)
    except NotImplementedError:  # an indexed root
        raise _no_closed_form(end) from None
    if "root(" in printed or "#" in printed:
        raise _no_closed_form(end)
    return "(" + printed.replace("numpy.", "np.") + ")"
