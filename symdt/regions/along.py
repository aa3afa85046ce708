"""Along: which label of a contest is best along one letter, and what is worth showing of it.

>>> from symdt.exact.domain import Domain
>>> x = Symbol("x")
>>> f = Field.of([x]).element
>>> c = Contest((("a", f(x)), ("b", f(1 - x))), Domain("0 < x < 1"))
>>> [(piece.label, str(piece.start), str(piece.stop)) for piece in pieces(c, x)]
[('a', '0', '1/2'), ('b', '1/2', '1')]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpz_poly
from sympy import Expr, Poly, Rational, Symbol
from sympy import roots as closed_roots

from symdt.errors import DomainError, did_you_mean, quote
from symdt.exact.field import Field
from symdt.exact.polynomial import Number, poly_to_expr, to_number, to_rational
from symdt.regions.contest import Contest


def letter(question: Any, name: Any) -> Symbol:
    """The parameter of this name; an error names the nearest."""
    symbols = question.domain.symbols
    text = getattr(name, "name", str(name))
    found = next((s for s in symbols if s.name == text), None)
    if found is None:
        raise DomainError(f"{quote(text)} is no parameter: {did_you_mean(text, [s.name for s in symbols])}")
    return found


def only(question: Contest[Any], *wanted: Symbol) -> None:
    """An error if other letters than those wanted are free."""
    extra = [s.name for s in question.letters if s not in wanted]
    if extra:
        raise DomainError(
            f"the parameter {quote(extra[0])} is free: fix it, for instance with at={{{quote(extra[0])}: 1}} or --at {extra[0]}=1"
        )


# --- one parameter ------------------------------------------------------------------------


@dataclass(frozen=True)
class Root:
    """A number where two functions meet: a SymPy number where it has a short form, and its float."""

    exact: Expr | None
    value: float

    def __str__(self) -> str:
        return str(self.exact) if self.exact is not None else f"{self.value:.6g}"


@dataclass(frozen=True)
class Piece:
    """An interval of the parameter and the label that is best there."""

    label: str
    start: Root
    stop: Root


def pieces(question: Contest[Any], x: Symbol, window: tuple[Any, Any] | None = None) -> list[Piece]:
    """Which label is best along one parameter: intervals that cover the window, in order."""
    only(question, x)
    low, high = window_of(question, x) if window is None else map(to_number, window)
    cuts: dict[float, Root] = {}
    conditions = [c.poly for c in question.domain.conditions]
    for poly in [*(d[2] for d in question.differences), *conditions]:
        for root in real_roots(_univariate(poly, 0)):
            if float(low) < root.value < float(high):
                cuts.setdefault(round(root.value, 13), root)
    ends = [_rational_root(low), *(cuts[v] for v in sorted(cuts)), _rational_root(high)]
    found: list[Piece] = []
    for start, stop in pairwise(ends):
        here = (_between(start.value, stop.value),)
        if not question.domain.contains(here):
            continue
        label = question.best(here)[0]
        if found and found[-1].label == label and found[-1].stop == start:
            found[-1] = Piece(label, found[-1].start, stop)
        else:
            found.append(Piece(label, start, stop))
    return found


def window_of(question: Contest[Any], x: Symbol) -> tuple[Number, Number]:
    """What is shown of a parameter: its range, or as much of an unbounded one as has changes in it."""
    low, high, _, _ = question.domain.box[question.domain.field.position[x]]
    if low is not None and high is not None:
        if low == high:
            raise DomainError(
                f"the parameter {quote(x.name)} has one value only: choose another for the axis"
            )
        return low, high
    changes = [abs(v) for v in _changes(question, x, low, high)]
    reach = to_number(_nice(1.6 * max(changes))) if changes else fmpq(10)
    if low is not None:
        return low, low + reach
    if high is not None:
        return high - reach, high
    return -reach, reach


def _changes(question: Contest[Any], x: Symbol, low: Number | None, high: Number | None) -> list[float]:
    """Distances from the bound at which the best label, or the order of best labels along the other letter, changes."""
    origin = low if low is not None else high if high is not None else fmpq(0)
    sign = -1 if low is None and high is not None else 1
    if len(question.letters) == 1:
        far = fmpq(10) ** 6
        window = (origin, origin + far) if sign > 0 else (origin - far, origin)
        found = pieces(question, x, window if low is not None or high is not None else (-far, far))
        return [abs(p.stop.value - float(origin)) for p in found[:-1]]
    before: tuple[str, ...] | None = None
    changes = []
    for step in range(-24, 25):
        distance = to_number(Rational(round(10 ** (step / 8) * 1000), 1000))
        seen = _sequence(question, x, origin + sign * distance)
        if before is not None and seen != before:
            changes.append(float(distance))
        before = seen
    return changes


def _sequence(question: Contest[Any], x: Symbol, value: Number) -> tuple[str, ...]:
    """The best labels along the other letter, where `x` has this value."""
    try:
        fixed = question.at({x: value})
    except DomainError:
        return ()
    domain = fixed.domain
    other = domain.field.symbols[0]
    low, high, _, _ = domain.box[0]
    start = low if low is not None else fmpq(-10) if high is None else high - 10
    stop = high if high is not None else start + (10 if low is not None else 20)
    return tuple(p.label for p in pieces(fixed, other, (start, stop)))


def _nice(value: float) -> Rational:
    """The next number above with one digit or two."""
    from math import floor, log10

    scale = Rational(10) ** floor(log10(value))
    steps = [Rational(n, 2) for n in (2, 3, 4, 5, 6, 8, 10, 12, 16, 20)]
    return next(s * scale for s in steps if float(s * scale) >= value * (1 - 1e-9))


def univariate(field: Field, poly: Any, x: Symbol) -> list[Number]:
    """The coefficients, lowest first, of a polynomial in one letter only."""
    return _univariate(poly, field.position[x])


def _univariate(poly: Any, index: int) -> list[Number]:
    coefficients: dict[int, Number] = {}
    for monomial, c in poly.to_dict().items():
        coefficients[int(monomial[index])] = c
    return [coefficients.get(i, fmpq(0)) for i in range(max(coefficients, default=-1) + 1)]


def integer_polynomial(coefficients: Iterable[Number]) -> Any:
    """The polynomial with these rational coefficients, cleared of denominators."""
    numbers = list(coefficients)
    common = 1
    for c in numbers:
        common = common * int(c.q) // _gcd(common, int(c.q))
    return fmpz_poly([int(c.p) * (common // int(c.q)) for c in numbers])


def _gcd(a: int, b: int) -> int:
    from math import gcd

    return gcd(a, b)


def real_roots(coefficients: Sequence[Number]) -> list[Root]:
    """The distinct real roots of a polynomial, in order.

    >>> from flint import fmpq
    >>> [str(r) for r in real_roots([fmpq(-2), fmpq(0), fmpq(1)])]
    ['-sqrt(2)', 'sqrt(2)']
    """
    poly = integer_polynomial(coefficients)
    found: list[Root] = []
    if poly.degree() < 1:
        return found
    for factor, _ in poly.factor()[1]:
        if factor.degree() == 1:
            found.append(_rational_root(fmpq(-int(factor[0]), int(factor[1]))))
            continue
        values = sorted(float(z.real.mid()) for z, _ in factor.complex_roots() if z.imag == 0)
        exact: list[Any] = [None] * len(values)
        if factor.degree() == 2:
            t = Symbol("t")
            quadratic = Poly([int(factor[i]) for i in (2, 1, 0)], t)
            closed = sorted((r for r in closed_roots(quadratic) if r.is_real), key=float)
            exact = closed if len(closed) == len(values) else exact
        found += [Root(e, v) for e, v in zip(exact, values, strict=True)]
    return sorted(found, key=lambda r: r.value)


def _rational_root(number: Number) -> Root:
    exact = to_rational(number)
    return Root(exact, float(exact))


def _between(a: float, b: float) -> Number:
    middle = Fraction((a + b) / 2).limit_denominator(max(1000, int(64 / max(b - a, 1e-15))))
    return fmpq(middle.numerator, middle.denominator)


def describe(poly: Any, field: Field) -> str:
    """A polynomial as text, for messages."""
    return str(poly_to_expr(field, poly))
