"""The Bayes factor of Example 1 and the likelihood-ratio test: how they are related, with the sample size.

With G² = 2 log(maximised likelihood of M1 / of M0), d = (c1 − 1)(c2 − 1) and counts that grow in
fixed proportions,

    2 log [p(D | M1) / p(D | M0)]  =  G² − d log n + c + O(1/n),

so under 0-L loss M1 is chosen iff G² > d log n − c + 2 log [l01 p(M0) / (l10 p(M1))] + O(1/n). The
test rejects M0 iff G² > χ²_{level, d}, whatever n is. The paper equates the two with losses that do
not depend on n, and with r = p(M0)p(D|M0) / (p(M1)p(D|M1)) its "M0 is accepted if 2 log r < χ²" has
the sign the other way round (2 log r is large where M0 is favoured). For one sample size the two
rules can be made to agree; for all of them no fixed losses do, because the level at which the
Bayes rule works goes to 0 as n grows:

>>> from symdt.networks.critical_path import critical_path
>>> [f"{point.level:.4f}" for point in critical_path([40, 400, 4000])]
['0.0307', '0.0078', '0.0022']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, lgamma, log, pi
from typing import Any

from symdt.errors import DataError
from symdt.networks.dirichlet import check_precision
from symdt.networks.sample import Sample

Counts = Sequence[Sequence[float]]


@dataclass(frozen=True)
class LikelihoodRatio:
    """The two statistics of a two-way table, and what the asymptotic relation makes of them."""

    n: float
    degrees: int
    g2: float
    log_bayes_factor: float
    constant: float

    @property
    def approximation(self) -> float:
        """(G² − d log n + c) / 2, which approaches log [p(D | M1) / p(D | M0)] as n grows."""
        return (self.g2 - self.degrees * log(self.n) + self.constant) / 2

    @property
    def p_value(self) -> float:
        """P(χ²_d > G²), the level at which the test would just reject M0."""
        return chi2_tail(self.g2, self.degrees)

    def __str__(self) -> str:
        return (
            f"n = {self.n:g}: G² = {self.g2:.4f} on {self.degrees} degrees of freedom (p = {self.p_value:.4g}); "
            f"2 log p(D|M1)/p(D|M0) = {2 * self.log_bayes_factor:.4f}, asymptotically {2 * self.approximation:.4f}"
        )


def likelihood_ratio(
    sample: Sample, child: str = "X1", parent: str = "X2", *, alpha: float = 1
) -> LikelihoodRatio:
    """G², the BDeu log Bayes factor and their asymptotic relation for the arc parent → child."""
    check_precision(alpha)
    counts = sample.counts(child, [parent])
    if sample.is_symbolic or len(counts) < len(sample.states[parent]):
        raise DataError(
            "the counts are letters, or a state of the parent was not observed: give a full table"
        )
    return relate([[float(c) for c in row] for row in counts.values()], float(alpha))


def relate(counts: Counts, alpha: float = 1.0) -> LikelihoodRatio:
    """The relation for a table of positive real counts, rows the states of the parent."""
    rows, columns = [fsum(r) for r in counts], [fsum(c) for c in zip(*counts, strict=True)]
    n = fsum(rows)
    if min(*rows, *columns) <= 0:
        raise DataError("a row or a column of the table is empty: leave out states that do not occur")
    g2 = 2 * fsum(
        c * log(c * n / (rows[j] * columns[k]))
        for j, row in enumerate(counts)
        for k, c in enumerate(row)
        if c
    )
    degrees = (len(rows) - 1) * (len(columns) - 1)
    return LikelihoodRatio(n, degrees, g2, log_bayes_factor_of(counts, alpha), _constant(counts, alpha))


def chi2_tail(x: float, degrees: int) -> float:
    """P(χ²_d > x)."""
    from mpmath import gammainc

    return float(gammainc(degrees / 2, x / 2, regularized=True)) if x > 0 else 1.0


def log_bayes_factor_of(counts: Counts, alpha: float) -> float:
    """The logarithm of the Bayes factor of the arc, under BDeu with precision alpha."""
    # the child alone has precisions α/c1, given the parent α/(c1 c2); lgamma takes real counts
    rows, columns = len(counts), len(counts[0])
    marginal = [fsum(c) for c in zip(*counts, strict=True)]
    given = [_log_dirichlet(row, alpha / (rows * columns)) for row in counts]
    return fsum(given) - _log_dirichlet(marginal, alpha / columns)


def _log_dirichlet(counts: Sequence[float], a: float) -> float:
    total, n = a * len(counts), fsum(counts)
    return fsum([lgamma(total) - lgamma(total + n), *(lgamma(a + c) - lgamma(a) for c in counts)])


def _constant(counts: Counts, alpha: float) -> Any:
    """The constant c, by Stirling's formula for each Γ; it is infinite where a cell is empty."""
    rows, columns = len(counts), len(counts[0])
    n = fsum(c for row in counts for c in row)
    if any(c == 0 for row in counts for c in row):
        return float("inf")
    total = 0.0
    for row in counts:
        share = fsum(row) / n
        total += _stirling([c / fsum(row) for c in row], alpha / (rows * columns)) - (columns - 1) / 2 * log(
            share
        )
    marginal = [fsum(c) / n for c in zip(*counts, strict=True)]
    return 2 * (total - _stirling(marginal, alpha / columns))


def _stirling(shares: Sequence[float], a: float) -> float:
    c = len(shares)
    return fsum(
        [
            (c - 1) / 2 * log(2 * pi),
            lgamma(c * a) - c * lgamma(a),
            *((a - 0.5) * log(s) for s in shares),
        ]
    )
