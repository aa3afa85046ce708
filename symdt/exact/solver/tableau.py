"""Tableaux: the simplex method in fractions, for small tables.

>>> reaching([[fmpq(1), fmpq(0), fmpq(1)], [fmpq(2), fmpq(-1), fmpq(-3)]])
{0: Fraction(1, 1), 1: Fraction(2, 1)}
>>> reaching([[fmpq(1), fmpq(0)], [fmpq(2), fmpq(1)]]) is None
True
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq


def reaching(table: list[list[fmpq]]) -> dict[int, Fraction] | None:
    """Non-negative weights of columns that sum to the first unit vector; None where there are none.

    table: its rows, of equal length. Each row has an artificial column of its own, of which the first has weight
    one; columns come in while they lower it, the first that does and the row that is met first (Bland's rule), so
    that no basis comes twice.
    """
    n, rows = len(table[0]), [[*row, fmpq(int(i == 0))] for i, row in enumerate(table)]
    basis = [-1] * len(rows)  # -1: the artificial column
    while True:
        # what is left of the first artificial column: its own row, and those of artificial columns at zero
        short = [
            sum((row[j] for row, b in zip(rows, basis, strict=True) if b < 0), fmpq(0)) for j in range(n + 1)
        ]
        if short[n] == 0:
            weights = {b: row[n] for b, row in zip(basis, rows, strict=True) if b >= 0 and row[n]}
            return {b: Fraction(int(weights[b].p), int(weights[b].q)) for b in sorted(weights)}
        entering = next((j for j in range(n) if short[j] > 0), None)
        if entering is None:
            return None
        _, _, leaving = min(
            (row[n] / row[entering], basis[i], i) for i, row in enumerate(rows) if row[entering] > 0
        )
        pivot = rows[leaving]
        scale = pivot[entering]
        rows[leaving] = pivot = [x / scale if x else x for x in pivot]
        basis[leaving] = entering
        for i, row in enumerate(rows):
            factor = row[entering]
            if i != leaving and factor:
                rows[i] = [x - factor * y if y else x for x, y in zip(row, pivot, strict=True)]
