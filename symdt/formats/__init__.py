"""Formats: files that are read and written, one module for each format.

`READERS` and `WRITERS` say by the suffix who reads and who writes a problem; a new format is a new module and
its lines here.

>>> sorted(READERS), sorted(WRITERS)
(['.bifxml', '.json', '.toml', '.xml'], ['.toml'])
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from symdt.errors import FileError, did_you_mean, quote


def _toml(path: str | os.PathLike[str]) -> Any:
    from symdt.formats.problem import load_problem

    return load_problem(path)


def _foreign(path: str | os.PathLike[str]) -> Any:
    from symdt.formats.bifxml import load_foreign

    return load_foreign(path)


def _to_toml(problem: Any) -> str:
    from symdt.formats.problem import dump

    return dump(problem)


#: Who reads a problem file of this suffix.
READERS: dict[str, Callable[[str | os.PathLike[str]], Any]] = {
    ".toml": _toml,
    ".bifxml": _foreign,
    ".xml": _foreign,
    ".json": _foreign,
}
#: Who writes the text of a problem file of this suffix.
WRITERS: dict[str, Callable[[Any], str]] = {".toml": _to_toml}


def load(path: str | os.PathLike[str]) -> Any:
    """The problem in a file of any format that is read; the suffix says which."""
    suffix = Path(path).suffix.lower()
    if suffix not in READERS:
        if not suffix:  # a file without a suffix is one of ours
            return _toml(path)
        raise FileError(
            f"{quote(path)} ends in {quote(suffix)}, which is not read: {did_you_mean(suffix, READERS)}"
        )
    return READERS[suffix](path)
