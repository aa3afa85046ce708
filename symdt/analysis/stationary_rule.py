"""Which stationary policy is best, for all values of the letters: a contest of all of them, each solved by itself.

With a discount below 1 some policy is best in every state at once (Howard 1960), and that is the one with the
best sum of its values over the states: the sums are rational functions of the letters, and who is best among
them is a decision rule. Totals without a discount compete alike, where every policy ends up in states that pay nothing.
For ever without a discount the gains compete, where every policy has one recurrent class.

>>> from sympy import Symbol
>>> from symdt import Domain, Move, ProcessProblem
>>> c = Symbol("c")  # what a new machine costs
>>> worn = {"run": Move(2, {"worn": 1}), "replace": Move(-c, {"good": 1})}
>>> good = {"run": Move(8, {"good": 0.5, "worn": "rest"})}
>>> machine = ProcessProblem({"good": good, "worn": worn}, "worn", domain=Domain("c >= 0"), optimum="max")
>>> print(stationary_rule(machine, "c", discount=0.5))
0 <= c <= 2
  good  run      worth (64 - 2*c)/5
  worn  replace  worth (32 - 6*c)/5
c > 2
  good  run  worth 12
  worn  run  worth 4
>>> print(stationary_rule(machine, "c", average=True))
0 <= c <= 10
  good  run
  worn  replace
  gain (16 - c)/3 a cycle
c > 10
  good  run
  worn  run
  gain 2 a cycle

Law: at every point the rule is what `best_policy` finds there by improving one policy step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from sympy import Expr, Symbol

from symdt.analysis.stationary import MAX_POLICIES, check_discount, gain, stationary_values
from symdt.display import Displayed, Printed
from symdt.errors import BudgetError
from symdt.exact.language.board import board
from symdt.exact.polynomial import as_expr
from symdt.problems.problem import needs
from symdt.problems.processes.process import ProcessProblem
from symdt.problems.tree import Decision
from symdt.problems.tree_problem import TreeProblem
from symdt.regions.root_condition import condition_json
from symdt.regions.rule import Piece
from symdt.solve.alternatives import SECONDS
from symdt.solve.rule import DecisionRule, decision_rule
from symdt.solve.written.rule_text import ends_json, interval


@dataclass(frozen=True)
class Stationary(Printed):
    """One policy that is followed for ever: its action in each state, and what that is worth.

    values: of each state, where a discount makes them finite; gain: a cycle's average, where there is no discount.
    """

    policy: Mapping[str, str]
    values: Mapping[str, Expr]
    gain: Expr | None

    def to_json(self) -> dict[str, Any]:
        """The policy and its worth in texts."""
        worth = {"values": {s: str(v) for s, v in self.values.items()}}
        return {
            "policy": dict(self.policy),
            **(worth if self.gain is None else {"gain": str(self.gain)}),
        }

    def __str__(self) -> str:
        first, second = max(map(len, self.policy)), max(map(len, self.policy.values()))
        lines = [
            f"{s.ljust(first)}  {a.ljust(second)}"
            + (f"  worth {board(self.values[s])}" if self.gain is None else "")
            for s, a in self.policy.items()
        ]
        return "\n".join(
            x.rstrip()
            for x in [*lines, *([f"gain {board(self.gain)} a cycle"] * bool(self.gain is not None))]
        )


@dataclass(frozen=True)
class StationaryRule(Displayed):
    """The best stationary policy as a function of one letter, in cases of the others.

    >>> from symdt import Domain, Move, ProcessProblem
    >>> offers = {"wait": Move(0, {"open": 1}), "sell": Move(Symbol("s"), {"sold": 1})}
    >>> moves = {"open": offers, "sold": {"rest": Move(0, {"sold": 1})}}
    >>> house = ProcessProblem(moves, "open", discount=0.9, domain=Domain("s < 10"), optimum="max")
    >>> found = stationary_rule(house, "s")
    >>> found(s=3).policy["open"], found(s=-3).policy["open"]
    ('sell', 'wait')
    """

    rule: DecisionRule
    policies: Mapping[str, Stationary]

    @property
    def is_complete(self) -> bool:
        """False where the budget ended before the cases covered the domain."""
        return self.rule.is_complete

    def __call__(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Stationary:
        """The best policy at a point, its worth in the letters."""
        return self.policies[self.rule(point, **values)]

    def _pieces(self) -> Iterator[tuple[tuple[Any, ...], Piece[Any], Stationary]]:
        for case in self.rule.cases:
            for piece in case.pieces:
                yield case.conditions, piece, self.policies[piece.label.action]

    def to_json(self) -> dict[str, Any]:
        """The pieces, each with its policy and worth."""
        pieces = [
            {"if": [condition_json(c) for c in conditions], **ends_json(piece), **own.to_json()}
            for conditions, piece, own in self._pieces()
        ]
        return {"for": self.rule.letter.name, "pieces": pieces, "complete": self.is_complete}

    def __str__(self) -> str:
        lines = []
        for conditions, piece, own in self._pieces():
            lines.append(" and ".join([*map(str, conditions), interval(piece, self.rule.letter.name)]))
            lines += [f"  {line}" for line in str(own).splitlines()]
        if not self.is_complete:
            lines.append(f"partial: {self.rule.rule.note}")
        return "\n".join(lines)


def stationary_policies(
    problem: ProcessProblem, discount: Any = None, *, average: bool = False
) -> dict[str, Stationary]:
    """Every stationary policy of a process with its worth in the letters.

    discount: that of the problem unless given, 1 or from 0 to below 1 on the whole domain; average: the gain instead.
    """
    needs(ProcessProblem, problem, "stationary_policies", "state it as a process")
    if prod(map(len, problem.moves.values())) > MAX_POLICIES:
        raise BudgetError(
            f"there are more than {MAX_POLICIES} stationary policies: fix all letters and ask best_policy"
        )
    rate = problem.discount if discount is None else as_expr(discount)
    if not average:
        check_discount(problem.domain, rate)
    found = {}
    for actions in product(*problem.moves.values()):
        policy = dict(zip(problem.moves, actions, strict=True))
        name = (
            ", ".join(f"{s}: {a}" for s, a in policy.items() if len(problem.moves[s]) > 1) or "the only one"
        )
        found[name] = (
            Stationary(policy, {}, gain(problem, policy))
            if average
            else Stationary(policy, stationary_values(problem, policy, rate), None)
        )
    return found


def policy_problem(
    problem: ProcessProblem, discount: Any = None, *, average: bool = False
) -> tuple[TreeProblem, dict[str, Stationary]]:
    """The choice of one policy for ever as a problem, and the policies by the names of its actions.

    problem, discount, average: as for `stationary_policies`. An action's value is the sum over all states.
    """
    policies = stationary_policies(problem, discount, average=average)
    worth = {n: sum(p.values.values(), as_expr(0)) if p.gain is None else p.gain for n, p in policies.items()}
    return TreeProblem(Decision("policy", worth), problem.domain, problem.optimum, problem.title), policies


def best_gain(problem: ProcessProblem) -> list[Stationary]:
    """The stationary policies of best average reward, all that tie, of a process without letters.

    >>> from symdt import Move, ProcessProblem
    >>> moves = {"low": {"stay": Move(1, {"low": 1}), "invest": Move(0, {"high": 1})}, "high": {"reap": Move(3, {"low": 1})}}
    >>> best_gain(ProcessProblem(moves, "low", optimum="max"))[0].gain
    3/2
    """
    every = list(stationary_policies(problem, average=True).values())
    best = (min if problem.optimum == "min" else max)(p.gain for p in every)  # type: ignore[type-var]
    return [p for p in every if p.gain == best]


def stationary_rule(
    problem: ProcessProblem,
    letter: Symbol | str,
    discount: Any = None,
    *,
    average: bool = False,
    seconds: float = SECONDS,
) -> StationaryRule:
    """The best stationary policy for all values of the letters: cases in the others, intervals of `letter`.

    problem: a process; letter: the one solved for; discount: that of the problem unless given; average: compare
    the gains, without a discount; seconds: what the search may take.

    >>> from symdt import Domain, Move, ProcessProblem, stationary_rule
    >>> d = Symbol("d")  # how much tomorrow counts
    >>> moves = {"low": {"stay": Move(1, {"low": 1}), "invest": Move(0, {"high": 1})}, "high": {"reap": Move(3, {"low": 1})}}
    >>> farm = ProcessProblem(moves, "low", discount=d, domain=Domain("0 <= d < 1"), optimum="max")
    >>> print(stationary_rule(farm, "d"))
    0 <= d <= 1/2
      low   stay  worth 1/(1 - d)
      high  reap  worth (3 - 2*d)/(1 - d)
    1/2 < d < 1
      low   invest  worth 3*d/(1 - d**2)
      high  reap    worth 3/(1 - d**2)
    """
    choice, policies = policy_problem(problem, discount, average=average)
    return StationaryRule(decision_rule(choice, letter, seconds=seconds), policies)
