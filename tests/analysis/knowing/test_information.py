"""The value of information: laws on random problems, proofs, and a second road to every number."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols

from symdt.analysis.knowing.information import evpi, evppi, evsi, learning, merged, worth_of_all
from symdt.analysis.knowing.sampling import sample_value, sampling_experiment
from symdt.analysis.knowing.stopping import stopping
from symdt.errors import BudgetError, TableError
from symdt.exact.domain import Domain
from symdt.exact.field import equal
from symdt.exact.polynomial import to_number, to_rational
from symdt.exact.proof import prove
from symdt.exact.verdict import Proved
from symdt.problems.belief import Belief
from symdt.problems.experiment import Experiment
from symdt.problems.loss import LossTable
from symdt.problems.models.model import Model
from symdt.problems.table import DecisionProblem
from symdt.problems.tree_problem import to_tree
from symdt.solve.foldback import fold_back
from symdt.solve.risk import bayes_risk
from tests.random_problems import table_problems
from tests.strategies import points

p, q, s, f, h, k = symbols("p q s f h k")
LABELS = {"min": min, "max": max}


def brute_force(problem: DecisionProblem, experiment: Experiment, point) -> Rational:
    """EVSI at a point by Bayes' rule: posterior, best action after each outcome, average."""
    fixed = problem.at(point) if point else problem
    exact = {symbol: to_rational(to_number(v)) for symbol, v in ((s, point[s.name]) for s in problem.symbols)}
    best = LABELS[problem.optimum]
    prior = best(
        sum(fixed.belief[state] * fixed.loss.column(a)[state] for state in fixed.loss.states)
        for a in fixed.loss.actions
    )
    after = 0
    for outcome in experiment.outcomes:
        likelihood = {state: e.subs(exact) for state, e in experiment.of(outcome).items()}
        chance = fixed.belief.evidence(likelihood)
        if chance == 0:
            continue
        posterior = fixed.belief.condition(likelihood)
        after += chance * best(
            sum(posterior[state] * fixed.loss.column(a)[state] for state in fixed.loss.states)
            for a in fixed.loss.actions
        )
    return abs(prior - after)


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_information_never_hurts(data) -> None:
    """0 <= EVSI <= EVPI at a random point, EVSI by another road, and net is gross less cost."""
    problem = data.draw(table_problems().filter(lambda x: bool(x.experiments)))
    point = data.draw(points(problem.domain))
    perfect = evpi(problem)
    assert perfect.at(point) >= 0
    for experiment in problem.experiments:
        value = evsi(problem, experiment)
        assert 0 <= value.at(point) <= perfect.at(point)
        assert value.at(point) == brute_force(problem, experiment, point)
        cost = experiment.cost.subs({s: to_rational(to_number(point[s.name])) for s in problem.symbols})
        assert value.net_at(point) == value.at(point) - cost
        # the expression says the same, read by SymPy
        exact = {s: Rational(str(point[s.name])) for s in problem.symbols}
        assert value.expression.xreplace(exact) == value.at(point)


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_pieces_and_useless_regions_agree_with_the_value(data) -> None:
    problem = data.draw(table_problems().filter(lambda x: bool(x.experiments) and len(x.loss.actions) < 4))
    value = evsi(problem, problem.experiments[0])
    pieces, useless, idle = value.pieces, value.useless, value.not_worth_its_cost
    for _ in range(4):
        point = data.draw(points(problem.domain))
        numbers = problem.domain.field.values(point)
        exact = {s: Rational(str(point[s.name])) for s in problem.symbols}
        here = [w for w in pieces if w.part.holds(numbers)]
        assert here  # the parts cover the domain
        assert all(w.value.xreplace(exact) == value.at(point) for w in here)
        assert (value.at(point) == 0) == any(part.holds(numbers) for part in useless)
        assert (value.net_at(point) <= 0) == any(part.holds(numbers) for part in idle)


@settings(max_examples=5, deadline=None)
@given(table_problems().filter(lambda x: bool(x.experiments) and len(x.loss.actions) < 4))
def test_the_laws_are_proved_or_left_open_but_never_refuted(problem) -> None:
    perfect = evpi(problem).expression
    sampled = evsi(problem, problem.experiments[0]).expression
    for statement in (perfect >= 0, sampled >= 0, sampled <= perfect):
        if statement in (True, False) or not hasattr(statement, "free_symbols"):
            assert statement
            continue
        verdict = prove(statement, problem.domain, seconds=1)
        assert isinstance(verdict, Proved) or str(verdict).startswith("undecided")


def test_the_laws_proved_for_a_test_in_letters() -> None:
    """Two states, two actions, prior, sensitivity, specificity and losses all letters."""
    loss = LossTable.zero_l(["well", "ill"], false=h, missed=k)
    domain = Domain("0 < p < 1", "0 < s < 1", "0 < f < 1", "h > 0", "k > 0")
    problem = DecisionProblem(loss, Belief({"well": "rest", "ill": p}), domain)
    test = Experiment("test", {"well": {"+": f, "-": "rest"}, "ill": {"+": s, "-": "rest"}})
    perfect, sampled = evpi(problem).expression, evsi(problem, test).expression
    for statement in (perfect >= 0, sampled >= 0, sampled <= perfect):
        assert isinstance(prove(statement, problem.domain), Proved)


def test_the_fold_of_the_whole_tree_is_the_other_road() -> None:
    """The optimum with a free experiment on offer is the prior optimum improved by EVSI."""
    loss = LossTable(["a", "b", "c"], ["x", "y", "z"], [[0, 2, 5], [4, 0, 3], [6, 4, 0]])
    belief = Belief({"a": p, "b": (1 - p) / 3, "c": "rest"})
    look = Experiment(
        "look", {"a": {"0": 0.7, "1": "rest"}, "b": {"0": 0.4, "1": "rest"}, "c": {"0": 0.1, "1": "rest"}}
    )
    problem = DecisionProblem(loss, belief, Domain("0 < p < 1"), (look,))
    plain = DecisionProblem(loss, belief, Domain("0 < p < 1"))
    solved = fold_back(to_tree(problem, data=False), domain=problem.domain)
    value = evsi(problem, "look")
    for i in range(1, 20):
        x = Rational(i, 20)
        assert solved.at(p=x).value == bayes_risk(plain, p=x) - value.at(p=x)


def test_learning_a_variable_is_between_nothing_and_everything() -> None:
    states = ["wet,warm", "wet,cold", "dry,warm", "dry,cold"]
    loss = LossTable(states, ["in", "out", "swim"], [[4, 10, 3], [4, 12, 9], [6, 0, 1], [6, 4, 8]])
    belief = Belief({states[0]: p / 2, states[1]: p / 2, states[2]: (1 - p) / 2, states[3]: "rest"})
    problem = DecisionProblem(loss, belief, Domain("0 < p < 1"))
    rain, warmth, both = evppi(problem, 0), evppi(problem, 1), evpi(problem)
    for i in range(1, 10):
        x = Rational(i, 10)
        assert 0 <= rain.at(p=x) <= both.at(p=x)
        assert 0 <= warmth.at(p=x) <= both.at(p=x)
    assert isinstance(prove(rain.expression <= both.expression, problem.domain), Proved)
    named = evppi(problem, {x: x.split(",")[0] for x in states}, name="rain")
    assert named.expression == rain.expression
    assert evppi(problem, lambda x: x.split(",")[1]).expression == warmth.expression
    # the state itself as a variable is perfect information; a constant is worth nothing
    assert evppi(problem, lambda x: x).expression == both.expression
    assert evppi(problem, lambda x: "same").at(p="1/3") == 0
    with pytest.raises(TableError, match="component 2"):
        evppi(problem, 2)
    with pytest.raises(TableError, match="no value in state"):
        learning(problem, {"wet,warm": 1})


def test_names_and_json() -> None:
    loss = LossTable.zero_one(["a", "b"])
    look = Experiment("look", {"a": {"0": 0.7, "1": "rest"}, "b": {"0": 0.4, "1": "rest"}}, cost=h)
    problem = DecisionProblem(loss, Belief({"a": p, "b": "rest"}), Domain("0 < p < 1", "h > 0"), (look,))
    both = worth_of_all(problem)
    assert list(both) == ["perfect information", "look"]
    record = both["look"].to_json()
    assert record["cost"] == "h"
    assert record["pieces"][0]["value"]
    assert {part["action"] for part in record["useless"]} == {"choose a", "choose b"}
    with pytest.raises(TableError, match="did you mean 'look'"):
        evsi(problem, "looks")
    piecewise = both["look"].to_piecewise()
    for i in range(1, 12):
        assert piecewise.subs(p, Rational(i, 12)) == both["look"].at(p=Rational(i, 12), h=1)


def test_merging_outcomes_loses_nothing() -> None:
    loss = LossTable(["a", "b"], ["x", "y", "z"], [[0, 3, 1], [5, 0, 2]])
    problem = DecisionProblem(loss, Belief({"a": p, "b": "rest"}), Domain("0 < p < 1"))
    ball = {"a": Fraction(2, 5), "b": Fraction(9, 10)}
    rows = {
        state: {"rr": r * r, "rb": r * (1 - r), "br": (1 - r) * r, "bb": (1 - r) ** 2}
        for state, r in ball.items()
    }
    two = Experiment("two", rows)
    assert merged(two).outcomes == ("rr", "rb|br", "bb")
    assert merged(two, short=True).outcomes == ("rr", "rb (and 1 like it)", "bb")
    for i in range(1, 10):
        x = Rational(i, 10)
        assert evsi(problem, two).at(p=x) == evsi(problem, merged(two)).at(p=x)


# --- samples of n cases (Example 1) --------------------------------------------------------------

MODELS = {"M0": Model(), "M1": Model(["X2 -> X1"])}
BINARY = {"X1": (0, 1), "X2": (0, 1)}


@pytest.fixture(scope="module")
def values():
    problem = DecisionProblem(
        LossTable.zero_l(["M0", "M1"], false=1, missed=2),
        Belief({"M0": "rest", "M1": p}),
        Domain("0 < p < 1"),
    )
    return problem, [sample_value(problem, MODELS, BINARY, n) for n in range(5)]


def test_more_cases_are_worth_more(values) -> None:
    problem, worths = values
    perfect = evpi(problem)
    for i in range(1, 20):
        x = Rational(i, 20)
        series = [w.at(p=x) for w in worths]
        assert series == sorted(series)
        assert series[0] == series[1] == 0
        assert series[-1] <= perfect.at(p=x)
    assert isinstance(prove(worths[2].expression <= worths[3].expression, problem.domain), Proved)


def test_two_cases_by_hand() -> None:
    """With 0-1 loss at p = 1/2 the value is half the distance in variation of the two evidences: 1/16."""
    problem = DecisionProblem(
        LossTable.zero_one(["M0", "M1"]), Belief({"M0": "rest", "M1": p}), Domain("0 < p < 1")
    )
    assert sample_value(problem, MODELS, BINARY, 2).at(p="1/2") == Rational(1, 16)
    rows = sampling_experiment(MODELS, BINARY, 3).likelihood
    assert all(equal(sum(row.values()), 1) for row in rows.values())  # the corrected evidence sums to 1


def test_a_letter_for_the_precision() -> None:
    a = symbols("a")
    problem = DecisionProblem(
        LossTable.zero_one(["M0", "M1"]), Belief({"M0": Rational(1, 2), "M1": "rest"}), Domain("a > 0")
    )
    value = sample_value(problem, MODELS, BINARY, 2, alpha=a)
    assert value.at(a=1) == Rational(1, 16)
    assert isinstance(prove(value.expression >= 0, value.domain), Proved)


def test_sequential_sampling_against_fixed_samples(values) -> None:
    """Without a price sampling to the end is optimal; with one, stopping early is at least as good as any fixed n."""
    problem, worths = values
    point = problem.at({"p": Rational(1, 3)})
    free = stopping(point, MODELS, BINARY, 3, price=0)
    assert free.at_once - free.value == worths[3].at(p="1/3")
    price = Rational(1, 200)
    paid = stopping(point, MODELS, BINARY, 4, price=price)
    assert paid.gain >= max(worths[n].at(p="1/3") - n * price for n in range(5))
    assert dict(paid.plan)["0 0 0 0"] == "sample"
    dear = stopping(point, MODELS, BINARY, 4, price=1)
    assert dear.gain == 0
    assert len(dear.plan) == 1
    with pytest.raises(TableError, match="letter"):
        stopping(problem, MODELS, BINARY, 2, price=1)
    with pytest.raises(BudgetError):
        sampling_experiment(MODELS, BINARY, 1000)
    with pytest.raises(TableError, match="disagree"):
        sample_value(problem, {"M0": Model()}, BINARY, 1)
