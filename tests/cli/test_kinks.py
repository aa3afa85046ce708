"""The command line on problems with min, max, abs and piecewise: what answers, and what says why it does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sympy import symbols, sympify

from symdt.cli import main

TEXT = """title = "Kinks"
[parameters]
p = "0 < p < 1"
h = "0 < h < 2"
[belief]
s0 = "rest"
s1 = "p"
[loss]
actions = ["a", "b"]
s0 = ["max(h, p)", "abs(h - 1)"]
s1 = ["0", "piecewise(2, p < 1/3, 1/2)"]
"""


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(list(words))
    told = capsys.readouterr()
    return status, told.out, told.err


@pytest.fixture
def file(tmp_path: Path) -> str:
    place = tmp_path / "kinks.toml"
    place.write_text(TEXT)
    return str(place)


def test_solve_answers_in_every_form(capsys: pytest.CaptureFixture[str], file: str, tmp_path: Path) -> None:
    status, out, _ = run(capsys, "solve", file, "--for", "p", "--at", "h=1", "--json", "--certify")
    answer = json.loads(out)
    assert status == 0
    assert answer["certified"] is True
    assert answer["complete"] is True
    p = symbols("p")
    assert sympify(answer["values"]["b"], locals={"p": p}).subs(p, "1/2") == sympify("1/4")
    status, out, _ = run(capsys, "solve", file, "--at", "p=1/3,h=1", "--json")
    assert json.loads(out)["values"] == {"a": "2/3", "b": "1/6"}
    assert run(capsys, "solve", file, "--json")[0] == 0
    assert r"\max\left\{h, p\right\}" in run(capsys, "solve", file, "--latex")[1]
    assert run(capsys, "solve", file, "--for", "h", "--at", "p=1/2", "--latex")[0] == 0
    rule = tmp_path / "rule.txt"
    rule.write_text(run(capsys, "solve", file, "--for", "p")[1].partition("\n")[2])
    proof = str(tmp_path / "proof.json")
    assert run(capsys, "certify", file, str(rule), "--certificate", proof)[0] == 0
    assert run(capsys, "certify", "--check", proof)[0] == 0


def test_plots_and_files(capsys: pytest.CaptureFixture[str], file: str, tmp_path: Path) -> None:
    lines, plane, again = (str(tmp_path / name) for name in ("l.svg", "m.svg", "again.toml"))
    assert run(capsys, "plot", file, "--x", "p", "--at", "h=1", "-o", lines)[0] == 0
    assert run(capsys, "plot", file, "--x", "p", "--y", "h", "-o", plane)[0] == 0
    assert "switches" not in Path(lines).read_text()
    assert run(capsys, "convert", file, again)[0] == 0
    assert "piecewise(2, 3*p < 1, 1/2)" in Path(again).read_text()
    one, other = (run(capsys, "solve", f, "--for", "p")[1] for f in (file, again))
    assert one == other


def test_its_tree_is_drawn_with_the_functions_in_it(
    capsys: pytest.CaptureFixture[str], file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for suffix in ("svg", "pdf", "png", "dot", "tex"):
        assert run(capsys, "draw", file, "-o", f"x.{suffix}")[0] == 0
    assert "max" in (tmp_path / "x.tex").read_text()


def test_page_thresholds_and_derivation_keep_the_letters(
    capsys: pytest.CaptureFixture[str], file: str, tmp_path: Path
) -> None:
    page = tmp_path / "x.html"
    assert run(capsys, "explore", file, "-o", str(page))[0] == 0
    assert '"parts":[[[' in page.read_text()
    status, out, _ = run(capsys, "sensitivity", file, "--at", "p=1/2,h=1/2")
    assert status == 0
    assert "no radius is given: the values have min" in out
    status, out, _ = run(capsys, "solve", file, "--for", "p", "--explain")
    assert status == 0
    assert "  where " in out
    assert "every point of the domain lies in one of these parts" in out


def test_a_point_that_decides_makes_it_ordinary(capsys: pytest.CaptureFixture[str], file: str) -> None:
    status, out, _ = run(capsys, "value", file, "--at", "p=1/2,h=1/2", "--json")
    assert status == 0
    assert json.loads(out)["value"] == "1/4"
    assert "perfect information:" in run(capsys, "value", file)[1]


def test_sensitivity_at_irrational_thresholds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A function with a kink on a stretch that ends in a root; a root without closed form by its polynomial."""
    file = tmp_path / "roots.toml"
    file.write_text(
        'title = "Roots"\nparameters = {p = "0 < p <= 1"}\nbelief = {s = "1"}\n'
        'loss = {actions = ["a", "b"], s = ["max(p**2, 1/3)", "1/2 + p**3 - p**2"]}\n'
    )
    status, out, _ = run(capsys, "sensitivity", str(file), "--at", "p=1/3", "--json")
    found = json.loads(out)
    assert status == 0
    [threshold] = found["thresholds"]["p"]
    assert threshold["at"] == {"root": 1, "of": "2*p**3 - 4*p**2 + 1", "in": "p"}
    assert found["tornado"][0]["greatest"] == "1/2"


def test_sensitivity_tells_every_part_of_what_is_left_to_a_letter(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Whole numbers in an exponent, and an equation that leaves three numbers: none of them is passed over."""
    file = tmp_path / "trials.toml"
    file.write_text(
        'parameters = {c = "0 < c < 1", n = "integer, 0 < n < 9/2"}\nbelief = {s = "1"}\n'
        'loss = {actions = ["trust", "test"], s = ["1 - (4/5)**n", "c"]}\n'
    )
    status, out, _ = run(capsys, "sensitivity", str(file), "--at", "c=2/5,n=1")
    assert status == 0
    assert "  n: trust up to 2, test from 3\n" in out
    assert "  n from 1 to 4: 1/5 to 2/5\n" in out
    found = json.loads(run(capsys, "sensitivity", str(file), "--at", "c=2/5,n=1", "--json")[1])
    assert found["thresholds"]["n"] == [
        {"at": "3", "below": "trust", "above": "test", "to": "2", "from_closed": True}
    ]
    numbers = tmp_path / "numbers.toml"
    numbers.write_text(
        'assume = ["p**3 == p"]\nparameters = {p = "", h = "0 < h < 2"}\nbelief = {s = "1"}\n'
        'loss = {actions = ["x", "y"], s = ["1 + 3*p", "h"]}\n'
    )
    out = run(capsys, "sensitivity", str(numbers), "--at", "h=1/2,p=1")[1]
    assert "  p: x up to -1, y from 0\n" in out
    assert "  p from -1 to 1: -2 to 1/2\n" in out


def test_sensitivity_says_to_whom_a_jump_belongs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "jumps.toml"
    told = {
        "piecewise(0, p < 1, 2)": (
            "p = 1: y below, x from there on",
            {"to_closed": False, "from_closed": True},
        ),
        "piecewise(0, p <= 1, 2)": ("p = 1: y below, x above", {}),
    }
    for function, (words, ends) in told.items():
        file.write_text(
            'parameters = {p = "0 <= p <= 2"}\nbelief = {s = "1"}\n'
            f'utility = {{actions = ["x", "y"], s = ["{function}", "1"]}}\n'
        )
        assert f"  {words}\n" in run(capsys, "sensitivity", str(file), "--at", "p=1")[1]
        found = json.loads(run(capsys, "sensitivity", str(file), "--at", "p=1", "--json")[1])
        assert found["thresholds"]["p"] == [{"at": "1", "below": "y", "above": "x", **ends}]
    file.write_text(
        'parameters = {p = "0 <= p <= 2"}\nbelief = {s = "1"}\n'
        'utility = {actions = ["x", "y"], s = ["piecewise(2, p == 1, 0)", "1"]}\n'
    )
    out = run(capsys, "sensitivity", str(file), "--at", "p=1")[1]
    assert "  p = 1: y below, x there\n  p = 1: x there, y above\n" in out
    assert "  p from 0 to 2: 1 to 2\n" in out
