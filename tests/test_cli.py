"""The command line: answers in text, JSON and LaTeX; every wrong input one line and exit status 2."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from sympy import Rational, symbols, sympify

from symdt.cli import main
from tests.test_problem_file import DEEP, TABLE, TREE


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.toml").write_text(TABLE)
    (tmp_path / "plain.toml").write_text(TABLE[: TABLE.index("[experiment")])
    (tmp_path / "tree.toml").write_text(TREE)
    return tmp_path


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err


def test_the_optimum_at_a_point_in_json(folder, capsys) -> None:
    status, out, err = run(capsys, "solve", "table.toml", "--at", "p=0.1, h=2, k=1, T=1/10", "--json")
    answer = json.loads(out)
    assert (status, err) == (0, "")
    assert answer == {
        "format": 1,
        "title": "Example 2",
        "optimum": "min",
        "action": "survey",
        "ties": ["survey"],
        "strategy": {"first": "survey", "+": "a23", "-": "a0"},
        "value": "93/100",
        "values": {"a0": "6/5", "a3": "21/10", "a2": "27/10", "a23": "7/2", "survey": "93/100"},
    }


def test_the_optimum_of_a_tree_at_a_tie(folder, capsys) -> None:
    status, out, _ = run(capsys, "solve", "tree.toml", "--at", "r=8/15", "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer["ties"] == ["take", "leave"]
    assert answer["action"] == "take"
    assert answer["strategy"] == {"umbrella?": "take"}
    assert answer["value"] == "140/3"
    assert answer["optimum"] == "max"


def test_the_optimum_at_a_point_in_words_and_in_latex(folder, capsys) -> None:
    status, out, _ = run(capsys, "solve", "table.toml", "--at", "p=1/10,h=2,k=1,T=1/10")
    assert status == 0
    assert "survey: expected loss 93/100" in out
    assert "+ -> a23" in out
    status, out, _ = run(capsys, "solve", "tree.toml", "--at", "r=1/2", "--latex")
    assert r"U(\text{leave}) & \boxed{50}" in out


def test_a_problem_without_parameters_is_solved_outright(folder, capsys) -> None:
    (folder / "numbers.toml").write_text(TREE.replace('"r"', '"1/2"').replace('r = "0 < r < 1"', ""))
    status, out, _ = run(capsys, "solve", "numbers.toml", "--json")
    answer = json.loads(out)
    assert (status, answer["action"], answer["value"]) == (0, "leave", "50")


def test_the_values_in_latex_and_within_80_columns(folder, capsys) -> None:
    status, out, _ = run(capsys, "solve", "plain.toml", "--latex")
    assert status == 0
    assert r"R(\text{a0}) & 6 h p" in out


@pytest.mark.parametrize("kind", ["table", "tree", "data"])
def test_new_prints_a_file_that_can_be_solved(folder, capsys, kind: str) -> None:
    import tomllib

    status, out, err = run(capsys, "new", kind)
    assert (status, err) == (0, "")
    assert tomllib.loads(out)["format"] == 1
    if kind != "data":  # the data are the user's own
        from symdt.problem_file import dump, loads

        assert loads(dump(loads(out))) == loads(out)


def test_new_never_overwrites(folder, capsys) -> None:
    assert run(capsys, "new", "tree", "-o", "mine.toml")[0] == 0
    before = (folder / "mine.toml").read_bytes()
    status, _, err = run(capsys, "new", "table", "-o", "mine.toml")
    assert (status, err.count("\n")) == (2, 1)
    assert (folder / "mine.toml").read_bytes() == before
    assert run(capsys, "new", "table", "-o", "mine.toml", "--force")[0] == 0
    assert (folder / "mine.toml").read_bytes() != before
    assert run(capsys, "solve", "mine.toml", "--at", "p=1/2,l01=1,l10=2")[0] == 0


WRONG = [
    ("solve",),
    ("solve", "absent.toml"),
    ("solve", "."),
    ("solve", "table.toml", "--bogus"),
    ("solve", "table.toml", "--" + "x" * 500),
    ("bogus",),
    ("solve", "table.toml", "--for"),
    ("solve", "table.toml", "--for", "q"),
    ("solve", "table.toml", "--for", "p", "--at", "p=1/8"),
    ("solve", "table.toml", "--at", "p=1/10"),
    ("solve", "table.toml", "--at", "p=1,h=2,k=1,T=1"),
    ("solve", "table.toml", "--at", "p=1/10,h=2,k=1,T=1,z=1"),
    ("solve", "table.toml", "--at", "p=1/10,h=2,k=1,T=-1"),
    ("solve", "table.toml", "--at", "p=1/10,p=1/10,h=2,k=1,T=1"),
    ("solve", "table.toml", "--at", ""),
    ("solve", "table.toml", "--at", "p"),
    ("solve", "table.toml", "--at", "p==1"),
    ("solve", "table.toml", "--at", "p=oo,h=2,k=1,T=1"),
    ("solve", "table.toml", "--at", "p=1/0,h=2,k=1,T=1"),
    ("solve", "table.toml", "--at", "p=h,h=2,k=1,T=1"),
    ("solve", "table.toml", "--at", "p=9**9**9**9,h=2,k=1,T=1"),
    ("solve", "table.toml", "--at", f"p={DEEP},h=2,k=1,T=1"),
    ("solve", "table.toml", "--json", "--latex"),
    ("solve", "table.toml", "--certify"),
    ("new", "forest"),
    ("new", "table", "-o", "no/such/folder.toml"),
    ("new", "table", "-o", "."),
    ("solve", "two", "files.toml"),
]


@pytest.mark.parametrize("arguments", WRONG, ids=lambda a: " ".join(a)[:50])
def test_wrong_arguments_are_one_line_and_status_2(folder, capsys, arguments: tuple[str, ...]) -> None:
    before = {f.name: f.read_bytes() for f in folder.iterdir()}
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert len(err) < 400
    assert "Traceback" not in err
    assert before == {f.name: f.read_bytes() for f in folder.iterdir()}


def test_an_error_names_the_file_and_is_never_wrapped(folder, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    (folder / "bad.toml").write_text(TABLE.replace("5*k", "5*c"))
    status, _, err = run(capsys, "solve", "bad.toml")
    assert status == 2
    assert err.startswith("symdt: bad.toml: [loss], row 'M0', action 'a23': ")
    assert err.count("\n") == 1


def test_debug_shows_the_traceback(folder) -> None:
    from symdt.errors import SymdtError

    with pytest.raises(SymdtError):
        main(["solve", "absent.toml", "--debug"])
    with pytest.raises(SymdtError):
        main(["--debug", "solve", "absent.toml"])


def test_help_and_version(folder, capsys) -> None:
    import symdt

    assert run(capsys, "--version") == (0, f"symdt {symdt.__version__}\n", "")
    for arguments in ((), ("--help",), ("solve", "--help")):
        status, out, err = run(capsys, *arguments)
        assert (status, err) == (0, "")
        assert "Usage: symdt" in out
        assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("program", ["symdt", "symdt.cli"])
def test_the_program_itself(folder, program: str) -> None:
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    environment = {**os.environ, "PYTHONPATH": root}
    command = [sys.executable, "-m", program, "solve", "tree.toml", "--at", "r=1"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "symdt: the point r=1 lies outside the domain: it breaks r < 1\n"


def test_numbers_in_json_are_what_sympy_reads(folder, capsys) -> None:
    _, out, _ = run(capsys, "solve", "table.toml", "--at", "p=1/7,h=2,k=3,T=0.125", "--json")
    values = {name: sympify(text, rational=True) for name, text in json.loads(out)["values"].items()}
    p, h, k = Rational(1, 7), 2, 3
    assert values["a0"] == 6 * h * p
    assert values["a23"] == 5 * k - 15 * k * p
    assert symbols("p") not in values["survey"].free_symbols
