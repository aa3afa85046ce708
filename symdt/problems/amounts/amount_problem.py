"""AmountProblem: the decision is a number, how much, and what it earns on average is known piece by piece.

Three ways to say what an amount q earns. `Demand`: an uncertain x is uniform on each of several intervals, and the
payoff is `over` where x < q and `under` where x ≥ q (the newsvendor). `States`: a polynomial in q in each of finitely
many states. `Growth`: the logarithm of 1 + q·return in each state (Kelly).

>>> from sympy import symbols
>>> q, x, c = symbols("q x c")
>>> papers = AmountProblem("q", 0, 100, Demand("x", [(0, 100, 1)], over=10 * x - c * q, under=10 * q - c * q),
...     Domain("0 < c < 10"), "max")
>>> for piece in papers.pieces:
...     print(piece.low, piece.high, piece.slope)
0 100 -c - q/10 + 10

Law: on each piece `slope` is the derivative of `total`, the expected payoff.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from sympy import Expr, Integer, Poly, Symbol, cancel, diff, log

from symdt.errors import TableError, quote
from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import Written, as_expr, letters_of, substituted
from symdt.problems.belief import Belief
from symdt.problems.expressions import expressions
from symdt.problems.probabilities import check_nonnegative, complete
from symdt.problems.problem import Problem, direction, domain_with
from symdt.problems.tree import Tree


@dataclass(frozen=True)
class AmountPiece:
    """The expected payoff on amounts from `low` to `high` (None: without end), and its derivative.

    >>> AmountPiece(Integer(0), None, Symbol("q"), Integer(1)).slope
    1
    """

    low: Expr
    high: Expr | None
    total: Expr
    slope: Expr


@dataclass(frozen=True, repr=False)
class Demand(Written):
    """An uncertain number, uniform on each of some intervals; what an amount earns above it and up to it.

    letter: of the uncertain number; intervals: (from, to, probability) each, in order, one probability may be "rest"; over:
    the payoff where more was taken than asked for; under: where not. Both are polynomials in the two letters.

    >>> Demand("x", [(0, 1, "rest")], over=0, under=0).intervals
    ((0, 1, 1),)
    """

    letter: str
    intervals: Sequence[tuple[Any, Any, Any]]
    over: Expr
    under: Expr

    def __post_init__(self) -> None:
        if not self.intervals:
            raise TableError("the demand has no intervals: give (from, to, probability) for each")
        chances = complete({i: p for i, (_, _, p) in enumerate(self.intervals)}, "the demand")
        parts = tuple((as_expr(a), as_expr(b), chances[i]) for i, (a, b, _) in enumerate(self.intervals))
        object.__setattr__(self, "intervals", parts)
        object.__setattr__(self, "over", as_expr(self.over))
        object.__setattr__(self, "under", as_expr(self.under))

    def check(self, domain: Domain, amount: Symbol, low: Expr, high: Expr | None) -> None:
        """An error, with a point, if intervals do not follow each other or a probability is negative."""
        del amount, low, high
        last = None
        for a, b, p in self.intervals:
            check_nonnegative(b - a, domain, f"the length of the interval from {a} to {b}", is_positive=True)
            check_nonnegative(p, domain, f"the probability of the interval from {a} to {b}")
            if last is not None:
                check_nonnegative(a - last, domain, f"the gap before the interval from {a}")
            last = b
        _polynomial(self.over, [self.letter])
        _polynomial(self.under, [self.letter])

    def between(self, amount: Symbol) -> list[tuple[Expr | None, Expr | None, Expr]]:
        """The expected payoff for amounts below, in, between and above the intervals."""
        x = Symbol(self.letter)

        def mean(payoff: Expr, a: Expr, b: Expr) -> Expr:
            whole = Poly(payoff, x).integrate(x).as_expr()
            return substituted(whole, {x: b}) - substituted(whole, {x: a})

        def total(inside: int | None, below: int) -> Expr:
            """With the amount inside interval number `inside`, and so many intervals wholly below it."""
            found: Expr = Integer(0)
            for j, (a, b, p) in enumerate(self.intervals):
                if j == inside:
                    worth = mean(self.over, a, amount) + mean(self.under, amount, b)
                else:
                    worth = mean(self.over if j < below else self.under, a, b)
                found += p * worth / (b - a)
            return cancel(found)

        ends: list[tuple[Expr | None, Expr | None, Expr]] = [(None, self.intervals[0][0], total(None, 0))]
        for j, (a, b, _) in enumerate(self.intervals):
            if j and cancel(a - self.intervals[j - 1][1]) != 0:
                ends.append((self.intervals[j - 1][1], a, total(None, j)))
            ends.append((a, b, total(j, j)))
        return [*ends, (self.intervals[-1][1], None, total(None, len(self.intervals)))]


@dataclass(frozen=True, repr=False)
class States(Written):
    """A payoff in each of finitely many states, a polynomial in the amount.

    belief: the probability of each state; payoffs: of each state.

    >>> States({"a": "rest"}, {"a": Symbol("q") ** 2}).payoffs
    {'a': q**2}
    """

    belief: Mapping[str, Any]
    payoffs: Mapping[str, Expr]

    def __post_init__(self) -> None:
        object.__setattr__(self, "belief", complete(dict(self.belief), "the belief"))
        object.__setattr__(self, "payoffs", {s: as_expr(e) for s, e in self.payoffs.items()})
        odd = sorted(set(self.belief) ^ set(self.payoffs))
        if odd:
            raise TableError(f"the state {quote(odd[0])} lacks a probability or a payoff: give both")

    def __hash__(self) -> int:
        return hash((tuple(self.belief.items()), tuple(self.payoffs.items())))

    def check(self, domain: Domain, amount: Symbol, low: Expr, high: Expr | None) -> None:
        """An error, with a point, if a probability is negative or a payoff no polynomial in the amount."""
        del low, high
        Belief(dict(self.belief)).check(domain)
        for payoff in self.payoffs.values():
            _polynomial(payoff, [amount.name])

    def between(self, amount: Symbol) -> list[tuple[Expr | None, Expr | None, Expr]]:
        """One piece: the expected payoff everywhere."""
        del amount
        return [(None, None, sum((p * self.payoffs[s] for s, p in self.belief.items()), Integer(0)))]


@dataclass(frozen=True, repr=False)
class Growth(States):
    """The growth of wealth, log(1 + amount·return), in each of finitely many states; returns hold no amount.

    belief: the probability of each state; payoffs: the return of each state on a unit staked.

    >>> Growth({"win": 0.6, "lose": "rest"}, {"win": 1, "lose": -1}).between(Symbol("f"))[0][2]
    2*log(1 - f)/5 + 3*log(f + 1)/5
    """

    __hash__ = States.__hash__

    def check(self, domain: Domain, amount: Symbol, low: Expr, high: Expr | None) -> None:
        """An error, with a point, if wealth may vanish for an amount inside the range."""
        Belief(dict(self.belief)).check(domain)
        inside = domain.extended([amount]).restricted(
            amount > low, *(() if high is None else (amount < high,))
        )
        for state, gain in self.payoffs.items():
            if amount in gain.free_symbols:
                raise TableError(
                    f"the return of {quote(state)} holds {quote(amount)}: give the return on one unit"
                )
            check_nonnegative(1 + amount * gain, inside, f"the wealth after {quote(state)}", is_positive=True)

    def between(self, amount: Symbol) -> list[tuple[Expr | None, Expr | None, Expr]]:
        """One piece: the expected logarithm."""
        terms = (p * log(1 + amount * self.payoffs[s]) for s, p in self.belief.items())
        return [(None, None, sum(terms, Integer(0)))]


Earned = Demand | States | Growth


@dataclass(frozen=True, repr=False)
class AmountProblem(Written, Problem):
    """How much? The amount of least expected loss or greatest expected utility between two ends.

    letter: the name of the amount; low, high: its ends, None for no end above; earned: what an amount earns.

    >>> from symdt import AmountProblem, Growth, best_amount
    >>> coin = Growth({"win": 0.6, "lose": "rest"}, {"win": 1, "lose": -1})
    >>> best_amount(AmountProblem("f", 0, 1, coin, optimum="max")).amount
    1/5
    """

    letter: str
    low: Expr
    high: Expr | None
    earned: Earned
    domain: Domain = None  # type: ignore[assignment]
    optimum: Optimum = None  # type: ignore[assignment]
    title: str = ""

    kind: ClassVar[str] = "a choice of an amount"

    def __post_init__(self) -> None:
        object.__setattr__(self, "low", as_expr(self.low))
        object.__setattr__(self, "high", None if self.high is None else as_expr(self.high))
        object.__setattr__(self, "optimum", direction(self.optimum, "the choice of an amount"))
        own = {self.amount} | ({Symbol(self.earned.letter)} if isinstance(self.earned, Demand) else set())
        letters = letters_of(expressions((self.earned, self.low, self.high))) - own
        if isinstance(self.earned, Demand) and self.earned.letter == self.letter:
            raise TableError(f"{quote(self.letter)} names both the amount and what is uncertain: rename one")
        taken = own & {*(self.domain.symbols if self.domain is not None else ()), *self.low.free_symbols}
        if taken:
            raise TableError(
                f"{quote(min(map(str, taken)))} is both decided or uncertain and a letter: rename one"
            )
        object.__setattr__(self, "domain", domain_with(self.domain, letters))
        if self.high is not None:
            check_nonnegative(self.high - self.low, self.domain, "the range of the amount", is_positive=True)
        self.earned.check(self.domain, self.amount, self.low, self.high)

    def __hash__(self) -> int:
        return hash((self.letter, self.optimum, type(self.earned).__name__))

    @property
    def amount(self) -> Symbol:
        """The letter of the amount."""
        return Symbol(self.letter)

    @property
    def tree(self) -> Tree:
        """There is none: amounts are not counted."""
        raise TableError(
            "the decision is an amount, of which there are infinitely many: ask `symdt solve` or best_amount"
        )

    @cached_property
    def pieces(self) -> tuple[AmountPiece, ...]:
        """The expected payoff and its derivative on consecutive parts of the range."""
        found = []
        for a, b, total in self.earned.between(self.amount):
            low = self.low if a is None or self._is_below(a, self.low) else a
            high = self.high if b is None or (self.high is not None and self._is_below(self.high, b)) else b
            if high is not None and self._is_below(high, low):
                continue
            found.append(AmountPiece(low, high, total, cancel(diff(total, self.amount))))
        return tuple(found)

    def _is_below(self, one: Expr, other: Expr) -> bool:
        """Whether one end is at most another on the whole domain; an error where it hangs on the letters."""
        gap = self.domain.field.element(other - one)
        if self.domain.implies(Condition(gap.field, gap.sign_polynomial, ">=")):
            return True
        if self.domain.implies(Condition(gap.field, -gap.sign_polynomial, ">=")):
            return False
        raise TableError(
            f"whether {one} is below {other} hangs on the letters: restrict the domain with assume"
        )

    def __str__(self) -> str:
        to = "without end" if self.high is None else f"to {self.high}"
        lines = [self.headline, f"how much {self.letter}, from {self.low} {to}"]
        for piece in self.pieces:
            top = "on" if piece.high is None else f"to {piece.high}"
            lines.append(f"  from {piece.low} {top}: {piece.total}")
        return "\n".join(lines)


def _polynomial(payoff: Expr, letters: Sequence[str]) -> None:
    try:
        Poly(payoff, *map(Symbol, letters))
    except Exception as error:
        raise TableError(f"the payoff {quote(payoff)} is no polynomial in {', '.join(letters)}") from error
