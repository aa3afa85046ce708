"""Sources: any kind of data to columns of codes, the counting left to the engine that holds the data.

A frame is asked for one thing, the number of cases of each distinct row. A CSV file is read with
the standard library, so that the same file gives the same states on every machine. Whatever an engine
raises on data that it cannot count comes out as one `DataError`.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from symdt.errors import DataError, FileError, Stopped, SymdtError, did_you_mean, quote
from symdt.learn.columns import (
    MAX_CASES,
    MAX_WHOLE,
    MISSING_TEXT,
    Column,
    distinct,
    encode,
    observed,
)
from symdt.learn.kernels.family import Array

__all__ = ["MISSING_TEXT", "Column", "read_columns"]

CASES = "__symdt_cases__"
SAMPLE = 128  # rows
#: What reads Parquet, the first that is installed.
PARQUET = (("pyarrow.parquet", "read_table"), ("polars", "scan_parquet"), ("duckdb", "read_parquet"))


@contextmanager
def _engine(data: object) -> Iterator[None]:
    """Whatever a foreign engine, or a cell of a strange class, raises where data are counted, as one `DataError`."""
    try:
        yield
    except (SymdtError, Stopped, KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError):
        raise
    except BaseException as error:  # some engines' panics are no `Exception`
        own = isinstance(data, str | Path | np.ndarray | Mapping)
        what = "" if own else f" by {type(data).__module__.partition('.')[0]}"
        todo = "write their cells as text" if own else "give them as a mapping of columns"
        raise DataError(
            f"these data cannot be counted{what} ({type(error).__name__}: {quote(error)}): expected columns of text, "
            f"whole numbers, truth values or dates; {todo}"
        ) from error


class Table(NamedTuple):
    """What was read: the columns of the variables, and how many cases each row stands for."""

    columns: list[Column]
    cases: Array
    names: Sequence[str]  # of all columns that the data have, read or not
    codes: Array | None = (
        None  # of all columns, where rows are distinct and in order, whole, and every state occurs
    )


def read_columns(data: object, variables: Sequence[str] | None, weights: str | Sequence[int] | None) -> Table:
    """The columns of the variables (all but the weights, unless said), read or counted where they are."""
    with _engine(data):
        return _read(data, variables, weights)


def _read(data: object, variables: Sequence[str] | None, weights: str | Sequence[int] | None) -> Table:
    if isinstance(data, str | Path):
        path = Path(data)
        _check_file(path)
        if path.suffix.lower() in (".parquet", ".pq"):
            data = _parquet(path)
        else:
            names, cells = _csv(path)
            _wanted(names, variables, weights)
            return _from_arrays(dict(zip(names, cells, strict=True)), variables, weights, typed=False)
    if isinstance(data, np.ndarray):
        plain = not np.ma.isMaskedArray(data) and data.dtype.kind in "iu"
        if weights is None and plain and data.ndim == 2 and data.size:
            counted = _integer_array(data, variables)
            if counted is not None:
                return counted
        data = _array_columns(data)
    if isinstance(data, Mapping):
        _wanted([str(k) for k in data], None, None)
        return _from_arrays({str(k): v for k, v in data.items()}, variables, weights)
    return _frame(data, variables, weights)


def _wanted(names: Sequence[str], variables: Sequence[str] | None, weights: object) -> list[str]:
    """The variables to read: those asked for, or all but the weights."""
    twice = next((n for n, times in Counter(names).items() if times > 1), None)
    if twice is not None:
        raise DataError(f"column {quote(twice)} occurs twice: give every column a name of its own")
    for name in [*(variables or ()), *([weights] if isinstance(weights, str) else ())]:
        if name not in names:
            raise DataError(f"the data have no column {quote(name)}: {did_you_mean(str(name), names)}")
    wanted = [n for n in names if n != weights] if variables is None else list(variables)
    if not wanted:
        raise DataError("the data have no columns: expected one for each variable")
    again = next((n for n, times in Counter(wanted).items() if times > 1), None)
    if again is not None:
        raise DataError(f"the variable {quote(again)} is asked for twice: name every variable once")
    return wanted


def _from_arrays(
    columns: Mapping[str, Any],
    variables: Sequence[str] | None,
    weights: str | Sequence[int] | None,
    typed: bool = True,
) -> Table:
    """Columns held in memory, counted by `counts.distinct` afterwards."""
    names = _wanted(list(columns), variables, weights)
    for name in names:
        if isinstance(columns[name], str | bytes | Mapping | set) or not hasattr(
            columns[name], "__getitem__"
        ):
            raise DataError(
                f"column {quote(name)} is of type {quote(type(columns[name]).__name__)}: expected a list or an "
                "array with one cell for each case"
            )
    lengths = {_length(columns[n]) for n in names}
    if len(lengths) > 1:
        raise DataError(f"the columns have {min(lengths)} to {max(lengths)} cells: expected equal lengths")
    size = lengths.pop() if lengths else 0
    if weights is None:
        cases = np.ones(size, np.int64)
    elif isinstance(weights, str):
        cases = _cases(columns[weights], f"column {quote(weights)}")
    else:
        cases = _cases(weights, "weights")
    if len(cases) != size:
        raise DataError(f"there are {len(cases)} weights for {size} rows: expected one for each row")
    return Table([encode(n, columns[n], typed) for n in names], cases, list(columns))


def _length(column: Any) -> int:
    """The number of cells; a single number has none."""
    return len(column) if getattr(column, "ndim", 1) else 0


def _cases(values: Any, what: str) -> Array:
    """Weights as whole numbers of cases."""
    if hasattr(values, "__next__"):
        raise DataError(f"{what} come one by one and may never end: give them as a list")
    given = values if isinstance(values, np.ndarray) else list(values) if hasattr(values, "__iter__") else []
    try:
        if np.iscomplexobj(given) or np.ma.isMaskedArray(given):
            raise TypeError
        numbers = np.asarray(given).astype(float)
    except (TypeError, ValueError, OverflowError):
        numbers = np.array([np.nan])
    with np.errstate(invalid="ignore"):
        whole = numbers.ndim == 1 and bool(((numbers >= 0) & (np.floor(numbers) == numbers)).all())
    if not whole or not np.isfinite(numbers).all():
        raise _no_weights(what)
    if len(numbers) and numbers.sum() > MAX_CASES:
        raise _too_many(int(numbers.sum()))
    return numbers.astype(np.int64)


def _no_weights(what: str) -> DataError:
    return DataError(f"{what} must say how many cases a row stands for: expected whole numbers from 0 on")


def _too_many(cases: int) -> DataError:
    return DataError(f"the data have {quote(cases)[1:-1]} cases: expected at most {MAX_CASES}; take a sample")


def _array_columns(array: Array) -> dict[str, Array]:
    if array.dtype.names:
        return {name: np.atleast_1d(array[name]) for name in array.dtype.names}
    if array.ndim != 2:
        raise DataError(
            f"the array has {array.ndim} dimension{'s' * (array.ndim != 1)}: expected two, a row for "
            "each case and a column "
            "for each variable"
        )
    return {f"X{j + 1}": array[:, j] for j in range(array.shape[1])}


def _integer_array(array: Array, variables: Sequence[str] | None) -> Table | None:
    """Small whole numbers: counted first, encoded afterwards on the distinct rows."""
    names = wanted = [f"X{j + 1}" for j in range(array.shape[1])]
    if variables is not None:
        wanted = _wanted(names, variables, None)
        array = array[:, [names.index(v) for v in wanted]]
    part = np.ascontiguousarray(array.T)
    low, high = part.min(axis=1), part.max(axis=1)
    first = low.tolist()
    spans = [h - w + 1 for w, h in zip(first, high.tolist(), strict=True)]
    if max(spans) > 256 or max(-min(first), int(high.max())) > MAX_WHOLE:
        return None
    shifted = part - low[:, None] if any(first) else part
    rows, cases = distinct(shifted.astype(np.uint8), spans, None)
    columns, codes = [], rows.astype(np.uint16)
    some = codes[:, :: max(1, len(cases) // SAMPLE)]  # mostly enough to see that every state occurs
    ends = np.cumsum(spans)
    all_occur = bool(np.bincount((some + (ends - spans)[:, None]).ravel(), minlength=ends[-1]).all())
    for i, (name, start, span) in enumerate(zip(wanted, first, spans, strict=True)):
        labels = tuple(map(str, range(start, start + span)))
        if not all_occur:
            codes[i], labels = observed(codes[i], labels)
        columns.append(Column(name, codes[i], labels))
    return Table(columns, cases, names, codes)


def _csv(path: Path) -> tuple[list[str], list[list[str]]]:
    """The header and the columns of a text file whose cells are parted by comma, semicolon or tab."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            header = file.readline()
            said = re.fullmatch(r'"?sep=(.)"?\s*', header)  # how spreadsheets say what parts the cells
            mark = said[1] if said else max(",;\t", key=header.count)
            if not said:
                file.seek(0)
            reader = csv.reader(file, delimiter=mark, strict=True)
            names = [n.strip() for n in next(reader, [])]
            rows = []
            for row in reader:
                if len(row) != len(names):
                    if not row:
                        continue
                    raise DataError(
                        f"line {reader.line_num} of {quote(path.name)} has {len(row)} cells: expected "
                        f"{len(names)}, as in the "
                        "first line; mend the line"
                    )
                rows.append(row)
    except OSError as error:
        raise FileError(
            f"cannot read {quote(path)}: {(error.strerror or 'unknown reason').lower()}; give the "
            "path of a CSV or Parquet file"
        ) from None
    except UnicodeDecodeError:
        raise FileError(f"{quote(path)} is no UTF-8 text: save it as UTF-8 CSV, or as Parquet") from None
    except csv.Error as error:
        raise FileError(f"{quote(path)} is no CSV: {quote(error)}; give a CSV or Parquet file") from None
    if not names:
        raise DataError(f"{quote(path.name)} is empty: expected a first line with the names of the variables")
    columns = [list(c) for c in zip(*rows, strict=True)] or [[] for _ in names]
    return names, columns


def _check_file(path: Path) -> None:
    """A device or a pipe may never end, so only files are read."""
    try:
        strange = path.exists() and not path.is_file() and not path.is_dir()
    except (OSError, ValueError):
        raise FileError(
            f"cannot read {quote(path)}: no valid name; give the path of a CSV or Parquet file"
        ) from None
    if strange:
        raise FileError(f"cannot read {quote(path)}: it is no file; give the path of a CSV or Parquet file")


def _parquet(path: Path) -> Any:
    """The file as a lazy or eager frame, by the first engine that is installed."""
    if not path.exists():
        raise FileError(
            f"cannot read {quote(path)}: no such file or directory; give the path of a CSV or Parquet file"
        )
    for engine, read in PARQUET:
        try:
            module = import_module(engine)
        except ImportError:
            continue
        try:
            return getattr(module, read)(str(path))
        except (Stopped, KeyboardInterrupt, SystemExit, MemoryError):
            raise
        except BaseException as error:  # noqa: BLE001 - each engine has errors of its own, panics among them
            raise FileError(
                f"cannot read {quote(path)}: {quote(error)}; give a CSV or Parquet file"
            ) from None
    raise FileError(
        f"no engine reads {quote(path.name)}: install pyarrow, polars or duckdb, or give a CSV file"
    )


def _frame(  # noqa: C901 - one branch for each kind of frame
    data: Any, variables: Sequence[str] | None, weights: str | Sequence[int] | None
) -> Table:
    """Any frame that narwhals knows: one group-by count, where the data are."""
    import narwhals as nw

    twice = _duplicate_names(data)
    if twice is not None:
        raise DataError(f"column {quote(twice)} occurs twice: give every column a name of its own")
    try:
        frame = nw.from_native(data)
    except TypeError:
        raise DataError(
            f"data of type {quote(type(data).__name__)} are unknown: give a frame, a NumPy array, a "
            "mapping of columns, or the "
            "path of a CSV or Parquet file"
        ) from None
    frame = frame.rename({n: str(n) for n in frame.collect_schema().names() if not isinstance(n, str)})
    schema = frame.collect_schema()
    names = _wanted(schema.names(), variables, weights)
    for name in names:
        if isinstance(schema[name], nw.List | nw.Array | nw.Struct | nw.Binary | nw.Duration):
            raise DataError(
                f"column {quote(name)} is of type {quote(schema[name])}: expected text, whole numbers, truth "
                "values or dates; write its cells as text"
            )
    listed = weights is not None and not isinstance(weights, str)
    if isinstance(frame, nw.LazyFrame):
        if listed:
            raise DataError("weights for a lazy frame must be one of its columns: give the column's name")
    elif listed or any(
        isinstance(schema[n], nw.Object) for n in names
    ):  # cells that may not even be comparable
        asked = [*names, *([weights] if isinstance(weights, str) else ())]
        read = _from_arrays({n: _series_values(frame[n]) for n in asked}, names, weights)
        return read._replace(names=schema.names())
    cases = CASES
    while cases in schema.names():
        cases += "_"
    if isinstance(weights, str):
        _check_weights(frame, weights)
        # First a column, then its plain sum: the one kind of sum that every engine does natively.
        weighed = frame.with_columns(nw.col(weights).cast(nw.Int64).alias(cases)).select([*names, cases])
        grouped: Any = weighed.group_by(*names).agg(nw.col(cases).sum())
    else:
        grouped = frame.select(names).group_by(*names).agg(nw.len().alias(cases))
    if isinstance(grouped, nw.LazyFrame):
        # Polars alone has two ways: in morsels, which holds a few row groups, or the whole columns at once.
        streaming: dict[str, Any] = {"engine": "streaming"} if grouped.implementation.is_polars() else {}
        grouped = grouped.collect(**streaming)
    sums = [int(n) for n in grouped[cases].to_list()]
    if sum(sums) > MAX_CASES:
        raise _too_many(sum(sums))
    columns = [encode(n, _series_values(grouped[n])) for n in names]
    return Table(columns, np.array(sums, dtype=np.int64), schema.names())


def _duplicate_names(data: Any) -> str | None:
    """A name that occurs twice, in the two kinds of frame that allow it."""
    engine = type(data).__module__.partition(".")[0]
    names = {"pandas": "columns", "pyarrow": "column_names"}.get(engine)
    seen: set[str] = set()
    for name in map(str, getattr(data, names)) if names and hasattr(data, names) else ():
        if name in seen:
            return name
        seen.add(name)
    return None


def _check_weights(frame: Any, weights: str) -> None:
    """The weights of a frame, tested where the data are: whole numbers from 0 on."""
    import narwhals as nw

    w = nw.col(weights)
    dtype = frame.collect_schema()[weights]
    fault = _no_weights(f"column {quote(weights)}")
    if not dtype.is_numeric():
        raise fault
    # Each below the most cases of all, and fewer rows than 2^32: their sum fits 64 bits.
    bad = (w < 0) | (w > MAX_CASES) | w.is_null()
    if not dtype.is_integer():
        bad = bad | (w % 1 != 0)
    found: Any = frame.select(bad.cast(nw.Int64).sum().alias("bad"))
    if isinstance(found, nw.LazyFrame):
        found = found.collect()
    if int(found["bad"].to_list()[0] or 0):
        raise fault


def _series_values(series: Any) -> Any:
    """A column of the distinct rows, as an array where it holds numbers and none is missing."""
    dtype = series.dtype
    if (dtype.is_integer() or dtype.is_float()) and not series.null_count():
        return series.to_numpy()
    return series.to_list()
