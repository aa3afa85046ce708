"""The optimum under a utility: small tolerances, where utilities differ by less than digits hold."""

from __future__ import annotations

import pytest
from sympy import Rational, log

from symdt import Belief, DecisionProblem, LossTable
from symdt.analysis.attitude.optimal_under import optimal_under
from symdt.analysis.attitude.utility import Exponential


def test_a_small_tolerance_looks_at_the_worst_and_then_at_what_decides() -> None:
    """exp(-x/R) of a small R is lost beside 1, and of two equal worst outcomes the next ones decide."""
    party = LossTable(["sun", "rain"], ["outdoors", "porch", "indoors"], [[100, 90, 40], [0, 20, 50]], "max")
    belief = Belief({"sun": Rational(2, 5), "rain": "rest"})
    for tolerance in (Rational(1, 2), Rational(1, 10), Rational(1, 1000)):
        best = optimal_under(DecisionProblem(party, belief), Exponential(tolerance))
        assert (best.action, best.is_exact) == ("indoors", True)
        assert float(best.value) == pytest.approx(float(40 - tolerance * log(Rational(2, 5))), abs=1e-8)
    same = LossTable(["sun", "rain"], ["less", "more"], [[60, 70], [10, 10]], "max")
    best = optimal_under(DecisionProblem(same, belief), Exponential(Rational(1, 2)))
    assert (best.action, best.is_exact) == ("more", True)
