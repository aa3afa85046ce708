"""Largest margins: by how much linear conditions can hold at once, for many systems together, in floating point.

A system has rows a, equations e, and a row c that measures points: its margin is the greatest number m such that a point
x with c·x = 1 and e·x = 0 has a·x >= m for every a. It is positive where the strict conditions a·x > 0 have a common
point, and how negative it is says how far they are from one. By duality it is the least m such that weights y of
the rows, not negative and of sum one, and weights of the equations make a sum that is m·c: so the simplex method begins
with any row alone, and all systems pivot together.

>>> rows = np.array([[[1.0, 0.0], [0.0, 1.0], [2.0, -1.0]]])
>>> margins, points, weights = largest(rows, np.zeros((1, 0, 2)), np.array([1.0, 1.0]))
>>> margins.round(6), points.round(6)
(array([0.5]), array([[0.5, 0.5]]))

The first two rows can be a half each, where the third is; with minus their sum instead of it none is positive.

>>> largest(np.array([[[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]]]), np.zeros((1, 0, 2)), np.array([1.0, 1.0]))[0].round(6)
array([-1.])
"""

from __future__ import annotations

from typing import Any

import numpy as np

#: Coordinates are at most so large where c·x = 1: a domain need not have corners.
BOUND = 1e3
#: What counts as falling, as a pivot, and how many pivots there are at most.
FALLING, PIVOT, MAX_STEPS = 1e-9, 1e-9, 400


def largest(rows: Any, equations: Any, measure: Any) -> tuple[Any, Any, Any]:
    """The margins, a point for each, and the weights of the rows; minus infinity where pivots did not end.

    rows: systems × rows × letters. equations: systems × equations × letters. measure: letters, or systems × letters.
    """
    systems, count, letters = rows.shape
    measures = np.broadcast_to(measure, (systems, letters))
    # columns: weights of rows, of equations with either sign, of the measure with either, what is left with either, 1
    body = np.concatenate([rows, equations, -equations], axis=1).transpose(0, 2, 1)
    unit = np.broadcast_to(np.eye(letters), (systems, letters, letters))
    table = np.zeros((systems, letters + 1, body.shape[2] + 2 * letters + 3))
    table[:, :letters, :-1] = np.concatenate(
        [body, -measures[:, :, None], measures[:, :, None], unit, -unit], axis=2
    )
    table[:, letters, :count] = table[:, letters, -1] = 1.0
    left = body.shape[2] + 2
    costs = np.zeros(table.shape[2])
    costs[left - 2], costs[left - 1], costs[left:-1] = 1.0, -1.0, BOUND
    basis = np.tile(np.arange(left, left + letters + 1), (systems, 1))
    basis[:, letters] = 0  # the first row alone
    table[:, :letters] -= table[:, :letters, :1] * table[:, letters:]
    negative = table[:, :letters, -1] < 0
    basis[:, :letters] += np.where(negative, letters, 0)
    table[:, :letters] *= np.where(negative, -1.0, 1.0)[:, :, None]
    # what is left costs as much with either sign, so that all rows but the last have the same price
    fall = costs - BOUND * table[:, :letters].sum(axis=1)
    ended = np.zeros(systems, dtype=bool)
    left_on = np.arange(systems)  # those that pivot still; the others are put aside
    for _ in range(MAX_STEPS):
        prices, every = fall[left_on], np.arange(len(left_on))
        entering = prices[:, :-1].argmin(axis=1)
        falling = prices[every, entering] < -FALLING
        ended[left_on[~falling]] = True
        left_on, entering = left_on[falling], entering[falling]
        if not len(left_on):
            break
        part, every = table[left_on], every[: len(left_on)]
        column = part[every, :, entering]
        ratios = np.where(column > PIVOT, part[:, :, -1] / np.where(column > PIVOT, column, 1.0), np.inf)
        leaving = ratios.argmin(axis=1)
        bounded = np.isfinite(ratios[every, leaving])
        if not bounded.all():  # no margin is the greatest
            left_on, entering, leaving = left_on[bounded], entering[bounded], leaving[bounded]
            part, column, every = part[bounded], column[bounded], every[: len(left_on)]
        pivot = part[every, leaving] / column[every, leaving][:, None]
        part -= column[:, :, None] * pivot[:, None, :]
        part[every, leaving] = pivot
        table[left_on] = part
        fall[left_on] -= fall[left_on, entering][:, None] * pivot
        basis[left_on, leaving] = entering
    margins = np.where(ended, -fall[:, -1], -np.inf)
    points = fall[:, left : left + letters] - BOUND
    weights = np.zeros((systems, table.shape[2] - 1))
    weights[np.arange(systems)[:, None], basis] = table[:, :, -1]
    return margins, points, weights[:, :count]
