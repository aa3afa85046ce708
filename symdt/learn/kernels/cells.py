"""The score of a cell, compiled: the functions that all kernels are made of."""

from __future__ import annotations

import math

import numpy as np

from symdt.learn.kernels.ahead.ready import ready
from symdt.learn.kernels.jit import kernel, part

__all__ = ["cell_score", "fill_ragged", "fill_table", "rising"]


@part
def rising(law, u, m):  # type: ignore[no-untyped-def]
    """g_α(m) in fixed point: from the table, or by lgamma past its end."""
    if m < law.tables.shape[1]:
        return law.tables[u, m]
    return np.int64(np.rint((math.lgamma(law.alphas[u] + m) - law.lgammas[u]) * law.scale))


@part
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


@part
def _fill_row(alpha, scale, row):  # type: ignore[no-untyped-def]
    """row[m] = g_α(m) · scale, rounded; double-double accumulation."""
    hi = 0.0
    lo = 0.0
    row[0] = 0
    for m in range(1, row.shape[0]):
        x = np.log(alpha + (m - 1))
        s = hi + x
        b = s - hi
        lo += (hi - (s - b)) + (x - b)
        hi = s
        whole = np.floor(hi * scale)
        row[m] = np.int64(whole) + np.int64(np.rint((hi * scale - whole) + lo * scale))


@kernel
def fill_table(alphas, scale, out):  # type: ignore[no-untyped-def]
    """`logs.rising_table`: out[u, m] = g_{α_u}(m) · scale, rounded."""
    for u in range(alphas.shape[0]):
        _fill_row(alphas[u], scale, out[u])


@ready("mixed")
def fill_ragged(alphas, scale, starts, out):  # type: ignore[no-untyped-def]
    """Rows of their own lengths, one after the other: out[starts[u] + m] = g_{α_u}(m) · scale, rounded."""
    for u in range(alphas.shape[0]):
        _fill_row(alphas[u], scale, out[starts[u] : starts[u + 1]])
