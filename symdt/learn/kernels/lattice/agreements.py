"""Blocks of two and three cases, for all sets of parents at once, in NumPy.

`small_blocks` has the theory: a block of m cases adds to the score of every set T that cuts it further

    −m log r + Σ_{G, |G| ≥ 2} μ(G) [T agrees on G],

so it is enough to count on which candidates the groups G agree. Candidates come one after the other; a block
that becomes small when candidate v is added to a set S of those before it counts for the sets T with the same
first candidates, T ∩ {0, …, v} = S ∪ {v}, whose later ones lie among those on which G agrees. One sum over
supersets, candidate by candidate, with what became small there added in between, serves them all.
"""

from __future__ import annotations

import numpy as np

from symdt.learn.kernels.family import Array

__all__ = ["SMALL", "Agreements"]

SMALL = 3  # the most cases of a block that is entered here
KINDS = 5  # the compositions 2, 11; 3, 21, 111: the first of `compositions.TYPES`
OF_THREE = np.array([2, -1, 3, 4])  # by how many of the three pairs differ
AT_ONCE = 1 << 18  # groups that wait to be counted


class Agreements:
    """Counts of groups of two and three cases by what they agree on.

    values: [candidate, case], in the order in which candidates are added; child: the states of the child;
    weights: how many cases each stands for, None where it is one.
    """

    def __init__(self, values: Array, child: Array, weights: Array | None) -> None:
        self.q, self.child, self.weights = len(values), child, weights
        bit = np.arange(self.q)[:, None]
        digits = range(int(values.max()).bit_length())
        self.planes = [((values >> d & 1) << bit).sum(axis=0) for d in digits]
        self.found = np.zeros((self.q, KINDS << (self.q - 1)), np.int32)
        self.waiting: list[list[Array]] = [[] for _ in range(self.q)]

    def enter(self, v: int, row: Array, block: Array, cases: Array, masks: Array) -> None:
        """Count blocks that have become small by candidate v.

        row, block: the rows of the blocks, which are numbered from 0; cases: two or three of each; masks: the set
        of parents of each.
        """
        first, last = np.empty(len(cases), np.int64), np.empty(len(cases), np.int64)
        last[block] = row
        first[block[::-1]] = row[::-1]
        before = masks & ((1 << v) - 1)
        kind, apart = self.child[first] != self.child[last], self._apart(first, last)
        self._add(v, kind, apart, before)
        three = np.flatnonzero(cases == SMALL)
        if not len(three):
            return
        summed = np.bincount(block, row if self.weights is None else row * self.weights[row])
        first, last, before = first[three], last[three], before[three]
        middle = summed[three].astype(np.int64) - first - last  # whole numbers below 2^53
        begin, end = self.child[first] != self.child[middle], self.child[middle] != self.child[last]
        apart_at_begin = self._apart(first, middle)
        self._add(v, begin, apart_at_begin, before)
        self._add(v, end, self._apart(middle, last), before)
        pairs = kind[three].astype(np.int64) + begin + end
        self._add(v, OF_THREE[pairs], apart_at_begin | apart[three], before)

    def _apart(self, a: Array, b: Array) -> Array:
        """The candidates on which rows differ, as masks."""
        out = np.zeros(len(a), np.int64)
        for plane in self.planes:
            out |= plane[a] ^ plane[b]
        return out

    def _add(self, v: int, kind: Array, apart: Array, before: Array) -> None:
        """Groups of a kind, by the set of parents before v and the candidates after it that they agree on."""
        place = (~apart & ((1 << self.q) - 1)) >> (v + 1) << v
        place |= before
        place += kind.astype(np.int64) << (self.q - 1)
        self.waiting[v].append(place)
        if sum(map(len, self.waiting[v])) > AT_ONCE:
            self._count(v)

    def _count(self, v: int) -> None:
        if self.waiting[v]:
            places = np.concatenate(self.waiting[v])
            self.found[v] += np.bincount(places, minlength=self.found.shape[1]).astype(np.int32)
            self.waiting[v].clear()

    def scores(self, mu: Array, levels: Array) -> Array:
        """What the blocks add to the score of every set of parents, besides −log r of every case.

        mu: `moebius_scores`; levels: of each set, by its mask.
        """
        agree = np.zeros((KINDS, 1 << self.q), np.int64)
        for v in range(self.q):
            self._count(v)
            here = agree.reshape(KINDS, -1, 2, 1 << v)
            here[:, :, 0] += here[:, :, 1]
            here[:, :, 1] += self.found[v].reshape(KINDS, -1, 1 << v)
        out = np.zeros(1 << self.q, np.int64)
        for counts, worth in zip(agree, mu, strict=False):  # the kinds of four cases are not met
            out += counts * worth[levels]
        return out
