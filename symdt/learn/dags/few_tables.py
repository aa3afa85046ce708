"""Few variables: all their evidences from one table in one kernel, what `joint_tables` does step by step."""

from __future__ import annotations

import numpy as np

from symdt.learn.kernels.jit import kernel, zeros

__all__ = ["few_evidences"]


@kernel
def few_evidences(codes, weights, arities, stride, rows, tables, scale, out):  # type: ignore[no-untyped-def]
    """out[S] = G(S) from one table of counts with all its margins (`joint_tables`), exact until divided by scale.

    rows: of each level, the sum of the members' strides, which row of the tables.
    """
    n = arities.shape[0]
    step = np.empty(n + 1, np.int64)
    step[0] = 1
    level = zeros(1 << n)
    for v in range(n):
        step[v + 1] = step[v] * (arities[v] + 1)
        for S in range(1 << v):
            level[S | 1 << v] = level[S] + stride[v]
    table = zeros(step[n])
    for k in range(weights.shape[0]):
        place = 0
        for v in range(n):
            place += step[v] * codes[v, k]
        table[place] += weights[k]
    for v in range(n):
        for first in range(0, step[n], step[v + 1]):
            for c in range(first, first + step[v]):
                total = 0
                for state in range(arities[v]):
                    total += table[c + state * step[v]]
                table[c + arities[v] * step[v]] = total
    sums, digit = zeros(1 << n), zeros(n)
    S = (1 << n) - 1
    for c in range(step[n]):
        sums[S] += tables[rows[level[S]], table[c]]
        for v in range(n):  # the next cell: its digits, and the set of those that are not summed out
            digit[v] += 1
            if digit[v] == arities[v]:
                S ^= 1 << v
            if digit[v] <= arities[v]:
                break
            digit[v] = 0
            S |= 1 << v
    for S in range(1 << n):
        out[S] = (sums[S] - sums[0]) / scale
