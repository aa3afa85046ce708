"""Influence diagrams: chance, decision and value nodes with parents and tables, turned into a tree.

An arc into a chance or value node is dependence; an arc into a decision is information: its tail is
known when the decision is made. Decisions are made in the order in which they are listed. With full memory nothing
that was known is forgotten; with `memory="limited"` a decision knows its parents alone (see `policies`). The tree lists, in this order, what is seen and what is decided, and at
the end what the values still depend on; Bayes' rule gives its probabilities.

>>> from sympy import symbols
>>> r, a = symbols("r a")
>>> diagram = InfluenceDiagram([
...     ChanceNode("weather", ["rain", "dry"], [], [r, "rest"]),
...     ChanceNode("forecast", ["bad", "good"], ["weather"], {"rain": [a, "rest"], "dry": [1 - a, "rest"]}),
...     DecisionNode("umbrella", ["take", "leave"], ["forecast"]),
...     ValueNode("comfort", ["weather", "umbrella"], {
...         ("rain", "take"): 70, ("rain", "leave"): 0, ("dry", "take"): 20, ("dry", "leave"): 100}),
... ], Domain("0 < r < 1", "1/2 < a < 1"), "max")
>>> diagram.tree.name, diagram.sequence
('forecast', ('forecast', 'umbrella', 'weather'))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import ClassVar, Literal

from symdt.errors import MemoryWarning, TableError, TreeError, did_you_mean, quote, say_aloud
from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import letters_of
from symdt.problems.diagrams.node import ChanceNode, DecisionNode, Node, ValueNode
from symdt.problems.expressions import expressions
from symdt.problems.probabilities import check_defined, check_nonnegative
from symdt.problems.problem import Problem, direction, domain_with
from symdt.problems.tree import Tree

Memory = Literal["full", "limited"]


@dataclass(frozen=True)
class InfluenceDiagram(Problem):
    """Nodes in any order, decisions in the order in which they are made; `optimum` says what the values are.

    >>> from symdt import ChanceNode, DecisionNode, InfluenceDiagram, ValueNode
    >>> nodes = [
    ...     ChanceNode("weather", ["rain", "dry"], [], [0.4, "rest"]),
    ...     DecisionNode("umbrella", ["take", "leave"], []),
    ...     ValueNode("comfort", ["weather", "umbrella"], {("rain", "take"): 70, ("rain", "leave"): 0, ("dry", "take"): 20, ("dry", "leave"): 100}),
    ... ]
    >>> InfluenceDiagram(nodes, optimum="max").sequence
    ('umbrella', 'weather')
    """

    nodes: tuple[Node, ...]
    domain: Domain = None  # type: ignore[assignment]
    optimum: Optimum = None  # type: ignore[assignment]
    title: str = ""
    #: "full": nothing is forgotten; "limited": a decision knows its parents alone.
    memory: Memory = None  # type: ignore[assignment]

    kind: ClassVar[str] = "an influence diagram"

    def __post_init__(self) -> None:  # noqa: C901 - one check for each way in which it can be wrong
        object.__setattr__(self, "nodes", tuple(self.nodes))
        names = [n.name for n in self.nodes]
        twice = next((n for n in names if names.count(n) > 1), None)
        if twice is not None:
            raise TableError(f"two nodes are named {quote(twice)}: rename one")
        for node in self.nodes:
            for parent in node.parents:
                if parent not in self.by_name:
                    raise TableError(
                        f"the node {quote(node.name)} has the parent {quote(parent)}, which is no node: "
                        f"{did_you_mean(parent, names)}"
                    )
                if isinstance(self.by_name[parent], ValueNode):
                    raise TableError(f"the value node {quote(parent)} has a child: value nodes have none")
            if not isinstance(node, DecisionNode):
                wanted = set(product(*(self.by_name[p].states for p in node.parents)))
                missing, extra = sorted(wanted - set(node.table)), sorted(set(node.table) - wanted)
                if missing or extra:
                    what = f"lacks {quote(missing[0])}" if missing else f"has {quote(extra[0])}"
                    raise TableError(
                        f"the table of {quote(node.name)} {what}: give a row for each state of its parents"
                    )
        if not any(isinstance(n, ValueNode) for n in self.nodes):
            raise TableError("the diagram has no value node: give one")
        object.__setattr__(self, "domain", domain_with(self.domain, letters_of(expressions(self.nodes))))
        for node in self.nodes:
            if isinstance(node, ChanceNode):
                for row in node.table.values():
                    for p in row:
                        check_nonnegative(p, self.domain, f"a probability of {quote(node.name)}")
            elif isinstance(node, ValueNode):
                check_defined(
                    ((f"a value of {quote(node.name)}", v) for v in node.table.values()), self.domain
                )
        self.sequence  # noqa: B018 - a cycle, or an arc against time, is refused here
        object.__setattr__(self, "optimum", direction(self.optimum, "the diagram"))
        self._settle_memory()

    def _settle_memory(self) -> None:
        """The memory that is said; where none is and arcs of memory are lacking, full memory is taken, aloud."""
        if self.memory is None:
            lacking = self.forgotten
            if lacking:
                tail, head = lacking[0]
                more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
                say_aloud(
                    f"the diagram lacks the arc {tail} -> {head}{more}, so the decision {quote(head)} may have "
                    "forgotten it; nothing is taken to be forgotten: say memory = 'full' or 'limited'",
                    MemoryWarning,
                )
            object.__setattr__(self, "memory", "full")
        if self.memory not in ("full", "limited"):
            raise TableError(f"the memory is {quote(self.memory)}: use 'full' or 'limited'")

    @property
    def forgotten(self) -> tuple[tuple[str, str], ...]:
        """The arcs that memory would draw and the diagram has not: what was known or done before, and the decision."""
        found: list[tuple[str, str]] = []
        past: list[str] = []
        for node in self.nodes:
            if isinstance(node, DecisionNode):
                found += [(name, node.name) for name in past if name not in node.parents]
                past += [p for p in node.parents if p not in past]
                past.append(node.name)
        return tuple(found)

    @cached_property
    def by_name(self) -> dict[str, Node]:
        """The nodes by name."""
        return {n.name: n for n in self.nodes}

    @cached_property
    def tree(self) -> Tree:
        """The symmetric decision tree; a decision is named with what is known when it is made.

        With limited memory it is the choice of a policy for one decision after the other.
        """
        if self.memory == "limited":
            from symdt.problems.diagrams.policies import Policies

            return Policies(self).tree()
        from symdt.problems.diagrams.unfolded import Unfolding

        return Unfolding(self).build()

    @property
    def words(self) -> Mapping[str, str]:
        """With limited memory each decision is reached once, whatever was chosen before: a strategy needs no numbers."""
        if self.memory != "limited":
            return {}
        from symdt.problems.diagrams.learning import unnumbered

        return unnumbered(self.tree)

    def __str__(self) -> str:
        memory = ["limited memory: a decision knows its parents alone"] if self.memory == "limited" else []
        return "\n".join([self.headline, *memory, *map(str, self.nodes)])

    def ancestors(self, names: Sequence[str], *, through_decisions: bool = True) -> set[str]:
        """The nodes from which arcs lead to these, and these."""
        found: set[str] = set()
        stack = list(names)
        while stack:
            name = stack.pop()
            if name in found:
                continue
            found.add(name)
            if through_decisions or not isinstance(self.by_name[name], DecisionNode):
                stack.extend(self.by_name[name].parents)
        return found

    @cached_property
    def sequence(self) -> tuple[str, ...]:  # noqa: C901 - one check for each arc that runs against time
        """What is seen and decided, in time, and last what the values still depend on."""
        self._refuse_cycles()
        order: list[str] = []
        for node in self.nodes:
            if not isinstance(node, DecisionNode):
                continue
            for parent in node.parents:
                tail = self.by_name[parent]
                if isinstance(tail, ChanceNode) and parent not in order:
                    order.append(parent)
                elif isinstance(tail, DecisionNode) and parent not in order:
                    raise TreeError(
                        f"the decision {quote(node.name)} knows of {quote(parent)}, which is listed later: list it first"
                    )
            order.append(node.name)
        for i, name in enumerate(order):
            if isinstance(self.by_name[name], ChanceNode):
                late = sorted(
                    d
                    for d in self.ancestors([name], through_decisions=False)
                    if isinstance(self.by_name[d], DecisionNode) and d not in order[:i]
                )
                if late:
                    raise TreeError(
                        f"{quote(name)} is seen before the decision {quote(late[0])} that it depends on: correct the arcs"
                    )
        for node in self.nodes:
            if isinstance(node, ValueNode):
                order += [p for p in node.parents if p not in order]
        return tuple(order)

    def _refuse_cycles(self) -> None:
        done: set[str] = set()
        for start in self.by_name:
            path: list[tuple[str, Iterator[str]]] = [(start, iter(self.by_name[start].parents))]
            open_names = {start}
            while path:
                name, parents = path[-1]
                parent = next(parents, None)
                if parent is None or name in done:
                    done.add(name)
                    open_names.discard(name)
                    path.pop()
                elif parent in open_names:
                    raise TreeError(f"the arcs through {quote(parent)} form a cycle: remove one")
                elif parent not in done:
                    open_names.add(parent)
                    path.append((parent, iter(self.by_name[parent].parents)))
