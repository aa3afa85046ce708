"""Folding back a tree for many points at once, in floating point: NumPy over the points, the tree walked once a block.

>>> from sympy import symbols
>>> from symdt.problems.tree import Chance
>>> r = symbols("r")
>>> tree = Decision("umbrella?", {
...     "take": Chance("with", {"rain": (r, 70), "dry": ("rest", 20)}),
...     "leave": Chance("without", {"rain": (r, 0), "dry": ("rest", 100)})})
>>> action_values(tree, {"r": [0.0, 0.5, 1.0]}, "max")
array([[ 20., 100.],
       [ 45.,  50.],
       [ 70.,   0.]])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sympy import Expr

from symdt.errors import DomainError, TreeError, quote
from symdt.exact.arrays import plan, walk
from symdt.exact.field import Field
from symdt.exact.optimum import Optimum, better
from symdt.exact.polynomial import to_fraction
from symdt.problems.tree import Chance, Decision, Tree, Value, first_decision

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.float64]]

#: Points worked on at a time: few enough that what one path through the tree needs stays in the cache.
BLOCK = 1 << 13


def action_values(tree: Tree, letters: Mapping[Any, Any], optimum: Optimum = "min") -> Array:
    """The value of every branch of the first decision at many points, later decisions taken optimally."""
    import numpy as np

    if optimum not in ("min", "max"):
        raise TreeError(f"the optimum is {quote(optimum)}: use 'min' for losses or 'max' for utilities")
    named = {getattr(s, "name", s): np.asarray(v, dtype=float) for s, v in letters.items()}
    ring = Field.of(tree.symbols)
    missing = next((n for n in ring.names if n not in named), None)
    if missing is not None:
        raise DomainError(f"no value is given for {quote(missing)}: give one for each letter of the tree")
    decision = first_decision(tree)
    first = paid_children(decision) if decision is not None else [(tree, None)]
    given = [named[n] for n in ring.names]
    size = int(np.broadcast_shapes((1,), *(a.shape for a in named.values()))[0])
    result = np.empty((size, len(first)))
    folder = Folder(tree, ring, optimum)
    for begin in range(0, size, BLOCK):
        block = slice(begin, min(begin + BLOCK, size))
        here = [a if a.ndim == 0 else a[block] for a in given]
        folder.start(here)
        for j, (branch, paid) in enumerate(first):
            result[block, j] = folder.value(branch, paid)
    return result


class Folder:
    """Folds a tree for one block of draws, depth first, so that only one path is in memory at a time."""

    def __init__(self, tree: Tree, ring: Field, optimum: Optimum) -> None:
        import numpy as np

        self.choose = np.minimum if optimum == "min" else np.maximum
        self.best = better(optimum)
        self.plans: dict[Expr, Any] = {}
        self.uses: Counter[Expr] = Counter()
        entered: dict[int, int] = {}
        for node in tree.nodes():
            for child in node.children():
                entered[id(child)] = entered.get(id(child), 0) + 1
            expressions = (
                [node.value] if isinstance(node, Value) else [x for _, x in paid_children(node) if x]
            )
            if isinstance(node, Chance):
                expressions += [p for _, p, _ in node.branches]
            for e in expressions:
                self.uses[e] += 1
                if e not in self.plans:
                    self.plans[e] = _plans(ring, e)
        self.shared = {i for i, n in entered.items() if n > 1}

    def start(self, letters: list[Any]) -> None:
        self.letters = letters
        self.powers: dict[tuple[int, int], Any] = {}
        self.numbers: dict[Expr, Any] = {}
        self.done: dict[int, Any] = {}

    def number(self, e: Expr) -> Any:
        top, bottom = self.plans[e]
        if bottom is None and isinstance(top, float):
            return top
        if e in self.numbers:
            return self.numbers[e]
        value = walk(top, self.letters, self.powers)
        if bottom is not None:
            value = _ratio(value, walk(bottom, self.letters, self.powers))
        if self.uses[e] > 1:  # what is used once is not kept: it would push the rest out of the cache
            self.numbers[e] = value
        return value

    def value(self, node: Tree, paid: Expr | None = None) -> Any:
        if paid is not None:
            return self.value(node) + self.number(paid)
        if isinstance(node, Value):
            return self.number(node.value)
        if id(node) in self.done:
            return self.done[id(node)]
        total = self.average(node) if isinstance(node, Chance) else self.optimum(node)
        if id(node) in self.shared:
            self.done[id(node)] = total
        return total

    def average(self, node: Chance) -> Any:
        total: Any = 0.0
        for (_, p, _), (child, paid) in zip(node.branches, paid_children(node), strict=True):
            part = self.number(p) * self.value(child, paid)
            if isinstance(total, float):
                total = part + total if total else part
            else:
                total += part  # made here, so nobody else sees it change
        return total

    def optimum(self, node: Decision) -> Any:
        values = [self.value(child, paid) for child, paid in paid_children(node)]
        if all(isinstance(v, float) for v in values):
            return self.best(values)
        total = self.choose(values[0], values[1]) if len(values) > 1 else values[0]
        for v in values[2:]:
            total = self.choose(total, v, out=total) if getattr(total, "ndim", 0) else self.choose(total, v)
        return total


def paid_children(node: Chance | Decision) -> list[tuple[Tree, Expr | None]]:
    """The children with what their branches pay, None where that is nothing."""
    return [(c, None if x.is_zero else x) for c, x in zip(node.children(), node.payoffs, strict=True)]


def _ratio(top: Any, bottom: Any) -> Any:
    """The quotient; 0 for 0/0, which is the posterior after what cannot happen and is weighted by 0."""
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.divide(top, bottom)
    return np.where((bottom == 0) & (top == 0), 0.0, value)


def _plans(ring: Field, expression: Expr) -> tuple[Any, Any]:
    if expression.is_Rational:
        return float(to_fraction(ring.number(expression).constant)), None
    element = ring.element(expression)
    return plan(element.num), None if element.is_polynomial else plan(element.den)
