"""Domain: the set of parameter values that the user admits, a conjunction of polynomial conditions.

>>> from sympy import Rational, symbols
>>> p, h = symbols("p h")
>>> domain = Domain(p > 0, p < Rational(1, 4), h > 0)
>>> print(domain)
p > 0, 4*p < 1, h > 0
>>> domain.implies(Condition.of(1 - 2*p, ">")), domain.implies(Condition.of(h - 1, ">"))
(True, False)

The order of the conditions does not matter, and texts say the same as relations.

>>> domain == Domain("h > 0", "0 < p < 1/4")
True
>>> from sympy import Ne
>>> Domain("p != h") == Domain(Ne(p, h))
True

Assumptions of a symbol count as conditions of the domain.

>>> print(Domain(symbols=[symbols("k", positive=True)]))
k > 0
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any

from sympy import Expr, Rational, Symbol

from symdt.display import Displayed
from symdt.errors import BudgetError, DomainError, did_you_mean, quote
from symdt.exact.assumed import assumptions, flattened, letters_in_order
from symdt.exact.box import Box
from symdt.exact.field import Element, Field
from symdt.exact.formula import AnyFormula, Condition, Formula, all_of, negation
from symdt.exact.polynomial import Number, poly_to_expr, replacements, to_number, to_rational
from symdt.exact.solver import Answer, Budget, Found, NoPoint, Unknown, find_point, rational_values

#: How many points of the domain are kept to refute conditions without the solver.
POOL = 24
#: Seconds for one question about the domain.
SECONDS = 5.0

_UNBOUNDED = [
    Rational(n, d)
    for n, d in ((1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (5, 1), (1, 5), (10, 1), (1, 10), (40, 1))
]
_BOUNDED = [
    Rational(n, d)
    for n, d in ((1, 2), (1, 4), (3, 4), (1, 8), (7, 8), (1, 3), (2, 3), (1, 40), (39, 40), (5, 8))
]


class Domain(Displayed):
    """The points at which all `conditions` hold; `symbols` are its letters, in order of appearance.

    >>> domain = Domain("0 < p < 1", "h > 0")
    >>> print(domain)
    p > 0, p < 1, h > 0
    >>> domain.symbols
    (p, h)
    """

    conditions: tuple[Condition, ...]
    symbols: tuple[Symbol, ...]
    field: Field

    def __init__(self, *conditions: Any, symbols: Iterable[Symbol] = ()) -> None:
        parts = [
            part
            for condition in conditions
            for part in (condition.conditions if isinstance(condition, Domain) else flattened(condition))
        ]
        letters = dict.fromkeys([*symbols, *(s for part in parts for s in letters_in_order(part))])
        parts += [part for symbol in letters for part in assumptions(symbol)]
        self.symbols = tuple(letters)
        self.field = Field.of(letters)
        self.conditions = tuple(
            dict.fromkeys(part.into(self.field) for part in parts if part.truth is not True)
        )
        #: The letters that are whole numbers, by their place in the field.
        self.whole = tuple(i for i, s in enumerate(self.field.symbols) if s.is_integer)
        self._implied: dict[Any, bool | None] = {}
        # points at which the solver refuted something: they may refute again, and serve nothing else, so that
        # no answer depends on what was asked before
        self._refuting: list[tuple[Number, ...]] = []

    def extended(self, symbols: Iterable[Symbol]) -> Domain:
        """The same domain with further letters, whose assumptions become conditions."""
        new = [s for s in symbols if s not in self.field.position]
        if not new:
            return self
        return Domain(*self.conditions, symbols=[*self.symbols, *sorted(new, key=lambda s: s.name)])

    def restricted(self, *conditions: Any) -> Domain:
        """The part of the domain where further conditions hold."""
        return Domain(*self.conditions, *conditions, symbols=self.symbols)

    def letter(self, name: Any) -> Symbol:
        """The letter of this name, given as a text or a symbol; an error names the nearest.

        >>> Domain("0 < p < 1").letter("p")
        p
        """
        text = getattr(name, "name", name)
        found = next((s for s in self.symbols if s.name == text), None)
        if found is None:
            known = [s.name for s in self.symbols]
            raise DomainError(f"{quote(text)} is no parameter: {did_you_mean(str(text), known)}")
        return found

    def assigned(self, point: Mapping[Any, Any]) -> dict[Symbol, Number]:
        """The exact numbers that a point gives to some or all letters, which may be named by texts."""
        return {self.letter(key): to_number(value) for key, value in point.items()}

    def restricted_to(self, point: Mapping[Any, Any]) -> Domain:
        """What remains of the domain, in the other letters, where some letters have the values of `point`.

        >>> print(Domain("0 < p < 1", "h > p").restricted_to({"p": "1/2"}))
        2*h > 1
        """
        exact = self.assigned(point)
        self._check_whole(exact)
        others = [s for s in self.symbols if s not in exact]
        field = Field.of(others)
        conditions = []
        for condition in self.conditions:
            fixed = condition.restricted(exact, field)
            if fixed.truth is False:
                where = ", ".join(f"{s}={v}" for s, v in exact.items())
                raise DomainError(f"the point {where} lies outside the domain: it breaks {condition}")
            conditions.append(fixed)
        return Domain(*conditions, symbols=others)

    def replacing(self, *what: Any) -> dict[Symbol, Expr]:
        """What SymPy's `subs` is given, for letters of the domain; others are let pass, as SymPy does."""
        return replacements(self.symbols, *what)

    def subs(self, *what: Any) -> Domain:
        """The points at which all conditions hold with letters replaced by expressions, as SymPy's `subs`.

        >>> p, q = Symbol("p"), Symbol("q")
        >>> print(Domain("0 < p < 1", "h >= p").subs(p, 1/q))
        q > 0, q**2 > q, h*q**2 >= q, q != 0
        """
        new = self.replacing(*what)
        letters: dict[Symbol, None] = {}
        for symbol in self.symbols:
            fresh = [symbol] if symbol not in new else sorted(new[symbol].free_symbols, key=lambda s: s.name)
            letters |= dict.fromkeys(fresh)
        field = Field.of(letters)
        conditions: list[Condition] = []
        for condition in self.conditions:
            element = field.element(poly_to_expr(condition.field, condition.poly).xreplace(new))
            poly = element.num if condition.op in ("==", "!=") else element.sign_polynomial
            changed = Condition(field, poly, condition.op)
            if changed.truth is False:
                raise DomainError(
                    f"what is put for the letters breaks {condition}: nothing of the domain is left"
                )
            conditions.append(changed)
            if not element.is_polynomial and condition.op != ">":
                conditions.append(Condition(field, element.den, "!="))
        return Domain(*conditions, symbols=letters)

    @property
    def free_symbols(self) -> set[Symbol]:
        """The letters, as SymPy asks for them."""
        return set(self.symbols)

    def __str__(self) -> str:
        return ", ".join(map(str, self.conditions)) or "all real values"

    def __repr__(self) -> str:
        if any(s != Symbol(s.name) for s in self.symbols):  # a text would forget assumptions
            parts = [str(c.to_relational()) for c in self.conditions]
        else:
            parts = [repr(str(c)) for c in self.conditions]
        if self.symbols != Domain(*self.conditions).symbols:
            parts.append(f"symbols={list(self.symbols)!r}")
        return f"Domain({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Domain)
            and set(self.conditions) == set(other.conditions)
            and set(self.symbols) == set(other.symbols)
        )

    def __hash__(self) -> int:
        return hash((frozenset(self.conditions), frozenset(self.symbols)))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (self.conditions, self.symbols))

    # --- points ---------------------------------------------------------------------------

    def contains(self, values: Sequence[Number]) -> bool:
        """Whether the point with these coordinates (in the order of the field) lies in the domain."""
        return all(values[i].q == 1 for i in self.whole) and all(c.holds(values) for c in self.conditions)

    def check_point(self, point: Mapping[Any, Any]) -> tuple[Number, ...]:
        """The coordinates of a point that lies in the domain; an error names the condition it breaks."""
        named = {getattr(s, "name", s): v for s, v in point.items()}
        unknown = sorted(set(named) - set(self.field.names))
        if unknown:
            raise DomainError(
                f"{quote(unknown[0])} is no parameter: use {', '.join(self.field.names) or 'none'}"
            )
        values = self.field.values(point)
        self._check_whole(dict(zip(self.field.symbols, values, strict=True)))
        for condition in self.conditions:
            if not condition.holds(values):
                where = ", ".join(f"{n}={v}" for n, v in zip(self.field.names, values, strict=True))
                raise DomainError(f"the point {where} lies outside the domain: it breaks {condition}")
        return values

    def _check_whole(self, exact: Mapping[Symbol, Number]) -> None:
        odd = next((s for s, v in exact.items() if s.is_integer and v.q != 1), None)
        if odd is not None:
            raise DomainError(f"the point has {odd}={exact[odd]}: {odd} is a whole number, give one")

    @property
    def witness(self) -> tuple[Number, ...]:
        """A point of the domain, simple where possible; an error if there is none."""
        return self.samples[0]

    @cached_property
    def samples(self) -> tuple[tuple[Number, ...], ...]:
        """Some points of the domain, the same whatever was asked before, simplest first; never empty."""
        found = tuple(sorted(self._sampled(), key=lambda values: sum(len(str(v)) for v in values)))
        if found:
            return found
        answer = self.find(Formula("and", ()))
        if isinstance(answer, NoPoint):
            raise DomainError(f"the domain {quote(self)} is empty: no values obey all its conditions")
        if isinstance(answer, Unknown):
            raise BudgetError(
                f"no point of the domain {quote(self)} was found within {SECONDS:g} s: simplify its conditions"
            )
        values = rational_values(self.field, answer.point)
        if values is None:
            raise DomainError(
                f"the domain {quote(self)} has no rational point that could be found: relax its equations"
            )
        return (values,)

    def _sampled(self) -> Iterator[tuple[Number, ...]]:
        choices = [[to_number(v) for v in self._coordinates(symbol)] for symbol in self.field.symbols]
        chance = random.Random(1998)  # fixed: answers are the same in every run
        seen: set[tuple[int, ...]] = set()
        found, all_points = 0, prod(map(len, choices))
        for attempt in range(40 * POOL):
            if len(seen) == all_points:  # most domains of one or two letters: the rest would be drawn in vain
                return
            index = tuple(0 if attempt == 0 else chance.randrange(len(c)) for c in choices)
            if index in seen:
                continue
            seen.add(index)
            values = tuple(c[i] for c, i in zip(choices, index, strict=True))
            if self.contains(values):
                yield values
                found += 1
                if found == POOL:
                    return

    def _coordinates(self, symbol: Symbol) -> list[Rational]:
        low, high, _, _ = self.box[self.field.position[symbol]]
        if symbol.is_integer:
            return _whole_numbers(low, high)
        if low is not None and high is not None:
            a, b = to_rational(low), to_rational(high)
            return [a + (b - a) * t for t in _BOUNDED] if a < b else [a]
        if low is not None:
            return [to_rational(low) + t for t in _UNBOUNDED]
        if high is not None:
            return [to_rational(high) - t for t in _UNBOUNDED]
        return [Rational(0), *_UNBOUNDED, *[-t for t in _UNBOUNDED]]

    @cached_property
    def box(self) -> Box:
        """The bounds of each letter, from the conditions on one letter alone."""
        return Box.of(self.field, self.conditions)

    @property
    def settled(self) -> dict[str, Number]:
        """The letters to which their bounds leave one value, with it.

        >>> Domain("1/3 <= p <= 1/3", "k > 0").settled
        {'p': 1/3}
        """
        bounds = zip(self.field.names, self.box, strict=True)
        return {n: low for n, (low, high, *_) in bounds if low is not None and low == high}

    # --- questions ------------------------------------------------------------------------

    def find(self, formula: AnyFormula, budget: Budget | None = None, seconds: float = SECONDS) -> Answer:
        """A point of the domain at which the formula holds."""
        return find_point(all_of(*self.conditions, formula), self.symbols, budget=budget, seconds=seconds)

    def implies(self, condition: Condition, budget: Budget | None = None) -> bool | None:
        """Whether the condition holds on the whole domain; None where that was not decided.

        Cheap arguments first: the coefficients on the box of the domain, then known points of the
        domain as counter-examples, and the solver last.
        """
        if condition.truth is not None:
            return condition.truth
        condition = condition.into(self.field)
        if self.box.is_positive_affine(condition):
            return True
        key = condition.key
        if key not in self._implied:
            answer = self._implies(condition, budget)
            if answer is None:
                return None
            self._implied[key] = answer
        return self._implied[key]

    def _implies(self, condition: Condition, budget: Budget | None) -> bool | None:
        if self._obvious(condition):
            return True
        if any(not condition.holds(values) for values in (*self.samples, *self._refuting)):
            return False
        answer = self.find(negation(condition), budget)
        if isinstance(answer, Found):
            values = rational_values(self.field, answer.point)
            if values is not None and len(self._refuting) < 7 * POOL:
                self._refuting.append(values)
            return False
        return True if isinstance(answer, NoPoint) else None

    def sign(self, element: Element, budget: Budget | None = None) -> int | None:
        """1, -1 or 0 where the element has that one sign on the whole domain, else None."""
        poly = element.sign_polynomial
        if not poly:
            return 0
        if self.implies(Condition(element.field, poly, ">"), budget):
            return 1
        return -1 if self.implies(Condition(element.field, -poly, ">"), budget) else None

    def _obvious(self, condition: Condition) -> bool:
        if condition in self.conditions:
            return True
        if condition.op == "==":
            return False
        if condition.op == "!=":
            return self.box.is_positive(condition.poly, True) or self.box.is_positive(-condition.poly, True)
        return self.box.is_positive(condition.poly, condition.op == ">")


def _whole_numbers(low: Number | None, high: Number | None) -> list[Rational]:
    """Some whole numbers between bounds, the first ones and the last, bounds included."""
    if low is None and high is None:
        return [Rational(n) for n in (1, 0, 2, -1, 3, -2, 5, 10, -10)]
    if low is None or high is None:
        start = low.ceil() if low is not None else high.floor()  # type: ignore[union-attr]
        step = 1 if low is not None else -1
        return [Rational(int(start) + step * n) for n in (1, 0, 2, 3, 4, 6, 10, 20, 100)]
    first, last = int(low.ceil()), int(high.floor())
    count = max(1, last - first)
    return [
        Rational(n) for n in sorted({first + count * i // 8 for i in range(9)} | {first + 1}) if n <= last
    ]


def _rebuild(conditions: tuple[Condition, ...], symbols: tuple[Symbol, ...]) -> Domain:
    return Domain(*conditions, symbols=symbols)
