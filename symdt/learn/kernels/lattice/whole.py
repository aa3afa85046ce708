"""The scores of the whole lattice: prepares the rows and tables, then spreads the tasks over threads.

Candidates with two states each have a kernel of their own (`binary`): a row is one word, a split one bit.
All others are `mixed`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from symdt.learn.kernels.compositions import moebius_scores
from symdt.learn.kernels.family import Array, Family
from symdt.learn.kernels.lattice.small_blocks import SMALL
from symdt.learn.kernels.law import Law, law_of, levels_of, packed_scores, precision_of
from symdt.learn.kernels.spread import spread

__all__ = ["whole_scores"]

PACKED_CELLS = 1 << 16  # of the look-up table of one level
OCCUPANCY = 8  # a block is tabulated where its table has at most this many cells for a row; measured
TOP_BITS = 6  # 2^6 tasks: enough to balance two to sixteen cores
HIST_BITS = 16  # the widest node of a task
MARGINS_A_ROW = 1.5  # of a table, ∏ (a + 1)/2, that cost as much as one row in a split; measured
MARGIN_CELLS = (
    1 << 18
)  # counts of a table with its totals: with its margins it stays in the second-level cache
RETIRED_BYTES = 1 << 26  # of the scores of configurations by themselves


def whole_scores(
    family: Family, prior: str, alpha: float, jobs: int, tick: Callable[[float], None] | None
) -> Array:
    """The log evidences of all parent sets, by their masks."""
    if set(family.arities) == {2}:
        stride, states = levels_of(family.arities, prior)
        law = law_of(prior, alpha, family.r, states, family.cases)
        return _of_binary(family, law, stride, jobs, tick) / law.scale
    order = sorted(range(len(family.arities)), key=lambda v: (family.arities[v], v))
    arities = tuple(family.arities[v] for v in order)
    ascending = Family(family.values[order], family.child, family.weights, arities, family.r)
    scores = _of_mixed(ascending, prior, alpha, jobs, tick)
    place = np.zeros(1, np.int64)  # of each mask among the masks of the candidates in ascending order
    for v in range(len(order)):
        place = np.concatenate([place, place + (1 << order.index(v))])
    return scores[place]


def _of_mixed(
    family: Family, prior: str, alpha: float, jobs: int, tick: Callable[[float], None] | None
) -> Array:
    """The log evidences of all parent sets of candidates with ascending numbers of states."""
    from symdt.learn.kernels.lattice.levels import levels_with_tables
    from symdt.learn.kernels.lattice.mixed import mixed_task
    from symdt.learn.kernels.lattice.mixed_rows import MixedRows, retired_scores

    q, r = len(family.arities), family.r
    stride, states = levels_of(family.arities, prior)
    precision = precision_of(prior, alpha, r, states, family.cases)
    table, mu = levels_with_tables(family, precision, stride)
    _, order, where, counts = _configurations(family)
    many = np.flatnonzero(counts.sum(axis=1) > SMALL)[: RETIRED_BYTES // (8 * len(states))]
    solo = np.full(len(counts), -1, np.int32)
    solo[many] = np.arange(len(many))
    retired = np.empty((len(many), len(states)), np.int64)
    retired_scores(counts[many], table, retired)
    values = np.zeros((q + 1, len(order)), np.uint16)
    values[:q] = family.values[:, order]
    bits = int(max(family.arities) - 1).bit_length()
    places = 2.0 ** np.arange(q)  # sums of powers of two are exact, and of floats they are quick
    planes = np.stack([places @ (values[:q] >> b & 1).astype(float) for b in range(bits)], axis=1)
    arities = np.array([*family.arities, 1], np.int64)
    top = max(0, min(TOP_BITS, q - 10), q - HIST_BITS)
    shift = q - top
    cells, work = [1], [1.0]
    for arity in family.arities[:shift]:
        if cells[-1] * arity * (r + 2) > MARGIN_CELLS:
            break
        cells.append(cells[-1] * arity)
        work.append(work[-1] * (arity + 1) / 2)
    # over l candidates there are ∏ (a + 1) cells of margins, or 2^l splits of the rows of the block
    rooms = MARGINS_A_ROW * 2.0 ** np.maximum(np.arange(34) - 1, 0)
    by_bits = np.maximum(np.searchsorted(np.array(work), rooms, side="right") - 1, 0).astype(np.int8)
    dense_at = by_bits[np.frexp(np.arange(len(order) + 1))[1]]
    cells_of = np.array(cells, np.int64)
    codes = np.zeros((len(cells), len(order)), np.int32)
    for v in range(len(cells) - 1):
        codes[v + 1] = codes[v] * family.arities[v] + values[v]
    rows = MixedRows(
        codes, values, planes.astype(np.int64).ravel(), family.child[order].astype(np.int32), family.weights[order].astype(np.int32),
        where.astype(np.int32), solo, arities, stride, bits,
    )  # fmt: skip
    out = np.zeros(1 << q, np.int64)
    tasks = sorted(range(1 << top), key=lambda s: (-s.bit_count(), s))
    spread(
        (
            partial(mixed_task, s, shift, q, r, rows, table, mu, retired, dense_at, cells_of, out)
            for s in tasks
        ),
        jobs,
        tick,
    )
    return out / precision.scale


def _configurations(family: Family) -> tuple[Array, Array, Array, Array]:
    """Distinct configurations of the candidates: their codes, the rows in order and the configuration of each,
    and the counts of the child's states.
    """
    code = np.zeros(len(family.child), np.int64)
    fits = 1 << 62
    for v in range(len(family.arities) - 1, -1, -1):
        # Digits past 62 bits fall out: they would never be tabulated, and rows stay distinct without them.
        if math.prod(family.arities[: v + 1]) < fits:
            code = code * family.arities[v] + family.values[v]
    if math.prod(family.arities) < fits:
        order = np.argsort(code)
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
    return ranked[new], order, where, counts.astype(np.int32).reshape(size, family.r)


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


def _of_binary(
    family: Family, law: Law, stride: Array, jobs: int, tick: Callable[[float], None] | None
) -> Array:
    """Fixed-point scores of all 2^q parent sets of candidates with two states."""
    from symdt.learn.kernels.lattice.binary import KEY_BITS, Rows, lattice_task

    q, r, levels = len(family.arities), family.r, len(law.cell_u)
    codes, _, _, counts = _configurations(family)
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
    rows = Rows(codes, counts, cases, words.astype(np.int32), _kids(counts, cases), stride)
    top = max(0, min(TOP_BITS, q - 9), q - HIST_BITS)
    shift = q - top
    cells_of = 2 ** np.minimum(np.arange(shift + 1), 40)
    # a block of 2^(b−1) … 2^b − 1 rows is tabulated over as many candidates as OCCUPANCY and memory allow
    rooms = np.minimum(OCCUPANCY << np.maximum(np.arange(34) - 1, 0), (1 << 20) // r)
    dense_at = np.maximum(np.searchsorted(cells_of, rooms, side="right") - 1, 0).astype(np.int64)
    mu = moebius_scores(levels, law)
    out = np.zeros(1 << q, np.int64)
    tasks = sorted(range(1 << top), key=lambda s: (-s.bit_count(), s))
    spread(
        (partial(lattice_task, s, shift, q, rows, law, F, W, mu, dense_at, cells_of, out) for s in tasks),
        jobs,
        tick,
    )
    return out
