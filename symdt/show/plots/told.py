"""Figures told in the letter of who decides: certainty equivalents upwards, and tolerances across for numbers y.

>>> from symdt import AttitudeProblem, Decision, TreeProblem
>>> from symdt.analysis.attitude.spoken import spoken
>>> told = spoken(AttitudeProblem(TreeProblem(Decision("d", {"a": 30, "b": 50}), optimum="max"), "exponential", "R"))
>>> scale = Tolerances(0.0, float(told.inside(400)), told=told)
>>> round(scale.share(float(told.inside(100))), 6), round(scale.shown.high, 6)
(0.25, 400.0)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import exp, inf
from typing import Any

from flint import fmpq

from symdt.analysis.attitude.spoken import Spoken
from symdt.exact.line import Real
from symdt.exact.polynomial import Number, to_number
from symdt.regions.contest import Contest
from symdt.regions.plane.trace import Scale
from symdt.regions.reach import changes_along, nice
from symdt.show.label import Label
from symdt.show.numbers import about_label, exact_label


@dataclass(frozen=True)
class Tolerances(Scale):
    """An axis from one y to another on which tolerances stand evenly."""

    told: Spoken = field(kw_only=True)

    @property
    def shown(self) -> Scale:
        """Tolerances as they are written on the axis."""
        return Scale(self.told.own(self.low), self.told.own(self.high), self.is_log)

    def share(self, value: float) -> float:
        """Where a y stands, from 0 to 1."""
        return self.shown.share(self.told.own(value))

    def value(self, share: float) -> float:
        """The y that stands there."""
        own = self.shown.value(share)
        return exp(-float(self.told.unit) / own) if own > 0 else 0.0


def tolerances_shown(
    told: Spoken, contest: Contest[Any], shown: tuple[Any, Any] | None = None
) -> tuple[Number, Number]:
    """What an axis of tolerances shows, as numbers y: from 0 to beyond the last change.

    contest: what is drawn; shown: the tolerances that are wanted instead.
    """
    if shown is not None:
        return told.inside(shown[0]), told.inside(shown[1])
    changes = changes_along(contest, contest.domain.letter(told.inner))
    far = max((own for c in changes if (own := told.own(float(c))) < inf), default=0.0)
    reach = nice(to_number(repr(1.6 * (1 - 1e-9) * far))) if far > 0 else to_number(8 * told.unit)
    return fmpq(0), told.inside(reach)


class Tell:
    """How one figure is told: its values as certainty equivalents, and its letter as the tolerance where it is."""

    def __init__(self, told: Spoken, point: Mapping[str, Any], is_across: bool) -> None:
        self.told, self.is_across = told, is_across
        self.fixed = to_number(point[told.inner]) if told.inner in point else None

    def up(self, value: Number, x: Number) -> float:
        """The certainty equivalent of a value at a number of the letter across."""
        return self.told.certain(value, x if self.fixed is None else self.fixed)

    def name(self, number: Real) -> Label:
        """The tolerance of an exact y; the ends of what is shown are round."""
        own = self.told.own(float(number))
        return exact_label(to_number(repr(float(f"{own:.10g}")))) if number.is_rational else about_label(own)
