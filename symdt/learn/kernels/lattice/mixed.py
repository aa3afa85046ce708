"""All 2^q local scores of a child whose candidates have any numbers of states.

Rows are the distinct pairs of a configuration of the candidates and a state of the child, with weights.
A *block* of a parent set is the set of rows that agree on it; the score of the set is the sum of the
block scores f. Parent sets are visited as a tree: a node (S, l) has decided the candidates
l, l+1, …, q−1 and still owns the 2^l sets S ∪ S', S' ⊆ {0, …, l−1}, which are neighbours in the array of
scores. A block at a node ends in one of four ways.

* **retired**: a single configuration contributes f(counts), which depends on the level alone, to every
  set below; a single case contributes −log r (r the child's arity).
* **expanded** (two to four cases): see `small_blocks`.
* **tabulated**: where the table over the l' next candidates would be well filled, all such blocks are
  written side by side into one table, and candidates are summed out of it (`planes`).
* **split** by candidates above l', and carried on. Splitting counts each part by the child's states on
  the way, so a part is scored without being looked at again; the last candidate of all, by which half of
  the sets are reached, is only counted.

Candidates come with their arities ascending: large ones are split by first, which makes blocks small
soon, and small ones fill the tables, which then hold many candidates.
"""

from __future__ import annotations

import numpy as np

from symdt.learn.kernels.ahead.ready import ready
from symdt.learn.kernels.compositions import TYPES
from symdt.learn.kernels.jit import clear, part, zeros
from symdt.learn.kernels.lattice.levels import block_g, cell_g
from symdt.learn.kernels.lattice.mixed_rows import expand
from symdt.learn.kernels.lattice.planes import score_margins, words_of
from symdt.learn.kernels.lattice.small_blocks import SMALL, kinds_of, superset_sum

__all__ = ["mixed_task"]

TABLE_CELLS = 1 << 14  # of one dense group: stays in the second-level cache


@part
def _split_by(top, shift, q, rows, first, second, parts, fresh, many, place):  # type: ignore[no-untyped-def]
    """The blocks of the candidates ≥ shift that are in `top`: all rows in `first`, block by block, and the
    sizes in `parts`; how many, and their level.
    """
    N = rows.kid.shape[0]
    for i in range(N):
        first[i] = i
    parts[0] = N
    n_parts = 1
    level = 0
    for v in range(q - 1, shift - 1, -1):
        if not (top >> (v - shift)) & 1:
            continue
        level += rows.stride[v]
        value = rows.values[v]
        n = 0
        at = 0
        for p in range(n_parts):
            stop = at + parts[p]
            for i in range(at, stop):
                many[value[first[i]]] += 1
            here = at
            for x in range(rows.arities[v]):
                place[x] = here
                here += many[x]
                if many[x]:
                    fresh[n] = many[x]
                    n += 1
                    many[x] = 0
            for i in range(at, stop):
                x = value[first[i]]
                second[place[x]] = first[i]
                place[x] += 1
            at = stop
        for p in range(n):
            parts[p] = fresh[p]
        for i in range(N):
            first[i] = second[i]
        n_parts = n
    return n_parts, level


@part
def _count(rows, source, starts, sizes, tabs, blocks, v, r, level, t, counts):  # type: ignore[no-untyped-def]
    """Σ f of the parts by candidate v of all blocks that are not tabulated; `counts` is zero on entry and on exit."""
    value = rows.values[v]
    kid = rows.kid
    weight = rows.weight
    size = rows.arities[v] * r
    s = np.int64(0)
    for j in range(blocks):
        if tabs[j]:
            continue
        for i in range(starts[j], starts[j] + sizes[j]):
            row = source[i]
            counts[np.uint64(value[row] * r + kid[row])] += weight[row]
        for x in range(0, size, r):
            total = np.int64(0)
            for k in range(x, x + r):
                total += counts[k]
                s += cell_g(t, level, np.int64(counts[k]))
                counts[k] = 0
            s -= block_g(t, level, total)
    return s


@ready("mixed")
def mixed_task(top, shift, q, r, rows, t, mu, retired, dense_at, cells_of, out):  # type: ignore[no-untyped-def]
    """Add the scores of all parent sets whose candidates ≥ shift are those of `top`.

    out[S] for S in [top << shift, (top + 1) << shift) receives the scores, in fixed point; 2^shift numbers are
    kept for each of the TYPES of small blocks.
    dense_at[m] is the number of next candidates over which a block of m rows is tabulated, cells_of[l] = ∏_{v<l} a_v for the most that may be, retired[i, level] the score of a configuration by itself.
    """
    N = rows.kid.shape[0]
    levels = t.length.shape[0]
    depth = shift + 2
    buf = np.empty((depth, N), np.uint32)  # unsigned: no index counts from the end
    starts = np.empty((depth, N), np.int32)
    sizes = np.empty((depth, N), np.int32)
    tabs = np.empty((depth, N), np.int8)
    blocks = zeros(depth)
    nxt = zeros(depth)
    last = zeros(depth)
    chosen = zeros(depth)
    level = zeros(depth)
    single = zeros(depth)
    gone = np.empty((depth, levels), np.int64)  # what is retired, for each level
    some_gone = zeros(depth)
    arity_max = 1
    for v in range(q):
        arity_max = max(arity_max, rows.arities[v])
    counts = np.empty(arity_max * r, np.int32)
    clear(counts)
    many = zeros(arity_max)  # rows of each part
    place = zeros(arity_max)
    hist = np.empty(TYPES << shift, np.int32)
    clear(hist)
    table_cells = TABLE_CELLS
    table_cells = max(table_cells, cells_of[dense_at[N]])
    table = np.empty(0, np.uint64)
    words = words_of(r, t.fields)
    width = 64 // t.fields  # bits of a count in a word of a table
    group = np.empty(N, np.int32)
    small_at = np.empty(N, np.int32)
    small_size = np.empty(N, np.int32)
    kid = rows.kid
    weight = rows.weight

    low_levels = zeros(1 << shift)
    for m in range(1, 1 << shift):
        b = 0
        while not (m >> b) & 1:
            b += 1
        low_levels[m] = low_levels[m & (m - 1)] + rows.stride[b]

    # Depth 0 is no node: it holds the blocks of `top`, which enter node 1 by the candidate of one state.
    parts = np.empty(N, np.int32)
    n_parts, start_level = _split_by(top, shift, q, rows, buf[0], buf[1], parts, group, many, place)
    at = np.int64(0)
    for p in range(n_parts):
        starts[0, p] = at
        sizes[0, p] = parts[p]
        tabs[0, p] = 0
        at += parts[p]
    blocks[0] = n_parts
    chosen[0] = top << shift
    level[0] = start_level
    nxt[0] = -1
    last[0] = 0
    d = 0
    v = q
    low = shift

    while True:
        # The parts of the blocks of d by candidate v, as a new node e with `low` candidates left.
        e = d + 1
        base = chosen[d]
        lev = level[d]
        if v < q:
            base |= np.int64(1) << v
            lev += rows.stride[v]
        a = rows.arities[v]
        source = buf[d]
        target = buf[e]
        value = rows.values[v]
        own = np.int64(0)
        alone = single[d]
        if low == 0:  # a leaf: counts are enough
            own += _count(rows, source, starts[d], sizes[d], tabs[d], blocks[d], v, r, lev, t, counts)
            own -= alone * t.log_r
            if some_gone[d]:
                own += gone[d, lev]
            out[base] += own
        else:
            some_gone[e] = some_gone[d]
            if some_gone[d]:
                for le in range(lev, levels):
                    gone[e, le] = gone[d, le]
            kept = 0
            at = np.int64(0)
            expanded = np.int64(0)  # the most cases of a block that is
            few = np.int64(0)  # how many are
            smallest = low
            largest = 0
            for j in range(blocks[d]):
                if tabs[d, j] > v:
                    continue
                first = starts[d, j]
                stop = first + sizes[d, j]
                for i in range(first, stop):
                    row = source[i]
                    x = value[row]
                    counts[np.uint64(x * r + kid[row])] += weight[row]
                    many[x] += 1
                here = at
                for x in range(a):
                    place[x] = here
                    here += many[x]
                for i in range(first, stop):
                    row = source[i]
                    x = value[row]
                    target[place[x]] = row
                    place[x] += 1
                for x in range(a):
                    size = many[x]
                    if size == 0:
                        continue
                    many[x] = 0
                    total = np.int64(0)
                    for k in range(x * r, x * r + r):
                        total += counts[k]
                    if total == 1:
                        alone += 1
                    elif total <= SMALL:
                        alone += total
                        expanded = max(expanded, total)
                        small_at[few] = at
                        small_size[few] = size
                        few += 1
                    else:
                        solo = -1
                        if size <= r:
                            who = rows.configuration[target[at]]
                            solo = rows.solo[who]
                            for i in range(at + 1, at + size):
                                if rows.configuration[target[i]] != who:
                                    solo = -1
                        if solo >= 0:
                            if not some_gone[e]:
                                some_gone[e] = 1
                                for le in range(lev, levels):
                                    gone[e, le] = 0
                            for le in range(lev, levels):
                                gone[e, le] += retired[solo, le]
                        else:
                            tab = min(low, np.int64(dense_at[size]))
                            if tab == 0:
                                for k in range(x * r, x * r + r):
                                    own += cell_g(t, lev, np.int64(counts[k]))
                                own -= block_g(t, lev, total)
                            starts[e, kept] = at
                            sizes[e, kept] = size
                            tabs[e, kept] = tab
                            smallest = min(smallest, tab)
                            largest = max(largest, tab)
                            kept += 1
                    for k in range(x * r, x * r + r):
                        counts[k] = 0
                    at += size
            blocks[e] = kept
            single[e] = alone
            chosen[e] = base
            level[e] = lev
            out[base] += own

            if expanded:
                expand(
                    kid, weight, rows.planes, rows.bits, target, small_at, small_size, few, low, shift, hist
                )
                size = 1 << low
                for kind in range(kinds_of(expanded)):
                    h = hist[kind << shift : (kind << shift) + size]
                    superset_sum(h, low)
                    worth = mu[kind]
                    for m in range(size):
                        out[base + m] += h[m] * worth[lev + low_levels[m]]
                    for m in range(size):
                        h[m] = 0

            # What is retired counts in all sets that no later node will visit.
            if alone or some_gone[e]:
                for m in range(1 << smallest):
                    out[base + m] -= alone * t.log_r
                if some_gone[e]:
                    for m in range(1 << smallest):
                        out[base + m] += gone[e, lev + low_levels[m]]

            # Tables, all blocks of a kind side by side.
            for tab in range(max(1, smallest), largest + 1 if kept else 0):
                cells = cells_of[tab]
                at_once = max(1, table_cells // (2 * cells * words))
                codes = rows.codes[tab]
                p = 0
                while p < kept:
                    count = 0
                    while p < kept and count < at_once:
                        if tabs[e, p] == tab:
                            group[count] = p
                            count += 1
                        p += 1
                    if count == 0:
                        continue
                    size = cells * count
                    whole = size * words
                    if table.shape[0] < 2 * whole:
                        table = np.empty(2 * whole, np.uint64)
                    for i in range(whole):
                        table[i] = 0
                    cases = np.int64(0)
                    for b in range(count):
                        s = starts[e, group[b]]
                        for i in range(s, s + sizes[e, group[b]]):
                            row = target[i]
                            cell = np.int64(codes[row]) * count + b
                            k = kid[row]
                            w = np.uint64(weight[row])
                            cases += weight[row]
                            word = np.uint64(k // t.fields * size + cell)
                            table[word] += w << np.uint64(k % t.fields * width)
                    score_margins(
                        table, size, count, cases, r, tab, rows.arities, rows.stride, lev, t, out, base
                    )
            nxt[e] = low - 1
            last[e] = smallest
            d = e

        # On to the next node: include a candidate below, largest first.
        while d >= 0 and nxt[d] < last[d]:
            d -= 1
        if d < 0:
            return
        v = nxt[d]
        nxt[d] -= 1
        low = v
