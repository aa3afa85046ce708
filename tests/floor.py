"""The lowest versions that pyproject.toml allows, as constraints for pip: `python -m tests.floor`.

>>> lowest("sympy>=1.13"), lowest("dask[dataframe,distributed]>=2024.8")
('sympy==1.13', 'dask==2024.8')
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"


def lowest(requirement: str) -> str:
    """The requirement at its lowest version.

    requirement: a name, perhaps with extras, and `>=` the version.
    """
    match = re.fullmatch(r"([\w.-]+)(\[[^]]*\])?>=([\w.]+)", requirement)
    if match is None:
        raise ValueError(f"{requirement!r} has no lowest version: write NAME>=VERSION")
    return f"{match[1]}=={match[3]}"


def main() -> int:
    """Print a line for each package that symdt needs at run time."""
    project = tomllib.loads(PROJECT.read_text())["project"]
    print("\n".join(map(lowest, project["dependencies"])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
