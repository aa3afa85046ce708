"""Ends of intervals: rational functions of the other letters, real roots of polynomials, infinities.

>>> from sympy import symbols
>>> from symdt.exact.field import Field
>>> p, h, k = symbols("p h k")
>>> field = Field.of([p, h, k])
>>> end = Ratio(field.element(2*k/(4*h + 3*k)))
>>> print(end, end.compare(field.values({"p": "1/3", "h": 1, "k": 1}), p))
2*k/(4*h + 3*k) 1

A root of a polynomial is counted among the real roots from the left, with multiplicity, from 0.

>>> root = Root(field, field.polynomial(p**2 - h), p, 1)
>>> print(root, root.compare(field.values({"p": "3/2", "h": 2, "k": 0}), p))
sqrt(h) 1
>>> Root(field, field.polynomial(p**3 - p - h), p, 0).to_json()
{'root': 0, 'of': '-h + p**3 - p', 'in': 'p'}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import cached_property
from typing import Any

from flint import fmpq, fmpq_poly
from sympy import Abs, Add, Dummy, Expr, Function, Integer, Poly, Symbol, gcd, nan, oo, sqrt

from symdt.errors import ExpressionError, quote
from symdt.exact.field import Element, Field, restricted
from symdt.exact.language.board import board
from symdt.exact.line import Real, isolate
from symdt.exact.polynomial import Number, poly_text, poly_to_expr, primitive, to_rational


class root(Function):  # noqa: N801 - by this name SymPy prints it
    """A real root of a polynomial in a letter that it binds: what is put for the letter elsewhere leaves it alone.

    Where numbers are put for all other letters it has its value, or none (nan) where there are fewer roots.

    >>> from sympy import symbols
    >>> p, h = symbols("p h")
    >>> (p < root(p**3 - h, p, 0)).subs({p: 2, h: 27})
    True
    """

    nargs = 3

    @property
    def free_symbols(self) -> set[Any]:
        """The letters but for the one that is bound."""
        return set(self.args[0].free_symbols - {self.args[1]})

    def _latex(self, printer: Any) -> str:
        inside = ", ".join(map(printer.doprint, self.args))
        return rf"\operatorname{{root}}{{\left({inside} \right)}}"

    def _eval_subs(self, old: Expr, new: Expr) -> Expr:
        of, letter, index = self.args
        if letter in new.free_symbols:  # another letter of the same name stands outside
            own = Dummy(letter.name)
            of, letter = (of.xreplace({letter: own}), own)
        of = of if old == self.args[1] else of.subs(old, new)
        there = root(of, letter, index)
        return there if of.free_symbols - {letter} else there.value

    @property
    def value(self) -> Expr:
        """The number, where no other letter is left; nan where there are fewer roots."""
        of, letter, index = self.args
        found = Poly(of, letter).real_roots() if letter in of.free_symbols else []
        return found[int(index)] if int(index) < len(found) else nan


def valued(expression: Expr) -> Expr:
    """The number that a root is where no letter is left in it; any other expression as it is.

    >>> from sympy import Symbol
    >>> p = Symbol("p")
    >>> valued(root(p**3 - 8, p, Integer(0)))
    2
    """
    is_number = isinstance(expression, root) and not expression.free_symbols
    return expression.value if is_number else expression


def _sign(value: Any) -> int:
    return (value > 0) - (value < 0)


@dataclass(frozen=True)
class Infinite:
    """The end of an unbounded range; `sign` is -1 or 1."""

    sign: int

    def compare(self, values: Sequence[Number], letter: Symbol) -> int:
        """The sign of the letter's value minus this end."""
        return -self.sign

    def value(self, values: Sequence[Number]) -> Expr:
        """The end at a point of the other letters."""
        return self.sign * oo

    def real(self, values: Sequence[Number]) -> None:
        """No number of the line."""

    def fixed(self, point: Mapping[Symbol, Number]) -> Infinite:
        """No letter stands in it."""
        return self

    def to_expr(self) -> Expr:
        """The SymPy expression."""
        return self.sign * oo

    def to_json(self) -> Any:
        """What stands for the end in JSON."""
        return str(self)

    def __str__(self) -> str:
        return "oo" if self.sign > 0 else "-oo"


@dataclass(frozen=True)
class Ratio:
    """A rational function of the other letters."""

    element: Element
    # shown as (-num)/(-den), where the denominator is negative on the domain
    is_flipped: bool = dataclass_field(default=False, compare=False)

    def compare(self, values: Sequence[Number], letter: Symbol) -> int:
        """The sign of the letter's value minus this end, exactly."""
        return _sign(values[self.element.field.position[letter]] - self.element.at(values))

    def value(self, values: Sequence[Number]) -> Expr:
        """The end at a point of the other letters, exactly."""
        return to_rational(self.element.at(values))

    def real(self, values: Sequence[Number]) -> Real:
        """The same as a number of the line."""
        return Real.of(self.element.at(values))

    def fixed(self, point: Mapping[Symbol, Number]) -> Ratio:
        """The end where some letters have these values."""
        own = {s: v for s, v in point.items() if s in self.element.symbols}
        return replace(self, element=self.element.restricted(own, self.element.field)) if own else self

    def to_expr(self) -> Expr:
        """The SymPy expression."""
        if not self.is_flipped:
            return self.element.to_expr()
        num, den = (-self.element).to_expr().as_numer_denom()
        return num / Add(*[-term for term in Add.make_args(den)])

    def to_json(self) -> Any:
        """What stands for the end in JSON."""
        return str(self)

    @cached_property
    def _board(self) -> str:
        return board(self.to_expr())

    def __str__(self) -> str:
        return self._board


@dataclass(frozen=True, eq=False)
class Root:
    """The real root number `index` (from 0, with multiplicity) of a polynomial in the letter."""

    field: Field
    poly: Any
    letter: Symbol
    index: int
    lead: int | None = None  # the sign of the leading coefficient, where the case fixes it

    def __reduce__(self) -> tuple[Any, ...]:
        return (rebuilt, (self.field, self.poly.to_dict(), self.letter, self.index, self.lead))

    @cached_property
    def coefficients(self) -> list[Any]:
        """The coefficients in the letter, lowest first, as polynomials in the others."""
        position = self.field.position[self.letter]
        parts: dict[int, dict[Any, Any]] = {}
        for monomial, coefficient in self.poly.to_dict().items():
            rest = tuple(0 if i == position else e for i, e in enumerate(monomial))
            parts.setdefault(int(monomial[position]), {})[rest] = coefficient
        context = self.field.context
        return [context.from_dict(parts.get(d, {})) for d in range(max(parts, default=0) + 1)]

    @property
    def degree(self) -> int:
        """The degree in the letter."""
        return len(self.coefficients) - 1

    def univariate(self, values: Sequence[Number]) -> Poly:
        """The polynomial at a point of the other letters."""
        return Poly([to_rational(c(*values)) for c in reversed(self.coefficients)], self.letter)

    def compare(self, values: Sequence[Number], letter: Symbol) -> int:
        """The sign of the letter's value minus this root, exactly, by counting roots."""
        poly = fmpq_poly([c(*values) for c in self.coefficients])
        x = values[self.field.position[self.letter]]
        below = upto = total = 0
        for factor, multiplicity in poly.numer().factor()[1]:
            for point in isolate(factor):
                while point.low < x < point.high:
                    point.refine()
                total += multiplicity
                below += multiplicity * bool(point.high <= x and point.low != x)
                upto += multiplicity * bool(point.high <= x)
        if total <= self.index:
            at = ", ".join(f"{n}={v}" for n, v in zip(self.field.names, values, strict=True))
            raise ExpressionError(f"{quote(self)} has no value at {at}: the case does not apply there")
        if below > self.index:
            return 1
        return 0 if upto > self.index else -1

    def value(self, values: Sequence[Number]) -> Expr:
        """The root at a point of the other letters, an exact algebraic number."""
        return self.univariate(values).real_roots()[self.index]

    def real(self, values: Sequence[Number]) -> Real:
        """The same as a number of the line."""
        poly = fmpq_poly([c(*values) for c in self.coefficients])
        found = [(x, m) for factor, m in poly.numer().factor()[1] for x in isolate(factor)]
        return [x for x, m in sorted(found, key=lambda f: f[0]) for _ in range(m)][self.index]

    def fixed(self, point: Mapping[Symbol, Number]) -> Ratio | Root:
        """The end where some letters have these values: a number where that leaves none and it is rational."""
        others = {s for s, d in zip(self.field.symbols, self.poly.degrees(), strict=True) if d} - {
            self.letter
        }
        if not others or not others <= set(point):  # the roots of what is left may have other indices
            return self
        there = self.real([point.get(s, fmpq(0)) for s in self.field.symbols])
        if there.is_rational:
            return Ratio(self.field.number(there.low))
        return replace(self, poly=restricted(self.poly, self.field, point, self.field), lead=None)

    @cached_property
    def leading_sign(self) -> int | None:
        """The sign of the leading coefficient where it is a number, or where the case fixes it."""
        lead = self.coefficients[-1]
        return _sign(lead.leading_coefficient()) if lead.is_constant() else self.lead

    def to_expr(self) -> Expr:
        """The closed form where the degree is at most 2, else the polynomial's root as an unevaluated function."""
        return self._expr

    @cached_property
    def _expr(self) -> Expr:
        c = [poly_to_expr(self.field, q) for q in self.coefficients]
        if self.degree == 1:
            return -c[0] / c[1]
        if self.degree == 2:
            return self._quadratic(c)
        return root(poly_to_expr(self.field, self.poly), self.letter, Integer(self.index))

    def _quadratic(self, c: list[Expr]) -> Expr:
        # The discriminant without its square number, and the whole in lowest terms, so that
        # sqrt(4*h)/2 reads sqrt(h).
        a, b = self.coefficients[2], self.coefficients[1]
        disc = b * b - 4 * a * self.coefficients[0]
        content, prim = primitive(disc) if disc else (fmpq(0), disc)
        outside, inside = sqrt(to_rational(content)).as_coeff_Mul()
        common = to_rational(primitive(2 * a)[0])
        for part in (outside, to_rational(primitive(b)[0]) if b else Integer(0)):
            common = gcd(common, part)
        radicand = Add(*[inside**2 * term for term in Add.make_args(poly_to_expr(self.field, prim))])
        root = outside / common * sqrt(radicand)
        above, below = (
            Add(*[term / common for term in Add.make_args(e)])
            for e in (-c[1], Add(*[2 * t for t in Add.make_args(c[2])]))
        )
        sign = -1 if self.index == 0 else 1
        if self.leading_sign is None:
            # smaller and larger root whatever the sign of the leading coefficient
            return above / below + sign * root / Abs(below)
        return (above + sign * self.leading_sign * root) / below

    def to_json(self) -> Any:
        """Text where there is a closed form, else root, polynomial and letter."""
        if self.degree <= 2:
            return self.to_text()
        return {"root": self.index, "of": poly_text(self.field, self.poly), "in": self.letter.name}

    def to_text(self) -> str:
        """What `to_expr` gives, as SymPy writes it."""
        return self._plain

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Root)
            and self.index == other.index
            and self.letter == other.letter
            and self.field is other.field
            and primitive(self.poly)[1] in (primitive(other.poly)[1], -primitive(other.poly)[1])
        )

    def __hash__(self) -> int:
        return hash((self.letter, self.index, self.degree))

    @cached_property
    def _plain(self) -> str:
        if self.degree > 2:  # a rule of many cases names the same few polynomials again and again
            return f"root({poly_text(self.field, self.poly)}, {self.letter}, {self.index})"
        return str(self.to_expr())

    @cached_property
    def _board(self) -> str:
        return board(self.to_expr())

    def __str__(self) -> str:
        return self._board


End = Infinite | Ratio | Root


def rebuilt(field: Field, terms: dict[Any, Any], letter: Symbol, index: int, lead: int | None) -> Root:
    """The root of the polynomial with these terms, as it was pickled."""
    return Root(field, field.context.from_dict(terms), letter, index, lead)
