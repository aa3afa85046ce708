"""The expected value of every strategy, straight from the table or the tree: no Bayes' rule, no folding back.

A problem becomes nodes: a value, a weighted sum, a named choice. A table with experiments gives
Σ_s p(s) L(s, a), and behind an experiment the sum over its outcomes o of a choice, named o, among
Σ_s p(s) P(o|s) (L(s, a) + cost): the joint probabilities, so that nothing is divided.

>>> problem = {"optimum": "min", "belief": {"ill": "p", "well": "1 - p"},
...            "loss": {"treat": {"ill": "0", "well": "1"}, "wait": {"ill": "10", "well": "0"}}}
>>> values = Values(problem, Ring(["p"]))
>>> [(strategy, values.ring.text(value[0])) for strategy, value in values.strategies]
[({'first': 'treat'}, '-p + 1'), ({'first': 'wait'}, '10*p')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from .polynomials import ONE, ZERO, Quotient, RejectedError, added, multiplied
from .texts import Ring

Offer = tuple[dict[str, str], Quotient]  # a strategy and its value

#: A problem with more strategies than this is not compared strategy by strategy, but node by node.
LARGE = 200
#: Of more than this many are nowhere better than another in a piece: comparing node by node is shorter.
SOME = 20
#: More strategies than this are not held at once.
MAX_STRATEGIES = 4000


class Node(NamedTuple):
    """A value, a weighted sum of nodes, or a named choice among nodes."""

    value: Quotient | None = None
    parts: tuple[tuple[Quotient, Any], ...] = ()
    name: str = ""
    branches: tuple[tuple[str, Any], ...] = ()

    def branch(self, label: str) -> Any:
        """The node behind a branch."""
        for name, node in self.branches:
            if name == label:
                return node
        raise RejectedError(f"the decision {self.name!r} has no branch {label!r}")


class Values:
    """The nodes of a problem; `first` is the decision that is reached before anything is uncertain."""

    def __init__(self, problem: dict[str, Any], ring: Ring, *, is_by_nodes: bool = False) -> None:
        self.ring, self.is_by_nodes = ring, is_by_nodes
        self.offers: dict[int, list[Offer]] = {}
        self.counts: dict[int, int] = {}
        self.root, self.first = _tree(problem, ring) if "tree" in problem else _table(problem, ring)
        self.nodes = list(_below(self.root, {}))
        names = [node.name for node in self.nodes if node.name]
        # questions of a policy, asked on several branches: a tree of other decisions numbers those of one name
        self.has_questions = "tree" in problem and len(set(names)) < len(names)

    @property
    def strategies(self) -> list[Offer]:
        """Every strategy of the problem with its value."""
        return self.choices(self.root)

    def follow(self, node: Node, strategy: dict[str, str]) -> Quotient:
        """The expected value of a strategy at a node."""
        if node.value is not None:
            return node.value
        if not node.name:
            return total(multiplied(p, self.follow(child, strategy)) for p, child in node.parts)
        if node.name in strategy:
            return self.follow(node.branch(strategy[node.name]), strategy)
        values = {} if self.count(node) > LARGE else {key_of(v): v for _, v in self.choices(node)}
        if len(values) != 1:
            raise RejectedError(f"the strategy says nothing about the decision {node.name!r}")
        return next(iter(values.values()))

    def reached(self, strategy: dict[str, str]) -> Iterator[tuple[Node, Quotient]]:
        """Each decision that a strategy reaches, with the probability that it does."""
        weights: dict[int, Quotient] = {id(self.root): ONE}
        for node in reversed(self.nodes):  # every node after all that lead to it
            weight = weights.get(id(node))
            if weight is None or node.value is not None:
                continue
            if node.name and node.name not in strategy:
                continue  # all its branches are worth the same
            if node.name:
                yield node, weight
            steps = [(ONE, node.branch(strategy[node.name]))] if node.name else node.parts
            for p, child in steps:
                weights[id(child)] = added(weights.get(id(child), ZERO), multiplied(weight, p))

    def count(self, node: Node) -> int:
        """How many strategies there are at a node, without making them."""
        if id(node) not in self.counts:
            number = 0 if node.name else 1
            for _, child in node.branches:
                number += self.count(child)
            for _, child in node.parts:
                number *= self.count(child)
            self.counts[id(node)] = number
        return self.counts[id(node)]

    @property
    def is_some(self) -> bool:
        """The problem has so many strategies that it is better, and not yet needed, to compare them node by node."""
        return SOME < self.count(self.root) <= LARGE

    @property
    def is_large(self) -> bool:
        """The strategies of the problem are compared node by node: they are too many to compare one by one, or it is said."""
        return self.is_by_nodes or self.count(self.root) > LARGE

    def choices(self, node: Node) -> list[Offer]:
        """Every strategy at a node with its value; of several with one value and one first branch, one."""
        if id(node) not in self.offers:
            if node.value is not None:
                offers: Iterable[Offer] = [({}, node.value)]
            elif node.name:
                offers = [
                    ({node.name: b, **s}, v) for b, child in node.branches for s, v in self.choices(child)
                ]
            else:
                offers = [({}, ZERO)]
                for p, child in node.parts:
                    offers = self.distinct(
                        ({**s, **t}, added(v, multiplied(p, w)))
                        for (s, v), (t, w) in product(offers, self.choices(child))
                    )
            self.offers[id(node)] = self.distinct(offers)
        return self.offers[id(node)]

    def distinct(self, offers: Iterable[Offer]) -> list[Offer]:
        """One offer for each value and first branch."""
        kept: dict[Any, Offer] = {}
        for strategy, value in offers:
            kept.setdefault((key_of(value), strategy.get(self.first.name)), (strategy, value))
            if len(kept) > MAX_STRATEGIES:
                raise OverflowError(f"the problem has more than {MAX_STRATEGIES} strategies")
        return list(kept.values())


def total(terms: Iterable[Quotient]) -> Quotient:
    """The sum."""
    result = ZERO
    for term in terms:
        result = added(result, term)
    return result


def key_of(value: Quotient) -> Any:
    """The same for values that are written alike; two equal values may differ in it."""
    return frozenset(value[0].items()), tuple(sorted(str(sorted(d.items())) for d in value[1]))


def _below(node: Node, seen: dict[int, Node]) -> Iterator[Node]:
    """Every node once, after those that it leads to."""
    if id(node) not in seen:
        seen[id(node)] = node
        for _, child in (*node.parts, *node.branches):
            yield from _below(child, seen)
        yield node


def _table(problem: dict[str, Any], ring: Ring) -> tuple[Node, Node]:
    """The first decision, twice: nothing comes before it."""
    sign = {"min": 1, "max": -1}[problem["optimum"]]
    belief = {s: ring.read(e) for s, e in problem["belief"].items()}
    loss = {a: {s: ring.read(e) for s, e in row.items()} for a, row in problem["loss"].items()}
    branches = {a: Node(total(multiplied(p, row[s]) for s, p in belief.items())) for a, row in loss.items()}
    for name, experiment in problem.get("experiments", {}).items():
        cost = ring.read(experiment["cost"])
        chance = {s: {o: ring.read(e) for o, e in row.items()} for s, row in experiment["likelihood"].items()}
        parts = []
        for o in next(iter(chance.values())):
            joint = {s: multiplied(p, chance[s][o]) for s, p in belief.items()}
            after = tuple(
                (a, Node(total(multiplied(p, added(row[s], cost, sign)) for s, p in joint.items())))
                for a, row in loss.items()
            )
            parts.append((ONE, Node(name=o, branches=after)))
        branches[name] = Node(parts=tuple(parts))
    first = Node(name="first", branches=tuple(branches.items()))
    return first, first


def _tree(problem: dict[str, Any], ring: Ring) -> tuple[Node, Node]:
    """The root, and the node that is reached before anything is uncertain: behind chances with one branch alone."""
    nodes: list[Node] = []  # in the file, nodes stand after those that they lead to
    reached: list[Node] = []
    for entry in problem["tree"]:
        sole = reached[entry["chance"][0][2]] if len(entry.get("chance", ())) == 1 else None
        if "value" in entry:
            nodes.append(Node(ring.read(entry["value"])))
        elif "chance" in entry:
            parts = [(ring.read(p), nodes[i]) for _, p, i in entry["chance"]]
            nodes.append(Node(parts=tuple((p, node) for p, node in parts if p[0])))
        else:
            if not entry["decision"]:
                raise RejectedError(f"the decision {entry['name']!r} offers nothing")
            nodes.append(
                Node(name=entry["name"], branches=tuple((b, nodes[i]) for b, i in entry["decision"]))
            )
        reached.append(sole or nodes[-1])
    return nodes[-1], reached[-1]
