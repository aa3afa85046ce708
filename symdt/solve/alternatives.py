"""Alternatives: what there is to choose from, every choice with its expected value on the domain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sympy import Expr

from symdt.errors import DomainError, TreeError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import to_rational
from symdt.exact.solver import Budget
from symdt.problems.problem import TreeProblem
from symdt.problems.table import FIRST, DecisionProblem, strategy_names, to_tree
from symdt.problems.tree import Chance, Decision, Tree, Value, first_decision
from symdt.regions import implicit
from symdt.regions.contest import Contest
from symdt.regions.rule import Nowhere
from symdt.solve.foldback import Alternative, Solved, fold_back
from symdt.solve.risk import risk_elements, risks

#: Seconds that the derivation of one rule may take.
SECONDS = 60.0

Question = DecisionProblem | TreeProblem | Solved


@dataclass(frozen=True)
class Choice:
    """What is done: the action at the first decision, and the branch at every decision that is reached."""

    action: str
    strategy: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        later = [f"{d}: {b}" for d, b in self.strategy if d != FIRST and b != self.action]
        if not later or "; ".join(later) == self.action:
            return self.action
        return f"{self.action} ({', '.join(later)})"


@dataclass(frozen=True)
class Alternatives:
    """What there is to choose from: every choice with its expected value on the domain."""

    source: DecisionProblem | Tree
    domain: Domain
    optimum: Optimum
    choices: tuple[tuple[Choice, Element], ...]
    actions: tuple[str, ...]
    values: Mapping[str, Expr] = field(compare=False)
    solved: Solved | None = field(default=None, compare=False, repr=False)
    names: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def of_each_action(self) -> tuple[tuple[Choice, Element], ...]:
        """What is kept behind each branch of the first decision, also where another branch is as good."""
        decision = first_decision(self.solved.tree) if self.solved is not None else None
        if self.solved is None or decision is None:
            return self.choices
        branches = self.solved.branch_alternatives(decision).values()
        return tuple(_choice(self.solved, a, self.names) for kept in branches for a in kept)

    def never_optimal(self, budget: Budget) -> tuple[tuple[str, ...], tuple[Nowhere, ...]]:
        """The actions that attain the optimum nowhere, and the reasons where these are about actions alone."""
        sign = 1 if self.optimum == "min" else -1
        if self.solved is not None:
            decision = first_decision(self.solved.tree)
            if decision is None:
                return (), ()
            kept = self.solved.optimal_branches(decision)
            lost = tuple(a for a in self.actions if a not in kept)
            return lost, tuple(Nowhere(a) for a in lost)
        reasons = []
        for choice, _ in self.choices:
            if implicit.never(self.choices, choice, self.domain, sign, budget):
                reasons.append(implicit.reason(choice, self.choices, self.domain, sign, budget))
        return tuple(r.label.action for r in reasons), tuple(reasons)  # type: ignore[attr-defined]


def alternatives(
    source: DecisionProblem | TreeProblem | Tree,
    domain: Domain | None = None,
    optimum: Optimum = "min",
    seconds: float = SECONDS,
) -> Alternatives:
    """The choices of a problem or a tree with their expected values, those nowhere needed left out."""
    if isinstance(source, DecisionProblem | TreeProblem) and domain is not None:
        raise DomainError("a decision problem has its own domain: give it there")
    if isinstance(source, TreeProblem):
        domain, optimum, source = source.domain, source.optimum, source.tree
    if isinstance(source, DecisionProblem):
        if not source.experiments:
            choices = tuple((Choice(a, ((FIRST, a),)), e) for a, e in risk_elements(source).items())
            return Alternatives(
                source, source.domain, source.loss.optimum, choices, source.alternatives, risks(source)
            )
        solved = fold_back(
            to_tree(source), domain=source.domain, optimum=source.loss.optimum, seconds=seconds, check=False
        )
        names = strategy_names(source)
    elif isinstance(source, Decision | Chance | Value):
        solved = fold_back(source, domain=domain, optimum=optimum, seconds=seconds)
        names = {}
    else:
        raise TreeError(f"{quote(type(source).__name__)} is neither a problem nor a tree: give one of them")
    made = [_choice(solved, alternative, names) for alternative in solved.alternatives]
    first = first_decision(solved.tree)
    actions = first.actions if first is not None else tuple(c.action for c, _ in made)
    return Alternatives(
        source, solved.domain, solved.optimum, tuple(made), actions, solved.values, solved, names
    )


def _choice(solved: Solved, alternative: Alternative, names: Mapping[str, str]) -> tuple[Choice, Element]:
    strategy = tuple((names.get(d, d), b) for d, b in solved.strategy(alternative).items())
    return Choice(solved.label(alternative), strategy), alternative.value


def contest(question: Question, at: Mapping[Any, Any] | None = None) -> Contest[str]:
    """The contest of a problem's alternatives, with some letters fixed."""
    if isinstance(question, DecisionProblem):
        problem = question.at(at) if at else question
        if not problem.experiments:
            return Contest(
                tuple(risk_elements(problem).items()), problem.domain, problem.optimum, problem.loss.actions
            )
        solved = fold_back(to_tree(problem), domain=problem.domain, optimum=problem.loss.optimum, check=False)
        return _of_solved(solved, problem.alternatives)
    if isinstance(question, TreeProblem):
        fixed = question.at(at) if at else question
        solved = fold_back(fixed.tree, domain=fixed.domain, optimum=fixed.optimum, check=False)
        return _of_solved(solved, fixed.alternatives)
    if at:
        exact = {s: to_rational(v) for s, v in question.domain.assigned(at).items()}
        domain = question.domain.restricted_to(exact)
        question = fold_back(question.tree.subs(exact), domain=domain, optimum=question.optimum, check=False)
    return _of_solved(question, tuple(question.values))


def _of_solved(solved: Solved, labels: tuple[str, ...]) -> Contest[str]:
    decision = first_decision(solved.tree)
    if decision is None:
        values = tuple((solved.label(a), a.value) for a in solved.alternatives)
    else:  # all that is kept behind each branch, so that a branch has its own value where it is not best
        offers = solved.branch_alternatives(decision)
        values = tuple((branch, a.value) for branch, kept in offers.items() for a in kept)
    known = tuple(dict.fromkeys([*labels, *(label for label, _ in values)]))
    return Contest(values, solved.domain, solved.optimum, known)
