"""The harness: run `symdt` as a process of its own under a fault, and say whether it survived.

Surviving is: no traceback; an exit status that is documented; at most one line on standard error where the status
is not 0; every file that was there before is there still, or replaced whole; no half-written file beside it.
`python -m tests.faults.harness` tries everything, the random moments many times, and prints a table for
benchmarks/RESULTS.md; `make test` tries each kind once.
"""

from __future__ import annotations

import os
import random
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

#: Every documented exit status.
STATUS = frozenset({0, 1, 2, 3, 4, 130, 143})
PROGRAM = (sys.executable, "-m", "symdt")
TREE = (Path(__file__).parents[2] / "examples" / "umbrella.toml").read_text()


@dataclass
class Ran:
    """What a command left behind."""

    status: int
    out: str
    err: str
    faults: list[str] = field(default_factory=list)


def workplace() -> Path:
    """A folder with a problem, data, and a file that somebody else wrote."""
    folder = Path(tempfile.mkdtemp(prefix="symdt-faults-"))
    (folder / "tree.toml").write_text(TREE)
    (folder / "notes.svg").write_text("<svg>mine</svg>")
    r = random.Random(7)
    rows = [",".join(str(r.randrange(3)) for _ in range(6)) for _ in range(300)]
    (folder / "cases.csv").write_text("A,B,C,D,E,F\n" + "\n".join(rows) + "\n")
    return folder


#: Commands by name; each writes `out.*` or `finished.json` in the folder, or answers on standard output.
COMMANDS: dict[str, tuple[str, ...]] = {
    "prove": ("prove", "x**2 >= 0"),
    "solve": ("solve", "tree.toml", "--for", "r"),
    "draw": ("draw", "tree.toml", "-o", "out.svg"),
    "plot": ("plot", "tree.toml", "--x", "r", "-o", "out.svg"),
    "explore": ("explore", "tree.toml", "-o", "out.html"),
    "select": ("select", "cases.csv", "--order", "A,B,C,D,E,F", "--resume", "finished.json", "-o", "out.csv"),
    "report": ("report", "tree.toml", "-o", "out"),
}
WITH_FILES = ("draw", "plot", "explore", "select", "report")
#: The longest command, for the random moments of signals alone.
PAPER = ("paper", "-o", "out")
#: Files that carry a stamp: a half one has none.
STAMPED = (".svg", ".html", ".tex", ".pdf", ".png", ".dot", ".md", ".txt")


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
    process = subprocess.Popen(
        words, cwd=folder, env=surroundings, stdout=stdout, stderr=subprocess.PIPE, preexec_fn=before
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
    if (folder / "notes.svg").read_text() != "<svg>mine</svg>":
        yield "somebody's file was changed"
    for place in [*folder.glob("out.*"), *folder.glob("out/**/*")]:
        if place.suffix in STAMPED and place.is_file() and not is_stamped(place.read_bytes()):
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
            (place / "notes.svg").write_text("<svg>mine</svg>")
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

    def plain(*expected: int, **options: Any) -> Callable[[str, Path], Ran]:
        def one(name: str, folder: Path) -> Ran:
            ran = run(COMMANDS[name], folder, **options)
            ran.faults += (
                [] if not expected or ran.status in expected else [f"status {ran.status}: {ran.err}"]
            )
            return ran

        return one

    def expecting(status: int, ran: Ran) -> Ran:
        ran.faults += [] if ran.status == status else [f"status {ran.status}, expected {status}"]
        return ran

    def full(name: str, folder: Path) -> Ran:
        with Path("/dev/full").open("wb") as nowhere:
            return expecting(4, run(COMMANDS[name], folder, stdout=nowhere))

    def pipe(name: str, folder: Path) -> Ran:
        read, write = os.pipe()
        os.close(read)
        try:
            return expecting(0, run(COMMANDS[name], folder, stdout=write))
        finally:
            os.close(write)

    def read_only(name: str, folder: Path) -> Ran:
        target = [w if not w.startswith("out") else f"/proc/{w}" for w in COMMANDS[name]]
        return expecting(2 if target != [*COMMANDS[name]] else 0, run(target, folder))

    def disk_full(name: str, folder: Path) -> Ran:
        """A disk of a few kilobytes where one can be mounted, else a bound on the size of a file."""
        with small_disk() as place:
            if place is None:
                return run(COMMANDS[name], folder, before=limited(resource.RLIMIT_FSIZE, 64))
            target = [w if not w.startswith(("out", "finished")) else str(place / w) for w in COMMANDS[name]]
            ran = run(target, folder)
            ran.faults += [f for f in _faults(ran, place, killed=False) if f not in ran.faults]
            return expecting(2 if target != [*COMMANDS[name]] else 0, ran)

    def no_room_for_temporary_files(name: str, folder: Path) -> Ran:
        with small_disk() as place:
            return expecting(
                0, run(COMMANDS[name], folder, env={"TMPDIR": str(place) if place else "/proc/none"})
            )

    def somebodys(name: str, folder: Path) -> Ran:
        ran = run([w if w != "out.svg" else "notes.svg" for w in COMMANDS[name]], folder)
        if "notes.svg" not in ran.err and ran.status:
            ran.faults.append(f"status {ran.status}: {ran.err}")
        if "notes.svg" in ran.err and ran.status != 2:
            ran.faults.append(f"status {ran.status}")
        return ran

    def twice(name: str, folder: Path) -> Ran:
        others = [
            subprocess.Popen(
                [*PROGRAM, *COMMANDS[name], *(["--force"] if name == "select" else [])],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for _ in range(2)
        ]
        ran = run([*COMMANDS[name], *(["--force"] if name == "select" else [])], folder)
        for other in others:
            other.wait(timeout=300)
        ran.faults += [f for f in _faults(ran, folder, killed=False) if f not in ran.faults]
        return ran

    return {
        "standard output full": full,
        "standard output closed": plain(4, before=closed(1)),
        "standard error closed": plain(0, before=closed(2)),
        "standard input closed": plain(0, before=closed(0)),
        "reader gone": pipe,
        "folder cannot be written": read_only,
        "file of somebody else": somebodys,
        "disk full": disk_full,
        "files of 64 bytes at most": plain(before=limited(resource.RLIMIT_FSIZE, 64)),
        "no HOME": plain(0, env={"HOME": None, "XDG_CACHE_HOME": None, "MPLCONFIGDIR": None}),
        "cache cannot be written": plain(
            0, env={"NUMBA_CACHE_DIR": "/proc/none", "MPLCONFIGDIR": "/proc/none", "HOME": "/proc"}
        ),
        "no TMPDIR": plain(0, env={"TMPDIR": "/proc/none"}),
        "TMPDIR full": no_room_for_temporary_files,
        "LANG=C": plain(0, env={"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
        "ASCII": plain(0, env={"PYTHONIOENCODING": "ascii"}),
        "20 columns": plain(0, env={"COLUMNS": "20"}),
        "warnings are errors": plain(0, options=("-W", "error")),
        "PYTHONOPTIMIZE=2": plain(0, env={"PYTHONOPTIMIZE": "2"}),
        "24 file descriptors": plain(before=limited(resource.RLIMIT_NOFILE, 24)),
        "1 GB of address space": plain(before=limited(resource.RLIMIT_AS, 1 << 30)),
        "three runs at once": twice,
    }


def moments(
    name: str, number: int, times: int, r: random.Random, command: Sequence[str] = (), again: bool = True
) -> list[str]:
    """Faults of a signal at random moments of a command, after which it is run again and must answer as ever.

    command: the words, if they are not those of the name. again: whether it is run again after every signal, or
    only once, over all that the signals left.
    """
    words = command or COMMANDS[name]
    found: list[str] = []
    folder = workplace()
    begin = time.monotonic()
    whole = run(words, folder, seconds=3600)
    length = time.monotonic() - begin
    found += whole.faults
    place = workplace()
    for last in [False] * (times - 1) + [True]:
        broken = run(words, place, kill=(number, r.random() * length * 1.1), seconds=3600)
        # before the program's own first line the interpreter itself takes the signal
        early = broken.status in (-signal.SIGINT, -signal.SIGTERM) or "KeyboardInterrupt" in broken.err
        found += [] if early else broken.faults
        for litter in place.rglob(".symdt-*"):
            litter.unlink()
        if again or last:
            told = run([*words, *(["--force"] if name == "select" else [])], place, seconds=3600)
            if told.status != whole.status:
                found.append(f"afterwards status {told.status}: {told.err[-200:]}")
            for file in [*folder.glob("out.*"), *folder.glob("out/**/*")]:
                other = place / file.relative_to(folder)
                if file.is_file() and (not other.exists() or other.read_bytes() != file.read_bytes()):
                    found.append(f"afterwards {file.name} is another one")
            shutil.rmtree(place)
            place = workplace()
    shutil.rmtree(place)
    shutil.rmtree(folder)
    return found


def main(times: int = 10, papers: int = 2) -> int:
    """Everything, as a table.

    times: random moments of each command and signal. papers: those of `paper`, which takes minutes.
    """
    print("| fault | tried | survived |\n|---|---|---|")
    r, lost = random.Random(1), 0

    def told(what: str, tried: int, wrong: list[str]) -> None:
        nonlocal lost
        lost += len(wrong)
        for line in wrong:
            print(line, file=sys.stderr)
        print(f"| {what} | {tried} | {tried - len(wrong)} |", flush=True)

    for fault, tried in faults().items():
        wrong = []
        for name in COMMANDS:
            folder = workplace()
            ran = tried(name, folder)
            wrong += [f"{fault}, {name}: {ran.faults}"] if ran.faults else []
            shutil.rmtree(folder)
        told(fault, len(COMMANDS), wrong)
    told("a killed worker", 1, killed_worker())
    for number in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
        for name in WITH_FILES:
            told(f"{number.name} at random moments of `{name}`", times, moments(name, number, times, r))
        if papers:
            wrong = moments("paper", number, papers, r, PAPER, again=False)
            told(f"{number.name} at random moments of `paper`", papers, wrong)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
