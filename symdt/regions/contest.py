"""Contest: labelled functions on a domain, and which of them is least (or greatest) where.

The one noun behind rules, regions, orderings, maps and sensitivity; it knows nothing of decisions. Several
functions may share a label, whose value is then the best of theirs.

>>> from flint import fmpq
>>> from sympy import symbols
>>> from symdt.exact.field import Field
>>> x = symbols("x")
>>> f = Field.of([x]).element
>>> contest = Contest((("a", f(x)), ("b", f(1 - x)), ("c", f(2))), Domain("0 < x < 1"))
>>> contest.best([fmpq(1, 3)]), contest.best([fmpq(1, 2)])
(('a',), ('a', 'b'))

Law: what `needed` leaves out changes the optimum nowhere.

>>> [label for label, _ in contest.needed().functions]
['a', 'b']
>>> contest.needed().best([fmpq(1, 2)]) == contest.best([fmpq(1, 2)])
True
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic

from sympy import Symbol

from symdt.errors import ExpressionError
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.formula import Condition
from symdt.exact.optimum import Optimum, better, sign
from symdt.exact.polynomial import Number, Poly, to_number
from symdt.exact.solver import Budget
from symdt.regions.needed import needed

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    L = TypeVar("L", bound=Hashable, default=Any)  # a contest of whatever labels, where none are said
else:
    from typing import TypeVar

    L = TypeVar("L", bound=Hashable)


@dataclass(frozen=True)
class Contest(Generic[L]):
    """Which of these functions is least (`optimum="min"`) or greatest on the domain?

    `labels` lists the labels in the order in which ties are named; those of the functions if none are given.
    `guards`, where there are any, has for each function the conditions under which it counts.
    """

    functions: tuple[tuple[L, Element], ...]
    domain: Domain
    optimum: Optimum = "min"
    labels: tuple[L, ...] = ()
    guards: tuple[tuple[Condition, ...], ...] = ()

    def __post_init__(self) -> None:
        if not self.labels:
            object.__setattr__(self, "labels", tuple(dict.fromkeys(label for label, _ in self.functions)))

    @property
    def sign(self) -> int:
        """1 where the least is sought, −1 where the greatest."""
        return sign(self.optimum)

    @property
    def letters(self) -> tuple[Symbol, ...]:
        """The letters that are free, in the order of the field."""
        return self.domain.field.symbols

    @cached_property
    def differences(self) -> list[tuple[L, L, Poly]]:
        """The polynomials whose sign compares two functions of different labels, one for each pair."""
        found = []
        for i, (one, f) in enumerate(self.functions):
            for other, g in self.functions[i + 1 :]:
                if one != other:
                    poly = (f - g).sign_polynomial
                    if poly:
                        found.append((one, other, poly))
        return found

    def values_at(self, values: Sequence[Number]) -> dict[L, Number]:
        """The best value of each label at a point, exactly; functions that are undefined there are left out."""
        numbers = [to_number(v) for v in values]
        found: dict[L, Number] = {}
        for number, (label, function) in enumerate(self.functions):
            if not self.counts(number, numbers):
                continue
            try:
                value = function.at(numbers)
            except ExpressionError:
                continue
            found[label] = value if label not in found else better(self.optimum)(found[label], value)
        return found

    def counts(self, number: int, values: Sequence[Number]) -> bool:
        """Whether a function, by its number, is one of the contest at a point."""
        return not self.guards or all(c.holds(values) for c in self.guards[number])

    @property
    def borders(self) -> list[Poly]:
        """The polynomials on whose zeros a function begins or ceases to count."""
        return [c.poly for guard in self.guards for c in guard]

    def best(self, values: Sequence[Number]) -> tuple[L, ...]:
        """All labels that attain the optimum at a point, which need not lie in the domain."""
        found = self.values_at(values)
        optimal = better(self.optimum)(found.values(), default=None)
        return tuple(label for label in self.labels if label in found and found[label] == optimal)

    def at(self, point: Mapping[Any, Any]) -> Contest[L]:
        """The contest in the other letters where some letters have the values of `point`."""
        exact = self.domain.assigned(point)
        domain = self.domain.restricted_to(exact)
        functions = tuple((label, f.restricted(exact, domain.field)) for label, f in self.functions)
        guards = tuple(tuple(c.restricted(exact, domain.field) for c in guard) for guard in self.guards)
        return replace(self, functions=functions, domain=domain, guards=guards)

    def needed(self, budget: Budget | None = None) -> Contest[L]:
        """The contest without the functions that are nowhere strictly best: the same optimum, fewer curves."""
        if self.guards:
            return self
        kept, _ = needed([f for _, f in self.functions], self.domain, self.optimum, budget or Budget(60))
        return replace(self, functions=tuple(self.functions[i] for i in sorted(kept)))

    def along(self, letter: Symbol) -> Question[L]:
        """The contest as a question to be solved for a letter."""
        return Question(self.functions, self.domain, letter, self.optimum)


@dataclass(frozen=True)
class Question(Generic[L]):
    """A contest, solved for one letter: intervals of this letter, in cases of the others.

    Where the functions are others on each part of the domain, `parts` has a question of each, with the same
    labels in the same order; the parts are disjoint and together the domain.
    """

    functions: tuple[tuple[L, Element], ...]
    domain: Domain
    letter: Symbol
    optimum: Optimum = "min"
    parts: tuple[Question[L], ...] = ()

    @cached_property
    def contest(self) -> Contest[L]:
        """The contest without the letter."""
        return Contest(self.functions, self.domain, self.optimum)

    @property
    def sign(self) -> int:
        """1 where the least is sought, −1 where the greatest."""
        return sign(self.optimum)

    @cached_property
    def function(self) -> dict[L, Element]:
        """The function of each label."""
        return dict(self.functions)

    def best(self, values: Sequence[Number]) -> tuple[L, ...]:
        """All labels that attain the optimum at a point, by comparing exact values."""
        for part in self.parts:
            if part.domain.contains(values):
                return part.best(values)
        return self.contest.best(values)
