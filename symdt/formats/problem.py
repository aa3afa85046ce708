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
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sympy import Expr

from symdt.errors import (
    DataError,
    ExpressionError,
    FileError,
    SymdtError,
    TableError,
    did_you_mean,
    quote,
)
from symdt.exact.domain import Domain
from symdt.exact.language.parser import RESERVED
from symdt.exact.language.syntax import field_of, is_parameter_name, parse_condition, parse_element
from symdt.files import read_whole, toml_tables
from symdt.formats.factors import read_factors
from symdt.formats.tree import read_tree
from symdt.problems.belief import Belief
from symdt.problems.experiment import Experiment
from symdt.problems.loss import LossTable
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.problems.tree_problem import TreeProblem

#: Files larger than this (in bytes) are refused.
MAX_BYTES = 4_000_000
#: Limits on what one file may hold; each keeps the work that follows within seconds.
MAX_PARAMETERS, MAX_CONDITIONS = 64, 512
MAX_STATES, MAX_ACTIONS, MAX_CELLS, MAX_EXPERIMENTS = 1024, 1024, 65_536, 64
#: An expression in a file may have this many terms, and numbers of this many binary digits.
MAX_TERMS, MAX_BITS, MAX_DEGREE = 400, 1_024, 64

_HEAD = ("format", "title", "assume", "optimum", "parameters")
TOP = (
    *_HEAD,
    "belief",
    "data",
    "loss",
    "utility",
    "experiment",
    "sequence",
    "tree",
    "factor",
    "explore",
    "laws",
    "source",
)
_DATA = ("file", "child", "candidates", "prior", "alpha")


def load_problem(path: str | os.PathLike[str]) -> Problem:
    """The decision problem that a TOML file states: a `DecisionProblem`, or a `TreeProblem` for a tree.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from symdt.cli.make.new import TABLE
    >>> with TemporaryDirectory() as folder:
    ...     place = Path(folder, "problem.toml")
    ...     _ = place.write_text(TABLE)
    ...     print(load_problem(place).title)
    Two models
    """
    return loads(text_of(path), folder=Path(path).parent)


def text_of(path: str | os.PathLike[str]) -> str:
    """The text of a file of reasonable size."""
    return read_whole(path, MAX_BYTES, "a problem file such as problem.toml")


def loads(text: str, *, folder: str | os.PathLike[str] = ".") -> Problem:
    """The problem that a TOML text states; data files are looked for in `folder`."""
    return problem_of(table_of(text), folder=folder)


def problem_of(table: Mapping[str, Any], *, folder: str | os.PathLike[str] = ".") -> Problem:
    """The problem that the tables of a file state, whatever they were written in."""
    _only(table, TOP, "the file")
    if table.get("format", 1) != 1 or isinstance(table.get("format"), bool):
        raise FileError(f"the file has format {quote(table['format'])}: this symdt reads format 1")
    title = table.get("title", "")
    if not isinstance(title, str):
        raise FileError(f"the title is {quote(title)}: write it in quotes")
    reader = Reader(table)
    if "tree" in table:
        wrong = [k for k in ("belief", "data", "loss", "utility", "experiment", "sequence") if k in table]
        if wrong:
            raise FileError(f"the file has both [tree] and [{wrong[0]}]: state the problem in one form")
        optimum = table.get("optimum")  # none is said aloud to be "min"
        if "optimum" in table and optimum not in ("min", "max"):
            raise FileError(f"the optimum is {quote(optimum)}: use 'min' for losses or 'max' for utilities")
        factors = (
            read_factors(_section(table, "factor", "[factor]"), reader.chance) if "factor" in table else []
        )
        tree = read_tree(_section(table, "tree", "[tree]"), reader.expression, reader.names, factors)
        return TreeProblem(tree, reader.domain(), optimum, title)  # type: ignore[arg-type]
    return _table_problem(table, reader, title, Path(folder))


def dump(problem: Problem) -> str:
    """The TOML text of a problem, such that reading it gives the problem back.

    Letters are written by name, so assumptions of a symbol come back as conditions.
    """
    from symdt.formats.problem_writer import problem_text

    return problem_text(problem)


class Reader:
    """The parameters of a file, and the reader of its expressions."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        given = _section(table, "parameters", "[parameters]") if "parameters" in table else {}
        _at_most(len(given), MAX_PARAMETERS, "the file", "parameters")
        for name in given:
            if not is_parameter_name(name):
                raise FileError(
                    f"the parameter {quote(name)} is no valid name: use letters and digits, "
                    f"and none of {' '.join(sorted(RESERVED))}"
                )
        self.names = tuple(given)
        self.field = field_of(given)
        self.cache: dict[str, Expr] = {}
        assume = table.get("assume", [])
        if not isinstance(assume, list):
            raise FileError(f"assume is {quote(assume)}: give a list of conditions such as ['h < 100*k']")
        self.texts = [(f"the condition of parameter {quote(n)}", c) for n, c in given.items() if c != ""]
        self.texts += [("a condition in assume", c) for c in assume]
        _at_most(len(self.texts), MAX_CONDITIONS, "the file", "conditions")

    def domain(self) -> Domain:
        """The domain that the parameters' conditions and `assume` state together."""
        conditions = []
        for where, text in self.texts:
            if not isinstance(text, str):
                raise FileError(f"{where} is {quote(text)}: write it as a text such as '0 < p < 1'")
            with _At(where):
                for condition in parse_condition(text, self.field.symbols):
                    _check_size(text, condition.poly)
                    conditions.append(condition)
        by_name = {s.name: s for s in self.field.symbols}
        return Domain(*conditions, symbols=[by_name[n] for n in self.names])

    def expression(self, text: Any, where: str) -> Expr:
        """The expression that a text or a number of the file denotes."""
        if isinstance(text, bool) or not isinstance(text, str | int | Decimal):
            raise ExpressionError(f"{where} is {quote(text)}: write an expression in quotes or a number")
        if isinstance(text, int):
            if text.bit_length() > MAX_BITS:
                raise ExpressionError(f"{where} has too many digits: use a smaller number")
            text = str(text)
        found = self.cache.get(text)
        if found is None:
            with _At(where):
                element = parse_element(text, self.field)
                _check_size(text, element.num)
                _check_size(text, element.den)
                found = self.cache[text] = element.to_expr()
        return found

    def probabilities(self, row: Mapping[str, Any], where: str) -> dict[str, Any]:
        """The probabilities of a row, with "rest" left for the belief to fill in."""
        return {name: self.chance(text, f"{where} {quote(name)}") for name, text in row.items()}

    def chance(self, text: Any, where: str) -> Any:
        """A probability, with "rest" left as it stands."""
        return "rest" if text == "rest" else self.expression(text, where)


def _table_problem(table: Mapping[str, Any], reader: Reader, title: str, folder: Path) -> DecisionProblem:
    if "optimum" in table:
        raise FileError("optimum is for trees: write [loss] to minimise or [utility] to maximise")
    kinds = [k for k in ("loss", "utility") if k in table]
    if len(kinds) != 1:
        found = "both [loss] and [utility]" if kinds else "no [loss], no [utility] and no [tree]"
        raise FileError(f"the file has {found}: state the problem once")
    sources = [k for k in ("belief", "data") if k in table]
    if len(sources) != 1:
        found = "both [belief] and [data]" if sources else "no [belief] and no [data]"
        raise FileError(f"the file has {found}: say once where the probabilities come from")
    loss = _loss(_section(table, kinds[0], f"[{kinds[0]}]"), kinds[0], reader)
    domain = reader.domain()
    if sources[0] == "belief":
        given = _section(table, "belief", "[belief]")
        _at_most(len(given), MAX_STATES, "[belief]", "states")
        _same_states(given, loss.states, "[belief]", "the probability")
        belief = Belief(reader.probabilities(given, "the belief in"))
    else:
        belief = _belief_from_data(_section(table, "data", "[data]"), reader, folder)
        _same_states(loss.states, [str(s) for s in belief.states], f"[{kinds[0]}]", "the row")
    experiments = _section(table, "experiment", "[experiment]") if "experiment" in table else {}
    _at_most(len(experiments), MAX_EXPERIMENTS, "the file", "experiments")
    return DecisionProblem(
        loss,
        belief,
        domain,
        tuple(
            _experiment(name, _section(experiments, name, f"[experiment.{name}]"), loss, reader)
            for name in experiments
        ),
        title,
        table.get("sequence", 1),
    )


def _loss(section: Mapping[str, Any], kind: str, reader: Reader) -> LossTable:
    if "actions" not in section:
        raise TableError(f"[{kind}] has no actions: give actions = ['a0', 'a1']")
    actions = _names(section["actions"], f"the actions of [{kind}]", MAX_ACTIONS)
    rows = {state: row for state, row in section.items() if state != "actions"}
    _at_most(len(rows), MAX_STATES, f"[{kind}]", "states")
    _at_most(len(rows) * len(actions), MAX_CELLS, f"[{kind}]", "cells")
    entries = []
    for state, row in rows.items():
        where = f"[{kind}], row {quote(state)}"
        _row(row, actions, where, "actions")
        entries.append(
            [
                reader.expression(text, f"{where}, action {quote(action)}")
                for action, text in zip(actions, row, strict=True)
            ]
        )
    return LossTable(
        tuple(rows), actions, tuple(map(tuple, entries)), optimum="min" if kind == "loss" else "max"
    )


def _experiment(name: str, section: Mapping[str, Any], loss: LossTable, reader: Reader) -> Experiment:
    what = f"the experiment {quote(name)}"
    if "outcomes" not in section:
        raise TableError(f"{what} has no outcomes: give outcomes = ['+', '-']")
    outcomes = _names(section["outcomes"], f"the outcomes of {what}", MAX_STATES)
    rows = {state: row for state, row in section.items() if state not in ("cost", "outcomes")}
    _at_most(len(rows), MAX_STATES, what, "rows")
    _same_states(rows, loss.states, what, "the row", ("cost", "outcomes"))
    _at_most(len(rows) * len(outcomes) * len(loss.actions), MAX_CELLS, f"the tree of {what}", "leaves")
    likelihood = {}
    for state in loss.states:
        where = f"{what}, row {quote(state)}"
        _row(rows[state], outcomes, where, "outcomes")
        likelihood[state] = reader.probabilities(
            dict(zip(outcomes, rows[state], strict=True)), f"{where}, outcome"
        )
    return Experiment(name, likelihood, reader.expression(section.get("cost", 0), f"the cost of {what}"))


def _belief_from_data(section: Mapping[str, Any], reader: Reader, folder: Path) -> Belief:
    from symdt.learn.exact import belief_from_data  # the numeric wing is entered only where data are read

    _only(section, _DATA, "[data]")
    for key in ("file", "child", "candidates"):
        if key not in section:
            raise DataError(f"[data] has no {key}: give file, child and candidates")
    if not isinstance(section["file"], str) or not isinstance(section["child"], str):
        raise DataError("[data] wants file and child as texts: write them in quotes")
    options: dict[str, Any] = {}
    if "prior" in section:
        options["prior"] = section["prior"]
    if "alpha" in section:
        options["alpha"] = reader.expression(section["alpha"], "alpha in [data]")
    candidates = _names(section["candidates"], "the candidates of [data]", 16)
    return belief_from_data(
        folder / section["file"], child=section["child"], candidates=candidates, **options
    )


# --- checks of form -----------------------------------------------------------------------


class _At:
    """Errors inside say where in the file they arose."""

    def __init__(self, where: str) -> None:
        self.where = where

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if isinstance(error, SymdtError):
            raise type(error)(f"{self.where}: {error}") from None


class Decimal(str):
    """A decimal number as it stands in the file, to be read exactly."""

    __slots__ = ()


def table_of(text: str) -> dict[str, Any]:
    """The tables of a TOML text, decimals as they stand in it."""
    return toml_tables(
        text, "see `symdt new` for an example", lambda digits: Decimal(digits.replace("_", ""))
    )


def _section(table: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    section = table[key]
    if not isinstance(section, dict):
        raise FileError(f"{where} is {quote(section)}: make it a table of its own")
    return section


def _only(section: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    for key in section:
        if key not in known:
            raise FileError(f"{where} has the unknown key {quote(key)}: {did_you_mean(key, known)}")


def _names(names: Any, what: str, limit: int) -> tuple[str, ...]:
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        raise TableError(f"{what} are {quote(names)}: give a list of names in quotes")
    _at_most(len(names), limit, what, "names")
    if len(set(names)) < len(names):
        seen: set[str] = set()
        twice = next(n for n in names if n in seen or seen.add(n))  # type: ignore[func-returns-value]
        raise TableError(f"{what} name {quote(twice)} twice: name each once")
    return tuple(names)


def _row(row: Any, names: tuple[str, ...], where: str, kind: str) -> None:
    if not isinstance(row, list):
        raise TableError(f"{where} is {quote(row)}: give a list with one entry for each of the {kind}")
    if len(row) != len(names):
        raise TableError(f"{where} has {len(row)} entries for {len(names)} {kind}: give one each")


def _same_states(
    found: Iterable[str], expected: Iterable[str], where: str, what: str, keys: tuple[str, ...] = ()
) -> None:
    found, expected = list(found), list(expected)
    here, wanted = set(found), set(expected)
    missing = [s for s in expected if s not in here]
    extra = [s for s in found if s not in wanted]
    if extra:
        hint = did_you_mean(extra[0], [*(missing or expected), *keys])
        raise TableError(f"{where} names {quote(extra[0])}, which is no state of the problem: {hint}")
    if missing:
        raise TableError(f"{where} says nothing about state {quote(missing[0])}: give {what} of each state")


def _at_most(found: int, limit: int, where: str, what: str) -> None:
    if found > limit:
        raise FileError(f"{where} has {found} {what}: use at most {limit}")


def _check_size(text: str, poly: Any) -> None:
    if len(poly) > MAX_TERMS:
        raise ExpressionError(f"{quote(text)} expands to {len(poly)} terms: use at most {MAX_TERMS}")
    if poly.total_degree() > MAX_DEGREE:
        raise ExpressionError(f"{quote(text)} has degree {poly.total_degree()}: use at most {MAX_DEGREE}")
    for c in poly.coeffs():
        if c.p.bit_length() > MAX_BITS or c.q.bit_length() > MAX_BITS:
            raise ExpressionError(f"{quote(text)} has a number with too many digits: use a smaller one")
