"""The best action under a utility: by its certainty equivalent, exactly, and what information is then worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from sympy import Add, Expr, Integer, Rational

from symdt.analysis.attitude.utility import Exponential, Utility, certainty_equivalent
from symdt.analysis.profile import risk_profile
from symdt.display import Printed
from symdt.errors import DomainError, quote
from symdt.problems.payoffs import totals
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision, Tree, Value, decision_names
from symdt.problems.tree_problem import TreeProblem
from symdt.solve.written.choice_rows import strategy_rows

#: Digits to which utilities are computed; more where two branches come too near to be told apart.
DIGITS = (40, 200, 1000)


def information_price(problem: DecisionProblem, experiment: Any, utility: Exponential) -> Expr:
    """The highest price worth paying for the outcome of an experiment, with exponential utility.

    For this utility alone it is the difference of the certainty equivalents with and without
    (its wealth plays no part). An exact expression; the problem must have no letters.
    """
    free = replace(experiment, cost=Integer(0))
    plain = DecisionProblem(problem.loss, problem.belief, problem.domain)
    with_it = DecisionProblem(problem.loss, problem.belief, problem.domain, (free,))
    before, after = optimal_under(plain, utility), optimal_under(with_it, utility)
    return abs(after.expression - before.expression)


@dataclass(frozen=True)
class OptimalUnder(Printed):
    """The optimum of a tree without letters under a utility: its strategy and certainty equivalent.

    `expression` is exact; `value` is its number, rounded (`digits` of them were computed).

    >>> from symdt import LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> from symdt import Belief, DecisionProblem
    >>> optimal_under(DecisionProblem(table, Belief({"rain": 0.4, "dry": "rest"})), Exponential(100)).action
    'leave'
    """

    action: str
    strategy: dict[str, str]
    expression: Expr
    value: Expr
    is_exact: bool  # True where no two branches came nearer than the digits could tell apart

    def __str__(self) -> str:
        lines = [f"{self.action}: certainty equivalent {self.value}"]
        if len(self.strategy) > 1:
            lines += [f"  {row}" for row in strategy_rows(list(self.strategy.items()))]
        return "\n".join(lines)


def optimal_under(
    problem: Problem, utility: Utility, point: Mapping[Any, Any] | None = None, *, digits: int = 15
) -> OptimalUnder:
    """The strategy of greatest expected utility at a point, by folding back with many digits.

    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> party = DecisionProblem(table, Belief({"rain": 0.4, "dry": "rest"}))
    >>> optimal_under(party, Exponential(100)).action
    'leave'
    """
    fixed = problem.at(point)
    if fixed.symbols:
        raise DomainError(
            f"the problem has the letter {quote(fixed.symbols[0])}: give its value in the point"
        )
    tree, optimum = totals(fixed.tree), fixed.optimum
    names = decision_names(tree)
    for many in DIGITS:  # what so many digits cannot tell apart more of them may
        strategy, is_exact = _folded(tree, utility, -1 if optimum == "min" else 1, names, many)
        if is_exact:
            break
    profile = risk_profile(TreeProblem(tree, None, optimum), strategy)  # type: ignore[arg-type]
    value = certainty_equivalent(profile, utility)
    decision = next((n for n in list(tree.nodes())[::-1] if isinstance(n, Decision)), None)
    named = fixed.words
    action = strategy[names[id(decision)]] if decision is not None else "no decision"
    reached = _reached(tree, {id(n): strategy[name] for n in tree.nodes() if (name := names.get(id(n)))})
    told = {named.get(name, name): strategy[name] for name in (names[n] for n in reached)}
    return OptimalUnder(action, told, value, value.evalf(digits), is_exact)


def _folded(
    tree: Tree, utility: Utility, gain: int, names: Mapping[int, str], digits: int
) -> tuple[dict[str, str], bool]:
    """The best branch of each decision by utilities of so many digits, and whether these told all branches apart."""
    strategy: dict[str, str] = {}
    expected: dict[int, Expr] = {}
    is_exact = True
    for node in tree.nodes():
        if isinstance(node, Value):
            u = _felt(utility, gain * node.value)
            if not u.is_real:
                raise DomainError(
                    f"the utility of {quote(node.value)} is not a real number: give more wealth or tolerance"
                )
            expected[id(node)] = u.evalf(digits)
        elif isinstance(node, Chance):
            expected[id(node)] = Add(*(p * expected[id(c)] for _, p, c in node.branches)).evalf(digits)
        else:
            ranked = sorted(node.branches, key=lambda b: -expected[id(b[1])])
            best = expected[id(ranked[0][1])]
            scale = abs(best) if isinstance(utility, Exponential) else Integer(1)
            near = scale * Rational(10) ** (10 - digits)
            if len(ranked) > 1 and best - expected[id(ranked[1][1])] < near:
                is_exact = False
            expected[id(node)] = best
            strategy[names[id(node)]] = ranked[0][0]
    return strategy, is_exact


def _felt(utility: Utility, x: Expr) -> Expr:
    """The utility up to a constant: that of a small tolerance is 1 less something so small that digits would lose it."""
    return cast("Expr", utility(x) - 1) if isinstance(utility, Exponential) else utility(x)


def _reached(tree: Tree, chosen: Mapping[int, str]) -> list[int]:
    """The decisions that are reached where a branch is chosen at each, from the root on."""
    found: dict[int, None] = {}
    stack: list[Tree] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Decision):
            found[id(node)] = None
            stack.append(node.child(chosen[id(node)]))
        elif isinstance(node, Chance):
            stack += [c for _, p, c in reversed(node.branches) if not p.is_zero]
    return list(found)
