"""The rule along a letter of the probabilities, at one wealth or tolerance.

Expected utilities then are lines in the letter, Σ (a + b p) u(x), whose coefficients are sums of logarithms of rationals
or of exponentials, which are compared exactly (`exact_sums`). At rational values of the letter all comparisons are exact, and every threshold is a quotient of
two such sums.

>>> from sympy import symbols
>>> from symdt import Belief, DecisionProblem, Domain, LossTable, Logarithmic
>>> table = LossTable(["sun", "rain"], ["stall", "stay"], [[50, 10], [-20, 10]], "max")
>>> problem = DecisionProblem(table, Belief({"sun": symbols("p"), "rain": "rest"}), Domain("0 < p < 1"))
>>> rule = chance_rule(problem, "p", Logarithmic(100))
>>> print(rule)
stay  if 0 < p < 0.506601
stall  if 0.506601 < p < 1
>>> rule.thresholds
(log(11/8)/log(15/8),)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, pairwise
from math import lcm
from typing import Any

from sympy import Expr, Integer, Mul, Poly, Rational, Symbol, exp, log, oo

from symdt.analysis.attitude.attitude_rule import AttitudeRule
from symdt.analysis.attitude.exact_sums import DIGITS, Sum, felt, less, sign, value
from symdt.analysis.attitude.utility import Exponential, Utility
from symdt.analysis.profile import profiles
from symdt.errors import DomainError, quote
from symdt.exact.polynomial import to_rational
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem

#: How near two thresholds may come: nearer ones are not told apart, and the rule says so.
NEAR = Rational(1, 10**45)
#: A quotient of logarithms is written with one each where the numbers in them have at most so many digits.
LONG = 40


def chance_rule(problem: Problem, letter: Symbol | str, utility: Utility) -> AttitudeRule:
    """Which action is best for each value of a letter of the probabilities, with a utility of numbers.

    problem: a table without experiments, its amounts numbers; letter: the only one that is left, of which the
    probabilities are affine functions; utility: its wealth or tolerance is a rational number.
    """
    symbol = _only(problem, letter)
    lines = {a: _line(f.outcomes, f.optimum, symbol, utility) for a, f in profiles(problem).items()}  # type: ignore[arg-type]
    low, high, _, _ = problem.domain.box[0]
    start, stop = (to_rational(e) if e is not None else s for e, s in ((low, -oo), (high, oo)))
    found = {pair: _crossing(lines[pair[0]], lines[pair[1]], utility) for pair in combinations(lines, 2)}
    inside = sorted(x for x in found.values() if x is not None and start < x < stop)
    is_exact = all(
        b - a > NEAR for a, b in pairwise(inside)
    )  # else an action might be best on a stretch between
    marks = [start, *(b for a, b in pairwise([start, *inside]) if b - a > NEAR), stop]
    pieces: list[tuple[str, Expr, Expr]] = []
    for left, right in pairwise(marks):
        action = _best(lines, _between(left, right), utility)
        if pieces and pieces[-1][0] == action:
            continue
        cut = _quotient(lines[pieces[-1][0]], lines[action], utility) if pieces else start
        pieces = [*pieces[:-1], *((a, x, cut) for a, x, _ in pieces[-1:]), (action, cut, stop)]
    return AttitudeRule(symbol.name, tuple(pieces), is_exact=is_exact)


def _only(problem: Problem, letter: Symbol | str) -> Symbol:
    """The letter, where it is the only one of a table whose rule can be found; else an error."""
    symbol = problem.domain.letter(letter)
    other = next((s.name for s in problem.symbols if s != symbol), None)
    if other is not None:
        raise DomainError(f"the letter {quote(other)} is free too: fix all letters but {symbol}")
    if not isinstance(problem, DecisionProblem) or problem.experiments:
        raise DomainError(
            f"a rule along {quote(symbol)} under a utility is found for tables without experiments: "
            f"fix {symbol} and solve for the wealth or the tolerance"
        )
    odd = next((c for c in problem.domain.conditions if c.poly.total_degree() != 1), None)
    if odd is not None:
        raise DomainError(f"the domain has {quote(odd)}: give {symbol} two ends, such as 0 < {symbol} < 1")
    return symbol


def _line(outcomes: Any, optimum: str, symbol: Symbol, utility: Utility) -> tuple[Sum, Sum]:
    """The expected utility of a profile: what it is at 0, and its slope."""
    line: tuple[Sum, Sum] = {}, {}
    gain = -1 if optimum == "min" else 1
    for amount, chance in outcomes:
        if amount.free_symbols:
            raise DomainError(f"the amount {quote(amount)} has a letter: fix it, or fix the probabilities")
        poly = Poly(chance, symbol) if chance.is_polynomial(symbol) else None
        if poly is None or poly.degree() > 1:
            raise DomainError(
                f"the probability {quote(chance)} is not affine in {symbol}: solve for the wealth"
            )
        here = felt(utility, gain * amount)
        for part, number in zip(line, (poly.coeff_monomial(1), poly.coeff_monomial(symbol)), strict=True):
            for basis, size in here.items():
                part[basis] = part.get(basis, Fraction(0)) + size * Fraction(int(number.p), int(number.q))
    return line


def _crossing(one: tuple[Sum, Sum], other: tuple[Sum, Sum], utility: Utility) -> Expr | None:
    """Where two lines cross, to many digits; None where they are parallel."""
    slope = less(one[1], other[1])
    if not any(slope.values()):
        return None
    return value(less(other[0], one[0]), utility, DIGITS) / value(slope, utility, DIGITS)


def _between(left: Expr, right: Expr) -> Fraction:
    """A rational strictly between two numbers that are apart; either may be infinite.

    >>> _between(-oo, oo), _between(-oo, Integer(3)), _between(Rational(-1, 2), oo), _between(Integer(1), Integer(2))
    (Fraction(0, 1), Fraction(2, 1), Fraction(1, 2), Fraction(3, 2))
    """
    low = left if left.is_finite else right - 2 if right.is_finite else Integer(-1)
    high = right if right.is_finite else low + 2
    middle = Rational(str(((low + high) / 2).evalf(DIGITS)))
    return Fraction(int(middle.p), int(middle.q))


def _best(lines: Mapping[str, tuple[Sum, Sum]], x: Fraction, utility: Utility) -> str:
    """The action of greatest expected utility at a rational number, exactly; the first of several."""
    heights = {a: less(at_zero, slope, -x) for a, (at_zero, slope) in lines.items()}
    best = next(iter(heights))
    for action, height in heights.items():
        if sign(less(height, heights[best]), utility) > 0:
            best = action
    return best


def _quotient(one: tuple[Sum, Sum], other: tuple[Sum, Sum], utility: Utility) -> Expr:
    """Where two lines cross, exactly: two logarithms of rationals where they are short, else sums."""
    above, below = less(other[0], one[0]), less(one[1], other[1])
    basis = next(b for b, c in below.items() if c)
    ratio = above.get(basis, Fraction(0)) / below[basis]
    if not any(
        less(above, below, ratio).values()
    ):  # terms that are independent: the quotient is this, or irrational
        return Rational(ratio.numerator, ratio.denominator)
    if isinstance(utility, Exponential):
        return sum(Rational(c.numerator, c.denominator) * exp(b) for b, c in above.items()) / sum(
            Rational(c.numerator, c.denominator) * exp(b) for b, c in below.items()
        )
    whole = lcm(*(c.denominator for many in (above, below) for c in many.values()))
    inside = [Mul(*(b ** int(c * whole) for b, c in many.items())) for many in (above, below)]
    if all(len(str(number)) <= LONG for number in inside):
        above_, below_ = (log(n) if n > 1 else -log(1 / n) for n in inside)
        return above_ / below_
    sums = [sum(int(c * whole) * log(b) for b, c in many.items()) for many in (above, below)]
    return sums[0] / sums[1]
