"""Large components: the relaxed programme, moves of an order, and the gap between them, against sums over subsets."""

from __future__ import annotations

import random
from time import process_time

import numpy as np
import pytest

from symdt.learn.acyclic import choice, cuts, relaxed
from symdt.learn.acyclic.local_orders import improved


def component(n: int, seed: int, limit: int | None = None, required: dict[int, int] | None = None):
    """All pairs with gains in both directions: one component."""
    r = random.Random(seed)
    gains = [[0 if i == j else r.randint(1, 99) for j in range(n)] for i in range(n)]
    need = [(required or {}).get(j, 0) for j in range(n)]
    graph = [((1 << n) - 1) ^ 1 << j for j in range(n)]
    return choice._part(list(range(n)), gains, graph, need, None if limit is None else [limit] * n)


@pytest.mark.parametrize(("seed", "limit"), [(1, None), (2, 2), (3, 3), (4, None)])
def test_the_choice_is_that_of_all_subsets_and_the_gap_closes(seed: int, limit: int | None) -> None:
    part = component(8, seed, limit, {3: 0b1} if seed == 4 else None)
    _, wanted, _ = choice._solve(part)
    chosen, value, bound = cuts.solve_by_cuts(part, 20.0)
    assert value == bound == wanted
    assert sum(choice.taken(part, k, mask)[1] for k, mask in enumerate(chosen)) == wanted


def test_no_choice_is_above_the_bound_of_the_relaxed_programme_when_time_is_short() -> None:
    part = component(9, 5)
    _, wanted, _ = choice._solve(part)
    _, value, bound = cuts.solve_by_cuts(part, 0.02)
    assert value <= wanted <= bound


def test_moves_never_make_an_order_worse_and_keep_what_is_required() -> None:
    part = component(7, 6, 2, {5: 0b11})
    worst, start = list(range(7)), choice.taken
    order, value = improved(part, worst, process_time() + 5)
    before = total = first = 0
    for k in worst:
        first += start(part, k, before)[1]
        before |= 1 << k
    before = 0
    for k in order:
        total += start(part, k, before)[1]
        before |= 1 << k
    assert value == total > first
    assert order.index(5) > max(order.index(0), order.index(1))


def test_a_broken_cycle_is_found_by_its_fractions() -> None:
    arcs = [(0, 1), (1, 2), (2, 0), (0, 2)]
    found = relaxed._broken_cycles(3, arcs, np.array([1.0, 0.9, 0.8, 0.0]), set())
    assert {frozenset(c) for c in found} == {frozenset([(0, 1), (1, 2), (2, 0)])}
    assert not relaxed._broken_cycles(3, arcs, np.array([0.6, 0.7, 0.7, 0.0]), set())
