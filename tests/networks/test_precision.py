"""Exact answers in the prior precision and in the loss ratio."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import CRootOf, Integer, Poly, Rational, Symbol, oo

from symdt.errors import BudgetError, DataError, ModelError
from symdt.exact.field import Field
from symdt.networks.local_space import LocalSpace
from symdt.networks.precision import (
    inclusion_of_alpha,
    networks_by_precision,
    precisions_choosing,
    sign_chart,
)
from symdt.networks.sample import Sample
from symdt.networks.threshold_path import threshold_path

A = Symbol("a", positive=True)
Y = LocalSpace("Y", ("A", "B"))
samples = st.lists(st.tuples(*[st.integers(0, 1)] * 3), min_size=1, max_size=7).map(
    lambda cases: Sample.from_cases(["Y", "A", "B"], cases, dict.fromkeys(["Y", "A", "B"], (0, 1)))
)


@settings(max_examples=25, deadline=None)
@given(
    samples, st.sampled_from(["bdeu", "k2"]), st.fractions(Fraction(1, 5), 5, max_denominator=5), st.data()
)
def test_the_intervals_agree_with_the_exact_answer_at_numbers(
    sample: Sample, prior: str, ratio: Fraction, data: Any
) -> None:
    """Two roads: roots of the rational function of α, and everything computed anew at a number."""
    false = Rational(ratio.numerator, ratio.denominator)
    found = precisions_choosing(sample, Y, "A", alpha=A, false=false, missed=1, prior=prior)
    for _ in range(6):
        f = data.draw(st.fractions(Fraction(1, 50), 200, max_denominator=50))
        alpha = Rational(f.numerator, f.denominator)
        chance = next(
            v for k, v in inclusion_of_alpha(sample, Y, alpha=alpha, prior=prior).items() if k.parent == "A"
        )
        gain = chance - false * (1 - chance)
        assert (gain > 0) == (alpha in found)
        assert (gain > 0) == any(bool(low < alpha) and bool(alpha < high) for low, high in found.intervals)
        assert (gain == 0) == (found.gain == 0 or alpha in found.ties)


@settings(max_examples=25, deadline=None)
@given(samples, st.fractions(Fraction(1, 9), Fraction(8, 9), max_denominator=9))
def test_networks_and_paths_hold_at_their_witnesses(sample: Sample, f: Fraction) -> None:
    tau = Rational(f.numerator, f.denominator)
    pieces = networks_by_precision(sample, Y, alpha=A, tau=tau)
    assert pieces[0].low == 0
    assert pieces[-1].high == oo
    for left, right in pairwise(pieces):
        assert left.high == right.low
    for piece in pieces:
        chances = {k.parent: v for k, v in inclusion_of_alpha(sample, Y, alpha=piece.witness).items()}
        assert piece.value == tuple(p for p, c in chances.items() if c > tau)
        assert threshold_path(chances).at(tau) == piece.value


def test_an_algebraic_end_is_a_root_where_the_sign_changes() -> None:
    found = precisions_choosing(Sample.two_way([[3, 1], [1, 3]]), LocalSpace("X1", ("X2",)), "X2", alpha=A)
    ((low, high),) = found.intervals
    assert high == oo
    assert isinstance(low, CRootOf)
    assert found.ties == (low,)
    below, above = (Rational(str(low.evalf(20))) + d for d in (-Rational(1, 10**9), Rational(1, 10**9)))
    assert below not in found
    assert above in found
    assert ", a, 3)" in str(found)


def test_a_set_with_a_bounded_interval_and_one_with_a_tie_for_every_precision() -> None:
    element = Field.of([A]).element((A - 1) * (A - 2) * (A**2 - 3) / (A + 1))
    pieces, zeros = sign_chart(element, A)
    assert [p.value for p in pieces] == [-1, 1, -1, 1]
    assert zeros == (1, Poly(A**2 - 3, A).real_roots()[1], 2)
    tie = precisions_choosing(Sample.two_way([[1, 0], [0, 0]]), LocalSpace("X1", ("X2",)), "X2", alpha=A)
    assert str(tie) == "X2 → X1 ties for every a > 0"
    touching, zeros = sign_chart(Field.of([A]).element((A - 1) ** 2), A)
    assert [p.value for p in touching] == [1, 1]
    assert zeros == (1,)


def test_the_threshold_path_is_nested_and_exact() -> None:
    path = threshold_path({"A": Rational(1, 3), "B": Rational(3, 4), "C": Rational(1, 3), "D": 1, "E": 0})
    assert path.pieces == (
        (Integer(0), Rational(1, 3), ("A", "B", "C", "D")),
        (Rational(1, 3), Rational(3, 4), ("B", "D")),
        (Rational(3, 4), Integer(1), ("D",)),
    )
    assert path.at(Rational(1, 3)) == ("B", "D")  # a tie leaves the arcs out


@settings(max_examples=50, deadline=None)
@given(
    st.dictionaries(st.sampled_from("ABCDE"), st.fractions(0, 1, max_denominator=12), min_size=1),
    st.fractions(0, 1, max_denominator=24),
)
def test_the_path_is_the_set_above_the_threshold(chances: dict[str, Fraction], tau: Fraction) -> None:
    path = threshold_path(chances)
    for (_, _, left), (_, _, right) in pairwise(path.pieces):
        assert set(right) < set(left)
    if tau < 1:
        assert set(path.at(tau)) == {name for name, c in chances.items() if c > tau}


def test_bad_input_is_one_clear_line() -> None:
    sample = Sample.two_way([[1, 0], [0, 1]])
    with pytest.raises(ModelError, match="'X3' is no candidate parent of 'X1'"):
        precisions_choosing(sample, LocalSpace("X1", ("X2",)), "X3", alpha=A)
    with pytest.raises(DataError, match="negative"):
        precisions_choosing(sample, LocalSpace("X1", ("X2",)), "X2", alpha=A, false=-1)
    with pytest.raises(DataError, match="between 0 and 1"):
        threshold_path({"A": 2})
    large = Sample.two_way([[60, 50], [40, 70]])
    with pytest.raises(BudgetError, match="use a smaller sample or a number for a"):
        precisions_choosing(large, LocalSpace("X1", ("X2",)), "X2", alpha=A)
