"""Switching tolerances: where the best strategy changes with the risk tolerance, enclosed and proved to any digits.

At a rational tolerance ρ every expected exp(−x/ρ) is computed in balls that certainly hold it (Arb's arithmetic), with
more digits until at every decision that is reached the best branch is strictly better than every other. An interval
whose ends have different best branches holds a switch: that is its proof, and bisection makes it as short as is asked.

>>> from symdt import Belief, DecisionProblem, LossTable
>>> table = LossTable(["sun", "rain"], ["out", "porch", "in"], [[100, 90, 40], [0, 20, 50]], "max")
>>> party = DecisionProblem(table, Belief({"sun": 0.4, "rain": "rest"}))  # Howard's party
>>> found = switching_tolerances(party, digits=10)
>>> print(found)
in for tolerances up to 282.4976069..., then porch
>>> switch, = found.switches
>>> switch.high - switch.low < Rational(1, 10**7)
True

`is_complete` says that there is no other switch: it is proved where the outcomes span few units (the rule is then a
polynomial's), and else rests on a fine grid.

>>> found.is_complete
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Expr, Rational

from symdt.analysis.attitude.attitude_rule import told
from symdt.analysis.attitude.numeric_rule import best_at as best_at
from symdt.analysis.attitude.numeric_rule import changes
from symdt.analysis.attitude.tolerance import tolerance_rule
from symdt.display import Displayed
from symdt.errors import BudgetError, DomainError, quote
from symdt.exact.polynomial import to_number, to_rational
from symdt.problems.payoffs import totals
from symdt.problems.problem import Problem
from symdt.problems.tree import first_decision

#: More decimal digits than this are refused.
MAX_DIGITS = 1_000


@dataclass(frozen=True)
class Switch:
    """A tolerance between `low` and `high` up to which `before` is best, and from which on `after` is.

    `strategies` are the branches of all decisions that are reached, before and after.
    """

    before: str
    after: str
    low: Rational
    high: Rational
    strategies: tuple[dict[str, str], dict[str, str]] = ({}, {})

    def __str__(self) -> str:
        return self.told()

    def told(self, decimals: int | None = None) -> str:
        """The switch in words; decimals: how many of its digits after the point are shown, unless all that are known."""
        before, after = map(told, (self.before, self.after), self.strategies)
        whole, _, rest = self.digits.removesuffix("...").partition(".")
        known = rest if decimals is None else rest[:decimals]
        return f"{before} for tolerances up to {whole}{'.' * bool(known)}{known}..., then {after}"

    @property
    def digits(self) -> str:
        """The decimal digits of the tolerance that are known."""
        return _common(self.low, self.high)

    def to_json(self) -> dict[str, Any]:
        """The switch in texts, with both strategies where something is decided later."""
        found = {"before": self.before, "after": self.after, "from": str(self.low), "to": str(self.high)}
        if not any(len(s) > 1 for s in self.strategies):
            return found
        first, second = self.strategies
        return {**found, "strategy_before": first, "strategy_after": second}


@dataclass(frozen=True)
class Switches(Displayed):
    """The switches of a problem along the risk tolerance, each proved; `is_complete`: proved that there is no other.

    >>> from symdt import Belief, DecisionProblem, LossTable, switching_tolerances
    >>> table = LossTable(["sun", "rain"], ["out", "in"], [[3, 2], [0, 2]], "max")
    >>> party = DecisionProblem(table, Belief({"sun": 0.5, "rain": "rest"}))
    >>> found = switching_tolerances(party)
    >>> print(found)
    in for every tolerance
    >>> found.switches, found.is_complete
    ((), True)
    """

    switches: tuple[Switch, ...]
    best: str  # what is best for small tolerances, where nothing switches for all
    is_complete: bool
    strategy: dict[str, str] = field(default_factory=dict)  # that of small tolerances

    def to_json(self) -> dict[str, Any]:
        """The switches in texts."""
        told = [s.to_json() for s in self.switches]
        return {"best": self.best, "switches": told, "complete": self.is_complete}

    def __str__(self) -> str:
        return self.told()

    def told(self, decimals: int | None = None) -> str:
        """The switches in words, a line each; decimals: how many digits after the point are shown, unless all known."""
        if not self.switches:
            return f"{told(self.best, self.strategy)} for every tolerance"
        return "\n".join(switch.told(decimals) for switch in self.switches)


def switching_tolerances(
    problem: Problem, point: Mapping[Any, Any] | None = None, *, digits: int = 12
) -> Switches:
    """Where the best strategy changes with the risk tolerance of an exponential utility.

    problem: outcomes and, at the `point`, probabilities are numbers; digits: how many of each switch are wanted.

    Out and in are equally good where exp(-1/tolerance) is the inverse of the golden ratio.

    >>> from symdt import Belief, DecisionProblem, LossTable, switching_tolerances
    >>> table = LossTable(["sun", "rain"], ["out", "in"], [[3, 1], [0, 1]], "max")
    >>> party = DecisionProblem(table, Belief({"sun": 0.5, "rain": "rest"}))
    >>> print(switching_tolerances(party, digits=8))
    in for tolerances up to 2.0780869..., then out
    """
    if not 1 <= digits <= MAX_DIGITS:
        raise BudgetError(f"{quote(digits)} digits are asked for: use 1 to {MAX_DIGITS}")
    fixed = problem.at(point)
    if fixed.symbols:
        raise DomainError(
            f"the problem has the letter {quote(fixed.symbols[0])}: give its value in the point"
        )
    rule = tolerance_rule(fixed)
    tree, words = totals(fixed.tree), fixed.words
    if first_decision(tree) is None:
        raise DomainError("chance comes before the first decision: there is no first choice to switch")
    gain = -1 if fixed.optimum == "min" else 1

    def best(tolerance: Rational) -> dict[str, str]:
        return {words.get(d, d): b for d, b in best_at(tree, gain, tolerance).items()}

    share = Rational(1, 10**6)

    def around(near: Expr) -> Iterator[Switch]:
        """The switches beside a tolerance that is known nearly; none where what changes there ties."""
        middle = to_rational(to_number(str(near.evalf(30))))
        one, two = ((end, best(end)) for end in (middle * (1 - share), middle * (1 + share)))
        width = Rational(1, 10**digits)
        for (low, before), (high, after) in changes(best, one, two, lambda low: width * max(1, low)):
            yield Switch(next(iter(before.values())), next(iter(after.values())), low, high, (before, after))

    found = [switch for _, near, _ in rule.pieces[1:] for switch in around(near)]
    strategy = rule.strategies[0] if rule.strategies else {}
    return Switches(tuple(found), rule.pieces[0][0], rule.is_exact, strategy)


def _common(low: Rational, high: Rational) -> str:
    """The decimal digits that two numbers share."""
    digits = 0
    while digits < MAX_DIGITS and int(low * 10 ** (digits + 1)) == int(high * 10 ** (digits + 1)):
        digits += 1
    whole = int(low * 10**digits)
    text = str(whole).rjust(digits + 1, "0")
    return f"{text[:-digits]}.{text[-digits:]}..." if digits else f"{text}..."
