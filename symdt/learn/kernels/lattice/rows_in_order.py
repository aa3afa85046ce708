"""The rows of a child and its candidates in an order in which those of one configuration are neighbours."""

from __future__ import annotations

import math

import numpy as np

from symdt.learn.kernels.ahead.ready import ready
from symdt.learn.kernels.family import Array, Family
from symdt.learn.kernels.jit import clear, zeros
from symdt.learn.kernels.lattice.small_blocks import SMALL

__all__ = ["fill_rows", "in_order"]

EXACT = 2.0**53  # whole numbers below it, and sums of them, are floats


def in_order(family: Family) -> Array:
    """The rows, those of one configuration of the candidates side by side.

    By the first candidate, then the second, …, as rows come that were counted: so few runs are left to merge.
    """
    places = math.prod(family.arities) / np.cumprod(family.arities, dtype=float)
    if places[0] * family.arities[0] < EXACT:
        return np.argsort(places @ family.values, kind="stable")
    return np.lexsort(family.values[::-1])


@ready("mixed")
def fill_rows(family, order, most, rows, counts):  # type: ignore[no-untyped-def]
    """Enter into `rows` what is read of each row of the family, in an `order` in which rows of one configuration are
    neighbours; returns how many configurations have more than SMALL cases, the first `most` of them, and in
    `counts` those of the child's states in each.

    family: the values of the candidates, the child's states and the cases of each row.
    """
    given, child, weights = family
    q, n = given.shape
    tabulated = rows.codes.shape[0] - 1
    here = zeros(counts.shape[1])
    lines = 0
    last = -1
    for i in range(n + 1):
        same = 0 < i < n
        if i < n:
            row = order[i]
            code = np.int64(0)
            for v in range(q):
                x = given[v, row]
                rows.values[v, i] = x
                if i and rows.values[v, i - 1] != x:
                    same = False
                if v < tabulated:
                    code = code * rows.arities[v] + x
                    rows.codes[v + 1, i] = code
            rows.values[q, i] = 0
            rows.codes[0, i] = 0
            rows.kid[i] = child[row]
            rows.weight[i] = weights[row]
            for p in range(rows.bits):
                plane = np.int64(0)
                for v in range(q):
                    plane |= np.int64(rows.values[v, i] >> p & 1) << v
                rows.planes[i * rows.bits + p] = plane
        if not same:  # the configuration before is complete
            total = np.int64(0)
            for k in range(here.shape[0]):
                total += here[k]
            if total > SMALL and lines < most:
                rows.solo[last] = lines
                for k in range(here.shape[0]):
                    counts[lines, k] = here[k]
                lines += 1
            if i == n:
                break
            clear(here)
            last += 1
            rows.solo[last] = -1
        here[child[row]] += weights[row]
        rows.configuration[i] = last
    return lines
