"""The search for a stability radius in several letters: boxes cut until the first tie is as near as asked.

What is sought is a distance to the nearest tie, over all letters at once: none is singled out, so there is no question
for `regions.answer`; a radius of one letter is one, and is asked there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from sympy import Expr, Integer, Poly, Rational, Symbol, oo

from symdt.display import Printed
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.formula import Condition, all_of, number_text
from symdt.exact.line import Real, between, roots
from symdt.exact.polynomial import Number, poly_to_expr, to_number, to_rational
from symdt.exact.solver import Budget, Found, NoPoint, rational_values
from symdt.regions.implicit import cancelled

#: Margins with more letters than this are not followed along the vertices of a box.
MAX_LETTERS = 10


#: An enclosure is narrowed until its width is this part of it, or until a move of this size is known to be too large.
WIDTH, TINY = Rational(1, 10**6), Rational(1, 10**9)


@dataclass(frozen=True)
class Radius(Printed):
    """How far the letters may move before the action changes: the least upper bound of the safe moves.

    Exact (rational or algebraic) where `is_exact`; otherwise proved to lie between `low`, where no
    point changes the action, and `high`, where `witness` does. `oo`: no admitted move changes it.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> from symdt.analysis.stability import stability_radius
    >>> print(stability_radius(problem, {"p": "1/2"}))
    treat stays optimal within 9/11 of their values, then wait
    """

    action: str
    value: Expr
    low: Expr
    high: Expr
    is_exact: bool
    norm: str
    changes_to: str = ""
    witness: tuple[tuple[str, Expr], ...] = ()

    @property
    def is_decided(self) -> bool:
        """Whether it is known, or enclosed as narrowly as an enclosure is ever made; not where the time was over before."""
        if self.is_exact:
            return True
        return self.high != oo and bool(self.high - self.low <= WIDTH * self.high or self.high <= TINY)

    def __str__(self) -> str:
        return self.told(number_text)

    def told(self, number: Callable[[Expr], str]) -> str:
        """The radius in words; number: how it is written."""
        if self.value == oo:
            return f"{self.action} stays optimal on the whole domain"
        if self.value == 0:
            return f"{self.action} ties here: as near as one likes {self.changes_to} is better"
        size = (
            number(self.value)
            if self.is_exact
            else f"{number(self.low)}, and no further than {number(self.high)} (numeric),"
        )
        unit = "of their values" if self.norm == "relative" else "in their own units"
        return f"{self.action} stays optimal within {size} {unit}, then {self.changes_to}"


class Search:
    """One search: a contest, a point, what is chosen there, and how near a tie may be."""

    def __init__(
        self,
        domain: Domain,
        values: Sequence[Number],
        weights: Sequence[Number],
        own: list[Element],
        sign: int,
        budget: Budget,
    ) -> None:
        self.domain, self.values, self.weights = domain, values, weights
        self.own, self.sign, self.budget = own, sign, budget
        # what the box of the domain does not say: conditions that tie letters together, or are not linear
        self.ties = [
            c
            for c in domain.conditions
            if c.op not in (">", ">=") or c.poly.total_degree() != 1 or len(c.symbols) != 1
        ]

    def run(self, action: str, rivals: list[tuple[str, Element]], norm: str) -> Radius:
        """First the margins that can be followed exactly, then the solver for the others, below what is known."""
        value: Expr = oo
        to = ""
        others = []
        for label, f in rivals:
            t = self.exactly(f)
            if t is None:
                others.append((label, f))
            elif t < value:
                value, to = t, label
        low, high, is_exact = value, value, True
        witness: tuple[tuple[str, Expr], ...] = ()
        for label, f in others:
            enclosed = self.enclose(f, high)
            if enclosed is not None:
                is_exact = False
                if enclosed[1] < high or not to:
                    to, witness = label, enclosed[2]
                low, high = min(low, enclosed[0]), min(high, enclosed[1])
        if not is_exact:
            value = (low + high) / 2 if high != oo else low
        return Radius(action, value, low, high, is_exact, norm, to, witness)

    # --- exactly ------------------------------------------------------------------------------

    def exactly(self, rival: Element) -> Expr | None:
        """The size at which the rival first beats every own strategy, where the vertices show it; else None.

        It is no less than the size at which the rival beats any one of them in the box of the domain,
        and no more than the largest of these if that point lies inside the domain and the rival is
        already better there than all the other strategies.
        """
        last: Expr = Integer(-1)
        where: dict[Symbol, Expr] = {}
        leader = self.own[0]
        for one in self.own:
            poly = cancelled(self.sign * (rival - one).sign_polynomial, self.domain, self.budget)
            if not self.accepts(poly):
                return None
            size, point = self.first_negative(poly)
            if size == oo:
                return oo
            if size > last:
                last, where, leader = size, point, one
        if any(not _is_inside(c, where) for c in self.ties):
            return None
        for other in self.own:
            if other is not leader and not self.sign * (other - rival).to_expr().subs(where) > 0:
                return None
        return last

    def accepts(self, poly: Any) -> bool:
        """The margin has degree one in each letter, and few letters."""
        degrees = poly.degrees()
        return all(d <= 1 for d in degrees) and sum(map(bool, degrees)) <= MAX_LETTERS

    def first_negative(self, poly: Any) -> tuple[Expr, dict[Symbol, Expr]]:  # noqa: C901 - the events along each axis, then the walk between them
        """The greatest lower bound of the sizes t at which the margin is negative in B(t), and the vertex there."""
        t = Symbol("t")
        used = [i for i, d in enumerate(poly.degrees()) if d]
        box = self.domain.box
        events = {Integer(0)}
        for i in used:
            low, high = box[i][0], box[i][1]
            for end in (low, high):
                if end is not None:
                    events.add(to_rational(abs(end - self.values[i]) / self.weights[i]))
        terms = [(m, to_rational(c)) for m, c in poly.to_dict().items()]
        for a, b in pairwise([*sorted(events), oo]):
            best: Expr = oo
            where: dict[int, Expr] = {}
            for signs in product((1, -1), repeat=len(used)):
                path = dict(
                    zip(
                        used,
                        (self.coordinate(i, s, a, t) for i, s in zip(used, signs, strict=True)),
                        strict=True,
                    )
                )
                margin = Integer(0)
                for monomial, c in terms:
                    for i in used:
                        if monomial[i]:
                            c = c * path[i]
                    margin = margin + c
                size = _first_root(Poly(margin, t), a, b)
                if size < best:
                    best, where = size, path
            if best < oo:
                at = dict(zip(self.domain.field.symbols, map(to_rational, self.values), strict=True))
                at |= {self.domain.field.symbols[i]: e.subs(t, best) for i, e in where.items()}
                return best, at
        return oo, {}

    def coordinate(self, i: int, sign: int, begin: Expr, t: Symbol) -> Expr:
        """The coordinate of a vertex of B(t) from t = begin on, until the next end of the domain is met."""
        x, w = to_rational(self.values[i]), to_rational(self.weights[i])
        low, high = self.domain.box[i][0], self.domain.box[i][1]
        end = high if sign > 0 else low
        if end is not None and abs(to_rational(end) - x) / w <= begin:
            return to_rational(end)
        return x + sign * w * t

    # --- by proof -----------------------------------------------------------------------------

    def enclose(self, rival: Element, below: Expr) -> tuple[Expr, Expr, tuple[tuple[str, Expr], ...]] | None:
        """Sizes between which the rival first wins, with a point where it does; None if it never does below."""
        low: Expr = Integer(0)
        point, known = self.find(rival, below)
        if known and point is None:
            return None
        if point is None:
            return low, below, ()
        high = self.size(point)
        while not self.budget.is_spent and high - low > WIDTH * high and high > TINY:
            middle = (low + high) / 2
            closer, known = self.find(rival, middle)
            if closer is not None:
                high, point = min(self.size(closer), middle), closer
            elif known:
                low = middle
            else:
                break
        names = self.domain.field.names
        if high <= TINY:
            high = TINY  # as sure, and a number that can be read
        return low, high, tuple((n, to_rational(v)) for n, v in zip(names, point, strict=True))

    def find(self, rival: Element, within: Expr) -> tuple[tuple[Number, ...] | None, bool]:
        """A rational point of the box where the rival beats every own strategy; and whether that was decided."""
        field = self.domain.field
        conditions = [Condition(field, self.sign * (f - rival).sign_polynomial, ">") for f in self.own]
        if within != oo:
            if not within.is_Rational:
                within = Rational(str(within.evalf(30)))
            for i, (v, w) in enumerate(zip(self.values, self.weights, strict=True)):
                x, step = field.generators[i], to_number(within) * w
                conditions += [Condition(field, x - v + step, ">="), Condition(field, v + step - x, ">=")]
        answer = self.domain.find(all_of(*conditions), self.budget)
        if isinstance(answer, NoPoint):
            return None, True
        if isinstance(answer, Found):
            return rational_values(field, answer.point), False
        return None, False

    def size(self, point: Sequence[Number]) -> Expr:
        """The size of the move to a point."""
        moves = (abs(p - v) / w for p, v, w in zip(point, self.values, self.weights, strict=True))
        return to_rational(max(moves))


def _is_inside(condition: Condition, point: Mapping[Symbol, Expr]) -> bool:
    """Whether a condition holds at an exact point and all around it."""
    height = poly_to_expr(condition.field, condition.poly).subs(point)
    return bool(height != 0 if condition.op == "!=" else height > 0 and condition.op != "==")


def _first_root(margin: Poly, a: Expr, b: Expr) -> Expr:
    """The greatest lower bound of the t in [a, b] where a polynomial is negative; oo if there is none."""
    if _is_positive_between(margin, a, b):
        return oo
    if margin.degree() < 1:
        return a if margin.eval(0) < 0 else oo
    start, stop = Real.of(to_number(a)), None if b == oo else Real.of(to_number(b))
    found = roots([to_number(c) for c in reversed(margin.all_coeffs())])
    inner = [r for r in found if start < r and (stop is None or r < stop)]
    for low, high in zip([start, *inner], [*inner, stop], strict=True):
        if low != high and margin.eval(to_rational(between(low, high))) < 0:
            return low.to_expr()
    return oo


def _is_positive_between(margin: Poly, a: Expr, b: Expr) -> bool:
    """Whether no coefficient is negative once [a, b] is moved to [0, ∞): then nor is the polynomial."""
    t = margin.gen
    n = margin.degree()
    if n < 1:
        return margin.eval(0) >= 0
    shifted = margin.compose(Poly(t + a, t))
    if b != oo:
        # t -> (b - a) t / (1 + t), times (1 + t)^n
        total = Poly(0, t)
        for (k,), c in shifted.terms():
            total += Poly(c * (b - a) ** k, t) * Poly(t, t) ** k * Poly(1 + t, t) ** (n - k)
        shifted = total
    return all(c >= 0 for c in shifted.all_coeffs())
