"""SamplingProblem: an unknown rate with a conjugate law, actions worth polynomials of it, and samples that may be drawn.

>>> from sympy import symbols
>>> from symdt.problems.conjugates.rate_laws import Dirichlet
>>> from symdt.solve.risk import optimum_at
>>> a, b, c = symbols("a b c")
>>> t = symbols("θ")
>>> lot = SamplingProblem(
...     Dirichlet(("θ",), (a, b)), {"accept": 100 * t, "reject": 30}, sizes=(2,), each=c,
...     domain=Domain("a > 0", "b > 0", "c >= 0"), optimum="min")
>>> best = optimum_at(lot, a=1, b=2, c=0)
>>> best.action, best.value
('sample 2', 25)

Accept or reject at once, or after a sample; with `is_sequential`, item by item, stopping when it no longer pays. Nodes are
shared: what is known are the counts, not their order.

>>> step = SamplingProblem(lot.prior, lot.payoffs, (2,), c, 0, True, domain=lot.domain, optimum="min")
>>> optimum_at(step, a=1, b=2, c="1/10").value <= optimum_at(lot, a=1, b=2, c="1/10").value
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from sympy import Expr, Integer, Symbol

from symdt.errors import BudgetError, TableError, quote
from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum, sign
from symdt.exact.polynomial import Written, as_expr, letters_of, substituted
from symdt.problems.conjugates.rate_laws import Dirichlet, Gamma, Outcome
from symdt.problems.expressions import expressions
from symdt.problems.probabilities import check_nonnegative
from symdt.problems.problem import Problem, direction, domain_with
from symdt.problems.tree import Chance, Decision, Tree, Value
from symdt.problems.tree_problem import check_tree

#: Larger samples than this are refused.
MAX_SIZE = 90

Family = Dirichlet | Gamma


@dataclass(frozen=True, repr=False)
class SamplingProblem(Written, Problem):
    """Act now, or sample first.

    prior: the law of the rates; payoffs: each action's loss or utility, a polynomial in the rates, in which `n` is the
    number of items drawn; sizes: the samples that may be chosen (in a sequence, the largest is the most); each: the
    cost of an item; cost: of any sample; reward: what each success pays, in a sequence.

    Of a lot with an unknown share of defects, an item is looked at first while that costs at most 1/12.

    >>> from sympy import Symbol
    >>> from symdt import Dirichlet, Domain, SamplingProblem, decision_rule
    >>> share, price = Symbol("θ"), Symbol("c")
    >>> actions = {"accept": share, "reject": 0.5}
    >>> lot = SamplingProblem(Dirichlet(("θ",), (1, 1)), actions, each=price, domain=Domain("c >= 0"), optimum="min")
    >>> print(decision_rule(lot, "c"))
    a* =
      sample 1  if 0 <= c <= 1/12
        1 drawn: 1 of 1 -> reject
        1 drawn: 0 of 1 -> accept
      accept    if c > 1/12
        first -> accept or reject
    """

    prior: Family
    payoffs: Mapping[str, Expr]
    sizes: tuple[int, ...] = (1,)
    each: Expr = 0
    cost: Expr = 0
    is_sequential: bool = False
    reward: Expr = 0
    domain: Domain = None  # type: ignore[assignment]
    optimum: Optimum = None  # type: ignore[assignment]
    title: str = ""

    kind: ClassVar[str] = "a sampling problem"

    def __post_init__(self) -> None:
        object.__setattr__(self, "payoffs", {str(a): as_expr(e) for a, e in self.payoffs.items()})
        object.__setattr__(self, "sizes", tuple(self.sizes))
        for name in ("each", "cost", "reward"):
            object.__setattr__(self, name, as_expr(getattr(self, name)))
        if not self.payoffs:
            raise TableError("there are no actions: give at least one with its loss or utility")
        wrong = next((n for n in self.sizes if type(n) is not int or not 1 <= n <= MAX_SIZE), None)
        if wrong is not None or not self.sizes:
            kind = BudgetError if type(wrong) is int and wrong > MAX_SIZE else TableError
            raise kind(f"the sample has the size {quote(wrong)}: use 1 to {MAX_SIZE}")
        if isinstance(self.prior, Gamma) and self.is_sequential:
            raise TableError("counts of a Gamma rate are drawn at once: leave out the sequence")
        if not self.reward.is_zero and not self.is_sequential:
            raise TableError("a reward for each success is for a sequence: say that the sample is sequential")
        taken = {"sample"} if self.is_sequential else {f"sample {n}" for n in self.sizes}
        if taken & self.payoffs.keys():
            raise TableError(
                f"an action is named {quote(min(taken & self.payoffs.keys()))}, as sampling is: rename it"
            )
        own = {Symbol(n) for n in (*self.prior.letters, "n")}
        for name in ("each", "cost", "reward"):
            unknown = sorted(map(str, getattr(self, name).free_symbols & own))
            if unknown:
                raise TableError(
                    f"{name} holds {quote(unknown[0])}, which is not known beforehand: only payoffs may"
                )
        object.__setattr__(self, "domain", domain_with(self.domain, letters_of(expressions(self)) - own))
        object.__setattr__(self, "optimum", direction(self.optimum, "the sampling problem"))
        law = (
            self.prior.counts
            if isinstance(self.prior, Dirichlet)
            else (as_expr(self.prior.shape), self.prior.rate)
        )
        for number in law:
            check_nonnegative(number, self.domain, "a number of the law", is_positive=True)
        check_tree(self.tree, self.domain)

    def __hash__(self) -> int:
        return hash((tuple(self.payoffs), self.sizes, self.is_sequential, self.optimum))

    @cached_property
    def tree(self) -> Tree:
        """The choice between acting at once and sampling."""
        return self._in_sequence() if self.is_sequential else self._at_once()

    def _acts(self, law: Any, n: int) -> dict[str, Any]:
        drawn = {Symbol("n"): Integer(n)}
        return {a: Value(law.mean(substituted(e, drawn))) for a, e in self.payoffs.items()}

    def _at_once(self) -> Tree:
        branches: dict[str, Any] = self._acts(self.prior, 0)
        for n in self.sizes:
            ends = {
                label: (p, Decision(f"{n} drawn: {label}", self._acts(law, n)))
                for label, p, law in self._outcomes(n)
            }
            branches[f"sample {n}"] = (
                Chance(f"sample {n}", ends),
                sign(self.optimum) * (self.cost + n * self.each),
            )
        return Decision("first", branches)

    def _outcomes(self, n: int) -> list[Outcome]:
        """What a sample may show; counts of a Gamma rate up to the one above which one action stays best."""
        if isinstance(self.prior, Dirichlet):
            return self.prior.outcomes(n)
        drawn = {Symbol("n"): Integer(n)}
        return self.prior.outcomes(
            n, self.prior.settled([substituted(e, drawn) for e in self.payoffs.values()], n)
        )

    def _in_sequence(self) -> Tree:
        """From the last item back to the first, one node for each table of counts."""
        assert isinstance(self.prior, Dirichlet)
        fee, most = sign(self.optimum) * self.each, max(self.sizes)
        later: dict[tuple[int, ...], Tree] = {}
        for n in range(most, -1, -1):
            now: dict[tuple[int, ...], Tree] = {}
            for seen in _counts(n, len(self.prior.counts)):
                law = self.prior.after(seen)
                branches = self._acts(law, n)
                if n < most:
                    ends = {}
                    for i, (name, (_, p, _)) in enumerate(zip(law.names, law.outcomes(1), strict=True)):
                        after = tuple(k + (i == j) for j, k in enumerate(seen))
                        ends[name] = (p, later[after], self.reward if i == 0 else Integer(0))
                    name = self.prior.label(seen, n)
                    first = sign(self.optimum) * self.cost if n == 0 else Integer(0)
                    branches["sample"] = (Chance(f"next after {name}", ends), fee + first)
                now[seen] = Decision(self.prior.label(seen, n) if n else "first", branches)
            later = now
        return later[(0,) * len(self.prior.counts)]


def _counts(n: int, parts: int) -> list[tuple[int, ...]]:
    if parts == 1:
        return [(n,)]
    return [(k, *rest) for k in range(n, -1, -1) for rest in _counts(n - k, parts - 1)]
