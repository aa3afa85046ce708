"""A diagram unfolded into its tree: what is decided or observed in its order, with the probabilities that then hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Expr, Integer

from symdt.errors import BudgetError
from symdt.problems.diagrams.joint import Joint, known
from symdt.problems.diagrams.node import ChanceNode, DecisionNode, ValueNode
from symdt.problems.tree import Chance, Decision, Tree, Value

if TYPE_CHECKING:
    from symdt.problems.diagrams.diagram import InfluenceDiagram

#: Diagrams whose tree has more leaves than this are refused.
MAX_LEAVES = 200_000


class Unfolding:
    """The tree of a diagram, grown from its first decision or observation to its values."""

    def __init__(self, diagram: InfluenceDiagram) -> None:
        self.diagram, self.order = diagram, diagram.sequence
        leaves = 1
        for name in self.order:
            leaves *= len(diagram.by_name[name].states)
        if leaves > MAX_LEAVES:
            raise BudgetError(f"the tree has {leaves} leaves: at most {MAX_LEAVES} are written out")
        self.values = [n for n in diagram.nodes if isinstance(n, ValueNode)]
        self.joint = Joint((n for n in diagram.nodes if isinstance(n, ChanceNode)), diagram.domain.field)

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
                known(node.name, past), {a: self.grow(i + 1, {**past, node.name: a}) for a in node.states}
            )
        joint = {s: self.joint.weight({**past, node.name: s}) for s in node.states}
        whole = sum(joint.values(), self.joint.field.number(0))
        branches: dict[str, tuple[Any, Tree]] = {}
        for state, weight in joint.items():
            never = weight.is_zero
            below = Value(0) if never else self.grow(i + 1, {**past, node.name: state})
            branches[state] = (Integer(0) if never else (weight / whole).to_expr(), below)
        return Chance(known(node.name, past), branches)
