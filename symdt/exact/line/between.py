"""Rationals between, below and above real algebraic numbers, as simple as there are."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from symdt.errors import ExpressionError, quote
from symdt.exact.line.real import Real
from symdt.exact.polynomial import Number


def between(low: Any, high: Any) -> Number:
    """The simplest rational number strictly between two numbers; None stands for no bound.

    >>> between(None, None), between("1/2", None), between(None, -3), between(2, 3)
    (0, 1, -4, 5/2)
    """
    if low is None and high is None:
        return fmpq(0)
    if high is None:
        return above(Real.of(low))
    if low is None:
        return below(Real.of(high))
    left, right = Real.of(low), Real.of(high)
    if not left < right:
        raise ExpressionError(
            f"there is no number between {quote(left)} and {quote(right)}: the first is not less"
        )
    while True:
        # the simplest of a wider interval is the simplest here if it lies here: the answer is one and the same
        # whatever the intervals were
        found = simplest_between(left.low, right.high)
        if left < found and right > found:
            return found
        left.refine()
        right.refine()


def below(value: Any) -> Number:
    """The greatest whole number less than this one, or 0 where that is less.

    >>> below(3), below("-1/2"), below(-1)
    (0, -1, -2)
    """
    number = Real.of(value)
    if number > 0:
        return fmpq(0)
    number.narrow(fmpq(1))
    found = fmpq(number.high.p // number.high.q)
    while not number > found:
        found -= 1
    return found


def above(value: Any) -> Number:
    """The least whole number greater than this one, or 0 where that is greater.

    >>> above(3), above("-1/2")
    (4, 0)
    """
    number = Real.of(value)
    if number < 0:
        return fmpq(0)
    number.narrow(fmpq(1))
    found = fmpq(number.low.p // number.low.q)
    while not number < found:
        found += 1
    return found


def simplest_between(low: Number, high: Number) -> Number:
    """The rational number with the least denominator (then numerator) strictly between two numbers.

    >>> simplest_between(fmpq(1, 3), fmpq(1, 2))
    2/5
    """
    if low < 0 < high:
        return fmpq(0)
    if high <= 0:
        return -simplest_between(-high, -low)
    whole = low.p // low.q
    if whole + 1 < high:
        return fmpq(whole + 1)
    if low == whole:
        # between n and high <= n + 1: the largest unit fraction that fits
        gap = high - whole
        return whole + fmpq(1, gap.q // gap.p + 1)
    return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole))
