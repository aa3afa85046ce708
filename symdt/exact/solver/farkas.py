"""Farkas' lemma on a simplex of positions: that linear forms hold together nowhere over it, shown by one identity.

A *form* is (1 - t)·low + t·high, where t is one of some positions and low and high are linear in letters, the first of
which is 1; or it is low alone, where it hangs on no position. On a simplex of positions a multiplier is a polynomial whose
coefficients in Bernstein's basis are not negative: it is positive inside, unless it is zero. Where multipliers of the
forms sum to zero although a strict one has a part in it, the forms hold nowhere over the inside of the simplex: Farkas'
lemma, with weights that hang on the positions. The weights are guessed by a linear programme in floating point and
found exactly on those that count.

>>> forms = [Form(">", None, (1, 0)), Form(">", None, (0, 1)), Form("==", 0, (-1, 0), (1, 1)), Form(">=", 0, (1, 0), (-1, 0))]

They say that t·(2 + x) = 1 for a positive x and that t is at most a half, which holds; then that t is more than that.

>>> exist(forms, [(Fraction(0),), (Fraction(1),)], 1)
False
>>> exist([*forms[:3], Form(">", 0, (-1, 0), (1, 0))], [(Fraction(0),), (Fraction(1),)], 1)
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Literal, NamedTuple

import numpy as np
from flint import fmpz_mat

from symdt.exact.polynomial import floats

#: Positions of a corner.
Corner = tuple[Fraction, ...]
#: A weight that counts.
WEIGHT = 1e-10


class Form(NamedTuple):
    """A linear form, low where its position is 0 and high where it is 1: positive, not negative, or zero."""

    op: Literal[">", ">=", "=="]
    place: int | None
    low: tuple[int, ...]
    high: tuple[int, ...] = ()


class _Column(NamedTuple):
    """A form times an element of the basis: its entries by monomial and letter."""

    form: Form
    entries: dict[int, int]


def exist(forms: Sequence[Form], corners: Sequence[Corner], degree: int) -> bool:
    """Whether there are multipliers that show that the forms hold nowhere over the inside of a simplex.

    forms: their places number the positions. corners: of the simplex. degree: of the multipliers of forms that hang on
    a position; those of the others have one more. False means that none were found, and nothing else.
    """
    columns = list(_columns(forms, corners, degree))
    chosen = _guessed(columns)
    return chosen is not None and _is_exact([columns[j] for j in chosen])


def powers(count: int, degree: int) -> list[tuple[int, ...]]:
    """The exponents of so many letters that sum to a degree."""
    if count == 1:
        return [(degree,)]
    return [(first, *rest) for first in range(degree + 1) for rest in powers(count - 1, degree - first)]


def _columns(forms: Sequence[Form], corners: Sequence[Corner], degree: int) -> Iterator[_Column]:
    letters = len(forms[0].low)
    number = {m: i * letters for i, m in enumerate(powers(len(corners), degree + 1))}
    # each element of the basis, and where it goes when multiplied by the weight of a corner
    raised = [
        [number[(*m[:i], m[i] + 1, *m[i + 1 :])] for i in range(len(corners))]
        for m in powers(len(corners), degree)
    ]
    whole = lcm(*(x.denominator for corner in corners for x in corner))
    for form in forms:
        if form.place is None:
            entries = [(j, c) for j, c in enumerate(form.low) if c]
            yield from (_Column(form, {start + j: c for j, c in entries}) for start in number.values())
            continue
        shares = [int(corner[form.place] * whole) for corner in corners]
        at = [
            [(whole - n) * a + n * b for a, b in zip(form.low, form.high, strict=True)] for n in shares
        ]  # the form at each corner
        for starts in raised:
            yield _Column(
                form,
                {start + j: c for start, row in zip(starts, at, strict=True) for j, c in enumerate(row) if c},
            )


def _guessed(columns: Sequence[_Column]) -> list[int] | None:
    """The columns with a weight, by a linear programme in floating point; None where it has no solution."""
    from scipy.optimize import linprog  # a third of a second, where nothing simpler helped
    from scipy.sparse import csc_array

    rows: dict[int, int] = {}
    near = [dict(zip(column.entries, floats(column.entries.values()), strict=True)) for column in columns]
    entries = [(rows.setdefault(i, len(rows)), j, c) for j, some in enumerate(near) for i, c in some.items()]
    sizes = np.array([max(map(abs, some.values()), default=1.0) for some in near])
    strict = [j for j, column in enumerate(columns) if column.form.op == ">"]
    row = np.array([e[0] for e in entries] + [len(rows)] * len(strict))
    place = np.array([e[1] for e in entries] + strict)
    value = np.array([e[2] for e in entries] + [1.0] * len(strict))
    value[: len(entries)] /= sizes[place[: len(entries)]]
    aim = np.zeros(len(rows) + 1)
    aim[-1] = 1.0
    least = [-np.inf if column.form.op == "==" else 0.0 for column in columns]
    answer = linprog(
        np.zeros(len(columns)),
        A_eq=csc_array((value, (row, place)), shape=(len(rows) + 1, len(columns))),
        b_eq=aim,
        bounds=np.stack([least, np.full(len(columns), np.inf)], axis=1),
        method="highs-ds",
    )
    return [int(j) for j in np.flatnonzero(abs(answer.x) > WEIGHT)] if answer.status == 0 else None


def _is_exact(columns: Sequence[_Column]) -> bool:
    """Whether weights of the columns, not negative where their forms are inequalities, sum to zero, the strict ones' to one."""
    rows: dict[int, int] = {}
    for column in columns:
        for i in column.entries:
            rows.setdefault(i, len(rows))
    count = len(columns)
    table = [[0] * (count + 1) for _ in range(len(rows) + 1)]
    for j, column in enumerate(columns):
        for i, c in column.entries.items():
            table[rows[i]][j] = c
        table[-1][j] = int(column.form.op == ">")
    table[-1][count] = 1
    reduced, _, rank = fmpz_mat(table).rref()
    for i in range(rank):
        lead = next(j for j in range(count + 1) if reduced[i, j] != 0)
        if lead == count:
            return False  # no weights sum to it
        if columns[lead].form.op != "==" and reduced[i, count] * reduced[i, lead] < 0:
            return False
    return True
