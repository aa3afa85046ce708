"""`symdt certify`: rules in JSON and as on the board, certificates written and checked, errors in one line."""

from __future__ import annotations

import copy
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from symdt import decision_rule, load_problem
from symdt.cli import main
from tests.solve.test_certificate import KINDS

EXAMPLES = Path(__file__).parents[2] / "examples"
EXAMPLE2 = str(EXAMPLES / "example2.toml")

PAPER = """
if 8*h > 15*k:
  a0   if p <= 2*k/(4*h + 3*k)
  a3   if 2*k/(4*h + 3*k) < p <= 3*k/(2*h + 12*k)
  a23  if p > 3*k/(2*h + 12*k)
if 8*h ≤ 15*k:
  a0   if p <= 5*k/(6*h + 15*k)
  a23  if p > 5*k/(6*h + 15*k)
"""


@pytest.fixture(scope="module")
def shown():
    return decision_rule(load_problem(EXAMPLE2), "p").to_json()


def certify(tmp_path, rule, capsys, *options, problem=EXAMPLE2):
    """Exit status and the answer in JSON."""
    place = tmp_path / "rule"
    place.write_text(rule if isinstance(rule, str) else json.dumps(rule))
    status = main(["certify", problem, str(place), "--json", *options])
    return status, json.loads(capsys.readouterr().out)


def test_a_right_rule_is_proved_its_certificate_written_and_accepted(tmp_path, shown, capsys):
    out = tmp_path / "cert.json"
    status, answer = certify(tmp_path, shown, capsys, "--certificate", str(out))
    assert status == 0
    assert set(answer) == {"format", "verdict", "counterexample", "why", "questions", "identities"}
    assert (answer["verdict"], answer["counterexample"]) == ("proved", None)
    assert main(["certify", "--check", str(out), "--json"]) == 0
    checked = json.loads(capsys.readouterr().out)
    assert checked == {"format": 1, "verdict": "accepted", "identities": answer["identities"], "by_solver": 0}
    data = json.loads(out.read_text())
    data["problem"]["loss"]["a0"]["M23"] = "3*h"
    out.write_text(json.dumps(data))
    assert main(["certify", "--check", str(out), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["verdict"] == "rejected"


@pytest.mark.parametrize("options", [["--json"], []], ids=["json", "text"])
def test_a_rule_that_is_solved_at_a_point_is_certified_there(tmp_path, capsys, options):
    assert main(["solve", EXAMPLE2, "--for", "p", "--at", "h=2", *options]) == 0
    rule = capsys.readouterr().out
    status, answer = certify(tmp_path, rule, capsys)
    assert (status, answer["verdict"]) == (0, "proved")
    for here, elsewhere in (('"h": "2"', '"h": "3"'), ("at h = 2", "at h = 3")):
        rule = rule.replace(here, elsewhere)
    status, answer = certify(tmp_path, rule, capsys)
    assert (status, answer["verdict"], answer["counterexample"]["h"]) == (1, "refuted", "3")
    assert set(answer["counterexample"]) == {"p", "h", "k"}


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ({"z": "1"}, "'z' is no parameter"),
        ({"h": "-1"}, "outside the domain"),
        ({"h": "k"}, "give letters and numbers"),
        ("h", "give letters and numbers"),
        ({"p": "1/8"}, "the rule is solved for 'p'"),
    ],
)
def test_a_point_that_cannot_be_is_an_error(tmp_path, shown, capsys, at, said):
    (tmp_path / "rule").write_text(json.dumps({**shown, "at": at}))
    assert main(["certify", EXAMPLE2, str(tmp_path / "rule")]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__qualname__.partition(".")[0])
def test_every_kind_of_wrong_rule_is_refuted(tmp_path, shown, capsys, kind):
    answer = copy.deepcopy(shown)
    kind(answer)
    status, said = certify(tmp_path, answer, capsys)
    assert (status, said["verdict"]) == (1, "refuted")
    assert set(said["counterexample"]) == {"p", "h", "k"}


POLYNOMIALS = {3: "x**3 - 2*x", 4: "x**4 - 3*x**2 + x", 5: "x**5 - x"}


@pytest.mark.parametrize("degree", POLYNOMIALS)
def test_roots_of_another_number_are_refuted(tmp_path, capsys, degree):
    """A polynomial against a letter: the rule is proved, with every root's number changed in turn it is refuted."""
    file = tmp_path / "roots.toml"
    file.write_text(
        'optimum = "min"\n[parameters]\nx = "-3 < x < 3"\nh = "-1 < h < 3"\n[tree]\nroot = "d"\n'
        f'[tree.decision.d]\nA = "{POLYNOMIALS[degree]}"\nB = "h"\n'
    )
    answer = decision_rule(load_problem(file), "x").to_json()
    status, said = certify(tmp_path, answer, capsys, problem=str(file))
    assert (status, said["verdict"]) == (0, "proved")
    ends = [
        (c, p, side)
        for c, case in enumerate(answer["rule"]["cases"])
        for p, piece in enumerate(case["pieces"])
        for side in ("from", "to")
        if isinstance(piece[side], dict)
    ]
    assert ends
    for case, piece, side in ends[:4]:
        for step in (-1, 1):
            wrong = copy.deepcopy(answer)
            end = wrong["rule"]["cases"][case]["pieces"][piece][side]
            if end["root"] + step < 0:
                continue
            end["root"] += step
            status, said = certify(tmp_path, wrong, capsys, problem=str(file))
            assert (status, said["verdict"]) == (1, "refuted"), (case, piece, side, step)
            assert set(said["counterexample"]) == {"x", "h"}


def later(change):
    """A change of a strategy that goes on after the first decision."""

    def applied(answer):
        piece = next(p for c in answer["rule"]["cases"] for p in c["pieces"] if len(p["strategy"]) > 1)
        del piece["value"]
        change(piece["strategy"])

    return applied


def other_answer(strategy):
    *_, last = strategy
    strategy[last] = "drill" if strategy[last] != "drill" else next(iter(set(strategy.values()) - {"drill"}))


@pytest.mark.parametrize(
    "kind",
    [
        later(lambda s: s.popitem()),
        later(lambda s: s.update(nowhere="drill")),
        later(other_answer),
        later(lambda s: s.update({next(reversed(s)): "no such branch"})),
        later(lambda s: s.update({next(iter(s)): "no such branch"})),
    ],
)
def test_every_kind_of_wrong_strategy_is_refuted(tmp_path, capsys, kind):
    file = str(EXAMPLES / "oil_wildcatter_letters.toml")
    answer = decision_rule(load_problem(file), "d").to_json()
    kind(answer)
    status, said = certify(tmp_path, answer, capsys, problem=file)
    assert (status, said["verdict"]) == (1, "refuted")
    assert said["counterexample"]


def test_the_papers_rule_holds_and_is_told_the_case_it_lacks(tmp_path, capsys):
    """As the paper prints it: where 6h < 5k its second case has an interval with nothing in it."""
    status, answer = certify(tmp_path, PAPER, capsys)
    assert (status, answer["verdict"]) == (0, "proved")
    found = re.search(r"piece 2 of case 2 is empty at h=(\S+), k=(\S+): a case is missing", answer["why"])
    low, high = map(Fraction, found.groups())
    assert 6 * low <= 5 * high
    mended = (
        PAPER.replace("if 8*h ≤ 15*k:", "if 5*k < 6*h and 8*h <= 15*k:") + "if 6*h <= 5*k:\n  a0 always\n"
    )
    status, answer = certify(tmp_path, mended, capsys)
    assert (status, "missing" in answer["why"]) == (0, False)


def test_the_text_that_solve_prints_is_read(tmp_path, capsys):
    for name, letter in (
        ("catalogue/pauker_kassirer_1980.toml", "p"),
        ("example2.toml", "k"),
        ("umbrella.toml", "r"),
    ):
        problem = load_problem(EXAMPLES / name)
        text = str(decision_rule(problem, letter))
        status, answer = certify(tmp_path, text, capsys, problem=str(EXAMPLES / name))
        assert (status, answer["verdict"]) == (0, "proved"), (name, answer)


@pytest.mark.parametrize("suffix", [".smt2", ".v", ".lean"])
def test_certificates_are_written_by_suffix(tmp_path, shown, capsys, suffix):
    out = tmp_path / f"rule{suffix}"
    assert certify(tmp_path, shown, capsys, "--certificate", str(out))[0] == 0
    assert "made by symdt" in out.read_text()


def test_no_certificate_is_written_for_a_wrong_rule(tmp_path, shown, capsys):
    out = tmp_path / "cert.json"
    assert certify(tmp_path, {**shown, "never_optimal": []}, capsys, "--certificate", str(out))[0] == 1
    assert not out.exists()


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "{}",
        "[1, 2]",
        "{",
        "a0",
        "a0 if",
        "a0 if p <",
        "a0 if q < 1",
        "a0 if p < 1 < 2 <",
        "if : a* =\n a0 if p <",
        '{"rule": 3}',
        '{"rule": {"for": "p", "cases": []}}',
        '{"rule": {"for": "z", "cases": [{}]}}',
        '{"rule": {"for": "p", "cases": [{"if": ["p"], "pieces": [{}]}]}}',
        '{"rule": {"for": "p", "cases": [{"if": [], "pieces": [{"action": "a0", "from": "0"}]}]}}',
        '{"rule": {"for": "p", "cases": [{"if": [], "pieces": [{"action": "a0", "from": "0", "to": "(p"}]}]}}',
        '{"rule": {"for": "p", "cases": [{"if": [], "pieces": [{"action": 1.5, "from": "0", "to": "1"}]}]}}',
        '{"rule": {"for": "p", "cases": [{"if": [], "pieces": [{"action": "a0", "from": {"root": -1}, "to": "1"}]}]}}',
        '{"rule": {"for": "p", "cases": [{"if": [], "pieces": [{"action": "a0", "from": "0", "to": "1/0"}]}]}}',
        '{"rule": {"for": "p", "cases": [{"if": [], "pieces": [{"action": "a0", "from": "0", "to": "(h+k+p)**64*(h-k)**64"}]}]}}',
    ],
)
def test_what_is_no_rule_is_said_in_one_line(tmp_path, capsys, rule):
    place = tmp_path / "rule"
    place.write_text(rule)
    status = main(["certify", EXAMPLE2, str(place)])
    said = capsys.readouterr()
    if rule == "a0":  # a line without a range says what is always done: a rule, though a wrong one
        assert status == 1
        return
    assert status == 2, said
    assert said.err.startswith("symdt: ")
    assert said.err.count("\n") == 1
    assert "failed with" not in said.err


def test_a_file_that_is_no_certificate_is_said_in_one_line(tmp_path, capsys):
    place = tmp_path / "cert.json"
    for text, status in (
        ("{", 2),
        ("[]", 2),
        ('{"kind": "certificate"}', 1),
        ('{"kind": "certificate", "letters": 3, "problem": {}, "answer": {}}', 1),
    ):
        place.write_text(text)
        assert main(["certify", "--check", str(place)]) == status
        assert "failed with" not in capsys.readouterr().err
