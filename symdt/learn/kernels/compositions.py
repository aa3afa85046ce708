"""The Möbius inverse of the score of a cell on compositions of two to four cases (`lattice.small_blocks`)."""

from __future__ import annotations

import numpy as np

from symdt.learn.kernels.family import Array
from symdt.learn.kernels.law import Law, rising_values

__all__ = ["INVERSE", "STATES", "TYPES", "moebius", "moebius_scores"]

TYPES = 10  # compositions of 2, 3, 4 cases: 2, 11; 3, 21, 111; 4, 31, 22, 211, 1111


PARTS = (
    (2,), (1, 1),
    (3,), (2, 1), (1, 1, 1),
    (4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1),
)  # fmt: skip


def moebius_scores(levels: int, law: Law) -> Array:
    """`moebius` of the law's tables."""
    counts = np.arange(5)
    cell = rising_values(law, law.cell_u[:levels], counts)
    return moebius(cell, rising_values(law, law.block_u[:levels], counts), law.log_r)


# Of each composition, how many sub-compositions of each kind of at least two cases: φ(G) = Σ_{H ⊆ G} μ(H).
PARTS_OF = np.array([
    (1, 0, 0, 0, 0, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    (3, 0, 1, 0, 0, 0, 0, 0, 0, 0), (1, 2, 0, 1, 0, 0, 0, 0, 0, 0), (0, 3, 0, 0, 1, 0, 0, 0, 0, 0),
    (6, 0, 4, 0, 0, 1, 0, 0, 0, 0), (3, 3, 1, 3, 0, 0, 1, 0, 0, 0), (2, 4, 0, 4, 0, 0, 0, 1, 0, 0),
    (1, 5, 0, 2, 2, 0, 0, 0, 1, 0), (0, 6, 0, 0, 4, 0, 0, 0, 0, 1),
])  # fmt: skip


INVERSE = np.rint(np.linalg.inv(PARTS_OF)).astype(
    np.int64
)  # of whole numbers, as PARTS_OF is unit triangular


STATES = np.array([(*parts, 0, 0, 0)[:4] for parts in PARTS])  # cases of each state, up to four states


OF_CELLS = np.array([[parts.count(n) for n in range(5)] for parts in PARTS])


OF_BLOCK = np.array([[int(sum(parts) == n) for n in range(5)] for parts in PARTS])


def moebius(cell: Array, block: Array, log_r: int) -> Array:
    """μ[type, level]: the Möbius inverse of φ = f + m log r on compositions of at most four cases.

    cell, block: g of α_ijk and of α_ij at 0, …, 4, by level.
    """
    phi = OF_CELLS @ cell.T - OF_BLOCK @ block.T + log_r * (OF_BLOCK @ np.arange(5))[:, None]
    found: Array = INVERSE @ phi
    return found
