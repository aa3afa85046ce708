"""Plans against all of them written out: later decisions do not know the letters that are drawn."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Rational, lambdify, symbols

from symdt.analysis.simulated import planned as planning
from symdt.analysis.simulated.letter_law import Law
from symdt.analysis.simulated.simulation import simulate
from symdt.exact.domain import Domain
from symdt.formats.problem import load_problem
from symdt.problems.tree import Chance, Decision, Tree, Value
from symdt.problems.tree_problem import TreeProblem
from tests.random_problems import tree_problems
from tests.strategies import points

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
    assume(np.prod([len(b) for b in below]) <= 500)
    return [sum(p * own for p, own in zip(chances, chosen, strict=True)) for chosen in product(*below)]


@settings(max_examples=40, deadline=None)
@given(tree_problems(), st.data())
def test_the_best_plan_is_the_best_of_all(problem, data) -> None:
    assume(problem.symbols)
    many = [data.draw(points(problem.domain)) for _ in range(4)]
    letters = {s.name: np.array([float(point[s.name]) for point in many]) for s in problem.symbols}
    answer = simulate(problem, letters, draws=4)
    best = max if problem.optimum == "max" else min
    plans = plans_of(problem.tree, letters)
    assert np.isclose(answer.means[answer.action], best(float(own.mean()) for own in plans))
    perfect = getattr(np, best.__name__)(np.array(plans), axis=0)
    assert np.isclose(answer.loss_now, abs(perfect.mean() - best(own.mean() for own in plans)))


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
