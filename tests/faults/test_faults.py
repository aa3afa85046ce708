"""Each fault once: no traceback, a documented status, one line, nothing lost, no half file.

All commands and many random moments: `python -m tests.faults.moments`.
"""

from __future__ import annotations

import ast
import dis
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

import symdt
from symdt.cli import COMMANDS as EVERY
from tests.faults.commands import COMMANDS, WITH_FILES, WITH_SIGNALS, workplace
from tests.faults.harness import faults, killed_worker, run
from tests.faults.moments import moments

FAULTS = faults()
OF_FILES = ("folder cannot be written", "file of somebody else", "disk full", "files of 64 bytes at most")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_command_survives(fault: str) -> None:
    folder = workplace()
    ran = FAULTS[fault]("draw" if fault in OF_FILES else "prove", folder)
    assert ran.faults == []
    if fault in OF_FILES:
        assert ran.status == 2
        assert ran.err.startswith("symdt: ")
        assert not list(folder.glob("out.*"))


def test_every_command_is_tried() -> None:
    tried = {words[0] for words in COMMANDS.values()}
    # `paper` takes minutes: signals alone; a new command gets its line in tests/faults/commands.py
    assert set(EVERY) - tried == {"paper"}
    writing = {name for name, words in COMMANDS.items() if any(w.startswith("out") for w in words)}
    assert writing == set(WITH_FILES)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("fault", FAULTS)
def test_every_command_survives(fault: str, name: str) -> None:
    assert FAULTS[fault](name, workplace()).faults == []


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("name", WITH_SIGNALS)
def test_a_signal_at_random_moments(name: str, number: int) -> None:
    assert moments(name, number, 3, random.Random(4)) == []


def run_script(script: str) -> subprocess.CompletedProcess[str]:
    """A script in a process of its own, in the checkout."""
    return subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )


@pytest.mark.parametrize(
    ("number", "status", "line"), [(signal.SIGTERM, 143, "terminated"), (signal.SIGINT, 130, "interrupted")]
)
def test_a_signal_while_a_command_works(number: int, status: int, line: str, tmp_path: Path) -> None:
    script = (
        "import os, sys, signal, symdt.exact.proof as proof\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # ignored where the tests run in the background
        f"proof.prove = lambda *_, **_options: os.kill(os.getpid(), {int(number)})\n"
        "sys.argv = ['symdt', 'prove', 'x > 0']\n"
        "from symdt.cli import main\n"
        "sys.exit(main())"
    )
    done = run_script(script)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", f"symdt: {line}\n")


CURVED = """
[parameters]
p = "0 < p < 1"
h = "h > 0"
[tree]
root = "d"
[tree.decision.d]
a = "h*p**3"
b = "1 - p"
"""


def test_an_interrupt_that_a_search_takes_for_its_end_is_not_followed_by_another_search(
    tmp_path: Path,
) -> None:
    """A report went on for minutes after the search that was interrupted; what is known by then is written, and says so."""
    (tmp_path / "curved.toml").write_text(CURVED)
    script = (
        "import os, sys, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from symdt.regions.sections.task import Task\n"
        "spend, calls = Task.spend, []\n"
        "def once(task):\n"
        "    calls.append(task)\n"
        "    if len(calls) == 1:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    spend(task)\n"
        "Task.spend = once\n"
        f"sys.argv = ['symdt', 'report', {str(tmp_path / 'curved.toml')!r}, '-o', {str(tmp_path / 'made')!r}]\n"
        "from symdt.cli import main\n"
        "sys.exit(main())"
    )
    done = run_script(script)
    assert (done.returncode, done.stderr) == (130, "symdt: interrupted\n")
    told = (tmp_path / "made" / "index.html").read_text()
    assert "budget of computing time ended the rule for p; the rule for h" in told


@pytest.mark.outside("loky")
def test_a_killed_worker() -> None:
    assert killed_worker() == []


def test_no_safety_rests_on_assert() -> None:
    """With PYTHONOPTIMIZE an `assert` is not there: each may only tell the type checker what is known already."""
    for file in Path(symdt.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assert):
                told = ast.unparse(node.test)
                assert re.fullmatch(r"isinstance\(.*\)|[\w.]+(\[\d\])? is not None", told), (
                    f"{file}: assert {told}"
                )


#: Loops in a `try` or `with` that a signal may leave without it: they put nothing back.
HARMLESS = {"_near", "available_memory", "_Prover.run", "_file_rows"}


@pytest.mark.skipif(sys.version_info < (3, 13), reason="this Python looks for handlers where a jump goes to")
def test_nothing_is_put_back_by_the_handlers_around_a_loop() -> None:
    """Python 3.13 leaves the conditional jump back of a loop out of the handlers around it, where a signal may raise.

    Such a loop goes into a function of its own: a call is always guarded.
    """
    found = set()
    for file in Path(symdt.__file__).parent.rglob("*.py"):
        for code in codes(compile(file.read_bytes(), str(file), "exec")):
            if not code.co_exceptiontable:
                continue
            handlers = dis.Bytecode(code).exception_entries
            steps = {step.offset: step for step in dis.get_instructions(code)}

            def around(offset: int, handlers: list[Any] = handlers) -> int | None:
                return next((h.target for h in handlers if h.start <= offset < h.end), None)

            def ours(target: int | None, steps: dict[int, Any] = steps, around: Any = around) -> bool:
                """Whether a handler is written down, not one that the compiler makes for itself."""
                while target is not None and steps[target].opname != "PUSH_EXC_INFO":
                    target = around(target)
                return target is not None

            for step in steps.values():
                jumped = step.opname == "JUMP_BACKWARD" and around(step.argval)
                if jumped and around(step.offset) != jumped and ours(jumped):
                    found.add(code.co_qualname)
    assert found <= HARMLESS


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from codes(part)


def test_the_seconds_of_a_command_end_it() -> None:
    ran = run(("prove", "x**2 >= 0", "--seconds", "0.01"), workplace())
    assert (ran.status, ran.faults) == (3, [])
    assert "0.01 seconds of the processor" in ran.err


def test_the_harness_sees_faults(tmp_path: Path) -> None:
    folder = workplace()
    (folder / ".symdt-half").write_text("x")
    (folder / "notes.svg").write_text("changed")
    found = run(("--version",), folder).faults
    assert len(found) == 2
