"""Within: one question about all cases of a rule at once: do they cover the domain, apart, and are their pieces right?

At a point of the domain exactly one case holds. There every radical and root that its pieces name exists, exactly one of the
pieces holds, and nothing that is denied of the case or of that piece does. What keeps all this so is what keeps the case, the
piece and the denials as they are: one covering of the space of the other letters instead of one for each two cases, for each
piece and for each denial. Over a place of the other letters the rule's letter needs no values: the order of roots says all
(see `stretches`).

>>> from sympy import Symbol
>>> from symdt.exact.solver import Budget
>>> from symdt.solve.proofs.check.texts import Ring
>>> ring = Ring(["p", "h"])
>>> fact = lambda text: [ring.fact(text)]
>>> low, high = Cell(fact("p <= h"), [fact("p > 2*h")]), Cell(fact("p > h"), [fact("p < 0")])
>>> covering = Covering(ring, Symbol, Budget(9))
>>> decide(covering, "p", fact("h > 0"), [Case([], [low, high])])
NoPoint()
>>> decide(covering, "p", fact("h > 0"), [Case([], [low, Cell(fact("p > h"), [fact("p > 3*h")])])]).point
{p: 4, h: 1}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import fmpq

from symdt.exact.line.place import Place
from symdt.exact.line.terms import coefficients
from symdt.exact.solver import Answer
from symdt.solve.proofs.check.items import Item, Question
from symdt.solve.proofs.check.obligations import Statement
from symdt.solve.proofs.check.polynomials import Poly
from symdt.solve.proofs.check.texts import Fact
from symdt.solve.proofs.coverings.cases.limits import Limits
from symdt.solve.proofs.coverings.cases.stretches import Line, Needed, Position
from symdt.solve.proofs.coverings.covering import Covering
from symdt.solve.proofs.coverings.inquiry import FoundError, Inquiry, UndefinedError
from symdt.solve.proofs.coverings.judging import (
    Conditions,
    Failed,
    Judged,
    Reason,
    Told,
    denied_by_all,
    members,
)
from symdt.solve.proofs.coverings.surds import Surd, is_order, key, side_of, surd


@dataclass(frozen=True)
class Cell:
    """A piece: the facts of it, and lists of facts none of which holds in it."""

    facts: list[Fact]
    denied: list[list[Fact]]


@dataclass(frozen=True)
class Case:
    """A case: the facts of it, its pieces, and lists of facts none of which holds in it; without pieces nothing is asked of it."""

    facts: list[Fact]
    cells: list[Cell]
    denied: tuple[list[Fact], ...] = ()


def cases_of(statement: Statement, asked: Sequence[Item]) -> dict[str, Case]:
    """The cases of a rule by their names, with what is asked of them; nothing is of those whose pieces name nested radicals.

    statement: laid out, so that its cells and places are known. asked: its questions.
    """
    ring, radicals = statement.ring, set(statement.ring.radicands)
    everywhere, cases = statement.cells["cases"]
    length = {place.name: len(place.facts) for place, _ in statement.places}
    length |= {f"case {n}": len(everywhere + facts) for n, facts in enumerate(cases, 1)}
    denied: dict[str, list[list[Fact]]] = {name: [] for name in length}
    for item in asked:
        is_denial = isinstance(item, Question) and not (item.root or item.clauses or item.apart)
        if isinstance(item, Question) and is_denial and item.within in denied:
            denied[item.within].append(item.facts[length[item.within] :])
    defined = {key(f) for some in ring.definitions.values() for f in some}
    found = {}
    for number, facts in enumerate(cases, 1):
        name = f"case {number}"
        pieces = statement.cells[name][1]
        cells = [Cell(piece, denied[f"{name}, piece {n}"]) for n, piece in enumerate(pieces, 1)]
        told = [f for cell in cells for some in (cell.facts, *cell.denied) for f in some]
        told += [f for some in denied[name] for f in some]
        is_hard = any(
            radicals & set(ring.letters_of(f[0])) and key(f) not in defined and surd(ring, f[0]) is None
            for f in told
        )
        found[name] = Case(facts, [], ()) if is_hard else Case(facts, cells, tuple(denied[name]))
    return found


def decide(covering: Covering, letter: str, facts: Sequence[Fact], cases: Sequence[Case]) -> Answer:
    """A point of the facts where not one case holds, or in it not one piece, or something denied; or that there is none.

    letter: the rule's, which is in no condition of a case.
    """
    return covering.answer(lambda: Within(covering, letter, facts, cases))


class Within(Inquiry):
    """The inquiry: a case that holds is sought letter by letter, then its pieces are looked at."""

    def __init__(self, covering: Covering, letter: str, facts: Sequence[Fact], cases: Sequence[Case]) -> None:
        ring = covering.ring
        self.own = letter
        defined = {key(f) for n in ring.definitions for f in ring.definitions[n]}

        def told(some: list[Fact]) -> list[Fact]:
            return [f for f in some if key(f) not in defined and not is_order(ring, f)]

        lists = [told(case.facts) for case in cases]
        for case in cases:
            lists += map(told, case.denied)
            for cell in case.cells:
                lists += [told(cell.facts), *map(told, cell.denied)]
        self.surds = {id(f): parts for some in lists for f in some if (parts := surd(ring, f[0]))}
        super().__init__(covering, facts, "", {}, cells=lists)
        if not self.order or self.order[-1] != letter:
            raise UndefinedError(letter)
        judged = iter(self.cells)
        self.cases: list[Told] = [next(judged) for _ in cases]
        if any(at == len(self.order) for case in self.cases for at, _ in case):
            raise UndefinedError(letter)
        depths = range(len(self.order))
        self.conditions = [Conditions(self.cases, d) for d in depths]
        self.apart = denied_by_all(self.cases)
        self.denied: list[list[Told]] = []
        self.pieces: list[list[tuple[Told, list[Told]]]] = []
        for case in cases:
            self.denied.append([next(judged) for _ in case.denied])
            self.pieces.append([(next(judged), [next(judged) for _ in c.denied]) for c in case.cells])
        self.cells = []
        others = set(self.order[:-1])
        is_plain = len(others) in (1, 2) and not others & set(ring.definitions)
        self.limits: Limits | None = Limits(self) if is_plain else None
        self._numbers: dict[int, tuple[list[int], list[int]]] = {}
        self._known: dict[Any, list[tuple[Reason, dict[int, int]]]] = {}

    def ordered(self, names: list[str]) -> list[str]:
        """The letters as they can stand, the rule's own at the end."""
        order = super().ordered(names)
        return [n for n in order if n != self.own] + [n for n in order if n == self.own]

    def polynomials(self, fact: Fact) -> tuple[Poly, ...]:
        """Of a sum with a square root those that tell its sign."""
        return self.surds.get(id(fact)) or super().polynomials(fact)

    def judged(self, fact: Fact) -> tuple[int, Judged]:
        """A fact as it is judged; one with a square root by four signs."""
        if id(fact) not in self.surds:
            return super().judged(fact)
        polys = [self.covering.polynomial(poly) for poly in self.surds[id(fact)]]
        depths = [d + 1 for d, i in enumerate(self.letters) if any(poly.degrees()[i] for poly in polys)]
        u, v, b, _ = polys
        last, slope = self.letters[-1], None
        if u.degrees()[last] == 1 and not (v.degrees()[last] or b.degrees()[last]):
            slope = self.algebra.factors(coefficients(self.covering.field, u, last)[1])
        return max(depths, default=0), Surd(tuple(map(self.algebra.factors, polys)), fact[1], slope)

    # --- cases --------------------------------------------------------------------------------------

    def over(self, place: Place, depth: int) -> Reason:
        """Why nothing is amiss over a place: it is not of the domain, or all is as it should be."""
        self.covering.spend()
        outside = self.broken(place, depth)
        if outside is not None:
            return outside
        before = place.before
        known: list[int] | range = before.__dict__["_left"] if before else range(len(self.cases))
        left, failed = self.conditions[depth].judge(self.algebra, place, known)
        place.__dict__["_left"] = left
        is_aside, reason = self.aside(place, depth, failed)
        if is_aside:
            return self.lean(place, reason)
        if depth == len(self.letters) - 1:
            needed = self.as_limit(place, left)
            needed = self.along(place, left) if needed is None else needed
        elif self.order[depth] in self.covering.ring.definitions:
            needed = frozenset(self.on_root(place, depth, self.order[depth]))
        else:
            needed = self.on_line(place, depth)
        # no case that fails here holds around here: where all others deny one of its conditions that needs no reason
        return self.lean(place, failed.kept(self.one_of_each, self.apart, needed | reason))

    def aside(self, _place: Place, _depth: int, _failed: Failed) -> tuple[bool, Reason]:
        """Whether nothing is asked over a place, and what keeps it so or is to be kept besides."""
        return False, frozenset()

    def context(self, place: Place) -> Any:
        """The cases that are left: what makes others fail is told by the reason for the place, not by those above it."""
        return tuple(i for i in place.__dict__["_left"] if i not in self.apart)

    # --- pieces -------------------------------------------------------------------------------------

    def as_limit(self, place: Place, left: list[int]) -> Reason | None:
        """What keeps a rule right over a section because it is right beside it; None where that is not seen (see `limits`)."""
        if self.limits is None or not place.is_section or len(left) != 1 or not self.pieces[left[0]]:
            return None
        return self.limits.reason(place, left[0])

    def along(self, place: Place, left: list[int]) -> Reason:
        """Cells that cover the line of the rule's letter over a place where these cases hold, and what keeps them covering it."""
        letter = self.letters[-1]
        case = left[0] if len(left) == 1 else None
        above, here = self.numbers(case)
        line = Line(self.algebra, place, letter, above)
        # lines with the same order of roots and the same signs have the same reasons, where none of these is zero and
        # those that tell how many roots there are in the range have the same signs
        sign = self.algebra.sign
        signs = [line.sign(n, line.last) for n in above] + [sign(place, n) for n in here]
        known = self._known.setdefault((case, line.order, tuple(signs)), [])
        for reason, told in known:
            if all(sign(place, n) == s for n, s in told.items()) and all(sign(place, n) for n in reason):
                return reason
        is_inside = False

        def why(spot: Position) -> Needed:
            nonlocal is_inside
            outside = self.outside(line, spot)
            if outside is not None:
                return outside
            if case is None:
                raise FoundError(line.sample(spot.number))
            is_inside = True
            return self.piece_at(case, line, spot)[0]

        reason = line.covered(why, self.ranges.get(letter))
        if is_inside and case is not None:
            reason |= {n for _, judged in self.cases[case] for n in judged.keeping(self.algebra, place)}
        if all(sign(place, n) for n in reason):
            known.append((reason, line.signs))
        return reason

    def pieces_at(
        self, case: int, point: Mapping[str, Fraction], facts: Iterable[Fact]
    ) -> list[Place | None]:
        """For each piece of a case a place over a point of the other letters at which it holds, where there is one.

        point: fractions. facts: for letters that have none, they are said to be roots; nothing is found where they are not.
        """
        place, algebra, covering = Place(self.algebra.field), self.algebra, self.covering
        sides = [side for f in facts if f[1] == "==" and (side := side_of(covering.ring, f))]
        roots = {name: covering.ring.roots[root] for name, root, _ in sides}
        for name, letter in zip(self.order[:-1], self.letters, strict=False):
            if name in point:
                place = place.at(letter, fmpq(point[name].numerator, point[name].denominator))
                continue
            if name not in roots or covering.algebra is not algebra:
                return []
            poly, _, index = roots[name]
            names = set(covering.ring.letters_of(poly)) - {name}
            if not names <= set(self.order[: self.order.index(name)]):
                return []
            # of a witness alone nothing is kept, and its polynomial may be of a degree too high for subresultants
            found = [
                root for root, many in place.roots(covering.polynomial(poly), letter) for _ in range(many)
            ]
            if index >= len(found):
                return []
            place = place.at(letter, found[index], is_section=True)
        told = [judged for some in self.facts[:-1] for (judged,) in some]
        told += [judged for _, judged in self.cases[case]]
        if not all(judged.judge(self.algebra, place)[0] for judged in told):
            return []
        line = Line(self.algebra, place, self.letters[-1], self.numbers(case)[0])
        spots = [
            Position(line, n) for n in range(0, line.last + 1, 2)
        ]  # stretches first: they have rational points
        spots += [Position(line, n) for n in range(1, line.last + 1, 2)]
        inside = [spot for spot in spots if self.outside(line, spot) is None]
        places: list[Place | None] = []
        for piece, _ in self.pieces[case]:
            held = (s for s in inside if all(line.judge(judged, s)[0] for _, judged in piece))
            at = next(held, None)
            places.append(line.sample(at.number) if at else None)
        return places

    def numbers(self, case: int | None) -> tuple[list[int], list[int]]:
        """The polynomials in the rule's letter of which the domain and a case speak, and those in the others alone."""
        at = -1 if case is None else case
        if at not in self._numbers:
            told = list(self.domain)
            if case is not None:
                told += [judged for some in (self.cases[case], *self.denied[case]) for _, judged in some]
                for facts, denials in self.pieces[case]:
                    told += [judged for some in (facts, *denials) for _, judged in some]
            found = dict.fromkeys(n for judged in told for n in members(judged))
            degrees, letter = self.algebra.degrees, self.letters[-1]
            above = [n for n in found if degrees[n][letter]]
            self._numbers[at] = above, [n for n in found if not degrees[n][letter]]
        return self._numbers[at]

    @cached_property
    def domain(self) -> list[Judged]:
        """The facts of the domain in the rule's letter."""
        return [judged for (judged,) in self.facts[-1]]

    def outside(self, line: Line, spot: Position) -> Needed | None:
        """Why a position is not of the domain."""
        found = [reason for judged in self.domain for ok, reason in [line.judge(judged, spot)] if not ok]
        return min(found, key=self.heaviness) if found else None

    def piece_at(
        self,
        case: int,
        line: Line,
        spot: Position,
        some: Callable[[list[Told]], list[Told]] = lambda denied: denied,
    ) -> tuple[Needed, int]:
        """What keeps one piece of a case, the others away, and what is denied of that one and of the case; and which piece it is.

        some: of what is denied all that is asked.
        """
        reason, found = set[Any](), list[int]()
        for denied in some(self.denied[case]):
            reason |= self.failing(denied, line, spot, reason)
        for number, (facts, denials) in enumerate(self.pieces[case]):
            said = [line.judge(judged, spot) for _, judged in facts]
            if any(is_true is None for is_true, _ in said):
                raise FoundError(line.sample(spot.number))  # a root that is not there
            if all(is_true for is_true, _ in said):
                found.append(number)
                reason |= {n for _, judged in facts for n in line.keeping(judged, spot)}
                for denied in some(denials):
                    reason |= self.failing(denied, line, spot, reason)
            else:
                reason |= self.least(said, reason)
        if self.pieces[case] and len(found) != 1:
            raise FoundError(line.sample(spot.number))
        return frozenset(reason), found[0] if found else -1

    def heaviness(self, reason: Needed) -> tuple[int, list[tuple[int, int]]]:
        """How hard a reason is to work with, of which sides of roots may be a part."""
        weight = self.algebra.weight
        weights = sorted(weight(n[0] if isinstance(n, tuple) else n) for n in reason)
        return sum(w for w, _ in weights), weights

    def failing(self, denied: Told, line: Line, spot: Position, known: set[Any]) -> Needed:
        """What keeps one of the facts from holding."""
        said = [line.judge(judged, spot) for _, judged in denied]
        if all(is_true for is_true, _ in said):
            raise FoundError(line.sample(spot.number))
        return self.least(said, known)

    def least(self, said: list[tuple[bool | None, Needed]], known: set[Any]) -> Needed:
        """Of those that fail the one whose reason adds least to what is known."""
        return self.lightest([reason for is_true, reason in said if not is_true], frozenset(known))
