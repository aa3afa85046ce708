"""Alternatives: what there is to choose from, every choice with its expected value on the domain."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sympy import Expr

from symdt.display import Printed
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.language.board import board
from symdt.exact.optimum import Optimum, sign
from symdt.exact.polynomial import to_rational
from symdt.exact.solver import Budget
from symdt.problems.kinks.kinked import KinkedProblem, shown
from symdt.problems.problem import Problem
from symdt.problems.table import FIRST
from symdt.problems.tree import Tree, first_decision
from symdt.problems.tree_problem import as_problem
from symdt.regions.contest import Contest
from symdt.regions.contest import Question as Along
from symdt.solve.foldback import fold_back
from symdt.solve.solved import Alternative, Solved

if TYPE_CHECKING:
    from symdt.regions.implicit import Regions
    from symdt.regions.rule import Nowhere

#: Seconds that the derivation of one rule may take.
SECONDS = 60.0

Question = Problem | Solved


@dataclass(frozen=True)
class Choice(Printed):
    """What is done: the action at the first decision, and the branch at every decision that is reached.

    >>> print(Choice("survey", (("first", "survey"), ("good", "drill"), ("bad", "sell"))))
    survey (good: drill, bad: sell)
    """

    action: str
    strategy: tuple[tuple[str, str], ...] = ()

    @property
    def later(self) -> tuple[tuple[str, str], ...]:
        """What is chosen after the first decision; nothing where chance comes first, for then the action says it all."""
        return () if self.is_after_chance else self.strategy[1:]

    @property
    def is_after_chance(self) -> bool:
        """Whether chance comes before every decision: the action is then the whole strategy in words."""
        return self.strategy != () and self.action == "; ".join(f"{d}: {b}" for d, b in self.strategy)

    def rows(self, ties: Container[str] = ()) -> tuple[tuple[str, str], ...]:
        """What a table below the action tells: all later choices, the first too where others tie there; everything after
        chance.

        ties: the decisions at which other branches are as good.
        """
        if self.is_after_chance:
            return self.strategy
        first = self.strategy[:1]
        is_told = any(d in ties for d, _ in first)
        return (*(first if is_told else ()), *self.later)

    def __str__(self) -> str:
        later = ", ".join(f"{d}: {b}" for d, b in self.later)
        return f"{self.action} ({later})" if later else self.action


@dataclass(frozen=True)
class Alternatives(Printed):
    """What there is to choose from: every choice with its expected value on the domain.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> alternatives(problem).actions
    ('wait', 'treat')
    """

    source: Problem
    domain: Domain
    optimum: Optimum
    choices: tuple[tuple[Choice, Element], ...]
    actions: tuple[str, ...]
    values: Mapping[str, Expr] = field(compare=False)
    solved: Solved | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return "\n".join(f"{choice}: {board(value)}" for choice, value in self.choices)

    @cached_property
    def of_each_action(self) -> tuple[tuple[Choice, Element], ...]:
        """What is kept behind each branch of the first decision, also where another branch is as good."""
        decision = first_decision(self.solved.tree) if self.solved is not None else None
        if self.solved is None or decision is None:
            return self.choices
        branches = self.solved.branch_alternatives(decision).values()
        return tuple(_choice(self.solved, a, self.source.words) for kept in branches for a in kept)

    def value(self, choice: Choice) -> Expr:
        """The expected value of a choice; a rule of many cases asks for the same few."""
        if choice not in self._values:
            self._values[choice] = shown(dict(self.choices)[choice].to_expr(), self.domain.symbols)
        return self._values[choice]

    @cached_property
    def _values(self) -> dict[Choice, Expr]:
        return {}

    @cached_property
    def ties(self) -> dict[Choice, dict[str, tuple[str, ...]]]:
        """For each choice the decisions at which other branches are as good for all values of the letters."""
        if self.solved is None:
            same = {c: tuple(o.action for o, v in self.choices if v == value) for c, value in self.choices}
            return {c: {c.strategy[0][0]: many} for c, many in same.items() if len(many) > 1 and c.strategy}
        decision, words = first_decision(self.solved.tree), self.source.words
        kept = list(self.solved.alternatives)
        if decision is not None:
            kept += [a for many in self.solved.branch_alternatives(decision).values() for a in many]
        found = {}
        for a in kept:
            ties = {words.get(d, d): branches for d, branches in self.solved.ties(a, words).items()}
            if ties:
                found[_choice(self.solved, a, words)[0]] = ties
        return found

    def along(self, letter: Any) -> Along[Choice]:
        """The question that a rule for this letter answers."""
        return Along(self.choices, self.domain, self.domain.letter(letter), self.optimum)

    @cached_property
    def affine_letters(self) -> tuple[str, ...]:
        """The letters in which no comparison of two choices has a degree above one: a rule is found soonest for these."""
        polys = [poly for _, _, poly in Contest(self.choices, self.domain, self.optimum).differences]
        places = range(len(self.domain.field.symbols))
        found = {i for i in places if all(poly.degrees()[i] <= 1 for poly in polys)}
        return tuple(self.domain.field.symbols[i].name for i in sorted(found))

    def regions(self, budget: Budget) -> Regions:
        """Where each choice is optimal."""
        from symdt.regions import implicit

        return implicit.solve(self.of_each_action, self.domain, self.optimum, budget)

    def never_optimal(
        self, budget: Budget, optimal: Collection[str] = ()
    ) -> tuple[tuple[str, ...], tuple[Nowhere, ...]]:
        """The actions that attain the optimum nowhere, and the reasons where these are about actions alone.

        optimal: actions of which it is known that they do somewhere.
        """
        from symdt.regions import implicit, nowhere
        from symdt.regions.rule import Nowhere

        if self.solved is not None:
            decision = first_decision(self.solved.tree)
            if decision is None:
                return (), ()
            kept = self.solved.optimal_branches(decision)
            lost = tuple(
                a
                for a in self.actions
                if a not in kept or (a not in optimal and self._attains(a, budget) is False)
            )
            return lost, tuple(Nowhere(a) for a in lost)
        reasons = []
        for choice, _ in self.choices:
            if choice.action in optimal:
                continue
            is_lost = implicit.never(self.choices, choice, self.domain, sign(self.optimum), budget)
            if is_lost is None:  # the solver's seconds are over: it looks at the clock on the wall
                is_lost = self._attains(choice.action, budget) is False
            if is_lost:
                reasons.append(nowhere.reason(choice, self.choices, self.domain, sign(self.optimum), budget))
        return tuple(r.label.action for r in reasons), tuple(reasons)  # type: ignore[attr-defined]

    def _attains(self, action: str, budget: Budget) -> bool | None:
        """Whether an action is as good as every other one somewhere: one that folding back kept may be nowhere."""
        from symdt.regions.needed import as_good
        from symdt.solve.proofs.coverings.somewhere import somewhere

        mine = [value for choice, value in self.of_each_action if choice.action == action]
        others = [value for choice, value in self.choices if choice.action != action]
        found = list[bool | None]()
        for one in mine:
            told = as_good(one, others, self.domain, self.optimum)
            is_seen = any(all(c.holds(values) for c in told) for values in self.domain.samples)
            found.append(True if is_seen else somewhere(told, self.domain, budget))
            if found[-1]:
                return True
        return False if all(one is False for one in found) else None


def alternatives(
    source: Problem | Tree,
    domain: Domain | None = None,
    optimum: Optimum | None = None,
    seconds: float = SECONDS,
    *,
    joined: bool = False,
) -> Alternatives:
    """The choices of a problem or a tree with their expected values, those nowhere needed left out.

    joined: whether the values may have kinks; where they may not, a problem that has some is refused.
    """
    problem = as_problem(source, domain, optimum)
    if joined and isinstance(problem, KinkedProblem):
        from symdt.solve.parts.joined import joined_alternatives

        return joined_alternatives(problem, seconds)
    return ordinary_alternatives(problem, seconds)


def ordinary_alternatives(problem: Problem, seconds: float = SECONDS) -> Alternatives:
    """The choices of a problem as it is stated: a kink in it is a letter like any other."""
    at_once = problem.risks_at_once
    if at_once is not None:
        choices = tuple((Choice(a, ((FIRST, a),)), e) for a, e in at_once.items())
        values = {a: e.to_expr() for a, e in at_once.items()}
        return Alternatives(problem, problem.domain, problem.optimum, choices, problem.alternatives, values)
    solved = fold_back(
        problem.tree, domain=problem.domain, optimum=problem.optimum, seconds=seconds, check=False
    )
    made = tuple(_choice(solved, alternative, problem.words) for alternative in solved.alternatives)
    actions = problem.alternatives or tuple(c.action for c, _ in made)
    return Alternatives(problem, problem.domain, problem.optimum, made, actions, solved.values, solved)


def _choice(solved: Solved, alternative: Alternative, names: Mapping[str, str]) -> tuple[Choice, Element]:
    strategy = tuple((names.get(d, d), b) for d, b in solved.strategy(alternative).items())
    return Choice(solved.label(alternative), strategy), alternative.value


def contest(
    question: Question, point: Mapping[Any, Any] | None = None, *, guarded: bool = False
) -> Contest[str]:
    """The contest of a problem's alternatives, with some letters fixed.

    guarded: whether functions may be told that count on a part of the domain alone; where they may not, a
    problem with kinks is refused.
    """
    if isinstance(question, Problem):
        problem = as_problem(question).at(point)
        if guarded and isinstance(problem, KinkedProblem):
            from symdt.solve.parts.joined import joined_alternatives

            return joined_alternatives(problem).contest()
        at_once = problem.risks_at_once
        if at_once is not None:
            return Contest(tuple(at_once.items()), problem.domain, problem.optimum, problem.alternatives)
        return _of_solved(fold_back(problem), problem.alternatives)
    if point:
        exact = {s: to_rational(v) for s, v in question.domain.assigned(point).items()}
        domain = question.domain.restricted_to(exact)
        question = fold_back(question.tree.subs(exact), domain=domain, optimum=question.optimum, check=False)
    return _of_solved(question, tuple(question.values))


def strategies(question: Problem, point: Mapping[Any, Any] | None = None) -> Contest[str]:
    """The contest of whole strategies: what is done at once and after everything that may be seen."""
    found = alternatives(question.at(point) if point else question)
    functions = tuple((str(choice), value) for choice, value in found.choices)
    return Contest(functions, found.domain, found.optimum)


def _of_solved(solved: Solved, labels: tuple[str, ...]) -> Contest[str]:
    decision = first_decision(solved.tree)
    if decision is None:
        values = tuple((solved.label(a), a.value) for a in solved.alternatives)
    else:  # all that is kept behind each branch, so that a branch has its own value where it is not best
        offers = solved.branch_alternatives(decision)
        values = tuple((branch, a.value) for branch, kept in offers.items() for a in kept)
    known = tuple(dict.fromkeys([*labels, *(label for label, _ in values)]))
    return Contest(values, solved.domain, solved.optimum, known)
