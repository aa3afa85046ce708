"""How many cases the fullest block of each parent set has at most, from single candidates and pairs of them."""

from __future__ import annotations

import numpy as np

from symdt.learn.kernels.family import Array, Family
from symdt.learn.kernels.jit import kernel, zeros

__all__ = ["fullest_blocks"]

WIDEST = 6  # candidates whose pairs are counted


@kernel
def _fullest(values, weights, arities, most):  # type: ignore[no-untyped-def]
    """For every parent set a number of cases that none of its blocks exceeds, by the mask of the set:
    the least over its candidates, and over the pairs of the WIDEST, of the fullest block.

    The candidates come with their arities ascending; to count all pairs would cost more than it saves.
    """
    q, n = values.shape
    widest = 1
    for v in range(q):
        widest = max(widest, arities[v])
    big = np.int64(1) << 32  # more cases than there are
    pairs = zeros(q * q)
    counts = zeros(widest * widest)
    for v in range(q):
        a = arities[v]
        for u in range(v + 1):
            if u < v and u < q - WIDEST:
                pairs[u * q + v] = big
                continue
            size = arities[u] * a
            for i in range(n):
                counts[np.int64(values[u, i]) * a + np.int64(values[v, i])] += weights[i]
            fullest = np.int64(0)
            for c in range(size):
                fullest = max(fullest, counts[c])
                counts[c] = 0
            pairs[u * q + v] = fullest
    most[0] = 0
    for i in range(n):
        most[0] += weights[i]
    for v in range(q):
        for S in range(1 << v):
            fullest = min(most[S], pairs[v * q + v])
            for u in range(v):
                if S >> u & 1:
                    fullest = min(fullest, pairs[u * q + v])
            most[1 << v | S] = fullest


def fullest_blocks(family: Family) -> Array:
    """For every parent set a number of cases that none of its blocks exceeds, by the mask of the set.

    >>> columns = np.array([[0, 0, 0, 1], [0, 0, 1, 1]])
    >>> fullest_blocks(Family(columns, np.array([0, 1, 0, 1]), np.ones(4), (2, 2), 2)).tolist()
    [4, 3, 2, 2]
    """
    most = np.empty(1 << len(family.arities), np.int64)
    weights = family.weights.astype(np.int64)
    _fullest(family.values.astype(np.uint16), weights, np.array(family.arities, np.int64), most)
    return most
