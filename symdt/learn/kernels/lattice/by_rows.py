"""All local scores of one child by its rows, in NumPy: no compiler, the same integers.

For candidates with many states, whose table (`by_tables`) would be far larger than the data. A set of
parents cuts the rows into blocks. Candidate by candidate, all sets so far are cut once more, all at once,
a part of them at a time where their rows would not stay in the cache. A block of one case has the score
−log r for ever and is dropped, and those of two and three cases are left to `agreements`, so that few rows
are left in most sets: candidates with the most states come first.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from symdt.learn.kernels.compositions import moebius_scores
from symdt.learn.kernels.family import Array, Family
from symdt.learn.kernels.lattice.agreements import SMALL, Agreements
from symdt.learn.kernels.law import Law, block_score

__all__ = ["row_scores", "row_seconds"]

SECONDS_A_SET = 2e-6
SECONDS_A_ROW = 1.1e-8  # of a set
MOST_SETS = 1 << 18
AT_ONCE = 1 << 16  # rows of all sets that are cut at once
FEW_AGAIN = 1.5  # cases of a row, up to which cases are taken one by one


class _Sets(NamedTuple):
    """Sets of parents with the rows that are left in their blocks, set by set."""

    masks: Array  # [set]
    levels: Array  # [set]
    single: Array  # [set]: how many cases were in blocks that are dropped
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


def row_seconds(candidates: int, rows: int) -> float:
    """About how long `row_scores` takes for so many candidates and distinct rows."""
    sets = 1 << candidates
    if sets > MOST_SETS:
        return math.inf
    return (SECONDS_A_SET + SECONDS_A_ROW * rows) * sets


def row_scores(family: Family, law: Law, stride: Array) -> Array | None:
    """The fixed-point scores of all parent sets, by their masks; None where the tables end before a count."""
    q, r, length = len(family.arities), family.r, law.tables.shape[1]
    if length <= family.cases:
        return None
    none = block_score(np.bincount(family.child, weights=family.weights, minlength=r), 0, law)
    if not q:
        return np.array([none])
    order = sorted(range(q), key=lambda v: (-family.arities[v], v))
    arities, steps = [family.arities[v] for v in order], [int(stride[v]) for v in order]
    values, child = family.values[order].astype(np.int64), family.child.astype(np.int64)
    weights = family.weights.astype(np.int64)
    if family.cases <= FEW_AGAIN * len(child):
        values, child = values.repeat(weights, axis=1), child.repeat(weights)
        weights = np.ones(len(child), np.int64)
    alike = bool((weights == 1).all())
    few = Agreements(values, child, None if alike else weights)
    in_last = values[-1] * r + child
    tables, cell_at, block_at = law.tables.ravel(), law.cell_u * length, law.block_u * length
    out = np.zeros(1 << q, np.int64)  # masks in the order of the candidates here
    out[0] = none

    def count(sets: _Sets, places: Array, arity: int) -> tuple[Array, Array]:
        """The counts of the child's states in every part of every block, and of each part."""
        cells = int(sets.blocks[-1]) * arity * r
        if alike:
            counted = np.bincount(places, minlength=cells)
        else:
            counted = np.bincount(places, weights[sets.row], minlength=cells).astype(np.int64)
        counted = counted.reshape(-1, r)
        totals = counted[:, 0] + counted[:, 1]
        for k in range(2, r):
            totals += counted[:, k]
        return counted, totals

    def score(counted: Array, totals: Array, levels: Array, starts: Array, sizes: Array) -> Array:
        """Σ f over the parts of each set: from `starts` on, so many of each."""
        counted += cell_at[levels].repeat(sizes)[:, None]
        gained: Array = np.add.reduceat(tables[counted.ravel()], starts * r)
        gained -= np.add.reduceat(tables[block_at[levels].repeat(sizes) + totals], starts)
        return gained

    def cut_last(sets: _Sets) -> None:
        """Score every set with the last candidate more."""
        levels, starts = sets.levels + steps[-1], sets.blocks[:-1] * arities[-1]
        places = sets.block * (arities[-1] * r)
        places += in_last[sets.row]
        counted, totals = count(sets, places, arities[-1])
        ones = np.add.reduceat((totals == 1).view(np.int8), starts, dtype=np.int64)
        found = score(counted, totals, levels, starts, np.diff(sets.blocks) * arities[-1])
        # a block of one case counts −log r exactly
        found += ones * (tables[block_at[levels] + 1] - tables[cell_at[levels] + 1] - law.log_r)
        out[sets.masks | 1 << (q - 1)] = found - sets.single * law.log_r

    def cut(sets: _Sets, v: int) -> _Sets | None:
        """Score every set with candidate v more; give those of which more than small blocks are left."""
        levels, starts = sets.levels + steps[v], sets.blocks[:-1] * arities[v]
        masks = sets.masks | 1 << v
        code = sets.block * arities[v]
        code += values[v][sets.row]
        places = code * r
        places += child[sets.row]
        counted, totals = count(sets, places, arities[v])
        keep, some = totals > SMALL, (totals > 1) & (totals <= SMALL)
        which = np.flatnonzero(some)
        if len(which):
            number, inside = np.empty(len(some), np.int64), np.flatnonzero(some[code])
            number[which] = np.arange(len(which))
            owner = masks[np.searchsorted(starts, which, side="right") - 1]
            few.enter(v, sets.row[inside], number[code[inside]], totals[which], owner)
        single = sets.single + np.add.reduceat(np.where(keep, 0, totals), starts)
        new = keep.cumsum()
        blocks = np.concatenate([np.zeros(1, np.int64), new[starts[1:] - 1], new[-1:]])
        sizes = np.diff(blocks)
        live, gone = np.flatnonzero(sizes), np.flatnonzero(sizes == 0)
        if len(gone):  # small blocks alone, here and in all sets with more
            later = np.arange(1 << (q - 1 - v)) << (v + 1)
            out[later | masks[gone, None]] = -single[gone, None] * law.log_r
        if not len(live):
            return None
        masks, levels, single, sizes = masks[live], levels[live], single[live], sizes[live]
        ends, kept = np.append(0, live + 1), np.flatnonzero(keep)
        blocks = blocks[ends]
        found = score(counted[kept], totals[kept], levels, blocks[:-1], sizes)
        out[masks] = found - single * law.log_r
        left = np.flatnonzero(keep[code])
        rows = np.searchsorted(left, sets.rows)[ends]
        return _Sets(masks, levels, single, rows, blocks, sets.row[left], new[code[left]] - 1)

    def grow(sets: _Sets, v: int) -> None:
        """Score all sets that are made of these with candidates from v on."""
        if len(sets.row) > AT_ONCE and len(sets.masks) > 1:
            middle = int(np.searchsorted(sets.rows, len(sets.row) // 2))
            middle = min(max(middle, 1), len(sets.masks) - 1)
            grow(sets.part(0, middle), v)
            grow(sets.part(middle, len(sets.masks)), v)
            return
        for u in range(v, q - 1):
            more = cut(sets, u)
            if more is None:
                continue
            if len(sets.row) + len(more.row) > AT_ONCE:
                grow(more, u + 1)
            else:
                sets = sets.and_also(more)
        cut_last(sets)

    zero, n = np.zeros(1, np.int64), len(child)
    grow(_Sets(zero, zero, zero, np.array([0, n]), np.array([0, 1]), np.arange(n), np.zeros(n, np.int64)), 0)
    out += few.scores(moebius_scores(len(law.cell_u), law), _sums(steps))
    found = np.empty(1 << q, np.int64)
    found[_sums([1 << v for v in order])] = out
    return found


def _sums(steps: list[int]) -> Array:
    """Of every set of steps the sum, by its mask."""
    out = np.zeros(1, np.int64)
    for step in steps:
        out = np.concatenate([out, out + step])
    return out
