"""Branches: a walk made on either side of every sign that it hangs on, until each part of the space has one walk.

A side is left where it has no inside: shown by products of conditions, or by open cells that cover the space. Points are
scattered, climbed to, or what a covering ends at. Where a polynomial is of one sign or zero on a part it is no
condition of it. Where a leading coefficient vanishes the walk goes on in a slice of one letter less. To which
side the zeros of a polynomial belong is said at the end (`rims`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, cast

import numpy as np

from symdt.exact.floating.climbing import NEAR
from symdt.exact.formula import Condition
from symdt.exact.polynomial import Poly
from symdt.exact.solver import Budget, NoPoint, Unknown, refute
from symdt.exact.solver.contradictions import LINEAR
from symdt.regions.walks.cores import Core, Cores, at
from symdt.regions.walks.guides import Guide
from symdt.regions.walks.parabolas import Parabolas
from symdt.regions.walks.rims import Fact, Given, Item, Proof, Side, Split, strictly
from symdt.regions.walks.settlement import OpenError, Settlement
from symdt.regions.walks.slices import Slice, composed
from symdt.regions.walks.surfaces.charts import LETTERS
from symdt.regions.walks.vacant import broken, vacant
from symdt.regions.walks.walk import Step, Walk

#: A part with fewer points than this gets more around them; steps of a climb; seconds for a covering at most.
FEW, STEPS, SECONDS = 25, 20, 8.0
#: Seconds that are left to tell a part that was found.
TELLING = 0.01
#: A margin of more than this is no fault of rounding.
CLEARLY = 1e-6


@dataclass(frozen=True)
class Part:
    """A part of the space: the slice, its conditions, the signs that they give, and scattered points of its inside.

    conditions: what tells it from other parts, on the slice, each with the side of the split that it is, None where
    it is linear. path: the same as it was before letters were put in.
    """

    space: Slice
    conditions: tuple[Fact, ...] = ()
    path: tuple[Item, ...] = ()
    claims: dict[int, int] = field(default_factory=dict)
    strict: dict[int, int] = field(default_factory=dict)
    points: Any = None

    @property
    def facts(self) -> list[Fact]:
        """The conditions with those of the domain."""
        return [*outer_facts(self.space), *self.conditions]


@dataclass(frozen=True)
class Leaf:
    """A part with its walk; none where the part has no inside. halves: of which it was joined."""

    part: Part
    steps: tuple[Step, ...]
    halves: tuple[Leaf, ...] = ()

    @property
    def is_broken(self) -> bool:
        """Whether on a rim of the halves something else holds, which they tell but the whole does not."""
        return any(
            isinstance(item, Proof) and item.is_broken for half in self.halves for item in half.part.path
        ) or any(half.is_broken for half in self.halves)


class Branches:
    """The parts of the space of a question's other letters.

    parabolas: the functions. budget: what the whole may take.
    """

    def __init__(self, parabolas: Parabolas, budget: Budget) -> None:
        self.parabolas, self.budget = parabolas, budget
        self.found: list[Leaf] = []  # as they are found, for whoever does not wait for all
        self.splits: list[Split] = []
        self.proofs: list[tuple[Part, Proof]] = []
        self.cores: dict[Slice, Cores] = {}
        self.settlement = Settlement(budget)

    def whole(self) -> list[Leaf]:
        """All parts."""
        space = Slice(self.parabolas.question.domain, self.parabolas.question.letter)
        if not len(space.ground.places):
            raise OpenError
        self.leaves(Part(space, points=np.arange(len(space.ground.places))))
        thin = [self.thin(part, proof) for part, proof in self.settlement.broken(self.splits, self.proofs)]
        return [part for leaf in self.found for part in self.parted(leaf)] + thin

    def thin(self, part: Part, proof: Proof) -> Leaf:
        """What is left where a proof does not hold on a rim, to be told for itself."""
        path = (*proof.path, Given(proof.against))
        return Leaf(replace(part, path=path, points=np.zeros(0, dtype=int)), ())

    def open_parts(self) -> list[Leaf]:
        """The parts found so far without their rims, of which nothing is known yet."""
        for split in self.splits:
            if not split.is_fixed:
                split.rim = 0
        return self.found

    def parted(self, leaf: Leaf) -> list[Leaf]:
        """A leaf, or its halves where these tell more."""
        if not leaf.is_broken:
            return [leaf]
        return [part for half in leaf.halves for part in self.parted(half)]

    def leaves(self, part: Part) -> list[Leaf]:
        """The parts of a part, those on both sides of a sign joined where they have one walk."""
        guide: Guide | None = None
        wanted: dict[int, bool] = {}
        while True:
            if self.budget.left() <= TELLING * len(self.found):
                raise OpenError
            if not len(part.points):
                return [self.kept(Leaf(part, ()))]
            if guide is None or guide.points is not part.points:
                guide = Guide(self.parabolas, part.space, part.points)
                wanted = {}
            if not wanted:
                given = [c for c, _ in part.facts]
                meeting = partial(self.cores_of(part.space).may_meet, given, self.budget)
                walk = Walk(self.parabolas, part.space, part.claims, part.strict, guide, meeting)
                steps, wanted = walk.tried()
            if wanted:
                number = guide.choice(wanted)
                is_strict = wanted.pop(number)
                sides = self.sides(part, number, is_strict)
                if len(sides) == 1 and sides[0].space is part.space:
                    part = sides[0]
                    continue
                below = [self.leaves(side) for side in sides]
                if not is_strict and len(below) == 2 and {len(b) for b in below} == {1}:
                    one, two = (b[0] for b in below)
                    if one.steps == two.steps and one.part.space is two.part.space is part.space:
                        self.found.remove(one)
                        self.found.remove(two)
                        points = np.concatenate([one.part.points, two.part.points])
                        return [self.kept(Leaf(replace(part, points=points), one.steps, (one, two)))]
                return [leaf for leaves in below for leaf in leaves]
            self.check(part)
            return [self.kept(Leaf(part, steps))]

    def check(self, part: Part) -> None:
        """What is claimed of a part must be so at its points: a second road, without which nothing is told."""
        for number, sign in part.claims.items():
            margins = part.space.ground.margins(part.space.basis.polys[number])[part.points]
            if (sign * margins < -CLEARLY).any():
                raise OpenError

    def kept(self, leaf: Leaf) -> Leaf:
        """A leaf, remembered."""
        self.found.append(leaf)
        return leaf

    # --- the sides of a sign --------------------------------------------------------------------------------

    def sides(self, part: Part, number: int, is_strict: bool) -> list[Part]:
        """What a part is made of: where a polynomial is positive, where it is not, and where it vanishes if that counts."""
        poly = part.space.basis.polys[number]
        known = part.claims.get(number)
        alive, points = [], {}
        for sign in (1, -1) if known is None else (known,):
            found, proof = self.points(part, Condition(part.space.field, sign * poly, ">"))
            if proof is not None:
                part = replace(part, path=(*part.path, proof))
            else:
                alive.append(sign)
                points[sign] = found
        if len(alive) == 2 and (more := self.unseen(part, number, points)) is not None:
            return [replace(part, points=more)]
        if not is_strict:
            if len(alive) < 2:
                side = alive[0] if alive else 1
                return [replace(part, claims={**part.claims, number: side})]
            split = self.split(part, poly)
            return [self.side(part, number, Side(split, s), points[s]) for s in alive]
        if len(alive) == 1 and self.is_firm(part, Condition(part.space.field, alive[0] * poly, ">")):
            return [
                replace(
                    part, claims={**part.claims, number: alive[0]}, strict={**part.strict, number: alive[0]}
                )
            ]
        there, proof = self.sliced(part, poly, alive[0] if len(alive) == 1 else 0)
        if there is None and len(alive) == 1:
            strict = {**part.strict, number: alive[0]}
            path = (*part.path, proof) if proof else part.path
            return [replace(part, path=path, claims={**part.claims, number: alive[0]}, strict=strict)]
        sides = []
        for sign in alive:
            split = Split(Condition(part.space.field, poly, ">"), 0, True)
            sides.append(self.side(part, number, Side(split, sign), points[sign]))
        return sides + ([there] if there else [])

    def unseen(self, part: Part, number: int, found: Mapping[int, Any]) -> Any:
        """The points of a part with those found on a side that had none; None where these are not seen to be there.

        What is known of more points may speak for another cut.
        """
        margins = part.space.margins(number)
        for sign, more in found.items():
            if not (sign * margins[part.points] > NEAR).any() and (sign * margins[more] > NEAR).any():
                return np.concatenate([part.points, more])
        return None

    def is_firm(self, part: Part, condition: Condition) -> bool:
        """Whether a linear condition follows from the linear ones of a part as they are, so that it holds on all rims."""
        if condition.poly.total_degree() > 1:
            return False
        linear = [c for c, side in part.facts if side is None and c.poly.total_degree() <= 1]
        return refute([*linear, Condition(condition.field, -condition.poly, ">=")], [LINEAR], self.budget)

    def split(self, part: Part, poly: Poly) -> Split:
        """A split of a part, remembered; the zeros of a linear one are below."""
        split = Split(Condition(part.space.field, poly, ">"), -1, poly.total_degree() <= 1)
        self.splits.append(split)
        return split

    def side(self, part: Part, number: int, side: Side, points: Any) -> Part:
        """The part on one side of a polynomial."""
        split, sign = side
        condition = (
            side.told() if split.is_fixed else Condition(part.space.field, sign * split.condition.poly, ">")
        )
        strict = {**part.strict, number: sign} if split.is_fixed and not side.has_rim else part.strict
        return replace(
            part,
            conditions=(*part.conditions, (condition, None if split.is_fixed else side)),
            path=(*part.path, side),
            claims={**part.claims, number: sign},
            strict=strict,
            points=points,
        )

    def points(self, part: Part, new: Condition) -> tuple[Any, Proof | None]:
        """Points of a part at which a condition holds strictly, or the proof that there are none."""
        margins = part.space.ground.margins(new.poly)[part.points]
        held = part.points[margins > NEAR]
        if len(held):
            return self.enough(part.space, held, [*(c for c, _ in part.conditions), new]), None
        found, core = self.sought(part.space, [*part.facts, (new, None)])
        if found is not None:
            return found, None
        return None, self.proof(part, core, new, -1)

    def proof(self, part: Part, core: Core | None, against: Condition, sign: int) -> Proof:
        """A proof by a core, remembered with the splits it needs; by linear conditions where there is none."""
        facts = [(c, side) for c, side in part.facts if core and strictly(c) in core.conditions]
        used = [side for c, side in facts if side is not None and core and strictly(c) in core.strict]
        proof = Proof(part.path, tuple(dict.fromkeys(used)), tuple(facts), against, sign)
        if core is not None and against.op != "==":
            proof.still = core.still
        for side in proof.used:
            side.split.proofs[side.sign].append(proof)
        if any(side is not None for _, side in facts):
            self.proofs.append((part, proof))
        return proof

    def cores_of(self, space: Slice) -> Cores:
        """The cores of a slice."""
        return self.cores.setdefault(space, Cores(space))

    def enough(self, space: Slice, held: Any, conditions: Sequence[Condition]) -> Any:
        """The points, and more around them where they are few."""
        return held if len(held) >= FEW else np.concatenate([held, space.ground.around(held, conditions)])

    def sought(self, space: Slice, facts: Sequence[Fact]) -> tuple[Any, Core | None]:
        """Points of a slice at which conditions hold strictly, the last of which is new; None, and why, where there are none."""
        conditions = [strictly(c) for c, _ in facts]
        cores = self.cores_of(space)
        core = cores.remembered(conditions)
        if core is not None:
            return None, core
        linear = [c for c in conditions[:-1] if c.poly.total_degree() <= 1]
        is_curved = conditions[-1].poly.total_degree() > 1
        if not (is_curved and len(space.letters) == LETTERS) and cores.flat(  # surfaces tell as soon
            linear, conditions[-1], self.budget
        ):
            own = frozenset(
                [conditions[-1]]
            )  # linear conditions may vanish; the last one not, if it is a side of a split
            return None, (Core(own, own) if facts[-1][1] is not None else None)
        values = space.ground.climb(conditions, STEPS)
        if values is None:
            told = cores.told(conditions, self.budget)
            if isinstance(told, Core):
                return None, told
            if isinstance(told, Unknown):
                raise OpenError
            values = at(space, told)
        number = np.array([space.ground.placed(values)])
        return self.enough(space, number, conditions), None

    # --- where a leading coefficient vanishes ------------------------------------------------------------------

    def sliced(self, part: Part, poly: Poly, sign: int) -> tuple[Part | None, Proof | None]:
        """The part where a polynomial vanishes, in a slice; or the proof that there is none, if it needs any.

        sign: that of the polynomial if it vanishes nowhere, 0 if it has both.
        """
        there, against = part.space.where(poly), Condition(part.space.field, poly, "==")
        path = (*part.path, Given(against))
        thin = replace(part, path=path, points=np.zeros(0, dtype=int))
        if there is None:
            return self.crossed(part, thin, against, sign)
        conditions: dict[Condition, Side | None] = {}
        for c, side in part.conditions:
            new = composed(c, there.put)
            if new.truth is False:
                if side is not None and not new.poly:
                    zero = frozenset([strictly(c)])
                    return None, self.proof(part, Core(zero, zero), against, sign)
                return None, None
            if new.truth is None and conditions.get(new, side) is side:
                conditions[new] = side
        if any(c.truth is False for c in there.outer):
            return None, None
        claims, strict = self.signs(there, conditions)
        made = Part(there, tuple(conditions.items()), path, claims, strict)
        points, core = self.scattered(made)
        if points is not None:
            return replace(made, points=points), None
        inner = [Condition(c.field, c.poly, ">") for c, side in made.facts if c.op == ">=" and side is None]
        if not inner or there.ground.climb(inner) is not None:
            return None, self.proof(part, self.before(part, made, core), against, sign)
        weak = [Condition(c.field, c.poly, c.op if side is None else ">=") for c, side in made.facts]
        return (thin if self.settlement.is_met(there, weak) else None), None

    def crossed(
        self, part: Part, thin: Part, against: Condition, sign: int
    ) -> tuple[Part | None, Proof | None]:
        """The part where a polynomial vanishes of which no letter is a function of the others, or the proof that there is none."""
        facts = part.facts
        cells: list[Any] = []
        budget = Budget(min(SECONDS, self.budget.left()))
        given = [*(c for c, _ in facts), against]
        told = vacant(part.space.basis, part.space.letters, given, budget, cells=cells)
        if isinstance(told, Unknown):
            raise OpenError
        if isinstance(told, NoPoint):
            used = frozenset(strictly(facts[n][0]) for n in broken(cells[0]) if n < len(facts))
            return None, self.proof(part, Core(used, used), against, sign)
        return thin, None

    def before(self, part: Part, made: Part, core: Core | None) -> Core | None:
        """A core of a slice in the letters of the part around it."""
        if core is None:
            return None
        put = made.space.put
        held, strict = (
            frozenset(strictly(c) for c, _ in part.facts if strictly(composed(c, put)) in kind)
            for kind in core[:2]
        )
        return Core(held, strict)

    def signs(
        self, space: Slice, conditions: Mapping[Condition, Side | None]
    ) -> tuple[dict[int, int], dict[int, int]]:
        """The signs of irreducible polynomials that conditions give."""
        claims: dict[int, int] = {}
        strict: dict[int, int] = {}
        for c, side in conditions.items():
            sign, parts = space.basis.factors(c.poly)
            if len(parts) == 1 and parts[0][1] % 2:
                claims.setdefault(parts[0][0], sign)
                if c.is_strict and side is None:
                    strict.setdefault(parts[0][0], sign)
        return claims, strict

    def scattered(self, part: Part) -> tuple[Any, Core | None]:
        """Points of a slice at which conditions hold strictly; None, and why, where there are none."""
        ground = part.space.ground
        held = np.arange(len(ground.places))
        for c, _ in part.conditions:
            held = held[ground.margins(c.poly)[held] > NEAR]
        if len(held):
            return self.enough(part.space, held, [c for c, _ in part.conditions]), None
        return self.sought(part.space, part.facts) if part.facts else (held, None)


def outer_facts(space: Slice) -> Sequence[Fact]:
    """The domain's conditions on a slice; a curved one that may vanish is the side of a split that is the same for all parts."""
    if "outer" not in space.known:
        space.known["outer"] = [
            (c, Side(Split(c, 1, True), 1) if c.op == ">=" and c.poly.total_degree() > 1 else None)
            for c in space.outer
        ]
    return cast(Sequence[Fact], space.known["outer"])
