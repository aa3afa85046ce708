"""Trees that grow from a file: nodes are shared where they are the same, and every node has a name.

Other programs let nodes go without a name and repeat what they enter twice; here a name is asked of every node, and
what is equal is one node. Different nodes may have one name.

>>> forest = Forest()
>>> court = lambda: forest.chance("court", ["win", "lose"], [0.2, "rest"], [forest.value(10), forest.value(0)])
>>> root = forest.decision("", ["go", "go later", "stop"], [court(), court(), forest.value(3)])
>>> tree = forest.tree(root)
>>> print(tree.name, tree.child("go") is tree.child("go later"))
decision True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Expr, Integer

from symdt.errors import FileError
from symdt.formats.stated.toml_text import unused
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import MAX_DEPTH, Chance, Decision, Tree, Value, rebuilt
from symdt.problems.tree_problem import to_tree

#: Trees with more nodes than this are refused.
MAX_NODES = 20_000
Key = tuple[Any, ...]


class Forest:
    """The nodes met so far; a node is known by what it is, so equal ones are one."""

    def __init__(self) -> None:
        self.numbers: dict[Key, int] = {}
        self.keys: list[Key] = []
        self.count = 0

    def value(self, value: Any) -> int:
        """A leaf."""
        return self._node(("value", "", Value(value).value))

    def decision(
        self, name: str, labels: Sequence[str], below: Sequence[int], payoffs: Sequence[Expr] = ()
    ) -> int:
        """A decision with a label for each branch, and what it pays."""
        paid = self._paid(below, payoffs)
        return self._node(("decision", one_line(name), tuple(distinct(labels)), *paid))

    def chance(
        self,
        name: str,
        labels: Sequence[str],
        chances: Sequence[Expr | str],
        below: Sequence[int],
        payoffs: Sequence[Expr] = (),
        event: str = "",
    ) -> int:
        """A chance node with a label, a probability, or "rest", and what it pays, for each branch; the event it shows."""
        paid = self._paid(below, payoffs)
        own = tuple(distinct(labels))
        return self._node(("chance", one_line(name), own, *paid, tuple(chances), event))

    def with_payoff(self, number: int, paid: Expr) -> int:
        """The node, where something is paid before it: by every branch of it."""
        kind, *parts = self.keys[number]
        if kind == "value":
            return self.value(parts[1] + paid)
        name, labels, below, payoffs, *more = parts
        whole = [one + paid for one in payoffs]
        if kind == "decision":
            return self.decision(name, labels, below, whole)
        return self.chance(name, labels, more[0], below, whole, more[1])

    def _paid(
        self, below: Sequence[int], payoffs: Sequence[Expr]
    ) -> tuple[tuple[int, ...], tuple[Expr, ...]]:
        """What is below, and what the branches pay: a leaf has all that its branch pays."""
        ends, left = list(below), list(payoffs) or [Integer(0)] * len(below)
        for i, paid in enumerate(left):
            key = self.keys[ends[i]]
            if key[0] == "value" and not paid.is_zero:
                ends[i], left[i] = self.value(key[2] + paid), Integer(0)
        return tuple(ends), tuple(left)

    def _node(self, key: Key) -> int:
        self.count += 1
        if self.count > MAX_NODES:
            raise FileError(f"the tree has more than {MAX_NODES} nodes: use a smaller one")
        if key not in self.numbers:
            self.numbers[key] = len(self.keys)
            self.keys.append(key)
        return self.numbers[key]

    def tree(self, root: int) -> Tree:
        """The tree below a node; those without a name get one, from the root on."""
        names: dict[int, str] = {}
        used: dict[str, int] = {}
        stack = [(root, 0)]
        while stack:
            number, depth = stack.pop()
            key = self.keys[number]
            if depth > MAX_DEPTH:
                raise FileError(f"the tree has more than {MAX_DEPTH} levels: use a smaller one")
            if key[0] == "value" or number in names:
                continue
            names[number] = key[1] or unused(key[0], used)
            stack += [(child, depth + 1) for child in reversed(key[3])]
        made: dict[int, Tree] = {}
        for number, key in enumerate(self.keys):  # children are met before their parents
            if key[0] == "value":
                made[number] = Value(key[2])
            elif number in names:
                below = [made[child] for child in key[3]]
                if key[0] == "decision":
                    ends = zip(below, key[4], strict=True)
                    made[number] = Decision(names[number], dict(zip(key[2], ends, strict=True)))
                else:
                    parts = zip(key[5], below, key[4], strict=True)
                    made[number] = Chance(names[number], dict(zip(key[2], parts, strict=True)), key[6])
        return made[root]


def tree_with_events(problem: Problem) -> Tree:
    """The tree of a problem as files have it: chance nodes of a table say what they show, the state or an experiment.

    >>> from symdt import Belief, DecisionProblem, LossTable
    >>> loss = LossTable(["well", "ill"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> tree = tree_with_events(DecisionProblem(loss, Belief({"well": "rest", "ill": 0.2})))
    >>> [node.event for node in tree.nodes() if isinstance(node, Chance)]
    ['state', 'state']
    """
    tree = to_tree(problem, data=False)
    if not isinstance(problem, DecisionProblem):
        return tree
    experiments = {e.name for e in problem.experiments}
    state = unused("state", dict.fromkeys(experiments, 1))
    shown = {
        id(child): branch if branch in experiments else state
        for node in tree.nodes()
        if isinstance(node, Decision)
        for branch, child in node.branches
    }
    made: dict[int, Tree] = {}
    for node in tree.nodes():
        if isinstance(node, Value):
            made[id(node)] = node
            continue
        new = made[id(node)] = rebuilt(node, made)
        if isinstance(new, Chance):
            ends = zip(new.branches, new.payoffs, strict=True)
            branches = {b: (p, child, paid) for (b, p, child), paid in ends}
            made[id(node)] = Chance(new.name, branches, new.event or shown.get(id(node), ""))
    return made[id(tree)]


def distinct(labels: Sequence[str]) -> list[str]:
    """Labels of branches, one unlike the other; an empty one is numbered.

    >>> distinct(["yes", "", "yes"])
    ['yes', 'branch 2', 'yes 3']
    """
    found: list[str] = []
    for i, label in enumerate(labels, 1):
        words = one_line(label) or f"branch {i}"
        while words in found:
            words = f"{words} {i}"
        found.append(words)
    return found


def one_line(text: str) -> str:
    """A name on one line, as others break it over several.

    >>> one_line(" rain\\nor snow ")
    'rain or snow'
    """
    return " ".join(text.split()) if any(c in text for c in "\n\r\t") else text.strip()
