"""The line: the real algebraic numbers of one letter, exactly; roots in order, a rational between two.

A `Real` is a real root of an irreducible integer polynomial: the polynomial and the number of the root
(from 0, from the left) *are* the number. An isolating interval with rational ends comes along and is
halved whenever two numbers must be told apart, so that every comparison is decided and nothing is rounded.

>>> from flint import fmpq_poly
>>> low, high = roots(fmpq_poly([-2, 0, 1]))
>>> low, high, low < 0 < high, high == Real.of("1.4142135623730951")
(Real('-sqrt(2)'), Real('sqrt(2)'), True, False)
>>> between(low, high), between(high, Real.of("3/2"))
(0, 10/7)
>>> high.sign_of(fmpq_poly([-4, 0, 0, 0, 1])), high.sign_of(fmpq_poly([1, -1]))
(0, -1)

Several polynomials cut the line together.

>>> line = arrange([fmpq_poly([-2, 0, 1]), fmpq_poly([0, -1, 1])])
>>> line.points
[Real('-sqrt(2)'), Real('0'), Real('1'), Real('sqrt(2)')]
>>> line.members
[{0: 1}, {1: 1}, {1: 1}, {0: 1}]
>>> line.gaps
[-2, -1, 1/2, 4/3, 2]
"""

from symdt.exact.line.arrangement import (
    Arrangement,
    along,
    arrange,
    roots,
    univariate,
)
from symdt.exact.line.between import above, below, between, simplest_between
from symdt.exact.line.real import Real, isolate, sign

__all__ = [
    "Arrangement",
    "Real",
    "above",
    "along",
    "arrange",
    "below",
    "between",
    "isolate",
    "roots",
    "sign",
    "simplest_between",
    "univariate",
]
