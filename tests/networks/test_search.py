"""Greedy on the risk is exact for a disintegrable loss; K2 on the posterior is not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, Symbol

from symdt.errors import ExpressionError
from symdt.exact.domain import Domain
from symdt.networks.local_space import LocalSpace
from symdt.networks.sample import Sample
from symdt.networks.search import as_interval, greedy
from symdt.networks.search_differences import compare, first_differences, smallest_difference
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import direct_sum
from symdt.problems.models.model import Model
from symdt.problems.table import DecisionProblem
from symdt.solve.risk import bayes_actions

positive = st.fractions(0, 5, max_denominator=4).map(lambda f: Rational(f.numerator, f.denominator))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 3), st.data())
def test_greedy_on_the_risk_ends_at_the_least_bayes_action(q: int, data: Any) -> None:
    loss = direct_sum(
        *(
            LossTable.arc(f"X{j}", "Y", false=data.draw(positive), missed=data.draw(positive))
            for j in range(q)
        )
    )
    weights = data.draw(st.lists(st.integers(0, 6), min_size=2**q, max_size=2**q).filter(any))
    belief = Belief({s: Rational(w, sum(weights)) for s, w in zip(loss.states, weights, strict=True)})
    models = dict(zip(loss.actions, loss.models[1], strict=True))
    optimal = tuple(models[a] for a in bayes_actions(DecisionProblem(loss, belief, Domain())))
    interval = as_interval(optimal)
    assert interval is not None
    assert greedy(loss, belief).result == interval.lower


def test_greedy_is_not_exact_without_disintegrability() -> None:
    loss = LossTable.zero_one(["M0", "M3", "M2", "M23"])
    belief = Belief(
        {"M0": Rational(3, 10), "M3": Rational(1, 5), "M2": Rational(1, 10), "M23": Rational(2, 5)}
    )
    assert greedy(loss, belief).result == Model()
    assert bayes_actions(DecisionProblem(loss, belief, Domain())) == ("a23",)


def test_two_cases_are_the_fewest_on_which_they_differ() -> None:
    """With equal losses and the uniform prior on parent sets; one case leaves all models equally probable."""
    for prior in ("bdeu", "k2"):
        for q in (1, 2, 3):
            assert not any(True for n in (0, 1) for _ in first_differences(q, n, prior=prior))
        found = smallest_difference(2, 2, prior=prior)
        assert found is not None
        assert dict(found.sample.cells) == {(0, 0, 0): 1, (1, 1, 1): 1}
        assert found.has_tie
        assert found.greedy.result == Model(["A -> Y", "B -> Y"])
        assert found.k2.result == Model(["A -> Y"])


def test_without_ties_three_cases_under_bdeu() -> None:
    for q in (1, 2, 3):
        assert smallest_difference(q, 2, ties="none") is None
    found = smallest_difference(2, 3, ties="none")
    assert found is not None
    assert dict(found.sample.cells) == {(0, 0, 0): 2, (1, 0, 1): 1}
    assert found.bayes == (found.greedy.result,) == (Model(["B -> Y"]),)
    assert found.most_probable == (found.k2.result,) == (Model(["A -> Y", "B -> Y"]),)
    assert not found.has_tie


def test_without_ties_and_without_a_constant_variable_four_cases() -> None:
    """K2 ends at the null model, neither the Bayes action nor the most probable model."""
    assert smallest_difference(2, 3, ties="none", varied=True) is None
    found = smallest_difference(2, 4, ties="none", varied=True)
    assert found is not None
    assert dict(found.sample.cells) == {(0, 0, 0): 2, (0, 1, 1): 1, (1, 0, 1): 1}
    assert found.k2.result == Model()
    assert found.bayes == found.most_probable == (Model(["A -> Y", "B -> Y"]),)


def test_without_ties_under_the_k2_prior() -> None:
    """Six cases with two candidates, four with three (three cases: none with up to four candidates)."""
    assert smallest_difference(2, 4, ties="none", prior="k2") is None
    assert next(first_differences(2, 5, ties="none", prior="k2"), None) is None
    assert smallest_difference(3, 3, ties="none", prior="k2") is None
    six = next(first_differences(2, 6, ties="none", prior="k2"))
    assert (six.k2.result, six.greedy.result) == (Model(), Model(["B -> Y"]))
    four = next(first_differences(3, 4, ties="none", prior="k2"))
    assert (four.k2.result, four.greedy.result) == (Model(["A -> Y"]), Model(["A -> Y", "C -> Y"]))


def test_with_one_candidate_they_agree() -> None:
    for n in range(6):
        assert not any(True for _ in first_differences(1, n))


def test_traces_print_each_step() -> None:
    sample = Sample.from_cases(["Y", "A"], [(0, 0), (1, 1)])
    both = compare(sample, LocalSpace("Y", ("A",)))
    assert str(both.k2) == "K2 on the posterior\n  {}: 1/3\n    + A: 2/3  <-\n  {A}: 2/3"
    assert "they end in the same model" in str(both)


def test_letters_are_refused() -> None:
    p = Symbol("p")
    with pytest.raises(ExpressionError, match="a search needs numbers"):
        greedy(LossTable.arc("A", "Y", false=1, missed=1), Belief({"{}": 1 - p, "{A}": p}))
