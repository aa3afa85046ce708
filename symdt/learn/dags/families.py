"""The weight of every parent set of every variable: its evidence times its prior factor.

    log w_i(P) = log p(D_i | D_P) + log factor_i(P),   −∞ where P is not admissible.

The factor is 1, or with arc priors ∏_{j∈P} p_ji ∏_{j∉P} (1 − p_ji). Sets are bit masks over the other
variables in their order. Under BDeu every evidence is a difference of two of 2^n numbers:

    log p(D_i | D_P) = G(P∪i) − G(P),   G(S) the log evidence of the joint table of S,

from one table with its margins where that is small. Otherwise G is the sum of the local scores under any
one order: G(S∪v) = G(S) + score_v(S) where v follows all of S. So 2^n local scores give all n·2^(n−1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from symdt.learn.counts import Counts
from symdt.learn.dags.joint_tables import joint_evidences, scores_of, table_evidences
from symdt.learn.kernels.family import Array, set_masks
from symdt.learn.kernels.law import error_of
from symdt.learn.question import Admissible
from symdt.networks.prior import Prior

__all__ = ["Weights", "family_weights", "prior_weights", "reduced"]


@dataclass(frozen=True, eq=False)
class Weights:
    """log w_i(P) for every variable i and set P of others, made when asked for."""

    questions: tuple[Admissible, ...]  # one for each variable; candidates are the others, in order
    joint: Array | None  # G, by the mask of the set
    scores: tuple[Array, ...]  # where there is no G: the evidences of each child, −inf where not scored
    error: float  # of each log evidence, at most

    @property
    def n(self) -> int:
        return len(self.questions)

    def evidences(self, i: int) -> Array:
        """log p(D_i | D_P) by the mask of P; 0 everywhere if there are no data."""
        if self.joint is not None:
            halves = self.joint.reshape(-1, 2, 1 << i)
            out: Array = (halves[:, 1, :] - halves[:, 0, :]).ravel()
            return out
        return self.scores[i] if self.scores else np.zeros(1 << (self.n - 1))

    def logs(self, i: int) -> Array:
        """log w_i(P) by the mask of P."""
        q = self.questions[i]
        out = self.evidences(i)
        if q.is_free:
            return out
        out = out.copy()
        masks = np.arange(len(out))
        live = iter(q.arc_prior)
        for j, name in enumerate(q.candidates):
            has = (masks >> j & 1).astype(bool)
            if name in q.forbidden:
                out[has] = -np.inf
                continue
            if name in q.required:
                out[~has] = -np.inf
            if q.arc_prior:
                p = next(live)
                out += np.where(has, math.log(p), math.log1p(-p))
        if q.limit < len(q.live):
            out[np.bitwise_count(masks) > q.limit] = -np.inf
        return out

    def all_logs(self) -> Array:
        """`logs` of every variable, by [variable, mask of P]: for few variables."""
        if self.joint is None or not all(q.is_free for q in self.questions):
            return np.stack([self.logs(i) for i in range(self.n)])
        without, step = _sets_without(self.n)
        out: Array = self.joint[without + step]
        out -= self.joint[without]
        return out


@lru_cache(maxsize=16)
def _sets_without(n: int) -> tuple[Array, Array]:
    """Of each of n variables: the masks of the sets without it, in order, and its own."""
    masks = np.arange(1 << n)
    sets = np.stack([masks[masks >> i & 1 == 0] for i in range(n)])
    return sets, 1 << np.arange(n)[:, None]


def family_weights(
    counts: Counts, questions: Sequence[Admissible], prior: str, alpha: float, jobs: int = 1
) -> Weights:
    """The weights of all parent sets, from the counts and what is admissible."""
    n, of_score = len(questions), error_of(prior, alpha, counts.arities, len(counts.weights), counts.cases)
    if Prior(prior).is_score_equivalent and all(q.limit >= len(q.live) for q in questions):
        found = table_evidences(counts, alpha)
        terms = 1 if found is not None else n  # scores and rounded sums, on either side of a difference
        joint = joint_evidences(counts, alpha, jobs) if found is None else found
        error = (2 * terms + 1) * (of_score + float(np.abs(joint).max()) * 2.0**-53)
        return Weights(tuple(questions), joint, (), error)
    tables = []
    for q in questions:
        places = [q.candidates.index(c) for c in q.live]
        masks = set_masks(len(q.live), q.limit)
        wide = np.zeros(len(masks), np.int64)
        for k, j in enumerate(places):
            wide |= (masks >> k & 1) << j
        table = np.full(1 << len(q.candidates), -np.inf)
        table[wide] = scores_of(counts, q.child, q.live, prior, alpha, q.limit, jobs)
        tables.append(table)
    return Weights(tuple(questions), None, tuple(tables), of_score)


def prior_weights(questions: Sequence[Admissible]) -> Weights:
    """The factors alone, as if there were no data: their sum over all DAGs normalises the prior."""
    return Weights(tuple(questions), None, (), 0.0)


def reduced(weights: Weights, forbidden: Sequence[tuple[str, str]]) -> Weights:
    """The same weights with more arcs forbidden; the factors of the sets that remain are as before."""
    out = []
    for i, q in enumerate(weights.questions):
        table = weights.logs(i)
        masks = np.arange(len(table))
        for j, name in enumerate(q.candidates):
            if (name, q.child) in forbidden:
                table = np.where(masks >> j & 1, -np.inf, table)
        out.append(table)
    plain = tuple(Admissible(q.child, q.candidates, limit=len(q.candidates)) for q in weights.questions)
    return Weights(plain, None, tuple(out), weights.error)
