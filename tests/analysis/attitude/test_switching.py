"""Attitudes to risk in files and on the command line; switches proved in balls, against exact and plain numbers."""

from __future__ import annotations

import json
from math import exp, log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational

from symdt import (
    AttitudeProblem,
    Belief,
    Chance,
    Decision,
    DecisionProblem,
    LossTable,
    TreeProblem,
    load_problem,
    one_way,
    switching_tolerances,
    tolerance_rule,
)
from symdt.analysis.attitude.switching import best_at
from symdt.cli import main
from symdt.errors import BudgetError, DomainError, SymdtError
from symdt.formats.problem import dump, loads

PARTY = "examples/catalogue/howard_party_tolerance.toml"


def bet(win: int, lose: int, sure: int) -> DecisionProblem:
    table = LossTable(["w", "l"], ["bet", "sure"], [[win, sure], [lose, sure]], "max")
    return DecisionProblem(table, Belief({"w": Rational(1, 2), "l": "rest"}))


@given(st.integers(1, 30), st.integers(-30, 0), st.integers(-5, 12))
@settings(max_examples=40, deadline=None)
def test_the_enclosure_holds_the_exact_switch(win: int, lose: int, sure: int) -> None:
    problem = bet(win, lose, sure)
    exact = tolerance_rule(problem)
    found = switching_tolerances(problem, digits=15)
    assert len(found.switches) == len(exact.thresholds)
    for switch, end in zip(found.switches, exact.thresholds, strict=True):
        assert switch.low < end < switch.high

        def loss(rho: float, amounts: list[int]) -> float:
            return sum(0.5 * exp(-x / rho) for x in amounts)

        low, high = float(switch.low) * 0.99, float(switch.high) * 1.01
        assert (loss(low, [win, lose]) > loss(low, [sure, sure])) == (switch.before == "sure")
        assert (loss(high, [win, lose]) < loss(high, [sure, sure])) == (switch.after == "bet")


def test_any_digits() -> None:
    party = load_problem(PARTY).money
    switch = switching_tolerances(party, digits=60).switches[0]
    assert switch.high - switch.low <= Rational(283, 10**60)
    assert best_at(party.tree, 1, switch.low) == {"ν1": "indoors"}
    assert best_at(party.tree, 1, switch.high) == {"ν1": "porch"}
    # y = exp(-10/R) is the root of the polynomial that the exact rule finds
    exact = tolerance_rule(party).thresholds[0]
    assert abs(exact.evalf(70) - switch.low) < Rational(1, 10**55)


def test_amounts_of_many_units_are_proved_too() -> None:
    """Beyond 64 units the older rule was numeric; the enclosure is proved, and says what it does not know."""
    problem = bet(10_007, -9_001, 3)
    found = switching_tolerances(problem, digits=20)
    (switch,) = found.switches
    assert not found.is_complete
    assert best_at(problem.tree, 1, switch.low) == {"ν1": "sure"}
    assert best_at(problem.tree, 1, switch.high) == {"ν1": "bet"}
    assert switch.high - switch.low < Rational(1, 10**14)


def test_no_switch() -> None:
    found = switching_tolerances(bet(1, 0, 5))
    assert found.switches == ()
    assert str(found) == "sure for every tolerance"


def test_payoffs_and_losses() -> None:
    """What a branch pays counts as an amount; losses are amounts with the other sign."""
    tree = Decision("d", {"bet": (Chance("c", {"w": (Rational(1, 2), 20), "l": ("rest", -10)}), -1), "no": 0})
    paid = switching_tolerances(TreeProblem(tree, None, "max"), digits=10).switches[0]
    loss = Decision("d", {"bet": Chance("c", {"w": (Rational(1, 2), -19), "l": ("rest", 11)}), "no": 0})
    other = switching_tolerances(TreeProblem(loss, None, "min"), digits=10).switches[0]
    assert paid.low < other.high
    assert other.low < paid.high


def test_the_problem_in_y_agrees_with_the_tolerance() -> None:
    problem = load_problem(PARTY)
    assert isinstance(problem, AttitudeProblem)
    assert loads(dump(problem)) == problem
    (end,) = one_way(problem, "y", {"y": Rational(1, 2)}).thresholds
    y = float(end.evalf(20))
    switch = switching_tolerances(problem.money, digits=15).switches[0]
    assert abs(-float(problem.unit) / log(y) - float(switch.low)) < 1e-9
    with pytest.raises(DomainError, match="use 'exponential' or 'logarithmic'"):
        AttitudeProblem(problem.money, "careless")
    taken = loads(
        dump(problem)
        .replace('tolerance = "R"', "")
        .replace('attitude = "exponential"', "")
        .replace("[belief]", '[parameters]\nwealth = "wealth > 0"\n[belief]', 1)
    )
    with pytest.raises(DomainError, match="is a letter of the problem already"):
        AttitudeProblem(taken, "logarithmic")


def test_the_command(capsys, tmp_path) -> None:
    assert main(["solve", PARTY, "--for", "R", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["complete"] is True
    assert (
        Rational(found["switches"][0]["from"])
        < Rational("282.497606936404881")
        < Rational(found["switches"][0]["to"])
    )
    assert main(["solve", PARTY, "--at", "R=1000"]) == 0
    assert "porch: certainty equivalent" in capsys.readouterr().out
    assert main(["solve", PARTY, "--for", "p"]) == 2
    assert "solve for R" in capsys.readouterr().err
    assert main(["solve", PARTY, "--at", "q=1"]) == 2
    assert "is no letter of the problem" in capsys.readouterr().err
    merchant = tmp_path / "merchant.toml"
    merchant.write_text(
        'title = "Bernoulli"\n[belief]\nsafe = "19/20"\nlost = "rest"\n[utility]\nattitude = "logarithmic"\nwealth = "w"\n'
        'actions = ["insure", "risk it"]\nsafe = ["9200", "10000"]\nlost = ["9200", "0"]\n'
    )
    assert main(["solve", str(merchant), "--for", "w"]) == 0
    assert "5042.43" in capsys.readouterr().out
    assert main(["solve", str(merchant), "--at", "w=1000"]) == 0
    assert "insure" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"exponential"', '"careless"', "use 'exponential' or 'logarithmic'"),
        ('tolerance = "R"', 'tolerance = "2R"', "give the name of a letter"),
        ('tolerance = "R"', 'wealth = "R"', "row 'wealth'"),
    ],
)
def test_what_is_refused(old: str, new: str, words: str) -> None:
    with open(PARTY) as file:
        text = file.read()
    with pytest.raises(SymdtError) as caught:
        loads(text.replace(old, new))
    assert words in str(caught.value)
    with pytest.raises(BudgetError, match="use 1 to 1000"):
        switching_tolerances(bet(1, 0, 0), digits=0)


BET = """
[parameters]
g = "g > 0"
s = "s > 0"
q = "0 < q < 1"
[belief]
won = "q"
lost = "rest"
[utility]
attitude = "logarithmic"
wealth = "w"
actions = ["bet", "keep"]
won = ["g", "0"]
lost = ["-s", "0"]
"""


def test_logarithmic_utility_with_letters_in_the_amounts(capsys, tmp_path) -> None:
    """An even bet: (w + g)(w - s) against w², so that g = s w/(w - s); letters of probabilities are fixed first."""
    file = tmp_path / "bet.toml"
    file.write_text(BET)
    assert main(["solve", str(file), "--for", "g", "--at", "q=1/2", "--certify"]) == 0
    out = capsys.readouterr().out
    assert "keep  if 0 < g <= s*w/(w - s)" in out
    assert "proved" in out
    assert main(["solve", str(file), "--for", "w", "--at", "q=1/2,g=3,s=2"]) == 0
    assert "bet  if w > 6" in capsys.readouterr().out
    assert main(["solve", str(file), "--for", "g", "--at", "q=2/3,s=2,w=3", "--digits", "3"]) == 0
    assert "(g from 2.196)" in capsys.readouterr().out  # (3 + g)² = 27
    assert main(["solve", str(file), "--for", "g"]) == 2
    assert "the probability 'q' has a letter" in capsys.readouterr().err
    assert main(["value", str(file), "--at", "q=1/2"]) == 2
    assert "has logarithmic utility" in capsys.readouterr().err


def test_the_rule_along_a_tolerance_is_certified(capsys) -> None:
    assert main(["solve", PARTY, "--for", "R", "--certify"]) == 0
    out = capsys.readouterr().out
    assert "certificate of the rule in y = exp(-10/R): proved" in " ".join(out.split())
    assert main(["solve", PARTY, "--for", "R", "--certify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["certified"] is True


def test_later_decisions_switch_too() -> None:
    """What is done after an outcome changes while the first choice stays: each stretch has its whole strategy."""
    after = Decision("after", {"risk": Chance("bet", {"w": (0.5, 40), "l": ("rest", 0)}), "safe": 15})
    start = Chance("start", {"good": (0.5, after), "bad": ("rest", 5)})
    tree = TreeProblem(Decision("go?", {"go": start, "stay": 4}), optimum="max")
    found = switching_tolerances(tree, digits=8)
    (switch,) = found.switches
    assert switch.strategies == ({"go?": "go", "after": "safe"}, {"go?": "go", "after": "risk"})
    assert str(switch).startswith("go (after: safe) for tolerances up to ")
    assert best_at(tree.tree, 1, switch.low)["after"] == "safe"
    assert best_at(tree.tree, 1, switch.high)["after"] == "risk"
    # the same with amounts of many units, where the rule is numeric
    much = Decision("after", {"risk": Chance("bet", {"w": (0.5, 40_001), "l": ("rest", 0)}), "safe": 15_000})
    whole = Chance("start", {"good": (0.5, much), "bad": ("rest", 5_003)})
    (far,) = switching_tolerances(
        TreeProblem(Decision("go?", {"go": whole, "stay": 4}), optimum="max")
    ).switches
    assert far.strategies == switch.strategies
    assert abs(far.low / switch.low - 1000) < 1


@pytest.mark.parametrize(
    ("rows", "chance", "best"),
    [
        ([[4, 87, 99], [82, 78, 85]], "1/7", "c"),  # better than b in every state: floats saw no difference
        ([[-18, 95, 6], [26, -18, -21]], "1/2", "b"),  # as bad as a at worst, and better than it else
    ],
)
def test_what_floats_do_not_see_is_found_in_balls(rows: list[list[int]], chance: str, best: str) -> None:
    """Outcomes of many units: at small tolerances every expected exponential is 0, or the same, to sixteen digits."""
    table = LossTable(["s", "t"], ["a", "b", "c"], rows, "max")
    problem = DecisionProblem(table, Belief({"s": Rational(chance), "t": "rest"}))
    found = switching_tolerances(problem)
    assert (found.best, found.switches) == (best, ())
    assert [piece[0] for piece in tolerance_rule(problem).pieces] == [best]
