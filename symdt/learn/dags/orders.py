"""All orders alike: sums over pairs of an order and a DAG that agrees with it, in O(n² 2^n).

With inside_i(B) = Σ_{P⊆B} w_i(P), the weight of all ways to begin an order with the set S, and of all
ways to go on after it, are

    before(S) = Σ_{j∈S} before(S∖j) inside_j(S∖j),    after(B) = Σ_{j∉B} inside_j(B) after(B∪j),

so before(B) · inside_i(B) · after(B∪i) is the weight of the orders in which B precedes i (Koivisto and
Sood 2004). Nothing is subtracted: every number has a relative error of a few n·2^−53.
A DAG counts as often as there are orders that agree with it.
"""

from __future__ import annotations

import numpy as np

from symdt.learn.dags.scaled import NONE, add_scaled, compact
from symdt.learn.kernels.jit import kernel

__all__ = ["after_sums", "before_sums", "between", "fill_most_probable"]


@kernel
def before_sums(n, m, e, out, power):  # type: ignore[no-untyped-def]
    """out[S] · 2^power[S] = before(S)."""
    out[0] = 1.0
    power[0] = 0
    for S in range(1, 1 << n):
        x, k = 0.0, NONE
        for j in range(n):
            if S >> j & 1:
                B = S ^ (1 << j)
                c = compact(B, j)
                if power[B] > NONE and e[j, c] > NONE:
                    y, d = out[B] * m[j, c], power[B] + e[j, c]
                    if y >= 2.0:
                        y *= 0.5
                        d += 1
                    x, k = add_scaled(x, k, y, d)
        out[S] = x
        power[S] = k


@kernel
def after_sums(n, m, e, out, power):  # type: ignore[no-untyped-def]
    """out[B] · 2^power[B] = after(B)."""
    full = (1 << n) - 1
    out[full] = 1.0
    power[full] = 0
    for B in range(full - 1, -1, -1):
        x, k = 0.0, NONE
        for j in range(n):
            if not B >> j & 1:
                S = B | (1 << j)
                c = compact(B, j)
                if power[S] > NONE and e[j, c] > NONE:
                    y, d = out[S] * m[j, c], power[S] + e[j, c]
                    if y >= 2.0:
                        y *= 0.5
                        d += 1
                    x, k = add_scaled(x, k, y, d)
        out[B] = x
        power[B] = k


@kernel
def between(i, n, before, before_power, after, after_power, m, e):  # type: ignore[no-untyped-def]
    """m[c] · 2^e[c] = before(B) · after(B∪i) for every set B without i, c its place among them."""
    low = (1 << i) - 1
    for c in range(1 << (n - 1)):
        B = (c & low) | ((c & ~low) << 1)
        S = B | (1 << i)
        if before_power[B] == NONE or after_power[S] == NONE:
            m[c] = 0.0
            e[c] = NONE
            continue
        y, d = before[B] * after[S], before_power[B] + after_power[S]
        if y >= 2.0:
            y *= 0.5
            d += 1
        m[c] = y
        e[c] = d


@kernel
def fill_most_probable(n, best, tie, value, last):  # type: ignore[no-untyped-def]
    """value[S] = max over j in S of value[S∖j] + best_j(S∖j), and which j: the latest of those that tie."""
    for S in range(1, 1 << n):
        top = -np.inf
        for j in range(n - 1, -1, -1):
            if S >> j & 1:
                B = S ^ (1 << j)
                low = (1 << j) - 1
                x = value[B] + best[j, (B & low) | ((B >> 1) & ~low)]
                if x > top + tie or top == -np.inf:
                    top = x
                    last[S] = j
        value[S] = top
