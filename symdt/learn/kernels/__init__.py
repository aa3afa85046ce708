"""The local scores of a child: `by_sets` chooses among sets one by one, one table (`by_tables`) and the
compiled kernels (`choose`), by the work there is; `law` and `logs` are what a score is made of. Those of mixed
numbers of states are half compiled when they are installed (`ahead`).

Here: whether the kernels have been compiled on this machine, found out without loading the compiler.
numba keeps compiled code in files whose names hold the name of the kernel, and that holds a
fingerprint of all kernels' sources (`jit`).
"""

from __future__ import annotations

import os
from functools import cache
from hashlib import blake2s
from pathlib import Path

__all__ = ["fingerprint", "is_compiled"]

SOURCES = (
    *("kernels/" + name for name in ("bitmaps", "bounded_sets", "jit", "cells", "compositions", "law")),
    *("kernels/lattice/" + name for name in ("binary", "dense", "fullest", "levels", "mixed")),
    *("kernels/lattice/" + name for name in ("mixed_rows", "planes", "rows_in_order", "small_blocks")),
    *(
        "acyclic/choice_kernel",
        "dags/orders",
        "dags/scaled",
        "dags/sinks",
        "dags/few_sinks",
        "dags/few_tables",
    ),
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


def is_compiled(room: str, name: str) -> bool:
    """Whether a kernel of the lattice's `room` is kept on disk: beside the source, where the user said, or for
    the user.
    """
    wanted = f"{room}.{name}_{fingerprint()}-*.nbi"
    said = os.environ.get("NUMBA_CACHE_DIR")
    if said:
        return next(Path(said).glob(f"*/{wanted}"), None) is not None
    if next((Path(__file__).parent / "lattice" / "__pycache__").glob(wanted), None) is not None:
        return True
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return next((home / "numba").glob(f"*/{wanted}"), None) is not None
