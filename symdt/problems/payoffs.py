"""Paths: every way from the root of a tree to a value, with its probability and all that is paid along it.

>>> from sympy import symbols
>>> from symdt.problems.tree import Chance, Decision
>>> a, b = symbols("a b")
>>> ready = Decision("A ready", {"go on": (Chance("B", {"works": (b, 10), "fails": ("rest", 0)}), -1), "stop": 4})
>>> tree = Decision("start?", {"start": (Chance("A", {"success": (a, ready), "failure": ("rest", 0)}), -2), "no": 0})
>>> for path in paths(tree):
...     print(path)
start, success, go on, works: -3 + 10 = 7 with probability a*b
start, success, go on, fails: -3 + 0 = -3 with probability -a*b + a
start, success, stop: -2 + 4 = 2 with probability a
start, failure: -2 + 0 = -2 with probability 1 - a
no: 0 with probability 1

The probability is that of Nature's moves: what it is if our own moves on the path are made.

`totals` is the tree whose leaves bear these sums and whose branches pay nothing. Law: it has the same value, and every
strategy the same distribution; a part that is entered with different sums is there once for each of them.

>>> print(totals(tree).child("start").child("success"))
A ready
  go on: (B)
    works [b]: 7
    fails [1 - b]: -3
  stop: 2
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr

from symdt.display import Printed
from symdt.errors import BudgetError
from symdt.exact.field import Element, Field
from symdt.problems.tree import Chance, Decision, Tree, Value

#: Trees with more paths, and sums of payoffs that need more nodes, than this are refused.
MAX_PATHS = 200_000


@dataclass(frozen=True)
class Path(Printed):
    """One way through a tree: the branches taken, what they paid, the value at the end, Nature's probability.

    >>> path, = paths(Chance("rain", {"rain": (1, 70)}))
    >>> path.branches, path.total
    (('rain',), 70)
    """

    branches: tuple[str, ...]
    paid: Expr
    value: Expr
    probability: Expr

    @property
    def total(self) -> Expr:
        """All that is paid and the value at the end."""
        return _sum(self.paid, self.value)

    def to_json(self) -> dict[str, object]:
        """The path in texts."""
        texts = {"paid": self.paid, "value": self.value, "total": self.total, "probability": self.probability}
        return {"branches": list(self.branches), **{k: str(e) for k, e in texts.items()}}

    def __str__(self) -> str:
        sums = f"{self.value}" if self.paid.is_zero else f"{self.paid} + {self.value} = {self.total}"
        return f"{', '.join(self.branches)}: {sums} with probability {self.probability}"


def _sum(one: Expr, other: Expr) -> Expr:
    ring = Field.of(one.free_symbols | other.free_symbols)
    return (ring.element(one) + ring.element(other)).to_expr()


def paths(tree: Tree) -> tuple[Path, ...]:
    """Every path from the root to a value, from top to bottom; a tree with too many is refused at once.

    >>> from symdt import Chance, Decision, paths
    >>> answer = Chance("answer", {"yes": (0.4, 10), "no": ("rest", 0)})
    >>> ask = Decision("ask?", {"ask": (answer, -3), "leave": 0})
    >>> [str(path) for path in paths(ask)][0]
    'ask, yes: -3 + 10 = 7 with probability 2/5'
    >>> sum(path.total * path.probability for path in paths(ask) if path.branches[0] == "ask")
    1
    """
    tree = getattr(tree, "tree", tree)  # that of a problem
    if tree.leaves > MAX_PATHS:
        raise BudgetError(f"the tree has {tree.leaves} paths: at most {MAX_PATHS} are written out")
    ring, found = Field.of(tree.symbols), list[Path]()
    stack: list[tuple[Tree, tuple[str, ...], Element, Element]] = [(tree, (), ring.number(0), ring.number(1))]
    while stack:
        node, taken, paid, chance = stack.pop()
        if isinstance(node, Value):
            found.append(Path(taken, paid.to_expr(), node.value, chance.to_expr()))
            continue
        for entry, x in reversed(list(zip(node.branches, node.payoffs, strict=True))):
            here = chance * ring.element(entry[1]) if len(entry) == 3 else chance
            stack.append((entry[-1], (*taken, entry[0]), paid + ring.element(x), here))
    return tuple(found)


def totals(tree: Tree) -> Tree:
    """The tree with all payoffs gathered at the leaves; itself where its branches pay nothing.

    >>> from symdt import Chance, Decision, totals
    >>> answer = Chance("answer", {"yes": (0.4, 10), "no": ("rest", 0)})
    >>> ask = Decision("ask?", {"ask": (answer, -3), "leave": 0})
    >>> print(totals(ask))
    ask?
      ask: (answer)
        yes [2/5]: 7
        no [3/5]: -3
      leave: 0
    """
    if not any(not isinstance(n, Value) and any(n.payoffs) for n in tree.nodes()):
        return tree
    ring = Field.of(tree.symbols)
    made: dict[tuple[int, Element], Tree] = {}
    stack: list[tuple[Tree, Element]] = [(tree, ring.number(0))]
    while stack:
        node, paid = stack[-1]
        if (id(node), paid) in made:
            stack.pop()
            continue
        if isinstance(node, Value):
            made[id(node), paid] = Value((paid + ring.element(node.value)).to_expr())
            continue
        ends = [
            (c, paid + ring.element(x) if x else paid)
            for c, x in zip(node.children(), node.payoffs, strict=True)
        ]
        missing = [(c, x) for c, x in ends if (id(c), x) not in made]
        if missing:
            stack += missing
            if len(made) > MAX_PATHS:
                raise BudgetError(
                    f"the sums of payoffs need more than {MAX_PATHS} nodes: fold back the tree as it stands"
                )
            continue
        kept = [made[id(c), x] for c, x in ends]
        if isinstance(node, Chance):
            branches = {b: (p, end) for (b, p, _), end in zip(node.branches, kept, strict=True)}
            made[id(node), paid] = Chance(node.name, branches, node.event)
        else:
            made[id(node), paid] = Decision(
                node.name, {b: end for (b, _), end in zip(node.branches, kept, strict=True)}
            )
    return made[id(tree), ring.number(0)]
