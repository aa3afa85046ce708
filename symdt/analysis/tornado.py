"""Tornado: how far the optimal value moves as each letter goes through its range, the others at a point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Symbol

from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.analysis.attitude.in_money import in_money
from symdt.analysis.sensitivity import SECONDS, OneWay, exact_point, one_way
from symdt.display import Displayed
from symdt.exact.field import Field
from symdt.exact.line import along, roots
from symdt.exact.optimum import sign as sign_of
from symdt.exact.polynomial import to_number, to_rational
from symdt.problems.kinks.pieces import rational_pieces
from symdt.problems.problem import Problem
from symdt.solve.alternatives import alternatives
from symdt.solve.parts.joined import choices_at


@dataclass(frozen=True)
class Bar:
    """One letter of a tornado: the optimal value over its range, and where the strategy switches."""

    letter: str
    low: Expr
    high: Expr
    at_low: Expr
    at_high: Expr
    least: Expr
    greatest: Expr
    switches: tuple[tuple[Expr, str, str], ...]  # threshold, strategy below, strategy above
    switch_values: tuple[Expr, ...] = ()  # the optimal value at each threshold
    where_least: Expr | None = None  # a value of the letter at which the optimum is least
    where_greatest: Expr | None = None
    below: tuple[Expr, Expr] | None = (
        None  # the least and greatest optimum below the base value of the letter
    )
    above: tuple[Expr, Expr] | None = None  # and above it

    @property
    def swing(self) -> Expr:
        """How far the optimal value moves."""
        return self.greatest - self.least


@dataclass(frozen=True)
class Tornado(Displayed):
    """The bars, widest first, around the optimal value at the base point.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> print(tornado_data(problem, {"p": "1/2"}, {"p": (0.25, 0.75)}))
    value 1/2 at the base point
      p in [1/4, 3/4]: 1/4 to 3/4
    """

    point: tuple[tuple[str, Expr], ...]
    value: Expr
    bars: tuple[Bar, ...]
    measure: str = "value"  # what is told: expected values, or certainty equivalents

    def __str__(self) -> str:
        lines = [f"{self.measure} {self.value} at the base point"]
        for bar in self.bars:
            switch = "".join(f"; at {t} {a} -> {b}" for t, a, b in bar.switches)
            lines.append(f"  {bar.letter} in [{bar.low}, {bar.high}]: {bar.least} to {bar.greatest}{switch}")
        return "\n".join(lines)


def tornado_data(
    problem: Problem,
    point: Mapping[Any, Any],
    ranges: Mapping[Any, tuple[Any, Any]],
    *,
    seconds: float = SECONDS,
    digits: int = 6,
) -> Tornado:
    """For each letter of `ranges` the extremes of the optimal value over its range, exactly, and the switches inside.

    The others stay at the `point`. With an attitude to risk certainty equivalents are told, to so many `digits`.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> bar = tornado_data(problem, {"r": 0.4}, {"r": (0.2, 0.8)}).bars[0]
    >>> bar.low, bar.high
    (1/5, 4/5)
    """
    exact = exact_point(problem, point)
    found = alternatives(problem, seconds=seconds, joined=True)
    values = found.domain.check_point(exact)
    sign = sign_of(found.optimum)
    centre = to_rational(sign * min(sign * f.at(values) for _, f in choices_at(found, values)))
    bars = []
    for key, (low, high) in ranges.items():
        name = problem.domain.letter(key).name
        letter_alone = one_way(problem, name, exact, within=(low, high), seconds=seconds)
        ends = to_rational(to_number(low)), to_rational(to_number(high))
        bars.append(_bar(letter_alone, *ends, exact.get(name)))
    bars.sort(key=lambda b: (-float(b.swing), b.letter))
    tornado = Tornado(tuple(sorted(exact.items())), centre, tuple(bars))
    return in_money(problem, tornado, digits) if isinstance(problem, AttitudeProblem) else tornado


def _bar(one: OneWay, low: Expr, high: Expr, middle: Expr | None) -> Bar:
    x = one.letter
    reached: list[tuple[Expr, Expr]] = []  # (optimal value, letter)
    before: Expr | None = None
    for value, start, stop in (
        p for s in one.stretches for p in rational_pieces(s.value, x, s.start, s.stop)
    ):
        turning = [*_critical(value, x), *([middle] if middle is not None else [])]
        inner = [r for r in turning if start < r < stop]  # it may turn inside a stretch
        # the value at a switch counts once: of two forms of one algebraic number SymPy takes long to say that neither is more
        is_told = before is not None and start == reached[-1][1] and start in _zeros(value - before, x)
        reached += [(_at(value, x, p), p) for p in (*([] if is_told else [start]), *inner, stop)]
        before = value
    switches = tuple((t, str(a), str(b)) for t, a, b in one.switches)
    at_switches = tuple(_at(s.value, x, s.start) for s in one.stretches[1:])
    first, last = one.stretches[0], one.stretches[-1]
    least, greatest = min(reached, key=lambda r: r[0]), max(reached, key=lambda r: r[0])
    sides = []
    for side in (-1, 1):
        held = [v for v, p in reached if middle is None or side * (p - middle) >= 0]
        sides.append((min(held), max(held)) if held else None)
    return Bar(
        x.name,
        low,
        high,
        _at(first.value, x, first.start),
        _at(last.value, x, last.stop),
        least[0],
        greatest[0],
        switches,
        at_switches,
        least[1],
        greatest[1],
        sides[0],
        sides[1],
    )


def _zeros(value: Expr, x: Symbol) -> list[Expr]:
    element = Field.of([x]).element(value)
    return [root.to_expr() for root in roots(along(element.field, element.num, x))]


def _critical(value: Expr, x: Symbol) -> list[Expr]:
    element = Field.of([x]).element(value)
    num, den = (along(element.field, p, x) for p in (element.num, element.den))
    return [root.to_expr() for root in roots(num.derivative() * den - num * den.derivative())]


def _at(value: Expr, x: Symbol, point: Expr) -> Expr:
    result = value.subs(x, point)
    return result if result.is_Rational else result.expand()
