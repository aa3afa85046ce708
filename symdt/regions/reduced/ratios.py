"""Scalings: where only ratios of some letters count, one letter is put to 1, and told again in the answer.

Weights w of the letters are a scaling of a contest if every difference of its functions and every condition of its domain is
multiplied by a power of t > 0 where each letter x becomes t**w(x) * x: all their signs stay. With a letter k > 0 of weight 1
the contest at any point is then that at k = 1 and x / k**w(x) for the other letters: one letter less to decompose.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> from symdt.exact.polynomial import poly_to_expr
>>> p, h, k = symbols("p h k")
>>> domain = Domain("0 < p < 1", "h > 0", "k > 0")
>>> f = domain.field.element
>>> question = Question((("a", f(h*p**2)), ("b", f(k*(1 - p)))), domain, p)
>>> scaling = scaling_of(question, Budget(5))
>>> scaling.letter, scaling.reduced.domain.symbols
(k, (p, h))

Told again, a polynomial has its sign and a quotient its value at x / k**w(x).

>>> small = scaling.reduced.domain.field
>>> print(poly_to_expr(domain.field, scaling.polynomial(small.polynomial(h**2 - 3*h*p + 1))))
h**2 - 3*h*k*p + k**2
>>> print(scaling.element(small.element(h/(h + 4))))
h/(h + 4*k)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from flint import fmpq
from sympy import Matrix, Symbol

from symdt.exact.field import Element, Field
from symdt.exact.formula import Condition
from symdt.exact.polynomial import Poly
from symdt.exact.solver import Budget
from symdt.regions.contest import Question
from symdt.regions.ends import End, Ratio, Root
from symdt.regions.root_condition import RootCondition
from symdt.regions.rule import Case, Rule


def compared(functions: Iterable[Element]) -> list[Poly]:
    """The polynomials of which every difference of two functions is the quotient: each two are compared, not each with one.

    >>> from sympy import symbols
    >>> h, k = symbols("h k")
    >>> f = Field.of([h, k]).element
    >>> len(scalings(compared([f(0), f(h), f(k)]), 2)), len(scalings(compared([f(0), f(h), f(1)]), 2))
    (1, 1)
    """
    return [poly for f, g in combinations(functions, 2) for d in (f - g,) for poly in (d.num, d.den)]


def scalings(polys: Iterable[Poly], letters: int, fixed: Iterable[int] = ()) -> list[tuple[Any, ...]]:
    """Weights of the letters, a basis of all, under which every polynomial only scales; those at `fixed` are 0.

    >>> from sympy import symbols
    >>> h, k, p = symbols("h k p")
    >>> scalings([Field.of([h, k, p]).polynomial(h*p - k)], 3, fixed=[2])
    [(1, 1, 0)]
    """
    rows = [[int(i == place) for i in range(letters)] for place in fixed]
    for poly in polys:
        monomials = [tuple(map(int, m)) for m in poly.monoms()]
        rows += [[a - b for a, b in zip(m, monomials[0], strict=True)] for m in monomials[1:]]
    found = (Matrix(rows) if rows else Matrix.zeros(1, letters)).nullspace()
    return [tuple(vector) for vector in found]


@dataclass(frozen=True)
class Scaling:
    """A question, the letter that is put to 1, the weights of the others, and the question that is left."""

    question: Question[Any]
    letter: Symbol
    weights: dict[Symbol, int]
    reduced: Question[Any]

    @property
    def field(self) -> Field:
        """The letters of the question."""
        return self.question.domain.field

    def _scaled(self, poly: Poly) -> tuple[Poly, int]:
        """The polynomial at x / k**w(x), times the least power of k that leaves no denominator; and that power."""
        small, place = self.reduced.domain.field, self.field.position[self.letter]
        weights = [self.weights[s] for s in small.symbols]
        terms = poly.to_dict()
        degrees = {m: sum(w * int(e) for w, e in zip(weights, m, strict=True)) for m in terms}
        most = max(degrees.values(), default=0)
        told = {}
        for monomial, coefficient in terms.items():
            exponents = list(map(int, monomial))
            exponents.insert(place, most - degrees[monomial])  # both fields have their letters in one order
            told[tuple(exponents)] = coefficient
        return self.field.context.from_dict(told), most

    def polynomial(self, poly: Poly) -> Poly:
        """A polynomial of all letters with the sign that this one has at x / k**w(x)."""
        return self._scaled(poly)[0]

    def element(self, element: Element) -> Element:
        """The value that this quotient has at x / k**w(x)."""
        (num, up), (den, down) = self._scaled(element.num), self._scaled(element.den)
        k = self.field.generators[self.field.position[self.letter]]
        return Element.reduced(self.field, num * k ** max(down - up, 0), den * k ** max(up - down, 0))

    def root(self, root: Root) -> Root:
        """The root, whose number stays: a power of a positive letter keeps the order of roots."""
        return Root(self.field, self.polynomial(root.poly), root.letter, root.index, root.lead)

    def end(self, end: End) -> End:
        """An end of an interval of the question's letter, whose weight is 0."""
        if isinstance(end, Ratio):
            return replace(end, element=self.element(end.element))
        return self.root(end) if isinstance(end, Root) else end

    def condition(self, condition: Any) -> Any:
        """The condition at x / k**w(x)."""
        if isinstance(condition, RootCondition):
            return RootCondition(self.root(condition.root), condition.op)
        return Condition(self.field, self.polynomial(condition.poly), condition.op)

    def rule(self, rule: Rule[Any]) -> Rule[Any]:
        """The rule of the question, told from that of the reduced one."""
        return replace(
            rule,
            question=self.question,
            cases=tuple(map(self._case, rule.cases)),
            start=rule.start and self.end(rule.start),
            stop=rule.stop and self.end(rule.stop),
        )

    def _case(self, case: Case[Any]) -> Case[Any]:
        pieces = tuple(replace(p, start=self.end(p.start), stop=self.end(p.stop)) for p in case.pieces)
        witness = sorted((*case.witness, (self.letter, fmpq(1))), key=lambda w: self.field.position[w[0]])
        return Case(tuple(map(self.condition, case.conditions)), pieces, tuple(witness))


def scaling_of(question: Question[Any], budget: Budget) -> Scaling | None:
    """How a question is reduced by one of its letters; None where no letter of its domain is a mere scale.

    Of several letters that could be put to 1 it is the one that occurs most.
    """
    domain = question.domain
    field = domain.field
    if question.parts or len(field.symbols) < 3:  # with one other letter there is nothing to decompose
        return None
    polys = compared(f for _, f in question.functions)
    places = [field.position[question.letter], *domain.whole]
    found: list[tuple[int, Symbol, dict[Symbol, int]]] = []
    for vector in scalings([*polys, *(c.poly for c in domain.conditions)], len(field.symbols), places):
        for symbol, weight in zip(field.symbols, vector, strict=True):
            weights = (
                {} if not weight else {s: v / weight for s, v in zip(field.symbols, vector, strict=True)}
            )
            if weights and all(w.is_integer for w in weights.values()):
                often = sum(int(m[field.position[symbol]]) for poly in polys for m in poly.monoms())
                found.append((often, symbol, {s: int(w) for s, w in weights.items()}))
    for _, letter, weights in sorted(found, key=lambda f: -f[0]):
        if domain.sign(field.gen(letter), budget) == 1:
            contest = question.contest.at({letter: 1})
            reduced = Question(contest.functions, contest.domain, question.letter, question.optimum)
            return Scaling(question, letter, weights, reduced)
    return None
