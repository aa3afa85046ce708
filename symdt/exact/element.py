"""Element: one rational function of the letters, a reduced fraction of two FLINT polynomials.

>>> from sympy import symbols
>>> from symdt.exact.field import Field
>>> p = symbols("p")
>>> half = Field.of([p]).element(p/2)
>>> half + half == p, (half / p).constant
(False, 1/2)
>>> half + half == Field.of([p]).element(p)
True

An element is its terms: it can be pickled and copied.

>>> import pickle
>>> pickle.loads(pickle.dumps(half)) == half
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flint import fmpq
from sympy import Add, Expr, Mul, Symbol

from symdt.errors import ExpressionError, quote
from symdt.exact.polynomial import Number, Poly, poly_to_expr, primitive, times, to_rational

if TYPE_CHECKING:
    from symdt.exact.field import Field


def moved(poly: Poly, source: Field, target: Field) -> Poly:
    """The same polynomial among the letters of another field; an error if one of its letters is missing there."""
    if not source.position.keys() <= target.position.keys():
        # FLINT would put 0 for a missing letter without a word
        for symbol, degree in zip(source.symbols, poly.degrees(), strict=True):
            if degree > 0 and symbol not in target.position:
                text = quote(poly_to_expr(source, poly))
                raise ExpressionError(
                    f"{text} has the letter {quote(symbol)}, which is not among {list(target.names)}"
                )
    return poly.project_to_context(target.context)


def restricted(poly: Poly, source: Field, point: Mapping[Symbol, Number], target: Field) -> Poly:
    """The polynomial with the letters of `point` fixed, among the letters of `target`."""
    fixed = {source.position[s]: v for s, v in point.items() if s in source.position}
    return moved(poly.subs(fixed) if fixed else poly, source, target)


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

    def restricted(self, point: Mapping[Symbol, Number], field: Field | None = None) -> Element:
        """The element with some letters fixed at exact numbers, in the field of the others (or in `field`).

        >>> from sympy import symbols
        >>> from symdt.exact.field import Field
        >>> p, h = symbols("p h")
        >>> Field.of([p, h]).element(h/(1 + p)).restricted({p: fmpq(1, 2)})
        Element('2*h/3')
        """
        field = field or type(self.field).of(s for s in self.field.symbols if s not in point)
        num = restricted(self.num, self.field, point, field)
        if self.is_polynomial:
            return Element(field, num, field.one)
        return Element.reduced(field, num, restricted(self.den, self.field, point, field))

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
            union = type(self.field).of({*self.field.symbols, *other.field.symbols})
            return self.into(union) == other.into(union)
        return bool(self.num == other.num and self.den == other.den)

    def __hash__(self) -> int:
        return hash(self.to_expr())

    def __str__(self) -> str:
        return str(self.to_expr())

    def __repr__(self) -> str:
        return f"Element({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (rebuilt, (self.field, self.num.to_dict(), self.den.to_dict()))


def rebuilt(field: Field, num: dict[Any, Number], den: dict[Any, Number]) -> Element:
    """The element with these terms above and below, as it was pickled."""
    below = field.context.from_dict(den)
    return Element(field, field.context.from_dict(num), field.one if below.is_one() else below)
