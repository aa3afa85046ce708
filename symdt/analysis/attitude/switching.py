"""Switching tolerances: where the best first choice changes with the risk tolerance, enclosed and proved to any digits.

At a rational tolerance ρ every expected exp(−x/ρ) is computed in balls that certainly hold it (Arb's arithmetic), with
more digits until the best branch of the first decision is strictly better than every other. An interval whose ends
have different best branches holds a switch: that is its proof, and bisection makes it as short as is asked.

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

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Rational

from symdt.analysis.attitude.tolerance import tolerance_rule
from symdt.display import Displayed
from symdt.errors import BudgetError, DomainError, quote
from symdt.exact.polynomial import to_number, to_rational
from symdt.problems.payoffs import totals
from symdt.problems.problem import Problem
from symdt.problems.tree import Chance, Decision, Tree, Value, first_decision

#: Binary digits of the balls: at first, and at most.
BITS, MAX_BITS = 128, 16_384
#: More decimal digits than this are refused.
MAX_DIGITS = 1_000


@dataclass(frozen=True)
class Switch:
    """A tolerance between `low` and `high` up to which `before` is best, and from which on `after` is."""

    before: str
    after: str
    low: Rational
    high: Rational

    def __str__(self) -> str:
        return f"{self.before} for tolerances up to {_common(self.low, self.high)}, then {self.after}"

    def to_json(self) -> dict[str, str]:
        """The switch in texts."""
        return {"before": self.before, "after": self.after, "from": str(self.low), "to": str(self.high)}


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

    def to_json(self) -> dict[str, Any]:
        """The switches in texts."""
        told = [s.to_json() for s in self.switches]
        return {"best": self.best, "switches": told, "complete": self.is_complete}

    def __str__(self) -> str:
        if not self.switches:
            return f"{self.best} for every tolerance"
        return "\n".join(map(str, self.switches))


def switching_tolerances(
    problem: Problem, point: Mapping[Any, Any] | None = None, *, digits: int = 12
) -> Switches:
    """Where the best first choice changes with the risk tolerance of an exponential utility.

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
    tree = totals(fixed.tree)
    gain = -1 if fixed.optimum == "min" else 1
    found = []
    for i in range(len(rule.pieces) - 1):
        before, after = rule.pieces[i][0], rule.pieces[i + 1][0]
        if before != after:
            found.append(_enclosed(tree, gain, rule.pieces[i + 1][1], before, after, digits))
    return Switches(tuple(found), rule.pieces[0][0], rule.is_exact)


def best_at(tree: Tree, gain: int, tolerance: Rational) -> str | None:
    """The first choice that is strictly best at a tolerance, proved in balls; None where no digits tell it apart."""
    decision = first_decision(tree)
    if decision is None:
        raise DomainError("chance comes before the first decision: there is no first choice to switch")
    bits = BITS
    while bits <= MAX_BITS:
        worth = _disutilities(tree, gain, tolerance, bits)
        values = {b: worth[id(c)] for b, c in decision.branches}
        least = [b for b, v in values.items() if all(v < u for a, u in values.items() if a != b)]
        if least:
            return least[0]
        bits *= 4
    return None


def _disutilities(tree: Tree, gain: int, tolerance: Rational, bits: int) -> dict[int, Any]:
    """The expected exp(−x/ρ) of every node, the least of its branches at a decision, in balls of so many digits."""
    old = ctx.prec
    ctx.prec = bits
    try:
        rho = arb(fmpq(int(tolerance.p), int(tolerance.q)))
        done: dict[int, Any] = {}
        for node in tree.nodes():
            if isinstance(node, Value):
                done[id(node)] = (-gain * arb(to_number(node.value)) / rho).exp()
            elif isinstance(node, Chance):
                parts = (
                    arb(to_number(p)) * done[id(child)] for _, p, child in node.branches if not p.is_zero
                )
                done[id(node)] = sum(parts, arb(0))
            else:
                assert isinstance(node, Decision)
                least = done[id(node.children()[0])]
                for child in node.children()[1:]:
                    least = least.min(done[id(child)])
                done[id(node)] = least
        return done
    finally:
        ctx.prec = old


def _enclosed(tree: Tree, gain: int, near: Any, before: str, after: str, digits: int) -> Switch:
    """An interval around a switch that is known nearly, its ends proved to have different best choices."""
    middle = to_rational(to_number(str(near.evalf(30))))
    share = Rational(1, 10**6)
    while True:
        low, high = middle * (1 - share), middle * (1 + share)
        if best_at(tree, gain, low) == before and best_at(tree, gain, high) == after:
            break
        share *= 10
        if share >= 1:
            raise BudgetError(
                f"the switch from {quote(before)} to {quote(after)} near {middle.evalf(6)} is not proved"
            )
    while high - low > Rational(1, 10**digits) * max(Rational(1), low):
        middle = _short((low + high) / 2, (high - low) / 8)
        at_middle = best_at(tree, gain, middle)
        if at_middle == before:
            low = middle
        elif at_middle == after:
            high = middle
        else:
            raise BudgetError(f"{middle} is a tie, or a third choice is best there: ask for fewer digits")
    return Switch(before, after, low, high)


def _short(x: Rational, room: Rational) -> Rational:
    """A rational of few digits within `room` of x, so that bisection does not grow its numbers."""
    scale = 1
    while Rational(1, scale) > room:
        scale *= 2
    return Rational(round(x * scale), scale)


def _common(low: Rational, high: Rational) -> str:
    """The decimal digits that two numbers share."""
    digits = 0
    while digits < MAX_DIGITS and int(low * 10 ** (digits + 1)) == int(high * 10 ** (digits + 1)):
        digits += 1
    whole = int(low * 10**digits)
    text = str(whole).rjust(digits + 1, "0")
    return f"{text[:-digits]}.{text[-digits:]}..." if digits else f"{text}..."
