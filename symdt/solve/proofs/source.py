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

from sympy import Expr, Pow
from sympy.core.function import Application

from symdt.exact.domain import Domain
from symdt.exact.field import Field
from symdt.exact.optimum import Optimum
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Tree, Value


def written(problem: Problem) -> dict[str, Any]:
    """The problem in texts: a table as its table, one with experiments in sequence and every other kind as its tree."""
    if not isinstance(problem, DecisionProblem) or problem.most > 1:
        return written_tree(problem.tree, problem.domain, problem.optimum, problem.words)
    texts = _head(problem.domain, problem.loss.optimum)
    texts["belief"] = {str(s): told(e) for s, e in problem.belief.items()}
    texts["loss"] = {
        a: {str(s): told(e) for s, e in problem.loss.column(a).items()} for a in problem.loss.actions
    }
    texts["experiments"] = {
        e.name: {
            "cost": told(e.cost),
            "likelihood": {str(s): {o: told(x) for o, x in row.items()} for s, row in e.likelihood.items()},
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
            entry: dict[str, Any] = {"value": told(node.value)}
        elif isinstance(node, Chance):
            parts = [[b, told(p), position[id(child)]] for b, p, child in node.branches]
            paid = [(b, p, x) for (b, p, _), x in zip(node.branches, node.payoffs, strict=True) if x]
            parts += [[b, told(p), add({"value": told(x)})] for b, p, x in paid]
            entry = {"chance": parts}
        else:
            ends = [position[id(child)] for _, child in node.branches]
            for i, x in enumerate(node.payoffs):
                if x:
                    ends[i] = add({"chance": [["", "1", ends[i]], ["", "1", add({"value": told(x)})]]})
            entry = {
                "name": names[id(node)],
                "decision": [[b, i] for (b, _), i in zip(node.branches, ends, strict=True)],
            }
        position[id(node)] = add(entry)
    return {**_head(domain, optimum), "tree": entries}


def told(value: Expr) -> str:
    """An expression as the problem's functions have it: what its numerator and denominator share is cancelled.

    Rules are about quotients in the field of the letters, which has no 0/0.

    >>> from sympy import symbols
    >>> p, h = symbols("p h")
    >>> told(p**2/(p**2 + p**2*h**2)), told(h/(p + h)), told(p*(1 - h))
    ('1/(h**2 + 1)', 'h/(h + p)', 'p*(1 - h)')
    """
    dividing = [q for q in value.atoms(Pow) if q.exp.is_negative and q.base.free_symbols]
    is_rational = not value.atoms(Application) and all(q.exp.is_Integer for q in value.atoms(Pow))
    if not dividing or not is_rational:
        return str(value)
    field = Field.of(value.free_symbols)
    quotient, under = field.element(value), field.element(value.as_numer_denom()[1])
    is_shorter = quotient.den.total_degree() < under.num.total_degree()
    return str(quotient.to_expr()) if is_shorter else str(value)


def _head(domain: Domain, optimum: Optimum) -> dict[str, Any]:
    return {"optimum": optimum, "domain": [c.to_text() for c in domain.conditions]}
