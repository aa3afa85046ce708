"""Formats: files that are read and written, one module for each format.

`readers` and `writers` say by the suffix who reads and who writes a problem; a format of another program is a
module in `foreign/` and its line in the table `FOREIGN` there.

>>> sorted(readers())
['.bifxml', '.csv', '.efg', '.json', '.ods', '.silver.json', '.toml', '.tsv', '.xdsl', '.xlsx', '.xml']
>>> sorted(writers()) == sorted(readers())
True
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symdt.errors import FileError, did_you_mean, quote

if TYPE_CHECKING:
    from symdt.formats.foreign.foreign import Format


def _toml(path: str | os.PathLike[str], tree: int | str | None = None) -> Any:
    from symdt.formats.problem import load_problem

    return load_problem(path, tree=tree)


def _foreign(path: str | os.PathLike[str], tree: int | str | None = None) -> Any:
    from symdt.formats.foreign.foreign import load_foreign

    return load_foreign(path, tree=tree)


def _to_toml(problem: Any) -> str:
    from symdt.formats.problem import dump

    return dump(problem)


def _to_foreign(suffix: str, form: Format) -> Callable[[Any], str | bytes]:
    def write(problem: Any) -> str | bytes:
        try:
            text: str | bytes = form.write(problem)
        except UnicodeEncodeError:
            raise FileError("a name holds half a character, which no file takes: mend the name") from None
        if form.read is not None:
            _check_read_back(problem, form.read(text), suffix)
        return text

    return write


def _check_read_back(problem: Any, again: Any, suffix: str) -> None:
    """An error if what is read again is another problem: the format has no place for a name, or for the whole."""
    from symdt.exact.polynomial import to_rational
    from symdt.solve.risk import optimum_at

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


def readers() -> dict[str, Callable[[str | os.PathLike[str], int | str | None], Any]]:
    """Who reads a problem file, and which of its trees, by its suffix."""
    from symdt.formats.foreign.foreign import FOREIGN

    return {".toml": _toml} | {s: _foreign for s, form in FOREIGN.items() if form.read is not None}


def writers() -> dict[str, Callable[[Any], str | bytes]]:
    """Who writes the text of a problem file, or its bytes, by its suffix."""
    from symdt.formats.foreign.foreign import FOREIGN

    own: dict[str, Callable[[Any], str | bytes]] = {".toml": _to_toml}
    return own | {s: _to_foreign(s, form) for s, form in FOREIGN.items()}


def check_one(tree: int | str | None, what: str) -> None:
    """An error where one of several trees is asked of a file that holds one problem.

    tree: which one is asked for, None for no one. what: the file in words.
    """
    if tree is not None:
        raise FileError(
            f"tree {quote(tree)} is asked of {what}, which holds one problem: leave it out; only files of "
            "SilverDecisions hold several trees"
        )


def suffix_of(path: str | os.PathLike[str], known: Any) -> str:
    """The longest suffix of a path that is known, else its last one.

    >>> suffix_of("a.b.silver.json", [".silver.json"]), suffix_of("a.json", []), suffix_of("a.TXT", [])
    ('.silver.json', '.json', '.txt')
    """
    place = Path(path)
    parts = [s.lower() for s in place.suffixes]
    tails = ("".join(parts[i:]) for i in range(len(parts)))
    return next((tail for tail in tails if tail in known), place.suffix.lower())


def load(path: str | os.PathLike[str], tree: int | str | None = None) -> Any:
    """The problem in a file of any format that is read; the suffix says which.

    path: the file. tree: of a file with several trees, the number of one, from 1 on, or its name.
    """
    if Path(path).suffix.lower() in (".toml", ""):  # a file without a suffix is one of ours
        return _toml(path, tree)
    known = readers()
    suffix = suffix_of(path, known)
    if suffix not in known:
        raise FileError(
            f"{quote(path)} ends in {quote(suffix)}, which is not read: {did_you_mean(suffix, known)}"
        )
    return known[suffix](path, tree)
