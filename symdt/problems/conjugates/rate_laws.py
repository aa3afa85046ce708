"""Conjugate families: Beta and Dirichlet shares, Gamma rates; predictive probabilities and moments rational in the letters.

>>> from sympy import symbols
>>> a, b = symbols("a b")
>>> prior = Dirichlet(("θ",), (a, b))  # Beta(a, b)
>>> prior.mean(symbols("θ")), [p for _, p, _ in prior.outcomes(1)]
(a/(a + b), [a/(a + b), b/(a + b)])
>>> [p for _, p, _ in Dirichlet(("θ",), (1, 1)).outcomes(3)]  # Bayes (1763): every number of successes alike
[1/4, 1/4, 1/4, 1/4]

A Poisson count of a Gamma rate has no largest value: counts above `most` are one outcome, whose probability and
moments are what is left over, exactly.

>>> [(label, p) for label, p, _ in Gamma("θ", 1, 1).outcomes(1, most=2)]
[('0', 1/2), ('1', 1/4), ('2', 1/8), ('more', 1/8)]

With a shape that is no whole number all hangs on the probability of no event, (rate/(rate + n))^shape: what is rational
is given, what is not is refused.

>>> [(label, p) for label, p, _ in Gamma("θ", 0.5, 1).outcomes(3, most=2)]
[('0', 1/2), ('1', 3/16), ('2', 27/256), ('more', 53/256)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, factorial
from typing import Any

from sympy import Expr, Poly, Rational, Symbol, rf

from symdt.errors import BudgetError, DomainError, quote
from symdt.exact.field import Element, Field
from symdt.exact.polynomial import as_expr, letters_of
from symdt.problems.conjugates.powers import power

#: More outcomes of one sample than this are refused.
MAX_OUTCOMES = 2_000

#: What may be seen, its probability, and what is believed then.
Outcome = tuple[str, Expr, Any]


def _terms(payoff: Expr, letters: Sequence[Symbol]) -> list[tuple[tuple[int, ...], Expr]]:
    """A payoff as a polynomial in the unknown rates."""
    try:
        return [(powers, c) for powers, c in Poly(payoff, *letters).terms()]
    except Exception as error:
        raise DomainError(
            f"the payoff {quote(payoff)} is no polynomial in {', '.join(map(str, letters))}"
        ) from error


def _rising(number: Element, k: int) -> Element:
    """The rising factorial: number (number + 1) … (number + k - 1)."""
    result = number.field.number(1)
    for i in range(k):
        result = result * (number + i)
    return result


def _field_of(letters: Iterable[Symbol], terms: Sequence[tuple[tuple[int, ...], Expr]] = ()) -> Field:
    """The field of a law's letters and of the coefficients of a payoff."""
    return Field.of(frozenset[Symbol](letters).union(*(c.free_symbols for _, c in terms)))


@dataclass(frozen=True)
class Dirichlet:
    """Unknown shares with a Dirichlet law; with two categories and one letter, Beta(a, b).

    letters: the names of the shares (the last may be left out: it is 1 less the others); counts: the law's numbers;
    names: what the categories are called in outcomes.

    >>> from sympy import Symbol
    >>> from symdt import Dirichlet
    >>> Dirichlet(("θ",), (1, 1)).after((2, 0)).mean(Symbol("θ"))  # Laplace's rule, after two successes
    3/4
    """

    letters: tuple[str, ...]
    counts: tuple[Expr, ...]
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", tuple(map(as_expr, self.counts)))
        if len(self.counts) < 2 or not len(self.counts) - 1 <= len(self.letters) <= len(self.counts):
            raise DomainError(
                f"{len(self.letters)} shares have {len(self.counts)} counts: name a share for each, in a file as "
                '\'"θ1, θ2, θ3" = "Dirichlet(a, b, c)"\'; a Beta has one share and two counts'
            )
        is_beta = len(self.counts) == 2 and len(self.letters) == 1
        usual = (
            self.letters
            if len(self.letters) == len(self.counts)
            else tuple(map(str, range(1, len(self.counts) + 1)))
        )
        object.__setattr__(self, "names", tuple(self.names) or (("success", "failure") if is_beta else usual))
        if len(set(self.names)) != len(self.counts):
            raise DomainError(
                f"{len(self.counts)} counts have the names {', '.join(map(quote, self.names))}: give one each"
            )

    @property
    def symbols(self) -> frozenset[Symbol]:
        """The letters of the law itself."""
        return frozenset(letters_of(self.counts))

    def mean(self, payoff: Expr) -> Expr:
        """The expectation of a polynomial in the shares."""
        terms = _terms(payoff, [Symbol(n) for n in self.letters])
        numbers = _field_of(self.symbols, terms)
        counts = [numbers.element(a) for a in self.counts]
        total = sum(counts, numbers.number(0))
        result = numbers.number(0)
        for powers, c in terms:
            term = numbers.element(c) / _rising(total, sum(powers))
            for a, k in zip(counts, powers, strict=False):
                term = term * _rising(a, k)
            result = result + term
        return result.to_expr()

    def after(self, seen: Sequence[int]) -> Dirichlet:
        """What is believed after so many of each category were seen."""
        return Dirichlet(
            self.letters, tuple(a + k for a, k in zip(self.counts, seen, strict=True)), self.names
        )

    def outcomes(self, n: int, most: int | None = None) -> list[Outcome]:  # noqa: ARG002 - counts have a largest value
        """Every sample of n items, by its counts."""
        if comb(n + len(self.counts) - 1, len(self.counts) - 1) > MAX_OUTCOMES:
            raise BudgetError(f"{n} items have more than {MAX_OUTCOMES} outcomes: use fewer")
        numbers = _field_of(self.symbols)
        counts = [numbers.element(a) for a in self.counts]
        whole = _rising(sum(counts, numbers.number(0)), n)
        found: list[Outcome] = []
        for seen in compositions(n, len(self.counts)):
            orders = factorial(n)
            for k in seen:
                orders //= factorial(k)
            p = numbers.number(orders)
            for a, k in zip(counts, seen, strict=True):
                p = p * _rising(a, k)
            found.append((self.label(seen, n), (p / whole).to_expr(), self.after(seen)))
        return found

    def label(self, seen: Sequence[int], n: int) -> str:
        """A sample in words: `2 of 3`, or the counts of all categories."""
        return f"{seen[0]} of {n}" if len(seen) == 2 else " ".join(map(str, seen))


def compositions(n: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to share n items among so many categories, the first category's largest part first.

    >>> list(compositions(2, 2))
    [(2, 0), (1, 1), (0, 2)]
    """
    if parts == 1:
        yield (n,)
        return
    for first in range(n, -1, -1):
        for rest in compositions(n - first, parts - 1):
            yield (first, *rest)


@dataclass(frozen=True)
class Gamma:
    """An unknown rate with a Gamma law: events in a unit of time are Poisson.

    letter: the name of the rate; shape: a positive number, with letters for moments alone; rate: how much time the law
    is worth. Samples of n units are exact where (rate/(rate + n))^shape is rational, as it is for whole shapes.

    >>> from sympy import Symbol
    >>> from symdt import Gamma
    >>> nothing, p, law = Gamma("θ", 2, 1).outcomes(1)[0]  # no event in a unit of time
    >>> p, law.mean(Symbol("θ"))
    (1/4, 1)
    """

    letter: str
    shape: Any
    rate: Expr
    letters: tuple[str, ...] = field(init=False, default=(), repr=False)
    names: tuple[str, ...] = ("event",)

    def __post_init__(self) -> None:
        shape = as_expr(self.shape)
        if shape.is_number and not shape > 0:
            raise DomainError(f"the shape is {quote(shape)}: give a positive number")
        object.__setattr__(self, "shape", int(shape) if shape.is_Integer else shape)
        object.__setattr__(self, "rate", as_expr(self.rate))
        object.__setattr__(self, "letters", (self.letter,))

    @property
    def symbols(self) -> frozenset[Symbol]:
        """The letters of the law itself."""
        return frozenset(letters_of((as_expr(self.shape), self.rate)))

    def nothing(self, n: int) -> Expr:
        """The probability of no event in n units of time, (rate/(rate + n))^shape, where it is rational."""
        shape = as_expr(self.shape)
        found = power(self.rate / (self.rate + n), shape) if isinstance(shape, Rational) else None
        if found is None:
            told = f"({self.rate}/({self.rate + n}))**({shape})"
            raise DomainError(
                f"the probability of no event in {n} units is {quote(told)}, which is not rational in the letters: use a "
                f"whole shape, or a rate r for which r/(r + {n}) is a power that fits, as r = 1 for the shape 1/2 and n = 3"
            )
        return found

    def mean(self, payoff: Expr) -> Expr:
        """The expectation of a polynomial in the rate."""
        return self.expectation(_terms(payoff, [Symbol(self.letter)])).to_expr()

    def expectation(self, terms: Sequence[tuple[tuple[int, ...], Expr]]) -> Element:
        """The expectation of a sum of powers of the rate, each with its coefficient."""
        numbers = _field_of(self.symbols, terms)
        rate, result = numbers.element(self.rate), numbers.number(0)
        for (k,), c in terms:
            term = numbers.element(c) * _rising(numbers.element(as_expr(self.shape)), k)
            for _ in range(k):
                term = term / rate
            result = result + term
        return result

    def settled(self, payoffs: Sequence[Expr], n: int) -> int | None:
        """A count in n units above which one action stays best, whatever is counted; None where that is not known.

        payoffs: of the actions, polynomials in the rate. After x events the rate has the law Gamma(shape + x, rate + n), so
        that the gap of two actions is a polynomial in x; it is known above its largest root.

        >>> t = Symbol("θ")
        >>> Gamma("θ", 1, 1).settled([t, 5], 3)  # (1 + x)/4 passes 5 at x = 19
        20
        """
        if self.symbols:
            return None
        x, limit = Symbol("x"), self.usual
        gaps = []
        for i, one in enumerate(payoffs):
            for other in payoffs[:i]:
                terms = _terms(one - other, [Symbol(self.letter)])
                if any(c.free_symbols for _, c in terms):
                    return None
                gaps.append(
                    Poly(
                        sum(
                            c * rf(self.shape + x, k).expand(func=True) / (self.rate + n) ** k
                            for (k,), c in terms
                        ),
                        x,
                    )
                )
        while any(g.degree() > 0 and g.count_roots(limit, None) for g in gaps):
            limit *= 2
            if limit > MAX_OUTCOMES:
                return None
        return limit

    @property
    def usual(self) -> int:
        """Counts up to this are told apart unless more is said: twice the shape and eight more."""
        return 2 * int(self.shape) + 8

    def outcomes(self, n: int, most: int | None = None) -> list[Outcome]:
        """The counts in n units of time up to `most`, and all above as one outcome."""
        # before the power is taken: with a shape of a thousand million that takes ten seconds
        if as_expr(self.shape).is_number and (self.usual if most is None else most) > MAX_OUTCOMES:
            raise BudgetError(
                f"the shape {quote(self.shape)} has more than {MAX_OUTCOMES} outcomes: use a smaller one"
            )
        first = self.nothing(n)
        limit = self.usual if most is None else most
        numbers = _field_of(self.symbols)
        rate = numbers.element(self.rate)
        share, p = n / (rate + n), numbers.element(first)
        counts: list[tuple[Element, Gamma]] = []
        rest = numbers.number(1)
        for x in range(limit + 1):
            counts.append((p, Gamma(self.letter, self.shape + x, self.rate + n)))
            rest = rest - p
            p = p * share * (Fraction(str(self.shape)) + x) / (x + 1)
        found: list[Outcome] = [(str(x), p.to_expr(), law) for x, (p, law) in enumerate(counts)]
        return [*found, ("more", rest.to_expr(), _Rest(self, tuple(counts), rest))]


@dataclass(frozen=True)
class _Rest:
    """What is believed when none of some outcomes came: moments are what these leave over."""

    prior: Gamma
    others: tuple[tuple[Element, Gamma], ...]
    probability: Element

    def mean(self, payoff: Expr) -> Expr:
        """The expectation of a polynomial in the rate, given that none of the others came."""
        terms = _terms(payoff, [Symbol(self.prior.letter)])
        left = self.prior.expectation(terms)
        for p, law in self.others:
            left = left - p.into(left.field) * law.expectation(terms)
        return (left / self.probability.into(left.field)).to_expr()
