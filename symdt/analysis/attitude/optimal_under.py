"""The best action under a utility: by its certainty equivalent, exactly, and what information is then worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, cast

from sympy import Add, Expr, Integer, Rational

from symdt.analysis.attitude.exact_sums import Sum, felt, less, sign
from symdt.analysis.attitude.utility import Exponential, Utility, certainty_equivalent
from symdt.analysis.profile import risk_profile
from symdt.display import Printed
from symdt.errors import DomainError, quote
from symdt.exact.polynomial import as_expr
from symdt.problems.payoffs import totals
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision, Tree, Value, decision_names
from symdt.problems.tree_problem import TreeProblem
from symdt.solve.written.choice_rows import strategy_rows

#: Digits to which utilities are computed; more where two branches come too near to be told apart.
DIGITS = (40, 200, 1000)
#: Numbers up to this size are factored in no time.
MAX_FACTORED = 10**18


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

    `expression` is exact; `value` is its number, rounded (`digits` of them were computed). `values` are the exact
    certainty equivalents of all first branches, `ties` those that are as good as the best, and `strategy_ties` the
    branches of every decision at which there are several.

    >>> from symdt import LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> from symdt import Belief, DecisionProblem
    >>> optimal_under(DecisionProblem(table, Belief({"rain": 0.4, "dry": "rest"})), Exponential(100)).action
    'leave'

    Ties are found exactly: who has 12 is as well off with an even chance of 48 or 3.

    >>> from symdt import Logarithmic
    >>> bet = LossTable(["heads", "tails"], ["bet", "keep"], [[36, 0], [-9, 0]], "max")
    >>> print(optimal_under(DecisionProblem(bet, Belief({"heads": 0.5, "tails": "rest"})), Logarithmic(12)))
    bet or keep: certainty equivalent 0
    """

    action: str
    strategy: dict[str, str]
    expression: Expr
    value: Expr
    is_exact: bool  # True where no two branches came nearer than the digits could tell apart
    values: Mapping[str, Expr] = field(default_factory=dict)
    strategy_ties: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def ties(self) -> tuple[str, ...]:
        """The first branches that are as good as the best one, which is the first of them."""
        first = next(iter(self.strategy), "")
        return self.strategy_ties.get(first, (self.action,))

    def told(self, number: Callable[[Expr], str]) -> str:
        """The answer in words; number: how the certainty equivalent is written."""
        equal = " or ".join(self.ties)
        lines = [f"{equal}: certainty equivalent {number(self.expression)}"]
        if len(self.strategy) > 1:
            lines += [f"  {row}" for row in strategy_rows(list(self.strategy.items()), self.strategy_ties)]
        if not self.is_exact:
            lines.append("some branches come too near to one another to be told apart")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.told(lambda _: str(self.value))


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
    gain = -1 if optimum == "min" else 1
    ties: dict[str, tuple[str, ...]] = {}
    if _is_compared_exactly(tree, utility):
        ties, is_exact = _folded_exactly(tree, utility, gain, names), True
        strategy = {name: many[0] for name, many in ties.items()}
    else:
        for digits_now in DIGITS:  # what so many digits cannot tell apart more of them may
            strategy, is_exact = _folded(tree, utility, gain, names, digits_now)
            if is_exact:
                break

    def worth(chosen: dict[str, str]) -> Expr:
        profile = risk_profile(TreeProblem(tree, None, optimum), chosen)  # type: ignore[arg-type]
        return certainty_equivalent(profile, utility)

    value = worth(strategy)
    decision = next((n for n in list(tree.nodes())[::-1] if isinstance(n, Decision)), None)
    named = fixed.words
    action = strategy[names[id(decision)]] if decision is not None else "no decision"
    reached = _reached(tree, {id(n): strategy[name] for n in tree.nodes() if (name := names.get(id(n)))})
    told = {named.get(name, name): strategy[name] for name in (names[n] for n in reached)}
    first = (
        {b: worth({**strategy, names[id(tree)]: b}) for b in tree.actions}
        if isinstance(tree, Decision)
        else {}
    )
    equal = {named.get(n, n): many for n, many in ties.items() if len(many) > 1 and named.get(n, n) in told}
    return OptimalUnder(action, told, value, value.evalf(digits), is_exact, first, equal)


def _is_compared_exactly(tree: Tree, utility: Utility) -> bool:
    """Whether utilities are sums that are told apart exactly: of rationals, which are short enough to be factored."""
    own = as_expr(utility.tolerance if isinstance(utility, Exponential) else utility.wealth)
    numbers = [own, *(n.value for n in tree.nodes() if isinstance(n, Value))]
    return all(n.is_Rational and max(abs(n.p), n.q) < MAX_FACTORED for n in numbers)


def _folded_exactly(
    tree: Tree, utility: Utility, gain: int, names: Mapping[int, str]
) -> dict[str, tuple[str, ...]]:
    """The best branches of each decision, the one that is taken first."""
    found: dict[str, tuple[str, ...]] = {}
    expected: dict[int, Sum] = {}
    for node in tree.nodes():
        if isinstance(node, Value):
            expected[id(node)] = felt(utility, gain * node.value)
        elif isinstance(node, Chance):
            total: Sum = {}
            for _, p, child in node.branches:
                total = less(total, expected[id(child)], -Fraction(int(p.p), int(p.q)))
            expected[id(node)] = total
        else:
            best, *others = node.branches
            many = [best[0]]
            for branch, child in others:
                compared = sign(less(expected[id(child)], expected[id(best[1])]), utility)
                if compared > 0:
                    best, many = (branch, child), []
                if compared >= 0:
                    many.append(branch)
            expected[id(node)] = expected[id(best[1])]
            found[names[id(node)]] = tuple(many)
    return found


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
