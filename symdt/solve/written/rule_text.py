"""A rule written down: text as on the board, JSON, and a stand-alone Python function.

Text can be read back: see `symdt.formats.rule_reader`. LaTeX is written in `symdt.typeset.latex`. The action has
one name in all of them; in text a bracket behind it says what is chosen later, or rows below it where that is more
than one decision, and a name that could be read otherwise stands in quotes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from symdt.exact.formula import decimals
from symdt.problems.kinks.kinked import shown
from symdt.regions.ends import Infinite, valued
from symdt.regions.root_condition import condition_json, witness_json
from symdt.regions.rule import Piece
from symdt.solve.alternatives import Choice
from symdt.solve.written.choice_rows import choice_lines
from symdt.solve.written.long_roots import with_names

if TYPE_CHECKING:
    from sympy import Expr

    from symdt.solve.regions import DecisionRegions
    from symdt.solve.rule import DecisionRule


def interval(piece: Piece, letter: str) -> str:
    """The piece as a chain of comparisons: one-sided where one end is infinite, one equals sign where it is one value."""
    if piece.is_point:
        return f"{letter} = {piece.start}"
    stop_op = "<" if piece.is_open_right else "<="
    start, stop = piece.start, piece.stop
    if isinstance(start, Infinite) and isinstance(stop, Infinite):
        return f"{letter} is any number"
    if isinstance(start, Infinite):
        return f"{letter} {stop_op} {stop}"
    if isinstance(stop, Infinite):
        return f"{letter} {'>=' if piece.is_closed_left else '>'} {start}"
    return f"{start} {'<=' if piece.is_closed_left else '<'} {letter} {stop_op} {stop}"


def _lines(label: Any, ties: Mapping[Any, Mapping[str, Sequence[str]]], set_in: str) -> tuple[str, list[str]]:
    """What stands before 'if', and the rows below it, so far set in."""
    if not isinstance(label, Choice):
        return str(label), []
    head, rows = choice_lines(label, ties.get(label))
    return head, [set_in + row for row in rows]


def in_decimals(piece: Piece, letter: str, digits: int) -> str:
    """The interval of a piece with so many decimals, in brackets; nothing where its ends have letters or say it already."""
    ends = [valued(end.to_expr()) for end in (piece.start, piece.stop)]
    if any(end.free_symbols for end in ends) or all(end.is_Integer or end.is_infinite for end in ends):
        return ""
    told = [str(end) if end.is_Integer or end.is_infinite else decimals(end, digits) for end in ends]
    if piece.is_point:
        return f"  ({letter} = {told[0]})"
    if ends[0].is_infinite:
        return f"  ({letter} up to {told[1]})"
    return f"  ({letter} from {told[0]}" + (")" if ends[1].is_infinite else f" to {told[1]})")


def to_text(rule: DecisionRule, digits: int | None = None) -> str:
    """The rule as one would write it on the board; with so many decimals beside ends that are numbers."""
    lines, ties = [], rule.alternatives.ties
    for case in rule.cases:
        lines.append(f"if {' and '.join(map(str, case.conditions))}: a* =" if case.conditions else "a* =")
        told = [_lines(piece.label, ties, "    ") for piece in case.pieces]
        width = max(len(action) for action, _ in told)
        for (action, rows), piece in zip(told, case.pieces, strict=True):
            near = "" if digits is None else in_decimals(piece, rule.letter.name, digits)
            lines += [f"  {action.ljust(width)}  if {interval(piece, rule.letter.name)}{near}", *rows]
    whole = with_names("\n".join(lines), {s.name for s in rule.domain.symbols})
    return whole if rule.is_complete else f"{whole}\npartial: {rule.rule.note}"


def cases_json(rule: DecisionRule) -> list[dict[str, Any]]:
    """The cases of a rule as JSON has them."""
    ties = rule.alternatives.ties
    values = {piece.label: piece for case in rule.cases for piece in case.pieces}
    told = {label: _text(rule.value(piece)) for label, piece in values.items()}
    written = {c: condition_json(c) for c in dict.fromkeys(c for case in rule.cases for c in case.conditions)}
    return [
        {
            "if": [written[c] for c in case.conditions],
            "pieces": [
                {
                    "action": piece.label.action,
                    "strategy": dict(piece.label.strategy),
                    **ends_json(piece),
                    "value": told[piece.label],
                    **ties_json(ties.get(piece.label)),
                }
                for piece in case.pieces
            ],
            "witness": {s.name: witness_json(s, v) for s, v in case.witness},
        }
        for case in rule.cases
    ]


@lru_cache(maxsize=1024)
def _text(value: Expr) -> str:
    """As SymPy writes it; the cases of a rule name the same few values."""
    return str(value)


def to_json(rule: DecisionRule, certified: bool | None = None) -> dict[str, Any]:
    """The answer of `symdt solve --for P --json`."""
    cases = cases_json(rule)
    return {
        "format": 1,
        "title": rule.title,
        "optimum": rule.optimum,
        "actions": list(rule.alternatives.actions),
        "values": {a: str(v) for a, v in rule.alternatives.values.items()},
        "rule": {
            "for": rule.letter.name,
            "from": rule.rule.start and rule.rule.start.to_json(),
            "to": rule.rule.stop and rule.rule.stop.to_json(),
            "cases": cases,
        },
        "never_optimal": list(rule.never_optimal),
        "complete": rule.is_complete,
        "engine": rule.rule.engine,
        "certified": certified,
    }


def ties_json(ties: Mapping[str, Sequence[str]] | None) -> dict[str, Any]:
    """For each decision, the first or a later one, at which other branches are as good, all of them; or nothing."""
    return {"strategy_ties": {d: list(branches) for d, branches in ties.items()}} if ties else {}


def ends_json(piece: Piece) -> dict[str, Any]:
    """The ends of a piece: open at `from`, closed at `to`, unless it says otherwise."""
    ends: dict[str, Any] = {"from": piece.start.to_json(), "to": piece.stop.to_json()}
    if piece.is_closed_left:
        ends["from_closed"] = True
    if piece.is_open_right:
        ends["to_closed"] = False
    return ends


def regions_to_text(regions: DecisionRegions) -> str:
    """Each choice with its inequalities."""
    lines = []
    for region in regions.answer.regions:
        where = " and ".join(map(str, region.conditions)) or "everywhere"
        point = ", ".join(f"{s}={v}" for s, v in region.witness)
        head, rows = _lines(region.label, regions.alternatives.ties, "  ")
        lines += [f"{head}  if {where}" + (f"   (for instance at {point})" if point else ""), *rows]
    lines += [f"never optimal: {reason}" for reason in regions.answer.nowhere]
    lines += [f"undecided: {label}" for label in regions.answer.undecided]
    return "\n".join(lines)


def regions_to_json(regions: DecisionRegions) -> dict[str, Any]:
    """The answer of `symdt solve --json` without a letter to solve for: a region for each first action."""
    undecided = list(dict.fromkeys(label.action for label in regions.answer.undecided))  # type: ignore[attr-defined]
    by_action: dict[str, list[Any]] = {}
    for region in regions.answer.regions:
        by_action.setdefault(region.label.action, []).append(region)  # type: ignore[attr-defined]
    return {
        "format": 1,
        "title": regions.title,
        "optimum": regions.alternatives.optimum,
        "actions": list(regions.alternatives.actions),
        "values": {a: str(v) for a, v in regions.alternatives.values.items()},
        "regions": {
            action: {
                "if": [c.to_text() for c in parts[0].conditions]
                if len(parts) == 1
                else _union(regions, action),
                "witness": {s.name: str(v) for s, v in parts[0].witness},
            }
            for action, parts in by_action.items()
        },
        "never_optimal": list(regions.never_optimal),
        **({} if regions.is_complete else {"complete": False, "undecided": undecided}),
    }


def _union(regions: DecisionRegions, action: str) -> list[str]:
    """Where an action with several strategies is optimal: the best of them is as good as any other choice."""
    choices = regions.alternatives.of_each_action
    letters = regions.alternatives.domain.symbols
    told = [(choice.action, str(shown(value.to_expr(), letters))) for choice, value in choices]
    own = [value for name, value in told if name == action]
    best, op = ("Min", "<=") if regions.alternatives.optimum == "min" else ("Max", ">=")
    left = f"{best}({', '.join(own)})" if len(own) > 1 else own[0]
    return [f"{left} {op} {value}" for name, value in told if name != action]


# --- a stand-alone function ------------------------------------------------------------------------
