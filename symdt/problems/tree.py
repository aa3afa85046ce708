"""Tree: decisions (squares), chances (circles) and values (leaves), as in Figure 1 of the paper.

>>> from sympy import symbols
>>> r = symbols("r")
>>> weather = {"rain": r, "dry": "rest"}
>>> umbrella = Decision("umbrella?", {
...     "take": Chance("rain, with", {"rain": (r, 70), "dry": ("rest", 20)}),
...     "leave": Chance("rain, without", {"rain": (r, 0), "dry": ("rest", 100)}),
... })
>>> print(umbrella)
umbrella?
  take: (rain, with)
    rain [r]: 70
    dry [1 - r]: 20
  leave: (rain, without)
    rain [r]: 0
    dry [1 - r]: 100
>>> umbrella.subs({r: 1}).child("take").probability("dry")
0

A node may be entered from several branches; it is stored once. Trees are values: equal parts
make equal trees.

>>> Decision("d", {"a": 1, "b": 2}) == Decision("d", {"a": Value(1), "b": Value(2)})
True

A branch may pay: what it pays is added to every value behind it, and stands on the branch in figures.

>>> print(Decision("drill?", {"drill": (Chance("oil", {"wet": (r, 270), "dry": ("rest", 0)}), -70), "sell": 90}))
drill?
  drill, pays -70: (oil)
    wet [r]: 270
    dry [1 - r]: 0
  sell: 90
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sympy import Expr, Integer, Symbol

from symdt.display import Displayed
from symdt.errors import TreeError, did_you_mean, quote
from symdt.exact.field import Element, equal
from symdt.exact.kink import lifted
from symdt.exact.language.board import board
from symdt.exact.polynomial import Written, as_expr, letters_of, replacements, substituted, written
from symdt.problems.probabilities import completed

#: Trees nested deeper than this are refused.
MAX_DEPTH = 200


class _Node(Displayed):
    """What all nodes share."""

    depth: int

    def children(self) -> tuple[Tree, ...]:
        """The nodes one branch further on."""
        raise NotImplementedError  # pragma: no cover

    def nodes(self) -> Iterator[Tree]:
        """Every node once, children before their parents."""
        return _postorder(self)  # type: ignore[arg-type]

    @cached_property
    def symbols(self) -> frozenset[Symbol]:
        """The letters that occur."""
        found: list[Expr] = []
        for node in self.nodes():
            if isinstance(node, Value):
                found.append(node.value)
                continue
            found += node.payoffs
            if isinstance(node, Chance):
                found += [probability for _, probability, _ in node.branches]
        return frozenset(letters_of(found))

    @cached_property
    def leaves(self) -> int:
        """How many paths lead from here to a value."""
        count: dict[int, int] = {}
        for node in self.nodes():
            count[id(node)] = 1 if isinstance(node, Value) else sum(count[id(c)] for c in node.children())
        return count[id(self)]

    def subs(self, *what: Any) -> Tree:
        """The tree with letters replaced by expressions or numbers, as SymPy's `subs`."""
        new = replacements(self.symbols, *what)
        return self.changed(lambda e: substituted(e, new))

    @property
    def free_symbols(self) -> set[Symbol]:
        """The letters, as SymPy asks for them."""
        return set(self.symbols)

    def changed(self, change: Callable[[Expr], Expr]) -> Tree:
        """The tree with every expression changed."""
        made: dict[int, Tree] = {}
        for node in self.nodes():
            if isinstance(node, Value):
                made[id(node)] = Value(change(node.value))
            else:
                made[id(node)] = rebuilt(node, made, change)
        return made[id(self)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Node):
            return NotImplemented
        return _is_same(self, other)  # type: ignore[arg-type]

    def __hash__(self) -> int:
        # what two equal trees certainly share, read off in constant time
        return hash((type(self).__name__, getattr(self, "name", ""), len(self.children())))

    def __str__(self) -> str:
        return outline(self)  # type: ignore[arg-type]


@dataclass(frozen=True, eq=False, repr=False)
class Value(Written, _Node):
    """A leaf: the loss or the utility that is reached.

    >>> Value(70).value
    70
    """

    value: Expr

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", lifted(as_expr(self.value)))

    depth = 0

    def children(self) -> tuple[Tree, ...]:
        return ()

    __str__ = _Node.__str__


@dataclass(frozen=True, eq=False)
class Chance(_Node):
    """Nature moves: each branch with its probability and the node it leads to.

    Branches are given as a mapping from their label to `(probability, node)` or `(probability, node, payoff)`. `event`
    says which event it is that nodes in several places show: see `symdt.analysis.knowing.events`.

    >>> from sympy import symbols
    >>> r = symbols("r")
    >>> print(Chance("rain", {"rain": (r, 70), "dry": ("rest", 20)}))
    (rain)
      rain [r]: 70
      dry [1 - r]: 20
    """

    name: str
    branches: tuple[tuple[str, Expr, Tree], ...]
    event: str = ""
    elements: tuple[Element, ...] = field(init=False, repr=False)  # the probabilities in their own field
    payoffs: tuple[Expr, ...] = field(init=False, repr=False)  # what each branch pays

    def __init__(self, name: str, branches: Mapping[str, tuple[Any, ...]], event: str = "") -> None:
        if not branches:
            raise TreeError(f"the chance node {quote(name)} has no branches: give at least one")
        for branch, pair in branches.items():
            if not isinstance(pair, tuple | list) or len(pair) not in (2, 3):
                raise TreeError(
                    f"the branch {quote(branch)} of {quote(name)} is {quote(pair)}: give (probability, node) "
                    "or (probability, node, payoff)"
                )
        given = {b: pair[0] for b, pair in branches.items()}
        chances, own = completed(given, f"chance node {quote(name)}")
        object.__setattr__(self, "elements", tuple(own.values()))
        object.__setattr__(self, "name", str(name))
        object.__setattr__(self, "event", str(event))
        object.__setattr__(
            self, "branches", tuple((str(b), chances[b], as_tree(pair[1])) for b, pair in branches.items())
        )
        paid = tuple(lifted(as_expr(pair[2])) if len(pair) == 3 else Integer(0) for pair in branches.values())
        object.__setattr__(self, "payoffs", paid)
        _set_depth(self)

    def children(self) -> tuple[Tree, ...]:
        return tuple(node for _, _, node in self.branches)

    def child(self, branch: str) -> Tree:
        """The node that a branch leads to."""
        return _find(self, branch)[2]

    def probability(self, branch: str) -> Expr:
        """The probability of a branch."""
        return _find(self, branch)[1]

    def payoff(self, branch: str) -> Expr:
        """What a branch pays."""
        return self.payoffs[self.branches.index(_find(self, branch))]

    def __repr__(self) -> str:
        paid = zip(self.branches, self.payoffs, strict=True)
        event = f", event={self.event!r}" if self.event else ""
        return f"Chance({self.name!r}, {written({b: (p, c, x) if x else (p, c) for (b, p, c), x in paid})}{event})"

    __str__ = _Node.__str__


@dataclass(frozen=True, eq=False)
class Decision(_Node):
    """We move: each branch is an action and the node it leads to, or `(node, payoff)`; given as a mapping.

    >>> print(Decision("umbrella?", {"take": 20, "leave": 100}))
    umbrella?
      take: 20
      leave: 100
    """

    name: str
    branches: tuple[tuple[str, Tree], ...]
    payoffs: tuple[Expr, ...] = field(init=False, repr=False)  # what each branch pays

    def __init__(self, name: str, branches: Mapping[str, Any]) -> None:
        if not branches:
            raise TreeError(f"the decision {quote(name)} has no branches: give at least one")
        object.__setattr__(self, "name", str(name))
        pairs = {str(b): node if isinstance(node, tuple) else (node, 0) for b, node in branches.items()}
        wrong = next((b for b, pair in pairs.items() if len(pair) != 2), None)
        if wrong is not None:
            raise TreeError(
                f"the branch {quote(wrong)} of {quote(name)} is {quote(pairs[wrong])}: give node or (node, payoff)"
            )
        object.__setattr__(self, "branches", tuple((b, as_tree(node)) for b, (node, _) in pairs.items()))
        object.__setattr__(self, "payoffs", tuple(lifted(as_expr(paid)) for _, paid in pairs.values()))
        _set_depth(self)

    @property
    def actions(self) -> tuple[str, ...]:
        """The labels of the branches."""
        return tuple(b for b, _ in self.branches)

    def children(self) -> tuple[Tree, ...]:
        return tuple(node for _, node in self.branches)

    def child(self, branch: str) -> Tree:
        """The node that a branch leads to."""
        return _find(self, branch)[1]

    def payoff(self, branch: str) -> Expr:
        """What a branch pays."""
        return self.payoffs[self.branches.index(_find(self, branch))]

    def __repr__(self) -> str:
        paid = zip(self.branches, self.payoffs, strict=True)
        return f"Decision({self.name!r}, {written({b: (c, x) if x else c for (b, c), x in paid})})"

    __str__ = _Node.__str__


Tree = Decision | Chance | Value


def as_tree(node: Any) -> Tree:
    """The node itself, or the value of an expression or number."""
    return node if isinstance(node, Decision | Chance | Value) else Value(node)


def rebuilt(
    node: Chance | Decision, made: Mapping[int, Tree], change: Callable[[Expr], Expr] = lambda e: e
) -> Tree:
    """The node with other children, by the address of the old ones, and its expressions changed."""
    paid = [change(x) if x else x for x in node.payoffs]
    if isinstance(node, Chance):
        entries = zip(node.branches, paid, strict=True)
        return Chance(node.name, {b: (change(p), made[id(c)], x) for (b, p, c), x in entries}, node.event)
    pairs = zip(node.branches, paid, strict=True)
    return Decision(node.name, {b: (made[id(c)], x) for (b, c), x in pairs})


def decision_names(tree: Tree) -> dict[int, str]:
    """The name of each decision in a strategy, by its identity: its own, with a number where several share it.

    >>> list(decision_names(Decision("again?", {"stay": Decision("again?", {"go": 1}), "go": 2})).values())
    ['again? #1', 'again? #2']
    """
    decisions = [n for n in tree.nodes() if isinstance(n, Decision)][::-1]
    shared = Counter(d.name for d in decisions)
    seen: Counter[str] = Counter()
    names = {}
    for decision in decisions:
        seen[decision.name] += 1
        number = f" #{seen[decision.name]}" if shared[decision.name] > 1 else ""
        names[id(decision)] = decision.name + number
    return names


def first_decision(tree: Tree) -> Decision | None:
    """The decision reached before anything is uncertain or paid, if there is one (behind ν0, the data, for instance)."""
    while isinstance(tree, Chance) and len(tree.branches) == 1 and tree.payoffs[0].is_zero:
        tree = tree.branches[0][2]
    return tree if isinstance(tree, Decision) else None


def _set_depth(node: Chance | Decision) -> None:
    depth = 1 + max(child.depth for child in node.children())
    if depth > MAX_DEPTH:
        raise TreeError(
            f"the node {quote(node.name)} has more than {MAX_DEPTH} levels below it: use a flatter tree"
        )
    object.__setattr__(node, "depth", depth)


def _find(node: Chance | Decision, branch: str) -> Any:
    for entry in node.branches:
        if entry[0] == branch:
            return entry
    names = [entry[0] for entry in node.branches]
    raise TreeError(
        f"the node {quote(node.name)} has no branch {quote(branch)}: {did_you_mean(branch, names)}"
    )


def _postorder(root: Tree) -> Iterator[Tree]:
    seen: set[int] = set()
    stack: list[tuple[Tree, bool]] = [(root, False)]
    while stack:
        node, is_expanded = stack.pop()
        if is_expanded:
            yield node
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node.children()))


def _is_same(one: Tree, other: Tree) -> bool:
    """Equal names, labels and (decided) expressions; a pair of nodes is compared once, however often it is met."""
    seen: set[tuple[int, int]] = set()
    stack: list[tuple[Tree, Tree]] = [(one, other)]
    while stack:
        a, b = stack.pop()
        if a is b or (id(a), id(b)) in seen:
            continue
        seen.add((id(a), id(b)))
        if isinstance(a, Value) or isinstance(b, Value):
            if not (isinstance(a, Value) and isinstance(b, Value) and _is_equal(a.value, b.value)):
                return False
        elif (
            type(a) is not type(b)
            or a.name != b.name
            or len(a.branches) != len(b.branches)
            or getattr(a, "event", "") != getattr(b, "event", "")
        ):
            return False
        else:
            for left, right in zip(a.branches, b.branches, strict=True):
                if left[0] != right[0] or (len(left) == 3 and not _is_equal(left[1], right[1])):
                    return False
            if not all(map(_is_equal, a.payoffs, b.payoffs)):
                return False
            stack += zip(a.children(), b.children(), strict=True)
    return True


def _is_equal(a: Any, b: Any) -> bool:
    return bool(a == b) or equal(a, b)


def outline(tree: Tree, told: Callable[[Expr], Any] = board) -> str:
    """The tree in lines, each expression as `told` has it: as on a board, as its picture has it, unless said."""
    return "\n".join(_lines(tree, "", set(), told))


def _lines(node: Tree, indent: str, shown: set[int], told: Callable[[Expr], Any]) -> Iterator[str]:
    if isinstance(node, Value):
        yield f"{indent}{told(node.value)}"
        return
    name = node.name if isinstance(node, Decision) else f"({node.name})"
    if id(node) in shown:  # entered from another branch before: printing it again could take forever
        yield f"{indent}{name} as above"
        return
    shown.add(id(node))
    yield f"{indent}{name}"
    for entry, paid in zip(node.branches, node.payoffs, strict=True):
        label = str(entry[0]) if len(entry) == 2 else f"{entry[0]} [{told(entry[1])}]"
        label += "" if paid.is_zero else f", pays {told(paid)}"
        inner = list(_lines(as_tree(entry[-1]), indent + "  ", shown, told))
        yield f"{indent}  {label}: {inner[0].strip()}"
        yield from inner[1:]
