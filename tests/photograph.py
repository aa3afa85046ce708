"""A photograph of the house: everything that users see, so that a move can be shown to change nothing.

`python -m tests.photograph take` writes `tests/photograph.json`; `python -m tests.photograph compare`
says what differs from it now and returns 1 if anything does. Taken: every file that `symdt paper` writes, text,
JSON and LaTeX of every example for every letter, trees and maps of some, every help page, the public names.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import signal
import sys
import tempfile
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILE = Path(__file__).with_suffix(".json")
COMMANDS = ("solve", "draw", "plot", "prove", "verify", "select", "new", "paper")


#: Seconds of CPU after which a view is not waited for: what depends on a budget is no photograph.
PATIENCE = 15
SLOW = "(slow)"


class TooSlowError(BaseException):
    """The view takes longer than a photograph may."""


def _ring(*_: object) -> None:
    raise TooSlowError


def run(*arguments: str, patience: int = PATIENCE) -> str:
    """What a command prints on both streams, with its exit status."""
    from symdt.cli import main

    out, err = io.StringIO(), io.StringIO()
    signal.signal(signal.SIGVTALRM, _ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, patience)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(list(arguments))
    except TooSlowError:
        return SLOW
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return f"{out.getvalue()}{err.getvalue()}[{status}]"


def examples() -> list[Path]:
    """The problem files under examples/, the catalogue included."""
    from symdt import load_problem

    found = []
    for file in sorted((ROOT / "examples").rglob("*.toml")):
        with contextlib.suppress(Exception):
            load_problem(file)
            found.append(file)
    return found


def picture(file: Path) -> str:
    """A digest that is the same for the same bytes."""
    return "sha256 " + hashlib.sha256(file.read_bytes()).hexdigest()


def photograph() -> dict[str, str]:
    """Everything that is seen, by its name."""
    import symdt
    from symdt import load_problem

    os.chdir(ROOT)
    seen = {"dir(symdt)": " ".join(dir(symdt))}
    for command in ("", *COMMANDS):
        seen[f"help {command}"] = run(*filter(None, [command]), "--help")
    for kind in ("table", "tree", "data"):
        seen[f"new {kind}"] = run("new", kind)
    with tempfile.TemporaryDirectory() as folder:
        for file in examples():
            name = str(file.relative_to(ROOT))
            for options in ([], ["--json"], ["--latex"]):
                seen[" ".join(["solve", name, *options])] = run("solve", name, *options)
            problem = load_problem(file)
            letters = [s.name for s in problem.domain.symbols]
            for letter in letters:
                for options in (["--json"], [], ["--latex"]):
                    key = ["solve", name, "--for", letter, *options]
                    seen[" ".join(key)] = run(*key)
                    if seen[" ".join(key)] == SLOW:
                        break
            for suffix in ("svg", "dot", "tex"):
                tree = Path(folder) / f"tree.{suffix}"
                said = run("draw", name, "-o", str(tree), "--force")
                seen[f"draw {name} {suffix}"] = (
                    picture(tree) if tree.exists() else said.replace(folder, "OUT")
                )
                tree.unlink(missing_ok=True)
        paper = Path(folder) / "paper"
        run("paper", "-o", str(paper), patience=600)
        for file in sorted(p for p in paper.rglob("*") if p.is_file()):
            seen[f"paper/{file.relative_to(paper)}"] = picture(file)
    seen["verify --json"] = run("verify", "--json", patience=600)
    seen["verify --errata"] = run("verify", "--errata", patience=600)
    data = "examples/data/sewell_shah.csv"
    header = (ROOT / data).read_text().splitlines()[0].split(",")
    seen["select header"] = " ".join(header)
    return seen


def main(verb: str) -> int:
    """Take the photograph, or compare with it."""
    now = photograph()
    if verb == "take":
        FILE.write_text(json.dumps(now, indent=0, ensure_ascii=False, sort_keys=True) + "\n")
        print(f"{len(now)} views")
        return 0
    then = json.loads(FILE.read_text())
    changed = [
        key
        for key in sorted(then.keys() | now.keys())
        if then.get(key) != now.get(key) and SLOW not in (then.get(key), now.get(key))
    ]
    for key in changed:
        print(f"=== {key}")
        before, after = then.get(key, "(absent)").splitlines(), now.get(key, "(absent)").splitlines()
        print("\n".join(list(unified_diff(before, after, "before", "after", lineterm="", n=0))[:40]))
    print(f"{len(changed)} of {len(then.keys() | now.keys())} views differ")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "compare"))
