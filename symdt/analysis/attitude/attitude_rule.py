"""AttitudeRule: the optimal action in intervals of a risk tolerance or a wealth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Expr, oo

from symdt.display import Printed
from symdt.errors import DomainError
from symdt.exact.polynomial import to_number, to_rational
from symdt.solve.alternatives import Choice


@dataclass(frozen=True)
class AttitudeRule(Printed):
    """What is optimal for each value of the risk tolerance or the wealth; all others fixed.

    `is_exact`: the ends are closed forms of algebraic numbers. `strategies` has every decision.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> from symdt.analysis.attitude.tolerance import tolerance_rule
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
        return self.told()

    def told(self, number: Callable[[Expr], str] | None = None) -> str:
        """The rule in words; number: how its ends are written, six figures unless said."""
        lines = []
        every = self.strategies or ({},) * len(self.pieces)
        for (first, start, stop), strategy in zip(self.pieces, every, strict=True):
            action = told(first, strategy)
            low, high = (number or _text)(start), (number or _text)(stop)
            middle = f"{self.letter} > {low}" if stop == oo else f"{low} < {self.letter} < {high}"
            lines.append(f"{action}  if {middle}")
        return "\n".join(lines)


def told(action: str, strategy: Mapping[str, str]) -> str:
    """What is done, in one line: the first choice, and every later one in brackets.

    >>> told("survey", {"first": "survey", "good": "drill", "bad": "sell"})
    'survey (good: drill, bad: sell)'
    """
    return str(Choice(action, tuple(strategy.items())))


def _text(end: Expr) -> str:
    return str(end) if end.is_Rational else str(end.evalf(6))
