"""Pieces: a function of one letter with min, max, abs or piecewise, as rational functions between numbers.

>>> from sympy import Max, Rational, Symbol
>>> x = Symbol("x")
>>> rational_pieces(Max(1, 2*x), x, Integer(0), Integer(3))
[(1, 0, 1/2), (2*x, 1/2, 3)]
>>> n = Symbol("n", integer=True)
>>> rational_pieces(Rational(1, 2)**n, n, Integer(1), Integer(2))
[(1/2, 1, 1), (1/4, 2, 2)]
"""

from __future__ import annotations

from itertools import pairwise

from sympy import Expr, Integer, Rational, Symbol, ceiling, floor

from symdt.exact.domain import Domain
from symdt.exact.kink import is_kink, lifted
from symdt.exact.line import along, roots
from symdt.exact.polynomial import Number, letters_of, substituted, to_number
from symdt.problems.kinks.cut import cut

#: A function, and the numbers of the letter between which it is that; at a jump each side has its own.
Smooth = tuple[Expr, Expr, Expr]


def rational_pieces(value: Expr, letter: Symbol, start: Expr, stop: Expr) -> list[Smooth]:
    """The rational functions that a function of one letter is, from left to right.

    value: with Max, Min, Abs and Piecewise. letter: where it is a whole number, a piece for each of them. start, stop: finite.
    """
    if letter.is_integer:
        numbers = range(int(ceiling(start)), int(floor(stop)) + 1)
        return [(value.subs(letter, n), Integer(n), Integer(n)) for n in numbers]
    inner = lifted(value)
    kinks = tuple(s for s in sorted(letters_of([inner]), key=str) if is_kink(s))
    if not kinks or start == stop:
        return [(value, start, stop)]
    domain = Domain(symbols=[letter])
    parts = cut(domain, kinks)
    found = {
        r for conditions, _ in parts for c in conditions for r in roots(along(domain.field, c.poly, letter))
    }
    ends = [start, *sorted(e for e in (r.to_expr() for r in found) if start < e < stop), stop]
    pieces: list[Smooth] = []
    for low, high in pairwise(ends):
        middle = _middle(low, high)
        branches = next(b for conditions, b in parts if all(c.holds((middle,)) for c in conditions))
        here = substituted(inner, branches)
        if pieces and pieces[-1][0] == here:
            pieces[-1] = (here, pieces[-1][1], high)
        else:
            pieces.append((here, low, high))
    return pieces


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
