"""How many cases the fullest block of each parent set has at most, from joint tables of a few candidates."""

from __future__ import annotations

import numpy as np

from symdt.learn.kernels.ahead.ready import ready
from symdt.learn.kernels.family import Array, Family
from symdt.learn.kernels.jit import zeros

__all__ = ["fullest_blocks", "fullest_of_levels"]

MARGINS = 1 << 12  # counts of a joint table with all its margins


@ready("mixed")
def _fullest(values, weights, arities, most):  # type: ignore[no-untyped-def]
    """For every parent set a number of cases that none of its blocks exceeds, by the mask of the set: the least
    over groups of neighbouring candidates of the fullest block of those of the group that it holds.

    A group is as large as its joint table with all margins may be: the cases are gone through once for each group.
    """
    q, n = values.shape
    counts = zeros(MARGINS)
    code = zeros(n)
    total = np.int64(0)
    for i in range(n):
        total += weights[i]
    most[0] = total
    start = 0
    while start < q:
        size = 1
        margins = 1
        stop = start
        while stop < q and (stop == start or margins * (arities[stop] + 1) <= MARGINS):
            size *= arities[stop]
            margins *= arities[stop] + 1
            stop += 1
        if margins > counts.shape[0]:  # one candidate of that many states
            counts = zeros(margins)
        for i in range(size):
            counts[i] = 0
        for i in range(n):
            code[i] = 0
        for v in range(start, stop):
            for i in range(n):
                code[i] = code[i] * arities[v] + np.int64(values[v, i])
        for i in range(n):
            counts[np.uint64(code[i])] += weights[i]
        full = (1 << (stop - start)) - 1
        at = zeros(full + 1)  # where each margin begins, the table itself first
        room = size
        for m in range(full, 0, -1):
            outer = 1
            here = at[full]
            inner = size
            if m < full:
                b = 0
                while m >> b & 1:  # every candidate before b is in the margin from which b is summed out
                    outer *= arities[start + b]
                    b += 1
                a = arities[start + b]
                inner = 1
                for v in range(b + 1, stop - start):
                    if m >> v & 1:
                        inner *= arities[start + v]
                here = room
                at[m] = here
                room += outer * inner
                first = at[m | 1 << b]
                for o in range(outer):
                    for i in range(inner):
                        c = np.int64(0)
                        for x in range(a):
                            c += counts[np.uint64(first + (o * a + x) * inner + i)]
                        counts[np.uint64(here + o * inner + i)] = c
            fullest = np.int64(0)
            for i in range(outer * inner):
                fullest = max(fullest, counts[np.uint64(here + i)])
            for S in range(1 << start):
                most[m << start | S] = min(most[S], fullest)
        start = stop


@ready("mixed")
def _by_level(most, stride, level, out):  # type: ignore[no-untyped-def]
    """out[level] = the greatest `most` of its sets; `level` is room for the level of every set."""
    for i in range(out.shape[0]):
        out[i] = 0
    level[0] = 0
    out[0] = most[0]
    for v in range(stride.shape[0]):
        for S in range(1 << v):
            here = level[S] + stride[v]
            level[1 << v | S] = here
            out[here] = max(out[here], most[1 << v | S])


def fullest_of_levels(family: Family, stride: Array, levels: int) -> Array:
    """For every level a number of cases that no block of any of its sets exceeds."""
    most, out = fullest_blocks(family), np.empty(levels, np.int64)
    _by_level(most, stride, np.empty_like(most), out)
    return out


def fullest_blocks(family: Family) -> Array:
    """For every parent set a number of cases that none of its blocks exceeds, by the mask of the set.

    >>> columns = np.array([[0, 0, 0, 1], [0, 0, 1, 1]])
    >>> fullest_blocks(Family(columns, np.array([0, 1, 0, 1]), np.ones(4), (2, 2), 2)).tolist()
    [4, 3, 2, 2]
    """
    most = np.empty(1 << len(family.arities), np.int64)
    values, weights = np.ascontiguousarray(family.values, np.uint16), np.asarray(family.weights, np.int64)
    _fullest(values, weights, np.array(family.arities, np.int64), most)
    return most
