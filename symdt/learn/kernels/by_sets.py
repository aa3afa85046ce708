"""The local scores of one child: distinct rows in, log evidences of its parent sets out.

    score(S) = Σ_blocks [ Σ_k g_a(n_k) − g_ra(n) ],    g_α(m) = Σ_{i<m} log(α + i)

with one block for each configuration of the parents, counts n_k of the child's states in it, and
a = α_ijk. Small families are scored here, set by set, in extended precision; the others by the
`engine`, whose compiled kernels need not even be loaded before.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from symdt.learn.kernels import is_compiled
from symdt.learn.kernels.ahead import kept, record
from symdt.learn.kernels.by_tables import table_scores, table_seconds
from symdt.learn.kernels.family import Array, Family, ParentSets
from symdt.learn.kernels.lattice.by_rows import row_scores, row_seconds
from symdt.learn.kernels.law import law_of, levels_of
from symdt.learn.kernels.logs import TABLE_BYTES
from symdt.networks.prior import Prior

__all__ = ["LogTables", "expect", "full_score", "is_small", "local_scores", "numpy_seconds", "set_score"]

SMALL_SETS = 64
SMALL_CELLS = 50_000  # rows times sets
SMALL_CASES = 20_000
TO_LOAD = 0.3  # seconds of the kernels
TO_COMPILE_BINARY, TO_COMPILE_MIXED = 4.0, 8.0  # seconds until NumPy is given up for them
TO_FINISH_MIXED = 3.0  # where they are half compiled ahead; measured, 2.4 to 3.7
SECONDS_AN_ENTRY = 1.1e-7  # of a table of logarithms
_rent = _expected = 0.0  # seconds that this process has spent in NumPy, and will have spent when all is done


def local_scores(
    family: Family,
    prior: str,
    alpha: float,
    max_parents: int | None = None,
    jobs: int = 1,
    tick: Callable[[float], None] | None = None,
    loaded: bool = False,
) -> Array:
    """log p(child's column | parent set, candidates' columns) for every admissible parent set.

    The array is indexed by the bit mask of the set (bit j is candidate j); with
    max_parents < q it is ordered as `ParentSets` says. `tick` is told the fraction done. `loaded`: small
    families too are done in fixed point, by one table or the compiled kernels, which give the same.
    """
    q = len(family.arities)
    k = q if max_parents is None else min(max_parents, q)
    if family.r == 1:  # a child with one state is certain, whatever its parents
        return np.zeros(len(ParentSets(q, k)))
    live = [v for v in range(q) if family.arities[v] > 1]
    if len(live) < q:  # a candidate with one state changes nothing: score the others, then look up
        inner = Family(
            family.values[live],
            family.child,
            family.weights,
            tuple(family.arities[v] for v in live),
            family.r,
        )
        small = local_scores(inner, prior, alpha, min(k, len(live)), jobs, tick, loaded)
        return small[ParentSets(q, k).without(live)]
    sets = ParentSets(q, k)
    if (not loaded or not q) and is_small(len(sets), len(family.child), family.cases):
        tables = LogTables()
        return np.array([set_score(family, s, prior, alpha, tables) for s in sets])
    if k == q and numpy_pays(family, prior):
        stride, states = levels_of(family.arities, prior)
        law = law_of(prior, alpha, family.r, states, family.cases)
        by_rows = row_seconds(q, len(family.child)) < table_seconds(family.arities, family.r, family.cases)
        found = row_scores(family, law, stride) if by_rows else table_scores(family, law, stride)
        if found is not None:
            return found / law.scale
    from symdt.learn.kernels.choose import engine_scores

    return engine_scores(family, prior, alpha, k, jobs, tick)


def is_small(sets: int, rows: int, cases: int) -> bool:
    """Whether so many sets are done before compiled kernels would be loaded; by size alone."""
    return sets <= SMALL_SETS and sets * rows <= SMALL_CELLS and cases <= SMALL_CASES


def numpy_seconds(arities: tuple[int, ...], r: int, rows: int, cases: int, prior: str) -> float:
    """About how long NumPy takes for all parent sets of one child of r states, its tables of logarithms included."""
    levels = 1
    if Prior(prior).depends_on_parents:
        levels = math.prod(arities.count(a) + 1 for a in set(arities))
    entries = min(2.0 * levels * (cases + 1), TABLE_BYTES / 8)
    by_cells = table_seconds(arities, r, cases)
    return min(by_cells, row_seconds(len(arities), rows)) + SECONDS_AN_ENTRY * entries


def expect(seconds: float) -> None:
    """So much work for NumPy is known to come: whether it takes longer than the kernels is asked of all of it."""
    global _expected
    _expected = _rent + seconds


def numpy_pays(family: Family, prior: str) -> bool:
    """Whether one table, or the rows, in NumPy, with what was done so before and what is known to come, take less than
    to load the kernels, or to compile them if need be.

    The scores are the same whole numbers either way.
    """
    global _rent
    if "symdt.learn.kernels.choose" in sys.modules:
        return False
    _rent += numpy_seconds(family.arities, family.r, len(family.child), family.cases, prior)
    seconds = max(_rent, _expected)
    return seconds < TO_LOAD or seconds < _price(set(family.arities) == {2})


def _price(binary: bool) -> float:
    """Seconds until the kernels are at hand."""
    if binary:
        return TO_LOAD if is_compiled("binary", "lattice_task") else TO_COMPILE_BINARY
    if record("mixed") is not None:
        return TO_LOAD if kept("mixed") else TO_FINISH_MIXED
    return TO_LOAD if is_compiled("mixed", "mixed_task") else TO_COMPILE_MIXED


class LogTables:
    """g_α(0), g_α(1), … for each α that was asked for, in extended precision."""

    def __init__(self) -> None:
        self._tables: dict[float, Array] = {}

    def __call__(self, alpha: float, counts: Array) -> Any:
        """Σ g_α(n) over the counts: a function of the multiset of counts alone, so that ties are ties."""
        found, times = np.unique(counts, return_counts=True)
        table = self._tables.get(alpha)
        if table is None or len(table) <= found[-1]:
            logs = np.log(alpha + np.arange(2 * int(found[-1]) + 1)).astype(np.longdouble)
            table = self._tables[alpha] = np.concatenate([np.zeros(1, np.longdouble), np.cumsum(logs)])
        return (table[found] * times).sum()


def set_score(family: Family, parents: Sequence[int], prior: str, alpha: float, tables: LogTables) -> float:
    """The score of one parent set, by counting its blocks."""
    if family.r == 1:
        return 0.0
    block = np.zeros(len(family.child), np.int64)
    size = 1
    for v in parents:
        if size * family.arities[v] >= (1 << 62) // family.r:  # renumber what occurs
            seen, block = np.unique(block, return_inverse=True)
            size = len(seen)
        block = block * family.arities[v] + family.values[v]
        size *= family.arities[v]
    _, block = np.unique(block, return_inverse=True)
    n = np.bincount(block * family.r + family.child, weights=family.weights)
    cells = n[n > 0].astype(np.int64)
    blocks = np.bincount(block, weights=family.weights).astype(np.int64)
    states = math.prod(float(family.arities[v]) for v in parents)
    law = Prior(prior, alpha)
    return float(tables(law.cell(family.r, states), cells) - tables(law.block(family.r, states), blocks))


def full_score(family: Family, prior: str, alpha: float) -> float:
    """The score of the set of all the candidates, by itself."""
    return set_score(family, range(len(family.arities)), prior, alpha, LogTables())
