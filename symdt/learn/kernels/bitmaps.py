"""Counting by bits: sets of cases as bitmaps, joint counts as populations of intersections.

One bit a case. A node of the search, a parent set, holds for each of its blocks and each state of
the child the bitmap of those cases; the counts with one more candidate are the populations of the
intersections with the candidate's states, 512 cases an instruction, and the last state's follow by
subtraction. Much faster than going through the rows while the blocks are few and their cases many;
`bounded_sets` takes over where they are not.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from symdt.learn.kernels.bounded_sets import next_member, widest
from symdt.learn.kernels.cells import rising
from symdt.learn.kernels.jit import kernel, zeros

__all__ = ["bit_extension_score", "bit_limited_task", "bit_refine", "fill_bitmaps"]


@intrinsic
def _population(_context, _word):  # type: ignore[no-untyped-def]
    """The number of ones in a 64-bit word."""

    def generate(_ctx, builder, _signature, args):  # type: ignore[no-untyped-def]
        count = builder.module.declare_intrinsic("llvm.ctpop", [ir.IntType(64)])
        return builder.call(count, [args[0]])

    return types.int64(types.uint64), generate


@kernel
def fill_bitmaps(codes, arity, out):  # type: ignore[no-untyped-def]
    """out[x] = the bitmap of the cases with code x."""
    out[:arity] = 0
    for i in range(codes.shape[0]):
        out[codes[i], i >> 6] |= np.uint64(1) << np.uint64(i & 63)


@kernel
def _common(a, b):  # type: ignore[no-untyped-def]
    """The number of cases in both bitmaps."""
    n = np.int64(0)
    for i in range(a.shape[0]):
        n += _population(a[i] & b[i])
    return n


@kernel
def bit_extension_score(node, totals, blocks, r, states, arity, level, law, cells):  # type: ignore[no-untyped-def]
    """Σ over the blocks, split by the candidate with these bitmaps of states, of the cell scores.

    node[b·r + k] is the bitmap of block b with child state k, totals[b·r + k] its population;
    cells is scratch for arity · r counts.
    """
    s = np.int64(0)
    cu = law.cell_u[level]
    bu = law.block_u[level]
    for b in range(blocks):
        for k in range(r):
            j = b * r + k
            rest = totals[j]
            for x in range(arity - 1):
                n = np.int64(0)
                if rest:
                    n = _common(node[j], states[x])
                    rest -= n
                cells[x * r + k] = n
            cells[(arity - 1) * r + k] = rest
        for x in range(arity):
            total = np.int64(0)
            part = np.int64(0)
            for k in range(r):
                n = cells[x * r + k]
                if n:
                    total += n
                    part += rising(law, cu, n)
            if total > 1:
                s += part - rising(law, bu, total)
            elif total == 1:
                s -= law.log_r
    return s


@kernel
def bit_refine(node, totals, blocks, r, states, arity, target, target_totals):  # type: ignore[no-untyped-def]
    """Split every block by the candidate; returns the number of blocks and of single cases dropped."""
    kept = 0
    single = 0
    words = node.shape[1]
    for b in range(blocks):
        for x in range(arity):
            total = np.int64(0)
            for k in range(r):
                a = node[b * r + k]
                c = target[kept * r + k]
                n = np.int64(0)
                if totals[b * r + k]:
                    for i in range(words):
                        c[i] = a[i] & states[x, i]
                        n += _population(c[i])
                else:
                    c[:] = 0
                target_totals[kept * r + k] = n
                total += n
            if total == 1:
                single += 1
            elif total > 1:
                kept += 1
    return kept, single


@kernel
def bit_limited_task(  # type: ignore[no-untyped-def]
    first, k, bitmaps, offsets_of, arities, kind, step, child, room, law, offsets, binomial, out
):
    """`bounded_sets.limited_task` by bits: all parent sets of at most k candidates whose least is `first`.

    bitmaps[offsets_of[v] + x] is the bitmap of candidate v in state x, child[k] of the child in
    state k; room[d] bounds the number of blocks of a set of d candidates, empty ones included.
    """
    q = arities.shape[0]
    r, words = child.shape
    depth = max(k, 1)
    at = zeros(depth + 1)
    for d in range(depth):
        at[d + 1] = at[d] + (room[d] + 1) * r
    node = np.empty((at[depth], words), np.uint64)
    totals = zeros(at[depth])
    blocks = zeros(depth)
    single = zeros(depth)
    level = zeros(depth)
    rank = zeros(depth)
    nxt = zeros(depth)
    cells = zeros(widest(arities) * r)
    for c in range(r):
        node[c] = child[c]
        totals[c] = _common(child[c], child[c])
    blocks[0] = 1
    d = 0
    last = first - 1
    while True:
        here = node[at[d] : at[d + 1]]
        here_totals = totals[at[d] : at[d + 1]]
        for u in range(last + 1, first + 1 if d == 0 else q):
            s = bit_extension_score(
                here, here_totals, blocks[d], r, bitmaps[offsets_of[u] : offsets_of[u + 1]], arities[u],
                step[level[d], kind[u]], law, cells,
            )  # fmt: skip
            out[offsets[d + 1] + rank[d] + binomial[u, d + 1]] = s - single[d] * law.log_r
        d, last = next_member(d, last, first, k, q, nxt)
        if d < 0:
            return
        blocks[d + 1], dropped = bit_refine(
            node[at[d] : at[d + 1]], totals[at[d] : at[d + 1]], blocks[d], r,
            bitmaps[offsets_of[last] : offsets_of[last + 1]], arities[last],
            node[at[d + 1] : at[d + 2]], totals[at[d + 1] : at[d + 2]],
        )  # fmt: skip
        single[d + 1] = single[d] + dropped
        level[d + 1] = step[level[d], kind[last]]
        rank[d + 1] = rank[d] + binomial[last, d + 1]
        d += 1
