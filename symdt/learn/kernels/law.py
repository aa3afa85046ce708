"""The score of a cell: counts of the child's states in one block of the parents' states.

    f(n_1, …, n_r) = Σ_k g_a(n_k) − g_ra(n_1 + … + n_r)

with a = α_ijk of the parent set, in the fixed point of `logs`. A `Law` holds what f depends on
besides the counts: one row of tables for each *level*, the index that stands for the number of
states of the parents.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from symdt.learn.kernels.logs import TABLE_BYTES, extent, fixed_bits, fixed_log, most_rows, rising_rows
from symdt.networks.prior import Prior

Array = np.ndarray[Any, Any]

__all__ = [
    "Law",
    "Precision",
    "block_score",
    "error_of",
    "law_of",
    "levels_of",
    "packed_scores",
    "precision_of",
    "rising_values",
    "score_error",
]


class Law(NamedTuple):
    """The prior of one child, tabulated: a = α_ijk and ra = α_ij of each level, and their tables."""

    tables: Any  # int64[u, m] = g of the u-th distinct α at m
    alphas: Any  # float64[u]
    lgammas: Any  # float64[u]: log Γ(α_u), for counts past the end of the tables
    cell_u: Any  # int64[level]: which α is α_ijk
    block_u: Any  # int64[level]: which α is α_ij
    log_r: int  # log r in fixed point
    scale: float  # 2^bits


def block_score(n: Array, level: int, law: Law) -> int:
    """`cell_score` for one block, without a compiler."""
    found = n[n > 0].astype(np.int64)
    total = int(found.sum())
    if total <= 1:
        return -law.log_r * total
    parts = rising_values(law, law.cell_u[level : level + 1], found)
    whole = rising_values(law, law.block_u[level : level + 1], np.array([total]))
    return int(parts.sum()) - int(whole[0, 0])


def rising_values(law: Law, rows: Array, counts: Array) -> Array:
    """`rising` of every row u of the tables at every count: [u, count]."""
    length = law.tables.shape[1]
    out: Array = law.tables[rows[:, None], np.minimum(counts, length - 1)[None, :]]
    for c in np.flatnonzero(counts >= length).tolist():
        for i, u in enumerate(rows.tolist()):
            exact = (math.lgamma(float(law.alphas[u]) + int(counts[c])) - float(law.lgammas[u])) * law.scale
            out[i, c] = int(np.rint(exact))
    return out


def packed_scores(W: int, r: int, levels: int, law: Law, cases: int) -> Array:
    """F[level, Σ_k n_k W^k] = f(n) for all n_k < W with at most `cases` cases, 0 for more.

    In NumPy: to compile it would take longer than it does.
    """
    keys = np.arange(W**r)
    total = np.zeros(len(keys), np.int64)
    F = np.zeros((levels, len(keys)), np.int64)
    few = np.arange(W)
    cell = rising_values(law, law.cell_u[:levels], few)
    for _ in range(r):
        digit = keys % W
        keys //= W
        total += digit
        F += cell[:, digit]
    sums = np.arange(min(r * (W - 1), cases) + 1)
    F -= rising_values(law, law.block_u[:levels], sums)[:, np.minimum(total, len(sums) - 1)]
    F[:, total <= 1] = -law.log_r * total[total <= 1]
    F[:, total > cases] = 0
    return F


def levels_of(arities: Sequence[int], prior: str) -> tuple[Array, Array]:
    """The stride of each candidate and the number of parent states at each level.

    The level of a parent set is the sum of its members' strides; sets with equal arities share
    it. Under k2 the prior does not depend on the parents, so there is one level.

    >>> stride, states = levels_of([2, 2, 3], "bdeu")
    >>> stride.tolist(), states.tolist()
    ([1, 1, 3], [1.0, 2.0, 4.0, 3.0, 6.0, 12.0])
    """
    if not Prior(prior).depends_on_parents:
        return np.zeros(len(arities), np.int64), np.ones(1)
    stride: dict[int, int] = {}
    states = np.ones(1)
    for arity in sorted(set(arities)):
        stride[arity] = len(states)
        powers = float(arity) ** np.arange(list(arities).count(arity) + 1)
        states = (powers[:, None] * states).ravel()
    return np.array([stride[a] for a in arities], np.int64), states


class Precision(NamedTuple):
    """α_ijk and α_ij at every level, and the fixed point in which scores are added up."""

    cell: Array
    block: Array
    bits: int
    log_r: int
    scale: float


def precision_of(prior: str, alpha: float, r: int, states: Array, cases: int, most: float = 1.0) -> Precision:
    """The α of every level; the arguments are those of `law_of`."""
    law = Prior(prior, alpha)
    cell, block = np.empty(len(states)), np.empty(len(states))
    cell[:], block[:] = law.cell(r, states), law.block(r, states)
    least = min(float(cell.min()), law.cell(r, min(most, 1e100)))  # a block is r cells: not the least
    bits = fixed_bits(cases, least, max(float(block.max()), alpha * r))
    return Precision(cell, block, bits, fixed_log(r, bits), math.ldexp(1.0, bits))


def law_of(prior: str, alpha: float, r: int, states: Array, cases: int, most: float = 1.0) -> Law:
    """The tables of log rising factorials for α_ijk and α_ij at every level.

    bdeu: α_ijk = α/(r Q) with Q parent states, so α_ij = α/Q. k2: α_ijk = α, so α_ij = r α.
    `most` is the largest number of parent states that scores of the same precision are to have.
    """
    precision = precision_of(prior, alpha, r, states, cases, most)
    alphas = np.concatenate([precision.cell, precision.block])
    table, rows = rising_rows(alphas.tolist(), precision.bits, cases)
    by_row = np.ones(len(table))
    by_row[rows] = alphas
    lgammas = np.zeros(len(table))
    lgammas[rows] = [math.lgamma(a) for a in alphas.tolist()]
    where = np.array(rows, np.int64)
    levels = len(states)
    return Law(table, by_row, lgammas, where[:levels], where[levels:], precision.log_r, precision.scale)


def score_error(cases: int, rows: int, levels: int, alpha_min: float, alpha_max: float) -> float:
    """A bound on the error of a local score, a logarithm, whichever way it is computed.

    Every case adds one logarithm to a cell and takes one from a block: each is that of a rounded sum with a
    rounded α, and rounded itself. A score adds up at most two entries for each of the distinct `rows`, each
    rounded to the fixed point, and made by lgamma where its table ends before the count; and it is rounded
    at the end. `levels`: how many numbers of parents' states there may be.
    """
    most, bits = extent(cases, alpha_min, alpha_max), fixed_bits(cases, alpha_min, alpha_max)
    error = 2 * cases * (most + 3) * 2.0**-52 + 2 * rows * 2.0**-bits + cases * most * 2.0**-53
    if 2 * levels > most_rows(cases + 1):
        past_the_end = 2 * cases * 16 * levels / TABLE_BYTES
        error += past_the_end * (cases + alpha_max) * most * 2.0**-50
    return error


def error_of(prior: str, alpha: float, arities: Sequence[int], rows: int, cases: int) -> float:
    """A bound on the error of the score of any of these variables given any of the others.

    >>> error_of("bdeu", 1.0, [2, 2, 3], rows=12, cases=1000) < 1e-11
    True
    """
    law, levels, most = Prior(prior, alpha), 1, 1.0
    if law.depends_on_parents:  # how many levels `levels_of` has, and the states of the last of them
        levels = math.prod([list(arities).count(a) + 1 for a in set(arities)])
        most = math.prod(map(float, arities))
    families = [(r, q) for r in set(arities) for q in (1.0, most)]
    least = min([law.cell(r, q) for r, q in families])  # a block is r cells
    largest = max([law.block(r, q) for r, q in families])
    return score_error(cases, rows, levels, float(least), float(max(largest, alpha * max(arities))))
