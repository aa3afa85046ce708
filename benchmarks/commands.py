"""What a user waits for, against an earlier commit: fresh processes of both in turn, seconds of the processor.

The earlier house is unpacked from the repository into a folder of its own; its Example 2 is the question to both.
Byte code is kept, as it is for an installed package, and the first run of each, which writes it, is not counted.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
#: The last commit of the first house.
BEFORE = "1d28514"
RUNS = 9


def seconds(root: Path, arguments: list[str], folder: Path) -> float:
    """Seconds of the processor of one fresh interpreter that sees the package in `root`."""
    known = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment = {**known, "PYTHONPATH": str(root), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=folder,
        check=True,
        capture_output=True,
        timeout=120,
    )
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime


def questions(example: Path) -> dict[str, list[str]]:
    """What is asked of both, in words, with the arguments of the interpreter."""
    solve = ["-m", "symdt", "solve", str(example), "--for", "p"]
    plot = ["-m", "symdt", "plot", str(example), "--force", "-o", "out.svg", "--x", "p"]
    return {
        "`import symdt`": ["-c", "import symdt"],
        "`symdt solve example2.toml --for p`": solve,
        "the same with `--certify`": [*solve, "--certify"],
        "`symdt plot` with `--x p --at h=2,k=1`": [*plot, "--at", "h=2,k=1"],
        "`symdt plot` with `--x p --y h --at k=1`": [*plot, "--y", "h", "--at", "k=1"],
        "`import sympy`, which all but the first need": ["-c", "import sympy"],
    }


def run() -> str:
    """The table."""
    rows = [f"| fresh process | {BEFORE}, s | now, s | times faster |", "|---|---|---|---|"]
    with TemporaryDirectory() as place:
        folder = Path(place)
        before = folder / "before"
        before.mkdir()
        packed = subprocess.run(["git", "archive", BEFORE], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", str(before)], input=packed, check=True)
        for words, arguments in questions(before / "examples" / "example2.toml").items():
            times: list[list[float]] = [[], []]
            for _ in range(RUNS + 1):
                for i, root in enumerate((before, ROOT)):
                    times[i].append(seconds(root, arguments, folder))
            old, new = (median(t[1:]) for t in times)
            rows.append(f"| {words} | {old:.3f} | {new:.3f} | {old / new:.2f} |")
    return "\n".join([*rows, "", f"Medians of {RUNS} in turn; a ratio is sure to some hundredths."])
