"""Loss tables: the paper's tables, access by name, and what a table must be."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sympy import Symbol, symbols

from symdt.errors import ExpressionError, TableError
from symdt.problems.loss import LossTable, action_names

h, k = symbols("h k")


def test_the_tables_of_the_paper() -> None:
    assert LossTable.zero_one(["M0", "M1"]).entries == ((0, 1), (1, 0))
    l01, l10 = symbols("l01 l10")
    assert LossTable.zero_l(["M0", "M1"], l01, l10) == LossTable.general(1)
    table = LossTable.general(3)
    assert table["M2", "a3"] == Symbol("l23")
    assert all(table[f"M{i}", f"a{i}"] == 0 for i in range(4))
    assert len(table.symbols) == 12
    assert LossTable.general(11)["M1", "a11"] == Symbol("l1_11")
    assert LossTable.general(0).entries == ((0,),)


def test_access_by_name() -> None:
    table = LossTable(["s", "t"], ["a", "b"], [[0, h], [k, 1]])
    assert table.row("s") == {"a": 0, "b": h}
    assert table.column("a") == {"s": 0, "t": k}
    assert list(table.cells())[1] == ("s", "b", h)
    for cell in (("r", "a"), ("s", "c")):
        with pytest.raises(TableError, match="the table has no"):
            table[cell]


@pytest.mark.parametrize(
    ("states", "actions", "entries", "message"),
    [
        ([], ["a"], [], "no states"),
        (["s"], [], [[]], "no actions"),
        (["s", "s"], ["a"], [[0], [0]], "'s' is named twice"),
        (["s"], ["a", "a"], [[0, 0]], "'a' is named twice"),
        (["s"], ["a"], [], "0 rows for 1 states"),
        (["s"], ["a"], [[0], [1]], "2 rows for 1 states"),
        (["s"], ["a"], [[0, 1]], "2 entries for 1 actions"),
        (["s"], ["a"], ["0"], "give a list"),
        (["s"], ["a"], [0], "give a list"),
    ],
)
def test_what_is_no_table(states, actions, entries, message) -> None:
    with pytest.raises(TableError, match=message):
        LossTable(states, actions, entries)


def test_what_is_no_entry_or_optimum() -> None:
    with pytest.raises(ExpressionError, match="text"):
        LossTable(["s"], ["a"], [["h"]])
    with pytest.raises(TableError, match="optimum"):
        LossTable(["s"], ["a"], [[0]], optimum="least")
    with pytest.raises(TableError, match="g is -1"):
        LossTable.general(-1)


def test_equality_is_decided_and_negation_undoes_itself() -> None:
    one = LossTable(["s"], ["a"], [[(h**2 - k**2) / (h - k)]])
    assert one == LossTable(["s"], ["a"], [[h + k]])
    assert one != LossTable(["s"], ["a"], [[h - k]])
    assert one.negated().negated() == one
    assert one.negated().optimum == "max"
    assert hash(one) == hash(LossTable(["s"], ["a"], [[k]]))
    assert one.subs({k: 1}) == LossTable(["s"], ["a"], [[h + 1]])
    assert one != 3


def test_names_of_actions() -> None:
    assert action_names(["M0", "M23"]) == ("a0", "a23")
    assert action_names(["ill", "well"]) == ("choose ill", "choose well")
    assert LossTable.zero_one(["x", "y"], ["go", "stay"]).actions == ("go", "stay")


def test_an_array_without_names_is_told_where_they_are_given() -> None:
    with pytest.raises(TableError, match=r"an array has no names: give LossTable\(states, actions, array\)"):
        LossTable.of(np.array([[700, 90], [-100, 90]]))
    table = LossTable(["oil", "dry"], ["drill", "sell"], np.array([[700, 90], [-100, 90.5]]), "max")
    frame = pd.DataFrame(table.entries, index=table.states, columns=table.actions)
    assert LossTable.of(frame, optimum="max") == table
