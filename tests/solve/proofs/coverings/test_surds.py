"""Sums with square roots: what is one square root of a polynomial is judged by signs, and nothing else is."""

import pytest
from sympy import symbols

from symdt import Belief, DecisionProblem, Domain, LossTable, Proved, certify, decision_rule
from symdt.solve.proofs.check.texts import Ring
from symdt.solve.proofs.coverings.surds import surd


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("x > 2*sqrt(h)", ["x", "-2", "h"]),
        ("x > sqrt(3)*sqrt(h)", ["x", "-1", "3*h"]),
        ("x > sqrt(2)*sqrt(3)*sqrt(h - 1) + k", ["x - k", "-1", "6*h - 6"]),
        ("k*sqrt(3)*sqrt(h) > 0", ["0", "k", "3*h"]),
        ("x > sqrt(3)*k", ["x", "-k", "3"]),
    ],
)
def test_one_square_root(text, parts):
    ring = Ring(["h", "k", "x"])
    found = surd(ring, ring.fact(text)[0])
    assert found is not None
    assert [ring.text(part) for part in found[:3]] == parts


@pytest.mark.parametrize(
    "text",
    [
        "x > sqrt(k)*sqrt(h)",  # both may be negative, and are then not there
        "x > sqrt(-3)*sqrt(h)",
        "x > sqrt(3) + sqrt(h)",
        "x > sqrt(3)*sqrt(h) + sqrt(h)",
        "x > sqrt(3)*sqrt(h) + sqrt(3)",
        "x > 1",
    ],
)
def test_what_is_no_single_square_root(text):
    ring = Ring(["h", "k", "x"])
    assert surd(ring, ring.fact(text)[0]) is None


def test_a_rule_whose_end_is_a_product_of_square_roots_is_proved_together():
    p, h, k = symbols("p h k")
    domain = Domain("0 < p < 1", "h > 0", "k > 0")
    table = LossTable(["s"], ["a", "b", "c"], [[3 * p**2, h, 2 * k * p]])
    answer = decision_rule(DecisionProblem(table, Belief({"s": 1}), domain), "p")
    assert any("sqrt(3)*sqrt(h)" in str(piece.stop) for case in answer.rule.cases for piece in case.pieces)
    assert isinstance(certify(answer, seconds=60), Proved)
