"""Zeros: whether conditions hold anywhere on the surface of a polynomial, every point of it asked.

A surface that is a family of lines is told by two letters but for some lines: those along which the second letter
stands still, which another choice of it tells, the line at an infinite value of the parameter, and zeros in common that
are not real, which lie on a curve (`surface`). Each of these is asked in letters of its own.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, x, y, z = symbols("p x y z")
>>> space = Slice(Domain("0 < p < 1", "x > 0", "y > 0", "z > 0"), p)
>>> of = space.field.polynomial
>>> space.known[0, "parts"] = tuple(map(of, (x, y, z)))
>>> _, ((touching, _),) = space.factors((0, "discriminant"), lambda: of(y**2 - 4*x*z))
>>> weak = lambda *polys: [Condition(space.field, of(q), ">=") for q in polys]
>>> is_met(space, touching, weak(x, z, x - y, z - y), Budget(5))  # at the origin
True
>>> is_met(space, touching, weak(x - 1, z - 1, y, 1 - y), Budget(5))
False
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from symdt.exact.formula import Condition
from symdt.exact.line.place import Place
from symdt.exact.polynomial import Poly
from symdt.exact.solver import Budget, NoPoint, Unknown
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.surfaces.charts import LETTERS, Share, charts
from symdt.regions.walks.surfaces.surface import Surface
from symdt.regions.walks.vacant import vacant

#: Seconds for a surface at most.
SECONDS = 6.0


def is_met(space: Slice, number: int, conditions: Sequence[Condition], budget: Budget) -> bool | None:
    """Whether conditions hold anywhere on the surface of an irreducible polynomial; None where that is not found out.

    space: a slice of three letters. number: of the polynomial there. conditions: with the signs that they have. budget: what it may take.
    """
    surface = Surface.of(space, number) if len(space.letters) == LETTERS else None
    if surface is None or not surface.is_told:
        return None
    part = Budget(min(SECONDS, budget.left()))
    for share in shares(surface):
        found = ask(share, conditions, part)
        if isinstance(found, Unknown):
            return None
        if not isinstance(found, NoPoint):
            return True
    return False


def ask(
    share: Share, conditions: Sequence[Condition], budget: Budget, cells: list[Any] | None = None
) -> Place | NoPoint | Unknown:
    """A place of a chart at which conditions hold, or that there is none.

    share: the chart, and which of its places count. conditions: of the slice. cells: takes what covers the chart, with the numbers of
    the conditions.
    """
    chart, zero, apart = share
    field = chart.space.field
    asked = [Condition(c.field, chart.pulled(c.poly), c.op) for c in conditions]
    asked += [Condition(field, poly, "==") for poly in zero]
    asked += [Condition(field, poly, "!=") for poly in apart]
    return vacant(chart.basis, chart.letters, asked, budget, cells=cells, origin=chart.origin)


def shares(surface: Surface) -> Iterator[Share]:
    """What together tells all of a surface."""
    if surface.family is None:
        yield surface, [], []
        return
    zero: list[Poly] = []
    for chart in charts(surface.space, surface.family.forms):
        yield (surface if not zero else chart), list(zero), [chart.under]
        if chart.under.is_constant():
            break
        zero.append(chart.under)
    for chart in charts(surface.space, surface.leads)[:1]:
        yield chart, [], []
    if surface.hidden:
        yield from surface.hidden.curves or ()
