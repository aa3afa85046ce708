"""Logarithmic utility in letters: trees and tables with experiments, against expected logarithms at many wealths."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, Symbol

from symdt import (
    Belief,
    Chance,
    Decision,
    DecisionProblem,
    Domain,
    Experiment,
    LossTable,
    Proved,
    TreeProblem,
    certify,
    decision_rule,
    optimum_at,
)
from symdt.analysis.attitude import products
from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.analysis.attitude.optimal_under import optimal_under
from symdt.analysis.attitude.utility import Logarithmic
from symdt.cli import main
from symdt.errors import BudgetError, DomainError
from symdt.formats.problem import dump


@st.composite
def trees(draw):
    """Two chances in a row, a decision before and after each; some decisions share their name."""
    amount = st.integers(-3, 5)

    def last(name: str):
        lot = Chance(
            f"lot {name}",
            {"up": (draw(st.sampled_from([0.5, 0.25])), draw(amount)), "down": ("rest", draw(amount))},
        )
        return Decision("again?", {"play": (lot, draw(st.integers(-1, 1))), "stop": draw(amount)})

    first = Chance("first", {"a": (0.5, last("a")), "b": ("rest", last("b"))})
    tree = Decision("start?", {"yes": first, "no": draw(amount)})
    return TreeProblem(tree, optimum=draw(st.sampled_from(["min", "max"])))


@given(trees())
@settings(max_examples=12, deadline=None, derandomize=True)
def test_the_product_is_best_where_the_expected_logarithm_is(money) -> None:
    averse = AttitudeProblem(money, "logarithmic", "w")
    for wealth in (8, Rational(21, 2), 40):
        wanted = optimal_under(money, Logarithmic(wealth))
        found = optimum_at(averse, w=wealth)
        assert wanted.action in found.ties
        if wanted.is_exact:
            assert found.strategy == wanted.strategy


def test_a_test_is_bought_from_a_wealth_on() -> None:
    """A sure test before a bet of 6 against 4, at the price of 1: (w + 5)(w - 1) exceeds w squared from w = 5/4 on."""
    table = LossTable(["good", "bad"], ["buy", "leave"], [[6, 0], [-4, 0]], "max")
    sure = Experiment("test", {"good": {"+": 1, "-": 0}, "bad": {"+": 0, "-": 1}}, cost=1)
    money = DecisionProblem(table, Belief({"good": 0.5, "bad": "rest"}), Domain(), (sure,))
    averse = AttitudeProblem(money, "logarithmic", "w")
    assert str(averse.domain) == "w > 5"  # who buys after a wrong sign loses 4 and the price
    rule = decision_rule(averse, "w")
    assert isinstance(certify(rule), Proved)
    (piece,) = rule.cases[0].pieces
    assert dict(piece.label.strategy) == {"first": "test", "+": "buy", "-": "leave"}


def test_a_stake_in_letters_in_a_tree() -> None:
    g = Symbol("g")
    again = Decision("again?", {"yes": Chance("second", {"up": (0.5, 2 * g), "down": ("rest", 0)}), "no": g})
    first = Chance("first", {"up": (0.5, again), "down": ("rest", -2)})
    money = TreeProblem(Decision("bet?", {"yes": first, "no": 0}), Domain("0 < g < 10"), "max")
    rule = decision_rule(AttitudeProblem(money, "logarithmic", "w"), "g")
    # (w + g)(w - 2) = w^2; a second even bet, of g against g, is never worth it
    assert [str(p.stop) for p in rule.cases[0].pieces] == ["2*w/(w - 2)", "10"]
    assert all(
        "again?" not in dict(p.label.strategy) or dict(p.label.strategy)["again?"] == "no"
        for c in rule.cases
        for p in c.pieces
    )


def test_what_is_refused(monkeypatch) -> None:
    p = Symbol("p")
    bet = Decision("bet?", {"yes": Chance("coin", {"won": (p, 3), "lost": ("rest", -2)}), "no": 0})
    with pytest.raises(DomainError, match=r"has a letter, .*: fix p with --at and solve for the wealth"):
        decision_rule(AttitudeProblem(TreeProblem(bet, Domain("0 < p < 1"), "max"), "logarithmic", "w"), "w")
    fine = Decision(
        "bet?", {"yes": Chance("coin", {"won": (Rational(1, 97), 3), "lost": ("rest", -2)}), "no": 0}
    )
    with pytest.raises(BudgetError, match="common denominator 97"):
        decision_rule(AttitudeProblem(TreeProblem(fine, optimum="max"), "logarithmic", "w"), "w")
    monkeypatch.setattr(products, "MAX_STRATEGIES", 1)
    even = Decision("bet?", {"yes": Chance("coin", {"won": (0.5, 3), "lost": ("rest", -2)}), "no": 0})
    with pytest.raises(BudgetError, match="more than 1 strategies"):
        decision_rule(AttitudeProblem(TreeProblem(even, optimum="max"), "logarithmic", "w"), "w")


def test_the_command_line_gives_an_attitude_to_any_file(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    tree = Decision("bet?", {"yes": Chance("coin", {"won": (0.5, 3), "lost": ("rest", -2)}), "no": 0})
    Path("bet.toml").write_text(dump(TreeProblem(tree, optimum="max")))
    assert main(["solve", "bet.toml", "--attitude", "logarithmic w", "--for", "w", "--json"]) == 0
    pieces = json.loads(capsys.readouterr().out)["rule"]["cases"][0]["pieces"]
    assert [(p["action"], p["to"]) for p in pieces] == [("no", "6"), ("yes", "oo")]
    assert main(["solve", "bet.toml", "--attitude", "exponential R", "--at", "R=10"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("yes: certainty equivalent 0.19")
    for text, says in [
        ("cubic", "use 'exponential' or"),
        ("exponential 2x", "write 'exponential R'"),
        ("logarithmic 300", "as --at w=300"),
    ]:
        assert main(["solve", "bet.toml", "--attitude", text]) == 2
        assert says in capsys.readouterr().err
