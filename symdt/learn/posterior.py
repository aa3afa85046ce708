"""The posterior over the parent sets of one child, as far as a decision needs it.

    log P(S | D) = log P(S) + score(S) − log Σ_S' P(S') exp score(S')

with one log-sum-exp; the probability of arc j is then one masked sum. What is kept is what every
loss needs: P(arc j | D) and its complement (as sums of their own, so that neither loses digits
near one), the most probable set, and the greedy search K2 on the same numbers. Losses play no
part here, so a finished child serves every loss.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from symdt.errors import DataError, ModelError, quote
from symdt.learn.counts import Counts
from symdt.learn.kernels.by_sets import full_score, local_scores
from symdt.learn.kernels.family import Array, ParentSets
from symdt.learn.question import Admissible
from symdt.networks.prior import Prior

__all__ = [
    "TIE",
    "FamilyPosterior",
    "K2Step",
    "check_prior",
    "family_posterior",
    "family_score",
    "parent_set_scores",
]

LEAST_ALPHA, MOST_ALPHA = 1e-300, 1e300
TIE = 1e-9
"""Two log posteriors (or a gain, in units of its terms) that differ by less are equal: a tie."""


@dataclass(frozen=True)
class K2Step:
    """One step of the greedy search: the parent that was added, or None at the end, and the score then.

    `runners_up` are the scores of the other sets tried, by candidate.
    """

    added: str | None
    score: float
    runners_up: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class FamilyPosterior:
    """Posterior arc probabilities of one child, its most probable parent set and K2's."""

    child: str
    candidates: tuple[str, ...]  # the live ones
    present: tuple[float, ...]  # P(arc | D)
    absent: tuple[float, ...]  # P(no arc | D)
    log_marginal: float  # log Σ_S P(S) p(D_child | S)
    map_set: tuple[str, ...]
    map_probability: float
    k2_set: tuple[str, ...]
    k2_probability: float
    k2_steps: tuple[K2Step, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, table: dict[str, Any]) -> FamilyPosterior:
        steps = tuple(
            K2Step(s["added"], s["score"], tuple((c, x) for c, x in s["runners_up"]))
            for s in table["k2_steps"]
        )
        plain: dict[str, Any] = {
            k: tuple(v) if isinstance(v, list) else v for k, v in table.items() if k != "k2_steps"
        }
        return cls(**plain, k2_steps=steps)


def check_prior(prior: str, alpha: float) -> float:
    """The prior's name and precision, or one clear line."""
    Prior(prior)  # an unknown name is refused here
    try:
        value = float(alpha)
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise ModelError(f"alpha is {quote(alpha)}: expected a positive number, the prior precision")
    if not LEAST_ALPHA <= value <= MOST_ALPHA:
        raise ModelError(f"alpha is {value:g}: expected a number between {LEAST_ALPHA:g} and {MOST_ALPHA:g}")
    return value


def parent_set_scores(
    counts: Counts, child: str, candidates: tuple[str, ...], prior: str = "bdeu", alpha: float = 1.0,
    max_parents: int | None = None, jobs: int = 1,
) -> dict[tuple[str, ...], float]:  # fmt: skip
    """log p(child's column | parents' columns) of every parent set with at most max_parents members.

    >>> from symdt.learn.counts import tabulate
    >>> table = parent_set_scores(tabulate({"A": [0, 1], "B": [0, 1]}), "B", ("A",), prior="k2")
    >>> {s: round(math.exp(x), 6) for s, x in table.items()}
    {(): 0.166667, ('A',): 0.25}
    """
    check_prior(prior, alpha)
    k = len(candidates) if max_parents is None else min(max_parents, len(candidates))
    scores = local_scores(counts.family(child, candidates), prior, float(alpha), k, jobs)
    return {
        tuple(candidates[j] for j in s): float(score)
        for s, score in zip(ParentSets(len(candidates), k), scores, strict=True)
    }


def family_score(counts: Counts, child: str, parents: tuple[str, ...], prior: str, alpha: float) -> float:
    """log p(child's column | these parents' columns)."""
    part = counts.family(child, parents)
    return full_score(part, prior, alpha)


def _log_prior(question: Admissible, sets: ParentSets) -> Array:
    """log P(S) of each set; −inf where a required parent is absent."""
    log_prior = sets.log_factors(question.arc_prior) if question.arc_prior else np.zeros(len(sets))
    need = question.needed
    for j in need:
        log_prior[~sets.holds(j)] = -np.inf
    if not question.arc_prior:
        free, room = sets.q - len(need), question.limit - len(need)
        return log_prior - math.log(sum(math.comb(free, s) for s in range(room + 1)))
    top = log_prior.max()
    return log_prior - (top + math.log(np.exp(log_prior - top).sum()))


def family_posterior(
    counts: Counts, question: Admissible, prior: str, alpha: float, jobs: int = 1, tick: Any = None
) -> FamilyPosterior:
    """The posterior of one child, from the counts of its family."""
    live = question.live
    scores = local_scores(counts.family(question.child, live), prior, alpha, question.limit, jobs, tick)
    sets = ParentSets(len(live), question.limit)
    log_joint = scores + _log_prior(question, sets)
    top = float(log_joint.max())
    if not math.isfinite(top):
        raise DataError(f"the scores of {quote(question.child)} are not finite: choose a less extreme alpha")
    weight = np.exp(log_joint - top)
    total = float(weight.sum())
    # Divided by the sum of the two, so that equal halves give one half exactly.
    shares = [(x / (x + y), y / (x + y)) for x, y in sets.halves(weight)]
    best = map(sets.at, np.flatnonzero(log_joint >= top - TIE).tolist())
    map_set = min(best, key=lambda s: (len(s), s))  # the fewest parents, then the first
    k2_set, steps = _greedy(question, sets, log_joint)

    def named(found: tuple[int, ...]) -> tuple[tuple[str, ...], float]:
        return tuple(live[j] for j in found), float(weight[sets.place(found)] / total)

    return FamilyPosterior(
        question.child,
        live,
        tuple(x for x, _ in shares),
        tuple(y for _, y in shares),
        top + math.log(total),
        *named(map_set),
        *named(k2_set),
        steps,
    )


def _greedy(
    question: Admissible, sets: ParentSets, log_joint: Array
) -> tuple[tuple[int, ...], tuple[K2Step, ...]]:
    """K2 on the posterior: from the required parents on, add the best parent while that helps."""
    live = question.live
    current = question.needed
    score = float(log_joint[sets.place(current)])
    steps: list[K2Step] = []
    while len(current) < question.limit:
        tried = [
            (j, float(log_joint[sets.place(sorted((*current, j)))]))
            for j in range(len(live))
            if j not in current
        ]
        value = max(x for _, x in tried)
        # the first of those that tie
        best, value = next((j, x) for j, x in tried if x >= value - TIE)
        told = tuple((live[j], x) for j, x in tried)
        if value <= score + TIE:
            steps.append(K2Step(None, score, told))
            break
        steps.append(K2Step(live[best], value, tuple(t for t in told if t[0] != live[best])))
        current = tuple(sorted((*current, best)))
        score = value
    return current, tuple(steps)
