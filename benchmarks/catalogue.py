"""Every published problem of the catalogue: solved, drawn, explored and reported by one command each, in seconds of CPU.

`CATALOGUE=a-h python -m benchmarks catalogue` looks at the files whose names begin with these letters.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from symdt import load_problem  # noqa: E402 - after the path
from symdt.cli import main  # noqa: E402

FOLDER = ROOT / "examples" / "catalogue"


def asked(*words: str) -> tuple[int, float, str]:
    """The exit status of a command, its seconds of this process, and what it complained of."""
    start, err = time.process_time(), io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
        status = main(list(words))
    return status, time.process_time() - start, err.getvalue().strip()


def cell(status: int, seconds: float, said: str) -> str:
    """Seconds where the command answered; else its status, and why it has nothing to show."""
    if status == 0:
        return f"{seconds:.1f}"
    return "no tree" if "infinitely many" in said else f"**{status}** after {seconds:.0f}"


def run() -> str:
    """The table."""
    low, _, high = os.environ.get("CATALOGUE", "-").partition("-")
    files = sorted(f for f in FOLDER.rglob("*.toml") if f.stem != "answers")
    chosen = [f for f in files if (low or "0") <= f.stem[0] <= (high or "z")]
    lines = [
        "| problem | letters | solve | --for | draw | explore | report |",
        "|---|---|---|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for file in chosen:
            letters = [s.name for s in load_problem(file).symbols]
            name, place = str(file), Path(folder)
            cells = [cell(*asked("solve", name))]
            along = asked("solve", name, "--for", letters[0]) if letters else None
            is_amount = along is not None and "an amount is found for all letters" in along[2]
            cells.append("-" if along is None or is_amount else cell(*along))
            cells.append(cell(*asked("draw", name, "-o", str(place / f"{file.stem}.svg"))))
            cells.append(cell(*asked("explore", name, "-o", str(place / f"{file.stem}.html"))))
            cells.append(cell(*asked("report", name, "-o", str(place / file.stem))))
            lines.append(f"| {file.stem} | {', '.join(letters) or '-'} | {' | '.join(cells)} |")
            print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)
