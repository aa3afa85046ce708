"""OpenDocument spreadsheets: a file that odfpy made, our own read back, and what is refused in one line."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from sympy import Rational

from symdt import load_problem, optimum_at
from symdt.cli import main
from symdt.errors import FileError
from symdt.formats import load
from symdt.formats.foreign.ods import read_ods, to_ods
from symdt.problems.tree import Decision
from symdt.problems.tree_problem import TreeProblem
from tests.formats.foreign.test_workbook import EXAMPLES, changed

MADE = Path(__file__).parent / "data" / "odfpy.ods"


def test_a_file_of_odfpy() -> None:
    """Rows and columns to the end of the sheet are repeated; 0.30000000000000004 is 3/10; a second sheet is left alone."""
    problem = load(MADE)
    assert problem.belief["good"] == Rational(3, 10)
    assert optimum_at(problem, c=20).value == 40
    assert problem.title == "Launch?"


@pytest.mark.parametrize("name", ["example2", "oil_wildcatter"])
def test_tables_come_back_and_are_the_same_bytes(name: str) -> None:
    problem = load_problem(EXAMPLES / f"{name}.toml")
    assert read_ods(to_ods(problem)) == problem
    assert to_ods(problem) == to_ods(problem)
    with zipfile.ZipFile(io.BytesIO(to_ods(problem))) as archive:  # what other programs look at first
        assert archive.namelist()[0] == "mimetype"


def test_convert_both_ways(tmp_path, capsys) -> None:
    first, second = tmp_path / "a.ods", tmp_path / "b.toml"
    assert main(["convert", str(EXAMPLES / "test_or_treat.toml"), str(first)]) == 0
    assert main(["convert", str(first), str(second)]) == 0
    capsys.readouterr()
    assert load(second) == load_problem(EXAMPLES / "test_or_treat.toml")


def test_a_text_in_parts_is_one() -> None:
    told = changed(
        MADE.read_bytes(), ">Launch?<", "><text:span>Launch </text:span><text:span>now?</text:span><"
    )
    assert read_ods(told).title == "Launch now?"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('office:value="600"', 'office:value="six"', "no number"),
        (">Launch?<", ">#DIV/0!<", "holds the error"),
        ("1048571", "-3", "is repeated"),
        ("1048571", "1048571999", "is repeated"),
        ("<table:table ", "<table:tabel ", "no XML"),
        (
            'table:number-rows-repeated="1048571"><table:table-cell',
            'table:number-rows-repeated="1048571"><table:table-cell office:value-type="float" office:value="1"',
            "cells",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(old: str, new: str, told: str) -> None:
    data = changed(MADE.read_bytes(), old, new)
    assert data != MADE.read_bytes()
    with pytest.raises(FileError) as caught:
        read_ods(data)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_spreadsheet_and_no_table() -> None:
    with pytest.raises(FileError, match="no workbook"):
        read_ods(b"PK but not really")
    with pytest.raises(FileError, match=r"has no 'content.xml'"):
        read_ods(Path(MADE.parent / "openpyxl.xlsx").read_bytes())
    with pytest.raises(FileError, match="no form as a sheet"):
        to_ods(TreeProblem(Decision("d", {"a": 1}), optimum="max"))
