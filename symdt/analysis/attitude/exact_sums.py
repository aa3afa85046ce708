"""Expected utilities as sums that are compared exactly: of logarithms of primes, or of exponentials.

A logarithmic utility of a rational wealth is a sum of whole multiples of logarithms of primes, an exponential one is
exp of a rational number. Logarithms of primes are independent over the rationals, exponentials of different rationals
too (Lindemann–Weierstrass): a sum is zero only if it is so term by term, and else enough digits show its sign.

>>> from symdt.analysis.attitude.utility import Logarithmic
>>> even, certain = felt(Logarithmic(12), Integer(-9)), felt(Logarithmic(12), Integer(0))
>>> won = felt(Logarithmic(12), Integer(36))
>>> bet = less(less({}, even, Fraction(-1, 2)), won, Fraction(-1, 2))  # log(3)/2 + log(48)/2
>>> sign(less(bet, certain), Logarithmic(12))
0
"""

from __future__ import annotations

from fractions import Fraction

from sympy import Expr, Integer, Rational, exp, factorrat, log

from symdt.analysis.attitude.utility import Exponential, Utility
from symdt.errors import DomainError, quote
from symdt.exact.polynomial import to_number, to_rational

#: Digits in which a sign is looked for first.
DIGITS = 60

#: A sum of rational multiples: of logarithms of primes, or of exponentials of the keys.
Sum = dict[Expr, Fraction]


def felt(utility: Utility, x: Expr) -> Sum:
    """The utility of a number, as a sum over logarithms of primes, or as one exponential (its constant left out).

    utility: its wealth or tolerance is a rational number; x: what is gained, a rational number.
    """
    if isinstance(utility, Exponential):
        tolerance = to_rational(to_number(utility.tolerance))
        if not tolerance > 0:
            raise DomainError(f"the risk tolerance is {quote(tolerance)}: use a positive number")
        return {-x / tolerance: Fraction(-1)}
    left = to_rational(to_number(utility.wealth)) + x
    if not left > 0:
        raise DomainError(
            f"the wealth after {x} is {quote(left)}, whose utility is not a real number: give more wealth"
        )
    return {Integer(prime): Fraction(n) for prime, n in factorrat(left).items()}


def value(many: Sum, utility: Utility, digits: int) -> Expr:
    """The number that a sum is, to so many digits."""
    function = exp if isinstance(utility, Exponential) else log
    return sum(
        (Rational(c.numerator, c.denominator) * function(b) for b, c in many.items()), Integer(0)
    ).evalf(digits)


def sign(many: Sum, utility: Utility) -> int:
    """The sign of a sum: zero term by term, or shown by enough digits."""
    many = {b: c for b, c in many.items() if c}
    if not many:
        return 0
    if isinstance(utility, Exponential):  # times what makes the largest exponential 1
        most = max(many)
        many = {b - most: c for b, c in many.items()}
    digits = DIGITS
    while True:
        number = value(many, utility, digits)
        if abs(number) > Rational(1, 10 ** (digits // 2)):
            return 1 if number > 0 else -1
        digits *= 2


def less(one: Sum, other: Sum, times: Fraction = Fraction(1)) -> Sum:
    """A sum less a multiple of another."""
    return {b: one.get(b, Fraction(0)) - times * other.get(b, Fraction(0)) for b in {**one, **other}}
