"""Cost and effect: the frontier of cost-effectiveness, dominance, incremental ratios and acceptability, exactly.

The value of every strategy is affine in the willingness to pay λ: λ·effect − cost. The rule solved for λ is the
frontier: its pieces are the strategies that some λ chooses, its ends their incremental cost-effectiveness ratios,
rational functions of the letters; its cases say for which letters which strategies are on it.

>>> from symdt import Belief, DecisionProblem, Domain, LossTable
>>> from symdt.problems.net_benefit import net_benefit
>>> from sympy import symbols
>>> e = symbols("e")
>>> cost = LossTable([""], ["A", "B", "C"], [[100, 200, 400]])
>>> effect = LossTable([""], ["A", "B", "C"], [[10, e, 19]], "max")
>>> problem = DecisionProblem(net_benefit(cost, effect), Belief({"": 1}), Domain("λ >= 0", "10 < e < 19"))
>>> found = cost_effectiveness(problem)
>>> found.icer("A", "B")
100/(e - 10)
>>> print(found.at(e=14))
A      cost 100  effect 10
B      cost 200  effect 14  25 more for each unit of effect than A
C      cost 400  effect 19  40 more for each unit of effect than B

At e = 13 option B lies on the line from A to C; below, A and C together are better (extended dominance).

>>> [option.standing for option in found.at(e=12).options]
['frontier', 'extended', 'frontier']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from sympy import Expr, Rational, Symbol, oo

from symdt.analysis.frontier import Frontier, standing
from symdt.display import Displayed
from symdt.errors import DomainError, TableError, did_you_mean, quote
from symdt.exact.field import Element, equal
from symdt.exact.language.board import board
from symdt.exact.polynomial import substituted, to_number, to_rational
from symdt.exact.proof import prove
from symdt.exact.verdict import Proved
from symdt.problems.net_benefit import WILLINGNESS, cost_and_effect
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.solve.alternatives import Choice, alternatives
from symdt.solve.rule import DecisionRule, decision_rule


@dataclass(frozen=True)
class CostEffectiveness(Displayed):
    """Cost and effect of every strategy in the letters; see `cost_effectiveness`.

    >>> from sympy import Symbol
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable, cost_effectiveness, net_benefit
    >>> cost = LossTable([""], ["none", "drug", "surgery"], [[0, 20, 60]])
    >>> effect = LossTable([""], ["none", "drug", "surgery"], [[1, 3, Symbol("e")]], "max")
    >>> problem = DecisionProblem(net_benefit(cost, effect), Belief({"": 1}), Domain("λ >= 0", "3 < e < 9"))
    >>> found = cost_effectiveness(problem)
    >>> found.pair("surgery"), found.icer("drug", "surgery")
    ((60, e), 40/(e - 3))
    """

    problem: Problem
    willingness: Symbol
    strategies: tuple[tuple[str, Expr, Expr], ...]

    @cached_property
    def rule(self) -> DecisionRule:
        """The frontier for all values of the letters: the rule solved for the willingness to pay."""
        return decision_rule(self.problem, self.willingness)

    def pair(self, name: str) -> tuple[Expr, Expr]:
        """Cost and effect of a strategy."""
        for label, cost, effect in self.strategies:
            if label == name:
                return cost, effect
        names = [label for label, _, _ in self.strategies]
        raise TableError(f"there is no strategy {quote(name)}: {did_you_mean(name, names)}")

    def icer(self, one: str, other: str) -> Expr:
        """The incremental cost-effectiveness ratio of the second strategy to the first, in the letters."""
        (c1, e1), (c2, e2) = self.pair(one), self.pair(other)
        ring = self.problem.domain.field
        gain = ring.element(e2) - ring.element(e1)
        if gain.is_zero:
            raise DomainError(f"{quote(one)} and {quote(other)} have the same effect: they have no ratio")
        return ((ring.element(c2) - ring.element(c1)) / gain).to_expr()

    @cached_property
    def dominated(self) -> tuple[tuple[str, str], ...]:
        """Pairs proved for all letters: the second costs no more and has no less effect than the first."""
        found = []
        for name, cost, effect in self.strategies:
            for other, c, e in self.strategies:
                if other != name and not (equal(c, cost) and equal(e, effect)):
                    cheaper, better = prove(c <= cost, self.domain), prove(e >= effect, self.domain)
                    if isinstance(cheaper, Proved) and isinstance(better, Proved):
                        found.append((name, other))
                        break
        return tuple(found)

    @property
    def domain(self) -> Any:
        """Where the letters live."""
        return self.problem.domain

    def at(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Frontier:
        """The frontier at a point of all letters but the willingness to pay, in exact numbers."""
        fixed = {
            getattr(s, "name", s): to_rational(to_number(v)) for s, v in {**(point or {}), **values}.items()
        }
        missing = [s.name for s in self.problem.symbols if s != self.willingness and s.name not in fixed]
        if missing:
            raise DomainError(
                f"no value is given for {quote(missing[0])}: the frontier at a point needs all letters"
            )
        self.problem.at(fixed)  # a point outside the domain is refused here
        exact = {Symbol(n): v for n, v in fixed.items()}
        numbers = [
            (name, Rational(substituted(c, exact)), Rational(substituted(e, exact)))
            for name, c, e in self.strategies
        ]
        return Frontier(self.willingness.name, standing(sorted(numbers, key=lambda n: (n[1], -n[2]))))

    def to_json(self) -> dict[str, Any]:
        """Strategies in letters, what is dominated everywhere, and the rule in the willingness to pay."""
        return {
            "willingness": self.willingness.name,
            "strategies": {n: {"cost": str(c), "effect": str(e)} for n, c, e in self.strategies},
            "dominated": [{"strategy": a, "by": b} for a, b in self.dominated],
            "rule": self.rule.to_json()["rule"],
            "never_optimal": list(self.rule.never_optimal),
        }

    def __str__(self) -> str:
        lines = [f"{n}: cost {board(c)}, effect {board(e)}" for n, c, e in self.strategies]
        lines += [f"{a} is dominated by {b}" for a, b in self.dominated]
        return "\n".join([*lines, f"the frontier, along {self.willingness}:", str(self.rule)])


def cost_effectiveness(problem: Problem, willingness: str | Symbol = WILLINGNESS) -> CostEffectiveness:
    """Cost and effect of every strategy of a problem whose values are net benefits, λ·effect − cost.

    problem: of any kind, maximised, its values affine in the willingness to pay; willingness: that letter.

    >>> from symdt import Belief, DecisionProblem, Domain, LossTable, cost_effectiveness, net_benefit
    >>> cost = LossTable([""], ["none", "drug", "surgery"], [[0, 20, 60]])
    >>> effect = LossTable([""], ["none", "drug", "surgery"], [[1, 3, 4]], "max")
    >>> problem = DecisionProblem(net_benefit(cost, effect), Belief({"": 1}), Domain("λ >= 0"))
    >>> print(cost_effectiveness(problem).rule)
    a* =
      none     if 0 <= λ <= 10
      drug     if 10 < λ <= 40
      surgery  if λ > 40
    """
    letter = _willingness(problem, willingness)
    if problem.optimum != "max":
        raise DomainError("the problem is minimised: a net benefit, λ*effect - cost, is maximised")
    found = []
    for choice, value in _strategies(problem):
        cost, effect = _parts(value, letter, choice)
        found.append((str(choice), cost, effect))
    return CostEffectiveness(problem, letter, tuple(found))


def _willingness(problem: Problem, wanted: str | Symbol) -> Symbol:
    """The letter of the problem that is the willingness to pay."""
    name = getattr(wanted, "name", wanted)
    letter = next((s for s in problem.symbols if s.name == name), None)
    if letter is None:
        raise DomainError(
            f"the problem has no letter {quote(name)} for the willingness to pay: give costs and effects"
        )
    return letter


def _strategies(problem: Problem) -> tuple[tuple[Choice, Element], ...]:
    return alternatives(problem).of_each_action


def _parts(value: Element, letter: Symbol, choice: Choice) -> tuple[Expr, Expr]:
    """Cost and effect of a value that is affine in the letter."""
    found = cost_and_effect(value, letter)
    if found is None:
        raise DomainError(f"the value of {quote(choice)} is not affine in {letter}: give costs and effects")
    return found


@dataclass(frozen=True)
class StateAcceptability(Displayed):
    """For each stretch of the willingness to pay, the probability that each action is the best one.

    >>> from symdt import Belief, DecisionProblem, LossTable, net_benefit, state_acceptability
    >>> cost = LossTable(["ill", "well"], ["treat", "wait"], [[70, 0], [70, 0]])
    >>> effect = LossTable(["ill", "well"], ["treat", "wait"], [[9, 4], [9, 10]], "max")
    >>> table = DecisionProblem(net_benefit(cost, effect), Belief({"ill": 0.3, "well": "rest"}))
    >>> state_acceptability(table).at(20)
    {'treat': 3/10, 'wait': 7/10}
    """

    willingness: str
    pieces: tuple[tuple[Expr, Expr, tuple[tuple[str, Expr], ...]], ...]

    def at(self, willingness: Any) -> dict[str, Expr]:
        """The probabilities at one willingness to pay (at an end, those of the stretch below it)."""
        x = to_rational(to_number(willingness))
        for start, stop, shares in self.pieces:
            if start <= x <= stop:
                return dict(shares)
        raise DomainError(f"the willingness to pay is {quote(willingness)}: give a number from 0 on")

    def to_json(self) -> dict[str, Any]:
        """The stretches in texts."""
        pieces = [
            {"from": str(a), "to": str(b), "probability": {n: str(p) for n, p in shares}}
            for a, b, shares in self.pieces
        ]
        return {"willingness": self.willingness, "pieces": pieces}

    def __str__(self) -> str:
        rows = []
        for a, b, shares in self.pieces:
            told = ", ".join(f"{n} {p}" for n, p in shares if p)
            rows.append(f"{a} <= {self.willingness}" + (f" <= {b}" if b != oo else "") + f": {told}")
        return "\n".join(rows)


def state_acceptability(
    problem: DecisionProblem, point: Mapping[Any, Any] | None = None, willingness: str | Symbol = WILLINGNESS
) -> StateAcceptability:
    """How probable it is that each action turns out best, by the willingness to pay: exact, from the belief.

    In each state the best action is known; its probability is that of the states in which it is best, states with
    several best actions shared equally. All letters but the willingness to pay are fixed by `point`.

    >>> from symdt import Belief, LossTable
    >>> from symdt.problems.net_benefit import net_benefit
    >>> cost = LossTable(["ill", "well"], ["treat", "wait"], [[70, 0], [70, 0]])
    >>> effect = LossTable(["ill", "well"], ["treat", "wait"], [[9, 4], [9, 10]], "max")
    >>> table = DecisionProblem(net_benefit(cost, effect), Belief({"ill": 0.3, "well": "rest"}))
    >>> print(state_acceptability(table))
    0 <= λ <= 14: wait 1
    14 <= λ: treat 3/10, wait 7/10
    """
    letter = _willingness(problem, willingness)
    fixed = problem.at(point)
    if set(fixed.symbols) != {letter}:
        odd = next(s for s in fixed.symbols if s != letter)
        raise DomainError(f"no value is given for {quote(odd)}: acceptability needs all letters but {letter}")
    rows = [
        [
            (
                Rational(-substituted(e, {letter: Rational(0)})),
                Rational(substituted(e, {letter: Rational(1)}) - substituted(e, {letter: Rational(0)})),
            )
            for e in row
        ]
        for row in fixed.loss.entries
    ]
    marks = {Rational(0)}
    for row in rows:
        for c1, e1 in row:
            marks |= {(c2 - c1) / (e2 - e1) for c2, e2 in row if e2 != e1 and (c2 - c1) / (e2 - e1) > 0}
    ends = [*sorted(marks), oo]
    pieces: list[tuple[Expr, Expr, tuple[tuple[str, Expr], ...]]] = []
    for start, stop in pairwise(ends):
        x = start + 1 if stop == oo else (start + stop) / 2
        shares = dict.fromkeys(fixed.loss.actions, Rational(0))
        for state, row in zip(fixed.loss.states, rows, strict=True):
            worth = [x * e - c for c, e in row]
            best = [a for a, v in zip(fixed.loss.actions, worth, strict=True) if v == max(worth)]
            for action in best:
                shares[action] += fixed.belief[state] / len(best)
        told = tuple(shares.items())
        if pieces and pieces[-1][2] == told:
            pieces[-1] = (pieces[-1][0], stop, told)
        else:
            pieces.append((start, stop, told))
    return StateAcceptability(letter.name, tuple(pieces))
