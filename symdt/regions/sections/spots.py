"""Spots: the roots that are known on one line, in order; every comparison of two real algebraic numbers is made once.

>>> line = Spots()
>>> spots = [line.spot(value) for value in (3, 1, 2, 3)]
>>> [spot.rank for spot in spots], spots[0] is spots[3]
([2, 0, 1, 2], True)
>>> line.rank("5/2"), line.rank(2)
((2, None), (1, 2))
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from symdt.exact.line.branch import compare
from symdt.exact.line.real import Real


class Spot:
    """A root on a line, and its rank among all that are known."""

    __slots__ = ("rank", "value")

    def __init__(self, value: Any) -> None:
        self.value, self.rank = value, 0

    def __repr__(self) -> str:
        return str(self.value)


class Spots:
    """The spots of one line."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known: list[Spot] = []

    def __len__(self) -> int:
        return len(self.known)

    def rank(self, value: Any) -> tuple[int, Spot | None]:
        """How many spots lie below a number, and the spot that it is itself."""
        value = value if isinstance(value, Real | fmpq) else Real.of(value)
        low, high = 0, len(self.known)
        while low < high:
            middle = (low + high) // 2
            order = compare(value, self.known[middle].value)
            if not order:
                return middle, self.known[middle]
            low, high = (low, middle) if order < 0 else (middle + 1, high)
        return low, None

    def spot(self, value: Any) -> Spot:
        """The spot of a number, a new one if it is not known."""
        rank, spot = self.rank(value)
        if spot is None:
            spot = Spot(value)
            self.known.insert(rank, spot)
            for n in range(rank, len(self.known)):
                self.known[n].rank = n
        return spot
