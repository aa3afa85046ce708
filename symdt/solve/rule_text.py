"""A rule written down: text as on the board, JSON, and a stand-alone Python function.

Text can be read back: see `symdt.formats.rule_reader`. LaTeX is written in `symdt.typeset.latex`.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sympy import Symbol

from symdt.errors import ExpressionError, quote
from symdt.regions.ends import End, Infinite, condition_json, witness_json
from symdt.regions.rule import Case, Piece

if TYPE_CHECKING:
    from symdt.solve.rule import DecisionRegions, DecisionRule


def interval(piece: Piece, parameter: str) -> str:
    """The piece as a chain of comparisons; one-sided where one end is infinite or is the domain's own."""
    stop_op = "<" if piece.is_open_right else "<="
    start, stop = piece.start, piece.stop
    if isinstance(start, Infinite) and isinstance(stop, Infinite):
        return f"{parameter} is any number"
    if isinstance(start, Infinite):
        return f"{parameter} {stop_op} {stop}"
    if isinstance(stop, Infinite):
        return f"{parameter} {'>=' if piece.is_closed_left else '>'} {start}"
    return f"{start} {'<=' if piece.is_closed_left else '<'} {parameter} {stop_op} {stop}"


def _lines(rule: DecisionRule, case: Case) -> Iterator[tuple[str, str]]:
    name = rule.parameter.name
    for piece in case.pieces:
        yield str(piece.label), interval(piece, name)


def to_text(rule: DecisionRule) -> str:
    """The rule as one would write it on the board."""
    lines = []
    for case in rule.cases:
        lines.append(f"if {' and '.join(map(str, case.conditions))}: a* =" if case.conditions else "a* =")
        pairs = list(_lines(rule, case))
        width = max(len(action) for action, _ in pairs)
        lines += [f"  {action.ljust(width)}  if {where}" for action, where in pairs]
    if not rule.is_complete:
        lines.append(f"partial: {rule.rule.note}")
    return "\n".join(lines)


def to_json(rule: DecisionRule, certified: bool | None = None) -> dict[str, Any]:
    """The answer of `symdt solve --for P --json`."""
    cases = [
        {
            "if": [condition_json(c) for c in case.conditions],
            "pieces": [
                {
                    "action": piece.label.action,
                    "strategy": dict(piece.label.strategy),
                    **_ends(piece),
                    "value": str(rule.value(piece)),
                }
                for piece in case.pieces
            ],
            "witness": {s.name: witness_json(s, v) for s, v in case.witness},
        }
        for case in rule.cases
    ]
    return {
        "format": 1,
        "title": rule.title,
        "optimum": rule.optimum,
        "actions": list(rule.alternatives.actions),
        "values": {a: str(v) for a, v in rule.alternatives.values.items()},
        "rule": {
            "for": rule.parameter.name,
            "from": rule.rule.start.to_json(),
            "to": rule.rule.stop.to_json(),
            "cases": cases,
        },
        "never_optimal": list(rule.never_optimal),
        "complete": rule.is_complete,
        "engine": rule.rule.engine,
        "certified": certified,
    }


def _ends(piece: Piece) -> dict[str, Any]:
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
    for name, region in regions.regions.items():
        where = " and ".join(map(str, region.conditions)) or "everywhere"
        point = ", ".join(f"{s}={v}" for s, v in region.witness)
        lines.append(f"{name}  if {where}" + (f"   (for instance at {point})" if point else ""))
    lines += [f"never optimal: {reason}" for reason in regions.answer.nowhere]
    lines += [f"undecided: {label}" for label in regions.answer.undecided]
    return "\n".join(lines)


def regions_to_json(regions: DecisionRegions) -> dict[str, Any]:
    """The answer of `symdt solve --json` without a parameter to solve for: a region for each first action."""
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
    }


def _union(regions: DecisionRegions, action: str) -> list[str]:
    """Where an action with several strategies is optimal: the best of them is as good as any other choice."""
    choices = regions.alternatives.of_each_action
    own = ", ".join(str(value) for choice, value in choices if choice.action == action)
    best, op = ("Min", "<=") if regions.alternatives.optimum == "min" else ("Max", ">=")
    return [f"{best}({own}) {op} {value}" for choice, value in choices if choice.action != action]


# --- a stand-alone function ------------------------------------------------------------------------


def to_source(rule: DecisionRule, name: str = "decide") -> str:
    """Python source of a function of the parameters, NumPy only, that decides as the rule does."""
    if not name.isidentifier():
        raise ExpressionError(f"{quote(name)} is no name for a function: use a Python identifier")
    names = _python_names(rule, name)
    letters = ", ".join(names.values())
    parameter = names[rule.parameter]
    conditions, answers = [], []
    for case in rule.cases:
        for piece in case.pieces:
            parts = [f"({_condition(c, names)})" for c in case.conditions]
            if not isinstance(piece.start, Infinite) and not piece.is_closed_left:
                parts.append(f"({parameter} > {_numpy(piece.start, names)})")
            if not isinstance(piece.stop, Infinite):
                parts.append(f"({parameter} <= {_numpy(piece.stop, names)})")
            conditions.append(" & ".join(parts) or "True")
            answers.append(piece.label.action)
    rows = "\n".join(f"        ({c}, {a!r})," for c, a in zip(conditions, answers, strict=True))
    return (
        f"import numpy as np\n\n\ndef {name}({letters}):\n"
        f'    """The optimal action on the domain {rule.domain}."""\n'
        f"    cases = [\n{rows}\n    ]\n"
        f"    shape = np.broadcast({letters}).shape\n"
        f"    conditions = [np.broadcast_to(condition, shape) for condition, _ in cases]\n"
        f'    return np.select(conditions, [action for _, action in cases], default="")\n'
    )


def _python_names(rule: DecisionRule, name: str) -> dict[Symbol, str]:
    """The letters as Python takes them: one that is a keyword, or a word of the function, has a line below it."""
    taken = {*keyword.kwlist, name, "np", "cases", "shape", "conditions", "condition", "action"}
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
