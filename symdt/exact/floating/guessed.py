"""Which columns reach the first unit vector with non-negative weights: searched in floating point.

What is found is a guess: whoever asks solves for the weights exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from symdt.exact.floating.one_thread import product, solved

#: The squared distance from zero below which a floating-point answer is worth an exact one.
NEAR = 1e-14
#: Entries that differ by more than this factor are balanced first.
UNLIKE = 1e4
#: An answer that is found has few products (a dozen where hundreds are offered): not many more are tried, nor steps.
MAX_CHOSEN, MAX_STEPS = 120, 500


def support(columns: Sequence[tuple[bool, Mapping[int, float]]], rows: int) -> list[int] | None:
    """The columns whose weights are positive where they sum to zero, the strict ones' weights to one; None: none seen.

    columns: whether each is strict, and its entries by their rows, counted from one. rows: how many there are.
    """
    matrix = np.zeros((rows + 1, len(columns)))
    for j, (_, entries) in enumerate(columns):
        for row, entry in entries.items():
            matrix[row, j] = entry
    left = _usable(matrix[1:] > 0, matrix[1:] < 0)
    strict = np.array([1.0 if is_strict else 0.0 for is_strict, _ in columns])[left]
    if not strict.any():
        return None
    matrix = matrix[:, left]
    _balance(matrix[1:])
    matrix /= np.maximum(np.sqrt((matrix**2).sum(axis=0)), 1e-300)
    matrix[0, :] = strict
    chosen = _nonnegative(matrix)
    return [int(left[j]) for j in chosen] if chosen is not None else None


def _usable(positive: Any, negative: Any) -> Any:
    """The columns that may have a weight: whatever adds to a monomial needs another that takes away from it."""
    left = np.arange(positive.shape[1])
    while len(left):
        alone = positive.any(axis=1) != negative.any(axis=1)  # monomials that all add to, or all take from
        kept = ~(positive[alone] | negative[alone]).any(axis=0)
        if kept.all():
            break
        left, positive, negative = left[kept], positive[:, kept], negative[:, kept]
    return left


def _balance(body: Any) -> None:
    """Rows and columns divided until their largest entries are alike, where entries are of very different sizes.

    A row is an equation with 0 on its other side, so that any multiple of it says the same; amounts of money beside
    probabilities are lost in floating point otherwise.
    """
    sizes = np.abs(body[body != 0])
    if not len(sizes) or sizes.max() < UNLIKE * sizes.min():
        return
    for _ in range(4):
        for axis in (1, 0):
            largest = np.abs(body).max(axis=axis, keepdims=True)
            body /= np.sqrt(np.where(largest > 0, largest, 1.0))


def _nonnegative(matrix: Any) -> list[int] | None:
    """Columns with which non-negative weights reach the first unit vector; None where the nearest point is another."""
    gain = matrix[0, :]
    chosen: list[int] = []
    columns = np.empty((MAX_CHOSEN, matrix.shape[0]))  # those chosen, as rows
    gram = np.empty((MAX_CHOSEN, MAX_CHOSEN))  # their products
    weights = np.zeros(0)
    for _ in range(MAX_STEPS):
        n = len(chosen)
        if 1.0 - gain[chosen] @ weights < NEAR:  # the squared distance, at a solution on `chosen`
            return [j for j, w in zip(chosen, weights, strict=True) if w > 1e-11]
        gradient = gain - product(matrix.T, weights @ columns[:n])
        gradient[chosen] = -1.0
        best = int(np.argmax(gradient))
        if gradient[best] < 1e-10 or n >= MAX_CHOSEN:
            return None
        columns[n] = matrix[:, best]
        gram[n, : n + 1] = gram[: n + 1, n] = columns[: n + 1] @ columns[n]
        chosen.append(best)
        weights = np.append(weights, 0.0)
        while True:
            n = len(chosen)
            try:
                solution = solved(gram[:n, :n], gain[chosen])
            except np.linalg.LinAlgError:
                solution, *_ = np.linalg.lstsq(columns[:n].T, np.eye(1, matrix.shape[0])[0], rcond=None)
            falling = solution <= 1e-12
            if not falling.any():
                break
            gaps = np.maximum(weights[falling] - solution[falling], 1e-300)
            moved = weights + min(float((weights[falling] / gaps).min()), 1.0) * (solution - weights)
            kept = np.flatnonzero(moved > 1e-12)
            if len(kept) in (0, n):
                return None  # nothing is left, or rounding stands still
            chosen = [chosen[i] for i in kept]
            weights = moved[kept]
            columns[: len(kept)] = columns[kept]
            gram[: len(kept), : len(kept)] = gram[np.ix_(kept, kept)]
        weights = solution
    return None
