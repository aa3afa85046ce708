"""Policies: a diagram of limited memory as the choice of one policy, each with its exact expected value.

A decision knows its parents and nothing else, not even what was decided or known before (Lauritzen & Nilsson 2001).
A policy gives every decision an action for every state of its parents; its expected value is

    Σ over all worlds of Π P(state | parents) · Σ values,

a polynomial in the letters. The tree of the diagram is the choice of a policy, one question after the other, before
anything happens: `treat | test=+`, then `treat | test=-`, and so on, with the policy's value at the end. Folding it
back is exact over all policies, and rules, regions and certificates in letters are those of any tree.

>>> from symdt.problems.diagrams.diagram import InfluenceDiagram
>>> from symdt.problems.diagrams.node import ChanceNode, DecisionNode, ValueNode
>>> coin = ChanceNode("coin", ["heads", "tails"], [], [0.5, "rest"])
>>> look = DecisionNode("say", ["heads", "tails"], ["coin"])
>>> guess = DecisionNode("guess", ["heads", "tails"], ["say"])  # only hears what was said
>>> right = ValueNode("right", ["coin", "guess"], {
...     ("heads", "heads"): 1, ("heads", "tails"): 0, ("tails", "heads"): 0, ("tails", "tails"): 1})
>>> diagram = InfluenceDiagram([coin, look, guess, right], optimum="max", memory="limited")
>>> diagram.tree.leaves
16
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from symdt.errors import BudgetError, quote
from symdt.exact.field import Element
from symdt.problems.diagrams.joint import Joint, known
from symdt.problems.diagrams.node import ChanceNode, DecisionNode, ValueNode
from symdt.problems.tree import Decision, Tree, Value

if TYPE_CHECKING:
    from symdt.problems.diagrams.diagram import InfluenceDiagram

#: Diagrams with more policies, or more worlds to sum over, than this are refused.
MAX_POLICIES, MAX_WORLDS = 20_000, 200_000

#: What is asked of a policy: a decision and the states of its parents.
Question = tuple[str, tuple[str, ...]]
#: For each decision the states of its parents and the action that is taken then.
Answers = tuple[tuple[tuple[str, ...], str], ...]


class Policies:
    """All policies of a diagram; `tree` is the choice among them."""

    def __init__(self, diagram: InfluenceDiagram) -> None:
        self.by_name, self.field = diagram.by_name, diagram.domain.field
        self.decisions = [n for n in diagram.nodes if isinstance(n, DecisionNode)]
        self.values = [n for n in diagram.nodes if isinstance(n, ValueNode)]
        # what no value depends on, and no decision knows, plays no part
        needed = diagram.ancestors([n.name for n in (*self.values, *self.decisions)])
        self.chances = [n for n in diagram.nodes if isinstance(n, ChanceNode) and n.name in needed]
        worlds = prod(len(node.states) for node in (*self.chances, *self.decisions))
        # counted before any is written down: 2 to the number of questions may have more digits than a line
        sizes = [
            (len(d.states), prod(len(self.by_name[p].states) for p in d.parents)) for d in self.decisions
        ]
        asked = sum(questions for options, questions in sizes if options > 1)
        too_many = asked > 64 or sum(q for _, q in sizes) > MAX_POLICIES
        policies = 0 if too_many else prod(options**questions for options, questions in sizes)
        if too_many or policies > MAX_POLICIES or worlds > MAX_WORLDS:
            raise BudgetError(
                f"the diagram of limited memory has {policies or f'2^{asked} or more'} policies and {quote(worlds)} "
                f"worlds: at most {MAX_POLICIES} and {MAX_WORLDS} are compared"
            )
        self.questions: list[Question] = [
            (d.name, key)
            for d in self.decisions
            for key in product(*(self.by_name[p].states for p in d.parents))
        ]
        self.joint = Joint(self.chances, self.field)

    def tree(self) -> Tree:
        """One question after the other; at the end the value of the policy."""

        def grow(i: int, left: dict[Answers, Element]) -> Tree:
            if i == len(self.questions):
                return Value(sum(left.values(), self.field.number(0)).to_expr())
            name, key = self.questions[i]
            node = self.by_name[name]
            place = next(j for j, d in enumerate(self.decisions) if d.name == name)
            branches = {}
            for action in node.states:
                # of what depends on this question, the part that the action decides stays
                kept = {k: v for k, v in left.items() if not (k[place][0] == key and k[place][1] != action)}
                branches[action] = grow(i + 1, kept)
            return Decision(known(name, dict(zip(node.parents, key, strict=True))), branches)

        return grow(0, self.parts())

    def parts(self) -> dict[Answers, Element]:
        """The expected value in parts: for each answer that is asked of every decision at once, its share."""
        found: dict[Answers, Element] = {}
        worth = {v.name: {k: self.field.element(e) for k, e in v.table.items()} for v in self.values}
        nodes = [*self.chances, *self.decisions]
        for states in product(*(n.states for n in nodes)):
            world = dict(zip((n.name for n in nodes), states, strict=True))
            weight = self.field.number(1)
            for n in self.chances:
                row = self.joint.rows[n.name][tuple(world[p] for p in n.parents)]
                weight = weight * row[n.states.index(world[n.name])]
                if weight.is_zero:
                    break
            if weight.is_zero:
                continue
            total = sum(
                (worth[v.name][tuple(world[p] for p in v.parents)] for v in self.values), self.field.number(0)
            )
            answers = tuple((tuple(world[p] for p in d.parents), world[d.name]) for d in self.decisions)
            found[answers] = found.get(answers, self.field.number(0)) + weight * total
        return found
