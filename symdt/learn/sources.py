"""Sources: any kind of data to columns of codes, the counting left to the engine that holds the data.

A frame is asked for one thing, the number of cases of each distinct row. A CSV file is read with
the standard library, so that the same file gives the same states on every machine.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from symdt.errors import DataError, FileError, did_you_mean, quote
from symdt.learn.family import Array
from symdt.learn.rows import distinct

__all__ = ["MISSING_TEXT", "Column", "read_columns"]

MISSING_TEXT = frozenset({"", "NA", "N/A", "NaN", "nan", "null", "NULL", "?"})  # in CSV files
CASES = "__symdt_cases__"
WHOLE = re.compile(r"[+-]?\d{1,18}")


@dataclass(frozen=True, eq=False)
class Column:
    """A variable's codes, the labels they stand for, and where cells are missing (code 0 there)."""

    name: str
    codes: Array
    labels: tuple[str, ...]
    missing: Array | None = None


def read_columns(
    data: object, variables: Sequence[str] | None, weights: str | Sequence[int] | None
) -> tuple[list[Column], Array, bool]:
    """The columns of the variables, how many cases each row stands for, and whether rows are distinct in order."""
    if isinstance(data, str | Path):
        path = Path(data)
        if path.suffix.lower() in (".parquet", ".pq"):
            data = _parquet(path)
        else:
            names, cells = _csv(path)
            _wanted(names, variables, weights)
            return *_from_arrays(dict(zip(names, cells, strict=True)), variables, weights, typed=False), False
    if isinstance(data, np.ndarray):
        if weights is None and data.ndim == 2 and data.size and data.dtype.kind in "iu":
            counted = _integer_array(data, variables)
            if counted is not None:
                return *counted, True
        data = _array_columns(data)
    if isinstance(data, Mapping):
        return *_from_arrays({str(k): v for k, v in data.items()}, variables, weights), False
    return *_frame(data, variables, weights), False


def _wanted(names: Sequence[str], variables: Sequence[str] | None, weights: object) -> list[str]:
    """The variables to read: those asked for, or all but the weights."""
    twice = next((n for n, times in Counter(names).items() if times > 1), None)
    if twice is not None:
        raise DataError(f"column {quote(twice)} occurs twice: give every column a name of its own")
    for name in [*(variables or ()), *([weights] if isinstance(weights, str) else ())]:
        if name not in names:
            raise DataError(f"the data have no column {quote(name)}: {did_you_mean(str(name), names)}")
    if variables is None:
        return [n for n in names if not (isinstance(weights, str) and n == weights)]
    return list(variables)


def _from_arrays(
    columns: Mapping[str, Any],
    variables: Sequence[str] | None,
    weights: str | Sequence[int] | None,
    typed: bool = True,
) -> tuple[list[Column], Array]:
    """Columns held in memory, counted by `counts.distinct` afterwards."""
    names = _wanted(list(columns), variables, weights)
    lengths = {len(columns[n]) for n in names}
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
    return [encode(n, columns[n], typed) for n in names], cases


def _cases(values: Any, what: str) -> Array:
    """Weights as whole numbers of cases."""
    try:
        numbers = np.asarray(values).astype(float)
    except (TypeError, ValueError):
        numbers = np.array([np.nan])
    if numbers.ndim != 1 or not np.isfinite(numbers).all() or (numbers < 0).any() or (numbers % 1 != 0).any():
        raise DataError(f"{what} must say how many cases a row stands for: expected whole numbers from 0 on")
    return numbers.astype(np.int64)


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


def _integer_array(array: Array, variables: Sequence[str] | None) -> tuple[list[Column], Array] | None:
    """Small whole numbers: counted first, encoded afterwards on the distinct rows."""
    names = [f"X{j + 1}" for j in range(array.shape[1])]
    wanted = _wanted(names, variables, None)
    part = np.ascontiguousarray(
        (array if variables is None else array[:, [names.index(v) for v in wanted]]).T
    )
    low, high = part.min(axis=1), part.max(axis=1)
    spans = [int(h) - int(w) + 1 for w, h in zip(low, high, strict=True)]
    if max(spans) > 256:
        return None
    rows, cases = distinct((part - low[:, None]).astype(np.uint8), spans, np.ones(part.shape[1], np.int64))
    columns = []
    for name, code, first, span in zip(wanted, rows, low, spans, strict=True):
        columns.append(Column(name, code, tuple(str(int(first) + i) for i in range(span))))
    return columns, cases


def encode(name: str, values: Any, typed: bool = True) -> Column:
    """Codes and sorted labels of one column.

    `typed` is false for text files, where a cell is text whatever it means: there numbers are read
    as numbers, so that a column of measurements is refused as it would be in a frame.

    >>> encode("A", [10, 9, 10]).labels, encode("A", [10, 9, 10]).codes.tolist()
    (('9', '10'), [1, 0, 1])
    """
    array = values if isinstance(values, np.ndarray) else None
    if array is not None and array.dtype.kind == "b":
        array = array.astype(np.int8)
        codes, labels = _whole_numbers(array)
        return Column(name, codes, tuple("True" if x == "1" else "False" for x in labels))
    if array is not None and array.dtype.kind in "iu":
        codes, labels = _whole_numbers(array)
        return Column(name, codes, labels)
    if array is not None and array.dtype.kind == "f":
        missing = np.isnan(array)
        present = array[~missing]
        odd = present[(present % 1 != 0) | (np.abs(present) > 2**53)]
        if len(odd):
            raise _not_categorical(name, float(odd[0]))
        filled = np.where(missing, present[0] if len(present) else 0, array).astype(np.int64)
        codes, labels = _whole_numbers(filled)
        return Column(name, codes, labels, missing if missing.any() else None)
    return _encode_objects(name, values.tolist() if array is not None else list(values), typed)


def _whole_numbers(array: Array) -> tuple[Array, tuple[str, ...]]:
    if not len(array):
        return np.zeros(0, np.int64), ()
    low, high = int(array.min()), int(array.max())
    if high - low <= max(4096, 2 * len(array)) and high < 1 << 62 and low > -(1 << 62):
        shifted = array.astype(np.int64) - low
        present = np.bincount(shifted) > 0
        place = np.cumsum(present) - 1
        return place[shifted], tuple(str(low + int(i)) for i in np.flatnonzero(present))
    found, codes = np.unique(array, return_inverse=True)
    return codes, tuple(str(int(x)) for x in found)


def _not_categorical(name: str, found: object) -> DataError:
    return DataError(
        f"column {quote(name)} holds numbers such as {found}: a variable must be categorical; cut it "
        "into classes first"
    )


def _encode_objects(name: str, values: list[Any], typed: bool) -> Column:
    """Any Python objects: text, dates, mixed columns with None."""
    labels: dict[Any, str | None] = {}
    try:
        for value in set(values):
            labels[value] = _label(value, typed)
    except TypeError:
        raise DataError(
            f"column {quote(name)} holds cells that are no categories: expected text or whole numbers"
        ) from None
    present = [v for v, label in labels.items() if label is not None]
    texts = [isinstance(v, str) for v in present]
    if any(texts) and not all(texts):
        raise DataError(f"column {quote(name)} mixes text and numbers: write all its states one way")
    if not typed or not any(texts):
        numbers = _numbers([v for v in present if not isinstance(v, bool)])
        if numbers is not None:
            odd = [v for v, x in numbers if x % 1 != 0 or abs(x) > 2**53]
            if odd:
                raise _not_categorical(name, odd[0])
            for v, x in numbers:
                labels[v] = str(int(v)) if WHOLE.fullmatch(str(v)) else str(int(x))
    distinct = sorted({x for x in labels.values() if x is not None}, key=_sort_key)
    if all(WHOLE.fullmatch(x) for x in distinct):
        distinct.sort(key=lambda x: (int(x), x))
    place = {label: i for i, label in enumerate(distinct)}
    code = {v: place[label] if label is not None else -1 for v, label in labels.items()}
    codes = np.fromiter((code[v] for v in values), np.int64, len(values))
    missing = codes < 0
    if missing.any():
        return Column(name, np.where(missing, 0, codes), tuple(distinct) or ("",), missing)
    return Column(name, codes, tuple(distinct))


def _sort_key(label: str) -> tuple[str, str]:
    return (label.casefold(), label)


def _numbers(values: list[Any]) -> list[tuple[Any, float]] | None:
    """Each value with the number it is, or None if one is no number."""
    try:
        pairs = [(v, float(v)) for v in values]
    except (TypeError, ValueError):
        return None
    return pairs if all(np.isfinite(x) for _, x in pairs) else None


def _label(value: Any, typed: bool) -> str | None:
    """The text of a state, or None for a missing cell."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(value, float | np.floating) and value != value:
        return None
    if isinstance(value, str):
        text = value.strip() if not typed else value
        return None if not typed and text in MISSING_TEXT else text
    if isinstance(value, bool | np.bool_):
        return "True" if value else "False"
    return str(value)


def _csv(path: Path) -> tuple[list[str], list[list[str]]]:
    """The header and the columns of a text file whose cells are parted by comma, semicolon or tab."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            header = file.readline()
            mark = max(",;\t", key=header.count)
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


def _parquet(path: Path) -> Any:
    """The file as a lazy or eager frame, by the first engine that is installed."""
    if not path.exists():
        raise FileError(
            f"cannot read {quote(path)}: no such file or directory; give the path of a CSV or Parquet file"
        )
    try:
        try:
            import pyarrow.parquet

            return pyarrow.parquet.read_table(path)
        except ImportError:
            pass
        try:
            import polars

            return polars.scan_parquet(path)
        except ImportError:
            pass
        try:
            import duckdb

            return duckdb.read_parquet(str(path))
        except ImportError:
            raise FileError(
                f"no engine reads {quote(path.name)}: install pyarrow, polars or duckdb, or give a CSV file"
            ) from None
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {quote(path)}: {quote(error)}; give a CSV or Parquet file") from None


def _frame(
    data: Any, variables: Sequence[str] | None, weights: str | Sequence[int] | None
) -> tuple[list[Column], Array]:
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
    names = _wanted(frame.collect_schema().names(), variables, weights)
    if weights is not None and not isinstance(weights, str):
        if isinstance(frame, nw.LazyFrame):
            raise DataError("weights for a lazy frame must be one of its columns: give the column's name")
        return _from_arrays({n: frame[n].to_list() for n in names}, names, weights)
    if isinstance(weights, str):
        _check_weights(frame, weights)
        # First a column, then its plain sum: the one kind of sum that every engine does natively.
        weighed = frame.with_columns(nw.col(weights).cast(nw.Int64).alias(CASES)).select([*names, CASES])
        grouped: Any = weighed.group_by(*names).agg(nw.col(CASES).sum())
    else:
        grouped = frame.select(names).group_by(*names).agg(nw.len().alias(CASES))
    if isinstance(grouped, nw.LazyFrame):
        grouped = grouped.collect()
    cases = np.asarray(grouped[CASES].to_list(), dtype=np.int64)
    return [encode(n, _series_values(grouped[n])) for n in names], cases


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
    fault = DataError(
        f"column {quote(weights)} must say how many cases a row stands for: expected whole numbers from 0 on"
    )
    if not dtype.is_numeric():
        raise fault
    bad = (w < 0) | w.is_null()
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
