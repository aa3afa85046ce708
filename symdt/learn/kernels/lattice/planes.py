"""Margins of a dense table of counts, each met once.

A word of the table holds the counts of all states of the child, where so many are few enough bits, or else of two or
four of them, so that they are summed out by one addition. While counts are small, several are scored by one
look-up: two below 2^SMALL, or, where a margin has few cases for its cells, four below 2^FEW. Candidates are summed out in decreasing
order, so that every subset has one predecessor, and the whole lattice below a table of ∏ a_v cells costs
∏ (a_v + 1) cells.
"""

from __future__ import annotations

import numpy as np

from symdt.learn.kernels.jit import part, zeros
from symdt.learn.kernels.lattice.levels import FEW, SMALL, block_g, cell_g

__all__ = ["score_margins", "words_of"]

SPARSE = 2  # counts for each case from which on few are 2^FEW or more; measured


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
def _of_two(counts, pairs, first, width):  # type: ignore[no-untyped-def]
    """Σ of the look-ups of two counts, of `width` bits each from bit `first` on, and all bits of the words; words of
    large counts give some number.
    """
    s = np.int64(0)
    seen = np.uint64(0)
    shift = np.uint64(width - SMALL)
    few = np.uint64((1 << 2 * SMALL) - 1)
    for i in range(counts.shape[0]):
        c = counts[i]
        seen |= c
        c >>= first
        s += pairs[(c | c >> shift) & few]
    return s, seen


@part
def _gather(r, width):  # type: ignore[no-untyped-def]
    """By what a word is multiplied so that its first counts, at most four, each below 2^FEW, are the first bits of the
    product: no other product of a count reaches them.
    """
    factor = np.uint64(0)
    for j in range(min(r, 4)):
        factor |= np.uint64(1) << np.uint64(64 - 4 * FEW + j * (FEW - width))
    return factor


@part
def _of_few(counts, fours, blocks, r, width):  # type: ignore[no-untyped-def]
    """Σ of the scores of words of all counts, each below 2^FEW, and all bits of the words."""
    s = np.int64(0)
    seen = np.uint64(0)
    factor = _gather(r, width)
    shift = np.uint64(64 - 4 * FEW)
    if r <= 4:
        for i in range(counts.shape[0]):
            c = counts[i]
            seen |= c
            s += fours[c * factor >> shift]
        return s, seen
    rest = np.uint64(4 * width)
    ones, last, mask = _ones(r, width)
    for i in range(counts.shape[0]):
        c = counts[i]
        seen |= c
        s += fours[c * factor >> shift] + fours[(c >> rest) * factor >> shift]
        s -= blocks[c * ones >> last & mask]
    return s, seen


@part
def _ones(r, width):  # type: ignore[no-untyped-def]
    """By what a word is multiplied so that its last count becomes the sum of all, where that begins, and its bits."""
    ones = np.uint64(0)
    for k in range(r):
        ones |= np.uint64(1) << np.uint64(k * width)
    return ones, np.uint64((r - 1) * width), (np.uint64(1) << np.uint64(width)) - np.uint64(1)


@part
def _of_totals(counts, blocks, r, width):  # type: ignore[no-untyped-def]
    """Σ g of the totals of words of all counts."""
    s = np.int64(0)
    ones, last, mask = _ones(r, width)
    for i in range(counts.shape[0]):
        s += blocks[counts[i] * ones >> last & mask]
    return s


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
    """Σ g of the totals of the cells of a margin of several words a cell."""
    s = np.int64(0)
    first = table[at : at + n]
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
def _large(fields, bits):  # type: ignore[no-untyped-def]
    """The bits of a word that are of no count below 2^bits."""
    width = 64 // fields
    one = (np.uint64(1) << np.uint64(width)) - (np.uint64(1) << np.uint64(bits))
    large = np.uint64(0)
    for k in range(fields):
        large |= one << np.uint64(k * width)
    return large


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
        for _ in range((t.fields + 1) // 2):
            x = np.int64(c & mask)
            y = np.int64(c >> width & mask)
            if (x | y) >> SMALL:
                s += cell_g(t, level, x) + cell_g(t, level, y) - pairs[(c | c >> shift) & few]
                if r == 2:
                    s -= block_g(t, level, x + y)
            c = c >> width >> width
    return s


@part
def _correction_of_few(table, at, n, large, fours, blocks, r, level, t):  # type: ignore[no-untyped-def]
    """The same for look-ups of few cases."""
    s = np.int64(0)
    for i in range(n):
        if table[np.uint64(at + i)] & large:
            found, _ = _of_few(table[at + i : at + i + 1], fours, blocks, r, 64 // t.fields)
            s += _exact(table, at, n, i, r, level, t) - found
    return s


@part
def _margin_score(table, at, n, cases, r, level, t):  # type: ignore[no-untyped-def]
    """Σ f over the cells of a margin of n words a plane."""
    s = np.int64(0)
    if not t.whole:
        for i in range(n):
            s += _exact(table, at, n, i, r, level, t)
        return s
    fields = t.fields
    width = 64 // fields
    words = words_of(r, fields)
    square = 1 << 2 * SMALL
    pairs = t.pairs[t.slot[level] * square : (t.slot[level] + 1) * square]
    blocks = t.g[t.block_at[level] : t.block_at[level] + t.length[level]]
    if r > 2 and words == 1 and cases * SPARSE <= n * r:
        square = 1 << 4 * FEW
        fours = t.fours[t.slot[level] * square : (t.slot[level] + 1) * square]
        found, seen = _of_few(table[at : at + n], fours, blocks, r, width)
        large = _large(fields, FEW)
        if seen & large:
            found += _correction_of_few(table, at, n, large, fours, blocks, r, level, t)
        return found
    large = _large(fields, SMALL)
    for p in range(words):
        counts = table[at + p * n : at + (p + 1) * n]
        if fields == 4:
            found, seen = _of_four(counts, pairs, r > 4 * p + 2)
        else:
            found, seen = _of_two(counts, pairs, np.uint64(0), width)
            for k in range(2, fields, 2):
                more, _ = _of_two(counts, pairs, np.uint64(k * width), width)
                found += more
        s += found
        if seen & large:
            s += _correction(counts, pairs, large, r, level, t)
    if words > 1:
        s -= _of_blocks(table, at, n, words, fields, blocks)
    elif r > 2:
        s -= _of_totals(table[at : at + n], blocks, r, width)
    return s


@part
def score_margins(table, size, width, cases, r, low, arities, stride, level, t, out, base):  # type: ignore[no-untyped-def]
    """Add to out[base + S'] the scores of the table's margin on S', for every S' ⊆ {0..low−1}.

    The table has `size` words for each word of a block, and so many `cases`. In each plane candidate 0 is the slowest axis, then 1 … low−1, and the block (of `width` blocks) is the fastest. Candidates are summed out
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
        out[base + m] += _margin_score(table, dst, n, cases, r, le, t)
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
