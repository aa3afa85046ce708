"""Signals at random moments of a command, and the table of everything: `python -m tests.faults.moments`.

python -m tests.faults.moments              # everything
python -m tests.faults.moments 4 0          # four random moments of each command and signal, none of `paper`
python -m tests.faults.moments 4 1 SIGINT report    # only rows whose name has one of these words
"""

from __future__ import annotations

import atexit
import random
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.faults.commands import COMMANDS, PAPER, WITH_SIGNALS, again, workplace
from tests.faults.harness import faults, killed_worker, run


@dataclass(frozen=True)
class Undisturbed:
    """A command that nothing disturbed: what it left, its status, how many seconds it took, what was wrong with it."""

    folder: Path
    status: int
    seconds: float
    faults: tuple[str, ...]


@cache
def undisturbed(words: tuple[str, ...]) -> Undisturbed:
    """Run a command once; all signals are compared with what it leaves."""
    folder = workplace()
    begin = time.monotonic()
    ran = run(words, folder, seconds=3600)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Undisturbed(folder, ran.status, time.monotonic() - begin, tuple(ran.faults))


def moments(
    name: str, number: int, times: int, r: random.Random, command: Sequence[str] = (), each: bool = True
) -> list[str]:
    """Faults of a signal at random moments of a command, after which it is run again and must answer as ever.

    command: the words, if they are not those of the name. each: whether it is run again after every signal, or
    only once, over all that the signals left.
    """
    words = command or COMMANDS[name]
    whole = undisturbed(tuple(words))
    found = list(whole.faults)
    place = workplace()
    for last in [False] * (times - 1) + [True]:
        broken = run(words, place, kill=(number, r.random() * whole.seconds * 1.1), seconds=3600)
        # before the program's own first line the interpreter itself takes the signal
        early = broken.status in (-signal.SIGINT, -signal.SIGTERM) or "KeyboardInterrupt" in broken.err
        found += [] if early else broken.faults
        for litter in place.rglob(".symdt-*"):
            litter.unlink()
        if each or last:
            told = run(again(name, words), place, seconds=3600)
            if told.status != whole.status:
                found.append(f"afterwards status {told.status}: {told.err[-200:]}")
            for file in [*whole.folder.glob("out.*"), *whole.folder.glob("out/**/*")]:
                other = place / file.relative_to(whole.folder)
                if file.is_file() and (not other.exists() or other.read_bytes() != file.read_bytes()):
                    found.append(f"afterwards {file.name} is another one")
            shutil.rmtree(place)
            place = workplace()
    shutil.rmtree(place)
    return found


def main(times: int = 10, papers: int = 2, *only: str) -> int:
    """Everything, as a table.

    times: random moments of each command and signal. papers: those of `paper`, which takes minutes.
    only: rows whose name has one of these words, if there are any.
    """
    print("| fault | tried | survived |\n|---|---|---|")
    r, lost = random.Random(1), 0

    def wanted(what: str) -> bool:
        return not only or any(word in what for word in only)

    def told(what: str, tried: int, wrong: list[str]) -> None:
        nonlocal lost
        lost += len(wrong)
        for line in wrong:
            print(line, file=sys.stderr)
        print(f"| {what} | {tried} | {tried - len(wrong)} |", flush=True)

    for fault, tried in faults().items():
        if not wanted(fault):
            continue
        wrong = []
        for name in COMMANDS:
            folder = workplace()
            ran = tried(name, folder)
            wrong += [f"{fault}, {name}: {ran.faults}"] if ran.faults else []
            shutil.rmtree(folder)
        told(fault, len(COMMANDS), wrong)
    if wanted("a killed worker"):
        told("a killed worker", 1, killed_worker())
    for number in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
        for name in WITH_SIGNALS:
            if wanted(what := f"{number.name} at random moments of `{name}`"):
                told(what, times, moments(name, number, times, r))
        if papers and wanted(what := f"{number.name} at random moments of `paper`"):
            told(what, papers, moments("paper", number, papers, r, PAPER, each=False))
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3]), *sys.argv[3:]))
