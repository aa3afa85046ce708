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
MARGINS_A_ROW = 1.25  # of a table, ∏ (a + 1)/2, that cost as much as one row in a split; measured
WIDER_MARGINS = 0.65  # where a cell is more words than one (`planes`)
MARGIN_CELLS = (
    1 << 18
)  # counts of a table with its totals: with its margins it stays in the second-level cache
UP_TO_BITS = 2.0 ** np.maximum(np.arange(34) - 1, 0)  # rows: the fewest of so many bits
RETIRED_BYTES = 1 << 26  # of the scores of configurations by themselves


def whole_scores(
    family: Family, prior: str, alpha: float, jobs: int, tick: Callable[[float], None] | None
) -> Array:
    """The log evidences of all parent sets, by their masks."""
    if set(family.arities) == {2}:
        stride, states = levels_of(family.arities, prior)
        law = law_of(prior, alpha, family.r, states, family.cases)
        return _of_binary(family, law, stride, jobs, tick) / law.scale
    from symdt.learn.kernels.lattice.rows_in_order import in_order

    q = len(family.arities)
    order = sorted(range(q), key=lambda v: (family.arities[v], v))
    arities = tuple(family.arities[v] for v in order)
    ascending = Family(family.values[order], family.child, family.weights, arities, family.r)
    scores = _of_mixed(ascending, in_order(family), prior, alpha, jobs, tick)
    place = np.empty(1 << q, np.int64)  # of each mask among the masks of the candidates in ascending order
    place[0] = 0
    for v in range(q):
        np.add(place[: 1 << v], 1 << order.index(v), out=place[1 << v : 2 << v])
    return scores[place]


def _of_mixed(
    family: Family,
    order: Array,
    prior: str,
    alpha: float,
    jobs: int,
    tick: Callable[[float], None] | None,
) -> Array:
    """The log evidences of all parent sets of candidates with ascending numbers of states; `order`: `in_order`."""
    from symdt.learn.kernels.lattice.levels import levels_with_tables
    from symdt.learn.kernels.lattice.mixed import mixed_task
    from symdt.learn.kernels.lattice.mixed_rows import MixedRows, retired_scores
    from symdt.learn.kernels.lattice.rows_in_order import fill_rows

    q, r = len(family.arities), family.r
    stride, states = levels_of(family.arities, prior)
    precision = precision_of(prior, alpha, r, states, family.cases)
    table, mu = levels_with_tables(family, precision, stride)
    arities = np.array([*family.arities, 1], np.int64)
    values, child = (np.ascontiguousarray(a, np.uint16) for a in (family.values, family.child))
    weights = np.ascontiguousarray(family.weights, np.int64)
    top = max(0, min(TOP_BITS, q - 10), q - HIST_BITS)
    shift = q - top
    cells, work = [1], [1.0]
    for arity in family.arities[:shift]:
        if cells[-1] * arity * (r + 2) > MARGIN_CELLS:
            break
        cells.append(cells[-1] * arity)
        work.append(work[-1] * (arity + 1) / 2)
    # over l candidates there are ∏ (a + 1) cells of margins, or 2^l splits of the rows of the block
    room = (MARGINS_A_ROW if r <= table.fields else WIDER_MARGINS) * UP_TO_BITS
    by_bits = np.maximum(np.searchsorted(work, room, side="right") - 1, 0).astype(np.int8)
    n, bits = len(family.child), (max(family.arities) - 1).bit_length()
    dense_at = by_bits[np.frexp(np.arange(n + 1))[1]]
    cells_of = np.array(cells, np.int64)
    kid, weight, configuration, solo = np.empty((4, n), np.int32)
    rows = MixedRows(
        np.empty((len(cells), n), np.int32), np.empty((q + 1, n), np.uint16), np.empty(n * bits, np.int64),
        kid, weight, configuration, solo, arities, stride, bits,
    )  # fmt: skip
    most = RETIRED_BYTES // (8 * len(states))
    counts = np.empty((n, r), np.int32)
    lines = fill_rows((values, child, weights), order, most, rows, counts)
    retired = np.empty((lines, len(states)), np.int64)
    if lines:
        retired_scores(counts[:lines], table, retired)
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


def _configurations(family: Family) -> tuple[Array, Array]:
    """Distinct configurations of candidates of two states, bit v for candidate v, and the counts of the child's
    states.
    """
    code = (2.0 ** np.arange(len(family.arities)) @ family.values).astype(np.int64)
    order = np.argsort(code)
    ranked = code[order]
    new = np.concatenate([[True], ranked[1:] != ranked[:-1]])
    where = np.cumsum(new) - 1
    size = int(where[-1]) + 1
    counts = np.bincount(
        where * family.r + family.child[order], weights=family.weights[order], minlength=size * family.r
    )
    return ranked[new], counts.astype(np.int32).reshape(size, family.r)


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
    codes, counts = _configurations(family)
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
