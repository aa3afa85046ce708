"""Criteria without probabilities: minimax, minimax regret, Hurwicz, on a loss table with letters.

For losses the worst case is the greatest entry, for utilities the least; each criterion gives every
action a value, and the best action has the best value.

>>> from symdt.problems.loss import LossTable
>>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
>>> print(minimax(table))
minimax: take
  take 20
  leave 0
>>> minimax_regret(table).values, minimax_regret(table).best()
({'take': 80, 'leave': 70}, ('leave',))
>>> from sympy import symbols
>>> a = symbols("a")
>>> hurwicz(table, a).values
{'take': 50*a + 20, 'leave': 100*a}
>>> hurwicz(table, a).best(a="2/5"), hurwicz(table, a).best(a="1/2")
(('take', 'leave'), ('leave',))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import And, Expr, Ge, Integer, Le, Max, Min

from symdt.display import Printed
from symdt.errors import DomainError, TableError, quote
from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum, better
from symdt.exact.polynomial import as_expr, to_number, to_rational
from symdt.exact.proof import SECONDS, prove
from symdt.exact.verdict import Verdict
from symdt.problems.loss import LossTable
from symdt.problems.problem import Problem, needs
from symdt.problems.table import DecisionProblem


@dataclass(frozen=True)
class Criterion(Printed):
    """The value that a criterion gives each action; the best is the least where `optimum` is "min".

    >>> from symdt import LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> minimax(table).best()
    ('take',)
    """

    name: str
    optimum: Optimum
    values: dict[str, Expr]

    def best(self, point: Mapping[Any, Any] | None = None, /, **given: Any) -> tuple[str, ...]:
        """Every action that attains the optimum at a point, exactly."""
        named = {
            getattr(k, "name", k): to_rational(to_number(v)) for k, v in {**(point or {}), **given}.items()
        }
        at = {}
        for action, value in self.values.items():
            missing = sorted(s.name for s in value.free_symbols if s.name not in named)
            if missing:
                raise DomainError(
                    f"the point gives no value for {quote(missing[0])}: give one for each letter"
                )
            at[action] = value.subs({s: named[s.name] for s in value.free_symbols})
        optimum = better(self.optimum)(at.values())
        return tuple(action for action, value in at.items() if value == optimum)

    def is_best(self, action: str, domain: Domain, *, seconds: float = SECONDS) -> Verdict:
        """Whether an action attains the optimum on the whole domain: proved, refuted with a point, or undecided."""
        compare = Le if self.optimum == "min" else Ge
        mine = self.values[action]
        return prove(
            And(*(compare(mine, v) for a, v in self.values.items() if a != action)), domain, seconds=seconds
        )

    def __str__(self) -> str:
        lines = [f"  {a} {v}" for a, v in self.values.items()]
        head = self.name
        if not any(v.free_symbols for v in self.values.values()):
            head += ": " + ", ".join(self.best())
        return "\n".join([head, *lines])


def _worst(table: LossTable, column: list[Expr]) -> Expr:
    return (Max if table.optimum == "min" else Min)(*column)


def _favourable(table: LossTable, column: list[Expr]) -> Expr:
    return (Min if table.optimum == "min" else Max)(*column)


def _columns(table: LossTable) -> dict[str, list[Expr]]:
    return {a: list(table.column(a).values()) for a in table.actions}


def table_alone(of: LossTable | Problem, verb: str) -> LossTable:
    """The table itself, or that of a table problem; with experiments its actions are not all that may be done."""
    if isinstance(of, DecisionProblem):
        if of.experiments:
            raise TableError(
                f"{verb} compares actions state by state, and the problem has the experiment {quote(of.experiments[0].name)} "
                "too: give problem.loss to leave the experiments out"
            )
        return of.loss
    needs(LossTable, of, verb, "give a loss table, or a problem that has one")
    return of  # type: ignore[return-value]


def minimax(table: LossTable | Problem) -> Criterion:
    """Each action by its worst case: the greatest loss, or the least utility (maximin).

    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> minimax(table).best()
    ('take',)
    """
    table = table_alone(table, "minimax")
    return Criterion("minimax", table.optimum, {a: _worst(table, c) for a, c in _columns(table).items()})


def regrets(table: LossTable | Problem) -> LossTable:
    """The table of regrets: how much worse each action is than the best one in that state; losses."""
    table = table_alone(table, "minimax_regret")
    rows = []
    for row in table.entries:
        best = (Min if table.optimum == "min" else Max)(*row)
        rows.append(tuple((e - best if table.optimum == "min" else best - e) for e in row))
    return LossTable(table.states, table.actions, tuple(rows))


def minimax_regret(table: LossTable | Problem) -> Criterion:
    """Each action by its greatest regret (Savage).

    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> minimax_regret(table).values
    {'take': 80, 'leave': 70}
    """
    return Criterion("minimax regret", "min", {a: Max(*c) for a, c in _columns(regrets(table)).items()})


def hurwicz(table: LossTable | Problem, optimism: Any) -> Criterion:
    """Each action by `optimism` times its best case plus the rest times its worst; optimism 0 is minimax.

    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> hurwicz(table, 0.5).values
    {'take': 45, 'leave': 50}
    """
    table = table_alone(table, "hurwicz")
    weight = to_rational(to_number(optimism)) if isinstance(optimism, str) else as_expr(optimism)
    if weight.is_number and not 0 <= weight <= 1:
        raise DomainError(f"the optimism is {quote(weight)}: use a number from 0 to 1, or a letter")
    values = {}
    for action, column in _columns(table).items():
        best, worst = _favourable(table, column), _worst(table, column)
        values[action] = (weight * (best - worst) + worst).expand()
    return Criterion("Hurwicz", table.optimum, values)


def laplace(table: LossTable | Problem) -> Criterion:
    """Each action by its mean over all states, as if they were equally probable.

    table: a loss table, or a problem that has one.

    >>> print(laplace(LossTable(["s", "t"], ["a", "b"], [[0, 2], [4, 1]])))
    Laplace: b
      a 2
      b 3/2
    """
    table = table_alone(table, "laplace")
    n = Integer(len(table.states))
    return Criterion(
        "Laplace", table.optimum, {a: sum(c, Integer(0)).expand() / n for a, c in _columns(table).items()}
    )
