"""Conditions that say nothing new, decided on cells, on corners, and by the solver only where these do not tell.

A conjunction of sign conditions that no open cell obeys can hold at most where a closed boundary is
not smooth or meets another boundary: at corners. With one letter there are none; with two they are
points, the rational ones checked exactly, the others shut in balls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from flint import fmpq, fmpq_mat

from symdt.exact.formula import Condition, Formula, all_of
from symdt.exact.polynomial import Poly
from symdt.exact.solver import NoPoint, find_point
from symdt.regions.cells.projection import Values, complexity, key, normal
from symdt.regions.cells.signs import SignCells
from symdt.regions.cells.zeros import Zeros, ball_sign, common_zeros, rational_roots

#: Seconds for one question whether a condition follows from others.
SECONDS = 0.3


def is_concave(poly: Poly) -> bool:
    """Whether a polynomial of degree at most 2 is concave, so that it is not negative on a convex set."""
    if poly.total_degree() > 2:
        return False
    size = range(len(poly.degrees()))
    zero = (0,) * len(size)
    bend = [[-poly.derivative(i).derivative(j)(*zero) for j in size] for i in size]
    for count in range(1, len(size) + 1):
        for chosen in combinations(size, count):
            if fmpq_mat([[bend[i][j] for j in chosen] for i in chosen]).det() < 0:
                return False
    return True


class Corners(SignCells):
    """Cells, and what their conditions imply."""

    def find(self, conditions: Iterable[Condition | Formula]) -> Any:
        return find_point(all_of(*conditions), self.field.symbols, budget=self.budget, seconds=SECONDS)

    def irredundant(self, conditions: Sequence[Condition]) -> list[Condition]:
        """The conditions without those that the others and the domain imply; the hardest to read go first."""
        kept = [c for c in dict.fromkeys(conditions) if c.truth is not True]
        for condition in sorted(kept, key=lambda c: (c.op != "==", complexity(c.poly)), reverse=True):
            others = [c for c in kept if c is not condition]
            if self.follows(condition, others):
                kept = others
        return kept

    def follows(self, condition: Condition, others: Sequence[Condition]) -> bool:
        """Whether the domain and the other conditions imply this one, for certain."""
        return self.is_void([*others, condition.negated()])

    def is_void(self, conditions: Sequence[Condition]) -> bool:
        """Whether no point of the domain obeys all the conditions, for certain."""
        if any(c.negated() in (d, d.weakened()) for c in conditions for d in conditions):
            return True
        if self.is_open_solved:
            if any(all(c.holds(cell.values) for c in conditions) for cell in self.cells):
                return False
            known = {key(p) for p in self.polys}
            if all(key(normal(c.poly)) in known for c in conditions):
                settled = self.settled_at_corners(list(dict.fromkeys(conditions)))
                if settled is not None:
                    return settled
        return isinstance(self.find([*self.conditions, *conditions]), NoPoint)

    def settled_at_corners(self, conditions: Sequence[Condition]) -> bool | None:
        """Whether no point obeys the conditions, given that no open cell does; None where that is not clear.

        Such a point lies on the zero set of a closed condition. Where that is smooth and meets no
        other boundary, an open cell beside it would obey the conditions too: only corners remain.
        """
        if len(self.letters) > 2 or self.may_be_thin or any(c.op in ("==", "!=") for c in conditions):
            return None
        strict = {key(c.poly) for c in conditions if c.op == ">"}
        closed = [c.poly for c in conditions if c.op == ">=" and key(c.poly) not in strict]
        names = {key(normal(p)) for p in closed}
        if len(names) < len(closed) or names & {key(e) for e in self.edges}:
            return None
        if len(self.letters) < 2:
            return True
        is_clear = True
        held = [*self.fibres.outer, *conditions]
        for zeros in self.meetings(closed, [*closed, *self.edges]):
            if zeros is None:
                return None
            for corner in zeros.points:
                if all(c.holds(corner) for c in held) and self.fibres.at(corner) is not None:
                    return False
            for box in zeros.boxes:
                is_clear = is_clear and any(ball_sign(c.poly, box) == -1 for c in held if c.op in (">", ">="))
        return True if is_clear else None

    @property
    def may_be_thin(self) -> bool:
        """Whether the domain may have parts without an interior; a convex set with an interior has none."""
        closed = [c for c in self.conditions if not c.is_strict]
        return not self.cells or not all(c.op == ">=" and is_concave(c.poly) for c in closed)

    def zeros(self, poly: Poly, letter: int) -> list[Values]:
        origin = (fmpq(0),) * len(self.field.symbols)
        roots = rational_roots(self.field, poly, letter)
        return [(*origin[:letter], root, *origin[letter + 1 :]) for root in roots]

    def meetings(self, polys: Sequence[Poly], others: Sequence[Poly]) -> list[Zeros | None]:
        """Where each polynomial meets another, or is not smooth; None among them where that is not known."""
        found = []
        x, y = self.letters
        for poly in map(normal, polys):
            bend = min((poly.derivative(i) for i in (x, y)), key=lambda q: (not q, q.total_degree()))
            for other in [*map(normal, others), bend]:
                if key(other) == key(poly):
                    continue
                name = (key(poly), key(other))
                if name not in self.crossings:
                    self.crossings[name] = common_zeros(self.field, poly, other, (x, y))
                found.append(self.crossings[name])
        return found
