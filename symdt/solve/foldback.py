"""Averaging out and folding back: the value of every node of a tree and what to choose (§2.1).

From the leaves to the root: a chance node has the expectation of its branches, a decision the
best of its branches. Where the best depends on letters the domain does not settle, a node keeps
its `Alternative`s: those strategies below it that are needed to write its value as a minimum
(or maximum) of rational functions.

>>> from sympy import symbols
>>> from symdt.problems.tree import Chance, Decision
>>> r = symbols("r")
>>> tree = Decision("umbrella?", {
...     "take": Chance("with", {"rain": (r, 70), "dry": ("rest", 20)}),
...     "leave": Chance("without", {"rain": (r, 0), "dry": ("rest", 100)})})
>>> solved = fold_back(tree, domain=Domain("0 <= r <= 1"), optimum="max")
>>> print(solved.value)
Max(100 - 100*r, 50*r + 20)
>>> solved.at(r=0.6).action, solved.at(r=0.6).value
('take', 50)
>>> solved.at(r="8/15").ties
('take', 'leave')

With a domain that settles the matter, one alternative is left.

>>> fold_back(tree, domain=Domain("r > 8/15", "r <= 1"), optimum="max").value
50*r + 20

Law: folding back equals the best of all strategies, at every point.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sympy import Expr, Max, Min

from symdt.display import Displayed
from symdt.errors import TreeError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import Number, to_number, to_rational
from symdt.exact.solver import Budget
from symdt.problems.tree import Chance, Decision, Tree, Value, check_probabilities, first_decision
from symdt.regions.contest import attains, needed

#: More alternatives than this at one node are refused.
MAX_ALTERNATIVES = 512
#: More combinations of them than this at one chance node are refused before they are compared.
MAX_COMBINATIONS = 8192
#: Seconds that folding back one tree may spend on the solver.
SECONDS = 60.0


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
        stack, seen = [self], set[int]()
        while stack:
            alternative = stack.pop()
            if id(alternative) in seen:  # a part that several branches share
                continue
            seen.add(id(alternative))
            if alternative.choice is not None:
                yield alternative.choice
            stack.extend(reversed(alternative.parts))

    def choice_at(self, decision: Decision) -> str | None:
        """The branch taken at a decision, or None if the strategy does not reach it."""
        return next((branch for node, branch in self.choices() if node is decision), None)


@dataclass(frozen=True)
class Optimal:
    """The answer at one point: the action at the first decision, all that tie with it, and the rest."""

    action: str
    ties: tuple[str, ...]
    strategy: dict[str, str]
    value: Expr
    values: dict[str, Expr]


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
        decisions = [n for n in self.tree.nodes() if isinstance(n, Decision)][::-1]
        shared = Counter(d.name for d in decisions)
        seen: Counter[str] = Counter()
        names = {}
        for decision in decisions:
            seen[decision.name] += 1
            unique = shared[decision.name] == 1
            names[id(decision)] = decision.name if unique else f"{decision.name} #{seen[decision.name]}"
        return names

    def strategy(self, alternative: Alternative) -> dict[str, str]:
        """Each decision that is reached and the branch taken there, by name."""
        return {self.names[id(decision)]: branch for decision, branch in alternative.choices()}

    def label(self, alternative: Alternative) -> str:
        """What the strategy does first; all of it where no single decision comes first."""
        decision = first_decision(self.tree)
        branch = alternative.choice_at(decision) if decision is not None else None
        if branch is not None:
            return branch
        return "; ".join(f"{d}: {b}" for d, b in self.strategy(alternative).items()) or "no decision"

    def at(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Optimal:
        """The optimum at a point of the domain, exactly, with all first choices that attain it."""
        exact = self.domain.check_point({**(point or {}), **values})
        numbers = dict(zip(self.domain.field.symbols, map(to_rational, exact), strict=True))
        return optimum_of(self.tree.subs(numbers) if numbers else self.tree, self.optimum)

    def __str__(self) -> str:
        lines = [f"value: {self.value}"]
        for alternative in self.alternatives:
            chosen = ", ".join(f"{d} -> {b}" for d, b in self.strategy(alternative).items()) or "no decision"
            lines.append(f"  {chosen}: {alternative.value}")
        return "\n".join(lines)


def fold_back(
    tree: Tree,
    *,
    domain: Domain | None = None,
    optimum: Optimum = "min",
    seconds: float = SECONDS,
    check: bool = True,
) -> Solved:
    """The expected value and the undominated strategies of every node of a tree, on a domain.

    `check=False` skips the test that no branch probability is negative on the domain, for trees
    whose probabilities were checked when they were made.

    >>> from sympy import symbols
    >>> from symdt import Chance, Decision, Domain
    >>> r = symbols("r")
    >>> tree = Decision("umbrella?", {"take": 20, "leave": Chance("rain", {"rain": (r, 0), "dry": ("rest", 100)})})
    >>> print(fold_back(tree, domain=Domain("0 < r < 1"), optimum="max"))
    value: Max(20, 100 - 100*r)
      umbrella? -> take: 20
      umbrella? -> leave: 100 - 100*r
    """
    if optimum not in ("min", "max"):
        raise TreeError(f"the optimum is {quote(optimum)}: use 'min' for losses or 'max' for utilities")
    domain = (domain if domain is not None else Domain()).extended(tree.symbols)
    domain.witness  # noqa: B018 - an empty domain is refused here
    if check:
        check_probabilities(tree, domain)
    return _Folder(domain, optimum, Budget(seconds)).fold(tree)


def optimum_of(tree: Tree, optimum: Optimum) -> Optimal:
    """The optimum of a tree without letters, by plain folding back."""
    solved = fold_back(tree, optimum=optimum, check=False)
    best = solved.alternatives[0]
    decision = first_decision(tree)
    values = solved.values
    if decision is None:
        ties: tuple[str, ...] = (solved.label(best),)
    else:
        ties = tuple(b for b, v in values.items() if v == best.value.to_expr())
    return Optimal(solved.label(best), ties, solved.strategy(best), best.value.to_expr(), values)


def combined(alternatives: Iterable[Alternative], optimum: Optimum) -> Expr:
    """The value of the best of several alternatives: a Min or Max that is left as it stands."""
    values = [a.value.to_expr() for a in alternatives]
    if len(values) == 1:
        return values[0]
    return (Min if optimum == "min" else Max)(*values, evaluate=False)


class _Folder:
    """One pass over a tree; `sign` turns maximising into minimising."""

    def __init__(self, domain: Domain, optimum: Optimum, budget: Budget) -> None:
        self.domain, self.optimum, self.budget = domain, optimum, budget
        self.field: Field = domain.field
        self.sign = 1 if optimum == "min" else -1
        self.is_exact = True
        self.elements: dict[Expr, Element] = {}

    def fold(self, tree: Tree) -> Solved:
        # All that is made here is kept and none of it is cyclic: looking for garbage meanwhile, in a
        # large tree, would cost half as much again as the work itself.
        was_collecting = gc.isenabled()
        gc.disable()
        try:
            return self._fold(tree)
        finally:
            if was_collecting:
                gc.enable()

    def _fold(self, tree: Tree) -> Solved:
        done: dict[int, tuple[Alternative, ...]] = {}
        branches: dict[int, dict[str, tuple[Alternative, ...]]] = {}
        # a node that is entered from several branches was folded before its later parents
        entered: set[int] = set()
        is_shared = False
        for node in tree.nodes():
            if not is_shared:
                for child in node.children():
                    is_shared |= id(child) in entered
                    entered.add(id(child))
            if isinstance(node, Value):
                done[id(node)] = (Alternative(self.field.element(node.value)),)
            elif isinstance(node, Chance):
                done[id(node)] = self.average(node, done, is_shared=is_shared)
            else:
                offers = {b: tuple(self.chosen(node, b, a) for a in done[id(c)]) for b, c in node.branches}
                branches[id(node)] = offers
                done[id(node)] = self.best([a for alternatives in offers.values() for a in alternatives])
        return Solved(tree, self.domain, self.optimum, self.is_exact, done, branches)

    @staticmethod
    def chosen(decision: Decision, branch: str, alternative: Alternative) -> Alternative:
        parts = (alternative,) if alternative.choice or alternative.parts else ()
        return Alternative(alternative.value, (decision, branch), parts)

    def average(
        self, node: Chance, done: dict[int, tuple[Alternative, ...]], *, is_shared: bool
    ) -> tuple[Alternative, ...]:
        """The expectation; the choices behind different branches combine freely, pruned as they are added."""
        sums = [Alternative(self.field.number(0))]
        for _, probability, child in node.branches:
            if probability.is_zero:
                continue  # what is never reached is no part of a strategy
            weight = self.weight(probability)
            many = done[id(child)]
            if len(sums) * len(many) > MAX_COMBINATIONS:
                raise TreeError(
                    f"the chance node {quote(node.name)} combines {len(sums) * len(many)} strategies: "
                    f"use at most {MAX_COMBINATIONS}, by fixing some letters"
                )
            sums = [
                Alternative(
                    s.value + self.weighted(weight, a.value),
                    None,
                    (*s.parts, a) if a.choice or a.parts else s.parts,
                )
                for s in sums
                for a in many
                if not is_shared or len(many) == 1 or _is_consistent(s, a)
            ]
            if len(many) > 1:
                sums = list(self.best(sums))
        return tuple(sums)

    def weight(self, probability: Expr) -> Element | Number:
        if probability.is_Rational:
            return to_number(probability)
        if probability not in self.elements:
            self.elements[probability] = self.field.element(probability)
        return self.elements[probability]

    def weighted(self, weight: Element | Number, value: Element) -> Element:
        if isinstance(weight, Element):
            return weight * value
        return Element(self.field, value.num * weight, value.den)

    def best(self, alternatives: list[Alternative]) -> tuple[Alternative, ...]:
        """Those alternatives without which the minimum (maximum) would be another function on the domain."""
        kept, is_certain = needed([a.value for a in alternatives], self.domain, self.optimum, self.budget)
        self.is_exact &= is_certain
        if len(kept) > MAX_ALTERNATIVES:
            raise TreeError(
                f"a node keeps {len(kept)} undominated strategies: use at most {MAX_ALTERNATIVES}, by fixing some letters"
            )
        return tuple(alternatives[i] for i in kept)


def _is_consistent(one: Alternative, other: Alternative) -> bool:
    """Two strategies take the same branch at every decision that both reach."""
    chosen = {id(d): b for d, b in one.choices()}
    return all(chosen.get(id(d), b) == b for d, b in other.choices())
