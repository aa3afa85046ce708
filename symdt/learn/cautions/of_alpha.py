"""The prior's precision: the same question asked with other α, and whether the answer hangs on it.

The evidence of a family is a rational function of α, and so is every probability of an arc. Where the
decision on an arc turns within a factor of four of the α that was given, and its probability moves by a
quarter or more, it is the prior that decides rather than the data, and the reader is told so.
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
from symdt.learn.posterior import check_prior, family_posterior
from symdt.learn.question import Pair
from symdt.learn.selection import Selection, decide

__all__ = ["AlphaPath", "alpha_path", "hangs_on_alpha"]

FACTORS = (0.01, 0.1, 0.25, 1, 4, 10, 100)
NEAR = 4.0  # a factor of α within which a good answer stays
MOVES = 0.25  # of a probability
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

    @cached_property
    def hanging(self) -> tuple[int, ...]:
        """The places of the arcs whose decision hangs on α near the one that was given."""
        near = [k for k, a in enumerate(self.alphas) if self.alpha / NEAR <= a * (1 + 1e-9) and
                a <= self.alpha * NEAR * (1 + 1e-9)]  # fmt: skip
        out = []
        for arc in self.turning:
            range_of = [self.probabilities[k][arc] for k in near]
            if len({self.chosen[k][arc] for k in near}) > 1 and max(range_of) - min(range_of) >= MOVES:
                out.append(arc)
        return tuple(out)

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
    given = [selection.alpha * f for f in FACTORS] if alphas is None else alphas
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
    """A line where decisions hang on α; asked where the answer is quick, and none otherwise.

    selection: from data, under an order or without one. jobs: threads.
    """
    counts = selection.counts
    sets = sum(2.0 ** min(q.limit, len(q.live)) for q in selection.questions)
    if isinstance(selection, DagSelection) and len(selection.variables) > 8:
        return []
    if sets * min(len(counts.weights), 1000) > QUICK or any(len(q.live) > 12 for q in selection.questions):
        return []
    path = alpha_path(selection, [selection.alpha / NEAR, selection.alpha, selection.alpha * NEAR], jobs)
    if not path.hanging:
        return []
    told = []
    for k in path.hanging[:4]:
        p, c = path.arcs[k]
        low, high = rounded(path.probabilities[0][k]), rounded(path.probabilities[-1][k])
        told.append(f"{p} -> {c} ({low} with alpha {path.alphas[0]:g}, {high} with {path.alphas[-1]:g})")
    more = ", ..." if len(path.hanging) > 4 else ""
    return [
        f"the prior decides: {', '.join(told)}{more}; --alpha-path shows more, more cases would settle it"
    ]
