"""The TOML text of a problem: what `symdt.formats.problem` reads back.

>>> from symdt.exact.domain import Domain
>>> print("\\n".join(parameter_lines(Domain("0 < p < 1/4", "h >= 2", "h < 100*k", "k > 0"))))
assume = ["h < 100*k"]
[parameters]
p = "0 < p < 1/4"
h = "h >= 2"
k = "k > 0"
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sympy import Symbol

from symdt.errors import FileError, did_you_mean, quote
from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.exact.language.syntax import is_letter
from symdt.exact.polynomial import to_rational
from symdt.files import write_whole
from symdt.formats.stated.forms import form_for
from symdt.formats.stated.toml_text import key, row, text
from symdt.problems.kinks.kinked import KinkedProblem, smooth
from symdt.problems.problem import Problem


def problem_text(problem: Problem) -> str:
    """The whole file of a problem."""
    if problem.attitude is not None:
        return _attitude_text(problem)
    lines, problem = ["format = 1"], smooth(problem)
    domain = problem.domain
    if isinstance(problem, KinkedProblem):  # the name of a kink is what stands in the file
        problem = problem.stated.as_written(problem.numerals, willingness=problem.willingness)
    if problem.title:
        lines.append(f"title = {text(problem.title)}")
    form = form_for(problem)
    if problem.willingness in domain.field.names:
        lines.append(f"willingness = {text(problem.willingness)}")
    lines += [*form.head(problem), *parameter_lines(domain), *form.lines(problem)]
    return "\n".join(lines) + "\n"


def _attitude_text(problem: Any) -> str:
    """The file of the money, with the attitude under `[utility]`."""
    own = {"exponential": "tolerance", "logarithmic": "wealth"}[problem.attitude]
    lines = [f"attitude = {text(problem.attitude)}", f"{own} = {text(problem.letter)}"]
    money = problem_text(problem.money)
    if "\n[utility]\n" in money:
        return money.replace("\n[utility]\n", "\n".join(["\n[utility]", *lines, ""]), 1)
    if "\n[loss]\n" in money:
        raise FileError("a table of losses with an attitude has no place in a file: write it as utilities")
    return "\n".join([money.rstrip(), "[utility]", *lines, ""])


def save_problem(problem: Problem, path: str | os.PathLike[str], *, force: bool = False) -> Path:
    """Write a problem to a file, whole or not at all; an existing file only if symdt made it, or with `force`.

    The suffix says the format: TOML, or one of those of `symdt convert`. In TOML a table is written as a table, a diagram
    and a process as they are, every other kind as its tree.

    >>> from tempfile import TemporaryDirectory
    >>> from symdt import Decision, TreeProblem, load_problem
    >>> umbrella = TreeProblem(Decision("umbrella?", {"take": 20, "leave": 100}), optimum="max")
    >>> with TemporaryDirectory() as folder:
    ...     load_problem(save_problem(umbrella, Path(folder, "umbrella.toml"))) == umbrella
    True
    """
    if Path(path).suffix.lower() in (".toml", ""):
        return write_whole(path, problem_text(problem), force=force)
    from symdt.formats import suffix_of, writers

    known = writers()
    suffix = suffix_of(path, known)
    if suffix not in known:
        raise FileError(
            f"{quote(path)} ends in {quote(suffix)}, which is not written: {did_you_mean(suffix, known)}"
        )
    return write_whole(path, known[suffix](problem), force=force)


def parameter_lines(domain: Domain) -> Iterator[str]:
    """The parameters with their own conditions; what is left stands under `assume`."""
    own: dict[Symbol, list[Condition]] = {s: [] for s in domain.symbols}
    tied: list[str] = []
    for condition in domain.conditions:
        if condition.op == "!=":
            raise FileError(f"the condition {quote(condition)} has no place in a file: write < or > instead")
        if len(condition.symbols) == 1:
            own[next(iter(condition.symbols))].append(condition)
        else:
            tied.append(str(condition))
    lines = []
    for symbol, conditions in own.items():
        if not is_letter(symbol.name):
            raise FileError(f"the letter {quote(symbol)} is no name for a file: use a Python identifier")
        if len(conditions) > 1:
            chain = _chain(domain, symbol, conditions)
            if chain is None:
                tied += [str(c) for c in conditions[1:]]
            told = chain or str(conditions[0])
        else:
            told = str(conditions[0]) if conditions else ""
        lines.append(f"{key(symbol.name)} = {text(_of_letter(symbol, told))}")
    if tied:
        yield f"assume = {row(tied)}"
    if lines:
        yield "[parameters]"
        yield from lines


def _of_letter(symbol: Symbol, told: str) -> str:
    """What is said of a letter: its conditions, and that it is a whole number."""
    return ", ".join(part for part in ("integer" if symbol.is_integer else "", told) if part)


def _chain(domain: Domain, symbol: Symbol, conditions: list[Condition]) -> str | None:
    """Two bounds as one chain, `0 < p < 1/4`."""
    index = domain.field.position[symbol]
    low, high, low_closed, high_closed = domain.box[index]
    linear = all(c.poly.degrees()[index] == 1 and c.op != "==" for c in conditions)
    if len(conditions) != 2 or not linear or low is None or high is None:
        return None
    below, above = "<=" if low_closed else "<", "<=" if high_closed else "<"
    return f"{to_rational(low)} {below} {symbol.name} {above} {to_rational(high)}"
