"""All local scores of one child by its rows, in NumPy: no compiler, the same integers.

For candidates with many states, whose table (`by_tables`) would be far larger than the data. A set of
parents cuts the rows into blocks. Candidate by candidate, all sets so far are cut once more, all at once,
a part of them at a time where their rows would not stay in the cache. A block of one case has the score
−log r for ever and is dropped, so that few rows are left in most sets: those with the most states come first.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from symdt.learn.kernels.family import Array, Family
from symdt.learn.kernels.law import Law, block_score

__all__ = ["row_scores", "row_seconds"]

SECONDS_A_SET = 4e-6
SECONDS_A_ROW = 1.6e-8  # of a set
MOST_SETS = 1 << 18
AT_ONCE = 1 << 16  # rows of all sets that are cut at once


class _Sets(NamedTuple):
    """Sets of parents with the rows that are left in their blocks, set by set."""

    masks: Array  # [set]
    levels: Array  # [set]
    single: Array  # [set]: how many cases were alone in a block
    rows: Array  # [set]: where its rows begin, and the end of the last
    blocks: Array  # [set]: where its blocks begin, and the end of the last
    row: Array
    block: Array

    def part(self, first: int, last: int) -> _Sets:
        """Some of the sets, their blocks numbered from 0."""
        here, ends = slice(first, last), slice(first, last + 1)
        rows, blocks = self.rows[ends], self.blocks[ends]
        inside = slice(int(rows[0]), int(rows[-1]))
        return _Sets(
            self.masks[here], self.levels[here], self.single[here], rows - rows[0], blocks - blocks[0],
            self.row[inside], self.block[inside] - blocks[0],
        )  # fmt: skip

    def and_also(self, more: _Sets) -> _Sets:
        """These sets, then the others."""
        return _Sets(
            np.concatenate([self.masks, more.masks]),
            np.concatenate([self.levels, more.levels]),
            np.concatenate([self.single, more.single]),
            np.concatenate([self.rows, self.rows[-1] + more.rows[1:]]),
            np.concatenate([self.blocks, self.blocks[-1] + more.blocks[1:]]),
            np.concatenate([self.row, more.row]),
            np.concatenate([self.block, self.blocks[-1] + more.block]),
        )


def row_seconds(family: Family) -> float:
    """About how long `row_scores` takes."""
    sets = 1 << len(family.arities)
    if sets > MOST_SETS:
        return math.inf
    return (SECONDS_A_SET + SECONDS_A_ROW * len(family.child)) * sets


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
    tables, cell_at, block_at = law.tables.ravel(), law.cell_u * length, law.block_u * length
    alone = (
        tables[block_at + 1] - tables[cell_at + 1] - law.log_r
    )  # a block of one case counts −log r exactly
    later = [np.zeros(1, np.int64)]  # the masks of all sets of the candidates from v on
    for v in reversed(order):
        later.append(np.concatenate([later[-1], later[-1] + (1 << v)]))
    later.reverse()
    out = np.zeros(1 << q, np.int64)
    out[0] = block_score(np.bincount(family.child, weights=family.weights, minlength=r), 0, law)

    def cut(sets: _Sets, v: int) -> _Sets | None:
        """Score every set with candidate v more; give those of which more than single cases are left."""
        arity = family.arities[order[v]]
        levels, starts = sets.levels + int(stride[order[v]]), sets.blocks[:-1] * arity
        sizes = np.diff(sets.blocks) * arity
        code = sets.block * arity
        code += values[v, sets.row]
        places = code * r
        places += child[sets.row]
        cells = int(sets.blocks[-1]) * arity * r
        if weights is None:
            counted = np.bincount(places, minlength=cells)
        else:
            counted = np.bincount(places, weights[sets.row], minlength=cells).astype(np.int64)
        totals = counted.reshape(-1, r).sum(axis=1)
        counted += cell_at[levels].repeat(sizes * r)
        gained = np.add.reduceat(tables[counted], starts * r)
        lost = np.add.reduceat(tables[block_at[levels].repeat(sizes) + totals], starts)
        ones = np.add.reduceat((totals == 1).view(np.int8), starts, dtype=np.int64)
        masks, single = sets.masks | 1 << order[v], sets.single + ones
        out[masks] = gained - lost + ones * alone[levels] - sets.single * law.log_r
        if v == q - 1:
            return None
        keep = totals > 1
        new = np.concatenate([np.zeros(1, np.int64), keep.cumsum()])
        blocks = new[np.append(starts, len(totals))]
        live = np.flatnonzero(np.diff(blocks))
        if len(live) < len(masks):  # single cases alone: nothing changes any more
            gone = np.flatnonzero(blocks[1:] == blocks[:-1])
            out[later[v + 1] | masks[gone, None]] = -single[gone, None] * law.log_r
        if not len(live):
            return None
        left = keep[code]
        rows = np.concatenate([np.zeros(1, np.int64), left.cumsum()])[sets.rows]
        ends = np.append(0, live + 1)
        return _Sets(
            masks[live], levels[live], single[live], rows[ends], blocks[ends], sets.row[left], new[code[left]]
        )

    def grow(sets: _Sets, v: int) -> None:
        """Score all sets that are made of these with candidates from v on."""
        while v < q:
            if len(sets.row) > AT_ONCE and len(sets.masks) > 1:
                middle = int(np.searchsorted(sets.rows, len(sets.row) // 2))
                middle = min(max(middle, 1), len(sets.masks) - 1)
                grow(sets.part(0, middle), v)
                sets = sets.part(middle, len(sets.masks))
                continue
            more = cut(sets, v)
            if more is not None:
                sets = sets.and_also(more)
            v += 1

    none, n = np.zeros(1, np.int64), len(child)
    grow(_Sets(none, none, none, np.array([0, n]), np.array([0, 1]), np.arange(n), np.zeros(n, np.int64)), 0)
    return out
