"""Sums over few DAGs or orders in ball arithmetic: every number with a bound of its error, no compiler.

The recursions of `sinks` and `orders` once more, in Python on FLINT's real balls, whose radius bounds
the error of everything that went before; the precision is doubled until the radius is small. For up
to ten variables this takes less time than to compile the kernels, and it is their second road.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import arb, ctx

from symdt.learn.dags.shares import Sums
from symdt.learn.kernels.family import Array

__all__ = ["ball_sums"]

GOOD = 1e-16  # the radius of a probability at which the precision is enough
MOST_BITS = 1 << 14

Ball = Any


def compact(B: int, i: int) -> int:
    """The place of a set without i among the sets without i."""
    low = (1 << i) - 1
    return (B & low) | ((B >> 1) & ~low)


def _subset_sums(x: list[Ball]) -> list[Ball]:
    out = list(x)
    step = 1
    while step < len(out):
        for S in range(len(out)):
            if S & step:
                out[S] += out[S ^ step]
        step *= 2
    return out


def _superset_sums(x: list[Ball]) -> list[Ball]:
    return _subset_sums(x[::-1])[::-1]  # the complements, which stand in the other order


def _products(first: Ball, B: int, inside: list[list[Ball]], n: int) -> tuple[list[int], list[Ball]]:
    """All sets K outside B that may follow it, with (−1)^|K| first ∏_{j∈K} inside_j(B)."""
    sets, values = [0], [first]
    for j in range(n):
        if not B >> j & 1:
            a = -inside[j][compact(B, j)]
            if a != 0:
                sets += [K | 1 << j for K in sets]
                values += [x * a for x in values]
    return sets, values


def _sinks(n: int, inside: list[list[Ball]]) -> tuple[Ball, list[list[Ball]]]:
    """The sum over all DAGs, and closed(B) · alone_i(B) for every i and B (see `sinks`)."""
    full = (1 << n) - 1
    closed = [arb(1)] + [arb(0)] * full
    for B in range(full):
        sets, values = _products(-closed[B], B, inside, n)
        for K, x in zip(sets[1:], values[1:], strict=True):
            closed[B | K] += x
    rest = [arb(0)] * full + [arb(1)]
    joint = [[arb(0)] * (1 << (n - 1)) for _ in range(n)]
    for B in range(full - 1, -1, -1):
        sets, values = _products(arb(-1), B, inside, n)
        terms = [x * rest[B | K] for K, x in zip(sets, values, strict=True)]
        terms[0] = arb(0)
        while len(terms) > 1:
            half = len(terms) // 2
            j = (sets[half]).bit_length() - 1
            joint[j][compact(B, j)] = closed[B] * sum(terms[half:], arb(0))
            terms = [x + y for x, y in zip(terms[:half], terms[half:], strict=True)]
        rest[B] = terms[0]
    return closed[full], joint


def _orders(n: int, inside: list[list[Ball]]) -> tuple[Ball, list[list[Ball]]]:
    """The sum over all orders, and before(B) · inside_i(B) · after(B∪i) for every i and B (see `orders`)."""
    full = (1 << n) - 1
    before = [arb(1)] + [arb(0)] * full
    after = [arb(0)] * full + [arb(1)]
    for S in range(1, full + 1):
        for j in range(n):
            if S >> j & 1:
                B = S ^ 1 << j
                before[S] += before[B] * inside[j][compact(B, j)]
    for B in range(full - 1, -1, -1):
        for j in range(n):
            if not B >> j & 1:
                after[B] += after[B | 1 << j] * inside[j][compact(B, j)]
    joint = [[arb(0)] * (1 << (n - 1)) for _ in range(n)]
    for i in range(n):
        for B in range(full + 1):
            if not B >> i & 1:
                c = compact(B, i)
                joint[i][c] = before[B] * inside[i][c] * after[B | 1 << i]
    return before[full], joint


def ball_sums(logs: list[Array], structure_prior: str, pairs: bool = False) -> Sums | None:
    """The sums over all DAGs or orders of these log weights; None if their total is 0."""
    bits = 128
    saved = ctx.prec
    try:
        while True:
            ctx.prec = bits
            found = _at_precision(logs, structure_prior, pairs)
            if found is None or found.error.max() < GOOD or bits >= MOST_BITS:
                return found
            bits *= 2
    finally:
        ctx.prec = saved


def _at_precision(logs: list[Array], structure_prior: str, pairs: bool) -> Sums | None:
    n = len(logs)
    weights = [[arb(x).exp() if x > -np.inf else arb(0) for x in table.tolist()] for table in logs]
    inside = [_subset_sums(w) for w in weights]
    total, joint = (_orders if structure_prior == "orders" else _sinks)(n, inside)
    if total == 0:
        return None
    if not total > 0:  # the ball is too wide to tell
        wide = np.full((n, n), 0.5)
        return Sums(np.nan, wide, wide, np.full((n, n), np.inf), None, None, np.inf)
    present, absent, error = np.zeros((n, n)), np.ones((n, n)), np.zeros((n, n))
    ancestor = np.zeros((n, n))
    both = np.zeros((n, n, n)) if pairs else None
    for i in range(n):
        others = [j for j in range(n) if j != i]
        free = [x / y if y != 0 else arb(0) for x, y in zip(joint[i], inside[i], strict=True)]
        family = [x * y / total for x, y in zip(_superset_sums(free), weights[i], strict=True)]
        for b, j in enumerate(others):
            has = sum((x for c, x in enumerate(family) if c >> b & 1), arb(0))
            lacks = sum((x for c, x in enumerate(family) if not c >> b & 1), arb(0))
            present[j, i], absent[j, i] = max(float(has.mid()), 0.0), max(float(lacks.mid()), 0.0)
            below = sum((x for c, x in enumerate(joint[i]) if not c >> b & 1), arb(0)) / total
            error[j, i] = max(float(has.rad()), float(below.rad()))
            ancestor[i, j] = min(max(float(below.mid()), 0.0), 1.0)
            if both is not None:
                for a in range(b):
                    need = 1 << a | 1 << b
                    x = sum((x for c, x in enumerate(family) if c & need == need), arb(0))
                    both[i, others[a], j] = both[i, j, others[a]] = max(float(x.mid()), 0.0)
    return Sums(
        float(total.log().mid()), present, absent, error,
        None if structure_prior == "orders" else ancestor, both, float((total.rad() / total).upper()),
    )  # fmt: skip
