"""One comparison for each arc: Example 3 and the rule for every q."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Add, Rational, symbols

from symdt.errors import ExpressionError, ProbabilityError, TableError
from symdt.exact.domain import Domain
from symdt.exact.field import equal
from symdt.exact.proof import prove
from symdt.networks.losses.arc_grid import ArcLoss
from symdt.networks.losses.disintegration import disintegrate
from symdt.networks.rules.arc_rule import inclusion_probabilities, separable_risk, threshold
from symdt.networks.rules.comparison_rule import comparison_rule
from symdt.networks.rules.general_rule import general_rule
from symdt.networks.rules.parent_interval import BooleanInterval, bayes_interval
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import direct_sum
from symdt.problems.models.arc import Arc
from symdt.problems.models.model import Model
from symdt.problems.table import DecisionProblem
from symdt.solve.risk import bayes_actions, bayes_risk, risks


def is_separable_risk(loss: LossTable, belief: Belief) -> bool:
    """Whether the risks computed from the whole table are those of the separable form, exactly."""
    answer = disintegrate(loss)
    inclusion = inclusion_probabilities(loss, belief)
    return all(
        equal(
            Add(*(belief[s] * e for s, e in loss.column(action).items())),
            separable_risk(model, answer.arcs, inclusion),
        )
        for action, model in zip(loss.actions, loss.models[1], strict=True)
    )


def letters(q: int) -> LossTable:
    return direct_sum(
        *(
            LossTable.arc(f"X{j}", "Y", false=symbols(f"l0{j}"), missed=symbols(f"l{j}0"), names="paper")
            for j in range(1, q + 1)
        )
    )


def test_the_four_cases_of_example_3_and_its_ties() -> None:
    cases = {c.signs: c.actions for c in comparison_rule(letters(2)).cases}
    assert cases[-1, -1] == ("a0",)
    assert cases[1, -1] == ("a1",)
    assert cases[-1, 1] == ("a2",)
    assert cases[1, 1] == ("a12",)
    assert cases[0, 1] == ("a2", "a12")
    assert cases[0, 0] == ("a0", "a1", "a2", "a12")
    assert len(cases) == 9


@pytest.mark.parametrize("q", [1, 2, 3, 4])
def test_the_general_rule_exhaustively(q: int) -> None:
    """Every pattern of signs: the Bayes actions are the interval [{+}, {+, 0}]."""
    loss = letters(q)
    models = dict(zip(loss.actions, loss.models[1], strict=True))
    rule = comparison_rule(loss)
    assert len(rule.cases) == 3**q
    for case in rule.cases:
        lower = Model(a for a, s in zip(rule.arcs, case.signs, strict=True) if s > 0)
        upper = Model(a for a, s in zip(rule.arcs, case.signs, strict=True) if s >= 0)
        assert {models[a] for a in case.actions} == set(BooleanInterval(lower, upper))


def test_every_step_of_the_induction_is_proved_by_prove_too() -> None:
    rule = general_rule()
    assert rule.is_proved
    assert all(prove(step.formula) for step in rule.steps)
    assert str(rule).count("[proved]") == len(rule.steps)


positive = st.fractions(0, 5, max_denominator=4).map(lambda f: Rational(f.numerator, f.denominator))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 3), st.data())
def test_rule_interval_and_table_agree(q: int, data: Any) -> None:
    """Three roads to the Bayes actions: the whole table, the signs, the inclusion probabilities."""
    losses = [(data.draw(positive), data.draw(positive)) for _ in range(q)]
    loss = direct_sum(
        *(LossTable.arc(f"X{j + 1}", "Y", false=f, missed=m) for j, (f, m) in enumerate(losses))
    )
    weights = data.draw(st.lists(st.integers(0, 6), min_size=2**q, max_size=2**q).filter(any))
    belief = Belief({s: Rational(w, sum(weights)) for s, w in zip(loss.states, weights, strict=True)})
    problem = DecisionProblem(loss, belief, Domain())
    optimal = set(bayes_actions(problem))
    models = dict(zip(loss.actions, loss.models[1], strict=True))
    inclusion = inclusion_probabilities(loss, belief)
    arcs = disintegrate(loss).arcs
    assert {models[a] for a in optimal} == set(bayes_interval(arcs, inclusion))
    assert set(comparison_rule(loss)(risks(problem))) == optimal
    assert is_separable_risk(loss, belief)
    least = sum(min(a.missed * inclusion[a.arc], a.false * (1 - inclusion[a.arc])) for a in arcs)
    assert bayes_risk(problem) == least


def test_separable_risk_for_every_posterior() -> None:
    """With a letter for every state and every loss, q = 2 and 3."""
    for q in (2, 3):
        loss = letters(q)
        p = symbols(f"p1:{2**q}")
        belief = Belief(dict(zip(loss.states, ["rest", *p], strict=True)))
        assert is_separable_risk(loss, belief)
        inclusion = inclusion_probabilities(loss, belief)
        found = risks(DecisionProblem(loss, belief, Domain(*[x >= 0 for x in p], sum(p) <= 1)))
        for arc in disintegrate(loss).arcs:
            j = arc.arc.parent[1:]
            gain = found["a0"] - found[f"a{j}"]
            assert equal(gain, (arc.false + arc.missed) * (inclusion[arc.arc] - threshold(arc)))


def test_equal_losses_give_the_median_probability_model() -> None:
    arcs = [ArcLoss(Arc(f"X{j}", "Y"), Rational(2), Rational(2)) for j in range(3)]
    assert all(threshold(a) == Rational(1, 2) for a in arcs)
    chances = dict(zip((a.arc for a in arcs), (Rational(2, 5), Rational(1, 2), Rational(3, 5)), strict=True))
    interval = bayes_interval(arcs, chances)
    assert len(interval) == 2
    assert interval.lower == Model(["X2 -> Y"])
    assert interval.upper == Model(["X1 -> Y", "X2 -> Y"])


def test_intervals_are_what_they_contain() -> None:
    interval = BooleanInterval(Model(["A -> Y"]), Model(["A -> Y", "B -> Y", "C -> Y"]))
    every = [
        Model(a for a, b in zip(("A -> Y", "B -> Y", "C -> Y"), bits, strict=True) if b)
        for bits in product((0, 1), repeat=3)
    ]
    assert {m for m in every if m in interval} == set(interval)
    assert len(interval) == 4
    assert len(BooleanInterval(Model(["A -> Y"]), Model())) == 0


def test_a_table_without_the_identities_has_no_such_rule() -> None:
    with pytest.raises(TableError, match="does not hold for every posterior"):
        comparison_rule(LossTable.zero_one(["M0", "M3", "M2", "M23"]))


def test_bad_input_is_one_clear_line() -> None:
    arc = Arc("A", "Y")
    loss = ArcLoss(arc, Rational(1), Rational(1))
    with pytest.raises(ProbabilityError, match="is 2: give a number between 0 and 1"):
        bayes_interval([loss], {arc: 2})
    with pytest.raises(ProbabilityError, match="no inclusion probability"):
        bayes_interval([loss], {})
    with pytest.raises(ExpressionError, match="give numbers"):
        bayes_interval([loss], {arc: symbols("p")})
    with pytest.raises(TableError, match="no threshold exists"):
        threshold(ArcLoss(arc, Rational(0), Rational(0)))
    with pytest.raises(TableError, match="disagree about state"):
        inclusion_probabilities(letters(1), Belief({"M0": 1}))
