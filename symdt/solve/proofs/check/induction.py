"""Induction over the nodes: strategies that another is known to be as good as in a place are left out, node by node.

Below a chance node the best of a sum is the sum of the bests, because probabilities are not negative; so
what is not needed below a node is not needed above it. A certificate names, for a decision and a place, pairs
of strategies of which the first is nowhere better than the second there; each pair is a question. Of a
tree with millions of strategies a few are left, without counting the others.

>>> from .facts import Facts
>>> tree = [{"value": "0"}, {"value": "1"}, {"name": "d", "decision": [["a", 0], ["b", 1]]}]
>>> texts = {"optimum": "min", "domain": [], "tree": tree}
>>> facts = Facts({"letters": [], "problem": texts, "answer": {}, "pruned": {"domain: d (2)": [[1, 0]]}})
>>> [strategy for strategy, _ in Kept(facts).at(facts.values.root, facts.domain)]
[{'d': 'a'}]
>>> [question.words for question in facts.pending]
['in domain, d: a is as good as d: b']
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from .items import Scope
from .polynomials import ZERO, RejectedError, added, multiplied
from .values import MAX_STRATEGIES, Node, Offer

if TYPE_CHECKING:
    from .facts import Facts


class Kept:
    """The strategies that are left below the nodes of a problem, place by place."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.known: dict[tuple[int, str], list[Offer]] = {}
        self.number = {id(node): n for n, node in enumerate(facts.values.nodes)}

    def at(self, node: Node, place: Scope) -> list[Offer]:
        """What is left below a node in a place; of several with one value and one first branch, one."""
        key = (id(node), place.name)
        if key not in self.known:
            values = self.facts.values
            if node.value is not None:
                offers: list[Offer] = [({}, node.value)]
            elif node.name:
                offers = values.distinct(
                    ({node.name: b, **s}, v) for b, child in node.branches for s, v in self.at(child, place)
                )
                offers = self.best(node, offers, place)
            else:
                offers = [({}, ZERO)]
                for p, child in node.parts:
                    below = self.at(child, place)
                    if len(offers) * len(below) > MAX_STRATEGIES:
                        raise OverflowError(f"more than {MAX_STRATEGIES} strategies are left in {place.name}")
                    pairs = product(offers, below)
                    offers = values.distinct(
                        ({**s, **t}, added(v, multiplied(p, w))) for (s, v), (t, w) in pairs
                    )
            self.known[key] = offers
        return self.known[key]

    def seen(self, node: Node) -> list[Offer]:
        """What was left below a node in any place that was asked for."""
        return [offer for (n, _), offers in self.known.items() if n == id(node) for offer in offers]

    def best(self, node: Node, offers: list[Offer], place: Scope) -> list[Offer]:
        """The offers at a decision without those that are nowhere better than one that stays."""
        key = f"{place.name}: {node.name} ({self.number[id(node)]})"
        pairs = self.facts.pruned(key, place, node, offers)
        left_out = {worse for worse, _ in pairs}
        for worse, better in pairs:
            if better in left_out:
                raise RejectedError(f"a strategy of {node.name!r} is left out for one that is left out")
            question = self.facts.no_better(key, place, offers, (worse, better))
            self.facts.ask(question.key, question.words, question.facts)
        return [offer for n, offer in enumerate(offers) if n not in left_out]
