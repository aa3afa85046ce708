"""The best acyclic choice in a large component: an integer programme whose cycles are cut as they appear.

A variable x_a ∈ {0, 1} for each arc, Σ x_a ≤ |C| − 1 for each directed cycle C. There are too many
cycles to write down, so the programme starts with those of two arcs; fractions of arcs break the next
ones (`relaxed`), and every solution adds the shortest cycles it still has. A relaxed programme bounds the best choice
from above; the order that is left when the cheapest arcs of cycles are dropped, improved by moves
(`local_orders`), is a choice. The difference is the gap, 0 when a solution has no cycle. HiGHS solves the programmes
(through SciPy).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from graphlib import TopologicalSorter
from time import process_time
from typing import Any

import numpy as np

from symdt.errors import ModelError
from symdt.learn.acyclic.local_orders import improved, taken
from symdt.learn.acyclic.relaxed import relaxed_bound

__all__ = ["solve_by_cuts"]

SECONDS = 120.0  # of the processor, for one component
ROUNDS = 400
RELAXED = 0.6  # of the seconds, for the relaxed programme

Arc = tuple[int, int]  # places: parent, child


def solve_by_cuts(part: Any, seconds: float = SECONDS) -> tuple[list[int], int, int]:  # noqa: C901 - cuts are added until no cycle is left; `part` is a Part
    """The masks of the chosen parents of each member, their gain, and a bound of it; `seconds` of the processor."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    inner = [(p, k) for k, offers in enumerate(part.offers) for _, p, _ in offers if p >= 0]
    outer = [(i, k) for k, offers in enumerate(part.offers) for _, p, i in offers if p < 0]
    gain_of = {(p if p >= 0 else -1 - i, k): g for k, offers in enumerate(part.offers) for g, p, i in offers}
    names = inner + [(-1 - i, k) for i, k in outer]
    gains = [gain_of[a] for a in names]
    column = {a: c for c, a in enumerate(names)}
    fixed = {
        (p, k) for k, mask in enumerate(part.required) for p in range(len(part.members)) if mask >> p & 1
    }
    if _cycles(len(part.members), fixed):
        raise ModelError("the required arcs form a cycle: drop one of them")
    scale = float(max(gains))
    cost = -np.array([g / scale for g in gains])
    rows: list[list[int]] = []
    most: list[int] = []
    for k in range(len(part.members)):
        mine = [column[a] for a in names if a[1] == k]
        if len(mine) > part.room[k]:
            rows.append(mine)
            most.append(part.room[k])
    known: set[frozenset[Arc]] = set()

    def cut(cycle: Sequence[Arc]) -> None:
        if frozenset(cycle) not in known:
            known.add(frozenset(cycle))
            free = [column[a] for a in cycle if a not in fixed]
            rows.append(free)
            most.append(len(free) - 1)

    for a in names:
        back = (a[1], a[0])
        if a[0] < a[1] and (back in column or back in fixed):
            cut([a, back])
    for a in fixed:
        if (a[1], a[0]) in column:
            cut([a, (a[1], a[0])])
    groups: set[frozenset[int]] = set()

    def gather(group: frozenset[int]) -> None:
        """Among members in an order the i-th has at most i parents there, and no more than it has room for."""
        if group in groups or fixed or len(group) < 3:
            return
        groups.add(group)
        rooms = sorted(part.room[k] for k in group)
        rows.append([column[a] for a in inner if a[0] in group and a[1] in group])
        most.append(sum(min(i, room) for i, room in enumerate(rooms)))

    def cut_all(cycles: Sequence[Sequence[Arc]]) -> None:
        for cycle in cycles:
            cut(cycle)
            gather(frozenset(v for a in cycle for v in a))

    gather(frozenset(range(len(part.members))))
    began = process_time()

    def matrix() -> tuple[Any, Any]:
        where = [c for row in rows for c in row]
        starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
        return csr_array((np.ones(len(where)), where, starts), shape=(len(rows), len(names))), np.array(
            most, float
        )

    best: tuple[int, list[int]] = (-1, [])

    def offer(weights: dict[Arc, float]) -> None:
        """The choice of the order that fractions of arcs, or gains, leave when the least of each cycle goes."""
        nonlocal best
        inside = {a for a in weights if a[0] >= 0} | fixed
        left = inside - _broken(len(part.members), inside, weights, fixed)
        order, worth = improved(part, _sorted(len(part.members), left), began + seconds)
        if worth > best[0]:
            best = (worth, order)

    offer(dict(zip(names, map(float, gains), strict=True)))
    bound = sum(gains)
    if rows:
        relaxed, x = relaxed_bound(
            len(part.members), names, -cost, fixed, matrix, cut_all, began + RELAXED * seconds
        )
        bound = min(bound, math.ceil(relaxed * scale * (1 + 1e-12)))
        offer({a: float(s) for a, s in zip(names, x, strict=True) if s > 1e-6})
    for _ in range(ROUNDS):
        if bound <= best[0]:
            break
        left = seconds - (process_time() - began)
        if left <= 0:
            break
        A, b = matrix()
        constraint = LinearConstraint(A, ub=b) if rows else ()
        answer = milp(
            cost, integrality=np.ones(len(names)), bounds=Bounds(0, 1), constraints=constraint,
            options={"time_limit": max(left, 1.0), "mip_rel_gap": 0.0},
        )  # fmt: skip
        dual = getattr(answer, "mip_dual_bound", None)
        if dual is not None and np.isfinite(dual):
            bound = min(bound, round(-dual * scale * (1 + 1e-12)))
        if answer.x is None:
            break
        picked = {a for a, x in zip(names, answer.x, strict=True) if x > 0.5}
        inside = {a for a in picked if a[0] >= 0} | fixed
        cycles = _cycles(len(part.members), inside)
        offer({a: float(gain_of[a]) for a in picked})
        if not cycles and answer.status == 0:
            bound = min(bound, max(best[0], sum(gain_of[a] for a in picked)))
            break
        cut_all(cycles)
    chosen, before = [0] * len(part.members), 0
    for k in best[1]:
        chosen[k] = taken(part, k, before)[0]
        before |= 1 << k
    return chosen, max(best[0], 0), max(bound, best[0], 0)


def _sorted(s: int, arcs: set[Arc]) -> list[int]:
    """The members, each after its parents."""
    graph: dict[int, set[int]] = {k: set() for k in range(s)}
    for p, k in arcs:
        graph[k].add(p)
    return list(TopologicalSorter(graph).static_order())


def _cycles(s: int, arcs: set[Arc]) -> list[list[Arc]]:
    """A shortest cycle through each member that is on one, each once."""
    children: list[list[int]] = [[] for _ in range(s)]
    for p, k in sorted(arcs):
        children[p].append(k)
    found: dict[frozenset[Arc], list[Arc]] = {}
    for start in range(s):
        came = {start: -1}
        queue = [start]
        for v in queue:
            back = next((k for k in children[v] if k == start), None)
            if back is not None:
                cycle = [(v, start)]
                while v != start:
                    cycle.append((came[v], v))
                    v = came[v]
                found.setdefault(frozenset(cycle), cycle)
                break
            for k in children[v]:
                if k not in came:
                    came[k] = v
                    queue.append(k)
    return list(found.values())


def _broken(s: int, arcs: set[Arc], gain_of: dict[Arc, float], fixed: set[Arc]) -> set[Arc]:
    """Arcs whose loss leaves no cycle: of each cycle the one that gains least, until none is left."""
    left = set(arcs)
    gone: set[Arc] = set()
    while True:
        cycles = _cycles(s, left)
        if not cycles:
            return gone
        for cycle in cycles:
            if all(a in left for a in cycle):
                weakest = min((a for a in cycle if a not in fixed), key=lambda a: (gain_of[a], a))
                left.discard(weakest)
                gone.add(weakest)
