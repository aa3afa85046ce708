"""Fuzz every reader and writer: guided by coverage for some seconds each, or a number of inputs from seeds.

    python -m tests.fuzz.run all 60             # atheris, a minute for each target
    python -m tests.fuzz.run expression 60      # one of them
    python -m tests.fuzz.run count 100000       # so many inputs in all, as a table for benchmarks/RESULTS.md
    python -m tests.fuzz.run count 20000 2000000    # a slice of them, from another first seed
    python -m tests.fuzz.run outside 30         # TeX and a browser, where they are at hand, on so many problems

A kept input begins with a byte that says how it is meant: below 128 the rest is the text itself, otherwise it is
the random source of the target's maker, so that coverage steers what it makes. Inputs that reach new code are
kept in `tests/fuzz/corpus/`, small ones, and `make test` tries them; what breaks a target is left in
`tests/fuzz/found/`.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.fuzz.targets import Target, targets

SECONDS = 60
HERE = Path(__file__).parent
FOUND, CORPUS = HERE / "found", HERE / "corpus"
#: The readers and writers whose coverage is seen.
ROOMS = (
    "symdt.claims.file",
    "symdt.exact.language.syntax",
    "symdt.files",
    "symdt.formats.foreign.foreign",
    "symdt.formats.problem",
    "symdt.formats.problem_writer",
    "symdt.formats.rule_reader",
    "symdt.formats.shown_rule",
    "symdt.learn.acyclic.arc_table",
    "symdt.learn.counts",
    "symdt.learn.run",
    "symdt.solve.proofs.check.proofs",
    "symdt.solve.written.choice_text",
    "symdt.typeset.names",
)
#: Kept inputs of one target, and the bytes of one.
KEPT, LONGEST = 40, 600
#: Targets whose input is a text; the others have no text form.
TEXTS = frozenset(
    [
        "expression",
        "condition",
        "statement",
        "problem",
        "written",
        "form",
        "claims",
        "bif",
        "silver",
        "laws",
        "presets",
        "rule",
        "point",
        "name",
        "shown",
        "resume",
        "bifxml",
        "xdsl",
        "efg",
        "silver_json",
        "json",
        "csv",
    ]
)


class Bytes(random.Random):
    """A random source that reads the fuzzer's bytes, and goes on by itself when they are used up."""

    def __init__(self, data: bytes) -> None:
        super().__init__(0)
        self.data, self.at = data, 0

    def getrandbits(self, k: int) -> int:
        """The next k bits of the data."""
        n = (k + 7) // 8
        if self.at + n > len(self.data):
            return super().getrandbits(k)
        self.at += n
        return int.from_bytes(self.data[self.at - n : self.at], "big") >> (8 * n - k)

    def random(self) -> float:
        """The next number between 0 and 1."""
        return self.getrandbits(16) / 65536


def given_by(target: Target, data: bytes) -> Any:
    """The input that the fuzzer's bytes stand for."""
    if data[:1] < b"\x80":
        if target.name in TEXTS:
            return data[1:].decode("utf-8", "replace")
        if target.name in ("data", "arcs"):
            return data[1:]
    return target.make(Bytes(data[1:]))


def folder_with_data() -> Path:
    """A folder of its own, with the data that problem files name."""
    folder = Path(tempfile.mkdtemp(prefix="symdt-fuzz-"))
    (folder / "cases.csv").write_text("X1,X2,X3\n0,0,1\n1,1,0\n1,1,1\n")
    return folder


def fuzz(name: str, seconds: int) -> None:
    """Fuzz one target, guided by coverage; does not return."""
    import atheris

    with atheris.instrument_imports(include=["symdt"]):
        for room in ROOMS:
            import_module(room)
    if name not in targets():  # which imports what it tries: not before it is instrumented
        sys.exit(f"there is no target {name!r}: use one of {', '.join(targets())}")
    FOUND.mkdir(exist_ok=True)
    (CORPUS / name).mkdir(parents=True, exist_ok=True)
    folder, target = folder_with_data(), targets()[name]
    warnings.simplefilter("ignore")

    def one(data: bytes) -> None:
        target.survives(given_by(target, data), folder)

    arguments = [f"-max_total_time={seconds}", "-timeout=20", f"-max_len={LONGEST}", "-rss_limit_mb=4096"]
    arguments += [f"-artifact_prefix={FOUND}/{name}-", "-print_final_stats=1", str(CORPUS / name)]
    atheris.Setup([sys.argv[0], *arguments], one)
    atheris.Fuzz()


def trim(name: str) -> None:
    """Keep the smallest inputs of a target's corpus."""
    files = sorted((CORPUS / name).glob("*"), key=lambda file: (file.stat().st_size, file.name))
    for file in files[KEPT:]:
        file.unlink()


def count(inputs: int, first: int = 10**6) -> int:
    """So many inputs from seeds that `make test` does not use, each target by its share, as a table.

    inputs: how many in all. first: the first seed of each target, so that many can be made in slices.
    """
    known, folder = targets(), folder_with_data()
    warnings.simplefilter("ignore")
    whole = sum(target.share for target in known.values())
    print("| target | inputs | read | faults | CPU s |\n|---|---|---|---|---|")
    total = [0, 0, 0, 0.0]
    for target in known.values():
        tried = -(-inputs * target.share // whole)
        begin, read, faults = time.process_time(), 0, 0
        for seed in range(first, first + tried):
            try:
                read += target.survives(target.make(random.Random(seed)), folder)
            except AssertionError as error:
                faults += 1
                print(f"fault: seed {seed}: {str(error)[:400]}", file=sys.stderr)
        row = (tried, read, faults, time.process_time() - begin)
        total = [a + b for a, b in zip(total, row, strict=True)]
        print("| {} | {} | {} | {} | {:.1f} |".format(target.name, *row), flush=True)
    print("| all | {} | {} | {} | {:.1f} |".format(*total))
    return 1 if total[2] else 0


def outside(problems: int) -> int:
    """What is written about so many problems with hostile names, given to TeX and to a browser, as a table."""
    from tests.fuzz import outside as programs

    at_hand = {"TeX": programs.HAS_TEX, "a browser": programs.browser() is not None}
    tries = {"TeX": programs.tex_faults, "a browser": programs.page_faults}
    print("| program | pieces | faults |\n|---|---|---|")
    found: list[str] = []
    for name, tried in tries.items():
        if not at_hand[name]:
            print(f"| {name} | not at hand | |")
            continue
        with tempfile.TemporaryDirectory() as folder:
            pieces, wrong = tried(range(1000, 1000 + problems), Path(folder))
        found += wrong
        print(f"| {name} | {pieces} | {len(wrong)} |", flush=True)
    print("\n".join(found), file=sys.stderr)
    return 1 if found else 0


def main(arguments: list[str]) -> int:
    """One target in this process, all of them, each in its own, a count, or the programs outside."""
    which = arguments[0] if arguments else "all"
    number = int(arguments[1]) if len(arguments) > 1 else SECONDS
    if which == "count":
        return count(number, *map(int, arguments[2:]))
    if which == "outside":
        return outside(number)
    if which != "all":
        fuzz(which, number)
    failed = []
    for name in targets():
        print(f"fuzzing {name} for {number} s", flush=True)
        if subprocess.run(
            [sys.executable, "-m", "tests.fuzz.run", name, str(number)], check=False
        ).returncode:
            failed.append(name)
        trim(name)
    print(f"broken: {', '.join(failed)}; see {FOUND}" if failed else "nothing broke")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
