"""Verdicts: a statement is proved, refuted by a point, or undecided within the budget."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any

from sympy import Expr, Symbol

from symdt.display import Printed
from symdt.errors import BudgetError
from symdt.exact.formula import (
    point_text,
)


@dataclass(frozen=True)
class Proved(Printed):
    """The statement holds at every point; `evidence` is what shows it, where that is more than the solver's word.

    >>> from symdt import prove
    >>> prove("x**2 >= 0")
    Proved()
    """

    evidence: Any = dataclass_field(default=None, compare=False, repr=False)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return "proved"


@dataclass(frozen=True)
class Refuted(Printed):
    """The statement fails at `counterexample`, an exact point.

    >>> from symdt import prove
    >>> prove("x**2 > 0").counterexample
    {x: 0}
    """

    counterexample: dict[Symbol, Expr]
    why: str = ""

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"refuted at {point_text(self.counterexample) or 'the only point'}" + (
            f": {self.why}" if self.why else ""
        )


@dataclass(frozen=True)
class Undecided(Printed):
    """The budget ended first; `reason` says where.

    >>> print(Undecided("the budget of 20 s is spent"))
    undecided: the budget of 20 s is spent
    """

    reason: str

    def __bool__(self) -> bool:
        raise BudgetError(f"undecided: {self.reason}")

    def __str__(self) -> str:
        return f"undecided: {self.reason}"


Verdict = Proved | Refuted | Undecided
