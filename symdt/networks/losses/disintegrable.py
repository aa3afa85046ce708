"""Disintegrable losses, built: one false and one missed loss for each arc of a space of models (§4).

>>> from symdt.networks.space import ModelSpace
>>> space = ModelSpace.from_order(["X3", "X2", "X1"])
>>> print(locally_disintegrable(space.local("X1"), names="paper"))
            a0         a3         a2        a23
M0           0        l03        l02  l02 + l03
M3         l30          0  l02 + l30        l02
M2         l20  l03 + l20          0        l03
M23  l20 + l30        l20        l30          0

The globally disintegrable loss is the sum ⊕ of the local ones, one letter pair for each arc:

>>> L = globally_disintegrable(space)
>>> len(L.states), len(L.symbols)
(8, 6)
>>> L["X2←{X3} X1←{X2}", "X2←{} X1←{X3}"]
l1_03 + l1_20 + l2_30
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sympy import Symbol

from symdt.errors import TableError, did_you_mean, quote
from symdt.networks.local_space import LocalSpace
from symdt.networks.space import ModelSpace
from symdt.problems.loss import LossTable, Names
from symdt.problems.loss_sum import direct_sum
from symdt.problems.models.arc import Arc
from symdt.problems.models.model import Model

#: What an arc costs: one value for all arcs, a value by arc or by parent, or a function of the arc.
Losses = Any


def locally_disintegrable(
    space: LocalSpace, false: Losses = None, missed: Losses = None, *, names: Names = "sets"
) -> LossTable:
    """L^i = ⊕_j L^i_j over the arcs that may be in or out; letters l0j and lj0 where no losses are given.

    Required arcs are in every state and every action and cost nothing, so they are left out.
    """
    return direct_sum(*_arc_tables(space, false, missed, names, ""))


def globally_disintegrable(space: ModelSpace, false: Losses = None, missed: Losses = None) -> LossTable:
    """L = ⊕_i L^i over all children of a space; letters li_0j and li_j0 where no losses are given."""
    tables = []
    for local in space.locals:
        tables += _arc_tables(local, false, missed, "sets", f"{_short(local.child)}_")
    return direct_sum(*tables)


def _arc_tables(
    space: LocalSpace, false: Losses, missed: Losses, names: Names, prefix: str
) -> list[LossTable]:
    found = []
    for parent in space.free:
        arc = Arc(parent, space.child)
        letters = _letters(arc, prefix)
        costs = [
            letters[i] if given is None else _of(given, arc, kind)
            for i, (kind, given) in enumerate((("false", false), ("missed", missed)))
        ]
        found.append(LossTable.arc(*arc, false=costs[0], missed=costs[1], names=names))
    return found


def _of(given: Losses, arc: Arc, kind: str) -> Any:
    if isinstance(given, Callable):  # type: ignore[arg-type]
        return given(arc)
    if isinstance(given, Mapping):
        for key in (arc, tuple(arc), arc.parent):
            if key in given:
                return given[key]
        hint = did_you_mean(arc.parent, [str(k) for k in given])
        raise TableError(f"no loss of a {kind} arc is given for {quote(arc)}: {hint}")
    return given


def _letters(arc: Arc, prefix: str) -> tuple[Symbol, Symbol]:
    j = _short(arc.parent)
    separator = "" if j.isdigit() and len(j) == 1 else "_"
    return Symbol(f"l{prefix}0{separator}{j}"), Symbol(f"l{prefix}{j}{separator}0")


def _short(name: str) -> str:
    """The paper's index of a variable, 3 for X3, or its name."""
    label = Model.into("·", name).name[1:]
    return label if label.isdigit() else name
