"""Rows of a child and candidates of any numbers of states: what is read of them, and small blocks of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from symdt.learn.kernels.ahead.ready import ready
from symdt.learn.kernels.jit import part
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


@ready("mixed")
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


# A call from a kernel counts references to every array that is passed, at an atomic step each: so one call for all
# blocks of a node, with the arrays it needs.


@part
def expand(kid, weight, planes, digits, block, starts, sizes, count, low, bits, hist):  # type: ignore[no-untyped-def]
    """Enter `count` blocks of two to four cases into the node's histograms of agreement sets."""
    below = (np.int64(1) << low) - 1
    for b in range(count):
        at = starts[b]
        r0 = np.int64(block[at])
        k0 = kid[r0]
        r1 = r0
        k1 = k0
        r2 = r0
        k2 = k0
        r3 = r0
        k3 = k0
        m = np.int64(0)  # no literal: `enter` would be compiled for it too
        for i in range(at, at + sizes[b]):
            row = np.int64(block[i])
            for _ in range(weight[row]):
                if m == 1:
                    r1 = row
                    k1 = kid[row]
                elif m == 2:
                    r2 = row
                    k2 = kid[row]
                elif m == 3:
                    r3 = row
                    k3 = kid[row]
                m += 1
        # on which candidates two cases differ: some bit of their states does
        d01 = np.int64(0)
        d02 = np.int64(0)
        d12 = np.int64(0)
        d03 = np.int64(0)
        d13 = np.int64(0)
        d23 = np.int64(0)
        for p in range(digits):
            x0 = planes[np.uint64(r0 * digits + p)]
            x1 = planes[np.uint64(r1 * digits + p)]
            d01 |= x0 ^ x1
            if m > 2:
                x2 = planes[np.uint64(r2 * digits + p)]
                x3 = planes[np.uint64(r3 * digits + p)]
                d02 |= x0 ^ x2
                d12 |= x1 ^ x2
                d03 |= x0 ^ x3
                d13 |= x1 ^ x3
                d23 |= x2 ^ x3
        enter(
            m, k0, k1, k2, k3, ~d01 & below, ~d02 & below, ~d12 & below, ~d03 & below, ~d13 & below, ~d23 & below,
            bits, hist,
        )  # fmt: skip
