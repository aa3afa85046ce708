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
strategy stands in brackets, `test (+: treat, -: wait)`. Nothing is claimed of what is not written.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from symdt.errors import FileError, quote
from symdt.formats.answer_check import check_answer, parts_of
from symdt.formats.problem import MAX_BYTES
from symdt.problems.problem import Problem
from symdt.problems.table import FIRST, DecisionProblem
from symdt.problems.tree import first_decision

_RELATION = re.compile(r"(<=|>=|==|=|<|>)")
_ROOT = re.compile(r"\s*root\((.*),\s*(\w+)\s*,\s*(\d+)\s*\)\s*")
_WRITTEN = str.maketrans({"≤": "<=", "≥": ">=", "−": "-", "·": "*", "×": "*", "^": "**"})


def read_rule(path: str | os.PathLike[str], problem: Problem) -> dict[str, Any]:
    """The rule in a file, for a problem: JSON, or text.

    path: the file. problem: gives the letters, and the name of the first decision.
    """
    try:
        if Path(path).stat().st_size > MAX_BYTES:
            raise FileError(f"the file {quote(path)} is too large: use at most {MAX_BYTES} bytes")
        text = Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(f"the file {quote(path)} is not UTF-8 text: save it as UTF-8") from None
    except OSError as error:
        raise FileError(f"the file {quote(path)} cannot be read ({error.strerror}): give a rule") from None
    letters = [s.name for s in problem.symbols]
    if text.lstrip().startswith(("{", "[")):
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            raise FileError(
                f"the file {quote(path)} is no JSON: write it as `symdt solve --json` does"
            ) from None
    else:
        answer = from_text(text, letters, _first(problem))
    check_answer(answer, letters)
    return dict(answer)


def _first(problem: Problem) -> str:
    if isinstance(problem, DecisionProblem):
        return FIRST
    decision = first_decision(problem.tree)
    return decision.name if decision is not None else ""


# --- text ------------------------------------------------------------------------------------------


def from_text(text: str, letters: Sequence[str], first: str = FIRST) -> dict[str, Any]:
    """The rule that a text states, as JSON has it.

    letters: those of the problem. first: the name of its first decision, "" where chance comes first.
    """
    lines: list[tuple[list[str], str, list[list[str]]]] = []  # conditions, action, chains
    conditions: list[str] = []
    for line in text.translate(_WRITTEN).splitlines():
        line = line.strip()
        header = re.fullmatch(r"(?:if\s+(.*?))?\s*:?\s*(?:a\*\s*=)?", line)
        if not line or line.startswith("#"):
            continue
        if header and (line.endswith((":", "a* =", "a*=")) or line == "a*"):
            conditions = [
                c for part in re.split(r"\s+and\s+", header[1] or "") for c in parts_of(part) if c.strip()
            ]
            continue
        lines.append((conditions, *_line(line)))
    if not lines:
        raise FileError("the rule has no line that says what is done: write it as 'a0 if 0 < p <= 1/3'")
    letter = _letter([chains for _, _, chains in lines], letters)
    cases: list[dict[str, Any]] = []
    for given, action, chains in lines:
        piece, further = _piece(action, chains, letter, first)
        if cases and cases[-1]["if"] == [*given, *further]:
            cases[-1]["pieces"].append(piece)
        else:
            cases.append({"if": [*given, *further], "pieces": [piece]})
    for case in cases:
        case["if"] = [link for c in case["if"] for link in _links(c)]
    return {"rule": {"for": letter, "cases": cases}}


def _line(line: str) -> tuple[str, list[list[str]]]:
    """What a line says is done, and the chains of comparisons under which."""
    action, _, where = re.sub(r"\s+(?:if|for|always)(?:\s+|$)", "\0", line, count=1).partition("\0")
    if where.endswith("any number"):
        where = ""
    chains = [[part.strip() for part in _RELATION.split(c)] for c in re.split(r"\s+and\s+", where) if c]
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


def _piece(action: str, chains: list[list[str]], letter: str, first: str) -> tuple[dict[str, Any], list[str]]:
    """A line as a piece, and those of its conditions that are not about the letter's range."""
    piece: dict[str, Any] = {"action": action, "from": "-oo", "to": "oo"}
    match = re.fullmatch(r"(.*?)\s*\((.*: .*)\)", action)
    if match:
        piece["action"] = match[1]
        piece["strategy"] = {first: match[1], **dict(part.split(": ", 1) for part in match[2].split(", "))}
    elif not first:
        piece["strategy"] = dict(part.split(": ", 1) for part in action.split("; ") if ": " in part)
    further = []
    for chain in chains:
        if letter not in chain[::2]:
            further.append(" ".join(chain))
            continue
        for left, op, right in zip(chain[::2], chain[1::2], chain[2::2], strict=False):
            if op in ("=", "==") or letter not in (left, right):
                further.append(f"{left} {op} {right}")
                continue
            is_upper = (left == letter) == (op[0] == "<")
            side, flag = ("to", "to_closed") if is_upper else ("from", "from_closed")
            if piece[side] not in ("oo", "-oo"):
                raise FileError(f"a line of the rule bounds {letter} twice on one side: write one bound")
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
