"""The tree of a problem with min, max, abs or piecewise, folded back with these functions as they stand.

What is stated is a tree in which a kink is a letter, and folding it back meets rational functions of that letter. A letter
may be any number and a kink may not: an alternative is kept only if it is needed on some part of the domain.

>>> from sympy import Max, symbols
>>> from symdt import Belief, DecisionProblem, Domain, LossTable
>>> from symdt.problems.kinks.kinked import smooth
>>> p, k = symbols("p k")
>>> option = LossTable(["up", "down"], ["hold", "sell", "wait"], [[Max(150 - k, 0), 20, -1], [0, 20, -1]], "max")
>>> problem = DecisionProblem(option, Belief({"up": p, "down": "rest"}), Domain("0 < p < 1", "0 <= k <= 200"))
>>> [str(a.value) for a in folded(smooth(problem)).alternatives]
['max(0, 150 - k)*p', '20']
"""

from __future__ import annotations

from dataclasses import replace

from symdt.exact.polynomial import substituted
from symdt.problems.kinks.kinked import KinkedProblem
from symdt.solve.foldback import SECONDS, fold_back
from symdt.solve.solved import Solved


def folded(problem: KinkedProblem, *, seconds: float = SECONDS) -> Solved:
    """The stated tree with the alternatives of every node that are needed somewhere on the domain.

    problem: with kinks; seconds: for the tree of each part.
    """
    stated = problem.stated
    whole = fold_back(stated.tree, domain=stated.domain, optimum=stated.optimum, seconds=seconds, check=False)
    nodes = list(whole.tree.nodes())
    needed: dict[int, set[int]] = {id(node): set() for node in nodes}
    for part in problem.parts:
        own = fold_back(part.problem, seconds=seconds)
        ring = own.domain.field
        for node, same in zip(nodes, own.tree.nodes(), strict=True):
            values = {a.value for a in own.alternatives_at(same)}
            for i, alternative in enumerate(whole.alternatives_at(node)):
                if ring.element(substituted(alternative.value.to_expr(), part.branches)) in values:
                    needed[id(node)].add(i)
    kept = {
        id(node): tuple(a for i, a in enumerate(whole.alternatives_at(node)) if i in needed[id(node)])
        for node in nodes
    }
    return replace(whole, _alternatives=kept)
