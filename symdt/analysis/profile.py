"""Outcomes of a strategy: which values it may end in, and with what probability (its risk profile).

>>> from sympy import symbols
>>> from symdt.problems.tree import Chance, Decision
>>> r = symbols("r")
>>> tree = Decision("umbrella?", {
...     "take": Chance("with", {"rain": (r, 70), "dry": ("rest", 20)}),
...     "leave": Chance("without", {"rain": (r, 0), "dry": ("rest", 100)})})
>>> profile = risk_profile(tree, {"umbrella?": "leave"}, optimum="max")
>>> print(profile)
0 with probability r
100 with probability 1 - r
>>> profile.mean, profile.variance
(100 - 100*r, -10000*r**2 + 10000*r)
>>> profile.at(r="1/4").cdf
((0, 1/4), (100, 1))

CVaR is the mean of the worst share of the outcomes; with share 1 it is the mean.

>>> profile.at(r="1/4").cvar("1/2"), profile.at(r="1/4").cvar(1)
(50, 75)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Integer, Symbol

from symdt.display import Displayed
from symdt.errors import BudgetError, ProbabilityError, TreeError, did_you_mean, quote
from symdt.exact.field import Element, Field
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import Written, as_expr, to_number, to_rational
from symdt.problems.problem import Problem, direction, needs
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision, Tree, Value, decision_names
from symdt.problems.tree_problem import as_problem

#: More paths than this through one strategy are not listed.
MAX_PATHS = 200_000


@dataclass(frozen=True, repr=False)
class RiskProfile(Written, Displayed):
    """The distribution of the value that a strategy ends in: pairs (value, probability), values distinct.

    >>> profile = RiskProfile(((0, 0.5), (20, 0.5)))
    >>> profile.mean, profile.variance
    (10, 100)
    """

    outcomes: tuple[tuple[Expr, Expr], ...]
    optimum: Optimum = "max"  # "max": more is better; "min": the values are losses

    def __post_init__(self) -> None:
        pairs = [(as_expr(v), as_expr(p)) for v, p in self.outcomes]
        ring = Field.of(set().union(*(v.free_symbols | p.free_symbols for v, p in pairs)))
        totals: dict[Element, Element] = {}
        for v, p in pairs:
            value, chance = ring.element(v), ring.element(p)
            if not chance.is_zero:
                totals[value] = totals.get(value, ring.number(0)) + chance
        if sum(totals.values(), ring.number(0)) != ring.number(1):
            total = sum(totals.values(), ring.number(0))
            raise ProbabilityError(
                f"the outcomes have total probability {quote(total)}, not 1: complete them"
            )
        listed = list(totals.items())
        if all(v.is_constant for v in totals):
            listed.sort(key=lambda pair: pair[0].constant)
        object.__setattr__(self, "outcomes", tuple((v.to_expr(), p.to_expr()) for v, p in listed))

    @property
    def symbols(self) -> frozenset[Symbol]:
        """The letters that occur."""
        return frozenset[Symbol]().union(*(v.free_symbols | p.free_symbols for v, p in self.outcomes))

    @property
    def _elements(self) -> list[tuple[Element, Element]]:
        ring = Field.of(self.symbols)
        return [(ring.element(v), ring.element(p)) for v, p in self.outcomes]

    def moment(self, order: int) -> Expr:
        """E[X^order]."""
        return self._moment(order).to_expr()

    def _moment(self, order: int) -> Element:
        total = Field.of(self.symbols).number(0)
        for value, chance in self._elements:
            term = chance
            for _ in range(order):
                term = term * value
            total = total + term
        return total

    @property
    def mean(self) -> Expr:
        """The expected value."""
        return self.moment(1)

    @property
    def variance(self) -> Expr:
        """E[X²] − E[X]²."""
        first = self._moment(1)
        return (self._moment(2) - first * first).to_expr()

    def mean_variance(self, aversion: Any) -> Expr:
        """The mean less (for losses: plus) half the aversion times the variance."""
        sign = -1 if self.optimum == "max" else 1
        ring = Field.of(self.symbols | as_expr(aversion).free_symbols)
        half = ring.element(as_expr(aversion)) * ring.number(as_expr(1) / 2)
        return (ring.element(self.mean) + half * ring.element(self.variance) * sign).to_expr()

    def at(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> RiskProfile:
        """The profile with letters fixed at exact numbers."""
        given = {
            getattr(k, "name", k): to_rational(to_number(v)) for k, v in {**(point or {}), **values}.items()
        }
        exact = {s: given[s.name] for s in self.symbols if s.name in given}
        return RiskProfile(tuple((v.subs(exact), p.subs(exact)) for v, p in self.outcomes), self.optimum)

    def numbers(self) -> list[tuple[Expr, Expr]]:
        """The outcomes with their probabilities, where both are numbers; an error names a letter that is left."""
        if self.symbols:
            odd = min(self.symbols, key=str)
            raise ProbabilityError(f"the profile has the letter {quote(odd)}: fix it first with profile.at")
        return list(self.outcomes)

    @property
    def cdf(self) -> tuple[tuple[Expr, Expr], ...]:
        """The steps of the distribution function: each value with P(X <= value)."""
        total: Expr = Integer(0)
        steps = []
        for value, chance in self.numbers():
            total = total + chance
            steps.append((value, total))
        return tuple(steps)

    def quantile(self, level: Any) -> Expr:
        """The least value x with P(X <= x) >= level."""
        wanted = _level(level)
        return next(value for value, total in self.cdf if total >= wanted)

    def cvar(self, share: Any) -> Expr:
        """The mean of the worst `share` of the outcomes: the least values of a utility, the greatest losses."""
        wanted = _level(share)
        pairs = self.numbers() if self.optimum == "max" else self.numbers()[::-1]
        left, total = wanted, Integer(0)
        for value, chance in pairs:
            taken = min(left, chance)
            total, left = total + taken * value, left - taken
        return total / wanted

    @property
    def worst(self) -> Expr:
        """The worst value that has positive probability."""
        return self.numbers()[0 if self.optimum == "max" else -1][0]

    def _repr_svg_(self) -> str | None:
        return None if self.symbols else super()._repr_svg_()  # a staircase needs numbers

    def __str__(self) -> str:
        return "\n".join(f"{v} with probability {p}" for v, p in self.outcomes)


def _level(level: Any) -> Expr:
    wanted = to_rational(to_number(level))
    if not (wanted.is_Rational and 0 < wanted <= 1):
        raise ProbabilityError(f"the share is {quote(level)}: use a number above 0 and at most 1")
    return wanted


def risk_profile(
    source: Problem | Tree,
    strategy: Mapping[str, str],
    *,
    optimum: Optimum | None = None,
) -> RiskProfile:
    """The distribution of the value under a strategy: for each decision that is reached, the branch taken.

    A `DecisionProblem` names its first decision "first" and later ones by the outcome seen.

    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> party = DecisionProblem(table, Belief({"rain": 0.4, "dry": "rest"}))
    >>> print(risk_profile(party, {"first": "leave"}))
    0 with probability 2/5
    100 with probability 3/5
    """
    aliases: Mapping[str, str] = {}
    if isinstance(source, Problem):
        whole = as_problem(source, optimum=optimum)
        tree, aliases, optimum = whole.tree, whole.words, whole.optimum
    else:
        tree, optimum = source, direction(optimum, "the tree")
    names = {node: aliases.get(name, name) for node, name in decision_names(tree).items()}
    ring = Field.of(tree.symbols)
    totals: dict[Element, Element] = {}
    stack: list[tuple[Tree, Element, Element]] = [(tree, ring.number(1), ring.number(0))]
    paths = 0
    while stack:
        node, chance, paid = stack.pop()
        paths += 1
        if paths > MAX_PATHS:
            raise BudgetError(f"the strategy has more than {MAX_PATHS} paths: use a smaller tree")
        if isinstance(node, Value):
            value = paid + ring.element(node.value)
            totals[value] = totals.get(value, ring.number(0)) + chance
        elif isinstance(node, Chance):
            for (_, p, child), x in reversed(list(zip(node.branches, node.payoffs, strict=True))):
                if not p.is_zero:
                    stack.append((child, chance * ring.element(p), paid + ring.element(x)))
        else:
            child, x = _taken(node, strategy, names)
            stack.append((child, chance, paid + ring.element(x)))
    return RiskProfile(tuple((v.to_expr(), p.to_expr()) for v, p in totals.items()), optimum)


def _taken(node: Decision, strategy: Mapping[str, str], names: Mapping[int, str]) -> tuple[Tree, Expr]:
    name = names[id(node)]
    if name not in strategy:
        raise TreeError(
            f"the strategy says nothing about decision {quote(name)}: {did_you_mean(name, strategy)}"
        )
    return node.child(strategy[name]), node.payoff(strategy[name])


def profiles(problem: DecisionProblem) -> dict[str, RiskProfile]:
    """The profile of every action of a table, without experiments."""
    needs(DecisionProblem, problem, "profiles", "use risk_profile(problem, strategy) for one strategy")
    return {a: risk_profile(problem.plain, {"first": a}) for a in problem.loss.actions}
