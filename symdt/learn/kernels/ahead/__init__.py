"""Kernels that are half compiled ahead: the first run waits for the machine's half alone.

numba makes machine code in two steps: its front makes LLVM's language of a kernel, LLVM makes code for this
processor of that. The front takes most of the time, and what it makes is the same for every machine. So it is
kept in the package, one file of LLVM's bitcode a *room* (`ROOMS`), made by `python -m symdt.learn.kernels.ahead.making`,
and a first run makes code for its processor of that (`machine`) and keeps it. The kernel's source is the one that
numba compiles: where a file does not fit its source any more, or LLVM does not read it, numba compiles the kernel.

* `machine`: bitcode to machine code, kept on disk.
* `passing`: the arguments of a kernel, one number after the other.
* `ready`: a kernel that is called either way.
* `making`: the files.
"""

from __future__ import annotations

import json
import os
from functools import cache
from hashlib import blake2s
from pathlib import Path
from typing import Any

__all__ = ["HERE", "ROOMS", "folders", "kept", "record", "sources_of"]

HERE = Path(__file__).parent
ROOMS = {  # of each room the sources of its kernels
    "mixed": (
        *("jit", "cells", "compositions"),
        *("lattice/" + name for name in ("mixed", "mixed_rows", "planes", "levels", "fullest")),
        *("lattice/" + name for name in ("rows_in_order", "small_blocks")),
    ),
}


@cache
def sources_of(room: str) -> str:
    """Sixteen digits that change whenever a source of the room's kernels does."""
    digest = blake2s(digest_size=8)
    for name in ROOMS[room]:
        try:
            digest.update((HERE.parent / f"{name}.py").read_bytes())
        except OSError:  # a package inside an archive: there is no bitcode to be found either
            digest.update(name.encode())
    return digest.hexdigest()


@cache
def record(room: str) -> dict[str, Any] | None:
    """What is known of the room's file: its kernels with their arguments; None where it does not fit the sources."""
    try:
        found: dict[str, Any] = json.loads((HERE / "rooms.json").read_text(encoding="ascii"))[room]
    except (OSError, ValueError, KeyError):
        return None
    return found if found.get("sources") == sources_of(room) else None


def folders() -> list[Path]:
    """Where machine code is kept: where the user said numba's should be, beside the source, or for the user."""
    said = os.environ.get("NUMBA_CACHE_DIR")
    if said:
        return [Path(said)]
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return [HERE / "__pycache__", home / "symdt"]


def kept(room: str) -> bool:
    """Whether machine code of the room is kept on disk, for whichever processor."""
    return any(next(f.glob(f"{room}-{sources_of(room)}-*.o"), None) is not None for f in folders())
