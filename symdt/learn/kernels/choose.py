"""The engine: prepares what the kernels need, chooses among them, and spreads the tasks over threads.

The whole lattice (`lattice`), or the sets of bounded size, counted by bits (`bitmaps`) or by rows
(`limited`). The kernels hold no interpreter lock, and sums are of integers (see `logs`), so the result
does not depend on the number of threads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial

import numpy as np

from symdt.learn.kernels.all_sets import HIST_BITS, lattice_task
from symdt.learn.kernels.bitmaps import bit_limited_task, fill_bitmaps
from symdt.learn.kernels.bounded_sets import limited_task
from symdt.learn.kernels.family import Array, Family
from symdt.learn.kernels.law import Law, block_score, law_of, levels_of, moebius_scores, packed_scores
from symdt.learn.kernels.small_blocks import KEY_BITS, SMALL, Rows
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


PACKED_CELLS = 1 << 16  # of the look-up table of one level
OCCUPANCY = 8  # a block is tabulated where its table has at most this many cells for a row; measured
BITS_A_ROW = 2500  # bits intersected in the time of one row counted; measured
TOP_BITS = 6  # 2^6 tasks: enough to balance two to sixteen cores


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
        stride, states = levels_of(family.arities, prior)
        law = law_of(prior, alpha, family.r, states, family.cases)
        return _whole(family, law, stride, jobs, tick) / law.scale
    kind, step, states = transitions(family.arities, k, prior)
    law = law_of(prior, alpha, family.r, states, family.cases)
    return _bounded(family, law, kind, step, k, jobs, tick) / law.scale


def _spread(tasks: Iterable[Callable[[], None]], jobs: int, tick: Callable[[float], None] | None) -> None:
    """Run the tasks on `jobs` threads; an interrupt cancels those that have not begun."""
    work = list(tasks)
    if jobs == 1 or len(work) == 1:
        for done, task in enumerate(work, 1):
            task()
            if tick:
                tick(done / len(work))
        return
    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(task) for task in work]
        try:
            for done, future in enumerate(as_completed(futures), 1):
                future.result()
                if tick:
                    tick(done / len(work))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _configurations(family: Family) -> tuple[Array, Array, Array]:
    """Distinct configurations of the candidates: their codes, values, and counts of the child's states."""
    code = np.zeros(len(family.child), np.int64)
    fits = 1 << 62
    for v in range(len(family.arities) - 1, -1, -1):
        # Digits past 62 bits fall out: they would never be tabulated, and rows stay distinct without them.
        if math.prod(family.arities[: v + 1]) < fits:
            code = code * family.arities[v] + family.values[v]
    if math.prod(family.arities) < fits:
        order = np.argsort(code, kind="stable")
        ranked = code[order]
        new = np.concatenate([[True], ranked[1:] != ranked[:-1]])
    else:
        order = np.lexsort(family.values)
        ranked = code[order]
        columns = family.values[:, order]
        new = np.concatenate([[True], (columns[:, 1:] != columns[:, :-1]).any(axis=0)])
    where = np.cumsum(new) - 1
    size = int(where[-1]) + 1
    counts = np.bincount(
        where * family.r + family.child[order], weights=family.weights[order], minlength=size * family.r
    )
    values = np.ascontiguousarray(family.values[:, order[new]], dtype=np.uint16)
    return ranked[new], values, counts.astype(np.int32).reshape(size, family.r)


def _kids(counts: Array, cases: Array) -> Array:
    """The child's states one by one, for rows of at most SMALL cases."""
    kids = np.zeros((len(cases), SMALL), np.int16)
    rows = np.flatnonzero(cases <= SMALL)
    where, state = np.nonzero(counts[rows])
    times = counts[rows][where, state]
    row = np.repeat(rows[where], times)
    first = np.cumsum(cases[rows]) - cases[rows]
    kids[row, np.arange(len(row)) - np.repeat(first, cases[rows])] = np.repeat(state, times)
    return kids


def _whole(family: Family, law: Law, stride: Array, jobs: int, tick: Callable[[float], None] | None) -> Array:
    """Fixed-point scores of all 2^q parent sets."""
    q, r, levels = len(family.arities), family.r, len(law.cell_u)
    codes, values, counts = _configurations(family)
    cases = counts.sum(axis=1, dtype=np.int64)
    # A look-up table pays as far as it is smaller than the number of cells to be looked up.
    work = min(math.prod(a + 1 for a in family.arities), len(codes) << q)
    budget = min(PACKED_CELLS, max(4096, work // 8) // levels)
    W = int(budget ** (1 / r) + 1e-9)
    W = 0 if W < 2 else min(W, family.cases + 1)
    if r == 2:
        W = max(W, 2)
    F = packed_scores(W, r, levels, law, family.cases) if W else np.zeros((levels, 1), np.int64)
    words = np.zeros(len(cases), np.int64)
    if W:
        words = np.where(cases < W, (cases << KEY_BITS) | (counts.astype(np.int64) @ W ** np.arange(r)), 0)
    arities = np.array(family.arities, np.int64)
    binary = set(family.arities) <= {2}
    rows = Rows(
        codes, values, counts, cases, words.astype(np.int32), _kids(counts, cases), arities, stride, binary
    )  # fmt: skip
    top = max(0, min(TOP_BITS, q - 9), q - HIST_BITS)
    shift = q - top
    cells = [1]
    for arity in family.arities[:shift]:
        cells.append(min(cells[-1] * arity, 1 << 40))
    cells_of = np.array(cells, np.int64)
    # a block of 2^(b−1) … 2^b − 1 rows is tabulated over as many candidates as OCCUPANCY and memory allow
    rooms = np.minimum(OCCUPANCY << np.maximum(np.arange(34) - 1, 0), (1 << 20) // r)
    dense_at = np.maximum(np.searchsorted(cells_of, rooms, side="right") - 1, 0).astype(np.int64)
    mu = moebius_scores(levels, law)
    out = np.zeros(1 << q, np.int64)
    tasks = sorted(range(1 << top), key=lambda s: (-s.bit_count(), s))
    _spread(
        (partial(lattice_task, s, shift, q, rows, law, F, W, mu, dense_at, cells_of, out) for s in tasks),
        jobs,
        tick,
    )
    return out


def _bounded(
    family: Family,
    law: Law,
    kind: Array,
    step: Array,
    k: int,
    jobs: int,
    tick: Callable[[float], None] | None,
) -> Array:
    """Fixed-point scores of all parent sets of at most k candidates, in the order of `set_masks`."""
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
    _spread((partial(task, v) for v in range(q)), jobs, tick)
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
