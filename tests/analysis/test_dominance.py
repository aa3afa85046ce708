"""Dominance: against its definition for many utilities, and the order of the three kinds."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols

from symdt.analysis.dominance import dominated, state_by_state
from symdt.analysis.profile import RiskProfile
from symdt.analysis.stochastic_dominance import first_order, second_order
from symdt.errors import TableError
from symdt.exact.domain import Domain
from symdt.exact.verdict import Proved, Refuted
from symdt.problems.loss import LossTable

p, q, x, y = symbols("p q x y")


@st.composite
def lotteries(draw):
    values = draw(st.lists(st.integers(0, 6), min_size=1, max_size=4, unique=True))
    weights = draw(st.lists(st.integers(1, 4), min_size=len(values), max_size=len(values)))
    return RiskProfile(tuple((v, Rational(w, sum(weights))) for v, w in zip(values, weights, strict=True)))


def mean(profile, utility) -> Fraction:
    return sum(Fraction(int(p.p), int(p.q)) * utility(int(v)) for v, p in profile.outcomes)


@settings(max_examples=80, deadline=None)
@given(lotteries(), lotteries())
def test_by_the_utilities_that_generate_each_order(one, other) -> None:
    """First order: every step function; second order: every min(x, t) and x itself."""
    steps = [lambda v, t=t: Fraction(int(v > t)) for t in range(-1, 7)]
    kinks = [lambda v, t=t: Fraction(min(v, t)) for t in range(8)]
    assert isinstance(first_order(one, other), Proved) == all(mean(one, u) >= mean(other, u) for u in steps)
    assert isinstance(second_order(one, other), Proved) == all(mean(one, u) >= mean(other, u) for u in kinks)


@settings(max_examples=40, deadline=None)
@given(lotteries(), lotteries())
def test_first_order_implies_second_and_both_imply_the_mean(one, other) -> None:
    if isinstance(first_order(one, other), Proved):
        assert isinstance(second_order(one, other), Proved)
    if isinstance(second_order(one, other), Proved):
        assert one.mean >= other.mean


def test_losses_are_turned_round() -> None:
    low, high = RiskProfile(((1, 1),), "min"), RiskProfile(((2, 1),), "min")
    assert isinstance(first_order(low, high), Proved)
    assert isinstance(first_order(high, low), Refuted)


def test_letters_in_probabilities() -> None:
    """A higher chance of the better prize dominates; a point says where it does not."""
    one, other = RiskProfile(((0, 1 - p), (5, p))), RiskProfile(((0, 1 - q), (5, q)))
    assert isinstance(first_order(one, other, Domain("0 <= q <= p", "p <= 1")), Proved)
    verdict = first_order(one, other, Domain("0 <= p <= 1", "0 <= q <= 1"))
    assert isinstance(verdict, Refuted)
    assert verdict.counterexample[p] < verdict.counterexample[q]


def test_letters_in_outcomes_whose_order_is_open() -> None:
    """(x or y with equal chance) against the same with 1 added to x: whatever the order of x and y."""
    half = Rational(1, 2)
    one, other = RiskProfile(((x + 1, half), (y, half))), RiskProfile(((x, half), (y, half)))
    assert isinstance(first_order(one, other), Proved)
    assert isinstance(second_order(one, other), Proved)
    assert isinstance(first_order(other, one), Refuted)
    spread = RiskProfile(((x - y, half), (x + y, half)))
    sure = RiskProfile(((x, 1),))
    domain = Domain("y > 0", symbols=[x])
    assert isinstance(second_order(sure, spread, domain), Proved)
    assert isinstance(first_order(sure, spread, domain), Refuted)


def test_state_by_state_and_the_dominated() -> None:
    loss = LossTable(["s", "t"], ["a", "b", "c", "d"], [[0, x, 1, 0], [2, 2, 0, 2]])
    domain = Domain("x > 0")
    assert isinstance(state_by_state(loss, "a", "b", domain), Proved)
    assert isinstance(state_by_state(loss, "b", "a", domain), Refuted)
    found = dominated(loss, domain)
    assert found.by == {"b": "a", "d": "a"}  # of equal actions the first stays
    assert not found.undecided
    assert dominated(LossTable.zero_one(["M0", "M1"])).by == {}
    assert str(dominated(LossTable.zero_one(["M0", "M1"]))) == "no action is dominated"
    utility = LossTable(["s", "t"], ["a", "b"], [[1, 2], [3, 3]], "max")
    assert dominated(utility).by == {"a": "b"}
    with pytest.raises(TableError, match="is no action"):
        state_by_state(loss, "a", "z")


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=2, max_size=3))
def test_state_by_state_implies_first_order(rows) -> None:
    table = LossTable([f"s{i}" for i in range(len(rows))], ["a", "b", "c"], rows, "max")
    chance = Rational(1, len(rows))
    lottery = {a: RiskProfile(tuple((v, chance) for v in table.column(a).values())) for a in table.actions}
    for one, other in combinations(table.actions, 2):
        if isinstance(state_by_state(table, one, other), Proved):
            assert isinstance(first_order(lottery[one], lottery[other]), Proved)
