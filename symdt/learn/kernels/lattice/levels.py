"""Levels: what the score of a parent set depends on besides its counts, with tables as long as can be needed.

The *level* of a parent set stands for its number Q of states. A table of log rising factorials at level
Q is asked for counts of blocks of sets with Q states, and no block of S has more cases than the
fullest block of any pair in S. So the tables of large sets are short, and making them costs little
beside the counting: with whole tables, levels × cases entries, it cost more than all the rest.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from symdt.learn.kernels.cells import fill_ragged
from symdt.learn.kernels.compositions import moebius
from symdt.learn.kernels.family import Array, Family
from symdt.learn.kernels.jit import part
from symdt.learn.kernels.lattice.fullest import fullest_blocks
from symdt.learn.kernels.law import Precision

__all__ = ["Levels", "block_g", "cell_g", "levels_with_tables"]

MOST_ENTRIES = 1 << 23  # of all tables together; counts past the end of a table are lgamma's
MANY = 4096  # cases from which on more pairs of counts are worth their tables; measured


class Levels(NamedTuple):
    """For each level its α_ijk and α_ij, and where in `g` their tables begin; in fixed point."""

    g: Any  # int64: g_α(0), g_α(1), … of one α after the other
    length: Any  # int64[level]: entries of both tables
    cell_at: Any  # int64[level]: where the table of α_ijk begins
    block_at: Any  # int64[level]: where the table of α_ij begins
    cell_alpha: Any  # float64[level]
    block_alpha: Any  # float64[level]
    cell_lgamma: Any  # float64[level]: log Γ(α_ijk)
    block_lgamma: Any  # float64[level]
    one: Any  # int64[level]: what a block of one case has beyond −g + g: it is −log r exactly
    pairs: Any  # int64[kind, level, y, x]: the score of two counts below 2^small in one word (`planes`)
    small: int
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


def _reach(family: Family, stride: Array, levels: int) -> Array:
    """The most cases that a block of any set of each level can have."""
    level = np.zeros(1, np.int64)
    for s in stride.tolist():
        level = np.concatenate([level, level + s])
    out = np.zeros(levels, np.int64)
    np.maximum.at(out, level, fullest_blocks(family))
    return out


def levels_with_tables(family: Family, precision: Precision, stride: Array) -> tuple[Levels, Array]:
    """The tables of every level, and μ of small blocks (`small_blocks`)."""
    cell, block = precision.cell, precision.block
    levels = len(cell)
    reach = _reach(family, stride, levels) if levels > 1 else np.full(1, family.cases)
    small = 3 if family.cases < MANY else 4
    fewest = 2 << small  # entries of a table: the total of two small counts
    need = np.maximum(reach + 1, fewest)
    alphas, where = np.unique(np.concatenate([cell, block]), return_inverse=True)
    lengths = np.zeros(len(alphas), np.int64)
    np.maximum.at(lengths, where, np.concatenate([need, need]))
    most = int(lengths.max())
    while int(np.minimum(lengths, most).sum()) > MOST_ENTRIES and most > fewest:
        most = max(fewest, most // 2)
    lengths = np.minimum(lengths, most)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    g = np.empty(int(starts[-1]), np.int64)
    fill_ragged(alphas, precision.scale, starts, g)
    of_cell, of_block = where[:levels], where[levels:]
    cell_at, block_at = starts[of_cell], starts[of_block]
    few = np.arange(fewest)
    small_cell, small_block = g[cell_at[:, None] + few], g[block_at[:, None] + few]
    length = np.minimum(lengths[of_cell], lengths[of_block])
    lgammas = np.zeros(len(alphas))
    if (length <= reach).any():
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
        small_block[:, 1] - small_cell[:, 1] - precision.log_r,
        _pairs(small_cell, small_block, precision.log_r, family.r, small),
        small,
        precision.log_r,
        precision.scale,
    )
    return table, moebius(small_cell[:, :5], small_block[:, :5], precision.log_r)


def _pairs(cell: Array, block: Array, log_r: int, r: int, small: int) -> Array:
    """`Levels.pairs`: of the word that is the last of a block, then, where there are others, of two states.

    cell, block: g of α_ijk and of α_ij at 0, 1, …, by level.
    """
    few = np.arange(1 << small)
    up, down = cell[:, few], -block
    down[:, 1] = -log_r - cell[:, 1]  # a block of one case counts −log r exactly
    both = up[:, None, :] + up[:, :, None]
    if r == 2:
        return (both + down[:, few + few[:, None]]).ravel()
    last = up[:, None, :] + down[:, few, None] if r % 2 else np.broadcast_to(down[:, None, few], both.shape)
    return np.concatenate([last.ravel(), both.ravel()])
