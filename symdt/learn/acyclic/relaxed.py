"""The relaxed programme of an acyclic choice: fractions of arcs, with the cycles cut that a solution breaks.

With lengths 1 − x_a a cycle of length below 1 breaks its inequality Σ x_a ≤ |C| − 1, and shortest paths find such
cycles. Multipliers y ≥ 0 of the inequalities A x ≤ b bound every choice, whatever the solver's tolerance:

    Σ g x ≤ y b + Σ_a max(0, g_a − (A^T y)_a).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

import numpy as np

__all__ = ["relaxed_bound"]

Arc = tuple[int, int]
BROKEN = 1e-4  # by how much an inequality has to be broken
MOST_CUTS = 600  # of one round


def relaxed_bound(
    size: int,
    names: Sequence[Arc],
    gains: Any,
    fixed: set[Arc],
    matrix: Callable[[], tuple[Any, Any]],
    cut: Callable[[Sequence[Sequence[Arc]]], None],
    until: float,
) -> tuple[float, Any]:
    """A bound of all choices, and the last fractions; what is broken on the way is handed to `cut`.

    size: the members. names: the arcs, of which those with a parent below 0 come from outside. gains: of each.
    fixed: arcs that are required. matrix: the inequalities A x ≤ b as they stand. until: by the clock of the processor.
    """
    from scipy.optimize import linprog

    bound, x = float(sum(gains)), np.ones(len(names))
    while (left := until - process_time()) > 0:
        A, b = matrix()
        answer = linprog(
            -np.asarray(gains), A_ub=A, b_ub=b, bounds=(0, 1), method="highs", options={"time_limit": left}
        )
        if answer.x is None or answer.status != 0:
            break
        y = np.maximum(-np.asarray(answer.ineqlin.marginals), 0.0)
        bound = min(bound, float(y @ b + np.maximum(np.asarray(gains) - A.T @ y, 0.0).sum()))
        x = answer.x
        broken = _broken_cycles(size, names, x, fixed)
        if not broken:
            break
        cut(broken[:MOST_CUTS])
    return bound, x


def _broken_cycles(size: int, names: Sequence[Arc], x: Any, fixed: set[Arc]) -> list[list[Arc]]:
    """Cycles whose inequalities the fractions break, the most broken first; through every arc the shortest."""
    from scipy.sparse.csgraph import shortest_path

    length = np.full((size, size), np.inf)
    for (p, k), share in zip(names, x, strict=True):
        if p >= 0:
            length[p, k] = max(1.0 - share, 1e-9)  # 0 would be no arc
    for p, k in fixed:
        length[p, k] = 1e-9
    distance, came = shortest_path(length, method="D", return_predecessors=True)
    found: dict[frozenset[Arc], tuple[float, list[Arc]]] = {}
    for (p, k), share in zip(names, x, strict=True):
        if p < 0 or share < BROKEN:
            continue
        total = distance[k, p] + length[p, k]
        if total > 1 - BROKEN:
            continue
        cycle, v = [(p, k)], p
        while v != k:
            cycle.append((int(came[k, v]), v))
            v = int(came[k, v])
        found.setdefault(frozenset(cycle), (total, cycle))
    return [cycle for _, cycle in sorted(found.values(), key=lambda f: f[0])]
