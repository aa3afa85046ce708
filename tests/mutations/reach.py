"""Reach: which claims enter which functions of the house, and how long each takes; those are asked first about a fault.

A claim that never enters the function whose line is changed gives the verdict that it gave, unless an earlier claim
has filled a cache; so the claims that enter it come first, quick ones before slow ones, then the others.
`python -m tests.mutations.reach FILE` writes the map.
"""

from __future__ import annotations

import ast
import cProfile
import json
import sys
import time
from pathlib import Path
from typing import Any

#: The map: seconds of every claim, and the claims that enter a function, by `file:line`.
Reach = dict[str, Any]


def measured() -> Reach:
    """Every claim judged once, with a profile of the functions that it enters."""
    from symdt.claims.claim import judge
    from symdt.paper.statements import all_claims

    house = Path.cwd()
    seconds: dict[str, float] = {}
    entered: dict[str, list[str]] = {}
    for claim in all_claims():
        profile = cProfile.Profile(subcalls=False, builtins=False)
        begin = time.process_time()
        profile.enable()
        judge(claim)
        profile.disable()
        seconds[claim.id] = round(time.process_time() - begin, 3)
        for entry in profile.getstats():
            code = entry.code
            if not isinstance(code, str) and code.co_filename.startswith(str(house / "symdt")):
                place = f"{Path(code.co_filename).relative_to(house)}:{code.co_firstlineno}"
                entered.setdefault(place, []).append(claim.id)
    return {"seconds": seconds, "entered": entered}


def function_of(path: Path, line: str) -> str:
    """The innermost function that holds a line of a file, as the map names it; empty where none does."""
    text = path.read_text(encoding="utf-8")
    number = text[: text.index(line)].count("\n") + 1 + (len(line) - len(line.lstrip("\n")))
    best: tuple[int, int] | None = None
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.lineno <= number <= (node.end_lineno or 0):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            best = max(best or (0, 0), (node.lineno, first))
    return f"{path}:{best[1]}" if best else ""


def order(reach: Reach, function: str) -> dict[str, tuple[bool, float]]:
    """For every claim, by its id, whether it does not enter the function, and its seconds: what to sort by."""
    entering = set(reach["entered"].get(function, ()))
    return {name: (name not in entering, cpu) for name, cpu in reach["seconds"].items()}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(measured()), encoding="utf-8")
