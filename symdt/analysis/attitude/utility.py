"""Attitude to risk: exponential and logarithmic utility, certainty equivalents, where the tolerance may be a letter.

The exponential utility u(x) = 1 − exp(−x/ρ) has the risk tolerance ρ. Where all outcomes are
multiples of a unit g, the letter y = exp(−g/ρ), between 0 and 1, makes expected utilities
polynomials: the rule in ρ is then exact, its thresholds −g/log y for algebraic y.

>>> from symdt.problems.belief import Belief
>>> from symdt.problems.loss import LossTable
>>> table = LossTable(["sun", "rain"], ["out", "porch", "in"], [[100, 90, 40], [0, 20, 50]], "max")
>>> from symdt.problems.table import DecisionProblem
>>> party = DecisionProblem(table, Belief({"sun": 0.4, "rain": "rest"}))  # Howard's party

The certainty equivalent is the sure amount that is as good; an exact expression.

>>> from symdt.analysis.profile import profiles
>>> certainty_equivalent(profiles(party)["in"], Exponential(100)).evalf(5)
45.879
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Add, Expr, Mul, Pow, exp, log

from symdt.analysis.profile import RiskProfile
from symdt.errors import DomainError, quote
from symdt.exact.polynomial import Written, as_expr


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
