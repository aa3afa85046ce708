"""Two counts in one word: their score by one look-up while both are small, and by the whole tables where not."""

from __future__ import annotations

import numpy as np

from symdt.learn.kernels.family import Array
from symdt.learn.kernels.law import Law, rising_values

__all__ = ["PairScores", "words_of_block"]

WIDE = 64  # a count below it is small; a power of two


def words_of_block(r: int) -> int:
    """How many words a block has."""
    return 1 if r == 2 else (r + 2) // 2


class PairScores:
    """The scores of words: `short` of two small counts at once, `exact` of any."""

    def __init__(self, law: Law, r: int, cases: int, most: float) -> None:
        levels, self.length, self.joint = len(law.cell_u), cases + 1, r == 2
        reach = np.arange(self.length)
        up = np.stack([_row(law, int(u), reach) for u in law.cell_u])
        down = -np.stack([_row(law, int(u), reach) for u in law.block_u])
        if cases:  # a block of one case counts −log r exactly
            down[:, 1] = -law.log_r - up[:, 1]
        nothing = np.zeros_like(up)
        numbers = [up] * r + ([] if self.joint else [down, nothing])
        self.first, self.second = (
            np.stack(numbers[: 2 * words_of_block(r) : 2]),
            np.stack(numbers[1 : 2 * words_of_block(r) : 2]),
        )
        self.down = down
        self.wide = WIDE
        while self.wide > 4 and self.wide**2 * levels * words_of_block(r) > most:
            self.wide //= 2
        self.small = self.wide.bit_length() - 1  # bits of a small count
        self.bits = max(cases.bit_length(), 2 * self.small)  # of a count in a word
        few = np.minimum(np.arange(self.wide), cases)
        self.pairs = self.first[:, :, None, few] + self.second[:, :, few, None]
        if self.joint:
            self.pairs = self.pairs + down[:, np.minimum(few + few[:, None], cases)]
        self.levels = levels
        self.pairs = np.ascontiguousarray(self.pairs).ravel()
        large = (1 << self.bits) - self.wide
        self.large = large | large << self.bits

    def short(self, words: Array, starts: Array, place: Array, out: Array) -> Array:
        """The scores of words whose counts are all small, into `out`; other words get some number."""
        np.right_shift(words, self.bits - self.small, out=place)
        place |= words
        place &= self.wide**2 - 1
        place += starts
        return self.pairs.take(place, out=out, mode="clip")

    def exact(self, words: Array, plane: Array, level: Array) -> Array:
        """The scores of some words."""
        x, y = words & ((1 << self.bits) - 1), words >> self.bits
        found: Array = self.first[plane, level, x] + self.second[plane, level, y]
        return found + self.down[level, x + y] if self.joint else found


def _row(law: Law, u: int, reach: Array) -> Array:
    """g_α of one row of the tables at every number of cases."""
    if law.tables.shape[1] >= len(reach):
        row: Array = law.tables[u, : len(reach)]
        return row
    return rising_values(law, np.array([u]), reach)[0]
