"""Spoken: an answer about y or about products, told in the letter of who decides.

With exponential utility a value v at y is the certainty equivalent below + unit·log v/log y, at the tolerance
−unit/log y; with logarithmic utility it is v^(1/power) − w at the wealth w. Losses have the gain −1.

>>> from symdt import Decision, TreeProblem
>>> told = spoken(AttitudeProblem(TreeProblem(Decision("d", {"a": 30, "b": 50}), optimum="max"), "exponential", "R"))
>>> told.letter, told.unit, told.below, told.gain
('R', 20, 30, 1)

The numbers are drawn and shown, and decide nothing.

>>> round(told.own(0.5), 4), round(told.certain(fmpq(1, 2), fmpq(1, 2)), 4)
(28.8539, 50.0)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, inf, log, nan
from typing import Any

from flint import fmpq
from sympy import Expr, Integer, Rational, root
from sympy import log as log_of

from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.analysis.attitude.products import power_of
from symdt.exact.polynomial import Number, to_number, to_rational
from symdt.problems.payoffs import totals
from symdt.problems.tree import Value


@dataclass(frozen=True)
class Spoken:
    """What turns values into certainty equivalents, and the letter of the values into that of who decides.

    `letter` is the tolerance or the wealth, `inner` the letter of the values: y, or the wealth itself.
    """

    kind: str
    letter: str
    inner: str
    gain: int
    unit: Rational
    below: Rational
    power: int

    def to_json(self) -> dict[str, Any]:
        """In texts and numbers: kind, letter, gain, unit, below, power."""
        told = {"kind": self.kind, "letter": self.letter, "gain": self.gain}
        return {**told, "unit": str(self.unit), "below": str(self.below), "power": self.power}

    def own(self, y: float) -> float:
        """The tolerance of a y; a wealth is itself."""
        if self.kind == "logarithmic":
            return y
        return 0.0 if y <= 0 else inf if y >= 1 else -float(self.unit) / log(y)

    def inside(self, own: Any) -> Number:
        """A rational y that has this tolerance to the digits of a double.

        own: the tolerance, a number of any kind.
        """
        return to_number(repr(exp(-float(self.unit) / float(own)))) if own > 0 else fmpq(0)

    def certain(self, value: Number, letter: Number) -> float:
        """The certainty equivalent, as money, of a value.

        value: an expected disutility or a product; letter: the number of y, or of the wealth.
        """
        if self.kind == "logarithmic":
            return self.gain * (_root(value, self.power) - _float(letter))
        if not 0 < letter < 1 or value <= 0:
            return nan
        return self.gain * (float(self.below) + float(self.unit) * _log(value) / _log(letter))

    def equivalent(self, value: Expr, letter: Expr) -> Expr:
        """The certainty equivalent of a value, as an exact expression.

        value: an expected disutility or a product; letter: the number of y, or of the wealth.
        """
        if self.kind == "logarithmic":
            return self.gain * (root(value, self.power) - letter)
        return self.gain * (self.below + self.unit * log_of(value) / log_of(letter))

    def axis(self, name: str) -> str:
        """The letter of the values that an axis or a point of this name is about."""
        return self.inner if name == self.letter else name

    def within(self, point: Mapping[Any, Any]) -> dict[str, Any]:
        """A point in which the letter of who decides may stand, in letters of the values; y to the digits of a double."""
        named = {getattr(s, "name", s): v for s, v in point.items()}
        is_told = self.inner != self.letter and self.letter in named
        own = {self.inner: to_rational(self.inside(named.pop(self.letter)))} if is_told else {}
        return {**named, **own}

    def words(self) -> str:
        """What stands on the axis of the values."""
        return "certainty equivalent" if self.gain == 1 else "certainty equivalent, a loss"


def _log(number: Number) -> float:
    """The logarithm of a positive rational, however large or small."""
    return log(int(number.p)) - log(int(number.q))


def _root(number: Number, power: int) -> float:
    return exp(_log(number) / power) if number > 0 else 0.0


def _float(number: Number) -> float:
    return int(number.p) / int(number.q)


def spoken(problem: AttitudeProblem) -> Spoken:
    """How the answers of a problem are told."""
    gain = -1 if problem.money.optimum == "min" else 1
    if problem.attitude == "logarithmic":
        power = power_of(problem.money)
        return Spoken(problem.attitude, problem.letter, problem.letter, gain, Integer(1), Integer(0), power)
    own = {s.name for s in problem.money.symbols}
    inner = next(s.name for s in problem.symbols if s.name not in own)
    leaves = [gain * n.value for n in totals(problem.money.tree).nodes() if isinstance(n, Value)]
    return Spoken(problem.attitude, problem.letter, inner, gain, problem.unit, min(leaves), 1)
