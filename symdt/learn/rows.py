"""Distinct rows of coded columns, counted."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from symdt.learn.family import Array

__all__ = ["distinct"]

PACK_LIMIT = 1 << 62


def distinct(codes: Array, arities: Sequence[int], weights: Array) -> tuple[Array, Array]:
    """The distinct columns of `codes`, lexicographically, with the sums of their weights.

    >>> rows, total = distinct(np.array([[0, 1, 0], [1, 0, 1]]), [2, 2], np.array([1, 1, 5]))
    >>> rows.tolist(), total.tolist()
    ([[0, 1], [1, 0]], [6, 1])
    """
    size = math.prod(arities)
    if size >= PACK_LIMIT:  # does not fit one integer: sort the columns themselves
        order = np.lexsort(codes[::-1])
        ranked = codes[:, order]
        new = np.concatenate([[True], (ranked[:, 1:] != ranked[:, :-1]).any(axis=0)])
        first = np.flatnonzero(new)
        return np.ascontiguousarray(ranked[:, first]), np.add.reduceat(weights[order], first)
    packed = np.zeros(codes.shape[1], np.int64)
    for code, arity in zip(codes, arities, strict=True):
        packed *= arity
        packed += code
    unit = bool((weights == 1).all())
    if size <= max(1 << 16, 4 * len(packed)):
        table = np.bincount(packed, weights=None if unit else weights, minlength=1)
        values = np.flatnonzero(table)
        total = table[values].astype(np.int64)
    else:
        order = np.argsort(packed, kind="stable")
        ranked = packed[order]
        first = np.flatnonzero(np.concatenate([[True], ranked[1:] != ranked[:-1]]))
        values = ranked[first]
        total = np.add.reduceat(weights[order], first)
    rows = np.empty((len(arities), len(values)), codes.dtype)
    for i in range(len(arities) - 1, -1, -1):
        values, rows[i] = np.divmod(values, arities[i])
    return rows, total.astype(np.int64)
