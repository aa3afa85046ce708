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

import numpy as np

from symdt.learn.kernels.compositions import TYPES
from symdt.learn.kernels.jit import part

__all__ = ["SMALL", "enter", "kinds_of", "superset_sum"]

SMALL = 4  # the most cases of a block that is expanded


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
def enter(m, k0, k1, k2, k3, a01, a02, a12, a03, a13, a23, bits, hist):  # type: ignore[no-untyped-def]
    """Enter a block of m ≤ 4 cases into the node's histograms of agreement sets, of 2^bits numbers each.

    k0, k1, …: the child's states; a01, …: the candidates on which cases 0 and 1, … agree. Two cases enter
    the first two histograms only, three the first five (`kinds_of`).
    """
    hist[np.uint64(_type2(k0, k1) << bits | a01)] += 1
    if m >= 3:
        hist[np.uint64(_type2(k0, k2) << bits | a02)] += 1
        hist[np.uint64(_type2(k1, k2) << bits | a12)] += 1
        hist[np.uint64(_type3(k0, k1, k2) << bits | (a01 & a02))] += 1
        if m == 4:
            hist[np.uint64(_type2(k0, k3) << bits | a03)] += 1
            hist[np.uint64(_type2(k1, k3) << bits | a13)] += 1
            hist[np.uint64(_type2(k2, k3) << bits | a23)] += 1
            hist[np.uint64(_type3(k0, k1, k3) << bits | (a01 & a03))] += 1
            hist[np.uint64(_type3(k0, k2, k3) << bits | (a02 & a03))] += 1
            hist[np.uint64(_type3(k1, k2, k3) << bits | (a12 & a13))] += 1
            hist[np.uint64(_type4(k0, k1, k2, k3) << bits | (a01 & a02 & a03))] += 1


@part
def kinds_of(m):  # type: ignore[no-untyped-def]
    """How many histograms blocks of at most m cases enter."""
    return 2 if m == 2 else (5 if m == 3 else TYPES)
