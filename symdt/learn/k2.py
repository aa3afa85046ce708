"""K2: the bottom-up search of Cooper and Herskovits (1992), the paper's §3, with its trace.

For each variable start from no parents; add the candidate that raises the posterior most; stop
when none does. Greedy on the posterior is not the Bayes action of a disintegrable loss, for which
greedy on the *risk* is exact (§4): `select_network` gives that one.

>>> cases = "paa ppp aap ppp aaa app ppp aaa ppp aaa".split()  # their table 1: present, absent
>>> data = {f"x{i + 1}": [case[i] for case in cases] for i in range(3)}
>>> print(k2(data, order="x1, x2, x3"))
K2 search, k2 with alpha 1, 10 cases
x1: {} -7.9273
x2: {} -7.9273 + x1 -6.8024
x3: {} -7.7450 + x2 -5.1930
log evidence -19.9227
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from symdt.learn.admissible import Admissible, Arcs, Pair, named, questions
from symdt.learn.counts import Counts, tabulate
from symdt.learn.kernel import empty_score, law_of, levels_of
from symdt.learn.limited import extension_score, refine
from symdt.learn.run import check_jobs
from symdt.learn.scores import TIE, K2Step, check_prior

__all__ = ["K2Family", "K2Search", "k2"]


@dataclass(frozen=True)
class K2Family:
    """The parents that the search ends with for one child, its scores at the start and the end, the steps."""

    child: str
    parents: tuple[str, ...]
    start: float
    score: float
    steps: tuple[K2Step, ...]


@dataclass(frozen=True)
class K2Search:
    """The network that K2 ends with, and how it came there."""

    variables: tuple[str, ...]
    families: tuple[K2Family, ...]
    prior: str
    alpha: float
    counts: Counts = field(repr=False)

    @property
    def arcs(self) -> tuple[Pair, ...]:
        return tuple((p, f.child) for f in self.families for p in f.parents)

    @property
    def log_evidence(self) -> float:
        """log p(D | the network)."""
        return math.fsum(f.score for f in self.families)

    def parents(self, child: str) -> tuple[str, ...]:
        return next(f.parents for f in self.families if f.child == child)

    def __str__(self) -> str:
        lines = [f"K2 search, {self.prior} with alpha {self.alpha:g}, {self.counts.cases} cases"]
        for f in self.families:
            trail = "".join(f" + {s.added} {s.score:.4f}" for s in f.steps if s.added is not None)
            lines.append(f"{f.child}: {{}} {f.start:.4f}{trail}")
        return "\n".join([*lines, f"log evidence {self.log_evidence:.4f}"])


def _search(counts: Counts, question: Admissible, prior: str, alpha: float) -> K2Family:
    """The greedy search for one child: one pass over its rows for each set that is tried."""
    live = question.live
    family = counts.family(question.child, live)
    if family.r == 1:
        return K2Family(question.child, question.required, 0.0, 0.0, (K2Step(None, 0.0),))
    stride, states = levels_of(family.arities, prior)
    law = law_of(prior, alpha, family.r, states, family.cases)
    size, top = len(family.child), max(family.arities, default=1)
    values = np.ascontiguousarray(family.values, dtype=np.uint16)
    child = np.ascontiguousarray(family.child, dtype=np.uint16)
    weight = np.ascontiguousarray(family.weights, dtype=np.int64)
    cells, totals = np.zeros(top * family.r, np.int64), np.zeros(top, np.int64)
    touched, count = np.empty(top * family.r + 1, np.int64), np.zeros(top, np.int64)
    order, starts = np.arange(size, dtype=np.int32), np.array([0, size], np.int32)
    blocks, single, level = 1, 0, 0
    start = score = empty_score(family, law)
    parents: list[int] = []
    steps: list[K2Step] = []

    def take(j: int) -> None:
        nonlocal order, starts, blocks, single, level
        target, ends = np.empty(size, np.int32), np.empty(size + 1, np.int32)
        blocks, dropped = refine(values[j], order, starts, blocks, weight, target, ends, count)
        order, starts = target[: ends[blocks]], ends[: blocks + 1]
        single += dropped
        level += int(stride[j])
        parents.append(j)

    def tried(j: int) -> int:
        s = extension_score(
            values[j], family.arities[j], order, starts, blocks, child[order], weight[order], family.r,
            level + int(stride[j]), law, cells, totals, touched,
        )  # fmt: skip
        return int(s) - single * int(law.log_r)

    for j, name in enumerate(live):
        if name in question.required:
            score = tried(j)
            take(j)
    margin = TIE * law.scale
    while len(parents) < question.limit:
        found = [(j, tried(j)) for j in range(len(live)) if j not in parents]
        best = max(s for _, s in found)
        j, value = next((j, s) for j, s in found if s >= best - margin)
        named_scores = [(live[i], s / law.scale) for i, s in found]
        if value <= score + margin:
            steps.append(K2Step(None, score / law.scale, tuple(named_scores)))
            break
        steps.append(K2Step(live[j], value / law.scale, tuple(x for x in named_scores if x[0] != live[j])))
        score = value
        take(j)
    if not steps:
        steps.append(K2Step(None, score / law.scale))
    chosen = tuple(name for j, name in enumerate(live) if j in parents)
    return K2Family(question.child, chosen, start / law.scale, score / law.scale, tuple(steps))


def k2(
    data: object,
    order: str | Sequence[str] | None = None,
    candidates: Mapping[str, str | Sequence[str]] | None = None,
    *,
    prior: str = "k2",
    alpha: float = 1.0,
    required: Arcs = (),
    forbidden: Arcs = (),
    max_parents: int | None = None,
    weights: str | Sequence[int] | None = None,
    missing: str = "error",
    jobs: int | None = None,
) -> K2Search:
    """The network that the bottom-up search ends with; all parent sets of a child alike a priori.

    A tie stops the search; among candidates that tie for the best the first in order is added.
    Arguments as in `select_network`; the prior is the paper's source's, α_ijk = 1, unless said.
    """
    alpha = check_prior(prior, alpha)
    jobs = check_jobs(jobs)
    counts = tabulate(data, named(order, candidates), weights, missing)
    asked = questions(counts.variables, order, candidates, None, required, forbidden, max_parents)
    with ThreadPoolExecutor(jobs) as pool:
        families = tuple(pool.map(lambda q: _search(counts, q, prior, alpha), asked))
    return K2Search(tuple(q.child for q in asked), families, prior, alpha, counts)
