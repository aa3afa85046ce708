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
from symdt.learn.bitmaps import bit_extension_score, bit_refine
from symdt.learn.cells import cell_score
from symdt.learn.counts import Counts, tabulate
from symdt.learn.kernel import Array, bits_pay, empty_score, law_of, variable_bitmaps
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


class _Laws:
    """The prior of the current parent set (level 0) and of its extensions by each arity (1, 2, …)."""

    def __init__(self, prior: str, alpha: float, r: int, arities: Sequence[int], cases: int) -> None:
        self.prior, self.alpha, self.r, self.arities, self.cases = prior, alpha, r, arities, cases
        self.kinds = sorted(set(arities))
        self.states = 1.0
        self.most = math.prod(map(float, arities))  # one precision for all steps
        self._tabulate()

    def _tabulate(self) -> None:
        states = self.states * np.array([1.0, *self.kinds])
        self.law = law_of(self.prior, self.alpha, self.r, states, self.cases, self.most)

    def level(self, j: int) -> int:
        return 1 + self.kinds.index(self.arities[j])

    def take(self, j: int) -> None:
        self.states *= self.arities[j]
        self._tabulate()


class _ByRows:
    """The blocks of the current parent set as rows of the family, for any data."""

    def __init__(self, counts: Counts, question: Admissible, prior: str, alpha: float) -> None:
        self.family = family = counts.family(question.child, question.live)
        self.laws = _Laws(prior, alpha, family.r, family.arities, family.cases)
        top = max(family.arities, default=1)
        self.values = np.ascontiguousarray(family.values, dtype=np.uint16)
        self.child = np.ascontiguousarray(family.child, dtype=np.uint16)
        self.weight = np.ascontiguousarray(family.weights, dtype=np.int64)
        self.cells, self.totals = np.zeros(top * family.r, np.int64), np.zeros(top, np.int64)
        self.touched, self.count = np.empty(top * family.r + 1, np.int64), np.zeros(top, np.int64)
        self.order = np.arange(len(family.child), dtype=np.int32)
        self.starts = np.array([0, len(family.child)], np.int32)
        self.blocks, self.single = 1, 0
        self.empty = empty_score(family, self.laws.law)

    def tried(self, j: int) -> int:
        """The score with candidate j."""
        s = extension_score(
            self.values[j], self.family.arities[j], self.order, self.starts, self.blocks,
            self.child[self.order], self.weight[self.order], self.family.r, self.laws.level(j),
            self.laws.law, self.cells, self.totals, self.touched,
        )  # fmt: skip
        return int(s) - self.single * int(self.laws.law.log_r)

    def take(self, j: int) -> None:
        """Make candidate j a parent."""
        size = len(self.order)
        target, ends = np.empty(size, np.int32), np.empty(size + 1, np.int32)
        self.blocks, dropped = refine(
            self.values[j], self.order, self.starts, self.blocks, self.weight, target, ends, self.count
        )
        self.order, self.starts = target[: ends[self.blocks]], ends[: self.blocks + 1]
        self.single += dropped
        self.laws.take(j)


class _ByBits:
    """The blocks of the current parent set as bitmaps of cases, while they are few."""

    def __init__(
        self, counts: Counts, bits: dict[str, Array], question: Admissible, prior: str, alpha: float
    ) -> None:
        live = question.live
        self.states = [bits[c] for c in live]
        self.node = bits[question.child]
        self.r = len(self.node)
        self.laws = _Laws(prior, alpha, self.r, [len(s) for s in self.states], counts.cases)
        place = counts.index(question.child)
        n = np.bincount(counts.codes[place], weights=counts.weights, minlength=self.r)
        self.totals = n.astype(np.int64)
        self.cells = np.zeros(max(map(len, self.states), default=1) * self.r, np.int64)
        self.blocks, self.single = 1, 0
        self.empty = int(cell_score(self.totals, 0, self.laws.law))

    def tried(self, j: int) -> int:
        s = bit_extension_score(
            self.node, self.totals, self.blocks, self.r, self.states[j], len(self.states[j]),
            self.laws.level(j), self.laws.law, self.cells,
        )  # fmt: skip
        return int(s) - self.single * int(self.laws.law.log_r)

    def take(self, j: int) -> None:
        rows = (self.blocks * len(self.states[j]) + 1) * self.r
        target, totals = np.empty((rows, self.node.shape[1]), np.uint64), np.zeros(rows, np.int64)
        self.blocks, dropped = bit_refine(
            self.node, self.totals, self.blocks, self.r, self.states[j], len(self.states[j]), target, totals
        )
        self.node, self.totals = target, totals
        self.single += dropped
        self.laws.take(j)


def _search(
    counts: Counts, bits: dict[str, Array], question: Admissible, prior: str, alpha: float
) -> K2Family:
    """The greedy search for one child: one count for each set that is tried."""
    live = question.live
    arity = dict(zip(counts.variables, counts.arities, strict=True))
    r = arity[question.child]
    if r == 1:
        return K2Family(question.child, question.required, 0.0, 0.0, (K2Step(None, 0.0),))
    widest = max((arity[c] for c in live), default=1)
    parents: list[int] = []

    def few(blocks: int) -> bool:
        return bool(bits) and bits_pay(blocks, r, widest, counts.cases, len(counts.weights))

    node: _ByBits | _ByRows
    node = (
        _ByBits(counts, bits, question, prior, alpha) if few(1) else _ByRows(counts, question, prior, alpha)
    )

    def take(j: int) -> None:
        nonlocal node
        parents.append(j)
        if isinstance(node, _ByBits) and not few(node.blocks * arity[live[j]]):
            node = _ByRows(counts, question, prior, alpha)
            for i in parents:
                node.take(i)
        else:
            node.take(j)

    start = score = node.empty
    for j, name in enumerate(live):
        if name in question.required:
            score = node.tried(j)
            take(j)
    scale = node.laws.law.scale
    margin = TIE * scale
    steps: list[K2Step] = []
    while len(parents) < question.limit:
        found = [(j, node.tried(j)) for j in range(len(live)) if j not in parents]
        best = max(s for _, s in found)
        j, value = next((j, s) for j, s in found if s >= best - margin)
        named_scores = [(live[i], s / scale) for i, s in found]
        if value <= score + margin:
            steps.append(K2Step(None, score / scale, tuple(named_scores)))
            break
        steps.append(K2Step(live[j], value / scale, tuple(x for x in named_scores if x[0] != live[j])))
        score = value
        if len(parents) + 1 < question.limit:
            take(j)
        else:
            parents.append(j)
    if not steps:
        steps.append(K2Step(None, score / scale))
    chosen = tuple(name for j, name in enumerate(live) if j in parents)
    return K2Family(question.child, chosen, start / scale, score / scale, tuple(steps))


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
    narrow = min(counts.arities)
    worth = bits_pay(1, narrow, narrow, counts.cases, len(counts.weights))
    bits = variable_bitmaps(counts.codes, counts.arities, counts.weights) if worth else []
    table = dict(zip(counts.variables, bits, strict=False))
    with ThreadPoolExecutor(jobs) as pool:
        families = tuple(pool.map(lambda q: _search(counts, table, q, prior, alpha), asked))
    return K2Search(tuple(q.child for q in asked), families, prior, alpha, counts)
