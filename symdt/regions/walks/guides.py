"""Guides: which of several ways to an answer a walk takes, as a point of the part suggests.

An answer of a walk may be had by different signs: a function that does not overtake is shown not to by its curvature, by
its discriminant, by its slope, or by another that is better throughout. Each way is right wherever its signs are known; so
the choice is free, and a wise one cuts the space into fewer parts. At one point of a part all signs
are known: each way is tried there, and costs what the signs would that are not known of the part: much
where they differ between its points, for then it is cut, and little where they do not.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np

from symdt.exact.floating.climbing import NEAR
from symdt.regions.walks.drafts import labels_of, walks_at
from symdt.regions.walks.parabolas import Parabolas
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.surfaces.rulings import turns

#: What it costs to cut a part where its walks differ, and more where they do not; to know that a polynomial does not vanish; to
#: prove a sign, by its degree.
CUT, IDLE, STRICT, COSTS = 40.0, 100.0, 5.0, (0.0, 1.0, 3.0, 6.0, 8.0)
#: How much less a cut is liked for each degree of its polynomial, and if where this vanishes is a slice of its own.
CURVED, SLICED = 0.05, 0.3


class Guide:
    """A point of a part, and the signs at the others.

    parabolas: the functions. space: the slice. points: the numbers of places of the part; one of those with the walk
    that most of them have guides.
    """

    def __init__(self, parabolas: Parabolas, space: Slice, points: Any) -> None:
        self.space, self.points = space, points
        walks = walks_at(parabolas, space)
        names, first, self.walks, many = np.unique(
            walks[points], return_index=True, return_inverse=True, return_counts=True
        )
        most = int(np.argmax(many))
        self.place = int(points[first[most]])
        self.labels = labels_of(int(names[most]), len(parabolas.functions) + 1)
        self.chosen: dict[Hashable, int] = {}
        self.costs: dict[int, float] = {}

    def after(self, step: int, label: int) -> int:
        """The label that takes over from one at the guiding point; -1 where none does."""
        labels = self.labels
        return labels[step + 1] if step + 1 < len(labels) and labels[step] == label else -1

    def sign(self, number: int) -> int:
        """The sign of a polynomial at the guiding point."""
        return 1 if self.space.margins(number)[self.place] > 0 else -1

    def cost(self, number: int, is_strict: bool) -> float:
        """What a sign costs that is not known."""
        if number not in self.costs:
            margins = self.space.margins(number)[self.points]
            degree = int(self.space.basis.polys[number].total_degree())
            self.costs[number] = COSTS[min(degree, len(COSTS) - 1)] + self._cut(
                margins > NEAR, margins < -NEAR
            )
        return self.costs[number] + STRICT * is_strict

    def _cut(self, above: Any, below: Any) -> float:
        """What it costs that a polynomial has two signs: the more the same walks are found on both sides."""
        if not above.any() or not below.any():
            return 0.0
        return CUT + IDLE * _common(*self._many(above, below))

    def _many(self, above: Any, below: Any) -> tuple[Any, Any]:
        """How many points of each walk there are on two sides."""
        one, other = (
            np.bincount(self.walks[side], minlength=self.walks.max() + 1) for side in (above, below)
        )
        return one, other

    def choice(self, wanted: Mapping[int, bool]) -> int:
        """Of signs that are wanted the one to ask for first: one that all points share, or the one that tells most walks apart.

        What all points share is shown once for all parts of the part. What a line is midway between the zeros of a core counts where it
        keeps off these, and is seen there (`patches`): it comes last.
        """
        return min(wanted, key=lambda number: (self.is_turn(number), self.idleness(number, wanted[number])))

    def is_turn(self, number: int) -> bool:
        """Whether a polynomial tells what a line is midway between the zeros of a core, and nothing else."""
        return sum(1 for _ in turns(self.space, number)) == len(self.space.origins.get(number, (0,)))

    def idleness(self, number: int, is_strict: bool) -> float:
        """How little a cut by a polynomial tells: the share of walks, and of points, that are like some on the other side."""
        margins = self.space.margins(number)[self.points]
        above, below = margins > NEAR, margins < -NEAR
        if not above.any() or not below.any():
            return 0.0
        one, other = self._many(above, below)
        split = float(((one > 0) & (other > 0)).sum() / ((one + other) > 0).sum())
        degree = int(self.space.basis.polys[number].total_degree())
        return split + _common(one, other) + CURVED * degree + SLICED * is_strict


def _common(one: Any, other: Any) -> float:
    """The share of points on the smaller of two sides that have a like on the other, by how many there are of each kind."""
    return float(np.minimum(one, other).sum() / min(one.sum(), other.sum()))
