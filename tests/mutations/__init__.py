"""Mutation testing of the toolkit by its own claims: `make mutate`.

`faults.toml` lists single faults, each one line of `symdt/` changed, with what it breaks. `python -m tests.mutations`
puts them one at a time into a copy of the house and asks there (`notice`) whether a claim of the paper gets another
verdict than the recorded one; if none does, whether the laws and the tests and doctests of the changed room fail.
A fault that nobody notices is a hole in the claims, unless the list says why it changes nothing.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
HOUSE = HERE.parent.parent


@dataclass(frozen=True)
class Fault:
    """One line changed: in which module, the line as it stands, what is put there, what that breaks."""

    module: str
    line: str
    put: str
    breaks: str
    survives: str = ""  # why nobody can notice it, where nobody can

    @property
    def path(self) -> Path:
        """The module's file under the house."""
        return Path("symdt") / f"{self.module}.py"

    def is_there(self, house: Path) -> bool:
        """Whether the line occurs exactly once in its module."""
        file = house / self.path
        return file.is_file() and file.read_text(encoding="utf-8").count(self.line) == 1

    def __str__(self) -> str:
        return f"{self.module}: {self.breaks}"


def faults() -> tuple[Fault, ...]:
    """All faults of the list."""
    table = tomllib.loads((HERE / "faults.toml").read_text(encoding="utf-8"))
    return tuple(Fault(**row) for row in table["fault"])
