"""All DAGs alike: sums over DAGs by inclusion and exclusion over sinks, in O(3^n).

Let w_i(P) be the weight of the parent set P of i, and inside_i(B) = Σ_{P⊆B} w_i(P). The weight of
all DAGs on S, and that of all ways to complete a DAG on B to one on V in which no arc enters B, are

    closed(S) = Σ_{∅≠K⊆S}   (−1)^{|K|+1} closed(S∖K) ∏_{j∈K} inside_j(S∖K),   closed(∅) = 1,
    rest(B)   = Σ_{∅≠K⊆V∖B} (−1)^{|K|+1} rest(B∪K)   ∏_{j∈K} inside_j(B),     rest(V)  = 1,

K running over sets of sinks of S, of sources of V∖B (Robinson 1973; Tian and He 2009). In the second sum the terms
with i ∈ K alone add up to

    alone_i(B) = the weight of the completions of B in which V∖B is i and its descendants:

inclusion and exclusion over the other sources. So closed(B) · alone_i(B) is the weight of the DAGs in
which i has exactly the nondescendants B. It is not negative, the sum over B is the sum over all DAGs,
and the sum over B without k is the weight of 'i is an ancestor of k'.

Every sum alternates: it is done in double-double, beside a bound of its error that is carried along
(each term's own relative error times its size). The exponents are fixed beforehand, by the same
recursions with max for the sum.
"""

from __future__ import annotations

import math

import numpy as np

from symdt.learn.dags.scaled import NONE, POWERS, UNIT, add_twice, compact, multiply_twice
from symdt.learn.kernels.jit import kernel, part

__all__ = ["closed_scale", "closed_sums", "rest_scale", "rest_sums"]

# of an array with a row for each set
HI, LO, EXPONENT, ERROR = 0, 1, 2, 3


@kernel
def closed_scale(n, e, table):  # type: ignore[no-untyped-def]
    """table[S, EXPONENT] = the largest exponent of a DAG on S, the other columns 0."""
    for S in range(1 << n):
        best = 0 if S == 0 else NONE
        for j in range(n):
            if S >> j & 1:
                B = S ^ (1 << j)
                if table[B, EXPONENT] > NONE and e[j, compact(B, j)] > NONE:
                    best = max(best, int(table[B, EXPONENT]) + e[j, compact(B, j)])
        table[S, HI] = 0.0
        table[S, LO] = 0.0
        table[S, EXPONENT] = best
        table[S, ERROR] = 0.0


@kernel
def rest_scale(n, e, table):  # type: ignore[no-untyped-def]
    """table[B, EXPONENT] = the largest exponent of a completion of B, the other columns 0."""
    full = (1 << n) - 1
    for B in range(full, -1, -1):
        best = 0 if full == B else NONE
        for j in range(n):
            if not B >> j & 1:
                S = B | (1 << j)
                if table[S, EXPONENT] > NONE and e[j, compact(B, j)] > NONE:
                    best = max(best, int(table[S, EXPONENT]) + e[j, compact(B, j)])
        table[B, HI] = 0.0
        table[B, LO] = 0.0
        table[B, EXPONENT] = best
        table[B, ERROR] = 0.0


@part
def signed_products(B, n, hi, lo, e, ph, pl, pe, pr, where, member):  # type: ignore[no-untyped-def]
    """From place 0 on: (−1)^|K| p(0) ∏_{j∈K} inside_j(B) for all sets K of members that may follow B.

    pr has the relative errors: a factor brings that of at most n sums and one product. A member j
    whose inside_j(B) is 0 takes part in no product. Gives the number of members.
    """
    factor = (3 * n + 4) * UNIT
    size = 1
    where[0] = 0
    m = 0
    for j in range(n):
        if B >> j & 1:
            continue
        c = compact(B, j)
        if e[j, c] == NONE:
            continue
        ah, al, ae = -hi[j, c], -lo[j, c], e[j, c]
        bit = 1 << j
        member[m] = j
        m += 1
        for t in range(size):
            ph[size + t], pl[size + t] = multiply_twice(ph[t], pl[t], ah, al)
        for t in range(size):
            pe[size + t] = pe[t] + ae
            pr[size + t] = pr[t] + factor
            where[size + t] = where[t] | bit
        size *= 2
    return m


@kernel
def closed_sums(n, hi, lo, e, table):  # type: ignore[no-untyped-def]
    """Fill table (see `closed_scale`) with closed(S) = (HI + LO)·2^EXPONENT and its relative ERROR."""
    ph, pl, pr = np.empty(1 << n), np.empty(1 << n), np.empty(1 << n)
    pe, where = np.empty(1 << n, np.int64), np.empty(1 << n, np.int64)
    member = np.empty(n, np.int64)
    table[0, HI] = 1.0
    for B in range(1 << n):
        if table[B, EXPONENT] == NONE:
            continue
        if B:
            table[B, ERROR] = table[B, ERROR] / table[B, HI] if table[B, HI] > 0 else np.inf
        ph[0] = -table[B, HI]
        pl[0] = -table[B, LO]
        pe[0] = int(table[B, EXPONENT])
        pr[0] = table[B, ERROR]
        m = signed_products(B, n, hi, lo, e, ph, pl, pe, pr, where, member)
        for t in range(1, 1 << m):
            S = B | where[t]
            d = int(table[S, EXPONENT]) - pe[t]
            if d > 1000:  # below 10^−300 of the sum
                continue
            s = POWERS[d]
            x = ph[t] * s
            high, low = add_twice(table[S, HI], table[S, LO], x, pl[t] * s)
            table[S, HI] = high
            table[S, LO] = low
            table[S, ERROR] += abs(x) * pr[t] + abs(high) * (3 * UNIT)


@kernel
def rest_sums(n, hi, lo, e, table, alone, alone_error):  # type: ignore[no-untyped-def]
    """Fill table with rest(B), and alone[i, B without i] with alone_i(B), in units of 2^EXPONENT of rest(B).

    alone_error has the bounds of the errors, in the same units.
    """
    full = (1 << n) - 1
    xh, xl, xe = np.empty(1 << n), np.empty(1 << n), np.empty(1 << n)
    ph, pl, pr = np.empty(1 << n), np.empty(1 << n), np.empty(1 << n)
    pe, where = np.empty(1 << n, np.int64), np.empty(1 << n, np.int64)
    member = np.empty(n, np.int64)
    table[full, HI] = 1.0
    for B in range(full - 1, -1, -1):
        if table[B, EXPONENT] == NONE:
            continue
        base = int(table[B, EXPONENT])
        ph[0] = -1.0
        pl[0] = 0.0
        pe[0] = 0
        pr[0] = 4 * UNIT
        m = signed_products(B, n, hi, lo, e, ph, pl, pe, pr, where, member)
        size = 1 << m
        xh[0] = 0.0
        xl[0] = 0.0
        xe[0] = 0.0
        for t in range(1, size):
            S = B | where[t]
            d = base - int(table[S, EXPONENT]) - pe[t]
            if d > 1000 or table[S, EXPONENT] == NONE:
                xh[t] = 0.0
                xl[t] = 0.0
                xe[t] = 0.0
                continue
            s = POWERS[d]
            xh[t], xl[t] = multiply_twice(ph[t], pl[t], table[S, HI] * s, table[S, LO] * s)
            xe[t] = abs(xh[t]) * (table[S, ERROR] + pr[t])
        for b in range(m - 1, -1, -1):
            half = 1 << b
            sh = 0.0
            sl = 0.0
            se = 0.0
            for t in range(half):
                u = t + half
                sh, sl = add_twice(sh, sl, xh[u], xl[u])
                se += xe[u] + abs(sh) * (3 * UNIT)
                xh[t], xl[t] = add_twice(xh[t], xl[t], xh[u], xl[u])
                xe[t] += xe[u] + abs(xh[t]) * (3 * UNIT)
            c = compact(B, member[b])
            alone[member[b], c] = max(sh, 0.0)
            alone_error[member[b], c] = se
        table[B, HI] = xh[0]
        table[B, LO] = xl[0]
        table[B, ERROR] = xe[0] / xh[0] if xh[0] > 0 else np.inf


@kernel
def outside_alone(i, n, hi, e, closed, rest, alone, alone_error, total, power, m, x, joint):  # type: ignore[no-untyped-def]
    """closed(B) · alone_i(B): divided by inside_i(B) into m · 2^x, and as a share of the total into joint.

    Gives a bound of the error of any sum of those shares.
    """
    low = (1 << i) - 1
    error = 0.0
    for c in range(1 << (n - 1)):
        B = (c & low) | ((c & ~low) << 1)
        if closed[B, EXPONENT] == NONE or rest[B, EXPONENT] == NONE or e[i, c] == NONE:
            m[c] = 0.0
            x[c] = NONE
            joint[c] = 0.0
            continue
        units = int(closed[B, EXPONENT]) + int(rest[B, EXPONENT])
        y = closed[B, HI] * alone[i, c]
        d = power - units
        share = POWERS[d] if 0 <= d < 1100 else (2.0**-d if d < 0 else 0.0)
        joint[c] = y * share / total
        error += closed[B, HI] * share / total * (alone_error[i, c] + alone[i, c] * closed[B, ERROR])
        y /= hi[i, c]
        if y > 0.0:
            z, k = math.frexp(y)
            m[c] = 2.0 * z
            x[c] = units - e[i, c] + k - 1
        else:
            m[c] = 0.0
            x[c] = NONE
    return error
