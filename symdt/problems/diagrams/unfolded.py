"""A diagram unfolded into its tree: what is decided or observed in its order, with the probabilities that then hold."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

from sympy import Expr, Integer

from symdt.errors import BudgetError
from symdt.exact.field import Element, Field
from symdt.problems.diagrams.node import ChanceNode, DecisionNode, Node, ValueNode
from symdt.problems.tree import Chance, Decision, Tree, Value

if TYPE_CHECKING:
    from symdt.problems.diagrams.diagram import InfluenceDiagram

#: Diagrams whose tree has more leaves than this are refused.
MAX_LEAVES = 200_000
#: Sums over more joint states than this are refused.
MAX_STATES = 1 << 16


class Unfolding:
    """The tree of a diagram, grown from its first decision or observation to its values."""

    def __init__(self, diagram: InfluenceDiagram) -> None:
        self.diagram, self.order = diagram, diagram.sequence
        self.ring: Field = diagram.domain.field
        leaves = 1
        for name in self.order:
            leaves *= len(diagram.by_name[name].states)
        if leaves > MAX_LEAVES:
            raise BudgetError(f"the tree has {leaves} leaves: at most {MAX_LEAVES} are written out")
        self.values = [n for n in diagram.nodes if isinstance(n, ValueNode)]
        self.weights: dict[tuple[tuple[str, str], ...], Element] = {}
        self.rows = {
            n.name: {k: [self.ring.element(p) for p in row] for k, row in n.table.items()}
            for n in diagram.nodes
            if isinstance(n, ChanceNode)
        }

    def build(self) -> Tree:
        return self.grow(0, {})

    def grow(self, i: int, past: dict[str, str]) -> Tree:
        if i == len(self.order):
            total: Expr = Integer(0)
            for part in self.values:
                total = total + part.table[tuple(past[p] for p in part.parents)]
            return Value(total)
        node = self.diagram.by_name[self.order[i]]
        if isinstance(node, DecisionNode):
            return Decision(
                self.title(node, past), {a: self.grow(i + 1, {**past, node.name: a}) for a in node.states}
            )
        joint = {s: self.weight({**past, node.name: s}) for s in node.states}
        whole = sum(joint.values(), self.ring.number(0))
        branches: dict[str, tuple[Any, Tree]] = {}
        for state, weight in joint.items():
            never = weight.is_zero
            below = Value(0) if never else self.grow(i + 1, {**past, node.name: state})
            branches[state] = (Integer(0) if never else (weight / whole).to_expr(), below)
        return Chance(self.title(node, past), branches)

    @staticmethod
    def title(node: Node, past: Mapping[str, str]) -> str:
        known = ", ".join(f"{n}={s}" for n, s in past.items())
        return f"{node.name} | {known}" if known else node.name

    def weight(self, past: Mapping[str, str]) -> Element:
        """The probability of the chance nodes in `past`, given the decisions in it: a sum over what is hidden."""
        by_name = self.diagram.by_name
        seen = [n for n in past if isinstance(by_name[n], ChanceNode)]
        needed = self.diagram.ancestors(seen, through_decisions=False)
        key = tuple(sorted((n, s) for n, s in past.items() if n in needed))
        if key not in self.weights:
            chances = [n for n in by_name if n in needed and n in self.rows]
            hidden = [n for n in chances if n not in past]
            size = 1
            for n in hidden:
                size *= len(by_name[n].states)
            if size > MAX_STATES:
                raise BudgetError(
                    f"a probability sums over {size} hidden states: at most {MAX_STATES} are summed"
                )
            total = self.ring.number(0)
            for states in product(*(by_name[n].states for n in hidden)):
                world = {**past, **dict(zip(hidden, states, strict=True))}
                term = self.ring.number(1)
                for n in chances:
                    row = self.rows[n][tuple(world[p] for p in by_name[n].parents)]
                    term = term * row[by_name[n].states.index(world[n])]
                    if term.is_zero:
                        break
                total = total + term
            self.weights[key] = total
        return self.weights[key]
