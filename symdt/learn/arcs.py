"""Arcs with what was decided on them: the nouns of a selection.

>>> arc = Arc("A", "B", probability=0.8, absent=0.2, false=3.0, missed=1.0, chosen=True)
>>> arc.threshold, arc.verdict, round(arc.gain, 12)
(0.75, 1, 0.2)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symdt.display import counted
from symdt.errors import quote
from symdt.learn.counts import Counts
from symdt.learn.posterior import TIE, FamilyPosterior, K2Step
from symdt.learn.question import Pair

__all__ = ["Arc", "Difference", "PathStep"]


@dataclass(frozen=True, slots=True)
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

    def to_json(self) -> dict[str, Any]:
        """The arc in the answer of `symdt select --json`."""
        shown = ("parent", "child", "probability", "threshold", "chosen")
        return {name: getattr(self, name) for name in shown}


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


class PathStep:
    """The Bayes network for every threshold τ with low ≤ τ < high, one loss ratio for all arcs.

    The ends are exact without an order, where the probabilities are. The arcs may be given as a
    function: a path has as many steps as arcs, so that they are listed only when asked for.

    >>> PathStep(0.0, 1.0, lambda: (("A", "B"),)) == PathStep(0.0, 1.0, (("A", "B"),))
    True
    """

    __slots__ = ("_arcs", "high", "low")

    def __init__(
        self,
        low: float | Fraction,
        high: float | Fraction,
        arcs: tuple[Pair, ...] | Callable[[], tuple[Pair, ...]],
    ) -> None:
        self.low, self.high, self._arcs = low, high, arcs

    @property
    def arcs(self) -> tuple[Pair, ...]:
        """The arcs of the network."""
        return self._arcs() if callable(self._arcs) else self._arcs

    def to_json(self) -> dict[str, Any]:
        """The step in the answer of `symdt select --json`."""
        return {"from": float(self.low), "to": float(self.high), "arcs": [list(pair) for pair in self.arcs]}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PathStep):
            return NotImplemented
        return (self.low, self.high, self.arcs) == (other.low, other.high, other.arcs)

    def __hash__(self) -> int:
        return hash((self.low, self.high))

    def __repr__(self) -> str:
        return f"PathStep(low={self.low!r}, high={self.high!r}, arcs={self.arcs!r})"


def show_set(names: tuple[str, ...]) -> str:
    """A parent set as it is written: {A,B}."""
    return "{" + ",".join(names) + "}"


def rounded(x: float) -> str:
    """Four digits, but never 1 or 0 for what is neither."""
    text = f"{x:.4f}"
    if text == "1.0000" and x < 1:
        return ">0.9999"
    if text == "0.0000" and x > 0:
        return "<0.0001"
    return text


def _relation(arc: Arc) -> str:
    if arc.threshold is None:
        return "both its losses are 0"
    sign = {1: ">", 0: "=", -1: "<"}[arc.verdict]
    return f"P(arc) = {rounded(arc.probability)} {sign} τ = {rounded(arc.threshold)}"


def _why_map(arc: Arc, family: FamilyPosterior) -> str:
    best = (
        f"the most probable set {show_set(family.map_set)} has probability {rounded(family.map_probability)}"
    )
    if arc.chosen:
        return f"{_relation(arc)}, summed over all sets that hold it; {best}, and it is not in that one"
    return f"{_relation(arc)}, though {best} and holds it"


def _why_k2(arc: Arc, family: FamilyPosterior) -> str:
    steps = family.k2_steps
    if arc.chosen:
        last = steps[-1] if steps else K2Step(None, 0.0)
        tried = dict(last.runners_up).get(arc.parent)
        if last.added is None and tried is not None:
            return (
                f"{_relation(arc)}; at {show_set(family.k2_set)} adding it alone changes the log "
                "posterior by "
                f"{tried - last.score:+.4g}, so the greedy search stopped"
            )
        return f"{_relation(arc)}; the greedy search had filled its places before"
    step = next((i for i, s in enumerate(steps, 1) if s.added == arc.parent), 0)
    return f"{_relation(arc)}; the greedy search took it in step {step} and never takes back"


def differences(arcs: Sequence[Arc], posteriors: Sequence[FamilyPosterior]) -> tuple[Difference, ...]:
    """Each arc on which MAP or K2 decides otherwise, with the reason and what it costs."""
    families = {f.child: f for f in posteriors}
    out = []
    for choice, why in (("MAP", _why_map), ("K2", _why_k2)):
        for a in arcs:
            family = families[a.child]
            there = a.parent in (family.map_set if choice == "MAP" else family.k2_set)
            if there != a.chosen:
                reason = why(a, family)
                if not a.chosen and a.verdict > 0:
                    reason = f"max_parents leaves no room for it, other arcs gain more; {reason}"
                cost = a.gain if a.chosen else -a.gain
                out.append(Difference(choice, a.parent, a.child, a.chosen, cost, reason))
    return tuple(out)


def arc_rows(selection: Any) -> list[tuple[str, ...]]:
    """The table of candidate arcs: arc, P(arc), τ, chosen, MAP, K2, as text, for a terminal."""
    map_arcs, k2_arcs = set(selection.map_arcs), set(selection.k2_arcs)
    return [
        (
            f"{a.parent} -> {a.child}",
            rounded(a.probability),
            "-" if a.threshold is None else rounded(a.threshold),
            {"required": "required", "forbidden": "forbidden"}.get(a.status, "yes" if a.chosen else "no"),
            "yes" if (a.parent, a.child) in map_arcs else "no",
            "yes" if (a.parent, a.child) in k2_arcs else "no",
        )
        for a in selection.arcs
    ]


def left_out(counts: Counts) -> list[str]:
    """A line for the cases that were left out, and one for the columns that neither order nor candidates name.

    >>> from symdt import tabulate
    >>> left_out(tabulate({"A": [0, None], "B": [0, 1], "C": [0, 1]}, ["A", "B"], missing="drop"))
    ['1 case left out: a cell was missing', "columns left out, since they are not named: 'C'"]
    """
    lines = []
    if counts.dropped:
        lines.append(f"{counted(counts.dropped, 'case')} left out: a cell was missing")
    if counts.unread:
        told = ", ".join(map(quote, counts.unread[:8]))
        more = f" and {len(counts.unread) - 8} more" if len(counts.unread) > 8 else ""
        lines.append(f"columns left out, since they are not named: {told}{more}")
    return lines


def to_text(selection: Any) -> str:  # a Selection, which stands above this module
    """The selection as one reads it: the network, the arcs, the risks, and where others differ."""
    s = selection
    lines = [
        f"Bayes network of {counted(len(s.variables), 'variable')} from {counted(s.counts.cases, 'case')} "
        f"({len(s.counts.weights)} distinct), {s.prior} with alpha {s.alpha:g}"
        + (f", at most {s.max_parents} parents" if s.max_parents is not None else "")
    ]
    lines += left_out(s.counts)
    lines += [f"  {v} <- {', '.join(s.parents(v)) or '(none)'}" for v in s.variables]
    rows = [("arc", "P(arc)", "τ", "chosen", "MAP", "K2"), *arc_rows(s)]
    if len(rows) > 61:  # the chosen and the doubtful ones tell the story of a large network
        kept = [i for i, a in enumerate(s.arcs, 1) if a.chosen or a.probability > 0.05]
        lines.append(f"{len(s.arcs)} candidate arcs; shown are those chosen or with P(arc) > 0.05")
        rows = [rows[0], *(rows[i] for i in kept)]
    widths = [max(len(r[c]) for r in rows) for c in range(6)]
    lines += ["  " + "  ".join(x.ljust(w) for x, w in zip(r, widths, strict=True)).rstrip() for r in rows]
    lines += [
        f"Bayes risk {s.bayes_risk:.6g}, the expected value of perfect information too",
        f"log evidence {s.log_evidence:.4f}, averaged over all networks {s.log_marginal:.4f}",
        f"risk of MAP {s.risk(s.map_arcs):.6g}, of K2 {s.risk(s.k2_arcs):.6g}",
    ]
    lines += [f"  {d}" for d in s.differences]
    return "\n".join(lines)
