"""Coverings: facts without a common point, shown by cells that cover the whole space, each with a fact that fails on it.

Letter after letter a value is chosen; as soon as a fact fails at what is chosen, it fails on a whole cell
around it, whose bounds are the nearest roots of that fact's polynomial; a value outside the cells found
so far is tried next. When the cells cover the line of a letter, what keeps them covering it (see
`delineation`) is a reason why the values chosen before fail, on a cell of their own. A letter that stands
for a radical or an indexed root has one value: that root over the place. So questions with roots of any
degree, whose coefficients may hold roots, are decided, with a point or with none.

>>> from sympy import Symbol
>>> from symdt.exact.solver import Budget
>>> from symdt.solve.proofs.check.texts import Ring
>>> ring = Ring(["h", "x"])
>>> (root, _) = ring.root("x**4 - 3*x**2 + x - h", "x", 0)
>>> ask = lambda *texts: Covering(ring, Symbol, Budget(9)).decide([ring.fact(t) for t in texts])
>>> ask("h > 0", "root_0 > -1")
NoPoint()
>>> ask("h < 1", "x < root_0", "x**4 + h > 3*x**2")
Found(point={h: 0, x: -2, root_0: CRootOf(_x**3 - 3*_x + 1, 0)})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

from flint import fmpq
from sympy import Expr, Symbol

from symdt.exact.field import Field
from symdt.exact.line import Real, between
from symdt.exact.line.branch import Branch, compare
from symdt.exact.line.place import Place
from symdt.exact.polynomial import Poly, to_rational
from symdt.exact.solver import Answer, Budget, Found, NoPoint, Unknown
from symdt.solve.proofs.check.polynomials import Poly as Terms
from symdt.solve.proofs.check.polynomials import exponents
from symdt.solve.proofs.check.texts import Fact, Ring
from symdt.solve.proofs.delineation import Algebra, Members
from symdt.solve.proofs.intervals import Bound, Cell, chosen, earlier, gap


class _SpentError(Exception):
    """The budget ended."""


class _FoundError(Exception):
    """A common point of the facts: the place."""


class Covering:
    """Decides questions over the letters of a ring; what is found about polynomials is kept for the next question."""

    def __init__(self, ring: Ring, symbol: Callable[[str], Symbol], budget: Budget) -> None:
        self.ring, self.symbol, self.budget = ring, symbol, budget
        self.names = list(ring.letters)
        self.field = Field.of(symbol(name) for name in self.names)
        self.position = {s.name: i for i, s in enumerate(self.field.symbols)}
        self.algebra = Algebra(self.field, self.spend)
        self.limit = budget
        self._read: dict[Any, Poly] = {}

    def spend(self) -> None:
        """An end to the work where the budget is spent."""
        if self.limit.is_spent or self.budget.is_spent:
            raise _SpentError

    def polynomial(self, poly: Terms) -> Poly:
        """A polynomial of the ring in the field."""
        key = frozenset(poly.items())
        if key not in self._read:
            terms = {}
            for m, c in poly.items():
                powers = [0] * len(self.names)
                for name, e in zip(self.names, exponents(m), strict=False):
                    powers[self.position[name]] = e
                value = Fraction(c)
                terms[tuple(powers)] = fmpq(value.numerator, value.denominator)
            self._read[key] = self.field.context.from_dict(terms)
        return self._read[key]

    def decide(
        self,
        facts: Sequence[Fact],
        seconds: float | None = None,
        missing: str = "",
        fixed: Mapping[str, Fraction] | None = None,
    ) -> Answer:
        """A common point of the facts over the ring's own letters, or that there is none.

        seconds: of computing. missing: a root letter; the points are then those where that root does not exist.
        fixed: letters that have a value.
        """
        self.limit = Budget(seconds) if seconds is not None else self.budget
        given = {self.position[n]: fmpq(v.numerator, v.denominator) for n, v in (fixed or {}).items()}
        try:
            _Question(self, facts, missing, given).over(Place(self.field, given), 0)
        except _SpentError:
            return Unknown("the time budget is spent")
        except _FoundError as found:
            return Found(self.point(found.args[0]))
        return NoPoint()

    def point(self, place: Place) -> dict[Symbol, Expr]:
        """The coordinates: those of roots that were needed too, and 0 for letters that no fact asks for."""
        found = {n: place.coordinates.get(self.position[n]) for n in self.names}
        known = {n: v for n, v in found.items() if v is not None or n not in self.ring.definitions}
        return {self.symbol(n): _number(fmpq(0) if v is None else v) for n, v in known.items()}


def _number(value: Any) -> Expr:
    if isinstance(value, Branch):
        value = value.real()
    if isinstance(value, Real):
        return value.to_expr()
    return to_rational(value)


class _Question:
    """One question: its letters in order, and the facts that can be judged once a letter is given."""

    def __init__(
        self, covering: Covering, facts: Sequence[Fact], missing: str, given: Mapping[int, Any]
    ) -> None:
        self.covering, self.algebra, self.missing = covering, covering.algebra, missing
        ring = covering.ring
        names = ring.letters_of(*(f for f, _ in facts))
        if missing:
            names += [n for n in ring.letters_of(self.definition(missing)[0]) if n not in names]
        names = [n for n in dict.fromkeys(names) if n != missing and covering.position[n] not in given]
        self.order = self.ordered(names)
        if missing:
            self.order.append(missing)
        self.letters = [covering.position[n] for n in self.order]
        self.facts: list[list[tuple[str, int, Members]]] = [[] for _ in range(len(self.order) + 1)]
        defined = [f for n in self.order for f in ring.definitions.get(n, ())]
        for fact in facts:
            if fact in defined:
                continue
            poly = covering.polynomial(fact[0])
            depth = max((d + 1 for d, i in enumerate(self.letters) if poly.degrees()[i]), default=0)
            self.facts[depth].append((fact[1], *self.algebra.factors(poly)))

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
        order: list[str] = []
        while len(order) < len(names):
            rest = [n for n in names if n not in order]
            free = [n for n in rest if needs[n] <= set(order) and n in ring.definitions]
            free = free or [n for n in rest if needs[n] <= set(order)]
            free = free or [n for n in rest if n not in ring.definitions] or rest
            # the rule's own letter is the first of the ring's that roots bound; other letters as they stand
            order.append(min(free, key=lambda n: (sum(n in v for v in needs.values()) == 0, names.index(n))))
        return order

    # --- cells --------------------------------------------------------------------------------------

    def over(self, place: Place, depth: int) -> frozenset[int]:
        """Why no point over a place of the first letters satisfies the facts; a point is raised."""
        self.covering.spend()
        broken = self.broken(place, depth)
        if broken is not None:
            return broken
        if depth == len(self.letters):
            raise _FoundError(place)
        name = self.order[depth]
        if name in self.covering.ring.definitions:
            return frozenset(self.on_root(place, depth, name))
        return self.on_line(place, depth)

    def broken(self, place: Place, depth: int) -> frozenset[int] | None:
        """The polynomials by which one of the facts that have just become complete fails; the simplest."""
        found: list[frozenset[int]] = []
        for op, value, members in self.facts[depth]:
            zeros = [n for n, _ in members if not self.algebra.sign(place, n)]
            if zeros or not value:
                if op in (">", "!="):
                    found.append(frozenset([min(zeros, key=self.algebra.weight)] if zeros else ()))
                continue
            for n, many in members:
                value *= self.algebra.sign(place, n) ** many
            if op == "==" or (op in (">", ">=") and value < 0):
                # where a factor with an even power vanishes, `>` still fails
                found.append(frozenset(n for n, many in members if op != ">" or many % 2))
        if not found:
            return None
        weight = self.algebra.weight
        return min(found, key=lambda s: (sum(weight(n)[0] for n in s), sorted(map(weight, s))))

    def on_root(self, place: Place, depth: int, name: str) -> set[int]:
        """A letter that is a root has one value over a place, or none."""
        algebra, letter = self.algebra, self.letters[depth]
        poly, index = self.definition(name)
        value, members = algebra.factors(self.covering.polynomial(poly))
        needed: set[int] = set()
        spots: list[tuple[Any, int, int]] = []  # root, multiplicity, polynomial
        held: list[int] = []
        for number, many in members:
            if not algebra.degrees[number][letter]:
                needed.add(number)
                value *= abs(algebra.sign(place, number))
                if not value:
                    break
                continue
            parts, why = algebra.present(place, number, letter)
            needed |= why
            if parts is None:
                value = 0
                break
            for part, m in parts:
                needed |= algebra.simple(place, part, letter)
                for other in held:
                    needed |= algebra.constant(place, part, other, letter) if part != other else set()
                held.append(part)
                spots += [(root, m * many * k, part) for root, k in algebra.roots(place, part, letter)]
        found = self.numbered(spots, index) if value else None
        if name == self.missing:
            if found is None:
                raise _FoundError(place)
            return needed
        if found is None:
            return needed
        above = self.over(place.at(letter, found.value, is_section=True), depth + 1)
        return needed | self.at_bound(place, found, above, letter)

    def numbered(self, spots: list[tuple[Any, int, int]], index: int) -> Bound | None:
        """The root with this number, counted with multiplicity."""
        spots.sort(key=cmp_to_key(_before))
        for root, many, number in spots:
            if index < many:
                return Bound(number, root)
            index -= many
        return None

    def at_bound(self, place: Place, bound: Bound, needed: Iterable[int], letter: int) -> set[int]:
        """What keeps the signs of polynomials at a bound."""
        result: set[int] = set()
        for number in needed:
            if not self.algebra.degrees[number][letter]:
                result.add(number)
                continue
            parts, why = self.algebra.present(place, number, letter)
            result |= why
            for part, _ in parts or ():
                if part != bound.number:
                    result |= self.algebra.constant(place, part, bound.number, letter)
        return result

    def on_line(self, place: Place, depth: int) -> frozenset[int]:
        """Cells that cover the line of a letter, and what keeps them covering it."""
        letter = self.letters[depth]
        cells: list[Cell] = []  # in the order of their lower bounds
        while True:
            low, high, is_done = gap(cells)
            if is_done:
                return self.projected(place, cells, letter)
            if low is not None and low is high:
                there = place.at(letter, low.value, is_section=True)
                cell = Cell(low, low, self.over(there, depth + 1))
            else:
                sample = between(low.value if low else None, high.value if high else None)
                cell = self.around(place, letter, sample, self.over(place.at(letter, sample), depth + 1))
            cells.append(cell)
            cells.sort(key=cmp_to_key(earlier))

    def around(self, place: Place, letter: int, sample: Any, needed: frozenset[int]) -> Cell:
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

    def projected(self, place: Place, cells: list[Cell], letter: int) -> frozenset[int]:
        """What keeps cells, in order, covering the line of a letter around a place of the letters before."""
        algebra = self.algebra
        result: set[int] = set()
        last: Bound | None = None
        for cell in chosen(cells):
            for end in {id(b): b for b in (cell.low, cell.high) if b}.values():
                result |= algebra.simple(place, end.number, letter)
            if last and cell.low and last.number != cell.low.number:
                result |= algebra.constant(place, last.number, cell.low.number, letter)
            last = cell.high
            if cell.is_point:
                assert cell.low is not None
                result |= self.at_bound(place, cell.low, cell.needed, letter)
            else:
                result |= self.between(place, cell, letter)
        return frozenset(result)

    def between(self, place: Place, cell: Cell, letter: int) -> set[int]:
        """What keeps polynomials without a root in an interval."""
        algebra = self.algebra
        result: set[int] = set()
        if cell.low and cell.high and cell.low.number != cell.high.number:
            result |= algebra.constant(place, cell.low.number, cell.high.number, letter)
        for number in cell.needed:
            if not algebra.degrees[number][letter]:
                result.add(number)
                continue
            parts, why = algebra.present(place, number, letter)
            result |= why
            for part, _ in parts or ():
                result |= algebra.simple(place, part, letter)
                for end, side in ((cell.low, 1), (cell.high, -1)):
                    if end is None or end.number == part:
                        continue
                    if any(compare(r, end.value) * side <= 0 for r, _ in algebra.roots(place, part, letter)):
                        result |= algebra.constant(place, part, end.number, letter)
        return result


def _before(one: tuple[Any, int, int], other: tuple[Any, int, int]) -> int:
    return compare(one[0], other[0])
