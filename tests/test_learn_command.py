"""What `symdt select` prints and writes."""

from __future__ import annotations

import json

import pytest

from symdt.errors import DataError, FileError, ModelError
from symdt.learn.command import parse_arcs, select_command
from symdt.learn.selection import select_network


@pytest.fixture
def file(tmp_path):
    rows = ["a,b,c"] + [f"{i % 2},{(i // 2) % 2},{i % 2 if i % 7 else 1 - i % 2}" for i in range(60)]
    path = tmp_path / "cases.csv"
    path.write_text("\n".join(rows) + "\n")
    return path


def test_text_json_and_file(file, tmp_path):
    text = select_command(str(file), "a,b,c", false=2.0, missed=1.0)
    assert text.startswith("Bayes network of 3 variables from 60 cases")
    assert "a -> c" in text
    answer = json.loads(select_command(str(file), "a,b,c", as_json=True, out=str(tmp_path / "net.csv")))
    assert answer == select_network(file, order="a,b,c").to_json()
    assert (tmp_path / "net.csv").read_text().startswith("parent,child")
    with pytest.raises(FileError, match="--force"):
        select_command(str(file), "a,b,c", out=str(tmp_path / "net.csv"))


def test_arcs_by_hand(file):
    answer = json.loads(
        select_command(
            str(file), "a,b,c", require="b -> c", forbid="a->b, a -> c", as_json=True, max_parents=1
        )
    )
    arcs = {(a["parent"], a["child"]): a for a in answer["arcs"]}
    assert arcs["b", "c"]["chosen"] is True
    assert arcs["a", "c"]["chosen"] is False
    assert parse_arcs(None) == []
    with pytest.raises(ModelError, match="'a b' is no arc"):
        parse_arcs("a b")


def test_the_first_wrong_thing_is_named(file):
    with pytest.raises(DataError, match="no column 'z'"):
        select_command(str(file), "a,b,z")
    with pytest.raises(FileError, match="no such file"):
        select_command("none.csv", "a,b")
