"""All local scores of one child by its rows, in NumPy: no compiler, the same integers.

For candidates with many states, whose table (`by_tables`) would be far larger than the data. A set of
parents cuts the rows into blocks; all sets with one candidate more, a later one, are counted at once. A
block of one case has the score −log r for ever and is dropped, so that few rows are left in most sets:
those with the most states come first, for the first of the candidates is in half of all sets.
"""

from __future__ import annotations

import math

import numpy as np

from symdt.learn.kernels.family import Array, Family
from symdt.learn.kernels.law import Law, block_score

__all__ = ["row_scores", "row_seconds"]

SECONDS_A_VISIT = 8e-5
SECONDS_A_ROW = 1.5e-8  # of a set
MOST_SETS = 1 << 18


def row_seconds(family: Family) -> float:
    """About how long `row_scores` takes."""
    sets = 1 << len(family.arities)
    if sets > MOST_SETS:
        return math.inf
    return SECONDS_A_VISIT * sets / 2 + SECONDS_A_ROW * sets * len(family.child)


def row_scores(family: Family, law: Law, stride: Array) -> Array | None:
    """The fixed-point scores of all parent sets, by their masks; None where the tables end before a count."""
    q, r, length = len(family.arities), family.r, law.tables.shape[1]
    if length <= family.cases:
        return None
    order = sorted(range(q), key=lambda v: (-family.arities[v], v))
    values = family.values[order].astype(np.int64)
    child, weights = family.child.astype(np.int64), None
    if (family.weights != 1).any():
        weights = family.weights.astype(np.float64)
    arities = np.array([family.arities[v] for v in order], np.int64)
    steps = np.array([stride[v] for v in order], np.int64)
    masks = np.array([1 << v for v in order], np.int64)
    tables, cell_at, block_at = law.tables.ravel(), law.cell_u * length, law.block_u * length
    later = [np.zeros(1, np.int64)]  # the masks of all sets of the candidates from v on
    for v in range(q - 1, -1, -1):
        later.append(np.concatenate([later[-1], later[-1] + masks[v]]))
    later.reverse()
    out = np.zeros(1 << q, np.int64)
    out[0] = block_score(np.bincount(family.child, weights=family.weights, minlength=r), 0, law)

    def visit(rows: Array, block: Array, blocks: int, first: int, mask: int, level: int, single: int) -> None:
        """Score the set with one candidate more, from `first` on, then what is made of these."""
        sizes = arities[first:] * blocks
        starts = np.cumsum(sizes) - sizes
        code = block * arities[first:, None] + values[first:, rows]
        code += starts[:, None]
        places = (code * r + child[rows]).ravel()
        cells = int(starts[-1] + sizes[-1]) * r
        if weights is None:
            counted = np.bincount(places, minlength=cells)
        else:
            each = np.broadcast_to(weights[rows], code.shape).ravel()
            counted = np.bincount(places, each, minlength=cells).astype(np.int64)
        totals = counted.reshape(-1, r).sum(axis=1)
        levels = level + steps[first:]
        of_cells, of_blocks = cell_at[levels], block_at[levels]
        gained = np.add.reduceat(tables[of_cells.repeat(sizes * r) + counted], starts * r)
        lost = np.add.reduceat(tables[of_blocks.repeat(sizes) + totals], starts)
        ones = np.add.reduceat((totals == 1).view(np.int8), starts, dtype=np.int64)
        # a block of one case counts −log r exactly
        alone = tables[of_blocks + 1] - tables[of_cells + 1] - law.log_r
        out[mask | masks[first:]] = gained - lost + ones * alone - single * law.log_r
        dropped = (single + ones).tolist()
        for k in range(q - 1 - first):
            start = int(starts[k])
            keep = totals[start : start + int(sizes[k])] > 1
            new = keep.cumsum()
            u, found = first + k, mask | int(masks[first + k])
            if new[-1]:
                here = code[k] - start
                stays = keep[here].nonzero()[0]
                blocks_of = new[here[stays]] - 1
                visit(rows[stays], blocks_of, int(new[-1]), u + 1, found, int(levels[k]), dropped[k])
            else:  # single cases alone: nothing changes any more
                out[later[u + 1] | found] = -dropped[k] * law.log_r

    if q:
        visit(np.arange(len(child)), np.zeros(len(child), np.int64), 1, 0, 0, 0, 0)
    return out
