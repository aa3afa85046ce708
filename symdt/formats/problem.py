"""Problem files: TOML in both forms of the format, read and written.

A table problem has `[belief]` (or `[data]`), `[loss]` or `[utility]`, and any number of
`[experiment.NAME]`; a tree problem has `[tree]`. Expressions are texts in the language of
`symdt.exact.language.syntax`, read exactly; nothing in a file is ever run.

>>> text = '''
... title = "Two models"
... [parameters]
... p = "0 < p < 1"
... [belief]
... M0 = "rest"
... M1 = "p"
... [loss]
... actions = ["a0", "a1"]
... M0 = ["0", "1"]
... M1 = ["1", "0"]
... '''
>>> problem = loads(text)
>>> print(problem.belief)
P(M0) = 1 - p, P(M1) = p

Law: reading what was written gives the same problem.

>>> loads(dump(problem)) == problem
True
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from symdt.errors import (
    FileError,
    quote,
)
from symdt.exact.language.numerals import numerals
from symdt.exact.language.syntax import is_letter
from symdt.formats import check_one
from symdt.formats.stated.forms import form_of
from symdt.formats.stated.reading import (
    Reader,
    check_keys,
    table_of,
    text_of,
    willingness_of,
)
from symdt.problems.kinks.kinked import smooth
from symdt.problems.problem import Problem

#: Keys that people put at the top of a file, and the section they belong to.
HOMES = {
    "discount": "[tree] or [process]",
    "time": "[tree]",
    "root": "[tree]",
    "memory": "[diagram]",
    "attitude": "[utility]",
    "tolerance": "[utility]",
    "wealth": "[utility]",
    "actions": "[loss] or [utility]",
    "outcomes": "[experiment.NAME]",
    "cycles": "[process]",
    "start": "[process]",
}

_HEAD = ("format", "title", "assume", "optimum", "parameters")
TOP = (
    *_HEAD,
    "belief",
    "data",
    "loss",
    "utility",
    "cost",
    "effect",
    "willingness",
    "experiment",
    "sequence",
    "tree",
    "factor",
    "diagram",
    "process",
    "amount",
    "demand",
    "growth",
    "explore",
    "laws",
    "source",
)


def load_problem(path: str | os.PathLike[str], *, tree: int | str | None = None) -> Problem:
    """The decision problem that a file states: a `DecisionProblem`, or a `TreeProblem` for a tree.

    path: a TOML file, or one of the other formats that are read (`.json`, `.silver.json`, `.efg`, `.bifxml`, `.xdsl`,
    `.csv`, `.xlsx`, `.ods` and more), told by its suffix.
    tree: of a file of SilverDecisions with several trees, the number of one, from 1 on, or its name.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from symdt.cli.make.new import TABLE
    >>> with TemporaryDirectory() as folder:
    ...     place = Path(folder, "problem.toml")
    ...     _ = place.write_text(TABLE)
    ...     print(load_problem(place).title)
    Two models
    """
    if Path(path).suffix.lower() not in (".toml", ""):
        from symdt.formats import readers, suffix_of

        known = readers()
        if (suffix := suffix_of(path, known)) in known:
            return cast("Problem", known[suffix](path, tree))
    check_one(tree, "a problem file")
    return loads(text_of(path), folder=Path(path).parent)


def loads(text: str, *, folder: str | os.PathLike[str] = ".") -> Problem:
    """The problem that a TOML text states; data files are looked for in `folder`."""
    return problem_of(table_of(text), folder=folder)


def problem_of(table: Mapping[str, Any], *, folder: str | os.PathLike[str] = ".") -> Problem:
    """The problem that the tables of a file state, whatever they were written in."""
    problem = smooth(stated_problem(table, folder=folder))
    return problem.as_written(numerals(table), willingness=willingness_of(table))


def stated_problem(table: Mapping[str, Any], *, folder: str | os.PathLike[str] = ".") -> Problem:
    """The problem of a file, with a letter for each min, max, abs and piecewise in it."""
    attitude, table = _attitude(table)
    if attitude is not None:
        from symdt.analysis.attitude.attitude_problem import AttitudeProblem

        return AttitudeProblem(problem_of(table, folder=folder), *attitude)
    lost = next((key for key in table if key in HOMES and key not in TOP), None)
    if lost is not None:
        raise FileError(f"{quote(lost)} stands outside of every section: put it below {HOMES[lost]}")
    check_keys(table, TOP, "the file")
    if table.get("format", 1) != 1 or isinstance(table.get("format"), bool):
        raise FileError(f"the file has format {quote(table['format'])}: this symdt reads format 1")
    title = table.get("title", "")
    if not isinstance(title, str):
        raise FileError(f"the title is {quote(title)}: write it in quotes")
    form = form_of(table)
    return form.read(table, Reader(table, functions=form.functions, folder=Path(folder)), title)


def _attitude(table: Mapping[str, Any]) -> tuple[tuple[Any, str] | None, Mapping[str, Any]]:
    """The attitude to risk under `[utility]`, with the name of its letter, and the file without it."""
    given = table.get("utility")
    if not isinstance(given, dict) or not isinstance(given.get("attitude"), str):
        return None, table
    kind = given["attitude"]
    own = {"exponential": "tolerance", "logarithmic": "wealth"}.get(kind)
    if own is None:
        raise FileError(f"the attitude of [utility] is {quote(kind)}: use 'exponential' or 'logarithmic'")
    letter = given.get(own, own)
    if not is_letter(letter):
        raise FileError(f"the {own} of [utility] is {quote(letter)}: give the name of a letter such as 'R'")
    rest = {k: v for k, v in given.items() if k not in ("attitude", own)}
    without = {k: v for k, v in table.items() if k != "utility"}
    return (kind, letter), {**without, "utility": rest} if rest else without


def dump(problem: Problem) -> str:
    """The TOML text of a problem, such that reading it gives the problem back.

    Letters are written by name, so assumptions of a symbol come back as conditions.
    """
    from symdt.formats.problem_writer import problem_text

    return problem_text(problem)
