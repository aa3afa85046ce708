"""The `[tree]` of a problem file: named nodes whose branches end in a value or name the next node.

>>> from sympy import Integer
>>> section = {"root": "d", "decision": {"d": {"a": "c", "b": "3"}}, "chance": {"c": {"x": ["1", "4"]}}}
>>> print(read_tree(section, lambda text, where: Integer(text), ()))
d
  a: (c)
    x [1]: 4
  b: 3

A target that is a node's name is that node, otherwise an expression; a node may be entered from
several branches, but no way may lead back to where it came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sympy import Expr

from symdt.errors import ExpressionError, TreeError, did_you_mean, quote
from symdt.problems.tree import Chance, Decision, Tree, Value

#: Trees with more nodes or branches than this are refused.
MAX_NODES, MAX_BRANCHES = 20_000, 200_000

TREE_KEYS = ("root", "decision", "chance")
Read = Callable[[Any, str], Expr]


def read_tree(section: Mapping[str, Any], read: Read, parameters: Iterable[str]) -> Tree:
    """The tree that a `[tree]` section states; `read` reads an expression, given where it stands."""
    for key in section:
        if key not in TREE_KEYS:
            raise TreeError(f"[tree] has the unknown key {quote(key)}: {did_you_mean(key, TREE_KEYS)}")
    kinds, nodes = _nodes(section)
    both = sorted(set(nodes) & set(parameters))
    if both:
        raise TreeError(f"{quote(both[0])} names both a node and a parameter: rename one of them")
    root = section.get("root")
    if not isinstance(root, str):
        raise TreeError("[tree] has no root: give root = 'name of the first node'")
    if root not in nodes:
        raise TreeError(f"the root {quote(root)} is no node of the tree: {did_you_mean(root, nodes)}")
    made: dict[str, Tree] = {}
    for name in _order(root, nodes, kinds):
        made[name] = _node(name, kinds[name], nodes, made, read)
    lost = next((n for n in nodes if n not in made), None)
    if lost is not None:
        raise TreeError(
            f"no branch leads to the node {quote(lost)} from the root {quote(root)}: let one lead there, or remove it"
        )
    return made[root]


def _nodes(section: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, Mapping[str, Any]]]:
    kinds: dict[str, str] = {}
    nodes: dict[str, Mapping[str, Any]] = {}
    total = 0
    for kind in ("decision", "chance"):
        group = section.get(kind, {})
        if not isinstance(group, dict):
            raise TreeError(f"[tree.{kind}] is {quote(group)}: give each node a table of its own")
        for name, branches in group.items():
            if not isinstance(branches, dict) or not branches:
                raise TreeError(f"the {kind} node {quote(name)} has no branches: give at least one")
            if name in nodes:
                raise TreeError(f"{quote(name)} names both a decision and a chance node: rename one of them")
            kinds[name], nodes[name] = kind, branches
            total += len(branches)
    if not nodes:
        raise TreeError("[tree] has no nodes: give [tree.decision.NAME] or [tree.chance.NAME]")
    if len(nodes) > MAX_NODES or total > MAX_BRANCHES:
        raise TreeError(
            f"the tree has {len(nodes)} nodes and {total} branches: use at most {MAX_NODES} and {MAX_BRANCHES}"
        )
    return kinds, nodes


def _targets(branches: Mapping[str, Any], kind: str) -> list[Any]:
    if kind == "decision":
        return list(branches.values())
    return [pair[1] for pair in branches.values() if isinstance(pair, list) and len(pair) == 2]


def _order(root: str, nodes: Mapping[str, Mapping[str, Any]], kinds: Mapping[str, str]) -> list[str]:
    """The nodes that can be reached, each after all that it leads to; a way back is an error."""
    order: list[str] = []
    path: list[str] = []  # from the root to the node in hand
    state: dict[str, bool] = {}  # False while its branches are being followed, True when they are done
    stack = [(root, False)]
    while stack:
        name, is_done = stack.pop()
        if is_done:
            state[path.pop()] = True
            order.append(name)
        elif name not in state:
            state[name] = False
            path.append(name)
            stack.append((name, True))
            for target in reversed(_targets(nodes[name], kinds[name])):
                if not isinstance(target, str) or target not in nodes:
                    continue
                if state.get(target) is False:
                    way = [*path[path.index(target) :], target]
                    shown = " -> ".join(map(quote, way[:4])) + (" -> ..." if len(way) > 4 else "")
                    raise TreeError(
                        f"the tree has a cycle, {shown}: let one of these branches end in a value"
                    )
                stack.append((target, False))
    return order


def _node(
    name: str,
    kind: str,
    nodes: Mapping[str, Mapping[str, Any]],
    made: Mapping[str, Tree],
    read: Read,
) -> Tree:
    branches = nodes[name]

    def reach(branch: str, target: Any) -> Tree:
        if isinstance(target, str) and target in made:
            return made[target]
        where = f"branch {quote(branch)} of {kind} node {quote(name)}"
        try:
            return Value(read(target, where))
        except ExpressionError:
            near = did_you_mean(target, nodes) if isinstance(target, str) else ""
            if near.startswith("did you mean"):
                raise TreeError(
                    f"{where} leads to {quote(target)}, which is no node and no expression: {near}"
                ) from None
            raise

    if kind == "decision":
        return Decision(name, {b: reach(b, target) for b, target in branches.items()})
    pairs: dict[str, tuple[Any, Tree]] = {}
    for branch, pair in branches.items():
        where = f"branch {quote(branch)} of chance node {quote(name)}"
        if not isinstance(pair, list) or len(pair) != 2:
            raise TreeError(
                f"{where} is {quote(pair)}: give [probability, value or node], such as ['r', '70']"
            )
        chance = "rest" if pair[0] == "rest" else read(pair[0], f"the probability of {where}")
        pairs[branch] = (chance, reach(branch, pair[1]))
    return Chance(name, pairs)
