"""A strategy is a table, one row a decision, and names all that is as good: in text, LaTeX, JSON and HTML alike."""

from __future__ import annotations

import json

import pytest

from symdt import decision_regions, decision_rule, load_problem, optimum_at
from symdt.formats.problem import loads
from symdt.formats.shown_rule import from_text, read_rule
from symdt.solve.alternatives import Choice
from symdt.solve.certificate import certificate_of
from symdt.solve.written.choice_rows import choice_lines, read_row, read_with_rows
from symdt.typeset.html import rule as rule_html
from symdt.typeset.latex import optimal, to_latex
from tests.cli.test_cli import run

NURSE = """
title = "Test or treat"
[parameters]
p = "0 < p < 1"
[belief]
ill = "p"
well = "rest"
[loss]
actions = ["wait", "treat", "nurse"]
ill = ["30", "6", "6"]
well = ["0", "4", "4"]
[experiment.test]
cost = "1"
outcomes = ["+", "-"]
ill = ["9/10", "rest"]
well = ["1/10", "rest"]
"""
FORECAST = """
optimum = "max"
[parameters]
r = "0 < r < 1"
[tree]
root = "forecast"
[tree.chance.forecast]
good = ["r", "go?"]
bad = ["rest", "go now?"]
[tree.decision."go?"]
yes = "10"
no = "10"
[tree.decision."go now?"]
yes = "r"
no = "1 - r"
"""


def test_rows_and_ties_in_the_text_of_a_rule() -> None:
    assert str(decision_rule(loads(NURSE), "p")).splitlines() == [
        "a* =",
        "  wait   if 0 < p <= 7/110",
        "  test   if 7/110 < p <= 13/30",
        "    + -> treat or nurse",
        "    - -> wait",
        "  treat  if 13/30 < p < 1",
        "    first -> treat or nurse",
    ]
    assert "  + -> treat or nurse" in str(decision_regions(loads(NURSE))).splitlines()


def test_the_optimum_at_a_point_has_the_same_rows() -> None:
    told = str(optimum_at(loads(NURSE), p="1/5")).splitlines()
    assert told == ["test: 3", "  first -> test", "  +     -> treat or nurse", "  -     -> wait"]


def test_latex_json_and_html_have_them_too() -> None:
    problem = loads(NURSE)
    rule = decision_rule(problem, "p")
    row = r"\text{+} \rightarrow \text{treat} \text{ or } \text{nurse}"
    assert row in to_latex(rule)
    assert row in to_latex(decision_regions(problem))
    assert row in optimal(optimum_at(problem, p="1/5"), "min")
    assert "<td>→ treat or nurse</td>" in rule_html(rule)
    pieces = rule.to_json()["rule"]["cases"][0]["pieces"]
    assert [piece.get("strategy_ties") for piece in pieces] == [
        None,
        {"+": ["treat", "nurse"]},
        {"first": ["treat", "nurse"]},
    ]


def test_after_chance_the_rows_are_the_whole_strategy() -> None:
    rule = decision_rule(loads(FORECAST), "r")
    assert str(rule).splitlines()[1:4] == [
        "  as follows  if 0 < r <= 1/2",
        "    go?     -> yes or no",
        "    go now? -> no",
    ]
    read = from_text(str(rule), ["r"], None)["rule"]["cases"][0]["pieces"]
    assert [piece["action"] for piece in read] == ["go?: yes; go now?: no", "go?: yes; go now?: yes"]


@pytest.mark.parametrize(("text", "letter"), [(NURSE, "p"), (FORECAST, "r")])
def test_what_solve_prints_is_certified_as_it_stands(text, letter, tmp_path, capsys) -> None:
    (tmp_path / "problem.toml").write_text(text)
    file = str(tmp_path / "problem.toml")
    status, shown, _ = run(capsys, "solve", file, "--for", letter)
    assert status == 0
    (tmp_path / "rule.txt").write_text(shown)
    assert run(capsys, "certify", file, str(tmp_path / "rule.txt"))[0] == 0
    swapped = shown.replace("- -> wait", "- -> treat").replace("go now? -> no", "go now? -> yes")
    (tmp_path / "rule.txt").write_text(swapped)
    assert run(capsys, "certify", file, str(tmp_path / "rule.txt"))[0] == 1


def test_what_is_said_never_to_be_optimal_is_a_claim_of_the_text(tmp_path) -> None:
    problem = loads(NURSE.replace('"6"]', '"9"]').replace('"4"]', '"5"]'))
    text = (
        f"Test or treat\n{decision_rule(problem, 'p')}\nnever optimal: nurse: treat is better\n    everywhere"
    )
    (tmp_path / "rule.txt").write_text(text)
    answer = read_rule(tmp_path / "rule.txt", problem)
    assert answer["never_optimal"] == ["nurse"]
    assert certificate_of(problem, answer).verdict
    (tmp_path / "rule.txt").write_text(text.replace("never optimal: nurse", "never optimal: wait"))
    assert not certificate_of(
        problem, json.loads(json.dumps(read_rule(tmp_path / "rule.txt", problem)))
    ).verdict


def test_an_action_that_is_called_as_follows_is_in_quotes() -> None:
    choice = Choice("as follows", (("first", "as follows"), ("a", "b"), ("c", "d or e")))
    assert choice_lines(choice) == ('"as follows"', ("a -> b", 'c -> "d or e"'))
    assert read_row('c -> "d or e"') == ("c", ("d or e",))


def test_sensitivity_has_the_same_rows(tmp_path, capsys) -> None:
    (tmp_path / "problem.toml").write_text(NURSE)
    status, shown, _ = run(capsys, "sensitivity", str(tmp_path / "problem.toml"), "--at", "p=1/5")
    assert status == 0
    assert shown.splitlines()[2:6] == [
        "  p = 7/110: wait below, test above",
        "    above:",
        "      + -> treat or nurse",
        "      - -> wait",
    ]


def test_a_policy_is_named_for_everything_that_may_be_known() -> None:
    """Limited memory: the action says what is done for everything that may be known first, and is read back."""
    pigs = "examples/catalogue/lauritzen_nilsson_2001_pigs.toml"
    rule = decision_rule(load_problem(pigs), "k")
    assert str(rule).splitlines()[1:3] == [
        "  test 1=+: treat; test 1=-: treat  if 0 <= k <= 4984/415",
        "    month 2 -> test 2=+: treat; test 2=-: treat",
    ]
    choice = rule.cases[0].pieces[0].label
    head, rows = choice_lines(choice)
    assert read_with_rows(head, choice.strategy[0][0], [read_row(row) for row in rows]) == choice
