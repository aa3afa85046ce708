"""Arguments as numba's compiled functions take them: one number after the other.

An array is its owner and parent (none: the caller keeps it), its size, the bytes of an entry, the address of the first, its
lengths and its strides; a tuple is what it holds.

>>> import numpy as np
>>> kinds((np.zeros((2, 3), np.int32), 1, 0.5, (True, 7)))
['int32[2]', 'int', 'float', 'bool', 'int']
>>> flat([np.zeros((2, 3), np.int32), (5,)])[2:4], flat([np.zeros((2, 3), np.int32), (5,)])[5:]
([6, 4], [2, 3, 12, 4, 5])
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

__all__ = ["flat", "kinds", "slots"]


def kinds(arguments: Iterable[Any]) -> list[str] | None:
    """What each number or array is; None where an array is not one stretch of memory."""
    out: list[str] = []
    for x in arguments:
        if isinstance(x, np.ndarray):
            if not x.flags.c_contiguous:
                return None
            out.append(_array(x.dtype, x.ndim))
        elif isinstance(x, tuple):
            inner = kinds(x)
            if inner is None:
                return None
            out += inner
        elif isinstance(x, bool | np.bool_):
            out.append("bool")
        else:
            out.append("float" if isinstance(x, float | np.floating) else "int")
    return out


@cache
def _array(dtype: Any, dimensions: int) -> str:
    return f"{dtype.name}[{dimensions}]"


def flat(arguments: Iterable[Any]) -> list[Any]:
    """The numbers that are passed."""
    out: list[Any] = []
    for x in arguments:
        if isinstance(x, np.ndarray):
            out += (None, None, x.size, x.itemsize, _address(x), *x.shape, *x.strides)
        elif isinstance(x, tuple):
            out += flat(x)
        else:
            out.append(float(x) if isinstance(x, float | np.floating) else int(x))
    return out


def _address(x: Any) -> int:
    """Where the entries of an array begin."""
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(x))  # the quickest way
    except (TypeError, ValueError):  # nothing in it, or not to be written
        return int(x.ctypes.data)


def slots(of: Sequence[str]) -> list[Any]:
    """The types of the numbers that are passed, as C names them."""
    out: list[Any] = []
    for kind in of:
        name, _, dimensions = kind.partition("[")
        if dimensions:
            address, size = ctypes.c_void_p, ctypes.c_ssize_t
            out += (address, address, size, size, address, *[size] * (2 * int(dimensions[:-1])))
        else:
            out.append({"bool": ctypes.c_uint8, "float": ctypes.c_double, "int": ctypes.c_int64}[name])
    return out
