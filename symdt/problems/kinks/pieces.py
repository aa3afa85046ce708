"""Pieces: a function of one letter with min, max, abs or piecewise, as rational functions between numbers.

>>> from sympy import Max, Rational, Symbol
>>> x = Symbol("x")
>>> rational_pieces(Max(1, 2*x), x, Integer(0), Integer(3))
[(1, 0, 1/2), (2*x, 1/2, 3)]
>>> n = Symbol("n", integer=True)
>>> rational_pieces(Rational(1, 2)**n, n, Integer(1), Integer(2))
[(1/2, 1, 1), (1/4, 2, 2)]

A number at which it is neither what it is before nor what it is behind is a piece of its own.

>>> from sympy import Eq, Piecewise
>>> rational_pieces(Piecewise((5, Eq(x, 1)), (x, x < 2), (0, True)), x, Integer(0), Integer(3))
[(x, 0, 1), (5, 1, 1), (x, 1, 2), (0, 2, 3)]
"""

from __future__ import annotations

from itertools import pairwise

from sympy import Expr, Integer, Rational, Symbol, ceiling, floor

from symdt.exact.domain import Domain
from symdt.exact.field import Field
from symdt.exact.formula import Condition
from symdt.exact.kink import is_kink, lifted
from symdt.exact.line import Real, along, roots
from symdt.exact.polynomial import Number, letters_of, substituted, to_number
from symdt.problems.kinks.cut import cut

#: A function, and the numbers of the letter between which it is that; at a jump each side has its own.
Smooth = tuple[Expr, Expr, Expr]


def rational_pieces(
    value: Expr, letter: Symbol, start: Expr, stop: Expr, *, is_closed: tuple[bool, bool] = (True, True)
) -> list[Smooth]:
    """The rational functions that a function of one letter is, from left to right.

    value: with Max, Min, Abs and Piecewise. letter: where it is a whole number, a piece for each of them. start, stop:
    finite. is_closed: whether these belong to what is asked about.
    """
    if letter.is_integer:
        numbers = range(int(ceiling(start)), int(floor(stop)) + 1)
        return [(value.subs(letter, n), Integer(n), Integer(n)) for n in numbers]
    if start == stop:
        return [(value.subs(letter, start), start, stop)]
    inner = lifted(value)
    kinks = tuple(s for s in sorted(letters_of([inner]), key=str) if is_kink(s))
    if not kinks:
        return [(value, start, stop)]
    domain = Domain(symbols=[letter])
    parts = [(conditions, substituted(inner, branches)) for conditions, branches in cut(domain, kinks)]
    found = {r for conditions, _ in parts for c in conditions for r in roots(along(c.field, c.poly, letter))}
    cuts = {r.to_expr(): r for r in found}
    ends = [start, *sorted(e for e in cuts if start < e < stop), stop]
    pieces: list[Smooth] = []
    for low, high in pairwise(ends):
        middle = Real.of(_middle(low, high))
        here = next(e for conditions, e in parts if all(_holds(c, middle, letter) for c in conditions))
        if pieces and pieces[-1][0] == here:
            pieces[-1] = (here, pieces[-1][1], high)
        else:
            pieces.append((here, low, high))
    held = {start: is_closed[0], stop: is_closed[1]}
    for end in (e for e in ends if e in cuts and held.get(e, True)):
        there = next(e for conditions, e in parts if all(_holds(c, cuts[end], letter) for c in conditions))
        beside = [e for e, low, high in pieces if low <= end <= high]
        if not any(_is_equal(there, e, cuts[end], letter) for e in beside):
            pieces = _with_point(pieces, (there.subs(letter, end), end, end))
    return pieces


def _holds(condition: Condition, place: Real, letter: Symbol) -> bool:
    """Whether a condition on the letter holds at a number, which may be a root."""
    now = place.sign_of(along(condition.field, condition.poly, letter))
    return {">": now > 0, ">=": now >= 0, "==": now == 0, "!=": now != 0}[condition.op]


def _is_equal(one: Expr, other: Expr, place: Real, letter: Symbol) -> bool:
    """Whether two rational functions of the letter are equal at a number."""
    field = Field.of([letter])
    return place.sign_of(along(field, (field.element(one) - field.element(other)).num, letter)) == 0


def _with_point(pieces: list[Smooth], point: Smooth) -> list[Smooth]:
    """The pieces with a point among them, which cuts the one in which it lies."""
    _, at, _ = point
    if at == pieces[0][1]:
        return [point, *pieces]
    found: list[Smooth] = []
    for value, low, high in pieces:
        if low < at < high:
            found += [(value, low, at), point, (value, at, high)]
        else:
            found += [(value, low, high), *([point] if high == at else [])]
    return found


def _middle(low: Expr, high: Expr) -> Number:
    """A rational number between two, which may be roots: their middle, as near to it as is needed.

    >>> from sympy import sqrt
    >>> sqrt(2) < Rational(str(_middle(sqrt(2), Rational(1414213562374, 10**12)))) < Rational(1414213562374, 10**12)
    True
    """
    digits = 15
    while not low < (found := Rational(((low + high) / 2).evalf(digits))) < high:
        digits *= 2
    return to_number(found)
