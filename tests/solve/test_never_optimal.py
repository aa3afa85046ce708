"""Never optimal: the actions that attain the optimum nowhere, in rules and in regions."""

from __future__ import annotations

from sympy import Max, Rational, symbols

from benchmarks._stress_problems import make
from benchmarks.engine_stress import question
from symdt import (
    Belief,
    Decision,
    DecisionProblem,
    Domain,
    LossTable,
    Proved,
    Value,
    certify,
    decision_regions,
    decision_rule,
)
from symdt.problems.experiment import Experiment
from symdt.problems.tree_problem import TreeProblem

p, h, k = symbols("p h k")


def test_an_experiment_is_lost_with_the_last_of_its_strategies_only():
    """With a kink each strategy is told by itself: test with + -> y, - -> x is the best where p = 1/2, h = 2: 4/25."""
    loss = LossTable(["A", "B"], ["x", "y"], [[Max(h, 1), 0], [0, 1]])
    rows = {"A": {"+": Rational(9, 10), "-": "rest"}, "B": {"+": Rational(1, 10), "-": "rest"}}
    test = Experiment("test", rows, cost=Rational(1, 100))
    belief = Belief({"A": p, "B": "rest"})
    regions = decision_regions(DecisionProblem(loss, belief, Domain("0 < p < 1", "0 < h < 3"), (test,)))
    assert "test" in regions.to_json()["regions"]
    assert regions.never_optimal == ()
    dear = Experiment("test", rows, cost=1)
    regions = decision_regions(DecisionProblem(loss, belief, Domain("0 < p < 1", "0 < h < 3"), (dear,)))
    assert regions.never_optimal == ("test",)


def test_an_action_that_folding_back_could_not_leave_out_is_said_to_be_optimal_nowhere():
    """On the ball x - z = h*k + 5/2 - p*(k**2 + 3*k*p + 3)/2 is positive: of few seconds the solver does not see it."""
    values = {"x": h * k + Rational(3, 2), "z": k**2 * p / 2 + 3 * k * p**2 / 2 + 3 * p / 2 - 1}
    tree = Decision("d", {name: Value(value) for name, value in values.items()})
    answer = decision_rule(TreeProblem(tree, Domain("p**2 + h**2 + k**2 <= 1")), p, seconds=2)
    assert answer.never_optimal == ("x",)


def test_a_quotient_that_is_cancelled_in_the_rule_is_so_in_its_certificate():
    """p**2/(p**2 + p**2*h**2) is 1/(1 + h**2), at p = 0 as everywhere."""
    weights = [p**2, p**2 * h**2]
    belief = Belief({str(i): w / sum(weights) for i, w in enumerate(weights)})
    table = LossTable(["0", "1"], ["a0", "a1"], [[h, 0], [0, p]])
    answer = decision_rule(DecisionProblem(table, belief, Domain("0 <= p <= 1", "0 <= h <= 1")), p)
    assert isinstance(certify(answer), Proved)


def test_what_the_solver_does_not_decide_in_time_is_decided_by_coverings(monkeypatch):
    """On a busy machine the solver's seconds, which are those of the wall, are over before it begins."""
    source, extra = question(make("every huge", 69))
    answer = decision_rule(source, "p", **extra)
    monkeypatch.setattr("symdt.exact.solver.questions._Question.check", lambda *_: (None, "no time"))
    assert answer.never_optimal == ("0", "1", "3")
