"""The engine: prepares what the kernels need, chooses among them, and spreads the tasks over threads.

The whole lattice (`lattice`), or the sets of bounded size, counted by bits (`bitmaps`) or by rows
(`limited`). The kernels hold no interpreter lock, and sums are of integers (see `logs`), so the result
does not depend on the number of threads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from symdt.learn.kernels.bitmaps import bit_limited_task, fill_bitmaps
from symdt.learn.kernels.bounded_sets import limited_task
from symdt.learn.kernels.family import BITS_A_ROW, Array, Family
from symdt.learn.kernels.lattice.whole import whole_scores
from symdt.learn.kernels.law import Law, block_score, law_of, levels_of
from symdt.learn.kernels.spread import spread
from symdt.networks.prior import Prior

__all__ = [
    "bits_pay",
    "empty_score",
    "engine_scores",
    "law_of",
    "levels_of",
    "transitions",
    "variable_bitmaps",
]


def transitions(arities: Sequence[int], limit: int, prior: str) -> tuple[Array, Array, Array]:
    """Levels of the sets of at most `limit` candidates: the class of each candidate, step[level, class]
    to the level with one candidate more, and the number of parent states at each level.

    >>> kind, step, states = transitions([2, 3, 2], 2, "bdeu")
    >>> kind.tolist(), states.tolist(), step[0].tolist()
    ([0, 1, 0], [1.0, 2.0, 3.0, 4.0, 6.0, 9.0], [1, 2])
    """
    if not Prior(prior).depends_on_parents or not arities:
        return np.zeros(len(arities), np.int64), np.zeros((1, 1), np.int64), np.ones(1)
    kinds = sorted(set(arities))
    places = {(0,) * len(kinds): 0}
    states = [1.0]
    steps: list[list[int]] = []
    layer = list(places)
    for size in range(limit + 1):
        following: list[tuple[int, ...]] = []
        for counts in layer:
            row = [0] * len(kinds)
            if size < limit:
                for c, arity in enumerate(kinds):
                    more = (*counts[:c], counts[c] + 1, *counts[c + 1 :])
                    if more not in places:
                        places[more] = len(states)
                        states.append(states[places[counts]] * arity)
                        following.append(more)
                    row[c] = places[more]
            steps.append(row)
        layer = following
    kind = np.array([kinds.index(a) for a in arities], np.int64)
    return kind, np.array(steps, np.int64), np.array(states)


def engine_scores(
    family: Family, prior: str, alpha: float, k: int, jobs: int, tick: Callable[[float], None] | None
) -> Array:
    """The log evidences of all sets of at most k candidates, none of which has one state only."""
    q = len(family.arities)
    if k == q and q:
        return whole_scores(family, prior, alpha, jobs, tick)
    kind, step, states = transitions(family.arities, k, prior)
    law = law_of(prior, alpha, family.r, states, family.cases)
    return _bounded(family, law, kind, step, k, jobs, tick) / law.scale


def _bounded(
    family: Family,
    law: Law,
    kind: Array,
    step: Array,
    k: int,
    jobs: int,
    tick: Callable[[float], None] | None,
) -> Array:
    """Fixed-point scores of all parent sets of at most k candidates, in the order of `ParentSets`."""
    q = len(family.arities)
    binomial = np.array([[math.comb(v, s) for s in range(k + 1)] for v in range(q + 1)], np.int64)
    offsets = np.concatenate([[0], np.cumsum(binomial[q])])
    out = np.zeros(int(offsets[-1]), np.int64)
    out[0] = empty_score(family, law)
    if not k:
        return out
    arities = np.array(family.arities, np.int64)
    largest = sorted(family.arities, reverse=True)
    room = [math.prod(largest[:d]) for d in range(k)]  # blocks of a set of d candidates
    if bits_pay(room[-1], family.r, largest[0], family.cases, len(family.child)):
        bits = variable_bitmaps(family.values, family.arities, family.weights)
        child = variable_bitmaps(family.child[None], [family.r], family.weights)[0]
        offsets_of = np.concatenate([[0], np.cumsum(arities)])
        room_array = np.array(room, np.int64)
        task = partial(
            bit_limited_task, k=k, bitmaps=np.concatenate(bits), offsets_of=offsets_of, arities=arities,
            kind=kind, step=step, child=child, room=room_array, law=law, offsets=offsets, binomial=binomial, out=out,
        )  # fmt: skip
    else:
        task = partial(
            limited_task, k=k, values=np.ascontiguousarray(family.values, dtype=np.uint16),
            child=np.ascontiguousarray(family.child, dtype=np.uint16),
            weight=np.ascontiguousarray(family.weights, dtype=np.int64), arities=arities, kind=kind, step=step,
            r=family.r, law=law, offsets=offsets, binomial=binomial, out=out,
        )  # fmt: skip
    spread((partial(task, v) for v in range(q)), jobs, tick)
    return out


def bits_pay(blocks: int, r: int, arity: int, cases: int, rows: int) -> bool:
    """Whether so many blocks are counted faster by bits than row by row; measured."""
    return blocks * r * arity * cases <= BITS_A_ROW * rows


def variable_bitmaps(codes: Array, arities: Sequence[int], weights: Array) -> list[Array]:
    """For each variable the bitmaps of its states, one bit a case: [state, word]."""
    words = (int(weights.sum()) + 63) // 64
    words += -words % 8  # whole vectors of 512 bits
    one_each = bool((weights == 1).all())
    out = []
    for code, arity in zip(codes, arities, strict=True):
        column = code if one_each else np.repeat(code, weights)
        bits = np.empty((arity, words), np.uint64)
        fill_bitmaps(np.ascontiguousarray(column, dtype=np.uint16), arity, bits)
        out.append(bits)
    return out


def empty_score(family: Family, law: Law) -> int:
    """The fixed-point score of the empty parent set, straight from the child's counts."""
    counts = np.bincount(family.child, weights=family.weights, minlength=family.r)
    return block_score(counts, 0, law)
