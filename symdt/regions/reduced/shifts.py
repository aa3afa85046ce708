"""Shifts: where only differences of some letters count, one letter is put to 0, and told again in the answer.

Slopes v of the letters are a shift of a contest if no difference of its functions changes where each letter x becomes
x + t*v(x). With a letter g of slope 1 the contest at any point is then that at g = 0 and x - v(x)*g for the other letters:
one letter less to decompose. The domain may change along v, if its conditions bound g linearly: what is left of it is its
shadow, that of every lower bound with every upper one.

>>> from sympy import symbols
>>> p, g, k = symbols("p g k")
>>> domain = Domain("0 < p < 1", "g > 0", "0 < k < 3")
>>> f = domain.field.element
>>> question = Question((("now", f(g - k + p)), ("wait", f((g - k)*p**2 + 2*p))), domain, p)
>>> shift = shift_of(question)
>>> shift.letter, shift.slopes, [str(f) for _, f in shift.reduced.functions], str(shift.reduced.domain)
(g, {k: 1}, ['-k + p', '-k*p**2 + 2*p'], 'p > 0, p < 1, k < 3')

Told again, a polynomial is what it is at x - v(x)*g.

>>> small = shift.reduced.domain.field
>>> print(shift.element(small.element(k/(k + 4))))
(g - k)/(g - k - 4)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from flint import fmpq, fmpq_mat, fmpq_poly
from sympy import Symbol

from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field
from symdt.exact.formula import Condition
from symdt.exact.line import Real, isolate
from symdt.exact.line.place import Place
from symdt.exact.line.real import exact
from symdt.exact.line.terms import coefficients
from symdt.exact.polynomial import Number, Poly
from symdt.regions.contest import Question
from symdt.regions.ends import End, Ratio, Root
from symdt.regions.root_condition import RootCondition
from symdt.regions.rule import Case, Rule

#: A value of the letter is sought between its bounds with so many binary digits at most.
DIGITS = 64


def shifts(polys: Iterable[Poly], letters: int, fixed: Iterable[int] = ()) -> list[list[Number]]:
    """Slopes of the letters, a basis of all, along which no polynomial changes; those at `fixed` are 0.

    >>> from sympy import symbols
    >>> g, h, k = symbols("g h k")
    >>> of = Field.of([g, h, k]).polynomial
    >>> shifts([of((g - k)**2 + h), of(h*(k - g))], 3), shifts([of(g*h)], 3), shifts([of(g*h)], 3, fixed=[2])
    ([[1, 0, 1]], [[0, 0, 1]], [])
    """
    rows = [[fmpq(int(i == place)) for i in range(letters)] for place in fixed]
    for poly in polys:
        changes = [poly.derivative(i).to_dict() for i in range(letters)]
        met = dict.fromkeys(m for change in changes for m in change)
        rows += [[fmpq(change.get(m, 0)) for change in changes] for m in met]
    reduced, rank = fmpq_mat(rows or [[fmpq(0)] * letters]).rref()
    leads = [next(i for i in range(letters) if reduced[n, i] != 0) for n in range(rank)]
    found = []
    for free in (i for i in range(letters) if i not in leads):
        vector = [fmpq(int(i == free)) for i in range(letters)]
        for n, lead in enumerate(leads):
            vector[lead] = -reduced[n, free]
        found.append(vector)
    return found


class Bound(NamedTuple):
    """The letter that is put to 0 is above this polynomial of the others (side 1) or below it (-1), or at it (weak)."""

    poly: Poly
    side: int
    is_weak: bool


@dataclass(frozen=True)
class Shift:
    """A question, the letter that is put to 0, the slopes of others, its bounds, and the question that is left."""

    question: Question[Any]
    letter: Symbol
    slopes: dict[Symbol, Number]
    bounds: tuple[Bound, ...]
    reduced: Question[Any]

    @property
    def field(self) -> Field:
        """The letters of the question."""
        return self.question.domain.field

    def polynomial(self, poly: Poly) -> Poly:
        """The polynomial at x - v(x)*g."""
        large = poly.project_to_context(self.field.context)
        return _moved_along(self.field, large, self.letter, {s: -v for s, v in self.slopes.items()})

    def element(self, element: Element) -> Element:
        """The quotient at x - v(x)*g."""
        return Element.reduced(self.field, self.polynomial(element.num), self.polynomial(element.den))

    def known(self, letter: Symbol) -> Symbol:
        """The letter of the question for one of the reduced question."""
        return self.field.symbols[self.field.names.index(letter.name)]

    def root(self, root: Root) -> Root:
        """The root, whose number stays: all roots move by as much."""
        return Root(self.field, self.polynomial(root.poly), self.known(root.letter), root.index, root.lead)

    def end(self, end: End) -> End:
        """An end of an interval of the question's letter, whose slope is 0."""
        if isinstance(end, Ratio):
            is_turned = self.polynomial(end.element.den).leading_coefficient() < 0
            return Ratio(self.element(end.element), end.is_flipped != is_turned)
        return self.root(end) if isinstance(end, Root) else end

    def condition(self, condition: Any) -> Any:
        """The condition at x - v(x)*g."""
        if isinstance(condition, RootCondition):
            return RootCondition(self.root(condition.root), condition.op)
        return Condition(self.field, self.polynomial(condition.poly), condition.op)

    def rule(self, rule: Rule[Any]) -> Rule[Any] | None:
        """The rule of the question, told from that of the reduced one; None where a witness has no simple number for g."""
        cases = [self._case(case) for case in rule.cases]
        if None in cases:
            return None
        return replace(
            rule,
            question=self.question,
            cases=tuple(case for case in cases if case is not None),
            start=rule.start and self.end(rule.start),
            stop=rule.stop and self.end(rule.stop),
        )

    def _case(self, case: Case[Any]) -> Case[Any] | None:
        value = self._between(dict(case.witness))
        if value is None:
            return None
        at = {self.known(s): x for s, x in case.witness}
        at = {s: _plus(x, self.slopes.get(s, fmpq(0)) * value) for s, x in at.items()} | {self.letter: value}
        pieces = tuple(replace(p, start=self.end(p.start), stop=self.end(p.stop)) for p in case.pieces)
        witness = sorted(at.items(), key=lambda w: self.field.position[w[0]])
        return Case(tuple(map(self.condition, case.conditions)), pieces, tuple(witness))

    def _between(self, witness: Mapping[Symbol, Any]) -> Number | None:
        """A rational number for g that obeys its bounds where the others are these; None where none was found."""
        small = self.reduced.domain.field
        place = Place(small, {i: witness.get(s, fmpq(0)) for i, s in enumerate(small.symbols)})
        for digits in (0, 4, 16, DIGITS):
            unit = fmpq(1, 2**digits)
            limits: dict[int, list[Number]] = {1: [], -1: []}
            for bound in self.bounds:
                limits[bound.side].append(_limit(place, bound, digits + 16))
            below, above = limits[1], limits[-1]
            if below and above:
                middle = (max(below) + min(above)) / 2
                tried = [max(below), min(above), fmpq((middle / unit).floor()) * unit, middle]
            else:
                tried = [
                    fmpq(0),
                    fmpq(1),
                    *(x + 1 for x in sorted(below)[-1:]),
                    *(x - 1 for x in sorted(above)[:1]),
                ]
            for value in tried:
                if all(self._obeys(place, bound, value) for bound in self.bounds):
                    return value
        return None

    @staticmethod
    def _obeys(place: Place, bound: Bound, value: Number) -> bool:
        now = bound.side * -place.sign(bound.poly - value)
        return now > 0 or (now == 0 and bound.is_weak)


def shift_of(question: Question[Any]) -> Shift | None:
    """How a question is reduced by one of its letters; None where each letter counts by itself.

    Of several letters that could be put to 0 it is one whose number times each slope is whole, if there is such a one.
    """
    domain = question.domain
    field = domain.field
    if question.parts or len(field.symbols) < 3:  # with one other letter there is nothing to decompose
        return None
    first = question.functions[0][1]
    differences = [f - first for _, f in question.functions[1:]]
    polys = [poly for d in differences for poly in (d.num, d.den)]
    used = [i for i in range(len(field.symbols)) if any(poly.degrees()[i] for poly in polys)]
    unused = [i for i in range(len(field.symbols)) if i not in used]
    fixed = [field.position[question.letter], *domain.whole, *unused]
    for vector in shifts(polys, len(field.symbols), fixed):
        places = sorted(
            (i for i, v in enumerate(vector) if v), key=lambda i: sum((v / vector[i]).q != 1 for v in vector)
        )
        for place in places:
            slopes = {
                s: v / vector[place]
                for i, (s, v) in enumerate(zip(field.symbols, vector, strict=True))
                if v and i != place
            }
            found = _shifted(question, field.symbols[place], slopes)
            if found is not None:
                return found
    return None


def _shifted(question: Question[Any], letter: Symbol, slopes: dict[Symbol, Number]) -> Shift | None:
    """The shift by a letter and the slopes of others; None where the domain is not bounded along it by linear conditions."""
    domain = question.domain
    field, place = domain.field, domain.field.position[letter]
    # what is assumed of a letter is not so of its difference with another
    others = [Symbol(s.name) if s in slopes else s for s in domain.symbols if s != letter]
    small = Field.of(others)
    kept: list[Condition] = []
    bounds: list[Bound] = []
    for condition in domain.conditions:
        poly = _moved_along(field, condition.poly, letter, slopes)
        parts = coefficients(field, poly, place)
        if len(parts) == 1:
            kept.append(Condition(small, poly.project_to_context(small.context), condition.op))
            continue
        is_apart = not poly.degrees()[field.position[question.letter]]
        if len(parts) > 2 or not parts[1].is_constant() or not is_apart or condition.op == "!=":
            return None
        slope = parts[1].leading_coefficient()
        limit = parts[0].project_to_context(small.context) * (-1 / slope)
        sides = (1, -1) if condition.op == "==" else (1 if slope > 0 else -1,)
        bounds += [Bound(limit, side, condition.op != ">") for side in sides]
    for low in (b for b in bounds if b.side > 0):
        for high in (b for b in bounds if b.side < 0):
            is_weak = low.is_weak and high.is_weak
            kept.append(Condition(small, high.poly - low.poly, ">=" if is_weak else ">"))
    if any(c.truth is False for c in kept):
        return None
    shadow = Domain(*kept, symbols=others)

    def flat(poly: Poly) -> Poly:
        return poly.subs({place: fmpq(0)}).project_to_context(small.context)

    functions = tuple(
        (label, Element.reduced(small, flat(f.num), flat(f.den))) for label, f in question.functions
    )
    reduced = Question(functions, shadow, question.letter, question.optimum)
    return Shift(question, letter, slopes, tuple(bounds), reduced)


def _limit(place: Place, bound: Bound, digits: int) -> Number:
    """A bound at a place; where it is irrational, a binary fraction on its inner side."""
    poly = place.reduced(bound.poly)
    if poly.is_constant():
        return poly.leading_coefficient() if poly else fmpq(0)
    ball = place.ball(poly, digits)
    return exact(ball.upper() if bound.side > 0 else ball.lower())


def _moved_along(field: Field, poly: Poly, letter: Symbol, slopes: Mapping[Symbol, Number]) -> Poly:
    """The polynomial with x + v(x)*g for each letter x."""
    g = field.generators[field.position[letter]]
    others = [
        x + slopes[s] * g if s in slopes else x for s, x in zip(field.symbols, field.generators, strict=True)
    ]
    return poly.compose(*others, ctx=field.context)


def _plus(value: Any, by: Number) -> Any:
    """A real number and a rational one."""
    if not isinstance(value, Real):
        return value + by
    shifted = fmpq_poly(value.factor)(fmpq_poly([-by, 1]))
    return isolate(shifted.numer())[value.index]
