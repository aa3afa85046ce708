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
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from symdt.learn.counts import Counts
from symdt.learn.kernels.by_sets import local_scores
from symdt.learn.kernels.family import Array, set_masks
from symdt.learn.kernels.law import error_of, law_of, levels_of
from symdt.learn.question import Admissible
from symdt.networks.prior import Prior

FEW = 10  # variables that are done in ball arithmetic: quicker than to compile or to load the kernels
FEWEST = 2  # variables for which it is quicker than the kernels themselves
MOST_CELLS = 1 << 18  # of a table with all its margins: ten milliseconds

__all__ = ["Weights", "by_kernels", "family_weights", "prior_weights", "reduced"]


def by_kernels(n: int) -> bool:
    """Whether sums over so many variables are the kernels': many, or some where the kernels are there anyway."""
    return n > (FEWEST if "symdt.learn.dags.kernel_sums" in sys.modules else FEW)


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
        if not (q.required or q.forbidden or q.arc_prior or q.limit < len(q.candidates)):
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


def _scores(counts: Counts, child: str, candidates: Sequence[str], prior: str, alpha: float,
            limit: int | None = None, jobs: int = 1) -> Array:  # fmt: skip
    """The one door to the local scores."""
    loaded = by_kernels(len(counts.variables))  # then numba is there in any case
    return local_scores(counts.family(child, candidates), prior, alpha, limit, jobs, loaded=loaded)


@lru_cache(maxsize=16)
def _margins(arities: tuple[int, ...]) -> tuple[Array, Array, Array]:
    """Of a table with one place more on each axis for the sum: the cells set by set, that is by the mask of the
    axes that are not summed out; where each set begins; and the mask of each cell.
    """
    masks: Array = np.zeros([a + 1 for a in arities], np.int64)
    for v, arity in enumerate(arities):
        shape = [1] * len(arities)
        shape[v] = arity + 1
        masks += np.append(np.full(arity, 1 << v), 0).reshape(shape)
    order = np.argsort(masks.ravel(), kind="stable")
    ranked = masks.ravel()[order]
    return order, np.searchsorted(ranked, np.arange(1 << len(arities))), ranked


def table_evidences(counts: Counts, alpha: float) -> Array | None:
    """G(S) for every set S from one table of counts with all its margins; None where that would be too large.

    Under BDeu the joint table of S is a child with one state and the parents S: a cell for each block.
    """
    arities, cases = counts.arities, counts.cases
    if math.prod(a + 1 for a in arities) > MOST_CELLS:
        return None
    stride, states = levels_of(arities, "bdeu")
    law = law_of("bdeu", alpha, 1, states, cases)
    if law.tables.shape[1] <= cases:
        return None
    table = np.zeros([a + 1 for a in arities], np.int64)
    table[tuple(counts.codes)] = counts.weights
    for v, arity in enumerate(arities):
        here = np.moveaxis(table, v, 0)
        here[arity] = here[:arity].sum(axis=0)
    order, starts, masks = _margins(arities)
    levels = np.zeros(1 << len(arities), np.int64)
    for v in range(len(arities)):
        levels[1 << v : 2 << v] = levels[: 1 << v] + stride[v]
    sums = np.add.reduceat(law.tables[law.cell_u[levels][masks], table.ravel()[order]], starts)
    out: Array = (sums - sums[0]) / law.scale
    return out


def joint_evidences(counts: Counts, alpha: float, jobs: int = 1) -> Array:
    """G(S) under BDeu for every set S of the variables, as sums of local scores.

    >>> from symdt.learn.counts import tabulate
    >>> G = joint_evidences(tabulate({"A": [0, 1], "B": [0, 1]}), 1.0)
    >>> np.exp(G).round(6).tolist()  # 1, then 1/2 · 1/4 for one column, 1/4 · 1/8 for both
    [1.0, 0.125, 0.125, 0.03125]
    """
    names = counts.variables
    G = np.zeros(1 << len(names))
    for v, name in enumerate(names):
        G[1 << v : 2 << v] = G[: 1 << v] + _scores(counts, name, names[:v], "bdeu", alpha, None, jobs)
    return G


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
        table[wide] = _scores(counts, q.child, q.live, prior, alpha, q.limit, jobs)
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
