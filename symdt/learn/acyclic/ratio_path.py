"""The path without an order: the Bayes DAG for every loss ratio.

With one ratio false/missed = τ/(1 − τ) for all arcs (and a reversed arc as a false and a missed one) a
chosen arc gains π − τ, so the best DAG is worth

    V(τ) = max over DAGs of Σ_{chosen} (π − τ),

convex in τ and linear in pieces, with slope −(number of arcs). Its pieces are found by parametric
search: where the lines of two best DAGs cross, either nothing is better, and that is a breakpoint, or
something is, and it is searched on both sides. So 2k + 1 optimal DAGs are found for k breakpoints, no
step size is chosen, and nothing is missed. Unlike under an order the graphs need not be nested.

>>> half, none = Fraction(1, 2), Fraction(0)
>>> for step in ratio_path([[none, half, none], [none, none, half], [half, none, none]]):
...     print(step.low, step.high, step.parents)
0 1/2 (0, 1, 2)
1/2 1 (0, 0, 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from time import process_time

from symdt.errors import BudgetError
from symdt.learn.acyclic.amounts import Amount, in_units
from symdt.learn.acyclic.choice import best_choice
from symdt.learn.acyclic.equivalence import Dag

__all__ = ["SECONDS", "Stretch", "ratio_path"]

MOST_SEARCHES = 5000
SECONDS = 10.0  # of the processor, for all searches together, unless said


@dataclass(frozen=True)
class Stretch:
    """The best DAG for low ≤ τ < high, with a bound of what a better one might gain more."""

    low: Amount
    high: Amount
    parents: Dag
    gap: Amount


@dataclass(frozen=True)
class _Line:
    """A DAG that was best somewhere: its sum of probabilities less τ times its number of arcs."""

    total: int  # in units
    arcs: int
    parents: Dag
    gap: Amount

    def at(self, above: int, below: int) -> int:
        """The value at τ = above/below units, times below."""
        return self.total * below - self.arcs * above


def ratio_path(
    probabilities: Sequence[Sequence[Amount]],
    required: Sequence[int] | None = None,
    limits: Sequence[int] | None = None,
    forbidden: Sequence[int] | None = None,
    seconds: float = SECONDS,
) -> list[Stretch]:
    """The best DAG for every τ in (0, 1); the breakpoints are exact where the probabilities are.

    probabilities: of the arcs, [parent][child]. required, limits: see `best_choice`. forbidden: for
    each child the mask of the parents it may not have. seconds: of the processor, for all searches together.
    """
    n = len(probabilities)
    whole, unit = in_units(probabilities)
    one = round(1 / unit)
    searches, began = 0, process_time()
    late = BudgetError(
        f"the path of {n} variables was not found within {seconds:g} s of the processor: allow it more "
        "(path_seconds, --path-seconds), or bound max_parents"
    )

    def best(above: int, below: int) -> _Line:
        nonlocal searches
        searches += 1
        if searches > MOST_SEARCHES:
            raise BudgetError(f"the path has more than {MOST_SEARCHES // 2} breakpoints: bound max_parents")
        left = seconds - (process_time() - began)
        if left <= 0:
            raise late
        gains = [
            [
                whole[i][j] * below - above if i != j and not (forbidden and forbidden[j] >> i & 1) else 0
                for j in range(n)
            ]
            for i in range(n)
        ]
        found = best_choice(gains, required, limits, left)
        if found.bound > found.value and process_time() - began > seconds:
            raise late
        free = [P & ~(required[j] if required else 0) for j, P in enumerate(found.parents)]
        total = sum(whole[i][j] for j in range(n) for i in range(n) if free[j] >> i & 1)
        gap = (found.bound - found.value) * unit / below
        return _Line(total, sum(P.bit_count() for P in free), found.parents, gap)

    breaks: list[tuple[Fraction, _Line]] = []  # where a line begins

    def search(left: _Line, right: _Line) -> None:
        if left.arcs == right.arcs:
            return
        tau = Fraction(left.total - right.total, left.arcs - right.arcs)
        above, below = tau.numerator, tau.denominator
        middle = best(above, below)
        if middle.at(above, below) <= left.at(above, below):
            if 0 < tau < one:
                breaks.append((tau, right))
            return
        search(left, middle)
        search(middle, right)

    first, last = best(0, 1), best(one, 1)
    search(first, last)
    begins = [Fraction(0), *(tau for tau, _ in breaks), Fraction(one)]
    is_exact = isinstance(unit, Fraction)
    ends: list[Amount] = [tau * unit if is_exact else float(tau) * unit for tau in begins]
    ends[-1] = Fraction(1) if is_exact else 1.0
    lines = [first, *(line for _, line in breaks)]
    return [
        Stretch(low, high, line.parents, line.gap)
        for low, high, line in zip(ends, ends[1:], lines, strict=False)
    ]
