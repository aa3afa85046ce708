"""Tornado: how far the optimal value moves as each letter goes through its range, the others at a point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Symbol, limit, nan, zoo

from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.analysis.attitude.in_money import in_money
from symdt.analysis.sensitivity import SECONDS, OneWay, Stretch, exact_point, one_way
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
    """One letter of a tornado: the optimal value over its range, and where the strategy switches.

    What is said of the range holds for the values in it that the domain leaves to the letter. Where the optimal value
    jumps, or has no bound, `least` and `greatest` are what it comes as near to as one likes.
    """

    letter: str
    low: Expr
    high: Expr
    at_low: Expr
    at_high: Expr
    least: Expr
    greatest: Expr
    switches: tuple[tuple[Expr, str, str], ...]  # threshold, strategy below, the one that begins there
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
    #: The optimal value, the letter, and from where: -1 from below alone, 1 from above alone, else 0.
    reached: list[tuple[Expr, Expr, int]] = []
    first: dict[Stretch, Expr] = {}  # the optimal value where a stretch begins
    before: Expr | None = None  # the function behind which the next one begins
    for stretch in one.stretches:
        ends = stretch.is_closed_left, not stretch.is_open_right
        for value, start, stop in rational_pieces(
            stretch.value, x, stretch.start, stretch.stop, is_closed=ends
        ):
            # the value at a switch counts once: of two forms of one algebraic number SymPy takes long to say that neither is more
            is_told = (
                before is not None
                and start != stop
                and start == reached[-1][1]
                and start in _zeros(value - before, x)
            )
            told = reached[-1][0] if is_told else _beside(value, x, start, "+")
            reached += [] if is_told else [(told, start, int(start != stop))]
            first.setdefault(stretch, told)
            before = None
            if start != stop:
                turning = [*_critical(value, x), *([middle] if middle is not None else [])]
                reached += [(_at(value, x, r), r, 0) for r in turning if start < r < stop]
                reached.append((_beside(value, x, stop, "-"), stop, -1))
                before = value
    least, greatest = min(reached, key=lambda r: r[0]), max(reached, key=lambda r: r[0])
    here = [
        (_at(s.value, x, middle), middle, 0) for s in one.stretches if middle is not None and s.holds(middle)
    ]
    sides = []
    for side in (-1, 1):
        held = [
            v
            for v, p, by in (*reached, *here)
            if middle is None or side * (p - middle) > 0 or (p == middle and by != -side)
        ]
        sides.append((min(held), max(held)) if held else None)
    return Bar(
        x.name,
        low,
        high,
        reached[0][0],
        reached[-1][0],
        least[0],
        greatest[0],
        tuple((t, str(a), str(b)) for t, a, b in one.switches),
        tuple(first[b] for _, b in one.changes),
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


def _beside(value: Expr, x: Symbol, point: Expr, side: str) -> Expr:
    """A rational function where it comes near to a number from one side: what it is there, unless it has no bound."""
    result = value.subs(x, point) if value.free_symbols else value
    return limit(value, x, point, side) if result.has(zoo, nan) else _at(value, x, point)


def _at(value: Expr, x: Symbol, point: Expr) -> Expr:
    result = value.subs(x, point)
    return result if result.is_Rational else result.expand()
