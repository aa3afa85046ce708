"""Margins of a dense table of counts, each met once.

A word of the table holds two counts, 32 bits each, so that they are summed out by one addition and, while
both are small, scored by one look-up: a child of two states has one word a cell, one of r > 2 states its r
counts and their total, two by two. Candidates are summed out in decreasing order, so that every subset has one predecessor, and the whole
lattice below a table of ∏ a_v cells costs ∏ (a_v + 1) cells.
"""

from __future__ import annotations

import numpy as np

from symdt.learn.kernels.jit import part, zeros
from symdt.learn.kernels.lattice.levels import block_g, cell_g

__all__ = ["HALF", "score_margins", "words_of"]

HALF = 32  # bits of a count in a word


@part
def _sum_out(table, src, dst, outer, arity, inner):  # type: ignore[no-untyped-def]
    """table[dst:] = the table at src, of shape (outer, arity, inner), summed over its middle axis."""
    if inner < 8:  # short stretches: along the outer axis instead
        whole = table[src : src + outer * arity * inner]
        margin = table[dst : dst + outer * inner]
        step = arity * inner
        for i in range(inner):
            for o in range(outer):
                first = o * step + i
                margin[np.uint64(o * inner + i)] = whole[np.uint64(first)] + whole[np.uint64(first + inner)]
            for x in range(2, arity):
                for o in range(outer):
                    margin[np.uint64(o * inner + i)] += whole[np.uint64(o * step + x * inner + i)]
        return
    for o in range(outer):
        c = table[dst + o * inner : dst + (o + 1) * inner]
        a = table[src + o * arity * inner : src + (o * arity + 1) * inner]
        b = table[src + (o * arity + 1) * inner : src + (o * arity + 2) * inner]
        for i in range(inner):
            c[i] = a[i] + b[i]
        for x in range(2, arity):
            a = table[src + (o * arity + x) * inner : src + (o * arity + x + 1) * inner]
            for i in range(inner):
                c[i] += a[i]


@part
def words_of(r):  # type: ignore[no-untyped-def]
    """How many words hold the counts of a block: those of two states give their total, others have it with them."""
    return 1 if r == 2 else (r + 2) // 2


@part
def _score(x, y, last, r, level, t):  # type: ignore[no-untyped-def]
    """What two counts of one word add to the score; the last word of more than two states holds the total."""
    if not last:
        return cell_g(t, level, x) + cell_g(t, level, y)
    if r == 2:
        return cell_g(t, level, x) + cell_g(t, level, y) - block_g(t, level, x + y)
    if r & 1:
        return cell_g(t, level, x) - block_g(t, level, y)
    return -block_g(t, level, x)


@part
def _sum_small(counts, pairs, small):  # type: ignore[no-untyped-def]
    """Σ of the look-ups of all words, and whether they are all of small counts; other words give some number."""
    s = np.int64(0)
    few = np.uint64((1 << 2 * small) - 1)
    shift = np.uint64(HALF - small)
    seen = np.uint64(0)
    for i in range(counts.shape[0]):
        c = counts[i]
        seen |= c
        s += pairs[(c | c >> shift) & few]
    return s, seen & _large(small) == 0


@part
def _large(small):  # type: ignore[no-untyped-def]
    """The bits of a word that no small count has."""
    large = np.uint64((1 << HALF) - (1 << small))
    return large | large << np.uint64(HALF)


@part
def _correction(counts, pairs, last, r, level, t):  # type: ignore[no-untyped-def]
    """What the look-ups of words with large counts are short of their scores."""
    s = np.int64(0)
    few = np.uint64((1 << 2 * t.small) - 1)
    shift = np.uint64(HALF - t.small)
    large = _large(t.small)
    for i in range(counts.shape[0]):
        c = counts[i]
        if c & large:
            s -= pairs[(c | c >> shift) & few]
            x = np.int64(c & np.uint64((1 << HALF) - 1))
            s += _score(x, np.int64(c >> np.uint64(HALF)), last, r, level, t)
    return s


@part
def score_margins(table, size, width, r, low, arities, stride, level, t, out, base):  # type: ignore[no-untyped-def]
    """Add to out[base + S'] the scores of the table's margin on S', for every S' ⊆ {0..low−1}.

    The table has `size` words for each pair of counts. In each plane candidate 0 is the slowest axis, then 1 … low−1, and the block (of `width` blocks) is the fastest. Candidates are summed out
    from the last, which has most states, to the first: so those of most states are summed out least often,
    and along long contiguous stretches. What follows the table is room for its margins, as much again.
    """
    words = words_of(r)
    at = zeros(low + 2)  # where each margin on the stack starts
    cells = zeros(low + 2)
    nxt = zeros(low + 2)  # the next candidate to sum out
    inner = zeros(low + 2)
    mask = zeros(low + 2)
    lev = zeros(low + 2)
    d = 0
    cells[0] = size
    inner[0] = width
    nxt[0] = low - 1
    mask[0] = (1 << low) - 1
    lev[0] = level
    for v in range(low):
        lev[0] += stride[v]
    levels = t.length.shape[0]
    square = 1 << 2 * t.small
    dst = np.int64(0)
    n = size
    m = mask[0]
    le = lev[0]
    while True:
        # the margin on m, of n words a plane, stands at dst: its scores
        s = np.int64(0)
        for p in range(words):
            last = p == words - 1
            first = (le if last else levels + le) * square
            pairs = t.pairs[first : first + square]
            counts = table[dst + p * n : dst + (p + 1) * n]
            found, good = _sum_small(counts, pairs, t.small)
            s += found
            if not good:
                s += _correction(counts, pairs, last, r, le, t)
        out[base + m] += s
        # the next: one candidate less
        while d >= 0 and nxt[d] < 0:
            d -= 1
        if d < 0:
            return
        v = nxt[d]
        a = arities[v]
        n = cells[d] // a
        dst = at[d] + cells[d] * words
        _sum_out(table, at[d], dst, words * (n // inner[d]), a, inner[d])
        m = mask[d] & ~(1 << v)
        le = lev[d] - stride[v]
        nxt[d] = v - 1
        if v > 0:
            at[d + 1] = dst
            cells[d + 1] = n
            nxt[d + 1] = v - 1
            inner[d + 1] = inner[d]
            mask[d + 1] = m
            lev[d + 1] = le
            inner[d] *= a
            d += 1
