"""Slips of the pen: what people write from habit is answered by one line that says what to write instead."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas
import polars
import pytest
from sympy import Rational

from symdt import Belief, LossTable
from symdt.cli import main
from symdt.errors import SymdtError

FILE = """title = "slips"
[parameters]
p = "{condition}"
[belief]
oil = {chance}
dry = "rest"
[utility]
actions = ["drill", "sell"]
oil = [{value}, "90"]
dry = ["-100", "90"]
"""


def said(folder: Path, capsys, **changes: str) -> str:
    """The one line that a file with a slip is answered by."""
    file = folder / "slips.toml"
    file.write_text(FILE.format(**{"condition": "0 < p < 1", "chance": '"p"', "value": '"700"'} | changes))
    assert main(["solve", str(file)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"chance": "p"}, 'write oil = "p"'),
        ({"chance": "1 - p"}, 'write oil = "1 - p"'),
        ({"chance": "“p”"}, "curly quotes: use straight ones"),
        ({"chance": '"“p”"'}, "use straight quotes"),
        ({"chance": "25%"}, 'write oil = "25/100"'),
        ({"chance": '"25%"'}, "write a percentage as 0.25 or 25/100"),
        ({"chance": "0,25"}, 'write oil = "0.25"'),
        ({"chance": '"0,25"'}, "write a decimal with a point"),
        ({"value": '"$700"'}, "leave the currency out"),
        ({"value": '"1,700"'}, "thousands without a mark"),
        ({"value": '"700p"'}, "write a product with a star, '700*p'"),
        ({"value": '"2(p + 1)"'}, "write a product with a star"),
        ({"value": "p"}, "has an entry without quotes"),
        ({"condition": "p => 0"}, "for at least write >="),
        ({"condition": "p =< 1"}, "for at most write <="),
    ],
)
def test_a_slip_is_answered_by_what_to_write(change: dict[str, str], says: str, tmp_path, capsys) -> None:
    assert says in said(tmp_path, capsys, **change)


def test_every_advice_is_right(tmp_path, capsys) -> None:
    for advice in ('"25/100"', '"0.25"'):
        (tmp_path / "right.toml").write_text(
            FILE.format(condition="0 < p < 1", chance=advice, value='"700*p"')
        )
        assert main(["solve", str(tmp_path / "right.toml"), "--at", "p=1/2"]) == 0
        capsys.readouterr()


@pytest.mark.parametrize("thirds", [[1 / 3] * 3, [0.30000000000000004, 0.7], [0.142857] * 7])
def test_floats_that_nearly_sum_to_one(thirds: list[float]) -> None:
    with pytest.raises(SymdtError, match=r"nearly 1 .*fractions such as 1/3"):
        Belief({f"s{i}": x for i, x in enumerate(thirds)})


def test_floats_are_taken_by_their_digits() -> None:
    assert Belief({"a": 0.1, "b": 0.2, "c": 0.7})["a"] == Rational(1, 10)
    with pytest.raises(SymdtError, match="sums to 999/1000, not 1"):
        Belief({"a": 0.333, "b": 0.333, "c": 0.333})


def test_numbers_of_numpy_and_frames_of_pandas_and_polars() -> None:
    expected = LossTable(["well", "sick"], ["wait", "treat"], [[0, Rational(1, 10)], [10, 0]])
    array = np.array([[0, 0.1], [10, 0]])
    assert LossTable(["well", "sick"], ["wait", "treat"], array) == expected
    assert (
        LossTable(["well", "sick"], ["wait", "treat"], [[np.int64(0), np.float32(0.1)], [10, np.uint8(0)]])
        == expected
    )
    frame = pandas.DataFrame(array, index=["well", "sick"], columns=["wait", "treat"])
    assert LossTable.of(frame) == expected
    assert LossTable.of(frame, optimum="max").optimum == "max"
    assert LossTable.of(frame.rename_axis("state").reset_index(), states="state") == expected
    tall = polars.DataFrame({"state": ["well", "sick"], "wait": [0, 10], "treat": [0.1, 0.0]})
    assert LossTable.of(tall, states="state") == expected
    assert Belief(pandas.Series({"well": 0.9, "sick": 0.1})) == Belief({"well": 0.9, "sick": 0.1})
    assert Belief(dict(zip(["well", "sick"], np.array([0.9, 0.1]), strict=True)))["sick"] == Rational(1, 10)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: LossTable(["a"], ["x"], pandas.DataFrame({"x": [1]})), "give LossTable.of"),
        (lambda: LossTable.of(polars.DataFrame({"x": [1]})), "has no index"),
        (lambda: LossTable.of(pandas.DataFrame({"x": [1]}), states="y"), "has no column 'y'"),
        (lambda: Belief(np.array([0.5, 0.5])), "Belief\\(dict\\(zip"),
        (lambda: LossTable(["a"], ["x"], [[np.bool_(True)]]), "is not a rational number"),
    ],
)
def test_frames_that_are_refused(wrong, says: str) -> None:
    with pytest.raises(SymdtError, match=says):
        wrong()


def test_a_column_with_a_state_for_each_case_is_named(tmp_path, capsys) -> None:
    rows = "\n".join(f"case {i},{i % 2},{i % 3}" for i in range(60))
    (tmp_path / "cases.csv").write_text(f"id,a,b\n{rows}\n")
    assert main(["select", str(tmp_path / "cases.csv"), "--order", "id,a,b"]) == 0
    assert "id has a state of its own for each of the 60 cases" in " ".join(
        "".join(capsys.readouterr()).split()
    )
    (tmp_path / "same.csv").write_text("a,b\n" + "\n".join(f"{i % 2},k" for i in range(60)))
    assert main(["select", str(tmp_path / "same.csv")]) == 0
    assert "b is the same in all cases" in " ".join("".join(capsys.readouterr()).split())


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_first_line_that_says_the_separator(mark: str, tmp_path, capsys) -> None:
    rows = "\n".join(f"{i % 2}{mark}{i % 3}" for i in range(60))
    (tmp_path / "cases.csv").write_text(f"sep={mark}\na{mark}b\n{rows}\n")
    assert main(["select", str(tmp_path / "cases.csv"), "--order", "a,b"]) == 0
    assert "60 cases" in capsys.readouterr().out
