"""Levels: what the score of a parent set depends on besides its counts, with tables as long as can be needed.

The *level* of a parent set stands for its number Q of states. A table of log rising factorials at level
Q is asked for counts of blocks of sets with Q states, and no block of S has more cases than the
fullest block of a part of S. So the tables of large sets are short, and making them costs little
beside the counting: with whole tables, levels × cases entries, it cost more than all the rest.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from symdt.learn.kernels.ahead.ready import ready
from symdt.learn.kernels.cells import fill_ragged
from symdt.learn.kernels.compositions import INVERSE, STATES, TYPES
from symdt.learn.kernels.family import Array, Family
from symdt.learn.kernels.jit import part, zeros
from symdt.learn.kernels.lattice.fullest import fullest_of_levels
from symdt.learn.kernels.law import Precision

__all__ = ["SMALL", "Levels", "block_g", "cell_g", "levels_with_tables"]

MOST_ENTRIES = 1 << 23  # of all tables together; counts past the end of a table are lgamma's
MOST_IN_FOUR = (1 << 16) - 1  # cases that four counts in a word allow
SMALL = 4  # bits of a count that is scored together with another; measured
FEW = 2  # bits of a count that is scored together with three others
FEWEST = 5  # entries of a table: those of small blocks (`small_blocks`)
MOST_IN_ONE = 6  # states of a child whose counts may share one word


class Levels(NamedTuple):
    """For each level its α_ijk and α_ij, and where in `g` their tables begin; in fixed point.

    A block of one case has the score −log r exactly: the table of α_ij holds at 1 what makes it so.
    """

    g: Any  # int64: g_α(0), g_α(1), … of one α after the other
    length: Any  # int64[level]: entries of both tables
    cell_at: Any  # int64[level]: where the table of α_ijk begins
    block_at: Any  # int64[level]: where the table of α_ij begins
    cell_alpha: Any  # float64[level]
    block_alpha: Any  # float64[level]
    cell_lgamma: Any  # float64[level]: log Γ(α_ijk)
    block_lgamma: Any  # float64[level]
    slot: Any  # int64[level]: levels of one α_ijk share their look-ups
    pairs: Any  # int64[slot, y, x]: the scores of two counts below 2^SMALL; of a whole block, if r = 2
    fours: Any  # int64[slot, z, y, x, w]: the scores of four counts below 2^FEW; of a whole block, if r ≤ 4
    fields: int  # counts in a word of a table (`planes`)
    whole: bool  # no count is past the end of a table
    log_r: int
    scale: float


@part
def cell_g(t, level, m):  # type: ignore[no-untyped-def]
    """g(m) of α_ijk at the level."""
    if m < t.length[level]:
        return t.g[t.cell_at[level] + m]
    return np.int64(np.rint((math.lgamma(t.cell_alpha[level] + m) - t.cell_lgamma[level]) * t.scale))


@part
def block_g(t, level, m):  # type: ignore[no-untyped-def]
    """g(m) of α_ij at the level."""
    if m < t.length[level]:
        return t.g[t.block_at[level] + m]
    return np.int64(np.rint((math.lgamma(t.block_alpha[level] + m) - t.block_lgamma[level]) * t.scale))


def levels_with_tables(family: Family, precision: Precision, stride: Array) -> tuple[Levels, Array]:
    """The tables of every level, and μ of small blocks (`small_blocks`)."""
    cell, block = precision.cell, precision.block
    levels = len(cell)
    reach = fullest_of_levels(family, stride, levels) if levels > 1 else np.full(1, family.cases)
    need = np.maximum(reach + 1, FEWEST)
    alphas, where = np.unique(np.concatenate([cell, block]), return_inverse=True)
    lengths = np.zeros(len(alphas), np.int64)
    np.maximum.at(lengths, where, np.concatenate([need, need]))
    most = int(lengths.max())
    while int(np.minimum(lengths, most).sum()) > MOST_ENTRIES and most > FEWEST:
        most = max(FEWEST, most // 2)
    lengths = np.minimum(lengths, most)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    of_cell, of_block = where[:levels], where[levels:]
    length = np.minimum(lengths[of_cell], lengths[of_block])
    lengths[:] = 0
    lengths[of_cell] = length
    ends = starts[-1] + np.cumsum(lengths)
    g = np.empty(int(ends[-1]), np.int64)
    fill_ragged(alphas, precision.scale, starts, g)
    cell_at, block_at = starts[of_cell], (ends - lengths)[of_cell]
    slot = (np.cumsum(lengths > 0) - 1)[of_cell]
    slots = int(slot.max()) + 1
    pairs, fours = np.empty((slots, 1 << 2 * SMALL), np.int64), np.empty((slots, 1 << 4 * FEW), np.int64)
    mu = np.empty((TYPES, levels), np.int64)
    source = starts[of_block]
    _small_scores(g, length, cell_at, source, block_at, slot, precision.log_r, family.r, pairs, fours, mu)
    lgammas, whole = np.zeros(len(alphas)), bool((length > reach).all())
    if not whole:
        lgammas[:] = [math.lgamma(a) for a in alphas.tolist()]
    table = Levels(
        g,
        length,
        cell_at,
        block_at,
        cell,
        block,
        lgammas[of_cell],
        lgammas[of_block],
        slot,
        pairs.ravel(),
        fours.ravel(),
        _fields(family.r, family.cases),
        whole,
        precision.log_r,
        precision.scale,
    )
    return table, mu


def _fields(r: int, cases: int) -> int:
    """How many counts a word of a table holds: those of all states of the child, or four, or two.

    >>> _fields(6, 1000), _fields(6, 1100), _fields(3, 10**5), _fields(7, 10**5)
    (6, 4, 3, 2)
    """
    if r <= MOST_IN_ONE and cases < 1 << 64 // r:
        return r
    return 4 if cases <= MOST_IN_FOUR else 2


@part
def _enter_fours(up, down, r, scores):  # type: ignore[no-untyped-def]
    """scores[w + 4x + 16y + 64z] = the scores of these counts, less that of their total where there are no others."""
    few = 1 << FEW
    at = 0
    for z in range(few if r > 3 else 1):
        for y in range(few):
            for x in range(few):
                s = up[x] + up[y] + up[z]
                for w in range(few):
                    scores[at] = s + up[w]
                    at += 1
                if r <= 4:
                    for w in range(min(few, down.shape[0] - x - y - z)):
                        scores[at - few + w] -= down[w + x + y + z]


@ready("mixed")
def _small_scores(g, length, cell_at, from_at, block_at, slot, log_r, r, pairs, fours, mu):  # type: ignore[no-untyped-def]
    """Copy the tables of α_ij from `from_at` to `block_at`, with what makes −log r of a block of one case; enter
    `Levels.pairs` and `fours`, and μ as `moebius` has it.
    """
    levels = cell_at.shape[0]
    width = 1 << SMALL
    done = zeros(pairs.shape[0])
    phi = np.empty((TYPES, levels), np.int64)
    for level in range(levels):
        up = g[cell_at[level] : cell_at[level] + length[level]]
        down = g[block_at[level] : block_at[level] + length[level]]
        if not done[slot[level]]:
            done[slot[level]] = 1
            source = g[from_at[level] : from_at[level] + length[level]]
            for m in range(length[level]):
                down[m] = source[m]
            down[1] = log_r + up[1]
            scores = pairs[slot[level]]
            there = min(
                width, length[level]
            )  # no count of a block is larger: what follows is not asked for, or corrected
            for i in range(there * width, width * width):
                scores[i] = 0
            for y in range(there):
                for x in range(there):
                    scores[y * width + x] = up[x] + up[y]
                for x in range(there, width):
                    scores[y * width + x] = 0
                if r == 2:
                    for x in range(min(there, length[level] - y)):
                        scores[y * width + x] -= down[x + y]
            if r > 2:
                _enter_fours(up, down, r, fours[slot[level]])
        for kind in range(TYPES):
            cases = np.int64(0)
            found = np.int64(0)
            for k in range(STATES.shape[1]):
                n = np.uint64(STATES[kind, k])
                cases += np.int64(n)
                found += up[n]
            phi[kind, level] = found + cases * log_r - down[np.uint64(cases)]
    for kind in range(TYPES):
        for level in range(levels):
            mu[kind, level] = phi[kind, level]
        for other in range(kind):
            worth = INVERSE[kind, other]
            if worth:
                for level in range(levels):
                    mu[kind, level] += worth * phi[other, level]
