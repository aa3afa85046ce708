"""Worth: the value of information as a record, a difference of two optima, for all values of the letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sympy import And, Expr, Max, Min, Piecewise

from symdt.display import Displayed
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.language.board import board
from symdt.exact.optimum import Optimum
from symdt.exact.optimum import sign as sign_of
from symdt.exact.polynomial import Number, to_rational
from symdt.exact.solver import Budget
from symdt.regions.overlay import Part, not_above, overlay

#: Seconds that one value of information may take.
SECONDS = 60.0

#: What is done after each outcome, by name.
Strategy = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Worth:
    """A piece of the value of information: `value` where all `part.conditions` hold.

    There `action` is optimal without the information and `strategy` with it.
    """

    action: str
    strategy: Strategy
    value: Expr
    part: Part

    def __str__(self) -> str:
        informed = ", ".join(f"{o} -> {a}" for o, a in self.strategy)
        return f"{board(self.value)}  if {self.part}  ({self.action}; {informed})"


@dataclass(frozen=True)
class Idle(Part):
    """A part of the domain where the information changes nothing worth having: do `action` anyway."""

    action: str = ""

    __str__ = Part.__str__


@dataclass(frozen=True)
class InformationValue(Displayed):
    """The value of some information: the optimum without it against the optimum with it.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> from symdt import evpi
    >>> value = evpi(problem)
    >>> value.at(r="1/4")
    35/2
    """

    name: str
    domain: Domain
    optimum: Optimum
    prior: tuple[tuple[str, Element], ...]  # the actions without the information that are somewhere needed
    informed: tuple[tuple[Strategy, Element], ...]  # the strategies with it, its cost left out
    cost: Expr
    is_exact: bool = True  # False where the budget ended first: some strategies may be superfluous
    seconds: float = field(default=SECONDS, compare=False, repr=False)

    @property
    def sign(self) -> int:
        """1 for losses, -1 for utilities."""
        return sign_of(self.optimum)

    @cached_property
    def expression(self) -> Expr:
        """The gross value, before the cost: a difference of two optima."""
        before = self._best(tuple(f for _, f in self.prior))
        after = self._best(tuple(f for _, f in self.informed))
        return before - after if self.optimum == "min" else after - before

    @property
    def without(self) -> Expr:
        """The optimal value without the information."""
        return self._best(tuple(f for _, f in self.prior))

    @property
    def net(self) -> Expr:
        """The gross value less the cost; negative where the information is not worth its cost."""
        return self.expression - self.cost

    def _best(self, elements: Sequence[Element]) -> Expr:
        values = [e.to_expr() for e in dict.fromkeys(elements)]
        if all(v.is_Rational for v in values):
            return min(values) if self.optimum == "min" else max(values)
        return (
            values[0]
            if len(values) == 1
            else (Min if self.optimum == "min" else Max)(*values, evaluate=False)
        )

    def at(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Expr:
        """The gross value at a point of the domain, exactly."""
        return to_rational(self._at(self.domain.check_point({**(point or {}), **values})))

    def net_at(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Expr:
        """The value less the cost at a point of the domain, exactly."""
        where = self.domain.check_point({**(point or {}), **values})
        return to_rational(self._at(where) - self.domain.field.element(self.cost).at(where))

    def _at(self, values: Sequence[Number]) -> Number:
        before = min(self.sign * f.at(values) for _, f in self.prior)
        return before - min(self.sign * f.at(values) for _, f in self.informed)

    @cached_property
    def pieces(self) -> tuple[Worth, ...]:
        """The value as rational functions, each with the part of the domain where it is that function.

        Parts meet in their boundaries, where their values agree; parts without an inside that
        other parts cover are left out.
        """
        budget = Budget(self.seconds)
        found: list[Worth] = []
        for action, risk in self.prior:
            before = not_above(risk, [f for _, f in self.prior], self.domain, self.sign, budget)
            if overlay(before, self.domain, budget) is None:
                continue
            for strategy, value in self.informed:
                after = not_above(value, [f for _, f in self.informed], self.domain, self.sign, budget)
                part = overlay([*before, *after], self.domain, budget)
                if part is not None and (not part.witness or self._is_inside(part)):
                    gain = (risk - value) if self.optimum == "min" else (value - risk)
                    found.append(Worth(action, strategy, gain.to_expr(), part))
        return tuple(found)

    def _is_inside(self, part: Part) -> bool:
        values = [dict(part.witness)[s] for s in self.domain.field.symbols]
        if not all(v.is_Rational for v in values):
            return True  # the solver's algebraic points; a part too many does no harm
        numbers = self.domain.field.values(dict(part.witness))
        return all(c.poly(*numbers) != 0 for c in part.conditions)

    @cached_property
    def useless(self) -> tuple[Idle, ...]:
        """Where the information is worth nothing: for each action, where it stays optimal whatever is seen."""
        return self._idle(self.domain.field.number(0))

    @cached_property
    def not_worth_its_cost(self) -> tuple[Idle, ...]:
        """Where the net value is not positive: for each action, where doing it at once is as good as paying."""
        return self._idle(self.domain.field.element(self.cost))

    def _idle(self, cost: Element) -> tuple[Idle, ...]:
        # EVSI <= c iff some action is, at once, as good as every strategy with c added to its loss
        budget, found = Budget(self.seconds), []
        for action, risk in self.prior:
            others = [f + cost * self.sign for _, f in self.informed]
            part = overlay(
                not_above(risk, others, self.domain, self.sign, budget),
                self.domain,
                budget,
            )
            if part is not None:
                found.append(Idle(part.conditions, part.witness, part.is_decided, action))
        return tuple(found)

    def to_piecewise(self) -> Expr:
        """The value as a SymPy Piecewise."""
        return Piecewise(
            *((w.value, And(*(c.to_relational() for c in w.part.conditions))) for w in self.pieces)
        )

    def to_json(self) -> dict[str, Any]:
        """The value, its pieces and where it is nothing, as texts that SymPy reads."""

        def part(p: Part) -> dict[str, Any]:
            return {
                "if": [c.to_text() for c in p.conditions],
                "witness": {s.name: str(v) for s, v in p.witness},
            }

        return {
            "format": 1,
            "name": self.name,
            "value": str(self.expression),
            "cost": str(self.cost),
            "pieces": [
                {"action": w.action, "strategy": dict(w.strategy), "value": str(w.value), **part(w.part)}
                for w in self.pieces
            ],
            "useless": [{"action": p.action, **part(p)} for p in self.useless],
            "not_worth_its_cost": [{"action": p.action, **part(p)} for p in self.not_worth_its_cost],
        }

    def __str__(self) -> str:
        if not self.domain.symbols:
            return f"{self.name} is worth {board(self.at())}"
        return f"{self.name} is worth\n" + "\n".join(f"  {w}" for w in self.pieces)
