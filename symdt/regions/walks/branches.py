"""Branches: a walk made on either side of every sign that it hangs on, until each part of the space has one walk.

A side is left where it has no point: shown by products of conditions, or by cells that cover the space. Points are
scattered, climbed to, or what a covering ends at. Where a polynomial is of one sign or zero on a part it is no
condition of it. Where a leading coefficient vanishes the walk goes on in a slice of one letter less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from symdt.exact.formula import Condition
from symdt.exact.line.place import Place
from symdt.exact.polynomial import Number, Poly
from symdt.exact.solver import Budget, NoPoint, Unknown, refute
from symdt.exact.solver.climbing import NEAR
from symdt.exact.solver.contradictions import LINEAR, QUICK
from symdt.regions.walks.parabolas import Parabolas
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.sought import Search
from symdt.regions.walks.vacant import vacant
from symdt.regions.walks.walk import SplitError, Step, Walk

#: A part with fewer points than this gets more around them; steps of a climb; seconds for a covering at most.
FEW, STEPS, SECONDS = 25, 60, 8.0


#: In place of points: these are sought once all else is done.
LATER = "later"


class OpenError(Exception):
    """Of a part of the space it was not found out whether it has a point, or which."""


@dataclass(frozen=True)
class Part:
    """A part of the space: the slice, its conditions, the signs that they give, and scattered points of it.

    conditions: what tells it from other parts, on the slice. written: the same as it was before letters were put in.
    """

    space: Slice
    conditions: tuple[Condition, ...] = ()
    written: tuple[Condition, ...] = ()
    claims: dict[int, int] = field(default_factory=dict)
    strict: dict[int, int] = field(default_factory=dict)
    points: Any = None


@dataclass(frozen=True)
class Leaf:
    """A part with its walk; none where the part has no inside, so that no points are scattered in it."""

    part: Part
    steps: tuple[Step, ...]


class Branches:
    """The parts of the space of a question's other letters.

    parabolas: the functions. budget: what the whole may take.
    """

    def __init__(self, parabolas: Parabolas, budget: Budget) -> None:
        self.parabolas, self.budget = parabolas, budget
        self.found: list[Leaf] = []  # as they are found, for whoever does not wait for all
        self.later: list[Part] = []  # parts of which it was not found out soon whether they have a point

    def whole(self) -> list[Leaf]:
        """All parts."""
        space = Slice(self.parabolas.question.domain, self.parabolas.question.letter)
        if not len(space.ground.places):
            raise OpenError
        found = self.leaves(Part(space, points=np.arange(len(space.ground.places))))
        while self.later:
            part = self.later.pop()
            points = self.sought(part.space, part.conditions)
            if points is not None:
                found += self.leaves(replace(part, points=points))
        return found

    def leaves(self, part: Part) -> list[Leaf]:
        """The parts of a part, those on both sides of a sign joined where they have one walk."""
        while True:
            if self.budget.is_spent:
                raise OpenError
            if len(part.points) < 2:
                return [self.kept(Leaf(part, ()))]
            try:
                steps = Walk(self.parabolas, part.space, part.claims, part.strict).steps()
            except SplitError as asked:
                sides = self.sides(part, asked.number, asked.is_strict)
                if len(sides) == 1 and sides[0].space is part.space:
                    part = sides[0]
                    continue
                below = [self.leaves(side) for side in sides]
                if not asked.is_strict and len(below) == 2 and {len(b) for b in below} == {1}:
                    one, two = (b[0] for b in below)
                    if one.steps == two.steps and one.part.space is two.part.space is part.space:
                        self.found.remove(one)
                        self.found.remove(two)
                        return [self.kept(replace(one, part=replace(part, points=one.part.points)))]
                return [leaf for leaves in below for leaf in leaves]
            return [self.kept(Leaf(part, steps))]

    def kept(self, leaf: Leaf) -> Leaf:
        """A leaf, remembered."""
        self.found.append(leaf)
        return leaf

    # --- the sides of a sign --------------------------------------------------------------------------------

    def sides(self, part: Part, number: int, is_strict: bool) -> list[Part]:
        """What a part is made of: where a polynomial is positive, where it is not, and where it vanishes if that counts."""
        poly = part.space.basis.polys[number]
        known = part.claims.get(number)
        alive = [s for s in (1, -1) if known in (None, s)]
        points = {s: self.points(part, s * poly) for s in alive}
        alive = [s for s in alive if points[s] is not None]
        if not is_strict:
            if len(alive) < 2:
                side = alive[0] if alive else 1
                return [replace(part, claims={**part.claims, number: side})]
            ops = {1: ">", -1: ">="}
            return self.begun([self.side(part, number, s, ops[s], points[s]) for s in alive])
        there = self.sliced(part, poly)
        if there is None and len(alive) == 1:
            strict = {**part.strict, number: alive[0]}
            return [replace(part, claims={**part.claims, number: alive[0]}, strict=strict)]
        sides = [self.side(part, number, s, ">", points[s]) for s in alive]
        return self.begun(sides) + ([there] if there else [])

    def begun(self, sides: Sequence[Part]) -> list[Part]:
        """The sides that are walked on at once; the others are remembered."""
        self.later += [side for side in sides if side.points is LATER]
        return [side for side in sides if side.points is not LATER]

    def side(self, part: Part, number: int, sign: int, op: Any, points: Any) -> Part:
        """The part on one side of a polynomial."""
        poly = sign * part.space.basis.polys[number]
        condition = Condition(part.space.field, poly, op)
        strict = {**part.strict, number: sign} if op == ">" else part.strict
        return replace(
            part,
            conditions=(*part.conditions, condition),
            written=(*part.written, condition),
            claims={**part.claims, number: sign},
            strict=strict,
            points=points,
        )

    def points(self, part: Part, poly: Poly) -> Any:
        """Points of a part at which a polynomial is positive; None where there are none."""
        ground = part.space.ground
        sign = ground.margins(poly)[part.points]
        held = part.points[sign > NEAR]
        conditions = [*part.conditions, Condition(part.space.field, poly, ">")]
        if len(held):
            return self.enough(part.space, held, conditions)
        return self.sought(part.space, conditions, part.points, is_short=True)

    def enough(self, space: Slice, held: Any, conditions: Sequence[Condition]) -> Any:
        """The points, and more around them where they are few."""
        return held if len(held) >= FEW else np.concatenate([held, space.ground.around(held, conditions)])

    def sought(
        self, space: Slice, conditions: Sequence[Condition], points: Any = (), *, is_short: bool = False
    ) -> Any:
        """Points of a slice at which the conditions hold, the last of which is new; None where there are none.

        points: some at which all but the last hold. is_short: what takes long is put off.
        """
        facts, new = [*space.outer, *conditions], conditions[-1]
        linear = [c for c in facts[:-1] if c.poly.total_degree() <= 1]
        level = LINEAR if new.poly.total_degree() <= 1 else QUICK[1]
        if refute([*linear, new], [level], self.budget):
            return None
        values = space.ground.climb(conditions, STEPS)
        if values is None:
            told = Search(space, facts, self.budget, points, is_short=is_short).told()
            if isinstance(told, NoPoint):
                return None
            if isinstance(told, Unknown):
                if is_short and not self.budget.is_spent:
                    return LATER
                raise OpenError
            values = self.near(space, told, conditions)
            if values is None:
                return np.zeros(0, dtype=int)
        number = np.array([space.ground.placed(values)])
        return self.enough(space, number, conditions)

    def near(self, space: Slice, place: Place, conditions: Sequence[Condition]) -> tuple[Number, ...] | None:
        """A rational point at a place or near it."""
        at = space.field.position[space.parameter]
        values = list(space.domain.witness)
        for i in space.letters:
            value = place.coordinates[i]
            values[i] = place.rational[i] if i in place.rational else (value.low + value.high) / 2
        values[at] = space.domain.witness[at]
        holds = all(c.holds(values) for c in (*space.outer, *conditions))
        return tuple(values) if holds else None

    # --- where a leading coefficient vanishes ------------------------------------------------------------------

    def sliced(self, part: Part, poly: Poly) -> Part | None:
        """The part where a polynomial vanishes, in a slice; None where there is none."""
        there = part.space.where(poly)
        if there is None:
            facts = [*part.space.outer, *part.conditions, Condition(part.space.field, poly, "==")]
            budget = Budget(min(SECONDS, self.budget.left()))
            told = vacant(part.space.basis, part.space.letters, facts, budget)
            if isinstance(told, Unknown):
                raise OpenError
            nothing = np.zeros(0, dtype=int)
            written = (*part.written, facts[-1])
            return None if isinstance(told, NoPoint) else replace(part, written=written, points=nothing)
        put = there.put
        conditions = [Condition(c.field, c.poly.compose(*put), c.op) for c in part.conditions]
        if any(c.truth is False for c in (*conditions, *there.outer)):
            return None
        conditions = [c for c in dict.fromkeys(conditions) if c.truth is None]
        claims, strict = self.signs(there, conditions)
        points = self.scattered(there, conditions)
        if points is None:
            return None
        equation = Condition(part.space.field, poly, "==")
        return Part(there, tuple(conditions), (*part.written, equation), claims, strict, points)

    def signs(self, space: Slice, conditions: Sequence[Condition]) -> tuple[dict[int, int], dict[int, int]]:
        """The signs of irreducible polynomials that conditions give."""
        claims: dict[int, int] = {}
        strict: dict[int, int] = {}
        for c in conditions:
            sign, parts = space.basis.factors(c.poly)
            if len(parts) == 1 and parts[0][1] % 2:
                claims.setdefault(parts[0][0], sign)
                if c.is_strict:
                    strict.setdefault(parts[0][0], sign)
        return claims, strict

    def scattered(self, space: Slice, conditions: Sequence[Condition]) -> Any:
        """Points of a slice at which conditions hold; None where there are none."""
        held = np.arange(len(space.ground.places))
        for c in conditions:
            held = held[space.ground.margins(c.poly)[held] > NEAR]
        if len(held):
            return self.enough(space, held, conditions)
        if not conditions:
            conditions = space.outer
        return self.sought(space, conditions) if conditions else held
