"""Rims: to which side of a polynomial its zeros belong, once it is known which proofs need that it does not vanish.

A part of the space is cut by the sign of a polynomial. What is shown of either side is shown where nothing vanishes, in
open sets, and by a proof that uses some of the conditions alone. On the rim of a side its walk is right too, by
continuity, but for points that lie in no closure of its inside: there a proof fails that used the sign. So the zeros are
given to the side none of whose proofs used it; where both have such proofs, these are asked about the zeros. Of strict
conditions that hold nowhere together some may vanish at a point, and the others hold there, only if the gradients of
those that vanish are dependent: else all would be positive beside it (`touches`).

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> x, y = symbols("x y")
>>> domain = Domain("x > 0", "y > 0")
>>> split = Split(Condition.of(x*y - 1, ">", domain.field))
>>> print(Side(split, 1).told(), Side(split, -1).told())
x*y > 1 x*y <= 1
>>> below = Side(split, -1)
>>> split.proofs[-1].append(Proof((below,), (below,), (), Condition.of(x - 2, ">", domain.field), -1))
>>> split.settle()
>>> print(Side(split, 1).told(), Side(split, -1).told())
x*y >= 1 x*y < 1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from symdt.exact.formula import Condition
from symdt.exact.polynomial import Poly


@dataclass(eq=False)
class Split:
    """A polynomial by whose sign a part is cut.

    condition: that it is positive. rim: the side that has its zeros, 0 if neither. is_fixed: the side is chosen. proofs:
    those on either side that need it not to vanish. known: what told either side, made once.
    """

    condition: Condition
    rim: int = -1
    is_fixed: bool = False
    proofs: dict[int, list[Proof]] = field(default_factory=lambda: {1: [], -1: []})
    known: dict[tuple[int, bool], Condition] = field(default_factory=dict)

    def settle(self) -> None:
        """Give the zeros to the side with fewer proofs that they could break."""
        if not self.is_fixed:
            self.rim = 1 if len(self.proofs[1]) < len(self.proofs[-1]) else -1


class Side(NamedTuple):
    """One side of a split."""

    split: Split
    sign: int

    @property
    def has_rim(self) -> bool:
        """Whether the zeros are on this side."""
        return self.split.rim == self.sign

    def told(self) -> Condition:
        """The condition that tells this side from the other."""
        known, key = self.split.known, (self.sign, self.has_rim)
        if key not in known:
            condition = self.split.condition
            known[key] = Condition(condition.field, self.sign * condition.poly, ">=" if self.has_rim else ">")
        return known[key]


#: A condition, and the side of a split that it is; None where it is linear, or strict in any case.
Fact = tuple[Condition, Side | None]


class Given(NamedTuple):
    """A condition as it is."""

    condition: Condition

    def told(self) -> Condition:
        """The condition."""
        return self.condition


@dataclass(eq=False)
class Proof:
    """That a condition holds nowhere in a part.

    path: what tells the part. used: the sides that should be strict. still: whether it holds where some may vanish, as far as that is
    seen (`Core`). facts: the conditions it rests on, each with its side,
    None where it is linear. against: the condition, which may be an equation. sign: that of its polynomial in the part. is_broken: it holds
    on a rim after all, so that the part is told by its contrary too.
    """

    path: tuple[Side | Given | Proof, ...]
    used: tuple[Side, ...]
    facts: tuple[Fact, ...]
    against: Condition
    sign: int
    is_broken: bool = False
    still: Callable[..., bool] = lambda *_: False

    @property
    def on_rims(self) -> list[Side]:
        """The sides it rests on whose rims are in the part."""
        return list(dict.fromkeys(side for _, side in self.facts if side is not None and side.has_rim))

    @property
    def rests_on(self) -> set[Condition]:
        """The conditions it rests on, as strict ones."""
        return {strictly(c) for c, _ in self.facts}

    @property
    def weak(self) -> set[Condition]:
        """The conditions it rests on that may vanish in the part, as strict ones."""
        return {strictly(c) for c, side in self.facts if (c.op == ">=" if side is None else side.has_rim)}

    def told(self) -> Condition | None:
        """What is left of the part, where the condition holds somewhere in it after all."""
        if not self.is_broken:
            return None
        c = self.against
        return Condition(c.field, self.sign * c.poly, ">" if c.op == "==" else ">=")


Item = Side | Given | Proof


def strictly(condition: Condition) -> Condition:
    """A condition that does not hold where its polynomial vanishes."""
    return condition if condition.op == ">" else Condition(condition.field, condition.poly, ">")


def told(path: tuple[Item, ...]) -> tuple[Condition, ...]:
    """The conditions that tell a part."""
    return tuple(dict.fromkeys(c for item in path if (c := item.told()) is not None))


def touches(facts: Sequence[Fact], rims: Sequence[Side], letters: Sequence[int]) -> Iterator[list[Condition]]:
    """What holds at a point on rims at which weak conditions hold that as strict ones hold nowhere.

    facts: the conditions. rims: sides one of which must vanish there. letters: by position. Each time some
    conditions vanish, the others do not.
    """
    weak = [n for n, (c, side) in enumerate(facts) if (c.op == ">=" if side is None else side.has_rim)]
    for many in range(1, len(weak) + 1):
        for zeros in combinations(weak, many):
            if any(facts[n][1] in rims for n in zeros):
                polys = [facts[n][0].poly for n in zeros]
                found = [
                    Condition(c.field, c.poly, "==" if n in zeros else ">") for n, (c, _) in enumerate(facts)
                ]
                yield found + [Condition(found[0].field, d, "==") for d in minors(polys, letters)]


def minors(polys: Sequence[Poly], letters: Sequence[int]) -> list[Poly]:
    """Polynomials that vanish where the gradients of others are dependent; none where they always are."""
    rows = [[poly.derivative(i) for i in letters] for poly in polys]
    return [
        determinant([[row[i] for i in chosen] for row in rows])
        for chosen in combinations(range(len(letters)), len(polys))
    ]


def determinant(rows: Sequence[Sequence[Poly]]) -> Poly:
    """The determinant of a small matrix."""
    if len(rows) == 1:
        return rows[0][0]
    parts = [
        (-1) ** i * x * determinant([[*row[:i], *row[i + 1 :]] for row in rows[1:]])
        for i, x in enumerate(rows[0])
    ]
    return sum(parts[1:], parts[0])
