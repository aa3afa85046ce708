"""All local scores of one child from one table of counts, in NumPy: no compiler, the same integers.

The table has an axis for each candidate and one for the child. The first candidates are summed out one
after the other in increasing order, so that every subset of them is met once; for the others, the
tail, each margin gets on every axis one place more that holds the sum, so that all their subsets are
scored at once. ∏(arity + 1) cells in all. Sums are of whole numbers in fixed point (`logs`), so the
result is that of the compiled kernels to the last bit. It is used where the work is smaller than the compiler's.
"""

from __future__ import annotations

import math

import numpy as np

from symdt.learn.kernels.family import Array, Family
from symdt.learn.kernels.law import Law, rising_values

__all__ = ["table_scores", "table_seconds"]

MOST_CELLS = 1 << 22  # of the table
TAIL_CELLS = 1000  # of the axes that are scored at once
CHUNK = 100000  # cells at a time
SECONDS_A_VISIT = 3e-4
SECONDS_A_CELL = 8e-9


def _head(arities: tuple[int, ...]) -> int:
    """The number of candidates that are summed out one by one."""
    head, cells = len(arities), 1
    while head and cells * (arities[head - 1] + 1) <= TAIL_CELLS:
        head -= 1
        cells *= arities[head] + 1
    return head


def table_seconds(family: Family) -> float:
    """About how long `table_scores` takes; infinite where the table would be too large."""
    if math.prod(map(float, family.arities)) * family.r > MOST_CELLS or family.cases >= 1 << 31:
        return math.inf
    cells = math.prod(a + 1 for a in family.arities) * (family.r + 1)
    return SECONDS_A_VISIT * 2 ** _head(family.arities) + SECONDS_A_CELL * cells


def table_scores(family: Family, law: Law, stride: Array) -> Array:
    """The fixed-point scores of all parent sets, by their masks."""
    q, r = len(family.arities), family.r
    head = _head(family.arities)
    tail = family.arities[head:]
    # axes: the tail, the child, the head; the long stretches of the head's states come last
    place = np.zeros(len(family.child), np.int64)
    for v in range(head, q):
        place = place * family.arities[v] + family.values[v]
    place = place * r + family.child
    for v in range(head):
        place = place * family.arities[v] + family.values[v]
    counts = np.bincount(place, weights=family.weights, minlength=math.prod(family.arities) * r)
    table = counts.astype(np.int64).reshape(*tail, r, *family.arities[:head])
    steps = [int(s) for s in stride]
    # what the tail's axes add to the level and to the mask, place by place
    rise, masks = np.zeros((1,) * len(tail), np.int64), np.zeros((1,) * len(tail), np.int64)
    for i, arity in enumerate(tail):
        shape = [1] * len(tail)
        shape[i] = arity + 1
        rise = rise + np.append(np.full(arity, steps[head + i]), 0).reshape(shape)
        shape[i] = 2
        masks = masks + np.array([1 << (head + i), 0]).reshape(shape)
    reach = np.arange(family.cases + 1)
    cell = np.concatenate([_row(law, int(u), reach) for u in law.cell_u])
    block = np.concatenate([_row(law, int(u), reach) for u in law.block_u])
    length = len(reach)
    chunk = max(8, CHUNK // (math.prod(a + 1 for a in tail) * r))
    # a block of one case counts −log r exactly
    one = -law.log_r - cell[1::length] + block[1::length]
    out = np.zeros(1 << q, np.int64)

    def visit(margin: Array, first: int, mask: int, level: int) -> None:
        """Score the margin on `mask` with all subsets of the tail, then those with one head candidate less."""
        levels = level + rise
        starts = (levels * length)[..., None]
        rows = margin.reshape(*tail, r, -1)
        worth = np.zeros(rise.shape, np.int64)
        for some in range(0, rows.shape[-1], chunk):  # as much as a second-level cache holds
            wide = rows[..., some : some + chunk]
            for i in range(len(tail)):
                wide = np.concatenate([wide, wide.sum(axis=i, keepdims=True)], axis=i)
            totals = wide.sum(axis=-2)
            worth += cell.take(wide + starts[..., None]).sum(axis=(-2, -1))
            worth -= block.take(totals + starts).sum(axis=-1)
            worth += np.count_nonzero(totals == 1, axis=-1) * one.take(levels)
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


def _row(law: Law, u: int, reach: Array) -> Array:
    """g_α of one row of the tables at every number of cases."""
    if law.tables.shape[1] >= len(reach):
        row: Array = law.tables[u, : len(reach)]
        return row
    return rising_values(law, np.array([u]), reach)[0]
