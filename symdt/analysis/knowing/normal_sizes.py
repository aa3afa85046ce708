"""What n normal measurements are worth, between proved bounds, and how many are best.

The posterior mean M after n measurements is normal beforehand, with the prior's mean m and s² = v²·n/(n + (d/v)²) for the
prior's deviation v and the error's d. The best action is worth the upper envelope of lines a + b·M, so that

    E max = a₁ + b₁ m + Σ_k (b_{k+1} − b_k) · s · L((c_k − m)/s),        L(u) = φ(u) − u (1 − Φ(u)),

over the corners c_k of the envelope (Raiffa & Schlaifer 1961, chapter 5). Every number is a ball of FLINT's: it holds the
value for certain, and its radius is the stated error.

>>> from fractions import Fraction
>>> ball = _expected_best([(Fraction(0), Fraction(0)), (Fraction(0), Fraction(1))], Fraction(0), Fraction(1))
>>> abs(float(ball.mid()) - 0.3989422804014327) < 1e-15, float(ball.rad()) < 1e-30  # 1/√(2π)
(True, True)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Expr, Rational

from symdt.display import Displayed
from symdt.errors import BudgetError, DomainError, TableError, quote
from symdt.exact.optimum import sign
from symdt.exact.polynomial import to_fraction
from symdt.problems.conjugates.normal_problem import NormalProblem
from symdt.problems.problem import needs

#: So many measurements are looked at unless another number is given, with this many binary digits.
MOST, BITS = 500, 200
#: Shown digits; every ball is narrower.
DIGITS = 12


@dataclass(frozen=True)
class MeasuredSize:
    """n measurements: what they are worth gross, the error of that number, and what they cost.

    >>> MeasuredSize(1, Fraction(1, 2), Fraction(1, 10**20), Fraction(1, 4)).net
    Fraction(1, 4)
    """

    n: int
    worth: Fraction
    error: Fraction
    cost: Fraction

    @property
    def net(self) -> Fraction:
        """The value less the cost; its error is that of the value."""
        return self.worth - self.cost


@dataclass(frozen=True)
class NormalSizes(Displayed):
    """What measurements are worth by their number, which number is best, and what knowing the mean is worth.

    value: of acting at once, exact; sizes: from 0 on; perfect: of knowing the mean; error: of that number; best: the
    numbers of measurements that may be best, one unless bounds overlap; is_proved: no larger number is better.

    >>> from symdt import NormalProblem, normal_sizes
    >>> from sympy import Symbol
    >>> m = Symbol("μ")
    >>> print(normal_sizes(NormalProblem("μ", 0, 1, {"go": m, "stay": 0}, deviation=1, each=0.1, optimum="max"), most=2))
    acting at once is worth 0
    knowing the mean is worth 0.398942280401
      n  worth           less its cost
      0  0               0
      1  0.282094791774  0.182094791774  (best up to 2)
      2  0.325735007935  0.125735007935
    every decimal errs by less than 1e-12
    """

    value: Expr
    sizes: tuple[MeasuredSize, ...]
    perfect: Fraction
    error: Fraction
    best: tuple[int, ...]
    is_proved: bool

    def at(self, n: int) -> MeasuredSize:
        """What n measurements are worth."""
        if not 0 <= n < len(self.sizes):
            raise BudgetError(f"{quote(n)} measurements were not looked at: use 0 to {len(self.sizes) - 1}")
        return self.sizes[n]

    def to_json(self) -> dict[str, Any]:
        """The table in decimals, with the error that none of them exceeds."""
        rows = [
            {"n": s.n, "evsi": _decimal(s.worth), "cost": str(s.cost), "net": _decimal(s.net)}
            for s in self.sizes
        ]
        return {
            "evpi": _decimal(self.perfect),
            "value": str(self.value),
            "sizes": rows,
            "best_n": list(self.best),
            "proved": self.is_proved,
            "error": f"1e-{DIGITS}",
        }

    def rows(self) -> list[tuple[str, str, str, str]]:
        """The table in texts, its head first."""
        remark = "(best)" if self.is_proved else f"(best up to {self.sizes[-1].n})"
        body = [
            (str(s.n), _decimal(s.worth), _decimal(s.net), remark * (s.n in self.best)) for s in self.sizes
        ]
        return [("n", "worth", "less its cost", ""), *body]

    def __str__(self) -> str:
        rows = self.rows()
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(c.ljust(w) for c, w in zip(row, wide, strict=True)).rstrip() for row in rows]
        head = [
            f"acting at once is worth {self.value}",
            f"knowing the mean is worth {_decimal(self.perfect)}",
        ]
        return "\n".join(
            [*head, *(f"  {line}" for line in lines), f"every decimal errs by less than 1e-{DIGITS}"]
        )


def normal_sizes(
    problem: NormalProblem, point: Mapping[Any, Any] | None = None, *, most: int | None = None
) -> NormalSizes:
    """The net value of every number of measurements between proved bounds, and the best number.

    problem: of measurements; point: values of all letters; most: the largest number that is looked at, unless the cost
    proves before that no larger one is better.

    >>> from symdt import NormalProblem, normal_sizes
    >>> from sympy import Symbol
    >>> m = Symbol("μ")
    >>> found = normal_sizes(NormalProblem("μ", 0, 1, {"go": m, "stay": 0}, deviation=1, each=0.1, optimum="max"))
    >>> found.best, found.is_proved, round(float(found.at(1).worth), 6)
    ((1,), True, 0.282095)
    """
    needs(NormalProblem, problem, "normal_sizes", "state [belief] as a normal law, such as Normal(0, 1)")
    fixed = problem.at(point)
    if fixed.symbols:
        raise TableError(f"the letter {quote(fixed.symbols[0])} is free: give it a value in the point")
    largest = MOST if most is None else most
    if type(largest) is not int or largest < 1:
        raise DomainError(f"up to {quote(largest)} measurements are asked for: give a whole number from 1 on")
    way = -sign(fixed.optimum)
    lines = [(way * to_fraction(a), way * to_fraction(b)) for a, b in fixed.lines.values()]
    mean, spread, noise, each, cost = (
        to_fraction(e) for e in (fixed.mean, fixed.spread, fixed.deviation, fixed.each, fixed.cost)
    )
    now = max(a + b * mean for a, b in lines)

    def worth(variance: Fraction) -> tuple[Fraction, Fraction]:
        ball = _expected_best([(a - now, b) for a, b in lines], mean, variance)
        return _fraction(ball.mid()), _fraction(ball.rad())

    perfect, error = worth(spread**2)
    sizes, low, is_proved = [MeasuredSize(0, Fraction(0), Fraction(0), Fraction(0))], Fraction(0), False
    for n in range(1, largest + 1):
        if each > 0 and perfect + error - cost - n * each < low:
            is_proved = True
            break
        found, radius = worth(spread**4 * n / (n * spread**2 + noise**2))
        sizes.append(MeasuredSize(n, found, radius, cost + n * each))
        low = max(low, sizes[-1].net - radius)
    if max(error, *(s.error for s in sizes)) >= Fraction(1, 2 * 10**DIGITS):
        raise BudgetError(f"the numbers are too large for an error of 1e-{DIGITS}: use another unit")
    best = tuple(s.n for s in sizes if s.net + s.error >= low)
    at_once = Rational((way * now).numerator, (way * now).denominator)
    return NormalSizes(at_once, tuple(sizes), perfect, error, best, is_proved)


def _expected_best(lines: Sequence[tuple[Fraction, Fraction]], mean: Fraction, variance: Fraction) -> Any:
    """E max (a + b·M) for a normal M, as a ball."""
    old, ctx.prec = ctx.prec, BITS
    try:
        hull = _envelope(lines)
        total = _arb(hull[0][0] + hull[0][1] * mean)
        s = _arb(variance).sqrt()
        for (a, b), (c, d) in pairwise(hull):
            corner = (a - c) / (d - b)
            u = _arb(corner - mean) / s
            density = (-u * u / 2).exp() / (2 * arb.pi()).sqrt()
            above = (u / arb(2).sqrt()).erfc() / 2
            total += _arb(d - b) * s * (density - u * above)
        return total
    finally:
        ctx.prec = old


def _envelope(lines: Sequence[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """The lines that are somewhere greatest, by slope.

    >>> _envelope([(Fraction(0), Fraction(0)), (Fraction(-9), Fraction(1)), (Fraction(0), Fraction(2))])
    [(Fraction(0, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(2, 1))]
    """
    highest: dict[Fraction, Fraction] = {}
    for a, b in lines:
        highest[b] = max(a, highest.get(b, a))
    kept: list[tuple[Fraction, Fraction]] = []
    for b, a in sorted(highest.items()):
        while len(kept) > 1 and _corner(kept[-2], (a, b)) <= _corner(kept[-2], kept[-1]):
            kept.pop()
        kept.append((a, b))
    return kept


def _corner(one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction]) -> Fraction:
    return (one[0] - other[0]) / (other[1] - one[1])


def _arb(x: Fraction) -> Any:
    return arb(fmpq(x.numerator, x.denominator))


def _fraction(ball: Any) -> Fraction:
    """The exact value of a ball without radius."""
    mantissa, exponent = ball.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _decimal(x: Fraction) -> str:
    """So many decimals as are certain.

    >>> _decimal(Fraction(-1, 3)), _decimal(Fraction(0))
    ('-0.333333333333', '0')
    """
    scaled = round(x * 10**DIGITS)
    whole, rest = divmod(abs(scaled), 10**DIGITS)
    return f"{'-' * (scaled < 0)}{whole}.{rest:0{DIGITS}d}" if x else "0"
