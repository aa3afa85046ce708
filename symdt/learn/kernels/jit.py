"""The one door to numba: compiled without the interpreter lock, kept on disk between runs.

numba keeps compiled code beside the source, or in the user's cache folder where the package is
read-only, and compares only the one file in which a function stands. A change in a function that
is *called* would go unseen, so the name of every entry carries a fingerprint of all kernels.
Where nothing can be written at all, the kernels are compiled afresh in every process.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2s
from pathlib import Path
from typing import Any

from numba import njit

__all__ = ["kernel"]

SOURCES = (
    *("kernels/" + name for name in ("all_sets", "bitmaps", "bounded_sets", "dense", "jit", "law", "logs")),
    *("kernels/small_blocks", "acyclic/choice_kernel", "dags/orders", "dags/scaled", "dags/sinks"),
)


@cache
def fingerprint() -> str:
    """Eight digits that change whenever the source of any kernel does."""
    digest = blake2s(digest_size=4)
    for name in SOURCES:
        try:
            digest.update((Path(__file__).parent.parent / f"{name}.py").read_bytes())
        except OSError:  # a package inside an archive: numba's own check has to do
            digest.update(name.encode())
    return digest.hexdigest()


def kernel(function: Callable[..., Any]) -> Any:
    """The compiled function; kept on disk if some folder can be written."""
    function.__qualname__ = f"{function.__name__}_{fingerprint()}"
    try:
        return njit(cache=True, nogil=True)(function)
    except RuntimeError:  # numba found no folder for its cache
        return njit(nogil=True)(function)
