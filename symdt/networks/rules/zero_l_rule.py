"""The rule of Example 1: one arc or none under a 0-l loss, from the evidence of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, Rational

from symdt.errors import DataError, quote
from symdt.exact.field import Field
from symdt.exact.polynomial import as_expr, to_number
from symdt.networks.dirichlet import (
    AnyPrior,
    factored,
)
from symdt.networks.evidence import local_evidence
from symdt.networks.sample import Sample

HALF = Rational(1, 2)


@dataclass(frozen=True)
class ZeroLRule:
    """The Bayes action of Example 1 under the 0-L loss: M1 iff `bayes_factor` > `threshold`, a tie at equality.

    `bayes_factor` is p(D | M1) / p(D | M0), in which the factors of X2 cancel; `threshold` is
    l01 p(M0) / (l10 p(M1)).
    """

    sample: Sample
    bayes_factor: Expr
    threshold: Expr

    @property
    def actions(self) -> tuple[str, ...]:
        """The optimal actions, where no letter is left: one, or both at a tie."""
        difference = to_number(self.bayes_factor) - to_number(self.threshold)
        return ("a1",) if difference > 0 else ("a0",) if difference < 0 else ("a0", "a1")

    def __str__(self) -> str:
        return f"choose M1 iff {self.bayes_factor} > {self.threshold}"


def zero_l_rule(
    sample: Sample,
    child: str = "X1",
    parent: str = "X2",
    *,
    false: Any,
    missed: Any,
    prior: AnyPrior = "bdeu",
    alpha: Any = 1,
    p0: Any = HALF,
) -> ZeroLRule:
    """The Bayes action between no arc (M0, probability `p0`) and the arc parent → child (M1), in terms of the counts."""
    numerator = local_evidence(sample, child, [parent], prior=prior, alpha=alpha)
    denominator = local_evidence(sample, child, [], prior=prior, alpha=alpha)
    l01, l10, chance = as_expr(false), as_expr(missed), as_expr(p0)
    for what, loss in (("false", l01), ("missed", l10)):
        if loss.is_negative:
            raise DataError(f"the loss of a {what} arc is {quote(loss)}, which is negative: give 0 or more")
    if l10.is_zero or chance == 1:
        raise DataError("a missed arc costs nothing or M1 is impossible: M0 is optimal whatever the data")
    threshold = l01 * chance / (l10 * (1 - chance))
    field = Field.of(threshold.free_symbols)
    factor = numerator / denominator
    if not sample.is_symbolic:
        factor = factored(Field.of(factor.free_symbols).element(factor))
    return ZeroLRule(sample, factor, field.element(threshold).to_expr())
