"""The one door to numba: compiled without the interpreter lock, kept on disk between runs.

numba keeps compiled code beside the source, or in the user's cache folder where the package is
read-only, and compares only the one file in which a function stands. A change in a function that
is *called* would go unseen, so the name of every entry carries a fingerprint of all kernels.
Where nothing can be written at all, the kernels are compiled afresh in every process.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from symdt.learn.kernels import fingerprint

__all__ = ["clear", "clear_rows", "kernel", "part", "zeros"]


def kernel(function: Callable[..., Any]) -> Any:
    """The compiled function; kept on disk if some folder can be written."""
    function.__qualname__ = f"{function.__name__}_{fingerprint()}"
    try:
        return njit(cache=True, nogil=True)(function)
    except RuntimeError:  # numba found no folder for its cache
        return njit(nogil=True)(function)


def part(function: Callable[..., Any]) -> Any:
    """A function that only kernels call: no way in from Python is compiled, which is half of the work."""
    return njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)


# numba's own np.zeros and a[:] = b compile the text of their errors with them: seven seconds of a first run


@part
def clear(a):  # type: ignore[no-untyped-def]
    """Fill an array of one dimension with zeros."""
    for i in range(a.shape[0]):
        a[i] = 0


@part
def clear_rows(a):  # type: ignore[no-untyped-def]
    """Fill an array of two dimensions with zeros."""
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = 0


@part
def zeros(n):  # type: ignore[no-untyped-def]
    """n zeros of 64 bits."""
    a = np.empty(n, np.int64)
    for i in range(n):
        a[i] = 0
    return a
