"""DAGs as parent sets: acyclicity, the orders that agree, and the DAGs of one equivalence class.

A DAG is a tuple of bit masks, the parents of each variable. Two DAGs are equivalent (they admit the
same distributions) iff they have the same edges and the same v-structures (Verma and Pearl 1990), and
then one becomes the other by reversing covered arcs, one at a time: i → j is covered if the parents of
j are those of i and i itself (Chickering 1995).

>>> sorted(equivalence_class((0b000, 0b001, 0b010)))  # the chain 0 → 1 → 2
[(0, 1, 2), (2, 0, 2), (2, 4, 0)]
>>> orders_of((0b000, 0b001, 0b010)), orders_of((0, 0, 0))
(1, 6)
"""

from __future__ import annotations

from math import comb

from symdt.errors import BudgetError

__all__ = ["Dag", "equivalence_class", "find_cycle", "is_acyclic", "orders_of"]

Dag = tuple[int, ...]

MOST_MEMBERS = 200_000  # of a class that is listed


def is_acyclic(dag: Dag) -> bool:
    """Whether some order has every variable after its parents."""
    return find_cycle(dag) == ()


def find_cycle(dag: Dag) -> tuple[int, ...]:
    """The variables of a directed cycle, each a parent of the next and the last of the first; or none.

    >>> find_cycle((0b010, 0b100, 0b001))
    (0, 2, 1)
    """
    left = (1 << len(dag)) - 1
    while left:
        roots = [v for v in range(len(dag)) if left >> v & 1 and not dag[v] & left]
        if not roots:
            break
        for v in roots:
            left ^= 1 << v
    if not left:
        return ()
    walk = [(left & -left).bit_length() - 1]
    while True:  # everybody left has a parent that is left: go backwards until somebody comes again
        up = dag[walk[-1]] & left
        v = (up & -up).bit_length() - 1
        if v in walk:
            found = walk[walk.index(v) :][::-1]
            first = found.index(min(found))
            return tuple(found[first:] + found[:first])
        walk.append(v)


def equivalence_class(dag: Dag, most: int | None = None) -> set[Dag]:
    """All DAGs that are equivalent to this one; BudgetError if there are more than `most` (200,000 unless said)."""
    most = MOST_MEMBERS if most is None else most
    found = {dag}
    todo = [dag]
    while todo:
        now = todo.pop()
        for j, parents in enumerate(now):
            for i in range(len(now)):
                if parents >> i & 1 and now[i] == parents ^ 1 << i:
                    turned = list(now)
                    turned[j] = parents ^ 1 << i
                    turned[i] = now[i] | 1 << j
                    other = tuple(turned)
                    if other not in found:
                        found.add(other)
                        todo.append(other)
                        if len(found) > most:
                            raise BudgetError(
                                f"the equivalence class has more than {most} DAGs: ask for single DAGs"
                            )
    return found


def orders_of(dag: Dag) -> int:
    """The number of orders that have every variable after its parents."""
    n = len(dag)
    left, total, placed = (1 << n) - 1, 1, 0
    while left:  # components interleave freely
        part = left & -left
        while True:
            grown = part
            for v in range(n):
                if part >> v & 1:
                    grown |= dag[v]
                elif dag[v] & part:
                    grown |= 1 << v
            if grown == part:
                break
            part = grown
        size = part.bit_count()
        placed += size
        total *= comb(placed, size) * _orders_of_part(dag, part)
        left &= ~part
    return total


def _orders_of_part(dag: Dag, part: int) -> int:
    """The orders of one component: by the sets that may come first, layer by layer."""
    layer = {0: 1}
    for _ in range(part.bit_count()):
        following: dict[int, int] = {}
        for S, ways in layer.items():
            for v in range(len(dag)):
                if part >> v & 1 and not S >> v & 1 and not dag[v] & ~S:
                    following[S | 1 << v] = following.get(S | 1 << v, 0) + ways
        layer = following
    return layer.get(part, 0)
