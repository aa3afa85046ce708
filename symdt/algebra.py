"""The number system: Q(parameters), the field of rational functions over the rationals.

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
from functools import cached_property, lru_cache
from typing import Any

from flint import fmpq, fmpq_mpoly_ctx
from sympy import Add, Expr, Float, Integer, Mul, Pow, Rational, Symbol

from symdt.errors import DomainError, ExpressionError, quote
from symdt.polynomials import MAX_BITS as MAX_BITS
from symdt.polynomials import MAX_DEGREE as MAX_DEGREE
from symdt.polynomials import MAX_DIGITS as MAX_DIGITS
from symdt.polynomials import MAX_EXPONENT as MAX_EXPONENT
from symdt.polynomials import MAX_PRODUCT as MAX_PRODUCT
from symdt.polynomials import MAX_TERMS as MAX_TERMS
from symdt.polynomials import Number as Number
from symdt.polynomials import Poly as Poly
from symdt.polynomials import as_expr as as_expr
from symdt.polynomials import letters_of as letters_of
from symdt.polynomials import poly_to_expr as poly_to_expr
from symdt.polynomials import power as power
from symdt.polynomials import primitive as primitive
from symdt.polynomials import substituted as substituted
from symdt.polynomials import times as times
from symdt.polynomials import to_fraction as to_fraction
from symdt.polynomials import to_number as to_number
from symdt.polynomials import to_rational as to_rational


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

    def _fraction(self, expr: Expr) -> tuple[Poly, Poly]:
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
            return self._checked(num), den
        if isinstance(expr, Pow) and isinstance(expr.exp, Integer):
            exponent = int(expr.exp)
            if abs(exponent) > MAX_EXPONENT:
                raise ExpressionError(f"the exponent {exponent} is too large: use at most {MAX_EXPONENT}")
            num, den = self._fraction(expr.base)
            if exponent < 0:
                if not num:
                    raise ExpressionError(f"{quote(expr)} divides by zero: no number is denoted")
                num, den, exponent = den, num, -exponent
            return self._checked(power(num, exponent)), power(den, exponent) if den is not self.one else den
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
            return self._checked(polynomial), den
        return self._checked(times(polynomial, den) + num), den

    @staticmethod
    def _checked(poly: Poly) -> Poly:
        if len(poly) > MAX_TERMS:
            raise ExpressionError(f"the expression expands to {len(poly)} terms: use at most {MAX_TERMS}")
        return poly


@lru_cache(maxsize=4096)
def _field(symbols: tuple[Symbol, ...]) -> Field:
    return Field(symbols)


def moved(poly: Poly, source: Field, target: Field) -> Poly:
    """The same polynomial among the letters of another field; an error if one of its letters is missing there."""
    if not source.position.keys() <= target.position.keys():
        # FLINT would put 0 for a missing letter without a word
        for symbol, degree in zip(source.symbols, poly.degrees(), strict=True):
            if degree and symbol not in target.position:
                text = quote(poly_to_expr(source, poly))
                raise ExpressionError(
                    f"{text} has the letter {quote(symbol)}, which is not among {list(target.names)}"
                )
    return poly.project_to_context(target.context)


class Element:
    """A rational function in lowest terms; its denominator is primitive with positive leading coefficient."""

    __slots__ = ("__dict__", "den", "field", "num")

    def __init__(self, field: Field, num: Poly, den: Poly) -> None:
        self.field, self.num, self.den = field, num, den

    @classmethod
    def reduced(cls, field: Field, num: Poly, den: Poly) -> Element:
        """The element num/den, with common factors cancelled."""
        if den is field.one:
            return cls(field, num, den)
        if not den:
            raise ExpressionError("a denominator is zero for all values of the letters: no number is denoted")
        if den.is_constant():
            return cls(field, num / den.leading_coefficient(), field.one)
        common = num.gcd(den)
        if not common.is_one():
            num, den = num / common, den / common
        content, den = primitive(den)
        if den.leading_coefficient() < 0:
            content, den = -content, -den
        if den.is_constant():
            return cls(field, num / (content * den.leading_coefficient()), field.one)
        return cls(field, num / content, den)

    def into(self, field: Field) -> Element:
        """The same element in a field with other letters; an error if a letter of it is missing there."""
        if field is self.field:
            return self
        num = moved(self.num, self.field, field)
        den = moved(self.den, self.field, field)
        return Element.reduced(field, num, field.one if self.is_polynomial else den)

    @property
    def is_polynomial(self) -> bool:
        """No letter stands in the denominator."""
        return self.den is self.field.one

    @property
    def is_zero(self) -> bool:
        """This is the zero of the field."""
        return not self.num

    @property
    def is_constant(self) -> bool:
        """This is a rational number."""
        return self.is_polynomial and bool(self.num.is_constant())

    @property
    def constant(self) -> Number:
        """The rational number that this element is."""
        if not self.is_constant:
            raise ExpressionError(f"{quote(self)} depends on letters: a number was expected")
        return self.num.leading_coefficient() if self.num else fmpq(0)

    @property
    def symbols(self) -> frozenset[Symbol]:
        """The letters that occur."""
        used = [a or b for a, b in zip(self.num.degrees(), self.den.degrees(), strict=True)]
        return frozenset(s for s, u in zip(self.field.symbols, used, strict=True) if u)

    @property
    def sign_polynomial(self) -> Poly:
        """A polynomial with the sign of this element wherever its denominator is not zero."""
        return self.num if self.is_polynomial else times(self.num, self.den)

    def at(self, values: Sequence[Number]) -> Number:
        """The exact value at a point given by its coordinates in the order of the field's letters."""
        num = self.num(*values)
        if self.is_polynomial:
            return num
        den = self.den(*values)
        if den == 0:
            point = ", ".join(f"{n}={v}" for n, v in zip(self.field.names, values, strict=True))
            raise ExpressionError(
                f"{quote(self)} divides by zero at {point}: exclude the point from the domain"
            )
        return num / den

    def to_expr(self) -> Expr:
        """The SymPy expression: an expanded polynomial, or a fraction of two with integer coefficients."""
        return self._expr

    @cached_property
    def _expr(self) -> Expr:
        if self.is_polynomial:
            return poly_to_expr(self.field, self.num)
        content, num = primitive(self.num)
        top, bottom = to_rational(fmpq(content.p)), to_rational(fmpq(content.q))
        above, below = poly_to_expr(self.field, num), poly_to_expr(self.field, self.den)
        # distribute the content, so that 3*k/(2*(h + 6*k)) reads 3*k/(2*h + 12*k)
        over = Add(*[Mul(top, t) for t in Add.make_args(above)])
        under = Add(*[Mul(bottom, t) for t in Add.make_args(below)])
        return over / under

    def __add__(self, other: Any) -> Element:
        other = self._coerce(other)
        f = self.field
        if self.den is f.one and other.den is f.one:
            return Element(f, self.num + other.num, f.one)
        if self.den == other.den:
            return Element.reduced(f, self.num + other.num, self.den)
        num = times(self.num, other.den) + times(other.num, self.den)
        return Element.reduced(f, num, times(self.den, other.den))

    def __neg__(self) -> Element:
        return Element(self.field, -self.num, self.den)

    def __sub__(self, other: Any) -> Element:
        other = self._coerce(other)
        f = self.field
        if self.den is f.one and other.den is f.one:
            return Element(f, self.num - other.num, f.one)
        return self + (-other)

    def __mul__(self, other: Any) -> Element:
        other = self._coerce(other)
        f = self.field
        if self.den is f.one and other.den is f.one:
            return Element(f, times(self.num, other.num), f.one)
        return Element.reduced(f, times(self.num, other.num), times(self.den, other.den))

    def __truediv__(self, other: Any) -> Element:
        other = self._coerce(other)
        if other.is_zero:
            raise ExpressionError(f"{quote(self)} is divided by zero: no number is denoted")
        return Element.reduced(self.field, times(self.num, other.den), times(self.den, other.num))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Any) -> Element:
        return self._coerce(other) - self

    def __rtruediv__(self, other: Any) -> Element:
        return self._coerce(other) / self

    def _coerce(self, other: Any) -> Element:
        if isinstance(other, Element):
            return other if other.field is self.field else other.into(self.field)
        return self.field.element(other)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Element):
            return NotImplemented
        if other.field is not self.field:
            union = Field.of({*self.field.symbols, *other.field.symbols})
            return self.into(union) == other.into(union)
        return bool(self.num == other.num and self.den == other.den)

    def __hash__(self) -> int:
        return hash(self.to_expr())

    def __str__(self) -> str:
        return str(self.to_expr())

    def __repr__(self) -> str:
        return f"Element({str(self)!r})"


def equal(a: Any, b: Any) -> bool:
    """Whether two expressions denote the same element of Q(parameters); decided, not guessed.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> equal((x**2 - y**2)/(x - y), x + y), equal(x, y)
    (True, False)
    """
    left, right = as_expr(a), as_expr(b)
    field = Field.of(left.free_symbols | right.free_symbols)
    return field.element(left) == field.element(right)
