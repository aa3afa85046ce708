"""Tolerance: the optimal action as a function of the risk tolerance, or of wealth, of who decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import gcd, lcm
from typing import Any

from flint import fmpq_poly
from sympy import Expr, Float, Integer, Rational, Symbol, ilcm, log, oo

from symdt.analysis.profile import RiskProfile
from symdt.analysis.sensitivity import one_way
from symdt.errors import BudgetError, DomainError, ExpressionError, quote
from symdt.exact.line import Real, arrange, between
from symdt.exact.polynomial import MAX_EXPONENT, to_number, to_rational
from symdt.problems.problem import Problem
from symdt.problems.tree import Chance, Decision, Tree, Value, first_decision
from symdt.problems.tree_problem import TreeProblem

#: Comparisons of products of powers with larger exponents than this are refused.
MAX_POWER = 2_000


def to_exponential(problem: Problem, letter: Symbol | str = "y") -> tuple[TreeProblem, Expr]:
    """The problem with exponential utility as a tree in the letter y = exp(−g/ρ), and the unit g.

    Its values are the disutilities y^(x/g), shifted to whole exponents from 0 on, to be made
    small; maximal expected utility is minimal expected disutility. Values must be numbers.
    """
    tree, optimum = problem.tree, problem.optimum
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
            made[id(node)] = Chance(node.name, {b: (p, made[id(c)]) for b, p, c in node.branches})
        else:
            made[id(node)] = Decision(node.name, {b: made[id(c)] for b, c in node.branches})
    domain = problem.domain.extended([y]).restricted(y > 0, y < 1)
    return TreeProblem(made[id(tree)], domain, "min", problem.title), unit


def _gcd(a: Rational, b: Rational) -> Rational:
    den = ilcm(a.q, b.q)
    return Rational(gcd(int(a * den), int(b * den)), den)


@dataclass(frozen=True)
class AttitudeRule:
    """What is optimal for each value of the risk tolerance or the wealth; all others fixed.

    `is_exact`: the ends are closed forms of algebraic numbers. `strategies` has every decision.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> print(tolerance_rule(problem, {"p": "1/20"}))
    treat  if 0 < tolerance < 7.82158
    wait  if tolerance > 7.82158
    """

    letter: str
    pieces: tuple[tuple[str, Expr, Expr], ...]  # action, from, to
    strategies: tuple[dict[str, str], ...] = ()
    is_exact: bool = True

    @property
    def thresholds(self) -> tuple[Expr, ...]:
        """Where the optimal choice changes."""
        return tuple(start for _, start, _ in self.pieces[1:])

    def at(self, value: Any) -> str:
        """The optimal action at one value of the letter."""
        x = to_rational(to_number(value))
        for action, _, stop in self.pieces:
            if x <= stop:
                return action
        raise DomainError(f"{self.letter} = {x} is outside the rule's range: use another value")

    def __str__(self) -> str:
        lines = []
        for action, start, stop in self.pieces:
            low, high = _text(start), _text(stop)
            middle = f"{self.letter} > {low}" if stop == oo else f"{low} < {self.letter} < {high}"
            lines.append(f"{action}  if {middle}")
        return "\n".join(lines)


def _text(end: Expr) -> str:
    return str(end) if end.is_Rational else str(end.evalf(6))


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

    tree, optimum = problem.tree, problem.optimum
    decision = first_decision(tree)
    if problem.symbols or decision is None:
        raise DomainError(
            "a numeric rule needs numbers and a first decision: give every letter a value in the point"
        )
    gain = -1 if optimum == "min" else 1
    leaves = [gain * float(node.value) for node in tree.nodes() if isinstance(node, Value)]
    low, span = min(leaves), max(leaves) - min(leaves)

    def best(rho: Any) -> Any:
        """The position of the optimal first branch: of least expected exp(−(x − least x)/ρ)."""
        done: dict[int, Any] = {}
        for node in tree.nodes():
            if isinstance(node, Value):
                done[id(node)] = np.exp(-(gain * float(node.value) - low) / rho)
            elif isinstance(node, Chance):
                done[id(node)] = sum(float(p) * done[id(c)] for _, p, c in node.branches)
            else:
                done[id(node)] = np.minimum.reduce([done[id(c)] for c in node.children()])
        return np.argmin([done[id(c)] for c in decision.children()], axis=0)

    grid = span * np.logspace(-3, 3, 4001)
    labels = best(grid)
    pieces: list[tuple[str, Expr, Expr]] = []
    start: Expr = Integer(0)
    for i in np.flatnonzero(labels[1:] != labels[:-1]):
        a, b = float(grid[i]), float(grid[i + 1])
        while b - a > 1e-12 * b:
            middle = (a + b) / 2
            a, b = (middle, b) if best(np.array([middle]))[0] == labels[i] else (a, middle)
        stop = Float(b, 12)
        pieces.append((decision.actions[int(labels[i])], start, stop))
        start = stop
    pieces.append((decision.actions[int(labels[-1])], start, oo))
    return AttitudeRule("tolerance", tuple(pieces), is_exact=False)


def wealth_rule(profiles: Mapping[str, RiskProfile]) -> AttitudeRule:
    """Which of several profiles (numbers only) is best for every wealth, with logarithmic utility, exactly.

    E log(w + X) compares like Π (w + x)^(n p) with n the common denominator of the probabilities:
    polynomials in w. The range is the wealth that no outcome can ruin.

    >>> merchant = {"insure": RiskProfile(((9200, 1),)), "risk it": RiskProfile(((10000, 0.95), (0, 0.05)))}
    >>> wealth_rule(merchant).at(1000), wealth_rule(merchant).at(10000)
    ('insure', 'risk it')
    """
    pairs = {
        a: [((-1 if f.optimum == "min" else 1) * v, p) for v, p in f.numbers()] for a, f in profiles.items()
    }
    if not pairs:
        raise DomainError("no profiles are given: give at least one")
    n = lcm(*(int(p.q) for many in pairs.values() for _, p in many))
    if n > MAX_POWER:
        raise BudgetError(f"the probabilities have the common denominator {n}: use at most {MAX_POWER}")
    powers = {a: [(v, int(p * n)) for v, p in many] for a, many in pairs.items()}
    floor = max(Integer(0), max(-v for many in powers.values() for v, _ in many))
    labels = list(powers)
    heights = {a: _product(powers[a]) for a in labels}
    start = Real.of(to_number(floor))
    line = arrange(
        [fmpq_poly([-to_number(floor), 1]), *(f - g for f, g in combinations(heights.values(), 2) if f != g)]
    )
    marks = [r for r in line.points if not r < start]
    pieces: list[tuple[str, Any, Any]] = []
    for low, high in pairwise([*marks, None]):
        x = between(low, high)
        best = max(labels, key=lambda a: heights[a](x))
        if pieces and pieces[-1][0] == best:
            pieces[-1] = (best, pieces[-1][1], high)
        else:
            pieces.append((best, low, high))
    shown = tuple((a, low.to_expr(), oo if high is None else high.to_expr()) for a, low, high in pieces)
    return AttitudeRule("wealth", shown)


def _product(many: list[tuple[Expr, int]]) -> Any:
    """Π (w + v)^k as a polynomial in w."""
    total = fmpq_poly([1])
    for v, k in many:
        total *= fmpq_poly([to_number(v), 1]) ** k
    return total
