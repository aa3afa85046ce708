"""Texts, keys and lists as TOML has them.

>>> key("rain, with"), row(["a", 1])
('"rain, with"', '["a", "1"]')
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from sympy import Expr

from symdt.errors import FileError, quote
from symdt.problems.net_benefit import taken_apart
from symdt.problems.problem import Problem


def text(value: object) -> str:
    """A TOML string."""
    if any("\ud800" <= c <= "\udfff" for c in str(value)):
        raise FileError(f"{quote(value)} holds half a character, which no file takes: mend the name")
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def key(name: str) -> str:
    """A TOML key: bare where it may be, else quoted."""
    plain = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if plain else text(name)


def row(values: Iterable[object]) -> str:
    """A TOML list of texts."""
    return "[" + ", ".join(map(text, values)) + "]"


def paid_in(problem: Problem) -> Callable[[Expr], str]:
    """How what a problem pays is written: an expression; a cost and an effect where it was stated with both.

    >>> from symdt.problems.net_benefit import pair
    >>> from symdt.problems.tree import Decision
    >>> from symdt.problems.tree_problem import TreeProblem
    >>> stated = TreeProblem(Decision("d", {"a": pair(70, 9)}), optimum="max").as_written({}, willingness="λ")
    >>> paid_in(stated)(stated.tree.child("a").value)
    '{ cost = "70", effect = "9" }'
    """
    apart = taken_apart(problem)

    def paid(value: Expr) -> str:
        both = apart(value)
        return text(value) if both is None else f"{{ cost = {text(both[0])}, effect = {text(both[1])} }}"

    return paid


def unused(name: str, used: dict[str, int]) -> str:
    """The name, or the name with the first number that makes it a new one, which then is used.

    >>> used = {}
    >>> [unused(name, used) for name in ("rain", "rain 2", "rain", "rain")]
    ['rain', 'rain 2', 'rain 3', 'rain 4']
    """
    shown = name
    while shown in used:
        used[name] += 1
        shown = f"{name} {used[name]}"
    used[shown] = 1
    return shown
