"""The most probable DAG under "dags", by dynamic programming over subsets (Silander and Myllymäki 2006).

    best_i(B) = max_{P⊆B} log w_i(P),    value(S) = max_{j∈S} value(S∖j) + best_j(S∖j).

It is the Bayes action under 0-1 loss, shown beside the Bayes DAG. Of equally probable ones, which
equivalent DAGs are, the one that respects the order of the variables most.
"""

from __future__ import annotations

import numpy as np

from symdt.learn.acyclic.equivalence import Dag
from symdt.learn.dags.families import Weights
from symdt.learn.kernels.family import Array
from symdt.learn.posterior import TIE

__all__ = ["most_probable_dag"]

BY_HAND = 10  # variables up to which no kernel is loaded


def within(table: Array) -> Array:
    """max over the subsets of each set."""
    out = table.copy()
    step = 1
    while step < len(out):
        halves = out.reshape(-1, 2, step)
        np.maximum(halves[:, 1, :], halves[:, 0, :], out=halves[:, 1, :])
        step *= 2
    return out


def most_probable_dag(weights: Weights) -> Dag:
    """The masks of the parents in the most probable DAG."""
    n = weights.n
    tables = [weights.logs(i) for i in range(n)]
    best = np.stack([within(t) for t in tables])
    last = np.zeros(1 << n, np.int8)
    value = np.zeros(1 << n)
    if n <= BY_HAND:
        _fill(n, best, value, last)
    else:
        from symdt.learn.dags.orders import fill_most_probable

        fill_most_probable(n, best, TIE, value, last)
    parents = [0] * n
    S = (1 << n) - 1
    while S:
        j = int(last[S])
        S ^= 1 << j
        low = (1 << j) - 1
        B = (S & low) | ((S >> 1) & ~low)
        masks = np.arange(1 << (n - 1))
        good = masks[(masks & ~B == 0) & (tables[j] >= best[j, B] - TIE)]
        P = min(good.tolist(), key=lambda m: (m.bit_count(), m))
        parents[j] = (P & low) | ((P & ~low) << 1)
    return tuple(parents)


def _fill(n: int, best: Array, value: Array, last: Array) -> None:
    """value(S) and the variable that is last in it; the latest of those that tie."""
    for S in range(1, 1 << n):
        value[S] = -np.inf
        for j in range(n - 1, -1, -1):
            if S >> j & 1:
                B = S ^ 1 << j
                low = (1 << j) - 1
                x = value[B] + best[j, (B & low) | ((B >> 1) & ~low)]
                if x > value[S] + TIE or value[S] == -np.inf:
                    value[S], last[S] = x, j
