"""Learning: a diagram of limited memory whose decisions are all told some chance nodes beforehand, case by case.

Whoever knows the case has few policies left: the tree is a chance of the cases, and behind each the choice of a policy for it.

>>> from symdt.problems.diagrams.diagram import InfluenceDiagram
>>> from symdt.problems.diagrams.node import ChanceNode, DecisionNode, ValueNode
>>> coin = ChanceNode("coin", ["heads", "tails"], [], [0.5, "rest"])
>>> right = {("heads", "yes"): 1, ("heads", "no"): 0, ("tails", "yes"): 0, ("tails", "no"): 1}
>>> bet = InfluenceDiagram(
...     [coin, DecisionNode("bet", ["yes", "no"], []), ValueNode("right", ["coin", "bet"], right)], optimum="max", memory="limited")
>>> print(learning(bet, ["coin"]))
(coin)
  heads [1/2]: bet | coin=heads
    yes: 1
    no: 0
  tails [1/2]: bet | coin=tails
    yes: 0
    no: 1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from symdt.problems.diagrams.policies import Policies
from symdt.problems.tree import Chance, Decision, Tree

if TYPE_CHECKING:
    from symdt.problems.diagrams.diagram import InfluenceDiagram


def learning(diagram: InfluenceDiagram, chances: Sequence[str]) -> Tree:
    """The tree of a diagram of limited memory whose decisions are all told some chance nodes first, which hang on none.

    diagram: of limited memory; chances: the nodes.
    """
    cases = product(*(diagram.by_name[c].states for c in chances))
    found = {}
    for states in cases:
        policies = Policies(diagram, dict(zip(chances, states, strict=True)))
        if not policies.weight.is_zero:
            found[", ".join(states)] = (policies.weight.to_expr(), policies.tree())
    return Chance(", ".join(chances), found) if chances else Policies(diagram).tree()


def unnumbered(tree: Tree) -> dict[str, str]:
    """The names of decisions that stand on several branches, without the numbers that tell these apart.

    Each is reached once, whatever was chosen before: a strategy needs no numbers.
    """
    decisions = Counter(n.name for n in tree.nodes() if isinstance(n, Decision))
    return {f"{name} #{i}": name for name, many in decisions.items() for i in range(1, many + 1)}
