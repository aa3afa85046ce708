"""The engine for functions that are polynomial or rational in the parameter: cells of the other parameters.

Over a point θ of the other parameters the answer is a sequence of labels and of roots where they
change (`fibre`). It can change only where some polynomial in θ vanishes: a leading coefficient, a
discriminant, a resultant (`projection`). A point in every open cell that these cut out gives every
answer there is; sign conditions on as few of the polynomials as possible, asked one after the other
as in a tree, tell the answers apart, so that the cases are disjoint and cover the domain.

A zero set goes with the side whose formulas stay valid on it. Where neither side's do (the leading
coefficient vanishes of a polynomial whose roots both sides use) it becomes a case of its own, solved
by putting the equation into the question, which then has one letter less.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, h = symbols("p h")
>>> domain = Domain("0 < p < 1", "h > -9")
>>> f = domain.field.element
>>> rule = solve(Question((("wait", f(h*p**2)), ("act", f(1 - p))), domain, p))
>>> for case in rule.cases:
...     print(*case.conditions, [(piece.label, str(piece.stop)) for piece in case.pieces])
h > 0 [('wait', '(sqrt(4*h + 1) - 1)/(2*h)'), ('act', '1')]
h <= 0 [('wait', '1')]

A root without closed form is named by its polynomial and its number from the left.

>>> cubic = solve(Question((("wait", f(p**3 + h*p)), ("act", f(p/p))), domain, p))
>>> for case in cubic.cases:
...     print(*case.conditions, [(piece.label, str(piece.stop)) for piece in case.pieces])
h > 0 [('wait', 'root(h*p + p**3 - 1, p, 0)'), ('act', '1')]
h <= 0 [('wait', '1')]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from symdt.errors import DomainError, ExpressionError
from symdt.exact.formula import Condition, Formula, all_of
from symdt.exact.line import sign
from symdt.exact.polynomial import Poly
from symdt.exact.solver import Budget, Found, NoPoint, rational_values
from symdt.regions.cells.corners import Corners
from symdt.regions.cells.projection import (
    Factors,
    OutOfTimeError,
    Values,
    complexity,
    irreducible,
    key,
    normal,
)
from symdt.regions.cells.signs import Cell
from symdt.regions.cells.substitution import Substitution, linear_letter
from symdt.regions.contest import Question
from symdt.regions.ends import Infinite
from symdt.regions.rule import Case, Piece, Rule

#: How often cells are cut anew where signs do not tell two answers apart.
ROUNDS = 8


def accepts(question: Question) -> bool:
    """Every question: functions are rational and conditions polynomial in the parameter by nature."""
    return question.parameter in question.domain.field.position


def solve(question: Question, budget: Budget | None = None) -> Rule:
    """The rule for functions that are rational in the parameter, of any degree."""
    budget = budget or Budget(60)
    field = question.domain.field
    index = field.position[question.parameter]
    functions = [(label, f if question.sign > 0 else -f) for label, f in question.functions]
    letters = tuple(field.position[s] for s in question.domain.symbols if s != question.parameter)
    task = _Task(field, index, tuple(functions), question.domain.conditions, letters, budget, question.domain)
    parts = task.parts()
    cases = [task.case(part, question) for part in parts]
    cases.sort(key=lambda c: (-len(c.pieces), [str(x) for x in c.conditions]))
    start, stop = (
        (cases[0].pieces[0].start, cases[0].pieces[-1].stop) if cases else (Infinite(-1), Infinite(1))
    )
    rule = Rule(question, tuple(cases), start, stop)
    notes = list(dict.fromkeys([*task.notes, *_faults(rule)]))
    return replace(rule, is_complete=not notes, note="; ".join(notes))


@dataclass(frozen=True)
class _Part:
    """A case in the making: conditions, the structure's pieces, and a point of it."""

    conditions: tuple[Condition, ...]
    pieces: tuple[Piece, ...]
    values: Values


@dataclass(frozen=True)
class _Test:
    """One question on the way down the tree: the sign of a polynomial, with or without its zeros."""

    condition: Condition

    @property
    def is_strict(self) -> bool:
        return self.condition.op == ">"


class _RefineError(Exception):
    """A polynomial is wanted among those that cut out the cells."""

    def __init__(self, poly: Poly) -> None:
        super().__init__()
        self.poly = poly


class _Task(Corners):
    """The way from functions on a domain to disjoint cases."""

    def parts(self) -> list[_Part]:
        """Disjoint cases that cover the domain, or as much of it as could be done (see `notes`)."""
        if any(c.truth is False for c in self.conditions):
            return []
        for condition in self.conditions:
            if condition.op == "==" and not condition.poly.degrees()[self.index]:
                return self.on_locus(condition.poly, (), condition)
        try:
            return self.open_parts()
        except OutOfTimeError:
            self.notes.append("the time budget ended")
            return []

    def open_parts(self) -> list[_Part]:
        limits = Factors(c.poly for c in self.fibres.outer)  # these bound the cells, even if settled inside
        polys = [p for p in self.fibres.projection if key(p) in limits.members or not self.is_settled(p)]
        for _ in range(ROUNDS):
            self.cut_out(polys)
            relevant, mixed = self.relevant()
            if not mixed:
                notes = len(self.notes)
                try:
                    return self.merged(self.covered(self.branch(self.cells, [], relevant)))
                except _RefineError as refine:
                    del self.notes[notes:]
                    polys = [*polys, refine.poly]
                    continue
            more = self.separators(mixed, Factors(polys))
            if not more:
                break
            polys = [*self.necessary(relevant), *more]
        self.notes.append("some answers could not be told apart by sign conditions")
        return []

    def branch(self, cells: list[Cell], path: list[_Test], relevant: list[int]) -> list[_Part]:
        if not cells:
            return []
        if len({c.structure.identity for c in cells}) == 1:
            return self.leaf(cells, path)
        number = self.best_test(cells, relevant)
        poly = self.polys[number]
        sides = self.closed_sides(number, path)
        parts: list[_Part] = []
        for side in (1, -1):
            op = ">=" if sides and side == sides[0] else ">"
            test = _Test(Condition(self.field, side * poly, op))  # type: ignore[arg-type]
            inner = [c for c in cells if c.signs[number] == side]
            parts += self.branch(inner, [*path, test], relevant)
        if not sides:
            parts += self.on_locus(poly, [t.condition for t in path])
        return parts

    def best_test(self, cells: list[Cell], relevant: list[int]) -> int:
        """The polynomial whose sign leaves the least to be told apart."""

        def cost(number: int) -> tuple[float, int]:
            total = 0
            for side in (1, -1):
                answers: dict[Any, int] = {}
                for cell in cells:
                    if cell.signs[number] == side:
                        answers[cell.structure.identity] = answers.get(cell.structure.identity, 0) + 1
                total += len(answers) + (len(answers) > 1)
                if not answers:
                    total += len(cells)
            return (total, number)

        return min(relevant, key=cost)

    def closed_sides(self, number: int, path: list[_Test]) -> list[int]:
        """The sides of a polynomial's zero set, within the path, whose formulas hold on it too; the first is taken."""
        poly = self.polys[number]
        if self.is_excluded(poly):
            return [1, -1]
        allowed = {1, -1}
        pieces = {1: 0, -1: 0}
        for wall in self.walls.get(key(poly), []):
            ends = (wall.before.values, wall.behind.values)
            if not all(t.condition.holds(end) for t in path for end in ends):
                continue
            here, there = self.structure(wall.before), self.structure(wall.behind)
            if here is None and there is None:
                continue
            if here is not None and there is not None and here.identity == there.identity:
                continue  # the leaf itself sees to it
            side = sign(poly(*wall.before.values))
            if here is None or not self.fibres.is_continuous(here, poly, there):
                allowed.discard(side)
            if there is None or not self.fibres.is_continuous(there, poly, here):
                allowed.discard(-side)
            pieces[side] += len(here.pieces) if here else 0
            pieces[-side] += len(there.pieces) if there else 0
        # a piece that shrinks to nothing on the wall is better left out there
        return sorted(allowed, key=lambda side: (pieces[side], -side))

    def is_excluded(self, poly: Poly) -> bool:
        """No point of the domain lies on the polynomial's zero set, by one of its own strict conditions."""
        return any(
            c.op in (">", "!=") and key(poly) in {key(f) for f in irreducible(c.poly)}
            for c in self.fibres.outer
        )

    def leaf(self, cells: list[Cell], path: list[_Test]) -> list[_Part]:
        """The case of a leaf, cut where its formulas fail."""
        structure = cells[0].structure
        conditions = [t.condition for t in path]
        strict = {key(normal(t.condition.poly)) for t in path if t.is_strict}
        for hazard in self.fibres.hazards(structure):
            if key(hazard) in strict or self.is_excluded(hazard) or self.is_settled(hazard):
                continue
            found = self.on_locus(hazard, conditions)
            if found:
                return [*found, *self.cut(cells, path, hazard)]
        for point in self.corners(path):
            if not self.fibres.agrees(structure.pieces, point):
                locus = self.line_through(point, path)
                return [*self.on_locus(locus, conditions), *self.cut(cells, path, locus)]
        best = min(cells, key=lambda c: _simplicity(c.values, self.letters))
        return [_Part(tuple(self.irredundant(conditions)), structure.pieces, best.values)]

    def cut(self, cells: list[Cell], path: list[_Test], locus: Poly) -> list[_Part]:
        """The leaf without the zero set of a polynomial."""
        parts = []
        for side in (1, -1):
            inner = [c for c in cells if sign(locus(*c.values)) == side]
            if inner:
                beyond = Condition(self.field, side * locus, ">")
                others = [t for t in path if t.condition != beyond.weakened()]
                parts += self.leaf(inner, [*others, _Test(beyond)])
        return parts

    def corners(self, path: list[_Test]) -> list[Values]:
        """The rational points of the domain on this path where continuity alone does not settle the answer.

        With one letter these are all rational zeros; with two, where a closed boundary of the path
        meets another boundary, or itself.
        """
        if len(self.letters) == 1:
            (letter,) = self.letters
            found = [v for poly in self.fibres.projection for v in self.zeros(poly, letter)]
        elif len(self.letters) == 2:
            tests = [t.condition.poly for t in path]
            closed = [t.condition.poly for t in path if not t.is_strict]
            found = [
                v for zeros in self.meetings(closed, [*tests, *self.edges]) if zeros for v in zeros.points
            ]
        else:
            return []
        held = [*self.fibres.outer, *(t.condition for t in path)]
        return [v for v in dict.fromkeys(found) if all(c.holds(v) for c in held)]

    def line_through(self, point: Values, path: list[_Test]) -> Poly:
        """A polynomial that vanishes at a point and can be solved for a letter, one of the boundaries if possible."""
        boundaries = [t.condition.poly for t in path] + [c.poly for c in self.fibres.outer]
        known = {key(p) for p in self.polys}
        for poly in sorted(map(normal, boundaries), key=complexity):
            if (
                poly(*point) == 0
                and linear_letter(self.field, poly, self.letters) is not None
                and key(poly) in known
            ):
                return poly
        letter = self.letters[0]
        poly = normal(self.field.generators[letter] - point[letter])
        if key(poly) not in known:
            raise _RefineError(poly)
        return poly

    def covered(self, parts: list[_Part]) -> list[_Part]:
        """The parts, and the points of a domain with closed boundaries that no open cell comes near."""
        if not self.letters or (self.cells and not self.may_be_thin):
            return parts
        for _ in range(9):
            outside = [Formula("not", (all_of(*part.conditions),)) for part in parts]
            answer = self.find([*self.conditions, *outside])
            if isinstance(answer, NoPoint):
                return parts
            point = rational_values(self.field, answer.point) if isinstance(answer, Found) else None
            if point is None or len(self.letters) > 1:
                break
            letter = self.letters[0]
            new = self.on_locus(normal(self.field.generators[letter] - point[letter]), [])
            if not new:
                break
            parts = [*parts, *new]
        self.notes.append("a part of the domain that has no interior may have no case")
        return parts

    def on_locus(
        self, locus: Poly, path: Sequence[Condition], solved: Condition | None = None
    ) -> list[_Part]:
        """The cases on the zero set of a polynomial, solved for one letter in which it is linear."""
        equation = Condition(self.field, locus, "==")
        within = [c for c in [*self.conditions, *path] if c is not solved]
        choice = linear_letter(self.field, locus, self.letters)
        if choice is None:
            if not isinstance(self.find([*within, equation]), NoPoint):
                self.notes.append(f"the points with {equation} were not solved")
            return []
        letter, slope, rest = choice
        put = Substitution(self.field, letter, slope, rest)
        try:
            functions = tuple((label, put.element(f)) for label, f in self.functions)
        except ExpressionError:
            return []  # a function is defined nowhere on the locus
        conditions = [put.condition(c) for c in within]
        if not slope.is_constant():
            conditions.append(Condition(self.field, slope, "!="))
        letters = tuple(i for i in self.letters if i != letter)
        task = _Task(self.field, self.index, functions, conditions, letters, self.budget, self.outer)
        parts = task.parts()
        self.notes += task.notes
        result = []
        for part in parts:
            given = [equation, *part.conditions] if solved is None else list(part.conditions)
            kept = self.irredundant([*map(put.simplified, path), *given])
            result.append(replace(part, conditions=tuple(kept), values=put.point(part.values)))
        return result

    def merged(self, parts: list[_Part]) -> list[_Part]:
        """The parts, those with the same answer joined where their union is again a conjunction."""
        changed = True
        while changed:
            changed = False
            for i, one in enumerate(parts):
                for other in parts[i + 1 :]:
                    union = self.union(one, other) if one.pieces == other.pieces else None
                    if union is not None:
                        parts = [p for p in parts if p is not one and p is not other] + [union]
                        changed = True
                        break
                if changed:
                    break
        return parts

    def union(self, one: _Part, other: _Part) -> _Part | None:
        """One part that is exactly the union of two, if conditions common to them describe it."""
        both = (one, other)
        mine = [
            cell
            for cell in self.cells
            if any(all(c.holds(cell.values) for c in part.conditions) for part in both)
        ]
        inside = [*(cell.values for cell in mine), *(part.values for part in both)]
        candidates = dict.fromkeys([*one.conditions, *other.conditions])
        candidates |= dict.fromkeys(c.weakened() for c in list(candidates))
        common = [c for c in candidates if all(c.holds(values) for values in inside)]
        others = [cell for cell in self.cells if not any(cell is m for m in mine)]
        if any(all(c.holds(cell.values) for c in common) for cell in others):
            return None  # the samples have refuted it: the solver need not be asked
        common = [c for c in common if all(self.follows(c, part.conditions) for part in both)]
        for a, b in product(one.conditions, other.conditions):
            if not self.is_void([*common, a.negated(), b.negated()]):
                return None
        return replace(one, conditions=tuple(self.irredundant(common)))

    def case(self, part: _Part, question: Question) -> Case:
        others = [s for s in question.domain.symbols if s != question.parameter]
        witness = tuple((s, part.values[self.field.position[s]]) for s in others)
        return Case(tuple(sorted(part.conditions, key=str)), part.pieces, witness)


def _simplicity(values: Values, letters: tuple[int, ...]) -> tuple[Any, ...]:
    return (sum(int(values[i].q) + abs(int(values[i].p)) for i in letters), [str(v) for v in values])


def _faults(rule: Rule) -> list[str]:
    """What is known to be missing in a rule: points of the domain are tried, and what was not checked is said."""
    faults = []
    for values in rule.question.domain.samples:
        try:
            label = rule.locate(values)[1].label
        except DomainError:
            faults.append("a point of the domain has no case")
            continue
        if label not in rule.question.best(values):
            faults.append("a point of the domain has a wrong label")
    if len(rule.question.domain.symbols) > 3 and any(case.conditions for case in rule.cases):
        faults.append("with more than three parameters the points where boundaries meet were not checked")
    return faults
