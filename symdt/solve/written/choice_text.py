"""A choice in one line: the action by its one name, in a bracket behind it what is chosen later.

A name that could be read otherwise stands in quotes, as JSON has it. Law: what is written is read back equal.

>>> print(choice_text(Choice("go", (("first", "go"), ("a, b", "(x: y)")))))
go ("a, b": "(x: y)")
>>> print(choice_text(Choice("go (d: v)", (("first", "go (d: v)"),))))
"go (d: v)"
>>> read_choice('"go (d: v)"', "first").action, read_choice("go (d: v)", "first").action
('go (d: v)', 'go')
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Sequence

from symdt.solve.alternatives import Choice

STRING = r'"[^"]*"'  # a quotation mark inside is written \u0022
_PART = re.compile(rf"({STRING}|(?:(?!, ).)+?): ({STRING}|.*?)(?:, |$)")


def choice_text(choice: Choice) -> str:
    """A choice as it stands in the text of a rule; `read_choice` gives it back.

    choice: what is done first, and later.
    """
    chance = choice.is_after_chance
    first = None if chance or not choice.strategy else choice.strategy[0][0]
    as_it_is = str(choice)
    quoted = _with_later(choice.action, choice.later)
    for text in (as_it_is, quoted):
        if not is_odd(text, '"' if text is as_it_is else "") and read_choice(text, first) == choice:
            return text
    return _with_later(choice.action, choice.strategy if chance else choice.later)


def _with_later(action: str, later: Sequence[tuple[str, str]]) -> str:
    told = ", ".join(f"{_quoted(d)}: {_quoted(b)}" for d, b in later)
    return f"{_quoted(action)} ({told})" if later else _quoted(action)


def _quoted(name: str) -> str:
    """The name, as JSON writes it where it could be read otherwise, with two quotation marks and no more."""
    return as_json(name) if is_odd(name, '",;:()') else name


def as_json(name: str) -> str:
    """The name in two quotation marks, as JSON writes it, with no other such mark inside."""
    inside = json.dumps(name)[1:-1].replace('\\"', r"\u0022")
    return f'"{inside}"'


def is_odd(text: str, marks: str) -> bool:
    """Whether a text is no plain line: it has marks, a space too many, or characters that cannot be seen."""
    spaced = text != text.strip() or "  " in text or not text
    return spaced or not text.isprintable() or text.startswith("#") or any(c in text for c in marks)


def read_choice(text: str, first: str | None) -> Choice:
    """The choice that a text states: an action, in a bracket what is chosen later.

    text: what stands before 'if' in a line of a rule.
    first: the name of the first decision; None where chance comes first, and the action is the whole strategy.
    """
    text = text.strip()
    opens = text.find("(", text.find('"', 1) if text.startswith('"') else 0)
    later = _pairs(text[opens + 1 : -1]) if opens >= 0 and text.endswith(")") else None
    if later:
        action = unquoted(text[:opens].rstrip())
        return Choice(action, later if first is None else ((first, action), *later))
    action = unquoted(text)
    if first is not None:
        return Choice(action, ((first, action),))
    parts = [part.partition(": ") for part in action.split("; ")]
    return Choice(action, tuple((d, b) for d, mark, b in parts if mark))


def _pairs(text: str) -> tuple[tuple[str, str], ...] | None:
    """Decisions and branches, parted by commas; None where the text is something else."""
    found, at = [], 0
    while at < len(text):
        match = _PART.match(text, at)
        if match is None:
            return None
        found.append((unquoted(match[1]), unquoted(match[2])))
        at = match.end()
    return tuple(found)


def unquoted(name: str) -> str:
    """The name that a text in quotation marks, or without them, stands for."""
    if re.fullmatch(STRING, name):
        with contextlib.suppress(ValueError):
            return str(json.loads(name))
    return name
