"""Contest: labelled functions of the parameters, and which of them is best where — for pictures.

Everything is decided in exact arithmetic; floats appear only as coordinates on paper.

>>> x = Symbol("x")
>>> f = Field.of([x]).element
>>> c = Contest((("a", f(x)), ("b", f(1 - x))), Domain("0 < x < 1"), "min", ("a", "b"))
>>> c.best((Rational(1, 3),))
'a'
>>> [(piece.label, str(piece.start), str(piece.stop)) for piece in pieces(c, x)]
[('a', '0', '1/2'), ('b', '1/2', '1')]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpz_poly
from sympy import Expr, Poly, Rational, Symbol
from sympy import roots as closed_roots

from symdt.errors import BudgetError, DomainError, ExpressionError, did_you_mean, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field
from symdt.exact.formula import Condition, all_of
from symdt.exact.optimum import Optimum, better, sign
from symdt.exact.polynomial import Number, poly_to_expr, to_number, to_rational
from symdt.exact.solver import Budget, Found, NoPoint


@dataclass(frozen=True, eq=False)
class Contest:
    """Functions with labels, `optimum` "min" or "max"; several functions may share a label."""

    values: tuple[tuple[str, Element], ...]
    domain: Domain
    optimum: Optimum
    labels: tuple[str, ...]

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The letters that are free."""
        return self.domain.field.symbols

    @cached_property
    def differences(self) -> list[tuple[str, str, Any]]:
        """The polynomials whose sign compares two functions of different labels, one for each pair."""
        found = []
        for i, (one, f) in enumerate(self.values):
            for other, g in self.values[i + 1 :]:
                if one != other:
                    poly = (f - g).sign_polynomial
                    if poly:
                        found.append((one, other, poly))
        return found

    def needed(self, budget: Budget | None = None) -> Contest:
        """The contest without the functions that are nowhere strictly best: the same regions, fewer curves.

        >>> x = Symbol("x")
        >>> f = Field.of([x]).element
        >>> c = Contest((("a", f(x)), ("b", f(1 - x)), ("c", f(2))), Domain("0 < x < 1"), "min", ("a", "b", "c"))
        >>> [label for label, _ in c.needed().values]
        ['a', 'b']
        """
        kept, _ = needed([f for _, f in self.values], self.domain, self.optimum, budget or Budget(60))
        return Contest(tuple(self.values[i] for i in sorted(kept)), self.domain, self.optimum, self.labels)

    def values_at(self, point: Sequence[Any]) -> dict[str, Number]:
        """The best value that each label attains at a point, exactly; undefined ones are left out."""
        numbers = [to_number(v) for v in point]
        optimal = better(self.optimum)
        found: dict[str, Number] = {}
        for label, element in self.values:
            try:
                value = element.at(numbers)
            except ExpressionError:
                continue
            found[label] = value if label not in found else optimal(found[label], value)
        return found

    def best(self, point: Sequence[Any]) -> str | None:
        """The label that is best at a point (the first of a tie), or None outside the domain."""
        if not self.domain.contains([to_number(v) for v in point]):
            return None
        found = self.values_at(point)
        optimal = better(self.optimum)
        target = optimal(found.values())
        return next(label for label in self.labels if found.get(label) == target)


def needed(
    functions: Sequence[Element], domain: Domain, optimum: Optimum, budget: Budget
) -> tuple[list[int], bool]:
    """Which functions the optimum needs: without one of them it would be another function on the domain.

    Given by their places; and whether every comparison was decided within the budget (a function that was not
    shown superfluous is kept).

    >>> x = Symbol("x")
    >>> f = Field.of([x]).element
    >>> needed([f(x), f(1 - x), f(2)], Domain("0 < x < 1"), "min", Budget(5))
    ([0, 1], True)
    """
    one = sign(optimum)
    is_certain = True

    def never_worse(i: int, j: int) -> bool:
        nonlocal is_certain
        poly = (functions[j] - functions[i]).sign_polynomial * one
        if not poly:
            return True
        answer = domain.implies(Condition(domain.field, poly, ">="), budget)
        is_certain &= answer is not None
        return answer is True

    kept: list[int] = []
    for new in range(len(functions)):
        if len(kept) > 64 and budget.is_spent:
            raise BudgetError(
                f"comparing {len(functions)} strategies took more than {budget.seconds:g} s: fix some letters"
            )
        if not any(never_worse(old, new) for old in kept):
            kept = [old for old in kept if not never_worse(new, old)]
            kept.append(new)
    if len(kept) <= 2:
        return kept, is_certain
    certain: set[int] = set()
    for values in domain.samples:
        try:
            at = [one * functions[i].at(values) for i in kept]
        except ExpressionError:  # a posterior is undefined where its observation cannot happen
            continue
        best = min(at)
        if at.count(best) == 1:
            certain.add(kept[at.index(best)])
    for i in [i for i in kept if i not in certain]:
        others = [functions[j] for j in kept if j != i]
        better_somewhere = attains(functions[i], others, domain, optimum, budget, strictly=True)
        is_certain &= better_somewhere is not None
        if better_somewhere is False:
            kept = [j for j in kept if j != i]
    return kept, is_certain


def attains(
    one: Element,
    others: Iterable[Element],
    domain: Domain,
    optimum: Optimum,
    budget: Budget | None = None,
    *,
    strictly: bool = False,
) -> bool | None:
    """Whether a function is at least as good as all others (`strictly`: better) at some point of the domain."""
    conditions = [
        Condition(domain.field, (other - one).sign_polynomial * sign(optimum), ">" if strictly else ">=")
        for other in others
    ]
    if any(all(c.holds(values) for c in conditions) for values in domain.samples):
        return True
    answer = domain.find(all_of(*conditions), budget)
    return True if isinstance(answer, Found) else (False if isinstance(answer, NoPoint) else None)


def letter(question: Any, name: Any) -> Symbol:
    """The parameter of this name; an error names the nearest."""
    symbols = question.domain.symbols
    text = getattr(name, "name", str(name))
    found = next((s for s in symbols if s.name == text), None)
    if found is None:
        raise DomainError(f"{quote(text)} is no parameter: {did_you_mean(text, [s.name for s in symbols])}")
    return found


def only(question: Contest, *wanted: Symbol) -> None:
    """An error if other letters than those wanted are free."""
    extra = [s.name for s in question.symbols if s not in wanted]
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


def pieces(question: Contest, x: Symbol, window: tuple[Any, Any] | None = None) -> list[Piece]:
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
        label = question.best((_between(start.value, stop.value),))
        if label is None:
            continue
        if found and found[-1].label == label and found[-1].stop == start:
            found[-1] = Piece(label, found[-1].start, stop)
        else:
            found.append(Piece(label, start, stop))
    return found


def window_of(question: Contest, x: Symbol) -> tuple[Number, Number]:
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


def _changes(question: Contest, x: Symbol, low: Number | None, high: Number | None) -> list[float]:
    """Distances from the bound at which the best label, or the order of best labels along the other letter, changes."""
    origin = low if low is not None else high if high is not None else fmpq(0)
    sign = -1 if low is None and high is not None else 1
    if len(question.symbols) == 1:
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


def _sequence(question: Contest, x: Symbol, value: Number) -> tuple[str, ...]:
    """The best labels along the other letter, where `x` has this value."""
    point = {x: value}
    try:
        domain = question.domain.restricted_to(point)
    except DomainError:
        return ()
    values = tuple((n, e.restricted(point, domain.field)) for n, e in question.values)
    fixed = Contest(values, domain, question.optimum, question.labels)
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


__all__ = [
    "Contest",
    "Piece",
    "Root",
    "attains",
    "letter",
    "needed",
    "only",
    "pieces",
    "real_roots",
    "window_of",
]
