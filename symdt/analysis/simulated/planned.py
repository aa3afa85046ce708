"""Plans: the values of a tree in every draw where later decisions, too, are taken without knowing the letters.

Whoever comes to a later decision has seen what happened on the way, and not the draw. A choice there is right for all draws
at once, each weighted by how probable it makes the way: that is what one believes of the letters by then.

>>> from sympy import symbols
>>> from symdt.problems.tree import Chance
>>> r = symbols("r")
>>> again = Decision("again?", {"yes": 2*r - 1, "no": 0})
>>> tree = Chance("coin", {"won": (r, again), "lost": ("rest", again)})
>>> planned_values(tree, {"r": [0.2, 0.8]}, "max").ravel().round(2).tolist()  # again where it was won, not where it was lost
[-0.12, 0.48]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symdt.exact.field import Field
from symdt.exact.optimum import Optimum
from symdt.problems.tree import Chance, Decision, Tree, Value, first_decision
from symdt.solve.fold_arrays import Folder, paid_children

#: Numbers that are made on the ways to later decisions; where there were more, later decisions are taken to know the letters.
MAX_NUMBERS = 10**9


def planned_values(tree: Tree, letters: Mapping[str, Any], optimum: Optimum) -> Any:
    """The value of every branch of the first decision in each draw, later decisions being best on average; None
    where no decision comes later, or where the ways to them are too many.

    letters: the draws, by name; optimum: "min" or "max".
    """
    import numpy as np

    later = _Ways(tree)
    size = int(np.broadcast_shapes((1,), *(np.shape(a) for a in letters.values()))[0])
    decision = first_decision(tree)
    first = [(tree, None)] if decision is None else paid_children(decision)
    ways = sum(later.ways(node) for node, _ in first)
    if not ways or ways * size > MAX_NUMBERS:
        return None
    ring = Field.of(tree.symbols)
    planner = _Planner(tree, ring, optimum, later)
    planner.start([np.asarray(letters[n], dtype=float) for n in ring.names])
    result = np.empty((size, len(first)))
    for j, (branch, paid) in enumerate(first):
        result[:, j] = planner.under(branch, 1.0) + (0.0 if paid is None else planner.number(paid))
    return result


def has_later_decisions(tree: Tree) -> bool:
    """Whether a decision comes after the first one, or after something happened."""
    decision = first_decision(tree)
    return any(isinstance(node, Decision) and node is not decision for node in tree.nodes())


class _Ways:
    """How many nodes are come to on the ways to decisions, a node counted for every way that leads to it."""

    def __init__(self, tree: Tree) -> None:
        self.found: dict[int, int] = {}
        for node in sorted(tree.nodes(), key=lambda n: n.depth):  # from the leaves upwards
            below = sum(self.found[id(child)] for child in node.children())
            self.found[id(node)] = below + 1 if below or isinstance(node, Decision) else 0

    def ways(self, node: Tree) -> int:
        return self.found[id(node)]


class _Planner(Folder):
    """Folds a tree for all draws at once: one choice for all of them at each decision of each way."""

    def __init__(self, tree: Tree, ring: Field, optimum: Optimum, later: _Ways) -> None:
        super().__init__(tree, ring, optimum)
        self.later = later
        self.uses.clear()  # nothing is kept: all draws of all expressions would be too much

    def under(self, node: Tree, weight: Any) -> Any:
        """The value in each draw; weight: the probability of the way to the node."""
        if isinstance(node, Value) or not self.later.ways(node):
            return self.value(node)
        if isinstance(node, Chance):
            total: Any = 0.0
            for (_, p, _), (child, paid) in zip(node.branches, paid_children(node), strict=True):
                chance = self.number(p)
                total = total + chance * self._paid(child, paid, weight * chance)
            return total
        values = [self._paid(child, paid, weight) for child, paid in paid_children(node)]
        return self.best(
            values, key=lambda v: (weight * v).mean() if hasattr(weight * v, "mean") else weight * v
        )

    def _paid(self, child: Tree, paid: Any, weight: Any) -> Any:
        value = self.under(child, weight)
        return value if paid is None else value + self.number(paid)
