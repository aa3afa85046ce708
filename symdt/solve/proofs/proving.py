"""Proving: a statement about a rule is put to the search, question after question; the verdict carries the proofs.

>>> from sympy import symbols
>>> texts = {"optimum": "min", "domain": ["x > 0"], "belief": {"s": "1"}, "loss": {"a": {"s": "x"}, "b": {"s": "0"}}}
>>> answer = {"rule": {"for": "x", "cases": [{"if": [], "pieces": [{"action": "b", "from": "0", "to": "oo"}]}]}}
>>> print(prove_statement(texts, symbols("x,"), answer))
proved, 2 identities, checked by multiplication
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from sympy import Expr, Rational, Symbol

from symdt.errors import ExpressionError
from symdt.exact.solver import Budget, Found, NoPoint, Unknown
from symdt.exact.verdict import Proved, Refuted, Undecided
from symdt.regions.rule import INTERRUPTED
from symdt.solve.proofs.check.items import Fault, Item, Point, Question, Scope
from symdt.solve.proofs.check.obligations import Statement
from symdt.solve.proofs.check.polynomials import Poly, Quotient, RejectedError, times
from symdt.solve.proofs.check.proofs import holds, value_at, verify
from symdt.solve.proofs.check.texts import Fact
from symdt.solve.proofs.check.values import LARGE, Node, Offer
from symdt.solve.proofs.coverings.cases.together import Together, sign_at_witness, with_radicals
from symdt.solve.proofs.multipliers import find_sum
from symdt.solve.proofs.outcome import Certificate, may_guard
from symdt.solve.proofs.prover import FEW_LETTERS, SHARE, Outcome, Search
from symdt.solve.proofs.remarks import remarks
from symdt.solve.proofs.sheets import everywhere
from symdt.solve.proofs.splits.rule_forms import forms_of
from symdt.solve.proofs.splits.sides import COVERING, Sides

#: Seconds of computing for one certificate unless said otherwise.
SECONDS = 60.0
#: Whether so many cells overlap is asked of each two, and what is asked of so many cases of each.
FEW = 3
#: Of more questions than this that one covering answers only an identity that is seen at once is sought for each.
MANY = 5000
#: The share of the budget that the covering for all cases has; where it does not suffice each question is asked by itself.
#: It is the greater where so many questions could not be asked one by one.
TOGETHER, MOSTLY, ONE_BY_ONE = 0.75, 0.85, 1000
#: The share in which identities are still sought for questions that the covering of all cases has answered.
LEISURE = 0.1


def prove_statement(
    texts: dict[str, Any],
    symbols: tuple[Symbol, ...],
    answer: Mapping[str, Any],
    *,
    seconds: float = SECONDS,
    identities: bool = True,
    extra: Mapping[str, Any] | None = None,
) -> Certificate:
    """The certificate for a problem given in texts, whose letters are these symbols; `extra` is told in it too."""
    data: dict[str, Any] = {
        "format": 1,
        "kind": "certificate",
        "letters": [s.name for s in symbols],
        "problem": texts,
        "answer": {k: answer[k] for k in ("optimum", "values", "rule", "never_optimal") if k in answer},
        "signs": {},
        "pruned": {},
        "proofs": {},
        **(extra or {}),
    }
    budget = Budget(seconds)
    found = _proved(data, symbols, budget, identities)
    if isinstance(found.verdict, Refuted) and may_guard(answer["rule"]):
        # what is not there all over the domain may be where the other conditions of its case hold
        return _proved({**data, "guarded": True}, symbols, budget, identities)
    return found


def _proved(
    data: dict[str, Any], symbols: tuple[Symbol, ...], budget: Budget, identities: bool
) -> Certificate:
    """The certificate for a statement: with guessed signs of denominators, or if these are wrong without."""
    for is_guessing in (True, False):
        found = {name: dict[str, Any]() for name in ("signs", "pruned", "proofs")}
        left = Budget(budget.left())
        with suppress(GuessError):
            try:
                return _Prover({**data, **found}, symbols, left, identities, is_guessing).run()
            except OverflowError as reason:
                return Certificate(Undecided(str(reason)))
    raise AssertionError("who does not guess guesses nothing wrong")


class GuessError(Exception):
    """A denominator does not keep the sign that it has at a witness."""


class CutError(Exception):
    """A polynomial and its comparison with 0, which holds on some of a part of the domain and fails on some."""


class _Prover(Statement):
    """A statement that decides the signs of its denominators as it meets them, and proves its questions."""

    def __init__(
        self,
        data: dict[str, Any],
        symbols: tuple[Symbol, ...],
        budget: Budget,
        identities: bool,
        is_guessing: bool = False,
    ) -> None:
        self.data, self.letters = data, symbols
        super().__init__(data)
        self.search = Search(self.ring, symbols, budget, identities=identities)
        self.search.sides = Sides(self.search, lambda: forms_of(self, self.search))
        self.search.letter = str(self.answer["rule"]["for"])
        self.apart: dict[str, bool] = {}
        self.items: list[Item] = []  # all that is asked, where it was made out before the first is answered
        self.together: Together | None = None
        self.exist: dict[Any, Outcome] = {}
        if not (self.is_part or self.has_parts) and "tree" in self.problem and self.values.is_some:
            data["by_nodes"] = self.values.is_by_nodes = True
        # the signs of denominators in a case are first taken to be those at its witness
        self.is_guessing, self.guessed = is_guessing and self.is_many, set[str]()

    def run(self) -> Certificate:
        """Every question once, a hard one within a share of what is left; then those that are open again."""
        count, still = 0, list[tuple[Item, str]]()
        try:
            for item in self.made_out():
                count += 1
                if self.search.budget.is_spent:
                    spent = f"{item.words}: the time budget is spent"
                    return Certificate(Undecided(spent), count, undecided=1)
                with self.search.share(SHARE):
                    outcome = self.settle(item)
                if isinstance(outcome, Found) and not self.is_elsewhere(item):
                    return Certificate(self.refutation(outcome, item), count)
                still += self.noted(item, outcome)
            again, still = still, []
            for item, reason in again:
                outcome = Unknown(reason) if self.search.budget.is_spent else self.settle(item)
                if isinstance(outcome, Found):
                    return Certificate(self.refutation(outcome, item), count)
                still += self.noted(item, outcome)
        except RejectedError as reason:
            raise ExpressionError(f"the rule cannot be read: {reason}") from None
        except OverflowError as reason:
            return Certificate(Undecided(str(reason)), count)
        except KeyboardInterrupt:
            many = len(self.data["proofs"])
            so_far = f"{INTERRUPTED}, when {many} questions were answered and none had failed"
            return Certificate(Undecided(so_far), count, undecided=1)
        if not still:
            return self.proved(count)
        item, why = still[0]
        why += f"; {len(still)} of {count} questions are open" if len(still) > 1 else ""
        return Certificate(Undecided(f"{item.words}: {why}"), count, undecided=len(still))

    def made_out(self) -> Iterator[Item]:
        """The questions; those of a rule with some cases in few letters all at once, so that they can be answered together."""
        if self.is_many:
            for item in self.questions():
                self.items.append(item)
                if self.search.budget.is_spent:
                    return iter(self.items)
            decide = everywhere.decide if self.is_spread else None
            self.together = Together(self, self.items, self.search.covering, decide)
        return iter(self.items) if self.items else self.questions()

    @property
    def is_many(self) -> bool:
        """Whether the rule has some cases in few letters, which are then looked at together."""
        is_plain = not (self.is_part or self.has_parts) and self.values.count(self.values.root) <= LARGE
        is_some = len(self.answer["rule"]["cases"]) > FEW
        return is_plain and is_some and (len(self.letters) <= FEW_LETTERS or self.is_spread)

    @cached_property
    def is_spread(self) -> bool:
        """Whether the other letters are three, and some ends curved: such rules are looked at on surfaces."""
        pieces = str([case["pieces"] for case in self.answer["rule"]["cases"]])
        return len(self.letters) == FEW_LETTERS + 1 and ("sqrt" in pieces or "root" in pieces)

    def is_elsewhere(self, item: Item) -> bool:
        """Whether another part may show what is asked."""
        return self.is_part and isinstance(item, Point)

    def noted(self, item: Item, outcome: Outcome) -> list[tuple[Item, str]]:
        """The outcome is kept; the item, with the reason, if it is still open."""
        if isinstance(outcome, dict):
            self.data["proofs"][item.key] = outcome
        if self.is_elsewhere(item) and isinstance(item, Point):
            self.told(item, outcome)
            return []
        return [(item, outcome.reason)] if isinstance(outcome, Unknown) else []

    def proved(self, count: int) -> Certificate:
        """The certificate, checked; one of a part, or of the whole without its parts, is checked with them."""
        told = tuple(remarks(self, self.search, self.letters))
        if self.is_part or self.has_parts:
            return Certificate(Proved(), count, 0, 0, told, self.data)
        identities, by_solver = verify(self.data)
        certificate = Certificate(Proved(), count, identities, by_solver, told, self.data)
        return replace(certificate, verdict=Proved(certificate))

    def told(self, item: Point, outcome: Outcome) -> None:
        """Whether this part has a point that shows something; another part may have one instead."""
        if isinstance(outcome, dict):
            self.data["shown"].append(item.key)
            self.data["seen"].append(item.words)
        else:
            self.data["missed"][item.words] = getattr(outcome, "reason", "")

    def settle(self, item: Item) -> Outcome:
        """A proof of what must be shown, or a point where it fails."""
        if isinstance(item, Question) and item.root:
            return {"solver": [COVERING]} if self.is_settled(item) else self.existing(item)
        if isinstance(item, Question):
            if item.key in self.data["proofs"]:
                return dict(self.data["proofs"][item.key])
            is_common = item.apart or item.within or item.key == "cases"
            if is_common and (len(self.items) > MANY or self.is_spread):
                proof = None if item.clauses else find_sum(item.facts, ())
                if proof or self.is_empty(item):
                    return proof or {"solver": [COVERING]}
            if self.together and self.together.amiss:
                return self.together.amiss[1]
            return self.search.refute(item.facts, item.clauses, is_empty=lambda: self.is_empty(item))
        if isinstance(item, Fault):
            return self.somewhere(item.facts)
        return self.point(item)

    def existing(self, item: Question) -> Outcome:
        """That a root exists where facts hold; where many cases ask it of the same facts it is one question."""
        key = item.root, frozenset((frozenset(f.items()), op) for f, op in item.facts)
        if key not in self.exist:
            found = self.search.solve(item.facts, item.root)
            outcome = self.search.said() if isinstance(found, NoPoint) else found
            if isinstance(outcome, Unknown):
                return outcome
            self.exist[key] = outcome
        return self.exist[key]

    def is_empty(self, item: Question) -> bool:
        """Whether a covering of a larger question says that this one has no point."""
        return self.is_settled(item) or self.is_apart(item.apart)

    def is_apart(self, name: str) -> bool:
        """Whether no two of these cells overlap, asked once about all: a covering for each two takes longer."""
        if not name:
            return False
        if name not in self.apart:
            facts, cells = self.cells[name]
            is_many = len(cells) > FEW
            with self.search.share(SHARE, is_common=True):
                answer = self.search.covering.decide(facts, cells=cells) if is_many else None
            self.apart[name] = isinstance(answer, NoPoint)
        return self.apart[name]

    def is_settled(self, item: Question) -> bool:
        """Whether the covering of all cases says that a question has no point; it is asked once about all."""
        if self.together is None or not self.together.is_of_cases(item):
            return False
        with self.search.share(MOSTLY if self.together.count > ONE_BY_ONE else TOGETHER, is_common=True):
            is_settled = self.together.settles(item)
        if is_settled and self.search.leisure is None:
            self.search.leisure = Budget(LEISURE * self.search.whole.seconds)
        return is_settled

    def point(self, item: Point) -> Outcome:
        """A point that shows it; where there is none, any point of what is claimed not to be empty."""
        proof = self.together.point(item) if self.together else None
        if proof is not None:
            return proof if "point" in proof else {"solver": [COVERING]}
        fixed = {name: Fraction(value) for name, value in item.fixed}
        same: list[Fact] = [self.ring.fact(f"Eq({name}, {value})") for name, value in fixed.items()]
        unknown: Unknown | None = None
        for some in item.some:
            facts = [*item.facts, *some]
            answer = self.search.known([*facts, *same]) or self.search.solve(facts, fixed=fixed)
            if isinstance(answer, Found):
                self.search.keep(answer)
                values = {s.name: v for s, v in answer.point.items() if s.name in self.ring.letters}
                # that a root has its number is not seen from a point
                names = self.ring.letters_of(*(f for f, _ in facts))
                is_plain = not any(n in self.ring.roots for n in names)
                told = {n: Fraction(int(v.p), int(v.q)) for n, v in values.items() if isinstance(v, Rational)}
                whole = (
                    with_radicals(self.ring, names, told) if is_plain and len(told) == len(values) else None
                )
                return {"point": {n: str(v) for n, v in whole.items()}} if whole else {"solver": [COVERING]}
            if isinstance(answer, Unknown):
                unknown = answer
        return unknown or self.somewhere([*self.domain.facts, *same])

    def somewhere(self, facts: list[Fact]) -> Outcome:
        """A point of the facts, or of the domain where they have none."""
        answer = self.search.solve(facts)
        if isinstance(answer, NoPoint):
            answer = self.search.solve(self.domain.facts)
        return answer if not isinstance(answer, NoPoint) else Unknown("the domain is empty")

    def refutation(self, found: Found, item: Item) -> Refuted:
        """The point without the letters that stand for radicals and roots, in the domain."""
        if self.together and self.together.amiss and found is self.together.amiss[1]:
            item = self.together.amiss[0]
        if item.key in self.guessed:
            raise GuessError
        point: dict[Symbol, Expr] = {s: v for s, v in found.point.items() if s in self.letters}
        if item.key.startswith("ends of "):
            point = self.moved(point)
        return Refuted(point, item.words if isinstance(item, Fault) else f"this fails there: {item.words}")

    def moved(self, point: dict[Symbol, Expr]) -> dict[Symbol, Expr]:
        """A point of the domain with the same values of all letters but the rule's."""
        others = {s.name: v for s, v in point.items() if s.name != self.answer["rule"]["for"]}
        fixed = {n: Fraction(int(v.p), int(v.q)) for n, v in others.items() if isinstance(v, Rational)}
        answer = self.search.solve(self.domain.facts, fixed=fixed)
        return {s: answer.point[s] for s in point} if isinstance(answer, Found) else point

    def pruned(self, key: str, place: Scope, node: Node, offers: list[Offer]) -> list[tuple[int, int]]:
        """Which strategies are nowhere better than which others in a place: seen at points, then proved."""
        if key not in self.left_out:
            points = self.points_of(place)
            at = [[value_at(self.ring, v, point) for _, v in offers] for point in points]
            best = {min(range(len(offers)), key=lambda n: self.sign * row[n]) for row in at} or {0}
            pairs = []
            for worse in range(len(offers)):
                for better in best - {worse}:
                    if worse in best or any(self.sign * row[worse] < self.sign * row[better] for row in at):
                        continue
                    question = self.no_better(key, place, offers, (worse, better))
                    outcome = self.search.refute(question.facts)
                    if isinstance(outcome, dict):
                        self.data["proofs"][question.key] = outcome
                        pairs.append([worse, better])
                        break
            self.left_out[key] = pairs
        return super().pruned(key, place, node, offers)

    def is_given(self, _key: str) -> bool:
        return True  # sought on every part

    def truth_of(self, key: str, difference: Quotient, op: str) -> bool:
        """Which way a comparison goes on a part, proved; an error where it goes both ways: then it cuts the part."""
        if key not in self.truths:
            for is_true in (True, False):
                outcome = self.search.refute(self.domain.facts + self.otherwise(difference, op, is_true))
                if isinstance(outcome, dict):
                    self.truths[key] = is_true
                    self.data["proofs"][f"{key} is decided"] = outcome
                    return is_true
                if isinstance(outcome, Unknown):
                    raise OverflowError(f"whether {key} was not decided: {outcome.reason}")
            num = difference[0]
            for den in difference[1]:
                num = times(num, den)
            raise CutError(self.ring.text(num), op)
        return super().truth_of(key, difference, op)

    def points_of(self, place: Scope) -> list[dict[str, Fraction]]:
        """Some rational points of a place."""
        letters = {*self.data["letters"], *self.ring.letters_of(*(f for f, _ in place.facts))}
        for _ in range(2):
            inside = [p for p in self.search.pool if letters <= set(p)]
            found = [p for p in inside if all(holds(self.ring, f, p) for f in place.facts)]
            answer = None if found else self.search.solve(place.facts)
            if isinstance(answer, Found):
                self.search.keep(answer)
        return found[:8]

    def sign_of(self, key: str, den: Poly, facts: list[Fact]) -> int:
        if key not in self.signs and self.is_guessing and (guess := sign_at_witness(self, key, den)):
            self.guessed.add(f"{key} has its sign")
            self.signs[key] = guess
        if key not in self.signs:
            self.signs[key] = 0
            for sign in (1, -1):
                wrong: Fact = ({m: -sign * c for m, c in den.items()}, ">=")
                outcome = self.search.refute([*facts, wrong])
                if isinstance(outcome, dict):
                    self.signs[key] = sign
                    self.data["proofs"][f"{key} has its sign"] = outcome
                    break
        return super().sign_of(key, den, facts)
