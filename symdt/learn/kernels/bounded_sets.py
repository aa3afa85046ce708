"""Local scores of parent sets of bounded size, and the two steps that any search is made of.

`refine` splits the blocks of a parent set by one more candidate; `extension_score` is the score of
the parent set with that candidate, by counting alone. The K2 search (`k2`) and the enumeration of
all sets with at most k members (`limited_task`) are made of these two.

Rows are distinct (configuration, state of the child) pairs with weights. Parent sets of size s
with members v_1 < … < v_s are numbered by `offsets[s] + Σ_i C(v_i, i)`: by size, then
colexicographically, so the number grows by one term when a larger member is appended.
"""

from __future__ import annotations

import numpy as np

from symdt.learn.kernels.cells import rising
from symdt.learn.kernels.jit import kernel, part, zeros

__all__ = ["extension_score", "limited_task", "next_member", "refine", "widest"]


@kernel
def extension_score(x, arity, order, starts, blocks, child, weight, r, level, law, cells, totals, touched):  # type: ignore[no-untyped-def]
    """Σ over the blocks, split by the candidate with values x, of the cell scores at `level`.

    Rows order[starts[b] : starts[b+1]] are block b; child and weight stand in that order. The
    arrays cells, totals are zero on entry and on exit.
    """
    s = np.int64(0)
    cu = law.cell_u[level]
    bu = law.block_u[level]
    one = rising(law, cu, 1)
    size = arity * r
    for b in range(blocks):
        lo = starts[b]
        hi = starts[b + 1]
        if hi - lo >= size:
            for i in range(lo, hi):
                cells[x[order[i]] * r + child[i]] += weight[i]
            at = 0
            for _ in range(arity):
                total = np.int64(0)
                part = np.int64(0)
                for k in range(r):
                    c = cells[at + k]
                    cells[at + k] = 0
                    total += c
                    if c:
                        part += rising(law, cu, c)
                at += r
                if total > 1:
                    s += part - rising(law, bu, total)
                elif total == 1:
                    s -= law.log_r
            continue
        n = 0
        for i in range(lo, hi):
            value = x[order[i]]
            cell = value * r + child[i]
            if cells[cell] == 0:
                touched[n] = cell
                n += 1
            cells[cell] += weight[i]
            totals[value] += weight[i]
        for j in range(n):
            cell = touched[j]
            c = cells[cell]
            cells[cell] = 0
            s += rising(law, cu, c)
            total = totals[cell // r]
            if total:
                s -= rising(law, bu, total) if total > 1 else one + law.log_r
                totals[cell // r] = 0
    return s


@kernel
def refine(x, order, starts, blocks, weight, target, target_starts, count):  # type: ignore[no-untyped-def]
    """Split every block by x into target; returns the number of blocks and of single cases dropped.

    `weight` stands in the order of rows (not of blocks); `count`, one place for each value of x,
    is zero on entry and on exit. A part that is one case is dropped: its score is −log r for ever.
    """
    at = 0
    n = 0
    single = 0
    seen = np.empty(count.shape[0], np.int64)
    target_starts[0] = 0
    for b in range(blocks):
        lo = starts[b]
        hi = starts[b + 1]
        k = 0
        for i in range(lo, hi):
            value = x[order[i]]
            if count[value] == 0:
                seen[k] = value
                k += 1
            count[value] += 1
        for j in range(k):
            size = count[seen[j]]
            count[seen[j]] = at
            at += size
            n += 1
            target_starts[n] = at
        for i in range(lo, hi):
            value = x[order[i]]
            target[count[value]] = order[i]
            count[value] += 1
        for j in range(k):
            count[seen[j]] = 0
    # drop the parts that are a single case
    kept = 0
    at = 0
    for b in range(n):
        lo = target_starts[b]
        hi = target_starts[b + 1]
        if hi - lo == 1 and weight[target[lo]] == 1:
            single += 1
            continue
        target_starts[kept] = at
        for i in range(lo, hi):
            target[at] = target[i]
            at += 1
        kept += 1
    target_starts[kept] = at
    return kept, single


@part
def widest(arities):  # type: ignore[no-untyped-def]
    """The most states of a candidate."""
    arity = 1
    for v in range(arities.shape[0]):
        arity = max(arity, arities[v])
    return arity


@part
def next_member(d, last, first, k, q, nxt):  # type: ignore[no-untyped-def]
    """From a set of d members, the last of them `last`, to the next set that is extended: how many of its members
    are kept (−1 at the end), and the member that is added to them. nxt[d] is what comes next after d members.
    """
    nxt[d] = last + 1 if d + 1 < k else q
    while d >= 0 and nxt[d] >= (first + 1 if d == 0 else q):
        d -= 1
    if d >= 0:
        last = nxt[d]
        nxt[d] += 1
    return d, last


@kernel
def limited_task(first, k, values, child, weight, arities, kind, step, r, law, offsets, binomial, out):  # type: ignore[no-untyped-def]
    """Enter into `out` the scores of all parent sets of at most k candidates whose least is `first`."""
    q, N = values.shape
    order = np.empty((k + 1, N), np.int32)
    starts = np.empty((k + 1, N + 1), np.int32)
    blocks = zeros(k + 1)
    single = zeros(k + 1)
    level = zeros(k + 1)
    rank = zeros(k + 1)
    nxt = zeros(k + 1)
    kids = np.empty(N, child.dtype)
    weights = np.empty(N, weight.dtype)
    arity = widest(arities)
    cells = zeros(arity * r)
    totals = zeros(arity)
    touched = np.empty(arity * r + 1, np.int64)
    count = zeros(arity)
    for i in range(N):
        order[0, i] = i
    starts[0, 0] = 0
    starts[0, 1] = N
    blocks[0] = 1
    d = 0
    last = first - 1
    while True:
        # A new node, a set of d candidates: score all its extensions while its rows are at hand.
        for i in range(starts[d, blocks[d]]):
            kids[i] = child[order[d, i]]
            weights[i] = weight[order[d, i]]
        stop = first + 1 if d == 0 else q
        for u in range(last + 1, stop):
            s = extension_score(
                values[u], arities[u], order[d], starts[d], blocks[d], kids, weights, r,
                step[level[d], kind[u]], law, cells, totals, touched,
            )  # fmt: skip
            out[offsets[d + 1] + rank[d] + binomial[u, d + 1]] = s - single[d] * law.log_r
        d, last = next_member(d, last, first, k, q, nxt)
        if d < 0:
            return
        blocks[d + 1], dropped = refine(
            values[last], order[d], starts[d], blocks[d], weight, order[d + 1], starts[d + 1], count
        )
        single[d + 1] = single[d] + dropped
        level[d + 1] = step[level[d], kind[last]]
        rank[d + 1] = rank[d] + binomial[last, d + 1]
        d += 1
