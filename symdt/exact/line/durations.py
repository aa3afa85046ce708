"""How long the resultant of two polynomials takes, before it is begun: nothing can interrupt it then.

>>> from sympy import symbols
>>> from symdt.exact.field import Field
>>> x, y = symbols("x y")
>>> field = Field.of([x, y])
>>> short, long = (seconds_for(field.polynomial(x**n + y), field.polynomial(x**n - y - 1), 0) for n in (2, 40))
>>> short < 0.001 < long
True
"""

from __future__ import annotations

from math import prod

from symdt.exact.polynomial import Poly

#: Seconds of the processor for a unit of `seconds_for`, measured.
UNIT = 3e-12
#: With so many other letters the steps between are longer than the result: so many times as long, measured.
MANY_LETTERS, LONGER = 3, 60.0


def seconds_for(one: Poly, other: Poly, letter: int) -> float:
    """About how long the resultant of two polynomials takes, which nothing can interrupt once it has begun.

    The resultant is a determinant as large as both degrees together, of as many values as the result has
    coefficients, each as long as theirs together; sparse polynomials take less.
    """
    d, e = one.degrees(), other.degrees()
    m, n = int(d[letter]), int(e[letter])
    values = prod(
        n * int(a) + m * int(b) + 1 for i, (a, b) in enumerate(zip(d, e, strict=True)) if i != letter
    )
    length = n * _bits(one) + m * _bits(other)
    others = sum(1 for i, (a, b) in enumerate(zip(d, e, strict=True)) if i != letter and (a or b))
    unit = UNIT * LONGER if others >= MANY_LETTERS else UNIT
    dense = [len(f) / prod(int(a) + 1 for a in f.degrees()) for f in (one, other)]
    return float(unit * (m + n) ** 4 * values * length * min(dense))


def _bits(poly: Poly) -> int:
    return max(int(abs(c.p)).bit_length() for c in poly.coeffs())
