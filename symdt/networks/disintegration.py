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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from flint import fmpq_mat
from sympy import Expr, groebner

from symdt.display import Displayed
from symdt.errors import TableError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field
from symdt.exact.formula import Condition, all_of, point_text
from symdt.exact.polynomial import Poly, poly_to_expr
from symdt.exact.solver import Answer, Budget, Found, NoPoint
from symdt.problems.loss import LossTable, table_of_models
from symdt.problems.loss_sum import direct_sum, is_paper_named
from symdt.problems.models.arc import Arc, as_arc
from symdt.problems.models.model import Model

#: Systems of more equations, letters or a higher degree than this are left as they are.
MAX_EQUATIONS, MAX_LETTERS, MAX_DEGREE = 24, 8, 4
#: Seconds for simplifying the equations; what time does not allow stays as it is.
SECONDS = 20.0


@dataclass(frozen=True)
class ArcLoss:
    """What one arc costs: `false` where it is chosen and absent, `missed` where it is left out."""

    arc: Arc
    false: Expr
    missed: Expr

    def __str__(self) -> str:
        return f"{self.arc}: false {self.false}, missed {self.missed}"


@dataclass(frozen=True)
class Obstruction:
    """A cell that differs from what the generating row and column say; `residual` = found − expected."""

    state: str
    action: str
    found: Expr
    expected: Expr
    residual: Expr

    def __str__(self) -> str:
        return f"L({self.state}, {self.action}) = {self.found}, not {self.expected}: residual {self.residual}"


@dataclass(frozen=True)
class Remedy:
    """The values of the letters that make all residuals vanish: `conditions`, if `answer` is a point.

    `answer` is a point of the domain at which they hold, or says that there is none, or that it
    was not decided.
    """

    conditions: tuple[Condition, ...]
    answer: Answer

    @property
    def is_possible(self) -> bool | None:
        """Whether some point of the domain leaves no residual; None where that was not decided."""
        return {Found: True, NoPoint: False}.get(type(self.answer))

    def __str__(self) -> str:
        if isinstance(self.answer, NoPoint):
            return "no admissible values of the letters leave none"
        where = ", ".join(map(str, self.conditions)) or "always"
        if isinstance(self.answer, Found):
            return f"none is left iff {where}; for instance at {point_text(self.answer.point)}"
        return f"none is left iff {where}; whether such values exist was not decided"


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


@dataclass(frozen=True)
class NearestTable:
    """The projection on the disintegrable tables: linear in the entries; `distance2` is Σ (L − table)²."""

    arcs: tuple[ArcLoss, ...]
    table: LossTable
    distance2: Expr

    def __str__(self) -> str:
        return "\n".join(
            [
                "nearest disintegrable table:",
                *(f"  {a}" for a in self.arcs),
                f"at squared distance {self.distance2}",
            ]
        )


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
    grid = _Grid(loss)
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


class _Grid:
    """A table whose rows and columns are sets of arcs, as bit masks."""

    def __init__(self, loss: LossTable) -> None:
        self.loss, self.arcs = loss, loss.arcs
        bit = {arc: 1 << i for i, arc in enumerate(self.arcs)}
        self.rows, self.columns = ([sum(bit[a] for a in m.arcs) for m in models] for models in loss.models)
        self.row_of = {mask: i for i, mask in enumerate(self.rows)}
        self.column_of = {mask: j for j, mask in enumerate(self.columns)}
        for kind, masks in (("state", self.row_of), ("action", self.column_of)):
            needed = [0, *bit.values()]
            gap = next((i for i, mask in enumerate(needed) if mask not in masks), None)
            if gap is not None:
                what = "the null model" if gap == 0 else f"the model with the one arc {self.arcs[gap - 1]}"
                raise TableError(f"the table has no {kind} for {what}: give every generating model a {kind}")
        cells = loss.elements
        self.null = self.row_of[0], self.column_of[0]
        self.false = [cells[self.null[0]][self.column_of[b]] for b in bit.values()]
        self.missed = [cells[self.row_of[b]][self.null[1]] for b in bit.values()]
        self.zero = Field.of(loss.symbols).number(0)

    @property
    def arc_losses(self) -> tuple[ArcLoss, ...]:
        return tuple(
            ArcLoss(a, f.to_expr(), m.to_expr())
            for a, f, m in zip(self.arcs, self.false, self.missed, strict=True)
        )

    def separable(self) -> Iterator[tuple[int, int, Element]]:
        """For every cell, what the arc losses say: Σ_{T∖S} l0j + Σ_{S∖T} lj0."""
        known: dict[tuple[int, int], Element] = {}
        for i, s in enumerate(self.rows):
            for j, t in enumerate(self.columns):
                key = (t & ~s, s & ~t)
                if key not in known:
                    known[key] = sum(
                        (self.false[b] for b in _bits(key[0])),
                        sum((self.missed[b] for b in _bits(key[1])), self.zero),
                    )
                yield i, j, known[key]

    def modular(self) -> Iterator[tuple[int, int, Element]]:
        """For every cell, what its row's generating cells say: L(S, ∅) + Σ_{j∈T} (L(S, {j}) − L(S, ∅))."""
        for i, row in enumerate(self.loss.elements):
            base = row[self.null[1]]
            gain = [row[self.column_of[1 << b]] - base for b in range(len(self.arcs))]
            for j, t in enumerate(self.columns):
                if t.bit_count() > 1:
                    yield i, j, sum((gain[b] for b in _bits(t)), base)

    def obstruction(self, i: int, j: int, expected: Element) -> Obstruction:
        found = self.loss.elements[i][j]
        state, action = self.loss.states[i], self.loss.actions[j]
        return Obstruction(state, action, found.to_expr(), expected.to_expr(), (found - expected).to_expr())


def nearest_disintegrable(loss: LossTable) -> NearestTable:
    """The table Σ_{T∖S} l0j + Σ_{S∖T} lj0 with the least sum of squared differences, by its normal equations.

    It is linear in the entries and leaves a disintegrable table as it is; its losses need not be
    positive even if the entries are.
    """
    grid = _Grid(loss)
    q = len(grid.arcs)
    gram = [[0] * (2 * q) for _ in range(2 * q)]
    right = [grid.zero] * (2 * q)
    for i, s in enumerate(grid.rows):
        for j, t in enumerate(grid.columns):
            active = [*_bits(t & ~s), *(q + b for b in _bits(s & ~t))]
            for a in active:
                right[a] = right[a] + loss.elements[i][j]
                for b in active:
                    gram[a][b] += 1
    inverse = fmpq_mat(gram).inv() if q else fmpq_mat(0, 0)
    best = [sum((right[b] * inverse[a, b] for b in range(2 * q)), grid.zero) for a in range(2 * q)]
    grid.false, grid.missed = best[:q], best[q:]
    distance2 = grid.zero
    entries = [list(row) for row in loss.entries]
    for i, j, value in grid.separable():
        difference = loss.elements[i][j] - value
        distance2 = distance2 + difference * difference
        entries[i][j] = value.to_expr()
    table = replace(loss, entries=tuple(map(tuple, entries)))
    return NearestTable(grid.arc_losses, table, distance2.to_expr())


def solve_residuals(residuals: Iterable[Expr], domain: Domain) -> Remedy:
    """The simplest equations found that say "all residuals vanish", and whether the domain has such a point."""
    ring, budget = domain.field, Budget(SECONDS)
    equations = _distinct(_without_signed_factors(ring.element(r).num, domain, budget) for r in residuals)
    for _ in range(3):
        smaller = _distinct(_without_signed_factors(p, domain, budget) for p in _basis(ring, equations))
        if smaller == equations:
            break
        equations = smaller
    conditions = tuple(Condition(ring, p, "==") for p in equations)
    if any(c.truth is False for c in conditions):
        return Remedy(conditions, NoPoint())
    return Remedy(conditions, domain.find(all_of(*conditions)))


def _without_signed_factors(poly: Poly, domain: Domain, budget: Budget) -> Poly:
    # a factor that vanishes nowhere on the domain, and every repetition, says nothing
    if not poly or poly.is_constant():
        return poly
    result = domain.field.one
    for factor, _ in poly.factor()[1]:
        if domain.implies(Condition(domain.field, factor, "!="), budget) is not True:
            result = result * factor
    return result


def _distinct(polys: Iterable[Poly]) -> list[Poly]:
    kept: dict[Any, Poly] = {}
    for poly in polys:
        if poly:
            monic = poly / poly.leading_coefficient()
            kept.setdefault(str(monic), monic)
    return list(kept.values())


def _basis(ring: Field, equations: Sequence[Poly]) -> list[Poly]:
    """A Gröbner basis where the system is small, else the equations themselves."""
    if any(p.is_constant() for p in equations):
        return [ring.one]
    used = {s for p in equations for s, d in zip(ring.symbols, p.degrees(), strict=True) if d}
    large = max((p.total_degree() for p in equations), default=0) > MAX_DEGREE
    if len(equations) < 2 or len(equations) > MAX_EQUATIONS or len(used) > MAX_LETTERS or large:
        return list(equations)
    exprs = [poly_to_expr(ring, p) for p in equations]
    basis = groebner(exprs, *sorted(used, key=lambda s: s.name, reverse=True), order="grevlex")
    return [ring.polynomial(e) for e in basis.exprs]


def _arc_table(loss: ArcLoss, like: LossTable) -> LossTable:
    one_child = len({a.child for a in like.arcs}) == 1
    names: Any = "paper" if one_child and is_paper_named(like) else "sets"
    models = [Model(), Model([loss.arc])]
    return table_of_models(models, (loss.arc,), ((0, loss.false), (loss.missed, 0)), names, like.optimum)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def recompose(answer: Disintegration) -> LossTable:
    """The sum ⊕ of the arc losses found; the table itself, up to order and names, where nothing obstructs."""
    return direct_sum(*answer.summands)
