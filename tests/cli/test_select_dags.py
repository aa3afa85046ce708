"""`symdt select` without `--order`, and with `--probabilities`."""

from __future__ import annotations

import json
from itertools import count

import pytest

from symdt import select_network
from symdt.cli import main
from symdt.learn.acyclic import ratio_path


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "cases.csv"
    path.write_text("a,b,c\n" + "x,x,x\ny,y,x\nx,x,y\ny,y,y\n" * 10)
    return path


def run(capsys, *words):
    status = main(["select", *map(str, words)])
    out = capsys.readouterr()
    return status, out.out, out.err


def test_without_an_order(file, capsys) -> None:
    status, out, _ = run(capsys, file, "--missed-arc", "2", "--json")
    answer = json.loads(out)
    assert status == 0
    assert [(a["parent"], a["child"]) for a in answer["arcs"] if a["chosen"]] == [("a", "b")]
    assert len(answer["arcs"]) == 6
    assert answer["path"][0]["from"] == 0
    assert answer["path"][-1]["to"] == 1
    status, out, _ = run(capsys, file, "--structure-prior", "orders", "--reversed-arc", "0")
    assert status == 0
    assert "all orders alike" in " ".join(out.split())
    assert "gain" in out  # no threshold of one arc decides
    assert "τ" not in out
    assert {
        a["threshold"] for a in json.loads(run(capsys, file, "--reversed-arc", "0", "--json")[1])["arcs"]
    } == {None}
    assert "τ" in run(capsys, file, "--reversed-arc", "2")[1]  # false and missed together, as unless said


def test_probabilities_round_trip(file, tmp_path, capsys) -> None:
    arcs = tmp_path / "arcs.csv"
    assert run(capsys, file, "--missed-arc", "2", "-o", arcs)[0] == 0
    status, out, _ = run(capsys, "--probabilities", arcs, "--missed-arc", "2", "--json")
    answer = json.loads(out)
    assert status == 0
    assert [(a["parent"], a["child"]) for a in answer["arcs"] if a["chosen"]] == [("a", "b")]
    assert answer["log_evidence"] is None
    for target in ("dag.svg", "dag.dot"):
        assert run(capsys, "--probabilities", arcs, "-o", tmp_path / target)[0] == 0
        assert (tmp_path / target).exists()
    assert run(capsys, "--probabilities", arcs, "--path", tmp_path / "path.pdf")[0] == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "no data: give a CSV or Parquet file, or --probabilities"),
        (["FILE", "--probabilities", "FILE"], "instead of data"),
        (["--probabilities", "FILE"], "expected parent, child, probability"),
        (["FILE", "--structure-prior", "trees"], 'use "dags" or "orders"'),
        (["FILE", "--order", "a,b,c", "--reversed-arc", "1"], "reversed is for networks without an order"),
        (["FILE", "--reversed-arc", "cheap"], "--reversed-arc is 'cheap'"),
        (["FILE", "--tiers", "a;z"], "the tiers name 'z'"),
    ],
)
def test_wrong_questions_are_one_line(words, says, file, capsys) -> None:
    status, _, err = run(capsys, *(file if w == "FILE" else w for w in words))
    assert status == 2
    assert says in err
    assert err.count("\n") == 1


def test_tables_need_data(file, tmp_path, capsys) -> None:
    arcs = tmp_path / "arcs.csv"
    run(capsys, file, "-o", arcs)
    status, _, err = run(capsys, "--probabilities", arcs, "-o", tmp_path / "dag.bif")
    assert status == 2
    assert "no probability tables" in err


def test_the_answer_comes_before_a_path_that_is_not_found_in_time(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(ratio_path, "process_time", count().__next__)  # a second for every look at the clock
    arcs, plot = tmp_path / "arcs.csv", tmp_path / "path.svg"
    arcs.write_text("parent,child,probability\na,b,0.6\nb,c,0.6\nc,a,0.6\n")
    status, out, error = run(capsys, "--probabilities", arcs, "--path", plot, "--path-seconds", "1")
    assert status == 3
    assert "b <- a" in out
    assert "--path-seconds" in error
    assert not plot.exists()
    status, out, _ = run(capsys, "--probabilities", arcs, "--json", "--path-seconds", "1")
    assert (status, json.loads(out)["path"]) == (0, None)
    assert run(capsys, "--probabilities", arcs, "--path", plot)[0] == 0
    assert plot.exists()
    assert run(capsys, "--probabilities", arcs, "--path-seconds", "0")[0] == 2


def test_letters_and_values_of_single_arcs_by_the_command_line(tmp_path, capsys) -> None:
    data, prior = tmp_path / "data.csv", tmp_path / "prior.csv"
    data.write_text("A,B,C\n" + "0,0,0\n0,0,1\n1,1,0\n1,0,1\n" * 3)
    prior.write_text("parent,child,value\nA,B,0.2\nB,C,1/4\n")
    wanted = select_network(
        data, false=0.5, missed={("A", "B"): 3}, arc_prior={("A", "B"): 0.2, ("B", "C"): 0.25}
    ).to_json()
    said = ["--false-arc", "L", "--missed-arc", "A->B=6*L", "--at", "L=1/2", "--json"]
    for more in (["--arc-prior", str(prior)], ["--arc-prior", "A>B=0.2", "--arc-prior", "B->C=1/4"]):
        assert main(["select", str(data), *said, *more]) == 0
        assert json.loads(capsys.readouterr().out)["arcs"] == wanted["arcs"]
    assert main(["select", str(data), "--order", "A,B", *said[:-1]]) == 0
    told = capsys.readouterr().out
    assert "columns left out, since they are not named: 'C'" in told
    assert "0.1429" in told  # 1/2 : 3


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--false-arc", "L"], "a letter takes its number from --at"),
        (["--false-arc", "K", "--at", "L=1"], "with the letter K"),
        (["--arc-prior", "A->B"], "expected a number"),
        (["--arc-prior", "A->B=0.2,A>B=0.3"], "two values"),
        (["--arc-prior", "A->B=0.2,0.3"], "write 'A->B=0.2'"),
        (["--missed-arc", "A->B=L"], "expected a number"),
    ],
)
def test_wrong_values_of_arcs_are_one_clear_line(given, says, tmp_path, capsys) -> None:
    data = tmp_path / "data.csv"
    data.write_text("A,B\n0,0\n1,1\n")
    assert main(["select", str(data), *given]) != 0
    assert says in " ".join(capsys.readouterr().err.split())


def test_the_json_states_the_error_of_each_kind_of_probability(tmp_path, capsys) -> None:
    data = tmp_path / "data.csv"
    data.write_text("A,B\n" + "0,0\n1,1\n0,1\n" * 4)
    assert main(["select", str(data), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert 0 < found["dag_probability"] <= found["class_probability"] <= 1
    for name in ("error", "edge_error", "dag_error", "class_error"):
        assert 0 <= found[name] < 1e-8


def test_a_letter_that_no_loss_has_is_refused(file, capsys) -> None:
    """`--at L=2` where nothing hangs on L would be an answer to another question."""
    status, _, told = run(capsys, file, "--at", "L=2")
    assert status == 2
    assert "'L', which no loss has" in told
    assert run(capsys, file, "--false-arc", "2*L", "--at", "L=2")[0] == 0


def test_what_is_warned_of_stands_in_the_json_too(file, capsys) -> None:
    """A program that reads the answer learns of a column that the order leaves out, of Parquet as of text."""
    import pandas

    table = pandas.read_csv(file).assign(n=1)
    whole = file.with_suffix(".parquet")
    table.to_parquet(whole)
    answer = json.loads(run(capsys, file, "--order", "a,b", "--json")[1])
    assert "columns left out, since they are not named: 'c'" in answer["warnings"]
    answer = json.loads(run(capsys, whole, "--order", "a,b", "--json")[1])
    assert "columns left out, since they are not named: 'c', 'n'" in answer["warnings"]
    assert any("give --weights n" in line for line in answer["warnings"])
    text = run(capsys, whole, "--order", "a,b", "--weights", "n")[1]
    assert text.count("left out") == 1
    assert "not named: 'c'\n" in text


def test_a_count_that_is_taken_as_a_variable_is_told(tmp_path, capsys) -> None:
    data = tmp_path / "counted.csv"
    data.write_text("a,b,count\n0,0,12\n0,1,3\n1,0,4\n1,1,15\n")
    told = " ".join(run(capsys, data)[1].split())
    assert (
        "column 'count' is taken as a variable: if it says how many cases a row is, give --weights count"
        in told
    )
    assert "--weights" not in run(capsys, data, "--weights", "count")[1]


def test_cases_that_were_dropped_are_told_without_an_order_and_in_the_json(tmp_path, capsys) -> None:
    data = tmp_path / "holes.csv"
    data.write_text("a,b\n1,0\n,1\n0,1\n1,0\n")
    for order in ([], ["--order", "a,b"]):
        assert "1 case left out: a cell was missing\n" in run(capsys, data, "--missing", "drop", *order)[1]
        answer = json.loads(run(capsys, data, "--missing", "drop", "--json", *order)[1])
        assert "1 case left out: a cell was missing" in answer["warnings"]


@pytest.mark.parametrize("alpha", ["1e-300", "1e300"])
def test_a_warning_does_not_ask_beyond_the_precisions_there_are(alpha, file, capsys) -> None:
    for more in ([], ["--order", "a,b,c"], ["--alpha-path"]):
        assert run(capsys, file, "--alpha", alpha, *more)[0] == 0


def test_tiers_hold_for_given_probabilities_and_what_is_for_data_is_refused(tmp_path, capsys) -> None:
    """A constraint that is read and forgotten would be an answer to another question."""
    table = tmp_path / "arcs.csv"
    table.write_text("parent,child,probability\na,b,0.7\nb,c,0.8\nc,a,0.75\n")
    answer = json.loads(run(capsys, "--probabilities", table, "--tiers", "a;b,c", "--json")[1])
    assert [(x["parent"], x["child"]) for x in answer["arcs"] if x["chosen"]] == [("a", "b"), ("b", "c")]
    for option, value in (
        *(("--prior", "k2"), ("--alpha", "2"), ("--structure-prior", "dags"), ("--arc-prior", "0.2")),
        *(("--weights", "n"), ("--missing", "drop"), ("--resume", str(tmp_path / "kept.json"))),
    ):
        status, _, told = run(capsys, "--probabilities", table, option, value)
        assert status == 2
        assert told.startswith(f"symdt: {option} is for data")


def test_nothing_is_kept_of_sums_over_dags(tmp_path, file, capsys) -> None:
    status, _, told = run(capsys, file, "--resume", tmp_path / "kept.json")
    assert status == 2
    assert "resume keeps what is done under an order" in told
