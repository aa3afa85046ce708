"""Exact posteriors over parent sets: against an independent road, as beliefs, with a symbolic α."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, Symbol, symbols

from symdt import Belief, DecisionProblem, Domain, LossTable, risks
from symdt.errors import BudgetError, ModelError, ProbabilityError
from symdt.learn.counts import tabulate
from symdt.learn.exact import belief_from_data, exact_evidence, exact_posterior
from symdt.learn.selection import select_network
from tests.learn.learning import evidence, subsets

rows_of = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 2)), min_size=1, max_size=15
)


@settings(max_examples=60, deadline=None)
@given(rows_of, st.sampled_from(["bdeu", "k2"]), st.fractions(Fraction(1, 20), 20))
def test_two_roads_to_the_exact_posterior(rows, prior, alpha):
    data = {n: [row[i] for row in rows] for i, n in enumerate(("X1", "X2", "X3"))}
    table = [dict(zip(data, row, strict=True)) for row in rows]
    joint = {s: evidence(table, [1] * len(rows), "X1", s, prior, alpha) for s in subsets(("X2", "X3"))}
    posterior = exact_posterior(data, "X1", ["X2", "X3"], prior, alpha)
    assert list(posterior) == ["{}", "{X2}", "{X3}", "{X2,X3}"]
    assert list(posterior.values()) == [x / sum(joint.values()) for x in joint.values()]
    assert sum(posterior.values()) == 1


@settings(max_examples=25, deadline=None)
@given(rows_of)
def test_floats_agree_with_fractions(rows):
    data = {n: [row[i] for row in rows] for i, n in enumerate(("X1", "X2", "X3"))}
    posterior = exact_posterior(data, "X1", "X2, X3")
    selection = select_network(data, candidates={"X1": ["X2", "X3"]})
    for parent, sets in (("X2", ("{X2}", "{X2,X3}")), ("X3", ("{X3}", "{X2,X3}"))):
        truth = sum(posterior[s] for s in sets)
        assert selection.arc(parent, "X1").probability == pytest.approx(float(truth), rel=1e-12)


@settings(max_examples=15, deadline=None)
@given(rows_of.filter(lambda rows: len(rows) <= 8), st.fractions(Fraction(1, 9), 9))
def test_a_symbolic_alpha_is_the_function_of_every_alpha(rows, value):
    a = Symbol("a", positive=True)
    data = {n: [row[i] for row in rows] for i, n in enumerate(("X1", "X2", "X3"))}
    letters = exact_posterior(data, "X1", ["X2"], alpha=a)
    numbers = exact_posterior(data, "X1", ["X2"], alpha=value)
    at = Rational(value.numerator, value.denominator)
    for label, x in numbers.items():
        found = letters[label].subs(a, at) if hasattr(letters[label], "subs") else letters[label]
        assert found == Rational(x.numerator, x.denominator)


def test_the_belief_joins_the_symbolic_road():
    # Example 2's table on data: the rule's risks keep their letters, the belief is the data's
    h, k = symbols("h k")
    data = {"X1": [0, 0, 1, 1, 0, 1], "X2": [0, 0, 1, 1, 1, 2], "X3": [0, 1, 1, 0, 1, 0]}
    belief = belief_from_data(data, child="X1", candidates=["X2", "X3"])
    assert isinstance(belief, Belief)
    assert list(belief) == ["{}", "{X2}", "{X3}", "{X2,X3}"]
    loss = LossTable(
        states=["{}", "{X3}", "{X2}", "{X2,X3}"],
        actions=["a0", "a3", "a2", "a23"],
        entries=[
            [0, 2 * k, 3 * k, 5 * k],
            [h, 0, 5 * k, 2 * k],
            [h, 5 * k, 0, 3 * k],
            [2 * h, h, h, 0],
        ],
    )
    problem = DecisionProblem(loss, belief, Domain(h > 0, k > 0))
    posterior = exact_posterior(data, "X1", ["X2", "X3"])
    expected = h * (posterior["{X2}"] + posterior["{X3}"] + 2 * posterior["{X2,X3}"])
    assert (risks(problem)["a0"] - expected).expand() == 0


def test_a_prior_over_the_sets():
    data = {"A": [0, 1, 1], "B": [0, 1, 0]}
    even = exact_posterior(data, "B", ["A"])
    skew = exact_posterior(data, "B", ["A"], set_prior={"{}": Fraction(3, 4), "{A}": "1/4"})
    assert skew["{}"] / skew["{A}"] == 3 * even["{}"] / even["{A}"]
    with pytest.raises(ProbabilityError, match="sums to 1/2"):
        exact_posterior(data, "B", ["A"], set_prior={"{}": 0.25, "{A}": 0.25})
    with pytest.raises(ProbabilityError, match="differ at"):
        exact_posterior(data, "B", ["A"], set_prior={"{}": 1})


def test_weights_and_real_sizes_stay_exact():
    counts = tabulate({"A": ["x", "x", "y", "y"], "B": [0, 1, 0, 1]}, weights=[400, 100, 100, 400])
    posterior = exact_posterior(counts, "B", ["A"])
    assert sum(posterior.values()) == 1
    assert posterior["{A}"] > Fraction(999, 1000)
    assert exact_evidence(counts, "B", ["A"]) > exact_evidence(counts, "B", [])


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"alpha": 0}, ModelError, "alpha is '0'"),
        ({"alpha": "x"}, ModelError, "alpha is 'x'"),
        ({"alpha": True}, ModelError, "alpha is 'True'"),
        ({"prior": "bic"}, ModelError, "the prior is 'bic'"),
        ({"candidates": ["B"]}, ModelError, "the child itself"),
        ({"candidates": ["A", "A"]}, ModelError, "twice"),
        ({"candidates": [f"V{i}" for i in range(20)]}, BudgetError, "20 candidates have 1048576 parent sets"),
    ],
)
def test_wrong_questions(change, error, says):
    question = {"child": "B", "candidates": ["A"]} | change
    with pytest.raises(error, match=says):
        exact_posterior({"A": [0, 1], "B": [0, 1]}, **question)


def test_too_many_cases_for_a_letter():
    with pytest.raises(BudgetError, match="symbolic alpha"):
        exact_posterior({"A": [0, 1] * 200, "B": [0, 1] * 200}, "B", ["A"], alpha=Symbol("a"))
