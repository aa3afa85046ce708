"""A problem as a certificate holds it: texts of its domain, belief, losses and experiments, or of the nodes of its tree.

>>> from symdt import Belief, Decision, DecisionProblem, Domain, LossTable
>>> from sympy import symbols
>>> p = symbols("p")
>>> loss = LossTable(["well", "ill"], ["wait", "treat"], [[0, 1], [10, 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "ill": p}), Domain("0 < p < 1"))
>>> written(problem)["belief"], written(problem)["domain"]
({'well': '1 - p', 'ill': 'p'}, ['p > 0', 'p < 1'])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Tree, Value


def written(problem: Problem) -> dict[str, Any]:
    """The problem in texts: a table as its table, one with experiments in sequence and every other kind as its tree."""
    if not isinstance(problem, DecisionProblem) or problem.most > 1:
        return written_tree(problem.tree, problem.domain, problem.optimum, problem.words)
    texts = _head(problem.domain, problem.loss.optimum)
    texts["belief"] = {str(s): str(e) for s, e in problem.belief.items()}
    texts["loss"] = {
        a: {str(s): str(e) for s, e in problem.loss.column(a).items()} for a in problem.loss.actions
    }
    texts["experiments"] = {
        e.name: {
            "cost": str(e.cost),
            "likelihood": {str(s): {o: str(x) for o, x in row.items()} for s, row in e.likelihood.items()},
        }
        for e in problem.experiments
    }
    return texts


def written_tree(
    tree: Tree, domain: Domain, optimum: Optimum, words: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """A tree in texts: its nodes, those that a node leads to before it; decisions of one name are numbered.

    "chance" is a weighted sum: what a branch pays is one more part of it, of weight 1 (or the branch's).
    """
    nodes = list(tree.nodes())
    position: dict[int, int] = {}
    decisions = [n for n in reversed(nodes) if not isinstance(n, Chance | Value)]
    shared, seen = Counter(d.name for d in decisions), Counter[str]()
    names = {}
    for decision in decisions:
        seen[decision.name] += 1
        number = f" #{seen[decision.name]}" if shared[decision.name] > 1 else ""
        names[id(decision)] = (words or {}).get(decision.name + number, decision.name + number)
    entries: list[dict[str, Any]] = []

    def add(entry: dict[str, Any]) -> int:
        entries.append(entry)
        return len(entries) - 1

    for node in nodes:
        if isinstance(node, Value):
            entry: dict[str, Any] = {"value": str(node.value)}
        elif isinstance(node, Chance):
            parts = [[b, str(p), position[id(child)]] for b, p, child in node.branches]
            paid = [(b, p, x) for (b, p, _), x in zip(node.branches, node.payoffs, strict=True) if x]
            parts += [[b, str(p), add({"value": str(x)})] for b, p, x in paid]
            entry = {"chance": parts}
        else:
            ends = [position[id(child)] for _, child in node.branches]
            for i, x in enumerate(node.payoffs):
                if x:
                    ends[i] = add({"chance": [["", "1", ends[i]], ["", "1", add({"value": str(x)})]]})
            entry = {
                "name": names[id(node)],
                "decision": [[b, i] for (b, _), i in zip(node.branches, ends, strict=True)],
            }
        position[id(node)] = add(entry)
    return {**_head(domain, optimum), "tree": entries}


def _head(domain: Domain, optimum: Optimum) -> dict[str, Any]:
    return {"optimum": optimum, "domain": [c.to_text() for c in domain.conditions]}
