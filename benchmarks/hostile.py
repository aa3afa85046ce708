"""Inputs that once took minutes or gigabytes: seconds of the processor and memory of the command that refuses or answers.

Each is a process of its own, with `--seconds 20` where the budget is what ends it; the start of the program, about half
a second, is in every row.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEAD = 'format = 1\ntitle = "Hostile"\n[parameters]\np = "0 < p < 1"\nh = "h > 0"\nk = "k > 0"\n'
TABLE = '[belief]\na = "p"\nb = "rest"\n[loss]\n'


def _row(name: str, cells: Sequence[str]) -> str:
    return f"{name} = [{', '.join(chr(34) + cell + chr(34) for cell in cells)}]\n"


def files() -> dict[str, str]:
    """Problem files by name."""
    names = [f"a{i}" for i in range(1024)]
    actions = HEAD + TABLE + _row("actions", names)
    actions += _row("a", [f"{i * 37 % 101}*h + {i % 7}*k" for i in range(1024)])
    actions += _row("b", [f"{i * 53 % 97}*k + {i % 5}*h" for i in range(1024)])
    many = HEAD + "[belief]\n" + "".join(f'"the state number {i}" = "1/1000"\n' for i in range(1000))
    many += "[loss]\n" + _row("actions", ["x", "y"])
    many += "".join(_row(f'"the state nomber {i}"', ["0", "1"]) for i in range(1000))
    outcomes = [f"o{i}" for i in range(100_000)]
    wide = HEAD + TABLE + _row("actions", ["x", "y"]) + _row("a", ["0", "1"]) + _row("b", ["1", "0"])
    wide += (
        "[experiment.e]\n"
        + _row("outcomes", outcomes)
        + _row("a", ["0"] * 100_000)
        + _row("b", ["0"] * 100_000)
    )
    rows = HEAD + TABLE + _row("actions", ["x", "y"]) + _row("a", ["0", "1"]) + _row("b", ["1", "0"])
    rows += '[experiment.e]\noutcomes = ["+", "-"]\n' + "".join(f"s{i} = []\n" for i in range(280_000))
    shared = HEAD + '[tree]\nroot = "n0"\n'
    for i in range(19):
        shared += f'[tree.decision.n{i}]\na = "n{i + 1}"\nb = "n{i + 1}"\nc = "n{i + 1}"\n'
    shared += '[tree.decision.n19]\nx = "p"\ny = "1/2"\n'
    dense = 'format = 1\ntitle = "Dense"\n[parameters]\nx = "0 < x < 1"\ny = "0 < y < 1"\nz = "0 < z < 1"\n'
    dense += '[belief]\na = "1/2"\nb = "rest"\n[loss]\n' + _row("actions", ["u", "v", "w"])
    dense += _row("a", ["(x + y + z + 1)**9", "(x - y - z)**8", "7*(x*y + z)**5"])
    dense += _row("b", ["(x*y*z + 1)**6", "(x + 2*y + 3*z)**7", "x**11 - y**7"])
    dotted = "\n".join(".".join(["a"] * 400 + [f"b{i}"]) + " = 1" for i in range(400))
    return {
        "actions": actions,
        "names": many,
        "wide": wide,
        "rows": rows,
        "shared": shared,
        "dense": dense,
        "dotted": dotted,
    }


def commands() -> list[tuple[str, list[str]]]:
    """What is tried, in words and as arguments."""
    power = "(a+b+c+d+e+f)**20" + " + 1" * 200 + " > 0"
    letters = [f"x{i}" for i in range(100)]
    squares = " + ".join(f"x{i}**2" for i in range(100)) + " >= 0"
    nested = " implies ".join(["x > 0"] * 2000)
    return [
        ("`prove` (a+b+c+d+e+f)**20 + 1 + 1 + …", ["prove", power]),
        ("`prove` a sum of 100 letters, positive", ["prove", f"{' + '.join(letters)} > 0"]),
        ("`prove` a sum of 100 squares", ["prove", squares]),
        ("`prove` (x0 + … + x99)**3", ["prove", f"({' + '.join(letters)})**3 > 0"]),
        ("`prove` 2,000 times implies", ["prove", nested]),
        ("`prove` 200 brackets of implies", ["prove", "(x > 0 implies " * 200 + "x > 0" + ")" * 200]),
        ("1,024 actions with letters, `solve`, 20 s", ["solve", "actions.toml"]),
        ("1,024 actions with letters, `solve --for p`, 20 s", ["solve", "actions.toml", "--for", "p"]),
        ("… `--certify`, 20 s", ["solve", "actions.toml", "--for", "p", "--certify"]),
        ("'did you mean' over 1,000 names", ["solve", "names.toml"]),
        ("an experiment with 100,000 outcomes", ["solve", "wide.toml"]),
        ("an experiment with 280,000 rows", ["solve", "rows.toml"]),
        ("`draw` a shared tree with 10⁹ paths", ["draw", "shared.toml", "-o", "out.svg"]),
        ("`solve` it", ["solve", "shared.toml"]),
        ("400 lines of dotted keys in TOML", ["solve", "dotted.toml"]),
        ("dense polynomials, `solve --for x`, 20 s", ["solve", "dense.toml", "--for", "x"]),
        ("… `--certify`, 20 s", ["solve", "dense.toml", "--for", "x", "--certify"]),
    ]


def measured(words: list[str], folder: Path) -> tuple[int, float, float, str]:
    """The exit status, the seconds of the processor, megabytes at most, and the first words of what is said."""
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "symdt", *words, "--seconds", "20"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    line = (folder / "said").read_text(encoding="utf-8").strip().removeprefix("symdt: ")
    return process.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, line


def run(only: str = "") -> str:
    """The table; only: rows with this word."""
    lines = ["| input | status | CPU s | MB | it says |", "|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, text in files().items():
            (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        for what, words in commands():
            if only in what:
                status, seconds, memory, said = measured(words, folder)
                short = said if len(said) <= 100 else said[:100] + "…"
                lines.append(
                    f"| {what} | {status} | {seconds:.1f} | {memory:.0f} | {short.replace('|', ' ')} |"
                )
    return "\n".join(lines)
