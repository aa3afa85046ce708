"""Fuzz one reader with atheris for some seconds: an exception other than symdt's own, or a slow input, ends it.

    python -m tests.fuzz.run expression 60
    python -m tests.fuzz.run          # all of them, a minute each

Half of the inputs are the fuzzer's bytes as text; for the other half its bytes are the random source
of the makers in `tests/fuzz/fuzzing.py`, so that coverage steers what they make. What breaks a reader is
left in the folder `tests/fuzz/found/` by libFuzzer; a pull request adds it to the tests.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

READERS = ("expression", "condition", "statement", "problem", "data")
SECONDS = 60
FOUND = Path(__file__).parent / "found"


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


def reader_of(name: str, folder: Path) -> tuple[Callable[[random.Random], Any], Callable[[Any], object]]:
    """The maker of inputs and the reader of that name."""
    from symdt import tabulate
    from symdt.exact.syntax import parse, parse_condition, parse_statement
    from symdt.formats.problem import loads
    from tests.fuzz import fuzzing

    def table(data: bytes | str) -> object:
        place = folder / "cases.csv"
        place.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogateescape"))
        return tabulate(place)

    return {
        "expression": (
            lambda r: fuzzing.mostly(fuzzing.expression, r),
            lambda t: parse(t, fuzzing.LETTERS),
        ),
        "condition": (
            lambda r: fuzzing.mostly(fuzzing.condition, r),
            lambda t: parse_condition(t, fuzzing.LETTERS),
        ),
        "statement": (lambda r: fuzzing.mostly(fuzzing.statement, r), parse_statement),
        "problem": (fuzzing.problem_file, lambda t: loads(t, folder=folder)),
        "data": (fuzzing.data_file, table),
    }[name]


def fuzz(name: str, seconds: int) -> None:
    """Fuzz one reader; does not return."""
    import atheris

    with atheris.instrument_imports(include=["symdt"]):
        for room in ("symdt.formats.problem", "symdt.exact.syntax", "symdt.learn.counts"):
            import_module(room)
    from symdt.errors import SymdtError

    FOUND.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="symdt-fuzz-"))
    make, read = reader_of(name, folder)

    def one(data: bytes) -> None:
        if data[:1] < b"\x80":
            given: Any = data[1:] if name == "data" else data[1:].decode("utf-8", "replace")
        else:
            given = make(Bytes(data[1:]))
        try:
            read(given)
        except SymdtError as error:
            if "\n" in str(error):
                raise ValueError(f"an error of several lines: {error}") from error

    arguments = [f"-max_total_time={seconds}", "-timeout=10", "-max_len=4096", "-rss_limit_mb=4096"]
    atheris.Setup([sys.argv[0], *arguments, f"-artifact_prefix={FOUND}/{name}-", "-print_final_stats=1"], one)
    atheris.Fuzz()


def main(arguments: list[str]) -> int:
    """One reader in this process, or all of them, each in its own."""
    seconds = int(arguments[1]) if len(arguments) > 1 else SECONDS
    if arguments and arguments[0] != "all":
        if arguments[0] not in READERS:
            print(f"there is no reader {arguments[0]!r}: use one of {', '.join(READERS)}", file=sys.stderr)
            return 2
        fuzz(arguments[0], seconds)
    failed = []
    for name in READERS:
        print(f"fuzzing {name} for {seconds} s", flush=True)
        if subprocess.run(
            [sys.executable, "-m", "tests.fuzz.run", name, str(seconds)], check=False
        ).returncode:
            failed.append(name)
    print(f"broken: {', '.join(failed)}; see {FOUND}" if failed else "nothing broke")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
