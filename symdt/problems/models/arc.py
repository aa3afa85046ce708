"""Arcs: from a parent to a child, in the order of nature, and an order of variables that they admit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from symdt.errors import ModelError, quote


class Arc(NamedTuple):
    """An arc from a parent to a child."""

    parent: str
    child: str

    def __str__(self) -> str:
        return f"{self.parent} → {self.child}"


def as_arc(arc: Any) -> Arc:
    """An arc from a pair `(parent, child)` or a text such as `X3 -> X1`."""
    if isinstance(arc, str):
        ends = tuple(part.strip() for part in re.split(r"->|→", arc))
    else:
        ends = tuple(arc) if isinstance(arc, Sequence) else ()
    if len(ends) != 2 or not all(isinstance(e, str) and e for e in ends):
        raise ModelError(f"{quote(arc)} is no arc: give (parent, child) or 'parent -> child'")
    if ends[0] == ends[1]:
        raise ModelError(f"the arc {ends[0]} → {ends[1]} is a loop: a variable is not its own parent")
    return Arc(*ends)


def natural(name: str) -> tuple[Any, ...]:
    """The key that sorts X2 before X10."""
    return tuple((1, int(p), "") if p.isdigit() else (0, 0, p) for p in re.split(r"(\d+)", name) if p)


def set_label(parents: Iterable[str]) -> str:
    """The name of a parent set: `{}`, `{X3}`, `{X2,X3}`."""
    return "{" + ",".join(parents) + "}"


def topological_order(candidates: Mapping[str, Sequence[str]], what: str) -> tuple[str, ...]:
    """The variables, each after its (candidate) parents; an error shows the cycle if there is one."""
    order: dict[str, None] = {}
    path: list[str] = []

    for root in candidates:
        if root in order:
            continue
        stack = [(root, iter(candidates[root]))]
        path = [root]
        while stack:
            node, parents = stack[-1]
            parent = next((p for p in parents if p not in order), None)
            if parent is None:
                order[node] = None
                stack.pop()
                path.pop()
            elif parent in path:
                cycle = [*path[path.index(parent) :], parent][::-1]
                raise ModelError(f"{what} a cycle {' → '.join(cycle)}: remove one of these arcs")
            else:
                path.append(parent)
                stack.append((parent, iter(candidates.get(parent, ()))))
    return tuple(order)
