"""What a report on an amount is about: the problem, the best amount for all letters, and one point for the figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sympy import Expr

from symdt.analysis.best_amount import BestAmount, best_amount
from symdt.exact.polynomial import to_rational
from symdt.problems.amounts.amount_problem import AmountProblem
from symdt.show.page.amount_record import start_inside


@dataclass(eq=False)
class AmountAsked:
    """One report in the making: the problem, the best amount for all letters, and the point of the figures."""

    problem: AmountProblem
    presets: Mapping[str, Any]
    file: str

    @cached_property
    def found(self) -> BestAmount:
        """The best amount for all values of the letters."""
        return best_amount(self.problem)

    @cached_property
    def point(self) -> dict[str, Expr]:
        """The point of the figures: the file's start, or a simple one where the best amount is no end of the range."""
        domain = self.problem.domain
        values = start_inside(self.found, self.presets)
        by_letter = dict(zip(domain.field.names, map(to_rational, values), strict=True))
        return {s.name: by_letter[s.name] for s in self.problem.symbols}

    @property
    def kind(self) -> str:
        """What the values are."""
        return "expected loss" if self.problem.optimum == "min" else "expected utility"

    def at(self, *without: str) -> dict[str, Expr]:
        """The point without some letters."""
        return {n: v for n, v in self.point.items() if n not in without}

    def command(self, across: str, name: str) -> str:
        """The command that draws a figure again."""
        fixed = ",".join(f"{n}={v}" for n, v in self.at(across).items())
        at = f' --at "{fixed}"' if fixed else ""
        return f"symdt plot {self.file} --x {across}{at} -o {name}.svg"
