"""Rules along a letter of the probabilities under a utility: brute force at many points, exact ends, refusals in one line."""

from __future__ import annotations

import random
from fractions import Fraction
from math import exp, log

import pytest
from sympy import Rational, symbols

from symdt import Belief, DecisionProblem, Domain, Exponential, Logarithmic, LossTable
from symdt.analysis.attitude.chance_rule import chance_rule
from symdt.cli import main
from symdt.errors import DomainError

p, q = symbols("p q")


def table(rows, optimum="max") -> DecisionProblem:
    names = [f"a{i}" for i in range(len(rows[0]))]
    return DecisionProblem(
        LossTable(["x", "y", "z"], names, rows, optimum),
        Belief({"x": p / 2, "y": Rational(1, 3), "z": "rest"}),
        Domain("0 < p < 1"),
    )


@pytest.mark.parametrize("optimum", ["max", "min"])
def test_no_other_action_is_better_anywhere(optimum) -> None:
    chance, sign = random.Random(3), {"max": 1, "min": -1}[optimum]
    for _ in range(12):
        rows = [[chance.randint(-9, 9) for _ in range(4)] for _ in range(3)]
        for utility, felt in (
            (Logarithmic(10), lambda x: log(10 + x)),
            (Exponential(Rational(7, 2)), lambda x: -exp(-x / 3.5)),
        ):
            rule = chance_rule(table(rows, optimum), "p", utility)
            for n in range(1, 40):
                x = Fraction(n, 40)
                weights = [float(x) / 2, 1 / 3, 2 / 3 - float(x) / 2]
                worth = {
                    f"a{j}": sum(w * felt(sign * rows[i][j]) for i, w in enumerate(weights)) for j in range(4)
                }
                assert worth[rule.at(Rational(n, 40))] == pytest.approx(max(worth.values()), abs=1e-12)


def test_a_threshold_is_told_exactly_and_a_tie_of_all_is_one() -> None:
    """(w + 8)^p w^(1-p) against w + 2 at w = 1: 9^p = 3, so p = 1/2, though both sides are logarithms."""
    bet = LossTable(["x", "y"], ["bet", "sure"], [[8, 2], [0, 2]], "max")
    problem = DecisionProblem(bet, Belief({"x": p, "y": "rest"}), Domain("0 < p < 1"))
    rule = chance_rule(problem, p, Logarithmic(1))
    assert rule.thresholds == (Rational(1, 2),)
    assert rule.is_exact
    same = chance_rule(table([[1, 1], [2, 2], [3, 3]]), p, Exponential(5))
    assert [a for a, _, _ in same.pieces] == ["a0"]


def test_what_is_not_taken_is_said() -> None:
    two = DecisionProblem(
        LossTable(["x", "y"], ["a", "b"], [[q, 1], [0, 1]], "max"),
        Belief({"x": p, "y": "rest"}),
        Domain("0 < p < 1", "q > 0"),
    )
    with pytest.raises(DomainError, match="the letter 'q' is free too"):
        chance_rule(two, "p", Logarithmic(10))
    with pytest.raises(DomainError, match="the wealth after -9 is '-8'"):
        chance_rule(table([[-9, 1], [1, 1], [1, 1]]), "p", Logarithmic(1))
    curved = DecisionProblem(
        LossTable(["x", "y"], ["a", "b"], [[3, 1], [0, 1]], "max"),
        Belief({"x": p**2, "y": "rest"}),
        Domain("0 < p < 1"),
    )
    with pytest.raises(DomainError, match="not affine in p"):
        chance_rule(curved, "p", Logarithmic(10))


def test_the_command_tells_it(capsys, tmp_path) -> None:
    file = tmp_path / "stall.toml"
    file.write_text(
        '[parameters]\np = "0 < p < 1"\n[belief]\nsun = "p"\nrain = "rest"\n'
        '[utility]\nactions = ["stall", "stay"]\nsun = ["50", "10"]\nrain = ["-20", "10"]\n'
    )
    assert main(["solve", str(file), "--attitude", "exponential R", "--for", "p", "--at", "R=40"]) == 0
    assert "stay  if 0 < p < 0.638607" in capsys.readouterr().out
    assert main(["solve", str(file), "--attitude", "logarithmic w", "--for", "p"]) == 2
    assert "fix the wealth and solve for it" in capsys.readouterr().err
