"""How far an axis reaches: the range of a letter, or as much of an unbounded one as has changes in it."""

from __future__ import annotations

from typing import Any

from flint import fmpq
from sympy import Symbol

from symdt.errors import DomainError, quote
from symdt.exact.domain import Domain  # noqa: F401 - for the doctest
from symdt.exact.line import Real
from symdt.exact.polynomial import Number, to_number
from symdt.exact.solver import Budget
from symdt.regions.contest import Contest

#: What is shown of a letter without bounds whose contest has no change at all.
REACH = fmpq(10)


def window_of(contest: Contest[Any], x: Symbol) -> tuple[Number, Number]:
    """What is shown of a letter: its range, or as much of an unbounded one as has changes in it."""
    low, high, _, _ = contest.domain.box[contest.domain.field.position[x]]
    if low is not None and high is not None:
        if low == high:
            raise DomainError(
                f"the parameter {quote(x.name)} has one value only: choose another for the axis"
            )
        return low, high
    origin = low if low is not None else high if high is not None else fmpq(0)
    distances = [abs(float(c) - float(origin)) for c in changes_along(contest, x)]
    far = (
        1.6 * max(distances, default=0.0) * (1 - 1e-9)
    )  # a product that ends a hair above a round number is that number
    reach = nice(to_number(repr(far))) if far > 0 else REACH
    if low is not None:
        return low, low + reach
    if high is not None:
        return high - reach, high
    return -reach, reach


def changes_along(contest: Contest[Any], x: Symbol) -> tuple[Real, ...]:
    """Where the best label, or the sequence of best labels along the other letter, changes as `x` goes."""
    if len(contest.letters) == 1:
        from symdt.regions.along import along

        far = fmpq(10) ** 6
        low, high, _, _ = contest.domain.box[0]
        start = low if low is not None else -far if high is None else high - far
        stop = high if high is not None else far if low is None else low + far
        return along(contest, x, (start, stop)).thresholds
    from symdt.regions.plane.build import changes

    (other,) = (s for s in contest.letters if s != x)
    return changes(contest, x, other, Budget(20))


def nice(value: Number) -> Number:
    """The next number above with one digit or two."""
    power = fmpq(1)
    while power * 10 <= value:
        power *= 10
    while power > value:
        power /= 10
    return next(fmpq(n, 2) * power for n in (2, 3, 4, 5, 6, 8, 10, 12, 16, 20) if fmpq(n, 2) * power >= value)
