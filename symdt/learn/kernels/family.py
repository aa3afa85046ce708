"""A family: the distinct rows of a child and its candidates; parent sets as bit masks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symdt.errors import BudgetError

__all__ = ["Array", "Family", "set_masks"]

MOST_CANDIDATES = 63  # a set of them is a mask of one word

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Family:
    """Distinct rows of a child and its candidates: codes from 0, and how many cases each row stands for."""

    values: Array  # [candidate, row]
    child: Array  # [row]
    weights: Array  # [row]
    arities: tuple[int, ...]
    r: int

    @property
    def cases(self) -> int:
        return int(self.weights.sum())


def set_masks(q: int, k: int) -> Array:
    """The bit masks of the subsets of q candidates with at most k members, as `local_scores` orders them.

    All of them (k ≥ q): the mask is the place. Otherwise by size, then colexicographically, which
    is by size, then by mask.

    >>> set_masks(2, 2).tolist(), set_masks(3, 1).tolist()
    ([0, 1, 2, 3], [0, 1, 2, 4])
    """
    if q > MOST_CANDIDATES:
        raise BudgetError(
            f"one child has {q} candidate parents: at most {MOST_CANDIDATES} are scored, also with max_parents; "
            "give fewer candidates, or probabilities of arcs from elsewhere (bayes_network, --probabilities)"
        )
    if k >= q:
        return np.arange(1 << q, dtype=np.int64)
    layers = [np.zeros(1, np.int64)]
    for _ in range(k):
        previous = layers[-1]
        # append a member larger than all: for v ascending, the sets below 2^v
        parts = [previous[: np.searchsorted(previous, 1 << v)] | (1 << v) for v in range(len(layers) - 1, q)]
        layers.append(np.concatenate(parts))
    return np.concatenate(layers)
