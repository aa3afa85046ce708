"""The record of a choice of an amount: what its page is made from, as JSON.

Beside what every page has, it holds the expected payoff piece by piece, as coefficients of the powers of the amount, or
the states of a growth of wealth; and the best amount in cases, as `best_amount` proves it.

>>> from sympy import Symbol
>>> from symdt import AmountProblem, Domain, Growth
>>> p = Symbol("p")
>>> coin = Growth({"win": p, "lose": "rest"}, {"win": 1, "lose": -1})
>>> made = amount_record(AmountProblem("f", 0, 1, coin, Domain("0 < p < 1"), "max"))
>>> [case["amount"] for case in made["amount"]["cases"]]
[['0', [], []], ['1', [4], []]]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sympy import Poly, cancel, fraction, together

from symdt.analysis.best_amount import AmountCase, BestAmount, RootBetween, best_amount
from symdt.exact.line import roots
from symdt.exact.polynomial import Number
from symdt.problems.amounts.amount_problem import AmountPiece, AmountProblem, Growth
from symdt.show.page.elements import Elements, nested
from symdt.show.page.window import Switches, along, start_in, windows
from symdt.typeset import mathml


def amount_record(
    problem: AmountProblem, presets: Mapping[str, Any] | None = None, *, file: str = ""
) -> dict[str, Any]:
    """What the page of a choice of an amount holds; the arguments are those of `explore`."""
    return _AmountRecorder(problem, problem.domain, presets or {}, file).made()


def start_inside(found: BestAmount, presets: Mapping[str, Any]) -> tuple[Number, ...]:
    """The first point: the file's, or a simple one where the best amount is no end of the range."""
    problem = found.problem

    def is_inside(values: tuple[Number, ...]) -> bool:
        case = next(c for c in found.cases if all(k.holds(values) for k in c.conditions))
        return isinstance(case.amount, RootBetween) or case.amount not in (problem.low, problem.high)

    return start_in(problem.domain, presets, is_inside)


def case_switches(found: BestAmount) -> Switches:
    """Where a condition of a case changes its truth along a letter."""

    def switches(point: Sequence[Number], i: int) -> Iterator[float]:
        for case in found.cases:
            for condition in case.conditions:
                yield from map(float, roots(along(condition.poly, point, i)))

    return switches


class _AmountRecorder(Elements):
    problem: AmountProblem

    def made(self) -> dict[str, Any]:
        """The record; what only actions have is empty."""
        problem, found = self.problem, best_amount(self.problem)
        start = start_inside(found, self.presets)
        ranges = windows(problem.domain, start, self.presets, case_switches(found))
        self.labels.add(problem.letter)
        content = {
            **self.opening(problem.optimum, start, ranges),
            "amount": {
                "letter": problem.letter,
                "low": self.element(problem.low),
                "high": None if problem.high is None else self.element(problem.high),
                "pieces": [self.piece(piece) for piece in problem.pieces],
                "growth": self.growth(),
                "cases": [self.case(case) for case in found.cases],
                "proof": list(found.proof),
            },
            "presets": self.steps(start),
        }
        empty: dict[str, Any] = {"actions": [], "alternatives": [], "equations": {}, "rules": {}, "never": []}
        return {
            **content,
            **empty,
            "tree": None,
            "table": None,
            "information": None,
            "attitude": None,
            **self.closing(),
        }

    def powers(self, expr: Any) -> list[Any]:
        """The coefficients of the powers of the amount, lowest first."""
        coefficients = Poly(expr, self.problem.amount).all_coeffs()[::-1]
        return [self.element(cancel(c)) for c in coefficients]

    def piece(self, piece: AmountPiece) -> dict[str, Any]:
        """A part of the range and what an amount in it earns; a growth of wealth has no powers."""
        return {
            "low": self.element(piece.low),
            "high": None if piece.high is None else self.element(piece.high),
            "payoff": [] if isinstance(self.problem.earned, Growth) else self.powers(piece.total),
        }

    def growth(self) -> list[Any] | None:
        """Each state of a growth of wealth: its probability, and the return on a unit staked."""
        earned = self.problem.earned
        if not isinstance(earned, Growth):
            return None
        return [[self.element(p), self.element(earned.payoffs[s])] for s, p in earned.belief.items()]

    def case(self, case: AmountCase) -> dict[str, Any]:
        """A case: its conditions, the amount as a value or as a root between two, and what it is worth."""
        amount: Any
        root = self.between(case.amount)
        if root is not None:
            high = None if root.high is None else self.element(root.high)
            ends = [e for e in (root.low, root.high) if e is not None]
            amount = {"of": self.powers(root.of), "low": self.element(root.low), "high": high}
            shown = nested(mathml.body(root.of))
        else:
            amount, ends = self.element(case.amount), []
            shown = nested(mathml.body(case.amount))
        is_exact = case.value is not None and root is None and not isinstance(self.problem.earned, Growth)
        return {
            "if": [self.condition(c) for c in case.conditions],
            "amount": amount,
            "shown": shown,
            "ends": [self.formula(end) for end in ends],
            "value": self.element(case.value) if is_exact else None,
            "worth": None if case.value is None or case.root is not None else nested(mathml.body(case.value)),
        }

    def between(self, amount: Any) -> RootBetween | None:
        """An amount that is no rational expression, as the root of the slope on its piece; None of another."""
        if isinstance(amount, RootBetween):
            return amount
        if amount.free_symbols or amount.is_Rational:
            return None
        here = next(p for p in self.problem.pieces if p.high is None or amount <= p.high)
        return RootBetween(fraction(together(here.slope))[0], self.problem.amount, here.low, here.high)
