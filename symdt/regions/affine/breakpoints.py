"""Chains by their breakpoints: where these are given, what a chain obeys is linear in the letters.

Lines whose heights at both ends of the range are linear in the letters have heights (1 - t)·low + t·high between them,
where t runs from 0 to 1 (and p with it, to an end that is infinite as well). That a chain breaks at t1 < t2 < ... are
equations and inequalities linear in the letters whose coefficients hang on one of the t: a pencil. Its points are found,
and that it has none is shown, in the space of the breakpoints, which are few, where the letters may be many.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> from symdt.regions.contest import Question
>>> p, h, k = symbols("p h k")
>>> domain = Domain("0 < p < 1", "h > 0", "k > 0")
>>> f = domain.field.element
>>> lines = (("a", f(h*p)), ("b", f(k)), ("c", f(h + 1)))
>>> breaks = Breakpoints(Obeyed(Question(lines, domain, p), Budget(5)))
>>> values = breaks.told((0, 1), True, None, Budget(5), lambda near: near)
>>> near = dict(zip(domain.field.symbols, values))
>>> near[h] > near[k] > 0
True
>>> breaks.told((0, 2), True, None, Budget(5), lambda near: near)
NoPoint()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any

from symdt.exact.field import Element
from symdt.exact.polynomial import Number, Poly
from symdt.exact.solver import Budget, NoPoint, Unknown
from symdt.exact.solver.farkas import Form
from symdt.regions.affine.chain_conditions import Obeyed

Values = tuple[Number, ...]
_Vector = tuple[Fraction, ...]


class Breakpoints:
    """The lines of a question by their heights at both ends, where these are linear.

    obeyed: what the chains of the question obey.
    """

    def __init__(self, obeyed: Obeyed) -> None:
        self.obeyed, self.domain = obeyed, obeyed.domain
        letter = self.domain.field.position[obeyed.envelope.question.letter]
        self.letters = [i for i in range(len(self.domain.field.symbols)) if i != letter]
        self.heights = [
            tuple(map(self.vector, obeyed.heights(i))) if i in obeyed.distinct else (None, None)
            for i in range(len(obeyed.lines))
        ]
        self.outer = [Form(">", None, (1, *(0 for _ in self.letters)))]
        for condition in self.domain.conditions:  # one that is not linear is left to whoever rounds a point
            row = self.row(condition.poly)
            if row is not None and condition.op in (">", ">="):
                self.outer.append(_form(">" if condition.op == ">" else ">=", None, row))

    @property
    def is_linear(self) -> bool:
        """Whether all heights are."""
        return all(None not in self.heights[i] for i in self.obeyed.distinct)

    def row(self, poly: Poly) -> _Vector | None:
        """The coefficients of a polynomial of degree one in the letters, that of 1 first; None of another."""
        found = [Fraction(0)] * (len(self.letters) + 1)
        for monomial, c in poly.to_dict().items():
            with_it = [i for i, e in enumerate(monomial) if e]
            if sum(monomial) > 1 or not set(with_it) <= set(self.letters):
                return None
            place = self.letters.index(with_it[0]) + 1 if with_it else 0
            found[place] = Fraction(int(c.p), int(c.q))
        return tuple(found)

    def vector(self, element: Element) -> _Vector | None:
        """The coefficients of a height; None where it is not linear."""
        row = self.row(element.num)
        if row is None or not element.den.is_constant():
            return None
        under = element.den(*self.domain.witness)
        return tuple(x / Fraction(int(under.p), int(under.q)) for x in row)

    def gap(self, line: int, other: int) -> tuple[_Vector, _Vector]:
        """By how much a line is above another at both ends."""
        ends = zip(self.heights[line], self.heights[other], strict=True)
        low, high = (_difference(one, two) for one, two in ends)
        return low, high

    def forms(self, chain: tuple[int, ...], is_ended: bool) -> list[Form]:
        """What the letters and the breakpoints of a chain obey, from its beginning to its last line or to the high end."""
        found = list(self.outer)
        others = [n for n in self.obeyed.distinct if n not in chain]
        found += [_form(">=", None, self.gap(n, chain[0])[0]) for n in others]
        if is_ended:
            found += [_form(">=", None, self.gap(n, chain[-1])[1]) for n in others]
        for k, (left, right) in enumerate(pairwise(chain)):
            gap = self.gap(left, right)
            found += [_form(">", None, [-x for x in gap[0]]), _form(">", None, gap[1])]
            found.append(_form("==", k, *gap))
            found += [_form(">", k, *self.gap(n, left)) for n in chain if n not in (left, right)]
            # a line that goes through every point where these two meet is no condition
            found += [_form(">=", k, *self.gap(n, left)) for n in others if self.obeyed.above(n, left, right)]
        return [f for f in found if f.op == ">" or any(f.low) or any(f.high)]

    def told(
        self,
        chain: tuple[int, ...],
        is_ended: bool,
        near: Values | None,
        budget: Budget,
        rounded: Callable[[list[float]], Values | None],
        **more: int,
    ) -> Values | NoPoint | Unknown:
        """A point of a chain, or of its beginning, that there is none, or that it is open.

        near: a point of the chain without its last line, where one is known. rounded: an exact point of the chain near
        values in floating point, or None. more: how many simplices, see `Pencil.told`.
        """
        from symdt.exact.solver.pencils import Pencil  # NumPy comes with it

        witness = [float(x) for x in self.domain.witness]

        def exact(point: Any) -> Values | None:
            if not point[0] > 0:
                return None
            values = list(witness)
            for place, i in enumerate(self.letters):
                values[i] = float(point[place + 1] / point[0])
            return rounded(values)

        start = self.positions(chain if is_ended else chain[:-1], near) if near is not None else []
        return Pencil(self.forms(chain, is_ended)).told(exact, budget, start, **more)

    def meet(self, chain: tuple[int, ...], place: int, new: int, near: Values) -> bool:
        """Whether a line comes into a chain at a place somewhere beside it, as far as floating point tells.

        There the chain, with every other line above it, and the one with the new line at that place have a wall between
        them. near: a point of the chain.
        """
        from symdt.exact.solver.pencils import Pencil

        forms = self.forms(chain, True)
        if place in (0, len(chain)):
            end = 0 if place == 0 else 1
            met = _form(">=", None, self.gap(new, chain[-end])[end])
        else:
            met = _form(">=", place - 1, *self.gap(new, chain[place - 1]))
        if met not in forms:
            return False
        forms = [f._replace(op="==") if f == met else f for f in forms]
        return Pencil(forms).sought(lambda _: True, self.positions(chain, near))[0] is not None

    def positions(self, chain: tuple[int, ...], values: Sequence[Number]) -> list[float]:
        """Where a chain breaks at a point."""
        at = [1.0, *(float(values[i]) for i in self.letters)]
        found = []
        for left, right in pairwise(chain):
            low, high = (
                sum(float(x) * y for x, y in zip(row, at, strict=True)) for row in self.gap(right, left)
            )
            found.append(low / (low - high) if low - high > 0 else 0.5)
        return found


def _difference(one: _Vector | None, two: _Vector | None) -> _Vector:
    assert one is not None
    assert two is not None
    return tuple(x - y for x, y in zip(one, two, strict=True))


def _form(op: Any, place: int | None, low: Sequence[Fraction], high: Sequence[Fraction] = ()) -> Form:
    """The form with whole coefficients."""
    whole = lcm(*(x.denominator for x in (*low, *high)))
    return Form(op, place, tuple(int(x * whole) for x in low), tuple(int(x * whole) for x in high))
