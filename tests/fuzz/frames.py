"""Data objects that a stranger might pass: one table of odd cells, in every kind of frame that will take it.

`table` makes the columns as Python lists, `kinds` the same table as a mapping, a NumPy array, a pandas,
Polars, PyArrow or DuckDB frame, a CSV and a Parquet file. Some engines refuse to build some tables, or change
the cells while they do so (`None` among whole numbers gives floats in pandas): then there is nothing to read.
"""

from __future__ import annotations

import datetime
import decimal
import fractions
import io
import random
import uuid
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

Random = random.Random
Table = dict[str, list[Any]]

#: Kinds of cells; a column takes one or, at times, several of them.
CELLS: tuple[Callable[[Random], Any], ...] = (
    lambda r: r.choice(("yes", "no")),
    lambda r: r.randrange(3),
    lambda r: r.random() < 0.5,
    lambda r: r.choice((0.0, 1.0, 2.0)),
    lambda r: None,
    lambda r: r.choice((float("nan"), float("inf"), -float("inf"), -0.0, 1.5, 1e308, 5e-324)),
    lambda r: r.choice((2**53, 2**53 + 1, 2**63 - 1, -(2**63), 2**63, 2**64, 10**30, 10**400)),
    lambda r: r.choice(("", " ", "NA", "nan", "1", "1.0", "é", "e\u0301", "\u202e", "a\nb", "\x00", "=1+1")),
    lambda r: r.choice((b"a", b"", b"\xff")),
    lambda r: r.choice(([], [1], [1, [2]], (1, 2), {1}, {"a": 1}, {}, frozenset({1}))),
    lambda r: r.choice((datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2, 3, 4), datetime.time(5))),
    lambda r: r.choice((datetime.timedelta(1), decimal.Decimal("1.5"), decimal.Decimal("NaN"))),
    lambda r: r.choice((fractions.Fraction(1, 3), 1j, uuid.UUID(int=7), object, print, np.float32(0.1))),
    lambda r: r.choice((np.int64(3), np.str_("a"), np.array([1, 2]), np.bool_(True), np.timedelta64(1, "D"))),
    lambda r: r.choice(("\ud800", "x" * 5000, decimal.Decimal("Infinity"), decimal.Decimal(2))),
)
TAME = 4  # the first kinds are what one expects
NAMES: tuple[Any, ...] = ("A", "B", "C", "", " A", "é", "a,b", "__symdt_cases__", "\x00", "x" * 300)


def column(r: Random, rows: int) -> list[Any]:
    """The cells of one column: of one kind mostly, of two or three now and then."""
    wild = r.random() < 0.6
    kinds = r.choices(CELLS if wild else CELLS[:TAME], k=r.choice((1, 1, 1, 2, 3)))
    return [r.choice(kinds)(r) for _ in range(rows)]


def weight(r: Random) -> Any:
    """A number of cases, or what somebody takes for one."""
    tame = r.random() < 0.6
    many = (2**31 - 1, 2**31, 2**62, 2**63 - 1, 2**63, 10**15, 10**400, 1e300, float("inf"))
    odd = (float("nan"), None, -1, 0.5, "1", "x", True, [1], decimal.Decimal(2), 1j)
    return r.randrange(5) if tame else r.choice(many if r.random() < 0.5 else odd)


def table(r: Random) -> tuple[Table, str | list[Any] | None]:
    """Columns of equal length (mostly), and the weights: a column's name, a list, or none."""
    rows = r.choice((0, 1, 1, 2, 3, 5, 8, 13))
    names = r.sample(NAMES, r.randrange(4)) if r.random() < 0.3 else ["A", "B", "C"][: r.randrange(1, 4)]
    columns: Table = {name: column(r, rows if r.random() < 0.99 else rows + 1) for name in names}
    if r.random() < 0.6:
        return columns, None
    kind = r.randrange(3)  # the whole column of one sort, so that engines give it a type
    cells = [weight(r) for _ in range(rows)] if kind else [r.randrange(4) for _ in range(rows)]
    if r.random() < 0.3 and rows:
        cells = [cells[0]] * rows
    if r.random() < 0.4:
        return columns, cells
    return {**columns, "w": cells}, "w"


def kinds(columns: Table, folder: Path) -> Iterator[tuple[str, Any]]:
    """The table in every kind of frame that takes it, with the kind's name."""
    import duckdb
    import pandas
    import polars
    import pyarrow
    import pyarrow.parquet

    yield "mapping", columns
    arrow: Any = None

    def numpy_columns() -> Any:
        return {name: np.array(cells) for name, cells in columns.items()}

    def numpy_table() -> Any:
        return np.array(list(columns.values())).T

    def records() -> Any:
        return np.rec.fromarrays([np.array(c) for c in columns.values()], names=list(columns))

    def a_pandas() -> Any:
        return pandas.DataFrame(columns)

    def a_pandas_new() -> Any:
        return pandas.DataFrame(columns).convert_dtypes()

    def a_pandas_category() -> Any:
        return pandas.DataFrame(columns).astype("category")

    def a_pyarrow() -> Any:
        nonlocal arrow
        arrow = pyarrow.table(columns)
        return arrow

    def a_duckdb() -> Any:
        return duckdb.from_arrow(arrow) if arrow is not None else None

    def a_polars() -> Any:  # by way of Arrow: Polars itself panics on some objects, which is not ours to mend
        return polars.from_arrow(arrow) if arrow is not None else None

    def a_polars_lazy() -> Any:
        return polars.from_arrow(arrow).lazy() if arrow is not None else None

    def a_parquet() -> Any:
        place = folder / "table.parquet"
        if arrow is None:
            return None
        pyarrow.parquet.write_table(arrow, place)
        return place

    makers = (numpy_columns, numpy_table, records, a_pandas, a_pandas_new, a_pandas_category)
    for make in (*makers, a_pyarrow, a_polars, a_polars_lazy, a_duckdb, a_parquet):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                made = make()
            except Exception:  # what an engine will not build, nobody can pass
                continue
        if made is not None:
            yield make.__name__.removeprefix("a_"), made


def arrow_table(r: Random) -> Any:
    """An Arrow table with the types that other kinds of frame do not have."""
    import pyarrow as pa

    simple = [pa.int8(), pa.uint64(), pa.float16(), pa.string(), pa.large_string(), pa.bool_(), pa.null()]
    simple += [pa.date32(), pa.timestamp("ns", "UTC"), pa.duration("s"), pa.decimal128(38, 4), pa.binary()]
    simple += [pa.time64("ns"), pa.decimal256(60, 0), pa.binary(3), pa.float64(), pa.int64()]

    def kind(depth: int) -> Any:
        if depth == 0 or r.random() < 0.5:
            return r.choice(simple)
        return r.choice(
            (
                lambda: pa.list_(kind(depth - 1)),
                lambda: pa.map_(pa.string(), kind(depth - 1)),
                lambda: pa.struct([("f", kind(depth - 1)), ("g", pa.int32())]),
                lambda: pa.dictionary(pa.int32(), pa.string()),
                lambda: pa.list_(kind(0), 2),
                lambda: pa.large_list(kind(0)),
            )
        )()

    rows = r.randrange(4)
    names, columns = r.sample(["A", "B", "C", "w"], r.randrange(1, 4)), []
    for _ in names:
        chosen = kind(2)
        if r.random() < 0.3:
            columns.append(pa.nulls(rows, chosen))
            continue
        try:
            columns.append(pa.array([_value(r, chosen) for _ in range(rows)], chosen))
        except (pa.ArrowException, ValueError, TypeError, OverflowError):
            columns.append(pa.nulls(rows, chosen))
    return pa.table(dict(zip(names, columns, strict=True)))


def _value(r: Random, kind: Any) -> Any:
    """A cell of an Arrow type."""
    import pyarrow as pa

    if r.random() < 0.1:
        return None
    if pa.types.is_map(kind):
        return [("k", _value(r, kind.item_type))] * r.randrange(2)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return [_value(r, kind.value_type) for _ in range(r.randrange(3))]
    if pa.types.is_fixed_size_list(kind):
        return [_value(r, kind.value_type) for _ in range(2)]
    if pa.types.is_struct(kind):
        return {"f": _value(r, kind.field(0).type), "g": 1}
    if pa.types.is_dictionary(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return r.choice(("yes", "no"))
    if pa.types.is_boolean(kind):
        return r.random() < 0.5
    if pa.types.is_floating(kind):
        return np.float16(r.choice((0.0, 1.0))) if kind == pa.float16() else r.choice((0.0, 1.0, 0.5))
    if pa.types.is_binary(kind) or pa.types.is_fixed_size_binary(kind):
        return r.choice((b"abc", b"\xff\x00a"))
    if pa.types.is_decimal(kind):
        return decimal.Decimal(r.choice((1, 2)))
    return r.randrange(2) if pa.types.is_integer(kind) else datetime.datetime(2020, 1, 1 + r.randrange(3))


def written_csv(columns: Table) -> str:
    """The table as a CSV file holds it."""
    import csv

    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return out.getvalue()
