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
from typing import Protocol, TypeAlias

from symdt.display import Printed
from symdt.learn.counts import Counts, tabulate
from symdt.learn.kernels.by_sets import SMALL_CASES, SMALL_CELLS, LogTables, is_small, set_score
from symdt.learn.kernels.family import Array, Family
from symdt.learn.posterior import TIE, K2Step, check_prior
from symdt.learn.question import Admissible, Arcs, Pair, named, questions
from symdt.learn.run import check_jobs
from symdt.problems.models.model import Model

__all__ = ["K2Family", "K2Search", "k2"]

Bits: TypeAlias = dict[str, Array]  # the bitmaps of each variable's states; empty if they do not pay


@dataclass(frozen=True)
class K2Family:
    """The parents that the search ends with for one child, its scores at the start and the end, the steps."""

    child: str
    parents: tuple[str, ...]
    start: float
    score: float
    steps: tuple[K2Step, ...]


@dataclass(frozen=True)
class K2Search(Printed):
    """The network that K2 ends with, and how it came there.

    >>> from symdt import k2
    >>> k2({"A": [0, 0, 1, 1], "B": [0, 0, 1, 1]}, order="A,B").arcs
    (('A', 'B'),)
    """

    variables: tuple[str, ...]
    families: tuple[K2Family, ...]
    prior: str
    alpha: float
    counts: Counts = field(repr=False)

    @property
    def arcs(self) -> tuple[Pair, ...]:
        return tuple((p, f.child) for f in self.families for p in f.parents)

    @property
    def model(self) -> Model:
        """The network as a model, the noun of the exact wing."""
        return Model(self.arcs)

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


class Node(Protocol):
    """A parent set in the making: what it would score with candidate j, and taking j in."""

    empty: float
    blocks: int

    def tried(self, j: int) -> float: ...

    def take(self, j: int) -> None: ...


class _BySets:
    """Small families: every set is scored by itself."""

    blocks = 1

    def __init__(self, family: Family, prior: str, alpha: float) -> None:
        self.family, self.prior, self.alpha = family, prior, alpha
        self.parents: list[int] = []
        self.tables = LogTables()
        self.empty = self._score([])

    def _score(self, parents: list[int]) -> float:
        return set_score(self.family, sorted(parents), self.prior, self.alpha, self.tables)

    def tried(self, j: int) -> float:
        return self._score([*self.parents, j])

    def take(self, j: int) -> None:
        self.parents.append(j)


def _search(counts: Counts, bits: Bits, question: Admissible, prior: str, alpha: float) -> K2Family:
    """The greedy search for one child: one count for each set that is tried."""
    live = question.live
    if counts.arities[counts.index(question.child)] == 1:
        return K2Family(question.child, question.required, 0.0, 0.0, (K2Step(None, 0.0),))
    parents: list[int] = []
    node = _first_node(counts, bits, question, prior, alpha)
    start = score = node.empty

    def take(j: int) -> None:
        nonlocal node
        parents.append(j)
        node = _next_node(node, j, parents, counts, question, prior, alpha)

    for j, name in enumerate(live):
        if name in question.required:
            score = node.tried(j)
            take(j)
    steps: list[K2Step] = []
    while len(parents) < question.limit:
        found = [(j, node.tried(j)) for j in range(len(live)) if j not in parents]
        best = max(s for _, s in found)
        j, value = next((j, s) for j, s in found if s >= best - TIE)
        tried = tuple((live[i], s) for i, s in found)
        if value <= score + TIE:
            steps.append(K2Step(None, score, tried))
            break
        steps.append(K2Step(live[j], value, tuple(x for x in tried if x[0] != live[j])))
        score = value
        if len(parents) + 1 < question.limit:
            take(j)
        else:
            parents.append(j)
    if not steps:
        steps.append(K2Step(None, score))
    chosen = tuple(name for j, name in enumerate(live) if j in parents)
    return K2Family(question.child, chosen, start, score, tuple(steps))


def _first_node(counts: Counts, bits: Bits, question: Admissible, prior: str, alpha: float) -> Node:
    """The empty parent set: by sets if the family is small, else by bits while that pays, else by rows."""
    if not bits:
        family = counts.family(question.child, question.live)
        if is_small(4 * len(question.live), len(family.child), family.cases):
            return _BySets(family, prior, alpha)
    from symdt.learn.k2_nodes import ByBits, ByRows, few_blocks

    if bits and few_blocks(counts, question, 1):
        return ByBits(counts, bits, question, prior, alpha)
    return ByRows(counts, question, prior, alpha)


def _next_node(
    node: Node, j: int, parents: list[int], counts: Counts, question: Admissible, prior: str, alpha: float
) -> Node:
    """The node with candidate j taken in; bitmaps give way to rows when their blocks become many."""
    if not isinstance(node, _BySets):
        from symdt.learn.k2_nodes import ByBits, ByRows, few_blocks

        if isinstance(node, ByBits) and not few_blocks(counts, question, node.blocks * len(node.states[j])):
            node = ByRows(counts, question, prior, alpha)
            for i in parents:
                node.take(i)
            return node
    node.take(j)
    return node


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

    >>> k2({"A": [0, 0, 1, 1], "B": [0, 0, 1, 1]}, order="A,B").arcs
    (('A', 'B'),)
    """
    alpha = check_prior(prior, alpha)
    jobs = check_jobs(jobs)
    counts = tabulate(data, named(order, candidates), weights, missing)
    asked = questions(counts.variables, order, candidates, None, required, forbidden, max_parents)
    bits: Bits = {}
    if counts.cases > SMALL_CASES or len(counts.weights) * len(asked) > SMALL_CELLS:
        from symdt.learn.k2_nodes import bitmaps_of

        bits = bitmaps_of(counts)
    with ThreadPoolExecutor(jobs) as pool:
        families = tuple(pool.map(lambda q: _search(counts, bits, q, prior, alpha), asked))
    return K2Search(tuple(q.child for q in asked), families, prior, alpha, counts)
