"""Files that other programs made are read as they meant them, and they read ours; see `peers.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from sympy import Rational

from symdt import fold_back, load_problem
from symdt.formats import load
from symdt.formats.foreign.bifxml import to_bifxml
from symdt.formats.foreign.efg import to_efg
from symdt.formats.foreign.exactly import point_of
from tests.formats.foreign.test_round_trips import DIAGRAM

DATA = Path(__file__).parent / "data"
ROOT = Path(__file__).parent.parent.parent.parent


def test_the_oil_wildcatter_that_pyagrum_wrote() -> None:
    found = load(DATA / "oil_pyagrum.bifxml")
    best = fold_back(found).at()
    ours = fold_back(load_problem(ROOT / "examples" / "oil_wildcatter.toml")).at()
    assert best.value == ours.value == Rational(45, 2)
    assert best.strategy["test"] == "yes"


def test_the_umbrella_that_pygambit_wrote() -> None:
    problem = load(DATA / "umbrella_pygambit.efg")
    ours = load_problem(ROOT / "examples" / "umbrella.toml").at({"r": "3/10"})
    best = fold_back(problem).at()
    assert (best.action, best.value) == ("leave", 70)
    assert best.values == fold_back(ours).at().values


def asked(*words: str) -> str:
    """What a peer answers, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.formats.foreign.peers", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.slow
def test_pyagrum_writes_the_same_and_reads_ours(tmp_path: Path) -> None:
    pytest.importorskip("pyagrum", reason="a peer of the benchmarks")
    assert float(asked("pyagrum", str(tmp_path))) == pytest.approx(22.5)
    made = tmp_path / "oil_pyagrum.bifxml"
    assert made.read_text() == (DATA / made.name).read_text()
    for diagram in (load(made), DIAGRAM):
        file = tmp_path / "ours.bifxml"
        file.write_text(to_bifxml(diagram))
        point = {s.name: v for s, v in point_of(diagram.domain).items()}
        ours = fold_back(diagram.at(point) if point else diagram).at().value
        assert float(asked("solve", str(file))) == pytest.approx(float(ours))


@pytest.mark.slow
def test_pygambit_writes_the_same_and_reads_ours(tmp_path: Path) -> None:
    """The oil wildcatter, the test, the doors and the umbrella: losses are payoffs with the other sign there."""
    pytest.importorskip("pygambit", reason="a peer of the benchmarks")
    asked("pygambit", str(tmp_path))
    made = tmp_path / "umbrella_pygambit.efg"
    assert made.read_text() == (DATA / made.name).read_text()
    names = ("umbrella", "test_or_treat", "oil_wildcatter_letters", "catalogue/selvin_1975_monty_hall")
    for problem in [load_problem(ROOT / "examples" / f"{name}.toml") for name in names]:
        file = tmp_path / "ours.efg"
        file.write_text(to_efg(problem))
        point = {s.name: v for s, v in point_of(problem.domain).items()}
        ours = fold_back(problem.at(point)).at().value
        assert Rational(asked("solve", str(file))) == (ours if problem.optimum == "max" else -ours)
