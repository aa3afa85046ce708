"""The wheel works where nothing else is: `make dist` builds it and runs this (marked slow)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
CASES = "X1,X2,X3\n" + "0,0,1\n1,1,0\n1,1,1\n0,0,0\n" * 5
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def dist(tmp_path_factory) -> Path:
    """The source archive, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
        timeout=600,
    )
    return folder


@pytest.fixture(scope="module")
def program(dist: Path, tmp_path_factory) -> Path:
    """`symdt` in a fresh environment with the wheel and what it asks for, nothing more."""
    home = tmp_path_factory.mktemp("clean")
    venv.create(home / "venv", with_pip=True)
    bin_ = home / "venv" / "bin"
    (wheel,) = dist.glob("*.whl")
    subprocess.run(
        [str(bin_ / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", str(wheel)],
        check=True,
        timeout=900,
    )
    return bin_ / "symdt"


def test_what_the_archives_hold(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    here = {p.relative_to(ROOT).as_posix() for p in (ROOT / "symdt").rglob("*") if p.is_file()}
    data = {n for n in here if "__pycache__" not in n and not n.endswith(".py")}
    assert data <= names, "every file that is no module: templates, the page's scripts, data"
    assert "symdt/py.typed" in data
    assert all(n.startswith(("symdt/", "symdt-")) for n in names)
    (source,) = dist.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        inside = {n.partition("/")[2] for n in archive.getnames()}
    wanted = {
        "README.md",
        "CONTRIBUTING.md",
        "LICENSE",
        "Makefile",
        "pyproject.toml",
        "docs/index.md",
        "tests/contract/test_dist.py",
    }
    assert wanted <= inside


COMMANDS = [
    "new table -o table.toml",
    "new tree -o tree.toml",
    "new data -o data.toml",
    "solve table.toml",
    "solve table.toml --for p --certify",
    "solve table.toml --at p=1/3,l01=2,l10=1 --json",
    "solve tree.toml --for r --latex",
    "solve data.toml --for h",
    "draw tree.toml -o tree.svg",
    "draw tree.toml -o tree.pdf",
    "draw tree.toml -o tree.png",
    "draw tree.toml -o tree.dot",
    "draw tree.toml -o tree.tex",
    "plot table.toml --x p --at l01=2,l10=1 -o lines.pdf",
    "plot table.toml --x p --y l10 --at l01=1 -o map.svg",
    "prove x**2>=0 --json",
    "select cases.csv --order X3,X2,X1 -o network.svg --json",
    "select cases.csv --json",
    "solve table.toml --for p --json > rule.json",
    "certify table.toml rule.json --certificate proof.json --json",
    "certify --check proof.json --json",
    "explore table.toml -o page.html",
    "report tree.toml -o report",
    "value tree.toml --json",
    "sensitivity table.toml --at p=1/3,l01=2,l10=1 --json",
    "convert tree.toml tree.json",
    "schema",
    "new cost -o cost.toml",
    "frontier cost.toml",
    "new process -o process.toml",
    "solve process.toml",
    "policy process.toml --for c",
    "verify --json",
    "paper -o paper",
    "--version",
]


def test_every_command_in_an_empty_folder(program: Path, tmp_path: Path) -> None:
    (tmp_path / "cases.csv").write_text(CASES)
    bare = {"PATH": os.defpath, "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    for line in COMMANDS:
        words, _, kept = line.partition(" > ")
        done = subprocess.run(
            [str(program), *words.split()],
            cwd=tmp_path,
            env=bare,
            capture_output=True,
            text=True,
            timeout=900,
        )
        assert done.returncode == 0, f"{line}: {done.stderr}"
        assert not done.stderr, line
        if "--json" in line:
            json.loads(done.stdout)
        if kept:
            (tmp_path / kept).write_text(done.stdout)
    assert (tmp_path / "paper" / "index.html").exists()
    wrong = subprocess.run(
        [str(program), "solve", "tabel.toml"],
        cwd=tmp_path,
        env=bare,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert "did you mean 'table.toml'?" in wrong.stderr
