"""How large a sample: what n items are worth less what they cost, for every n, and the best n with its proof.

A `SamplingProblem` without letters has the value V(n) of acting best after n items. EVSI(n) is what that is better
than acting at once, the net gain is EVSI(n) less the cost. No sample is worth more than knowing the rate itself, and

    EVPI = E max_j d_j⁺ ≤ Σ_j (E d_j + √E d_j²) / 2,        d_j the gain of action j over the best one now,

with moments that are rational: once the cost alone eats that up no larger sample can be better, and the best n is proved.

>>> from sympy import symbols
>>> from symdt.problems.conjugates.rate_laws import Dirichlet
>>> t = symbols("θ")
>>> lot = SamplingProblem(Dirichlet(("θ",), (1, 4)), {"accept": 100 * t, "reject": 25}, each=0.5, optimum="min")
>>> found = sample_sizes(lot)
>>> found.best, found.is_proved, found.at(found.best[0]).net
((1,), True, 7/6)
>>> found.perfect  # of knowing the share itself
1215/256
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial, isqrt, prod
from typing import Any

from sympy import Expr, Integer, Poly, Rational, Symbol

from symdt.analysis.knowing.worth import SECONDS, InformationValue
from symdt.display import Displayed
from symdt.errors import BudgetError, DomainError, TableError, quote
from symdt.exact.language.board import board
from symdt.exact.optimum import sign
from symdt.exact.polynomial import as_expr, substituted, to_fraction
from symdt.exact.solver import Budget
from symdt.problems.conjugates.rate_laws import MAX_OUTCOMES, Dirichlet, Gamma, compositions
from symdt.problems.conjugates.sampling_problem import SamplingProblem
from symdt.problems.problem import needs
from symdt.problems.tree import Decision, Tree
from symdt.solve.foldback import fold_back

#: Samples up to this size are looked at unless another number is given.
MOST = 200

#: A polynomial in the rates: powers and coefficient of each term.
Terms = list[tuple[tuple[int, ...], Fraction]]


@dataclass(frozen=True)
class SampleSize:
    """A sample of n items: its gross value, its cost, and what is left.

    >>> SampleSize(2, Rational(3), Rational(1)).net
    2
    """

    n: int
    worth: Expr
    cost: Expr

    @property
    def net(self) -> Expr:
        """The value less the cost."""
        return self.worth - self.cost


@dataclass(frozen=True)
class SampleSizes(Displayed):
    """What samples are worth by their size, and which is best.

    value: of acting at once; sizes: from 0 on; perfect: what knowing the rate is worth, where that is rational; bound:
    never less than that; is_proved: no larger sample than those looked at is as good as the best.

    >>> from symdt import Dirichlet, SamplingProblem, sample_sizes
    >>> t = Symbol("θ")
    >>> coin = SamplingProblem(Dirichlet(("θ",), (1, 1)), {"bet": 2 * t - 1, "leave": 0}, each=0.01, optimum="max")
    >>> print(sample_sizes(coin, most=3))
    acting at once is worth 0
      n  worth  less its cost
      0  0      0
      1  1/6    47/300
      2  1/6    11/75
      3  1/5    17/100         (best up to 3)
    """

    value: Expr
    sizes: tuple[SampleSize, ...]
    perfect: Expr | None
    bound: Expr | None
    is_proved: bool

    @property
    def best(self) -> tuple[int, ...]:
        """The sizes of greatest net value, all that tie; 0 is no sample."""
        top = max(s.net for s in self.sizes)
        return tuple(s.n for s in self.sizes if s.net == top)

    def at(self, n: int) -> SampleSize:
        """The sample of n items."""
        found = next((s for s in self.sizes if s.n == n), None)
        if found is None:
            raise DomainError(f"samples of {quote(n)} items were not looked at: use 0 to {self.sizes[-1].n}")
        return found

    def to_json(self) -> dict[str, Any]:
        """The table in texts."""
        rows = [{"n": s.n, "evsi": str(s.worth), "cost": str(s.cost), "net": str(s.net)} for s in self.sizes]
        return {
            "sizes": rows,
            "best_n": list(self.best),
            "proved": self.is_proved,
            "evpi_at_most": None if self.bound is None else str(self.bound),
        }

    def rows(self) -> list[tuple[str, str, str, str]]:
        """The table in texts, its head first; runs of sizes far from the best are kept whole."""
        best = self.best
        remark = "best" if self.is_proved else f"best up to {self.sizes[-1].n}"
        body = [(str(s.n), str(s.worth), str(s.net), f"({remark})" * (s.n in best)) for s in self.sizes]
        return [("n", "worth", "less its cost", ""), *body]

    def __str__(self) -> str:
        rows = self.rows()
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(c.ljust(w) for c, w in zip(row, wide, strict=True)).rstrip() for row in rows]
        return "\n".join([f"acting at once is worth {board(self.value)}", *(f"  {line}" for line in lines)])


def sample_sizes(
    problem: SamplingProblem,
    point: Mapping[Any, Any] | None = None,
    *,
    most: int | None = None,
    seconds: float = SECONDS,
) -> SampleSizes:
    """The net value of every sample size, and the best, proved where the cost of an item bounds it.

    problem: the sizes that it offers do not matter, every n is looked at; point: values of all letters; most: the
    largest sample that is looked at, unless the proof is found before; seconds: what the search may take, after
    which no larger sample is looked at.

    >>> from symdt import Dirichlet, SamplingProblem, sample_sizes
    >>> t = Symbol("θ")
    >>> coin = SamplingProblem(Dirichlet(("θ",), (1, 1)), {"bet": 2 * t - 1, "leave": 0}, each=0.01, optimum="max")
    >>> sample_sizes(coin).best
    (3,)
    """
    needs(SamplingProblem, problem, "sample_sizes", "state [belief] as a law of a rate, such as Beta(a, b)")
    fixed = problem.at(point)
    if fixed.symbols:
        raise TableError(f"the letter {quote(fixed.symbols[0])} is free: give it a value in the point")
    if fixed.is_sequential:
        raise TableError(
            "items are drawn one after the other: solve the problem, its strategy says when to stop"
        )
    largest = MOST if most is None else most
    if type(largest) is not int or largest < 1:
        raise DomainError(f"samples up to {quote(largest)} are asked for: give a whole number from 1 on")
    way = -sign(fixed.optimum)  # gains are counted upwards
    depends = any(Symbol("n") in e.free_symbols for e in fixed.payoffs.values())
    now = _value(fixed, 0, way)
    perfect = None if depends else _perfect(fixed, way, now)
    bound = None if depends else _bound(fixed, way) if perfect is None else to_fraction(perfect)
    each, cost = to_fraction(fixed.each), to_fraction(fixed.cost)
    sizes, top, is_proved = [SampleSize(0, Integer(0), Integer(0))], Fraction(0), False
    budget = Budget(seconds)
    for n in range(1, largest + 1):
        if bound is not None and each > 0 and bound - cost - n * each < top:
            is_proved = True
            break
        if _outcomes(fixed, n) > MAX_OUTCOMES or budget.is_spent:
            break
        try:
            worth, paid = _value(fixed, n, way) - now, cost + n * each
        except BudgetError:
            if n == 1:
                raise
            break  # what smaller samples are worth is known
        top = max(top, worth - paid)
        sizes.append(SampleSize(n, _exact(worth), _exact(paid)))
    return SampleSizes(
        _exact(way * now), tuple(sizes), perfect, None if bound is None else _exact(bound), is_proved
    )


def sample_worth(problem: SamplingProblem, n: int, *, seconds: float = SECONDS) -> InformationValue:
    """What a sample of n items is worth, for all values of the letters; its cost beside it.

    problem: not a sequence; n: one of the sizes that it offers; seconds: what the search may take.

    >>> from symdt import Dirichlet, Domain, SamplingProblem
    >>> a, t = Symbol("a"), Symbol("θ")
    >>> lot = SamplingProblem(Dirichlet(("θ",), (a, 1)), {"accept": t, "reject": 0.5}, domain=Domain("a > 0"), optimum="min")
    >>> print(sample_worth(lot, 1))
    sample 1 is worth
      a**2/(2*a**2 + 6*a + 4)  if a <= 1  (accept; 1 drawn: 0 of 1 -> accept, 1 drawn: 1 of 1 -> reject)
      (2 - a)/(2*a**2 + 6*a + 4)  if a <= 2 and a >= 1  (reject; 1 drawn: 0 of 1 -> accept, 1 drawn: 1 of 1 -> reject)
      0  if a >= 2  (reject; 1 drawn: 0 of 1 -> reject, 1 drawn: 1 of 1 -> reject)
    """
    if n not in problem.sizes or problem.is_sequential:
        raise TableError(
            f"the problem offers no sample of {quote(n)} items: use {', '.join(map(str, problem.sizes))}"
        )
    tree = problem.tree
    assert isinstance(tree, Decision)
    name = f"sample {n}"
    return _gained(name, problem, tree, tree.child(name), problem.cost + n * problem.each, seconds)


def sequence_worth(problem: SamplingProblem, *, seconds: float = SECONDS) -> InformationValue:
    """What it is worth that items may be drawn one after the other, their costs paid; nothing where none is drawn.

    problem: a sequence; seconds: what the search may take.

    >>> from symdt import Dirichlet, SamplingProblem
    >>> t = Symbol("θ")
    >>> coin = SamplingProblem(Dirichlet(("θ",), (1, 1)), {"bet": 2*t - 1, "leave": 0}, (2,), 0.01, is_sequential=True, optimum="max")
    >>> sequence_worth(coin).at()
    47/300
    """
    tree = problem.tree
    assert isinstance(tree, Decision)
    return _gained("sample", problem, tree, tree, Integer(0), seconds)


def _gained(
    name: str, problem: SamplingProblem, tree: Decision, informed: Tree, cost: Expr, seconds: float
) -> InformationValue:
    """The worth of what is done after sampling against what is done at once, which the problem's tree offers too."""
    acts = Decision("at once", {a: tree.child(a) for a in problem.payoffs})
    before, after = (
        fold_back(part, domain=problem.domain, optimum=problem.optimum, seconds=seconds, check=False)
        for part in (acts, informed)
    )
    prior = tuple((before.label(alternative), alternative.value) for alternative in before.alternatives)
    found = tuple((tuple(sorted(after.strategy(x).items())), x.value) for x in after.alternatives)
    is_exact = before.is_exact and after.is_exact
    return InformationValue(name, problem.domain, problem.optimum, prior, found, cost, is_exact, seconds)


def _exact(x: Fraction) -> Expr:
    return Rational(x.numerator, x.denominator)


def _outcomes(problem: SamplingProblem, n: int) -> int:
    prior = problem.prior
    if isinstance(prior, Dirichlet):
        return comb(n + len(prior.counts) - 1, len(prior.counts) - 1)
    return (
        prior.settled([substituted(e, {Symbol("n"): Integer(n)}) for e in problem.payoffs.values()], n) or 0
    )


def _terms(payoff: Expr, letters: Sequence[str]) -> Terms:
    return [(powers, to_fraction(c)) for powers, c in Poly(payoff, *map(Symbol, letters)).terms()]


def _rising(a: Fraction, k: int) -> Fraction:
    return prod((a + i for i in range(k)), start=Fraction(1))


def _mean(law: Sequence[Fraction], is_gamma: bool, terms: Terms) -> Fraction:
    """The expectation of a polynomial: law holds the counts of a Dirichlet, or shape and rate of a Gamma."""
    total = Fraction(0)
    for powers, c in terms:
        if is_gamma:
            total += c * _rising(law[0], powers[0]) / law[1] ** powers[0]
        else:
            up = prod((_rising(a, k) for a, k in zip(law, powers, strict=False)), start=Fraction(1))
            total += c * up / _rising(sum(law, Fraction(0)), sum(powers))
    return total


def _law(problem: SamplingProblem) -> tuple[list[Fraction], bool]:
    prior = problem.prior
    if isinstance(prior, Gamma):
        return [to_fraction(as_expr(prior.shape)), to_fraction(prior.rate)], True
    return [to_fraction(a) for a in prior.counts], False


def _value(problem: SamplingProblem, n: int, way: int) -> Fraction:
    """Σ P(outcome) max E(gain | outcome) over the samples of n items, costs left out, gains upwards."""
    law, is_gamma = _law(problem)
    drawn = {Symbol("n"): Integer(n)}
    payoffs = [substituted(e, drawn) for e in problem.payoffs.values()]
    gains = [_terms(way * e, problem.prior.letters) for e in payoffs]
    if n == 0:
        return max(_mean(law, is_gamma, g) for g in gains)
    total = Fraction(0)
    if not is_gamma:
        whole = _rising(sum(law, Fraction(0)), n)
        for seen in compositions(n, len(law)):
            orders = factorial(n) // prod(map(factorial, seen))
            p = (
                orders
                * prod((_rising(a, k) for a, k in zip(law, seen, strict=True)), start=Fraction(1))
                / whole
            )
            after = [a + k for a, k in zip(law, seen, strict=True)]
            total += p * max(_mean(after, False, g) for g in gains)
        return total
    assert isinstance(problem.prior, Gamma)
    shape, rate = law
    left = [_mean(law, True, g) for g in gains]  # what the counts above the last one leave over
    last = problem.prior.settled(payoffs, n)
    if last is None:
        raise BudgetError(f"counts of {n} units settle after more than {MAX_OUTCOMES}: use smaller samples")
    nothing = to_fraction(problem.prior.nothing(n))
    for x in range(last + 1):
        p = _rising(shape, x) / factorial(x) * nothing * (n / (rate + n)) ** x
        means = [p * _mean([shape + x, rate + n], True, g) for g in gains]
        left = [a - b for a, b in zip(left, means, strict=True)]
        total += max(means)
    return total + max(left)


def _bound(problem: SamplingProblem, way: int) -> Fraction:
    """At least what knowing the rate is worth: Σ (E d + √E d²)/2 over the other actions."""
    law, is_gamma = _law(problem)
    letters = problem.prior.letters
    gains = [way * e for e in problem.payoffs.values()]
    means = [_mean(law, is_gamma, _terms(g, letters)) for g in gains]
    best = max(range(len(gains)), key=means.__getitem__)
    total = Fraction(0)
    for i, gain in enumerate(gains):
        if i != best:
            square = _mean(law, is_gamma, _terms(((gain - gains[best]) ** 2).expand(), letters))
            total += (means[i] - means[best] + _root_above(square)) / 2
    return total


def _root_above(x: Fraction) -> Fraction:
    """A rational number at least the square root, by less than 10⁻¹²."""
    scale = 10**12
    return Fraction(isqrt(x.numerator * scale * scale // x.denominator + 1) + 1, scale) if x else Fraction(0)


def _perfect(problem: SamplingProblem, way: int, now: Fraction) -> Expr | None:
    """What knowing the rate is worth, for a Beta law of whole numbers whose actions cross at rational rates; else None."""
    law, is_gamma = _law(problem)
    if is_gamma or len(law) != 2 or len(problem.prior.letters) != 1 or any(a.denominator != 1 for a in law):
        return None
    t = Symbol(problem.prior.letters[0])
    gains = [Poly(way * e, t) for e in problem.payoffs.values()]
    cuts = {Rational(0), Rational(1)}
    for i, one in enumerate(gains):
        for other in gains[:i]:
            gap = one - other
            if gap.is_zero:
                continue
            inside = {r for r in gap.ground_roots() if 0 < r < 1}
            if gap.count_roots(0, 1) != len(inside) + sum(gap.eval(e) == 0 for e in (0, 1)):
                return None
            cuts |= inside
    a, b = (int(x) for x in law)
    density = Poly(t ** (a - 1) * (1 - t) ** (b - 1), t) * Rational(
        factorial(a + b - 1), factorial(a - 1) * factorial(b - 1)
    )
    ends = sorted(cuts)
    total = Rational(0)
    for low, high in pairwise(ends):
        middle = (low + high) / 2
        whole = (max(gains, key=lambda g: g.eval(middle)) * density).integrate(t)
        total += whole.eval(high) - whole.eval(low)
    return _exact(to_fraction(total) - now)
