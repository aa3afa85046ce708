"""The prior's precision: the same question asked with other α, and whether the answer hangs on it.

The evidence of a family is a rational function of α, and so is every probability of an arc. Where the
decision on an arc turns within a factor of four of the α that was given, it is the prior that decides rather
than the data, and the reader is told so; and where a probability moves by a quarter or more, whatever is decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from symdt.errors import ModelError
from symdt.learn.acyclic.amounts import Matrix
from symdt.learn.acyclic.bayes import decide_dag
from symdt.learn.arcs import rounded
from symdt.learn.dags.families import family_weights
from symdt.learn.dags.over_dags import sum_over_dags
from symdt.learn.dags.without_order import DagSelection
from symdt.learn.posterior import LEAST_ALPHA, MOST_ALPHA, check_prior, family_posterior
from symdt.learn.question import Pair
from symdt.learn.selection import Selection, decide

__all__ = ["AlphaPath", "alpha_path", "hangs_on_alpha"]

FACTORS = (0.01, 0.1, 0.25, 1, 4, 10, 100)
NEAR = 4.0  # a factor of α within which a good answer stays
MOVES = 0.25  # of a probability
MOST_SHOWN = 20  # arcs, where none is chosen
MOST_QUICK = 13  # variables without an order: some tenths of a second for each α
QUICK = 20_000_000  # parent states or rows of all parent sets: tens of milliseconds


@dataclass(frozen=True)
class AlphaPath:
    """The probability of every arc and whether it is chosen, for each α, in ascending order."""

    alpha: float  # the one that was given
    alphas: tuple[float, ...]
    arcs: tuple[Pair, ...]
    probabilities: tuple[tuple[float, ...], ...]  # by α, then by arc
    chosen: tuple[tuple[bool, ...], ...]

    @cached_property
    def turning(self) -> tuple[int, ...]:
        """The places of the arcs that are chosen for some of these α and not for others."""
        return tuple(k for k in range(len(self.arcs)) if len({c[k] for c in self.chosen}) > 1)

    @property
    def _near(self) -> list[int]:
        """The places of the α within a factor of the one that was given."""
        low, high = self.alpha / NEAR, self.alpha * NEAR
        return [k for k, a in enumerate(self.alphas) if low <= a * (1 + 1e-9) and a <= high * (1 + 1e-9)]

    @cached_property
    def hanging(self) -> tuple[int, ...]:
        """The places of the arcs whose decision hangs on α near the one that was given."""
        return tuple(arc for arc in self.turning if len({self.chosen[k][arc] for k in self._near}) > 1)

    @cached_property
    def moving(self) -> tuple[int, ...]:
        """The places of the other arcs whose probability moves by a quarter or more near the α that was given."""
        return tuple(
            arc
            for arc in range(len(self.arcs))
            if arc not in self.hanging
            and max(self.probabilities[k][arc] for k in self._near)
            - min(self.probabilities[k][arc] for k in self._near)
            >= MOVES
        )

    def to_json(self) -> list[dict[str, Any]]:
        """As `symdt select --alpha-path --json` gives it."""
        return [
            {
                "alpha": alpha,
                "arcs": [
                    {"parent": p, "child": c, "probability": x, "chosen": y}
                    for (p, c), x, y in zip(self.arcs, row, picked, strict=True)
                ],
            }
            for alpha, row, picked in zip(self.alphas, self.probabilities, self.chosen, strict=True)
        ]

    def __str__(self) -> str:
        shown = [k for k in range(len(self.arcs)) if any(c[k] for c in self.chosen)]
        is_chosen = bool(shown)
        if not is_chosen:  # the most probable ones, in their order
            most = sorted(range(len(self.arcs)), key=lambda k: -max(row[k] for row in self.probabilities))
            shown = sorted(most[:MOST_SHOWN])
        head = ("arc", *(f"alpha {a:g}" for a in self.alphas))
        table = [head]
        for k in shown:
            p, c = self.arcs[k]
            cells = (
                rounded(row[k]) + ("*" if picked[k] else "")
                for row, picked in zip(self.probabilities, self.chosen, strict=True)
            )
            table.append((f"{p} -> {c}", *cells))
        widths = [max(len(row[k]) for row in table) for k in range(len(head))]
        lines = ["probabilities by the prior's precision (* chosen):"]
        lines += [
            "  " + "  ".join(x.ljust(w) for x, w in zip(row, widths, strict=True)).rstrip() for row in table
        ]
        if not is_chosen:
            lines.append("no arc is chosen for any of these alpha; shown are the most probable")
        turn = len(self.turning) or "none"
        lines.append(f"decisions that turn from alpha {self.alphas[0]:g} to {self.alphas[-1]:g}: {turn}")
        return "\n".join(lines)


def _at(selection: Any, alpha: float, jobs: int) -> dict[Pair, tuple[float, bool]]:
    """The probability of every arc under another α, and the decision on it."""
    if isinstance(selection, DagSelection):
        weights = family_weights(selection.counts, selection.questions, selection.prior, alpha, jobs)
        sums = sum_over_dags(weights, selection.structure_prior, jobs)
        assert sums is not None  # the same DAGs are admissible whatever α is
        names = selection.variables
        probabilities: Matrix = tuple(tuple(float(x) for x in row) for row in sums.present)
        dag, _ = decide_dag(names, probabilities, selection.losses, selection.questions)
        return {
            (u, v): (float(probabilities[i][j]), bool(dag[j] >> i & 1))
            for i, u in enumerate(names)
            for j, v in enumerate(names)
            if i != j
        }
    asked = selection.questions
    families = [family_posterior(selection.counts, q, selection.prior, alpha, jobs) for q in asked]
    false = {(a.parent, a.child): a.false for a in selection.arcs}
    missed = {(a.parent, a.child): a.missed for a in selection.arcs}
    found = decide(asked, families, false, missed)
    return {(a.parent, a.child): (a.probability, a.chosen) for a in found}


def _around(alpha: float, factors: Sequence[float]) -> list[float]:
    """So many times this α, as far as a precision may be."""
    return [alpha * f for f in factors if LEAST_ALPHA <= alpha * f <= MOST_ALPHA]


def alpha_path(selection: Any, alphas: Sequence[float] | None = None, jobs: int = 1) -> AlphaPath:
    """The same question with other precisions of the prior.

    selection: from data, under an order or without one. alphas: unless said seven, from a hundredth of the
    one that was given to a hundred times it. jobs: threads.

    >>> from symdt import select_network
    >>> eight = {"A": [0, 0, 0, 0, 1, 1, 1, 1], "B": [0, 0, 0, 1, 0, 1, 1, 1]}
    >>> chosen = select_network(eight, order="A,B", progress=False)
    >>> print(alpha_path(chosen, [0.25, 1, 4]))
    probabilities by the prior's precision (* chosen):
      arc     alpha 0.25  alpha 1  alpha 4
      A -> B  0.1821      0.4018   0.5360*
    decisions that turn from alpha 0.25 to 4: 1
    """
    if not isinstance(selection, Selection | DagSelection):
        raise ModelError("an alpha path is asked of data: probabilities from elsewhere have no alpha")
    given = _around(selection.alpha, FACTORS) if alphas is None else alphas
    asked = sorted({check_prior(selection.prior, float(a)) for a in given})
    own = {(a.parent, a.child): (a.probability, a.chosen) for a in selection.arcs}
    rows = [own if a == selection.alpha else _at(selection, a, jobs) for a in asked]
    arcs = tuple((a.parent, a.child) for a in selection.arcs)
    return AlphaPath(
        selection.alpha,
        tuple(asked),
        arcs,
        tuple(tuple(row[arc][0] for arc in arcs) for row in rows),
        tuple(tuple(row[arc][1] for arc in arcs) for row in rows),
    )


def hangs_on_alpha(selection: Any, jobs: int = 1) -> list[str]:
    """A line where decisions hang on α, and one where probabilities do; asked where the answer is quick, else it is
    said that it was not.

    selection: from data, under an order or without one. jobs: threads.
    """
    counts = selection.counts
    sets = sum(2.0 ** min(q.limit, len(q.live)) for q in selection.questions)
    if isinstance(selection, DagSelection):
        is_quick = len(selection.variables) <= MOST_QUICK
    else:
        is_quick = sets * min(len(counts.weights), 1000) <= QUICK
        is_quick = is_quick and all(len(q.live) <= 12 for q in selection.questions)
    if not is_quick:
        return [
            "whether the answer hangs on alpha was not looked at, since it takes long: --alpha-path shows it"
        ]
    path = alpha_path(selection, _around(selection.alpha, (1 / NEAR, 1, NEAR)), jobs)
    lines = []
    if path.hanging:
        told = _told(path, path.hanging)
        lines.append(f"the prior decides: {told}; --alpha-path shows more, more cases would settle it")
    if path.moving:
        told = _told(path, path.moving)
        lines.append(f"probabilities that depend on alpha strongly, though no decision does: {told}")
    return lines


def _told(path: AlphaPath, arcs: Sequence[int]) -> str:
    """The first few of the arcs, with the ends of what their probabilities move between."""
    told = []
    for k in arcs[:4]:
        p, c = path.arcs[k]
        low, high = rounded(path.probabilities[0][k]), rounded(path.probabilities[-1][k])
        told.append(f"{p} -> {c} ({low} with alpha {path.alphas[0]:g}, {high} with {path.alphas[-1]:g})")
    return ", ".join(told) + (", ..." if len(arcs) > 4 else "")
