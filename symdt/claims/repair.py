"""Repairs: how a printed statement is changed into a true one, and what kind of change that is.

A change is applied to the printed statement, so that a correction is always tied to what it corrects; its
kind is read off what it does and never written beside it:

- `given(condition, …)` adds hypotheses to a formula: "hypothesis";
- `put(argument=value)` changes an argument of a computation: what the computation says that argument means;
- `but(old, new)` rewrites a part of a formula: "range" if only < and ≤ (or > and ≥) change places, "sign" if
  only signs and relations change or the same terms stand elsewhere, "factor" if factors come, go or change,
  and otherwise "wording";
- `instead(statement)` says something else altogether: "wording".

>>> kind_of_rewriting("q0 > 2*q23", "q0 > 2*h*q23"), kind_of_rewriting("R2 - R23 < 0", "R2 - R23 > 0")
('factor', 'sign')
>>> kind_of_rewriting("p < t", "p <= t"), kind_of_rewriting("a == b*c", "c == b*a")
('range', 'sign')
>>> kind_of_rewriting("p > 0", "p > 0 and q > 0")
'wording'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from symdt.claims.statement import Statement

#: What a correction changes, from the mildest to the gravest.
Repair = Literal["hypothesis", "range", "notation", "sign", "factor", "wording"]
REPAIRS: tuple[Repair, ...] = ("hypothesis", "range", "notation", "sign", "factor", "wording")
#: These make a claim `holds corrected`, the others `fails`.
MILD: tuple[Repair, ...] = ("hypothesis", "range", "notation")

_SIGNS = {"+", "-", "<", ">", "<=", ">=", "==", "!="}
_STRICT = {"<": "<=", ">": ">=", "<=": "<", ">=": ">"}
_FACTORS = re.compile(r"[A-Za-z_]\w*|\d+|[*/().]|\*\*")
_WORDS = {"and", "or", "not", "implies", "iff", "min", "max"}


@dataclass(frozen=True)
class Change:
    """One change of a statement: exactly one of the four kinds of change in the module's first lines."""

    conditions: tuple[str, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict, hash=False)
    rewriting: tuple[str, str] | None = None
    other: Statement | None = None

    def of(self, statement: Statement) -> Statement:
        """The statement, changed."""
        from symdt.claims.statement import Formula

        if self.other is not None:
            return self.other
        if isinstance(statement, Formula):
            if self.rewriting is not None:
                return statement.but(*self.rewriting)
            if self.conditions:
                return statement.given(*self.conditions)
            raise ValueError("an argument is put into a formula: only computations have arguments")
        if not self.arguments:
            raise ValueError("a computation has no text and no conditions: put arguments instead")
        return statement.but(**self.arguments)

    def kind(self, statement: Statement) -> Repair:
        """What kind of repair the change is, of this statement."""
        if self.other is not None:
            return "wording"
        if self.rewriting is not None:
            return kind_of_rewriting(*self.rewriting)
        if self.conditions:
            return "hypothesis"
        meaning: Mapping[str, Repair] = getattr(statement, "meaning", {})
        unclear = sorted(set(self.arguments) - set(meaning))
        if unclear:
            raise ValueError(f"the argument {unclear[0]!r} has no meaning: say what kind of repair it is")
        return gravest(meaning[name] for name in self.arguments)


def given(*conditions: str) -> Change:
    """Suppose further conditions."""
    return Change(conditions=conditions)


def put(**arguments: Any) -> Change:
    """Put other arguments into a computation."""
    return Change(arguments=arguments)


def but(old: str, new: str) -> Change:
    """Write `new` where `old` is printed."""
    return Change(rewriting=(old, new))


def instead(statement: Statement) -> Change:
    """Say something else."""
    return Change(other=statement)


def gravest(kinds: Iterable[Repair]) -> Repair:
    """The gravest of several kinds of repair."""
    return max(kinds, key=REPAIRS.index)


def kind_of_rewriting(old: str, new: str) -> Repair:
    """The kind of repair that turns one text into another, from the tokens in which they differ."""
    before, after = (re.findall(r"\w+|\*\*|[<>=!]=|\S", text) for text in (old, new))
    removed: list[str] = []
    added: list[str] = []
    pairs: list[tuple[list[str], list[str]]] = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            pairs.append((before[a:b], after[c:d]))
            removed += before[a:b]
            added += after[c:d]
    if not pairs:
        raise ValueError(f"{old!r} is replaced by itself: change something")
    if all(len(x) == len(y) == 1 and _STRICT.get(x[0]) == y[0] for x, y in pairs):
        return "range"
    changed = {*removed, *added}
    if changed <= _SIGNS or sorted(removed) == sorted(added):
        return "sign"
    if not changed & _WORDS and all(_FACTORS.fullmatch(token) for token in changed):
        return "factor"
    return "wording"
