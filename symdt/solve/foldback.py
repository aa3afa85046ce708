"""Averaging out and folding back: the value of every node of a tree and what to choose (§2.1).

From the leaves to the root: a chance node has the expectation of its branches, a decision the
best of its branches; a branch has what it pays and the value of the node it leads to. Where the best depends on letters the domain does not settle, a node keeps
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
from collections.abc import Mapping

from sympy import Expr

from symdt.errors import Stopped, TreeError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import Number, to_number
from symdt.exact.solver import Budget
from symdt.problems.problem import Problem, direction
from symdt.problems.tree import Chance, Decision, Tree, Value, first_decision
from symdt.problems.tree_problem import as_problem, check_tree
from symdt.regions.needed import needed
from symdt.solve.solved import Alternative, Optimal, Solved

#: More alternatives than this at one node are refused.
MAX_ALTERNATIVES = 512
#: More combinations of them than this at one chance node are refused before they are compared.
MAX_COMBINATIONS = 8192
#: Seconds that folding back one tree may spend on the solver.
SECONDS = 60.0


def fold_back(
    tree: Tree | Problem,
    *,
    domain: Domain | None = None,
    optimum: Optimum | None = None,
    seconds: float = SECONDS,
    check: bool = True,
) -> Solved:
    """The expected value and the undominated strategies of every node of a tree, on a domain.

    A problem of any kind brings its tree, its domain and its optimum. `check=False` skips the test that no branch probability is negative on the domain, for trees
    whose probabilities were checked when they were made.

    >>> from sympy import symbols
    >>> from symdt import Chance, Decision, Domain
    >>> r = symbols("r")
    >>> tree = Decision("umbrella?", {"take": 20, "leave": Chance("rain", {"rain": (r, 0), "dry": ("rest", 100)})})
    >>> print(fold_back(tree, domain=Domain("0 < r < 1"), optimum="max"))
    value: Max(20, 100*(1 - r))
      umbrella? -> take: 20
      umbrella? -> leave: 100*(1 - r)
    """
    if not isinstance(tree, Decision | Chance | Value):
        problem = as_problem(tree, domain, optimum)
        return _Folder(problem.domain, problem.optimum, Budget(seconds)).fold(problem.tree)
    optimum = direction(optimum, "the tree")
    domain = (domain if domain is not None else Domain()).extended(tree.symbols)
    domain.witness  # noqa: B018 - an empty domain is refused here
    if check:
        check_tree(tree, domain)
    return _Folder(domain, optimum, Budget(seconds)).fold(tree)


def optimum_of(tree: Tree, optimum: Optimum, words: Mapping[str, str] | None = None) -> Optimal:
    """The optimum of a tree without letters, by plain folding back; `words` as `Solved.ties` has them."""
    solved = fold_back(tree, optimum=optimum, check=False)
    best = solved.alternatives[0]
    decision = first_decision(tree)
    values = solved.values
    if decision is None:
        ties: tuple[str, ...] = (solved.label(best),)
    else:
        ties = tuple(b for b, v in values.items() if v == best.value.to_expr())
    return Optimal(
        solved.label(best),
        ties,
        solved.strategy(best),
        best.value.to_expr(),
        values,
        solved.ties(best, words),
    )


class _Folder:
    """One pass over a tree, from the leaves to the root."""

    def __init__(self, domain: Domain, optimum: Optimum, budget: Budget) -> None:
        self.domain, self.optimum, self.budget = domain, optimum, budget
        self.field: Field = domain.field
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
                done[id(node)] = (Alternative(self.element(node.value)),)
            elif isinstance(node, Chance):
                done[id(node)] = self.average(node, done, is_shared=is_shared)
            else:
                offers = {
                    b: tuple(self.chosen(node, b, a, paid) for a in done[id(c)])
                    for (b, c), paid in zip(node.branches, node.payoffs, strict=True)
                }
                branches[id(node)] = offers
                done[id(node)] = self.best([a for alternatives in offers.values() for a in alternatives])
        return Solved(tree, self.domain, self.optimum, self.is_exact, done, branches)

    def chosen(self, decision: Decision, branch: str, alternative: Alternative, paid: Expr) -> Alternative:
        parts = (alternative,) if alternative.choice or alternative.parts else ()
        return Alternative(self.with_payoff(alternative.value, paid), (decision, branch), parts)

    def with_payoff(self, value: Element, paid: Expr) -> Element:
        """What is behind a branch and what the branch itself pays."""
        return value if paid.is_zero else value + self.element(paid)

    def average(
        self, node: Chance, done: dict[int, tuple[Alternative, ...]], *, is_shared: bool
    ) -> tuple[Alternative, ...]:
        """The expectation; the choices behind different branches combine freely, pruned as they are added."""
        sums = [Alternative(self.field.number(0))]
        for (_, probability, child), chance, paid in zip(
            node.branches, node.elements, node.payoffs, strict=True
        ):
            if probability.is_zero:
                continue  # what is never reached is no part of a strategy
            weight = self.weight(probability, chance)
            many = done[id(child)]
            if len(sums) * len(many) > MAX_COMBINATIONS:
                raise TreeError(
                    f"the chance node {quote(node.name)} combines {len(sums) * len(many)} strategies: "
                    f"use at most {MAX_COMBINATIONS}, by fixing some letters"
                )
            sums = [
                Alternative(
                    s.value + self.weighted(weight, self.with_payoff(a.value, paid)),
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

    def weight(self, probability: Expr, chance: Element) -> Element | Number:
        return to_number(probability) if probability.is_Rational else self.element(probability, chance)

    def element(self, expression: Expr, known: Element | None = None) -> Element:
        """An expression of the tree as an element of the domain's field, made once however often it stands there."""
        found = self.elements.get(expression)
        if found is None:
            found = self.elements[expression] = self.field.element(expression if known is None else known)
        return found

    def weighted(self, weight: Element | Number, value: Element) -> Element:
        if isinstance(weight, Element):
            return weight * value
        return Element(self.field, value.num * weight, value.den)

    def best(self, alternatives: list[Alternative]) -> tuple[Alternative, ...]:
        """Those alternatives without which the minimum (maximum) would be another function on the domain."""
        try:
            kept, is_certain = needed([a.value for a in alternatives], self.domain, self.optimum, self.budget)
        except KeyboardInterrupt:
            if not Stopped.by_hand():
                raise
            kept, is_certain = list(range(len(alternatives))), False  # none of them is wrong
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
