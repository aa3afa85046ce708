"""Twenty thousand inputs for all readers and writers together: an answer or one of symdt's own errors.

Each target of `tests/fuzz/targets.py` gets its share, from seeds that never change, and all inputs of the corpus
that `make fuzz` has collected. `make fuzz` goes on for as long as one likes.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symdt import tabulate
from symdt.claims.file import load_claims
from symdt.errors import SymdtError
from symdt.formats.foreign.foreign import load_foreign
from symdt.formats.problem import load_problem
from tests.fuzz.run import CORPUS, given_by
from tests.fuzz.targets import Target, targets

TARGETS = targets()
pytestmark = pytest.mark.filterwarnings("ignore")  # engines warn about odd cells as they like


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cases.csv").write_text("X1,X2,X3\n0,0,1\n1,1,0\n1,1,1\n")
    return tmp_path


def test_twenty_thousand_inputs() -> None:
    assert sum(target.share for target in TARGETS.values()) >= 20_000


@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
def test_a_share_of_each_target(target: Target, folder: Path) -> None:
    read = 0
    for seed in range(target.share):
        read += target.survives(target.make(random.Random(seed)), folder)
    assert read > 0  # a fuzzer whose inputs all fail tests little


@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
def test_what_was_kept(target: Target, folder: Path) -> None:
    for file in sorted((CORPUS / target.name).glob("*")):
        target.survives(given_by(target, file.read_bytes()), folder)


@settings(
    max_examples=100,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.binary(max_size=200))
def test_files_of_any_bytes(folder: Path, data: bytes) -> None:
    for name, read in (("p.toml", load_problem), ("d.csv", tabulate), ("d.parquet", tabulate)):
        (folder / name).write_bytes(data)
        Target(name, lambda r: data, lambda path, _, read=read: read(path), 0).survives(folder / name, folder)


@pytest.mark.parametrize("file", ["/dev/zero", "/dev/random", "/proc/self/mem"])
def test_data_that_never_end_are_not_begun(file: str) -> None:
    with pytest.raises(SymdtError, match="cannot read"):
        tabulate(file)


def test_files_that_never_end_are_not_begun(tmp_path: Path) -> None:
    for read, name in ((load_problem, "a.toml"), (load_claims, "c.toml"), (load_foreign, "f.xml")):
        (tmp_path / name).symlink_to("/dev/zero")
        with pytest.raises(SymdtError, match="is no file"):
            read(tmp_path / name)


def test_a_fault_is_a_fault() -> None:
    """The fuzzer can fail: on a foreign exception, an error of two lines, and on what takes too long."""
    for broken in (lambda *_: 1 / 0, lambda *_: _raise(SymdtError("a\nb")), lambda *_: _burn()):
        with pytest.raises(AssertionError, match="broken"):
            Target("broken", str, broken, 0).survives("x", Path())


def _raise(error: Exception) -> None:
    raise error


def _burn() -> None:
    import time

    begin = time.thread_time()
    while time.thread_time() < begin + 2.1:
        pass
