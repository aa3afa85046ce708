"""Margins of a dense table of counts, each met once.

A word of the table holds the counts of two states of the child, 32 bits each, or of four, so that they are summed out
by one addition; while two counts are small, both are scored by one look-up. Candidates are summed out in decreasing
order, so that every subset has one predecessor, and the whole lattice below a table of ∏ a_v cells costs
∏ (a_v + 1) cells.
"""

from __future__ import annotations

import numpy as np

from symdt.learn.kernels.jit import part, zeros
from symdt.learn.kernels.lattice.levels import SMALL, block_g, cell_g

__all__ = ["score_margins", "words_of"]


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
def words_of(r, fields):  # type: ignore[no-untyped-def]
    """How many words hold the counts of a block."""
    return (r + fields - 1) // fields


@part
def _exact(table, at, n, i, r, level, t):  # type: ignore[no-untyped-def]
    """The score of cell i of the margin of n words a plane that begins at `at`, count by count."""
    width = 64 // t.fields
    mask = np.uint64((1 << width) - 1)
    s = np.int64(0)
    total = np.int64(0)
    for k in range(r):
        c = table[np.uint64(at + k // t.fields * n + i)]
        m = np.int64(c >> np.uint64(k % t.fields * width) & mask)
        total += m
        s += cell_g(t, level, m)
    return s - block_g(t, level, total)


@part
def _of_two(counts, pairs):  # type: ignore[no-untyped-def]
    """Σ of the look-ups of words of two counts, and all their bits; words of large counts give some number."""
    s = np.int64(0)
    seen = np.uint64(0)
    shift = np.uint64(32 - SMALL)
    few = np.uint64((1 << 2 * SMALL) - 1)
    for i in range(counts.shape[0]):
        c = counts[i]
        seen |= c
        s += pairs[(c | c >> shift) & few]
    return s, seen


@part
def _of_four(counts, pairs, both):  # type: ignore[no-untyped-def]
    """The same of words of four counts, of which only the first two are anything but 0 unless `both` pairs are."""
    s = np.int64(0)
    seen = np.uint64(0)
    shift = np.uint64(16 - SMALL)
    few = np.uint64((1 << 2 * SMALL) - 1)
    if both:
        for i in range(counts.shape[0]):
            c = counts[i]
            seen |= c
            c |= c >> shift
            s += pairs[c & few] + pairs[c >> np.uint64(32) & few]
    else:
        for i in range(counts.shape[0]):
            c = counts[i]
            seen |= c
            s += pairs[(c | c >> shift) & few]
    return s, seen


@part
def _total(c, fields):  # type: ignore[no-untyped-def]
    """The sum of the counts of a word: fewer cases than a count may be, so that nothing is carried over."""
    c += c >> np.uint64(32)
    if fields == 2:
        return c & np.uint64(0xFFFFFFFF)
    return (c + (c >> np.uint64(16))) & np.uint64(0xFFFF)


@part
def _of_blocks(table, at, n, words, fields, blocks):  # type: ignore[no-untyped-def]
    """Σ g of the totals of the cells of a margin."""
    s = np.int64(0)
    first = table[at : at + n]
    if words == 1:
        for i in range(n):
            s += blocks[_total(first[i], fields)]
        return s
    second = table[at + n : at + 2 * n]
    if words == 2:
        for i in range(n):
            s += blocks[_total(first[i] + second[i], fields)]
        return s
    for i in range(n):
        c = first[i] + second[i]
        for p in range(2, words):
            c += table[np.uint64(at + p * n + i)]
        s += blocks[_total(c, fields)]
    return s


@part
def _correction(counts, pairs, large, r, level, t):  # type: ignore[no-untyped-def]
    """What the look-ups of words with large counts are short of their scores."""
    s = np.int64(0)
    width = np.uint64(64 // t.fields)
    mask = (np.uint64(1) << width) - np.uint64(1)
    shift = width - np.uint64(SMALL)
    few = np.uint64((1 << 2 * SMALL) - 1)
    for i in range(counts.shape[0]):
        c = counts[i]
        if not c & large:
            continue
        for _ in range(t.fields // 2):
            x = np.int64(c & mask)
            y = np.int64(c >> width & mask)
            if (x | y) >> SMALL:
                s += cell_g(t, level, x) + cell_g(t, level, y) - pairs[(c | c >> shift) & few]
                if r == 2:
                    s -= block_g(t, level, x + y)
            c >>= np.uint64(32)
    return s


@part
def _margin_score(table, at, n, r, level, t):  # type: ignore[no-untyped-def]
    """Σ f over the cells of a margin of n words a plane."""
    s = np.int64(0)
    if not t.whole:
        for i in range(n):
            s += _exact(table, at, n, i, r, level, t)
        return s
    fields = t.fields
    words = words_of(r, fields)
    square = 1 << 2 * SMALL
    pairs = t.pairs[t.slot[level] * square : (t.slot[level] + 1) * square]
    large = np.uint64((1 << 64 // fields) - (1 << SMALL))
    if fields == 4:
        large |= large << np.uint64(16)
    large |= large << np.uint64(32)
    for p in range(words):
        counts = table[at + p * n : at + (p + 1) * n]
        if fields == 2:
            found, seen = _of_two(counts, pairs)
        else:
            found, seen = _of_four(counts, pairs, r > 4 * p + 2)
        s += found
        if seen & large:
            s += _correction(counts, pairs, large, r, level, t)
    if r > 2:
        blocks = t.g[t.block_at[level] : t.block_at[level] + t.length[level]]
        s -= _of_blocks(table, at, n, words, fields, blocks)
    return s


@part
def score_margins(table, size, width, r, low, arities, stride, level, t, out, base):  # type: ignore[no-untyped-def]
    """Add to out[base + S'] the scores of the table's margin on S', for every S' ⊆ {0..low−1}.

    The table has `size` words for each word of a block. In each plane candidate 0 is the slowest axis, then 1 … low−1, and the block (of `width` blocks) is the fastest. Candidates are summed out
    from the last, which has most states, to the first: so those of most states are summed out least often,
    and along long contiguous stretches. What follows the table is room for its margins, as much again.
    """
    words = words_of(r, t.fields)
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
    dst = np.int64(0)
    n = size
    m = mask[0]
    le = lev[0]
    while True:
        # the margin on m, of n words a plane, stands at dst: its scores
        out[base + m] += _margin_score(table, dst, n, r, le, t)
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
