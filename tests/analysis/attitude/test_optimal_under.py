"""The optimum under a utility: small tolerances, where utilities differ by less than digits hold."""

from __future__ import annotations

import pytest
from sympy import Rational, log

from symdt import Belief, Chance, Decision, DecisionProblem, LossTable, TreeProblem
from symdt.analysis.attitude.optimal_under import optimal_under
from symdt.analysis.attitude.utility import Exponential, Logarithmic


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


def test_ties_are_found_exactly_in_trees_too() -> None:
    """Who has 12 is as well off with an even chance of 48 or 3, and a second such bet at 48 (192 or 12)."""
    again = Decision("again?", {"yes": Chance("coin 2", {"won": (0.5, 180), "lost": (0.5, 0)}), "no": 36})
    first = Decision("bet?", {"yes": Chance("coin", {"won": (0.5, again), "lost": (0.5, -9)}), "no": 0})
    found = optimal_under(TreeProblem(first, None, "max"), Logarithmic(12))
    assert found.is_exact
    assert found.ties == ("yes", "no")
    assert dict(found.strategy_ties) == {"bet?": ("yes", "no"), "again?": ("yes", "no")}
    assert dict(found.values) == {"yes": 0, "no": 0}
    assert str(found).splitlines()[0] == "yes or no: certainty equivalent 0"
    averse = optimal_under(TreeProblem(first, None, "max"), Exponential(Rational(1, 10**6)))
    assert (averse.action, averse.ties) == ("no", ("no",))  # however small the tolerance, in no time
