"""Every fault of the list, one at a time: `python -m tests.mutations [--log FILE] [--cpu SECONDS] [WORD…]`.

With words only the faults that have one. With `--log` each fault is a line of JSON in a file as soon as it was tried:
what is there is not tried again unless its line has changed, so that a long run can be made in slices (`--cpu`); the
counts are of all that was chosen and tried.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.mutations import HOUSE, Fault, faults
from tests.mutations.reach import function_of

#: Seconds of CPU for one fault; what takes longer is counted apart: whether anybody notices is not known.
CPU = 240
_LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "__pycache__", "*.pyc", "site", "paper", ".*_cache", ".hypothesis"
)


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU))


def tried(fault: Fault, copy: Path, reach: Path) -> tuple[str, str]:
    """How the fault was noticed (claim, test, error, budget or nobody) and by whom."""
    file = copy / fault.path
    right = file.read_text(encoding="utf-8")
    function = function_of(file, fault.line).replace(f"{copy}/", "")
    try:
        file.write_text(right.replace(fault.line, fault.put), encoding="utf-8")
        run = subprocess.run(
            [sys.executable, "-m", "tests.mutations.notice", fault.module, str(reach), function],
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
        return "budget", f"the CPU budget of {CPU} s ended"
    return "error", (run.stderr.strip().splitlines() or ["no message"])[-1][:100]


def tried_before(log: Path | None) -> dict[str, tuple[str, str]]:
    """Who noticed which fault, from the log of earlier slices; a fault whose line has changed is another one."""
    if log is None or not log.exists():
        return {}
    rows = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    return {row["fault"]: (row["how"], row["who"]) for row in rows}


def key(fault: Fault) -> str:
    """What tells a fault from every other in a log."""
    return " | ".join((fault.module, fault.line, fault.put))


def copied(folder: str) -> Path:
    """A copy of the house in a folder, to put faults into."""
    copy = Path(folder) / "house"
    shutil.copytree(HOUSE / "symdt", copy / "symdt", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("tests", "examples", "figures", "docs", "benchmarks"):
        shutil.copytree(HOUSE / name, copy / name, ignore=_LEFT_OUT)
    for name in ("pyproject.toml", "README.md", "Makefile"):
        shutil.copy(HOUSE / name, copy / name)
    return copy


def reach_of(copy: Path, log: Path | None) -> Path:
    """The map of claims and functions: beside the log where there is one, else in the folder of the copy."""
    file = (log.with_suffix(".reach.json") if log else copy.parent / "reach.json").resolve()
    if not file.exists():
        subprocess.run([sys.executable, "-m", "tests.mutations.reach", str(file)], cwd=copy, check=True)
    return file


def spent() -> float:
    """Seconds of the processor that the faults tried so far took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def table(rooms: dict[str, Counter[str]]) -> str:
    """A line for each room: faults tried, and who noticed them."""
    lines = [
        "| room | tried | noticed | by claims | by laws and tests | by an error | survive | budget ended |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, count in [*sorted(rooms.items()), ("**all**", sum(rooms.values(), Counter()))]:
        noticed = count["claim"] + count["test"] + count["error"]
        lines.append(
            f"| {name} | {count.total()} | {noticed} | {count['claim']} | {count['test']} | {count['error']} "
            f"| {count['nobody']} | {count['budget']} |"
        )
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Try them all and print who noticed; 0 if no fault survives unexplained and none is out of date."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutations",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--log", type=Path)
    parser.add_argument("--cpu", type=float, default=float("inf"))
    asked = parser.parse_args(arguments)
    chosen = [f for f in faults() if not asked.words or any(w in str(f) for w in asked.words)]
    stale = [f for f in chosen if not f.is_there(HOUSE)]
    known = tried_before(asked.log)
    rooms: dict[str, Counter[str]] = {}
    survivors: list[Fault] = []
    left = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(folder)
        for fault in chosen:
            if fault in stale:
                continue
            if key(fault) in known:
                how, who = known[key(fault)]
            elif spent() > asked.cpu:
                left += 1
                continue
            else:
                how, who = tried(fault, copy, reach_of(copy, asked.log))
                if asked.log:
                    with asked.log.open("a", encoding="utf-8") as stream:
                        stream.write(json.dumps({"fault": key(fault), "how": how, "who": who}) + "\n")
            rooms.setdefault(fault.module.rpartition("/")[0], Counter())[how] += 1
            print(f"{how:7} {who[:60]:60} {fault}", flush=True)
            if how in ("nobody", "budget"):
                survivors.append(fault)
    total = sum(count.total() for count in rooms.values())
    print(table(rooms))
    print(
        f"noticed {total - len(survivors)} of {total} tried" + (f"; {left} still to be tried" if left else "")
    )
    for fault in survivors:
        print(f"survives: {fault}: {fault.survives or 'UNEXPLAINED'}")
    for fault in stale:
        print(f"out of date: {fault}: {fault.line!r} is not once in {fault.path}")
    return 1 if stale or any(not f.survives for f in survivors) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
