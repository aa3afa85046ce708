"""Resume: a file of finished children, so that an interrupted selection goes on where it stopped.

The file is JSON, written whole after every child. It carries a fingerprint of the data and of the
question; losses are no part of that, since a finished child serves every loss.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from hashlib import blake2s
from pathlib import Path

from symdt.errors import FileError, quote
from symdt.files import check_writable, write_whole
from symdt.learn.admissible import Admissible
from symdt.learn.counts import Counts
from symdt.learn.scores import FamilyPosterior

__all__ = ["Finished", "fingerprint_of"]


def fingerprint_of(counts: Counts, questions: Sequence[Admissible], prior: str, alpha: float) -> str:
    """A digest of everything that the posteriors depend on."""
    digest = blake2s(digest_size=16)
    digest.update(repr((counts.variables, counts.states, counts.codes.shape, prior, alpha)).encode())
    digest.update(counts.codes.tobytes())
    digest.update(counts.weights.tobytes())
    digest.update(repr(tuple(questions)).encode())
    return digest.hexdigest()


class Finished:
    """The finished children of one question; kept in a file if a path is given."""

    def __init__(self, path: str | os.PathLike[str] | None, key: str) -> None:
        self.path = Path(path) if path is not None else None
        self.key = key
        self.children: dict[str, FamilyPosterior] = {}
        if self.path is not None:
            check_writable(self.path, force=True)
            if self.path.exists():
                self._read(self.path)

    def _read(self, path: Path) -> None:
        try:
            table = json.loads(path.read_text(encoding="utf-8"))
            key, children = table["finished"], table["children"]
            found = {child: FamilyPosterior.from_json(part) for child, part in children.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise FileError(
                f"{quote(path)} is no file of finished children: give a new path, or the one of the "
                "interrupted run"
            ) from None
        if key != self.key:
            raise FileError(
                f"{quote(path)} was made from other data or settings: delete it, or give another path"
            )
        self.children = found

    def add(self, part: FamilyPosterior) -> None:
        """Keep a finished child, and write the file."""
        self.children[part.child] = part
        if self.path is not None:
            table = {
                "format": 1,
                "finished": self.key,
                "children": {child: p.to_json() for child, p in self.children.items()},
            }
            write_whole(self.path, json.dumps(table), force=True)  # it is ours: `_read` has seen to that
