"""Rows of a child and candidates of any numbers of states: what is read of them, and small blocks of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from symdt.learn.kernels.jit import kernel, part
from symdt.learn.kernels.lattice.levels import block_g, cell_g
from symdt.learn.kernels.lattice.small_blocks import enter

__all__ = ["MixedRows", "expand", "retired_scores"]


class MixedRows(NamedTuple):
    """The distinct configurations of the candidates and a state of the child."""

    codes: Any  # int32[l, row]: of the first l candidates, which may be tabulated, the first with the greatest weight
    values: Any  # uint16[v, row]; one candidate more, of one state, by which the first blocks are entered
    planes: Any  # int64[row × bits]: of each row, for each bit of a state, the candidates that have it
    kid: Any  # int32[row]: the child's state
    weight: Any  # int32[row]: the cases
    configuration: Any  # int32[row]
    solo: Any  # int32[configuration]: its line of `retired`, −1 for none
    arities: Any  # int64[v]
    stride: Any  # int64[v]: what candidate v adds to the level
    bits: int  # of the largest state


@kernel
def retired_scores(counts, t, out):  # type: ignore[no-untyped-def]
    """out[i, level] = f(counts of the i-th configuration)."""
    for i in range(counts.shape[0]):
        for level in range(out.shape[1]):
            s = np.int64(0)
            total = np.int64(0)
            for k in range(counts.shape[1]):
                total += counts[i, k]
                s += cell_g(t, level, np.int64(counts[i, k]))
            out[i, level] = s - block_g(t, level, total)


@part
def _agreement(a, b, low, rows):  # type: ignore[no-untyped-def]
    """The set of candidates below `low` on which rows a and b agree."""
    differ = np.int64(0)
    for p in range(rows.bits):
        differ |= rows.planes[np.uint64(a * rows.bits + p)] ^ rows.planes[np.uint64(b * rows.bits + p)]
    return ~differ & ((np.int64(1) << low) - 1)


@part
def expand(rows, block, at, size, low, bits, hist):  # type: ignore[no-untyped-def]
    """Enter a block of at most four cases into the node's histograms of agreement sets."""
    r0 = np.int64(block[at])
    k0 = rows.kid[r0]
    r1 = r0
    k1 = k0
    r2 = r0
    k2 = k0
    r3 = r0
    k3 = k0
    m = np.int64(0)  # no literal: `enter` would be compiled for it too
    for i in range(at, at + size):
        row = np.int64(block[i])
        for _ in range(rows.weight[row]):
            if m == 1:
                r1 = row
                k1 = rows.kid[row]
            elif m == 2:
                r2 = row
                k2 = rows.kid[row]
            elif m == 3:
                r3 = row
                k3 = rows.kid[row]
            m += 1
    a01 = _agreement(r0, r1, low, rows)
    a02 = np.int64(0)
    a12 = np.int64(0)
    a03 = np.int64(0)
    a13 = np.int64(0)
    a23 = np.int64(0)
    if m >= 3:
        a02 = _agreement(r0, r2, low, rows)
        a12 = _agreement(r1, r2, low, rows)
    if m == 4:
        a03 = _agreement(r0, r3, low, rows)
        a13 = _agreement(r1, r3, low, rows)
        a23 = _agreement(r2, r3, low, rows)
    enter(m, k0, k1, k2, k3, a01, a02, a12, a03, a13, a23, bits, hist)
