"""The number system: Q(letters), the field of rational functions over the rationals.

Probabilities, losses and risks are its elements. Users write SymPy expressions; inside, an
`Element` is a reduced fraction of two FLINT polynomials, so that equality is *decided* by
comparing canonical forms, never guessed by a simplifier.

>>> from sympy import symbols
>>> h, k, p = symbols("h k p")
>>> field = Field.of([p, h, k])
>>> a = field.element(2*k/(4*h + 3*k))
>>> a == field.element((4*k**2 + 2*k)/((4*h + 3*k)*(2*k + 1)))
True
>>> (a - a).is_zero, str(a + 1)
(True, '(4*h + 5*k)/(4*h + 3*k)')

A field is determined by its set of letters; the order in which they are given is forgotten.

>>> Field.of([k, h, p]) is field
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from flint import fmpq, fmpq_mpoly_ctx
from sympy import Add, Expr, Float, Integer, Mul, Pow, Rational, Symbol

from symdt.errors import DomainError, ExpressionError, quote
from symdt.exact.element import Element as Element
from symdt.exact.element import moved as moved
from symdt.exact.element import restricted as restricted
from symdt.exact.polynomial import MAX_EXPONENT, MAX_TERMS, Number, Poly, as_expr, power, times, to_number


class Field:
    """Q(x1, …, xn): the rational functions in the letters `symbols`, sorted by name."""

    __slots__ = (
        "__weakref__",
        "constant",
        "context",
        "generators",
        "monomial",
        "names",
        "one",
        "position",
        "symbols",
        "zero",
    )

    symbols: tuple[Symbol, ...]

    def __init__(self, symbols: tuple[Symbol, ...]) -> None:
        self.symbols = symbols
        self.names = tuple(s.name for s in symbols)
        if len(set(self.names)) < len(self.names):
            twice = next(n for n in self.names if self.names.count(n) > 1)
            raise ExpressionError(
                f"two different symbols are both named {quote(twice)} (their assumptions differ): use one of them"
            )
        # FLINT knows ASCII only, and tells letters of different fields apart by these names
        ascii_names = [n if n.isascii() else n.encode("unicode_escape").decode() for n in self.names]
        self.context = fmpq_mpoly_ctx.get(ascii_names, "deglex")
        self.generators = self.context.gens()
        self.position = {s: i for i, s in enumerate(symbols)}
        self.constant = (0,) * len(symbols)
        self.monomial = {s: tuple(int(i == j) for j in range(len(symbols))) for i, s in enumerate(symbols)}
        self.zero: Poly = self.context.constant(0)
        self.one: Poly = self.context.constant(1)

    @staticmethod
    def of(symbols: Iterable[Symbol]) -> Field:
        """The field of rational functions in these letters; the same object for the same letters."""
        return _field(tuple(sorted(set(symbols), key=lambda s: (s.name, str(s.assumptions0)))))

    def __repr__(self) -> str:
        return f"Field.of({list(self.symbols)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Field.of, (self.symbols,))

    def element(self, expression: Any) -> Element:
        """The element that a SymPy expression (or a number) denotes.

        A decimal is read as the digits say: `0.17` is 17/100.

        >>> Field.of([]).element(0.17)
        Element('17/100')
        """
        if isinstance(expression, Element):
            return expression.into(self)
        if isinstance(expression, Add):
            affine = self._affine(expression)
            if affine is not None:
                return Element(self, affine, self.one)
        num, den = self._fraction(as_expr(expression))
        return Element.reduced(self, num, den)

    def number(self, value: Any) -> Element:
        """The constant element of a rational number."""
        return Element(self, self.context.constant(to_number(value)), self.one)

    def gen(self, symbol: Symbol) -> Element:
        """The letter itself, as an element."""
        return Element(self, self.generators[self.position[symbol]], self.one)

    def polynomial(self, expression: Any) -> Poly:
        """The polynomial that an expression denotes; an error if a letter stands in its denominator."""
        element = self.element(expression)
        if not element.is_polynomial:
            raise ExpressionError(f"{quote(element)} is not a polynomial: a letter stands in its denominator")
        return element.num

    def values(self, point: Mapping[Any, Any]) -> tuple[Number, ...]:
        """The coordinates of a point in the order of the letters, exactly; letters may be named by strings."""
        named = {getattr(s, "name", s): v for s, v in point.items()}
        missing = [n for n in self.names if n not in named]
        if missing:
            raise DomainError(
                f"the point gives no value for {quote(missing[0])}: give one for each of {list(self.names)}"
            )
        return tuple(to_number(named[n]) for n in self.names)

    def _affine(self, expr: Expr) -> Poly | None:
        # The commonest sums, rational multiples of letters, without a polynomial for each term.
        terms: dict[tuple[int, ...], Number] = {}
        for term in expr.args:
            if isinstance(term, Rational):
                terms[self.constant] = fmpq(term.p, term.q)
                continue
            letter, factor = (term, 1) if isinstance(term, Symbol) else (None, None)
            if isinstance(term, Mul) and len(term.args) == 2 and isinstance(term.args[0], Rational):
                factor, letter = term.args
                factor = fmpq(factor.p, factor.q)
            monomial = self.monomial.get(letter)
            if monomial is None:
                return None
            terms[monomial] = factor
        return self.context.from_dict(terms)

    def _fraction(self, expr: Expr) -> tuple[Poly, Poly]:  # noqa: C901 - one branch for each kind of SymPy node
        # One pass over the expression tree; the common denominator is kept apart, so that a
        # polynomial expression never pays for a gcd.
        if isinstance(expr, Symbol):
            index = self.position.get(expr)
            if index is None:
                raise ExpressionError(
                    f"{quote(expr)} is not one of the letters {list(self.names)}: declare it"
                )
            return self.generators[index], self.one
        if isinstance(expr, Rational | Float):
            return self.context.constant(to_number(expr)), self.one
        if isinstance(expr, Add):
            return self._sum(expr.args)
        if isinstance(expr, Mul):
            num, den = self.one, self.one
            for factor in expr.args:
                n, d = self._fraction(factor)
                num = times(num, n)
                if d is not self.one:
                    den = times(den, d)
            return self.checked(num), den
        if isinstance(expr, Pow) and isinstance(expr.exp, Integer):
            exponent = int(expr.exp)
            if abs(exponent) > MAX_EXPONENT:
                raise ExpressionError(f"the exponent {exponent} is too large: use at most {MAX_EXPONENT}")
            num, den = self._fraction(expr.base)
            if exponent < 0:
                if not num:
                    raise ExpressionError(f"{quote(expr)} divides by zero: no number is denoted")
                num, den, exponent = den, num, -exponent
            return self.checked(power(num, exponent)), power(den, exponent) if den is not self.one else den
        raise ExpressionError(
            f"{quote(expr)} is not a rational expression of the letters: "
            "use only letters, rational numbers, + - * / and whole powers"
        )

    def _sum(self, terms: Sequence[Expr]) -> tuple[Poly, Poly]:
        polynomial, num, den = self.zero, self.zero, self.one
        for term in terms:
            n, d = self._fraction(term)
            if d is self.one:
                polynomial = polynomial + n
            elif d == den:
                num = num + n
            else:
                num, den = times(num, d) + times(n, den), times(den, d)
        if den is self.one:
            return self.checked(polynomial), den
        return self.checked(times(polynomial, den) + num), den

    @staticmethod
    def checked(poly: Poly) -> Poly:
        """The polynomial, unless it has more terms than may be made."""
        if len(poly) > MAX_TERMS:
            raise ExpressionError(f"the expression expands to {len(poly)} terms: use at most {MAX_TERMS}")
        return poly


@lru_cache(maxsize=4096)
def _field(symbols: tuple[Symbol, ...]) -> Field:
    return Field(symbols)


def equal(a: Any, b: Any) -> bool:
    """Whether two expressions denote the same element of Q(letters); decided, not guessed.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> equal((x**2 - y**2)/(x - y), x + y), equal(x, y)
    (True, False)
    """
    left, right = as_expr(a), as_expr(b)
    field = Field.of(left.free_symbols | right.free_symbols)
    return field.element(left) == field.element(right)


def all_equal(some: Iterable[Expr], others: Iterable[Expr]) -> bool:
    """Whether expressions denote the same elements, one by one; those written alike are not even read.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> all_equal([x, (x**2 - y**2)/(x - y)], [x, x + y])
    True
    """
    return all(bool(a == b) or equal(a, b) for a, b in zip(some, others, strict=True))
