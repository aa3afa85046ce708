"""Every fault of the list, one at a time: `python -m tests.mutations [WORD…]`, with words only the faults that have one."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.mutations import HOUSE, Fault, faults

#: Seconds of CPU for one fault; what takes longer has been noticed, for it would be by a user.
CPU = 240
_LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "__pycache__", "*.pyc", "site", "paper", ".*_cache", ".hypothesis"
)


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU))


def tried(fault: Fault, copy: Path) -> tuple[str, str]:
    """How the fault was noticed (claim, test, error or nobody) and by whom."""
    file = copy / fault.path
    right = file.read_text(encoding="utf-8")
    try:
        file.write_text(right.replace(fault.line, fault.put), encoding="utf-8")
        run = subprocess.run(
            [sys.executable, "-m", "tests.mutations.notice", fault.module],
            cwd=copy,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=_limited,
        )
    finally:
        file.write_text(right, encoding="utf-8")
    said = (run.stdout.strip().splitlines() or [""])[-1]
    if run.returncode in (0, 3, 4):
        return {0: "nobody", 3: "claim", 4: "test"}[run.returncode], said.removeprefix("claim ")
    if run.returncode < 0:
        return "error", f"the CPU budget of {CPU} s ended"
    return "error", (run.stderr.strip().splitlines() or ["no message"])[-1][:100]


def main(words: list[str]) -> int:
    """Try them all and print who noticed; 0 if no fault survives unexplained and none is out of date."""
    chosen = [f for f in faults() if not words or any(w in str(f) for w in words)]
    stale = [f for f in chosen if not f.is_there(HOUSE)]
    count: Counter[str] = Counter()
    survivors: list[Fault] = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "house"
        shutil.copytree(HOUSE / "symdt", copy / "symdt", ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("tests", "examples", "figures", "docs", "benchmarks"):
            shutil.copytree(HOUSE / name, copy / name, ignore=_LEFT_OUT)
        for name in ("pyproject.toml", "README.md", "Makefile"):
            shutil.copy(HOUSE / name, copy / name)
        for fault in chosen:
            if fault in stale:
                continue
            how, who = tried(fault, copy)
            count[how] += 1
            print(f"{how:7} {who[:60]:60} {fault}", flush=True)
            if how == "nobody":
                survivors.append(fault)
    total = len(chosen) - len(stale)
    print(
        f"noticed {total - len(survivors)} of {total}: {count['claim']} by claims, {count['test']} by laws and tests, "
        f"{count['error']} by an error or the budget"
    )
    for fault in survivors:
        print(f"survives: {fault}: {fault.survives or 'UNEXPLAINED'}")
    for fault in stale:
        print(f"out of date: {fault}: {fault.line!r} is not once in {fault.path}")
    return 1 if stale or any(not f.survives for f in survivors) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
