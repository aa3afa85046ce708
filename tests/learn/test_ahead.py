"""Kernels that are half compiled ahead: made of the sources as they are, and the same as numba's."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType

import numba
import numpy as np
import pytest

import symdt.learn.kernels.lattice.mixed
from symdt.learn.kernels.ahead import ROOMS, machine, record
from symdt.learn.kernels.ahead.passing import kinds
from symdt.learn.kernels.ahead.ready import ENTRIES
from symdt.learn.kernels.lattice import fullest, rows_in_order

KERNELS = Path(symdt.learn.kernels.__file__).parent


@pytest.mark.parametrize("room", ROOMS)
def test_the_file_of_a_room_is_made_of_its_sources(room: str) -> None:
    known = record(room)
    assert known is not None, "a kernel has changed: run make kernels"
    assert set(known["kernels"]) == {entry.name for entry in ENTRIES[room]}


@pytest.mark.parametrize("room", ROOMS)
def test_every_source_of_a_kernel_is_among_those_of_its_room(room: str) -> None:
    waiting = [entry.source for entry in ENTRIES[room]]
    seen: set[FunctionType] = set()
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        for name in function.__code__.co_names:
            value = getattr(function.__globals__.get(name), "py_func", None)
            if isinstance(value, FunctionType):
                waiting.append(value)
    used = {Path(f.__code__.co_filename).relative_to(KERNELS).with_suffix("").as_posix() for f in seen}
    assert used <= set(ROOMS[room])
    assert {"lattice/planes", "lattice/small_blocks"} <= used


def test_code_made_ahead_answers_as_numba_does() -> None:
    stride, most = np.array([1, 2, 4]), np.random.default_rng(1).integers(0, 99, 8)
    made = tuple(map(int, record("mixed")["numba"].split(".")[:2]))
    # an older LLVM does not read the file: numba compiles the kernel
    assert fullest._by_level.ahead is not None or tuple(map(int, numba.__version__.split(".")[:2])) < made
    answers = []
    for call in (fullest._by_level, fullest._by_level.by_numba):
        out = np.empty(8, np.int64)
        call(most, stride, np.empty(8, np.int64), out)
        answers.append(out.tolist())
    assert answers[0] == answers[1] == most.tolist()


def test_arguments_of_another_kind_go_to_numba() -> None:
    room, given = rows_in_order.fill_rows.room, (np.zeros((2, 4))[:, ::2], 1)
    assert kinds(given) is None
    assert record(room)["kernels"]["_by_level"]["takes"] == ["int64[1]"] * 4
    twice = np.empty(16, np.int64)[::2]
    fullest._by_level(np.arange(8), np.array([1, 2, 4]), np.empty(8, np.int64), twice)
    assert twice.tolist() == list(range(8))


def test_code_that_is_kept_is_whole_or_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new"))
    machine._keep("a.o", b"code")
    assert machine._read("a.o") == b"code"
    file = tmp_path / "new" / "a.o"
    file.write_bytes(file.read_bytes()[:-1])
    assert machine._read("a.o") is None
    assert machine._read("b.o") is None


def test_another_source_than_that_of_the_file_is_left_to_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "record", lambda room: None)
    assert machine.addresses.__wrapped__("mixed") == {}
