"""The score of a cell: counts of the child's states in one block of the parents' states.

    f(n_1, …, n_r) = Σ_k g_a(n_k) − g_ra(n_1 + … + n_r)

with a = α_ijk of the parent set, in the fixed point of `logs`. A `Law` holds what f depends on
besides the counts: one row of tables for each *level*, the index that stands for the number of
states of the parents.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from symdt.learn.kernels.jit import kernel

__all__ = ["TYPES", "Law", "cell_score", "moebius_scores", "packed_scores", "rising"]

TYPES = 10  # compositions of 2, 3, 4 cases: 2, 11; 3, 21, 111; 4, 31, 22, 211, 1111


class Law(NamedTuple):
    """The prior of one child, tabulated: a = α_ijk and ra = α_ij of each level, and their tables."""

    tables: Any  # int64[u, m] = g of the u-th distinct α at m
    alphas: Any  # float64[u]
    lgammas: Any  # float64[u]: log Γ(α_u), for counts past the end of the tables
    cell_u: Any  # int64[level]: which α is α_ijk
    block_u: Any  # int64[level]: which α is α_ij
    log_r: int  # log r in fixed point
    scale: float  # 2^bits


@kernel
def rising(law, u, m):  # type: ignore[no-untyped-def]
    """g_α(m) in fixed point: from the table, or by lgamma past its end."""
    if m < law.tables.shape[1]:
        return law.tables[u, m]
    return np.int64(np.rint((math.lgamma(law.alphas[u] + m) - law.lgammas[u]) * law.scale))


@kernel
def cell_score(n, level, law):  # type: ignore[no-untyped-def]
    """f(n_1, …, n_r) = Σ_k g_a(n_k) − g_ra(Σ n_k); a single case gives −log r exactly."""
    total = np.int64(0)
    s = np.int64(0)
    for k in range(n.shape[0]):
        if n[k] > 0:
            total += n[k]
            s += rising(law, law.cell_u[level], n[k])
    if total <= 1:
        return -law.log_r * total
    return s - rising(law, law.block_u[level], total)


@kernel
def packed_scores(W, r, levels, law):  # type: ignore[no-untyped-def]
    """F[level, Σ_k n_k W^k] = f(n) for all n_k < W."""
    size = W**r
    F = np.zeros((levels, size), np.int64)
    n = np.zeros(r, np.int64)
    for level in range(levels):
        n[:] = 0
        for key in range(size):
            F[level, key] = cell_score(n, level, law)
            k = 0
            while k < r:
                n[k] += 1
                if n[k] < W:
                    break
                n[k] = 0
                k += 1
    return F


@kernel
def moebius_scores(levels, r, law):  # type: ignore[no-untyped-def]
    """μ[type, level]: the Möbius inverse of φ = f + m log r on compositions of at most four cases."""
    mu = np.zeros((TYPES, levels), np.int64)
    parts = np.array(
        [
            [2, 0, 0, 0], [1, 1, 0, 0],
            [3, 0, 0, 0], [2, 1, 0, 0], [1, 1, 1, 0],
            [4, 0, 0, 0], [3, 1, 0, 0], [2, 2, 0, 0], [2, 1, 1, 0], [1, 1, 1, 1],
        ],
        np.int64,
    )  # fmt: skip
    phi = np.zeros(TYPES, np.int64)
    n = np.zeros(max(r, 4), np.int64)
    for level in range(levels):
        for t in range(TYPES):
            n[:] = 0
            n[:4] = parts[t]
            phi[t] = cell_score(n, level, law) + law.log_r * parts[t].sum()
        # μ(G) = φ(G) − Σ_{H ⊊ G, |H| ≥ 2} μ(H); the numbers count the sub-compositions.
        m = mu[:, level]
        m[0] = phi[0]
        m[1] = phi[1]
        m[2] = phi[2] - 3 * m[0]
        m[3] = phi[3] - m[0] - 2 * m[1]
        m[4] = phi[4] - 3 * m[1]
        m[5] = phi[5] - 6 * m[0] - 4 * m[2]
        m[6] = phi[6] - 3 * m[0] - 3 * m[1] - m[2] - 3 * m[3]
        m[7] = phi[7] - 2 * m[0] - 4 * m[1] - 4 * m[3]
        m[8] = phi[8] - m[0] - 5 * m[1] - 2 * m[3] - 2 * m[4]
        m[9] = phi[9] - 6 * m[1] - 4 * m[4]
    return mu
