"""BlockTable: the sum ⊕ of two losses as §4 prints it, a table of tables, and what it adds up to.

>>> from sympy import symbols
>>> l0j, lj0, l0l, ll0 = symbols("l03 l30 l02 l20")
>>> L3 = LossTable.arc("X3", "X1", false=l0j, missed=lj0, names="paper")
>>> L2 = LossTable.arc("X2", "X1", false=l0l, missed=ll0, names="paper")
>>> print(str(block_table(L3, L2)).split("=")[0].rstrip())
    |  a0                  |  a2
----+----------------------+--------------------
M0  |  0 +        a0   a3  |  l02 +      a0   a3
    |        M0    0  l03  |        M0    0  l03
    |        M3  l30    0  |        M3  l30    0
----+----------------------+--------------------
M2  |  l20 +      a0   a3  |  0 +        a0   a3
    |        M0    0  l03  |        M0    0  l03
    |        M3  l30    0  |        M3  l30    0
>>> block_table(L3, L2).total == L3 @ L2
True
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr

from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import direct_sum


@dataclass(frozen=True)
class BlockTable:
    """`inner` ⊕ `outer`: each cell of the outer table is added to a copy of the inner one."""

    inner: LossTable
    outer: LossTable

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


def block_table(inner: LossTable, outer: LossTable) -> BlockTable:
    """The sum ⊕ of two losses as a table of tables: the first loss inside, the second outside (§4)."""
    direct_sum(inner, outer)  # two summands that speak of one arc are an error here already
    return BlockTable(inner, outer)


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
