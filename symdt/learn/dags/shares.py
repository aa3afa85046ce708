"""What sums over all DAGs give.

For weights w_i(P) of parent sets: one total over all DAGs (or over all pairs of an order and a DAG
that agrees with it), and of each arc, ancestor and pair of parents its share of the total.
"""

from __future__ import annotations

from dataclasses import dataclass

from symdt.learn.kernels.family import Array

__all__ = ["Sums"]


@dataclass(frozen=True, eq=False)
class Sums:
    """The log of the total; shares of the total, by [parent, child]; bounds of their arithmetic errors."""

    log_total: float
    present: Array  # of the arc parent → child
    absent: Array  # of no such arc, as a sum of its own
    error: Array  # |present − true| at most, given the weights
    ancestor: Array | None  # [i, k]: i is an ancestor of k; None for sums over orders
    pairs: Array | None  # [child, i, j]: both are parents; None where not asked for
    total_error: float  # |total/true − 1| at most, given the weights
