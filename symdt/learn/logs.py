"""Tables of log rising factorials in fixed point: the only logarithms that a score needs.

The evidence of a family is a product of rising factorials
`Γ(α+m)/Γ(α) = α(α+1)…(α+m−1)`, so its logarithm is a sum of entries of

    g_α(m) = Σ_{i<m} log(α + i),

one table for each distinct α, made by one compensated cumulative sum. The entries are 64-bit
integers, in units of 2^−bits, and so are all scores until the very end. That has three reasons:
sums of integers are exact, hence the same whatever the order of summation or the number of
threads, and two parent sets with equal counts get *equal* scores, so that ties are ties; a table
entry near 10^6 keeps an absolute error near 10^−13, where a double would keep 10^−10, which is what
the scores of nearly constant variables need; and differences of scores may be stored and added up
again without loss (the Möbius step of `lattice`).
"""

from __future__ import annotations

import math

import numpy as np

from symdt.learn.jit import kernel

__all__ = ["fixed_bits", "fixed_log", "rising_table"]

MAX_BITS = 50


def fixed_bits(cases: int, alpha_min: float, alpha_max: float) -> int:
    """The number of binary places such that no score of `cases` cases overflows 62 bits."""
    bound = (cases + 1) * (math.log(alpha_max + cases + 1) + abs(math.log(alpha_min)) + 1)
    return min(MAX_BITS, 61 - math.ceil(math.log2(bound)))


def fixed_log(x: float, bits: int) -> int:
    """log x in units of 2^−bits, rounded to the nearest.

    >>> fixed_log(1.0, 40), fixed_log(2.0, 2)
    (0, 3)
    """
    return round(math.ldexp(math.log(x), bits))


@kernel
def rising_table(alphas, scale, out):  # type: ignore[no-untyped-def]
    """out[u, m] = g_{α_u}(m) · scale, rounded; double-double accumulation."""
    for u in range(alphas.shape[0]):
        alpha = alphas[u]
        hi = 0.0
        lo = 0.0
        out[u, 0] = 0
        for m in range(1, out.shape[1]):
            x = np.log(alpha + (m - 1))
            s = hi + x
            b = s - hi
            lo += (hi - (s - b)) + (x - b)
            hi = s
            whole = np.floor(hi * scale)
            out[u, m] = np.int64(whole) + np.int64(np.rint((hi * scale - whole) + lo * scale))
