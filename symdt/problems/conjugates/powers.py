"""Powers with a fraction as exponent, where they are rational: (w²)^(1/2) = w, (4/9)^(3/2) = 8/27.

>>> from sympy import Rational, symbols
>>> w = symbols("w")
>>> power(Rational(4, 9), Rational(3, 2)), power(w**2 / (w + 1) ** 2, Rational(1, 2)), power(Rational(1, 2), Rational(1, 2))
(8/27, w/(w + 1), None)
"""

from __future__ import annotations

from sympy import Expr, Integer, Rational, cancel, factor_list, fraction, integer_nthroot


def power(base: Expr, exponent: Rational) -> Expr | None:
    """base ** exponent as a rational function of the letters; None where it is none.

    base: a rational function, not negative. exponent: a rational number.
    """
    whole, roots = int(exponent.p), int(exponent.q)
    up, down = fraction(cancel(base))
    found = [_root(part, roots) for part in (up, down)]
    if found[0] is None or found[1] is None:  # both signs may be turned
        found = [_root(-part, roots) for part in (up, down)]
    if found[0] is None or found[1] is None:
        return None
    return cancel((found[0] / found[1]) ** whole)


def _root(poly: Expr, n: int) -> Expr | None:
    """The n-th root of a polynomial with rational coefficients, where it is one."""
    content, factors = factor_list(poly)
    if n == 1:
        return poly
    if content < 0 or any(k % n for _, k in factors):
        return None
    parts = [integer_nthroot(int(number), n) for number in (content.p, content.q)]
    if not all(is_exact for _, is_exact in parts):
        return None
    result: Expr = Rational(parts[0][0], parts[1][0])
    for factor, k in factors:
        result = result * factor ** Integer(k // n)
    return result
