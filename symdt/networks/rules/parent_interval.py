"""The Bayes actions of a disintegrable loss: an interval of parent sets, from those needed to those allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from symdt.errors import ExpressionError, ProbabilityError
from symdt.exact.polynomial import as_expr, to_number
from symdt.networks.losses.arc_grid import ArcLoss
from symdt.problems.models.arc import Arc
from symdt.problems.models.model import Model


@dataclass(frozen=True)
class BooleanInterval:
    """All models between `lower` and `upper`; empty unless lower ⊆ upper."""

    lower: Model
    upper: Model

    def __contains__(self, model: object) -> bool:
        return isinstance(model, Model) and self.lower <= model <= self.upper

    def __len__(self) -> int:
        return 1 << len(self.upper - self.lower) if self.lower <= self.upper else 0

    def __iter__(self) -> Iterator[Model]:
        free = list(self.upper - self.lower)
        for mask in range(len(self)):
            yield self.lower | Model(a for i, a in enumerate(free) if mask >> i & 1)

    def __str__(self) -> str:
        return str(self.lower) if self.lower == self.upper else f"[{self.lower}, {self.upper}]"


def bayes_interval(arcs: Iterable[ArcLoss], inclusion: Mapping[Arc, Any]) -> BooleanInterval:
    """All Bayes actions at given losses and inclusion probabilities, q comparisons and no table."""
    lower, upper = [], []
    for a in arcs:
        if a.arc not in inclusion:
            raise ProbabilityError(
                f"no inclusion probability is given for the arc {a.arc}: give one for each arc"
            )
        values = (as_expr(inclusion[a.arc]), a.false, a.missed)
        if any(v.free_symbols for v in values):
            raise ExpressionError(
                f"the arc {a.arc} has letters in its losses or its probability: give numbers"
            )
        chance, false, missed = map(to_number, values)
        if not 0 <= chance <= 1:
            raise ProbabilityError(
                f"the inclusion probability of {a.arc} is {chance}: give a number between 0 and 1"
            )
        gain = missed * chance - false * (1 - chance)
        if gain > 0:
            lower.append(a.arc)
        if gain >= 0:
            upper.append(a.arc)
    return BooleanInterval(Model(lower), Model(upper))
