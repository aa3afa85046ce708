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
