"""Restricted: what is asked of a rule everywhere, asked on a surface or a curve that fewer letters tell.

A chart says what each letter of the problem is, as a quotient of polynomials in its own letters. Put in, every fact becomes
one of these letters: the rule on the surface is again a rule, in fewer letters, and the same coverings look at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symdt.exact.line.place import Place
from symdt.regions.walks.surfaces.charts import Share
from symdt.solve.proofs.coverings.cases.within import Within
from symdt.solve.proofs.coverings.delineation import Members
from symdt.solve.proofs.coverings.judging import Conditions, Failed, Judged, Reason, Side, Sign, Told
from symdt.solve.proofs.coverings.surds import Surd
from symdt.solve.proofs.coverings.variations import Range

Factors = tuple[int, Members]
#: Cases, and some of them.
Owners = tuple[set[int], set[int]]


class Restricted(Within):
    """The inquiry of a rule on a share of a surface.

    whole: the inquiry. share: a chart, the polynomials of its letters that vanish on the share, and those that do not. owners: the cases
    for whose sake the surface is looked at, and those among them for whose sake it is only where the parameter of the lines is in
    the range of the rule's letter: where none of them holds, nor beside, nothing is asked.
    """

    def __init__(self, whole: Within, share: Share, owners: Owners) -> None:
        self.owners, self.inner = sorted(owners[0]), owners[1]
        self.covering, self.algebra, self.missing, self.own = whole.covering, whole.algebra, "", whole.own
        self.chart, zero, other = share
        self.apart = whole.apart
        self.beyond = self.ends_of(whole.ranges.get(whole.letters[-1])) if self.inner else []
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
        self.limits = None  # beside a place nothing may be asked
        self._numbers, self._known = {}, {}

    # --- where nothing is asked ---------------------------------------------------------------------

    def aside(self, place: Place, depth: int, failed: Failed) -> tuple[bool, Reason]:
        """Whether no owner holds around a place, each by a condition that fails with a polynomial that is not zero."""
        before = place.before
        known: list[int] = before.__dict__["_owners"] if before else self.owners
        conditions, said = failed.conditions, failed.said
        asked = {k for i in known for k in conditions.cases[i]}
        strictly = {
            k
            for k in asked
            if isinstance(judged := conditions.told[k], Sign)
            and not said[k][0]
            and judged.value
            and self.has_no_zero(place, judged)
        }
        gone = [[said[k][1] for k in conditions.cases[i] if k in strictly] for i in known]
        beyond = [n for sign, n in self.beyond if self.algebra.sign(place, n) == sign] if depth == 1 else []
        if beyond:
            for i, reasons in zip(known, gone, strict=True):
                reasons += [frozenset(beyond)] if i in self.inner else []
        near = [i for i, reasons in zip(known, gone, strict=True) if not reasons]
        place.__dict__["_owners"] = near
        is_last = depth == len(self.letters) - 1
        return not near, frozenset() if near and is_last else self.one_of_each(filter(None, gone))

    def ends_of(self, within: Range | None) -> list[tuple[int, int]]:
        """The polynomials of the parameter that vanish at the ends of a range, each with its sign beyond; none where the chart has no parameter."""
        at = self.algebra.field.position[self.chart.space.parameter]
        if within is None or self.chart.letters[:1] != (at,):
            return []
        found = []
        for end, side in ((within.low, -1), (within.high, 1)):
            sign, ((number, _),) = self.algebra.factors(self.algebra.field.generators[at] - end)
            found.append((sign * side, number))
        return found

    def has_no_zero(self, place: Place, judged: Sign) -> bool:
        """Whether no factor vanishes at a place."""
        return all(self.algebra.sign(place, n) for n, _ in judged.members)

    def context(self, place: Place) -> Any:
        """The cases that are left, and the owners."""
        return super().context(place), tuple(place.__dict__["_owners"])

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
