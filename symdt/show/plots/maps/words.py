"""A map in words: which alternatives it shows, along which exact curves they meet, and where three do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from sympy import Symbol

from symdt.exact.language.board import board
from symdt.exact.polynomial import poly_to_expr
from symdt.regions.plane import Plane
from symdt.regions.plane.trace import Sheet
from symdt.show.numbers import answer_label
from symdt.show.plots.maps.parts import seams, ways

#: Longer equations are told by their degree; more boundaries than this are counted.
LONG, MANY = 60, 12


def told(plane: Plane, sheets: Sequence[Sheet], called: Sequence[str]) -> str:
    """What a map shows, as it is read aloud.

    plane: the record; sheets: its boundaries, traced; called: the names of the two axes.
    """
    a, b = called
    said = f"Which alternative is optimal by {a} (across) and {b} (upwards): "
    said += ", ".join(map(str, plane.labels)) + "."
    found = boundaries(plane, sheets) if list(called) == [plane.x.name, plane.y.name] else []
    if found:
        more = f"; and {len(found) - MANY} more" if len(found) > MANY else ""
        said += f" Boundaries: {'; '.join(found[:MANY])}{more}."
    if found and max((p.total_degree() for p in plane.curves), default=0) <= 3:
        meet = [
            f"{', '.join(map(str, c.labels))} at ({_number(c.x)}, {_number(c.y)})"
            for c in plane.corners[:MANY]
        ]
        said += f" Three meet: {'; '.join(meet)}." if meet else ""
    return said


def boundaries(plane: Plane, sheets: Sequence[Sheet]) -> list[str]:
    """Each boundary between two alternatives with its equation."""
    found: dict[str, None] = {}
    for below, above, _, curve in ways(sheets):
        if below is not None and above is not None and curve >= 0:
            found[f"{below} below, {above} above {equation(plane, curve)}"] = None
    for left, right in pairwise(sheets):
        for one, other, _ in seams((left, right)):
            if one is not None and other is not None:
                found[f"{one} left, {other} right of {plane.x.name} = {_number(left.band.right)}"] = None
    return list(found)


def _number(value: Any) -> str:
    return answer_label(value).to_plain()


def equation(plane: Plane, curve: int) -> str:
    """The equation of a boundary, solved for y where it is linear in it; a long one by its degree."""
    field, poly = plane.contest.domain.field, plane.curves[curve]
    parts = plane.coefficients[curve]
    whole: Any = poly_to_expr(field, poly)
    text = f"0 = {board(whole)}"
    if len(parts) == 2:
        value = -poly_to_expr(field, parts[0]) / poly_to_expr(field, parts[1])
        text = f"{Symbol(plane.y.name)} = {board(value)}"
    return text if len(text) <= LONG else f"a curve of degree {poly.total_degree()}"
