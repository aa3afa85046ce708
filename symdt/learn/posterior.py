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
from symdt.learn.kernels.family import Array, set_masks
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
    except (TypeError, ValueError):
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise ModelError(f"alpha is {quote(alpha)}: expected a positive number, the prior precision")
    if not 1e-300 <= value <= 1e300:
        raise ModelError(f"alpha is {value:g}: expected a number between 1e-300 and 1e300")
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
        members(mask, candidates): float(score)
        for mask, score in zip(set_masks(len(candidates), k).tolist(), scores, strict=True)
    }


def members(mask: int, candidates: tuple[str, ...]) -> tuple[str, ...]:
    """The parent set of a bit mask, in the order of the candidates."""
    return tuple(c for j, c in enumerate(candidates) if mask >> j & 1)


def family_score(counts: Counts, child: str, parents: tuple[str, ...], prior: str, alpha: float) -> float:
    """log p(child's column | these parents' columns)."""
    part = counts.family(child, parents)
    return full_score(part, prior, alpha)


def _log_prior(question: Admissible, masks: Array) -> Array:
    """log P(S) of each mask; −inf where a required parent is absent."""
    q = len(question.live)
    if question.arc_prior:
        log_prior = np.zeros(len(masks))
        for j, p in enumerate(question.arc_prior):
            log_prior += np.where((masks >> j) & 1, math.log(p), math.log1p(-p))
    else:
        log_prior = np.zeros(len(masks))
    need = question.required_mask
    if need:
        log_prior[(masks & need) != need] = -np.inf
    if not question.arc_prior:
        free = q - need.bit_count()
        room = question.limit - need.bit_count()
        return log_prior - math.log(sum(math.comb(free, s) for s in range(room + 1)))
    top = log_prior.max()
    return log_prior - (top + math.log(np.exp(log_prior - top).sum()))


def family_posterior(
    counts: Counts, question: Admissible, prior: str, alpha: float, jobs: int = 1, tick: Any = None
) -> FamilyPosterior:
    """The posterior of one child, from the counts of its family."""
    live = question.live
    q = len(live)
    scores = local_scores(counts.family(question.child, live), prior, alpha, question.limit, jobs, tick)
    masks = set_masks(q, question.limit)
    log_joint = scores + _log_prior(question, masks)
    top = float(log_joint.max())
    if not math.isfinite(top):
        raise DataError(f"the scores of {quote(question.child)} are not finite: choose a less extreme alpha")
    weight = np.exp(log_joint - top)
    total = float(weight.sum())
    present, absent = [], []
    for j in range(q):
        if question.limit == q:
            halves = weight.reshape(-1, 2, 1 << j)
            inside, outside = float(halves[:, 1, :].sum()), float(halves[:, 0, :].sum())
        else:
            has = (masks >> j) & 1 == 1
            inside, outside = float(weight[has].sum()), float(weight[~has].sum())
        # Divided by the sum of the two, so that equal halves give one half exactly.
        present.append(inside / (inside + outside))
        absent.append(outside / (inside + outside))
    best = masks[log_joint >= top - TIE].tolist()
    map_mask = min(best, key=lambda m: (m.bit_count(), [-(m >> j & 1) for j in range(q)]))
    k2_mask, steps = _greedy(question, log_joint)

    def probability(mask: int) -> float:
        return float(weight[place_of(mask, q, question.limit)] / total)

    return FamilyPosterior(
        question.child,
        live,
        tuple(present),
        tuple(absent),
        top + math.log(total),
        members(map_mask, live),
        probability(map_mask),
        members(k2_mask, live),
        probability(k2_mask),
        steps,
    )


def place_of(mask: int, q: int, limit: int) -> int:
    """Where a mask stands in the order of `set_masks(q, limit)`.

    >>> [place_of(m, 4, 2) for m in set_masks(4, 2).tolist()] == list(range(11))
    True
    """
    if limit == q:
        return mask
    bits = [v for v in range(q) if mask >> v & 1]
    smaller = sum(math.comb(q, s) for s in range(len(bits)))
    return smaller + sum(math.comb(v, i) for i, v in enumerate(bits, 1))


def _greedy(question: Admissible, log_joint: Array) -> tuple[int, tuple[K2Step, ...]]:
    """K2 on the posterior: from the required parents on, add the best parent while that helps."""
    live = question.live
    q = len(live)
    current = question.required_mask
    score = float(log_joint[place_of(current, q, question.limit)])
    steps: list[K2Step] = []
    while current.bit_count() < question.limit:
        tried = [
            (c, float(log_joint[place_of(current | 1 << j, q, question.limit)]))
            for j, c in enumerate(live)
            if not current >> j & 1
        ]
        best, value = max(tried, key=lambda item: item[1])
        # the first of those that tie
        best, value = next((c, x) for c, x in tried if x >= value - TIE)
        if value <= score + TIE:
            steps.append(K2Step(None, score, tuple(tried)))
            break
        steps.append(K2Step(best, value, tuple(t for t in tried if t[0] != best)))
        current |= 1 << live.index(best)
        score = value
    return current, tuple(steps)
