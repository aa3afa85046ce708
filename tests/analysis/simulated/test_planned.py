"""Plans against all of them written out: later decisions do not know the letters that are drawn."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from sympy import Rational, lambdify, symbols

from symdt.analysis.simulated import planned as planning
from symdt.analysis.simulated.letter_law import Law
from symdt.analysis.simulated.simulation import simulate
from symdt.exact.domain import Domain
from symdt.formats.problem import load_problem
from symdt.problems.tree import Chance, Decision, Tree, Value
from symdt.problems.tree_problem import TreeProblem

r, c = symbols("r c")
OIL = "examples/catalogue/hillier_lieberman_goferbroke.toml"


def plans_of(node: Tree, letters: dict[str, Any]) -> list[Any]:
    """What every plan is worth in every draw: a choice for each decision of each way."""

    def number(e: Any) -> Any:
        return lambdify(list(letters), e)(*letters.values()) + np.zeros(len(next(iter(letters.values()))))

    if isinstance(node, Value):
        return [number(node.value)]
    below = [
        [number(paid) + own for own in plans_of(child, letters)]
        for child, paid in zip(node.children(), node.payoffs, strict=True)
    ]
    if isinstance(node, Decision):
        return [own for branch in below for own in branch]
    chances = [number(p) for _, p, _ in node.branches]
    return [sum(p * own for p, own in zip(chances, chosen, strict=True)) for chosen in product(*below)]


def tree_of(chance: random.Random, depth: int) -> Tree:
    """Decisions and chances in turn, with letters in probabilities, in values and in what branches pay."""

    def amount() -> Any:
        return chance.randint(-9, 9) + chance.randint(-9, 9) * r + chance.randint(-9, 9) * c

    if depth == 0:
        return Value(amount())
    below = [tree_of(chance, depth - 1) for _ in range(2)]
    if depth % 2:
        return Chance(f"n{depth}", {"x": (r, below[0], amount()), "y": ("rest", below[1])})
    return Decision(f"n{depth}", {"x": (below[0], amount()), "y": below[1]})


@pytest.mark.parametrize("optimum", ["min", "max"])
@pytest.mark.parametrize("depth", [3, 4])
def test_the_best_plan_is_the_best_of_all(depth: int, optimum: str) -> None:
    best, many, gained = (max if optimum == "max" else min), random.Random(depth), 0
    for _ in range(20):
        problem = TreeProblem(tree_of(many, depth), Domain("0 < r < 1", "0 < c < 1"), optimum)
        letters = {n: np.array([many.random() for _ in range(6)]) for n in "rc"}
        answer = simulate(problem, letters, draws=6)
        plans = np.array(plans_of(problem.tree, letters))
        found = best(plans.mean(axis=1))
        assert np.isclose(answer.means[answer.action], found)
        assert np.isclose(answer.loss_now, abs(getattr(plans, optimum)(axis=0).mean() - found))
        gained += not np.isclose(best(answer.values.mean(axis=0)), found)
    assert gained >= 5  # knowing the letters at later decisions would have been another answer


def test_the_survey_is_worth_what_it_is_at_the_mean() -> None:
    """Plans are lines in the probability of oil, so that only its mean counts: 123, as at 1/4 itself."""
    answer = simulate(load_problem(OIL), {"p": Law("beta", 1, 3), "c": 30}, draws=200_000)
    assert answer.action == "survey"
    assert abs(answer.means["survey"] - 123) < 5 * answer.planned[:, 0].std() / answer.draws**0.5
    assert (answer.values >= answer.planned - 1e-9).all()
    assert answer.values[:, 0].mean() > 140  # what it would be worth to one who knows p by then


def test_a_problem_that_begins_with_chance_has_a_loss_of_deciding_now() -> None:
    again = Decision("again?", {"yes": 2 * r - 1, "no": 0})
    problem = TreeProblem(
        Chance("coin", {"won": (r, again), "lost": ("rest", again)}), Domain("0 < r < 1"), "max"
    )
    answer = simulate(problem, {"r": np.array([0.2, 0.8])}, draws=2)
    assert answer.means["value"] == pytest.approx(0.18)  # again where it was won
    assert answer.loss_now == pytest.approx(float(Rational(6, 10) / 2) - 0.18)
    assert str(answer).startswith("2 draws: the best plan is worth 0.18\nexpected loss of deciding now 0.12")


def test_plans_that_are_too_many_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "MAX_NUMBERS", 10)
    answer = simulate(load_problem(OIL), {"p": Law("beta", 1, 3), "c": 30}, draws=100)
    assert not answer.is_planned
    assert "as if the letters were known by then" in str(answer)
    assert simulate(load_problem("examples/umbrella.toml"), {"r": 0.3}, draws=100).is_planned
