"""The prior's precision: the path is the question asked again, and the caution is said where it turns."""

from __future__ import annotations

import json

import numpy as np
import pytest

from symdt import bayes_network, select_network
from symdt.cli import main
from symdt.errors import ModelError
from symdt.learn.cautions.of_alpha import alpha_path, hangs_on_alpha

FEW = {"A": [0, 0, 0, 0, 1, 1, 1, 1], "B": [0, 0, 0, 1, 0, 1, 1, 1], "C": [0, 0, 1, 1, 0, 0, 1, 1]}


@pytest.mark.parametrize(
    "how", [{"order": "A,B,C"}, {}, {"structure_prior": "orders"}, {"order": "C,B,A", "prior": "k2"}]
)
def test_the_path_is_the_question_asked_again(how) -> None:
    said = {
        "false": 1,
        "missed": {("A", "B"): 3},
        "forbidden": [("C", "A")],
        "arc_prior": 0.3,
        "progress": False,
    }
    if how.get("order") == "A,B,C":
        said["forbidden"] = [("A", "C")]
    if how.get("order") == "C,B,A":
        said["missed"] = {("B", "A"): 3}
    path = alpha_path(select_network(FEW, **how, **said, alpha=2.0))
    assert path.alphas == tuple(2.0 * f for f in (0.01, 0.1, 0.25, 1, 4, 10, 100))
    for alpha, row, picked in zip(path.alphas, path.probabilities, path.chosen, strict=True):
        again = select_network(FEW, **how, **said, alpha=alpha)
        assert row == pytest.approx([again.arc(p, c).probability for p, c in path.arcs], abs=1e-12)
        assert picked == tuple(again.arc(p, c).chosen for p, c in path.arcs)


def test_said_where_it_turns_and_not_where_data_decide() -> None:
    """Eight cases: the arc goes from above 1/2 to a fifth as the precision falls. Eight hundred settle it."""
    weak = select_network({k: FEW[k] for k in "AB"}, order="A,B", progress=False)
    (line,) = hangs_on_alpha(weak)
    assert "A -> B" in line
    assert "--alpha-path" in line
    many = {k: v * 100 for k, v in FEW.items()}
    for how in ({"order": "A,B,C"}, {}):
        assert hangs_on_alpha(select_network(many, **how, progress=False)) == []


def test_large_questions_are_not_asked_twice() -> None:
    g = np.random.default_rng(0)
    names = [f"X{i}" for i in range(1, 15)]
    (line,) = hangs_on_alpha(select_network(g.integers(0, 2, (5, 14)), order=names, progress=False))
    assert "not looked at" in line
    assert "--alpha-path" in line


def test_probabilities_have_no_alpha() -> None:
    with pytest.raises(ModelError, match="have no alpha"):
        alpha_path(bayes_network({("A", "B"): "0.6"}))


def test_command(tmp_path, capsys) -> None:
    file = tmp_path / "cases.csv"
    file.write_text("A,B,C\n" + "".join(f"{a},{b},{c}\n" for a, b, c in zip(*FEW.values(), strict=True)))
    assert main(["select", str(file), "--order", "A,B"]) == 0
    assert "the prior decides" in capsys.readouterr().out
    assert main(["select", str(file), "--order", "A,B,C", "--alpha-path"]) == 0
    out = capsys.readouterr().out
    assert "by the prior's precision" in out
    assert "the prior decides" not in out
    assert main(["select", str(file), "--alpha-path", "--json"]) == 0
    path = json.loads(capsys.readouterr().out)["alpha_path"]
    assert len(path) == 7
    assert len(path[0]["arcs"]) == 6
    given = tmp_path / "given.csv"
    given.write_text("parent,child,probability\nA,B,0.6\n")
    assert main(["select", "--probabilities", str(given), "--alpha-path"]) == 2
    assert "give data" in capsys.readouterr().err


def test_every_turn_is_said_however_little_the_probability_moves() -> None:
    """The threshold lies between 0.40 (alpha 1) and 0.41: the decision turns, the probability hardly moves."""
    weak = {k: FEW[k] for k in "AB"}
    path = alpha_path(select_network(weak, order="A,B", progress=False), [1, 1.1])
    middle = sum(row[0] for row in path.probabilities) / 2
    chosen = select_network(weak, order="A,B", false=middle, missed=1 - middle, progress=False)
    near = alpha_path(chosen, [1, 1.1])
    assert near.hanging == (0,)
    assert abs(near.probabilities[0][0] - near.probabilities[1][0]) < 0.25
    assert any("the prior decides: A -> B" in line for line in hangs_on_alpha(chosen))


def test_a_probability_that_moves_far_is_said_though_no_decision_turns() -> None:
    chosen = select_network({k: FEW[k] for k in "AB"}, order="A,B", false=99, missed=1, progress=False)
    (line,) = hangs_on_alpha(chosen)
    assert "depend on alpha strongly" in line
    assert "A -> B (0.1821 with alpha 0.25, 0.5360 with 4)" in line


def test_more_than_eight_variables_without_an_order_are_asked_too() -> None:
    g = np.random.default_rng(0)
    data = {f"X{i}": g.integers(0, 2, 12).tolist() for i in range(9)}
    data["X1"] = [x if g.random() < 0.85 else 1 - x for x in data["X0"]]
    (line,) = hangs_on_alpha(select_network(data, max_parents=2))
    assert "the prior decides: X3 -> X5" in line


def test_two_cases_have_their_path_too() -> None:
    text = str(alpha_path(select_network({"A": [0, 1], "B": [0, 1]}, progress=False)))
    assert "A -> B" in text
    assert "no arc is chosen" in text
