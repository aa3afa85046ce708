"""Formats: files that are read and written, one module for each format.

`READERS` and `WRITERS` say by the suffix who reads and who writes a problem; a new format is a new module and
its lines here.

>>> sorted(READERS)
['.bifxml', '.csv', '.efg', '.json', '.silver.json', '.toml', '.tsv', '.xdsl', '.xml']
>>> sorted(WRITERS) == sorted(READERS)
True
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from symdt.errors import FileError, did_you_mean, quote

#: The formats of other programs, by suffix.
FOREIGN = (".bifxml", ".xml", ".xdsl", ".efg", ".silver.json", ".json", ".csv", ".tsv")


def _toml(path: str | os.PathLike[str]) -> Any:
    from symdt.formats.problem import load_problem

    return load_problem(path)


def _foreign(path: str | os.PathLike[str]) -> Any:
    from symdt.formats.foreign.foreign import load_foreign

    return load_foreign(path)


def _to_toml(problem: Any) -> str:
    from symdt.formats.problem import dump

    return dump(problem)


def _to_foreign(suffix: str) -> Callable[[Any], str]:
    def write(problem: Any) -> str:
        from symdt.formats.foreign.foreign import WRITTEN

        try:
            text = WRITTEN[suffix](problem)
        except UnicodeEncodeError:
            raise FileError("a name holds half a character, which no file takes: mend the name") from None
        _check_read_back(problem, text, suffix)
        return text

    return write


def _check_read_back(problem: Any, text: str, suffix: str) -> None:
    """An error if a text, read again, is another problem: the format has no place for a name, or for the whole."""
    from symdt.exact.polynomial import to_rational
    from symdt.formats.foreign.foreign import TEXTS
    from symdt.solve.risk import optimum_at

    again = TEXTS[suffix](text)
    if again == problem:
        return
    own, other = set(problem.alternatives), set(again.alternatives)
    lost = sorted(own - other) or sorted(other - own)
    witness = problem.domain.witness
    point = {s.name: to_rational(v) for s, v in zip(problem.domain.field.symbols, witness, strict=True)}
    known = {name: v for name, v in point.items() if name in {s.name for s in again.symbols}}
    if lost or optimum_at(problem, point).value != optimum_at(again, known).value:
        what = f"the name {quote(lost[0])}" if lost else "this problem"
        raise FileError(f"a {suffix} file has no place for {what}: rename it, or write .toml")


#: Who reads a problem file of this suffix.
READERS: dict[str, Callable[[str | os.PathLike[str]], Any]] = {".toml": _toml} | dict.fromkeys(
    FOREIGN, _foreign
)
#: Who writes the text of a problem file of this suffix.
WRITERS: dict[str, Callable[[Any], str]] = {".toml": _to_toml} | {s: _to_foreign(s) for s in FOREIGN}


def suffix_of(path: str | os.PathLike[str], known: Any) -> str:
    """The longest suffix of a path that is known, else its last one.

    >>> suffix_of("a.b.silver.json", READERS), suffix_of("a.json", READERS), suffix_of("a.TXT", READERS)
    ('.silver.json', '.json', '.txt')
    """
    place = Path(path)
    parts = [s.lower() for s in place.suffixes]
    tails = ("".join(parts[i:]) for i in range(len(parts)))
    return next((tail for tail in tails if tail in known), place.suffix.lower())


def load(path: str | os.PathLike[str]) -> Any:
    """The problem in a file of any format that is read; the suffix says which."""
    suffix = suffix_of(path, READERS)
    if suffix not in READERS:
        if not suffix:  # a file without a suffix is one of ours
            return _toml(path)
        raise FileError(
            f"{quote(path)} ends in {quote(suffix)}, which is not read: {did_you_mean(suffix, READERS)}"
        )
    return READERS[suffix](path)
