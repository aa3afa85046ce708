"""Presets: what a problem file says about its page, the table `[explore]`.

`start` and `ranges` give letters their first values and sliders, `notes` say what letters mean, and
`[[explore.steps]]`, each with `title`, `note`, `at`, `for`, `x` and `y`, tell a story in steps. The
numbers are checked where the problem is known, in `show.page`.

>>> presets_of("[explore]\\nstart = {p = 0.15}\\n[[explore.steps]]\\ntitle = 'a tie'\\nat = {p = '3/20'}")["start"]
{'p': '0.15'}
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from symdt.errors import FileError, did_you_mean, quote
from symdt.formats.stated.reading import table_of, text_of

_KEYS = ("start", "ranges", "notes", "steps")
_STEP = ("title", "note", "at", "for", "x", "y")
#: More steps than this are refused.
MAX_STEPS = 100


def load_presets(path: str | os.PathLike[str]) -> dict[str, Any]:
    """What a problem file says about its page; nothing where it has no `[explore]`."""
    return presets_of(text_of(path))


def presets_of(text: str) -> dict[str, Any]:
    """What the TOML text of a problem says about its page."""
    table = table_of(text)
    found = table.get("explore", {})
    if not isinstance(found, dict):
        raise FileError(f"[explore] is {quote(found)}: make it a table of its own")
    _check(found, _KEYS, "[explore]")
    steps = found.get("steps", [])
    if not isinstance(steps, list) or not all(isinstance(s, dict) for s in steps) or len(steps) > MAX_STEPS:
        raise FileError(
            f"the steps of [explore] are no list of at most {MAX_STEPS} tables: write [[explore.steps]]"
        )
    for step in steps:
        _check(step, _STEP, "a step of [explore]")
        if not isinstance(step.get("at", {}), dict):
            raise FileError(f"at in a step of [explore] is {quote(step['at'])}: write {{p = '1/4'}}")
    if not isinstance(found.get("notes", {}), dict):
        raise FileError(f"notes in [explore] is {quote(found['notes'])}: write {{p = 'what p means'}}")
    told = {"source": str(table["source"])} if "source" in table else {}
    data = {"data": table["data"]} if isinstance(table.get("data"), dict) else {}  # where the belief is from
    return {**found, **told, **data}


def fixing(presets: Mapping[str, Any], point: Mapping[str, Any]) -> dict[str, Any]:
    """What a file says about its page, for the page with some letters fixed; `fixed` is then their text.

    >>> fixing({"start": {"p": "1/2", "n": 3}, "notes": {"n": "cases"}}, {"n": 2})
    {'start': {'p': '1/2'}, 'notes': {}, 'fixed': 'n=2'}
    """
    if not point:
        return dict(presets)
    found = dict(presets)
    for key in ("start", "ranges", "notes"):
        if isinstance(found.get(key), Mapping):
            found[key] = {n: v for n, v in found[key].items() if n not in point}
    if "steps" in found:
        steps = [
            {**s, "at": {n: v for n, v in s.get("at", {}).items() if n not in point}} for s in found["steps"]
        ]
        found["steps"] = [
            s
            for s in steps
            if not {*point} & {n for k in ("for", "x", "y") for n in str(s.get(k, "")).split("/")}
        ]
    return {**found, "fixed": ",".join(f"{n}={v}" for n, v in point.items())}


def _check(table: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    wrong = next((key for key in table if key not in known), None)
    if wrong is not None:
        raise FileError(f"{where} has the unknown key {quote(wrong)}: {did_you_mean(wrong, known)}")
