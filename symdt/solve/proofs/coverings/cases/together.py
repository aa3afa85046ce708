"""Together: all that is asked of the cases of a rule, answered by one covering; and points of pieces at a case's witness.

What one covering says (see `within`) settles that the cases cover the domain and do not overlap, and of each case all that is
asked within it: that roots exist and denominators keep their signs, that its pieces cover it, do not overlap and are optimal.

>>> from symdt.exact.solver import Budget
>>> from symdt.solve.proofs.check.obligations import Statement
>>> piece = {"action": "a", "from": "0", "to": "oo"}
>>> texts = {"letters": ["p", "h"], "problem": {"optimum": "min", "domain": ["p > 0"], "belief": {"s": "1"},
...     "loss": {"a": {"s": "p*h"}, "b": {"s": "p*h + h**2"}}},
...     "answer": {"rule": {"for": "p", "cases": [{"if": ["h > 0"], "pieces": [piece]}, {"if": ["h <= 0"], "pieces": [piece]}]}}}
>>> statement = Statement(texts)
>>> items = list(statement.questions())
>>> together = Together(statement, items, Covering(statement.ring, Symbol, Budget(9)))
>>> [(item.words, together.settles(item)) for item in items][:2]
[('every point of the domain lies in a case', True), ('cases 1 and 2 do not overlap', True)]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Any

from sympy import Rational, Symbol

from symdt.exact.line import Real
from symdt.exact.line.patience import heeding
from symdt.exact.line.place import Place
from symdt.exact.solver import Answer, Found, NoPoint, Unknown
from symdt.solve.proofs.check.items import Item, Point, Question
from symdt.solve.proofs.check.obligations import Statement
from symdt.solve.proofs.check.polynomials import Poly
from symdt.solve.proofs.check.proofs import holds, value_at
from symdt.solve.proofs.check.texts import Ring
from symdt.solve.proofs.coverings.cases.within import Case, Within, cases_of
from symdt.solve.proofs.coverings.covering import Covering, SpentError
from symdt.solve.proofs.coverings.inquiry import UndefinedError

__all__ = ["Symbol", "Together", "sign_at_witness"]

#: A value that is a fraction.
FRACTION = re.compile(r"-?\d+(/\d+)?")


class Together:
    """The cases of a rule, with all that is asked of them.

    statement: laid out. asked: its questions. covering: who answers. decide: another one who answers, from the inquiry and the
    witnesses of cases that are fractions.
    """

    def __init__(
        self,
        statement: Statement,
        asked: Sequence[Item],
        covering: Covering,
        decide: Callable[[Within, list[dict[str, Fraction]]], Answer] | None = None,
    ) -> None:
        self.decide = decide
        self.statement, self.covering, self.letter = statement, covering, str(statement.answer["rule"]["for"])
        self.cases: dict[str, Case] = cases_of(statement, asked)
        self.asked_of = [q for q in asked if isinstance(q, Question) and self.is_of_cases(q)]
        self.count = len(self.asked_of)
        self.inquiry: Within | None = None
        self.at: dict[str, list[Place | None]] = {}

    def is_of_cases(self, item: Item) -> bool:
        """Whether the covering of all cases may answer a question."""
        if not isinstance(item, Question):
            return False
        if item.key == "cases" or item.apart == "cases":
            return True
        case = self.cases.get(item.within.partition(", piece ")[0])
        return case is not None and bool(case.cells)

    def settles(self, item: Item) -> bool:
        """Whether the covering of all cases says that a question has no point; asked once."""
        return self.is_of_cases(item) and isinstance(self.answer, NoPoint)

    @property
    def amiss(self) -> tuple[Question, Found] | None:
        """The point of fractions at which the covering found something amiss, if it was asked, with a question that has that point."""
        return self.failing if isinstance(self.__dict__.get("answer"), Found) else None

    @cached_property
    def failing(self) -> tuple[Question, Found] | None:
        """The same, looked for once."""
        answer, ring = self.answer, self.statement.ring
        if not isinstance(answer, Found):
            return None
        values = [(s.name, v) for s, v in answer.point.items() if s.name not in ring.definitions]
        fixed = {n: Fraction(int(v.p), int(v.q)) for n, v in values if isinstance(v, Rational)}
        for item in self.asked_of if len(fixed) == len(values) else ():
            plain = [fact for fact in item.facts if set(ring.letters_of(fact[0])) <= set(fixed)]
            if all(holds(ring, fact, fixed) for fact in plain):
                told = self.covering.decide(item.facts, fixed=fixed, clauses=item.clauses)
                if isinstance(told, Found):
                    return item, answer
        return None

    @cached_property
    def answer(self) -> Answer:
        """A point where something is amiss, or that there is none."""
        if self.decide is None:
            return self.covering.answer(self.asked)
        self.covering.limit = self.covering.budget
        try:
            with heeding(self.covering.spend):
                return self.decide(self.asked(), self.witnesses)
        except UndefinedError as letter:
            return Unknown(f"{letter} is not defined everywhere")

    @property
    def witnesses(self) -> list[dict[str, Fraction]]:
        """The witnesses of cases whose coordinates are all fractions."""
        told = [case.get("witness", {}) for case in self.statement.answer["rule"]["cases"]]
        names = [n for n in self.asked().order if n != self.letter]
        plain = [one for one in told if all(FRACTION.fullmatch(str(one.get(n, ""))) for n in names)]
        return [{n: Fraction(one[n]) for n in names} for one in plain]

    def asked(self) -> Within:
        """The inquiry, made once."""
        if self.inquiry is None:
            facts = self.statement.domain.facts
            self.inquiry = Within(self.covering, self.letter, facts, list(self.cases.values()))
        return self.inquiry

    def point(self, item: Point) -> dict[str, Any] | None:
        """A proof that a piece of a case is not empty at its witness, if it is seen there: the point, or that there is one."""
        name, _, number = item.key.partition(", piece ")
        if name not in self.cases or not self.cases[name].cells or item.some != ([],):
            return None
        if name not in self.at:
            fixed = {letter: Fraction(value) for letter, value in item.fixed}
            try:
                self.at[name] = self.asked().pieces_at(list(self.cases).index(name), fixed, item.facts)
            except (SpentError, UndefinedError):
                return None
        found = self.at[name]
        place = found[int(number) - 1] if found else None
        if place is None:
            return None
        ring = self.statement.ring
        names = ring.letters_of(*(f for f, _ in item.facts))
        value = place.coordinates[self.asked().letters[-1]]
        if any(n in ring.roots for n in names) or isinstance(value, Real):
            return {"solver": []}
        values = {n: Fraction(v) for n, v in (*item.fixed, (self.letter, str(value)))}
        whole = with_radicals(ring, names, values)
        return {"solver": []} if whole is None else {"point": {n: str(v) for n, v in whole.items()}}


def with_radicals(
    ring: Ring, names: Sequence[str], values: dict[str, Fraction]
) -> dict[str, Fraction] | None:
    """The values of letters together with those of radicals in some of the letters; None where one has none that is a fraction.

    >>> from symdt.solve.proofs.check.texts import Ring
    >>> ring = Ring(["h"])
    >>> names = ring.letters_of(ring.read("sqrt(sqrt(h) + 1)")[0])
    >>> with_radicals(ring, names, {"h": Fraction(9, 1)})["s_1"], with_radicals(ring, names, {"h": Fraction(1, 2)})
    (Fraction(2, 1), None)
    """
    found = dict(values)
    for name in names:  # inner ones first
        if name in found:
            continue
        root = _root(value_at(ring, ring.radicands[name], found)) if name in ring.radicands else None
        if root is None:
            return None
        found[name] = root
    return found


def _root(value: Fraction) -> Fraction | None:
    """The square root of a fraction, where that is one."""
    if value < 0:
        return None
    root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    return root if root * root == value else None


def sign_at_witness(statement: Statement, key: str, den: Poly) -> int:
    """The sign of a denominator at the witness of the case that its key begins with; 0 where that is not seen."""
    case = key.partition(":")[0].removeprefix("case ")
    if not case.isdigit():
        return 0
    told = statement.answer["rule"]["cases"][int(case) - 1].get("witness", {})
    names = statement.ring.letters_of(den)
    if not all(name in told and FRACTION.fullmatch(str(told[name])) for name in names):
        return 0
    value = value_at(statement.ring, (den, ()), {name: Fraction(told[name]) for name in names})
    return (value > 0) - (value < 0)
