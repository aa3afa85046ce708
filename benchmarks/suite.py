"""The tests of the first house, then and now: the same tests by name, run on its code and on today's, in one run.

`make test` has grown with everything that was built since; what the rebuilt house costs is what the tests of before cost
in it. A test is one of before where its name with its parameters was there in the first commit. Processor seconds of
pytest and all that it starts, on one worker.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.lines import BEFORE

ROOT = Path(__file__).parent.parent
#: What pytest is told: no random order, no parallel workers.
PYTEST = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-o", "addopts=-q -m 'not slow'"]


def short(node: str) -> str:
    """A test without its module: its name and its parameters."""
    return node.rsplit("::", 1)[-1]


def collected(house: Path) -> list[str]:
    """The tests of a checkout, as pytest names them."""
    found = subprocess.run(
        [*PYTEST, "--collect-only", "tests"],
        cwd=house,
        env=own(house),
        capture_output=True,
        text=True,
        check=False,
    )
    return [line for line in found.stdout.splitlines() if "::" in line]


def own(house: Path) -> dict[str, str]:
    """The environment in which a checkout imports itself."""
    return {**os.environ, "PYTHONPATH": str(house)}


def seconds(house: Path, tests: list[str]) -> tuple[float, str]:
    """Processor seconds of tests in a checkout, and pytest's last line."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as names:
        names.write("\n".join(tests))
        names.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [*PYTEST, f"@{names.name}"],
            cwd=house,
            env=own(house),
            capture_output=True,
            text=True,
            check=False,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, done.stdout.strip().splitlines()[-1]


def run() -> str:
    """The table, as Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder) / "first"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", first, BEFORE], cwd=ROOT, check=True)
        try:
            before, now = collected(first), collected(ROOT)
            known = {short(t) for t in now}
            both = [t for t in before if short(t) in known]
            wanted = {short(t) for t in both}
            same = [t for t in now if short(t) in wanted]
            then, said = seconds(first, both)
            today, told = seconds(ROOT, same)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", first], cwd=ROOT, check=True)
    return "\n".join(
        [
            f"{len(before)} tests in the first house, {len(now)} today; {len(wanted)} names with parameters in both.",
            "",
            "| the same tests on | tests | processor seconds | |",
            "|---|---|---|---|",
            f"| the first house ({BEFORE}) | {len(both)} | {then:.0f} | {said} |",
            f"| today's | {len(same)} | {today:.0f} | {told} |",
        ]
    )
