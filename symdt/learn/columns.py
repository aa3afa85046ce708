"""Distinct rows of coded columns, counted."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symdt.errors import DataError, quote
from symdt.learn.kernels.family import Array

__all__ = ["distinct"]

PACK_LIMIT = 1 << 62


def distinct(codes: Array, arities: Sequence[int], weights: Array) -> tuple[Array, Array]:
    """The distinct columns of `codes`, lexicographically, with the sums of their weights.

    >>> rows, total = distinct(np.array([[0, 1, 0], [1, 0, 1]]), [2, 2], np.array([1, 1, 5]))
    >>> rows.tolist(), total.tolist()
    ([[0, 1], [1, 0]], [6, 1])
    """
    size = math.prod(arities)
    if size >= PACK_LIMIT:  # does not fit one integer: sort the columns themselves
        order = np.lexsort(codes[::-1])
        ranked = codes[:, order]
        new = np.concatenate([[True], (ranked[:, 1:] != ranked[:, :-1]).any(axis=0)])
        first = np.flatnonzero(new)
        return np.ascontiguousarray(ranked[:, first]), np.add.reduceat(weights[order], first)
    packed = np.zeros(codes.shape[1], np.int64)
    for code, arity in zip(codes, arities, strict=True):
        packed *= arity
        packed += code
    unit = bool((weights == 1).all())
    if size <= max(1 << 16, 4 * len(packed)):
        table = np.bincount(packed, weights=None if unit else weights, minlength=1)
        values = np.flatnonzero(table)
        total = table[values].astype(np.int64)
    else:
        order = np.argsort(packed, kind="stable")
        ranked = packed[order]
        first = np.flatnonzero(np.concatenate([[True], ranked[1:] != ranked[:-1]]))
        values = ranked[first]
        total = np.add.reduceat(weights[order], first)
    rows = np.empty((len(arities), len(values)), codes.dtype)
    for i in range(len(arities) - 1, -1, -1):
        values, rows[i] = np.divmod(values, arities[i])
    return rows, total.astype(np.int64)


MISSING_TEXT = frozenset({"", "NA", "N/A", "NaN", "nan", "null", "NULL", "?"})  # in CSV files
WHOLE = re.compile(r"[+-]?\d{1,18}")


@dataclass(frozen=True, eq=False)
class Column:
    """A variable's codes, the labels they stand for, and where cells are missing (code 0 there)."""

    name: str
    codes: Array
    labels: tuple[str, ...]
    missing: Array | None = None


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
