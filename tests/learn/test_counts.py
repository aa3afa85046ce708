"""The same counts from every kind of data, and one clear line for data that are none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symdt.errors import DataError, FileError
from symdt.learn.counts import Counts, tabulate
from symdt.learn.selection import select_network

N = 300


@pytest.fixture(scope="module")
def columns():
    g = np.random.default_rng(0)
    a = g.choice(["x", "y", "z"], N)
    b = g.integers(8, 11, N)
    return {"A": a, "B": b, "C": (a == "x") ^ (g.random(N) < 0.2)}


def _pandas(columns):
    import pandas as pd

    return pd.DataFrame(columns)


def _pandas_categorical(columns):
    frame = _pandas(columns)
    return frame.astype({"A": "category", "B": "category"})


def _polars(columns):
    import polars as pl

    return pl.DataFrame(columns)


def _polars_lazy(columns):
    return _polars(columns).lazy()


def _polars_categorical(columns):
    import polars as pl

    return _polars(columns).with_columns(pl.col("A").cast(pl.Categorical))


def _pyarrow(columns):
    import pyarrow as pa

    return pa.table(columns)


def _duckdb(columns):
    import duckdb

    return duckdb.connect().from_arrow(_pyarrow(columns))


def _dask(columns):
    import dask.dataframe as dd

    return dd.from_pandas(_pandas(columns), npartitions=3)


def _records(columns):
    names = list(columns)
    return np.array(list(zip(*columns.values(), strict=True)), dtype=[(n, columns[n].dtype) for n in names])


FRAMES = [
    _pandas, _pandas_categorical, _polars, _polars_lazy, _polars_categorical, _pyarrow, _duckdb, _dask, _records,
]  # fmt: skip


@pytest.mark.parametrize("make", FRAMES)
def test_every_frame_gives_the_same_counts_and_the_same_answer(columns, make):
    reference = tabulate(columns)
    assert reference.cases == N
    assert reference.states == (("x", "y", "z"), ("8", "9", "10"), ("False", "True"))
    frame = make(columns)
    assert tabulate(frame) == reference
    assert tabulate(frame, ["C", "A"]) == reference.project(["C", "A"])
    expected = select_network(columns, order="B,A,C").to_json()
    assert select_network(frame, order="B,A,C").to_json() == expected


def test_files_give_the_same_counts(columns, tmp_path):
    frame = _pandas(columns)
    reference = tabulate(columns)
    frame.to_csv(tmp_path / "data.csv", index=False)
    frame.to_csv(tmp_path / "semicolon.csv", index=False, sep=";")
    frame.to_parquet(tmp_path / "data.parquet")
    assert tabulate(tmp_path / "data.csv") == reference
    assert tabulate(str(tmp_path / "semicolon.csv")) == reference
    assert tabulate(tmp_path / "data.parquet") == reference


def test_arrays_name_their_columns(columns):
    array = np.stack([columns["B"], columns["C"].astype(int)], axis=1)
    counts = tabulate(array)
    assert counts.variables == ("X1", "X2")
    assert counts.project(["X1"]).weights.tolist() == tabulate({"X1": columns["B"]}).weights.tolist()
    assert tabulate(array.astype(float)) == counts
    assert tabulate(array.astype(object)) == counts
    assert tabulate(array.astype(np.uint8)) == counts
    assert tabulate(array * 1000) == tabulate({"X1": array[:, 0] * 1000, "X2": array[:, 1] * 1000})


@pytest.mark.parametrize("make", [dict, *FRAMES[:8]])
def test_weights_stand_for_repeated_cases(columns, make):
    times = np.arange(N) % 4
    repeated = {k: np.repeat(v, times) for k, v in columns.items()}
    frame = make(columns | {"n": times})
    assert tabulate(frame, weights="n") == tabulate(repeated)
    assert tabulate(frame, ["B", "A"], weights="n") == tabulate(repeated).project(["B", "A"])
    with pytest.raises(DataError, match="how many cases a row stands for"):
        tabulate(make(columns | {"n": times - 1}), weights="n")


@pytest.mark.parametrize("make", [_pandas, _polars, _pyarrow, _duckdb, _dask])
def test_missing_cells_are_named_counted_and_dropped(columns, make):
    import pandas as pd

    holes = _pandas(columns)
    holes["B"] = holes["B"].astype("Int64")
    holes.loc[3:5, "A"] = None
    holes.loc[4, "B"] = pd.NA
    if make is _polars:
        import polars as pl

        frame = pl.from_pandas(holes)
    elif make in (_pyarrow, _duckdb):
        import pyarrow as pa

        frame = pa.Table.from_pandas(holes, preserve_index=False)
        if make is _duckdb:
            import duckdb

            frame = duckdb.connect().from_arrow(frame)
    elif make is _dask:
        import dask.dataframe as dd

        frame = dd.from_pandas(holes, npartitions=2)
    else:
        frame = holes
    with pytest.raises(DataError, match=r"column 'A' has 3 missing cells .*--missing drop"):
        tabulate(frame)
    complete = {k: np.delete(v, [3, 4, 5]) for k, v in columns.items()}
    dropped = tabulate(frame, missing="drop")
    assert dropped == tabulate(complete)
    assert dropped.dropped == 3


def test_missing_cells_in_files_and_arrays(tmp_path):
    (tmp_path / "holes.csv").write_text("A,B\nx,1\n,2\nNA,1\ny,2\n")
    with pytest.raises(DataError, match="column 'A' has 2 missing cells"):
        tabulate(tmp_path / "holes.csv")
    assert tabulate(tmp_path / "holes.csv", missing="drop").cases == 2
    assert tabulate(tmp_path / "holes.csv", ["B"]).cases == 4
    with pytest.raises(DataError, match="column 'X2' has 1 missing cell:"):
        tabulate(np.array([[0.0, 1.0], [1.0, np.nan]]))
    with pytest.raises(DataError, match="no rows without a missing cell"):
        tabulate({"A": [None, None]}, missing="drop")


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from("ab"), st.booleans()), min_size=1, max_size=40))
def test_counting_commutes_with_projection_and_with_order_of_rows(rows):
    data = {n: [row[i] for row in rows] for i, n in enumerate("XYZ")}
    counts = tabulate(data)
    assert counts.cases == len(rows)
    assert tabulate({n: data[n] for n in "ZX"}) == counts.project(["Z", "X"])
    assert tabulate({n: c[::-1] for n, c in data.items()}) == counts
    expected: dict = {}
    for row in rows:
        expected[row] = expected.get(row, 0) + 1
    found = {
        tuple(counts.states[i][counts.codes[i, j]] for i in range(3)): int(counts.weights[j])
        for j in range(len(counts.weights))
    }
    assert found == {(str(x), y, str(z)): n for (x, y, z), n in expected.items()}


def test_many_columns_of_many_states_do_not_fit_one_integer():
    g = np.random.default_rng(1)
    array = np.repeat(g.integers(0, 200, (50, 30)), 2, axis=0)
    counts = tabulate(array)
    assert counts.cases == 100
    assert set(counts.weights.tolist()) == {2}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({}, "no columns"),
        ({"A": []}, "the data have no rows"),
        (np.zeros((0, 2), int), "the data have no rows"),
        (np.zeros(3), "1 dimension: expected two"),
        (np.array([[0.5], [1.5]]), "column 'X1' holds numbers such as 0.5"),
        ({"A": [0.25, 0.5, None]}, "column 'A' holds numbers such as"),
        ({"A": [1, "1"]}, "mixes text and numbers"),
        ({"A": [[1], [2]]}, "cells of type 'list'"),
        ({"A": [1, 2], "B": [1]}, "1 to 2 cells: expected equal lengths"),
        (object(), "data of type 'object' are unknown"),
        (7, "data of type 'int' are unknown"),
    ],
)
def test_bad_data_is_one_clear_line(data, says):
    with pytest.raises(DataError) as caught:
        tabulate(data)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("A,B\n1,2\n1\n", DataError, "line 3 of 'data.csv' has 1 cells: expected 2"),
        ("A,A\n1,2\n", DataError, "column 'A' occurs twice"),
        ("A,B\n", DataError, "no rows"),
        ("", DataError, "'data.csv' is empty"),
        ("A\n0.25\n0.5\n", DataError, "column 'A' holds numbers such as"),
        ('A\n"x\n', FileError, "is no CSV"),
    ],
)
def test_bad_files_are_one_clear_line(tmp_path, text, error, says):
    (tmp_path / "data.csv").write_text(text)
    with pytest.raises(error) as caught:
        tabulate(tmp_path / "data.csv")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path):
    for name in ("none.csv", "none.parquet"):
        with pytest.raises(FileError, match="no such file"):
            tabulate(tmp_path / name)
    (tmp_path / "latin.csv").write_bytes("A\né\n".encode("latin-1"))
    with pytest.raises(FileError, match="UTF-8"):
        tabulate(tmp_path / "latin.csv")
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 no")
    with pytest.raises(FileError, match="cannot read"):
        tabulate(tmp_path / "broken.parquet")


def test_duplicate_columns_of_frames(columns):
    import pandas as pd
    import pyarrow as pa

    frame = _pandas(columns)
    for twice in (
        pd.concat([frame, frame["A"]], axis=1),
        pa.Table.from_arrays([pa.array([1])] * 2, names=["A", "A"]),
    ):
        with pytest.raises(DataError, match="column 'A' occurs twice"):
            tabulate(twice)


def test_frames_with_numbers_as_names(columns):
    import pandas as pd

    assert tabulate(pd.DataFrame(np.array([[0, 1], [1, 1]]))).variables == ("0", "1")


def test_counts_print_and_compare(columns):
    counts = tabulate(columns)
    assert str(counts).startswith("300 cases, ")
    assert counts != tabulate({"A": ["x"]})
    assert hash(counts) == hash(tabulate(columns))
    assert isinstance(tabulate(counts), Counts)
    with pytest.raises(DataError, match="no variable 'a'"):
        tabulate({"A": [1]}).index("a")
