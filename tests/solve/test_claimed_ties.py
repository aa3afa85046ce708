"""A tie that a rule claims is put to the question like everything else it says: in JSON and in the text of the board."""

from __future__ import annotations

import copy

import pytest

from symdt import Proved, Refuted, decision_rule
from symdt.formats.problem import loads
from symdt.formats.shown_rule import read_rule
from symdt.solve.certificate import certificate_of
from symdt.solve.proofs.check.proofs import verify
from tests.cli.test_cli import run
from tests.solve.written.test_choice_rows import FORECAST, NURSE


def claimed(text, ties):
    """The rule of a problem in JSON with these ties at the pieces of these actions, and no others."""
    problem = loads(text)
    answer = copy.deepcopy(decision_rule(problem, problem.symbols[0]).to_json())
    for piece in answer["rule"]["cases"][0]["pieces"]:
        piece.pop("strategy_ties", None)
        if piece["action"] in ties:
            piece["strategy_ties"] = ties[piece["action"]]
    return certificate_of(problem, answer)


@pytest.mark.parametrize(
    "ties",
    [
        {"test": {"+": ["treat", "nurse"]}, "treat": {"first": ["treat", "nurse"]}},
        {"test": {"+": ["nurse"]}},  # only the other one is named
    ],
)
def test_right_ties_are_proved(ties):
    found = claimed(NURSE, ties)
    assert isinstance(found.verdict, Proved), found
    assert verify(found.data) == (found.identities, 0)


@pytest.mark.parametrize(
    ("ties", "said"),
    [
        ({"test": {"+": ["treat", "wait"]}}, "wait is as good as treat at +"),
        ({"test": {"-": ["wait", "nurse"]}}, "nurse is as good as wait at -"),
        ({"wait": {"first": ["wait", "nurse"]}}, "nurse is as good as wait at first"),
        ({"wait": {"first": ["wait", "test"]}}, "test is as good as wait at first"),
        ({"test": {"+": ["treat", "operate"]}}, "no branch 'operate' at '+'"),
        ({"wait": {"+": ["treat", "nurse"]}}, "which the strategy does not reach"),
    ],
)
def test_a_wrong_tie_is_refuted_at_a_point(ties, said):
    found = claimed(NURSE, ties)
    assert isinstance(found.verdict, Refuted), found
    assert said in found.verdict.why
    (value,) = found.verdict.counterexample.values()
    assert 0 < value < 1


def test_a_certificate_without_the_answer_to_a_tie_is_rejected():
    found = claimed(NURSE, {"test": {"+": ["treat", "nurse"]}})
    data = copy.deepcopy(found.data)
    next(p for p in data["answer"]["rule"]["cases"][0]["pieces"] if p["action"] == "test")[
        "strategy_ties"
    ] = {"+": ["treat", "wait"]}
    with pytest.raises(Exception, match=r"wait is as good as treat at .: no proof is given"):
        verify(data)


def test_ties_on_the_board(tmp_path, capsys):
    right = str(decision_rule(loads(NURSE), "p"))
    (tmp_path / "nurse.toml").write_text(NURSE)
    for text, status, said in (
        (right, 0, "proved"),
        (right.replace("+ -> treat or nurse", "+ -> treat or wait"), 1, "wait is as good as treat at +"),
        (right.replace("first -> treat or nurse", "first -> treat or wait"), 1, "wait is as good as treat"),
    ):
        (tmp_path / "rule.txt").write_text(text)
        code, out, _ = run(capsys, "certify", str(tmp_path / "nurse.toml"), str(tmp_path / "rule.txt"))
        assert (code, said in " ".join(out.split())) == (status, True)


def test_after_chance_and_a_tie_of_a_tree(tmp_path):
    problem = loads(FORECAST)
    text = str(decision_rule(problem, "r"))
    assert "go?     -> yes or no" in text
    (tmp_path / "rule.txt").write_text(text)
    assert isinstance(certificate_of(problem, read_rule(tmp_path / "rule.txt", problem)).verdict, Proved)
    (tmp_path / "rule.txt").write_text(text.replace("go now? -> no", "go now? -> no or yes"))
    found = certificate_of(problem, read_rule(tmp_path / "rule.txt", problem))
    assert isinstance(found.verdict, Refuted), found
    assert "yes is as good as no at go now?" in found.verdict.why


def test_a_decision_that_offers_nothing_is_no_problem() -> None:
    from symdt.solve.proofs.check.polynomials import RejectedError
    from symdt.solve.proofs.check.texts import Ring
    from symdt.solve.proofs.check.values import Values

    with pytest.raises(RejectedError, match="offers nothing"):
        Values({"tree": [{"name": "d", "decision": []}]}, Ring(["p"]))
