"""Claim: a statement of a paper as data, with the check that decides it.

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

A claim has a verdict, never written by hand: `holds` if the printed statement is true; otherwise
`holds corrected` if its correction is true and only supplies a hypothesis, a range or a notation,
and `fails` if more than that must change. A mutation is put in the place of what is claimed to be
true, printed or corrected, and must be found false.
"""

from __future__ import annotations

import math  # noqa: F401 - for the doctest
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from sympy import Basic, Expr

from symdt.errors import SymdtError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import equal
from symdt.exact.formula import Formula as Connected
from symdt.exact.formula import symbols_of
from symdt.exact.polynomial import substituted
from symdt.exact.proof import Proved, Refuted, prove
from symdt.exact.solver import Found, NoPoint
from symdt.exact.syntax import parse, parse_statement

Verdict = Literal["holds", "holds corrected", "fails", "undecided", "unsupported"]
#: What a correction changes. The first three make a claim `holds corrected`, the others `fails`.
Repair = Literal["hypothesis", "range", "notation", "sign", "factor", "wording"]
MILD: tuple[Repair, ...] = ("hypothesis", "range", "notation")


@dataclass(frozen=True)
class Finding:
    """What a test found: the truth (None: not decided), where it fails, what was done, and what is not empty."""

    truth: bool | None
    counterexample: Mapping[str, str] = field(default_factory=dict)
    steps: tuple[str, ...] = ()
    witness: Mapping[str, str] = field(default_factory=dict)

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
        """The statement with a part of its text changed."""
        if old not in self.text:
            raise ValueError(f"{old!r} is no part of {self.text!r}")
        return replace(self, text=self.text.replace(old, new), counter={})

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
        domain = Domain(*map(self._put, self.assume)).extended(_letters(self.meant))
        witness = _named(dict(zip(domain.field.names, domain.witness, strict=True)))
        witness |= self._antecedent(domain)
        steps = [f"{name} = {value}" for name, value in self.where.items() if _occurs(name, self.text)]
        if self.counter:
            fixed = domain.restricted(*(f"{n} == {v}" for n, v in self.counter.items()))
            if isinstance(prove(self.meant, fixed), Refuted):
                steps.append(f"refuted by putting in {_point(self.counter)}")
                return Finding(False, {**self.counter, **self._values()}, tuple(steps), witness)
        verdict = prove(self.meant, domain)
        if isinstance(verdict, Proved):
            return Finding(True, {}, (*steps, f"proved for all values: {self.formal}"), witness)
        if isinstance(verdict, Refuted):
            point = {s.name: str(v) for s, v in sorted(verdict.counterexample.items(), key=str)}
            return Finding(False, point, (*steps, f"refuted: {self.formal}"), witness)
        return Finding(None, {}, (str(verdict),), witness)

    def _antecedent(self, domain: Domain) -> dict[str, str]:
        """A point at which the condition of an implication holds: it is not empty either."""
        formula = parse_statement(self.meant)
        if not isinstance(formula, Connected) or formula.op not in ("implies", "iff"):
            return {}
        answer = domain.extended(symbols_of(formula)).find(formula.args[0])
        if isinstance(answer, NoPoint) and formula.op == "implies":
            raise SymdtError(
                f"the condition of {quote(self.text)} holds nowhere: the statement is vacuous, so weaken its condition"
            )
        if not isinstance(answer, Found):
            return {}
        return {s.name: str(v) for s, v in sorted(answer.point.items(), key=str)}

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
    """A statement that is tested case by case: `cases(**arguments)` yields (where, printed, true)."""

    cases: Callable[..., Iterator[Triple]]
    arguments: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def but(self, **changes: Any) -> Computation:
        """The statement with some of its arguments changed."""
        unknown = set(changes) - set(self.arguments)
        if unknown:
            raise ValueError(f"{unknown} is no argument of the statement")
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
            if not _same(printed, true):
                # where something is or is not so, the place itself is the counter-example
                ends = {} if isinstance(true, bool) else {"printed": str(printed), "true": str(true)}
                differs = {**shown, **ends}
                return Finding(False, differs, (f"{self.formal}: case {count} differs",), first)
        steps = (f"{self.formal}: {count} case{'s' if count > 1 else ''} compared, all agree",)
        return Finding(True, {}, steps, {"cases": str(count), **first}) if count else Finding(None, {}, steps)


Statement = Formula | Computation


@dataclass(frozen=True)
class Correction:
    """What is true instead: in words, as a statement that is tested, and what kind of change it is."""

    words: str
    statement: Statement
    repair: Repair


@dataclass(frozen=True)
class Claim:
    """A statement as printed, the verdict that is expected, and the mutations that must be rejected."""

    id: str
    section: str
    place: str
    words: str
    printed: Statement
    expect: Verdict = "holds"
    correction: Correction | None = None
    mutations: tuple[Statement, ...] = ()

    @property
    def statement(self) -> str:
        """The statement as printed, in words."""
        return self.words

    @property
    def true_form(self) -> Statement:
        """The statement that is claimed to be true: the correction if there is one."""
        return self.correction.statement if self.correction else self.printed

    def mutated(self, other: Statement) -> Claim:
        """The claim with another statement in the place of what it claims to be true."""
        if self.correction:
            return replace(self, correction=replace(self.correction, statement=other))
        return replace(self, printed=other)

    def __str__(self) -> str:
        return f"{self.id} ({self.place}): {self.words}"


@dataclass(frozen=True)
class Result:
    """A claim, its verdict, and what was found for the printed and for the corrected statement."""

    claim: Claim
    verdict: Verdict
    printed: Finding
    corrected: Finding | None = None

    @property
    def is_expected(self) -> bool:
        """Whether the check gives the recorded verdict."""
        return self.verdict == self.claim.expect

    @property
    def correction(self) -> str | None:
        """The corrected statement in words, where the printed one is not true."""
        return self.claim.correction.words if self.claim.correction and self.verdict != "holds" else None

    @property
    def counterexample(self) -> dict[str, str] | None:
        """Where the printed statement fails."""
        return dict(self.printed.counterexample) if self.printed.truth is False else None

    def to_json(self) -> dict[str, Any]:
        """The result as `symdt verify --json` lists it."""
        claim = self.claim
        return {
            "id": claim.id,
            "section": claim.section,
            "statement": claim.statement,
            "verdict": self.verdict,
            "correction": self.correction,
            "counterexample": self.counterexample,
        }

    def derivation(self) -> str:
        """How the verdict was found, step by step."""
        claim = self.claim
        lines = [f"{claim.id}: {claim.place}", f"printed: {claim.words}", f"formally: {claim.printed.formal}"]
        lines += [f"  {step}" for step in self.printed.steps]
        if self.printed.witness:
            lines.append(f"  not vacuous: {_point(self.printed.witness)}")
        if self.counterexample is not None:
            lines.append(f"counter-example: {_point(self.counterexample)}")
        if claim.correction and self.corrected:
            lines.append(f"corrected ({claim.correction.repair}): {claim.correction.words}")
            lines.append(f"formally: {claim.correction.statement.formal}")
            lines += [f"  {step}" for step in self.corrected.steps]
        lines.append(
            f"verdict: {self.verdict}" + ("" if self.is_expected else f", but {claim.expect} is recorded")
        )
        return "\n".join(lines)


class Chapter:
    """The claims of one section, written down one after the other; the method's name is the recorded verdict."""

    def __init__(self, section: str) -> None:
        self.section, self.claims = section, list[Claim]()

    def holds(self, id: str, place: str, words: str, printed: Statement, *mutations: Statement) -> None:
        """Record a statement that is true as printed."""
        self.claims.append(Claim(id, self.section, place, words, printed, "holds", None, mutations))

    def corrected(
        self,
        id: str,
        place: str,
        words: str,
        printed: Statement,
        correction: Correction,
        *mutations: Statement,
    ) -> None:
        """Record a statement that is true once a hypothesis, a range or a notation is supplied."""
        self.claims.append(
            Claim(id, self.section, place, words, printed, "holds corrected", correction, mutations)
        )

    def fails(
        self,
        id: str,
        place: str,
        words: str,
        printed: Statement,
        correction: Correction,
        *mutations: Statement,
    ) -> None:
        """Record a statement that is false as printed, with what is true instead."""
        self.claims.append(Claim(id, self.section, place, words, printed, "fails", correction, mutations))


def judge(claim: Claim) -> Result:
    """The verdict on a claim, from the tests of its statements alone."""
    printed = claim.printed.test()
    if printed.truth is not False:
        return Result(claim, "holds" if printed.truth else "undecided", printed)
    if claim.correction is None:
        return Result(claim, "fails", printed)
    corrected = claim.correction.statement.test()
    if corrected.truth is not True:
        return Result(claim, "unsupported" if corrected.truth is False else "undecided", printed, corrected)
    return Result(
        claim, "holds corrected" if claim.correction.repair in MILD else "fails", printed, corrected
    )


def _same(printed: Any, true: Any) -> bool:
    if any(isinstance(x, Basic) for x in (printed, true)) and all(
        isinstance(x, Basic | int) for x in (printed, true)
    ):
        return equal(printed, true)
    return bool(printed == true)


def _letters(statement: str) -> list[Any]:
    return sorted(symbols_of(parse_statement(statement)), key=str)


def _occurs(name: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def _named(values: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in values.items()}


def _point(point: Mapping[str, Any]) -> str:
    return ", ".join(f"{k} = {v}" for k, v in point.items())
