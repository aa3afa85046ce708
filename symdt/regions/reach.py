"""How far an axis reaches: the range of a letter, or as much of an unbounded one as has changes in it.

The range of a rule's letter is told by its cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq
from sympy import Symbol

from symdt.errors import DomainError, ExpressionError, quote
from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.exact.line import Real, along, arrange
from symdt.exact.polynomial import Number, to_number
from symdt.exact.solver import Budget, NoPoint
from symdt.regions.contest import Contest, Question
from symdt.regions.ends import End, Infinite, Ratio
from symdt.regions.rule import Case

#: What is shown of a letter without bounds whose contest has no change at all.
REACH = fmpq(10)
#: Seconds in which it is looked for whether the domain goes beyond an end.
BEYOND = 0.5


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


def ends_of(domain: Domain) -> tuple[tuple[Real, bool] | None, tuple[Real, bool] | None]:
    """Where the one letter of a domain begins and ends, and whether it goes to that number; None where it goes on.

    No bound need be stated: an equation or a curve may be one.

    >>> x = Symbol("x")
    >>> ends_of(Domain(x**3 <= x, x < 1))
    (None, (Real('1'), False))
    """
    (x,) = domain.field.symbols
    lines = [(c.op, along(domain.field, c.poly, x)) for c in domain.conditions]
    line = arrange([poly for _, poly in lines])

    def holds(place: Real) -> bool:
        signs = ((op, place.sign_of(poly)) for op, poly in lines)
        return all({">": s > 0, ">=": s >= 0, "==": s == 0, "!=": s != 0}[op] for op, s in signs)

    gaps = [holds(Real.of(gap)) for gap in line.gaps]
    points = [(point, holds(point)) for point in line.points]
    low = next((p for p, gap in zip(points, gaps[1:], strict=True) if gap or p[1]), None)
    high = next((p for p, gap in reversed(list(zip(points, gaps, strict=False))) if gap or p[1]), None)
    return None if gaps[0] else low, None if gaps[-1] else high


def changes_along(contest: Contest[Any], x: Symbol) -> tuple[Real, ...]:
    """Where the best label, or the sequence of best labels along the other letter, changes as `x` goes."""
    if len(contest.letters) == 1:
        from symdt.regions.along import along as best_along

        far = fmpq(10) ** 6
        low, high, _, _ = contest.domain.box[0]
        start = low if low is not None else -far if high is None else high - far
        stop = high if high is not None else far if low is None else low + far
        return best_along(contest, x, (start, stop)).thresholds
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


def range_of(
    question: Question[Any], cases: Sequence[Case[Any]], *, is_complete: bool = True
) -> tuple[End | None, End | None]:
    """Where the domain begins and ends along the letter of a question that these cases answer.

    It is the end of a case beyond which no other case goes; None where each goes beyond another somewhere, so that no
    one function of the other letters is the end, and where that is not known.

    is_complete: whether the cases cover the domain; where they do not, the ends are told if its conditions say them.

    >>> p = Symbol("p")
    >>> print(*range_of(Contest((), Domain("0 < p < 1", "h > 0")).along(p), (), is_complete=False))
    0 1
    >>> range_of(Contest((), Domain("0 < p < h")).along(p), (), is_complete=False)
    (None, None)
    """
    if not is_complete:
        return _stated(question)
    budget = Budget(BEYOND)
    return _farthest(question, cases, -1, budget), _farthest(question, cases, 1, budget)


def _stated(question: Question[Any]) -> tuple[End | None, End | None]:
    """The ends that conditions on the letter alone give it, if no others hold it."""
    domain = question.domain
    position = domain.field.position[question.letter]
    for c in domain.conditions:
        is_bound = c.op in (">", ">=") and c.poly.total_degree() <= 1 and len(c.symbols) == 1
        if c.poly.degrees()[position] and not is_bound:
            return None, None
    low, high = domain.box[position][:2]
    start = Infinite(-1) if low is None else Ratio(domain.field.number(low))
    stop = Infinite(1) if high is None else Ratio(domain.field.number(high))
    return start, stop


def _farthest(question: Question[Any], cases: Sequence[Case[Any]], side: int, budget: Budget) -> End | None:
    """side: -1 for where the domain begins, 1 for where it ends."""
    ends: list[End] = [case.pieces[0].start if side < 0 else case.pieces[-1].stop for case in cases]
    offered = list(dict.fromkeys(ends))
    if len(offered) < 2:
        return offered[0] if offered else Infinite(side)
    places = list(zip(cases, ends, strict=True))
    found = (end for end in offered if all(_reaches(question, end, side, *place) for place in places))
    return next((end for end in found if not _is_exceeded(question, end, side, budget)), None)


def _reaches(question: Question[Any], end: End, side: int, case: Case[Any], other: End) -> bool:
    """Whether an end goes as far as that of a case at its witness, if that has rational numbers."""
    position = question.domain.field.position
    values: list[Any] = [fmpq(0)] * len(position)
    for letter, number in case.witness:
        if not isinstance(number, fmpq):
            return True
        values[position[letter]] = number
    try:
        here, there = end.real(values), other.real(values)
    except (ExpressionError, IndexError):  # it has no value there
        return False
    return here is None or (there is not None and (here <= there if side < 0 else here >= there))


def _is_exceeded(question: Question[Any], end: End, side: int, budget: Budget) -> bool:
    """Whether a point of the domain may lie beyond an end, or be one where it has no value: it is not known that none is."""
    if not isinstance(end, Ratio):
        return False
    domain = question.domain
    beyond = (domain.field.element(question.letter) - end.element).sign_polynomial
    wrong = Condition(domain.field, side * beyond, ">"), Condition(domain.field, end.element.den, "==")
    return any(not isinstance(domain.find(c, budget), NoPoint) for c in wrong if c.truth is not False)
