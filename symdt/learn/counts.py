"""Counts: distinct rows of categorical data, with how many cases each stands for.

    data → one group-by count → Counts

Nothing after this step sees a case twice, so the number of cases matters no more. Where the data
are a frame, its own engine does the counting (`sources`), on one machine or on many.

>>> counts = tabulate({"A": ["x", "y", "x"], "B": [1, 2, 1]})
>>> counts.variables, counts.states, counts.cases
(('A', 'B'), (('x', 'y'), ('1', '2')), 3)
>>> counts.codes.tolist(), counts.weights.tolist()
([[0, 1], [0, 1]], [2, 1])

The states of a variable are those observed, as text, sorted: whole numbers by value, anything else
by its letters. The law of this module: counting a projection of the data is projecting the counts.

>>> tabulate({"A": ["x", "y", "x"]}) == counts.project(["A"])
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from symdt.display import Printed
from symdt.errors import DataError, did_you_mean, quote
from symdt.learn.columns import MAX_CASES, distinct, observed
from symdt.learn.kernels.family import Array, Family
from symdt.learn.sources import read_columns

__all__ = ["Counts", "tabulate"]

MAX_STATES = 1 << 16


@dataclass(frozen=True, eq=False)
class Counts(Printed):
    """Distinct rows: codes[i, row] is the place of variable i's state, weights[row] the number of cases.

    >>> from symdt import tabulate
    >>> counts = tabulate({"A": [0, 0, 1], "B": [0, 0, 1]})
    >>> counts.cases, counts.weights.tolist()
    (3, [2, 1])
    """

    variables: tuple[str, ...]
    states: tuple[tuple[str, ...], ...]
    codes: Array
    weights: Array
    dropped: int = 0  # cases left out because a cell was missing
    unread: tuple[str, ...] = ()  # columns of the data that were not asked for

    @cached_property
    def cases(self) -> int:
        return int(self.weights.sum())

    @cached_property
    def arities(self) -> tuple[int, ...]:
        return tuple(map(len, self.states))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.variables)}

    def index(self, variable: str) -> int:
        """The place of a variable; an unknown one is an error that names the nearest."""
        try:
            return self._places[variable]
        except (KeyError, TypeError):
            raise DataError(
                f"the data have no variable {quote(variable)}: {did_you_mean(str(variable), self.variables)}"
            ) from None

    def project(self, variables: Sequence[str]) -> Counts:
        """The counts of some of the variables."""
        if tuple(variables) == self.variables:
            return self
        where = [self.index(v) for v in variables]
        arities = [self.arities[i] for i in where]
        codes, weights = distinct(self.codes[where], arities, self.weights)
        return Counts(tuple(variables), tuple(self.states[i] for i in where), codes, weights, self.dropped)

    def family(self, child: str, candidates: Sequence[str]) -> Family:
        """The distinct rows of a child and its candidates, as the kernels want them."""
        part = self.project([child, *candidates])
        return Family(part.codes[1:], part.codes[0], part.weights, part.arities[1:], part.arities[0])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Counts):
            return NotImplemented
        return (
            self.variables == other.variables
            and self.states == other.states
            and np.array_equal(self.codes, other.codes)
            and np.array_equal(self.weights, other.weights)
        )

    def __hash__(self) -> int:
        return hash((self.variables, self.states, self.cases))

    def __str__(self) -> str:
        rows = f"{self.cases} cases, {len(self.weights)} distinct"
        return "\n".join(
            [rows, *(f"{v}: {', '.join(s)}" for v, s in zip(self.variables, self.states, strict=True))]
        )


def tabulate(  # noqa: C901 - one check for each way in which data can be wrong
    data: object,
    variables: Sequence[str] | None = None,
    weights: str | Sequence[int] | None = None,
    missing: str = "error",
) -> Counts:
    """The distinct rows of `data` in the given variables (all, unless said) and their numbers of cases.

    data: a path to a CSV or Parquet file, any frame that narwhals knows (pandas, Polars, PyArrow,
    DuckDB, Dask, PySpark), a mapping from names to columns, a two-dimensional NumPy array (its
    columns are X1, X2, …) or a structured one, or `Counts`.
    weights: the name of a column, or a sequence as long as the data, that says how many cases a row
    stands for. missing: "error", or "drop" to leave out the cases with a missing cell.

    >>> counts = tabulate({"A": ["no", "no", "yes"], "B": [0, 0, 1]})
    >>> counts.states, counts.weights.tolist()
    ((('no', 'yes'), ('0', '1')), [2, 1])
    """
    if missing not in ("error", "drop"):
        raise DataError(f'missing is {quote(missing)}: use "error" or "drop"')
    if isinstance(data, Counts):
        if weights is not None:
            raise DataError("counts have their weights already: give the data themselves, or no weights")
        if variables is None:
            return data
        rest = set(data.variables) - set(variables)
        return replace(
            data.project(variables), unread=(*(v for v in data.variables if v in rest), *data.unread)
        )
    columns, cases, named, rows = read_columns(data, variables, weights)
    if not columns:
        raise DataError("the data have no columns: expected one for each variable")
    asked = {c.name for c in columns} | {weights if isinstance(weights, str) else None}
    unread = tuple(n for n in named if n not in asked)
    if rows is not None:
        _check_cases(cases)
        names, labelled = zip(*((c.name, c.labels) for c in columns), strict=True)
        return Counts(names, labelled, rows, cases, unread=unread)
    keep = cases > 0
    absent = {c.name: int(cases[c.missing].sum()) for c in columns if c.missing is not None}
    absent = {name: n for name, n in absent.items() if n}
    dropped = 0
    if absent:
        if missing == "error":
            name, n = max(absent.items(), key=lambda item: item[1])
            others = f" ({len(absent)} columns have some)" if len(absent) > 1 else ""
            raise DataError(
                f"column {quote(name)} has {n} missing cell{'s' * (n > 1)}{others}: complete the data, "
                'or leave these cases out with missing="drop" (--missing drop)'
            )
        for c in columns:
            if c.missing is not None:
                keep &= ~c.missing
        dropped = int(cases[~keep].sum())
    cases = cases[keep]
    if not len(cases):
        raise DataError(
            "the data have no rows"
            + (" without a missing cell" if dropped else "")
            + ": expected at least one case"
        )
    _check_cases(cases)
    states: list[tuple[str, ...]] = []
    codes: list[Array] = []
    whole = bool(keep.all())
    for c in columns:
        code, labels = observed(c.codes if whole else c.codes[keep], c.labels)
        if len(labels) > MAX_STATES:
            raise DataError(
                f"column {quote(c.name)} has {len(labels)} states: expected a category, this looks "
                "like a label of "
                "cases; leave the column out"
            )
        codes.append(code.astype(np.uint16))
        states.append(labels)
    rows, total = distinct(np.stack(codes), [len(s) for s in states], cases)
    return Counts(tuple(c.name for c in columns), tuple(states), rows, total, dropped, unread)


def _check_cases(cases: Array) -> None:
    if int(cases.sum()) > MAX_CASES:
        raise DataError(
            f"the data have {int(cases.sum())} cases: expected at most {MAX_CASES}; take a sample"
        )
