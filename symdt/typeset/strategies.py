r"""Strategies in LaTeX: the first action, and below it a row for each later decision where there are several.

>>> from symdt.solve.alternatives import Choice
>>> print(action(Choice("test", (("first", "test"), ("+", "treat"), ("-", "wait")))))
\begin{array}[t]{@{}l@{}} \text{test} \\ \quad \text{+} \rightarrow \text{treat} \\ \quad \text{-} \rightarrow \text{wait} \end{array}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symdt.solve.alternatives import Choice
from symdt.typeset import names
from symdt.typeset.names import clean, escape_tex
from symdt.typeset.setting import math

#: The room of an action in a line before its words go into lines, in ems.
ROOM = 20.0
LONG = r"\parbox[t]{0.44\linewidth}"
_TABLE = r"\begin{array}[t]{@{}l@{}}"

Ties = Mapping[str, Sequence[str]]


def rows_of(label: Any, ties: Ties | None = None) -> tuple[str, list[tuple[str, tuple[str, ...]]]]:
    """The first action of a label, none after chance, and the rows below it: decisions, the branches best there.

    label: a choice of a rule, or a name. ties: for each decision at which other branches are as good, all of them.
    """
    if not isinstance(label, Choice):
        return str(label), []
    tied = ties or {}
    is_whole = label.is_after_chance and (len(label.strategy) > 1 or bool(tied))
    head = "" if is_whole else label.action
    told = label.rows(tied) if is_whole or not label.is_after_chance else ()
    return head, [(d, tuple(dict.fromkeys((b, *tied.get(d, ()))))) for d, b in told]


def action(label: Any, ties: Ties | None = None) -> str:
    """A choice of a rule: its first action, and what is done later.

    label: a choice, or a name. ties: for each decision at which other branches are as good, all of them.
    """
    first, rows = rows_of(label, ties)
    if len(rows) > 1 or ties:
        lines = [row(d, many) for d, many in rows]
        return table([names.to_latex(first), *(rf"\quad {line}" for line in lines)] if first else lines)
    later = "".join(rf"\;({names.to_latex(d)}\colon {names.to_latex(many[0])})" for d, many in rows)
    told = names.to_latex(first) + later
    if width(told) <= ROOM:
        return told
    words = ", ".join(f"{_worded(d)}: {_worded(many[0])}" for d, many in rows)
    return rf"{LONG}{{\raggedright {_worded(first)}{f' ({words})' if words else ''}\strut}}"


def row(decision: str, branches: Sequence[str]) -> str:
    """A decision and the branches that are best there."""
    best = r" \text{ or } ".join(map(names.to_latex, branches))
    return rf"{names.to_latex(decision)} \rightarrow {best}"


def table(rows: Sequence[str]) -> str:
    """Rows of mathematics under one another."""
    body = r" \\ ".join(rows)
    return rf"{_TABLE} {body} \end{{array}}"


def width(source: str) -> float:
    """How wide mathematics is about, in ems; an action in lines of text has its room, a table that of its widest row."""
    if source.startswith(LONG):
        return ROOM
    if source.startswith(_TABLE):
        return max(width(part) for part in source[len(_TABLE) : -len(r"\end{array}")].split(r" \\ "))
    return math(source).width


def _worded(name: str) -> str:
    """A name in a line of text."""
    return f"${names.to_latex(name)}$" if names.split(name) else escaped(name)


def escaped(name: str) -> str:
    """A name as LaTeX text.

    >>> print(escaped("a_1 & b"))
    a\\_1 \\& b
    """
    return escape_tex(clean(name))
