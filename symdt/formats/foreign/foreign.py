"""The door to foreign files: what a file of another program states, by its suffix.

>>> sorted(FOREIGN)
['.bifxml', '.csv', '.efg', '.json', '.ods', '.silver.json', '.tsv', '.xdsl', '.xlsx', '.xml']
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from symdt.errors import FileError, did_you_mean, quote
from symdt.exact.optimum import Optimum
from symdt.files import read_bytes, read_whole
from symdt.formats import check_one, suffix_of
from symdt.formats.foreign.bifxml import MAX_BYTES, read_bifxml, to_bifxml
from symdt.formats.foreign.efg import read_efg, to_efg
from symdt.formats.foreign.ods import read_ods, to_ods
from symdt.formats.foreign.sheet import read_sheet, to_sheet
from symdt.formats.foreign.silver import read_silver, silver_problem, to_silver
from symdt.formats.foreign.workbook import read_workbook, to_workbook
from symdt.formats.foreign.xdsl import read_xdsl, to_xdsl
from symdt.problems.problem import Problem


def read_json(text: str, *, tree: int | str | None = None) -> Problem:
    """The problem of a JSON text: one saved by SilverDecisions, or a problem file's tables as JSON.

    >>> read_json('{"optimum": "max", "tree": {"root": "d", "decision": {"d": {"a": "1", "b": 2}}}}').alternatives
    ('a', 'b')
    """
    from symdt.formats.problem import problem_of

    if len(text) > MAX_BYTES:
        raise FileError(f"the file has {len(text)} characters: use at most {MAX_BYTES}")
    try:
        document = json.loads(text, parse_float=_decimal)
    except (ValueError, RecursionError):
        raise FileError(
            "the text is no JSON: give a problem as JSON, or a file saved by SilverDecisions"
        ) from None
    is_ours = isinstance(document, dict) and any(
        k in document for k in ("tree", "loss", "utility", "cost", "diagram", "process", "amount", "belief")
    )
    if is_ours:
        check_one(tree, "a problem file")
        return problem_of(document)
    return silver_problem(document, tree)


def _decimal(text: str) -> Any:
    from symdt.formats.stated.reading import Decimal

    return Decimal(text)


def to_json(problem: Problem) -> str:
    """The tables of a problem file as JSON.

    >>> from symdt.problems.tree import Decision
    >>> from symdt.problems.tree_problem import TreeProblem
    >>> coin = TreeProblem(Decision("d", {"a": 1, "b": 2}), optimum="max")
    >>> read_json(to_json(coin)) == coin
    True
    """
    from symdt.formats.problem import dump
    from symdt.formats.stated.reading import table_of

    return json.dumps(table_of(dump(problem)), indent=1, ensure_ascii=False) + "\n"


class Format(NamedTuple):
    """Who reads the text of a file, None where it is only written; and who writes it; of a binary format its bytes."""

    read: Callable[..., Problem] | None
    write: Callable[[Problem], Any]
    is_binary: bool = False


#: The formats of other programs, by suffix.
FOREIGN = {
    ".bifxml": Format(read_bifxml, to_bifxml),
    ".xml": Format(read_bifxml, to_bifxml),
    ".xdsl": Format(read_xdsl, to_xdsl),
    ".efg": Format(read_efg, to_efg),
    ".silver.json": Format(read_silver, to_silver),
    ".json": Format(read_json, to_json),
    ".csv": Format(read_sheet, to_sheet),
    ".tsv": Format(read_sheet, partial(to_sheet, mark="\t")),
    ".xlsx": Format(read_workbook, to_workbook, is_binary=True),
    ".ods": Format(read_ods, to_ods, is_binary=True),
}


def load_foreign(path: Any, *, optimum: Optimum | None = None, tree: int | str | None = None) -> Problem:
    """What a file of another program states: a diagram, a tree or a table, by the suffix.

    path: the file. optimum: the direction of a diagram whose file does not say it; utilities are made greatest.
    tree: of a file of SilverDecisions with several trees, the number of one, from 1 on, or its name.

    >>> from tempfile import TemporaryDirectory
    >>> text = '''<BIF VERSION="0.3"><NETWORK><NAME>coin</NAME>
    ... <VARIABLE TYPE="decision"><NAME>d</NAME><OUTCOME>a</OUTCOME><OUTCOME>b</OUTCOME></VARIABLE>
    ... <VARIABLE TYPE="utility"><NAME>u</NAME></VARIABLE>
    ... <DEFINITION><FOR>u</FOR><GIVEN>d</GIVEN><TABLE>1 2</TABLE></DEFINITION></NETWORK></BIF>'''
    >>> with TemporaryDirectory() as folder:
    ...     place = Path(folder, "coin.xml")
    ...     _ = place.write_text(text)
    ...     print(load_foreign(place).title)
    coin
    """
    place = Path(path)
    known = {s: form.read for s, form in FOREIGN.items() if form.read is not None}
    suffix = suffix_of(place, known)
    if suffix not in known:
        raise FileError(
            f"{quote(path)} ends in {quote(suffix)}, which is not read: {did_you_mean(suffix, known)}"
        )
    if tree is not None and suffix not in (".json", ".silver.json"):
        check_one(tree, f"a {suffix} file")
    if FOREIGN[suffix].is_binary:
        return known[suffix](read_bytes(place, MAX_BYTES, "a workbook"))
    text = read_whole(place, MAX_BYTES, "a text file")
    if optimum is not None and suffix in (".bifxml", ".xml", ".xdsl"):
        return known[suffix](text, optimum=optimum)
    return known[suffix](text, tree=tree) if tree is not None else known[suffix](text)
