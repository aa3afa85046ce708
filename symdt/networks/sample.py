"""Sample: complete cases of categorical variables, as counts of the cells; counts may be letters (§3).

>>> sample = Sample.from_cases(["X1", "X2"], [("a", "u"), ("a", "v"), ("b", "v")])
>>> sample.n, sample.counts("X1", ["X2"])
(3, {('u',): (1, 0), ('v',): (1, 1)})

With letters for counts the same sample stands for all samples at once (Example 1):

>>> letters = Sample.symbolic({"X1": (1, 2), "X2": (1, 2)})
>>> letters.counts("X1", ["X2"])
{(1,): (n11, n21), (2,): (n12, n22)}
>>> letters.counts("X1", [])
{(): (n11 + n12, n21 + n22)}
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any

from sympy import Add, Expr, Integer, Symbol

from symdt.display import Printed
from symdt.errors import BudgetError, DataError, did_you_mean, quote

State = Hashable
#: Tables with more cells than this are not written out.
MAX_CELLS = 1 << 16


@dataclass(frozen=True)
class Sample(Printed):
    """The number of cases in each cell; `states` gives every variable its states, in order.

    >>> sample = Sample.from_cases(["A", "B"], [(0, 0), (0, 0), (1, 1)])
    >>> sample.n, sample.variables
    (3, ('A', 'B'))
    """

    states: Mapping[str, tuple[State, ...]] = field(hash=False)
    cells: Mapping[tuple[State, ...], Expr] = field(hash=False)

    @classmethod
    def from_cases(
        cls,
        variables: Sequence[str],
        cases: Iterable[Sequence[Any]],
        states: Mapping[str, Iterable[Any]] | None = None,
    ) -> Sample:
        """The sample of these cases; the states of a variable are those given, or else those observed, sorted."""
        rows = [tuple(case) for case in cases]
        names = tuple(variables)
        for i, row in enumerate(rows):
            if len(row) != len(names):
                raise DataError(
                    f"case {i + 1} has {len(row)} values for {len(names)} variables: give one for each"
                )
            for name, value in zip(names, row, strict=True):
                if value is None or value != value:  # NaN differs from itself
                    raise DataError(f"case {i + 1} has no value of {quote(name)}: leave out incomplete cases")
        if len(set(names)) < len(names):
            twice = next(n for n in names if names.count(n) > 1)
            raise DataError(f"the variable {quote(twice)} is named twice: name each once")
        seen = [sorted({row[i] for row in rows}, key=lambda v: (str(type(v)), v)) for i in range(len(names))]
        given = states or {}
        full = {name: tuple(given.get(name, seen[i])) for i, name in enumerate(names)}
        counts: dict[tuple[Any, ...], int] = {}
        for row in rows:
            counts[row] = counts.get(row, 0) + 1
        return cls.from_counts(full, counts)

    @classmethod
    def from_columns(
        cls, columns: Mapping[str, Sequence[Any]], states: Mapping[str, Iterable[Any]] | None = None
    ) -> Sample:
        """The sample whose cases are the rows of these columns.

        >>> Sample.from_columns({"A": [0, 1, 1], "B": ["u", "u", "v"]}).n
        3
        """
        lengths = {name: len(values) for name, values in columns.items()}
        if len(set(lengths.values())) > 1:
            raise DataError(
                f"the columns have lengths {list(lengths.values())}: give columns of the same length"
            )
        return cls.from_cases(list(columns), zip(*columns.values(), strict=True), states)

    @classmethod
    def from_counts(
        cls, states: Mapping[str, Iterable[Any]], cells: Mapping[tuple[Any, ...], Any], n: Any = None
    ) -> Sample:
        """The sample with these counts; `n`, if given, is the number of cases that they must add up to."""
        full = {str(name): tuple(values) for name, values in states.items()}
        for name, values in full.items():
            if not values:
                raise DataError(f"the variable {quote(name)} has no states: give at least one")
            if len(set(values)) < len(values):
                raise DataError(f"the variable {quote(name)} names a state twice: name each once")
        counted: dict[tuple[State, ...], Expr] = {}
        for cell, count in cells.items():
            if len(cell) != len(full):
                raise DataError(
                    f"the cell {quote(cell)} has {len(cell)} values for {len(full)} variables: give one for each"
                )
            for value, (name, values) in zip(cell, full.items(), strict=True):
                if value not in values:
                    raise DataError(f"{quote(value)} is no state of {quote(name)}: use one of {list(values)}")
            counted[tuple(cell)] = _count(count, cell)
        sample = cls(full, {c: k for c, k in counted.items() if k != 0})
        if n is not None and Add(*counted.values(), -_count(n, "n")) != 0:
            raise DataError(
                f"the counts add up to {quote(sample.n)[1:-1]}, not to n = {quote(n)[1:-1]}: correct one of them"
            )
        return sample

    @classmethod
    def two_way(
        cls,
        counts: Sequence[Sequence[Any]],
        child: str = "X1",
        parent: str = "X2",
        *,
        n: Any = None,
        child_totals: Sequence[Any] | None = None,
        parent_totals: Sequence[Any] | None = None,
    ) -> Sample:
        """The sample of Example 1: `counts[j][k]` = n(x1k | x2j), a row for each state of the parent.

        >>> Sample.two_way([[3, 1], [0, 4]], n=9)
        Traceback (most recent call last):
            ...
        symdt.errors.DataError: the counts add up to 8, not to n = 9: correct one of them
        """
        rows = [list(row) for row in counts]
        if not rows or any(len(row) != len(rows[0]) for row in rows) or not rows[0]:
            raise DataError(
                "the rows of the table of counts differ in length or are empty: give one count a cell"
            )
        states = {child: range(1, len(rows[0]) + 1), parent: range(1, len(rows) + 1)}
        cells = {(k + 1, j + 1): rows[j][k] for j in range(len(rows)) for k in range(len(rows[0]))}
        sample = cls.from_counts(states, cells, n)
        for name, totals in ((child, child_totals), (parent, parent_totals)):
            if totals is None:
                continue
            found = sample.counts(name, [])[()]
            if len(totals) != len(found) or any(
                Add(f, -_count(t, name)) != 0 for f, t in zip(found, totals, strict=True)
            ):
                raise DataError(
                    f"the counts of {quote(name)} add up to {list(found)}, not to {list(totals)}: correct one of them"
                )
        return sample

    @classmethod
    def symbolic(cls, states: Mapping[str, Iterable[Any]], letter: str = "n") -> Sample:
        """The sample with a letter for the count of every cell: n12 for the first variable in state 1, the second in 2."""
        full = {name: tuple(values) for name, values in states.items()}
        separator = "" if all(len(str(v)) == 1 for values in full.values() for v in values) else "_"
        cells = {
            cell: Symbol(letter + separator.join(map(str, cell)), integer=True, nonnegative=True)
            for cell in _grid(full.values())
        }
        return cls.from_counts(full, cells)

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables, in order."""
        return tuple(self.states)

    @cached_property
    def n(self) -> Expr:
        """The number of cases."""
        return Add(*self.cells.values())

    @property
    def is_symbolic(self) -> bool:
        """Whether a count is a letter."""
        return any(not c.is_Integer for c in self.cells.values())

    def index(self, variable: str) -> int:
        """The position of a variable."""
        if variable not in self.states:
            raise DataError(
                f"the sample has no variable {quote(variable)}: {did_you_mean(variable, self.states)}"
            )
        return self.variables.index(variable)

    def arity(self, variables: Iterable[str]) -> int:
        """How many joint states some variables have."""
        return prod(len(self.states[v]) for v in variables)

    def counts(self, child: str, parents: Sequence[str]) -> dict[tuple[State, ...], tuple[Expr, ...]]:
        """n(x_ik | π_ij): for each state of the parents that occurs, the counts of the child's states."""
        at, above = self.index(child), [self.index(p) for p in parents]
        position = {state: k for k, state in enumerate(self.states[child])}
        sums: dict[tuple[State, ...], list[list[Expr]]] = {}
        for cell, count in self.cells.items():
            key = tuple(cell[i] for i in above)
            sums.setdefault(key, [[] for _ in position])[position[cell[at]]].append(count)
        if not parents and not sums:
            sums[()] = [[] for _ in position]
        return {
            key: tuple(Add(*part) for part in sums[key])
            for key in sorted(sums, key=lambda k: self._rank(k, above))
        }

    def _rank(self, key: tuple[State, ...], above: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.states[self.variables[i]].index(v) for v, i in zip(key, above, strict=True))

    def __str__(self) -> str:
        head = ", ".join(self.variables)
        return f"{self.n} cases of ({head}): " + ", ".join(
            f"({','.join(map(str, cell))})×{count}" for cell, count in self.cells.items()
        )


def _count(value: Any, where: object) -> Expr:
    if isinstance(value, Expr) and not value.is_number:
        return value
    if isinstance(value, bool) or not (
        isinstance(value, int)
        or (isinstance(value, Expr) and value.is_Integer)
        or hasattr(value, "__index__")
    ):
        raise DataError(f"the count of {quote(where)} is {quote(value)}: give a whole number or a letter")
    if value < 0:
        raise DataError(f"the count of {quote(where)} is {quote(value)}, which is negative: give 0 or more")
    return Integer(int(value))


def _grid(states: Iterable[tuple[State, ...]]) -> list[tuple[State, ...]]:
    every = list(states)
    size = prod(map(len, every))
    if size > MAX_CELLS:
        raise BudgetError(f"the variables have {size} joint states: at most {MAX_CELLS} are written out")
    return list(product(*every))


def all_samples(states: Mapping[str, Iterable[Any]], n: int) -> Iterator[tuple[Sample, int]]:
    """Every sample of n cases up to the order of the cases, with the number of data sets that it stands for.

    >>> sum(weight for _, weight in all_samples({"A": (0, 1), "B": (0, 1)}, 3)) == 4**3
    True
    """
    full = {name: tuple(values) for name, values in states.items()}
    for cases in combinations_with_replacement(_grid(full.values()), n):
        sample = Sample.from_cases(list(full), cases, full)
        weight = factorial(n) // prod(factorial(int(c)) for c in sample.cells.values())
        yield sample, weight
