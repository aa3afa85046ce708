"""Workbooks: a file that openpyxl made, our own read back, and what is refused in one line."""

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
from symdt.formats.foreign.workbook import read_workbook, to_workbook
from symdt.problems.tree import Decision
from symdt.problems.tree_problem import TreeProblem

MADE = Path(__file__).parent / "data" / "openpyxl.xlsx"
EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"


def changed(data: bytes, old: str, new: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            target.writestr(name, source.read(name).replace(old.encode(), new.encode()))
    return out.getvalue()


def test_a_file_of_openpyxl() -> None:
    """0.1 + 0.2 is saved as 0.30000000000000004, and is 3/10 to its reader; a second sheet is left alone."""
    problem = load(MADE)
    assert problem.belief["good"] == Rational(3, 10)
    assert optimum_at(problem, c=20).value == 40  # 0.3 0.8 600 - 0.7 0.3 400 - 20
    assert problem.title == "Launch?"


@pytest.mark.parametrize("name", ["example2", "test_or_treat", "oil_wildcatter"])
def test_tables_come_back_and_are_the_same_bytes(name: str) -> None:
    problem = load_problem(EXAMPLES / f"{name}.toml")
    assert read_workbook(to_workbook(problem)).loss == problem.loss
    assert read_workbook(to_workbook(problem)).experiments == problem.experiments
    assert to_workbook(problem) == to_workbook(problem)


def test_convert_both_ways(tmp_path, capsys) -> None:
    first, second = tmp_path / "a.xlsx", tmp_path / "b.toml"
    assert main(["convert", str(EXAMPLES / "test_or_treat.toml"), str(first)]) == 0
    assert main(["convert", str(first), str(second)]) == 0
    capsys.readouterr()
    assert load(second) == load_problem(EXAMPLES / "test_or_treat.toml")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("<v>600</v>", "<v>six</v>", "no number"),
        ('t="n"', 't="e"', "holds the error"),
        ('r="A1"', "", "where it is"),
        ("sheet1.xml", "sheet9.xml", "has no"),
        ("<sheetData>", "<sheetData><", "no XML"),
        ('r="A1"', 'r="A999999"', "cells"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(old: str, new: str, told: str) -> None:
    with pytest.raises(FileError) as caught:
        read_workbook(changed(MADE.read_bytes(), old, new))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_workbook_and_no_table() -> None:
    with pytest.raises(FileError, match="no workbook"):
        read_workbook(b"PK but not really")
    with pytest.raises(FileError, match="no form as a sheet"):
        to_workbook(TreeProblem(Decision("d", {"a": 1}), optimum="max"))


def test_texts_that_cells_share() -> None:
    """As Excel saves it: texts in a part of their own, runs of one text joined; a number that is not there is refused."""
    problem = load(MADE)
    data = changed(
        to_workbook(problem),
        '<c r="B1" t="inlineStr"><is><t xml:space="preserve">Launch?</t></is></c>',
        '<c r="B1" t="s"><v>1</v></c>',
    )
    texts = "<sst><si><t>no</t></si><si><r><t>Launch </t></r><r><t>now?</t></r></si></sst>"
    whole = io.BytesIO(data)
    with zipfile.ZipFile(whole, "a") as archive:
        archive.writestr("xl/sharedStrings.xml", texts)
    assert read_workbook(whole.getvalue()).title == "Launch now?"
    with pytest.raises(FileError, match="which is not there"):
        read_workbook(data)
