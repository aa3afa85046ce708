"""What each amount earns, drawn: the expected payoff along the amount, the best one marked with its exact number.

>>> from symdt import AmountProblem, Growth
>>> coin = AmountProblem("f", 0, 1, Growth({"win": 0.6, "lose": "rest"}, {"win": 1, "lose": -1}), optimum="max")
>>> picture = payoff_curve(coin)
>>> [item.label.to_text() for item in picture.of_role("best amount")]
['1/5']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from math import isfinite
from typing import Any

from flint import fmpq
from sympy import Expr

from symdt.analysis.best_amount import RootBetween, best_amount
from symdt.errors import DomainError, quote
from symdt.exact.line import Real
from symdt.exact.polynomial import Number, substituted, to_number, to_rational
from symdt.problems.amounts.amount_problem import AmountProblem
from symdt.regions.plane.trace import Scale
from symdt.show.label import Label
from symdt.show.numbers import answer_label
from symdt.show.picture import COLUMN, Item, Line, Picture, Point, Shape, Text, laid_out
from symdt.show.plots.captions import SIZE, letter_label, point_note
from symdt.show.plots.chart import Frame
from symdt.show.plots.curves import Curve, curve_chart
from symdt.show.plots.ground import Ground, under
from symdt.show.style import DIM, DOTTED, INK

#: How many stretches a curve is drawn with.
STEPS = 120


@laid_out
def payoff_curve(
    problem: AmountProblem,
    *,
    point: Mapping[Any, Any] | None = None,
    window: tuple[Any, Any] | None = None,
    width: float = COLUMN,
    title: str = "",
) -> Picture:
    """What each amount earns on average, the best amount marked with its exact number.

    problem: a choice of an amount; point: a number for every letter; window: what is shown of the amount; width: in
    millimetres; title: over the figure.
    """
    found = best_amount(problem, point)
    fixed, best = found.problem, found.cases[0]
    if fixed.symbols:
        raise DomainError(
            f"the letter {quote(fixed.symbols[0].name)} has no value: fix it, for instance {fixed.symbols[0]}=1"
        )
    amount = real(best.amount)
    low, high = (to_number(window[0]), to_number(window[1])) if window is not None else _reach(fixed, amount)
    points = list(_earned(fixed, low, high))
    word = "expected loss" if fixed.optimum == "min" else "expected utility"
    picture, frame = curve_chart(
        [Curve("", points, role="payoff")],
        letter_label(fixed.letter),
        Label.words(word),
        across=Scale(float(low), float(high)),
        width=width,
        title=f"{word} of each {fixed.letter}",
        description=f"The {word} of each {fixed.letter}; best is {fixed.letter} = {best.told(fixed.amount)[0]}.".replace(
            "= ≈", "≈"
        ),
        record=found,
    )
    top = _earned_at(fixed, amount.expr)
    items: list[Item] = []
    if float(low) <= amount.number <= float(high):
        here = frame.at(amount.number, top)
        items.append(Line((here, (here[0], frame.bottom)), 0.6, DIM, dashes=DOTTED, role="drop"))
        items.append(Shape("dot", here, 1.6, 1.6, INK, INK, role="best"))
        items += beside_curve(
            frame,
            replace(picture, items=(*picture.items, *items)),
            here,
            answer_label(amount.exact),
            "best amount",
        )
    for piece in fixed.pieces[1:]:
        at = float(piece.low)
        if float(low) < at < float(high):
            x = frame.x(at)
            items.append(
                Line(((x, frame.bottom - 0.9), (x, frame.bottom + 0.9)), 0.9, INK, role=f"kink {piece.low}")
            )
    made = replace(picture, items=(*picture.items, *items))
    notes = [point_note(point, problem.numerals)] if point else []
    if len(fixed.pieces) > 1:
        notes.append(Label.words("thick ticks: where the pieces of the payoff meet"))
    for note in notes:
        made = made.with_foot(note)
    return made.with_title(title)


class _Number:
    """An amount as an expression, a double and what a label writes."""

    def __init__(self, amount: Expr) -> None:
        self.expr = amount
        self.number = float(amount)
        self.exact: Any = Real.of(to_number(amount)) if amount.is_Rational else amount


def real(amount: Expr | RootBetween) -> _Number:
    """The amount of a case without letters, which always has a number."""
    assert isinstance(amount, Expr)
    return _Number(amount)


def _reach(problem: AmountProblem, best: _Number) -> tuple[Number, Number]:
    """What is shown of the amount: its range, or as far again as the best amount and the last piece."""
    low = to_number(problem.low)
    if problem.high is not None:
        return low, to_number(problem.high)
    far = max(best.number, *(float(p.low) for p in problem.pieces), float(problem.low) + 1.0)
    return low, low + to_number(repr(round(2 * (far - float(problem.low)), 6)))


def _earned(problem: AmountProblem, low: Number, high: Number) -> Iterator[Point]:
    """Points of the payoff over the amount, the ends of all pieces among them."""
    step = (high - low) / STEPS
    places = {low + step * k for k in range(STEPS + 1)}
    places |= {to_number(p.low) for p in problem.pieces if low < to_number(p.low) < high}
    for x in sorted(places):
        y = _earned_at(problem, to_rational(x))
        if isfinite(y):
            yield float(fmpq(x)), y


def _earned_at(problem: AmountProblem, amount: Expr) -> float:
    """What an amount earns; infinite where wealth may be lost whole."""
    pieces = problem.pieces
    piece = next((p for p in pieces if p.high is None or amount <= p.high), pieces[-1])
    found = substituted(piece.total, {problem.amount: amount})
    return float(found) if found.is_finite else float("-inf")


def beside_curve(frame: Frame, picture: Picture, at: Point, label: Label, role: str) -> list[Item]:
    """A label beside a place of a curve, clear of the curves and of what is named already."""
    ground = Ground(frame)
    for item in picture.items:
        if isinstance(item, Line) and item.role.startswith(("payoff", "amount", "drop", "cut")):
            ground.hold(*(box for a, b in pairwise(item.points) for box in under(a, b)))
        elif isinstance(item, Text) and item.role.startswith(("best", "formula")):
            ground.hold(item.box())
    return ground.beside(at, label, SIZE, INK, role)
