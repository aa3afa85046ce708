"""Attitude to risk and criteria without probabilities: against numbers computed another way."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, Symbol, oo, symbols

from symdt.analysis.attitude.optimal_under import information_price, optimal_under
from symdt.analysis.attitude.tolerance import to_exponential, tolerance_rule
from symdt.analysis.attitude.utility import Exponential, Logarithmic, certainty_equivalent
from symdt.analysis.attitude.wealth import wealth_rule
from symdt.analysis.criteria import hurwicz, laplace, minimax, minimax_regret, regrets
from symdt.analysis.knowing.information import evpi
from symdt.analysis.profile import RiskProfile, profiles, risk_profile
from symdt.errors import BudgetError, DomainError, ExpressionError, ProbabilityError, TreeError
from symdt.exact.domain import Domain
from symdt.exact.field import equal
from symdt.exact.verdict import Proved, Refuted
from symdt.formats.problem import load_problem
from symdt.problems.belief import Belief
from symdt.problems.experiment import Experiment
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Decision
from symdt.problems.tree_problem import TreeProblem
from symdt.solve.foldback import fold_back
from tests.random_problems import tree_problems
from tests.strategies import points

p, h, k, r, a = symbols("p h k r a")
WILDCATTER = load_problem("examples/oil_wildcatter.toml")

numbers = st.integers(-8, 8)
tables = st.integers(2, 3).flatmap(
    lambda n: st.lists(st.lists(numbers, min_size=n, max_size=n), min_size=2, max_size=3)
)


def problem_of(rows, optimum="max"):
    states = [f"s{i}" for i in range(len(rows))]
    actions = [f"a{j}" for j in range(len(rows[0]))]
    belief = Belief({s: Rational(i + 1, len(rows) * (len(rows) + 1) // 2) for i, s in enumerate(states)})
    return DecisionProblem(LossTable(states, actions, rows, optimum), belief)


# --- risk profiles --------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(tree_problems(), st.data())
def test_the_mean_of_the_profile_is_the_value_of_the_strategy(problem, data) -> None:
    solved = fold_back(problem.tree, domain=problem.domain, optimum=problem.optimum)
    alternative = data.draw(st.sampled_from(solved.alternatives))
    profile = risk_profile(problem, solved.strategy(alternative))
    assert equal(profile.mean, alternative.value.to_expr())
    point = data.draw(points(problem.domain))
    at = profile.at(point)
    assert at.cdf[-1][1] == 1
    assert at.variance >= 0
    assert at.cvar(1) == at.mean
    worst = [at.cvar(Rational(i, 10)) for i in range(1, 11)]
    assert worst == sorted(worst, reverse=at.optimum == "min")  # the less of the tail, the worse
    assert at.worst == (at.outcomes[0] if at.optimum == "max" else at.outcomes[-1])[0]


def test_a_profile_of_a_problem_with_an_experiment() -> None:
    best = {
        "first": "seismic",
        "no structure": "do not drill",
        "open structure": "drill",
        "closed structure": "drill",
    }
    profile = risk_profile(WILDCATTER, best)
    assert profile.mean == Rational(45, 2)
    assert dict(profile.outcomes) == {
        -80: Rational(1, 5),
        -10: Rational(41, 100),
        40: Rational(21, 100),
        190: Rational(9, 50),
    }
    assert profile.quantile("1/2") == -10
    assert profile.cvar("1/10") == -80
    with pytest.raises(TreeError, match="says nothing about decision"):
        risk_profile(WILDCATTER, {"first": "seismic"})


def test_profiles_that_are_none() -> None:
    with pytest.raises(ProbabilityError, match="not 1"):
        RiskProfile(((0, Rational(1, 2)),))
    with pytest.raises(ProbabilityError, match="fix it first"):
        _ = RiskProfile(((0, p), (1, 1 - p))).cdf
    with pytest.raises(ProbabilityError, match="at most 1"):
        RiskProfile(((0, 1),)).cvar(2)


def test_mean_and_variance_in_letters() -> None:
    profile = RiskProfile(((h, p), (k, 1 - p)))
    assert equal(profile.mean, h * p + k * (1 - p))
    assert equal(profile.variance, p * (1 - p) * (h - k) ** 2)
    assert equal(profile.mean_variance(a), profile.mean - a / 2 * profile.variance)
    loss = RiskProfile(((h, p), (k, 1 - p)), "min")
    assert equal(loss.mean_variance(a), loss.mean + a / 2 * loss.variance)
    assert RiskProfile(((1, p), (1, 1 - p))).outcomes == ((1, 1),)


# --- utility --------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(tables, st.sampled_from(["min", "max"]), st.sampled_from([1, 3, 10, 40]))
def test_the_tolerance_rule_is_expected_utility(rows, optimum, rho) -> None:
    problem = problem_of(rows, optimum)
    rule = tolerance_rule(problem)
    gain = 1 if optimum == "max" else -1
    states = problem.loss.states

    def disutility(action: str) -> float:
        column = problem.loss.column(action)
        return sum(float(problem.belief[s]) * math.exp(-gain * float(column[s]) / rho) for s in states)

    values = {action: disutility(action) for action in problem.loss.actions}
    chosen = rule.at(rho)
    assert values[chosen] <= min(values.values()) * (1 + 1e-9)
    numeric = optimal_under(problem, Exponential(rho))
    assert abs(values[numeric.action] - values[chosen]) <= 1e-9 * values[chosen]
    for threshold in rule.thresholds:  # both sides agree at the threshold, to thirty digits
        i = rule.thresholds.index(threshold)
        sides = [
            certainty_equivalent(profiles(problem)[rule.pieces[j][0]], Exponential(threshold))
            for j in (i, i + 1)
        ]
        assert abs((sides[0] - sides[1]).evalf(30)) < Rational(1, 10**15)


@settings(max_examples=20, deadline=None)
@given(tables, st.sampled_from([2, 5, 30]))
def test_certainty_equivalents_are_between_the_worst_and_the_mean(rows, rho) -> None:
    for profile in profiles(problem_of(rows)).values():
        sure = certainty_equivalent(profile, Exponential(rho)).evalf(30)
        assert profile.worst - Rational(1, 10**20) <= sure <= profile.mean + Rational(1, 10**20)
        sure = certainty_equivalent(profile, Logarithmic(20)).evalf(30)
        assert profile.worst - Rational(1, 10**20) <= sure <= profile.mean + Rational(1, 10**20)
    for profile in profiles(problem_of(rows, "min")).values():  # a sure loss is at least the mean loss
        assert certainty_equivalent(profile, Exponential(rho)).evalf(30) >= profile.mean - Rational(1, 10**20)


def test_utilities_and_their_inverses() -> None:
    x, rho = symbols("x rho", positive=True)
    for utility in (Exponential(rho), Logarithmic(rho)):
        assert (utility.inverse(utility(x)) - x).subs({x: 3, rho: 7}).evalf(20) < Rational(1, 10**15)
    # a letter for the tolerance stays a letter
    answer = certainty_equivalent(RiskProfile(((0, Rational(1, 2)), (10, Rational(1, 2)))), Exponential(rho))
    assert answer.free_symbols == {rho}
    assert abs(answer.subs(rho, 10**6).evalf(30) - 5) < Rational(1, 10**4)
    with pytest.raises(DomainError, match="risk tolerance"):
        certainty_equivalent(RiskProfile(((0, 1),)), Exponential(-1))
    with pytest.raises(DomainError, match="wealth after"):
        certainty_equivalent(RiskProfile(((-5, 1),)), Logarithmic(3))


def test_the_wildcatter_with_risk_aversion() -> None:
    """A tree with an experiment: thresholds in the tolerance against numeric folding on both sides."""
    rule = tolerance_rule(WILDCATTER)
    assert rule.is_exact
    assert rule.pieces[0][0] == "do not drill"  # whoever dreads every loss leaves it
    assert rule.pieces[-1][0] == "seismic"
    assert rule.pieces[-1][2] == oo
    for threshold in rule.thresholds:
        i = rule.thresholds.index(threshold)
        for side, piece in ((Rational(999, 1000), i), (Rational(1001, 1000), i + 1)):
            rho = Rational(str((threshold * side).evalf(20)))
            assert (
                optimal_under(WILDCATTER, Exponential(rho)).strategy.items() >= rule.strategies[piece].items()
            )


def test_letters_stay_in_the_exponential_tree() -> None:
    problem = load_problem("examples/umbrella.toml")
    averse, unit = to_exponential(problem)
    assert unit == 10
    assert {s.name for s in averse.symbols} == {"r", "y"}
    assert tolerance_rule(problem, {"r": "1/2"}).pieces[0][0] == "take"
    with pytest.raises(ExpressionError, match="has letters"):
        to_exponential(load_problem("examples/example2.toml"))
    with pytest.raises(ExpressionError, match="another name"):
        to_exponential(problem, Symbol("r"))
    wide = TreeProblem(Decision("d", {"a": 0, "b": 1, "c": 1000}), Domain(), "max")
    with pytest.raises(BudgetError, match="optimal_under"):
        to_exponential(wide)
    with pytest.raises(DomainError, match="has the letter"):
        optimal_under(problem, Exponential(10))


def test_a_rule_that_is_not_exact_says_so_and_agrees() -> None:
    """Outcomes that span too many units are compared numerically; where both roads are open they agree."""
    from symdt.analysis.attitude.numeric_rule import numeric_tolerance_rule

    party = problem_of([[0, 30, 50], [100, 80, 40]])
    exact, numeric = tolerance_rule(party), numeric_tolerance_rule(party)
    assert len(exact.thresholds) == 2
    assert [a for a, _, _ in numeric.pieces] == [a for a, _, _ in exact.pieces]
    assert exact.is_exact
    assert not numeric.is_exact
    for one, other in zip(exact.thresholds, numeric.thresholds, strict=True):
        assert abs(float(one.evalf(20)) - float(other)) < 1e-6 * float(other)
    crooked = problem_of([[0, Rational(303, 10), 50], [Rational(1001, 10), 80, 40]])
    odd = tolerance_rule(crooked)
    assert not odd.is_exact
    assert len(odd.thresholds) == 2
    for threshold in odd.thresholds:
        i = odd.thresholds.index(threshold)
        for side, piece in ((0.999, i), (1.001, i + 1)):
            rho = Rational(float(threshold) * side)
            assert optimal_under(crooked, Exponential(rho)).action == odd.pieces[piece][0]


def test_information_with_risk_aversion() -> None:
    problem = problem_of([[10, 0], [0, 6]])
    perfect = Experiment("truth", {"s0": {"0": 1, "1": 0}, "s1": {"0": 0, "1": 1}}, cost=5)
    price = information_price(problem, perfect, Exponential(10**6))
    assert abs(price.evalf(20) - evpi(problem).at()) < Rational(1, 1000)  # hardly averse: nearly EVPI
    assert information_price(problem, perfect, Exponential(3)).evalf() > 0


@settings(max_examples=25, deadline=None)
@given(tables, st.sampled_from([9, 12, 100]))
def test_the_wealth_rule_is_expected_log(rows, wealth) -> None:
    problem = problem_of(rows)
    rule = wealth_rule(profiles(problem))
    logs = {
        action: sum(
            float(problem.belief[s]) * math.log(wealth + float(x))
            for s, x in problem.loss.column(action).items()
        )
        for action in problem.loss.actions
    }
    assert logs[rule.at(wealth)] >= max(logs.values()) - 1e-9
    assert wealth + min(min(row) for row in rows) > 0


def test_wealth_limits() -> None:
    with pytest.raises(BudgetError, match="common denominator"):
        wealth_rule({"a": RiskProfile(((0, Rational(1, 5003)), (1, Rational(5002, 5003))))})
    with pytest.raises(DomainError, match="no profiles"):
        wealth_rule({})
    with pytest.raises(DomainError, match="not a real number"):
        optimal_under(problem_of([[-10, 1], [2, 1]]), Logarithmic(3))


# --- criteria -------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(tables, st.sampled_from(["min", "max"]), st.fractions(0, 1, max_denominator=10))
def test_criteria_by_their_definitions(rows, optimum, alpha: Fraction) -> None:
    table = problem_of(rows, optimum).loss
    columns = {a: [row[j] for row in rows] for j, a in enumerate(table.actions)}
    best, worst = (min, max) if optimum == "min" else (max, min)
    assert minimax(table).values == {a: worst(c) for a, c in columns.items()}
    assert minimax(table).best() == tuple(
        a for a, c in columns.items() if worst(c) == best(map(worst, columns.values()))
    )
    regret = {a: max(abs(best(row) - row[j]) for row in rows) for j, a in enumerate(table.actions)}
    assert minimax_regret(table).values == regret
    assert all(e >= 0 for row in regrets(table).entries for e in row)
    mixed = {a: alpha * best(c) + (1 - alpha) * worst(c) for a, c in columns.items()}
    assert hurwicz(table, alpha).values == {a: Rational(v.numerator, v.denominator) for a, v in mixed.items()}
    assert laplace(table).values == {a: Rational(sum(c), len(c)) for a, c in columns.items()}


def test_criteria_with_letters() -> None:
    table = LossTable(["s", "t"], ["a", "b"], [[h, k], [k, 2 * k]])
    domain = Domain("0 < h < k")
    assert isinstance(minimax(table).is_best("a", domain), Proved)
    assert isinstance(minimax(table).is_best("b", domain), Refuted)
    assert minimax(table).best(h=1, k=2) == ("a",)
    with pytest.raises(DomainError, match="no value for 'k'"):
        minimax(table).best(h=1)
    with pytest.raises(DomainError, match="from 0 to 1"):
        hurwicz(table, 2)
    for x, y in product((1, 2), (3, 4)):
        exact = hurwicz(table, a).best(h=x, k=y, a=0)
        assert exact == minimax(table).best(h=x, k=y)
