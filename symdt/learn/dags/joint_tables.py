"""The log evidence G(S) of the joint table of every set S of variables, under BDeu.

From one table with all its margins where that is small, else as sums of local scores under one order.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from symdt.learn.counts import Counts
from symdt.learn.kernels.by_sets import local_scores
from symdt.learn.kernels.family import Array
from symdt.learn.kernels.law import levels_of
from symdt.learn.kernels.logs import fixed_bits, rising_rows

FEW = 10  # variables that are done in ball arithmetic: quicker than to compile or to load the kernels
FEWEST = 2  # variables for which it is quicker than the kernels themselves
AT_ONCE = 9  # variables whose arrays are small: one call of a kernel for all of them
MOST_CELLS = 1 << 18  # of a table with all its margins: ten milliseconds

__all__ = ["AT_ONCE", "by_kernels", "joint_evidences", "scores_of", "table_evidences"]


def by_kernels(n: int) -> bool:
    """Whether sums over so many variables are the kernels': many, or some where the kernels are there anyway."""
    return n > (FEWEST if "symdt.learn.dags.kernel_sums" in sys.modules else FEW)


def scores_of(counts: Counts, child: str, candidates: Sequence[str], prior: str, alpha: float,
            limit: int | None = None, jobs: int = 1) -> Array:  # fmt: skip
    """The one door to the local scores."""
    loaded = by_kernels(len(counts.variables))  # then numba is there in any case
    return local_scores(counts.family(child, candidates), prior, alpha, limit, jobs, loaded=loaded)


class _Margins(NamedTuple):
    """A table of counts with one place more on each axis for the sum: its cells set by set, that is by the mask
    of the axes that are not summed out.
    """

    axes: tuple[tuple[int, int, int], ...]  # for each variable the table in three: before, the axis, behind
    strides: Array  # of each variable's state in the table
    order: Array  # the cells
    starts: Array  # where each set begins
    levels: Array  # of each cell: which of the numbers of states


@lru_cache(maxsize=16)
def _margins(arities: tuple[int, ...]) -> _Margins:
    masks: Array = np.zeros([a + 1 for a in arities], np.int64)
    for v, arity in enumerate(arities):
        shape = [1] * len(arities)
        shape[v] = arity + 1
        masks += np.append(np.full(arity, 1 << v), 0).reshape(shape)
    order = np.argsort(masks.ravel(), kind="stable")
    ranked = masks.ravel()[order]
    stride, _, _ = _levels(arities)
    levels = np.zeros(1 << len(arities), np.int64)
    for v in range(len(arities)):
        levels[1 << v : 2 << v] = levels[: 1 << v] + stride[v]
    sizes = [a + 1 for a in arities]
    axes = tuple((math.prod(sizes[:v]), size, math.prod(sizes[v + 1 :])) for v, size in enumerate(sizes))
    strides = np.array([behind for _, _, behind in axes], np.int64)
    starts = np.searchsorted(ranked, np.arange(1 << len(arities)))
    return _Margins(axes, strides, order, starts, levels[ranked])


@lru_cache(maxsize=16)
def _levels(arities: tuple[int, ...]) -> tuple[Array, tuple[float, ...], Array]:
    """`levels_of`: the strides and the numbers of states; and the arities as an array."""
    stride, states = levels_of(arities, "bdeu")
    return stride, tuple(states.tolist()), np.array(arities, np.int64)


def table_evidences(counts: Counts, alpha: float) -> Array | None:
    """G(S) for every set S from one table of counts with all its margins; None where that would be too large.

    Under BDeu the joint table of S is a child with one state and the parents S: a cell for each block.
    """
    arities, cases = counts.arities, counts.cases
    if math.prod([a + 1 for a in arities]) > MOST_CELLS:
        return None
    stride, states, sizes = _levels(arities)
    alphas = [alpha / q for q in states]
    bits = fixed_bits(cases, min(alphas), max(alphas))
    tables, rows = rising_rows(alphas, bits, cases)
    if tables.shape[1] <= cases:
        return None
    scale = math.ldexp(1.0, bits)
    if len(arities) <= AT_ONCE and by_kernels(len(arities)):
        from symdt.learn.dags.few_tables import few_evidences

        codes = np.ascontiguousarray(counts.codes, np.uint16)
        few = np.empty(1 << len(arities))
        few_evidences(codes, counts.weights, sizes, stride, np.array(rows), tables, scale, few)
        return few
    axes, strides, order, starts, levels = _margins(arities)
    table = np.zeros(len(order), np.int64)
    table[strides @ counts.codes] = counts.weights
    for shape in axes:
        here = table.reshape(shape)
        np.add.reduce(here[:, :-1], axis=1, out=here[:, -1])
    sums = np.add.reduceat(tables[np.array(rows)[levels], table[order]], starts)
    out: Array = (sums - sums[0]) / scale
    return out


def joint_evidences(counts: Counts, alpha: float, jobs: int = 1) -> Array:
    """G(S) under BDeu for every set S of the variables, as sums of local scores.

    >>> from symdt.learn.counts import tabulate
    >>> G = joint_evidences(tabulate({"A": [0, 1], "B": [0, 1]}), 1.0)
    >>> np.exp(G).round(6).tolist()  # 1, then 1/2 · 1/4 for one column, 1/4 · 1/8 for both
    [1.0, 0.125, 0.125, 0.03125]
    """
    names = counts.variables
    G = np.zeros(1 << len(names))
    for v, name in enumerate(names):
        G[1 << v : 2 << v] = G[: 1 << v] + scores_of(counts, name, names[:v], "bdeu", alpha, None, jobs)
    return G
