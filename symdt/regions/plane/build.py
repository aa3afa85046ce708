"""How the record of a plane is made: project the curves onto x, cut there, and stack the cells over each band.

The curves are the irreducible factors of all differences and of the domain's conditions; the sides of the
window count as curves. A map wants every cell, not the cases of a rule, so it keeps the cells that the complete engine
would merge; `tests/laws/test_one_road.py` holds both to the same answers. Their projection (leading coefficients, discriminants, resultants, as in the engine
that gives rules) vanishes wherever the stack of cells can change.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from sympy import Symbol

from symdt.errors import BudgetError
from symdt.exact.line import Real, arrange, between
from symdt.exact.line import along as on_line
from symdt.exact.polynomial import Number, Poly, to_number
from symdt.exact.solver import Budget
from symdt.regions.along import best_function, only
from symdt.regions.contest import Contest
from symdt.regions.plane.bands import BOTTOM, TOP, Band, Cell, Level
from symdt.regions.plane.plane import Plane
from symdt.regions.plane.projection import Factors, OutOfTimeError, complexity, project
from symdt.regions.reach import window_of

#: Seconds that one map may take.
SECONDS = 60.0


def decompose(
    contest: Contest[Any],
    x: Symbol,
    y: Symbol,
    window: tuple[Any, Any, Any, Any] | None = None,
    *,
    by_function: bool = False,
) -> Plane:
    """The best label everywhere in a window `(x from, x to, y from, y to)` of two letters.

    Without a window as much is taken as has changes in it. `by_function` keeps functions of one label apart:
    cells then end where a later decision switches too.
    """
    only(contest, x, y)
    budget = Budget(SECONDS)
    contest = contest.needed(budget)
    if window is None:
        window = (*window_of(contest, x), *window_of(contest, y))
        made = _decomposed(contest, x, y, tuple(map(to_number, window)), by_function, budget)
        box = _occupied(made)
        if box == made.window:
            return made
        window = box  # conditions that tie the letters together leave part of the window empty
    return _decomposed(contest, x, y, tuple(map(to_number, window)), by_function, budget)


def _decomposed(
    contest: Contest[Any], x: Symbol, y: Symbol, window: Any, by_function: bool, budget: Budget
) -> Plane:
    x0, x1, y0, y1 = window
    field = contest.domain.field
    height = field.generators[field.position[y]]
    curves = tuple(sorted(_curves(contest, by_function), key=complexity))
    cuts = _cuts(contest, x, y, [*curves, height - y0, height - y1], budget)
    plane = Plane(contest, x, y, window, curves, ())
    start, stop = Real.of(x0), Real.of(x1)
    bands = []
    for left, right in pairwise([start, *(c for c in cuts if start < c < stop), stop]):
        _check(budget)
        bands.append(_band(plane, left, right, by_function))
    return replace(plane, bands=tuple(bands))


def changes(contest: Contest[Any], x: Symbol, y: Symbol, budget: Budget) -> tuple[Real, ...]:
    """The abscissae at which the sequence of best labels over all y changes."""
    found: list[Real] = []
    curves = tuple(_curves(contest, False))
    cuts = _cuts(contest, x, y, curves, budget)
    plane = Plane(contest, x, y, (), curves, ())  # type: ignore[arg-type]
    low, high, _, _ = contest.domain.box[contest.domain.field.position[x]]
    before: tuple[Any, ...] | None = None
    for left, right in pairwise([low, *cuts, high]):
        if (low is not None and right is not None and right <= low) or (
            high is not None and left is not None and left >= high
        ):
            continue
        start = low if low is not None and (left is None or left < low) else left
        stop = high if high is not None and (right is None or right > high) else right
        middle = between(start, stop)
        line = arrange([plane.over(n, middle) for n in range(len(curves))])
        seen = tuple(label for label, _ in _labels(contest, x, middle, line.gaps, False))
        seen = tuple(a for a, b in pairwise((*seen, object())) if a != b)
        if before is not None and seen != before and left is not None:
            found.append(left)
        before = seen
    return tuple(found)


def _curves(contest: Contest[Any], by_function: bool) -> Factors:
    found = Factors([*(c.poly for c in contest.domain.conditions), *contest.borders])
    functions = contest.functions
    for i, (one, f) in enumerate(functions):
        for other, g in functions[i + 1 :]:
            if one != other or by_function:
                found.add((f - g).sign_polynomial)
    # the best of several functions of one label bends where they meet: where cells are told apart by
    # label alone those curves are no boundaries, and they do not count
    return found


def _cuts(contest: Contest[Any], x: Symbol, y: Symbol, curves: Iterable[Poly], budget: Budget) -> list[Real]:
    field = contest.domain.field
    try:
        feet = project(field, curves, field.position[y], budget)
    except OutOfTimeError:
        raise _too_long() from None
    return arrange([on_line(field, foot, x) for foot in feet]).points


def _check(budget: Budget) -> None:
    if budget.is_spent:
        raise _too_long()


def _too_long() -> BudgetError:
    return BudgetError(
        f"the map takes more than {SECONDS:.0f} seconds: fix a parameter or leave out some alternatives"
    )


def _labels(
    contest: Contest[Any], x: Symbol, middle: Number, heights: Iterable[Number], by_function: bool
) -> list[tuple[Any, int]]:
    """The best label (None outside the domain) and its function at each height over an abscissa."""
    found: list[tuple[Any, int]] = []
    before = -1
    for height in heights:
        values = tuple(middle if s == x else height for s in contest.letters)
        if not contest.domain.contains(values):
            found.append((None, -1))
            continue
        before = best_function(contest, values, before if by_function else -1)
        found.append((contest.functions[before][0], before))
    return found


def _band(plane: Plane, left: Real, right: Real, by_function: bool) -> Band:
    middle = between(left, right)
    line = arrange([plane.over(n, middle) for n in range(len(plane.curves))])
    low, high = (Real.of(v) for v in plane.window[2:])
    count: dict[int, int] = {}
    levels: list[tuple[Real, Level]] = [(low, BOTTOM)]
    for point, members in zip(line.points, line.members, strict=True):
        for number in members:
            root = count.get(number, 0)
            count[number] = root + 1
            if low < point < high and levels[-1][0] != point:
                levels.append((point, Level(number, root)))
    levels.append((high, TOP))
    heights = [between(a[0], b[0]) for a, b in pairwise(levels)]
    cells: list[Cell] = []
    for n, (label, function) in enumerate(_labels(plane.contest, plane.x, middle, heights, by_function)):
        lower, upper = levels[n][1], levels[n + 1][1]
        last = cells[-1] if cells else None
        if last is not None and last.label == label and (not by_function or last.function == function):
            cells[-1] = replace(last, upper=upper)
        else:
            cells.append(Cell(label, lower, upper, (middle, heights[n]), function))
    return Band(left, right, middle, tuple(cells))


def _occupied(plane: Plane) -> Any:
    """The smallest window around all cells with a label, for whole bands and rational levels."""
    held = [b for b in plane.bands if any(c.label is not None for c in b.cells)]
    x0, x1, y0, y1 = plane.window
    if not held:
        return plane.window
    left, right = held[0].left, held[-1].right
    lows: list[Real] = []
    highs: list[Real] = []
    for band in held:
        inner = [c for c in band.cells if c.label is not None]
        for x in _near_ends(band):
            lows.append(plane.height(inner[0].lower, x))
            highs.append(plane.height(inner[-1].upper, x))
    span = (y1 - y0) / 1000
    bottom, top = min(lows), max(highs)
    new_low = y0 if bottom < y0 + 20 * span else bottom.low - span
    new_high = y1 if top > y1 - 20 * span else top.high + span
    return (
        x0 if left <= x0 else left.low,
        x1 if right >= x1 else right.high,
        max(y0, new_low),
        min(y1, new_high),
    )


def _near_ends(band: Band) -> list[Number]:
    """Three abscissae of a band: its middle, and one near to each end."""
    left, right = between(band.left, band.middle), between(band.middle, band.right)
    return [between(band.left, left), band.middle, between(right, band.right)]
