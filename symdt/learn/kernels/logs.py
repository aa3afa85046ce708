"""Tables of log rising factorials in fixed point: the only logarithms that a score needs.

The evidence of a family is a product of rising factorials
`Γ(α+m)/Γ(α) = α(α+1)…(α+m−1)`, so its logarithm is a sum of entries of

    g_α(m) = Σ_{i<m} log(α + i),

one table for each distinct α, made by one compensated cumulative sum. The entries are 64-bit
integers, in units of 2^−bits, and so are all scores until the very end. That has three reasons:
sums of integers are exact, hence the same whatever the order of summation or the number of
threads, and two parent sets with equal counts get *equal* scores, so that ties are ties; a table
entry near 10^6 keeps an absolute error near 10^−13, where a double would keep 10^−10, which is what
the scores of nearly constant variables need; and differences of scores may be stored and added up
again without loss (the Möbius step of `lattice`).
"""

from __future__ import annotations

import math
import sys
from threading import Lock
from typing import Any

import numpy as np

__all__ = ["extent", "fixed_bits", "fixed_log", "most_rows", "rising_rows", "rising_table"]

MAX_BITS = 50
SHORT = 3_000_000  # entries of tables that are made before a kernel would be loaded
MANY = 12  # α that NumPy does sooner at once than Python one by one
TABLE_BYTES = 1 << 26  # of the tables of one number of cases
MOST_ROWS = 4096  # of a shared table


def fixed_bits(cases: int, alpha_min: float, alpha_max: float) -> int:
    """The number of binary places such that no score of `cases` cases overflows 62 bits.

    The extent of the logarithms is rounded up to a multiple of 32, so that most priors share tables.
    """
    bound = (cases + 1) * 32 * math.ceil(extent(cases, alpha_min, alpha_max) / 32)
    return min(MAX_BITS, 61 - math.ceil(math.log2(bound)))


def extent(cases: int, alpha_min: float, alpha_max: float) -> float:
    """No logarithm of a score is further from 0 than this, less 1."""
    return math.log(alpha_max + cases + 1) + abs(math.log(alpha_min)) + 1


def fixed_log(x: float, bits: int) -> int:
    """log x in units of 2^−bits, rounded to the nearest.

    >>> fixed_log(1.0, 40), fixed_log(2.0, 2)
    (0, 3)
    """
    return round(math.ldexp(math.log(x), bits))


def rising_table(alphas: Any, scale: float, out: Any) -> None:
    """out[u, m] = g_{α_u}(m) · scale, rounded; double-double accumulation.

    Long tables are the compiler's, others are made in NumPy, all α at once, or for a few α one by one: the
    same numbers.
    """
    if "symdt.learn.kernels.cells" in sys.modules or out.size > SHORT:
        from symdt.learn.kernels.cells import fill_table

        fill_table(alphas, scale, out)
        return
    if len(alphas) < MANY:
        for u, a in enumerate(alphas.tolist()):
            out[u] = _rising_row(a, scale, out.shape[1])
        return
    steps = [[math.log(a + m) for a in alphas.tolist()] for m in range(out.shape[1] - 1)]
    hi, lo = np.zeros(len(alphas)), np.zeros(len(alphas))
    out[:, 0] = 0
    for m, x in enumerate(np.array(steps).reshape(-1, len(alphas)), 1):
        s = hi + x
        b = s - hi
        lo += (hi - (s - b)) + (x - b)
        hi = s
        whole = np.floor(hi * scale)
        out[:, m] = whole.astype(np.int64) + np.rint((hi * scale - whole) + lo * scale).astype(np.int64)


def _rising_row(alpha: float, scale: float, length: int) -> list[int]:
    """One row of the table."""
    row, hi, lo = [0], 0.0, 0.0
    for m in range(length - 1):
        x = math.log(alpha + m)
        s = hi + x
        b = s - hi
        lo += (hi - (s - b)) + (x - b)
        hi = s
        whole = math.floor(hi * scale)
        row.append(whole + round((hi * scale - whole) + lo * scale))
    return row


class _Store:
    """Tables of one length and precision, filled as they are asked for, shared by all children."""

    def __init__(self, bits: int, length: int) -> None:
        self.bits, self.length = bits, length
        self.table = np.empty((most_rows(length), length), np.int64)
        self.place: dict[float, int] = {}


def most_rows(length: int) -> int:
    """How many rows of this length a shared table has."""
    return min(MOST_ROWS, TABLE_BYTES // (8 * length))


_store: _Store | None = None
_lock = Lock()


def rising_rows(alphas: list[float], bits: int, cases: int) -> tuple[Any, list[int]]:
    """A table with a row for each α, and which row: up to `cases`, or as long as memory allows.

    Counts past the end of the table are for lgamma (`cells.rising`).
    """
    global _store
    wanted = sorted(set(alphas))
    scale = math.ldexp(1.0, bits)
    with _lock:
        if len(wanted) > most_rows(
            cases + 1
        ):  # too many for whole rows: a table of their own, as long as it may be
            length = min(cases + 1, max(2, TABLE_BYTES // (8 * len(wanted))))
            table = np.empty((len(wanted), length), np.int64)
            rising_table(np.array(wanted), scale, table)
            place = {a: i for i, a in enumerate(wanted)}
            return table, [place[a] for a in alphas]
        store = _store
        if store is None or (store.bits, store.length) != (bits, cases + 1):
            _store = store = _Store(bits, cases + 1)
        fresh = sorted(set(wanted) - store.place.keys())
        if len(store.place) + len(fresh) > len(store.table):
            _store = store = _Store(bits, cases + 1)
            fresh = wanted
        if fresh:
            first = len(store.place)
            rising_table(np.array(fresh), scale, store.table[first : first + len(fresh)])
            store.place.update((a, first + i) for i, a in enumerate(fresh))
        return store.table, [store.place[a] for a in alphas]
