"""Nodes of the K2 search on large data: the blocks of the current parent set, by rows or by bits."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from symdt.learn.counts import Counts
from symdt.learn.kernels.bitmaps import bit_extension_score, bit_refine
from symdt.learn.kernels.bounded_sets import extension_score, refine
from symdt.learn.kernels.choose import bits_pay, empty_score, variable_bitmaps
from symdt.learn.kernels.family import Array
from symdt.learn.kernels.law import block_score, law_of
from symdt.learn.question import Admissible

__all__ = ["ByBits", "ByRows", "bitmaps_of", "few_blocks"]


def bitmaps_of(counts: Counts) -> dict[str, Array]:
    """The bitmaps of every variable's states, or none where they would not pay even at the start."""
    least = min(counts.arities)
    if not bits_pay(1, least, least, counts.cases, len(counts.weights)):
        return {}
    bits = variable_bitmaps(counts.codes, counts.arities, counts.weights)
    return dict(zip(counts.variables, bits, strict=True))


def few_blocks(counts: Counts, question: Admissible, blocks: int) -> bool:
    """Whether so many blocks are better counted by bits."""
    arity = dict(zip(counts.variables, counts.arities, strict=True))
    widest = max((arity[c] for c in question.live), default=1)
    return bits_pay(blocks, arity[question.child], widest, counts.cases, len(counts.weights))


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


class ByRows:
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
        self.empty = empty_score(family, self.laws.law) / self.laws.law.scale

    def tried(self, j: int) -> float:
        """The score with candidate j."""
        s = extension_score(
            self.values[j], self.family.arities[j], self.order, self.starts, self.blocks,
            self.child[self.order], self.weight[self.order], self.family.r, self.laws.level(j),
            self.laws.law, self.cells, self.totals, self.touched,
        )  # fmt: skip
        return (int(s) - self.single * int(self.laws.law.log_r)) / float(self.laws.law.scale)

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


class ByBits:
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
        self.empty = block_score(self.totals, 0, self.laws.law) / self.laws.law.scale

    def tried(self, j: int) -> float:
        s = bit_extension_score(
            self.node, self.totals, self.blocks, self.r, self.states[j], len(self.states[j]),
            self.laws.level(j), self.laws.law, self.cells,
        )  # fmt: skip
        return (int(s) - self.single * int(self.laws.law.log_r)) / float(self.laws.law.scale)

    def take(self, j: int) -> None:
        rows = (self.blocks * len(self.states[j]) + 1) * self.r
        target, totals = np.empty((rows, self.node.shape[1]), np.uint64), np.zeros(rows, np.int64)
        self.blocks, dropped = bit_refine(
            self.node, self.totals, self.blocks, self.r, self.states[j], len(self.states[j]), target, totals
        )
        self.node, self.totals = target, totals
        self.single += dropped
        self.laws.take(j)
