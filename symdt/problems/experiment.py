"""Experiment: what may be observed before acting, P(outcome | state) for each state, and what that costs.

>>> test = Experiment("test", {"ill": {"+": 0.9, "-": "rest"}, "well": {"+": 0.2, "-": "rest"}}, cost=3)
>>> print(test)
experiment test at cost 3
  ill: + [9/10], - [1/10]
  well: + [1/5], - [4/5]
>>> test.of("+")
{'ill': 9/10, 'well': 1/5}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from sympy import Expr, Symbol

from symdt.display import Printed
from symdt.errors import TableError, quote
from symdt.exact.field import Field
from symdt.exact.polynomial import Written, as_expr, letters_of
from symdt.problems.expressions import expressions
from symdt.problems.probabilities import complete


@dataclass(frozen=True, eq=False, repr=False)
class Experiment(Written, Printed):
    """What may be observed before acting: `likelihood[state][outcome]` is P(outcome | state).

    >>> Experiment("test", {"ill": {"+": 0.9, "-": "rest"}, "well": {"+": 0.2, "-": "rest"}}, cost=3).outcomes
    ('+', '-')
    """

    name: str
    likelihood: Mapping[str, Mapping[str, Expr]]
    cost: Expr = 0

    def __post_init__(self) -> None:
        rows = {
            str(state): {
                str(o): e
                for o, e in complete(row, f"experiment {quote(self.name)} in state {quote(state)}").items()
            }
            for state, row in self.likelihood.items()
        }
        if not rows:
            raise TableError(
                f"the experiment {quote(self.name)} has no rows: give P(outcome | state) for each state"
            )
        outcomes = list(next(iter(rows.values())))
        for state, row in rows.items():
            if list(row) != outcomes:
                raise TableError(
                    f"the experiment {quote(self.name)} has outcomes {list(row)} in state {quote(state)}: expected {outcomes}"
                )
        object.__setattr__(self, "likelihood", rows)
        object.__setattr__(self, "cost", as_expr(self.cost))

    @property
    def outcomes(self) -> tuple[str, ...]:
        """What may be seen."""
        return tuple(next(iter(self.likelihood.values())))

    def of(self, outcome: str) -> dict[str, Expr]:
        """The likelihood of one outcome in each state."""
        return {state: row[outcome] for state, row in self.likelihood.items()}

    @cached_property
    def symbols(self) -> frozenset[Symbol]:
        """The letters that occur."""
        return frozenset(letters_of(expressions(self)))

    def __str__(self) -> str:
        price = "" if self.cost.is_zero else f" at cost {self.cost}"
        lines = [f"experiment {self.name}{price}"]
        lines += [
            f"  {state}: " + ", ".join(f"{outcome} [{e}]" for outcome, e in row.items())
            for state, row in self.likelihood.items()
        ]
        return "\n".join(lines)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Experiment):
            return NotImplemented
        if (self.name, self.outcomes, list(self.likelihood)) != (
            other.name,
            other.outcomes,
            list(other.likelihood),
        ):
            return False
        field = Field.of(self.symbols | other.symbols)
        mine = [self.cost, *(e for row in self.likelihood.values() for e in row.values())]
        theirs = [other.cost, *(e for row in other.likelihood.values() for e in row.values())]
        return all(field.element(a) == field.element(b) for a, b in zip(mine, theirs, strict=True))

    def __hash__(self) -> int:
        return hash((self.name, self.outcomes))
