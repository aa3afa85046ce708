"""Inquiry: one question for a covering, its letters in order, what can be judged once a letter is given, and the cells."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, cmp_to_key
from typing import TYPE_CHECKING, Any

from flint import fmpq

from symdt.exact.line import between
from symdt.exact.line.branch import compare
from symdt.exact.line.place import Place
from symdt.solve.proofs.check.polynomials import Poly as Terms
from symdt.solve.proofs.check.texts import Fact
from symdt.solve.proofs.coverings.intervals import Bound, Cell, chosen, earlier, gap
from symdt.solve.proofs.coverings.judging import Judged, Reason, Side, Sign, numbered
from symdt.solve.proofs.coverings.spans import Span, around, span, staying
from symdt.solve.proofs.coverings.surds import is_order, key, side_of
from symdt.solve.proofs.coverings.variations import Range, fixed_sign, range_of

if TYPE_CHECKING:
    from symdt.solve.proofs.coverings.covering import Covering


class FoundError(Exception):
    """A common point of the facts: the place."""


class UndefinedError(Exception):
    """A letter of a clause or of a cell stands for what the facts do not define."""


class Inquiry:
    """The letters of facts in order, and the facts, by how many of the letters they can be judged with."""

    def __init__(
        self,
        covering: Covering,
        facts: Sequence[Fact],
        missing: str,
        fixed: Mapping[str, Fraction],
        clauses: Sequence[Sequence[Fact]] = (),
        cells: Sequence[Sequence[Fact]] = (),
    ) -> None:
        self.covering, self.algebra, self.missing = covering, covering.algebra, missing
        ring = covering.ring
        definitions = {key(f) for n in ring.definitions for f in ring.definitions[n]}
        given = {key(f) for f in facts}
        facts = [f for f in facts if key(f) not in definitions and not is_order(ring, f)]
        cells = [[f for f in cell if key(f) not in definitions] for cell in cells]
        asked = [*facts, *(f for some in (*clauses, *cells) for f in some)]
        self.sides = {id(f): side for f in asked if (side := side_of(ring, f)) and side[0] not in fixed}
        while (
            True
        ):  # a root that no order of the letters lets stand over the letters before has a letter of its own
            self.order = self.ordered(self.names(asked, fixed))
            wrong = [f for f in asked if id(f) in self.sides and not self.stands(*self.sides[id(f)])]
            if not wrong:
                break
            for fact in wrong:
                self.sides.pop(id(fact), None)
        for name in self.order if clauses or cells else ():
            if any(key(f) not in given for f in ring.definitions.get(name, ())):
                raise UndefinedError(name)
        if missing:
            self.order.append(missing)
        covering.seat([*self.order, *fixed])
        self.algebra = covering.algebra
        self.given = {covering.position[n]: fmpq(v.numerator, v.denominator) for n, v in fixed.items()}
        self.letters = [covering.position[n] for n in self.order]
        self.facts = self.by_depth([self.judged(f)] for f in facts)
        self.clauses = self.by_depth([self.judged(f) for f in clause] for clause in clauses)
        self.cells = [[self.judged(f) for f in cell] for cell in cells]

    # --- letters ------------------------------------------------------------------------------------

    def names(self, asked: Sequence[Fact], fixed: Mapping[str, Fraction]) -> list[str]:
        """The letters of the facts but those that are fixed and those of roots that need none."""
        ring, names = self.covering.ring, list[str]()
        for fact in asked:
            names += ring.letters_of(*self.polynomials(fact))
        if self.missing:
            names += ring.letters_of(self.definition(self.missing)[0])
        return [n for n in dict.fromkeys(names) if n != self.missing and n not in fixed]

    def polynomials(self, fact: Fact) -> tuple[Terms, ...]:
        """The polynomials by which a fact is judged."""
        side = self.sides.get(id(fact))
        return (fact[0] if side is None else self.covering.ring.roots[side[1]][0],)

    def stands(self, letter: str, root: str, _sign: int) -> bool:
        """The other letters of a root's polynomial are given before its own."""
        ring = self.covering.ring
        others = set(ring.letters_of(ring.roots[root][0])) - {letter}
        return not others & set(self.order[self.order.index(letter) :])

    def definition(self, name: str) -> tuple[Terms, int]:
        """The polynomial whose root a letter is, in that letter, and the number of the root."""
        ring = self.covering.ring
        if name in ring.roots:
            return ring.definitions[name][0][0], ring.roots[name][2]
        return ring.definitions[name][1][0], 1  # of the two square roots the second

    def ordered(self, names: list[str]) -> list[str]:
        """The letters, each root after those in its polynomial; a letter that roots bound after those in these."""
        ring = self.covering.ring
        needs: dict[str, set[str]] = {n: set() for n in names}
        for name in names:
            if name in ring.definitions:
                inside = set(ring.letters_of(self.definition(name)[0])) & set(names) - {name}
                needs[name] |= inside
                own = ring.roots[name][1] if name in ring.roots else ""
                if own in needs and own not in inside:
                    needs[own] |= inside
        for letter, root, _ in self.sides.values():
            needs[letter] |= set(ring.letters_of(ring.roots[root][0])) & set(names) - {letter}
        order: list[str] = []
        while len(order) < len(names):
            rest = [n for n in names if n not in order]
            free = [n for n in rest if needs[n] <= set(order) and n in ring.definitions]
            free = free or [n for n in rest if needs[n] <= set(order)]
            free = free or [n for n in rest if n not in ring.definitions] or rest
            # the rule's own letter is the first of the ring's that roots bound; other letters as they stand
            order.append(min(free, key=lambda n: (sum(n in v for v in needs.values()) == 0, names.index(n))))
        return order

    def judged(self, fact: Fact) -> tuple[int, Judged]:
        """A fact as it is judged, and how many of the letters that takes."""
        ring, covering = self.covering.ring, self.covering
        side = self.sides.get(id(fact))
        if side is not None:
            letter, root, sign = side
            poly = covering.polynomial(ring.roots[root][0])
            value, members = self.algebra.factors(poly)
            at = covering.position[letter]
            return self.order.index(letter) + 1, Side(at, value, members, ring.roots[root][2], sign, fact[1])
        poly = covering.polynomial(fact[0])
        degrees = poly.degrees()
        depth = max((d + 1 for d, i in enumerate(self.letters) if degrees[i]), default=0)
        return depth, Sign(*self.algebra.factors(poly), fact[1])

    def by_depth(self, groups: Iterable[list[tuple[int, Judged]]]) -> list[list[list[Judged]]]:
        """Groups of facts, by how many letters it takes to judge them all."""
        found: list[list[list[Judged]]] = [[] for _ in range(len(self.order) + 1)]
        for group in groups:
            found[max((depth for depth, _ in group), default=0)].append([judged for _, judged in group])
        return found

    # --- cells --------------------------------------------------------------------------------------

    def over(self, place: Place, depth: int) -> Reason:
        """Why no point over a place of the first letters satisfies the facts; a point is raised."""
        self.covering.spend()
        broken = self.broken(place, depth)
        if broken is not None:
            return broken
        if depth == len(self.letters):
            raise FoundError(place)
        name = self.order[depth]
        if name in self.covering.ring.definitions:
            return self.lean(place, self.on_root(place, depth, name))
        return self.lean(place, self.on_line(place, depth))

    @cached_property
    def ranges(self) -> dict[int, Range]:
        """The ranges of letters, by their positions, outside of which a fact in the letter alone fails."""
        found = {}
        for letter, facts in zip(self.letters, self.facts[1:], strict=True):
            within = range_of(self.algebra, letter, [judged for (judged,) in facts])
            if within is not None:
                found[letter] = within
        return found

    @cached_property
    def fixed(self) -> dict[int, Reason | None]:
        """Of polynomials the ends of the ranges within which they have one sign, as they are found."""
        return {}

    def lean(self, place: Place, reason: Iterable[int]) -> Reason:
        """A reason with the ends of ranges instead of what has one sign within them.

        Where these keep their signs, which are not zero, the letters stay within their ranges.
        """
        result: set[int] = set()
        for number in reason:
            if number not in self.fixed:
                self.fixed[number] = fixed_sign(self.algebra, self.ranges, number)
            ends = self.fixed[number]
            is_within = ends is not None and all(self.algebra.sign(place, n) for n in ends)
            result |= ends if ends is not None and is_within else {number}
        return frozenset(result)

    def broken(self, place: Place, depth: int) -> Reason | None:
        """The polynomials by which a fact or a clause that has just become complete fails, or cells; the simplest."""
        found: list[Reason] = []
        for (judged,) in self.facts[depth]:
            is_true, reason = judged.judge(self.algebra, place)
            if not is_true:
                found.append(reason)
        for clause in () if found else self.clauses[depth]:
            said = [judged.judge(self.algebra, place) for judged in clause]
            if all(is_true is False for is_true, _ in said):
                found.append(frozenset().union(*(reason for _, reason in said)))
        if self.cells and not found:
            alone = self.alone(place, depth)
            found += [alone] if alone is not None else []
        return min(found, key=self.heaviness) if found else None

    def heaviness(self, reason: Reason) -> tuple[int, list[tuple[int, int]]]:
        """How hard a reason is to work with."""
        weight = self.algebra.weight
        return sum(weight(n)[0] for n in reason), sorted(map(weight, reason))

    def lightest(self, reasons: Sequence[Reason], known: Reason) -> Reason:
        """Of several reasons the one that adds least to what is known."""
        return min(reasons, key=lambda reason: self.heaviness(reason - known))

    def one_of_each(self, several: Iterable[Sequence[Reason]], known: Reason = frozenset()) -> Reason:
        """What is known, and of each of several lists the reason that adds least; first of those with one reason alone."""
        for reasons in sorted(several, key=len):
            known |= self.lightest(reasons, known)
        return known

    def alone(self, place: Place, depth: int) -> Reason | None:
        """Why at most one of the cells holds, where it is so."""
        before = place.before
        failed: dict[int, list[Reason]] = dict(before.__dict__.get("_failed", {})) if before else {}
        for i, cell in enumerate(self.cells):
            if i in failed:
                continue
            said = [judged.judge(self.algebra, place) for at, judged in cell if at == depth]
            reasons = [reason for is_true, reason in said if not is_true]
            if reasons:
                failed[i] = reasons
        place.__dict__["_failed"] = failed
        if len(failed) < len(self.cells) - 1:
            return None
        return self.one_of_each(sorted(failed.values(), key=len)[: len(self.cells) - 1])

    def on_root(self, place: Place, depth: int, name: str) -> set[int]:
        """A letter that is a root has one value over a place, or none."""
        letter = self.letters[depth]
        poly, index = self.definition(name)
        value, members = self.algebra.factors(self.covering.polynomial(poly))
        found, needed = numbered(self.algebra, place, value, members, letter, index)
        if found is None and name == self.missing:
            raise FoundError(place)
        if found is None or name == self.missing:
            return needed
        above = self.over(self.algebra.on(place, letter, found.number, found.value), depth + 1)
        there = Cell(found, found, above)
        return needed | staying(self.algebra, place, there, letter)

    def on_line(self, place: Place, depth: int) -> Reason:
        """Cells that cover the line of a letter, and what keeps them covering it."""
        letter = self.letters[depth]
        cells = self.known_cells(place, depth)  # in the order of their lower bounds
        while True:
            low, high, is_done = gap(cells)
            if is_done:
                return self.projected(place, cells, depth)
            if low is not None and low is high:
                there = self.algebra.on(place, letter, low.number, low.value)
                cell = Cell(low, low, self.over(there, depth + 1))
            else:
                sample = between(low.value if low else None, high.value if high else None)
                cell = self.around(place, letter, sample, self.over(place.at(letter, sample), depth + 1))
            insort(cells, cell, key=cmp_to_key(earlier))

    def around(self, place: Place, letter: int, sample: Any, needed: Reason) -> Cell:
        """The cell around a sample on which nothing that is needed changes its sign."""
        low: Bound | None = None
        high: Bound | None = None
        at: Bound | None = None
        for number in needed:
            if not self.algebra.degrees[number][letter]:
                continue
            for part, _ in self.algebra.present(place, number, letter)[0] or ():
                for root, _ in self.algebra.roots(place, part, letter):
                    side = compare(root, sample)
                    bound = Bound(part, root)
                    if side == 0:
                        at = self.simpler(at, bound)
                    elif side < 0:
                        order = compare(root, low.value) if low else 1
                        low = bound if order > 0 else self.simpler(low, bound) if order == 0 else low
                    else:
                        order = compare(root, high.value) if high else -1
                        high = bound if order < 0 else self.simpler(high, bound) if order == 0 else high
        return Cell(at, at, needed) if at else Cell(low, high, needed)

    def simpler(self, one: Bound | None, other: Bound) -> Bound:
        """Of two polynomials with one root the simpler."""
        if one is None or self.algebra.weight(other.number) < self.algebra.weight(one.number):
            return other
        return one

    def known_cells(self, place: Place, depth: int) -> list[Cell]:
        """The cells that are known from other values of the letter before, in the order of their lower bounds."""
        spans = self.spans(place, depth)
        if not spans:
            return []
        value, bounds = place.coordinates[self.letters[depth - 1]], dict[Any, Bound]()
        near = around(value)
        held = [span for span in spans if span.holds(value, *near)]
        cells = [span.cell(self.algebra, place, self.letters[depth], bounds) for span in held]
        return sorted(cells, key=cmp_to_key(earlier))

    def spans(self, place: Place, depth: int) -> list[Span] | None:
        """The cells of a letter's line known over values of the letter before; None where that has one value."""
        if place.before is None or not depth or self.order[depth - 1] in self.covering.ring.definitions:
            return None
        context = self.context(place)
        known: dict[Any, list[Span]] = place.before.__dict__.setdefault("_spans", {})
        return None if context is None else known.setdefault(context, [])

    def context(self, _place: Place) -> Any:
        """What reasons found above a place take for granted and do not tell; None where that is not known.

        A cell is known from one value of a letter at another one only where this is the same.
        """
        return () if type(self).over is Inquiry.over else None

    def projected(self, place: Place, cells: list[Cell], depth: int) -> Reason:
        """What keeps cells, in order, covering the line of a letter around a place of the letters before."""
        algebra, letter = self.algebra, self.letters[depth]
        result: set[int] = set()
        last: Bound | None = None
        for cell in chosen(cells):
            if last and cell.low and last.number != cell.low.number:
                result |= algebra.constant(place, last.number, cell.low.number, letter)
            last = cell.high
            result |= self.kept(place, cell, depth) if cell.kept is None else cell.kept
        return frozenset(result)

    def kept(self, place: Place, cell: Cell, depth: int) -> Reason:
        """What keeps a cell one around a place; it is noted where else along the last letter it is one."""
        algebra, letter = self.algebra, self.letters[depth]
        reason = frozenset(staying(algebra, place, cell, letter))
        spans = self.spans(place, depth)
        if spans is not None and all(algebra.sign(place, n) for n in reason):
            known = Cell(cell.low, cell.high, cell.needed, reason)
            spans.append(span(algebra, place, letter, known, self.stretch(place, depth, reason)))
        return reason

    def stretch(self, place: Place, depth: int, reason: Reason) -> Cell:
        """The values of the letter before around that of a place up to which polynomials have their signs, which are not zero."""
        letter, low, high = self.letters[depth - 1], None, None
        near: dict[int, Cell] = place.__dict__.setdefault("_near", {})
        assert place.before is not None
        for number in reason:
            if number not in near:
                near[number] = self.around(
                    place.before, letter, place.coordinates[letter], frozenset([number])
                )
            one = near[number]
            low = one.low if low is None or (one.low and compare(low.value, one.low.value) < 0) else low
            high = (
                one.high if high is None or (one.high and compare(one.high.value, high.value) < 0) else high
            )
        return Cell(low, high, reason)
