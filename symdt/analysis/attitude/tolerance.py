"""Tolerance: the optimal action as a function of the risk tolerance, or of wealth, of who decides."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Any

from sympy import Expr, Integer, Rational, Symbol, ilcm, log, oo

from symdt.analysis.attitude.attitude_rule import AttitudeRule
from symdt.analysis.attitude.numeric_rule import numeric_tolerance_rule
from symdt.analysis.sensitivity import one_way
from symdt.errors import BudgetError, ExpressionError, quote
from symdt.exact.domain import Domain
from symdt.exact.polynomial import MAX_EXPONENT
from symdt.problems.payoffs import totals
from symdt.problems.problem import Problem
from symdt.problems.tree import Chance, Decision, Tree, Value
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
            f"the value {quote(odd)} has letters: exponential utility needs numbers, fix them: --at, or problem.at"
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
    return TreeProblem(made[id(tree)], shrinking(problem, y), "min", problem.title), unit


def shrinking(problem: Problem, y: Symbol) -> Domain:
    """The domain of a problem with y = exp(−g/ρ), which is between 0 and 1.

    problem: about money. y: a letter that it does not have.
    """
    return problem.domain.extended([y]).restricted(y > 0, y < 1)


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
        return numeric_tolerance_rule(fixed)


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
