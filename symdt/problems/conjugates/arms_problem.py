"""ArmsProblem: several arms (treatments) of unknown rates, pulled one after the other; what is paid is learnt from.

An arm has a Beta law, independent of the others, or a rate that is known. In each of `pulls` rounds one arm is chosen, or
one stops with an action whose worth is a polynomial in the rates.

>>> two = ArmsProblem({"old": ("θ", (1, 1)), "new": ("η", (1, 1))}, pulls=2, optimum="max")
>>> from symdt.solve.risk import optimum_at
>>> optimum_at(two).value  # 1/2 now; then 2/3 on the same arm after a success, 1/2 on the other after a failure
13/12

Nodes are shared: what is known are the successes and failures of each arm, not their order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import comb
from typing import Any, ClassVar

from sympy import Expr, Integer, Poly, Symbol, cancel, rf

from symdt.errors import BudgetError, DomainError, TableError, quote
from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum, sign
from symdt.exact.polynomial import Written, as_expr, letters_of, substituted
from symdt.problems.expressions import expressions
from symdt.problems.probabilities import check_nonnegative
from symdt.problems.problem import Problem, direction, domain_with
from symdt.problems.tree import Chance, Decision, Tree, Value
from symdt.problems.tree_problem import check_tree

#: More tables of counts than this are refused.
MAX_TABLES = 5_000

#: An arm: the letter of its rate with the two numbers of its Beta law, or a known rate.
Arm = Any

#: Successes and failures of each unknown arm.
Counts = tuple[tuple[int, int], ...]


@dataclass(frozen=True, repr=False)
class ArmsProblem(Written, Problem):
    """Pull arms, or stop: which arm first, and when to change?

    arms: each with its letter and law, `("θ", (1, 1))`, or with its known rate; pulls: how many at most; payoffs: what
    stopping with an action is worth, polynomials in the rates and in `n`, the pulls made (nothing unless said);
    reward: of a success; each: the cost of a pull.

    Of two arms, one of rate 1/2, the unknown one is pulled first: what is learnt is of use.

    >>> from sympy import Rational
    >>> from symdt import ArmsProblem, optimum_at
    >>> best = optimum_at(ArmsProblem({"known": Rational(1, 2), "new": ("θ", (1, 1))}, pulls=2, optimum="max"))
    >>> best.action, best.value
    ('new', 13/12)
    """

    arms: Mapping[str, Any]
    pulls: int = 1
    payoffs: Mapping[str, Expr] = field(default_factory=dict)
    reward: Expr = 1
    each: Expr = 0
    domain: Domain = None  # type: ignore[assignment]
    optimum: Optimum = None  # type: ignore[assignment]
    title: str = ""

    kind: ClassVar[str] = "a problem of arms"

    def __post_init__(self) -> None:
        object.__setattr__(self, "arms", {str(a): _arm(law) for a, law in self.arms.items()})
        object.__setattr__(self, "payoffs", {str(a): as_expr(e) for a, e in (self.payoffs or {}).items()})
        for name in ("reward", "each"):
            object.__setattr__(self, name, as_expr(getattr(self, name)))
        letters = [law[0] for law in self.unknown.values()]
        if not self.unknown or len(set(letters)) < len(letters) or "n" in letters:
            raise TableError(
                "the arms need a rate with a letter of its own, other than n: give ('θ', (1, 1))"
            )
        if self.arms.keys() & self.payoffs.keys():
            both = min(self.arms.keys() & self.payoffs.keys())
            raise TableError(f"{quote(both)} names both an arm and an action: rename one of them")
        if type(self.pulls) is not int or self.pulls < 1:
            raise TableError(f"{quote(self.pulls)} pulls are asked for: give a whole number from 1 on")
        free = 2 * len(self.unknown) + (len(self.unknown) < len(self.arms))
        if comb(self.pulls + free, free) > MAX_TABLES:
            raise BudgetError(f"{self.pulls} pulls have more than {MAX_TABLES} tables of counts: use fewer")
        own = {Symbol(n) for n in (*letters, "n")}
        told = sorted(map(str, letters_of(expressions((self.arms, self.reward, self.each))) & own))
        if told:
            raise TableError(f"{quote(told[0])} is not known beforehand: only payoffs may hold it")
        object.__setattr__(self, "domain", domain_with(self.domain, letters_of(expressions(self)) - own))
        object.__setattr__(self, "optimum", direction(self.optimum, "the problem of arms"))
        for number in expressions(tuple(self.unknown.values())):
            check_nonnegative(number, self.domain, "a number of the law", is_positive=True)
        check_tree(self.tree, self.domain)

    def __hash__(self) -> int:
        return hash((tuple(self.arms), self.pulls, tuple(self.payoffs), self.optimum))

    @property
    def unknown(self) -> dict[str, tuple[str, tuple[Expr, Expr]]]:
        """The arms whose rates are learnt."""
        return {a: law for a, law in self.arms.items() if isinstance(law, tuple)}

    @cached_property
    def tree(self) -> Tree:
        """From the last pull back to the first, one node for each table of counts."""
        names = list(self.unknown)
        has_known = len(names) < len(self.arms)
        later: dict[Counts, Tree] = {}
        for n in range(self.pulls, -1, -1):
            now: dict[Counts, Tree] = {}
            for total in range(n + 1) if has_known else (n,):
                for seen in _tables(total, len(names)):
                    now[seen] = self._node(n, seen, names, later)
            later = now
        return later[((0, 0),) * len(names)]

    def _node(self, n: int, seen: Counts, names: list[str], later: Mapping[Counts, Tree]) -> Tree:
        stops = {a: Value(self._mean(e, seen, n)) for a, e in self.payoffs.items()}
        if n == self.pulls:
            return Decision(self._label(n, seen, names), stops) if stops else Value(0)
        branches: dict[str, Any] = dict(stops)
        label = self._label(n, seen, names)
        fee = sign(self.optimum) * self.each
        for arm, law in self.arms.items():
            if isinstance(law, tuple):
                i = names.index(arm)
                (good, bad), (a, b) = seen[i], law[1]
                p = cancel((a + good) / (a + b + good + bad))
                won = (*seen[:i], (good + 1, bad), *seen[i + 1 :])
                lost = (*seen[:i], (good, bad + 1), *seen[i + 1 :])
            else:
                p, won, lost = law, seen, seen
            ends = {"success": (p, later[won], self.reward), "failure": (1 - p, later[lost], Integer(0))}
            branches[arm] = (Chance(f"{arm} after {label}", ends), fee)
        return Decision(label, branches)

    def _label(self, n: int, seen: Counts, names: list[str]) -> str:
        if n == 0:
            return "first"
        parts = ", ".join(
            f"{name} {good} of {good + bad}" for name, (good, bad) in zip(names, seen, strict=True)
        )
        return f"pull {n + 1}: {parts}" if n < self.pulls else f"end: {parts}"

    def _mean(self, payoff: Expr, seen: Counts, n: int) -> Expr:
        """The expectation of a polynomial in the independent rates."""
        laws = list(self.unknown.values())
        total: Expr = Integer(0)
        drawn = substituted(payoff, {Symbol("n"): Integer(n)})
        try:
            terms = Poly(drawn, *(Symbol(letter) for letter, _ in laws)).terms()
        except Exception as error:
            raise DomainError(f"the payoff {quote(payoff)} is no polynomial in the rates") from error
        for powers, c in terms:
            for k, (_, (a, b)), (good, bad) in zip(powers, laws, seen, strict=True):
                c *= rf(a + good, k) / rf(a + b + good + bad, k)
            total += c
        return cancel(total)


def _arm(law: Any) -> Arm:
    if isinstance(law, tuple):
        if len(law) != 2 or not isinstance(law[0], str) or len(law[1]) != 2:
            raise TableError(f"an arm is {quote(law)}: give (letter, (a, b)) for Beta(a, b), or a known rate")
        return law[0], (as_expr(law[1][0]), as_expr(law[1][1]))
    return as_expr(law)


def _tables(n: int, arms: int) -> list[Counts]:
    """Every way to have n pulls of so many arms, with successes and failures."""
    if arms == 0:
        return [()] if n == 0 else []
    found: list[Counts] = []
    for own in range(n + 1):
        for rest in _tables(n - own, arms - 1):
            found += [((good, own - good), *rest) for good in range(own + 1)]
    return found
