"""Text of answers for the terminal: tables with rules, risks aligned at the equals sign.

Every noun prints itself with `str`; what is written here are the layouts that belong to none.

>>> print(table([["", "a0", "a1"], ["M0", "0", "1"], ["M1", "1", "0"]]))
   │ a0  a1
───┼───────
M0 │  0   1
M1 │  1   0
>>> from sympy import symbols
>>> h, p = symbols("h p")
>>> print(risk_lines({"a0": 6*h*p, "a23": 5 - 15*p}))
R(a0)  = 6*h*p
R(a23) = 5 - 15*p
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symdt.problems.loss import LossTable


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of texts, the first the head, with a rule under it and one after the first column."""
    widths = [max(len(row[j]) for row in rows) for j in range(len(rows[0]))]
    lines = []
    for i, row in enumerate(rows):
        cells = "  ".join(t.rjust(w) for t, w in zip(row[1:], widths[1:], strict=True))
        lines.append(f"{row[0].ljust(widths[0])} │ {cells}".rstrip())
        if i == 0:
            lines.append("─" * (widths[0] + 1) + "┼" + "─" * (sum(widths[1:]) + 2 * len(widths[1:]) - 1))
    return "\n".join(lines)


def loss_table(loss: LossTable) -> str:
    """A loss table with rules."""
    rows = [["", *loss.actions]]
    rows += [[s, *map(str, row)] for s, row in zip(loss.states, loss.entries, strict=True)]
    return table(rows)


def risk_lines(values: Mapping[str, Any]) -> str:
    """The risks, one a line."""
    width = max(map(len, values), default=0) + 3
    return "\n".join(f"{f'R({action})'.ljust(width)} = {value}" for action, value in values.items())


def to_text(thing: Any) -> str:
    """The thing as text for a terminal."""
    if isinstance(thing, LossTable):
        return loss_table(thing)
    if isinstance(thing, Mapping) and not hasattr(thing, "states"):
        return risk_lines(thing)
    return str(thing)
