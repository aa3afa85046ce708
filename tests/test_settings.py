"""The settings of the tests: examples that stay the same, and outside programs, which alone are tried once more."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers

TESTS = """
import pytest

@pytest.fixture(scope="module")
def program():
    starts.append(1)
    return len(starts)

starts, tries = [], []

@pytest.mark.outside("Chromium")
def test_once(program):
    assert program == 2, "the first one hangs"

@pytest.mark.outside("TeX")
def test_never():
    assert False, "it always fails"

@pytest.mark.outside("Dask")
def test_well(program):
    assert program == 3

def test_ours():
    tries.append(1)
    assert len(tries) == 2
"""


def test_outside_programs_alone_are_tried_once_more_and_named(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    root = Path(__file__).parents[1]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.conftest",
        "-p",
        "no:cacheprovider",
        "-n",
        "1",
    ]
    done = subprocess.run(
        [*command, "-W", "ignore", "test_it.py"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert "2 failed, 2 passed" in done.stdout, done.stdout + done.stderr
    told = done.stdout.partition("tried again: an outside program failed at first")[2].partition("=== short")[
        0
    ]
    assert sorted(re.findall(r"^test_it.py::(\w+)$", told, re.MULTILINE)) == ["test_never", "test_once"]
    assert "Chromium: " in told
    assert "the first one hangs" in told


@pytest.mark.skipif("HYPOTHESIS_PROFILE" in os.environ, reason="another profile draws new examples")
def test_examples_do_not_depend_on_what_is_imported() -> None:
    """They are the same before and after other modules of ours are read, with all their numbers and words."""

    def drawn() -> list[object]:
        found: list[object] = []

        @settings(max_examples=200, derandomize=True, database=None)
        @given(st.one_of(st.integers(), st.text(), st.floats(allow_nan=False)))
        def draw(value: object) -> None:
            found.append(value)

        draw()
        return found

    first = drawn()
    providers.CONSTANTS_CACHE.cache.clear()
    providers._sys_modules_len = None
    import tests.fuzz.frames  # noqa: F401 - a module with numbers and words of its own

    assert drawn() == first
    assert not len(providers._get_local_constants())
