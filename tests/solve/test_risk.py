"""Risks and optima: experiments count, ties are named inside a strategy too, points are mappings or keywords."""

from __future__ import annotations

import json

import numpy as np
import pytest
from sympy import Max, Rational, symbols

from symdt import (
    Belief,
    Chance,
    Decision,
    DecisionProblem,
    Domain,
    Experiment,
    LossTable,
    TreeProblem,
    bayes_action,
    bayes_actions,
    bayes_risk,
    decision_rule,
    evaluate,
    fold_back,
    optimum_at,
    risks,
    save_problem,
)
from symdt.cli import main
from symdt.errors import DomainError
from symdt.solve.alternatives import Choice
from tests.laws.test_answers import GOFERBROKE, SMALL, TREE

p, r = symbols("p r")


def test_the_survey_counts() -> None:
    """Goferbroke: the survey is worth 123, drilling at once 100."""
    assert bayes_action(GOFERBROKE, p=0.25) == "survey"
    assert bayes_risk(GOFERBROKE, {"p": "1/4"}) == 123
    assert bayes_actions(GOFERBROKE, {p: Rational(1, 4)}) == ("survey",)
    assert risks(GOFERBROKE.at(p="1/4")) == {"drill": 100, "sell": 90, "survey": 123}
    assert risks(GOFERBROKE.plain.at(p="1/4")) == {"drill": 100, "sell": 90}
    assert isinstance(risks(GOFERBROKE)["survey"], Max)
    best = optimum_at(GOFERBROKE, p="1/4")
    assert best.strategy == {"first": "survey", "good": "drill", "bad": "sell"}
    assert "123" in GOFERBROKE.at(p="1/4")._repr_latex_()
    assert r"U(\text{survey}" in GOFERBROKE._repr_latex_()
    assert "L(M, a)" not in GOFERBROKE._repr_latex_()


def test_many_points_fold_back_too() -> None:
    chances = [0.0625, 0.25, 0.75]
    many = evaluate(GOFERBROKE, p=chances)
    assert set(many) == {"drill", "sell", "survey"}
    for i, chance in enumerate(chances):
        exact = evaluate(GOFERBROKE, p=Rational(chance))
        assert exact == risks(GOFERBROKE.at(p=chance))
        assert all(np.isclose(many[a][i], float(v), rtol=1e-12) for a, v in exact.items())
    grid = evaluate(TREE, r=np.array([[0.25], [0.5]]), w=[10, 20, 30])
    assert grid["take"].shape == (2, 3)
    assert grid["take"][1, 2] == 0.5 * 70 + 0.5 * 30
    with pytest.raises(DomainError, match="no value is given for 'w'"):
        evaluate(TREE, r=[0.5])


def test_a_point_is_a_mapping_or_keywords() -> None:
    rule = decision_rule(SMALL, p)
    for verb in (rule, rule.ties, rule.choice, rule.why):
        assert verb({"p": "1/4"}) == verb({p: Rational(1, 4)}) == verb(p=0.25)
    for verb in (bayes_action, bayes_actions, bayes_risk, optimum_at):
        assert verb(SMALL, {"p": "1/4"}) == verb(SMALL, {p: Rational(1, 4)}) == verb(SMALL, p=0.25)
    with pytest.raises(DomainError, match="outside the domain"):
        bayes_action(GOFERBROKE, p=2)


def test_rules_are_sized_and_substituted() -> None:
    rule = decision_rule(TREE, r)
    assert len(rule) == len(rule.cases) == len(list(rule))
    assert rule.letter == r
    assert rule.problem == TREE
    fixed = rule.subs("w", 20)
    assert fixed == decision_rule(TREE.at(w=20), r)
    assert fixed(r=0.9) == rule(r=0.9, w=20) == "take"
    assert rule.free_symbols == TREE.free_symbols
    with pytest.raises(DomainError, match="solved for 'r'"):
        rule.subs(r, 1)


# --- ties ------------------------------------------------------------------------------------------

#: After "+" both actions are as good: the posterior is 1/2.
TIED = DecisionProblem(
    LossTable.zero_one(["M0", "M1"]),
    Belief({"M0": Rational(1, 2), "M1": Rational(1, 2)}),
    experiments=[Experiment("test", {"M0": {"+": 0.5, "-": 0.4, "0": 0.1}, "M1": {"+": 0.5, "-": 0.1, "0": 0.4}})],
)  # fmt: skip


def test_ties_inside_a_strategy_are_named_alike(tmp_path, capsys) -> None:
    best = optimum_at(TIED)
    assert best.ties == ("test",)
    assert best.strategy_ties == {"+": ("a0", "a1")}
    place = save_problem(TIED, tmp_path / "tied.toml")
    assert main(["solve", str(place), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["strategy_ties"] == {"+": ["a0", "a1"]}
    assert main(["solve", str(place)]) == 0
    assert "+     -> a0 or a1" in capsys.readouterr().out  # a row of the table, as wide as its longest name
    letters = DecisionProblem(
        TIED.loss, Belief({"M0": "rest", "M1": p}), Domain("0 < p < 1"), TIED.experiments
    )
    rule = decision_rule(letters, p)
    assert rule.strategy_ties(p="1/2") == {"+": ("a0", "a1")}
    assert rule.strategy_ties(p="2/5") == {}


def test_a_tie_at_the_first_decision_is_named_in_both() -> None:
    best = optimum_at(SMALL, p="1/11")
    assert best.ties == ("wait", "treat")
    assert best.strategy_ties == {"first": ("wait", "treat")}


def test_strategies_have_no_holes() -> None:
    """A later choice that has the name of the first is told."""
    tree = Decision(
        "now",
        {
            "wait": Chance("see", {"up": (r, Decision("then", {"wait": 0, "act": 1})), "down": ("rest", 5)}),
            "act": 3,
        },
    )
    rule = decision_rule(TreeProblem(tree, Domain("0 < r < 1"), "min"), r)
    assert [str(piece.label) for piece in rule.cases[0].pieces] == ["act", "wait (then: wait)"]
    assert r"\text{wait}\;(\text{then}\colon \text{wait})" in rule.to_latex()
    # where chance comes first the action says it all
    chance = Chance(
        "c", {"x": (r, Decision("d", {"a": 0, "b": 1})), "y": ("rest", Decision("e", {"a": 2, "b": 1}))}
    )
    solved = fold_back(chance, domain=Domain("0 < r < 1"), optimum="min")
    label = solved.label(solved.alternatives[0])
    assert str(Choice(label, tuple(solved.strategy(solved.alternatives[0]).items()))) == "d: a; e: b"


def test_one_latex_of_a_rule() -> None:
    from symdt.typeset.latex import to_latex

    for problem, letter in ((SMALL, p), (GOFERBROKE, p), (TREE, r)):
        rule = decision_rule(problem, letter)
        assert rule.to_latex() == to_latex(rule)
        assert rule._repr_latex_() == f"$\\displaystyle {rule.to_latex()}$"
