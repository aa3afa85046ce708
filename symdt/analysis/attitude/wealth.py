"""Wealth: the optimal action under logarithmic utility as a function of what one has."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise
from math import lcm
from typing import Any

from flint import fmpq_poly
from sympy import Expr, Integer, oo

from symdt.analysis.attitude.attitude_rule import AttitudeRule
from symdt.analysis.profile import RiskProfile
from symdt.errors import BudgetError, DomainError
from symdt.exact.line import Real, arrange, between
from symdt.exact.polynomial import to_number

#: Comparisons of products of powers with larger exponents than this are refused.
MAX_POWER = 2_000


def wealth_rule(profiles: Mapping[str, RiskProfile], letter: str = "wealth") -> AttitudeRule:
    """Which of several profiles (numbers only) is best for every wealth, with logarithmic utility, exactly.

    profiles: the outcomes of each action; letter: what the wealth is called.

    E log(w + X) compares like Π (w + x)^(n p) with n the common denominator of the probabilities:
    polynomials in w. The range is the wealth that no outcome can ruin.

    >>> merchant = {"insure": RiskProfile(((9200, 1),)), "risk it": RiskProfile(((10000, 0.95), (0, 0.05)))}
    >>> wealth_rule(merchant).at(1000), wealth_rule(merchant).at(10000)
    ('insure', 'risk it')
    """
    pairs = {
        a: [((-1 if f.optimum == "min" else 1) * v, p) for v, p in f.numbers()] for a, f in profiles.items()
    }
    if not pairs:
        raise DomainError("no profiles are given: give at least one")
    n = lcm(*(int(p.q) for many in pairs.values() for _, p in many))
    if n > MAX_POWER:
        raise BudgetError(f"the probabilities have the common denominator {n}: use at most {MAX_POWER}")
    powers = {a: [(v, int(p * n)) for v, p in many] for a, many in pairs.items()}
    floor = max(Integer(0), max(-v for many in powers.values() for v, _ in many))
    labels = list(powers)
    heights = {a: _product(powers[a]) for a in labels}
    start = Real.of(to_number(floor))
    line = arrange(
        [fmpq_poly([-to_number(floor), 1]), *(f - g for f, g in combinations(heights.values(), 2) if f != g)]
    )
    marks = [r for r in line.points if not r < start]
    pieces: list[tuple[str, Any, Any]] = []
    for low, high in pairwise([*marks, None]):
        x = between(low, high)
        best = max(labels, key=lambda a: heights[a](x))
        if pieces and pieces[-1][0] == best:
            pieces[-1] = (best, pieces[-1][1], high)
        else:
            pieces.append((best, low, high))
    shown = tuple((a, low.to_expr(), oo if high is None else high.to_expr()) for a, low, high in pieces)
    return AttitudeRule(letter, shown)


def _product(many: list[tuple[Expr, int]]) -> Any:
    """Π (w + v)^k as a polynomial in w."""
    total = fmpq_poly([1])
    for v, k in many:
        total *= fmpq_poly([to_number(v), 1]) ** k
    return total
