"""The command line as a new user meets it: help, examples, near misses, JSON, completion, colours."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from symdt.cli import COMMANDS, main
from symdt.cli.help import BRIEF, EXAMPLES
from symdt.cli.output import painted
from symdt.cli.progress import working

ROOT = Path(__file__).parent.parent.parent
BUILT = [name for name, room in COMMANDS.items() if find_spec(f"symdt.cli.{room}.{name}") is not None]
CASES = "X1,X2,X3\n" + "\n".join(["0,0,1", "1,1,0", "1,1,1", "0,0,0"] * 5) + "\n"


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "cases.csv").write_text(CASES)
    return tmp_path


def split_line(line: str) -> tuple[str, str]:
    """A line of the help as words and the file that the answer goes to; a > in quotes is a sign."""
    found = re.fullmatch(r"(.*) > ([\w.]+)", line)
    return (found[1], found[2]) if found else (line, "")


def test_every_command_has_an_example() -> None:
    assert set(BUILT) == set(COMMANDS)
    assert set(EXAMPLES) == set(BRIEF) == set(COMMANDS)


@pytest.mark.parametrize("command", BUILT)
def test_help_fits_80_columns_and_ends_with_the_example(command: str, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main([command, "--help"]) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    for line in EXAMPLES[command]:
        assert line in text
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert BRIEF[command] in text
    assert "..." not in text.partition("Commands:")[2]


# `paper` has its own test, which reads all that it writes
@pytest.mark.parametrize("command", [c for c in BUILT if c not in ("paper", "verify")])
def test_the_examples_of_the_help_work(command: str, folder, capsys) -> None:
    for line in EXAMPLES[command]:
        words, file = split_line(line)
        assert main(shlex.split(words)[1:]) == 0, capsys.readouterr().err
        out = capsys.readouterr()
        if file:
            (folder / file).write_text(out.out)
        assert not out.err
        assert max((len(x) for x in out.out.splitlines()), default=0) <= 80


@pytest.mark.parametrize("command", BUILT)
def test_every_command_answers_in_json(command: str, folder, capsys) -> None:
    line = EXAMPLES[command][-1]
    if command in ("paper", "verify"):  # long; that they know the option is enough here
        assert main([command, "--help"]) == 0
        assert "--json" in capsys.readouterr().out
        return
    for earlier in EXAMPLES[command][:-1]:
        words, file = split_line(earlier)
        assert main(shlex.split(words)[1:]) == 0
        out = capsys.readouterr().out
        if file:
            (folder / file).write_text(out)
    assert main([*shlex.split(line)[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == 1


def test_new_in_json_holds_the_file(folder, capsys) -> None:
    assert main(["new", "tree"]) == 0
    text = capsys.readouterr().out
    assert main(["new", "tree", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["text"] == text


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("slove", "there is no command 'slove': did you mean 'solve'?; see `symdt --help`"),
        (
            "solve p.toml --fro p",
            "there is no option '--fro': did you mean '--for'?; see `symdt solve --help`",
        ),
        ("--vresion", "did you mean '--version'?"),
        ("solve", "missing argument 'file'"),
        ("draw p.toml", "missing option '--output'"),
        ("draw p.toml -o x.svg --leaves x", "invalid value for '--leaves'"),
        ("solve prbolem.toml", "did you mean 'problem.toml'?"),
        ("solve problem.toml --for pp", "did you mean 'p'?"),
        ("plot problem.toml --x l1 -o x.svg", "did you mean 'l10'?"),
        ("draw problem.toml -o x.bmp", "end it with one of"),
        ("new tabel", "did you mean 'table'?"),
        ("prove 'x > 0 andd y > 0'", "did you mean 'and'?"),
        ("prove '-1 < 0'", "write -- before it"),
        ("prove 'x = 1'", "for equality write =="),
        ("prove 'x^2 >= 0'", "for powers write **"),
        ("prove 'x > 0' --assume 'x > 1 and y > 2'", "give each condition by itself"),
        ("prove 'x > 0' --asume 'x > 0'", "did you mean '--assume'?"),
        ("solve wrong.toml", "did you mean 'belief'?"),
        ("solve " + "x" * 500, "..."),
    ],
)
def test_a_near_miss_is_one_line_that_names_what_was_meant(line: str, says: str, folder, capsys) -> None:
    assert main(["new", "-o", "problem.toml"]) == 0
    (folder / "wrong.toml").write_text((folder / "problem.toml").read_text().replace("[belief]", "[bleief]"))
    capsys.readouterr()
    assert main(shlex.split(line)) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err.count("\n") == 1
    assert out.err.startswith("symdt: ")
    assert says in out.err
    assert len(out.err) < 400
    assert not (folder / "x.svg").exists()


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def test_completion_of_commands_and_options() -> None:
    def ask(words: str) -> list[str]:
        more = {
            "_SYMDT_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split()) - 1),
        }
        done = subprocess.run(
            [sys.executable, "-m", "symdt.cli"],
            env=environment(**more),
            capture_output=True,
            text=True,
            timeout=600,
        )
        return done.stdout.split()

    assert ask("symdt so") == ["solve"]
    assert ask("symdt solve --f") == ["--for"]


def on_a_terminal(arguments: list[str], **more: str) -> str:
    """What a command prints to a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "symdt.cli", *arguments],
        stdout=theirs,
        stderr=subprocess.STDOUT,
        env=environment(TERM="xterm", **more),
    )
    os.close(theirs)
    parts = []
    try:
        while part := os.read(ours, 4096):
            parts.append(part)
    except OSError:  # the terminal is closed when the command ends
        pass
    process.wait(timeout=600)
    os.close(ours)
    return b"".join(parts).decode()


class Terminal:
    """A stream that says it is a terminal."""

    written = ""

    def write(self, text: str) -> int:
        self.written += text
        return len(text)

    def flush(self) -> None:
        return None

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError("no file")


def test_colour_on_a_terminal_only(monkeypatch, capsys) -> None:
    arguments = ["prove", "x**2 >= 0"]
    assert "\x1b[" in on_a_terminal(arguments)
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in painted("proved", "green")
    monkeypatch.setenv("NO_COLOR", "1")
    assert painted("proved", "green") == "proved"
    monkeypatch.undo()
    assert main(arguments) == 0
    assert capsys.readouterr().out == "proved\n"


def test_a_sign_of_life_after_a_while_on_a_terminal_only(monkeypatch) -> None:
    def shown(patience: float, pause: float) -> str:
        terminal = Terminal()
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr(sys, "stderr", terminal)
        with working("solving", patience):
            end = time.monotonic() + pause
            while "solving" not in terminal.written and time.monotonic() < end:
                time.sleep(0.01)  # a busy machine reads the bar's modules when it comes to it
        monkeypatch.undo()
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.written)

    assert shown(5.0, 0.0) == ""
    assert "solving" in shown(0.01, 60.0)
