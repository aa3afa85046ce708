"""Linear relations among columns over Q(letters), each one verified.

>>> from sympy import symbols
>>> h, k = symbols("h k")
>>> ring = Field.of([h, k])
>>> columns = [[ring.element(e) for e in column] for column in ([h, 1], [h*k, k], [1, 1])]
>>> column_relations(columns, ring)
([0, 2], {1: {0: Element('k')}})
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from flint import fmpq_mat

from symdt.errors import BudgetError
from symdt.exact.field import Element, Field
from symdt.exact.polynomial import Number, to_number
from symdt.exact.solver import Budget

#: Seconds, and terms of one polynomial, for relations whose coefficients depend on letters.
SECONDS, MAX_TERMS = 10.0, 200


def column_relations(
    columns: Sequence[Sequence[Element]], ring: Field
) -> tuple[list[int], dict[int, dict[int, Element]]]:
    """The leftmost independent columns, and every other column as a combination of them.

    Both halves are certain: the columns are independent at a point, hence as functions, and each
    relation is verified in every row over Q(letters).
    """
    chance = random.Random(1998)  # fixed: answers are the same in every run
    for attempt in range(8):
        bound = 50 * 10**attempt
        values, *more = ([to_number(chance.randint(1, bound)) for _ in ring.symbols] for _ in range(3))
        pivots, numbers = _at_point(columns, values)
        others = [_at_point(columns, v) for v in more]
        if any(len(p) > len(pivots) for p, _ in others):
            continue  # an unlucky point
        relations: dict[int, dict[int, Element]] = {}
        for c, at in numbers.items():
            if all(p == pivots and n[c] == at for p, n in others):
                guess = {p: ring.number(x) for p, x in at.items() if x != 0}
                if _verify(columns, c, guess, ring):
                    relations[c] = guess
        rest = [c for c in numbers if c not in relations]
        relations |= _solve(columns, pivots, rest, values, ring) if rest else {}
        if all(c in relations for c in numbers):
            return pivots, relations
    raise BudgetError("no relation among the columns could be verified: give a table with fewer letters")


def _at_point(
    columns: Sequence[Sequence[Element]], values: Sequence[Number]
) -> tuple[list[int], dict[int, dict[int, Number]]]:
    """Pivot columns and relations at one point; nothing where an entry is not defined there."""
    matrix = fmpq_mat(len(columns[0]), len(columns))
    for j, column in enumerate(columns):
        for i, e in enumerate(column):
            den = e.den(*values) if not e.is_polynomial else 1
            if den == 0:
                return [], {}
            matrix[i, j] = e.num(*values) / den
    reduced, rank = matrix.rref()
    pivots = [next(j for j in range(len(columns)) if reduced[i, j] != 0) for i in range(rank)]
    relations = {
        c: {p: reduced[i, c] for i, p in enumerate(pivots)}
        for c in range(len(columns))
        if c not in set(pivots)
    }
    return pivots, relations


def _verify(
    columns: Sequence[Sequence[Element]], c: int, relation: Mapping[int, Element], ring: Field
) -> bool:
    zero = ring.number(0)
    return all(
        sum((x * columns[p][i] for p, x in relation.items()), zero) == entry
        for i, entry in enumerate(columns[c])
    )


def _solve(
    columns: Sequence[Sequence[Element]],
    pivots: Sequence[int],
    targets: Sequence[int],
    values: Sequence[Number],
    ring: Field,
) -> dict[int, dict[int, Element]]:
    """Each target column as a combination of the pivot columns, by elimination over Q(letters).

    Only rows that are independent at the point are eliminated; the others serve to verify.
    """
    transposed = [[columns[p][i] for p in pivots] for i in range(len(columns[0]))]
    independent, _ = _at_point(transposed, values)
    rows = [[*transposed[i], *(columns[c][i] for c in targets)] for i in independent]
    budget = Budget(SECONDS)
    open_rows, place = set(range(len(rows))), {}
    # once the targets vanish in all open rows, so do the coefficients of the pivots not yet placed
    while any(not e.is_zero for i in open_rows for e in rows[i][len(pivots) :]):
        i, k = min(
            (
                (i, k)
                for i in open_rows
                for k in range(len(pivots))
                if k not in place and not rows[i][k].is_zero
            ),
            key=lambda cell: _fill(rows, open_rows, *cell),
            default=(-1, -1),
        )
        if k < 0:
            return {}
        open_rows.discard(i)
        place[k] = i
        lead = rows[i][k]
        if budget.is_spent or max(len(e.num) + len(e.den) for e in rows[i]) > MAX_TERMS:
            raise BudgetError(
                f"the relations among {len(pivots)} independent columns depend on letters and grow too "
                "large to be written down: fix some letters"
            )
        rows[i] = [e if e.is_zero else e / lead for e in rows[i]]
        for other, row in enumerate(rows):
            if other != i and not row[k].is_zero:
                factor = row[k]
                rows[other] = [e if p.is_zero else e - factor * p for e, p in zip(row, rows[i], strict=True)]
    found = {}
    for n, c in enumerate(targets):
        entries = {pivots[k]: rows[i][len(pivots) + n] for k, i in place.items()}
        relation = {p: entries[p] for p in pivots if p in entries and not entries[p].is_zero}
        if _verify(columns, c, relation, ring):
            found[c] = relation
    return found


def _fill(rows: Sequence[Sequence[Element]], open_rows: set[int], i: int, k: int) -> tuple[int, int]:
    # Markowitz: the pivot that makes the fewest new entries, and the simplest of those
    across = sum(not e.is_zero for e in rows[i])
    down = sum(not rows[j][k].is_zero for j in open_rows)
    return (across - 1) * (down - 1), len(rows[i][k].num) + len(rows[i][k].den)
