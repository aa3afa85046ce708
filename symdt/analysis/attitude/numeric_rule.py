"""The rule of the tolerance in floats: for outcomes that span too many units to be compared as polynomials."""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Expr, Float, Integer, oo

from symdt.analysis.attitude.attitude_rule import AttitudeRule
from symdt.errors import DomainError
from symdt.problems.payoffs import totals
from symdt.problems.problem import Problem
from symdt.problems.tree import Chance, Decision, Tree, Value, decision_names, first_decision


def numeric_tolerance_rule(problem: Problem) -> AttitudeRule:
    """The best strategy on a grid of tolerances, from 1/1000 to 1000 times the span of the outcomes, refined by bisection.

    problem: without letters, its first decision before any chance.
    """
    import numpy as np

    tree = totals(problem.tree)
    if problem.symbols or first_decision(tree) is None:
        raise DomainError(
            "a numeric rule needs numbers and a first decision: give every letter a value in the point"
        )
    gain = -1 if problem.optimum == "min" else 1
    names = decision_names(tree)
    made = [node for node in reversed(list(tree.nodes())) if isinstance(node, Decision)]
    best = partial(_best_branches, tree, gain, made)

    def strategy(row: Any) -> dict[str, str]:
        chosen = [
            (names[id(node)], node.actions[int(k)]) for node, k in zip(made, row, strict=True) if k >= 0
        ]
        return {problem.words.get(name, name): branch for name, branch in chosen}

    leaves = [float(node.value) for node in tree.nodes() if isinstance(node, Value)]
    grid = (max(leaves) - min(leaves)) * np.logspace(-3, 3, 4001)
    labels = best(grid)
    changes = np.flatnonzero((labels[1:] != labels[:-1]).any(axis=1))
    pieces: list[tuple[str, Expr, Expr]] = []
    start: Expr = Integer(0)
    for i in changes:
        a, b = float(grid[i]), float(grid[i + 1])
        while b - a > 1e-12 * b:
            middle = (a + b) / 2
            a, b = (middle, b) if (best(np.array([middle]))[0] == labels[i]).all() else (a, middle)
        pieces.append((next(iter(strategy(labels[i]).values())), start, Float(b, 12)))
        start = Float(b, 12)
    pieces.append((next(iter(strategy(labels[-1]).values())), start, oo))
    told = tuple(strategy(labels[i]) for i in [*changes, len(grid) - 1])
    return AttitudeRule("tolerance", tuple(pieces), told, is_exact=False)


def _best_branches(tree: Tree, gain: int, made: list[Decision], tolerances: Any) -> Any:
    """For each tolerance and each decision the place of its best branch, of least expected exp(−x/ρ); -1 where it is not
    reached.

    tree: without letters; gain: -1 for losses; made: the decisions, earlier ones first; tolerances: an array.
    """
    import numpy as np

    nodes = list(tree.nodes())
    low = min(gain * float(node.value) for node in nodes if isinstance(node, Value))
    done: dict[int, Any] = {}
    for node in nodes:
        if isinstance(node, Value):
            done[id(node)] = np.exp(-(gain * float(node.value) - low) / tolerances)
        elif isinstance(node, Chance):
            done[id(node)] = sum(float(p) * done[id(c)] for _, p, c in node.branches)
        else:
            done[id(node)] = np.minimum.reduce([done[id(c)] for c in node.children()])
    taken = {id(n): np.argmin([done[id(c)] for c in n.children()], axis=0) for n in made}
    reached = {id(node): np.zeros(len(tolerances), dtype=bool) for node in nodes}
    reached[id(tree)][:] = True
    for node in reversed(nodes):
        here = reached[id(node)]
        if isinstance(node, Decision):
            for k, child in enumerate(node.children()):
                reached[id(child)] |= here & (taken[id(node)] == k)
        elif isinstance(node, Chance):
            for _, p, child in node.branches:
                reached[id(child)] |= here & (not p.is_zero)
    return np.stack([np.where(reached[id(n)], taken[id(n)], -1) for n in made], axis=1)
