"""Beyond the paper, part two: which tables are disintegrable, and what obstructs tables (2) and (3)."""

from __future__ import annotations

from symdt.claims.claim import Chapter, Computation, put
from symdt.paper.beyond.checks.tables import (
    check_conditions,
    check_dimension,
    check_nearest,
    check_obstructed,
    check_remedied,
    check_row_dimension,
    check_superfluous,
)
from symdt.paper.statements.example_2.problem import TABLE_2
from symdt.paper.statements.example_2.table_3 import TABLE_3

chapter = Chapter("beyond", is_own=True)
chapter.holds(
    "b-disintegrable-iff",
    "fact 6",
    "a table is disintegrable iff L(∅,∅) = 0 and adding j to S and T, to S, to T changes L by 0, lj0, l0j",
    Computation(check_conditions, {"count": 3}),
    put(count=1),
    put(count=2),
)
chapter.holds(
    "b-dimension",
    "fact 6",
    "disintegrable tables have dimension 2q",
    Computation(check_dimension, {"extra": 0}),
    put(extra=1),
)
chapter.holds(
    "b-row-dimension",
    "fact 6",
    "tables with modular rows have dimension 2^q (q + 1)",
    Computation(check_row_dimension, {"extra": 0}),
    put(extra=1),
)
_positive = ("h > 0", "k > 0", "c2 > 0", "c3 > 0")
chapter.holds(
    "b-table-2",
    "fact 6",
    "table (2) is not disintegrable: four cells obstruct it, and none is left for some c2, c3, h, k",
    Computation(check_obstructed, {"table": TABLE_2, "conditions": _positive, "cells": 4, "remedy": True}),
    put(cells=3),
    put(conditions=(*_positive, "c2 > c3")),
)
chapter.holds(
    "b-table-2-remedy",
    "fact 6",
    "table (2) is disintegrable if c2 = c3 and h = k c2; with c3 = 2, c2 = 3, as in Example 2, it is not",
    Computation(check_remedied, {"c2": 2}),
    put(c2=3),
)
chapter.holds(
    "b-table-2-swapped",
    "fact 6",
    "in rows M3 and M2 of table (2) the superfluous arc of a23, from X2 and from X3, costs k c3 and k c2: not its own "
    "variable's states, as in row M0",
    Computation(check_superfluous, {"of": "other"}),
    put(of="own"),
)
chapter.holds(
    "b-table-3",
    "fact 6",
    "table (3) is disintegrable for no h: L(M0, a23) = 1, and not 2",
    Computation(check_obstructed, {"table": TABLE_3, "conditions": ("h > 0",), "cells": 7, "remedy": False}),
    put(cells=1),
    put(remedy=True),
)
chapter.holds(
    "b-nearest",
    "fact 6",
    "the nearest disintegrable table in least squares: the rest is orthogonal to every disintegrable table, and a "
    "disintegrable table stays as it is",
    Computation(check_nearest, {"of": "projection"}),
    put(of="the table itself"),
)

CLAIMS = tuple(chapter.claims)
