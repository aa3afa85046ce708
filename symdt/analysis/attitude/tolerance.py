"""Tolerance: the optimal action as a function of the risk tolerance, or of wealth, of who decides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import gcd
from typing import Any

from sympy import Expr, Float, Integer, Rational, Symbol, ilcm, log, oo

from symdt.analysis.attitude.attitude_rule import AttitudeRule
from symdt.analysis.sensitivity import one_way
from symdt.errors import BudgetError, DomainError, ExpressionError, quote
from symdt.exact.polynomial import MAX_EXPONENT
from symdt.problems.payoffs import totals
from symdt.problems.problem import Problem
from symdt.problems.tree import Chance, Decision, Tree, Value, decision_names, first_decision
from symdt.problems.tree_problem import TreeProblem


def to_exponential(problem: Problem, letter: Symbol | str = "y") -> tuple[TreeProblem, Expr]:
    """The problem with exponential utility as a tree in the letter y = exp(−g/ρ), and the unit g.

    Its values are the disutilities y^(x/g), shifted to whole exponents from 0 on, to be made
    small; maximal expected utility is minimal expected disutility. Values must be numbers.
    """
    tree, optimum = totals(problem.tree), problem.optimum
    gain = -1 if optimum == "min" else 1
    leaves = [node.value for node in tree.nodes() if isinstance(node, Value)]
    odd = next((v for v in leaves if not v.is_Rational), None)
    if odd is not None:
        raise ExpressionError(
            f"the value {quote(odd)} has letters: exponential utility needs numbers, fix them"
        )
    below = min(gain * v for v in leaves)
    moves = [gain * v - below for v in leaves]
    unit = Rational(0)
    for move in moves:
        unit = _gcd(unit, move)
    unit = unit or Integer(1)
    if max(moves) / unit > MAX_EXPONENT:
        raise BudgetError(
            f"the outcomes span {max(moves) / unit} units of {unit}: at most {MAX_EXPONENT} are compared exactly; "
            "use optimal_under for one tolerance"
        )
    y = letter if isinstance(letter, Symbol) else Symbol(letter)
    if y in problem.symbols or y.name in {s.name for s in problem.symbols}:
        raise ExpressionError(f"the problem has a letter {quote(y)} already: give another name for exp(-g/ρ)")
    made: dict[int, Tree] = {}
    for node in tree.nodes():
        if isinstance(node, Value):
            made[id(node)] = Value(y ** int((gain * node.value - below) / unit))
        elif isinstance(node, Chance):
            made[id(node)] = Chance(node.name, {b: (p, made[id(c)]) for b, p, c in node.branches}, node.event)
        else:
            made[id(node)] = Decision(node.name, {b: made[id(c)] for b, c in node.branches})
    domain = problem.domain.extended([y]).restricted(y > 0, y < 1)
    return TreeProblem(made[id(tree)], domain, "min", problem.title), unit


def _gcd(a: Rational, b: Rational) -> Rational:
    den = ilcm(a.q, b.q)
    return Rational(gcd(int(a * den), int(b * den)), den)


def tolerance_rule(problem: Problem, point: Mapping[Any, Any] | None = None) -> AttitudeRule:
    """The optimal strategy for every risk tolerance; the letters of the problem fixed at the `point`.

    Exact where the outcomes span at most 64 units; beyond that numeric, on a grid of tolerances
    from 1/1000 to 1000 times the span and refined by bisection, and the answer says so.

    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> party = DecisionProblem(table, Belief({"rain": 0.4, "dry": "rest"}))
    >>> tolerance_rule(party).at(50)
    'leave'
    """
    fixed = problem.at(point)
    try:
        return _exact_tolerance_rule(fixed)
    except BudgetError:
        return _numeric_tolerance_rule(fixed)


def _exact_tolerance_rule(problem: Problem) -> AttitudeRule:
    y = Symbol("y")
    while y.name in {s.name for s in problem.symbols}:
        y = Symbol(y.name + "_")
    averse, unit = to_exponential(problem, y)
    along = one_way(averse, y, {})
    names = problem.words

    def tolerance(end: Expr) -> Expr:
        return Integer(0) if end == 0 else oo if end == 1 else -unit / log(end)

    pieces = tuple((s.choice.action, tolerance(s.start), tolerance(s.stop)) for s in along.stretches)
    strategies = tuple({names.get(d, d): b for d, b in s.choice.strategy} for s in along.stretches)
    return AttitudeRule("tolerance", pieces, strategies)


def _numeric_tolerance_rule(problem: Problem) -> AttitudeRule:
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
