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
>>> from symdt.problems.arc_loss import is_relabelling
>>> is_relabelling(L3 @ L2, L2 @ L3)
True
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from sympy import Add

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
