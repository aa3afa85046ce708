"""All 2^q local scores of a child whose candidates have two states each.

Rows are the distinct configurations of the candidates, each with its counts of the child's
states. A *block* of a parent set is the set of rows that agree on it; the score of the set is the
sum of the block scores f. Parent sets are visited as a tree: a node (S, l) has decided the
candidates l, l+1, …, q−1 and still owns the 2^l sets S ∪ S', S' ⊆ {0, …, l−1}, which are
neighbours in the array of scores. A block at a node ends in one of four ways.

* **retired**: a single row contributes f(row), which depends on the number of parent states
  alone, to every set below; a single case contributes −log r (r the child's arity).
* **expanded** (two to four cases): with φ(G) = f(G) + |G| log r, the block contributes
  `−m log r + Σ_{G ⊆ block, |G| ≥ 2} μ(G) [S' ⊆ agreement of G]`, where μ is the Möbius inverse of φ.
  The node keeps one histogram of agreement sets for each composition of G; one superset sum
  (zeta transform) for the whole node then replaces the visit of every set below.
* **tabulated**: where the table over the l' next candidates would be well filled, all such
  blocks are written side by side into one table, and candidates are summed out of it one after
  the other; every subset is met once, 3^l' cells in all.
* **split** by candidates above l', and carried on.

Cells are packed: one integer Σ_k n_k W^k holds all counts of a block with fewer than W cases, so
summing out is one addition, and a cell's score is one look-up F[level, cell]. The *level* stands
for the number of parent states: an additive index (see `scores`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from symdt.learn.kernels.cells import cell_score
from symdt.learn.kernels.compositions import TYPES
from symdt.learn.kernels.jit import clear, clear_rows, kernel, part, zeros
from symdt.learn.kernels.lattice.dense import dense_packed, dense_planes
from symdt.learn.kernels.lattice.small_blocks import SMALL, enter, kinds_of, superset_sum

__all__ = ["KEY_BITS", "Rows", "lattice_task"]

TABLE_CELLS = 1 << 14  # of one dense group: stays in the second-level cache
HIST_BITS = 16  # the widest node that may keep histograms


KEY_BITS = 18  # of a packed word: cases << KEY_BITS | cell


class Rows(NamedTuple):
    """The distinct configurations of the candidates, with the counts of the child's states."""

    codes: Any  # int64[row]: bit v is the state of candidate v
    counts: Any  # int32[row, k]
    cases: Any  # int64[row] = Σ_k counts
    words: Any  # int32[row]: cases << KEY_BITS | Σ_k n_k W^k, where cases < W
    kids: Any  # int16[row, SMALL]: the child's states one by one, where cases <= SMALL
    stride: Any  # int64[v]: what candidate v adds to the level


@part
def _split(rows, source, start, size, packed, v, target, at, sub_size, sub_cases, n):  # type: ignore[no-untyped-def]
    """Split source[start : start+size] by candidate v into target[at:]; append the parts from n on."""
    left = at
    right = at + size - 1
    if packed:
        w0 = np.int64(0)
        w1 = np.int64(0)
        for i in range(start, start + size):
            row = source[i]
            bit = (rows.codes[row] >> v) & 1
            word = rows.words[row]
            if bit:
                target[right] = row
                right -= 1
                w1 += word
            else:
                target[left] = row
                left += 1
                w0 += word
        n0 = w0 >> KEY_BITS
        n1 = w1 >> KEY_BITS
    else:
        n0 = np.int64(0)
        n1 = np.int64(0)
        for i in range(start, start + size):
            row = source[i]
            if (rows.codes[row] >> v) & 1:
                target[right] = row
                right -= 1
                n1 += rows.cases[row]
            else:
                target[left] = row
                left += 1
                n0 += rows.cases[row]
    if left > at:
        sub_size[n] = left - at
        sub_cases[n] = n0
        n += 1
    if right < at + size - 1:
        sub_size[n] = at + size - 1 - right
        sub_cases[n] = n1
        n += 1
    return n


@part
def _agreement(a, b, low, rows):  # type: ignore[no-untyped-def]
    """The set of candidates below `low` on which rows a and b agree."""
    return ~(rows.codes[a] ^ rows.codes[b]) & ((np.int64(1) << low) - 1)


@part
def _expand(rows, block, size, low, bits, hist):  # type: ignore[no-untyped-def]
    """Enter a block of at most four cases into the node's histograms of agreement sets."""
    who = np.empty(4, np.int64)
    kid = np.empty(4, np.int64)
    m = np.int64(0)
    for i in range(size):
        row = block[i]
        for c in range(rows.cases[row]):
            who[m] = row
            kid[m] = rows.kids[row, c]
            m += 1
    for i in range(m, 4):
        who[i] = who[0]
        kid[i] = kid[0]
    a01 = _agreement(who[0], who[1], low, rows)
    a02 = _agreement(who[0], who[2], low, rows)
    a12 = _agreement(who[1], who[2], low, rows)
    a03 = _agreement(who[0], who[3], low, rows)
    a13 = _agreement(who[1], who[3], low, rows)
    a23 = _agreement(who[2], who[3], low, rows)
    enter(m, kid[0], kid[1], kid[2], kid[3], a01, a02, a12, a03, a13, a23, bits, hist)


@kernel
def lattice_task(top, shift, q, rows, law, F, W, mu, dense_at, cells_of, out):  # type: ignore[no-untyped-def]
    """Add the scores of all parent sets whose candidates ≥ shift are those of `top`.

    out[S] for S in [top << shift, (top + 1) << shift) receives the scores, in fixed point.
    dense_at[b] is the number of next candidates over which a block of b bits' worth of rows is
    tabulated, cells_of[l] = 2^l.
    """
    N, r = rows.counts.shape
    levels = law.cell_u.shape[0]
    depth = shift + 2
    buf = np.empty((depth, N), np.int32)
    starts = np.empty((depth, N // 2 + 1), np.int32)
    sizes = np.empty((depth, N // 2 + 1), np.int32)
    cases = np.empty((depth, N // 2 + 1), np.int64)
    tabs = np.empty((depth, N // 2 + 1), np.int8)
    blocks = zeros(depth)
    nxt = zeros(depth)
    last = zeros(depth)
    chosen = zeros(depth)
    level = zeros(depth)
    single = zeros(depth)
    retire = levels <= 256
    retired = np.empty((depth, levels if retire else 1), np.int64)
    clear_rows(retired)
    sub_size = np.empty(N, np.int32)
    sub_cases = np.empty(N, np.int64)
    wide = min(shift, HIST_BITS)
    hist = np.empty(TYPES << wide, np.int32)
    clear(hist)
    table_cells = TABLE_CELLS
    for b in range(dense_at.shape[0]):
        table_cells = max(table_cells, cells_of[dense_at[b]])
    table = np.empty(2 * table_cells + 2, np.int32)
    clear(table)
    planes = np.empty(0, np.int32)
    group = np.empty(N // 2 + 1, np.int32)

    low_levels = zeros(1 << wide)
    for m in range(1, 1 << wide):
        b = 0
        while not (m >> b) & 1:
            b += 1
        low_levels[m] = low_levels[m & (m - 1)] + rows.stride[b]

    # The blocks of `top`: split all rows by its candidates, nothing retired yet.
    first = np.empty(N, np.int32)
    for i in range(N):
        first[i] = i
    second = np.empty(N, np.int32)
    parts = np.empty(N, np.int32)
    parts[0] = N
    n_parts = 1
    sub_cases[0] = 0
    for i in range(N):
        sub_cases[0] += rows.cases[i]
    sub_size[0] = N
    start_level = 0
    for v in range(q - 1, shift - 1, -1):
        if not (top >> (v - shift)) & 1:
            continue
        start_level += rows.stride[v]
        n = 0
        at = 0
        for p in range(n_parts):
            n = _split(
                rows, first, np.int64(at), np.int64(parts[p]), N < 0, np.int64(v), second, np.int64(at),
                sub_size, sub_cases, np.int64(n),
            )  # fmt: skip
            at += parts[p]
        for p in range(n):
            parts[p] = sub_size[p]
        n_parts = n
        first, second = second, first
    for i in range(N):
        buf[0, i] = first[i]
    n_sub = n_parts
    d = 0
    low = shift
    chosen[0] = top << shift
    level[0] = start_level

    while True:
        # A new node: (chosen[d], low), its blocks lie side by side in buf[d].
        base = chosen[d]
        lev = level[d]
        kept = 0
        at = 0
        expanded = np.int64(0)  # the most cases of a block that is
        smallest = low
        largest = 0
        for p in range(n_sub):
            size = sub_size[p]
            total = sub_cases[p]
            if total == 1:
                single[d] += 1
            elif total <= SMALL and low <= wide:
                single[d] += total
                expanded = max(expanded, total)
                _expand(rows, buf[d, at : at + size], size, low, wide, hist)
            elif size == 1 and retire:
                row = buf[d, at]
                for le in range(lev, levels):
                    if total < W:
                        retired[d, le] += F[le, rows.words[row] & ((1 << KEY_BITS) - 1)]
                    else:
                        retired[d, le] += cell_score(rows.counts[row], le, law)
            else:
                starts[d, kept] = at
                sizes[d, kept] = size
                cases[d, kept] = total
                b = 0
                while size >> b:
                    b += 1
                tab = min(low, dense_at[b])
                tabs[d, kept] = tab
                smallest = min(smallest, tab)
                largest = max(largest, tab)
                kept += 1
            at += size
        blocks[d] = kept

        if expanded:
            size = 1 << low
            for t in range(kinds_of(expanded)):
                h = hist[t << wide : (t << wide) + size]
                superset_sum(h, low)
                weight = mu[t]
                for m in range(size):
                    out[base + m] += h[m] * weight[lev + low_levels[m]]
                for m in range(size):
                    h[m] = 0

        # What is retired counts in all sets that no later node will visit.
        for m in range(1 << smallest):
            if smallest <= wide:
                le = lev + low_levels[m]
            else:
                le = lev
                for v in range(smallest):
                    if (m >> v) & 1:
                        le += rows.stride[v]
            out[base + m] -= single[d] * law.log_r
            if retire:
                out[base + m] += retired[d, le]

        # Tables, all blocks of a kind side by side: packed cells, or planes of counts where they are many.
        for kind in range(2 * smallest, 2 * (largest + 1) if kept else 0):
            tab = kind >> 1
            packed = kind & 1 == 0
            cells = cells_of[tab]
            width = max(1, table_cells // (cells if packed else cells * r))
            p = 0
            while p < kept:
                count = 0
                stop = p
                while stop < kept and count < width:
                    if tabs[d, stop] == tab and (cases[d, stop] < W) == packed:
                        group[count] = stop
                        count += 1
                    stop += 1
                p = stop
                size = cells * count
                plane = 2 * size + 2
                if count and packed:
                    for i in range(size):
                        table[i] = 0
                    for b in range(count):
                        s = starts[d, group[b]]
                        for i in range(s, s + sizes[d, group[b]]):
                            row = buf[d, i]
                            code = rows.codes[row]
                            cell = code & (cells - 1)
                            table[cell * count + b] += rows.words[row] & ((1 << KEY_BITS) - 1)
                    dense_packed(table, size, count, tab, rows.stride, lev, F, out, base)
                elif count:
                    if planes.shape[0] < plane * r:
                        planes = np.empty(plane * r, np.int32)
                        clear(planes)
                    for k in range(r):
                        for i in range(k * plane, k * plane + size):
                            planes[i] = 0
                    for b in range(count):
                        s = starts[d, group[b]]
                        for i in range(s, s + sizes[d, group[b]]):
                            row = buf[d, i]
                            cell = (rows.codes[row] & (cells - 1)) * count + b
                            for k in range(r):
                                planes[k * plane + cell] += rows.counts[row, k]
                    dense_planes(
                        planes,
                        plane,
                        size,
                        count,
                        r,
                        tab,
                        rows.stride,
                        lev,
                        F,
                        W,
                        law,
                        out,
                        base,
                    )

        # On to the next node: include a candidate below, largest first.
        nxt[d] = low - 1
        last[d] = smallest
        while d >= 0 and nxt[d] < last[d]:
            d -= 1
        if d < 0:
            return
        v = nxt[d]
        nxt[d] -= 1
        e = d + 1
        chosen[e] = chosen[d] | (np.int64(1) << v)
        level[e] = level[d] + rows.stride[v]
        single[e] = single[d]
        if retire:
            for le in range(level[e], levels):
                retired[e, le] = retired[d, le]
        n_sub = 0
        at = 0
        for j in range(blocks[d]):
            if tabs[d, j] <= v:
                n_sub = _split(
                    rows, buf[d], np.int64(starts[d, j]), np.int64(sizes[d, j]), cases[d, j] < W, np.int64(v),
                    buf[e], np.int64(at), sub_size, sub_cases, np.int64(n_sub),
                )  # fmt: skip
                at += sizes[d, j]
        d = e
        low = v
