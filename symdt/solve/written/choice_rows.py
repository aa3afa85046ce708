"""A strategy in the text of a rule: below the action a row for each later decision, where there are several.

Branches that are as good as the one taken stand behind it. One later choice alone stands in a bracket. Law: what is
written is read back equal.

>>> head, rows = choice_lines(Choice("test", (("first", "test"), ("+", "treat"), ("-", "wait"))), {"+": ("treat", "nurse")})
>>> print(head, *rows, sep="\\n")
test
+ -> treat or nurse
- -> wait
>>> read_row(rows[0])
('+', ('treat', 'nurse'))
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from symdt.solve.alternatives import Choice
from symdt.solve.written.choice_text import STRING, as_json, choice_text, is_odd, read_choice, unquoted

_ROW = re.compile(rf"({STRING}|(?:(?! -> ).)+) -> (.+)")
_OR = re.compile(rf"({STRING}|(?:(?! or ).)+)(?: or |$)")

#: A decision and the branches that are best there, the one taken first.
Row = tuple[str, tuple[str, ...]]
#: What stands in the place of an action where chance comes first and the rows below are the whole strategy.
AS_FOLLOWS = "as follows"


def choice_lines(
    choice: Choice, ties: Mapping[str, Sequence[str]] | None = None
) -> tuple[str, tuple[str, ...]]:
    """What stands before 'if', and the rows below it: none where one line tells all.

    choice: what is done first, and later.
    ties: for each decision at which other branches are as good, all of them.
    """
    told = choice.rows(ties or {})
    if len(told) < 2 and not ties:
        return choice_text(choice), ()
    if choice.is_after_chance:
        return AS_FOLLOWS, strategy_rows(told, ties)
    head = choice_text(Choice(choice.action, choice.strategy[:1]))
    return f'"{head}"' if head == AS_FOLLOWS else head, strategy_rows(told, ties)


def strategy_rows(
    strategy: Sequence[tuple[str, str]], ties: Mapping[str, Sequence[str]] | None = None
) -> tuple[str, ...]:
    """A strategy as a table, one row a decision: its name, and the branches that are best there, the one taken first.

    strategy: decisions and branches. ties: for each decision at which other branches are as good, all of them.

    >>> strategy_rows([("high", "go"), ("very low", "stay")])
    ('high     -> go', 'very low -> stay')
    """
    names = [_in_row(decision) for decision, _ in strategy]
    wide = max(map(len, names), default=0)
    rows = []
    for name, (decision, branch) in zip(names, strategy, strict=True):
        others = [b for b in (ties or {}).get(decision, ()) if b != branch]
        # a policy, `test=+: treat; test=-: wait`, among others that are as good: quotes say where it ends
        told = [as_json(b) if others and "; " in b else _in_row(b) for b in (branch, *others)]
        rows.append(f"{name.ljust(wide)} -> {' or '.join(told)}")
    return tuple(rows)


def _in_row(name: str) -> str:
    """The name as a row has it."""
    is_plain = not is_odd(name, '"') and not any(mark in f" {name} " for mark in (" -> ", " or "))
    return name if is_plain else as_json(name)


def read_row(line: str) -> Row | None:
    """The decision of a row and the branches that are best there; None where the line is no row.

    line: a line of the text of a rule, single spaces in it except within quotation marks.
    """
    match = _ROW.fullmatch(line.strip())
    if match is None:
        return None
    return unquoted(match[1].rstrip()), tuple(unquoted(m[1].strip()) for m in _OR.finditer(match[2]))


def read_with_rows(text: str, first: str | None, rows: Sequence[Row]) -> Choice:
    """The choice that a text and the rows below it state.

    text: what stands before 'if' in a line of a rule.
    first: the name of the first decision; None where chance comes first.
    rows: decisions, and the branches that are best there, the one taken first.
    """
    told = tuple((decision, branches[0]) for decision, branches in rows)
    if text.strip() == AS_FOLLOWS and rows:
        return Choice("; ".join(f"{d}: {b}" for d, b in told), told)
    choice = read_choice(text, first)
    known = {decision for decision, _ in choice.strategy}
    return Choice(choice.action, (*choice.strategy, *(pair for pair in told if pair[0] not in known)))
