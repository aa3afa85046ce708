"""Relevance: which discriminants and resultants of differences can change an answer anywhere in the domain.

An answer along the parameter changes only where, at one value of it, the best label ties with two others, touches
another, or ties at an end of the range. For functions that are affine in the two other letters these are curves that
the parameter runs along (`parametrised`): a curve on which nothing that ties is best in the domain may be crossed by no
answer, and is left out of every projection. Going from a place to another in a cell of the rest, the first point
where the answer is not what it was would lie on a curve that is not left out.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> from symdt.exact.solver import Budget
>>> from symdt.regions.contest import Question
>>> from symdt.regions.sections.task import Task
>>> p, h, k = symbols("p h k")
>>> domain = Domain("0 < p < 1", "0 < h < 1", "0 < k < 1", symbols=[p, h, k])
>>> functions = {"wait": h*p, "act": k*(1 - p), "stop": 2 + p + h + k}
>>> asked = Question(tuple((name, domain.field.element(f)) for name, f in functions.items()), domain, p)
>>> task = Task(asked, Budget(9))
>>> known, number = task.fibres.relevance, lambda i, j: task.fibres.members(i, j)[0][0]
>>> known.common(number(0, 1), task.basis.number(domain.field.polynomial(p)))
True
>>> task.fibres.members(0, 2)  # 'stop' is never least, as its coefficients show
()
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flint import fmpq_poly

from symdt.exact.formula import Condition
from symdt.exact.line.arrangement import roots_of
from symdt.exact.polynomial import Number
from symdt.regions.curves.moving_ends import reach
from symdt.regions.curves.parametrised import Curve, is_met
from symdt.regions.curves.slopes import Affine, Form, affine_parts, cramer, derived, form, on_letter
from symdt.regions.sections.basis import Basis

#: From this degree on a root that is an end may have two others before it.
CUBIC = 3
#: Labels of which one is best, in a pair of a difference.
Pair = tuple[int, int]
#: A sign, and the factors of a product.
Signed = tuple[int, tuple[Affine | Form, ...]]


def relevance(
    basis: Basis,
    letter: int,
    differences: Mapping[Pair, tuple[int, tuple[tuple[int, int], ...]]],
    conditions: Sequence[Condition],
    others: tuple[int, ...],
) -> Relevance | None:
    """What is known of the curves of these differences; None where they are not of the kind that is known.

    conditions: of the domain. others: the other letters, in order.
    """
    if len(others) != 2:
        return None
    held = {n for _, members in differences.values() for n, _ in members}
    if any(affine_parts(basis.polys[n], letter, others) is None for n in held):
        return None
    inner = [c for c in conditions if c.poly.degrees()[letter]]
    if any(c.poly.degrees()[others[1]] or not _is_known(c) for c in inner):
        return None
    low, high = reach(basis, letter, others[0], inner)
    if low is None or high is None:
        return None
    return Relevance(basis, letter, others, dict(differences), conditions, (low, high))


def _is_known(condition: Condition) -> bool:
    """Whether a condition with the parameter is of the kind that is known: an inequality, or a single value."""
    return condition.op in (">", ">=") or (condition.op == "==" and int(condition.poly.total_degree()) == 1)


class Relevance:
    """The curves of some differences, asked one by one."""

    def __init__(
        self,
        basis: Basis,
        letter: int,
        others: tuple[int, ...],
        differences: dict[Pair, tuple[int, tuple[tuple[int, int], ...]]],
        conditions: Sequence[Condition],
        span: tuple[Number, Number],
    ) -> None:
        self.basis, self.letter, self.others, self.differences = basis, letter, others, differences
        self.low, self.high = span
        inner = [c for c in conditions if c.poly.degrees()[letter]]
        outer = [c for c in conditions if not c.poly.degrees()[letter]]
        self.ends = {n for c in inner for n in basis.parts(c.poly, whole=True)}
        self.rims = [n for n in self.ends if basis.degrees[n][letter] and basis.degrees[n][others[0]]]
        self.inside: list[Signed] = [
            (1, (form(c.poly, letter, others),)) for c in inner if c.poly.degrees()[others[0]]
        ]
        self.outer: list[
            Signed
        ] = []  # those that do not speak of the parameter, which may be outside its range
        self.is_whole = True  # the rest of the domain is known by affine conditions
        self.walls = {n for c in outer for n in basis.parts(c.poly, whole=True)}
        for c in outer:
            affine = affine_parts(c.poly, letter, others)
            if affine is None or c.op == "!=":
                self.is_whole = False
            else:
                self.outer += [(s, (affine,)) for s in ((1, -1) if c.op == "==" else (1,))]
        self.inside += self.outer
        self._parts: dict[int, Affine] = {}
        self._against: dict[int, list[Signed]] = {}
        self._double: dict[int, bool] = {}
        self._common: dict[Pair, bool] = {}
        self.labels: dict[int, set[int]] = {}
        for (i, j), (_, members) in differences.items():
            for n, _ in members:
                self.labels.setdefault(n, set()).update((i, j))

    def parts(self, number: int) -> Affine:
        """A polynomial's constant term and slopes."""
        known = self._parts.get(number)
        if known is None:
            known = affine_parts(self.basis.polys[number], self.letter, self.others)
            assert known is not None
            self._parts[number] = known
        return known

    # --- the three kinds of curves --------------------------------------------------------------------

    def double(self, number: int) -> bool:
        """Whether two roots of a polynomial may meet so that an answer changes."""
        known = self._double.get(number)
        if known is None:
            known = self._double[number] = self._is_double(number)
        return known

    def common(self, one: int, other: int) -> bool:
        """Whether a root of one polynomial and a root of another may meet so that an answer changes."""
        key = (min(one, other), max(one, other))
        known = self._common.get(key)
        if known is None:
            known = self._common[key] = self._is_common(*key)
        return known

    def _is_double(self, number: int) -> bool:
        curve = self.touching(number)
        if curve is None or any(self.is_best(curve, a) for a in self.labels[number]):
            return True
        return self.is_counted(number, curve)

    def touching(self, number: int) -> Curve | None:
        """The curve on which a polynomial has a double root; None where there may be more than it."""
        if number not in self.labels:
            return None
        own = self.parts(number)
        return self._crossing(own, derived(own))

    def is_counted(self, number: int, curve: Curve) -> bool:
        """Whether the number of an end may change with two roots before it."""
        return self.basis.degrees[number][self.letter] >= CUBIC and self.is_before(curve._replace(low=None))

    def is_before(self, curve: Curve) -> bool:
        """Whether the curve on which two roots meet that may lie before the range has a point over the domain."""
        return is_met(curve, [factors for _, factors in self.outer], [value for value, _ in self.outer])

    def _is_common(self, one: int, other: int) -> bool:
        curve, labels = self.meeting(one, other)
        return curve is None or any(self.is_best(curve, a) for a in labels)

    def meeting(self, one: int, other: int) -> tuple[Curve | None, set[int]]:
        """The curve on which two polynomials have a common root, and labels that tie there; None where there may be more."""
        walls = [n for n in (one, other) if n not in self.labels]
        if walls:
            number = one + other - walls[0]
            return (None, set()) if len(walls) > 1 else (self._at_end(number, walls[0]), self.labels[number])
        both = self.labels[one] & self.labels[other]
        return (self._crossing(self.parts(one), self.parts(other)) if both else None), both

    def _at_end(self, number: int, wall: int) -> Curve | None:
        degrees = self.basis.degrees[wall]
        if degrees[self.letter] != 1 or sum(degrees) != 1:
            return None
        constant, slope, *_ = on_letter(self.basis.polys[wall], self.letter)
        at = -constant / slope
        a, b, c = (part(at) for part in self.parts(number))
        t, one = fmpq_poly([0, 1]), fmpq_poly([1])
        if c:
            return Curve(c * one, c * t, -a - b * t, at, None, None)
        return Curve(b * one, -a * one, b * t, at, None, None) if b else None

    def _crossing(self, one: Affine, other: Affine) -> Curve | None:
        """The curve on which two polynomials vanish; None where there is more than it."""
        d, x, y = cramer(one, other)
        if not d:
            return None
        shared = d.gcd(x).gcd(y)
        if shared.degree() > 0:
            # where all three vanish a whole line of points may do
            if any(self.low <= root <= self.high for root, _ in roots_of(shared.coeffs())):
                return None
            d, x, y = d // shared, x // shared, y // shared
        return Curve(d, x, y, None, self.low, self.high)

    def is_best(self, curve: Curve, label: int) -> bool:
        """Whether a label is best in the domain somewhere on a curve."""
        return is_met(curve, *self.asked(self.against(label)))

    def against(self, label: int) -> list[Signed]:
        """Products that are not negative where a label is best: the other functions less its own."""
        known = self._against.get(label)
        if known is None:
            known = self._against[label] = []
            for (i, j), (value, members) in self.differences.items():
                if label in (i, j):  # what is best is least
                    side = -value if i == label else value
                    known.append((side, tuple(self.parts(n) for n, many in members for _ in range(many))))
        return known

    def sharing(self, labels: Iterable[int]) -> set[int]:
        """The polynomials in the differences of some labels from all others."""
        wanted = set(labels)
        return {n for n, own in self.labels.items() if own & wanted}

    def asked(self, more: list[Signed]) -> tuple[list[Any], list[int]]:
        """What must not be negative in the domain, and more: products of factors, and a sign for each."""
        asked = [*self.inside, *more]
        return [factors for _, factors in asked], [value for value, _ in asked]
