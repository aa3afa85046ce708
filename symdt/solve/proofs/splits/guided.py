"""Guided: that cases leave no gap, shown by a tree of the sides of polynomials, which scattered points tell how to grow.

Where all scattered points of a part of the space lie in one case, each of its conditions follows there as a rule, by products of
two facts. Where they lie in several, the part is cut by the condition that tells them best apart. So a tree has
few more leaves than there are cases, and every leaf an identity for each condition of its case.

>>> from sympy import symbols
>>> from symdt.exact.solver import Budget
>>> from symdt.solve.proofs.check.proofs import check
>>> from symdt.solve.proofs.check.texts import Ring
>>> from symdt.solve.proofs.prover import Search
>>> ring = Ring(["x", "y", "z"])
>>> search = Search(ring, symbols("x y z"), Budget(5))
>>> facts = [ring.fact(f"{letter} > 0") for letter in "xyz"]
>>> case = lambda *texts: [negated(ring.fact(text)) for text in texts]
>>> clauses = [case("x*y > z"), case("x*y <= z", "x > y"), case("x*y <= z", "x <= y")]
>>> proof = refute(search, facts, clauses)
>>> proof["sides"], check(ring, proof, facts, clauses)
('z - x*y', (11, 0))
>>> refute(search, facts, clauses[:2]).point
{x: 1, y: 1, z: 2}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from symdt.exact.solver import Answer, Found, NoPoint, Unknown
from symdt.solve.proofs.check.polynomials import Poly
from symdt.solve.proofs.check.texts import Fact, negated
from symdt.solve.proofs.multipliers import Effort
from symdt.solve.proofs.splits.scattered import Scattered
from symdt.solve.proofs.splits.sides import BRIEF, COVERING, SHORT, Step, find, nested
from symdt.solve.proofs.splits.signs import ALLOWED, sides, sign_of, signs_of

if TYPE_CHECKING:
    from symdt.solve.proofs.prover import Outcome, Proof, Search

#: The effort of one search for an identity (see `multipliers.Effort`).
EFFORT = 2_000_000
#: Seconds for a covering of few facts, where nothing else tells.
COVERED = 2.0


def refute(search: Search, facts: Sequence[Fact], clauses: Sequence[list[Fact]]) -> Outcome:
    """A proof that facts and clauses have no common point, such a point, or that it was not decided.

    clauses: of each an alternative holds; they are the contraries of the conditions of a case each.
    """
    guide = Guided(search, list(facts), list(clauses))
    outcome = guide.node(list(facts), guide.scattered.numbers)
    is_shown = not isinstance(outcome, Found) or guide.scattered.is_outside(outcome)
    return outcome if is_shown else Unknown("a point was found that lies in a case")


class Guided:
    """The points of a question, and the tree that grows by them.

    search: who finds identities. facts: of the domain. clauses: one for each case.
    """

    def __init__(self, search: Search, facts: list[Fact], clauses: list[list[Fact]]) -> None:
        self.search, self.clauses = search, clauses
        self.scattered = Scattered(search, facts, clauses)
        spoken = {n for c in clauses for f, _ in c for n in search.ring.letters_of(f)}
        # the rule's letter, if no case speaks of it
        self.own = "" if search.letter in spoken else search.letter
        self.found: dict[Any, Proof | None] = {}

    # --- the tree -------------------------------------------------------------------------------------

    def node(self, facts: list[Fact], points: Any) -> Outcome:
        """A part of the space, with the points that lie in it."""
        import numpy as np

        if self.search.budget.is_spent:
            return Unknown("the time budget is spent")
        signs = signs_of(facts)
        points = points[self.scattered.cases[points] >= 0]
        if not len(points):
            return self.bare(facts, signs)
        present = np.unique(self.scattered.cases[points])
        if len(present) == 1:
            return self.within(facts, signs, int(present[0]), points)
        poly = self.scattered.best(signs, points, present)
        return (
            self.both(poly, facts, points) if poly is not None else Unknown("points of two cases are alike")
        )

    def both(self, poly: Poly, facts: list[Fact], points: Any) -> Outcome:
        """Both sides of a polynomial."""
        parts: list[Proof] = []
        for side, here in zip(sides(poly), self.scattered.sides(poly, points), strict=True):
            outcome = self.node([*facts, side], here)
            if not isinstance(outcome, dict):
                return outcome
            parts.append(outcome)
        return {"sides": self.search.ring.text(poly), "cases": parts}

    def within(self, facts: list[Fact], signs: dict[Any, set[int]], case: int, points: Any) -> Outcome:
        """All points lie in one case: its conditions are shown one after the other; what is not shown is cut."""
        steps: list[Step] = []
        known, left = list(facts), []
        for fact in self.clauses[case]:
            allowed = {"!=": [(fact[0], ">"), negated((fact[0], ">="))]}.get(fact[1], [fact])
            here = [f for f in allowed if sign_of(f[0], signs) & ALLOWED[f[1]]]
            if here and fact[1] == "==":
                # that it is not zero is seen on one side of it after the other
                ways = sign_of(fact[0], signs)
                if {-1, 1} <= ways:
                    return self.both(fact[0], facts, points)
                here = [(fact[0], ">=") if 1 not in ways else negated((fact[0], ">"))]
            left += here
        left.sort(key=lambda f: len(f[0]))
        is_new = True
        while left and is_new:
            is_new = False
            for fact in list(left):
                proof = self.find([*known, fact])
                if proof is not None:
                    steps.append((*cut_by(fact), proof))
                    known.append(negated(fact))
                    left.remove(fact)
                    is_new = True
        if left:
            outcome: Outcome = self.both(cut_by(left[0])[0], known, points)
        else:
            outcome = self.closed(known, case)
        return nested(self.search.ring, steps, outcome) if isinstance(outcome, dict) else outcome

    def find(self, facts: list[Fact]) -> Proof | None:
        """An identity, sought once: among few of the facts first, of which every point breaks one."""
        key = tuple((frozenset(f.items()), op) for f, op in facts)
        if key not in self.found:
            self.found[key] = self._find(facts)
        return self.found[key]

    def _find(self, facts: list[Fact]) -> Proof | None:
        opposed = find(facts, ())
        if opposed is not None:
            return opposed
        is_plain = all(op in (">", ">=") for _, op in facts)
        few = self.scattered.few(facts) if is_plain else []
        if is_plain and not few:
            return None  # there is a point, so that no identity can be
        proof = find([facts[n] for n in few], (1, 2), Effort(EFFORT)) if few else None
        return renumbered(proof, few, len(facts)) if proof else find(facts, (1, 2), Effort(EFFORT))

    def closed(self, facts: list[Fact], case: int) -> Outcome:
        """Every condition of a case is among the facts."""
        parts, known = [], list(facts)
        for fact in self.clauses[case]:
            proof = self.find([*known, fact])
            if proof is None:
                return Unknown("a condition that holds was not seen to hold")
            parts.append(proof)
            known.append(negated(fact))
        return {"clause": case, "cases": parts}

    def bare(self, facts: list[Fact], signs: dict[Any, set[int]]) -> Outcome:
        """A part without scattered points: it is empty, or there is a point, which lies in a case."""
        search = self.search
        proof = self.find(facts)
        if proof is not None:
            return proof
        answer: Any = search.known(facts) or search.in_short(facts, seconds=BRIEF)
        if not isinstance(answer, Found):
            proof = self.looked(facts) if search.identities else None
            if proof is None and isinstance(answer, Unknown):
                answer = self.covered(facts)
        if proof is None and isinstance(answer, Found):
            search.keep(answer)
            case = self.scattered.case_at(answer, signs)
            return answer if case is None else self.within(facts, signs, case, self.scattered.numbers[:0])
        return proof or (answer if isinstance(answer, Unknown) else search.said())

    def looked(self, facts: list[Fact]) -> Proof | None:
        """An identity after facts on forms, among few of the facts first."""
        few = self.scattered.few(facts)
        proof = self.search.sides.look([facts[n] for n in few], self.own) if few else None
        return renumbered(proof, few, len(facts)) if proof else self.search.sides.look(facts, self.own)

    def covered(self, facts: list[Fact]) -> Answer:
        """What a covering says of few of the facts, or Z3 of all."""
        search, few = self.search, self.scattered.few(facts)
        answer = search.covering.decide([facts[n] for n in few], COVERED) if few else None
        if isinstance(answer, NoPoint):
            search.told = (COVERING,)
            return answer
        return search.in_short(facts, seconds=SHORT)


def cut_by(fact: Fact) -> tuple[Poly, int]:
    """The polynomial of whose sides a fact is one, and the number of that side."""
    return (fact[0], 0) if fact[1] == ">" else (negated(fact)[0], 1)


def renumbered(proof: Proof, few: Sequence[int], count: int) -> Proof:
    """A proof from some facts as one from all of them.

    few: their numbers. count: how many there are in all; what the proof adds comes after these.
    """
    if "sum" in proof:
        added = len(few)
        return {
            "sum": [
                [weight, [few[i] if i < added else count + i - added for i in factors]]
                for weight, factors in proof["sum"]
            ]
        }
    return {**proof, "cases": [renumbered(part, few, count) for part in proof["cases"]]}
