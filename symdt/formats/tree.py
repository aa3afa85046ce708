"""The `[tree]` of a problem file: named nodes whose branches end in a value or name the next node.

>>> from sympy import Integer
>>> section = {"root": "d", "decision": {"d": {"a": ["c", "-2"], "b": "3"}}, "chance": {"c": {"x": ["1", "4"]}}}
>>> print(read_tree(section, lambda text, where: Integer(text), ()))
d
  a, pays -2: (c)
    x [1]: 4
  b: 3

A target that is a node's name is that node, otherwise an expression; a node may be entered from
several branches, but no way may lead back to where it came from. A branch may pay: `["c", "-2"]` of a decision,
`["p", "c", "-2"]` of a chance node. A chance node `of` a factor has no probabilities of its own: they are those
of the factor given all that was seen on the way, and a part that is entered with other knowledge is grown again.
Without factors `event = "rain"` says of chance nodes in several places that they show one event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Integer

from symdt.errors import BudgetError, ExpressionError, TreeError, did_you_mean, quote
from symdt.formats.stated.reading import HEAD
from symdt.problems.diagrams.joint import Joint, known
from symdt.problems.diagrams.node import ChanceNode
from symdt.problems.processes.discounting import discounted
from symdt.problems.tree import Chance, Decision, Tree, Value

#: Trees with more nodes or branches than this are refused.
MAX_NODES, MAX_BRANCHES = 20_000, 200_000

TREE_KEYS = ("root", "decision", "chance", "discount", "time")
Read = Callable[[Any, str], Expr]
Seen = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class _Stated:
    """A node as the file states it: for each branch its probability (if it has one), target and payoff."""

    name: str
    kind: str
    branches: Mapping[str, tuple[Any, Any, Any]]
    of: str | None = None
    flip: bool = False
    event: str = ""


def read_tree(
    section: Mapping[str, Any], read: Read, letters: Iterable[str], factors: Iterable[ChanceNode] = ()
) -> Tree:
    """The tree that a `[tree]` section states; `read` reads an expression, given where it stands."""
    for key in section:
        if key not in TREE_KEYS:
            hint = "put it at the top of the file" if key in HEAD else did_you_mean(key, TREE_KEYS)
            raise TreeError(f"[tree] has the unknown key {quote(key)}: {hint}")
    joint = Joint(factors)
    nodes = _nodes(section, joint)
    both = sorted(set(nodes) & set(letters))
    if both:
        raise TreeError(f"{quote(both[0])} names both a node and a parameter: rename one of them")
    root = section.get("root")
    if not isinstance(root, str):
        raise TreeError("[tree] has no root: give root = 'name of the first node'")
    if root not in nodes:
        raise TreeError(f"the root {quote(root)} is no node of the tree: {did_you_mean(root, nodes)}")
    order = _order(root, nodes)
    tree = _Grower(nodes, order, joint, read).grow(root)
    lost = next((n for n in nodes if n not in set(order)), None)
    if lost is not None:
        raise TreeError(
            f"no branch leads to the node {quote(lost)} from the root {quote(root)}: let one lead there, or remove it"
        )
    return _with_time(tree, section, read)


def _nodes(section: Mapping[str, Any], joint: Joint) -> dict[str, _Stated]:
    nodes: dict[str, _Stated] = {}
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
            nodes[name] = _stated(name, kind, branches, joint)
            total += len(branches)
    if not nodes:
        raise TreeError("[tree] has no nodes: give [tree.decision.NAME] or [tree.chance.NAME]")
    if len(nodes) > MAX_NODES or total > MAX_BRANCHES:
        raise TreeError(
            f"the tree has {len(nodes)} nodes and {total} branches: use at most {MAX_NODES} and {MAX_BRANCHES}"
        )
    return nodes


def _stated(name: str, kind: str, given: Mapping[str, Any], joint: Joint) -> _Stated:
    of = given.get("of")
    if kind == "decision" or not isinstance(of, str):
        if kind == "chance" and isinstance(given.get("flip"), bool):
            raise TreeError(
                f"the chance node {quote(name)} has flip but no factor: say of = 'name of a factor'"
            )
        # a branch of a chance node is a list: a text under this name says which event it is
        said = given.get("event") if kind == "chance" else None
        event = said if isinstance(said, str) else ""
        found = {b: _branch(b, e, name, kind) for b, e in given.items() if not (event and b == "event")}
        if not found:
            raise TreeError(f"the {kind} node {quote(name)} has no branches: give at least one")
        return _Stated(name, kind, found, event=event)
    if of not in joint.factors:
        raise TreeError(
            f"the chance node {quote(name)} is of {quote(of)}, which is no factor: {did_you_mean(of, joint.factors)}"
        )
    flip = given.get("flip", False)
    if not isinstance(flip, bool):
        raise TreeError(f"the chance node {quote(name)} has flip = {quote(flip)}: write true or false")
    found = {b: _branch(b, e, name, "decision") for b, e in given.items() if b not in ("of", "flip")}
    states = joint.factors[of].states
    odd = next((b for b in [*found, *states] if b not in states or b not in found), None)
    if odd is not None:
        fault = "lacks a branch for" if odd in states else "has a branch"
        hint = "give one for each state" if odd in states else did_you_mean(odd, states)
        raise TreeError(f"the chance node {quote(name)} of {quote(of)} {fault} {quote(odd)}: {hint}")
    return _Stated(name, kind, {s: found[s] for s in states}, of, flip, of)


def _branch(branch: str, entry: Any, name: str, kind: str) -> tuple[Any, Any, Any]:
    """Probability (None at a decision), target and payoff of a branch."""
    if kind == "decision":
        if not isinstance(entry, list):
            return None, entry, None
        if len(entry) == 2:
            return None, entry[0], entry[1]
        raise TreeError(
            f"branch {quote(branch)} of node {quote(name)} is {quote(entry)}: give a value or a node, or "
            "[value or node, payoff], such as ['next', '-2']"
        )
    if not isinstance(entry, list) or len(entry) not in (2, 3):
        raise TreeError(
            f"branch {quote(branch)} of chance node {quote(name)} is {quote(entry)}: give [probability, value or node], "
            "such as ['r', '70'], or [probability, value or node, payoff]"
        )
    return entry[0], entry[1], entry[2] if len(entry) == 3 else None


def _order(root: str, nodes: Mapping[str, _Stated]) -> list[str]:
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
            for _, target, _ in reversed(list(nodes[name].branches.values())):
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


class _Grower:
    """Grows the tree from what is stated: a node once for each knowledge that matters behind it."""

    def __init__(self, nodes: Mapping[str, _Stated], order: list[str], joint: Joint, read: Read) -> None:
        self.nodes, self.joint, self.read = nodes, joint, read
        self.below: dict[str, frozenset[str]] = {}  # the factors that are seen from a node on
        for name in order:
            own = nodes[name]
            found = {own.of} if own.of is not None else set[str]()
            for _, target, _ in own.branches.values():
                found |= self.below.get(target, frozenset()) if isinstance(target, str) else frozenset()
            self.below[name] = frozenset(found)
        self.chances: dict[tuple[str, Seen], dict[str, Expr]] = {}

    def grow(self, root: str) -> Tree:
        made: dict[tuple[str, Seen], Tree] = {}
        stack: list[tuple[str, Seen]] = [(root, ())]
        while stack:
            name, seen = stack[-1]
            if (name, seen) in made:
                stack.pop()
                continue
            node = self.nodes[name]
            missing = [end for end in self.ends(node, seen).values() if end is not None and end not in made]
            if missing:
                stack += reversed(missing)
                if len(made) + len(stack) > MAX_NODES:
                    raise BudgetError(
                        f"the tree grows to more than {MAX_NODES} nodes: let less be seen before {quote(name)}"
                    )
                continue
            made[name, seen] = self.node(node, seen, made)
        return made[root, ()]

    def probabilities(self, node: _Stated, seen: Seen) -> dict[str, Expr]:
        """The factor's, given what was seen; a test that comes before what it depends on must say so."""
        assert node.of is not None
        key = (node.name, seen)
        if key not in self.chances:
            hidden = sorted(self.joint.ancestors([node.of]) - {node.of} - {n for n, _ in seen})
            if hidden and not node.flip and node.of not in dict(seen):
                raise TreeError(
                    f"the chance node {quote(node.name)} is seen before {quote(hidden[0])}, on which {quote(node.of)} "
                    "depends: say flip = true to have Bayes' rule turn it round"
                )
            self.chances[key] = self.joint.probabilities(node.of, dict(seen))
        return self.chances[key]

    def ends(self, node: _Stated, seen: Seen) -> dict[str, tuple[str, Seen] | None]:
        """For each branch the node it leads to with what is known there; None for a value and what cannot happen."""
        chances = self.probabilities(node, seen) if node.of is not None else {}
        found: dict[str, tuple[str, Seen] | None] = {}
        for branch, (_, target, _) in node.branches.items():
            is_node = isinstance(target, str) and target in self.nodes
            if not is_node or (node.of is not None and chances[branch].is_zero):
                found[branch] = None
                continue
            after = {**dict(seen), node.of: branch} if node.of is not None else dict(seen)
            found[branch] = (target, tuple(self.joint.relevant(self.below[target], after).items()))
        return found

    def node(self, node: _Stated, seen: Seen, made: Mapping[tuple[str, Seen], Tree]) -> Tree:
        ends = self.ends(node, seen)
        chances = self.probabilities(node, seen) if node.of is not None else {}
        title = known(node.name, dict(seen))
        branches: dict[str, tuple[Any, ...]] = {}
        for branch, (chance, target, paid) in node.branches.items():
            where = f"branch {quote(branch)} of {node.kind} node {quote(node.name)}"
            end = ends[branch]
            never = node.of is not None and chances[branch].is_zero
            child = made[end] if end is not None else Value(0) if never else self.value(target, where)
            worth = Integer(0) if paid is None or never else self.read(paid, f"the payoff of {where}")
            if node.kind == "decision":
                branches[branch] = (child, worth)
            elif node.of is not None:
                branches[branch] = (chances[branch], child, worth)
            else:
                p = "rest" if chance == "rest" else self.read(chance, f"the probability of {where}")
                branches[branch] = (p, child, worth)
        return Decision(title, branches) if node.kind == "decision" else Chance(title, branches, node.event)

    def value(self, target: Any, where: str) -> Tree:
        try:
            return Value(self.read(target, where))
        except ExpressionError:
            near = did_you_mean(target, self.nodes) if isinstance(target, str) else ""
            if near.startswith("did you mean"):
                raise TreeError(
                    f"{where} leads to {quote(target)}, which is no node and no expression: {near}"
                ) from None
            raise


def _with_time(tree: Tree, section: Mapping[str, Any], read: Read) -> Tree:
    """The tree with `discount` and `[tree.time]` counted in."""
    if ("discount" in section) != ("time" in section):
        had, lacked = ("discount", "[tree.time]") if "discount" in section else ("[tree.time]", "discount")
        raise TreeError(
            f"[tree] has {had} but no {lacked}: give both, such as discount = 'd' and [tree.time] 'next' = 1"
        )
    if "discount" not in section:
        return tree
    times = section["time"]
    if not isinstance(times, dict) or not all(type(t) is int and 0 <= t <= 64 for t in times.values()):
        raise TreeError(f"[tree.time] is {quote(times)}: give each node a whole number of periods, 0 to 64")
    return discounted(tree, read(section["discount"], "the discount of [tree]"), times)
