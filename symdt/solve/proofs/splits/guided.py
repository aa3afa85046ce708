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
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sympy import Rational

from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.exact.solver import Answer, Found, NoPoint, Unknown
from symdt.solve.proofs.check.polynomials import Poly
from symdt.solve.proofs.check.proofs import holds
from symdt.solve.proofs.check.texts import Fact, negated
from symdt.solve.proofs.multipliers import Effort
from symdt.solve.proofs.splits.sides import (
    ALLOWED,
    BRIEF,
    COVERING,
    SHORT,
    find,
    multiple_of,
    sides,
    sign_of,
    signs_of,
)

if TYPE_CHECKING:
    from symdt.solve.proofs.prover import Outcome, Proof, Search

#: A margin of more than this is no fault of rounding.
CLEARLY = 1e-9
#: What a cut by a polynomial is worth, by its degree: products of two are long where their factors are.
WORTH = (1.0, 1.0, 0.6, 0.3)
#: The effort of one search for an identity (see `multipliers.Effort`).
EFFORT = 2_000_000
#: Seconds for a covering of few facts, where nothing else tells.
COVERED = 2.0

#: A polynomial, the number of its side that is empty, and the proof of that.
Step = tuple[Poly, int, "Proof"]


def refute(search: Search, facts: Sequence[Fact], clauses: Sequence[list[Fact]]) -> Outcome:
    """A proof that facts and clauses have no common point, such a point, or that it was not decided.

    clauses: of each an alternative holds; they are the contraries of the conditions of a case each.
    """
    guide = Guided(search, list(facts), list(clauses))
    outcome = guide.node(list(facts), guide.scattered())
    is_shown = not isinstance(outcome, Found) or guide.is_outside(outcome)
    return outcome if is_shown else Unknown("a point was found that lies in a case")


class Guided:
    """The points of a question, and the tree that grows by them.

    search: who finds identities. facts: of the domain. clauses: one for each case.
    """

    def __init__(self, search: Search, facts: list[Fact], clauses: list[list[Fact]]) -> None:
        self.search, self.facts, self.clauses = search, facts, clauses
        self.letters = search.ring.letters_of(*(f for f, _ in facts), *(f for c in clauses for f, _ in c))
        spoken = {n for c in clauses for f, _ in c for n in search.ring.letters_of(f)}
        # the rule's letter, if no case speaks of it
        self.own = "" if search.letter in spoken else search.letter
        self.polys: dict[Any, Poly] = {}
        for f in (f for clause in clauses for f, _ in clause):
            key, sign = multiple_of(f)
            self.polys.setdefault(key, {m: sign * c for m, c in f.items()})
        self.order = {key: n for n, key in enumerate(self.polys)}
        self.found: dict[Any, Proof | None] = {}

    # --- points ---------------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> Any:
        """Scattered points of the domain."""
        from symdt.exact.solver.climbing import Ground  # NumPy comes with it

        conditions = [self.search.condition(f, self.letters) for f in self.facts]
        return Ground(Domain(*conditions, symbols=[self.search.symbol(n) for n in self.letters]))

    def scattered(self) -> Any:
        """The numbers of all points."""
        import numpy as np

        return np.arange(len(self.ground.places))

    def condition(self, poly: Poly) -> Condition:
        """That a polynomial is positive."""
        return self.search.condition((poly, ">"), self.letters)

    @cached_property
    def table(self) -> Any:
        """For each polynomial and each point the sign, 0 where it is not clear."""
        import numpy as np

        margins = np.array([self.ground.margins(self.condition(poly).poly) for poly in self.polys.values()])
        return np.where(margins > CLEARLY, 1, np.where(margins < -CLEARLY, -1, 0)).astype(np.int8)

    @cached_property
    def cases(self) -> Any:
        """The case in which each point lies; -1 where that is not clear."""
        import numpy as np

        found = np.full(self.table.shape[1], -1)
        for number, clause in enumerate(self.clauses):
            inside = np.ones(len(found), dtype=bool)
            for poly, op in clause:
                key, sign = multiple_of(poly)
                signs = sign * self.table[self.order[key]]
                inside &= (signs < 0) if op in (">", ">=") else (signs == 0) if op == "!=" else (signs != 0)
            found[inside] = number
        return found

    def case_at(self, found: Found, signs: dict[Any, set[int]]) -> int | None:
        """The case in which a point lies; where its coordinates are no fractions, the one that is nearest to hold there.

        signs: that are known.
        """
        import numpy as np

        from symdt.exact.solver.climbing import margins

        ring, values = self.search.ring, {s.name: v for s, v in found.point.items()}
        if all(isinstance(v, Rational) for v in values.values()):
            point = {n: Fraction(int(v.p), int(v.q)) for n, v in values.items()}
            inside = (
                n for n, clause in enumerate(self.clauses) if not any(holds(ring, f, point) for f in clause)
            )
            return next(inside, None)
        at = np.array([[float(values[s.name]) for s in self.ground.domain.field.symbols]])
        faults = {
            n: max(float(margins(self.condition(poly).poly, at)[0]) for poly, _ in clause)
            for n, clause in enumerate(self.clauses)
            if clause and not any(sign_of(poly, signs) <= ALLOWED[op] for poly, op in clause)
        }
        return min(faults, key=lambda n: faults[n], default=None)

    def is_outside(self, found: Found) -> bool:
        """Whether a point is one of the facts and lies in no case; one that is no fraction is believed."""
        if not all(isinstance(v, Rational) for v in found.point.values()):
            return True
        point = {s.name: Fraction(int(v.p), int(v.q)) for s, v in found.point.items()}
        ring = self.search.ring
        is_inside = all(holds(ring, f, point) for f in self.facts)
        return is_inside and all(any(holds(ring, f, point) for f in clause) for clause in self.clauses)

    # --- the tree -------------------------------------------------------------------------------------

    def node(self, facts: list[Fact], points: Any) -> Outcome:
        """A part of the space, with the points that lie in it."""
        import numpy as np

        if self.search.budget.is_spent:
            return Unknown("the time budget is spent")
        signs = signs_of(facts)
        points = points[self.cases[points] >= 0]
        if not len(points):
            return self.bare(facts, signs)
        present = np.unique(self.cases[points])
        if len(present) == 1:
            return self.within(facts, signs, int(present[0]), points)
        poly = self.best(signs, points, present)
        return (
            self.both(poly, facts, points) if poly is not None else Unknown("points of two cases are alike")
        )

    def best(self, signs: dict[Any, set[int]], points: Any, present: Any) -> Poly | None:
        """The condition of a case that tells the points best apart."""
        import numpy as np

        keys = dict.fromkeys(multiple_of(f)[0] for n in present for f, _ in self.clauses[n])
        labels = self.cases[points]
        found, most = None, 0.0
        for key in keys:
            if len(signs.get(key, "+0-")) < 2:
                continue
            above = self.table[self.order[key], points] > 0
            if above.all() or not above.any():
                continue
            gain = _disorder(np, labels) - sum(
                _disorder(np, labels[side]) * side.mean() for side in (above, ~above)
            )
            poly = self.polys[key]
            degree = self.condition(poly).poly.total_degree()
            worth = (gain + 1e-6) * WORTH[min(degree, len(WORTH) - 1)]
            if worth > most:
                found, most = poly, worth
        return found

    def both(self, poly: Poly, facts: list[Fact], points: Any) -> Outcome:
        """Both sides of a polynomial."""
        key, sign = multiple_of(poly)
        side_of = sign * self.table[self.order[key], points] if len(points) else points
        parts: list[Proof] = []
        for side, here in zip(sides(poly), (side_of > 0, side_of < 0), strict=True):
            outcome = self.node([*facts, side], points[here])
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
            left += [f for f in allowed if sign_of(f[0], signs) & ALLOWED[f[1]]]
        left.sort(key=lambda f: len(f[0]))
        is_new = True
        while left and is_new:
            is_new = False
            for fact in list(left):
                proof = self.find([*known, fact])
                if proof is not None:
                    poly, number = (fact[0], 0) if fact[1] == ">" else (negated(fact)[0], 1)
                    steps.append((poly, number, proof))
                    known.append(negated(fact))
                    left.remove(fact)
                    is_new = True
        if left:
            poly = left[0][0] if left[0][1] == ">" else negated(left[0])[0]
            outcome: Outcome = self.both(poly, known, points)
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
        few = self.few(facts) if is_plain else []
        if is_plain and not few:
            return None  # there is a point, so that no identity can be
        proof = find([facts[n] for n in few], (1, 2), Effort(EFFORT)) if few else None
        return renumbered(proof, few, len(facts)) if proof else find(facts, (1, 2), Effort(EFFORT))

    def few(self, facts: list[Fact]) -> list[int]:
        """The domain's facts, and few others of which every scattered point breaks one; nothing where all hold at a point."""
        import numpy as np

        own = list(range(len(self.facts)))
        rest = [n for n in range(len(own), len(facts)) if facts[n][1] in (">", ">=")]
        breaks = np.array([self.breaks(facts[n][0]) for n in rest]) if rest else np.zeros((0, 0), dtype=bool)
        left, core = np.ones(breaks.shape[1], dtype=bool), []
        while left.any():
            gain = breaks[:, left].sum(axis=1) / [len(facts[n][0]) for n in rest]
            best = int(np.argmax(gain))
            if not gain[best]:
                return []
            core.append(best)
            left &= ~breaks[best]
        for n in list(core):
            others = [m for m in core if m != n]
            if others and breaks[others].any(axis=0).all():
                core = others
        return [*own, *sorted(rest[n] for n in core)]

    def breaks(self, poly: Poly) -> Any:
        """The scattered points at which a polynomial is not positive."""
        key, sign = multiple_of(poly)
        if key in self.order:
            return sign * self.table[self.order[key]] <= 0
        return self.ground.margins(self.condition(poly).poly) <= CLEARLY

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
            case = self.case_at(answer, signs)
            return answer if case is None else self.within(facts, signs, case, self.scattered()[:0])
        return proof or (answer if isinstance(answer, Unknown) else search.said())

    def looked(self, facts: list[Fact]) -> Proof | None:
        """An identity after facts on forms, among few of the facts first."""
        few = self.few(facts)
        proof = self.search.sides.look([facts[n] for n in few], self.own) if few else None
        return renumbered(proof, few, len(facts)) if proof else self.search.sides.look(facts, self.own)

    def covered(self, facts: list[Fact]) -> Answer:
        """What a covering says of few of the facts, or Z3 of all."""
        search, few = self.search, self.few(facts)
        answer = search.covering.decide([facts[n] for n in few], COVERED) if few else None
        if isinstance(answer, NoPoint):
            search.told = (COVERING,)
            return answer
        return search.in_short(facts, seconds=SHORT)


def nested(ring: Any, steps: Sequence[Step], proof: Proof) -> Proof:
    """A proof after sides that were shown to be empty one after the other."""
    for poly, number, refuted in reversed(steps):
        parts = [refuted, proof] if number == 0 else [proof, refuted]
        proof = {"sides": ring.text(poly), "cases": parts}
    return proof


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


def _disorder(np: Any, labels: Any) -> float:
    """How mixed labels are."""
    if not len(labels):
        return 0.0
    _, counts = np.unique(labels, return_counts=True)
    shares = counts / len(labels)
    return float(-(shares * np.log(shares)).sum())
