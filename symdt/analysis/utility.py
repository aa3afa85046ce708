"""Attitude to risk: exponential and logarithmic utility, certainty equivalents, where the tolerance may be a letter.

The exponential utility u(x) = 1 − exp(−x/ρ) has the risk tolerance ρ. Where all outcomes are
multiples of a unit g, the letter y = exp(−g/ρ), between 0 and 1, makes expected utilities
polynomials: the rule in ρ is then exact, its thresholds −g/log y for algebraic y.

>>> from symdt.problems.belief import Belief
>>> from symdt.problems.loss import LossTable
>>> table = LossTable(["sun", "rain"], ["out", "porch", "in"], [[100, 90, 40], [0, 20, 50]], "max")
>>> party = DecisionProblem(table, Belief({"sun": 0.4, "rain": "rest"}))  # Howard's party

The certainty equivalent is the sure amount that is as good; an exact expression.

>>> from symdt.analysis.profile import profiles
>>> certainty_equivalent(profiles(party)["in"], Exponential(100)).evalf(5)
45.879
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sympy import Add, Expr, Integer, Mul, Pow, Rational, exp, log

from symdt.analysis.profile import RiskProfile, risk_profile, unique_names
from symdt.errors import DomainError, quote
from symdt.exact.polynomial import Written, as_expr
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision, Value
from symdt.problems.tree_problem import TreeProblem

#: Digits to which numeric answers are computed before they are rounded.
DIGITS = 40


@dataclass(frozen=True, repr=False)
class Exponential(Written):
    """u(x) = 1 − exp(−x/ρ): constant risk tolerance ρ > 0, a number or a letter.

    >>> from symdt import RiskProfile, certainty_equivalent
    >>> certainty_equivalent(RiskProfile(((0, 0.5), (100, 0.5))), Exponential(100)).evalf(4)
    37.99
    """

    tolerance: Any

    def __call__(self, x: Any) -> Expr:
        """The utility of a value."""
        return 1 - exp(-as_expr(x) / as_expr(self.tolerance))

    def inverse(self, u: Expr) -> Expr:
        """The value that has this utility."""
        return -as_expr(self.tolerance) * log(1 - u)


@dataclass(frozen=True, repr=False)
class Logarithmic(Written):
    """u(x) = log(w + x): wealth w such that w + x > 0, a number or a letter.

    >>> from symdt import RiskProfile, certainty_equivalent
    >>> certainty_equivalent(RiskProfile(((0, 0.5), (300, 0.5))), Logarithmic(100))
    100
    """

    wealth: Any

    def __call__(self, x: Any) -> Expr:
        """The utility of a value."""
        return log(as_expr(self.wealth) + as_expr(x))

    def inverse(self, u: Expr) -> Expr:
        """The value that has this utility."""
        return exp(u) - as_expr(self.wealth)


Utility = Exponential | Logarithmic


def certainty_equivalent(profile: RiskProfile, utility: Utility) -> Expr:
    """The sure value that is as good as the profile: an exact expression, a number once evaluated.

    For losses it is the sure loss.

    >>> certainty_equivalent(RiskProfile(((0, 0.5), (300, 0.5))), Logarithmic(100))
    100
    """
    gain = -1 if profile.optimum == "min" else 1
    pairs = [(gain * v, p) for v, p in profile.outcomes]
    if isinstance(utility, Exponential):
        rho = as_expr(utility.tolerance)
        _require_positive(rho, "the risk tolerance")
        return gain * -rho * log(Add(*(p * exp(-x / rho) for x, p in pairs)))
    wealth = as_expr(utility.wealth)
    for x, _ in pairs:
        _require_positive(wealth + x, f"the wealth after {x}")
    return gain * (Mul(*(Pow(wealth + x, p) for x, p in pairs)) - wealth)


def _require_positive(number: Expr, what: str) -> None:
    if number.is_number and not number > 0:
        raise DomainError(f"{what} is {quote(number)}: use a positive number")


# --- exponential utility, for trees ------------------------------------------------------------


def information_price(problem: DecisionProblem, experiment: Any, utility: Exponential) -> Expr:
    """The highest price worth paying for the outcome of an experiment, with exponential utility.

    For this utility alone it is the difference of the certainty equivalents with and without
    (its wealth plays no part). An exact expression; the problem must have no letters.
    """
    free = replace(experiment, cost=Integer(0))
    plain = DecisionProblem(problem.loss, problem.belief, problem.domain)
    with_it = DecisionProblem(problem.loss, problem.belief, problem.domain, (free,))
    before, after = optimal_under(plain, utility), optimal_under(with_it, utility)
    return abs(after.expression - before.expression)


@dataclass(frozen=True)
class OptimalUnder:
    """The optimum of a tree without letters under a utility: its strategy and certainty equivalent.

    `expression` is exact; `value` is its number, rounded (`digits` of them were computed).

    >>> from symdt import LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> from symdt import Belief, DecisionProblem
    >>> optimal_under(DecisionProblem(table, Belief({"rain": 0.4, "dry": "rest"})), Exponential(100)).action
    'leave'
    """

    action: str
    strategy: dict[str, str]
    expression: Expr
    value: Expr
    is_exact: bool  # True where no two branches came nearer than the digits could tell apart


def optimal_under(
    problem: Problem, utility: Utility, point: Mapping[Any, Any] | None = None, *, digits: int = 15
) -> OptimalUnder:
    """The strategy of greatest expected utility at a point, by folding back with many digits.

    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> party = DecisionProblem(table, Belief({"rain": 0.4, "dry": "rest"}))
    >>> optimal_under(party, Exponential(100)).action
    'leave'
    """
    fixed = problem.at(point)
    if fixed.symbols:
        raise DomainError(
            f"the problem has the letter {quote(fixed.symbols[0])}: give its value in the point"
        )
    tree, optimum = fixed.tree, fixed.optimum
    gain = -1 if optimum == "min" else 1
    strategy: dict[str, str] = {}
    expected: dict[int, Expr] = {}
    names = unique_names(tree)
    is_exact = True
    for node in tree.nodes():
        if isinstance(node, Value):
            u = utility(gain * node.value)
            if not u.is_real:
                raise DomainError(
                    f"the utility of {quote(node.value)} is not a real number: give more wealth or tolerance"
                )
            expected[id(node)] = u.evalf(DIGITS)
        elif isinstance(node, Chance):
            expected[id(node)] = Add(*(p * expected[id(c)] for _, p, c in node.branches)).evalf(DIGITS)
        else:
            ranked = sorted(node.branches, key=lambda b: -expected[id(b[1])])
            best = expected[id(ranked[0][1])]
            if len(ranked) > 1 and best - expected[id(ranked[1][1])] < Rational(10) ** (10 - DIGITS):
                is_exact = False
            expected[id(node)] = best
            strategy[names[id(node)]] = ranked[0][0]
    profile = risk_profile(TreeProblem(tree, None, optimum), strategy)  # type: ignore[arg-type]
    value = certainty_equivalent(profile, utility)
    decision = next((n for n in list(tree.nodes())[::-1] if isinstance(n, Decision)), None)
    named = fixed.words
    action = strategy[names[id(decision)]] if decision is not None else "no decision"
    return OptimalUnder(
        action, {named.get(d, d): b for d, b in strategy.items()}, value, value.evalf(digits), is_exact
    )
