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

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any, NamedTuple

from flint import fmpq

from symdt.exact.field import Field
from symdt.exact.line.branch import compare
from symdt.exact.line.place import Place
from symdt.solve.proofs.coverings.delineation import Algebra, Members
from symdt.solve.proofs.coverings.intervals import Bound
from symdt.solve.proofs.coverings.surds import Reason, Surd

__all__ = [
    "Algebra",
    "Conditions",
    "Failed",
    "Field",
    "Judged",
    "Reason",
    "Side",
    "Sign",
    "Surd",
    "Told",
    "denied_by_all",
    "fmpq",
    "members",
    "numbered",
    "signs_of",
]


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
Told = list[tuple[int, Judged]]  # facts as they are judged, each with how many letters that takes


def members(judged: Judged) -> list[int]:
    """The polynomials whose roots and signs tell of a fact."""
    if not isinstance(judged, Surd):
        return [n for n, _ in judged.members]
    signs = judged.signs if judged.slope is None else (judged.slope, *judged.signs[1:])
    return [n for _, factors in signs for n, _ in factors]


def denied_by_all(cases: Sequence[Told]) -> set[int]:
    """The cases of which every other one denies a condition, as it is written: where another holds they do not.

    cases: with the facts of each.
    """
    told = [signs_of(case) for case in cases]

    def are_apart(mine: dict[Members, set[int]], theirs: dict[Members, set[int]]) -> bool:
        return any(q in theirs and not allowed & theirs[q] for q, allowed in mine.items())

    return {
        i for i, one in enumerate(told) if all(are_apart(one, other) for other in told if other is not one)
    }


def signs_of(case: Told) -> dict[Members, set[int]]:
    """The signs that the conditions of a case allow products of polynomials."""
    found: dict[Members, set[int]] = {}
    for _, judged in case:
        if isinstance(judged, Sign):
            allowed = {">": {1}, ">=": {0, 1}, "==": {0}, "!=": {-1, 1}}[judged.op]
            found.setdefault(judged.members, {-1, 0, 1}).intersection_update(
                judged.value * s for s in allowed
            )
    return found


class Conditions:
    """The conditions of cases, each judged once at a place.

    cases: with the facts of each. depth: those that take so many letters; all if it is None.
    """

    def __init__(self, cases: Sequence[Told], depth: int | None = None) -> None:
        numbers: dict[Judged, int] = {}
        self.cases = [
            [numbers.setdefault(judged, len(numbers)) for at, judged in case if depth is None or at == depth]
            for case in cases
        ]
        self.told = list(numbers)

    def judge(self, algebra: Algebra, place: Place, cases: Iterable[int]) -> tuple[list[int], Failed]:
        """Which of some cases hold at a place, as far as it goes, and which do not."""
        said = Said(self.told, algebra, place)
        left, failed = list[int](), list[int]()
        for i in cases:
            (left if all(said[k][0] for k in self.cases[i]) else failed).append(i)
        return left, Failed(self, said, failed)


class Said(dict[int, tuple[bool | None, Reason]]):
    """What is said of conditions at a place, by their numbers, as they are asked for: most cases fail before all of theirs are."""

    def __init__(self, told: Sequence[Judged], algebra: Algebra, place: Place) -> None:
        super().__init__()
        self.told, self.algebra, self.place = told, algebra, place

    def __missing__(self, number: int) -> tuple[bool | None, Reason]:
        found = self[number] = self.told[number].judge(self.algebra, self.place)
        return found


class Failed(NamedTuple):
    """Cases that do not hold at a place, and what is said there of conditions."""

    conditions: Conditions
    said: Said
    cases: list[int]

    def kept(
        self, one_of_each: Callable[[list[list[Reason]], Reason], Reason], apart: set[int], known: Reason
    ) -> Reason:
        """What keeps them from holding, in addition to what is known.

        one_of_each: of each list of reasons the one that adds least to what is known. apart: the cases that need no reason.
        """
        reasons = [
            [self.said[k][1] for k in self.conditions.cases[i] if not self.said[k][0]]
            for i in self.cases
            if i not in apart
        ]
        return one_of_each(reasons, known)


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
