"""Critical points: for each sample size, the balanced table at which the Bayes factor changes its mind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

from symdt.errors import DataError
from symdt.networks.likelihood_ratio import Counts, chi2_tail, log_bayes_factor_of, relate


@dataclass(frozen=True)
class CriticalPoint:
    """At sample size n: the G² above which the Bayes rule chooses M1, what d log n says, and the test's level there."""

    n: float
    g2: float
    leading: float
    level: float


def critical_path(
    sizes: Iterable[float], *, alpha: float = 1.0, loss_ratio: float = 1.0, prior_odds: float = 1.0
) -> tuple[CriticalPoint, ...]:
    """For balanced 2×2 tables of each size, where the Bayes rule turns from M0 to M1; the data of the drawing.

    `loss_ratio` is l01/l10 and `prior_odds` is p(M0)/p(M1). The table [[m+t, m−t], [m−t, m+t]]
    with m = n/4 has more association the larger t is; t is found by bisection.
    """
    bar = log(loss_ratio) + log(prior_odds)
    points = []
    for n in sizes:
        m = n / 4
        low, high = 0.0, m
        if log_bayes_factor_of(_balanced(m, high), alpha) <= bar:
            raise DataError(
                f"with n = {n:g} no table favours M1 enough: give a larger n or a smaller loss ratio"
            )
        for _ in range(200):
            middle = (low + high) / 2
            if log_bayes_factor_of(_balanced(m, middle), alpha) > bar:
                high = middle
            else:
                low = middle
        g2 = relate(_balanced(m, high), alpha).g2
        points.append(CriticalPoint(n, g2, log(n) + 2 * bar, chi2_tail(g2, 1)))
    return tuple(points)


def _balanced(m: float, t: float) -> Counts:
    return [[m + t, m - t], [m - t, m + t]]
