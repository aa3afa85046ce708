"""Policies: a diagram of limited memory as the choice of one policy, each with its exact expected value.

A decision knows its parents and nothing else, not even what was decided or known before (Lauritzen & Nilsson 2001).
A policy gives every decision an action for every state of its parents; its expected value is

    Σ over all worlds of Π P(state | parents) · Σ values,

a polynomial in the letters. The tree of the diagram is the choice of a policy for one decision after the other, before
anything happens: a branch says what is done for everything that may be known there, `test=+: treat; test=-: wait`, and
at the end stands the value of all of them together. Folding it back is exact over all policies, and actions, rules,
regions and certificates in letters are those of any tree.

>>> from symdt.problems.diagrams.diagram import InfluenceDiagram
>>> from symdt.problems.diagrams.node import ChanceNode, DecisionNode, ValueNode
>>> coin = ChanceNode("coin", ["heads", "tails"], [], [0.5, "rest"])
>>> look = DecisionNode("say", ["heads", "tails"], ["coin"])
>>> guess = DecisionNode("guess", ["heads", "tails"], ["say"])  # only hears what was said
>>> right = ValueNode("right", ["coin", "guess"], {
...     ("heads", "heads"): 1, ("heads", "tails"): 0, ("tails", "heads"): 0, ("tails", "tails"): 1})
>>> diagram = InfluenceDiagram([coin, look, guess, right], optimum="max", memory="limited")
>>> diagram.tree.leaves, diagram.alternatives[1]
(16, 'coin=heads: heads; coin=tails: tails')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from types import MappingProxyType
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

#: For each decision the states of its parents and the action that is taken then.
Answers = tuple[tuple[tuple[str, ...], str], ...]


class Policies:
    """All policies of a diagram; `tree` is the choice among them.

    With `learnt`, the states of chance nodes that all decisions are told, they are the policies for that case.
    """

    def __init__(self, diagram: InfluenceDiagram, learnt: Mapping[str, str] = MappingProxyType({})) -> None:
        self.field, self.learnt = diagram.domain.field, learnt
        self.states = {
            n.name: (learnt[n.name],) if n.name in learnt else n.states
            for n in diagram.nodes
            if not isinstance(n, ValueNode)
        }
        self.decisions = [n for n in diagram.nodes if isinstance(n, DecisionNode)]
        self.values = [n for n in diagram.nodes if isinstance(n, ValueNode)]
        # what no value depends on, and no decision knows, plays no part
        needed = diagram.ancestors([*(n.name for n in (*self.values, *self.decisions)), *learnt])
        self.chances = [n for n in diagram.nodes if isinstance(n, ChanceNode) and n.name in needed]
        worlds = prod(len(self.states[node.name]) for node in (*self.chances, *self.decisions))
        # counted before any is written down: 2 to the number of questions may have more digits than a line
        sizes = [(len(d.states), prod(len(self.states[p]) for p in d.parents)) for d in self.decisions]
        asked = sum(questions for options, questions in sizes if options > 1)
        too_many = asked > 64 or sum(q for _, q in sizes) > MAX_POLICIES
        policies = 0 if too_many else prod(options**questions for options, questions in sizes)
        if too_many or policies > MAX_POLICIES or worlds > MAX_WORLDS:
            raise BudgetError(
                f"the diagram of limited memory has {policies or f'2^{asked} or more'} policies and {quote(worlds)} "
                f"worlds: at most {MAX_POLICIES} and {MAX_WORLDS} are compared"
            )
        self.joint = Joint(self.chances, self.field)
        self.weight = self.field.number(0)  # the probability of what is learnt
        self.parts = self._parts()

    def tree(self) -> Tree:
        """One decision after the other, each a choice of its policy; at the end the value of all of them together, given
        what is learnt."""

        def grow(place: int, left: dict[Answers, Element]) -> Tree:
            if place == len(self.decisions):
                return Value((sum(left.values(), self.field.number(0)) / self.weight).to_expr())
            node = self.decisions[place]
            keys = list(product(*(self.states[p] for p in node.parents)))
            branches = {}
            for actions in product(node.states, repeat=len(keys)):
                answers = dict(zip(keys, actions, strict=True))
                # of what depends on this decision, the part that its policy decides stays
                kept = {k: v for k, v in left.items() if answers[k[place][0]] == k[place][1]}
                branches[policy_name(node.parents, answers)] = grow(place + 1, kept)
            return Decision(known(node.name, self.learnt), branches)

        return grow(0, self.parts)

    def _parts(self) -> dict[Answers, Element]:
        """The expected value in parts: for each answer that is asked of every decision at once, its share."""
        found: dict[Answers, Element] = {}
        worth = {v.name: {k: self.field.element(e) for k, e in v.table.items()} for v in self.values}
        nodes = [*self.chances, *self.decisions]
        for states in product(*(self.states[n.name] for n in nodes)):
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
            if all(
                world[d.name] == d.states[0] for d in self.decisions
            ):  # whatever is decided, it is as likely
                self.weight = self.weight + weight
            found[answers] = found.get(answers, self.field.number(0)) + weight * total
        return found


def policy_name(parents: Sequence[str], answers: Mapping[tuple[str, ...], str]) -> str:
    """A policy of one decision in words: what is done for everything that may be known; the action alone where nothing is.

    >>> policy_name(["test"], {("+",): "treat", ("-",): "wait"})
    'test=+: treat; test=-: wait'
    """
    told = {", ".join(f"{p}={s}" for p, s in zip(parents, key, strict=True)): a for key, a in answers.items()}
    return "; ".join(f"{key}: {action}" if key else action for key, action in told.items())
