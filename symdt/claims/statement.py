"""Statements: what a claim says, in a form that can be tested.

A statement is a formula for `prove`, or a computation that compares what is printed with what is
true, case by case. Testing one gives a `Finding`: true, false with a counter-example, or not
decided; and the point or the number of cases that shows its hypotheses to be satisfiable.

>>> print(Formula("p < 1 implies p < 2").test())
true
>>> print(Formula("p < 2 implies p < 1", counter={"p": "1"}).test())
false at p = 1
>>> def powers(start):
...     for q in range(3):
...         yield {"q": q}, sum(math.comb(q, j) for j in range(start, q + 1)), 2**q
>>> print(Computation(powers, {"start": 0}).test())
true
>>> print(Computation(powers, {"start": 1}).test())
false at q = 0: 1, not 0

A formula that Z3 proves is asked of cvc5 too, where that is installed (see `second`), and every
condition of an implication in it, however deep, must hold somewhere (see `vacuity`).
"""

from __future__ import annotations

import math  # noqa: F401 - for the doctest
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from sympy import Basic, Expr

from symdt.claims.repair import Repair
from symdt.claims.second import second_opinion
from symdt.claims.vacuity import conditions_of
from symdt.errors import SymdtError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import equal
from symdt.exact.formula import symbols_of
from symdt.exact.language.syntax import parse, parse_statement
from symdt.exact.polynomial import substituted
from symdt.exact.proof import prove
from symdt.exact.solver import Found, NoPoint
from symdt.exact.verdict import Proved, Refuted


@dataclass(frozen=True)
class Finding:
    """What a test found: the truth (None: not decided), where it fails, what was done, and what is not empty."""

    truth: bool | None
    counterexample: Mapping[str, str] = field(default_factory=dict)
    steps: tuple[str, ...] = ()
    witness: Mapping[str, str] = field(default_factory=dict)
    solvers: tuple[str, ...] = ()  # which solvers decided it, where one was asked

    def __str__(self) -> str:
        if self.truth is not False:
            return "true" if self.truth else f"undecided: {'; '.join(self.steps)}"
        at = {k: v for k, v in self.counterexample.items() if k not in ("printed", "true")}
        where = ", ".join(f"{k} = {v}" for k, v in at.items())
        ends = self.counterexample
        values = f": {ends['true']}, not {ends['printed']}" if "printed" in ends else ""
        return f"false at {where}{values}"


@dataclass(frozen=True)
class Formula:
    """A statement for `prove`; `where` gives the meaning of names in it, computed from the toolkit's objects.

    `counter` is a point chosen by hand at which it fails; it is checked, and replaced by the
    solver's own where none is given.
    """

    text: str
    assume: tuple[str, ...] = ()
    where: Mapping[str, Any] = field(default_factory=dict, hash=False)
    counter: Mapping[str, str] = field(default_factory=dict, hash=False)

    def but(self, old: str, new: str) -> Formula:
        """The statement with a part of its text, or else of its hypotheses, changed."""
        if old in self.text:
            return replace(self, text=self.text.replace(old, new), counter={})
        if not any(old in condition for condition in self.assume):
            raise ValueError(f"{old!r} is no part of {self.formal!r}")
        return replace(self, assume=tuple(c.replace(old, new) for c in self.assume), counter={})

    def given(self, *conditions: str) -> Formula:
        """The statement under further hypotheses."""
        return replace(self, assume=(*self.assume, *conditions), counter={})

    def without(self, condition: str) -> Formula:
        """The statement with one hypothesis dropped."""
        left = tuple(c for c in self.assume if c != condition)
        if len(left) == len(self.assume):
            raise ValueError(f"{condition!r} is no hypothesis of {self.text!r}")
        return replace(self, assume=left, counter={})

    @cached_property
    def meant(self) -> str:
        """The statement with every name of `where` replaced by its meaning."""
        return self._put(self.text)

    @cached_property
    def domain(self) -> Domain:
        """The hypotheses, with all letters of the statement."""
        return Domain(*map(self._put, self.assume)).extended(_letters(self.meant))

    def _put(self, text: str) -> str:
        if not self.where:
            return text
        names = "|".join(sorted(map(re.escape, self.where), key=len, reverse=True))
        return re.sub(rf"\b({names})\b", lambda m: f"({self.where[m.group(1)]})", text)

    @property
    def formal(self) -> str:
        """The statement with its hypotheses, as one writes it."""
        return f"{self.text}  for {', '.join(self.assume)}" if self.assume else self.text

    def test(self) -> Finding:
        """Proved for all values, or refuted at a point."""
        domain = self.domain
        witness = {n: str(v) for n, v in zip(domain.field.names, domain.witness, strict=True)}
        steps = [f"{name} = {value}" for name, value in self.where.items() if _occurs(name, self.text)]
        if self.counter:
            fixed = domain.restricted(*(f"{n} == {v}" for n, v in self.counter.items()))
            if isinstance(prove(self.meant, fixed), Refuted):
                solvers = second_opinion(self.meant, fixed, is_true=False)
                steps.append(f"refuted by putting in {point_text(self.counter)} ({' and '.join(solvers)})")
                return Finding(False, {**self.counter, **self._values()}, tuple(steps), witness, solvers)
        verdict = prove(self.meant, domain)
        if isinstance(verdict, Proved):
            found, doubts = self._conditions()
            witness, steps = witness | found, [*steps, *doubts]
            solvers = second_opinion(self.meant, domain, is_true=True)
            said = f"proved for all values by {' and '.join(solvers)}: {self.formal}"
            return Finding(True, {}, (*steps, said), witness, solvers)
        if isinstance(verdict, Refuted):
            point = {s.name: str(v) for s, v in sorted(verdict.counterexample.items(), key=str)}
            exact = {s: v for s, v in verdict.counterexample.items() if v.is_Rational}
            fixed = domain.restricted(*(f"{s.name} == {v}" for s, v in exact.items()))
            solvers = second_opinion(self.meant, fixed, is_true=False)
            return Finding(False, point, (*steps, f"refuted: {self.formal}"), witness, solvers)
        return Finding(None, {}, (str(verdict),), witness)

    def _conditions(self) -> tuple[dict[str, str], list[str]]:
        """A point for the first condition of an implication, and what was not decided about the others."""
        witness: dict[str, str] = {}
        steps = []
        for inner in conditions_of(parse_statement(self.meant)):
            answer = self.domain.find(inner.condition)
            if isinstance(answer, NoPoint):
                what = "the condition of" if inner.is_outermost else f"{inner.name} inside"
                raise SymdtError(
                    f"{what} {quote(self.text)} {inner.fault}: the statement is vacuous, so weaken its condition"
                )
            if not isinstance(answer, Found):
                steps.append(f"not decided whether {inner.name} can hold")
            elif not witness:
                witness = {s.name: str(v) for s, v in sorted(answer.point.items(), key=str)}
        return witness, steps

    def _values(self) -> dict[str, str]:
        """What the names in the text are worth at the counter-example."""
        found = {}
        for name, value in self.where.items():
            if _occurs(name, self.text):
                expr = value if isinstance(value, Expr) else parse(str(value), _letters(str(value) + " == 0"))
                point = {
                    s: parse(self.counter[s.name], ()) for s in expr.free_symbols if s.name in self.counter
                }
                found[name] = str(substituted(expr, point))
        return found


#: One case of a computation: where it is, what is printed there, what is true there.
Triple = tuple[Mapping[str, Any], Any, Any]


@dataclass(frozen=True)
class Computation:
    """A statement that is tested case by case: `cases(**arguments)` yields (where, printed, true).

    `meaning` says of an argument what kind of repair it is to change it: a summation index is a "range", the
    selection of the cases a "hypothesis", and so on. An argument without a meaning may be mutated, not repaired.
    """

    cases: Callable[..., Iterator[Triple]]
    arguments: Mapping[str, Any] = field(default_factory=dict, hash=False)
    meaning: Mapping[str, Repair] = field(default_factory=dict, hash=False)

    def but(self, **changes: Any) -> Computation:
        """The statement with some of its arguments changed."""
        unknown = set(changes) - set(self.arguments)
        if unknown:
            raise ValueError(f"{unknown} is no argument of the statement")
        if all(self.arguments[name] == value for name, value in changes.items()):
            raise ValueError(f"{changes} changes nothing")
        return replace(self, arguments={**self.arguments, **changes})

    @property
    def formal(self) -> str:
        """The first sentence of the computation's docstring, and its arguments."""
        said = (self.cases.__doc__ or self.cases.__name__).strip().split("\n")[0]
        given = ", ".join(f"{k} = {v}" for k, v in self.arguments.items() if isinstance(v, int | str))
        return f"{said} ({given})" if given else said

    def test(self) -> Finding:
        """Every case compared exactly; the first that differs is the counter-example."""
        count = 0
        first: dict[str, str] = {}
        for where, printed, true in self.cases(**self.arguments):
            shown = {k: str(v) for k, v in where.items()}
            first = first or shown
            count += 1
            if not same(printed, true):
                # where something is or is not so, the place itself is the counter-example
                ends = {} if isinstance(true, bool) else {"printed": str(printed), "true": str(true)}
                differs = {**shown, **ends}
                return Finding(False, differs, (f"{self.formal}: case {count} differs",), first)
        steps = (f"{self.formal}: {count} case{'s' if count > 1 else ''} compared, all agree",)
        return Finding(True, {}, steps, {"cases": str(count), **first}) if count else Finding(None, {}, steps)


Statement = Formula | Computation


def same(printed: Any, true: Any) -> bool:
    """Whether two values of a case are equal: rational functions exactly, everything else by ==."""
    if any(isinstance(x, Basic) for x in (printed, true)) and all(
        isinstance(x, Basic | int) for x in (printed, true)
    ):
        return equal(printed, true)
    return bool(printed == true)


def point_text(point: Mapping[str, Any]) -> str:
    """A point on one line: `h = 1, k = 2`."""
    return ", ".join(f"{k} = {v}" for k, v in point.items())


def _letters(statement: str) -> list[Any]:
    return sorted(symbols_of(parse_statement(statement)), key=str)


def _occurs(name: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None
