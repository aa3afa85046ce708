"""Margins of a dense table of counts, a plane for each state of the child and one of totals, each met once.

Candidates are summed out in decreasing order, so that every subset has one predecessor, and the whole
lattice below a table of ∏ a_v cells costs ∏ (a_v + 1) cells.
"""

from __future__ import annotations

import numpy as np

from symdt.learn.kernels.jit import part, zeros
from symdt.learn.kernels.lattice.levels import block_g, cell_g

__all__ = ["score_margins"]


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
def _sum_scores(table, start, size, r, level, t):  # type: ignore[no-untyped-def]
    """Σ f of the cells of a margin."""
    s = np.int64(0)
    ones = np.int64(0)
    counts = table[start : start + r * size]
    totals = table[start + r * size : start + (r + 1) * size]
    if t.whole[level]:
        cell = t.g[t.cell_at[level] : t.cell_at[level] + t.length[level]]
        block = t.g[t.block_at[level] : t.block_at[level] + t.length[level]]
        for i in range(r * size):
            s += cell[counts[i]]  # unsigned: nothing counts from the end
        for i in range(size):
            s -= block[totals[i]]
            ones += totals[i] == 1
    else:
        for i in range(r * size):
            s += cell_g(t, level, np.int64(counts[i]))
        for i in range(size):
            s -= block_g(t, level, np.int64(totals[i]))
            ones += totals[i] == 1
    return s + ones * t.one[level]


@part
def score_margins(table, size, width, r, low, arities, stride, level, t, out, base):  # type: ignore[no-untyped-def]
    """Add to out[base + S'] the scores of the table's margin on S', for every S' ⊆ {0..low−1}.

    The table has `size` cells for each state of the child, then the totals. In each plane candidate 0 is the
    slowest axis, then 1 … low−1, and the block (of `width` blocks) is the fastest. Candidates are summed out
    from the last, which has most states, to the first: so those of most states are summed out least often,
    and along long contiguous stretches. What follows the table is room for its margins, as much again.
    """
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
    out[base + mask[0]] += _sum_scores(table, at[0], size, r, lev[0], t)
    while d >= 0:
        v = nxt[d]
        if v < 0:
            d -= 1
            continue
        a = arities[v]
        n = cells[d] // a
        dst = at[d] + cells[d] * (r + 1)
        _sum_out(table, at[d], dst, (r + 1) * (n // inner[d]), a, inner[d])
        m = mask[d] & ~(1 << v)
        le = lev[d] - stride[v]
        out[base + m] += _sum_scores(table, dst, n, r, le, t)
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
