"""In money: a tornado of a problem with an attitude to risk, told in certainty equivalents.

What such a problem compares, disutilities in y or products of wealths, is no money. At one y (or wealth) it is a
monotone function of the certainty equivalent. Who is more tolerant, or richer, finds no uncertain amount worth less:
along the letter of the attitude certainty equivalents are monotone too, and have their extremes at its ends.

>>> from symdt import AttitudeProblem, Belief, DecisionProblem, LossTable, tornado_data
>>> table = LossTable(["sun", "rain"], ["out", "in"], [[3, 1], [0, 1]], "max")
>>> party = DecisionProblem(table, Belief({"sun": 0.5, "rain": "rest"}))
>>> rich = AttitudeProblem(party, "logarithmic", "w")
>>> print(tornado_data(rich, {"w": 1}, {"w": (0.5, 6)}))  # at 6 out: sqrt(9*6) - 6
certainty equivalent 1.00000 at the base point
  w in [1/2, 6]: 1.00000 to 1.34847; at 1 in -> out
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sympy import Expr, Integer, Rational

from symdt.analysis.attitude.spoken import spoken

if TYPE_CHECKING:
    from symdt.analysis.attitude.attitude_problem import AttitudeProblem
    from symdt.analysis.tornado import Bar, Tornado

#: What is left of zero where a hundred digits cancel.
NOTHING = Rational(1, 10**80)


def in_money(problem: AttitudeProblem, tornado: Tornado, digits: int = 6) -> Tornado:
    """The tornado of certainty equivalents, numbers of so many digits; widest bar first.

    problem: the one the tornado is of; tornado: the extremes of what it compares.
    """
    told = spoken(problem)
    point: Mapping[str, Any] = dict(tornado.point)
    own = point[told.inner]

    def money(value: Expr, letter: Expr) -> Expr:
        number = told.equivalent(value, letter).evalf(digits)
        return number if abs(number) > NOTHING else Integer(0)

    centre = money(tornado.value, own)

    def along_own(bar: Bar) -> Bar:
        """The letter of the attitude itself: every value of the bar is told where it is reached."""
        ends = (money(bar.at_low, bar.low), bar.low), (money(bar.at_high, bar.high), bar.high)
        (least, where_least), (greatest, where_greatest) = sorted(ends, key=lambda e: e[0])
        at_switches = (money(v, t) for v, (t, _, _) in zip(bar.switch_values, bar.switches, strict=True))
        return replace(
            bar, at_low=ends[0][0], at_high=ends[1][0], least=least, greatest=greatest, where_least=where_least,
            where_greatest=where_greatest, switch_values=tuple(at_switches),
            below=_ordered(ends[0][0], centre) if bar.low <= own else None,
            above=_ordered(centre, ends[1][0]) if bar.high >= own else None,
        )  # fmt: skip

    def along_another(bar: Bar) -> Bar:
        ends = (money(bar.least, own), bar.where_least), (money(bar.greatest, own), bar.where_greatest)
        (least, where_least), (greatest, where_greatest) = sorted(ends, key=lambda e: e[0])
        return replace(
            bar, at_low=money(bar.at_low, own), at_high=money(bar.at_high, own), least=least, greatest=greatest,
            where_least=where_least, where_greatest=where_greatest,
            switch_values=tuple(money(v, own) for v in bar.switch_values),
            below=_ordered(*(money(v, own) for v in bar.below)) if bar.below is not None else None,
            above=_ordered(*(money(v, own) for v in bar.above)) if bar.above is not None else None,
        )  # fmt: skip

    bars = [along_own(b) if b.letter == told.inner else along_another(b) for b in tornado.bars]
    bars.sort(key=lambda b: (-float(b.swing), b.letter))
    return replace(tornado, value=centre, bars=tuple(bars), measure="certainty equivalent")


def _ordered(a: Expr, b: Expr) -> tuple[Expr, Expr]:
    return (a, b) if a <= b else (b, a)
