"""Sensitivity: how far a number may move before the decision changes, exactly.

One letter at a time: fix the others at a base point, and every choice has a value that is a
rational function of one letter; the optimal choice can change only where two of them cross.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> from symdt.problems.tree import Chance, Decision
>>> r, w = symbols("r w")
>>> tree = Decision("umbrella?", {
...     "take": Chance("with", {"rain": (r, 70), "dry": ("rest", w)}),
...     "leave": Chance("without", {"rain": (r, 0), "dry": ("rest", 100)})})
>>> from symdt.problems.tree_problem import TreeProblem
>>> problem = TreeProblem(tree, Domain("0 < r < 1", "0 <= w <= 100"), "max")
>>> print(one_way(problem, r, {"r": 0.4, "w": 20}))
leave  if 0 < r <= 8/15
take  if 8/15 < r < 1
>>> one_way(problem, w, {"r": 0.4, "w": 20}).thresholds
(160/3,)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from sympy import Expr, Rational, Symbol, oo

from symdt.display import Printed
from symdt.errors import BudgetError, DomainError, quote
from symdt.exact.line import between
from symdt.exact.polynomial import to_number, to_rational
from symdt.exact.solver import Budget
from symdt.problems.kinks.kinked import shown
from symdt.problems.problem import Problem
from symdt.regions import answer
from symdt.solve.alternatives import Alternatives, Choice, alternatives
from symdt.solve.regions import DecisionRegions, decision_regions
from symdt.solve.written.choice_rows import strategy_rows

#: Seconds that one question of sensitivity may take.
SECONDS = 60.0


@dataclass(frozen=True)
class Stretch:
    """`choice` is optimal between `start` and `stop`, with value `value`, a function of the letter."""

    choice: Choice
    start: Expr
    stop: Expr
    value: Expr
    witness: Rational  # a value of the letter inside the stretch
    #: Decisions of the choice at which other branches are as good on the whole stretch, each with all of them.
    ties: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class OneWay(Printed):
    """The optimal choice along one letter, the others fixed at `point`.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> one_way(problem, "p", {}).thresholds
    (1/11,)
    """

    letter: Symbol
    point: tuple[tuple[str, Expr], ...]
    stretches: tuple[Stretch, ...]
    is_closed: tuple[bool, bool] = (False, False)  # whether the range holds its ends

    @property
    def thresholds(self) -> tuple[Expr, ...]:
        """Where the optimal choice changes: exact rational or algebraic numbers."""
        return tuple(s.start for s in self.stretches[1:])

    @property
    def switches(self) -> tuple[tuple[Expr, Choice, Choice], ...]:
        """Each threshold with the choice below and above it."""
        return tuple((b.start, a.choice, b.choice) for a, b in pairwise(self.stretches))

    @property
    def action_thresholds(self) -> tuple[Expr, ...]:
        """Where the choice at the first decision changes, later ones apart."""
        return tuple(t for t, a, b in self.switches if a.action != b.action)

    def at(self, value: Any) -> Stretch:
        """The stretch that holds a value of the letter; at a threshold the one below."""
        x = to_rational(to_number(value))
        for stretch in self.stretches:
            if x <= stretch.stop:
                return stretch
        raise DomainError(f"{self.letter} = {x} lies outside the range of the letter: use another value")

    def __str__(self) -> str:
        lines = []
        for i, s in enumerate(self.stretches):
            last = i == len(self.stretches) - 1
            low = "<=" if i == 0 and self.is_closed[0] else "<"
            high = "<" if last and not self.is_closed[1] else "<="
            left = "" if s.start == -oo else f"{s.start} {low} "
            right = "" if s.stop == oo else f" {high} {s.stop}"
            lines.append(f"{s.choice}  if {left}{self.letter}{right}")
            lines += [f"  {row}" for row in strategy_rows([(d, many[0]) for d, many in s.ties], dict(s.ties))]
        return "\n".join(lines)


def one_way(
    problem: Problem,
    letter: Symbol | str,
    point: Mapping[Any, Any],
    *,
    within: tuple[Any, Any] | None = None,
    seconds: float = SECONDS,
) -> OneWay:
    """The optimal choice for every value of one `letter`, the others fixed at the `point`.

    `within` restricts the range of the letter; its value in the point is not used.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> one_way(problem, r, {"r": 0.4}).thresholds
    (8/15,)
    """
    symbol = problem.domain.letter(letter)
    others = {n: v for n, v in exact_point(problem, point).items() if n != symbol.name}
    missing = [s.name for s in problem.symbols if s != symbol and s.name not in others]
    if missing:
        raise DomainError(f"the point gives no value for {quote(missing[0])}: give one for each letter")
    fixed = problem.at(others)
    if within is not None:
        fixed = _restricted(fixed, symbol, within)
    found = alternatives(fixed, seconds=seconds, joined=True)
    stretches = stretches_of(found, symbol, seconds)
    low, high, low_closed, high_closed = found.domain.box[found.domain.field.position[symbol]]
    exact = tuple((n, to_rational(to_number(v))) for n, v in sorted(others.items()))
    return OneWay(
        symbol, exact, stretches, (low is not None and low_closed, high is not None and high_closed)
    )


def two_way(
    problem: Problem,
    x: Symbol | str,
    y: Symbol | str,
    point: Mapping[Any, Any],
    *,
    seconds: float = SECONDS,
) -> DecisionRegions:
    """Where each choice is optimal in the plane of the letters `x` and `y`, the others fixed at the `point`.

    The answer is exact inequalities.

    >>> from sympy import symbols
    >>> from symdt import Decision, Domain, TreeProblem
    >>> r, w = symbols("r w")
    >>> problem = TreeProblem(Decision("d", {"a": r + w, "b": 1}), Domain("0 < r < 1", "0 < w < 1"), "min")
    >>> two_way(problem, r, w, {}).to_json()["regions"]["a"]["if"]
    ['r + w <= 1']
    """
    keep = {problem.domain.letter(x).name, problem.domain.letter(y).name}
    fixed = problem.at({n: v for n, v in exact_point(problem, point).items() if n not in keep})
    return decision_regions(fixed, seconds=seconds)


def exact_point(problem: Problem, point: Mapping[Any, Any]) -> dict[str, Expr]:
    """A point by the names of its letters, its values exact."""
    return {s.name: to_rational(v) for s, v in problem.domain.assigned(point).items()}


def _restricted(problem: Problem, symbol: Symbol, within: tuple[Any, Any]) -> Problem:
    low, high = (to_rational(to_number(v)) for v in within)
    if low > high:
        raise DomainError(f"the range of {symbol} runs from {low} to {high}: give the lower end first")
    return problem.restricted(symbol >= low, symbol <= high)


# --- one letter -----------------------------------------------------------------------------


def stretches_of(found: Alternatives, symbol: Symbol, seconds: float = SECONDS) -> tuple[Stretch, ...]:
    """The optimal choice along the only letter of the domain, from left to right, as the engines of rules give it.

    found: what there is to choose from. symbol: the letter. seconds: how long the engines may take.
    """
    rule = answer(found.along(symbol), Budget(seconds))
    if not rule.is_complete:
        raise BudgetError(
            f"the rule for {symbol} is partial after {seconds:g} s: {rule.note}; give more seconds"
        )
    value = {choice: shown(v.to_expr(), found.domain.symbols) for choice, v in found.choices}
    stretches: list[Stretch] = []
    points: list[Stretch] = []
    for piece in (piece for case in rule.cases for piece in case.pieces):
        low, high = (end.real(found.domain.witness) for end in (piece.start, piece.stop))
        if low is not None and low == high:  # a point is no stretch, unless it is all there is
            points.append(
                Stretch(piece.label, low.to_expr(), low.to_expr(), value[piece.label], low.to_expr())
            )
            continue
        start, stop = -oo if low is None else low.to_expr(), oo if high is None else high.to_expr()
        inside = to_rational(between(low, high))
        if stretches and stretches[-1].choice == piece.label and stretches[-1].stop == start:
            stretches[-1] = replace(stretches[-1], stop=stop)
        else:
            ties = tuple(found.ties.get(piece.label, {}).items())
            stretches.append(Stretch(piece.label, start, stop, value[piece.label], inside, ties))
    if not stretches and not points:
        raise DomainError(f"the base point leaves no range to {symbol}: give a point inside the domain")
    return tuple(stretches) or tuple(points[:1])


# --- tornado --------------------------------------------------------------------------------
