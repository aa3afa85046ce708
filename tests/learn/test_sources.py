"""Every kind of frame gives the same counts or symdt's own refusal, whatever its cells are."""

from __future__ import annotations

import contextlib
import datetime
import enum
import itertools
import random
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

from symdt import tabulate
from symdt.errors import DataError, FileError
from symdt.learn.columns import MAX_CASES
from tests.fuzz import frames

PARQUET = ("mapping", "pandas", "polars", "pyarrow", "duckdb", "parquet")


def same_everywhere(columns: frames.Table, folder: Path, weights: Any = None) -> Any:
    """The counts from every kind of frame, which must be one."""
    given = dict(frames.kinds(columns, folder))
    answers = [tabulate(given[kind], weights=weights) for kind in PARQUET]
    place = folder / "table.csv"
    place.write_text(frames.written_csv(columns))
    answers.append(tabulate(place, weights=weights))
    assert all(a == answers[0] for a in answers)
    return answers[0]


def test_the_same_counts_from_every_kind(tmp_path: Path) -> None:
    r = random.Random(5)
    columns = {
        "A": [r.choice(("yes", "no", "Maybe")) for _ in range(200)],
        "B": [r.randrange(-3, 12) for _ in range(200)],
        "C": [r.random() < 0.5 for _ in range(200)],
        "D": [datetime.date(2020, 1, 1 + r.randrange(4)) for _ in range(200)],
        "w": [r.randrange(4) for _ in range(200)],
    }
    counts = same_everywhere(columns, tmp_path, "w")
    assert counts.cases == sum(columns["w"])
    # the other road: count the rows one by one
    for row, n in zip(counts.codes.T, counts.weights, strict=True):
        labels = tuple(counts.states[i][code] for i, code in enumerate(row))
        cells = zip(*(columns[v] for v in "ABCDw"), strict=True)
        assert n == sum(w for *case, w in cells if tuple(map(str, case)) == labels)


def test_columns_that_are_not_asked_for_are_named_from_every_kind(tmp_path: Path) -> None:
    """What an order leaves out is known alike, whoever counts; the weights are not left out."""
    import dask.dataframe

    columns = {"A": [0, 1, 1], "n, x": [1, 1, 2], "w": [1, 2, 1], "C": [5, 6, 7]}
    table = pandas.DataFrame(columns)
    place, said = tmp_path / "table.csv", tmp_path / "said.csv"
    table.to_csv(place, index=False)
    said.write_text("sep=;\nA;n, x;w;C\n0;1;1;5\n1;1;2;6\n")
    given = [data for kind, data in frames.kinds(columns, tmp_path) if kind in PARQUET]
    given += [place, said, polars.DataFrame(columns).lazy(), dask.dataframe.from_pandas(table, npartitions=2)]
    given += [table.to_records(index=False), pyarrow.table(columns)]
    for data in given:
        assert tabulate(data, ["C", "A"], "w").unread == ("n, x",)
        assert tabulate(data).unread == ()
    rows = np.array(list(columns.values())).T
    assert tabulate(rows, ["X4", "X1"]).unread == ("X2", "X3")
    assert tabulate(table, ["A"], [1, 2, 3]).unread == ("n, x", "w", "C")
    assert tabulate(tabulate(table, ["A", "C"]), ["C"]).unread == ("A", "n, x", "w")


@pytest.mark.parametrize("large", [2**53, 2**53 + 1, 2**63 - 1, -(2**53) - 1])
def test_whole_numbers_from_2_53_on_are_refused_everywhere(large: int, tmp_path: Path) -> None:
    for kind, data in frames.kinds({"A": [1, large], "B": [0, 1]}, tmp_path):
        with pytest.raises(DataError, match=r"2\^53 or beyond"):
            tabulate(data)
        assert kind
    place = tmp_path / "cases.csv"
    place.write_text(f"A\n1\n{large}\n")
    with pytest.raises(DataError, match=r"2\^53 or beyond"):
        tabulate(place)
    top = 2**53 - 1
    assert same_everywhere({"A": [1, top, -top]}, tmp_path).states[0] == (str(-top), "1", str(top))


@pytest.mark.parametrize("text", ["1e400", "1e99999999999", "-1e99999999999"])
def test_a_written_number_may_have_any_exponent(text: str, tmp_path: Path) -> None:
    place = tmp_path / "cases.csv"
    place.write_text(f"A\n{text}\n1e9\n")
    with pytest.raises(DataError, match=f"such as {text}, "):
        tabulate(place)
    place.write_text("A\n1e-99999999999\n1\n")
    with pytest.raises(DataError, match="categorical"):
        tabulate(place)


@pytest.mark.parametrize("weight", [2**31, 2**62, 2**63 - 1, 2**63, 10**19, 1e300, 10**400])
def test_weights_never_overflow(weight: Any, tmp_path: Path) -> None:
    columns = {"A": [0, 1, 0], "w": [weight, weight, weight]}
    for _, data in frames.kinds(columns, tmp_path):
        with pytest.raises(DataError, match="cases"):
            tabulate(data, variables=["X1"] if isinstance(data, np.ndarray) and not data.dtype.names else ["A"],
                     weights="X2" if isinstance(data, np.ndarray) and not data.dtype.names else "w")  # fmt: skip
    with pytest.raises(DataError, match="cases"):
        tabulate({"A": [0, 1, 0]}, weights=[weight] * 3)


def test_the_most_cases_are_counted_and_one_more_is_refused(tmp_path: Path) -> None:
    counts = same_everywhere({"A": [0, 1], "w": [MAX_CASES - 1, 1]}, tmp_path, "w")
    assert counts.cases == MAX_CASES
    for kind, data in frames.kinds({"A": ["a", "b"], "w": [MAX_CASES, 1]}, tmp_path):
        if kind in PARQUET:
            with pytest.raises(DataError, match="expected at most"):
                tabulate(data, weights="w")


@pytest.mark.parametrize(
    ("cells", "what"),
    [
        ([True, 1], "mixes numbers and truth values"),
        (["a", 1], "mixes text and numbers"),
        ([b"a", b"b"], "type 'bytes'"),
        ([[1], [2]], "type 'list'"),
        ([{"a": 1}], "type 'dict'"),
        ([1j], "type 'complex'"),
        ([print], "type 'builtin_function_or_method'"),
        ([datetime.timedelta(1)], "type 'timedelta'"),
        (["\ud800"], "half a character"),
        ([10**400, 1.0], r"2\^53 or beyond"),
        ([float("inf")], "such as inf"),
        ("yes", "is of type 'str'"),
        ({"a": 1}, "is of type 'dict'"),
        (7, "is of type 'int'"),
        (np.zeros((2, 2)), "has 2 dimensions"),
        (np.array(3), "dimensions"),
    ],
)
def test_cells_that_are_no_states(cells: Any, what: str) -> None:
    with pytest.raises(DataError, match=what):
        tabulate({"A": cells})


def test_classes_and_members_of_an_enumeration_are_states() -> None:
    cut = pandas.DataFrame({"A": pandas.cut([0.5, 1.5, 1.7], [0, 1, 2])})
    assert tabulate(cut).states == (("(0, 1]", "(1, 2]"),)
    Coin = enum.Enum("Coin", "heads tails")
    assert tabulate({"A": [Coin.heads, Coin.tails]}).states == (("Coin.heads", "Coin.tails"),)


def test_a_masked_cell_is_missing() -> None:
    masked = np.ma.masked_array([[0, 1], [1, 5]], [[False, False], [False, True]])
    with pytest.raises(DataError, match="1 missing cell"):
        tabulate(masked)
    assert tabulate(masked, missing="drop").states == (("0",), ("1",))


def test_names() -> None:
    with pytest.raises(DataError, match="'1' occurs twice"):
        tabulate({1: [0], "1": [1]})
    with pytest.raises(DataError, match="2 weights for 1 rows"):
        tabulate({"A": [0], "w": [1, 2]}, weights="w")
    with pytest.raises(DataError, match="asked for twice"):
        tabulate({"A": [0]}, variables=["A", "A"])
    with pytest.raises(DataError, match="no columns"):
        tabulate(np.array([[1, 2]]), variables=[])
    with pytest.raises(DataError, match="weights already"):
        tabulate(tabulate({"A": [0, 1]}), weights=[2, 3])
    own = polars.DataFrame({"__symdt_cases__": [0, 1, 1], "w": [1, 2, 3]})
    assert tabulate(own, weights="w").weights.tolist() == [1, 5]


@pytest.mark.parametrize(
    "kind",
    [
        pyarrow.list_(pyarrow.int64()),
        pyarrow.map_(pyarrow.string(), pyarrow.int64()),
        pyarrow.struct([("f", pyarrow.int64())]),
        pyarrow.binary(),
        pyarrow.duration("s"),
    ],
)
def test_nested_columns_of_a_parquet_file(kind: Any, tmp_path: Path) -> None:
    place = tmp_path / "t.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"A": pyarrow.nulls(2, kind), "B": [0, 1]}), place)
    with pytest.raises(DataError, match="expected"):
        tabulate(place)
    assert tabulate(place, variables=["B"]).cases == 2


def test_a_damaged_parquet_file(tmp_path: Path) -> None:
    place = tmp_path / "t.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"A": [0, 1] * 50}), place)
    whole, r = place.read_bytes(), random.Random(1)
    for _ in range(200):
        data = bytearray(whole[: r.randrange(len(whole))] if r.random() < 0.3 else whole)
        for _ in range(r.randrange(4)):
            data[r.randrange(max(1, len(data))) : 0] = r.randbytes(2)
        place.write_bytes(bytes(data))
        with contextlib.suppress(DataError, FileError):
            tabulate(place)


class Stubborn(int):
    """A number that will not be one."""

    def __int__(self) -> int:
        raise RuntimeError("no number")


class Shut(dict[str, Any]):
    """A mapping that names columns and does not give them."""

    def items(self) -> Any:
        raise KeyError("A")


@pytest.mark.parametrize(
    "data",
    [
        {"A": [np.timedelta64(1, "D"), 0], "B": [0, 1]},
        {"A": [Stubborn(3), 0], "B": [0, 1]},
        Shut(A=[1], B=[2]),
    ],
)
def test_what_strange_cells_raise_is_one_line(data: Any) -> None:
    with pytest.raises(DataError, match="as text") as told:
        tabulate(data)
    assert "\n" not in str(told.value)


def test_weights_that_may_never_end_are_refused() -> None:
    with pytest.raises(DataError, match="give them as a list"):
        tabulate({"A": [0, 1], "B": [1, 1]}, weights=itertools.count())  # type: ignore[arg-type]
