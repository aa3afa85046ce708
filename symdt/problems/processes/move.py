"""Move: an action in a state of a process, with its reward and where it may lead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sympy import Expr

from symdt.exact.polynomial import Written, as_expr
from symdt.problems.probabilities import complete


@dataclass(frozen=True, repr=False)
class Move(Written):
    """What an action pays in a state, and where it leads: P(next state), "rest" allowed once.

    >>> Move(6, {"liked": 0.5, "not": "rest"}).to["not"]
    1/2
    """

    reward: Expr
    to: Mapping[str, Expr]

    def __post_init__(self) -> None:
        object.__setattr__(self, "reward", as_expr(self.reward))
        object.__setattr__(self, "to", {str(s): e for s, e in complete(self.to, "a move").items()})

    def __hash__(self) -> int:
        return hash((self.reward, tuple(self.to.items())))
