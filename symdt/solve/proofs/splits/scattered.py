"""Scattered: the points that guide a tree, the case in which each lies, and what they say of facts.

Points are floating-point numbers and say what to try: which polynomial tells cases apart, which few of many facts may be refuted.
Nothing is taken from them for shown.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sympy import Rational

from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.exact.solver import Found
from symdt.solve.proofs.check.polynomials import Poly
from symdt.solve.proofs.check.proofs import holds
from symdt.solve.proofs.check.texts import Fact
from symdt.solve.proofs.splits.signs import ALLOWED, multiple_of, sign_of

if TYPE_CHECKING:
    from symdt.solve.proofs.prover import Search

#: A margin of more than this is no fault of rounding.
CLEARLY = 1e-9
#: What a cut by a polynomial is worth, by its degree: products of two are long where their factors are.
WORTH = (1.0, 1.0, 0.6, 0.3)


class Scattered:
    """Points of the domain of a question.

    search: who reads facts. facts: of the domain. clauses: one for each case, the contraries of its conditions.
    """

    def __init__(self, search: Search, facts: list[Fact], clauses: list[list[Fact]]) -> None:
        self.search, self.facts, self.clauses = search, facts, clauses
        self.letters = search.ring.letters_of(*(f for f, _ in facts), *(f for c in clauses for f, _ in c))
        self.polys: dict[Any, Poly] = {}
        for f in (f for clause in clauses for f, _ in clause):
            key, sign = multiple_of(f)
            self.polys.setdefault(key, {m: sign * c for m, c in f.items()})
        self.order = {key: n for n, key in enumerate(self.polys)}

    @cached_property
    def ground(self) -> Any:
        """Scattered points of the domain."""
        from symdt.exact.floating.climbing import Ground  # NumPy comes with it

        conditions = [self.search.condition(f, self.letters) for f in self.facts]
        return Ground(Domain(*conditions, symbols=[self.search.symbol(n) for n in self.letters]))

    @cached_property
    def numbers(self) -> Any:
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

        from symdt.exact.floating.climbing import margins

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

    def sides(self, poly: Poly, points: Any) -> tuple[Any, Any]:
        """Those of some points at which a condition's polynomial is positive, and those at which it is negative."""
        key, sign = multiple_of(poly)
        signs = sign * self.table[self.order[key], points]
        return points[signs > 0], points[signs < 0]


def _disorder(np: Any, labels: Any) -> float:
    """How mixed labels are."""
    if not len(labels):
        return 0.0
    _, counts = np.unique(labels, return_counts=True)
    shares = counts / len(labels)
    return float(-(shares * np.log(shares)).sum())
