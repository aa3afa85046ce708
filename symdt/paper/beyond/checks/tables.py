"""What decides the statements about which tables are disintegrable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from sympy import Add, Expr, Integer, Symbol, symbols

from symdt.claims.claim import Triple
from symdt.exact.domain import Domain
from symdt.exact.field import equal
from symdt.networks.losses.arc_grid import ArcLoss
from symdt.networks.losses.disintegration import disintegrate
from symdt.networks.losses.nearest import nearest_disintegrable
from symdt.paper.statements.checks.section_3_models import space
from symdt.paper.statements.example_2.problem import TABLE_2
from symdt.paper.statements.example_2.table_3 import TABLE_3
from symdt.paper.statements.section_4.columns import rank
from symdt.paper.statements.section_4.sums import arcs_loss
from symdt.problems.loss import LossTable
from symdt.problems.models.model import Model


def _local_conditions(table: LossTable, count: int) -> bool:
    """L(∅,∅) = 0 and the three conditions on L(S∪j, T∪j), L(S∪j, T), L(S, T∪j) for all j ∉ S∪T."""
    models = table.models[0]
    cell = {(S, T): table.entries[i][j] for i, S in enumerate(models) for j, T in enumerate(table.models[1])}
    null = Model()
    if not equal(cell[null, null], 0):
        return False
    for S, T in product(models, repeat=2):
        for arc in table.arcs:
            if arc in S or arc in T:
                continue
            j = Model([arc])
            here = cell[S, T]
            wanted = (
                (S | j, T | j, here),
                (S | j, T, here + cell[j, null]),
                (S, T | j, here + cell[null, j]),
            )
            if any(not equal(cell[a, b], e) for a, b, e in wanted[:count]):
                return False
    return True


def check_conditions(count: int) -> Iterator[Triple]:
    """A table is disintegrable iff it satisfies the local conditions: a sum ⊕, and each change of one cell."""
    base = arcs_loss(2, [1, 2], [3, 4])
    tables = [("the sum", base)]
    for i, j in product(range(4), repeat=2):
        rows = [list(row) for row in base.entries]
        rows[i][j] = rows[i][j] + 1
        tables.append(
            (
                f"cell {base.states[i]}, {base.actions[j]} changed",
                replace(base, entries=tuple(map(tuple, rows))),
            )
        )
    for q in (1, 2, 3):
        # the conditions are linear: their solutions have dimension 2q, as the disintegrable tables have, which obey them
        yield {"q": q, "solutions": "dimension"}, 4**q - 2 * q, _conditions_rank(q)
    for name, table in tables:
        is_sum = disintegrate(table).is_disintegrable and equal(table.entries[0][0], 0)
        yield {"table": name}, _local_conditions(table, count), is_sum


def _conditions_rank(q: int) -> int:
    """The rank of the local conditions, as linear equations in the 4^q cells."""
    from flint import fmpq_mat

    models = list(space(q))
    place = {(S, T): i * 2**q + j for i, S in enumerate(models) for j, T in enumerate(models)}
    null = Model()
    rows = [{place[null, null]: 1}]
    for S, T in product(models, repeat=2):
        for j in space(q).generators:
            if not (j <= S or j <= T):
                for a, b, more in ((S | j, T | j, None), (S | j, T, (j, null)), (S, T | j, (null, j))):
                    row = Counter({place[a, b]: 1})
                    row[place[S, T]] -= 1
                    if more is not None:
                        row[place[more]] -= 1
                    rows.append(row)
    return int(fmpq_mat([[row.get(c, 0) for c in range(4**q)] for row in rows]).rank())


def check_dimension(extra: int) -> Iterator[Triple]:
    """The disintegrable tables of q arcs form a space of dimension 2q."""
    for q in (1, 2, 3):
        columns = []
        for unit in range(2 * q):
            losses = [int(i == unit) for i in range(2 * q)]
            table = arcs_loss(q, losses[:q], losses[q:])
            columns.append([e for row in table.entries for e in row])
        flat_table = LossTable(
            tuple(f"u{i}" for i in range(2 * q)),
            tuple(f"c{i}" for i in range(4**q)),
            tuple(map(tuple, columns)),
        )
        yield {"q": q}, 2 * q + extra, rank(flat_table)


def check_row_dimension(extra: int) -> Iterator[Triple]:
    """The tables whose rows are modular form a space of dimension 2^q (q + 1)."""
    from flint import fmpq_mat

    for q in (1, 2, 3):
        models = list(space(q))
        equations = []
        for i in range(len(models)):
            for T in models:
                if len(T) > 1:
                    row = [0] * 4**q
                    row[i * 2**q + models.index(T)] += 1
                    for single in T.generators:
                        row[i * 2**q + models.index(single)] -= 1
                    row[i * 2**q] += len(T) - 1
                    equations.append(row)
        rank_ = int(fmpq_mat(equations).rank()) if equations else 0
        yield {"q": q}, 2**q * (q + 1) + extra, 4**q - rank_


def check_obstructed(
    table: LossTable, conditions: tuple[str, ...], cells: int, remedy: object
) -> Iterator[Triple]:
    """The cells that obstruct disintegrability, and the conditions on the letters under which none is left."""
    found = disintegrate(table, Domain(*conditions))
    yield {"cells": [f"L({o.state}, {o.action})" for o in found.obstructions]}, cells, len(found.obstructions)
    yield {"remedy": found.remedy}, remedy, found.remedy.is_possible


def check_remedied(c2: int) -> Iterator[Triple]:
    """With c2 = c3 and h = k c2 table (2) is disintegrable; with c3 = 2, c2 = 3 it is not, whatever h and k are."""
    k = Symbol("k")
    for value, wanted in ((c2, True), (3, False)):
        values: dict[Expr, Expr] = {Symbol("c3"): Integer(2), Symbol("c2"): Integer(value)}
        values |= {Symbol("h"): 2 * k} if wanted else {}
        rows = tuple(tuple(e.subs(values) for e in row) for row in TABLE_2.entries)
        found = disintegrate(LossTable(TABLE_2.states, TABLE_2.actions, rows), Domain("h > 0", "k > 0"))
        possible = found.is_disintegrable or found.remedy.is_possible
        yield {"c3": 2, "c2": value, "h": "2k" if wanted else "any"}, wanted, possible


def check_superfluous(of: str) -> Iterator[Triple]:
    """In rows M3 and M2 of table (2) the one superfluous arc costs k times the states of the other variable."""
    k, c2, c3 = symbols("k c2 c3")
    for state, own, other in (("M3", c2, c3), ("M2", c3, c2)):
        yield {"M": state, "a": "a23"}, k * (other if of == "other" else own), TABLE_2[state, "a23"]


def check_nearest(of: str) -> Iterator[Triple]:
    """What is left of a table after projecting it on the disintegrable ones is orthogonal to each of their basis."""
    h, k, c2, c3 = symbols("h k c2 c3")
    tables = {
        "0-1": LossTable.zero_one(TABLE_2.states),
        "table (2)": TABLE_2,
        "table (3)": TABLE_3,
        "a sum": arcs_loss(2, [h, k], [c2, c3]),
    }
    for name, table in tables.items():
        near = nearest_disintegrable(table)
        rest = [
            e - (f if of == "projection" else 0)
            for row, other in zip(table.entries, near.table.entries, strict=True)
            for e, f in zip(row, other, strict=True)
        ]
        q = len(table.arcs)
        for unit in range(2 * q):
            # the basis: one loss of one arc is 1, all others are 0
            losses = [
                ArcLoss(arc, Integer(int(unit == i)), Integer(int(unit == q + i)))
                for i, arc in enumerate(table.arcs)
            ]
            base = [
                Add(
                    *(a.false for a in losses if a.arc in T - S),
                    *(a.missed for a in losses if a.arc in S - T),
                )
                for S, T in product(*table.models)
            ]
            product_ = Add(*(r * b for r, b in zip(rest, base, strict=True)))
            yield {"table": name, "loss": unit}, Integer(0), product_
        yield {"table": name, "distance": near.distance2}, Add(*(r * r for r in rest)), near.distance2
        again = nearest_disintegrable(near.table)
        yield {"table": name, "twice": True}, Integer(0), again.distance2
    yield {"a sum": "stays"}, Integer(0), nearest_disintegrable(tables["a sum"]).distance2
