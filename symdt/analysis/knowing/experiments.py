"""Experiments: what it is worth to see a variable of an influence diagram before deciding.

>>> from sympy import symbols
>>> from symdt.problems.diagrams.node import ChanceNode, ValueNode
>>> from symdt.exact.domain import Domain
>>> r, a = symbols("r a")
>>> diagram = InfluenceDiagram([
...     ChanceNode("weather", ["rain", "dry"], [], [r, "rest"]),
...     ChanceNode("forecast", ["bad", "good"], ["weather"], {"rain": [a, "rest"], "dry": [1 - a, "rest"]}),
...     DecisionNode("umbrella", ["take", "leave"], ["forecast"]),
...     ValueNode("comfort", ["weather", "umbrella"], {
...         ("rain", "take"): 70, ("rain", "leave"): 0, ("dry", "take"): 20, ("dry", "leave"): 100}),
... ], Domain("0 < r < 1", "1/2 < a < 1"), "max")
>>> solved = solve(diagram)
>>> solved.at(r=0.5, a=0.8).value
70
>>> solved.at(r=0.5, a=0.8).strategy
{'umbrella | forecast=bad': 'take', 'umbrella | forecast=good': 'leave'}
>>> observation_value(diagram, "weather", "umbrella").at(r=0.5, a=0.8)
15
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sympy import Integer

from symdt.analysis.knowing.worth import InformationValue
from symdt.errors import TableError, did_you_mean, quote
from symdt.problems.diagrams.diagram import InfluenceDiagram
from symdt.problems.diagrams.learning import learning, unnumbered
from symdt.problems.diagrams.node import ChanceNode, DecisionNode
from symdt.problems.problem import needs
from symdt.solve.foldback import fold_back
from symdt.solve.solved import Solved


def solve(diagram: InfluenceDiagram, *, seconds: float = 60.0) -> Solved:
    """The diagram's tree, folded back: value and undominated strategies."""
    return fold_back(diagram, seconds=seconds)


def observing(diagram: InfluenceDiagram, chance: str, decision: str) -> InfluenceDiagram:
    """The diagram with one more information arc: the chance node is known at the decision."""
    for name in (chance, decision):
        if name not in diagram.by_name:
            raise TableError(f"{quote(name)} is no node: {did_you_mean(name, diagram.by_name)}")
    if not isinstance(diagram.by_name[decision], DecisionNode):
        raise TableError(f"{quote(decision)} is no decision: name the decision that would know more")
    nodes = tuple(
        replace(n, parents=(*n.parents, chance))
        if isinstance(n, DecisionNode) and n.name == decision and chance not in n.parents
        else n
        for n in diagram.nodes
    )
    return InfluenceDiagram(nodes, diagram.domain, diagram.optimum, diagram.title, diagram.memory)


def observation_value(
    diagram: InfluenceDiagram, chance: str, decision: str, *, seconds: float = 60.0
) -> InformationValue:
    """What it is worth to know a chance node when a decision is made, exactly, for all values of the letters.

    >>> from symdt import ChanceNode, DecisionNode, InfluenceDiagram, ValueNode
    >>> nodes = [
    ...     ChanceNode("weather", ["rain", "dry"], [], [0.4, "rest"]),
    ...     DecisionNode("umbrella", ["take", "leave"], []),
    ...     ValueNode("comfort", ["weather", "umbrella"], {("rain", "take"): 70, ("rain", "leave"): 0, ("dry", "take"): 20, ("dry", "leave"): 100}),
    ... ]
    >>> diagram = InfluenceDiagram(nodes, optimum="max")
    >>> observation_value(diagram, "weather", "umbrella").at()
    28
    """
    needs(InfluenceDiagram, diagram, "observation_value", "for a table ask evsi or evppi")
    after = observing(diagram, chance, decision)
    return _gain(diagram, solve(after, seconds=seconds), f"{chance} at {decision}", seconds)


def open_chances(diagram: InfluenceDiagram) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """The chance nodes that may be learnt before all decisions, and why the others may not.

    A node that hangs on a decision is not settled before it: who would tell it beforehand would have to know what is
    decided, or how the node answers to every option, which a diagram does not say (Howard and Matheson's clairvoyant
    tells only what no decision touches).
    """
    decisions = [n for n in diagram.nodes if isinstance(n, DecisionNode)]
    free: dict[str, tuple[str, ...]] = {}
    others: dict[str, str] = {}
    for node in diagram.nodes:
        if not isinstance(node, ChanceNode):
            continue
        over = [d.name for d in decisions if d.name in diagram.ancestors([node.name])]
        if over:
            others[node.name] = (
                f"it hangs on the decision {quote(over[0])}: what it will be is not settled before that, and how it would "
                "answer to each option the diagram does not say"
            )
        else:
            free[node.name] = tuple(d.name for d in decisions)
    return free, others


def value_of_learning(
    diagram: InfluenceDiagram, chances: Sequence[str], *, name: str = "", seconds: float = 60.0
) -> InformationValue:
    """What it is worth to learn chance nodes, all of them, before all decisions.

    diagram: of full or limited memory; chances: nodes that hang on no decision; name: of the answer; seconds: for each
    of the two diagrams that are compared.

    >>> from symdt import ChanceNode, DecisionNode, InfluenceDiagram, ValueNode
    >>> nodes = [
    ...     ChanceNode("weather", ["rain", "dry"], [], [0.4, "rest"]),
    ...     DecisionNode("umbrella", ["take", "leave"], []),
    ...     ValueNode("comfort", ["weather", "umbrella"], {("rain", "take"): 70, ("rain", "leave"): 0, ("dry", "take"): 20, ("dry", "leave"): 100}),
    ... ]
    >>> value_of_learning(InfluenceDiagram(nodes, optimum="max"), ["weather"]).at()
    28
    """
    needs(InfluenceDiagram, diagram, "value_of_learning", "for a table ask evsi or evppi")
    free, others = open_chances(diagram)
    for chance in chances:
        if not isinstance(diagram.by_name.get(chance), ChanceNode):
            raise TableError(f"{quote(chance)} is no chance node: {did_you_mean(chance, diagram.by_name)}")
        if chance in others:
            raise TableError(f"{quote(chance)} cannot be learnt beforehand: {others[chance]}")
    if diagram.memory == "limited":  # case by case: whoever knows the case has few policies left
        tree, domain = learning(diagram, list(chances)), diagram.domain
        informed = fold_back(tree, domain=domain, optimum=diagram.optimum, seconds=seconds, check=False)
    else:
        after = diagram
        for chance in chances:
            for decision in free.get(chance, ()):
                after = observing(after, chance, decision)
        informed = solve(after, seconds=seconds)
    return _gain(diagram, informed, name or ", ".join(chances), seconds)


def _gain(diagram: InfluenceDiagram, after: Solved, name: str, seconds: float) -> InformationValue:
    """The optimum of a diagram against that where more is known."""
    before = solve(diagram, seconds=seconds)
    own, more = (unnumbered(s.tree) if diagram.memory == "limited" else {} for s in (before, after))
    prior = tuple(
        ("; ".join(f"{own.get(d, d)}: {b}" for d, b in before.strategy(a).items()) or "no decision", a.value)
        for a in before.alternatives
    )
    informed = tuple(
        (tuple((more.get(d, d), b) for d, b in after.strategy(a).items()), a.value)
        for a in after.alternatives
    )
    return InformationValue(
        name,
        after.domain,
        diagram.optimum,
        prior,
        informed,
        Integer(0),
        before.is_exact and after.is_exact,
        seconds,
    )
