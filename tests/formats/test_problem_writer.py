"""Problems are saved by the suffix of their file, and read back equal."""

from __future__ import annotations

import pytest

from symdt import load_problem, save_problem
from symdt.errors import FileError
from tests.laws.test_answers import SMALL, TREE


@pytest.mark.parametrize("suffix", [".toml", ".json", ".csv", ".xlsx", ".ods"])
def test_a_table_by_every_suffix(tmp_path, suffix: str) -> None:
    assert load_problem(save_problem(SMALL, tmp_path / f"small{suffix}")) == SMALL


@pytest.mark.parametrize("suffix", [".silver.json", ".efg", ".json"])
def test_a_tree_by_every_suffix(tmp_path, suffix: str) -> None:
    again = load_problem(save_problem(TREE, tmp_path / f"tree{suffix}"))
    assert (again.tree, again.optimum) == (TREE.tree, TREE.optimum)


def test_a_suffix_that_nobody_writes_is_refused(tmp_path) -> None:
    with pytest.raises(FileError, match="which is not written"):
        save_problem(SMALL, tmp_path / "small.doc")
