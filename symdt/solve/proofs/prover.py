"""The search for proofs: identities first, then coverings and the solver, then cases; every answer is a proof, a point, or unknown.

>>> from sympy import symbols
>>> from symdt.exact.solver import Budget
>>> ring = Ring(["x", "y"])
>>> search = Search(ring, symbols("x y"), Budget(5))
>>> search.refute([ring.fact("x > 0"), ring.fact("y > x"), ring.fact("y < 0")])
{'sum': [['1', [0]], ['1', [1]], ['1', [2]]]}
>>> search.refute([ring.fact("x**2 + y**2 < 1"), ring.fact("x > 1/2")])
Found(point={x: 2/3, y: 0})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from flint import fmpq
from sympy import Rational, Symbol

from symdt.exact.field import Field
from symdt.exact.formula import Condition, all_of
from symdt.exact.solver import Budget, Found, NoPoint, Unknown, find_common, find_point
from symdt.solve.proofs.check.polynomials import Poly, exponents
from symdt.solve.proofs.check.proofs import holds
from symdt.solve.proofs.check.texts import Fact, Ring, negated
from symdt.solve.proofs.coverings.covering import Covering
from symdt.solve.proofs.multipliers import Effort, find_sum
from symdt.solve.proofs.roots import at_point
from symdt.solve.proofs.splits import guided
from symdt.solve.proofs.splits.sides import COVERING, Z3, Sides

Proof = dict[str, Any]
Outcome = Proof | Found | Unknown

#: The effort of a deeper search for identities: at most, and at least (see `multipliers.Effort`).
MOST, LEAST = 400_000, 30_000
#: The same for the first search, of products of two.
QUICK = 4_000_000
#: Seconds that a covering is tried for before Z3 is asked.
SHORT = 0.3
#: The share of what is left of the budget that one way to answer a question may have while there is another.
SHARE = 0.25
#: The share of the whole budget for a tree that points guide.
GUIDED = 0.5
#: More clauses than this have seldom an identity for each of their cases: the search for them has the smaller a share.
FEW_CLAUSES = 20
#: Questions of more letters than this are put to forms and to Z3 before a covering is tried.
FEW_LETTERS = 3


class Search:
    """Proofs over one ring; points that were found are kept, to answer later questions."""

    def __init__(
        self, ring: Ring, symbols: Iterable[Symbol], budget: Budget, *, identities: bool = True
    ) -> None:
        self.ring, self.whole, self.budget, self.wants_identities = ring, budget, budget, identities
        self.leisure: Budget | None = None  # for identities of what is known already to have no point
        self.symbols = {s.name: s for s in symbols}
        self.pool: list[dict[str, Fraction]] = []
        self.told: tuple[str, ...] = ()
        self.patience, self.haste = MOST, QUICK
        self._covering: Covering | None = None
        self.sides = Sides(self, list)
        self.letter = ""  # the rule's, which is in no condition of a case

    @property
    def identities(self) -> bool:
        """Whether identities are sought: not once half of the budget, or of a share, is spent: the rest is the solver's."""
        is_late = self.leisure is not None and self.leisure.is_spent
        is_wanted = self.wants_identities and not is_late
        return is_wanted and all(b.left() > b.seconds / 2 for b in (self.whole, self.budget))

    @contextmanager
    def share(self, part: float, *, is_common: bool = False) -> Iterator[None]:
        """A part of what is left of the budget, for one way of several; of the whole for what all questions have in common."""
        given = self.budget
        self.budget = Budget((self.whole if is_common else given).left() * part)
        self.covering.budget = self.budget
        try:
            yield
        finally:
            self.budget = self.covering.budget = given

    # --- translation --------------------------------------------------------------------------------

    def symbol(self, name: str) -> Symbol:
        """The symbol of a letter of the ring; radicals and roots have symbols of their own."""
        return self.symbols.setdefault(name, Symbol(name))

    def condition(self, fact: Fact, letters: Sequence[str]) -> Condition:
        """A fact over these letters as a condition that the solver takes."""
        field = Field.of(self.symbol(name) for name in letters)
        order = [letters.index(s.name) for s in field.symbols]
        terms = {}
        for m, c in fact[0].items():
            powers = exponents(m) + [0] * len(letters)
            value = Fraction(c)
            terms[tuple(powers[i] for i in order)] = fmpq(value.numerator, value.denominator)
        poly = field.context.from_dict(terms) if terms else field.zero
        return Condition(field, poly, fact[1])  # type: ignore[arg-type]

    # --- questions ----------------------------------------------------------------------------------

    def refute(
        self,
        facts: Sequence[Fact],
        clauses: Sequence[list[Fact]] = (),
        is_empty: Callable[[], bool] = lambda: False,
    ) -> Outcome:
        """A proof that the facts and clauses have no common point, or such a point.

        is_empty: who says, if asked, that there is no such point: a covering of a larger question.
        """
        facts = list(facts)
        if clauses:
            return self.outside(facts, list(clauses), is_empty)
        known = self.known(facts)
        if known is not None:
            return known
        answer, told = self.ask(facts, is_empty)
        if not isinstance(answer, NoPoint | Unknown):
            return answer
        proof = self.patient(facts)
        if proof is not None:
            return proof
        return told if isinstance(answer, NoPoint) else answer

    def quick(self, facts: list[Fact]) -> Proof | None:
        """A sum of products of two facts, within an effort that shrinks where it is in vain; of one with indexed roots."""
        if not self.identities:
            return None
        has_roots = any(n in self.ring.roots for n in self.ring.letters_of(*(f for f, _ in facts)))
        proof = find_sum(facts, (1,) if has_roots else (1, 2), Effort(self.haste))
        self.haste = max(self.haste // 2, LEAST) if proof is None else QUICK
        return proof

    def known(self, facts: Sequence[Fact]) -> Found | None:
        """A point of an earlier answer at which the facts hold."""
        letters = set(self.ring.letters_of(*(f for f, _ in facts)))
        for point in self.pool:
            # the domain's facts come first and hold at every point that is kept: those that may fail are tried before
            if letters <= set(point) and all(holds(self.ring, f, point) for f in reversed(facts)):
                return Found({self.symbol(n): Rational(v.numerator, v.denominator) for n, v in point.items()})
        return None

    def keep(self, answer: Found) -> None:
        """Keep a rational point."""
        if all(isinstance(v, Rational) for v in answer.point.values()):
            self.pool.append({s.name: Fraction(int(v.p), int(v.q)) for s, v in answer.point.items()})

    def solve(
        self, facts: Sequence[Fact], without: str = "", fixed: Mapping[str, Fraction] | None = None
    ) -> Found | NoPoint | Unknown:
        """What a covering says, or Z3; `told` then names those who said that there is no point.

        without: a root that is to be missing. fixed: letters that have a value.
        """
        fixed = fixed or {}
        self.told = ()
        names = self.ring.letters_of(*(f for f, _ in facts))
        has_roots = bool(without) or any(n in self.ring.definitions for n in names)
        if self.is_wide(facts) and not without:
            answer = self.in_short(facts, fixed)
            if not isinstance(answer, Unknown):
                return answer
        for seconds in (None,) if has_roots else (SHORT, None):
            answer = self.covering.decide(facts, seconds, without, fixed)
            if isinstance(answer, NoPoint):
                self.told = (COVERING,)
            if not isinstance(answer, Unknown):
                return answer
            if not has_roots:
                answer = self.by_z3(facts, fixed, seconds)
                if isinstance(answer, NoPoint):
                    self.told = (Z3,)
                if not isinstance(answer, Unknown):
                    return answer
        return answer

    def is_wide(self, facts: Iterable[Fact]) -> bool:
        """Whether facts have so many letters that a covering is no quick answer, and no radicals or roots."""
        names = self.ring.letters_of(*(f for f, _ in facts))
        return len(names) > FEW_LETTERS and not any(n in self.ring.definitions for n in names)

    def in_short(
        self, facts: Sequence[Fact], fixed: Mapping[str, Fraction] | None = None, seconds: float = SHORT
    ) -> Found | NoPoint | Unknown:
        """What Z3 says within some seconds of facts without roots; `told` as for `solve`."""
        answer = self.by_z3(facts, fixed or {}, seconds, is_plain=True)
        self.told = (Z3,) if isinstance(answer, NoPoint) else ()
        return answer

    def said(self) -> Proof:
        """The proof that names who said last that there is no point."""
        return {"solver": list(self.told)}

    @property
    def covering(self) -> Covering:
        """The coverings over the letters of the ring."""
        if self._covering is None:
            self._covering = Covering(self.ring, self.symbol, self.budget)
        return self._covering

    def by_z3(
        self,
        facts: Sequence[Fact],
        fixed: Mapping[str, Fraction],
        seconds: float | None,
        is_plain: bool = False,
    ) -> Found | NoPoint | Unknown:
        """What Z3 says of facts without roots; is_plain: nothing else is asked, and it has these seconds."""
        facts = [(at_point(self.ring, f, fixed), op) for f, op in facts]
        letters = [self.symbol(n) for n in self.ring.letters if n not in self.ring.definitions]
        conditions = [self.condition(f, self.ring.letters) for f in facts]
        if is_plain:
            answer = find_point(all_of(*conditions), letters, self.budget, seconds or SHORT)
        else:
            answer = find_common(conditions, letters, self.budget)
        if isinstance(answer, Unknown) and seconds is None:  # a certificate may take its time
            answer = find_point(all_of(*conditions), letters, self.budget, self.budget.left())
        if not isinstance(answer, Found):
            return answer
        given = {self.symbol(n): Rational(v.numerator, v.denominator) for n, v in fixed.items()}
        return Found({**answer.point, **given})

    def patient(self, facts: list[Fact]) -> Proof | None:
        """A deeper search, within an effort that shrinks where it is in vain and grows where it is not."""
        if not self.identities or any(
            n in self.ring.roots for n in self.ring.letters_of(*(f for f, _ in facts))
        ):
            return None  # what makes a root the root number i is not among the facts
        proof = self.deeper(facts, Effort(self.patience))
        self.patience = max(self.patience // 2, LEAST) if proof is None else min(self.patience * 2, MOST)
        return proof

    def deeper(self, facts: list[Fact], effort: Effort, depth: int = 2) -> Proof | None:
        """Products of three facts; then the sign of a fact or of a letter as cases, each to be refuted by products."""
        proof = find_sum(facts, effort=effort)
        if proof is not None or depth == 0:
            return proof
        for poly in self.splits(facts):
            if self.budget.is_spent or effort.left < 0:
                return None
            branches = [(poly, ">"), (poly, "=="), ({m: -c for m, c in poly.items()}, ">")]
            parts = []
            for branch in branches:
                part = self.deeper([*facts, branch], effort, depth - 1)
                if part is None:
                    break
                parts.append(part)
            else:
                return {"split": self.ring.text(poly), "cases": parts}
        return None

    def splits(self, facts: list[Fact]) -> list[Poly]:
        """Polynomials whose sign the facts leave open: weak facts, and the letters."""
        signs = {frozenset(f.items()) for f, op in facts if op in (">", "==")}
        letters = [self.ring.letter(n) for n in self.ring.letters_of(*(f for f, _ in facts))]
        offered = [f for f, op in facts if op == ">=" and len(f) > 0] + letters
        return [f for f in offered if frozenset(f.items()) not in signs][:6]

    # --- outside cells ------------------------------------------------------------------------------

    def outside(
        self, facts: list[Fact], clauses: list[list[Fact]], is_empty: Callable[[], bool] = lambda: False
    ) -> Outcome:
        """Cases with an identity each, as long as every case has one; else a covering for the whole question."""
        names = self.ring.letters_of(*(f for f, _ in facts), *(f for clause in clauses for f, _ in clause))
        numbered = list(enumerate(clauses))
        outcome = self.guided(facts, clauses)
        if not isinstance(outcome, Unknown):
            return outcome
        if self.identities and not any(n in self.ring.roots for n in names):
            try:
                with self.share(SHARE * min(1, FEW_CLAUSES / len(clauses))):
                    outcome = self.cases(facts, numbered, facts, is_whole=True)
                if not isinstance(outcome, Unknown):
                    return outcome
            except _NoIdentityError:
                pass
        if is_empty():
            return {"solver": [COVERING]}
        if self.is_wide([*facts, *(f for clause in clauses for f in clause)]):
            outcome = self.sides.refute(facts, clauses)
            if not isinstance(outcome, Unknown):
                return outcome
        with self.share(SHARE):
            answer = self.covering.decide(facts, clauses=clauses)
        if isinstance(answer, Found):
            self.keep(answer)
        if isinstance(answer, Unknown) and not self.budget.is_spent:
            return self.cases(facts, numbered, facts)
        return {"solver": [COVERING]} if isinstance(answer, NoPoint) else answer

    def guided(self, facts: list[Fact], clauses: list[list[Fact]]) -> Outcome:
        """A tree that points guide, where the clauses speak of so many letters that a covering is no quick answer."""
        names = self.ring.letters_of(*(f for clause in clauses for f, _ in clause))
        if len(names) < FEW_LETTERS or any(n in self.ring.definitions for n in names):
            return Unknown("a covering answers sooner")
        with self.share(GUIDED, is_common=True):
            return guided.refute(self, facts, clauses)

    def cases(
        self,
        facts: list[Fact],
        clauses: list[tuple[int, list[Fact]]],
        given: list[Fact],
        is_whole: bool = False,
    ) -> Outcome:
        """Of each clause one alternative holds: branch over which, those before it failing.

        is_whole: every case is to have an identity; an error if one has none.
        """
        open_clauses = []
        for index, clause in clauses:
            if any(f in facts for f in clause):
                continue  # the clause holds already
            if not clause:
                return {"clause": index, "cases": []}
            open_clauses.append((index, clause))
        if not open_clauses:
            return _identity(self.refute(facts), is_whole)
        denied = [negated(f) for f in facts]
        # the clause with the fewest alternatives that are still open, simple ones first
        open_clauses.sort(key=lambda c: (sum(f not in denied for f in c[1]), max(len(f[0]) for f in c[1])))
        (index, clause), others = open_clauses[0], open_clauses[1:]
        parts: list[Proof] = []
        known = list(facts)
        unknown: Unknown | None = None
        for fact in clause:
            branch = self.ring.with_definitions(known, fact)
            outcome = self.branch(branch, others, given, is_whole)
            if isinstance(outcome, Found):
                return outcome
            if isinstance(outcome, Unknown):
                unknown = outcome
            else:
                parts.append(outcome)
            known = self.ring.with_definitions(known, negated(fact))
            if self.budget.is_spent and unknown is not None:
                return unknown
        return unknown or {"clause": index, "cases": parts}

    def ask(self, facts: list[Fact], is_empty: Callable[[], bool] = lambda: False) -> tuple[Any, Any]:
        """A small identity, or the solver's answer with what it says of it; a point that it finds is kept."""
        proof = self.quick(facts)
        if proof is not None:
            return proof, None
        if self.is_wide(facts):
            return self.wide(facts)
        if is_empty():
            return NoPoint(), {"solver": [COVERING]}
        answer, told = self.solve(facts), self.said()
        if isinstance(answer, Found):
            self.keep(answer)
        return answer, told

    def wide(self, facts: list[Fact]) -> tuple[Any, Any]:
        """The same where there are many letters: what Z3 says at once, forms that are looked at, their sides as cases."""
        answer = self.in_short(facts)
        told = self.said()
        if not isinstance(answer, Found):
            proof = self.sides.look(facts) if self.identities else None
            if proof is not None or isinstance(answer, NoPoint):
                return proof or answer, told
            outcome = self.sides.refute(facts)
            if isinstance(outcome, dict):
                return outcome, None
            answer = self.solve(facts) if isinstance(outcome, Unknown) else outcome
            told = self.said()
        if isinstance(answer, Found):
            self.keep(answer)
        return answer, told

    def branch(
        self, facts: list[Fact], others: list[tuple[int, list[Fact]]], given: list[Fact], is_whole: bool
    ) -> Outcome:
        """A branch that is empty by itself needs no further cases."""
        if others and self.known(facts) is None:
            answer, told = self.ask(facts)
            if isinstance(answer, NoPoint):
                return _identity(self.patient(facts) or told, is_whole)
            if not isinstance(answer, Found | Unknown):
                return answer
        return self.cases(facts, others, given, is_whole)


class _NoIdentityError(Exception):
    """A case has no identity, so that cases are no better than a solver's word for the whole."""


def _identity(outcome: Outcome, is_whole: bool) -> Outcome:
    """The outcome, unless it names a solver where an identity was asked for."""
    if is_whole and (isinstance(outcome, Unknown) or (isinstance(outcome, dict) and "solver" in outcome)):
        raise _NoIdentityError
    return outcome
