"""The best acyclic choice of arcs: the greatest sum of gains over all DAGs, exactly.

    maximise Σ_{(i,j) chosen} gain_ij,   the chosen arcs without a directed cycle,

where a variable may have required parents and a bounded number of parents. Arcs that gain nothing are
left out. Only arcs within a strongly connected component of the others can close a cycle, so the
components are solved apart: up to `BY_SUBSETS` variables by dynamic programming over the sets that
come first, value(S) = max_{j∈S} value(S∖j) + the best parents of j within S∖j; beyond by `cuts`.

Gains are whole numbers (scale rationals by their denominator), so sums are exact and ties are ties;
among best choices one with the fewest arcs is taken, and earlier variables become parents of later
ones where that is all the same.

>>> best_choice([[0, 5, 0], [0, 0, 4], [3, 0, 0]])  # 0 → 1 → 2 → 0: the weakest arc goes
Choice(parents=(0, 1, 2), value=9, bound=9)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from symdt.errors import ModelError
from symdt.learn.acyclic.equivalence import Dag
from symdt.learn.acyclic.local_orders import taken

__all__ = ["Choice", "best_choice", "components"]

BY_SUBSETS = 22  # variables of a component that is done over subsets
BY_HAND = 9  # variables of a component that is done before a kernel would be loaded
EXACT_LIMIT = 1 << 62
LARGEST_SLOW = 16  # variables of a component over subsets where gains do not fit 64 bits

Gains = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Choice:
    """The parents of each variable as bit masks, the sum of gains without required arcs, and a bound of it.

    bound − value is the gap: 0 where the choice is proved best.
    """

    parents: Dag
    value: int
    bound: int


@dataclass(frozen=True)
class Part:
    """A component: its variables; for each of them (gain, place or −1 if outside, variable), best first."""

    members: tuple[int, ...]
    offers: tuple[tuple[tuple[int, int, int], ...], ...]
    required: tuple[int, ...]  # masks over places
    room: tuple[int, ...]  # how many parents more than those required


def components(arcs: Sequence[int]) -> list[list[int]]:
    """The strongly connected components; arcs[j] is the mask of the parents of j.

    >>> components([0b010, 0b001, 0b010])
    [[0, 1], [2]]
    """
    n = len(arcs)
    above = [arcs[j] | 1 << j for j in range(n)]
    for k in range(n):  # Warshall, a row at a time
        row = above[k]
        for j in range(n):
            if above[j] >> k & 1:
                above[j] |= row
    out, seen = [], 0
    for i in range(n):
        if not seen >> i & 1:
            part = [j for j in range(i, n) if above[i] >> j & 1 and above[j] >> i & 1]
            seen |= sum(1 << j for j in part)
            out.append(part)
    return out


def best_choice(
    gains: Gains,
    required: Sequence[int] | None = None,
    limits: Sequence[int] | None = None,
    seconds: float | None = None,
) -> Choice:
    """The best choice of arcs.

    gains: gain[parent][child]. required: for each child the mask of the parents it must have.
    limits: the most parents of each child, required ones included. seconds: of the processor, for a
    component that is done by `cuts`.
    """
    n = len(gains)
    need = [0] * n if required is None else list(required)
    graph = [need[j] | sum(1 << i for i in range(n) if i != j and gains[i][j] > 0) for j in range(n)]
    parents, value, bound = list(need), 0, 0
    for members in components(graph):
        part = _part(members, gains, graph, need, limits)
        chosen, worth, most = _solve(part, seconds)
        value, bound = value + worth, bound + most
        for j, mask in zip(members, chosen, strict=True):
            parents[j] |= mask
    return Choice(tuple(parents), value, bound)


def _part(
    members: list[int], gains: Gains, graph: list[int], need: list[int], limits: Sequence[int] | None
) -> Part:
    place = {v: k for k, v in enumerate(members)}
    offers, required, room = [], [], []
    for j in members:
        worth = [
            (gains[i][j], place.get(i, -1), i)
            for i in range(len(gains))
            if graph[j] >> i & 1 and not need[j] >> i & 1
        ]
        offers.append(tuple(sorted(worth, key=lambda o: (-o[0], o[2]))))
        required.append(sum(1 << k for i, k in place.items() if need[j] >> i & 1))
        room.append(len(gains) if limits is None else limits[j] - need[j].bit_count())
    return Part(tuple(members), tuple(offers), tuple(required), tuple(room))


def _solve(part: Part, seconds: float | None = None) -> tuple[list[int], int, int]:
    """The masks of the chosen parents of each member, their gain, and a bound of it."""
    s = len(part.members)
    most = sum(o[0] for offers in part.offers for o in offers)
    if s > BY_SUBSETS or (most >= EXACT_LIMIT and s > LARGEST_SLOW):
        from symdt.learn.acyclic.cuts import SECONDS, solve_by_cuts

        return solve_by_cuts(part, SECONDS if seconds is None else seconds)
    last: Any
    if s <= BY_HAND or most >= EXACT_LIMIT:
        last = _last_ones(part)
    else:
        from symdt.learn.acyclic.choice_kernel import last_ones

        last = last_ones(part)
    chosen, value = [0] * s, 0
    S = (1 << s) - 1
    while S:
        k = int(last[S])
        if k < 0:
            raise ModelError("the required arcs form a cycle: drop one of them")
        S ^= 1 << k
        chosen[k], gain, _ = taken(part, k, S)
        value += gain
    return chosen, value, value


def _last_ones(part: Part) -> list[int]:
    """For every set that may come first the member that is best last in it; −1 where there is none."""
    s = len(part.members)
    value: list[tuple[int, int] | None] = [(0, 0)] + [None] * ((1 << s) - 1)
    last = [-1] * (1 << s)
    for S in range(1, 1 << s):
        best = None
        for k in range(s - 1, -1, -1):
            B = S ^ 1 << k
            before = value[B] if S >> k & 1 else None
            if before is None or part.required[k] & ~B:
                continue
            _, gain, number = taken(part, k, B)
            offer = (before[0] + gain, before[1] - number)
            if best is None or offer > best:
                best, last[S] = offer, k
        value[S] = best
    return last
