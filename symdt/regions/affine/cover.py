"""Cover a domain with disjoint cells, each described by polynomial conditions, by sampling and proof.

Take a point of the domain outside all cells so far; an engine says what the answer looks like
there and which signs must stay as they are for it to look the same (`Shape`). Those signs, with
every factor that the domain settles cancelled and every redundant condition dropped, describe the
point's cell. Ask the solver for a point outside all cells; when there is none, the cover is complete.

A cell keeps its boundary unless a cell found before it has taken the same boundary polynomial on
its other side, so cells are disjoint: each boundary point belongs to exactly one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field
from symdt.exact.formula import Condition, Formula, all_of
from symdt.exact.line.place import Place, place_of
from symdt.exact.polynomial import Number, Poly, primitive, to_rational
from symdt.exact.solver import (
    Answer,
    Budget,
    Found,
    NoPoint,
    find_common,
    find_outside,
    needed_conditions,
    rational_values,
)
from symdt.regions.rule import INTERRUPTED

Strictness = Literal[">", ">=", "=="]
#: More cells than this are not sought; the answer is then partial.
MAX_CELLS = 400


@dataclass(frozen=True)
class Demand:
    """A function of the other letters that must stay positive, not negative, or zero."""

    function: Element
    op: Strictness


@dataclass(frozen=True)
class Shape:
    """What the answer looks like at a point, and the demands under which it looks the same elsewhere."""

    answer: Any
    demands: tuple[Demand, ...]


@dataclass(frozen=True)
class Cell:
    """A part of the domain where the answer has one form; `sample` is a point of it."""

    conditions: tuple[Condition, ...]
    answer: Any
    sample: tuple[Any, ...]
    closed: tuple[Condition, ...] = ()  # under which the answer is right, whatever other cells have taken

    def holds(self, values: Sequence[Number]) -> bool:
        """Whether a point of the domain lies in the cell."""
        return all(c.holds(values) for c in self.conditions)


@dataclass
class Cover:
    """The cells found; `is_complete` once they are known to cover the domain."""

    domain: Domain
    shape_at: Callable[[tuple[Number, ...]], Shape]
    budget: Budget
    cells: list[Cell] = field(default_factory=list)
    is_complete: bool = False
    note: str = ""
    #: An answer at a place in the limit of where it is known, without what is nothing there; None: not to be asked.
    thinned: Callable[[Any, Place], Any] | None = None

    def __post_init__(self) -> None:
        self.field: Field = self.domain.field
        self.closed_side: dict[Any, int] = {}  # for each boundary polynomial, the side that keeps it
        self.boundaries: dict[Any, Poly] = {}
        self.factors: dict[Any, list[tuple[Poly, int]]] = {}
        self.seen: list[tuple[Number, ...]] = []  # points that answered a question: they may answer the next

    def build(self) -> Cover:
        """Find cells until they cover the domain, or the budget or the user ends it."""
        try:
            return self.built()
        except KeyboardInterrupt:
            self.note = INTERRUPTED
            return self

    def built(self) -> Cover:
        """Find cells until they cover the domain, or the budget ends."""
        while len(self.cells) < MAX_CELLS:
            values = self.point_outside()
            if isinstance(values, Place):
                if self.add_beside(values):
                    continue
                self.note = "an irrational point of the domain is in no case"
                return self
            if values is None:
                return self
            if self.budget.is_spent:
                self.note = "the time budget ended"
                return self
            shape = self.shape_at(values)
            if not self.is_degenerate(shape, values):
                self.add(shape, values)
        self.note = f"there are more than {MAX_CELLS} cells"
        return self

    # --- points ---------------------------------------------------------------------------

    def point_outside(self) -> tuple[Number, ...] | Place | None:
        """A point of the domain in no cell so far; None when there is none, or none was found (see `note`).

        A place where there is no rational one.
        """
        for values in self.domain.samples:
            if not any(cell.holds(values) for cell in self.cells) and self.is_generic(values):
                return values
        outside = [Formula("not", (all_of(*cell.conditions),)) for cell in self.cells]
        if any(not cell.conditions for cell in self.cells):
            self.is_complete = True
            return None
        answer = find_outside(
            self.domain.conditions,
            [cell.conditions for cell in self.cells],
            self.domain.symbols,
            self.budget,
            self.domain.samples,
            self.field,
        )
        if isinstance(answer, NoPoint):
            self.is_complete = True
            return None
        if isinstance(answer, Found):
            found = rational_values(self.field, answer.point)
            if found is not None and self.is_generic(found):
                return found
            # the solver likes corners: a point off all boundaries makes a whole cell, not a sliver
            generic = [Condition(self.field, poly, "!=") for poly in self.boundaries.values()]
            better = self.domain.find(all_of(*outside, *generic), self.budget, seconds=1)
            if isinstance(better, Found):
                inner = rational_values(self.field, better.point)
                found = inner if inner is not None else found
            return found if found is not None else place_of(self.field, answer.point)
        self.note = "the solver did not decide within the budget whether the cases cover the domain"
        return None

    def is_generic(self, values: Sequence[Number]) -> bool:
        """The point lies on no boundary known so far."""
        return all(poly(*values) != 0 for poly in self.boundaries.values())

    # --- cells ----------------------------------------------------------------------------

    def is_degenerate(self, shape: Shape, values: Sequence[Number]) -> bool:
        """The point lies on a boundary that was not known; it is known from now on, and other points go first."""
        vanishing = [f for d in shape.demands for f, _ in self.factorised(d.function.num) if f(*values) == 0]
        before = len(self.boundaries)
        for poly in vanishing:
            key = Condition(self.field, poly, "==")
            self.boundaries.setdefault(key.key, key.poly)
        return len(self.boundaries) > before

    def add(self, shape: Shape, values: tuple[Number, ...]) -> None:
        """The cell of a point, made disjoint from all others."""
        closed = needed_conditions(self.conditions_at(shape.demands, values), self.follows)[::-1]
        conditions = [self.oriented(c, values) for c in closed]
        for other in self.cells:
            if not self.is_disjoint(conditions, other):
                failing = next(c for c in other.conditions if not c.holds(values))
                conditions.append(_without(failing, failing.poly(*values)))
        self.cells.append(Cell(tuple(_fused(conditions)), shape.answer, values, tuple(closed)))

    def add_beside(self, place: Place) -> bool:
        """The cell of a place that lies in no cell, with the answer of one whose closure holds it; whether there is one.

        By continuity: where a label is best beside a place it is best at the place.
        """
        for cell in self.cells if self.thinned is not None else ():
            if not cell.closed or not all(_holds(c, place) for c in cell.closed):
                continue
            conditions = [
                c if place.sign(c.poly) else Condition(self.field, c.poly, "==") for c in cell.closed
            ]
            for other in self.cells:
                if not self.is_disjoint(conditions, other):
                    failing = next(c for c in other.conditions if not _holds(c, place))
                    conditions.append(_without(failing, place.sign(failing.poly)))
            coordinates = range(len(self.field.symbols))
            sample = tuple(place.coordinates[i] for i in coordinates)
            assert self.thinned is not None
            answer = self.thinned(cell.answer, place)
            self.cells.append(Cell(tuple(_fused(conditions)), answer, sample))
            return True
        return False

    def conditions_at(self, demands: Sequence[Demand], values: Sequence[Number]) -> list[Condition]:
        """The demands as sign conditions on irreducible factors, as these are at the point."""
        wanted: dict[Any, tuple[Poly, set[str]]] = {}
        for demand in demands:
            for poly, op in self.signs(demand, values):
                key = Condition(self.field, poly, "==").key
                entry = wanted.setdefault(key, (Condition(self.field, poly, "==").poly, set()))
                side = 1 if entry[0] == primitive(poly)[1] else -1
                entry[1].add("==" if op == "==" else f"{side}{op}")
        conditions = []
        for poly, ops in wanted.values():
            if "==" in ops or {"1>=", "-1>="} <= ops:
                condition = Condition(self.field, poly, "==")
            else:
                side = 1 if any(op.startswith("1") for op in ops) else -1
                strict = any(op.endswith(">") for op in ops)
                condition = Condition(self.field, side * poly, ">" if strict else ">=")
            if not self.domain.implies(condition, self.budget):
                conditions.append(condition)
        return list(dict.fromkeys(conditions))

    def signs(self, demand: Demand, values: Sequence[Number]) -> list[tuple[Poly, str]]:
        """The factors whose sign matters for a demand, each turned so that it is positive (or zero) at the point."""
        num, den = self.factorised(demand.function.num), self.factorised(demand.function.den)
        result: list[tuple[Poly, str]] = []
        if demand.op == "==":
            return [(demand.function.num, "==")] if demand.function.num else []
        for factor, _ in den:
            result.append((factor if factor(*values) > 0 else -factor, ">"))
        zeros = [f for f, _ in num if f(*values) == 0]
        for factor, multiplicity in num:
            at = factor(*values)
            if at == 0:
                continue
            if multiplicity % 2 or demand.op == ">":
                # beside a factor that vanishes here, the others must not change sign either
                result.append((factor if at > 0 else -factor, ">" if demand.op == ">" or zeros else ">="))
        for factor in zeros:
            side = self.side_of_zero(demand.function, factor, values)
            if side is None:
                result.append((factor, "=="))
            elif side:
                result.append((side * factor, ">="))
        return result

    def side_of_zero(self, function: Element, factor: Poly, values: Sequence[Number]) -> int | None:
        """The side of a vanishing factor on which the function is not negative; 0 for both, None for neither, or if unclear."""
        content = function.num.factor()[0] * function.den.factor()[0]
        side, is_square = 1 if content > 0 else -1, False
        # factors whose sign the domain settles count as well: it may settle that they are negative
        for other, multiplicity in [*self.all_factors(function.num), *self.all_factors(function.den)]:
            if other == factor:
                is_square = multiplicity % 2 == 0
                continue
            at = other(*values)
            if at == 0:
                return None
            if multiplicity % 2 and at < 0:
                side = -side
        if is_square:  # of one sign on both sides
            return 0 if side > 0 else None
        return side

    def factorised(self, poly: Poly) -> list[tuple[Poly, int]]:
        """The irreducible factors whose sign the domain does not settle."""
        return [(f, m) for f, m in self.all_factors(poly) if not self.is_settled(f)]

    def all_factors(self, poly: Poly) -> list[tuple[Poly, int]]:
        """The irreducible factors, with their multiplicities."""
        key = Condition(self.field, poly, "==").key
        if key not in self.factors:
            self.factors[key] = (
                [(f, int(m)) for f, m in poly.factor()[1] if not f.is_constant()] if poly else []
            )
        return self.factors[key]

    def is_settled(self, poly: Poly) -> bool:
        positive = self.domain.implies(Condition(self.field, poly, ">"), self.budget)
        return bool(positive) or bool(self.domain.implies(Condition(self.field, -poly, ">"), self.budget))

    def oriented(self, condition: Condition, values: Sequence[Number]) -> Condition:
        """The condition, without its boundary where another cell has taken that."""
        key = Condition(self.field, condition.poly, "==")
        self.boundaries.setdefault(key.key, key.poly)
        if condition.op != ">=":
            return condition
        side = 1 if key.poly == condition.poly else -1
        if self.closed_side.setdefault(key.key, side) == side:
            return condition
        strict = Condition(self.field, condition.poly, ">")
        return strict if strict.holds(values) else Condition(self.field, condition.poly, "==")

    def follows(self, condition: Condition, others: list[Condition]) -> bool:
        """Whether the domain and the other conditions imply this one, for certain."""
        if not others:
            return self.domain.implies(condition, self.budget) is True
        for values in self.domain.samples:
            if not condition.holds(values) and all(c.holds(values) for c in others):
                return False
        return isinstance(self.common(*others, condition.negated()), NoPoint)

    def is_disjoint(self, conditions: list[Condition], other: Cell) -> bool:
        for mine in conditions:
            for theirs in other.conditions:
                if mine.poly == -theirs.poly and (">" in (mine.op, theirs.op)):
                    return True
        return isinstance(self.common(*conditions, *other.conditions), NoPoint)

    def common(self, *conditions: Condition) -> Answer:
        """A point of the domain at which all these conditions hold."""
        for values in self.seen:
            if all(c.holds(values) for c in conditions):
                return Found({s: to_rational(v) for s, v in zip(self.field.symbols, values, strict=True)})
        answer = find_common([*self.domain.conditions, *conditions], self.domain.symbols, self.budget)
        self.budget.ask()
        if isinstance(answer, Found):
            found = rational_values(self.field, answer.point)
            self.seen += [found] if found is not None else []
        return answer

    # --- merging --------------------------------------------------------------------------

    def merged(self) -> list[Cell]:
        """The cells, those with the same answer joined where their union is again a conjunction."""
        cells = list(self.cells)
        changed = True
        while changed:
            changed = False
            for i, one in enumerate(cells):
                for other in cells[i + 1 :]:
                    union = self.union(one, other) if one.answer == other.answer else None
                    if union is not None:
                        cells = [c for c in cells if c is not one and c is not other] + [union]
                        changed = True
                        break
                if changed:
                    break
        return cells

    def union(self, one: Cell, other: Cell) -> Cell | None:
        """One cell that is exactly the union of two, if a conjunction of their common conditions describes it."""
        common = [
            c
            for c in dict.fromkeys([*one.conditions, *other.conditions])
            if self.follows(c, list(one.conditions)) and self.follows(c, list(other.conditions))
        ]
        covered = find_outside(
            [*self.domain.conditions, *common],
            [one.conditions, other.conditions],
            self.domain.symbols,
            self.budget,
            self.domain.samples,
            self.field,
        )
        if not isinstance(covered, NoPoint):
            return None
        return replace(one, conditions=tuple(needed_conditions(common, self.follows)[::-1]))


def _fused(conditions: Sequence[Condition]) -> list[Condition]:
    """The conditions, each once; an equation for two that say that a polynomial is neither positive nor negative."""
    found = list(dict.fromkeys(conditions))
    weak = {str(c.poly) for c in found if c.op == ">="}
    return list(
        dict.fromkeys(
            Condition(c.field, c.poly, "==") if c.op == ">=" and str(-c.poly) in weak else c for c in found
        )
    )


def _without(condition: Condition, value: Any) -> Condition:
    """What holds where a condition does not, on the side where its polynomial has this value: of an equation one side."""
    if condition.op != "==":
        return condition.negated()
    return Condition(condition.field, condition.poly if value > 0 else -condition.poly, ">")


def _holds(condition: Condition, place: Place) -> bool:
    """Whether a condition holds at a place."""
    now = place.sign(condition.poly)
    return {">": now > 0, ">=": now >= 0, "==": now == 0, "!=": now != 0}[condition.op]
