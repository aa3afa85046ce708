"""NormalProblem: an unknown mean with a normal law, actions worth linear functions of it, and measurements with normal errors.

>>> from sympy import symbols
>>> m = symbols("μ")
>>> launch = NormalProblem("μ", 0, 2, {"launch": 10 * m - 5, "stop": 0}, deviation=3, each=0.1, optimum="max")
>>> launch.lines
{'launch': (-5, 10), 'stop': (0, 0)}

What may be measured is any number, so that there is no tree: `symdt.normal_sizes` says what measurements are worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from sympy import Expr, Poly, Symbol

from symdt.errors import TableError, quote
from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import Written, as_expr, letters_of
from symdt.problems.expressions import expressions
from symdt.problems.probabilities import check_nonnegative
from symdt.problems.problem import Problem, direction, domain_with
from symdt.problems.tree import Tree


@dataclass(frozen=True, repr=False)
class NormalProblem(Written, Problem):
    """Act now, or measure n times first; each measurement is the mean plus a normal error.

    letter: of the unknown mean; mean, spread: of its normal law, the spread a standard deviation; payoffs: each action's loss
    or utility, linear in the letter; deviation: of a measurement; each: the cost of one; cost: of any number of them.

    >>> from symdt import NormalProblem, normal_sizes
    >>> from sympy import Symbol
    >>> m = Symbol("μ")
    >>> normal_sizes(NormalProblem("μ", 0, 1, {"go": m, "stay": 0}, deviation=1, each=0.01, optimum="max")).best
    (4,)
    """

    letter: str
    mean: Expr
    spread: Expr
    payoffs: Mapping[str, Expr]
    deviation: Expr = 1
    each: Expr = 0
    cost: Expr = 0
    domain: Domain = None  # type: ignore[assignment]
    optimum: Optimum = None  # type: ignore[assignment]
    title: str = ""

    kind: ClassVar[str] = "a problem of measurements"

    def __post_init__(self) -> None:
        for name in ("mean", "spread", "deviation", "each", "cost"):
            object.__setattr__(self, name, as_expr(getattr(self, name)))
        object.__setattr__(self, "payoffs", {str(a): as_expr(e) for a, e in self.payoffs.items()})
        if not self.payoffs:
            raise TableError("there are no actions: give at least one with its loss or utility")
        numbers = [self.mean, self.spread, self.deviation, self.each, self.cost]
        if any(Symbol(self.letter) in e.free_symbols for e in numbers):
            raise TableError(f"{quote(self.letter)} is not known beforehand: only payoffs may hold it")
        coefficients = [e for line in self.lines.values() for e in line]
        object.__setattr__(
            self, "domain", domain_with(self.domain, letters_of(expressions((numbers, coefficients))))
        )
        object.__setattr__(self, "optimum", direction(self.optimum, "the problem of measurements"))
        check_nonnegative(self.spread, self.domain, "the spread of the law", is_positive=True)
        check_nonnegative(self.deviation, self.domain, "the deviation of a measurement", is_positive=True)

    def __hash__(self) -> int:
        return hash((self.letter, tuple(self.payoffs), self.optimum))

    @property
    def lines(self) -> dict[str, tuple[Expr, Expr]]:
        """Each action's worth as intercept and slope in the unknown mean."""
        found = {}
        for action, payoff in self.payoffs.items():
            try:
                poly = Poly(payoff, Symbol(self.letter))
            except Exception as error:
                raise TableError(
                    f"the payoff {quote(payoff)} is not linear in {self.letter}: write a + b*μ"
                ) from error
            if poly.degree() > 1:
                raise TableError(f"the payoff {quote(payoff)} is not linear in {self.letter}: write a + b*μ")
            found[action] = (poly.coeff_monomial(1), poly.coeff_monomial(Symbol(self.letter)))
        return found

    @property
    def tree(self) -> Tree:
        """There is none: measurements are not counted."""
        raise TableError(
            "a measurement may be any number, so that there is no tree: ask `symdt value` or normal_sizes"
        )

    def __str__(self) -> str:
        lines = [
            self.headline,
            f"{self.letter} is normal, mean {self.mean}, standard deviation {self.spread}",
        ]
        lines += [f"  {action}: {payoff}" for action, payoff in self.payoffs.items()]
        return "\n".join([*lines, f"a measurement errs by {self.deviation} and costs {self.each}"])
