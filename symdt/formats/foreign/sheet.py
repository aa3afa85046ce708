"""Tables from spreadsheets: `.csv` and `.tsv`, a row for each state, read and written.

The first cell says whether the numbers are a `loss` or a `utility`; then comes the column `probability`, and a column for
each action. Rows that begin with `#` say the title, conditions of letters, and what an experiment costs; its columns
are headed `[test] +` for P(+ | state). A letter needs no declaration: where it is used in a
probability it lies between 0 and 1.

>>> text = '''# title,Test or treat
... # where,0 <= T < 3
... # cost [test],T
... loss,probability,wait,treat,[test] +,[test] -
... ill,p,30,6,9/10,rest
... well,rest,0,4,1/10,rest
... '''
>>> problem = read_sheet(text)
>>> print(problem)
Test or treat: least expected loss where T >= 0, T < 3, p > 0, p < 1
P(ill) = p, P(well) = 1 - p
      wait  treat
ill     30      6
well     0      4
experiment test at cost T
  ill: + [9/10], - [1/10]
  well: + [1/10], - [9/10]
>>> read_sheet(to_sheet(problem)) == problem
True

Spreadsheets of half the world put semicolons between the cells and a comma into a number:

>>> print(read_sheet("utility;probability;go;stay\\nsun;0,25;10;1,5\\nrain;rest;0;1,5").belief)
P(sun) = 1/4, P(rain) = 3/4
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from typing import Any

from symdt.errors import FileError, TableError, did_you_mean, quote
from symdt.exact.optimum import Optimum
from symdt.files import csv_cell, csv_name, csv_value
from symdt.formats.foreign.letters import Letters
from symdt.formats.stated.reading import MAX_BYTES, MAX_CELLS
from symdt.problems.belief import Belief
from symdt.problems.experiment import Experiment
from symdt.problems.loss import LossTable
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem

_KINDS: dict[str, Optimum] = {"loss": "min", "utility": "max"}
_CHANCE = "probability"
_OUTCOME = re.compile(r"\[(.+)\] (.+)")
_COST = re.compile(r"cost \[(.+)\]")
_COMMA = re.compile(r"(?<![\w.])(\d+),(\d+)(?![\w.])")
_POINT = re.compile(r"\d+\.\d+")


def read_sheet(text: str) -> DecisionProblem:
    """The table that a sheet holds; the cells are separated by commas, semicolons or tabs.

    text: the file; a first line `sep=;` is heeded.
    """
    if len(text) > MAX_BYTES:
        raise FileError(f"the file has {len(text)} characters: use at most {MAX_BYTES}")
    rows, mark = _rows(text)
    notes = [(r[0].lstrip("# ").strip(), r[1:]) for r in rows if r[0].startswith("#")]
    table = [r for r in rows if not r[0].startswith("#")]
    title, conditions, costs = _notes(notes)
    if len(table) < 2:
        raise TableError("the sheet has no rows of states: give a heading and a row for each state")
    heading, *states = table
    kind = heading[0].lower()
    if kind not in _KINDS:
        raise TableError(
            f"the first cell is {quote(heading[0])}: write 'loss' to minimise or 'utility' to maximise"
        )
    columns = heading[1:]
    if _CHANCE not in [c.lower() for c in columns]:
        raise TableError(f"the sheet has no column {quote(_CHANCE)}: give P(state), 'rest' for the last one")
    if len(set(columns)) < len(columns):
        twice = next(c for c in columns if columns.count(c) > 1)
        raise TableError(f"the column {quote(twice)} is there twice: name each once")
    wrong = next((r for r in states if len(r) != len(heading)), None)
    if wrong is not None:
        raise TableError(f"the row {quote(wrong[0])} has {len(wrong)} cells: expected {len(heading)}")
    if len(states) * len(columns) > MAX_CELLS:
        raise TableError(f"the sheet has {len(states) * len(columns)} cells: use at most {MAX_CELLS}")
    return _problem(_Cells(states, heading, Letters(conditions), mark), _KINDS[kind], title, costs)


class _Cells:
    """The cells of the table by state and column, read as expressions."""

    def __init__(
        self, rows: Sequence[Sequence[str]], heading: Sequence[str], letters: Letters, mark: str
    ) -> None:
        self.rows, self.columns, self.letters, self.mark = rows, heading[1:], letters, mark
        self.states = [csv_name(r[0]) for r in rows]
        #: A number such as 0,25: numbers have commas in this sheet, and a point in one would be a thousand.
        commas = (m[0] for row in rows for text in row[1:] if mark != "," and (m := _COMMA.search(text)))
        self.comma = next(commas, "")

    def column(self, name: str) -> list[Any]:
        j = 1 + self.columns.index(name)
        return [self.cell(row[j], f"row {quote(row[0])}, column {quote(name)}") for row in self.rows]

    def cell(self, text: str, where: str) -> Any:
        text = csv_name(text)
        if text == "rest":
            return text
        if self.mark != ",":  # 0,25 where semicolons or tabs separate
            if self.comma and (pointed := _POINT.search(text)):
                raise TableError(
                    f"{where} has {quote(pointed[0])} in a sheet with {quote(self.comma)}: write decimals with a comma "
                    "and thousands without a mark"
                )
            text = _COMMA.sub(r"\1.\2", text)
        return self.letters.expression(text, where)


def _problem(cells: _Cells, optimum: Optimum, title: str, costs: dict[str, str]) -> DecisionProblem:
    outcomes: dict[str, list[tuple[str, str]]] = {}
    actions = []
    chance = next(c for c in cells.columns if c.lower() == _CHANCE)
    for column in cells.columns:
        match = _OUTCOME.fullmatch(column)
        if match:
            outcomes.setdefault(match[1], []).append((match[2], column))
        elif column != chance:
            actions.append(column)
    entries = [cells.column(a) for a in actions]
    rows = list(zip(*entries, strict=True)) if entries else [() for _ in cells.states]
    loss = LossTable(tuple(cells.states), tuple(map(csv_name, actions)), tuple(rows), optimum=optimum)
    belief = Belief(dict(zip(cells.states, cells.column(chance), strict=True)))
    experiments = []
    for name, pairs in outcomes.items():
        read = {o: cells.column(column) for o, column in pairs}
        likelihood = {s: {o: read[o][i] for o in read} for i, s in enumerate(cells.states)}
        cost = cells.letters.expression(costs.pop(name, "0"), f"the cost of {quote(name)}")
        experiments.append(Experiment(name, likelihood, cost))
    if costs:
        name = next(iter(costs))
        raise TableError(
            f"the cost of {quote(name)} has no columns '[{name}] outcome': {did_you_mean(name, outcomes)}"
        )
    likelihoods = (p for e in experiments for row in e.likelihood.values() for p in row.values())
    for expression in [*belief.values(), *likelihoods]:  # what "rest" stands for too
        cells.letters.chance(expression)
    return DecisionProblem(loss, belief, cells.letters.domain(), tuple(experiments), title)


def _rows(text: str) -> tuple[list[list[str]], str]:
    """The rows that are not empty, cells stripped, and what separates the cells."""
    first, _, rest = text.lstrip("\ufeff").partition("\n")
    said = re.fullmatch(r'"?sep=(.)"?', first.strip("\r\n "))
    if said:
        mark, text = said[1], rest
    else:
        text = text.lstrip("\ufeff")
        heading = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
        mark = max("\t;,", key=heading.count) if heading else ","
    try:
        found = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=mark)]
    except csv.Error as error:
        raise FileError(f"the sheet is no table ({error}): save it as CSV") from None
    filled = [r for r in found if any(r)]
    width = max(
        (len(r) - next((i for i, c in enumerate(reversed(r)) if c), len(r)) for r in filled), default=0
    )
    return [r[:width] if len(r) > width else r for r in filled], mark  # empty columns on the right go


def _notes(notes: Sequence[tuple[str, Sequence[str]]]) -> tuple[str, list[str], dict[str, str]]:
    title, conditions, costs = "", [], {}
    for key, cells in notes:
        given = [csv_name(c) for c in cells if c]
        cost = _COST.fullmatch(key)
        if key == "title":
            title = ", ".join(given)
        elif key == "where":
            conditions += given
        elif cost and len(given) == 1:
            costs[cost[1]] = given[0]
        else:
            raise TableError(
                f"the row {quote('# ' + key)} is not known: # title, # where and # cost [NAME] are"
            )
    return title, conditions, costs


def to_sheet(problem: Problem, mark: str = ",") -> str:
    """The sheet of a table, experiments included; other kinds have none.

    problem: a table. mark: what separates the cells.
    """
    if not isinstance(problem, DecisionProblem):
        raise FileError(f"{problem.kind} has no form as a sheet, which holds tables: write it as .toml")
    out = io.StringIO()
    write = csv.writer(out, delimiter=mark, lineterminator="\n").writerow
    if problem.title:
        write(["# title", csv_cell(problem.title)])
    for condition in problem.domain.conditions:
        write(["# where", csv_value(condition)])
    for experiment in problem.experiments:
        write([f"# cost [{experiment.name}]", csv_value(experiment.cost)])
    loss = problem.loss
    for name in (*loss.actions, *loss.states):
        if name.startswith("#") or _OUTCOME.fullmatch(name) or name != name.strip():
            raise FileError(f"the name {quote(name)} has another meaning in a sheet: rename it")
    outcomes = [(e, o) for e in problem.experiments for o in e.outcomes]
    kind = "loss" if loss.optimum == "min" else "utility"
    write([kind, _CHANCE, *map(csv_cell, loss.actions), *(f"[{e.name}] {o}" for e, o in outcomes)])
    for state, entries in zip(loss.states, loss.entries, strict=True):
        likelihood = [e.likelihood[state][o] for e, o in outcomes]
        write([csv_cell(state), *map(csv_value, (problem.belief[state], *entries, *likelihood))])
    return out.getvalue()
