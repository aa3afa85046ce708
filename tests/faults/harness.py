"""The harness: run `symdt` as a process of its own under a fault, and say whether it survived.

Surviving is: no traceback; an exit status that is documented; at most one line on standard error where the status
is not 0; every file that was there before is there still, or replaced whole; no half-written file beside it.
`python -m tests.faults.moments` tries everything, the random moments many times, and prints a table for
benchmarks/RESULTS.md; `make test` tries each kind once.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from symdt.files import is_stamped
from tests.faults.commands import COMMANDS, MINE, SILENT, STATUS_OF, again, moved, workplace

#: Every documented exit status.
STATUS = frozenset({0, 1, 2, 3, 4, 130, 143})
PROGRAM = (sys.executable, "-m", "symdt")
#: Files that carry a stamp: a half one has none.
STAMPED = (".svg", ".html", ".tex", ".pdf", ".png", ".dot", ".md", ".txt", ".toml")


@dataclass
class Ran:
    """What a command left behind."""

    status: int
    out: str
    err: str
    faults: list[str] = field(default_factory=list)


def run(
    arguments: Sequence[str],
    folder: Path,
    *,
    env: Mapping[str, str | None] | None = None,
    options: Sequence[str] = (),
    before: Callable[[], None] | None = None,
    stdout: Any = subprocess.PIPE,
    kill: tuple[int, float] | None = None,
    seconds: float = 300,
) -> Ran:
    """Run a command in a folder under a fault, and look at what it left.

    arguments: what stands after `symdt`. env: variables to set, or to take away. options: of the interpreter.
    before: done in the new process before it begins. stdout: where its answer goes.
    kill: a signal and after how many seconds it is sent.
    """
    surroundings = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    for name, value in (env or {}).items():
        surroundings.pop(name, None)
        if value is not None:
            surroundings[name] = value
    words = [sys.executable, *options, *PROGRAM[1:], *arguments]

    def begin() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs this in the background has it ignored
        if before is not None:
            before()

    process = subprocess.Popen(
        words, cwd=folder, env=surroundings, stdout=stdout, stderr=subprocess.PIPE, preexec_fn=begin
    )
    if kill is not None:
        time.sleep(kill[1])
        process.send_signal(kill[0])
    out, err = process.communicate(timeout=seconds)
    ran = Ran(process.returncode, (out or b"").decode("utf-8", "replace"), err.decode("utf-8", "replace"))
    ran.faults = list(_faults(ran, folder, killed=kill is not None and kill[0] == signal.SIGKILL))
    return ran


def _faults(ran: Ran, folder: Path, *, killed: bool) -> Any:
    """What is wrong with it, sentence by sentence."""
    if not killed:
        if ran.status not in STATUS:
            yield f"status {ran.status}: {ran.err[-300:]}"
        if "Traceback" in ran.err:
            yield f"a traceback: {ran.err[-300:]}"
        if ran.status != 0 and len(ran.err.splitlines()) > 1:
            yield f"{len(ran.err.splitlines())} lines: {ran.err[-300:]}"
        left = [p.name for p in folder.rglob(".symdt-*")]
        if left:
            yield f"half a file: {left}"
    for place in [*folder.glob("notes.*"), *folder.glob("notes/**/*")]:
        if place.read_text() != MINE:
            yield f"somebody's file {place.name} was changed"
    for place in [*folder.glob("out.*"), *folder.glob("out/**/*")]:
        if place.suffix in STAMPED and place.is_file() and not is_stamped(place.read_bytes()):
            yield f"{place.name} is not whole"
        if place.suffix == ".json" and place.is_file():
            try:
                json.loads(place.read_bytes())
            except ValueError:
                yield f"{place.name} is not whole"
    for place in folder.glob("finished.json"):
        from symdt.learn.run import Finished

        try:
            Finished(place, "", {})
        except Exception as error:
            if "other data" not in str(error):
                yield f"the resume file is damaged: {error}"


def limited(what: int, amount: int) -> Callable[[], None]:
    """Set a limit of the system in the new process."""
    return lambda: resource.setrlimit(what, (amount, amount))


def closed(number: int) -> Callable[[], None]:
    """Close a standard stream in the new process."""
    return lambda: os.close(number)


@contextmanager
def small_disk() -> Iterator[Path | None]:
    """A disk of 8 kilobytes, full; None where none may be mounted."""
    place = Path(tempfile.mkdtemp(prefix="symdt-disk-"))
    mounted = (
        shutil.which("mount")
        and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", str(place)], capture_output=True, check=False
        ).returncode
    )
    try:
        if mounted:
            (place / "notes.svg").write_text(MINE)
            (place / "filled").write_bytes(b"x" * 4096)
        yield place if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", str(place)], check=False)
        shutil.rmtree(place, ignore_errors=True)


KILLED_WORKER = """
import os, signal, sys, time, joblib, symdt.learn.run as run
from symdt import select_network
from symdt.errors import SymdtError

real = run.family_posterior

def killed(counts, question, *rest):
    if question.child == "F":
        time.sleep(0.5)  # so that another one is finished
        os.kill(os.getpid(), signal.SIGKILL)
    return real(counts, question, *rest)

expected = select_network("cases.csv", order="A,B,C,D,E,F")
with joblib.parallel_config(backend="loky", n_jobs=2):
    run.family_posterior = killed
    try:
        select_network("cases.csv", order="A,B,C,D,E,F", resume="finished.json")
    except SymdtError as error:
        print(error)
run.family_posterior = real
print(select_network("cases.csv", order="A,B,C,D,E,F", resume="finished.json") == expected)
"""


def killed_worker() -> list[str]:
    """A process of a cluster is killed: one line, and with what was finished the same answer afterwards."""
    folder = workplace()
    surroundings = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", KILLED_WORKER],
        cwd=folder,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    well = len(lines) == 2 and "lost a worker" in lines[0] and lines[1] == "True"
    return [] if well else [f"status {done.returncode}: {done.stdout[-300:]} {done.stderr[-300:]}"]


def faults() -> dict[str, Callable[[str, Path], Ran]]:
    """Each fault by name, as a function of a command and a folder."""

    def expecting(status: int, ran: Ran) -> Ran:
        ran.faults += (
            [] if ran.status == status else [f"status {ran.status}, expected {status}: {ran.err[-300:]}"]
        )
        return ran

    def any_status(**options: Any) -> Callable[[str, Path], Ran]:
        """One that may end the command, in one line and with a documented status."""
        return lambda name, folder: run(COMMANDS[name], folder, **options)

    def unharmed(**options: Any) -> Callable[[str, Path], Ran]:
        """One that changes nothing."""
        return lambda name, folder: expecting(STATUS_OF.get(name, 0), run(COMMANDS[name], folder, **options))

    def unwritten(name: str) -> int:
        """The status where standard output takes nothing: 4, if anything is to be written to it."""
        return STATUS_OF[name] if name in SILENT else 4

    def full(name: str, folder: Path) -> Ran:
        with Path("/dev/full").open("wb") as nowhere:
            return expecting(unwritten(name), run(COMMANDS[name], folder, stdout=nowhere))

    def no_output(name: str, folder: Path) -> Ran:
        return expecting(unwritten(name), run(COMMANDS[name], folder, before=closed(1)))

    def pipe(name: str, folder: Path) -> Ran:
        read, write = os.pipe()
        os.close(read)
        try:
            status = STATUS_OF[name] if name in SILENT else 0
            return expecting(status, run(COMMANDS[name], folder, stdout=write))
        finally:
            os.close(write)

    def refused(name: str, target: Sequence[str], ran: Ran) -> Ran:
        """Status 2 where a file is to be written, else as ever."""
        return expecting(2 if target != [*COMMANDS[name]] else STATUS_OF.get(name, 0), ran)

    def read_only(name: str, folder: Path) -> Ran:
        target = moved(name, "/proc/out")
        return refused(name, target, run(target, folder))

    def disk_full(name: str, folder: Path) -> Ran:
        """A disk of a few kilobytes where one can be mounted, else a bound on the size of a file."""
        with small_disk() as place:
            if place is None:
                return run(COMMANDS[name], folder, before=limited(resource.RLIMIT_FSIZE, 64))
            target = [
                w if not w.startswith("finished") else str(place / w) for w in moved(name, f"{place}/out")
            ]
            ran = run(target, folder)
            ran.faults += [f for f in _faults(ran, place, killed=False) if f not in ran.faults]
            return refused(name, target, ran)

    def no_room_for_temporary_files(name: str, folder: Path) -> Ran:
        with small_disk() as place:
            return unharmed(env={"TMPDIR": str(place) if place else "/proc/none"})(name, folder)

    def somebodys(name: str, folder: Path) -> Ran:
        target = moved(name, "notes")
        return refused(name, target, run(target, folder))

    def many(name: str, folder: Path) -> Ran:
        others = [
            subprocess.Popen(
                [*PROGRAM, *again(name)],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for _ in range(2)
        ]
        ran = expecting(STATUS_OF.get(name, 0), run(again(name), folder))
        statuses = {other.wait(timeout=300) for other in others}
        ran.faults += [f for f in _faults(ran, folder, killed=False) if f not in ran.faults]
        ran.faults += [f"the others end with {statuses}"] if statuses != {STATUS_OF.get(name, 0)} else []
        return ran

    return {
        "standard output full": full,
        "standard output closed": no_output,
        "standard error closed": unharmed(before=closed(2)),
        "standard input closed": unharmed(before=closed(0)),
        "reader gone": pipe,
        "folder cannot be written": read_only,
        "file of somebody else": somebodys,
        "disk full": disk_full,
        "files of 64 bytes at most": any_status(before=limited(resource.RLIMIT_FSIZE, 64)),
        "no HOME": unharmed(env={"HOME": None, "XDG_CACHE_HOME": None, "MPLCONFIGDIR": None}),
        "cache cannot be written": unharmed(
            env={"NUMBA_CACHE_DIR": "/proc/none", "MPLCONFIGDIR": "/proc/none", "HOME": "/proc"}
        ),
        "no TMPDIR": unharmed(env={"TMPDIR": "/proc/none"}),
        "TMPDIR full": no_room_for_temporary_files,
        "LANG=C": unharmed(env={"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
        "ASCII": unharmed(env={"PYTHONIOENCODING": "ascii"}),
        "20 columns": unharmed(env={"COLUMNS": "20"}),
        "warnings are errors": unharmed(options=("-W", "error")),
        "PYTHONOPTIMIZE=2": unharmed(env={"PYTHONOPTIMIZE": "2"}),
        "24 file descriptors": any_status(before=limited(resource.RLIMIT_NOFILE, 24)),
        "1 GB of address space": any_status(before=limited(resource.RLIMIT_AS, 1 << 30)),
        "three runs at once": many,
    }
