"""Margins of a dense table of binary candidates, all of them, each met once: summed out one after the other.

With candidates summed out in increasing order every subset has one predecessor, so the whole
lattice below a table of 2^l cells costs 3^l cells.
"""

from __future__ import annotations

import numpy as np

from symdt.learn.kernels.cells import rising
from symdt.learn.kernels.jit import part, zeros

__all__ = ["dense_packed", "dense_planes"]


@part
def _sum_out(table, src, dst, outer, inner):  # type: ignore[no-untyped-def]
    """table[dst:] = the table at src, of shape (outer, 2, inner), summed over its middle axis."""
    for o in range(outer):
        a = table[src + 2 * o * inner : src + (2 * o + 1) * inner]
        b = table[src + (2 * o + 1) * inner : src + (2 * o + 2) * inner]
        c = table[dst + o * inner : dst + (o + 1) * inner]
        for i in range(inner):
            c[i] = a[i] + b[i]


@part
def _sum_packed(table, start, size, scores):  # type: ignore[no-untyped-def]
    cells = table[start : start + size]
    s = np.int64(0)
    for i in range(size):
        s += scores[cells[i]]
    return s


@part
def dense_packed(table, size, width, low, stride, level, F, out, base):  # type: ignore[no-untyped-def]
    """Add to out[base + S'] the cell scores of the table's margin on S', for every S' ⊆ {0..low−1}.

    The table has `size` cells: candidate low−1 is the slowest axis, then low−2 … 0, and the block
    (of `width` blocks) is the fastest, so that every sum runs along long contiguous stretches.
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
    mask[0] = (1 << low) - 1
    lev[0] = level
    for v in range(low):
        lev[0] += stride[v]
    out[base + mask[0]] += _sum_packed(table, at[0], size, F[lev[0]])
    while d >= 0:
        v = nxt[d]
        if v == low:
            d -= 1
            continue
        n = cells[d] // 2
        dst = at[d] + cells[d]
        _sum_out(table, at[d], dst, n // inner[d], inner[d])
        m = mask[d] & ~(1 << v)
        le = lev[d] - stride[v]
        out[base + m] += _sum_packed(table, dst, n, F[le])
        nxt[d] = v + 1
        if v + 1 < low:
            at[d + 1] = dst
            cells[d + 1] = n
            nxt[d + 1] = v + 1
            inner[d + 1] = inner[d]
            mask[d + 1] = m
            lev[d + 1] = le
            inner[d] *= 2
            d += 1


@part
def _sum_planes(table, start, size, r, plane, level, F, W, law):  # type: ignore[no-untyped-def]
    s = np.int64(0)
    cu = law.cell_u[level]
    bu = law.block_u[level]
    if r == 2:
        p0 = table[start : start + size]
        p1 = table[plane + start : plane + start + size]
        fast = F[level]
        for i in range(size):
            x = p0[i]
            y = p1[i]
            if x < W and y < W:
                s += fast[x + W * y]
            else:
                s += rising(law, cu, np.int64(x))
                s += rising(law, cu, np.int64(y))
                s -= rising(law, bu, np.int64(x + y))
        return s
    if r == 3 and W > 1:
        p0 = table[start : start + size]
        p1 = table[plane + start : plane + start + size]
        p2 = table[2 * plane + start : 2 * plane + start + size]
        fast = F[level]
        for i in range(size):
            x = p0[i]
            y = p1[i]
            z = p2[i]
            if x < W and y < W and z < W:
                s += fast[x + W * (y + W * z)]
            else:
                s += (
                    rising(law, cu, np.int64(x)) + rising(law, cu, np.int64(y)) + rising(law, cu, np.int64(z))
                )
                s -= rising(law, bu, np.int64(x + y + z))
        return s
    for i in range(size):
        total = np.int64(0)
        part = np.int64(0)
        for k in range(r):
            x = np.int64(table[k * plane + start + i])
            if x:
                total += x
                part += rising(law, cu, x)
        if total > 1:
            s += part - rising(law, bu, total)
        elif total == 1:
            s -= law.log_r
    return s


@part
def dense_planes(table, plane, size, width, r, low, stride, level, F, W, law, out, base):  # type: ignore[no-untyped-def]
    """`dense_packed` for blocks with many cases: a plane of counts for each state of the child."""
    at = zeros(low + 2)
    cells = zeros(low + 2)
    nxt = zeros(low + 2)
    inner = zeros(low + 2)
    mask = zeros(low + 2)
    lev = zeros(low + 2)
    d = 0
    cells[0] = size
    inner[0] = width
    mask[0] = (1 << low) - 1
    lev[0] = level
    for v in range(low):
        lev[0] += stride[v]
    out[base + mask[0]] += _sum_planes(table, at[0], size, r, plane, lev[0], F, W, law)
    while d >= 0:
        v = nxt[d]
        if v == low:
            d -= 1
            continue
        n = cells[d] // 2
        dst = at[d] + cells[d]
        for k in range(r):
            _sum_out(table, k * plane + at[d], k * plane + dst, n // inner[d], inner[d])
        m = mask[d] & ~(1 << v)
        le = lev[d] - stride[v]
        out[base + m] += _sum_planes(table, dst, n, r, plane, le, F, W, law)
        nxt[d] = v + 1
        if v + 1 < low:
            at[d + 1] = dst
            cells[d + 1] = n
            nxt[d + 1] = v + 1
            inner[d + 1] = inner[d]
            mask[d + 1] = m
            lev[d + 1] = le
            inner[d] *= 2
            d += 1
