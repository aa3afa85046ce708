"""Restricted: what is asked of a rule everywhere, asked on a surface or a curve that fewer letters tell.

A chart says what each letter of the problem is, as a quotient of polynomials in its own letters. Put in, every fact becomes
one of these letters: the rule on the surface is again a rule, in fewer letters, and the same coverings look at it.
"""

from __future__ import annotations

from collections.abc import Sequence

from symdt.regions.walks.surfaces.charts import Share
from symdt.solve.proofs.coverings.delineation import Members
from symdt.solve.proofs.coverings.judging import Conditions, Judged, Side, Sign, Told
from symdt.solve.proofs.coverings.surds import Surd
from symdt.solve.proofs.coverings.within import Within

Factors = tuple[int, Members]


class Restricted(Within):
    """The inquiry of a rule on a share of a surface.

    whole: the inquiry. share: a chart, the polynomials of its letters that vanish on the share, and those that do not.
    """

    def __init__(self, whole: Within, share: Share) -> None:
        self.covering, self.algebra, self.missing, self.own = whole.covering, whole.algebra, "", whole.own
        self.chart, zero, other = share
        self.apart = whole.apart
        # the rule's own letter stays as it is
        self.chart.images.setdefault(whole.letters[-1], whole.algebra.field.generators[whole.letters[-1]])
        self.letters = [*self.chart.letters, whole.letters[-1]]
        self.order = [""] * len(self.chart.letters) + [whole.own]
        self.given, self.sides, self.surds = {}, {}, {}
        self._pulled: dict[int, Factors] = {}
        told = [judged for some in whole.facts for (judged,) in some]
        self.facts = self.by_depth([self.moved(judged)] for judged in told)
        for polys, op in ((zero, "=="), (other, "!=")):
            for poly in polys:
                at, judged = self.seated(Sign(*self.algebra.factors(poly), op))
                self.facts[at].append([judged])
        self.clauses = [[] for _ in range(len(self.order) + 1)]
        self.cells = []
        self.cases = [self.all_moved(case) for case in whole.cases]
        self.conditions = [Conditions(self.cases, depth) for depth in range(len(self.order))]
        self.denied = [[self.all_moved(some) for some in denied] for denied in whole.denied]
        self.pieces = [
            [(self.all_moved(facts), [self.all_moved(some) for some in denials]) for facts, denials in pieces]
            for pieces in whole.pieces
        ]
        self._numbers, self._known = {}, {}

    # --- what is put in -----------------------------------------------------------------------------

    def pulled(self, number: int) -> Factors:
        """A polynomial on the chart, times a square: the sign of its constant factor, and its other factors."""
        if number not in self._pulled:
            self._pulled[number] = self.algebra.factors(self.chart.pulled(self.algebra.polys[number]))
        return self._pulled[number]

    def product(self, value: int, members: Members) -> Factors:
        """A product on the chart."""
        many: dict[int, int] = {}
        for number, times in members:
            sign, parts = self.pulled(number)
            value *= sign**times
            for n, m in parts:
                many[n] = many.get(n, 0) + m * times
        return (value, tuple(many.items())) if value else (0, ())

    def moved(self, judged: Judged) -> tuple[int, Judged]:
        """A fact on the chart, and how many letters it takes."""
        if isinstance(judged, Side):
            value, members = self.product(judged.value, judged.members)
            return len(self.letters), Side(
                judged.letter, value, members, judged.index, judged.sign, judged.op
            )
        if isinstance(judged, Surd):
            slope = self.product(*judged.slope) if judged.slope else None
            return self.seated(Surd(tuple(self.product(*one) for one in judged.signs), judged.op, slope))
        return self.seated(Sign(*self.product(judged.value, judged.members), judged.op))

    def all_moved(self, told: Told) -> Told:
        """Facts on the chart."""
        return [self.moved(judged) for _, judged in told]

    def seated(self, judged: Sign | Surd) -> tuple[int, Judged]:
        """A fact, and how many letters it takes."""
        factors: Sequence[Factors] = (
            judged.signs if isinstance(judged, Surd) else ((judged.value, judged.members),)
        )
        degrees = [self.algebra.degrees[n] for _, members in factors for n, _ in members]
        return (
            max((d + 1 for d, i in enumerate(self.letters) if any(one[i] for one in degrees)), default=0),
            judged,
        )
