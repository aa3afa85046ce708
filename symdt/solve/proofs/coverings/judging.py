"""Judging: a fact at a place is true, false, or means nothing there; if it is not true, what keeps it so.

The sign of a polynomial is kept by the signs of its factors. On which side of a root of P, numbered from the left, a
letter lies is kept by the signs of P's factors too, together with what keeps the roots of P in order over the letters
before: the root needs no letter of its own.

>>> from sympy import symbols
>>> h, x = symbols("h x")
>>> field = Field.of([h, x])
>>> algebra = Algebra(field)
>>> right = Side(1, *algebra.factors(field.polynomial(x**2 - h)), index=1, sign=1, op=">")  # x is beyond the root of h
>>> at = lambda a, b: Place(field).at(0, fmpq(a)).at(1, fmpq(b))
>>> right.judge(algebra, at(4, 3))[0], right.judge(algebra, at(4, 2))[0], right.judge(algebra, at(-1, 2))[0]
(True, False, None)
>>> sorted(algebra.text(n) for n in right.judge(algebra, at(4, 1))[1])
['-h + x**2', 'h']
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

from flint import fmpq

from symdt.exact.field import Field
from symdt.exact.line.branch import compare
from symdt.exact.line.place import Place
from symdt.solve.proofs.coverings.delineation import Algebra, Members
from symdt.solve.proofs.coverings.intervals import Bound
from symdt.solve.proofs.coverings.surds import Reason, Surd

__all__ = ["Algebra", "Field", "Judged", "Reason", "Side", "Sign", "Surd", "fmpq", "numbered"]


@dataclass(frozen=True)
class Sign:
    """A polynomial, the sign of its constant factor and its other factors, compared with zero."""

    value: int
    members: Members
    op: str

    def judge(self, algebra: Algebra, place: Place) -> tuple[bool | None, Reason]:
        """Whether it holds at a place that gives all its letters, and if not, what keeps it from holding."""
        value, op = self.value, self.op
        zeros = [n for n, _ in self.members if not algebra.sign(place, n)]
        if zeros or not value:
            if op in (">", "!="):
                return False, frozenset([min(zeros, key=algebra.weight)] if zeros else ())
            return True, frozenset()
        for n, many in self.members:
            value *= algebra.sign(place, n) ** many
        if op == "==" or (op in (">", ">=") and value < 0):
            # where a factor with an even power vanishes, `>` still fails
            return False, frozenset(n for n, many in self.members if op != ">" or many % 2)
        return True, frozenset()

    def keeping(self, algebra: Algebra, place: Place) -> Reason:
        """What keeps it holding at a place where it does."""
        zeros = [n for n, _ in self.members if not algebra.sign(place, n)]
        if zeros or not self.value:
            return frozenset([min(zeros, key=algebra.weight)] if zeros else ())
        # where a factor with an even power vanishes, `>=` still holds
        return frozenset(n for n, many in self.members if self.op != ">=" or many % 2)


@dataclass(frozen=True)
class Side:
    """A letter compared with a numbered root, in that letter, of a polynomial in it and the letters before it.

    letter: its position. value, members: the polynomial. sign: 1 for `letter - root op 0`, -1 for `root - letter op 0`.
    """

    letter: int
    value: int
    members: Members
    index: int
    sign: int
    op: str

    def judge(self, algebra: Algebra, place: Place) -> tuple[bool | None, Reason]:
        """Whether it holds at a place (None: there is no such root), and if not, what keeps it so."""
        bound, needed = self.bound(algebra, place)
        if bound is None:
            return None, frozenset(needed)
        order = self.sign * compare(place.coordinates[self.letter], bound.value)
        is_true = {">": order > 0, ">=": order >= 0, "==": order == 0, "!=": order != 0}[self.op]
        return (
            (True, frozenset()) if is_true else (False, frozenset(needed.union(n for n, _ in self.members)))
        )

    def keeping(self, algebra: Algebra, place: Place) -> Reason:
        """What keeps it holding at a place where it does."""
        _, needed = self.bound(algebra, place)
        return frozenset(needed.union(n for n, _ in self.members))

    def bound(self, algebra: Algebra, place: Place) -> tuple[Bound | None, set[int]]:
        """The root over the letters before, found once, and what keeps it that."""
        before = place.until(self.letter)
        known: dict[Side, tuple[Bound | None, set[int]]] = before.__dict__.setdefault("_sides", {})
        if self not in known:
            known[self] = numbered(algebra, before, self.value, self.members, self.letter, self.index)
        return known[self]


Judged = Sign | Side | Surd


def numbered(
    algebra: Algebra, place: Place, value: int, members: Members, letter: int, index: int
) -> tuple[Bound | None, set[int]]:
    """The root over a place with this number, counted from the left with multiplicity, and what keeps it that.

    None where there is no such root, or the polynomial is zero over the place.
    """
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
    if value:
        spots.sort(key=cmp_to_key(_before))
        for root, many, number in spots:
            if index < many:
                return Bound(number, root), needed
            index -= many
    return None, needed


def _before(one: tuple[Any, int, int], other: tuple[Any, int, int]) -> int:
    return compare(one[0], other[0])
