"""A family: the distinct rows of a child and its candidates; its parent sets.

All subsets of q candidates are bit masks of one word. The subsets of at most k < q members are rows of
members, so that there may be any number of candidates:

>>> few = ParentSets(3, 1)
>>> list(few), few.place((2,)), few.holds(1).tolist()
([(), (0,), (1,), (2,)], 3, [False, False, True, False])
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from symdt.errors import BudgetError

__all__ = ["Array", "Family", "ParentSets", "set_masks"]

MOST_CANDIDATES = 63  # of which all subsets are scored: a set of them is a mask of one word

BITS_A_ROW = 2500  # bits intersected in the time of one row counted; measured

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Family:
    """Distinct rows of a child and its candidates: codes from 0, and how many cases each row stands for."""

    values: Array  # [candidate, row]
    child: Array  # [row]
    weights: Array  # [row]
    arities: tuple[int, ...]
    r: int

    @cached_property
    def cases(self) -> int:
        return int(self.weights.sum())


def set_masks(q: int, k: int) -> Array:
    """The bit masks of the subsets of q candidates with at most k members, as `local_scores` orders them.

    All of them (k ≥ q): the mask is the place. Otherwise by size, then colexicographically, which
    is by size, then by mask.

    >>> set_masks(2, 2).tolist(), set_masks(3, 1).tolist()
    ([0, 1, 2, 3], [0, 1, 2, 4])
    """
    if q > MOST_CANDIDATES:
        raise BudgetError(
            f"one child has {q} candidate parents: all their sets are scored for at most {MOST_CANDIDATES}; "
            "set max_parents (--max-parents), or give fewer candidates"
        )
    if k >= q:
        return np.arange(1 << q, dtype=np.int64)
    rows = ParentSets(q, k).members
    return np.where(rows >= 0, np.int64(1) << np.maximum(rows, 0).astype(np.int64), 0).sum(axis=1)


class ParentSets:
    """The subsets of q candidates with at most k members, in the order of `local_scores`.

    All of them (k ≥ q): by their masks. Otherwise by size, then colexicographically: the set
    v_1 < … < v_s stands at its place Σ_i C(v_i, i) among those of its size, and the sets of fewer
    candidates are the first of those of more.
    """

    def __init__(self, q: int, k: int) -> None:
        self.q, self.k = q, min(k, q)
        self.is_whole = k >= q
        if self.is_whole and q > MOST_CANDIDATES:
            set_masks(q, k)  # which refuses
        sizes = [math.comb(q, s) for s in range(self.k + 1)]
        self.offsets = [sum(sizes[:s]) for s in range(self.k + 2)]

    def __len__(self) -> int:
        return self.offsets[-1]

    @cached_property
    def members(self) -> Array:
        """[set, place]: the members of each set of bounded size, ascending, filled up with −1."""
        kind = np.int16 if self.q < 1 << 15 else np.int32  # short ones are sorted by their digits
        layer = np.empty((1, 0), kind)
        out = np.full((len(self), self.k), -1, kind)
        for s in range(1, self.k + 1):
            # for v ascending, the sets of members below v with v appended
            counts = [math.comb(v, s - 1) for v in range(self.q)]
            last = np.repeat(np.arange(self.q, dtype=kind), counts)
            place = np.arange(len(last)) - np.repeat(np.cumsum(counts) - counts, counts)
            layer = np.column_stack([layer[place], last])
            out[self.offsets[s] : self.offsets[s + 1], :s] = layer
        return out

    def at(self, place: int) -> tuple[int, ...]:
        """The members of the set at a place."""
        if self.is_whole:
            return tuple(v for v in range(self.q) if place >> v & 1)
        return tuple(v for v in self.members[place].tolist() if v >= 0)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return map(self.at, range(len(self)))

    def place(self, members: Sequence[int]) -> int:
        """Where a set stands; its members ascend.

        >>> sets = ParentSets(70, 2)
        >>> [sets.place(sets.at(i)) for i in (0, 1, 70, 71, 2485)]
        [0, 1, 70, 71, 2485]
        """
        if self.is_whole:
            return sum(1 << v for v in members)
        return self.offsets[len(members)] + sum(math.comb(v, i) for i, v in enumerate(members, 1))

    @cached_property
    def _holding(self) -> tuple[Array, Array]:
        """The places of the sets that hold 0, then of those that hold 1, …, each ascending; where each begins."""
        flat = self.members.ravel()
        by_member = np.argsort(flat, kind="stable")
        starts = np.searchsorted(flat[by_member], np.arange(self.q + 1))
        return by_member // max(self.k, 1), starts

    def holding(self, j: int) -> Array:
        """The places of the sets that hold candidate j, where their size is bounded."""
        places, starts = self._holding
        return places[starts[j] : starts[j + 1]]

    def holds(self, j: int) -> Array:
        """Of each set, whether it holds candidate j."""
        out = np.zeros(len(self), bool)
        if self.is_whole:
            out.reshape(-1, 2, 1 << j)[:, 1] = True
        else:
            out[self.holding(j)] = True
        return out

    def halves(self, weight: Array) -> list[tuple[float, float]]:
        """For each candidate the sums of the weights of the sets that hold it, and of those that do not.

        Sums of their own, so that neither loses digits. Of more candidates than a word has bits few can be in
        more than half of the weight, at most two for every member of a set: for the others what the
        total leaves is at least a half of it, so that the difference is as good and quicker.
        """
        if self.is_whole:
            parts = (weight.reshape(-1, 2, 1 << j) for j in range(self.q))
            return [(float(p[:, 1, :].sum()), float(p[:, 0, :].sum())) for p in parts]
        total = float(weight.sum())
        out = []
        for j in range(self.q):
            inside = float(weight[self.holding(j)].sum())
            if self.q > MOST_CANDIDATES and inside <= total / 2:
                out.append((inside, total - inside))
            else:
                out.append((inside, float(weight[~self.holds(j)].sum())))
        return out

    def log_factors(self, chances: Sequence[float]) -> Array:
        """log ∏_{j∈S} p_j ∏_{j∉S} (1 − p_j) of each set, up to a constant."""
        out = np.zeros(len(self))
        if self.q > MOST_CANDIDATES:  # as odds, of the members alone
            odds = np.array([math.log(p) - math.log1p(-p) for p in chances] + [0.0])  # −1 is no member
            for column in self.members.T:
                out += odds[column]
            return out
        for j, p in enumerate(chances):
            out += np.where(self.holds(j), math.log(p), math.log1p(-p))
        return out

    def without(self, live: Sequence[int]) -> Array:
        """Where each set, less the candidates that are not among the live ones, stands among theirs."""
        among = ParentSets(len(live), min(self.k, len(live)))
        if self.is_whole:
            masks, packed = np.arange(len(self)), np.zeros(len(self), np.int64)
            for i, v in enumerate(live):
                packed |= ((masks >> v) & 1) << i
            return packed
        new = np.full(self.q + 1, -1)
        new[list(live)] = np.arange(len(live))
        size, rank = np.zeros(len(self), np.int64), np.zeros(len(self), np.int64)
        binomial = np.array([[math.comb(v, s) for s in range(self.k + 1)] for v in range(len(live) + 1)])
        for column in self.members.T:
            v = new[column]  # ascending with the old numbers, so that the sets stay sorted
            there = v >= 0
            size += there
            rank += np.where(there, 1 << np.maximum(v, 0) if among.is_whole else binomial[v, size], 0)
        return rank if among.is_whole else np.array(among.offsets)[size] + rank
