"""Solved: a tree folded back as a record: what each node keeps, its value, its strategies, the optimum at a point.

>>> from symdt.problems.tree import Decision
>>> from symdt.solve.foldback import fold_back
>>> solved = fold_back(Decision("umbrella?", {"take": 20, "leave": 100}), optimum="max")
>>> solved.value, solved.at().strategy
(100, {'umbrella?': 'leave'})

It is a value: a copy finds what its own nodes keep.

>>> import pickle
>>> pickle.loads(pickle.dumps(solved)) == solved
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from sympy import Expr, Max, Min

from symdt.display import Displayed, Printed
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.language.board import board
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import to_rational
from symdt.problems.tree import Decision, Tree, Value, decision_names, first_decision
from symdt.regions.needed import attains


@dataclass(frozen=True, eq=False, slots=True)
class Alternative:
    """One strategy for a subtree and its expected value.

    `choice` is the decision made at the subtree's root and the branch taken, if it is one;
    `parts` are the alternatives used further on.
    """

    value: Element
    choice: tuple[Decision, str] | None = None
    parts: tuple[Alternative, ...] = ()

    def choices(self) -> Iterator[tuple[Decision, str]]:
        """Every decision that the strategy can reach, with the branch it takes there."""
        return (part.choice for part in self.decided() if part.choice is not None)

    def decided(self) -> Iterator[Alternative]:
        """What the strategy does from every decision on that it can reach."""
        stack, seen = [self], set[int]()
        while stack:
            alternative = stack.pop()
            if id(alternative) in seen:  # a part that several branches share
                continue
            seen.add(id(alternative))
            if alternative.choice is not None:
                yield alternative
            stack.extend(reversed(alternative.parts))

    def choice_at(self, decision: Decision) -> str | None:
        """The branch taken at a decision, or None if the strategy does not reach it."""
        return next((branch for node, branch in self.choices() if node is decision), None)


@dataclass(frozen=True)
class Optimal(Printed):
    """The answer at one point: the action at the first decision, all that tie with it, and the rest.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> from symdt import optimum_at
    >>> optimum_at(problem, p="1/11").ties
    ('wait', 'treat')
    """

    action: str
    ties: tuple[str, ...]
    strategy: dict[str, str]
    value: Expr
    values: dict[str, Expr]
    #: For each decision of the strategy at which several branches are as good, all of them, in order.
    strategy_ties: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __str__(self) -> str:
        """The action, what ties with it, its value, and the strategy where it has more than one decision."""
        from symdt.solve.written.choice_rows import strategy_rows  # which reads choices of many strategies

        others = [t for t in self.ties if t != self.action]
        tied = f", as good as {', '.join(others)}" if others else ""
        rows = (
            strategy_rows(list(self.strategy.items()), self.strategy_ties) if len(self.strategy) > 1 else ()
        )
        return "\n".join([f"{self.action}{tied}: {board(self.value)}", *(f"  {row}" for row in rows)])

    def in_words(self, words: Mapping[str, str]) -> Optimal:
        """The same, its decisions named as a problem names them."""
        return replace(
            self,
            strategy={words.get(d, d): b for d, b in self.strategy.items()},
            strategy_ties={words.get(d, d): b for d, b in self.strategy_ties.items()},
        )


@dataclass(frozen=True, eq=False)
class Solved(Displayed):
    """A tree with the folded-back alternatives of every node.

    >>> from symdt import Decision, fold_back
    >>> solved = fold_back(Decision("umbrella?", {"take": 20, "leave": 100}), optimum="max")
    >>> solved.values
    {'take': 20, 'leave': 100}
    """

    tree: Tree
    domain: Domain
    optimum: Optimum
    is_exact: bool  # False where the budget ended first: some alternatives may be superfluous
    _alternatives: dict[int, tuple[Alternative, ...]] = field(repr=False)
    _branches: dict[int, dict[str, tuple[Alternative, ...]]] = field(repr=False)

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """The strategies that are needed: each is strictly best somewhere on the domain."""
        return self.alternatives_at(self.tree)

    def alternatives_at(self, node: Tree) -> tuple[Alternative, ...]:
        """The alternatives kept at a node."""
        return self._alternatives[id(node)]

    @property
    def value(self) -> Expr:
        """The expected value of the whole tree; a Min or Max where the optimum depends on letters."""
        return self.value_at(self.tree)

    def value_at(self, node: Tree) -> Expr:
        """The expected value at a node, given that it is reached."""
        return combined(self.alternatives_at(node), self.optimum)

    @property
    def values(self) -> dict[str, Expr]:
        """The expected value of each branch of the first decision."""
        decision = first_decision(self.tree)
        if decision is None:
            return {self.label(a): a.value.to_expr() for a in self.alternatives}
        return {b: combined(alts, self.optimum) for b, alts in self._branches[id(decision)].items()}

    def branch_alternatives(self, decision: Decision) -> dict[str, tuple[Alternative, ...]]:
        """For each branch of a decision, what is kept behind it."""
        return self._branches[id(decision)]

    def optimal_branches(self, decision: Decision) -> tuple[str, ...]:
        """The branches of a decision that attain the optimum somewhere on the domain, ties included."""
        kept = {a.choice[1] for a in self.alternatives_at(decision) if a.choice is not None}
        for branch, alternatives in self._branches[id(decision)].items():
            if branch not in kept and any(
                attains(a.value, [b.value for b in self.alternatives_at(decision)], self.domain, self.optimum)
                is not False
                for a in alternatives
            ):
                kept.add(branch)
        return tuple(b for b in decision.actions if b in kept)

    @cached_property
    def names(self) -> dict[int, str]:
        """The name of each decision in a strategy: its own, made unique by a number where several share it."""
        return decision_names(self.tree)

    def strategy(self, alternative: Alternative) -> dict[str, str]:
        """Each decision that is reached and the branch taken there, by name."""
        return {self.names[id(decision)]: branch for decision, branch in alternative.choices()}

    def ties(
        self, alternative: Alternative, words: Mapping[str, str] | None = None
    ) -> dict[str, tuple[str, ...]]:
        """At each decision that a strategy reaches, the branches that are as good as its own for all letters; by name.

        words: how a problem names decisions. Those of one name and one word are one question of a policy, asked on
        several branches: another answer to the first is as good if it is so with the strategy's answers to the rest.
        """

        def question(decision: Decision) -> tuple[str, str]:
            name = self.names[id(decision)]
            return decision.name, (words or {}).get(name, name)

        answers = {question(decision): branch for decision, branch in alternative.choices()}

        def is_as_good(part: Alternative, branch: str, kept: tuple[Alternative, ...]) -> bool:
            node = part.choice[0].child(branch) if part.choice is not None else None
            is_answered = False
            while isinstance(node, Decision) and question(node) in answers:
                node, is_answered = node.child(answers[question(node)]), True
            if is_answered and isinstance(node, Value):
                return part.value == self.domain.field.element(node.value)
            return any(a.value == part.value for a in kept)

        found = {}
        for part in alternative.decided():
            assert part.choice is not None
            decision, branch = part.choice
            offers = self._branches[id(decision)].items()
            equal = tuple(b for b, kept in offers if b == branch or is_as_good(part, b, kept))
            if len(equal) > 1:
                found[self.names[id(decision)]] = equal
        return found

    def label(self, alternative: Alternative) -> str:
        """What the strategy does first; all of it where no single decision comes first."""
        decision = first_decision(self.tree)
        branch = alternative.choice_at(decision) if decision is not None else None
        if branch is not None:
            return branch
        return "; ".join(f"{d}: {b}" for d, b in self.strategy(alternative).items()) or "no decision"

    def at(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Optimal:
        """The optimum at a point of the domain, exactly, with all first choices that attain it."""
        from symdt.solve.foldback import optimum_of  # which folds back a tree of numbers

        exact = self.domain.check_point({**(point or {}), **values})
        numbers = dict(zip(self.domain.field.symbols, map(to_rational, exact), strict=True))
        return optimum_of(self.tree.subs(numbers) if numbers else self.tree, self.optimum)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solved):
            return NotImplemented
        return self._parts() == other._parts()

    def _parts(self) -> tuple[Any, ...]:
        kept = [(self.strategy(a), a.value) for a in self.alternatives]
        return self.tree, self.domain, self.optimum, self.is_exact, kept

    def __hash__(self) -> int:
        return hash((self.tree, self.domain, self.optimum))

    def __reduce__(self) -> tuple[Any, ...]:
        # what is kept at a node is found by the node's address, which a copy does not share
        kept = [(self._alternatives[id(n)], self._branches.get(id(n))) for n in self.tree.nodes()]
        return (_restored, (self.tree, self.domain, self.optimum, self.is_exact, kept))

    def __str__(self) -> str:
        lines = [f"value: {board(self.value)}"]
        for alternative in self.alternatives:
            chosen = ", ".join(f"{d} -> {b}" for d, b in self.strategy(alternative).items()) or "no decision"
            lines.append(f"  {chosen}: {board(alternative.value)}")
        return "\n".join(lines)


def _restored(tree: Tree, domain: Domain, optimum: Optimum, is_exact: bool, kept: list[Any]) -> Solved:
    """The record with what is kept at each node, in the order of the tree's nodes."""
    places = [id(n) for n in tree.nodes()]
    alternatives = {place: own for place, (own, _) in zip(places, kept, strict=True)}
    branches = {place: of for place, (_, of) in zip(places, kept, strict=True) if of is not None}
    return Solved(tree, domain, optimum, is_exact, alternatives, branches)


def combined(alternatives: Iterable[Alternative], optimum: Optimum) -> Expr:
    """The value of the best of several alternatives: a Min or Max that is left as it stands."""
    values = [a.value.to_expr() for a in alternatives]
    if len(values) == 1:
        return values[0]
    return (Min if optimum == "min" else Max)(*values, evaluate=False)
