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
>>> from symdt.domain import Domain
>>> p, h = symbols("p h")
>>> domain = Domain("0 < p < 1", "h > 0")
>>> f = domain.field.element
>>> rule = solve(Question((("wait", f(h*p**2)), ("act", f(1 - p))), domain, p))
>>> for case in rule.cases:
...     print(*case.conditions, [(piece.label, str(piece.stop)) for piece in case.pieces])
 [('wait', '(sqrt(4*h + 1) - 1)/(2*h)'), ('act', '1')]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from flint import fmpq

from symdt.algebra import Element, Field, Number, Poly
from symdt.domain import Domain
from symdt.errors import ExpressionError
from symdt.formula import Condition, Formula, all_of
from symdt.regions.arrangement import sign, simplest_between
from symdt.regions.ends import Infinite
from symdt.regions.fibre import Fibres, Structure
from symdt.regions.projection import (
    Decomposition,
    Factors,
    OutOfTime,
    Sample,
    Values,
    Wall,
    Zeros,
    ball_sign,
    coefficients,
    common_zeros,
    complexity,
    decompose,
    irreducible,
    key,
    normal,
    rational_roots,
)
from symdt.regions.rule import Case, Label, Piece, Question, Rule
from symdt.solver import Budget, Found, NoPoint, find_point, rational_values

#: Seconds for one question whether a condition follows from others.
SECONDS = 0.3
#: How often derivatives are added where signs do not tell two answers apart.
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
    notes = list(dict.fromkeys([*task.notes, *_faults(rule, letters)]))
    return replace(rule, is_complete=not notes, note="; ".join(notes))


@dataclass(frozen=True)
class _Part:
    """A case in the making: conditions, the structure's pieces, and a point of it."""

    conditions: tuple[Condition, ...]
    pieces: tuple[Piece, ...]
    values: Values


@dataclass(frozen=True)
class _Cell:
    values: Values
    structure: Any  # a Structure; None outside the domain
    signs: tuple[int, ...]  # of the projection polynomials, in their order
    points: list[Values]  # all sample points with these signs and this structure


_Group = list[_Cell]


def _separation(groups: list[_Group], poly: Poly) -> tuple[int, int]:
    """How many groups a polynomial's sign sorts out for good, and how many pairs with different answers it parts."""
    whole = pairs = 0
    for group in groups:
        sides: dict[int, dict[Any, int]] = {1: {}, -1: {}, 0: {}}
        for cell in group:
            side = sides[sign(poly(*cell.values))]
            side[cell.structure.identity] = side.get(cell.structure.identity, 0) + 1
        plus, minus = sum(sides[1].values()), sum(sides[-1].values())
        parted = plus * minus - sum(n * sides[-1].get(i, 0) for i, n in sides[1].items())
        pairs += parted
        whole += bool(parted and not sides[0] and len(sides[1]) == len(sides[-1]) == 1)
    return whole, pairs


@dataclass(frozen=True)
class _Test:
    """One question on the way down the tree: the sign of a polynomial, with or without its zeros."""

    condition: Condition

    @property
    def is_strict(self) -> bool:
        return self.condition.op == ">"


class _Refine(Exception):
    """A polynomial is wanted among those that cut out the cells."""

    def __init__(self, poly: Poly) -> None:
        super().__init__()
        self.poly = poly


class _Task:
    """A question about functions on a domain, in some letters (`letters`, by position) beside the parameter."""

    def __init__(
        self,
        field: Field,
        index: int,
        functions: tuple[tuple[Label, Element], ...],
        conditions: Sequence[Condition],
        letters: tuple[int, ...],
        budget: Budget,
        outer: Domain,
    ) -> None:
        self.field, self.index, self.functions, self.letters = field, index, functions, letters
        self.budget, self.outer = budget, outer
        self.notes: list[str] = []
        self.is_open_solved = False  # cells are known
        self.conditions = [c for c in conditions if c.truth is not True]
        holes = Factors(f.den for _, f in functions)
        self.conditions += [Condition(field, poly, "!=") for poly in holes]
        self.base: list[Poly] = []
        self.by_signs: dict[tuple[int, ...], list[Structure | None]] = {}
        self.crossings: dict[Any, Zeros | None] = {}

    # --- the way from question to cases ---------------------------------------------------------

    def parts(self) -> list[_Part]:
        """Disjoint cases that cover the domain, or as much of it as could be done (see `notes`)."""
        if any(c.truth is False for c in self.conditions):
            return []
        for condition in self.conditions:
            if condition.op == "==" and not condition.poly.degrees()[self.index]:
                return self.on_locus(condition.poly, (), condition)
        try:
            return self.open_parts()
        except OutOfTime:
            self.notes.append("the time budget ended")
            return []

    def open_parts(self) -> list[_Part]:
        self.fibres = Fibres(self.field, self.index, self.functions, self.conditions)
        limits = Factors(c.poly for c in self.fibres.outer)  # these bound the cells, even if settled inside
        polys = [p for p in self.fibres.projection if key(p) in limits.members or not self.is_settled(p)]
        for _ in range(ROUNDS):
            self.polys = sorted(polys, key=complexity)
            self.decomposition = self.decomposed()
            self.walls: dict[str, list[Wall]] = {}
            for wall in self.decomposition.walls:
                self.walls.setdefault(key(wall.poly), []).append(wall)
            self.cells = self.open_cells()
            self.is_open_solved = True
            relevant, mixed = self.relevant()
            if not mixed:
                notes = len(self.notes)
                try:
                    return self.merged(self.covered(self.branch(self.cells, [], relevant)))
                except _Refine as refine:
                    del self.notes[notes:]
                    polys = [*polys, refine.poly]
                    continue
            more = self.separators(mixed, Factors(polys))
            if not more:
                break
            polys = [*self.necessary(relevant), *more]
        self.notes.append("some answers could not be told apart by sign conditions")
        return []

    def is_settled(self, poly: Poly) -> bool:
        # cheap arguments only: a polynomial kept for nothing costs time, not truth
        quick = Budget(0)
        return any(self.outer.implies(Condition(self.field, s * poly, ">"), quick) for s in (1, -1))

    def decomposed(self) -> Decomposition:
        def inside(values: Values, known: frozenset[int]) -> bool:
            return all(c.holds(values) for c, used in outer if used <= known)

        outer = [
            (c, frozenset(i for i, d in enumerate(c.poly.degrees()) if d)) for c in self.fibres.outer
        ]
        return decompose(self.field, self.polys, self.letters, inside, self.budget)

    def structure(self, sample: Sample) -> Structure | None:
        """The structure over a point; once all cells are known the signs there tell it, unless they are ambiguous."""
        if not sample.is_answered:
            if self.budget.is_spent:
                raise OutOfTime
            known = self.by_signs.get(tuple(sign(p(*sample.values)) for p in self.base))
            sample.answer = known[0] if known else self.fibres.at(sample.values)
            sample.is_answered = True
        return sample.answer

    def open_cells(self) -> list[_Cell]:
        cells: dict[Any, _Cell] = {}
        for sample in self.decomposition.samples:
            structure = self.structure(sample)
            signs = tuple(sign(p(*sample.values)) for p in self.polys)
            name = (signs, None if structure is None else structure.identity)
            cells.setdefault(name, _Cell(sample.values, structure, signs, [])).points.append(sample.values)
        if not self.base:
            answers: dict[tuple[int, ...], list[Structure | None]] = {}
            for cell in cells.values():
                answers.setdefault(cell.signs, []).append(cell.structure)
            self.base = list(self.polys)
            self.by_signs = {signs: found for signs, found in answers.items() if len(found) == 1}
        return [cell for cell in cells.values() if cell.structure is not None]

    # --- which signs matter ---------------------------------------------------------------------

    def relevant(self) -> tuple[list[int], list[_Group]]:
        """The polynomials whose signs tell the answers apart, as few as possible, and the cells that remain mixed."""
        chosen = set()
        for number, poly in enumerate(self.polys):
            for wall in self.walls.get(key(poly), []):
                here, there = self.structure(wall.before), self.structure(wall.behind)
                if here is not None and there is not None and here.identity != there.identity:
                    chosen.add(number)
                    break
        groups = self.mixed([self.cells], [])
        for number in sorted(chosen):
            groups = self.mixed(groups, [self.polys[number]])
        while groups:
            rest = [n for n in range(len(self.polys)) if n not in chosen]
            best, number = max(((_separation(groups, self.polys[n]), -n) for n in rest), default=((0, 0), 0))
            if not best[1]:
                break
            chosen.add(-number)
            groups = self.mixed(groups, [self.polys[-number]])
        return sorted(chosen), groups

    def necessary(self, relevant: list[int]) -> list[Poly]:
        """The polynomials to keep when cells are cut anew.

        Where a polynomial's zero set separates the same answers everywhere it may go. This is known
        of zero sets with walls over every point of the base, not of those that stand upright.
        """
        kept = {key(self.polys[n]) for n in relevant} | {key(p) for p in self.edges}
        kept |= frozenset().union(*self.fibres.leading)  # a leaf may have to be cut there
        last = self.letters[-1]
        return [p for p in self.polys if key(p) in kept or not p.degrees()[last]]

    @staticmethod
    def mixed(groups: list[_Group], polys: Sequence[Poly]) -> list[_Group]:
        """The groups split by the signs of polynomials, those dropped that have one answer only."""
        result = []
        for group in groups:
            parts: dict[tuple[int, ...], _Group] = {}
            for cell in group:
                parts.setdefault(tuple(sign(p(*cell.values)) for p in polys), []).append(cell)
            result += [g for g in parts.values() if len({c.structure.identity for c in g}) > 1]
        return result

    def separators(self, groups: list[_Group], known: Factors) -> list[Poly]:
        """Further polynomials, as few as possible, whose signs tell cells apart that have different answers.

        Where two roots lie on which side of each other is told by the derivatives in the parameter
        (Thom's lemma), where a cell lies in the plane by derivatives in the other letters.
        """
        chosen: list[Poly] = []
        found = Factors()
        for more in (self.fibres.slopes, self.fibres.common_roots, self.derivatives, self.fibres.all_slopes):
            for poly in more():
                found.add(poly)
        pool = [p for p in sorted(found, key=complexity) if key(p) not in known.members]
        spread = [[replace(c, values=v) for c in group for v in c.points] for group in groups]
        while spread:
            best, number = max(((_separation(spread, p), -n) for n, p in enumerate(pool)), default=((0, 0), 0))
            if not best[1]:
                chosen += [line for group in spread for line in self.lines(group)]
                break
            chosen.append(pool.pop(-number))
            spread = self.mixed(spread, chosen[-1:])
        return list(Factors(p for p in chosen if key(p) not in known.members))

    def lines(self, group: _Group) -> list[Poly]:
        """A line parallel to an axis between two cells with different answers."""
        one = group[0]
        other = next(c for c in group if c.structure.identity != one.structure.identity)
        for letter in self.letters:
            low, high = sorted((one.values[letter], other.values[letter]))
            if low != high:
                return [normal(self.field.generators[letter] - simplest_between(low, high))]
        return []

    def derivatives(self) -> Factors:
        return Factors(p.derivative(letter) for p in self.polys for letter in self.letters)

    # --- the tree of questions ------------------------------------------------------------------

    def branch(self, cells: list[_Cell], path: list[_Test], relevant: list[int]) -> list[_Part]:
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

    def best_test(self, cells: list[_Cell], relevant: list[int]) -> int:
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
        return sorted(allowed, reverse=True)

    def is_excluded(self, poly: Poly) -> bool:
        """No point of the domain lies on the polynomial's zero set, by one of its own strict conditions."""
        return any(
            c.op in (">", "!=") and key(poly) in {key(f) for f in irreducible(c.poly)}
            for c in self.fibres.outer
        )

    # --- leaves and loci ------------------------------------------------------------------------

    def leaf(self, cells: list[_Cell], path: list[_Test]) -> list[_Part]:
        """The case of a leaf, cut where its formulas fail."""
        structure = cells[0].structure
        conditions = [t.condition for t in path]
        strict = {key(normal(t.condition.poly)) for t in path if t.is_strict}
        for hazard in self.hazards(structure):
            if key(hazard) in strict or self.is_excluded(hazard):
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

    def cut(self, cells: list[_Cell], path: list[_Test], locus: Poly) -> list[_Part]:
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
            found = [v for zeros in self.meetings(closed, [*tests, *self.edges]) if zeros for v in zeros.points]
        else:
            return []
        held = [*self.fibres.outer, *(t.condition for t in path)]
        return [v for v in dict.fromkeys(found) if all(c.holds(v) for c in held)]

    @cached_property
    def edges(self) -> list[Poly]:
        """The boundaries of the domain in the space of the other letters."""
        return list(Factors([*(c.poly for c in self.fibres.outer), *self.fibres.edges]))

    def zeros(self, poly: Poly, letter: int) -> list[Values]:
        origin = (fmpq(0),) * len(self.field.symbols)
        roots = rational_roots(self.field, poly, letter)
        return [(*origin[:letter], root, *origin[letter + 1 :]) for root in roots]

    def meetings(self, polys: Sequence[Poly], others: Sequence[Poly]) -> list[Zeros | None]:
        """Where each polynomial meets another, or is not smooth; None among them where that is not known."""
        found = []
        x, y = self.letters
        for poly in map(normal, polys):
            bend = min((poly.derivative(i) for i in (x, y)), key=lambda q: (not q, q.total_degree()))
            for other in [*map(normal, others), bend]:
                if key(other) == key(poly):
                    continue
                name = (key(poly), key(other))
                if name not in self.crossings:
                    self.crossings[name] = common_zeros(self.field, poly, other, (x, y))
                found.append(self.crossings[name])
        return found

    def line_through(self, point: Values, path: list[_Test]) -> Poly:
        """A polynomial that vanishes at a point and can be solved for a letter, one of the boundaries if possible."""
        boundaries = [t.condition.poly for t in path] + [c.poly for c in self.fibres.outer]
        known = {key(p) for p in self.polys}
        for poly in sorted(map(normal, boundaries), key=complexity):
            if poly(*point) == 0 and self.linear_letter(poly) is not None and key(poly) in known:
                return poly
        letter = self.letters[0]
        poly = normal(self.field.generators[letter] - point[letter])
        if key(poly) not in known:
            raise _Refine(poly)
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

    def hazards(self, structure: Structure) -> list[Poly]:
        """The polynomials on whose zeros the formulas of a structure may fail."""
        found = Factors()
        for number in structure.used:
            found.add(self.fibres.coefficients[number][-1])
            degree = len(self.fibres.coefficients[number]) - 1
            if degree > 2 and structure.roots[number] < degree:
                for factor in irreducible(self.fibres.polys[number].discriminant(self.index)):
                    if self.appears_on(factor, number):
                        found.add(factor)
        return [p for p in found if not self.is_settled(p)]

    def appears_on(self, wall: Poly, number: int) -> bool:
        """Whether a pair of roots may be real on the discriminant's zero set only, not on its two sides."""
        power = dict(
            (key(normal(f)), int(m)) for f, m in self.fibres.polys[number].discriminant(self.index).factor()[1]
        )
        return power.get(key(wall), 0) % 2 == 0

    def on_locus(
        self, locus: Poly, path: Sequence[Condition], solved: Condition | None = None
    ) -> list[_Part]:
        """The cases on the zero set of a polynomial, solved for one letter in which it is linear."""
        equation = Condition(self.field, locus, "==")
        within = [c for c in [*self.conditions, *path] if c is not solved]
        choice = self.linear_letter(locus)
        if choice is None:
            if not isinstance(self.find([*within, equation]), NoPoint):
                self.notes.append(f"the points with {equation} were not solved")
            return []
        letter, slope, rest = choice
        put = _Substitution(self.field, letter, slope, rest)
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

    def linear_letter(self, poly: Poly) -> tuple[int, Poly, Poly] | None:
        """A letter in which the polynomial is linear, with its coefficient and the rest; a constant one first."""
        found = []
        for letter in self.letters:
            if poly.degrees()[letter] == 1:
                rest, slope = coefficients(self.field, poly, letter)
                # beyond one letter the coefficient and the rest may vanish together
                shared = len([d for d in slope.degrees() if d]) > 1
                found.append((shared, complexity(slope), letter, slope, rest))
        if not found:
            return None
        shared, _, letter, slope, rest = min(found, key=lambda entry: entry[:3])
        return None if shared else (letter, slope, rest)

    # --- conditions -----------------------------------------------------------------------------

    def find(self, conditions: Iterable[Condition | Formula]) -> Any:
        return find_point(all_of(*conditions), self.field.symbols, budget=self.budget, seconds=SECONDS)

    def irredundant(self, conditions: Sequence[Condition]) -> list[Condition]:
        """The conditions without those that the others and the domain imply; the hardest to read go first."""
        kept = [c for c in dict.fromkeys(conditions) if c.truth is not True]
        for condition in sorted(kept, key=lambda c: (c.op != "==", complexity(c.poly)), reverse=True):
            others = [c for c in kept if c is not condition]
            if self.follows(condition, others):
                kept = others
        return kept

    def follows(self, condition: Condition, others: Sequence[Condition]) -> bool:
        """Whether the domain and the other conditions imply this one, for certain."""
        return self.is_void([*others, condition.negated()])

    def is_void(self, conditions: Sequence[Condition]) -> bool:
        """Whether no point of the domain obeys all the conditions, for certain."""
        if any(c.negated() in (d, d.weakened()) for c in conditions for d in conditions):
            return True
        if self.is_open_solved:
            if any(all(c.holds(cell.values) for c in conditions) for cell in self.cells):
                return False
            known = {key(p) for p in self.polys}
            if all(key(normal(c.poly)) in known for c in conditions):
                settled = self.settled_at_corners(list(dict.fromkeys(conditions)))
                if settled is not None:
                    return settled
        return isinstance(self.find([*self.conditions, *conditions]), NoPoint)

    def settled_at_corners(self, conditions: Sequence[Condition]) -> bool | None:
        """Whether no point obeys the conditions, given that no open cell does; None where that is not clear.

        Such a point lies on the zero set of a closed condition. Where that is smooth and meets no
        other boundary, an open cell beside it would obey the conditions too: only corners remain.
        """
        if len(self.letters) > 2 or self.may_be_thin or any(c.op in ("==", "!=") for c in conditions):
            return None
        strict = {key(c.poly) for c in conditions if c.op == ">"}
        closed = [c.poly for c in conditions if c.op == ">=" and key(c.poly) not in strict]
        names = {key(normal(p)) for p in closed}
        if len(names) < len(closed) or names & {key(e) for e in self.edges}:
            return None
        if len(self.letters) < 2:
            return True
        is_clear = True
        held = [*self.fibres.outer, *conditions]
        for zeros in self.meetings(closed, [*closed, *self.edges]):
            if zeros is None:
                return None
            for corner in zeros.points:
                if all(c.holds(corner) for c in held) and self.fibres.at(corner) is not None:
                    return False
            for box in zeros.boxes:
                is_clear = is_clear and any(ball_sign(c.poly, box) == -1 for c in held if c.op in (">", ">="))
        return True if is_clear else None

    @property
    def may_be_thin(self) -> bool:
        """Whether the domain may have parts without an interior; a polyhedron with an interior has none."""
        return not self.cells or any(c.poly.total_degree() > 1 for c in self.conditions if not c.is_strict)

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
        inside = [*mine, *both]
        candidates = dict.fromkeys([*one.conditions, *other.conditions])
        candidates |= dict.fromkeys(c.weakened() for c in list(candidates))
        common = [c for c in candidates if all(c.holds(place.values) for place in inside)]
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


class _Substitution:
    """letter = -rest/slope, put into functions and conditions."""

    def __init__(self, field: Field, letter: int, slope: Poly, rest: Poly) -> None:
        self.field, self.letter, self.slope, self.rest = field, letter, slope, rest

    def poly(self, poly: Poly) -> tuple[Poly, int]:
        """(n, d) with the value n/slope^d."""
        parts = coefficients(self.field, poly, self.letter)
        degree = len(parts) - 1
        total = self.field.zero
        for power, part in enumerate(parts):
            total = total + part * (-self.rest) ** power * self.slope ** (degree - power)
        return total, degree

    def element(self, element: Element) -> Element:
        num, n = self.poly(element.num)
        den, d = self.poly(element.den)
        if not den:
            raise ExpressionError("a denominator vanishes on the locus")
        return Element.reduced(self.field, num * self.slope**d, den * self.slope**n)

    def condition(self, condition: Condition) -> Condition:
        num, degree = self.poly(condition.poly)
        return Condition(self.field, num * self.slope if degree % 2 else num, condition.op)

    def simplified(self, condition: Condition) -> Condition:
        """A condition that says the same on the locus, without the letter where that is simple enough."""
        if not self.slope.is_constant() or not condition.poly.degrees()[self.letter]:
            return condition
        new = self.condition(condition)
        single = new.truth is not None or [m for _, m in new.poly.factor()[1]] == [1]
        return new if single else condition

    def point(self, values: Values) -> Values:
        at: Number = -self.rest(*values) / self.slope(*values)
        return (*values[: self.letter], at, *values[self.letter + 1 :])


def _simplicity(values: Values, letters: tuple[int, ...]) -> tuple[Any, ...]:
    return (sum(int(values[i].q) + abs(int(values[i].p)) for i in letters), [str(v) for v in values])


def _faults(rule: Rule, letters: tuple[int, ...]) -> list[str]:
    return []
