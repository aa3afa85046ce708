"""The sum ⊕ of loss tables: a state and an action of each, the losses added (§4).

The loss of one arc, and the sum ⊕ (written `@`) of losses that speak of different arcs (§4):
the models are the sums ⊎ of theirs, and the losses add.

>>> from sympy import symbols
>>> l03, l30, l02, l20 = symbols("l03 l30 l02 l20")
>>> L3 = LossTable.arc("X3", "X1", false=l03, missed=l30, names="paper")
>>> L2 = LossTable.arc("X2", "X1", false=l02, missed=l20, names="paper")
>>> print(L3 @ L2)
            a0         a3         a2        a23
M0           0        l03        l02  l02 + l03
M3         l30          0  l02 + l30        l02
M2         l20  l03 + l20          0        l03
M23  l20 + l30        l20        l30          0

⊕ is associative, has a unit, and commutes up to the order in which rows and columns are listed.

>>> L4 = LossTable.arc("X4", "X1", false=1, missed=2, names="paper")
>>> (L3 @ L2) @ L4 == L3 @ (L2 @ L4) == direct_sum(L3, L2, L4)
True
>>> L3 @ UNIT == L3 == UNIT @ L3
True
>>> is_relabelling(L3 @ L2, L2 @ L3)
True

§4 prints the sum as a table of tables first.

>>> print(str(BlockTable(L3, L2)).split("=")[0].rstrip())
    |  a0                  |  a2
----+----------------------+--------------------
M0  |  0 +        a0   a3  |  l02 +      a0   a3
    |        M0    0  l03  |        M0    0  l03
    |        M3  l30    0  |        M3  l30    0
----+----------------------+--------------------
M2  |  l20 +      a0   a3  |  0 +        a0   a3
    |        M0    0  l03  |        M0    0  l03
    |        M3  l30    0  |        M3  l30    0
>>> BlockTable(L3, L2).total == L3 @ L2
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from sympy import Add, Expr

from symdt.errors import BudgetError, TableError, quote
from symdt.problems.loss import LossTable, Names, table_of_models
from symdt.problems.models.arc import Arc
from symdt.problems.models.model import Model

#: A sum ⊕ with more cells than this is refused; the rule for any number of arcs needs no table.
MAX_CELLS = 1 << 18


#: The unit of ⊕: one model, one action, no loss.
UNIT = LossTable(("{}",), ("{}",), ((0,),), meaning={"{}": Model()})


def direct_sum(*tables: LossTable) -> LossTable:
    """The sum ⊕ of losses about different arcs: L(⊎ M, ⊎ a) = Σ L_i(M_i, a_i); the first changes fastest (§4).

    >>> L2 = LossTable.arc("X2", "X1", false=1, missed=2)
    >>> L3 = LossTable.arc("X3", "X1", false=1, missed=3)
    >>> direct_sum(L2, L3) == L2 @ L3
    True
    >>> direct_sum(L2, L3).actions
    ('{}', '{X2}', '{X3}', '{X2,X3}')
    """
    for table in tables:
        if not isinstance(table, LossTable):
            raise TableError(f"⊕ was given {quote(table)}: give loss tables, direct_sum(L1, L2, …)")
    parts = [t for t in tables if not _is_unit(t)]
    if len(parts) < 2:
        return parts[0] if parts else UNIT
    owner: dict[Arc, int] = {}
    for i, table in enumerate(parts):
        for arc in table.arcs:
            if arc in owner:
                raise TableError(
                    f"two summands of ⊕ speak of the arc {arc}: each arc belongs to one summand, "
                    "so add their losses first"
                )
            owner[arc] = i
        if table.optimum != parts[0].optimum:
            raise TableError("⊕ joins a loss with a utility: negate one of them first")
    cells = prod(len(t.states) * len(t.actions) for t in parts)
    if cells > MAX_CELLS:
        raise BudgetError(
            f"the sum ⊕ has {cells} cells: at most {MAX_CELLS} are written out; the rule arc by arc needs no table"
        )
    states = _sums([t.models[0] for t in parts])
    actions = _sums([t.models[1] for t in parts])
    entries = tuple(
        tuple(
            Add(*(t.entries[i][j] for t, i, j in zip(parts, row, column, strict=True)))
            for column, _ in actions
        )
        for row, _ in states
    )
    one_child = len({arc.child for arc in owner}) == 1  # M2 would not say whose parent X2 is
    names: Names = "paper" if one_child and all(is_paper_named(t) for t in parts) else "sets"
    return table_of_models(
        [m for _, m in states], tuple(owner), entries, names, parts[0].optimum, [m for _, m in actions]
    )


def _sums(parts: Sequence[tuple[Model, ...]]) -> list[tuple[tuple[int, ...], Model]]:
    # all sums of one model from each part, with the positions they come from
    sums: list[tuple[tuple[int, ...], Model]] = [((), Model())]
    for models in parts:
        sums = [((*i, j), m | new) for j, new in enumerate(models) for i, m in sums]
    return sums


def _is_unit(table: LossTable) -> bool:
    return table.entries == UNIT.entries and (table.states, table.actions) == (UNIT.states, UNIT.actions)


def is_paper_named(table: LossTable) -> bool:
    """Whether the table uses the paper's names, M23 and a23, for its models."""
    return all(
        (s, a) == (sm.name, "a" + am.name[1:])
        for s, sm, a, am in zip(table.states, table.models[0], table.actions, table.models[1], strict=False)
    )


@dataclass(frozen=True)
class BlockTable:
    """`inner` ⊕ `outer`: each cell of the outer table is added to a copy of the inner one."""

    inner: LossTable
    outer: LossTable

    def __post_init__(self) -> None:
        self.total  # noqa: B018 - two summands that speak of one arc are an error here already

    @property
    def blocks(self) -> tuple[tuple[tuple[Expr, LossTable], ...], ...]:
        """For each state and action of the outer table its loss and the inner table it is added to."""
        return tuple(tuple((entry, self.inner) for entry in row) for row in self.outer.entries)

    @property
    def total(self) -> LossTable:
        """The sum ⊕, written out."""
        return direct_sum(self.inner, self.outer)

    def __str__(self) -> str:
        inside = str(self.inner).splitlines()
        lead = max(len(f"{e} + ") for row in self.outer.entries for e in row)
        stub = max(map(len, self.outer.states))
        width = lead + max(map(len, inside))
        lines = ["  |  ".join([" " * stub, *(a.ljust(width) for a in self.outer.actions)]).rstrip()]
        rule = "--+--".join(["-" * stub, *("-" * width for _ in self.outer.actions)])
        for state, row in zip(self.outer.states, self.outer.entries, strict=True):
            lines.append(rule)
            for i, line in enumerate(inside):
                cells = [(f"{e} + " if i == 0 else "").ljust(lead) + line.ljust(width - lead) for e in row]
                lines.append("  |  ".join([(state if i == 0 else "").ljust(stub), *cells]).rstrip())
        return "\n".join([*lines, "", "=", "", str(self.total)])


def is_relabelling(left: LossTable, right: LossTable) -> bool:
    """Whether two tables give the same loss to the same models, however they list and name them."""
    if left.optimum != right.optimum:
        return False
    index = [{m: i for i, m in enumerate(models)} for models in right.models]
    if any(set(m) != set(i) for m, i in zip(left.models, index, strict=True)):
        return False
    states, actions = left.models
    return all(
        left.elements[i][j] == right.elements[index[0][s]][index[1][a]]
        for i, s in enumerate(states)
        for j, a in enumerate(actions)
    )
