"""Disintegration: is a loss table a sum ⊕ of arc losses, and if not, what obstructs it? (§4)

A table is disintegrable iff L(S, T) = Σ_{j∈T∖S} l0j + Σ_{j∈S∖T} lj0 for all models S and T, where
l0j = L(∅, {j}) and lj0 = L({j}, ∅) stand in the generating row and column. `disintegrate` takes
them from there and names every cell that differs.

>>> from sympy import symbols
>>> l03, l30, l02, l20 = symbols("l03 l30 l02 l20")
>>> L3 = LossTable.arc("X3", "X1", false=l03, missed=l30)
>>> L2 = LossTable.arc("X2", "X1", false=l02, missed=l20)
>>> answer = disintegrate(L3 @ L2)
>>> answer.summands == (L3, L2)
True
>>> print(answer)
disintegrable: the sum ⊕ of
  X3 → X1: false l03, missed l30
  X2 → X1: false l02, missed l20

The 0-1 loss of four models is not: it charges two wrong arcs like one.

>>> print(disintegrate(LossTable.zero_one(["M0", "M3", "M2", "M23"])))
not disintegrable: 4 of 16 cells obstruct it
  L(M0, a23) = 1, not 2: residual -1
  L(M3, a2) = 1, not 2: residual -1
  L(M2, a3) = 1, not 2: residual -1
  L(M23, a0) = 1, not 2: residual -1
no admissible values of the letters leave none
rows are not modular: 4 of 4 obstruct it, for all values of the letters
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from symdt.display import Displayed
from symdt.errors import TableError, quote
from symdt.exact.domain import Domain
from symdt.networks.losses.arc_grid import ArcLoss, Grid, Obstruction
from symdt.networks.losses.nearest import NearestTable, nearest_disintegrable
from symdt.networks.losses.remedy import Remedy, solve_residuals
from symdt.problems.loss import LossTable, table_of_models
from symdt.problems.loss_sum import direct_sum, is_paper_named
from symdt.problems.models.arc import as_arc
from symdt.problems.models.model import Model


@dataclass(frozen=True)
class Disintegration(Displayed):
    """The answer of `disintegrate`: the arc losses, and the cells that obstruct if there are any.

    >>> from symdt import LossTable
    >>> disintegrate(LossTable.arc("X3", "X1", false=2, missed=5)).is_disintegrable
    True
    """

    loss: LossTable
    domain: Domain
    arcs: tuple[ArcLoss, ...]
    obstructions: tuple[Obstruction, ...]
    row_obstructions: tuple[Obstruction, ...] = field(repr=False)

    @property
    def is_disintegrable(self) -> bool:
        """Whether the table is a sum ⊕ of arc losses, for all values of its letters."""
        return not self.obstructions

    @property
    def is_row_modular(self) -> bool:
        """Whether every row is modular in the action, the larger class in which the risk identities hold."""
        return not self.row_obstructions

    @cached_property
    def summands(self) -> tuple[LossTable, ...]:
        """The arc losses L_j as tables; their sum ⊕ is the table where nothing obstructs."""
        return tuple(_arc_table(a, self.loss) for a in self.arcs)

    @property
    def by_child(self) -> dict[str, LossTable]:
        """The locally disintegrable losses L^i, one for each child; their sum ⊕ is the global one."""
        children = dict.fromkeys(a.arc.child for a in self.arcs)
        return {
            c: direct_sum(*(t for a, t in zip(self.arcs, self.summands, strict=True) if a.arc.child == c))
            for c in children
        }

    @cached_property
    def remedy(self) -> Remedy:
        """The conditions on the letters under which no cell obstructs."""
        return solve_residuals((o.residual for o in self.obstructions), self.domain)

    @cached_property
    def row_remedy(self) -> Remedy:
        """The conditions on the letters under which every row is modular."""
        return solve_residuals((o.residual for o in self.row_obstructions), self.domain)

    @cached_property
    def nearest(self) -> NearestTable:
        """The disintegrable table nearest to this one in least squares over all cells."""
        return nearest_disintegrable(self.loss)

    def __str__(self) -> str:
        if self.is_disintegrable:
            return "\n".join(["disintegrable: the sum ⊕ of", *(f"  {a}" for a in self.arcs)])
        cells = len(self.loss.states) * len(self.loss.actions)
        lines = [f"not disintegrable: {len(self.obstructions)} of {cells} cells obstruct it"]
        lines += [f"  {o}" for o in self.obstructions[:16]]
        if len(self.obstructions) > 16:
            lines.append(f"  … and {len(self.obstructions) - 16} more")
        lines.append(str(self.remedy))
        if self.is_row_modular:
            lines.append("every row is modular: the identities among risks hold all the same")
        else:
            rows = len({o.state for o in self.row_obstructions})
            text = str(self.row_remedy)
            when = (
                ", for all values of the letters"
                if self.row_remedy.is_possible is False
                else f"; {text.replace('none is left', 'they are')}"
            )
            lines.append(f"rows are not modular: {rows} of {len(self.loss.states)} obstruct it{when}")
        return "\n".join(lines)


def disintegrate(
    loss: LossTable, domain: Domain | None = None, arcs: Mapping[str, Iterable[Any]] | None = None
) -> Disintegration:
    """The arc losses of which a table is the sum ⊕, or the cells that obstruct it with their residuals.

    States and actions are models: by construction, by names such as M0, M23 or {X2,X3}, or as
    `arcs` says, which maps each name to its arcs. `domain` says which values of the letters count.

    >>> loss = LossTable.arc("X2", "X1", false=1, missed=2) @ LossTable.arc("X3", "X1", false=1, missed=3)
    >>> disintegrate(loss).is_disintegrable
    True
    >>> disintegrate(LossTable.zero_one(loss.states)).is_disintegrable
    False
    """
    if arcs is not None:
        missing = next((n for n in (*loss.states, *loss.actions) if n not in arcs), None)
        if missing is not None:
            raise TableError(
                f"arcs says nothing about {quote(missing)}: give its arcs, [] for the null model"
            )
        loss = replace(loss, meaning={name: Model(map(as_arc, some)) for name, some in arcs.items()})
    grid = Grid(loss)
    obstructions = tuple(
        grid.obstruction(i, j, expected)
        for i, j, expected in grid.separable()
        if loss.elements[i][j] != expected
    )
    rows = tuple(
        grid.obstruction(i, j, expected)
        for i, j, expected in grid.modular()
        if loss.elements[i][j] != expected
    )
    if not obstructions and rows:  # pragma: no cover - a separable row is modular
        raise AssertionError("a disintegrable table has modular rows")
    where = (domain if domain is not None else Domain()).extended(loss.symbols)
    return Disintegration(loss, where, grid.arc_losses, obstructions, rows)


def _arc_table(loss: ArcLoss, like: LossTable) -> LossTable:
    one_child = len({a.child for a in like.arcs}) == 1
    names: Any = "paper" if one_child and is_paper_named(like) else "sets"
    models = [Model(), Model([loss.arc])]
    return table_of_models(models, (loss.arc,), ((0, loss.false), (loss.missed, 0)), names, like.optimum)
