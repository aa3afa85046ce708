"""Every snippet and every command of the README runs, and prints what the README shows."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import shutil
from pathlib import Path

import pytest

from symdt.cli import main

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", TEXT, flags=re.DOTALL | re.MULTILINE)
SCREEN = next(text for kind, text in BLOCKS if kind == "toml")


def test_the_first_screen_says_a_problem_in_ten_lines():
    assert len(SCREEN.splitlines()) == 10
    assert (ROOT / "examples" / "test_or_treat.toml").read_text() == SCREEN
    assert TEXT.index(SCREEN) < TEXT.index("Example 2 of the paper:") < TEXT.index("## How do I")


def test_python_blocks_print_what_stands_below_them():
    names: dict[str, object] = {}
    checked = 0
    for (kind, code), following in zip(BLOCKS, [*BLOCKS[1:], ("", "")], strict=True):
        if kind != "python":
            continue
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, "README.md", "exec"), names)  # noqa: S102 - our own README
        if following[0] == "text":
            assert out.getvalue() == following[1]
            checked += 1
    assert checked >= 2


def commands():
    for kind, block in BLOCKS:
        if kind == "console":
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                line, _, shown = part.partition("\n")
                yield line, shown


@pytest.mark.parametrize(("line", "shown"), list(commands()))
def test_commands_run(line, shown, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line)
    if any(word.startswith("examples/") for word in words):
        shutil.copytree(ROOT / "examples", tmp_path / "examples")
    else:  # what a new user has: an empty folder, and the ten lines that the first screen says to save
        Path("test.toml").write_text(SCREEN)
    assert words[0] == "symdt"
    code = main(words[1:])
    refuted = "< 1/5" in line  # the one statement that the README shows refuted
    assert code == int(refuted)
    assert capsys.readouterr().out == shown


def test_every_picture_is_there():
    for path in re.findall(r"!\[[^\]]*\]\(([^)]*)\)", TEXT):
        assert (ROOT / path).exists(), path


def test_the_two_commands_are_targets_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text()
    for target in ("paper", "test"):
        assert f"make {target} " in TEXT
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE)
