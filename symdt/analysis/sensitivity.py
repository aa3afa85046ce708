"""Sensitivity: how far a number may move before the decision changes, exactly.

One letter at a time: fix the others at a base point, and every choice has a value that is a
rational function of one letter; the optimal choice can change only where two of them cross, or where one of them jumps.
The values that are left to the letter need be no interval: there are as many stretches as it takes to tell all of them,
each with the ends that belong to it, and a number that stands alone is one too.

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

from sympy import Expr, Rational, Symbol, ceiling, floor, oo

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
    """`choice` is optimal for `start < letter <= stop`, with value `value`, a function of the letter.

    It holds `start` too if `is_closed_left`, and not `stop` if `is_open_right`; where both are one number, it is that
    number. Of a letter that is a whole number it holds these alone.
    """

    choice: Choice
    start: Expr
    stop: Expr
    value: Expr
    witness: (
        Expr  # a value of the letter in the stretch: rational, unless the stretch is one number that is not
    )
    #: Decisions of the choice at which other branches are as good on the whole stretch, each with all of them.
    ties: tuple[tuple[str, tuple[str, ...]], ...] = ()
    is_closed_left: bool = False
    is_open_right: bool = False

    @property
    def is_point(self) -> bool:
        """Whether it is one value of the letter."""
        return bool(self.start == self.stop)

    def holds(self, x: Rational) -> bool:
        """Whether a rational number lies in it."""
        if x == self.start or x == self.stop:
            return (x != self.start or self.is_closed_left) and (x != self.stop or not self.is_open_right)
        return bool(self.start < x < self.stop)

    def interval(self, letter: Any) -> str:
        """The stretch as a chain of comparisons with a letter."""
        if self.is_point:
            return f"{letter} = {self.start}"
        left = "" if self.start == -oo else f"{self.start} {'<=' if self.is_closed_left else '<'} "
        right = "" if self.stop == oo else f" {'<' if self.is_open_right else '<='} {self.stop}"
        return f"{left}{letter}{right}" if left or right else f"{letter} is any number"


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

    @property
    def changes(self) -> tuple[tuple[Stretch, Stretch], ...]:
        """Neighbouring stretches with other choices, from left to right.

        They meet, or no value between them is left to the letter.
        """
        return tuple((a, b) for a, b in pairwise(self.stretches) if a.choice != b.choice)

    @property
    def thresholds(self) -> tuple[Expr, ...]:
        """Where another choice begins: exact rational or algebraic numbers."""
        return tuple(b.start for _, b in self.changes)

    @property
    def switches(self) -> tuple[tuple[Expr, Choice, Choice], ...]:
        """Each threshold with the choice below it and the one that begins there."""
        return tuple((b.start, a.choice, b.choice) for a, b in self.changes)

    @property
    def action_thresholds(self) -> tuple[Expr, ...]:
        """Where the choice at the first decision changes, later ones apart."""
        return tuple(t for t, a, b in self.switches if a.action != b.action)

    def at(self, value: Any) -> Stretch:
        """The stretch that holds a value of the letter; where two choices tie and change, the one below.

        value: a number; where the letter is a whole number, one of these.
        """
        x = to_rational(to_number(value))
        for stretch in self.stretches:
            if stretch.holds(x) and not (self.letter.is_integer and x.q != 1):
                return stretch
        raise DomainError(f"{self.letter} = {x} lies outside the range of the letter: use another value")

    def __str__(self) -> str:
        lines = []
        for s in self.stretches:
            lines.append(f"{s.choice}  if {s.interval(self.letter)}")
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
    exact = tuple((n, to_rational(to_number(v))) for n, v in sorted(others.items()))
    return OneWay(symbol, exact, stretches_of(found, symbol, seconds))


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

    Together they are the domain. found: what there is to choose from. symbol: the letter. seconds: how long the engines
    may take.
    """
    rule = answer(found.along(symbol), Budget(seconds))
    if not rule.is_complete:
        raise BudgetError(
            f"the rule for {symbol} is partial after {seconds:g} s: {rule.note}; give more seconds"
        )
    value = {choice: shown(v.to_expr(), found.domain.symbols) for choice, v in found.choices}
    stretches: list[Stretch] = []
    for piece in (piece for case in rule.cases for piece in case.pieces):
        low, high = (end.real(found.domain.witness) for end in (piece.start, piece.stop))
        start, stop = -oo if low is None else low.to_expr(), oo if high is None else high.to_expr()
        inside = start if start == stop else to_rational(between(low, high))
        ties = tuple(found.ties.get(piece.label, {}).items())
        ends = piece.is_closed_left, piece.is_open_right
        told = Stretch(piece.label, start, stop, value[piece.label], inside, ties, *ends)
        own = _whole(told) if symbol.is_integer else told
        if own is None:
            continue
        if stretches and _is_one(stretches[-1], own, symbol):
            stretches[-1] = replace(stretches[-1], stop=own.stop, is_open_right=own.is_open_right)
        else:
            stretches.append(own)
    if not stretches:
        raise DomainError(f"the base point leaves no range to {symbol}: give a point inside the domain")
    return tuple(stretches)


def _whole(stretch: Stretch) -> Stretch | None:
    """A stretch from its first whole number to its last, if it has any."""
    start, stop = stretch.start, stretch.stop
    if start != -oo:
        start = ceiling(start) + int(start.is_Integer and not stretch.is_closed_left)
    if stop != oo:
        stop = floor(stop) - int(stop.is_Integer and stretch.is_open_right)
    if start > stop:
        return None
    inside = min(max(stretch.witness, start), stop)  # which need not be whole itself
    return replace(
        stretch,
        start=start,
        stop=stop,
        witness=floor(inside),
        is_closed_left=start != -oo,
        is_open_right=False,
    )


def _is_one(a: Stretch, b: Stretch, symbol: Symbol) -> bool:
    """Whether two neighbours are one stretch: of one choice, with nothing left out between them."""
    if a.choice != b.choice:
        return False
    if symbol.is_integer:
        return bool(b.start - a.stop <= 1)
    return bool(a.stop == b.start and (b.is_closed_left or not a.is_open_right))
