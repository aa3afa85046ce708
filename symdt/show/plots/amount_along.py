"""The best amount along a letter, drawn: each case with its formula, every threshold with its exact number.

>>> from symdt import AmountProblem, Domain, Growth
>>> from sympy import Symbol
>>> coin = Growth({"win": Symbol("p"), "lose": "rest"}, {"win": 1, "lose": -1})
>>> picture = best_along(AmountProblem("f", 0, 1, coin, Domain("0 < p < 1"), "max"), "p")
>>> [item.label.to_text() for item in picture.of_role("threshold")]
['1/2']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from sympy import Poly

from symdt.analysis.best_amount import AmountCase, BestAmount, RootBetween, best_amount
from symdt.errors import DomainError, quote
from symdt.exact.line import Real, along, arrange, roots
from symdt.exact.polynomial import Number, substituted, to_number, to_rational
from symdt.problems.amounts.amount_problem import AmountProblem
from symdt.regions.plane.trace import Scale
from symdt.show.label import Label
from symdt.show.numbers import answer_label
from symdt.show.picture import COLUMN, Item, Line, Picture, Text, laid_out
from symdt.show.plots.captions import SMALL, letter_label, point_note
from symdt.show.plots.curves import Curve, curve_chart
from symdt.show.plots.payoff import STEPS, beside_curve
from symdt.show.plots.places import row
from symdt.show.style import DIM, DOTTED, INK
from symdt.typeset import formulas


@laid_out
def best_along(
    problem: AmountProblem,
    letter: Any,
    *,
    point: Mapping[Any, Any] | None = None,
    window: tuple[Any, Any] | None = None,
    width: float = COLUMN,
    title: str = "",
) -> Picture:
    """The best amount along a letter, each case with its formula, every threshold with its exact number.

    problem: a choice of an amount; letter: the letter across; point: numbers for the others; window: what is shown of the
    letter; width: in millimetres; title: over the figure.
    """
    found = best_amount(problem, point)
    fixed = found.problem
    symbol = fixed.domain.letter(letter)
    others = [s for s in fixed.symbols if s != symbol]
    if others:
        raise DomainError(
            f"the letter {quote(others[0].name)} has no value: fix it, for instance {others[0]}=1"
        )
    cuts = _thresholds(found, symbol)
    low, high = (
        (to_number(window[0]), to_number(window[1])) if window is not None else _span(fixed, symbol, cuts)
    )
    inner = [c for c in cuts if float(low) < float(c) < float(high)]
    ends = [float(low), *map(float, inner), float(high)]
    curves, formulas_at = [], []
    for a, b in pairwise(ends):
        case = _case_at(found, to_number(repr((a + b) / 2)))
        if case is None:
            continue
        places = [a + (b - a) * k / STEPS for k in range(STEPS + 1)]
        points = [(x, _amount_at(case, symbol, x)) for x in places]
        curves.append(Curve("", points, role=f"amount {case.amount}"))
        formulas_at.append((case, points[STEPS // 2]))
    picture, frame = curve_chart(
        curves,
        letter_label(symbol.name),
        Label.words("best ") + letter_label(fixed.letter),
        across=Scale(float(low), float(high)),
        width=width,
        title=f"best {fixed.letter} along {symbol.name}",
        description="; ".join(str(found).splitlines()),
        record=found,
    )
    marks = [(frame.x(float(c)), answer_label(c), INK, f"threshold {c}") for c in inner]
    items: list[Item] = [
        Line(((x, frame.bottom), (x, frame.top)), 0.5, DIM, dashes=DOTTED, role="cut") for x, *_ in marks
    ]
    for case, middle in formulas_at:
        items += beside_curve(
            frame,
            replace(picture, items=(*picture.items, *items)),
            frame.at(*middle),
            _formula(case),
            f"formula {case.amount}",
        )
    over = row(
        marks, frame.top + 0.6, frame.top + 0.2, frame.left, frame.right + 8.0, size=SMALL, is_above=True
    )
    made = replace(picture, items=(*_lifted(picture, bool(over)), *items, *(over or ())))
    if over is None:  # too many for a row
        made = made.with_foot("changes at " + ", ".join(label.to_text() for _, label, _, _ in marks))
    return made.with_foot(point_note(point, problem.numerals)).with_title(title)


def _lifted(picture: Picture, is_crowded: bool) -> Sequence[Item]:
    """The items, the name of the vertical axis moved up where thresholds stand over the frame."""
    if not is_crowded:
        return picture.items
    return [
        replace(i, at=(i.at[0], i.at[1] + 6.0))
        if isinstance(i, Text) and i.role == "axis" and i.anchor == "left"
        else i
        for i in picture.items
    ]


def _formula(case: AmountCase) -> Label:
    """The amount of a case as mathematics; a root of a polynomial is called one."""
    if isinstance(case.amount, RootBetween):
        return Label.words("root of ") + Label.math(formulas.formula(case.amount.of))
    return Label.math(formulas.formula(case.amount))


def _thresholds(found: BestAmount, symbol: Any) -> list[Real]:
    """Where the case may change along the only letter, in order."""
    domain = found.problem.domain
    # the ends of the domain too, so that every gap lies inside it or outside
    conditions = [*domain.conditions, *(c for case in found.cases for c in case.conditions)]
    line = arrange([along(domain.field, c.poly, symbol) for c in conditions])
    held = [_case_at(found, x) for x in line.gaps]
    changes = zip(line.points, pairwise(held), strict=True)
    return [number for number, (a, b) in changes if a is not None and b is not None and a is not b]


def _case_at(found: BestAmount, x: Number) -> AmountCase | None:
    """The case that holds at a number of the only letter."""
    if not found.problem.domain.contains((x,)):
        return None
    return next((c for c in found.cases if all(k.holds((x,)) for k in c.conditions)), None)


def _amount_at(case: AmountCase, symbol: Any, x: float) -> float:
    """The amount of a case at a number of the only letter."""
    at = {symbol: to_rational(to_number(repr(x)))}
    if not isinstance(case.amount, RootBetween):
        return float(substituted(case.amount, at))
    root, poly = case.amount, Poly(substituted(case.amount.of, at), case.amount.letter)
    low = float(substituted(root.low, at))
    high = float("inf") if root.high is None else float(substituted(root.high, at))
    found = map(float, roots([to_number(c) for c in reversed(poly.all_coeffs())]))
    return next((r for r in found if low - 1e-9 <= r <= high + 1e-9), float("nan"))


def _span(problem: AmountProblem, symbol: Any, cuts: Sequence[Real]) -> tuple[Number, Number]:
    """What is shown of a letter: its bounds, or half as far again as the last threshold."""
    low, high, _, _ = problem.domain.box[problem.domain.field.position[symbol]]
    far = max([abs(float(c)) for c in cuts] + [abs(float(low or 0)), 1.0]) * 1.5
    start = low if low is not None else to_number(repr(-far))
    stop = high if high is not None else to_number(repr(far + float(start if start > 0 else 0)))
    return start, stop
