"""What is run under faults: every command of `symdt`, in a folder that has all it needs.

Each command answers on standard output; those that write have a target that begins with `out` or `finished`.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

TREE = (
    Path(__file__).parents[2] / "examples" / "umbrella.toml"
).read_text() + '[laws]\nr = "uniform(0, 1)"\n'
RULE = "a* =\n  leave  if 0 < r <= 8/15\n  take  if 8/15 < r < 1\n"
CLAIMS = """title = "One threshold"
[[claim]]
id = "take"
statement = "20 + 50*r > 100 - 100*r iff r > 8/15"
expect = "holds"
"""
MINE = "<svg>mine</svg>"

#: Commands by name; each writes `out.*` or `finished.json` in the folder, or answers on standard output.
COMMANDS: dict[str, tuple[str, ...]] = {
    "prove": ("prove", "x**2 >= 0"),
    "refuted": ("prove", "x**2 > 0", "--json"),
    "wrong": ("solve", "missing.toml"),
    "undecided": ("prove", "x**2 >= 0", "--seconds", "0.01"),
    "solve": ("solve", "tree.toml", "--for", "r"),
    "draw": ("draw", "tree.toml", "-o", "out.svg"),
    "plot": ("plot", "tree.toml", "--x", "r", "-o", "out.svg"),
    "explore": ("explore", "tree.toml", "-o", "out.html"),
    "value": ("value", "table.toml"),
    "frontier": ("frontier", "cost.toml"),
    "sensitivity": ("sensitivity", "tree.toml", "--at", "r=0.4"),
    "policy": ("policy", "process.toml", "--at", "c=3"),
    "simulate": ("simulate", "tree.toml", "--draws", "2000"),
    "certify": ("certify", "tree.toml", "rule.txt", "--certificate", "out.json"),
    "check": ("certify", "--check", "certificate.json"),
    "verify": ("verify", "claims.toml"),
    "select": ("select", "cases.csv", "--order", "A,B,C,D,E,F", "--resume", "finished.json", "-o", "out.csv"),
    "new": ("new", "tree", "-o", "out.toml"),
    "report": ("report", "tree.toml", "-o", "out"),
    "convert": ("convert", "tree.toml", "out.efg"),
    "schema": ("schema", "-o", "out.json"),
}
#: Their exit status where nothing is wrong, if it is not 0.
STATUS_OF = {"refuted": 1, "wrong": 2, "undecided": 3}
#: Commands that say nothing on standard output.
SILENT = ("wrong", "undecided")
#: Those that write; random moments are tried of the first ones.
WITH_SIGNALS = ("draw", "plot", "explore", "select", "report")
WITH_FILES = (*WITH_SIGNALS, "certify", "new", "convert", "schema")
#: They need --force to write again: what they write has no comment to carry a stamp, or, of `new`, is there to be edited.
FORCED = ("select", "certify", "convert", "schema", "new")
#: The longest command, for the random moments of signals alone.
PAPER = ("paper", "-o", "out")


def again(name: str, words: Sequence[str] = ()) -> list[str]:
    """The words of a command that is run over what it has written.

    name: of the command. words: what it is given, if that is not as it stands in `COMMANDS`.
    """
    return [*(words or COMMANDS[name]), *(["--force"] if name in FORCED else [])]


def moved(name: str, start: str) -> list[str]:
    """The words of a command whose targets have another beginning: `out.svg` becomes `START.svg`."""
    return [f"{start}{w.removeprefix('out')}" if w.startswith("out") else w for w in COMMANDS[name]]


@cache
def certificate() -> str:
    """A certificate that is accepted."""
    import json

    from symdt import decision_rule
    from symdt.formats.problem import loads
    from symdt.solve.certificate import certificate_of_rule

    return json.dumps(certificate_of_rule(decision_rule(loads(TREE), "r")).data)


def workplace() -> Path:
    """A folder with problems, a rule, claims, data, and files that somebody else wrote."""
    from symdt.cli.make.new import COST, PROCESS, TABLE

    folder = Path(tempfile.mkdtemp(prefix="symdt-faults-"))
    texts = {
        "tree.toml": TREE,
        "rule.txt": RULE,
        "claims.toml": CLAIMS,
        "cost.toml": COST,
        "table.toml": TABLE,
        "process.toml": PROCESS,
    }
    for name, text in {**texts, "certificate.json": certificate()}.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "notes").mkdir()
    for suffix in ("svg", "html", "csv", "json", "toml", "efg"):
        (folder / f"notes.{suffix}").write_text(MINE)
    (folder / "notes" / "index.html").write_text(MINE)
    r = random.Random(7)
    rows = [",".join(str(r.randrange(3)) for _ in range(6)) for _ in range(300)]
    (folder / "cases.csv").write_text("A,B,C,D,E,F\n" + "\n".join(rows) + "\n")
    return folder
