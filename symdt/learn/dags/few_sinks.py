"""Few variables: all sums over DAGs in one kernel, what `kernel_sums` does step by step.

A call of a kernel or of NumPy takes a microsecond or some, and up to nine variables ask for hundreds of them,
which is then most of the time. The sums are those of `sinks` and `scaled`, the bounds of the errors too.
"""

from __future__ import annotations

import math

import numpy as np

from symdt.learn.dags.scaled import NONE, split_logs, subset_sums_twice, superset_sums
from symdt.learn.dags.sinks import (
    ERROR,
    EXPONENT,
    HI,
    closed_scale,
    closed_sums,
    outside_alone,
    rest_scale,
    rest_sums,
)
from symdt.learn.kernels.jit import clear_rows, kernel, part

__all__ = ["few_sums"]


@part
def fold(x, first, count):  # type: ignore[no-untyped-def]
    """The sum of a power of two of places, in pairs, so that it is rounded log count times; x is used up."""
    while count > 1:
        count //= 2
        for c in range(first, first + count):
            x[c] += x[c + count]
    return x[first]


@part
def sides(x, has, lacks):  # type: ignore[no-untyped-def]
    """For each bit the sum over the masks that have it, and over those that lack it; x is used up."""
    half = x.shape[0] // 2
    spare = np.empty(2 * half)
    bit = has.shape[0] - 1
    while half:
        for c in range(half):
            spare[c], spare[half + c] = x[c], x[half + c]
            x[c] += x[half + c]
        lacks[bit], has[bit] = fold(spare, 0, half), fold(spare, half, half)
        half //= 2
        bit -= 1


@kernel
def few_sums(logs, rounding, shares):  # type: ignore[no-untyped-def]
    """Fill the shares (present, absent, error, ancestor) by [parent, child], zeros before, from the logs of the
    weights by [child, set of parents].

    Gives the total, as mantissa and exponent; the mantissa is 0 if no DAG is admissible.
    """
    n, sets = logs.shape
    present, absent, error, ancestor = shares[0], shares[1], shares[2], shares[3]
    hi, lo, e = np.empty((n, sets)), np.empty((n, sets)), np.empty((n, sets), np.int32)
    weight, weight_e = np.empty((n, sets)), np.empty((n, sets), np.int32)
    alone, alone_error = np.empty((n, sets)), np.empty((n, sets))
    clear_rows(lo)
    clear_rows(alone)
    clear_rows(alone_error)
    for i in range(n):
        split_logs(logs[i], weight[i], weight_e[i])
        for c in range(sets):
            hi[i, c], e[i, c] = weight[i, c], weight_e[i, c]
        subset_sums_twice(hi[i], lo[i], e[i])
    closed, rest = np.empty((1 << n, 4)), np.empty((1 << n, 4))
    closed_scale(n, e, closed)
    full = (1 << n) - 1
    if closed[full, EXPONENT] == NONE:
        return 0.0, 0
    rest_scale(n, e, rest)
    closed_sums(n, hi, lo, e, closed)
    rest_sums(n, hi, lo, e, rest, alone, alone_error)
    total, power = closed[full, HI], int(closed[full, EXPONENT])
    m, x, joint = np.empty(sets), np.empty(sets, np.int32), np.empty(sets)
    has, lacks = np.empty(n - 1), np.empty(n - 1)
    for i in range(n):
        bound = outside_alone(i, n, hi, e, closed, rest, alone, alone_error, total, power, m, x, joint)
        bound += closed[full, ERROR] + rounding
        superset_sums(m, x)
        for c in range(sets):
            d = int(x[c]) + int(weight_e[i, c]) - power
            m[c] = math.ldexp(m[c] * weight[i, c] / total, d) if d > -1100 else 0.0
        sides(m, has, lacks)
        absent[i, i] = 1.0
        for b in range(n - 1):
            j = b + (b >= i)
            both = has[b] + lacks[b]
            present[j, i], absent[j, i], error[j, i] = has[b] / both, lacks[b] / both, bound
        sides(joint, has, lacks)
        for b in range(n - 1):
            ancestor[i, b + (b >= i)] = min(max(lacks[b], 0.0), 1.0)
    return total, power
