"""The nodes of an influence diagram: what Nature decides, what we decide, and what it is worth.

>>> weather = ChanceNode("weather", ["rain", "dry"], ["season"], {"winter": [0.6, "rest"], "summer": [0.1, "rest"]})
>>> print(weather)
chance weather | season:
  winter: rain [3/5], dry [2/5]
  summer: rain [1/10], dry [9/10]
>>> print(DecisionNode("umbrella", ["take", "leave"], ["weather"]))
decision umbrella | weather: take, leave
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sympy import Expr

from symdt.display import Printed
from symdt.errors import TableError, quote
from symdt.exact.field import all_equal
from symdt.exact.polynomial import Written, as_expr
from symdt.problems.probabilities import complete

Key = tuple[str, ...]
Change = Callable[[Expr], Expr]


def _rows(table: Any, parents: Sequence[str], name: str) -> dict[Key, Any]:
    """The table as a mapping from tuples of the parents' states."""
    if not parents:
        return {(): table[()] if isinstance(table, Mapping) and () in table else table}
    if not isinstance(table, Mapping):
        raise TableError(
            f"the table of {quote(name)} is {quote(table)}: give a row for each state of its parents"
        )
    return {(k,) if isinstance(k, str) else tuple(map(str, k)): row for k, row in table.items()}


class _Node(Written, Printed):
    """What all nodes share: a name, states, parents and a table whose expressions are compared as elements."""

    name: str
    states: tuple[str, ...]
    parents: tuple[str, ...]

    def rows(self) -> dict[Key, tuple[Expr, ...]]:
        """The expressions for each state of the parents."""
        return {}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, _Node)
        mine, theirs = self.rows(), other.rows()
        if (self._head, mine.keys()) != (other._head, theirs.keys()):
            return False
        return all(all_equal(row, theirs[key]) for key, row in mine.items())

    def __hash__(self) -> int:
        return hash(self._head)

    @property
    def _head(self) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        return self.name, self.states, self.parents


@dataclass(frozen=True, eq=False, repr=False)
class ChanceNode(_Node):
    """A variable that Nature decides: P(state | parents' states), a row for each of the latter.

    >>> node = ChanceNode("weather", ["rain", "dry"], [], [0.4, "rest"])
    >>> node.name, node.states
    ('weather', ('rain', 'dry'))
    """

    name: str
    states: tuple[str, ...]
    parents: tuple[str, ...]
    table: Mapping[Key, tuple[Expr, ...]]

    def __init__(self, name: str, states: Sequence[str], parents: Sequence[str], table: Any) -> None:
        object.__setattr__(self, "name", str(name))
        object.__setattr__(self, "states", tuple(map(str, states)))
        object.__setattr__(self, "parents", tuple(map(str, parents)))
        if not self.states:
            raise TableError(f"the chance node {quote(name)} has no states: give at least one")
        rows = {}
        for key, row in _rows(table, self.parents, self.name).items():
            entries = [row[s] for s in self.states] if isinstance(row, Mapping) else list(row)
            if len(entries) != len(self.states):
                raise TableError(
                    f"the row {quote(key)} of {quote(name)} has {len(entries)} entries: expected {len(self.states)}"
                )
            what = (
                f"the row {quote(', '.join(key))} of {quote(name)}" if key else f"the table of {quote(name)}"
            )
            rows[key] = tuple(complete(dict(zip(self.states, entries, strict=True)), what).values())
        object.__setattr__(self, "table", rows)

    def rows(self) -> dict[Key, tuple[Expr, ...]]:
        return dict(self.table)

    def __str__(self) -> str:
        rows = (
            ", ".join(f"{s} [{e}]" for s, e in zip(self.states, row, strict=True))
            for row in self.table.values()
        )
        return _written("chance", self.name, self.parents, dict(zip(self.table, rows, strict=True)))


@dataclass(frozen=True, eq=False, repr=False)
class DecisionNode(_Node):
    """A variable that we decide; its parents are known then.

    >>> DecisionNode("umbrella", ("take", "leave")).states
    ('take', 'leave')
    """

    name: str
    states: tuple[str, ...]
    parents: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "states", tuple(map(str, self.states)))
        object.__setattr__(self, "parents", tuple(map(str, self.parents)))
        if not self.states:
            raise TableError(f"the decision {quote(self.name)} has no actions: give at least one")

    def __str__(self) -> str:
        return _written("decision", self.name, self.parents, {(): ", ".join(self.states)})


@dataclass(frozen=True, eq=False, repr=False)
class ValueNode(_Node):
    """A part of the value, a function of its parents' states; the parts add up.

    >>> ValueNode("comfort", ["umbrella"], {"take": 20, "leave": 100}).parents
    ('umbrella',)
    """

    name: str
    parents: tuple[str, ...]
    table: Mapping[Key, Expr]

    def __init__(self, name: str, parents: Sequence[str], table: Any) -> None:
        object.__setattr__(self, "name", str(name))
        object.__setattr__(self, "parents", tuple(map(str, parents)))
        rows = _rows(table, self.parents, self.name)
        object.__setattr__(self, "table", {k: as_expr(v) for k, v in rows.items()})

    states: tuple[str, ...] = field(default=(), init=False, repr=False)

    def rows(self) -> dict[Key, tuple[Expr, ...]]:
        return {key: (value,) for key, value in self.table.items()}

    def __str__(self) -> str:
        return _written("value", self.name, self.parents, self.table)


#: A node of any kind.
Node = ChanceNode | DecisionNode | ValueNode


def _written(kind: str, name: str, parents: Sequence[str], rows: Mapping[Key, object]) -> str:
    """A node as text: its parents, then a line for each row of its table."""
    head = f"{kind} {name}" + (f" | {', '.join(parents)}" if parents else "")
    if list(rows) == [()]:
        return f"{head}: {rows[()]}"
    return "\n".join([f"{head}:", *(f"  {', '.join(key)}: {row}" for key, row in rows.items())])
