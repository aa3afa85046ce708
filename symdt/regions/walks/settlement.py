"""Settlement: to which sides zeros are given, and which proofs are broken there all the same.

What is shown of a part is shown of its inside (`rims`). Zeros are given to the side with fewer proofs that they could break; a
proof that is broken all the same is mended by giving them to the other side, if that breaks fewer. What holds
on the zeros of a polynomial is asked on its surface, or of all the space where that is not told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symdt.exact.formula import Condition
from symdt.exact.solver import Budget, NoPoint, Unknown
from symdt.regions.walks.rims import Fact, Proof, Side, Split, strictly, touches
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.sought import Search
from symdt.regions.walks.surfaces.turnings import met_on_turn
from symdt.regions.walks.surfaces.zeros import is_met

#: A part of the space, and why something holds nowhere in it.
Shown = tuple[Any, Proof]


class OpenError(Exception):
    """Of a part of the space it was not found out whether it has a point, or which."""


class Settlement:
    """What was asked about rims.

    budget: what it may take.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.met: dict[frozenset[Condition], bool] = {}
        self.found: dict[tuple[Any, ...], bool] = {}

    def broken(self, splits: Sequence[Split], proofs: Sequence[Shown]) -> list[Shown]:
        """Say to which sides zeros belong; the proofs that do not hold on rims then, each with its part."""
        for split in splits:
            split.settle()
        for part, proof in proofs:
            if self.is_found(part, proof):
                self.turn(proof, proofs)
        left = [(part, proof) for part, proof in proofs if self.is_found(part, proof)]
        for _, proof in left:
            proof.is_broken = True
        return left

    def turn(self, proof: Proof, proofs: Sequence[Shown]) -> None:
        """Give the zeros of a side that a proof rests on to the other side, if fewer proofs are broken then."""
        for split in dict.fromkeys(side.split for side in proof.on_rims if not side.split.is_fixed):
            near = [one for one in proofs if any(s is not None and s.split is split for _, s in one[0].facts)]
            before = sum(self.is_found(*one) for one in near)
            split.rim = -split.rim
            if sum(self.is_found(*one) for one in near) < before:
                return
            split.rim = -split.rim

    def is_found(self, part: Any, proof: Proof) -> bool:
        """Whether what a proof excludes is found on rims, as they are given now; asked once."""
        key = (proof, *(side.has_rim for _, side in part.facts if side is not None))
        if key not in self.found:
            self.found[key] = bool(proof.on_rims) and self.is_broken(part, proof)
        return self.found[key]

    def is_broken(self, part: Any, proof: Proof) -> bool:
        """Whether what a proof excludes is found on a rim of the part."""
        rims = proof.on_rims
        if proof.still(proof.weak, {strictly(c) for c, _ in part.facts}):
            return False
        others = [Condition(c.field, c.poly, c.op if s is None else s.told().op) for c, s in part.facts]
        met = self.met_on_rims(part, proof, others)
        if met is not None:
            return met
        if proof.against.op == "==":
            return any(self.is_met(part.space, [*on_rim(part.facts, rim), proof.against]) for rim in rims)
        for touching in touches(proof.facts, rims, part.space.letters):
            if self.is_met(part.space, [*touching, proof.against]):
                new = {strictly(c) for c in touching}
                rest = [c for c in others if strictly(c) not in new]
                if self.is_met(part.space, [*touching, *rest, proof.against]):
                    return True
        return False

    def met_on_rims(self, part: Any, proof: Proof, others: Sequence[Condition]) -> bool | None:
        """Whether what a proof excludes is found on the surfaces of rims; None where these do not tell.

        others: all conditions of the part as they are told.
        """
        few = [c for c, (d, _) in zip(others, part.facts, strict=True) if strictly(d) in proof.rests_on]
        for rim in proof.on_rims:
            (own,) = {strictly(c) for c, side in part.facts if side == rim}
            numbers = part.space.basis.parts(own.poly, whole=True)
            if len(numbers) != 1:
                return None
            turned = met_on_turn(part.space, numbers[0], others, proof.against, self.budget)
            if turned is not None:
                if turned:
                    return True
                continue
            for conditions in (few, others):
                asked = [c for c in conditions if strictly(c) != own]
                met = is_met(part.space, numbers[0], [*asked, proof.against], self.budget)
                if met is None:
                    return None
                if not met:
                    break
            else:
                return True
        return False

    def is_met(self, space: Slice, facts: Sequence[Condition]) -> bool:
        """Whether conditions hold anywhere."""
        key = frozenset(facts)
        if key not in self.met:
            given = [c for c in dict.fromkeys(facts) if c.truth is None]
            met: bool | None = False
            if all(c.truth is not False for c in facts):
                met = self.met_on_surface(space, given)
                if met is None:
                    told = Search(space, given, self.budget).told()
                    if isinstance(told, Unknown):
                        raise OpenError
                    met = not isinstance(told, NoPoint)
            self.met[key] = bool(met)
        return self.met[key]

    def met_on_surface(self, space: Slice, facts: Sequence[Condition]) -> bool | None:
        """Whether conditions hold anywhere, of which some are equations: on the surface of one; None where no surface tells."""
        same = [c for c in facts if c.op == "=="]
        for one in same if len(same) > 1 else ():
            numbers = space.basis.parts(one.poly, whole=True)
            if len(numbers) == 1:
                met = is_met(space, numbers[0], [c for c in facts if c is not one], self.budget)
                if met is not None:
                    return met
        return None


def on_rim(facts: Sequence[Fact], rim: Side) -> list[Condition]:
    """Conditions as they are told, on the zeros of one side."""
    found = []
    for c, side in facts:
        op = "==" if side == rim else c.op if side is None else side.told().op
        found.append(Condition(c.field, c.poly, op))
    return found
