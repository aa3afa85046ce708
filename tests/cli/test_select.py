"""`symdt select`: what it prints and writes, and its exit status."""

from __future__ import annotations

import json

import pytest

from symdt.cli import main
from symdt.learn.selection import select_network


@pytest.fixture
def file(tmp_path):
    rows = ["a,b,c,n"] + [
        f"{i % 2},{(i // 2) % 2},{i % 2 if i % 7 else 1 - i % 2},{i % 3}" for i in range(60)
    ]
    path = tmp_path / "cases.csv"
    path.write_text("\n".join(rows) + "\n")
    return path


def run(capsys, *words):
    status = main(["select", *map(str, words)])
    out, err = capsys.readouterr()
    return status, out, err


def test_text(capsys, file):
    status, out, err = run(capsys, file, "--order", "a,b,c", "--false-arc", "2", "--missed-arc", "1")
    assert (status, err) == (0, "")
    answer, _, note = out.partition("column ")
    assert answer == str(select_network(file, order="a,b,c", false=2)) + "\n"
    assert note.startswith("'n' is not used")


def test_json_and_files(capsys, file, tmp_path):
    net = tmp_path / "net.csv"
    status, out, _ = run(capsys, file, "--order", "a,b,c", "--json", "-o", net, "--weights", "n", "--jobs", 1)
    assert status == 0
    assert json.loads(out) == select_network(file, order="a,b,c", weights="n").to_json()
    assert net.read_text().startswith("parent,child,probability")
    net.write_text("mine")
    status, _, err = run(capsys, file, "--order", "a,b,c", "-o", net)
    assert status == 2
    assert "--force" in err
    assert net.read_text() == "mine"


def test_pictures(capsys, file, tmp_path):
    for loss in ("1", "0"):  # with no loss at all there is no threshold, but there is a picture
        words = ["--order", "a,b,c", "--false-arc", loss, "--missed-arc", loss]
        status, out, err = run(
            capsys, file, *words, "-o", tmp_path / "net.svg", "--path", tmp_path / "path.svg"
        )
        assert (status, err) == (0, "")
        assert out.endswith(f"wrote {tmp_path / 'net.svg'}\nwrote {tmp_path / 'path.svg'}\n")
    assert "<svg" in (tmp_path / "net.svg").read_text()
    assert "<svg" in (tmp_path / "path.svg").read_text()


def test_arcs_by_hand_and_resume(capsys, file, tmp_path):
    words = [
        file,
        "--order",
        "a,b,c",
        "--require",
        "b -> c",
        "--forbid",
        "a->b, a -> c",
        "--max-parents",
        1,
        "--json",
    ]
    status, out, _ = run(capsys, *words, "--resume", tmp_path / "finished.json")
    assert status == 0
    arcs = {(a["parent"], a["child"]): a["chosen"] for a in json.loads(out)["arcs"]}
    assert arcs == {("a", "b"): False, ("a", "c"): False, ("b", "c"): True}
    assert run(capsys, *words, "--resume", tmp_path / "finished.json")[1] == out


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--order", "a,b,z"], 2, "no column 'z'"),
        (["--order", "a,b,a"], 2, "'a' twice"),
        (["--order", "a,b", "--alpha", "0"], 2, "alpha is '0.0'"),
        (["--order", "a,b", "--alpha", "x"], 2, "--alpha is 'x'"),
        (["--order", "a,b", "--alpha", "inf"], 2, "alpha is 'inf'"),
        (["--order", "a,b", "--missed-arc", "1/0"], 2, "--missed-arc is '1/0'"),
        (["--order", "a,b", "--max-parents", "2.5"], 2, "--max-parents is '2.5'"),
        (["--order", "a,b", "--false-arc", "-1"], 2, "the loss false is '-1.0'"),
        (["--order", "a,b", "--jobs", "0"], 2, "jobs is '0'"),
        (["--order", "a,b", "--prior", "bic"], 2, "the prior is 'bic'"),
        (["--order", "a,b", "--missing", "x"], 2, "missing is 'x'"),
        (["--order", "a,b", "--require", "a b"], 2, "'a b' is no arc"),
        (["--order", "a,b", "-o", "net.xyz"], 2, "no known suffix"),
    ],
)
def test_what_is_wrong_is_one_line(capsys, file, words, status, says):
    found, out, err = run(capsys, file, *words)
    assert (found, out) == (status, "")
    assert says in err
    assert err.count("\n") == 1


def test_missing_cells(capsys, tmp_path):
    holes = tmp_path / "holes.csv"
    holes.write_text("a,b\n1,0\n,1\n0,1\n1,0\n")
    status, _, err = run(capsys, holes, "--order", "a,b")
    assert status == 2
    assert "column 'a' has 1 missing cell" in err
    assert "--missing drop" in err
    status, out, _ = run(capsys, holes, "--order", "a,b", "--missing", "drop")
    assert status == 0
    assert "1 case left out" in out


def test_too_much_is_undecided_with_the_remedy(capsys, tmp_path):
    wide = tmp_path / "wide.csv"
    names = [f"v{i}" for i in range(50)]
    wide.write_text(
        ",".join(names)
        + "\n"
        + "\n".join(",".join(str((i * j + j) % 2) for j in range(50)) for i in range(9))
    )
    status, out, err = run(capsys, wide, "--order", ",".join(names))
    assert (status, out) == (3, "")
    assert "--max-parents" in err
