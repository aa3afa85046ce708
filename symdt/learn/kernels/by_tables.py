"""All local scores of one child from one table of counts, in NumPy: no compiler, the same integers.

The table has an axis for each candidate. The first candidates are summed out one after the other in
increasing order, so that every subset of them is met once; for the others, the tail, each margin gets on
every axis one place more that holds the sum, so that all their subsets are scored at once. ∏(arity + 1)
cells in all. Sums are of whole numbers in fixed point (`logs`), so the result is that of the compiled
kernels to the last bit. It is used where the work is smaller than the compiler's.

A cell holds two counts in one word, so that summing out is one addition for both and, while both are
small, their score one look-up: the two of a child with two states, whose total they give; otherwise the
counts of the states and the total two by two. Few cells have larger counts, at most cases/WIDE of a set;
they are looked up in the whole tables.
"""

from __future__ import annotations

import math

import numpy as np

from symdt.learn.kernels.count_pairs import PairScores, words_of_block
from symdt.learn.kernels.family import Array, Family
from symdt.learn.kernels.law import Law

__all__ = ["table_scores", "table_seconds"]

MOST_CELLS = 1 << 22  # of the table
TAIL_CELLS = 1000  # of the axes that are scored at once
CHUNK = 40000  # words at a time: with their places and scores they stay in the second-level cache
MOST_PAIRS = 1 << 21  # scores of two small counts, of all levels
PAIRS_A_WORD = 0.25  # to make one costs as much as some words
SECONDS_A_VISIT = 4e-4
SECONDS_A_WORD = 7e-9


def _head(arities: tuple[int, ...]) -> int:
    """The number of candidates that are summed out one by one."""
    head, cells = len(arities), 1
    while head and cells * (arities[head - 1] + 1) <= TAIL_CELLS:
        head -= 1
        cells *= arities[head] + 1
    return head


def _all_words(arities: tuple[int, ...], r: int) -> int:
    """The words of all margins."""
    return math.prod(a + 1 for a in arities) * words_of_block(r)


def table_seconds(arities: tuple[int, ...], r: int, cases: int) -> float:
    """About how long `table_scores` takes; infinite where the table would be too large."""
    if math.prod(map(float, arities)) * r > MOST_CELLS or cases >= 1 << 31:
        return math.inf
    return SECONDS_A_VISIT * 2 ** _head(arities) + SECONDS_A_WORD * _all_words(arities, r)


def table_scores(family: Family, law: Law, stride: Array) -> Array:
    """The fixed-point scores of all parent sets, by their masks."""
    q, planes = len(family.arities), words_of_block(family.r)
    head = _head(family.arities)
    tail = family.arities[head:]
    lookup = PairScores(
        law, family.r, family.cases, min(MOST_PAIRS, PAIRS_A_WORD * _all_words(family.arities, family.r))
    )
    table = _words(family, head, planes, lookup.bits)
    steps = [int(s) for s in stride]
    # what the tail's axes add to the level and to the mask, place by place
    rise, masks = np.zeros((1,) * len(tail), np.int64), np.zeros((1,) * len(tail), np.int64)
    for i, arity in enumerate(tail):
        shape = [1] * len(tail)
        shape[i] = arity + 1
        rise = rise + np.append(np.full(arity, steps[head + i]), 0).reshape(shape)
        shape[i] = 2
        masks = masks + np.array([1 << (head + i), 0]).reshape(shape)
    size = max(8, CHUNK // (rise.size * planes))
    room = [np.empty((*rise.shape, planes, size), np.int64) for _ in range(3)]
    of_plane = (np.arange(planes) * lookup.levels)[:, None]
    out = np.zeros(1 << q, np.int64)

    def visit(margin: Array, first: int, mask: int, level: int) -> None:
        """Score the margin on `mask` with all subsets of the tail, then those with one head candidate less."""
        levels = level + rise
        starts = (levels[..., None, None] + of_plane) * lookup.wide**2
        rows = margin.reshape(*tail, planes, -1)
        worth = np.zeros(rise.shape, np.int64)
        for some in range(0, rows.shape[-1], size):
            part = rows[..., some : some + size]
            words, place, score = (
                a if part.shape[-1] == size else np.empty((*rise.shape, planes, part.shape[-1]), np.int64)
                for a in room
            )
            words[tuple(slice(a) for a in tail)] = part
            for i, arity in enumerate(tail):  # the sums along one axis, of what stands on the others so far
                there: list[slice | int] = [*[slice(None)] * i, *(slice(a) for a in tail[i:])]
                parts = words[tuple(there)]
                there[i] = arity
                parts.sum(axis=i, out=words[tuple(there)])
            lookup.short(words, starts, place, score)
            if (words[tail] & lookup.large).any():  # the sums over the whole tail have the largest counts
                big = np.flatnonzero(words & lookup.large)
                at, plane = np.divmod(big // part.shape[-1], planes)
                score.ravel()[big] = lookup.exact(words.ravel()[big], plane, levels.ravel()[at])
            worth += score.sum(axis=(-2, -1))
        for i, arity in enumerate(tail):
            kept = worth.take(range(arity), axis=i).sum(axis=i, keepdims=True)
            worth = np.concatenate([kept, worth.take([arity], axis=i)], axis=i)
        out[mask + masks.ravel()] = worth.ravel()
        axis = len(tail) + 1 + (mask & ((1 << first) - 1)).bit_count()
        for v in range(first, head):
            visit(margin.sum(axis=axis), v + 1, mask & ~(1 << v), level - steps[v])
            axis += 1

    visit(table, 0, (1 << head) - 1, sum(steps[:head]))
    return out


def _words(family: Family, head: int, planes: int, bits: int) -> Array:
    """The table of words. Axes: the tail, the planes, the head, whose long stretches of states come last."""
    q, r = len(family.arities), family.r
    place = np.zeros(len(family.child), np.int64)
    for v in range(head, q):
        place = place * family.arities[v] + family.values[v]
    place = place * planes
    inner = math.prod(family.arities[:head])
    within = np.zeros(len(family.child), np.int64)
    for v in range(head):
        within = within * family.arities[v] + family.values[v]
    shape = (*family.arities[head:], planes, *family.arities[:head])
    table = np.zeros(math.prod(shape), np.int64)
    weights = family.weights.astype(np.int64)
    plane, second = np.divmod(family.child.astype(np.int64), 2)
    np.add.at(table, (place + plane) * inner + within, weights << bits * second)
    if r > 2:
        np.add.at(table, (place + r // 2) * inner + within, weights << bits * (r % 2))
    return table.reshape(shape)
