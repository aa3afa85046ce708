"""Blocks of two to four cases, for a whole node of the lattice at once.

Let φ(G) = f(G) + |G| log r for a set G of cases in one block, and μ its Möbius inverse,
φ(B) = Σ_{G ⊆ B} μ(G). Cases of G share a block of the parent set S iff S lies in the set of
candidates on which all of them agree. Hence a block of m cases adds to the score of each S below
its node

    −m log r + Σ_{G, |G| ≥ 2} μ(G) [S ⊆ agreement(G)],

and μ depends on G only through the composition of its child states. So the node counts agreement
sets, by composition, and one sum over supersets serves all its small blocks and all sets below.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from symdt.learn.kernels.jit import part

__all__ = ["KEY_BITS", "SMALL", "Rows", "expand", "superset_sum"]

SMALL = 4  # the most cases of a block that is expanded
KEY_BITS = 18  # of a packed word: cases << KEY_BITS | cell


class Rows(NamedTuple):
    """The distinct configurations of the candidates, with the counts of the child's states."""

    codes: Any  # int64[row]: Σ_v x_v ∏_{u<v} a_u, as far as that fits
    values: Any  # uint16[v, row]
    counts: Any  # int32[row, k]
    cases: Any  # int64[row] = Σ_k counts
    words: Any  # int32[row]: cases << KEY_BITS | Σ_k n_k W^k, where cases < W
    kids: Any  # int16[row, SMALL]: the child's states one by one, where cases <= SMALL
    arities: Any  # int64[v]
    stride: Any  # int64[v]: what candidate v adds to the level
    binary: bool  # all candidates have two states


@part
def _type2(a, b):  # type: ignore[no-untyped-def]
    return 0 if a == b else 1


@part
def _type3(a, b, c):  # type: ignore[no-untyped-def]
    same = int(a == b) + int(a == c) + int(b == c)
    return 2 if same == 3 else (3 if same == 1 else 4)


@part
def _type4(a, b, c, d):  # type: ignore[no-untyped-def]
    same = int(a == b) + int(a == c) + int(a == d) + int(b == c) + int(b == d) + int(c == d)
    if same == 6:
        return 5
    if same == 3:
        return 6
    if same == 2:
        return 7
    return 8 if same == 1 else 9


@part
def _agreement(a, b, low, rows):  # type: ignore[no-untyped-def]
    """The set of candidates below `low` on which rows a and b agree."""
    if rows.binary:
        return ~(rows.codes[a] ^ rows.codes[b]) & ((np.int64(1) << low) - 1)
    mask = np.int64(0)
    for v in range(low):
        if rows.values[v, a] == rows.values[v, b]:
            mask |= np.int64(1) << v
    return mask


@part
def superset_sum(h, bits):  # type: ignore[no-untyped-def]
    """h[m] ← Σ_{m' ⊇ m} h[m'] over the subsets of `bits` candidates."""
    size = 1 << bits
    for b in range(bits):
        step = 1 << b
        for base in range(0, size, 2 * step):
            lower = h[base : base + step]
            upper = h[base + step : base + 2 * step]
            for i in range(step):
                lower[i] += upper[i]


@part
def expand(rows, block, size, low, hist, used):  # type: ignore[no-untyped-def]
    """Enter a block of at most four cases into the node's histograms of agreement sets."""
    who = np.empty(4, np.int64)
    kid = np.empty(4, np.int64)
    m = 0
    for i in range(size):
        row = block[i]
        for c in range(rows.cases[row]):
            who[m] = row
            kid[m] = rows.kids[row, c]
            m += 1
    a01 = _agreement(who[0], who[1], low, rows)
    t = _type2(kid[0], kid[1])
    hist[t, a01] += 1
    used[t] = True
    if m >= 3:
        a02 = _agreement(who[0], who[2], low, rows)
        a12 = _agreement(who[1], who[2], low, rows)
        hist[_type2(kid[0], kid[2]), a02] += 1
        hist[_type2(kid[1], kid[2]), a12] += 1
        hist[_type3(kid[0], kid[1], kid[2]), a01 & a02] += 1
        for t in range(5):
            used[t] = True
        if m == 4:
            a03 = _agreement(who[0], who[3], low, rows)
            a13 = _agreement(who[1], who[3], low, rows)
            a23 = _agreement(who[2], who[3], low, rows)
            hist[_type2(kid[0], kid[3]), a03] += 1
            hist[_type2(kid[1], kid[3]), a13] += 1
            hist[_type2(kid[2], kid[3]), a23] += 1
            hist[_type3(kid[0], kid[1], kid[3]), a01 & a03] += 1
            hist[_type3(kid[0], kid[2], kid[3]), a02 & a03] += 1
            hist[_type3(kid[1], kid[2], kid[3]), a12 & a13] += 1
            hist[_type4(kid[0], kid[1], kid[2], kid[3]), a01 & a02 & a03] += 1
            for t in range(used.shape[0]):
                used[t] = True
