"""Amounts: probabilities and losses as they were given, exact where they can be.

A whole number, a fraction, a decimal text or a rational of SymPy is exact; a float is a float. To
choose among sums of them they become whole numbers of one unit: the common denominator where all are
exact, otherwise 2^−44 of the largest.

>>> amount("0.17"), amount(0.5), amount("1/3")
(Fraction(17, 100), 0.5, Fraction(1, 3))
>>> in_units([[Fraction(1, 2), Fraction(1, 3)]])
([[3, 2]], Fraction(1, 6))
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any, TypeAlias

from symdt.errors import ModelError, SymdtError, quote
from symdt.learn.posterior import TIE
from symdt.learn.question import Pair

__all__ = ["Amount", "Matrix", "amount", "exact", "in_units", "loss_amount", "loss_matrix", "settled"]

Amount: TypeAlias = Fraction | float
Matrix: TypeAlias = tuple[tuple[Amount, ...], ...]

UNIT_BITS = 44  # n² such numbers times n² still fit 64 bits, for up to 22 variables
LONGEST = 60  # characters of a number
_NUMBER = re.compile(r"(?<!\w)[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?(?!\w)")
_WORD = re.compile(r"[^\W\d]\w*")
LARGEST = 10**300  # in size: what is told of it is a float


def amount(value: Any, what: str = "the number", point: Mapping[Any, Any] | None = None) -> Amount:
    """The number: exact if it was given exactly. A SymPy expression takes its letters from `point`.

    >>> amount(10**400, "the loss")
    Traceback (most recent call last):
        ...
    symdt.errors.ModelError: the loss is beyond 1e300 in size: expected a smaller number
    """
    found = _amount(value, what, point)
    if not -LARGEST <= found <= LARGEST:
        raise ModelError(f"{what} is beyond 1e300 in size: expected a smaller number")
    return found


def _amount(value: Any, what: str, point: Mapping[Any, Any] | None) -> Amount:
    if isinstance(value, bool):
        raise ModelError(f"{what} is {quote(value)}: expected a number")
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Decimal) and value.is_finite():
        return Fraction(value)
    if isinstance(value, str):
        return _from_text(value, what)
    if hasattr(value, "free_symbols"):
        return _from_sympy(value, what, point or {})
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise ModelError(f"{what} is {quote(value)}: expected a finite number")
    return number


def _from_text(value: str, what: str) -> Fraction:
    text = value.strip()
    try:
        if len(text) > LONGEST or "_" in text or abs(int(text.lower().partition("e")[2] or 0)) > 400:
            raise ValueError
        above, slash, below = text.partition("/")
        return Fraction(above) / Fraction(below) if slash else Fraction(above)
    except (ValueError, ZeroDivisionError):
        raise ModelError(f"{what} is {quote(value)}: expected a number, for instance 0.5 or 1/2") from None


def _from_sympy(value: Any, what: str, point: Mapping[Any, Any]) -> Amount:
    at = {letter: amount(x, str(letter)) for letter, x in point.items()}
    names = {str(letter): x for letter, x in at.items()}
    missing = sorted(str(s) for s in value.free_symbols if str(s) not in names)
    if missing:
        raise ModelError(f"{what} is {quote(value)} with the letter {missing[0]}: give its number in point")
    from sympy import Rational as SymPyRational

    put = {s: SymPyRational(str(Fraction(names[str(s)]))) for s in value.free_symbols}
    number = value.xreplace(put).simplify() if put else value
    if not number.is_Rational:
        return amount(float(number), what)
    return Fraction(int(number.p), int(number.q))


def exact(*matrices: Matrix) -> bool:
    """Whether every entry was given exactly."""
    return all(isinstance(x, Fraction) for matrix in matrices for row in matrix for x in row)


def in_units(matrix: Sequence[Sequence[Amount]]) -> tuple[list[list[int]], Amount]:
    """Whole numbers, and the unit they are numbers of."""
    if all(isinstance(x, Fraction) for row in matrix for x in row):
        below = math.lcm(*(Fraction(x).denominator for row in matrix for x in row))
        return [[int(x * below) for x in row] for row in matrix], Fraction(1, below)
    largest = max(abs(float(x)) for row in matrix for x in row)
    unit = math.ldexp(largest or 1.0, -UNIT_BITS)
    return [[round(float(x) / unit) for x in row] for row in matrix], unit


def settled(probabilities: Matrix) -> Matrix:
    """The probabilities, with those of an arc and of its reverse made equal where rounding alone parts them."""
    rows = [list(row) for row in probabilities]
    for i in range(len(rows)):
        for j in range(i):
            a, b = rows[i][j], rows[j][i]
            if isinstance(a, float) and isinstance(b, float) and 0 < abs(a - b) <= TIE * max(a, b):
                rows[i][j] = rows[j][i] = (a + b) / 2
    return tuple(map(tuple, rows))


def loss_matrix(
    values: Any, variables: Sequence[str], what: str, point: Mapping[Any, Any] | None = None
) -> Matrix:
    """The loss of each arc [parent][child]: one number for all, or a mapping from (parent, child), else 1."""
    place = {v: k for k, v in enumerate(variables)}
    n = len(variables)
    if not isinstance(values, Mapping):
        x = loss_amount(values, what, point)
        return ((x,) * n,) * n
    rows: list[list[Amount]] = [[Fraction(1)] * n for _ in range(n)]
    for arc, value in values.items():
        if isinstance(arc, str) or len(arc) != 2 or any(v not in place for v in arc) or arc[0] == arc[1]:
            raise ModelError(f"{what} names the arc {quote(arc)}: expected (parent, child) of the variables")
        pair: Pair = arc
        rows[place[pair[0]]][place[pair[1]]] = loss_amount(value, what, point)
    return tuple(map(tuple, rows))


def loss_amount(value: Any, what: str, point: Mapping[Any, Any] | None = None) -> Amount:
    """The loss: a number, or letters, as an expression of SymPy or as text, that `point` gives numbers.

    >>> loss_amount("2*L + 1", "false", {"L": "1/4"})
    Fraction(3, 2)
    """
    found = amount(_with_letters(value, f"the loss {what}", point), f"the loss {what}", point)
    if found < 0:
        raise ModelError(f"the loss {what} is {quote(value)}: expected a number from 0 on")
    return found


def _with_letters(value: Any, what: str, point: Mapping[Any, Any] | None) -> Any:
    """The expression that a text with letters denotes, read by the one reader of texts; anything else as it is."""
    if not isinstance(value, str) or not (letters := _WORD.findall(_NUMBER.sub(" ", value))):
        return value
    if point is None:
        raise ModelError(
            f"{what} is {quote(value)}: expected a number, for instance 0.5 or 1/2; a letter takes its number from "
            "point (--at)"
        )
    from symdt.exact.language.syntax import parse

    try:
        return parse(value, sorted(set(letters)))
    except SymdtError as error:
        raise ModelError(f"{what} is {quote(value)}: {error}") from None
