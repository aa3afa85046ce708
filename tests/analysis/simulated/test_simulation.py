"""Simulation: against exact integrals, against folding each draw, and what must be refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, integrate, symbols

from symdt.analysis.simulated.acceptability import acceptability
from symdt.analysis.simulated.letter_law import Law, law_of
from symdt.analysis.simulated.simulation import simulate
from symdt.errors import DomainError, FileError, TreeError
from symdt.exact.domain import Domain
from symdt.formats.problem import load_problem
from symdt.problems.belief import Belief
from symdt.problems.experiment import Experiment
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision
from symdt.problems.tree_problem import TreeProblem
from symdt.solve.fold_arrays import action_values
from symdt.solve.foldback import fold_back
from tests.random_problems import tree_problems
from tests.strategies import points

r, v = symbols("r v")
UMBRELLA = load_problem("examples/umbrella.toml")


@settings(max_examples=40, deadline=None)
@given(tree_problems(), st.data())
def test_every_draw_is_the_exact_fold(problem, data) -> None:
    many = [data.draw(points(problem.domain)) for _ in range(3)]
    letters = {s.name: [float(point[s.name]) for point in many] for s in problem.symbols}
    values = action_values(problem.tree, letters, problem.optimum)
    solved = fold_back(problem.tree, domain=problem.domain, optimum=problem.optimum)
    for i, point in enumerate(many):
        exact = [float(e) for e in solved.at({n: Rational(str(x)) for n, x in point.items()}).values.values()]
        if isinstance(problem.tree, Decision):
            assert np.allclose(values[min(i, len(values) - 1)], exact, rtol=1e-9, atol=1e-9)


def test_against_the_integral() -> None:
    """r ~ Beta(2, 3): P(take) and the expected loss of deciding now are integrals of polynomials."""
    answer = simulate(UMBRELLA, {"r": Law("beta", 2, 3)}, draws=200_000)
    share = 1 - float(Rational(37248, 50625))  # 1 - F(8/15)
    assert abs(answer.optimal["take"] - share) < 5 * answer.optimal_error["take"]
    assert abs(answer.loss_now - 9604 / 1875) < 5 * answer.loss_now_error
    assert answer.action == "leave"
    assert abs(answer.means["take"] - (20 + 50 * 0.4)) < 0.2
    assert sum(answer.optimal.values()) == pytest.approx(1)


def test_the_same_seed_gives_the_same_answer() -> None:
    one, two = (simulate(UMBRELLA, {"r": Law("beta", 2, 3)}, draws=500, seed=3) for _ in range(2))
    assert (one.values == two.values).all()
    other = simulate(UMBRELLA, {"r": Law("beta", 2, 3)}, draws=500, seed=4)
    assert (one.values != other.values).any()


def test_certainty_loses_nothing() -> None:
    answer = simulate(UMBRELLA, {"r": 0.3}, draws=100)
    assert answer.loss_now == 0
    assert answer.optimal == {"take": 0, "leave": 1}
    assert "leave is optimal in 100.0%" in str(answer)


def test_dependent_letters_are_drawn_together() -> None:
    a, b, c = symbols("a b c")
    tree = Decision("d", {"x": a + 2 * b, "y": 3 * c})
    problem = TreeProblem(tree, Domain("a >= 0", "b >= 0", "c >= 0"), "max")
    answer = simulate(problem, {("a", "b", "c"): Law("dirichlet", [1, 2, 3])}, draws=20_000)
    total = sum(answer.letters[n] for n in "abc")
    assert np.allclose(total, 1)
    assert abs(answer.means["x"] - (1 / 6 + 4 / 6)) < 0.01
    mixed = simulate(
        problem,
        {("a", "b"): lambda chance, n: chance.uniform(0, 1, (n, 2)), "c": np.full(100, 0.5)},
        draws=100,
    )
    assert mixed.draws == 100


def test_draws_outside_the_domain_are_refused_or_drawn_again() -> None:
    with pytest.raises(DomainError, match="truncate=True"):
        simulate(UMBRELLA, {"r": Law("normal", 0.5, 0.5)}, draws=1000)
    answer = simulate(UMBRELLA, {"r": Law("normal", 0.5, 0.5)}, draws=1000, truncate=True)
    assert answer.refused > 0
    assert answer.draws == 1000
    assert ((answer.letters["r"] > 0) & (answer.letters["r"] < 1)).all()
    with pytest.raises(DomainError, match="too few"):
        simulate(UMBRELLA, {"r": Law("normal", 50, 0.5)}, draws=10, truncate=True)


def test_an_experiment_is_used_as_well() -> None:
    problem = load_problem("examples/oil_wildcatter_letters.toml")
    answer = simulate(problem, {"d": Law("beta", 5, 5), "T": 10}, draws=5000)
    assert answer.actions == ("drill", "do not drill", "seismic")
    density = 630 * v**4 * (1 - v) ** 4  # the range of d in which testing is best, by exact integration
    share = integrate(density, (v, Rational(27, 59), Rational(39, 56)))
    assert abs(answer.optimal["seismic"] - float(share)) < 5 * answer.optimal_error["seismic"]


def test_the_acceptability_curve() -> None:
    """Treat at cost v per unit of effect? The effect is normal, so the curve is its distribution function."""
    e, cost = symbols("e cost")
    problem = TreeProblem(Decision("d", {"new": v * e - cost, "old": 0}), Domain("v >= 0"), "max")
    curve = acceptability(problem, "v", [0, 1, 2, 10], {"e": Law("normal", 1, 1), "cost": 2}, draws=40_000)
    assert curve.shares["new"][0] == 0
    assert abs(curve.shares["new"][1] - 0.1587) < 0.01  # P(e > 2)
    assert abs(curve.shares["new"][2] - 0.5) < 0.01  # P(e > 1)
    assert curve.best[0] == "old"
    assert curve.best[3] == "new"
    assert all(
        a + b == pytest.approx(1) for a, b in zip(curve.shares["new"], curve.shares["old"], strict=True)
    )
    assert len(str(curve).splitlines()) == 5


def test_a_shared_node_is_folded_once_and_right() -> None:
    below = Decision("later", {"a": r, "b": 1 - r})
    tree = Decision(
        "first", {"x": Chance("c", {"u": (r, below), "d": ("rest", below)}), "y": below, "z": 0.25}
    )
    values = action_values(tree, {"r": [0.1, 0.5, 0.9]}, "max")
    assert np.allclose(values, [[0.9, 0.9, 0.25], [0.5, 0.5, 0.25], [0.9, 0.9, 0.25]])


@pytest.mark.parametrize(
    ("distributions", "message"),
    [
        ({}, "no distribution is given for 'r'"),
        ({"q": 1, "r": 0.5}, "'q' is no parameter"),
        ({"r": [0.5, 0.5]}, "expected 10 rows"),
    ],
)
def test_what_cannot_be_drawn(distributions, message) -> None:
    with pytest.raises(DomainError, match=message):
        simulate(UMBRELLA, distributions, draws=10)


def test_laws_and_limits() -> None:
    with pytest.raises(DomainError, match="did you mean 'beta'"):
        Law("betta", 1, 1)
    with pytest.raises(DomainError, match="cannot be drawn"):
        simulate(UMBRELLA, {"r": Law("beta", -1, 1)}, draws=10)
    with pytest.raises(DomainError, match="1 draw is asked for, which has no standard error: use 2"):
        simulate(UMBRELLA, {"r": 0.3}, draws=1)
    with pytest.raises(DomainError, match="draws are asked for"):
        simulate(UMBRELLA, {"r": 0.5}, draws=0)
    with pytest.raises(TreeError, match="'min' for losses"):
        action_values(UMBRELLA.tree, {"r": [0.5]}, "best")  # type: ignore[arg-type]
    with pytest.raises(DomainError, match="no value is given"):
        action_values(UMBRELLA.tree, {}, "max")
    with pytest.raises(DomainError, match="no values"):
        acceptability(UMBRELLA, "r", [], {})


def test_a_thousand_leaves_fast_enough() -> None:
    """The benchmark's tree at a tenth of its draws: right against plain Python, and many times faster."""
    from benchmarks.evaluate import best
    from benchmarks.simulation import LAWS, plain_fold, tree_of

    tree = tree_of(1000)
    problem = TreeProblem(tree, Domain("0 <= p <= 1", "0 <= q <= 1", "h >= 0", "k >= 0"), "min")
    answer = simulate(problem, LAWS, draws=10_000)
    fold = plain_fold(tree)
    rows = list(zip(*(answer.letters[n][:20].tolist() for n in "pqhk"), strict=True))
    assert np.allclose([fold(*x) for x in rows], answer.values[:20])
    slow = best(lambda: [fold(*x) for x in rows], 1) * 10_000 / 20
    assert slow > 10 * best(lambda: action_values(tree, answer.letters, "min"), 2)


def test_a_posterior_after_what_cannot_happen_counts_for_nothing() -> None:
    """At d = 0 and d = 1 a test without error has an outcome of probability 0, and a posterior of 0/0."""
    loss = LossTable.zero_one(["a", "b"])
    test = Experiment("test", {"a": {"+": 1, "-": 0}, "b": {"+": 0, "-": 1}})
    problem = DecisionProblem(loss, Belief({"a": r, "b": "rest"}), Domain("0 <= r <= 1"), (test,))
    answer = simulate(problem, {"r": [0.0, 0.5, 1.0]}, draws=3)
    assert answer.values.tolist() == [[1, 0, 0], [0.5, 0.5, 0], [0, 1, 0]]


def test_a_law_may_be_a_text_as_in_a_file() -> None:
    r = symbols("r")
    table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    told, made = (simulate(problem, {"r": law}, draws=500) for law in ("beta(2, 3)", Law("beta", 2, 3)))
    assert told == made
    with pytest.raises(FileError, match="the law of 'r' is 'often': write one such as 'beta"):
        simulate(problem, {"r": "often"}, draws=500)


def test_names_of_laws_may_begin_with_a_capital_and_gamma_says_what_its_second_parameter_is() -> None:
    assert law_of("p", "Beta(2, 5)") == law_of("p", "beta(2, 5)") == Law("beta", 2.0, 5.0)
    with pytest.raises(FileError, match=r"Gamma\(shape, rate\) is a law of \[belief\].*the scale is 1/rate"):
        law_of("h", "Gamma(3, 2)")
    drawn = law_of("h", "gamma(3, 2)").draw(np.random.default_rng(1), 200_000)
    assert abs(drawn.mean() - 6) < 5 * drawn.std() / 200_000**0.5
    with pytest.raises(DomainError, match=r"beta\(2\).*its parameters are a, b"):
        Law("beta", 2).draw(np.random.default_rng(1), 10)
