"""Ten thousand inputs for each reader: an answer or one of symdt's own errors, within a second each.

Hypothesis gives the seeds and free texts; `tests/fuzz/fuzzing.py` makes the inputs. `make fuzz` goes on
for as long as one likes.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from symdt import tabulate
from symdt.claims.file import load_claims, loads_claims
from symdt.errors import SymdtError
from symdt.exact.syntax import parse, parse_condition, parse_statement
from symdt.formats.bifxml import load_foreign, read_bifxml, read_silver
from symdt.formats.problem import load_problem, loads
from tests.fuzz import fuzzing

#: Inputs for each reader: `SEEDS` batches of `BATCH`.
SEEDS, BATCH = 200, 50
SECONDS = 1.0

LETTERS = fuzzing.LETTERS
many = settings(
    max_examples=SEEDS,
    deadline=None,
    database=None,
    phases=[Phase.generate],  # a seed has nothing to shrink: the message shows the input itself
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
seeds = st.integers(0, 2**64)


def survives(read: Callable[[Any], object], given: Any) -> bool:
    """Whether it was read; refused in one line is well too, anything else is a fault."""
    begin = time.thread_time()
    is_read = True
    try:
        read(given)
    except SymdtError as error:
        is_read = False
        message = str(error)
        assert message, repr(given)
        assert "\n" not in message, repr(given)
        assert len(message) < 1000, repr(given)
    except Exception as error:
        raise AssertionError(f"{type(error).__name__} on {given!r}") from error
    assert time.thread_time() - begin < SECONDS, f"more than a second on {given!r}"
    return is_read


class Tally:
    """How many inputs were read and how many there were: a fuzzer whose inputs all fail tests little."""

    def __init__(self) -> None:
        self.read = self.all = 0

    def add(self, is_read: bool) -> None:
        self.read, self.all = self.read + is_read, self.all + 1


READERS = {
    "expression": (lambda r: fuzzing.mostly(fuzzing.expression, r), lambda t: parse(t, LETTERS)),
    "condition": (lambda r: fuzzing.mostly(fuzzing.condition, r), lambda t: parse_condition(t, LETTERS)),
    "statement": (lambda r: fuzzing.mostly(fuzzing.statement, r), parse_statement),
}


@pytest.mark.parametrize("reader", READERS)
def test_expressions_conditions_and_statements(reader: str) -> None:
    make, read = READERS[reader]
    tally = Tally()

    @many
    @given(seeds, st.text(max_size=40))
    def run(seed: int, text: str) -> None:
        source = random.Random(seed)
        survives(read, text)
        for _ in range(BATCH):
            tally.add(survives(read, make(source)))

    run()
    assert tally.all >= SEEDS * BATCH
    assert tally.all / 5 < tally.read < tally.all


def test_problem_files(tmp_path: Path) -> None:
    (tmp_path / "cases.csv").write_text("X1,X2,X3\n0,0,1\n1,1,0\n1,1,1\n")
    tally = Tally()

    @many
    @given(seeds, st.text(max_size=80))
    def run(seed: int, text: str) -> None:
        source = random.Random(seed)
        survives(loads, text)
        for _ in range(BATCH):
            tally.add(survives(lambda t: loads(t, folder=tmp_path), fuzzing.problem_file(source)))

    run()
    assert tally.all >= SEEDS * BATCH
    assert tally.all / 20 < tally.read < tally.all


@settings(parent=many, max_examples=100, phases=list(Phase)[:-1])
@given(data=st.binary(max_size=200))
def test_files_of_any_bytes(tmp_path: Path, data: bytes) -> None:
    place = tmp_path / "problem.toml"
    place.write_bytes(data)
    survives(load_problem, place)
    for name in ("data.csv", "data.parquet"):
        (tmp_path / name).write_bytes(data)
        survives(tabulate, tmp_path / name)


def test_data_files(tmp_path: Path) -> None:
    tally, place = Tally(), tmp_path / "cases.csv"

    @many
    @given(seeds)
    def run(seed: int) -> None:
        source = random.Random(seed)
        for _ in range(BATCH):
            data = fuzzing.data_file(source)
            place.write_bytes(data)
            try:
                tally.add(survives(tabulate, place))
            except AssertionError as error:
                raise AssertionError(f"on the data {data!r}") from error

    run()
    assert tally.all >= SEEDS * BATCH
    assert tally.all / 10 < tally.read < tally.all


@pytest.mark.parametrize("file", ["/dev/zero", "/dev/random", "/proc/self/mem"])
def test_data_that_never_end_are_not_begun(file: str) -> None:
    with pytest.raises(SymdtError, match="cannot read"):
        tabulate(file)


CLAIMS = """title = "Two thresholds"
assume = ["B > 0", "C > 0"]
[[claim]]
id = "treat"
statement = "p*B > (1 - p)*C iff p > C/(B + C)"
assume = ["0 < p < 1"]
suppose = ["p > 0"]
expect = "holds"
"""
BIF = """<BIF VERSION="0.3"><NETWORK><NAME>umbrella</NAME>
<VARIABLE TYPE="nature"><NAME>weather</NAME><OUTCOME>rain</OUTCOME><OUTCOME>dry</OUTCOME></VARIABLE>
<VARIABLE TYPE="decision"><NAME>umbrella</NAME><OUTCOME>take</OUTCOME><OUTCOME>leave</OUTCOME></VARIABLE>
<VARIABLE TYPE="utility"><NAME>comfort</NAME></VARIABLE>
<DEFINITION><FOR>weather</FOR><TABLE>0.3 0.7</TABLE></DEFINITION>
<DEFINITION><FOR>comfort</FOR><GIVEN>weather</GIVEN><GIVEN>umbrella</GIVEN>
<TABLE>70 0 20 100</TABLE></DEFINITION></NETWORK></BIF>"""
END = {"type": "terminal", "name": "end", "childEdges": []}
LUCK = {
    "type": "chance",
    "name": "luck",
    "childEdges": [
        {"name": "heads", "probability": "1/2", "payoff": [10], "childNode": END},
        {"name": "tails", "probability": "#", "payoff": ["-4"], "childNode": END},
    ],
}
SILVER = json.dumps(
    {
        "SilverDecisions": "1.0",
        "title": "game",
        "data": {
            "trees": [
                {
                    "type": "decision",
                    "name": "play?",
                    "childEdges": [
                        {"name": "yes", "payoff": ["-2"], "childNode": LUCK},
                        {"name": "no", "payoff": [0], "childNode": END},
                    ],
                }
            ]
        },
    }
)


@pytest.mark.parametrize(
    ("text", "read"),
    [(CLAIMS, loads_claims), (BIF, read_bifxml), (SILVER, read_silver)],
    ids=["claims", "bif", "silver"],
)
def test_claims_files_and_foreign_files(text: str, read: Callable[[str], object]) -> None:
    read(text)

    @settings(parent=many, max_examples=SEEDS // 5)
    @given(seeds, st.text(max_size=80))
    def run(seed: int, free: str) -> None:
        source = random.Random(seed)
        survives(read, free)
        for _ in range(BATCH):
            survives(read, fuzzing.spoil(source, text) if source.random() < 0.9 else fuzzing.noise(source))

    run()


def test_files_that_never_end_are_not_begun() -> None:
    for read in (load_problem, load_claims, load_foreign):
        with pytest.raises(SymdtError, match="is no file"):
            read("/dev/zero")
