"""Stationary policies of a process without end: their value and gain by exact linear algebra, and the best of them.

With discount d the value of a policy is the solution of v = r + d P v, rational in the letters; without one (d = 1) it is
the total reward, which is finite where the policy ends up in states that pay nothing; else its gain is the average reward
of a cycle, Σ π(s) r(s) for the stationary distribution π = π P.

>>> from symdt.problems.processes.process import ProcessProblem
>>> from symdt.problems.processes.move import Move
>>> toymaker = ProcessProblem({
...     "liked": {"plain": Move(6, {"liked": 0.5, "not": "rest"}), "advertise": Move(4, {"liked": 0.8, "not": "rest"})},
...     "not": {"plain": Move(-3, {"liked": 0.4, "not": "rest"}), "research": Move(-5, {"liked": 0.7, "not": "rest"})},
... }, start="liked", optimum="max")
>>> gain(toymaker, {"liked": "plain", "not": "plain"}), gain(toymaker, {"liked": "advertise", "not": "research"})
(1, 2)
>>> from sympy import Rational
>>> found = best_policy(toymaker, discount=Rational(9, 10))  # Howard (1960) prints 22.2 and 12.3
>>> found.policy, found.values
({'liked': 'advertise', 'not': 'research'}, {'liked': 2020/91, 'not': 160/13})

Law: a policy is best if and only if no single action improves its value anywhere (Howard's policy iteration ends there);
`best_policy` checks that in exact numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from sympy import Expr

from symdt.display import Displayed
from symdt.errors import BudgetError, DomainError, TableError, did_you_mean, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field
from symdt.exact.language.board import board
from symdt.exact.linear import column_relations
from symdt.exact.optimum import sign
from symdt.exact.polynomial import as_expr
from symdt.problems.probabilities import check_nonnegative
from symdt.problems.processes.move import Move
from symdt.problems.processes.process import ProcessProblem

Policy = Mapping[str, str]

#: Among more policies than this no rule is looked for, nor a best total.
MAX_POLICIES = 256


def stationary_values(problem: ProcessProblem, policy: Policy, discount: Any = None) -> dict[str, Expr]:
    """The value of each state when a policy is followed for ever, in the letters.

    policy: the action of each state; discount: that of the problem unless given, a number or a letter; with 1 the value
    is the total until nothing is paid any more, an error where that never happens.

    >>> from sympy import Symbol
    >>> from symdt import Move, ProcessProblem, stationary_values
    >>> c = Symbol("c")  # what a new machine costs
    >>> worn = {"run": Move(2, {"worn": 1}), "replace": Move(-c, {"good": 1})}
    >>> good = {"run": Move(8, {"good": 0.5, "worn": "rest"})}
    >>> machine = ProcessProblem({"good": good, "worn": worn}, start="worn", optimum="max")
    >>> stationary_values(machine, {"good": "run", "worn": "replace"}, discount=0.5)
    {'good': 64/5 - 2*c/5, 'worn': 32/5 - 6*c/5}
    """
    rate = problem.discount if discount is None else as_expr(discount)
    _check_number(rate)
    ring = Field.of({*problem.symbols, *rate.free_symbols})
    return {s: v.to_expr() for s, v in _values(problem, policy, ring, ring.element(rate)).items()}


def _check_number(rate: Expr) -> None:
    if rate.is_Rational and not 0 <= rate <= 1:
        raise DomainError(
            f"the discount is {quote(rate)}: without end use one from 0 to 1, or ask for the gain, the average of a cycle"
        )


def check_discount(domain: Domain, rate: Expr) -> None:
    """An error, with a point, unless a discount is 1 or lies from 0 to below 1 on the whole domain.

    domain: where its letters live; rate: the discount.

    >>> from sympy import Symbol
    >>> check_discount(Domain("0 <= d < 2"), Symbol("d"))
    Traceback (most recent call last):
        ...
    symdt.errors.ProbabilityError: 1 less the discount, '1 - d', is not positive at d=1: restrict the domain or correct it
    """
    _check_number(rate)
    if rate == 1:  # then each policy is asked whether its total is finite
        return
    check_nonnegative(rate, domain, "the discount")
    check_nonnegative(1 - rate, domain, "1 less the discount", is_positive=True)


def _values(problem: ProcessProblem, policy: Policy, ring: Field, rate: Element) -> dict[str, Element]:
    states = list(problem.moves)
    moves = {s: problem.moves[s][_action(problem, policy, s)] for s in states}
    ended = _ended(moves, problem.domain) if rate == ring.number(1) else set()
    rows, right = [], []
    for i, (s, move) in enumerate(moves.items()):
        row = [ring.number(int(i == j)) for j in range(len(states))]
        if s in ended:  # which is worth nothing: the equation v = v would leave that open
            rows.append(row)
            right.append(ring.number(0))
            continue
        for to, p in move.to.items():
            j = states.index(to)
            row[j] = row[j] - rate * ring.element(p)
        rows.append(row)
        right.append(ring.element(move.reward))
    return dict(zip(states, _solved(rows, right, ring), strict=True))


def _ended(moves: Mapping[str, Move], domain: Domain) -> set[str]:
    """The states that come back for ever under a policy; an error unless none of them pays."""
    next_: dict[str, set[str]] = {}
    for s, move in moves.items():
        next_[s] = set()
        for to, p in move.to.items():
            element = domain.field.element(p)
            if element.is_zero:
                continue
            if not (p.is_positive or domain.sign(element) == 1):
                raise DomainError(
                    f"the probability {quote(p)} from {quote(s)} to {quote(to)} may be 0: without a discount say where "
                    "it is positive, as a condition of the domain"
                )
            next_[s].add(to)
    reach = {s: _reached(s, next_) for s in moves}
    ended = {s for s in moves if all(s in reach[t] for t in reach[s])}
    paid = next((s for s in moves if s in ended and not domain.field.element(moves[s].reward).is_zero), None)
    if paid is not None:
        raise DomainError(
            f"a policy comes back to {quote(paid)} for ever and is paid {quote(moves[paid].reward)} each time: the total "
            "has no end; use a discount below 1, or ask for the gain, the average of a cycle (--average)"
        )
    return ended


def _reached(start: str, next_: Mapping[str, set[str]]) -> set[str]:
    """The states that can be reached from one, itself included."""
    seen, stack = {start}, [start]
    while stack:
        new = next_[stack.pop()] - seen
        seen |= new
        stack += new
    return seen


def gain(problem: ProcessProblem, policy: Policy) -> Expr:
    """The average reward of a cycle under a policy, in the letters; its chain must have one recurrent class.

    policy: the action of each state.

    Replacing a worn machine, which still earns 2, pays while its price c is below 10.

    >>> from sympy import Symbol
    >>> from symdt import Move, ProcessProblem, gain
    >>> c = Symbol("c")  # what a new machine costs
    >>> worn = {"run": Move(2, {"worn": 1}), "replace": Move(-c, {"good": 1})}
    >>> good = {"run": Move(8, {"good": 0.5, "worn": "rest"})}
    >>> machine = ProcessProblem({"good": good, "worn": worn}, start="worn", optimum="max")
    >>> gain(machine, {"good": "run", "worn": "replace"}), gain(machine, {"good": "run", "worn": "run"})
    (16/3 - c/3, 2)
    """
    ring = Field.of(problem.symbols)
    states = list(problem.moves)
    moves = [problem.moves[s][_action(problem, policy, s)] for s in states]
    _check_one_class(states, moves, problem.domain)
    # π (I − P) = 0 with one equation replaced by Σ π = 1
    rows = [[ring.number(1)] * len(states)]
    for j, to in enumerate(states[1:], start=1):
        rows.append(
            [ring.number(int(i == j)) - ring.element(m.to.get(to, as_expr(0))) for i, m in enumerate(moves)]
        )
    share = _solved(rows, [ring.number(1), *([ring.number(0)] * (len(states) - 1))], ring)
    total = ring.number(0)
    for p, move in zip(share, moves, strict=True):
        total = total + p * ring.element(move.reward)
    return total.to_expr()


def _check_one_class(states: list[str], moves: list[Move], domain: Domain) -> None:
    """An error unless some state is reached from all others by steps that are possible on the whole domain."""
    back: dict[str, set[str]] = {s: set() for s in states}
    for s, move in zip(states, moves, strict=True):
        for to, p in move.to.items():
            if p.is_positive or domain.sign(domain.field.element(p)) == 1:
                back[to].add(s)
    if any(len(_reached(end, back)) == len(states) for end in states):
        return
    raise DomainError(
        "the chain of the policy has several recurrent classes, or may have where a probability is 0: it has no "
        "single gain; use a discount, or restrict the domain"
    )


def _action(problem: ProcessProblem, policy: Policy, state: str) -> str:
    if state not in policy:
        raise TableError(f"the policy says nothing about {quote(state)}: give an action for each state")
    action = policy[state]
    if action not in problem.moves[state]:
        raise TableError(
            f"{quote(state)} has no action {quote(action)}: {did_you_mean(action, problem.moves[state])}"
        )
    return action


def _solved(rows: list[list[Element]], right: list[Element], ring: Field) -> list[Element]:
    """The solution of linear equations over the field: the right side as a combination of the columns."""
    n = len(rows)
    pivots, relations = column_relations([*map(list, zip(*rows, strict=True)), right], ring)
    if pivots != list(range(n)):
        raise DomainError("the equations of the policy have no single solution: use another discount")
    return [relations[n].get(j, ring.number(0)) for j in range(n)]


@dataclass(frozen=True)
class BestPolicy(Displayed):
    """The best stationary policy at a point, the value of each state, and in which states others are as good.

    At this price of a new machine, running a worn one and replacing it are worth the same.

    >>> from symdt import Move, ProcessProblem, best_policy
    >>> worn = {"run": Move(2, {"worn": 1}), "replace": Move(-2, {"good": 1})}
    >>> good = {"run": Move(8, {"good": 0.5, "worn": "rest"})}
    >>> machine = ProcessProblem({"good": good, "worn": worn}, start="worn", optimum="max")
    >>> found = best_policy(machine, discount=0.5)
    >>> found.values, found.ties
    ({'good': 12, 'worn': 4}, {'worn': ('run', 'replace')})
    """

    policy: dict[str, str]
    values: dict[str, Expr]
    ties: dict[str, tuple[str, ...]]

    def to_json(self) -> dict[str, Any]:
        """The policy in texts."""
        values = {s: str(v) for s, v in self.values.items()}
        return {"policy": self.policy, "values": values, "ties": {s: list(a) for s, a in self.ties.items()}}

    def __str__(self) -> str:
        return "\n".join(
            f"{s}: {' or '.join(self.ties.get(s, (a,)))}, worth {board(self.values[s])}"
            for s, a in self.policy.items()
        )


def best_policy(
    problem: ProcessProblem, point: Mapping[Any, Any] | None = None, discount: Any = None
) -> BestPolicy:
    """The stationary policy of best discounted value, by policy iteration in exact numbers.

    point: values of all letters; discount: that of the problem unless given. Its end is the proof: no action improves.
    With a discount of 1 the totals of all policies are compared.

    >>> from sympy import Symbol
    >>> from symdt import Move, ProcessProblem, best_policy
    >>> c = Symbol("c")  # what a new machine costs
    >>> worn = {"run": Move(2, {"worn": 1}), "replace": Move(-c, {"good": 1})}
    >>> good = {"run": Move(8, {"good": 0.5, "worn": "rest"})}
    >>> machine = ProcessProblem({"good": good, "worn": worn}, start="worn", optimum="max")
    >>> print(best_policy(machine, {"c": 1}, discount=0.5))
    good: run, worth 62/5
    worn: replace, worth 26/5
    """
    fixed = problem.at(point)
    rate = fixed.discount if discount is None else as_expr(discount)
    if fixed.symbols or not rate.is_Rational or not 0 <= rate <= 1:
        raise DomainError("the best policy needs numbers and a discount from 0 to 1: give them in the point")
    ring = Field.of(())
    if rate == 1:
        return _best_total(fixed, ring)
    d, better = ring.element(rate), -sign(fixed.optimum)
    policy = {s: next(iter(actions)) for s, actions in fixed.moves.items()}
    while True:
        values = _values(fixed, policy, ring, d)
        offers = {
            s: {a: better * _worth(move, values, ring, d) for a, move in actions.items()}
            for s, actions in fixed.moves.items()
        }
        improved = {s: max(own, key=own.__getitem__) for s, own in offers.items()}
        changes = {s: a for s, a in improved.items() if offers[s][a] > offers[s][policy[s]]}
        if not changes:
            break
        policy |= changes
    ties = {s: tuple(a for a, v in own.items() if v == own[policy[s]]) for s, own in offers.items()}
    shown = {s: v.to_expr() for s, v in values.items()}
    return BestPolicy(policy, shown, {s: many for s, many in ties.items() if len(many) > 1})


def _best_total(problem: ProcessProblem, ring: Field) -> BestPolicy:
    """The policy of best total, by comparing all: an action that improves nothing at once may go round for ever.

    Where every total is finite one policy is best in all states at once: the limit of what is best with a discount
    near 1 (Blackwell 1962), so the best sum over the states finds it.
    """
    if prod(map(len, problem.moves.values())) > MAX_POLICIES:
        raise BudgetError(
            f"there are more than {MAX_POLICIES} stationary policies: use a discount below 1, with which they need not all be compared"
        )
    better, zero = -sign(problem.optimum), ring.number(0)
    every = []
    for actions in product(*problem.moves.values()):
        policy = dict(zip(problem.moves, actions, strict=True))
        values = _values(problem, policy, ring, ring.number(1))
        every.append((better * sum(values.values(), zero).constant, policy, values))
    best = max(total for total, _, _ in every)
    many = [policy for total, policy, _ in every if total == best]
    policy, values = next((p, v) for total, p, v in every if total == best)
    ties = {s: tuple(a for a in own if any(p[s] == a for p in many)) for s, own in problem.moves.items()}
    shown = {s: v.to_expr() for s, v in values.items()}
    return BestPolicy(policy, shown, {s: a for s, a in ties.items() if len(a) > 1})


def _worth(move: Any, values: Mapping[str, Element], ring: Field, rate: Element) -> Any:
    """What a move pays now and is worth afterwards, as a number."""
    total = ring.element(move.reward)
    for to, p in move.to.items():
        total = total + rate * ring.element(p) * values[to]
    return total.constant
