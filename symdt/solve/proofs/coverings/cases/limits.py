"""Limits: on sections a rule need not be compared with every other action again, where it is right close by.

What says that another action is better are inequalities that are strict, so that where they hold at a point of a piece they hold
close to it. A place of sections (a curve or a point of the space of the other letters) is a *limit* of a case if the case
holds there, and next to the place on an open set where none of its conditions is an equation that is just met. Cells of
that set are looked at by themselves; so over the place the pieces need only be pieces as before: exactly one holds, and where
it does so strictly, or next to such values of the rule's letter, the open cells close by tell that nothing is better.

So no place that is a section needs the differences of expected losses: neither their roots over algebraic numbers, nor what
keeps these in order. Where a place is no limit, or that is not seen, all is asked of it as of any other.

>>> from sympy import Symbol
>>> from symdt.exact.solver import Budget
>>> from symdt.solve.proofs.check.texts import Ring
>>> from symdt.solve.proofs.coverings.covering import Covering
>>> from symdt.solve.proofs.coverings.cases.within import Case, Cell, Within
>>> ring = Ring(["p", "h"])
>>> fact = lambda text: [ring.fact(text)]
>>> cases = [Case(fact("h >= 0"), [Cell(fact("p <= h"), [fact("p > 2*h")]), Cell(fact("p > h"), [])])]
>>> cases += [Case(fact("h == 0"), [Cell([], [])])]
>>> asked = Within(Covering(ring, Symbol, Budget(9)), "p", [], cases)
>>> h = asked.letters[0]
>>> (edge,) = asked.algebra.parts(asked.algebra.field.generators[h])
>>> zero = asked.algebra.on(Place(asked.algebra.field), h, edge, fmpq(0))
>>> limits = Limits(asked)
>>> limits.nearby.is_limit(zero, 0), limits.nearby.is_limit(zero, 1)
(True, False)
>>> sorted(asked.algebra.text(n) for n in limits.kept(zero, 0))  # the ends of the pieces, not 2*h
['h']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from symdt.exact.line.place import Place
from symdt.solve.proofs.coverings.cases.nearby import Nearby
from symdt.solve.proofs.coverings.cases.stretches import Line, Needed, Position
from symdt.solve.proofs.coverings.judging import Judged, Reason, Sign, Surd, Told, members

if TYPE_CHECKING:
    from symdt.solve.proofs.coverings.cases.within import Within

__all__ = ["Limits", "Place", "fmpq"]


class Limits:
    """The limits of the cases of an inquiry.

    inquiry: about all cases of a rule, whose other letters are one or two.
    """

    def __init__(self, inquiry: Within) -> None:
        self.inquiry, self.algebra, self.nearby = inquiry, inquiry.algebra, Nearby(inquiry)
        self._along: dict[int, tuple[list[int], frozenset[int]]] = {}

    def reason(self, place: Place, case: int) -> Reason | None:
        """What keeps a place of sections, over which this case alone holds, right as a limit; None where it is not seen to be one."""
        return self.kept(place, case) if self.nearby.is_limit(place, case) else None

    def kept(self, place: Place, case: int) -> Reason | None:
        """What keeps the pieces of a case pieces over a limit, and it a limit; None where a piece may be none of the open cells close by."""
        conditions = self.nearby.conditions(case)
        assert conditions is not None
        inquiry, letter = self.inquiry, self.inquiry.letters[-1]
        above, here = self.along(case)
        line = Line(self.algebra, place, letter, above)
        pieces: dict[int, int] = {}
        reasons: dict[int, Needed] = {}
        for number in range(line.last + 1):
            spot = Position(line, number)
            outside = inquiry.outside(line, spot)
            if outside is not None:
                reasons[number] = outside
                continue
            reason, piece = inquiry.piece_at(case, line, spot, self.weak)
            reasons[number], pieces[number] = reason | frozenset(above), piece
        if not all(self.is_close(case, line, number, pieces) for number in pieces):
            return None
        told, parting = conditions
        reason = line.covered(lambda spot: reasons[spot.number], inquiry.ranges.get(letter)) | here | parting
        return reason.union(*(judged.keeping(self.algebra, place) for judged in told))

    def along(self, case: int) -> tuple[list[int], frozenset[int]]:
        """The polynomials that tell of the domain and the pieces of a case: in the rule's letter, and in the others alone."""
        if case not in self._along:
            inquiry, letter = self.inquiry, self.inquiry.letters[-1]
            lists = [inquiry.domain, *(self.facts(case, n) for n in range(len(inquiry.pieces[case])))]
            weak = [*self.weak(inquiry.denied[case])]
            for _, denials in inquiry.pieces[case]:
                weak += self.weak(denials)
            lists += [[judged for _, judged in some] for some in weak]
            found = dict.fromkeys(n for told in lists for judged in told for n in members(judged))
            degrees = self.algebra.degrees
            above = [n for n in found if degrees[n][letter]]
            self._along[case] = above, frozenset(n for n in found if not degrees[n][letter])
        return self._along[case]

    def weak(self, denied: list[Told]) -> list[Told]:
        """Of lists of facts that are denied those that may hold at a point and nowhere around it."""
        return [some for some in denied if not is_open(some)]

    def facts(self, case: int, piece: int) -> list[Judged]:
        """The facts of a piece."""
        return [judged for _, judged in self.inquiry.pieces[case][piece][0]]

    def is_close(self, case: int, line: Line, number: int, pieces: dict[int, int]) -> bool:
        """Whether at a position of a piece, or beside it, the piece holds at open cells close by too.

        pieces: by the positions in the domain.
        """
        piece = pieces[number]
        if number % 2:
            return any(pieces.get(n) == piece for n in (number - 1, number + 1))
        told = [*self.inquiry.domain, *self.facts(case, piece)]
        return all(self.is_strict(judged, line, number) for judged in told)

    def is_strict(self, judged: Judged, line: Line, number: int) -> bool:
        """Whether a fact that holds at a stretch of the line does so around it too, over places close by."""
        algebra, place, letter = self.algebra, line.place, line.letter
        if isinstance(judged, Sign):
            return bool(judged.value) and all(line.sign(n, number) for n, _ in judged.members)
        if isinstance(judged, Surd):  # it is continuous where it is there
            return all(line.sign(n, number) for n, _ in (*judged.signs[3][1], *(judged.slope or (0, ()))[1]))
        keeping = [
            m
            for n, _ in judged.members
            for m in (algebra.apart(n, letter) if algebra.degrees[n][letter] else (n,))
        ]
        return all(algebra.sign(place, m) for m in keeping)


def is_open(denied: Told) -> bool:
    """Whether facts that hold together at a point do so all around it."""
    return all(isinstance(judged, Sign) and judged.op in (">", "!=") for _, judged in denied)
