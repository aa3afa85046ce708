"""Within: one question about all cases of a rule at once: are their pieces apart, without gaps, and right?

At a point of the domain one case holds (that no two do, and that none is missing, is asked elsewhere). There every root that
its pieces name exists, one of the pieces holds, and nothing that is denied of that piece does. What keeps all this so is
what keeps the case, the piece and the denials as they are: one covering instead of one for each piece and each denial.

>>> from sympy import Symbol
>>> from symdt.exact.solver import Budget
>>> from symdt.solve.proofs.check.texts import Ring
>>> ring = Ring(["p", "h"])
>>> fact = lambda text: [ring.fact(text)]
>>> low, high = Cell(fact("p <= h"), [fact("p > 2*h")]), Cell(fact("p > h"), [fact("p < 0")])
>>> covering = Covering(ring, Symbol, Budget(9))
>>> decide(covering, fact("h > 0"), [Case([], [low, high])])
NoPoint()
>>> decide(covering, fact("h > 0"), [Case([], [low, Cell(fact("p > h"), [fact("p > 3*h")])])]).point
{p: 4, h: 1}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symdt.exact.line.place import Place
from symdt.exact.solver import Answer
from symdt.solve.proofs.check.items import Item, Question
from symdt.solve.proofs.check.obligations import Statement
from symdt.solve.proofs.check.polynomials import Poly
from symdt.solve.proofs.check.texts import Fact
from symdt.solve.proofs.coverings.covering import Covering
from symdt.solve.proofs.coverings.inquiry import FoundError, Inquiry, is_order, key
from symdt.solve.proofs.coverings.judging import Judged, Reason
from symdt.solve.proofs.coverings.surds import Surd, surd

Told = list[tuple[int, Judged]]  # facts as they are judged, each with how many letters that takes


@dataclass(frozen=True)
class Cell:
    """A piece: the facts of it, and lists of facts none of which holds in it."""

    facts: list[Fact]
    denied: list[list[Fact]]


@dataclass(frozen=True)
class Case:
    """A case: the facts of it, and its pieces; without pieces nothing is asked of it."""

    facts: list[Fact]
    cells: list[Cell]


def cases_of(statement: Statement, asked: Sequence[Item]) -> dict[str, Case]:
    """The cases of a rule by their names, with what is asked of them; nothing is of those whose pieces name nested radicals.

    statement: laid out, so that its cells and places are known. asked: its questions.
    """
    ring, radicals = statement.ring, set(statement.ring.radicands)
    length = {place.name: len(place.facts) for place, _ in statement.places}
    denied: dict[str, list[list[Fact]]] = {name: [] for name in length}
    for item in asked:
        if isinstance(item, Question) and item.within in denied:
            denied[item.within].append(item.facts[length[item.within] :])
    found = {}
    for number, facts in enumerate(statement.cells["cases"][1], 1):
        name = f"case {number}"
        pieces = statement.cells[name][1]
        cells = [Cell(piece, denied[f"{name}, piece {n}"]) for n, piece in enumerate(pieces, 1)]
        told = [f for cell in cells for some in (cell.facts, *cell.denied) for f, _ in some]
        is_hard = any(radicals & set(ring.letters_of(poly)) and surd(ring, poly) is None for poly in told)
        found[name] = Case(facts, [] if is_hard else cells)
    return found


def decide(covering: Covering, facts: Sequence[Fact], cases: Sequence[Case]) -> Answer:
    """A point of the facts where no case holds, or in it not one piece, or something denied; or that there is none."""
    return covering.answer(lambda: _Within(covering, facts, cases))


class _Within(Inquiry):
    """The inquiry: a case that holds is sought letter by letter, then its pieces are looked at."""

    def __init__(self, covering: Covering, facts: Sequence[Fact], cases: Sequence[Case]) -> None:
        ring = covering.ring
        defined = {key(f) for n in ring.definitions for f in ring.definitions[n]}

        def told(some: list[Fact]) -> list[Fact]:
            return [f for f in some if key(f) not in defined and not is_order(ring, f)]

        lists = [told(case.facts) for case in cases]
        for case in cases:
            for cell in case.cells:
                lists += [told(cell.facts), *map(told, cell.denied)]
        self.surds = {id(f): parts for some in lists for f in some if (parts := surd(ring, f[0]))}
        super().__init__(covering, facts, "", {}, cells=lists)
        judged = iter(self.cells)
        self.cases: list[Told] = [next(judged) for _ in cases]
        self.pieces: list[list[tuple[Told, list[Told]]]] = [
            [(next(judged), [next(judged) for _ in cell.denied]) for cell in case.cells] for case in cases
        ]
        self.cells = []

    def polynomials(self, fact: Fact) -> tuple[Poly, ...]:
        """Of a sum with a square root those that tell its sign."""
        return self.surds.get(id(fact)) or super().polynomials(fact)

    def judged(self, fact: Fact) -> tuple[int, Judged]:
        """A fact as it is judged; one with a square root by four signs."""
        if id(fact) not in self.surds:
            return super().judged(fact)
        polys = [self.covering.polynomial(poly) for poly in self.surds[id(fact)]]
        depths = [d + 1 for d, i in enumerate(self.letters) if any(poly.degrees()[i] for poly in polys)]
        return max(depths, default=0), Surd(tuple(map(self.algebra.factors, polys)), fact[1])

    def broken(self, place: Place, depth: int) -> Reason | None:
        """Why nothing is amiss at a place: it is not of the domain, or all is as it should be."""
        outside = super().broken(place, depth)
        if outside is not None:
            return outside
        before = place.before
        left: list[int] = list(before.__dict__["_left"] if before else range(len(self.cases)))
        left = [i for i in left if all(self.is_so(j, place) for at, j in self.cases[i] if at == depth)]
        place.__dict__["_left"] = left
        held = [i for i in left if all(at <= depth for at, _ in self.cases[i])]
        if not left or len(held) > 1:
            raise FoundError(place)
        if not held or (self.pieces[held[0]] and depth < len(self.letters)):
            return None
        (case,) = held
        reason = {n for at, judged in self.cases[case] for n in self.keeping(judged, place)}
        return frozenset(reason | self.pieces_of(case, place, reason))

    def is_so(self, judged: Judged, place: Place) -> bool:
        return judged.judge(self.algebra, place)[0] is True

    def keeping(self, judged: Judged, place: Place) -> Reason:
        return judged.keeping(self.algebra, place)

    def pieces_of(self, case: int, place: Place, known: set[int]) -> set[int]:
        """What keeps one piece of a case, the others away, and what is denied of that one."""
        reason, found = set(known), 0
        for facts, denials in self.pieces[case]:
            said = [judged.judge(self.algebra, place) for _, judged in facts]
            if any(is_true is None for is_true, _ in said):
                raise FoundError(place)  # a root that is not there
            if all(is_true for is_true, _ in said):
                found += 1
                reason |= {n for _, judged in facts for n in self.keeping(judged, place)}
                for denied in denials:
                    reason |= self.failing([j.judge(self.algebra, place) for _, j in denied], place, reason)
            else:
                reason |= self.failing(said, place, reason)
        if self.pieces[case] and found != 1:
            raise FoundError(place)
        return reason

    def failing(self, said: list[tuple[bool | None, Reason]], place: Place, known: set[int]) -> Reason:
        """What keeps one of the facts from holding: that which adds least to what is known."""
        reasons = [reason for is_true, reason in said if not is_true]
        if not reasons:
            raise FoundError(place)
        return self.lightest(reasons, frozenset(known))
