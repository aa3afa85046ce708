"""The first and the second run of `symdt select` under an order, from an empty cache of compiled kernels.

Seconds of the processor of the whole command, a fresh process each time: one run, then the best of three more.
Data of q + 1 variables in order, the last of which has q candidates. Another version stands beside it if the
folder of its source is named: its best of three with whatever it compiled before. Run: python -m benchmarks.first_run [FOLDER_OF_ANOTHER_VERSION]
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parent.parent
STATES = {"two": (2,), "three": (3,), "two to six": (2, 3, 4, 5, 6)}
SIZES = ((10, 1000), (12, 1000), (14, 1000), (16, 1000), (16, 10_000))
AGAIN = 3


def write(path: Path, q: int, cases: int, kinds: tuple[int, ...]) -> str:
    """Cases of q + 1 variables, each of which follows an earlier one in half of the cases; gives the order."""
    g = np.random.default_rng(q)
    states = [kinds[i % len(kinds)] for i in range(q + 1)]
    data = np.stack([g.integers(0, a, cases) for a in states], axis=1)
    for i in range(1, q + 1):
        copied = g.random(cases) < 0.5
        data[copied, i] = data[copied, g.integers(0, i)] % states[i]
    names = ",".join(f"V{i}" for i in range(q + 1))
    np.savetxt(path, data, fmt="%d", delimiter=",", header=names, comments="")
    return names


def seconds(source: Path, cache: Path, arguments: list[str]) -> float:
    """Of the processor, of one process and of those that it started and waited for."""
    environment = {**os.environ, "PYTHONPATH": str(source), "NUMBA_CACHE_DIR": str(cache)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "symdt", "select", *arguments],
        check=True, cwd=source, env=environment, capture_output=True,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run(other: Path | None = None) -> str:
    """The table, as Markdown."""
    lines = ["| states | q | cases | first run | second" + (" | other, second |" if other else " |")]
    lines += ["|---" * (lines[0].count("|") - 1) + "|"]
    with tempfile.TemporaryDirectory() as folder:
        kept, file = Path(folder, "kept"), Path(folder, "data.csv")
        for kind, kinds in STATES.items():
            for q, cases in SIZES:
                ask = [str(file), "--order", write(file, q, cases, kinds)]
                cache = Path(folder, f"{kind} {q} {cases}")
                figures = [seconds(ROOT, cache, ask)]
                if other:
                    seconds(other, kept, ask)  # compiles
                turns = [(ROOT, cache), *([(other, kept)] if other else [])]
                times = [[seconds(source, where, ask) for source, where in turns] for _ in range(AGAIN)]
                figures += map(min, zip(*times, strict=True))  # in turns, so that the load is the same
                lines.append(f"| {kind} | {q} | {cases} | " + " | ".join(f"{x:.2f}" for x in figures) + " |")
                print(lines[-1], flush=True)
    return "\n".join(lines)


if __name__ == "__main__":
    print(run(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None))
