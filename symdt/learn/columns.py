"""Columns of states as codes, and distinct rows of them, counted.

A cell is a state: text, a whole number below 2^53 in size (as far as every kind of frame holds it exactly), a
truth value or a date; or it is missing. Anything else is refused, in every kind of frame alike.

>>> encode("A", [2.0, None, 1]).labels, encode("A", [2.0, None, 1]).missing.tolist()
(('1', '2'), [False, True, False])
>>> encode("A", [2**53 + 1])
Traceback (most recent call last):
    ...
symdt.errors.DataError: column 'A' holds whole numbers such as 9007199254740993, 2^53 or beyond: not every kind of frame keeps them exactly; write them as text
"""

from __future__ import annotations

import datetime
import enum
import math
import numbers
import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

import numpy as np

from symdt.errors import DataError, quote
from symdt.learn.kernels.family import Array

__all__ = ["distinct"]

PACK_LIMIT = 1 << 62
MOST_AXES = 32  # of NumPy's arrays, in its first version
FEW_CELLS = 1 << 14  # so many are packed by one product, more column by column, without a wide copy of them
MAX_CASES = (1 << 31) - 1  # of all rows together: no sum of weights can overflow below it
MAX_WHOLE = (1 << 53) - 1  # floats hold it and all below as they are, and no other number falls on them


def distinct(codes: Array, arities: Sequence[int], weights: Array | None) -> tuple[Array, Array]:
    """The distinct columns of `codes`, lexicographically, with the sums of their weights; None: one case each.

    >>> rows, total = distinct(np.array([[0, 1, 0], [1, 0, 1]]), [2, 2], np.array([1, 1, 5]))
    >>> rows.tolist(), total.tolist()
    ([[0, 1], [1, 0]], [6, 1])
    """
    size = math.prod(arities)
    if weights is None and (size >= PACK_LIMIT or size > max(1 << 16, 4 * codes.shape[1])):
        weights = np.ones(codes.shape[1], np.int64)
    if weights is not None and size >= PACK_LIMIT:  # does not fit one integer: sort the columns themselves
        order = np.lexsort(codes[::-1])
        ranked = codes[:, order]
        new = np.concatenate([[True], (ranked[:, 1:] != ranked[:, :-1]).any(axis=0)])
        first = np.flatnonzero(new)
        return np.ascontiguousarray(ranked[:, first]), np.add.reduceat(weights[order], first)
    packed = _packed(codes, arities)
    if weights is None or size <= max(1 << 16, 4 * len(packed)):
        unit = weights is None or bool((weights == 1).all())
        table = np.bincount(packed, weights=None if unit else weights, minlength=1)
        values = np.flatnonzero(table)
        total = table[values].astype(np.int64)
    else:
        order = np.argsort(packed, kind="stable")
        ranked = packed[order]
        first = np.flatnonzero(np.concatenate([[True], ranked[1:] != ranked[:-1]]))
        total = np.add.reduceat(weights[order], first)
        return codes[:, order[first]], total.astype(np.int64)
    if len(arities) <= MOST_AXES:
        return np.array(np.unravel_index(values, tuple(arities)), codes.dtype), total
    rows = np.empty((len(arities), len(values)), codes.dtype)
    for i in range(len(arities) - 1, -1, -1):
        values, rows[i] = np.divmod(values, arities[i])
    return rows, total


def _packed(codes: Array, arities: Sequence[int]) -> Array:
    """Of each column of `codes` one number with these digits."""
    if codes.size <= FEW_CELLS:
        values = [math.prod(arities[i + 1 :]) for i in range(len(arities))]
        out: Array = np.array(values, np.int64) @ codes
        return out
    packed = np.zeros(codes.shape[1], np.int64)
    for code, arity in zip(codes, arities, strict=True):
        packed *= arity
        packed += code
    return packed


def observed(code: Array, labels: tuple[str, ...]) -> tuple[Array, tuple[str, ...]]:
    """A column's codes, renumbered so that every state occurs.

    >>> observed(np.array([2, 0, 2]), ("a", "b", "c"))
    (array([1, 0, 1]), ('a', 'c'))
    """
    present = np.bincount(code, minlength=len(labels)) > 0
    if present.all():
        return code, labels
    place = np.cumsum(present) - 1
    return place[code], tuple(label for label, here in zip(labels, present, strict=True) if here)


MISSING_TEXT = frozenset({"", "NA", "N/A", "NaN", "nan", "null", "NULL", "?"})  # in CSV files
WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


class Column(NamedTuple):
    """A variable's codes, the labels they stand for, and where cells are missing (code 0 there)."""

    name: str
    codes: Array
    labels: tuple[str, ...]
    missing: Array | None = None


def encode(name: str, values: Any, typed: bool = True) -> Column:
    """Codes and sorted labels of one column.

    name: the variable's, for errors. values: an array or a list of cells.
    typed: false for text files, where a cell is text whatever it means: there numbers are read
    as numbers, so that a column of measurements is refused as it would be in a frame.

    >>> encode("A", [10, 9, 10]).labels, encode("A", [10, 9, 10]).codes.tolist()
    (('9', '10'), [1, 0, 1])
    """
    array = values if isinstance(values, np.ndarray) and not np.ma.isMaskedArray(values) else None
    if getattr(values, "ndim", 1) != 1:
        raise DataError(f"column {quote(name)} has {values.ndim} dimensions: expected one cell for each case")
    if array is not None and array.dtype.kind == "b":
        array = array.astype(np.int8)
        codes, labels = _whole_numbers(array)
        return Column(name, codes, tuple("True" if x == "1" else "False" for x in labels))
    if array is not None and array.dtype.kind in "iu":
        if len(array) and max(-int(array.min()), int(array.max())) > MAX_WHOLE:
            raise _too_large(name, int(array[np.argmax(np.abs(array.astype(float)))]))
        codes, labels = _whole_numbers(array)
        return Column(name, codes, labels)
    if array is not None and array.dtype.kind == "f":
        missing = np.isnan(array)
        present = array[~missing]
        odd = present[~np.isfinite(present) | (np.fmod(present, 1) != 0)]
        if len(odd):
            raise _not_categorical(name, float(odd[0]))
        if len(present) and np.abs(present).max() > MAX_WHOLE:
            raise _too_large(name, float(np.abs(present).max()))
        filled = np.where(missing, present[0] if len(present) else 0, array).astype(np.int64)
        codes, labels = _whole_numbers(filled)
        return Column(name, codes, labels, missing if missing.any() else None)
    if array is not None and array.dtype.kind == "M":  # nanoseconds would come out as plain numbers
        array = array.astype("datetime64[us]")
    return _encode_objects(name, array.tolist() if array is not None else _cells(values), typed)


def _cells(values: Any) -> list[Any]:
    """The cells of a column as a list; a masked one is None."""
    return list(values.tolist() if np.ma.isMaskedArray(values) else values)


def _whole_numbers(array: Array) -> tuple[Array, tuple[str, ...]]:
    if not len(array):
        return np.zeros(0, np.int64), ()
    low, high = int(array.min()), int(array.max())
    if high - low <= max(4096, 2 * len(array)):
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


def _too_large(name: str, found: object) -> DataError:
    return DataError(
        f"column {quote(name)} holds whole numbers such as {quote(found)[1:-1]}, 2^53 or beyond: not every kind of "
        "frame keeps them exactly; write them as text"
    )


def _kind(cell: type) -> str:
    """What cells of a Python type are: missing, text, numbers, truth values, dates; '' for no states."""
    if issubclass(cell, type(None)) or cell.__name__ in ("NAType", "NaTType"):
        return "missing"
    if issubclass(cell, bool | np.bool_):
        return "truth values"
    if issubclass(cell, str | enum.Enum) or cell.__name__ in ("Interval", "Period"):
        return "text"
    if issubclass(cell, numbers.Real | Decimal) and not issubclass(
        cell, np.timedelta64
    ):  # NumPy's spans are no numbers
        return "numbers"
    return "dates" if issubclass(cell, datetime.date | datetime.time) else ""


def _encode_objects(name: str, values: list[Any], typed: bool) -> Column:
    """Any Python objects: text, dates, columns with None."""
    kinds = {cell: _kind(cell) for cell in set(map(type, values))}
    if float in kinds and len(kinds) > 1:  # pandas puts NaN for what is missing into any column
        values = [None if isinstance(v, float) and v != v else v for v in values]
        kinds = {cell: _kind(cell) for cell in set(map(type, values))}
    strange = sorted(cell.__name__ for cell, kind in kinds.items() if not kind)
    if strange:
        raise DataError(
            f"column {quote(name)} holds cells of type {quote(strange[0])}: expected text, whole numbers, truth "
            "values or dates; write them as text"
        )
    mixed = sorted(set(kinds.values()) - {"missing"}, key=lambda kind: (kind != "text", kind))
    if len(mixed) > 1:
        raise DataError(f"column {quote(name)} mixes {mixed[0]} and {mixed[1]}: write all its states one way")
    try:
        labels = {value: _label(value, typed) for value in dict.fromkeys(values)}
    except (TypeError, ValueError, ArithmeticError):  # a number of a library that has no value after all
        raise DataError(
            f"column {quote(name)} holds cells that are no categories: expected text or whole numbers"
        ) from None
    if not typed or mixed == ["numbers"]:
        labels |= _number_labels(name, [v for v, label in labels.items() if label is not None])
    distinct = sorted({x for x in labels.values() if x is not None}, key=_sort_key)
    try:
        "".join(distinct).encode()
    except UnicodeEncodeError:
        raise DataError(f"column {quote(name)} holds half a character: expected text in Unicode") from None
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


def _number_labels(name: str, values: list[Any]) -> dict[Any, str]:
    """The labels of numbers, typed or written: whole ones only; none if one is no number but a text."""
    if any(isinstance(v, str) and not NUMBER.fullmatch(v.strip()) for v in values):
        return {}
    labels: dict[Any, str] = {}
    for value in values:
        try:
            number = Decimal(value) if isinstance(value, str) else value
        except InvalidOperation:  # an exponent of twenty digits
            raise _too_large(name, value) from None
        if number in (math.inf, -math.inf):
            raise _not_categorical(name, value)
        if not -MAX_WHOLE <= number <= MAX_WHOLE:  # no abs: of a Decimal it rounds, and may overflow
            raise _too_large(name, value)
        labels[value] = str(int(number))
        if int(number) != number:
            raise _not_categorical(name, quote(value)[1:-1])
    return labels


def _label(value: Any, typed: bool) -> str | None:
    """The text of a state, or None for a missing cell."""
    if value is None or type(value).__name__ in ("NAType", "NaTType") or value != value:
        return None
    if isinstance(value, str):
        text = str(value.strip() if not typed else value)
        return None if not typed and text in MISSING_TEXT else text
    if isinstance(value, bool | np.bool_):
        return "True" if value else "False"
    if isinstance(value, datetime.datetime) and value == value.replace(
        hour=0, minute=0, second=0, microsecond=0
    ):
        return value.date().isoformat()  # frames without a type for dates hold midnights
    return value.isoformat() if isinstance(value, datetime.date | datetime.time) else str(value)
