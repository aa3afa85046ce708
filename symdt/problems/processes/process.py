"""Processes: states, actions with transition probabilities and rewards, a number of cycles, a discount (Markov decisions).

>>> from symdt.problems.processes.process import Move, ProcessProblem
>>> from symdt.solve.risk import optimum_at
>>> toymaker = ProcessProblem({  # Howard (1960), Dynamic Programming and Markov Processes
...     "liked": {"plain": Move(6, {"liked": 0.5, "not": "rest"}), "advertise": Move(4, {"liked": 0.8, "not": "rest"})},
...     "not": {"plain": Move(-3, {"liked": 0.4, "not": "rest"}), "research": Move(-5, {"liked": 0.7, "not": "rest"})},
... }, start="liked", cycles=4, optimum="max")
>>> best = optimum_at(toymaker)
>>> best.value, best.action
(6111/500, 'advertise')

Its tree has one decision for each state and cycle, entered from many branches: a state reached in two ways is one node,
so that T cycles of s states are s·T decisions, not s^T. What a move pays in cycle t is multiplied by discount^t.

>>> best.strategy["not, cycle 4"]
'plain'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from sympy import Expr, Integer

from symdt.errors import BudgetError, TableError, did_you_mean, quote
from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import Written, as_expr, letters_of
from symdt.problems.expressions import expressions
from symdt.problems.probabilities import check_defined, check_nonnegative
from symdt.problems.problem import Problem, direction, domain_with
from symdt.problems.processes.by_cycle import Policy, policy_by_cycle
from symdt.problems.processes.move import Move
from symdt.problems.tree import Chance, Decision, Tree, Value

#: More cycles than this, or more states times cycles, are refused: two levels of a tree each.
MAX_CYCLES, MAX_NODES = 90, 20_000


@dataclass(frozen=True, repr=False)
class ProcessProblem(Written, Problem):
    """A process of `cycles` cycles from the state `start`; `final` is what a state is worth at the end.

    moves: for each state its actions, each a `Move`; discount: what 1 in the next cycle is worth in this one.

    A worn machine is replaced where the better cycle to come pays its price.

    >>> from sympy import Symbol
    >>> from symdt import Domain, Move, ProcessProblem, decision_rule
    >>> c = Symbol("c")  # what a new machine costs
    >>> worn = {"run": Move(2, {"worn": 1}), "replace": Move(-c, {"good": 1})}
    >>> good = {"run": Move(8, {"good": 0.5, "worn": "rest"})}
    >>> machine = ProcessProblem({"good": good, "worn": worn}, "worn", 2, domain=Domain("c >= 0"), optimum="max")
    >>> print(decision_rule(machine, "c"))
    a* =
      replace ("good, cycle 2": run)  if 0 <= c <= 4
      run ("worn, cycle 2": run)      if c > 4
    """

    moves: Mapping[str, Mapping[str, Move]]
    start: str
    cycles: int = 1
    discount: Expr = 1
    final: Mapping[str, Expr] = None  # type: ignore[assignment]
    domain: Domain = None  # type: ignore[assignment]
    optimum: Optimum = None  # type: ignore[assignment]
    title: str = ""

    kind: ClassVar[str] = "a process"

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", {str(s): dict(actions) for s, actions in self.moves.items()})
        object.__setattr__(self, "discount", as_expr(self.discount))
        object.__setattr__(self, "final", {s: as_expr(e) for s, e in (self.final or {}).items()})
        self._check_names()
        if not isinstance(self.cycles, int) or not 1 <= self.cycles <= MAX_CYCLES:
            kind = BudgetError if isinstance(self.cycles, int) and self.cycles > MAX_CYCLES else TableError
            raise kind(f"{quote(self.cycles)} cycles are asked for: use 1 to {MAX_CYCLES}")
        if self.cycles * sum(map(len, self.moves.values())) > MAX_NODES:
            raise BudgetError(
                f"the process has more than {MAX_NODES} actions in all its cycles: use fewer cycles"
            )
        letters = letters_of(expressions((self.discount, self.moves, self.final)))
        object.__setattr__(self, "domain", domain_with(self.domain, letters))
        object.__setattr__(self, "optimum", direction(self.optimum, "the process"))
        for state, actions in self.moves.items():
            for action, move in actions.items():
                for to, p in move.to.items():
                    check_nonnegative(p, self.domain, f"P({to} | {state}, {action})")
                check_defined(
                    [(f"the reward of {quote(action)} in {quote(state)}", move.reward)], self.domain
                )

    def _check_names(self) -> None:
        if not self.moves or not all(self.moves.values()):
            raise TableError("a process needs states, each with an action: give at least one")
        used = [("the start", self.start), *(("the final value", s) for s in self.final)]
        used += [
            (f"{quote(action)} in {quote(state)}", to)
            for state, actions in self.moves.items()
            for action, move in actions.items()
            for to in move.to
        ]
        for where, state in used:
            if state not in self.moves:
                raise TableError(
                    f"{where} names {quote(state)}, which is no state: {did_you_mean(str(state), self.moves)}"
                )

    def __hash__(self) -> int:
        return hash((tuple(self.moves), self.start, self.cycles, self.optimum))

    @cached_property
    def tree(self) -> Tree:
        """One decision for each state and cycle; a state with one action has none."""
        later: dict[str, Tree] = {
            s: Value(self.final.get(s, Integer(0)) * self.discount**self.cycles) for s in self.moves
        }
        for t in range(self.cycles - 1, -1, -1):
            worth = self.discount**t
            now: dict[str, Tree] = {}
            for state, actions in self.moves.items():
                name = f"{state}, cycle {t + 1}"
                ends = {
                    a: (
                        Chance(f"{name}, {a}", {s: (p, later[s]) for s, p in move.to.items()}),
                        move.reward * worth,
                    )
                    for a, move in actions.items()
                }
                now[state] = Decision(name, ends)
            later = now
        return later[self.start]

    def policy(
        self, strategy: Mapping[str, str], ties: Mapping[str, tuple[str, ...]] | None = None
    ) -> Policy:
        """The strategy cycle by cycle."""
        return Policy(tuple(policy_by_cycle(strategy, self, ties)), tuple(self.moves))

    def __str__(self) -> str:
        lines = [self.headline, f"{self.cycles} cycles from {self.start}, discount {self.discount}"]
        for state, actions in self.moves.items():
            lines.append(f"{state}:")
            for action, move in actions.items():
                to = ", ".join(f"{s} [{p}]" for s, p in move.to.items())
                lines.append(f"  {action}, pays {move.reward}: {to}")
        return "\n".join(lines)
