"""Sketch: what of a tree is shown, before it is laid out.

A tree with its folded-back values becomes nodes and branches; a branch of a decision is
`optimal` where it alone is best on the whole domain, `sometimes` where it is best for some
values of the letters, and `pruned` where it never is. Large trees are collapsed: level after
level is opened while all of it fits, and what stays closed says how many leaves it hides.

>>> from symdt.problems.tree import Chance, Decision
>>> from symdt.solve.foldback import fold_back
>>> tree = Decision("d", {"a": Chance("c", {"x": (1, 3)}), "b": 2})
>>> sketch = sketch_tree(fold_back(tree))
>>> [(b.label, b.mark) for b in sketch.branches if b.source == sketch.root]
[('a', 'pruned'), ('b', 'optimal')]
>>> sketch_tree(tree, max_leaves=1).hidden
1
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from sympy import Expr

from symdt.display import counted
from symdt.errors import TreeError, quote
from symdt.exact.field import Field
from symdt.exact.language.board import board
from symdt.problems.tree import Chance, Decision, Tree, Value
from symdt.solve.solved import Solved

#: More leaves than this are not drawn; the tree is collapsed.
MAX_LEAVES = 64
#: More branches than this at one node are not all drawn.
MAX_FAN = 16
#: So many nodes are told in words.
MAX_TOLD = 12
#: Equal parts with at least so many leaves are drawn once.
LIKE = 3

Mark = Literal["", "optimal", "sometimes", "pruned"]
Kind = Literal["decision", "chance", "value", "closed", "more"]


@dataclass(frozen=True)
class Node:
    """A node that is drawn; `hidden` leaves lie behind a closed one."""

    id: str
    kind: Kind
    name: str
    value: Expr | None
    hidden: int = 0
    is_dim: bool = False
    mark: str = ""  # a letter at a node that is referred to
    like: str = ""  # the letter of the equal part that is drawn elsewhere
    path: Expr | None = None  # at a leaf, where asked for: the probability of Nature's moves on the way to it


@dataclass(frozen=True)
class Branch:
    """A branch that is drawn, with its probability behind a chance node, its mark behind a decision, what it pays."""

    source: str
    target: str
    label: str
    probability: Expr | None = None
    mark: Mark = ""
    is_dim: bool = False
    payoff: Expr | None = None


@dataclass(frozen=True)
class Sketch:
    """Nodes, parents before children, and branches, from top to bottom."""

    nodes: tuple[Node, ...]
    branches: tuple[Branch, ...]
    optimum: str = "min"
    impossible: int = 0  # branches of probability 0, which are not drawn
    has_marks: bool = True  # the names ν1, ν20, … of the paper are shown

    @property
    def root(self) -> str:
        """The first node."""
        return self.nodes[0].id

    @property
    def hidden(self) -> int:
        """How many leaves are not drawn."""
        return sum(n.hidden for n in self.nodes)

    @cached_property
    def below(self) -> dict[str, list[Branch]]:
        """The branches of each node."""
        found: dict[str, list[Branch]] = {n.id: [] for n in self.nodes}
        for branch in self.branches:
            found[branch.source].append(branch)
        return found

    @cached_property
    def by_id(self) -> dict[str, Node]:
        """The nodes by their identifiers."""
        return {n.id: n for n in self.nodes}


def sketch_tree(
    tree: Tree | Solved,
    *,
    max_leaves: int = MAX_LEAVES,
    max_depth: int | None = None,
    along: Sequence[str] | None = None,
    chosen_only: bool = False,
    has_data: bool = True,
    paths: bool = False,
) -> Sketch:
    """The part of a tree that is drawn.

    `max_leaves` and `max_depth` say how much is opened; `along` opens one path of branch labels only (a
    typical branch); `chosen_only` shows of a decision the branches that are somewhere optimal; without
    `has_data` the paper's stub ν0 —𝒟— ν1 and its names of nodes are left out; `paths` gives every leaf the
    probability of its path.
    """
    solved = tree if isinstance(tree, Solved) else None
    root = tree.tree if isinstance(tree, Solved) else tree
    if not has_data and isinstance(root, Chance) and root.name == "ν0" and len(root.branches) == 1:
        root = root.branches[0][2]
    made = _Sketcher(solved, max_leaves, max_depth, along, chosen_only).sketch(root)
    return replace(_with_paths(made) if paths else made, has_marks=has_data)


def in_words(sketch: Sketch) -> str:
    """What is drawn, as it is read aloud: how much of what, what is optimal, and what it is worth."""
    kinds = [n.kind for n in sketch.nodes]
    text = (
        f"A decision tree with {counted(kinds.count('decision'), 'decision')}, "
        f"{counted(kinds.count('chance'), 'chance node')} and "
        f"{counted(kinds.count('value') + sketch.hidden, 'end')}."
    )
    best = [b.label for b in sketch.branches if b.mark == "optimal" and not b.is_dim]
    some: dict[str, list[str]] = {}
    for b in sketch.branches:
        if b.mark == "sometimes" and not b.is_dim:
            some.setdefault(sketch.by_id[b.source].name, []).append(b.label)
    text += f" Optimal: {', '.join(best)}." if best else ""
    text += "".join(f" {' or '.join(many)} at {name}, by the letters." for name, many in some.items())
    if not best and not some:  # not folded back: what may be done and happen
        opened = [n for n in sketch.nodes if sketch.below[n.id]][:MAX_TOLD]
        text += "".join(f" {n.name}: {', '.join(b.label for b in sketch.below[n.id])}." for n in opened)
    worth = sketch.by_id[sketch.root].value
    return text if worth is None or not (best or some) else f"{text} Value: {board(worth)}."


def _with_paths(sketch: Sketch) -> Sketch:
    """The sketch with the product of the probabilities on the way at every leaf."""
    letters = {s for b in sketch.branches if b.probability is not None for s in b.probability.free_symbols}
    ring = Field.of(letters)
    chance = {sketch.root: ring.number(1)}
    for branch in sketch.branches:  # parents before children
        here = chance[branch.source]
        chance[branch.target] = (
            here if branch.probability is None else here * ring.element(branch.probability)
        )
    nodes = (replace(n, path=chance[n.id].to_expr()) if n.kind == "value" else n for n in sketch.nodes)
    return replace(sketch, nodes=tuple(nodes))


class _Sketcher:
    def __init__(
        self,
        solved: Solved | None,
        max_leaves: int,
        max_depth: int | None,
        along: Sequence[str] | None,
        chosen_only: bool = False,
    ) -> None:
        self.solved, self.max_leaves, self.max_depth, self.along = solved, max_leaves, max_depth, along
        self.chosen_only, self.impossible = chosen_only, 0
        self.seen: dict[Tree, int] = {}  # where a part was first drawn
        self.nodes: list[Node] = []
        self.branches: list[Branch] = []

    def sketch(self, root: Tree) -> Sketch:
        level: list[tuple[Tree, int]] = [(root, self.add(root, False))]
        depth, ends = 0, 1
        while level:
            if self.max_depth is not None and depth >= self.max_depth:
                break
            opened = [self.opened(node) for node, _ in level]
            grown = ends + sum(len(kept) + (rest > 0) - 1 for kept, rest in opened if kept)
            if depth > 0 and self.along is None and grown > self.max_leaves:
                break
            ends = grown
            below: list[tuple[Tree, int]] = []
            for node, place in sorted(level, key=lambda pair: self.nodes[pair[1]].is_dim):
                if node.leaves >= LIKE:  # of equal parts the one that may be chosen is drawn
                    self.seen.setdefault(node, place)
            for (node, place), (kept, rest) in zip(level, opened, strict=True):
                first = self.seen.get(node, place) if node.leaves >= LIKE else place
                if first != place and self.along is None:
                    self.refer(node, place, first)
                    continue
                below += self.open(node, place, kept, rest, depth)
            level, depth = below, depth + 1
        for node, place in level:
            if not isinstance(node, Value):
                self.close(node, place)
        optimum = self.solved.optimum if self.solved is not None else "min"
        return Sketch(tuple(self.nodes), tuple(self.branches), optimum, self.impossible)

    def refer(self, node: Tree, place: int, first: int) -> None:
        """An equal part is drawn once; here stands the letter under which it is found."""
        letter = self.nodes[first].mark or chr(ord("A") + sum(bool(n.mark) for n in self.nodes) % 26)
        self.nodes[first] = replace(self.nodes[first], mark=letter)
        self.nodes[place] = replace(self.nodes[place], kind="closed", hidden=node.leaves, like=letter)

    def opened(self, node: Tree) -> tuple[list[int], int]:
        """Which branches of a node are drawn, by position, and how many are not."""
        if isinstance(node, Value):
            return [], 0
        every = [i for i, entry in enumerate(node.branches) if not self.never(node, entry)]
        if len(every) <= MAX_FAN:
            return every, 0
        chosen = self.optimal(node)
        first = [i for i in every if node.branches[i][0] in chosen][: MAX_FAN - 2]
        others = [i for i in every if i not in first]
        kept = sorted([*first, *others[: MAX_FAN - 1 - len(first)]])
        return kept, len(every) - len(kept)

    def never(self, node: Tree, entry: tuple[Any, ...]) -> bool:
        """Whether a branch is not drawn: it cannot happen, or (where asked) it is never chosen."""
        if isinstance(node, Chance):
            return entry[1] == 0 and len(node.branches) > 1
        return self.chosen_only and self.solved is not None and entry[0] not in self.optimal(node)

    def optimal(self, node: Tree) -> tuple[str, ...]:
        if self.solved is None or not isinstance(node, Decision):
            return ()
        if (
            len(node.branches) > MAX_FAN
        ):  # those with a value that is needed; asking about all ties takes long
            needed = {a.value for a in self.solved.alternatives_at(node)}
            offers = self.solved.branch_alternatives(node)
            return tuple(b for b, kept in offers.items() if any(a.value in needed for a in kept))
        return self.solved.optimal_branches(node)

    def open(self, node: Tree, place: int, kept: list[int], rest: int, depth: int) -> list[tuple[Tree, int]]:
        """Draw the branches of a node; the nodes to be opened next."""
        if isinstance(node, Value):
            return []
        parent = self.nodes[place]
        chosen = self.optimal(node)
        following: list[tuple[Tree, int]] = []
        step = self.step(node, depth)
        if isinstance(node, Chance):
            self.impossible += sum(self.never(node, entry) for entry in node.branches)
        for i in kept:
            entry = node.branches[i]
            child: Tree = entry[-1]
            mark = self.mark(node, entry[0], chosen)
            is_dim = parent.is_dim or mark == "pruned"
            target = self.add(child, is_dim)
            probability = entry[1] if isinstance(node, Chance) else None
            paid = node.payoffs[i] or None
            self.branches.append(
                Branch(parent.id, self.nodes[target].id, entry[0], probability, mark, is_dim, paid)
            )
            if step is None or entry[0] == step:
                following.append((child, target))
            elif not isinstance(child, Value):
                self.close(child, target)
        if rest:
            drawn = {i for i, entry in enumerate(node.branches) if i in set(kept) or self.never(node, entry)}
            hidden = sum(c.leaves for i, c in enumerate(node.children()) if i not in drawn)
            more = Node(f"n{len(self.nodes)}", "more", f"{rest} more", None, hidden, parent.is_dim)
            self.nodes.append(more)
            self.branches.append(Branch(parent.id, more.id, "", None, "", parent.is_dim))
        return following

    def step(self, node: Chance | Decision, depth: int) -> str | None:
        """The branch that a typical path takes here; None where all are opened."""
        if self.along is None or depth >= len(self.along):
            return None
        labels = [e[0] for e in node.branches]
        if self.along[depth] not in labels:
            raise TreeError(
                f"the path takes {quote(self.along[depth])} at {quote(node.name)}: use one of {', '.join(map(quote, labels))}"
            )
        return self.along[depth]

    def mark(self, node: Tree, label: str, chosen: tuple[str, ...]) -> Mark:
        if self.solved is None or not isinstance(node, Decision):
            return ""
        if label not in chosen:
            return "pruned"
        return "optimal" if len(chosen) == 1 else "sometimes"

    def add(self, node: Tree, is_dim: bool) -> int:
        kind: Kind = (
            "value" if isinstance(node, Value) else "decision" if isinstance(node, Decision) else "chance"
        )
        value = node.value if isinstance(node, Value) else None
        if self.solved is not None:
            value = self.solved.value_at(node)
        name = "" if isinstance(node, Value) else node.name
        self.nodes.append(Node(f"n{len(self.nodes)}", kind, name, value, 0, is_dim))
        return len(self.nodes) - 1

    def close(self, node: Tree, place: int) -> None:
        old = self.nodes[place]
        self.nodes[place] = replace(old, kind="closed", hidden=node.leaves)
