"""Exact numbers and polynomials over Q: what the number system is made of, with bounds on what may be made.

FLINT computes; SymPy speaks with the user. A decimal is read as its digits say, and nothing is
built before it is known to fit.

>>> to_number(0.1) + to_number("1/3")
13/30
>>> to_number("1e999999999")
Traceback (most recent call last):
    ...
symdt.errors.ExpressionError: '1e999999999' is not a rational number: give one such as 3/10 or 0.3
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpq, fmpz
from sympy import Add, Expr, Integer, Mul, Pow, Rational, Symbol
from sympy.core.function import UndefinedFunction
from sympy.core.sympify import sympify as _sympify
from sympy.printing.str import StrPrinter

from symdt.errors import BudgetError, ExpressionError, quote

Poly = Any  # a flint.fmpq_mpoly: a polynomial over Q in the letters of one field
Number = Any  # a flint.fmpq: an exact rational

#: Powers above this are refused: they are typing errors, and they exhaust memory.
MAX_EXPONENT = 64
#: A polynomial of higher total degree is refused.
MAX_DEGREE = 256
#: Numbers with more binary digits than this are refused.
MAX_BITS = 20_000
#: More terms than this in one polynomial are refused.
MAX_TERMS = 100_000
#: Two polynomials are multiplied only if their numbers of terms have at most this product.
MAX_PRODUCT = 4_000_000
#: Numbers given as texts have at most this many digits, and no larger decimal exponent.
MAX_DIGITS = 1_000


def as_expr(value: Any) -> Expr:
    """A SymPy expression from a number or an expression; texts are not accepted (see `syntax.parse`)."""
    if isinstance(value, Expr):
        return value
    if hasattr(value, "to_expr"):  # an element of a field
        return value.to_expr()
    if isinstance(value, str | bytes) or value is None:
        raise ExpressionError(f"{quote(value)} is a text, not an expression: use symdt.parse to read it")
    if isinstance(value, bool):
        raise ExpressionError(f"{value} is a truth value, not a number: use 0 or 1")
    if (
        isinstance(value, float) or getattr(value, "shape", None) == ()
    ):  # a number of NumPy too, by its digits
        return to_rational(to_number(value))
    if isinstance(value, Fraction):
        return Rational(value.numerator, value.denominator)
    if isinstance(value, fmpq | fmpz):
        return to_rational(value)
    if isinstance(value, UndefinedFunction):
        raise ExpressionError(f"{quote(value)} is a function, not an expression: use a symbol")
    expr = _sympify(value, strict=True)  # strict: numbers and NumPy scalars, never texts
    if not isinstance(expr, Expr):
        raise ExpressionError(f"{quote(value)} is not an expression: use letters and rational numbers")
    return expr


def letters_of(expressions: Iterable[Expr]) -> set[Symbol]:
    """The letters that occur in many expressions: one walk, without a set for each part of each."""
    found: set[Symbol] = set()
    stack = list(expressions)
    while stack:
        expr = stack.pop()
        if expr.is_Symbol:
            found.add(expr)
        else:
            stack.extend(expr.args)
    return found


def substituted(expr: Expr, exact: Mapping[Any, Expr]) -> Expr:
    """The expression with letters replaced; itself where none of them occurs, which is quick to see."""
    return expr if expr.is_Rational or exact.keys().isdisjoint(expr.free_symbols) else expr.xreplace(exact)


def replacements(letters: Iterable[Symbol], *what: Any) -> dict[Symbol, Expr]:
    """What SymPy's `subs` is given, (old, new), a mapping or pairs, for some of these letters, which texts may name.

    >>> p = Symbol("p")
    >>> replacements([p], p, 3), replacements([p], {"p": 0.5, "q": 1}), replacements([p], [(p, 2)])
    ({p: 3}, {p: 1/2}, {p: 2})
    """
    if len(what) == 2:
        pairs = [what]
    elif len(what) == 1 and isinstance(what[0], Mapping):
        pairs = list(what[0].items())
    elif len(what) == 1 and not isinstance(what[0], str | Expr):
        pairs = list(what[0])
    else:
        raise ExpressionError(
            "subs replaces letters: give subs(p, 1), subs({p: 1}) or subs([(p, 1), (h, 2)])"
        )
    by_name = {s.name: s for s in letters}
    named = ((getattr(old, "name", old), new) for old, new in pairs)
    return {by_name[name]: as_expr(new) for name, new in named if name in by_name}


def written(value: Any) -> str:
    """Python text that denotes a value exactly, given the letters, the names of symdt and SymPy's Rational.

    SymPy writes 2/3, which Python reads as a float.

    >>> x = Symbol("x")
    >>> written({"a": (Rational(2, 3) - 2*x/3, 1)})
    "{'a': (Rational(2, 3) - 2*x/3, 1)}"
    """
    if isinstance(value, Expr):
        return str(_Exact().doprint(value))
    if isinstance(value, tuple):
        return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{written(k)}: {written(v)}' for k, v in value.items())}}}"
    return repr(value)


class _Exact(StrPrinter):
    def _print_Rational(self, expr: Rational) -> str:  # noqa: N802 - SymPy's name
        return f"Rational({expr.p}, {expr.q})" if expr.q != 1 else str(expr.p)


class Written:
    """A record whose `repr` is Python text that denotes it exactly."""

    __slots__ = ()

    def __repr__(self) -> str:
        shown = [f for f in fields(self) if f.repr]  # type: ignore[arg-type]
        parts = (f"{f.name}={written(getattr(self, f.name))}" for f in shown)
        return f"{type(self).__name__}({', '.join(parts)})"


def to_number(value: Any) -> Number:
    """An exact rational: decimals by their digits, so `to_number(0.1)` is 1/10.

    >>> to_number("0.17"), to_number(Fraction(1, 3)), to_number(1e-3)
    (17/100, 1/3, 1/1000)
    """
    if isinstance(value, fmpq):
        return value
    if isinstance(value, int):
        return fmpq(int(value))
    if isinstance(value, Rational):
        return fmpq(int(value.p), int(value.q))
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    text = str(value)
    try:
        if len(text) > MAX_DIGITS or abs(int(text.lower().partition("e")[2] or 0)) > MAX_DIGITS:
            raise ValueError
        exact = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ExpressionError(
            f"{quote(value)} is not a rational number: give one such as 3/10 or 0.3"
        ) from None
    return fmpq(exact.numerator, exact.denominator)


def to_rational(number: Number) -> Rational:
    """The SymPy rational of an exact number."""
    if isinstance(number, fmpz):
        return Integer(int(number))
    return Rational(int(number.p), int(number.q))


def to_fraction(number: Number) -> Fraction:
    """The Python fraction of an exact number."""
    return Fraction(int(number.p), int(number.q))


def floats(numbers: Iterable[Any]) -> list[float]:
    """Exact numbers in floating point, all divided by the largest where that one is too large for it.

    numbers: whole numbers, fractions or fmpq.

    >>> floats([1, Fraction(1, 2)]), floats([10**400, fmpq(-(10**400), 4)])
    ([1.0, 0.5], [1.0, -0.25])
    """
    given = list(numbers)
    try:
        return [float(c) for c in given]
    except OverflowError:
        exact = [to_number(c) for c in given]
        most = max(map(abs, exact))
        return [float(c / most) for c in exact]


def times(a: Poly, b: Poly) -> Poly:
    """The product of two polynomials; refused before it is made if it could exhaust time or memory."""
    if len(a) * len(b) > MAX_PRODUCT:
        raise BudgetError(
            f"the values grow to products of {len(a)} and {len(b)} terms, too many to multiply: fix some letters"
        )
    return a * b


def power(poly: Poly, exponent: int) -> Poly:
    """The power of a polynomial; refused before it is made if it is too large."""
    # an upper bound on its terms, so that memory is not spent before it is refused
    terms, bound = len(poly), 1
    bits = max((max(int(c.p).bit_length(), int(c.q).bit_length()) for c in poly.coeffs()), default=1)
    if bits * exponent > MAX_BITS or poly.total_degree() * exponent > MAX_DEGREE:
        raise ExpressionError(f"a power with {exponent} is too large: use smaller exponents")
    if terms > 1:
        for i in range(exponent):
            bound = bound * (terms + i) // (i + 1)
            if bound > MAX_TERMS:
                raise ExpressionError(
                    f"a power with {exponent} expands to too many terms: use at most {MAX_TERMS}"
                )
    return poly**exponent


def primitive(poly: Poly) -> tuple[Number, Poly]:
    """`(c, q)` with `poly = c·q`, c > 0 and q of coprime integer coefficients.

    >>> from flint import fmpq_mpoly_ctx
    >>> h = fmpq_mpoly_ctx.get(("h",), "lex").gen(0)
    >>> primitive(h * fmpq(15, 2) - 30)
    (15/2, h - 4)
    """
    coefficients = poly.coeffs()
    if not coefficients:
        return fmpq(1), poly
    den, num = fmpz(1), fmpz(0)
    for c in coefficients:
        den = den.lcm(c.q)
        num = num.gcd(c.p)
    content = fmpq(num, den)
    return content, poly / content


def poly_to_expr(field: Any, poly: Poly) -> Expr:
    """The expanded SymPy expression of a polynomial in the letters `field.symbols`."""
    return _sum(field.symbols, poly.to_dict().items())


def poly_text(field: Any, poly: Poly) -> str:
    """The polynomial as SymPy writes it; a rule of many cases names the same few again and again, and each is written once.

    >>> from sympy import symbols
    >>> from symdt.exact.field import Field
    >>> x, y = symbols("x y")
    >>> field = Field.of([x, y])
    >>> poly_text(field, field.polynomial(y - 2*x**2))
    '-2*x**2 + y'
    """
    return _text(field.symbols, tuple(poly.to_dict().items()))


@lru_cache(maxsize=1024)
def _text(symbols: tuple[Symbol, ...], terms: tuple[tuple[tuple[int, ...], Number], ...]) -> str:
    return str(_sum(symbols, terms))


def _sum(symbols: tuple[Symbol, ...], given: Iterable[tuple[tuple[int, ...], Number]]) -> Expr:
    terms = []
    for monomial, coefficient in given:
        factors = [symbols[i] if e == 1 else Pow(symbols[i], int(e)) for i, e in enumerate(monomial) if e]
        terms.append(Mul(to_rational(coefficient), *factors))
    return Add(*terms)
