"""The second road to every number: brute force with Python fractions, sharing no code with symdt's engines."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sympy import Expr

from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision, Tree, Value


def number(expr: Expr, point: dict) -> Fraction:
    """The value of an expression at a point, by SymPy's own substitution."""
    value = expr.subs(point)
    return Fraction(int(value.p), int(value.q))


def strategies(tree: Tree, point: dict) -> Iterator[tuple[Fraction, dict[str, str]]]:
    """The expected value and the choices of every pure strategy, at a point.

    A strategy fixes one branch at every decision that it reaches; a decision that is entered from
    several branches gets the same branch each time.
    """
    if isinstance(tree, Value):
        yield number(tree.value, point), {}
    elif isinstance(tree, Decision):
        for (branch, node), paid in zip(tree.branches, tree.payoffs, strict=True):
            for value, choices in strategies(node, point):
                yield value + number(paid, point), {tree.name: branch, **choices}
    else:
        live = [(number(p, point), node) for _, p, node in tree.branches]
        for parts in product(*(list(strategies(node, point)) for p, node in live)):
            merged: dict[str, str] = {}
            if all(merged.setdefault(d, b) == b for _, choices in parts for d, b in choices.items()):
                paid = (p * number(x, point) for (p, _), x in zip(live, tree.payoffs, strict=True))
                mean = sum(
                    (p * v for (p, _), (v, _) in zip(live, parts, strict=True)), sum(paid, Fraction(0))
                )
                yield mean, merged


def count(tree: Tree) -> int:
    """How many strategies there are, if no node were shared."""
    if isinstance(tree, Value):
        return 1
    below = [count(node) for node in tree.children()]
    if isinstance(tree, Decision):
        return sum(below)
    total = 1
    for n in below:
        total *= n
    return total


def expected(tree: Tree, choices: dict[str, str], point: dict) -> Fraction:
    """The expected value of one strategy at a point."""
    if isinstance(tree, Value):
        return number(tree.value, point)
    if isinstance(tree, Decision):
        branch = choices[tree.name]
        return expected(tree.child(branch), choices, point) + number(tree.payoff(branch), point)
    total = Fraction(0)
    for (_, chance, node), paid in zip(tree.branches, tree.payoffs, strict=True):
        weight = number(chance, point)
        if weight:
            total += weight * (expected(node, choices, point) + number(paid, point))
    return total


def values_by_table(problem: DecisionProblem, point: dict) -> dict[str, Fraction]:
    """The value of every action and experiment, straight from the table: sums over states and outcomes."""
    best = min if problem.optimum == "min" else max
    sign = 1 if problem.optimum == "min" else -1
    prior = {s: number(e, point) for s, e in problem.belief.items()}
    loss = {(s, a): number(e, point) for s, a, e in problem.loss.cells()}
    values = {a: sum(prior[s] * loss[s, a] for s in prior) for a in problem.loss.actions}
    for experiment in problem.experiments:
        total = sign * number(experiment.cost, point)
        for outcome in experiment.outcomes:
            likelihood = {s: number(e, point) for s, e in experiment.of(outcome).items()}
            total += best(
                sum(prior[s] * likelihood[s] * loss[s, a] for s in prior) for a in problem.loss.actions
            )
        values[experiment.name] = total
    return values


def is_chance(tree: Tree) -> bool:
    """A chance node comes first."""
    return isinstance(tree, Chance)
