"""A rule that anybody wrote: our JSON, or the text as one writes it on the board, read as what `solve --json` prints.

>>> text = '''
... if 8h > 15k:
...   a0 if p <= 1/9
...   a3 if 1/9 < p'''
>>> answer = from_text(text.replace("8h", "8*h").replace("15k", "15*k"), ["p", "h", "k"])
>>> answer["rule"]["for"], answer["rule"]["cases"][0]["if"]
('p', ['8*h > 15*k'])
>>> answer["rule"]["cases"][0]["pieces"][1]
{'action': 'a3', 'from': '1/9', 'to': 'oo'}

A line says what is done and for which values; a line `if …:` before it, under which conditions. A
strategy stands in brackets, `test (+: treat, -: wait)`, or in rows `+ -> treat` below the line. A first line `at h = 2`
(in JSON `"at": {"h": "2"}`) says which letters are fixed, and where. Nothing is claimed of what is not written.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from typing import Any

from symdt.errors import FileError, quote
from symdt.exact.language.tokens import MAX_LENGTH
from symdt.files import read_whole
from symdt.formats.answer_check import check_answer, parts_of
from symdt.formats.stated.reading import MAX_BYTES
from symdt.problems.kinks.kinked import KinkedProblem
from symdt.problems.problem import Problem
from symdt.problems.table import FIRST, DecisionProblem
from symdt.problems.tree import first_decision
from symdt.solve.alternatives import Choice
from symdt.solve.written.choice_rows import Row, read_row, read_with_rows
from symdt.solve.written.long_roots import without_names
from symdt.solve.written.rule_text import ties_json

_RELATION = re.compile(r"(<=|>=|==|=|<|>)")
_AT = re.compile(r"at (\S+ = -?\d+(?:/\d+)?(?:, \S+ = -?\d+(?:/\d+)?)*)")
_ROOT = re.compile(r"\s*root\((.*),\s*(\w+)\s*,\s*(\d+)\s*\)\s*")
_TWICE = "a line of the rule bounds {} twice on one side: write one bound"
_WRITTEN = str.maketrans({"≤": "<=", "≥": ">=", "−": "-", "·": "*", "×": "*", "^": "**"})


def read_rule(path: str | os.PathLike[str], problem: Problem) -> dict[str, Any]:
    """The rule in a file, for a problem: JSON, or text; its "at" says which letters are fixed, and where.

    path: the file. problem: gives the letters, and the name of the first decision.
    """
    text = read_whole(path, MAX_BYTES, "a rule")
    if text.lstrip().startswith(("{", "[")):
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            raise FileError(
                f"the file {quote(path)} is no JSON: write it as `symdt solve --json` does"
            ) from None
    else:
        lines, fixed, lost = _rule_alone(without_names(text), problem)
        letters = [s.name for s in problem.symbols if s.name not in fixed]
        answer = from_text(lines, letters, _first(problem)) | ({"never_optimal": lost} if lost else {})
        answer |= {"at": fixed} if fixed else {}
    at = point_of(answer, problem)
    check_answer(answer, {s.name: s for s in problem.symbols if s.name not in at})
    return dict(answer)


def point_of(answer: Any, problem: Problem) -> dict[str, str]:
    """The letters that a rule says are fixed, each at a number that the domain admits; an error where it is none."""
    at = answer.get("at", {}) if isinstance(answer, dict) else {}
    if not isinstance(at, dict) or not all(
        re.fullmatch(r"-?\d{1,300}(/\d{1,300})?", str(v)) for v in at.values()
    ):
        raise FileError(
            f"\"at\" of the rule is {quote(json.dumps(at))}: give letters and numbers, {{'h': '2'}}"
        )
    problem.domain.restricted_to(at)
    return at


def _rule_alone(text: str, problem: Problem) -> tuple[str, dict[str, str], list[str]]:
    """The lines of the rule, without what `symdt solve --for` prints around them; the letters that are fixed, and where;
    and the actions said never to be optimal."""
    kept: list[str] = []
    fixed: dict[str, str] = {}
    lost: list[str] = []
    is_around = False
    text = re.sub(r"(?m)^(at .*,)\n {4,}", r"\1 ", text)  # a long line goes on set in by four
    for number, line in enumerate(text.split("\n")):
        if number == 0 and problem.title and line.strip() == problem.title.strip():
            continue
        at = _AT.fullmatch(line.strip())
        if at is not None and not "".join(kept).strip():
            fixed |= {n: v for n, _, v in (part.partition(" = ") for part in at[1].split(", "))}
            continue
        is_around = line.startswith(("never optimal: ", "certificate: ", "note: ")) or (
            is_around and line.startswith("    ")
        )
        if line.startswith("never optimal: "):
            told = line.removeprefix("never optimal: ")
            lost += [a for a in sorted(problem.alternatives, key=len) if told.startswith(f"{a}: ")][-1:]
        elif not is_around:
            kept.append(line)
    return "\n".join(kept), fixed, lost


def _first(problem: Problem) -> str | None:
    if isinstance(problem, KinkedProblem):
        return _first(problem.stated)
    if isinstance(problem, DecisionProblem):
        return FIRST
    decision = first_decision(problem.tree)
    return decision.name if decision is not None else None


# --- text ------------------------------------------------------------------------------------------


def from_text(text: str, letters: Sequence[str], first: str | None = FIRST) -> dict[str, Any]:
    """The rule that a text states, as JSON has it.

    letters: those of the problem. first: the name of its first decision, None where chance comes first.
    """
    lines: list[tuple[list[str], str, list[list[str]]]] = []  # conditions, action, chains
    rows: dict[int, list[Row]] = {}  # by the number of their line
    conditions: list[str] = []
    depth = 0
    for written in text.split("\n"):
        line = _spaced(written)
        row = read_row(line) if lines and not line.startswith("#") else None
        set_in = len(written) - len(written.lstrip())
        if row is not None and (set_in > depth or not re.search(r" (?:if|always|for)(?= |$)", line)):
            rows.setdefault(len(lines) - 1, []).append(row)
            continue
        if not line or line.startswith("#"):
            continue
        head = re.sub(r" ?a\* ?=?$", "", line)
        if head.endswith(":") or not head:
            told = head[:-1].translate(_WRITTEN).removeprefix("if ")
            conditions = [c for part in told.split(" and ") for c in parts_of(part) if c.strip()]
            continue
        lines.append((conditions, *_line(line)))
        depth = set_in
    if not lines:
        raise FileError("the rule has no line that says what is done: write it as 'a0 if 0 < p <= 1/3'")
    letter = _letter([chains for _, _, chains in lines], letters)
    cases: list[dict[str, Any]] = []
    for number, (given, action, chains) in enumerate(lines):
        choice = read_with_rows(action, first, rows.get(number, ()))
        piece, further = _piece(choice, chains, letter, first)
        piece |= ties_json({d: many for d, many in rows.get(number, ()) if len(many) > 1})
        if cases and cases[-1]["if"] == [*given, *further]:
            cases[-1]["pieces"].append(piece)
        else:
            cases.append({"if": [*given, *further], "pieces": [piece]})
    for case in cases:
        case["if"] = [link for c in case["if"] for link in _links(c)]
    return {"rule": {"for": letter, "cases": cases}}


def _spaced(line: str) -> str:
    """The line with single spaces, except within quotation marks."""
    if len(line) > MAX_LENGTH:
        raise FileError(f"the line {quote(line)} is too long: use at most {MAX_LENGTH} characters")
    parts = line.strip().split('"')
    return '"'.join(part if n % 2 else re.sub(r"\s+", " ", part) for n, part in enumerate(parts))


def _line(line: str) -> tuple[str, list[list[str]]]:
    """What a line says is done, and the chains of comparisons under which."""
    # the last such word: what stands before it is a name, and may have one too
    words = list(re.finditer(r" (?:if|always)(?= |$)", line)) or list(re.finditer(r" for(?= |$)", line))
    action, where = (line[: words[-1].start()], line[words[-1].end() :].strip()) if words else (line, "")
    where = where.translate(_WRITTEN)
    if where.endswith("any number"):
        where = ""
    chains = [[part.strip() for part in _RELATION.split(c)] for c in where.split(" and ") if c]
    is_open = not where and re.search(r"\s(if|for)$", line)
    if is_open or any(len(chain) < 3 or not all(chain) for chain in chains):
        raise FileError(f"the line {quote(line)} is no part of a rule: write it as 'a0 if 0 < p <= 1/3'")
    return action.strip(), chains


def _letter(chains: list[list[list[str]]], letters: Sequence[str]) -> str:
    """The letter that the rule is solved for: alone on one side in every line that compares."""
    for letter in letters:
        if all(any(letter in chain[::2] for chain in line) for line in chains if line):
            return letter
    raise FileError(
        "no letter stands alone in every line of the rule: write the lines as 'a0 if 0 < p <= 1/3', "
        f"with one of {', '.join(letters) or 'the letters'}"
    )


def _piece(
    choice: Choice, chains: list[list[str]], letter: str, first: str | None
) -> tuple[dict[str, Any], list[str]]:
    """A line as a piece, and those of its conditions that are not about the letter's range."""
    piece: dict[str, Any] = {"action": choice.action, "from": "-oo", "to": "oo"}
    if choice.later or first is None:
        piece["strategy"] = dict(choice.strategy)
    further = []
    for chain in chains:
        if letter not in chain[::2]:
            further.append(" ".join(chain))
            continue
        for left, op, right in zip(chain[::2], chain[1::2], chain[2::2], strict=False):
            if letter not in (left, right):
                further.append(f"{left} {op} {right}")
                continue
            if op in ("=", "=="):  # one value: a piece whose ends meet
                only = _end(right if left == letter else left)
                if (piece["from"], piece["to"]) != ("-oo", "oo"):
                    raise FileError(_TWICE.format(letter))
                piece |= {"from": only, "to": only, "from_closed": True}
                continue
            is_upper = (left == letter) == (op[0] == "<")
            side, flag = ("to", "to_closed") if is_upper else ("from", "from_closed")
            if piece[side] not in ("oo", "-oo"):
                raise FileError(_TWICE.format(letter))
            piece[side] = _end(right if left == letter else left)
            if (len(op) == 2) != is_upper:
                piece[flag] = not is_upper
    return piece, further


def _end(text: str) -> Any:
    match = _ROOT.fullmatch(text)
    return {"root": int(match[3]), "of": match[1], "in": match[2]} if match else text


def _links(condition: str) -> list[Any]:
    """A chain of comparisons as single ones; a letter compared with an indexed root as JSON has it."""
    parts = [part.strip() for part in _RELATION.split(condition)]
    if len(parts) < 3 or not all(parts):
        raise FileError(f"{quote(condition)} is no condition: compare two expressions")
    links = zip(parts[::2], parts[1::2], parts[2::2], strict=False)
    return [_link(a, "==" if op == "=" else op, b) for a, op, b in links]


def _link(left: str, op: str, right: str) -> Any:
    if isinstance(_end(left), dict):
        left, op, right = right, {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op), left
    root = _end(right)
    return {"letter": left, "op": op, **root} if isinstance(root, dict) else f"{left} {op} {right}"


# --- what a rule must have -------------------------------------------------------------------------
