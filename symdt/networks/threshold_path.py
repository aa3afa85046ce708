"""ThresholdPath: the network as a function of the loss ratio, arc after arc."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sympy import Expr, Rational

from symdt.display import Displayed
from symdt.errors import DataError, quote
from symdt.exact.polynomial import to_number, to_rational
from symdt.problems.models.arc import set_label


@dataclass(frozen=True)
class ThresholdPath(Displayed):
    """The Bayes network for every loss ratio: a nested sequence of parent sets, arc j leaving at τ = πj."""

    pieces: tuple[tuple[Expr, Expr, tuple[str, ...]], ...]

    def at(self, tau: Any) -> tuple[str, ...]:
        """The arcs whose probability exceeds τ; a tie leaves the arc out."""
        value = to_rational(to_number(tau))
        return next(arcs for low, high, arcs in self.pieces if low <= value < high)

    def __str__(self) -> str:
        return "\n".join(
            f"{low} {'<' if low == 0 else '≤'} τ < {high}: {set_label(arcs)}"
            for low, high, arcs in self.pieces
        )


def threshold_path(inclusion: Mapping[Any, Any]) -> ThresholdPath:
    """The threshold path of exact inclusion probabilities, by parent or by arc."""
    chances = {str(k): to_rational(to_number(v)) for k, v in inclusion.items()}
    for name, chance in chances.items():
        if not 0 <= chance <= 1:
            raise DataError(f"the probability of {quote(name)} is {chance}: give a number between 0 and 1")
    ends = sorted({Rational(0), Rational(1), *chances.values()})
    return ThresholdPath(
        tuple(
            (low, high, tuple(name for name, chance in chances.items() if chance > low))
            for low, high in pairwise(ends)
        )
    )
