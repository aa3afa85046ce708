"""Arcs with what was decided on them: the nouns of a selection.

>>> arc = Arc("A", "B", probability=0.8, absent=0.2, false=3.0, missed=1.0, chosen=True)
>>> arc.threshold, arc.verdict, round(arc.gain, 12)
(0.75, 1, 0.2)
"""

from __future__ import annotations

from dataclasses import dataclass

from symdt.learn.admissible import Pair
from symdt.learn.scores import TIE

__all__ = ["Arc", "Difference", "PathStep"]


@dataclass(frozen=True)
class Arc:
    """A candidate arc: its posterior probability, its losses, and what was decided."""

    parent: str
    child: str
    probability: float  # π
    absent: float  # 1 − π, as a sum of its own
    false: float  # l0j
    missed: float  # lj0
    chosen: bool
    status: str = "free"  # or "required", "forbidden"

    @property
    def threshold(self) -> float | None:
        """τ = l0j/(l0j + lj0); None if both losses are 0, when nothing is at stake."""
        total = self.false + self.missed
        return self.false / total if total > 0 else None

    @property
    def gain(self) -> float:
        """R_0 − R_j = lj0 π − l0j (1 − π): how much the arc lowers the risk."""
        return self.missed * self.probability - self.false * self.absent

    @property
    def verdict(self) -> int:
        """1 if π > τ, −1 if π < τ, 0 for a tie (within 1e-9 of the larger term)."""
        gained, lost = self.missed * self.probability, self.false * self.absent
        if self.status == "free" and self.false == 0 < self.missed:
            return 1  # τ = 0 < π, though π may be too small for a float
        if abs(gained - lost) <= TIE * max(gained, lost):
            return 0
        return 1 if gained > lost else -1

    @property
    def risk(self) -> float:
        """What the decision on this arc is expected to cost."""
        return self.false * self.absent if self.chosen else self.missed * self.probability


@dataclass(frozen=True)
class Difference:
    """An arc on which another choice differs from the Bayes network, and why."""

    choice: str  # "MAP" or "K2"
    parent: str
    child: str
    chosen: bool  # by the Bayes network
    cost: float  # by how much the other decision on this arc raises the risk
    why: str

    def __str__(self) -> str:
        verb = "leaves out" if self.chosen else "adds"
        return f"{self.choice} {verb} {self.parent} -> {self.child}: {self.why}"


@dataclass(frozen=True)
class PathStep:
    """The Bayes network for every threshold τ with low ≤ τ < high, one loss ratio for all arcs."""

    low: float
    high: float
    arcs: tuple[Pair, ...]
