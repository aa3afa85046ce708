"""Rule: for all values of the other letters, the intervals of one letter and the label that is optimal there.

Every point of the domain lies in exactly one case and in exactly one of its pieces. A piece is
open on the left and closed on the right; the first also holds the left end of the domain where
the domain does. Neighbouring labels tie where their pieces meet.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from flint import fmpq
from sympy import And, Expr, Piecewise, Symbol

from symdt.errors import DomainError, ExpressionError, quote
from symdt.exact.domain import Domain
from symdt.exact.formula import Condition, all_of, point_text
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import Number, to_rational
from symdt.exact.solver import Budget, NoPoint
from symdt.regions.contest import L, Question
from symdt.regions.ends import End, Infinite

Label = Hashable
#: The note of a rule whose search the user ended: what it says is right, and no other engine is asked.
INTERRUPTED = "it was interrupted"
#: Seconds in which cases that say the same are joined, and a third of them where there are more cases than so many: a
#: person reads none of these, and two seldom say the same.
JOINING, READ = 0.5, 12


@dataclass(frozen=True)
class Piece(Generic[L]):
    """`label` is optimal for `start < letter <= stop`, and at `start` itself if `is_closed_left`.

    `is_open_right` says that `stop` is left out: the domain ends there, or a function jumps.
    """

    label: L
    start: End
    stop: End
    is_closed_left: bool = False
    is_open_right: bool = False

    @property
    def is_point(self) -> bool:
        """Whether the piece is one value of the letter, so that it is written with one equals sign."""
        is_closed = self.is_closed_left and not self.is_open_right
        return is_closed and self.start.to_expr() == self.stop.to_expr()


@dataclass(frozen=True)
class Case(Generic[L]):
    """Under these conditions on the other letters, these pieces; `witness` is a point where none is empty."""

    conditions: tuple[Condition, ...]
    pieces: tuple[Piece[L], ...]
    witness: tuple[tuple[Symbol, Number], ...]

    @property
    def fixed(self) -> dict[Symbol, Number]:
        """The letters that an equation among the conditions fixes at a rational number."""
        found = {}
        for c in self.conditions:
            if (
                isinstance(c, Condition)
                and c.op == "=="
                and c.poly.total_degree() == 1
                and len(c.symbols) == 1
            ):
                terms = {any(m): value for m, value in c.poly.to_dict().items()}
                found[next(iter(c.symbols))] = -terms.get(False, 0) / terms[True]
        return found

    @property
    def has_rational_witness(self) -> bool:
        """Whether every letter of the witness is a rational number."""
        return all(isinstance(value, fmpq) for _, value in self.witness)

    def settled(self) -> Case[L]:
        """The case with the ends of its pieces at the letters that it fixes: `p <= 1/2`, and not `p <= q/2`, if q = 1."""
        if not (at := self.fixed):
            return self
        pieces = (replace(p, start=p.start.fixed(at), stop=p.stop.fixed(at)) for p in self.pieces)
        return replace(self, pieces=tuple(pieces))

    def holds(self, values: Sequence[Number]) -> bool:
        """Whether the case applies at a point."""
        return all(c.holds(values) for c in self.conditions)

    def piece(self, values: Sequence[Number], letter: Symbol) -> Piece[L] | None:
        """The piece that holds a point of the domain in this case."""
        for piece in self.pieces:
            before = piece.stop.compare(values, letter)
            if before < 0 or (before == 0 and not piece.is_open_right):
                after = piece.start.compare(values, letter)
                if after > 0 or (after == 0 and piece.is_closed_left):
                    return piece
        return None


@dataclass(frozen=True)
class Nowhere:
    """Why a label attains the optimum at no point of the domain, in a form that can be checked.

    `weights` is a mixture of other labels that is strictly better on the whole domain; where it
    is empty the solver has shown that no point exists.
    """

    label: Label
    weights: tuple[tuple[Label, Any], ...] = ()

    def __str__(self) -> str:
        if not self.weights:
            return f"{self.label}: the solver shows that it attains the optimum at no point of the domain"
        if len(self.weights) == 1:
            return f"{self.label}: {self.weights[0][0]} is better on the whole domain"
        mixture = " + ".join(f"{w}*{label}" for label, w in self.weights)
        return f"{self.label}: the mixture {mixture} is better on the whole domain"


@dataclass(frozen=True)
class Rule(Generic[L]):
    """The answer to a question: disjoint cases that cover the domain; `engine` names who gave it."""

    question: Question[L]
    cases: tuple[Case[L], ...]
    start: End | None  # where the domain begins and ends; None where no one end of a case is it everywhere
    stop: End | None
    is_complete: bool = True  # False: the budget ended before the cases covered the domain
    note: str = ""
    engine: str = ""

    def locate(self, values: Sequence[Number]) -> tuple[Case[L], Piece[L]]:
        """The case and the piece that hold a point of the domain."""
        for case in self.cases:
            if case.holds(values):
                piece = case.piece(values, self.question.letter)
                if piece is not None:
                    return case, piece
        names = self.question.domain.field.symbols
        where = point_text({s: to_rational(v) for s, v in zip(names, values, strict=True)})
        raise DomainError(f"the rule has no case for {where}: it is partial, give it more time")

    def label_at(self, point: Mapping[Any, Any]) -> L:
        """The label that the rule gives at a point of the domain, exactly."""
        return self.locate(self.question.domain.check_point(point))[1].label

    def ties_at(self, point: Mapping[Any, Any]) -> tuple[L, ...]:
        """All labels that attain the optimum at a point of the domain, the rule's own first."""
        values = self.question.domain.check_point(point)
        own = self.locate(values)[1].label
        return (own, *(label for label in self.question.best(values) if label != own))

    @property
    def labels(self) -> tuple[L, ...]:
        """The labels that occur, in the order of the question."""
        used = {piece.label for case in self.cases for piece in case.pieces}
        return tuple(label for label, _ in self.question.functions if label in used)

    def to_piecewise(self, name: Any = str) -> Expr:
        """A SymPy Piecewise of the labels, as symbols; a label that is also a letter is refused, SymPy would mix them up."""
        p = self.question.letter
        mixed = [x for x in self.labels if Symbol(name(x)) in self.question.domain.symbols]
        if mixed:
            raise ExpressionError(
                f"{quote(name(mixed[0]))} is the name of a label and of a letter: in a Piecewise one would be taken for the "
                "other; give the label another name"
            )
        branches = []
        for case in self.cases:
            for piece in case.pieces:
                parts = [c.to_relational() for c in case.conditions]
                if not isinstance(piece.start, Infinite) and not piece.is_closed_left:
                    parts.append(p > piece.start.to_expr())
                if not isinstance(piece.stop, Infinite):
                    stop = piece.stop.to_expr()
                    is_jump = piece.is_open_right and piece is not case.pieces[-1]
                    parts.append(p < stop if is_jump else p <= stop)
                branches.append((Symbol(name(piece.label)), And(*parts)))
        return Piecewise(*branches)


def with_equal_cases_joined(rule: Rule[L], seconds: float = JOINING) -> Rule[L]:
    """The rule with one case in the place of several that say the same, where their conditions can be said together.

    What holds on one case and on another, of their conditions and what these imply, is said of both; it is said of no
    other point where no other case has a point that obeys it, for the cases cover the domain. seconds: for the search.
    """
    if not rule.is_complete or not all(
        isinstance(c, Condition) for case in rule.cases for c in case.conditions
    ):
        return rule
    from symdt.regions.overlay import overlay

    budget, domain = Budget(seconds if len(rule.cases) <= READ else seconds / 3), rule.question.domain
    cases = list(rule.cases)
    seen = _seen(rule)  # a point asked costs nothing beside a question to the solver
    for n, first in enumerate(rule.cases):
        for m, other in enumerate(rule.cases):
            if budget.is_spent:
                return rule
            if n == m or first.pieces != other.pieces:
                continue
            offered = dict.fromkeys(w for c in (*first.conditions, *other.conditions) for w in _weaker(c))
            held = [c for c in offered if all(c.holds(v) for v in (*seen[n], *seen[m]))]
            others = [i for i in range(len(cases)) if i not in (n, m)]
            if any(all(c.holds(v) for c in held) for i in others for v in seen[i]):
                continue
            held = [c for c in held if all(_holds_on(domain, case, c, budget) for case in (first, other))]
            if any(all(c.holds(v) for c in held) for i in others for v in seen[i]):
                continue
            if all(isinstance(_meeting(domain, held, cases[i], budget), NoPoint) for i in others):
                part = overlay(held, domain, budget)  # without what the others imply
                joined = replace(first, conditions=part.conditions if part is not None else tuple(held))
                cases[cases.index(first)] = joined
                cases.remove(other)
                return with_equal_cases_joined(replace(rule, cases=tuple(cases)), budget.left())
    return rule


def _seen(rule: Rule[L]) -> list[list[Sequence[Number]]]:
    """Points of each case: its witness, where that is rational, and what is known of the domain."""
    symbols = rule.question.domain.field.symbols
    found: list[list[Sequence[Number]]] = []
    for case in rule.cases:
        at = dict(case.witness)
        found.append([tuple(at.get(s, fmpq(0)) for s in symbols)] if case.has_rational_witness else [])
    for point in rule.question.domain.samples:
        held = next((n for n, case in enumerate(rule.cases) if case.holds(point)), None)
        if held is not None:
            found[held].append(point)
    return found


def _weaker(condition: Condition) -> Iterator[Condition]:
    """The condition, and what it implies at once: with its border, or on one side of an equation."""
    yield condition
    signs = {">": (1,), "==": (1, -1)}.get(condition.op, ())
    yield from (Condition(condition.field, sign * condition.poly, ">=") for sign in signs)


def _holds_on(domain: Domain, case: Case[Any], condition: Condition, budget: Budget) -> bool:
    """Whether a condition holds at every point of a case."""
    return isinstance(_meeting(domain, (condition.negated(),), case, budget), NoPoint)


def _meeting(domain: Domain, conditions: Sequence[Condition], case: Case[Any], budget: Budget) -> Any:
    """A point of a case at which further conditions hold."""
    return domain.find(all_of(*case.conditions, *conditions), budget)


class RuleAnswer(Generic[L]):
    """What an answer that holds a rule says of it: the letter solved for, the domain, the cases."""

    rule: Rule[L]

    @property
    def letter(self) -> Symbol:
        """The letter solved for."""
        return self.rule.question.letter

    @property
    def domain(self) -> Domain:
        """Where the answer holds."""
        return self.rule.question.domain

    @property
    def optimum(self) -> Optimum:
        """ "min": the least comes first; "max": the greatest."""
        return self.rule.question.optimum

    @property
    def cases(self) -> tuple[Case[L], ...]:
        """The cases in the other letters."""
        return self.rule.cases

    @property
    def is_complete(self) -> bool:
        """False where the budget ended before the cases covered the domain."""
        return self.rule.is_complete

    def __len__(self) -> int:
        return len(self.cases)

    def __iter__(self) -> Iterator[Case[L]]:
        return iter(self.cases)
