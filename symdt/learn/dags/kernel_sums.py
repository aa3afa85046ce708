"""Sums over many DAGs with the compiled kernels: inside, then outside, then what a parent set weighs.

    share_i(P) = w_i(P) · Σ_{B⊇P} outside_i(B) / total,

where inside_i(B) · outside_i(B) is the weight of all that have B as the nondescendants of i (`sinks`),
or before i in the order (`orders`). The arc j → i has the share Σ_{P∋j} share_i(P).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from symdt.learn.dags.families import Weights
from symdt.learn.dags.few_sinks import few_sums
from symdt.learn.dags.joint_tables import AT_ONCE
from symdt.learn.dags.orders import after_sums, before_sums, between
from symdt.learn.dags.scaled import NONE, split, subset_sums, subset_sums_twice, superset_sums
from symdt.learn.dags.shares import Sums
from symdt.learn.dags.sinks import (
    ERROR,
    EXPONENT,
    HI,
    closed_scale,
    closed_sums,
    outside_alone,
    rest_scale,
    rest_sums,
)
from symdt.learn.kernels.family import Array

__all__ = ["kernel_sums"]

ROUNDING = 2.0**-52  # of a double, for each of the few n steps of a sum without cancellation

Outside = Callable[[int], tuple[Array, Array, Array | None, float]]


def kernel_sums(weights: Weights, structure_prior: str, jobs: int = 1, pairs: bool = False) -> Sums | None:
    """The sums of these weights; None if no DAG is admissible."""
    n = weights.n
    if structure_prior == "dags" and n <= AT_ONCE and not pairs:
        return _few(weights)
    made = _orders(weights, jobs) if structure_prior == "orders" else _sinks(weights, jobs)
    if made is None:
        return None
    mantissa, exponent, error_of_total, outside = made
    present, absent, error = np.zeros((n, n)), np.ones((n, n)), np.zeros((n, n))
    ancestor = None if structure_prior == "orders" else np.zeros((n, n))
    both = np.zeros((n, n, n)) if pairs else None

    def some(here: Sequence[int]) -> None:
        """These children, all their arrays at once: one by one where they are large."""
        m, e = np.empty((len(here), 1 << (n - 1))), np.empty((len(here), 1 << (n - 1)), np.int64)
        joints, errors = [], []
        for k, i in enumerate(here):
            m[k], power, joint, error_of_child = outside(i)
            superset_sums(m[k], power)
            e[k] = power
            if joint is not None:
                joints.append(joint)
            errors.append(error_of_child)
        wm, we = split(np.stack([weights.logs(i) for i in here]))
        # zero has the least exponent, which the power below turns into 0
        share = m * wm / mantissa * np.exp2(np.clip(e + we - exponent, -1100, 1000))
        has, lacks = _sides(share)
        total = has + lacks
        others = _others(n)[list(here)]
        children = np.array(here)[:, None]
        present[others, children], absent[others, children] = has / total, lacks / total
        error[others, children] = np.array(errors)[:, None] + (error_of_total + 8 * n * ROUNDING)
        if ancestor is not None:
            ancestor[children, others] = np.clip(_sides(np.stack(joints))[1], 0.0, 1.0)
        if both is not None:
            for b in range(n - 1):
                half = share.reshape(len(here), -1, 2, 1 << b)[:, :, 1, :].reshape(len(here), -1)
                rest = np.delete(others, b, axis=1)
                both[children, others[:, b : b + 1], rest] = _sides(half)[0] / total[:, b : b + 1]

    _each(some, [range(n)] if n <= AT_ONCE else [[i] for i in range(n)], jobs)
    log_total, off = math.log(mantissa) + exponent * math.log(2.0), error_of_total + 8 * n * ROUNDING
    return Sums(log_total, present, absent, error, ancestor, both, off)


def _few(weights: Weights) -> Sums | None:
    """The sums over the DAGs on few variables, in one call."""
    n = weights.n
    shares = np.zeros((4, n, n))
    mantissa, exponent = few_sums(weights.all_logs(), 8 * n * ROUNDING, shares)
    if not mantissa:
        return None
    present, absent, error, ancestor = shares
    log_total = math.log(mantissa) + exponent * math.log(2.0)
    return Sums(log_total, present, absent, error, ancestor, None, float(error.max()) + 8 * n * ROUNDING)


@cache
def _others(n: int) -> Array:
    """Of each variable the others, in order."""
    return np.array([[j for j in range(n) if j != i] for i in range(n)], np.int64).reshape(n, n - 1)


def _each(one: Callable[[Any], None], tasks: Iterable[Any], jobs: int) -> None:
    if jobs == 1:
        for task in tasks:
            one(task)
        return
    with ThreadPoolExecutor(jobs) as pool:
        for _ in pool.map(one, tasks):
            pass


def _sides(x: Array) -> tuple[Array, Array]:
    """Of each row: for each bit the sum over the masks that have it, and over those that lack it."""
    bits = x.shape[1].bit_length() - 1
    has, lacks = np.zeros((len(x), bits)), np.zeros((len(x), bits))
    for b in range(bits - 1, -1, -1):
        low, high = x[:, : 1 << b], x[:, 1 << b :]
        has[:, b], lacks[:, b] = high.sum(axis=1), low.sum(axis=1)
        x = low + high
    return has, lacks


def _orders(weights: Weights, jobs: int) -> tuple[float, int, float, Outside] | None:
    n = weights.n
    m, e = np.empty((n, 1 << (n - 1))), np.empty((n, 1 << (n - 1)), np.int32)

    def inside(i: int) -> None:
        m[i], e[i] = split(weights.logs(i))
        subset_sums(m[i], e[i])

    _each(inside, range(n), jobs)
    before, before_power = np.empty(1 << n), np.empty(1 << n, np.int64)
    after, after_power = np.empty(1 << n), np.empty(1 << n, np.int64)
    before_sums(n, m, e, before, before_power)
    if before_power[-1] == NONE:
        return None
    after_sums(n, m, e, after, after_power)

    def outside(i: int) -> tuple[Array, Array, None, float]:
        out, power = np.empty(1 << (n - 1)), np.empty(1 << (n - 1), np.int32)
        between(i, n, before, before_power, after, after_power, out, power)
        return out, power, None, 4 * n * ROUNDING

    return float(before[-1]), int(before_power[-1]), 4 * n * ROUNDING, outside


def _sinks(weights: Weights, jobs: int) -> tuple[float, int, float, Outside] | None:
    n = weights.n
    sets = 1 << (n - 1)
    hi, lo, e = np.empty((n, sets)), np.zeros((n, sets)), np.empty((n, sets), np.int32)

    def inside(i: int) -> None:
        hi[i], e[i] = split(weights.logs(i))
        subset_sums_twice(hi[i], lo[i], e[i])

    _each(inside, range(n), jobs)
    closed, rest = np.empty((1 << n, 4)), np.empty((1 << n, 4))
    alone, alone_error = np.zeros((n, sets)), np.zeros((n, sets))
    closed_scale(n, e, closed)
    if closed[-1, EXPONENT] == NONE:
        return None
    rest_scale(n, e, rest)

    def half(which: int) -> None:
        if which:
            rest_sums(n, hi, lo, e, rest, alone, alone_error)
        else:
            closed_sums(n, hi, lo, e, closed)

    _each(half, range(2), jobs)  # the two halves are independent
    total, power = float(closed[-1, HI]), int(closed[-1, EXPONENT])

    def outside(i: int) -> tuple[Array, Array, Array, float]:
        m, x, joint = np.empty(sets), np.empty(sets, np.int32), np.empty(sets)
        error = outside_alone(i, n, hi, e, closed, rest, alone, alone_error, total, power, m, x, joint)
        return m, x, joint, error

    return total, power, float(closed[-1, ERROR]), outside
