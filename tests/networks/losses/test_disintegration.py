"""Is a table a sum of arc losses, and what obstructs it (§4)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Matrix, Rational, diff, solve, symbols

from symdt.errors import TableError
from symdt.exact.domain import Domain
from symdt.exact.field import equal
from symdt.networks.local_space import LocalSpace
from symdt.networks.losses.disintegrable import globally_disintegrable, locally_disintegrable
from symdt.networks.losses.disintegration import disintegrate
from symdt.networks.losses.nearest import nearest_disintegrable
from symdt.networks.space import ModelSpace
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import UNIT, direct_sum, is_relabelling
from symdt.problems.models.model import Model

h, k, c2, c3 = symbols("h k c2 c3")
STATES, ACTIONS = ["M0", "M3", "M2", "M23"], ["a0", "a3", "a2", "a23"]
TABLE_2 = LossTable(
    STATES,
    ACTIONS,
    [
        [0, k * c3, k * c2, k * (c3 + c2)],
        [h, 0, k * (c3 + c2), k * c3],
        [h, k * (c3 + c2), 0, k * c2],
        [2 * h, h, h, 0],
    ],
)
TABLE_3 = LossTable(STATES, ACTIONS, [[0, 1, 1, 1], [h, 0, h, h], [h, h, 0, h], [2 * h, 2 * h, 2 * h, 0]])


numbers = st.fractions(0, 9, max_denominator=6).map(lambda f: Rational(f.numerator, f.denominator))
entries = st.one_of(numbers, st.sampled_from(symbols("f g h k", nonnegative=True)))


@st.composite
def arc_tables(draw: Any, least: int, most: int) -> list[LossTable]:
    q = draw(st.integers(least, most))
    return [LossTable.arc(f"X{j}", "Y", false=draw(entries), missed=draw(entries)) for j in range(2, 2 + q)]


@settings(max_examples=40, deadline=None)
@given(arc_tables(1, 3))
def test_the_summands_come_back(tables: list[LossTable]) -> None:
    answer = disintegrate(direct_sum(*tables))
    assert answer.is_disintegrable
    assert answer.is_row_modular
    assert answer.summands == tuple(tables)
    assert answer.nearest.table == direct_sum(*tables)
    assert answer.nearest.distance2 == 0


def brute_force_is_disintegrable(loss: LossTable) -> bool:
    """The criterion with one arc more on both sides, or on one (not the code's cell-wise formula)."""
    cell = {
        (S, T): loss.entries[i][j] for i, S in enumerate(loss.models[0]) for j, T in enumerate(loss.models[1])
    }
    if cell[Model(), Model()] != 0:
        return False
    for (S, T), arc in product(cell, loss.arcs):
        if arc in S or arc in T:
            continue
        one = Model([arc])
        if not (
            equal(cell[S | one, T | one], cell[S, T])
            and equal(cell[S | one, T], cell[S, T] + cell[one, Model()])
            and equal(cell[S, T | one], cell[S, T] + cell[Model(), one])
        ):
            return False
    return True


@settings(max_examples=60, deadline=None)
@given(arc_tables(2, 2), st.integers(0, 15), st.integers(-2, 2))
def test_a_changed_cell_is_found(tables: list[LossTable], where: int, by: int) -> None:
    loss = direct_sum(*tables)
    rows = [list(row) for row in loss.entries]
    rows[where // 4][where % 4] += by
    changed = LossTable(loss.states, loss.actions, rows, meaning=loss.meaning)
    answer = disintegrate(changed)
    assert answer.is_disintegrable == brute_force_is_disintegrable(changed)
    for o in answer.obstructions:
        assert equal(o.found - o.expected, o.residual)
        assert changed[o.state, o.action] == o.found


def test_table_2_obstructs_in_four_cells_and_when_it_does_not() -> None:
    answer = disintegrate(TABLE_2, Domain(h > 0, k > 0, c2 > 0, c3 > 0))
    assert {(o.state, o.action): o.residual for o in answer.obstructions} == {
        ("M3", "a2"): c3 * k - h,
        ("M3", "a23"): c3 * k - c2 * k,
        ("M2", "a3"): c2 * k - h,
        ("M2", "a23"): c2 * k - c3 * k,
    }
    assert {str(c) for c in answer.remedy.conditions} == {"c2 == c3", "c2*k == h"}
    assert answer.remedy.is_possible is True
    assert {o.state for o in answer.row_obstructions} == {"M3", "M2"}
    # the other road: substitute the remedy and look again
    assert disintegrate(TABLE_2.subs({c3: c2, h: c2 * k})).is_disintegrable
    assert not disintegrate(TABLE_2.subs({c3: c2})).is_disintegrable


def test_example_2_has_no_remedy_with_positive_k() -> None:
    numeric = TABLE_2.subs({c2: 3, c3: 2})
    assert disintegrate(numeric, Domain(h > 0, k > 0)).remedy.is_possible is False
    assert disintegrate(numeric).remedy.is_possible is True  # at h = k = 0


@pytest.mark.parametrize(
    ("loss", "cells", "rows"),
    [
        (
            TABLE_3,
            {
                ("M0", "a23"),
                ("M3", "a2"),
                ("M3", "a23"),
                ("M2", "a3"),
                ("M2", "a23"),
                ("M23", "a3"),
                ("M23", "a2"),
            },
            4,
        ),
        (LossTable.zero_one(STATES), {("M0", "a23"), ("M3", "a2"), ("M2", "a3"), ("M23", "a0")}, 4),
    ],
)
def test_table_3_and_zero_one_are_never_disintegrable(loss: LossTable, cells: set[Any], rows: int) -> None:
    answer = disintegrate(loss, Domain(h > 0))
    assert {(o.state, o.action) for o in answer.obstructions} == cells
    assert answer.remedy.is_possible is False
    assert answer.row_remedy.is_possible is False
    assert len({o.state for o in answer.row_obstructions}) == rows
    assert not brute_force_is_disintegrable(loss)


def test_row_modular_is_a_larger_class() -> None:
    x, y, z = symbols("x y z")
    rows = [[x, y, z, y + z - x], [1, 2, 3, 4], [0, h, k, h + k], [7, 7, 7, 7]]
    answer = disintegrate(LossTable(STATES, ACTIONS, rows))
    assert answer.is_row_modular
    assert not answer.is_disintegrable
    assert "every row is modular" in str(answer)


@pytest.mark.parametrize("loss", [TABLE_2, TABLE_3, LossTable.zero_one(STATES)])
def test_the_nearest_table_solves_the_least_squares_problem(loss: LossTable) -> None:
    """Two roads: the normal equations in closed form against SymPy's calculus on the sum of squares."""
    near = nearest_disintegrable(loss)
    assert disintegrate(near.table).is_disintegrable
    a, b, c, d = symbols("l03 l30 l02 l20")
    free = direct_sum(
        LossTable.arc("X3", "child", false=a, missed=b), LossTable.arc("X2", "child", false=c, missed=d)
    )
    squares = sum(
        (x - y) ** 2
        for rx, ry in zip(loss.entries, free.entries, strict=True)
        for x, y in zip(rx, ry, strict=True)
    )
    best = solve([diff(squares, v) for v in (a, b, c, d)], [a, b, c, d])
    assert all(
        equal(found, best[v])
        for found, v in zip(
            [e for arc in near.arcs for e in (arc.false, arc.missed)], (a, b, c, d), strict=True
        )
    )
    assert equal(near.distance2, squares.subs(best))


def test_the_nearest_table_is_a_projection() -> None:
    """The residual is orthogonal to every disintegrable table, for q = 3 and numbers at random."""
    states = ["M0", "M1", "M2", "M12", "M3", "M13", "M23", "M123"]
    rows = [[(5 * i * i + 7 * j + i * j) % 11 for j in range(8)] for i in range(8)]
    loss = LossTable(states, [s.replace("M", "a") for s in states], rows)
    near = nearest_disintegrable(loss)
    residual = Matrix(8, 8, lambda i, j: loss.entries[i][j] - near.table.entries[i][j])
    for arc, (inside, outside) in product(loss.arcs, ((0, 1), (1, 0))):
        cells = product(range(8), repeat=2)
        active = [
            c
            for c in cells
            if arc in loss.models[inside][c[inside]] and arc not in loss.models[outside][c[outside]]
        ]
        assert len(active) == 16
        assert sum(residual[c] for c in active) == 0


def test_names_can_be_given_arcs() -> None:
    loss = LossTable(
        ["none", "both", "smoke", "age"],
        ["n", "b", "s", "a"],
        [[0, 3, 1, 2], [3, 0, 2, 1], [1, 2, 0, 3], [2, 1, 3, 0]],
    )
    some: dict[str, list[str]] = {
        "none": [],
        "smoke": ["S -> C"],
        "age": ["A -> C"],
        "both": ["S -> C", "A -> C"],
    }
    arcs = some | {name[0]: given for name, given in some.items()}
    answer = disintegrate(loss, arcs=arcs)
    assert answer.is_disintegrable
    assert [str(a) for a in answer.arcs] == ["A → C: false 2, missed 2", "S → C: false 1, missed 1"]
    assert is_relabelling(direct_sum(*answer.summands), answer.loss)
    with pytest.raises(TableError, match="arcs says nothing about 'age'"):
        disintegrate(loss, arcs={n: a for n, a in arcs.items() if n != "age"})


def test_a_table_that_is_no_lattice_is_refused() -> None:
    with pytest.raises(TableError, match="names no model"):
        disintegrate(LossTable.zero_one(["ill", "well"]))
    with pytest.raises(TableError, match="no state for the model with the one arc X2 → child"):
        disintegrate(LossTable.zero_one(["M0", "M3", "M23"]))


def test_a_constant_loss_in_the_null_cell_obstructs() -> None:
    answer = disintegrate(LossTable(["M0", "M1"], ["a0", "a1"], [[Rational(1, 2), 1], [1, 0]]))
    assert [(o.state, o.action, o.residual) for o in answer.obstructions] == [("M0", "a0", Rational(1, 2))]


def test_losses_built_from_a_space() -> None:
    space = ModelSpace.from_order(["X3", "X2", "X1"])
    whole = globally_disintegrable(space)
    answer = disintegrate(whole)
    assert answer.is_disintegrable
    assert len(answer.arcs) == 3
    parts = answer.by_child
    assert set(parts) == {"X1", "X2"}
    assert len(parts["X1"].states) == 4
    assert direct_sum(*parts.values()) == whole
    costs = locally_disintegrable(
        space.local("X1"), false={"X3": 1, "X2": 2}, missed=lambda arc: int(arc.parent[1])
    )
    assert [str(a) for a in disintegrate(costs).arcs] == [
        "X3 → X1: false 1, missed 3",
        "X2 → X1: false 2, missed 2",
    ]
    assert locally_disintegrable(space.local("X3")) == UNIT
    with pytest.raises(TableError, match="no loss of a false arc is given for 'X2 → X1'"):
        locally_disintegrable(space.local("X1"), false={"X3": 1})


def test_required_arcs_cost_nothing() -> None:
    space = ModelSpace.from_order(["B", "A", "Y"], required=["A -> Y"])
    assert locally_disintegrable(space.local("Y"), 1, 2).states == ("{}", "{B}")


@pytest.mark.parametrize("q", [4, 5])
def test_many_changed_cells_are_decided_quickly(q: int) -> None:
    loss = locally_disintegrable(LocalSpace("Y", tuple(f"X{j}" for j in range(1, q + 1))))
    rows = [
        [e + (h if (3 * i + 5 * j) % 7 == 0 and i != j else 0) for j, e in enumerate(row)]
        for i, row in enumerate(loss.entries)
    ]
    answer = disintegrate(LossTable(loss.states, loss.actions, rows, meaning=loss.meaning), Domain(h >= 0))
    assert answer.obstructions
    assert answer.remedy.is_possible is True
    assert [str(c) for c in answer.remedy.conditions] == ["h == 0"]
    assert is_relabelling(LossTable(loss.states, loss.actions, rows, meaning=loss.meaning).subs({h: 0}), loss)


@pytest.mark.parametrize("q", [1, 2, 3])
def test_the_dimensions_of_both_classes(q: int) -> None:
    """With a letter in every cell the residuals are linear; they leave 2q and 2^q (q + 1) dimensions."""
    names = [m.name for m in LocalSpace("Y", tuple(f"X{j}" for j in range(1, q + 1)))]
    size = 2**q
    cells = symbols(f"x0:{size * size}")
    rows = [cells[size * i : size * (i + 1)] for i in range(size)]
    answer = disintegrate(LossTable(names, ["a" + n[1:] for n in names], rows))

    def conditions(residuals: list[Any]) -> int:
        return Matrix([[r.coeff(c) for c in cells] for r in residuals]).rank() if residuals else 0

    assert size * size - conditions([o.residual for o in answer.obstructions]) == 2 * q
    assert size * size - conditions([o.residual for o in answer.row_obstructions]) == size * (q + 1)
