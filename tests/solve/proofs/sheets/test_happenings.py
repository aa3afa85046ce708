"""Events: what happens for the sake of which cases, and where in the range of the rule's letter."""

from __future__ import annotations

import pytest
from sympy import symbols

from symdt import Belief, DecisionProblem, Domain, LossTable
from symdt.exact.solver import Found, NoPoint
from symdt.solve.proofs.sheets.everywhere import decide
from symdt.solve.proofs.sheets.happenings import Events
from tests.solve.proofs.mutants import answer_of, mutants, together
from tests.solve.proofs.sheets.test_everywhere import told

LETTERS = p, h, k, m = symbols("p h k l")


def contest(difference, *domain):
    """Nothing against a function."""
    table = LossTable(["s"], ["0", "1"], [[0, difference]])
    return DecisionProblem(table, Belief({"s": 1}), Domain(*domain, symbols=list(LETTERS)))


def rule_of(*cases):
    """A rule for p of cases: conditions and the action for all p each."""
    return {
        "for": "p",
        "cases": [
            {"if": list(conditions), "pieces": [{"action": action, "from": low, "to": high}]}
            for conditions, action, low, high in cases
        ],
    }


@pytest.mark.parametrize(("top", "has_lead"), [("p < 1", False), ("p > 0", True)])
def test_a_leading_coefficient_is_no_event_where_the_letter_lies_between_numbers(top, has_lead):
    """No end is told as a root: what comes from afar passes an end of the range first."""
    problem = contest((h - k) * p**2 + p + m, "0 < p", top, "h > 0", "k > 0", "l > 0")
    to = "1" if top == "p < 1" else "oo"
    events = Events(together(problem, rule_of(([], "0", "0", to))).asked())
    field = events.algebra.field
    lead = events.algebra.factors(field.polynomial(symbols("h") - symbols("k")))[1][0][0]
    assert (lead in events.bare) == has_lead


def test_owners_are_the_cases_that_speak_of_it():
    problem = contest(p**2 - h * p + k, "0 < p", "p < 1", "h > 0", "k > 0", "l > 0")
    rule = rule_of(
        (["l > 1"], "0", "0", "1"),
        (["l <= 1", "h > 5"], "0", "0", "1"),
        (["l <= 1", "h <= 5"], "0", "0", "1"),
    )
    events = Events(together(problem, rule).asked())
    of = events.algebra.field.polynomial

    def number(e):
        return events.algebra.factors(of(e))[1][0][0]

    assert events.owners[number(m - 1)] == {0, 1, 2}
    assert events.owners[number(h - 5)] == {1, 2}
    (zeros,) = events.inner[number(h**2 - 4 * k)]
    assert events.of(number(h**2 - 4 * k), zeros) == ({0, 1, 2}, {0, 1, 2})
    assert events.of(number(h**2 - 4 * k), None) == ({0, 1, 2}, set())


def test_zeros_that_three_differences_share_are_the_same():
    """Those of a - b and a - c are zeros of b - c."""
    problem = contest(p**2 - h * p + k, "0 < p", "p < 1", "h > 0", "k > 0", "l > 0")
    events = Events(together(problem, rule_of(([], "0", "0", "1"))).asked())
    of = events.algebra.field.polynomial
    a, b, c, d = (
        events.algebra.factors(of(e))[1][0][0] for e in (p**2 - h, k * p - m, p**2 + k * p - h - m, p - h)
    )
    assert events.is_same(frozenset([a, b]), frozenset([b, c]))
    assert not events.is_same(frozenset([a, b]), frozenset([b, d]))
    assert not events.is_same(frozenset([a, b]), None)
    assert not events.is_same(frozenset([a]), frozenset([b]))


@pytest.mark.parametrize(("low", "is_right"), [("2", True), ("1", False)])
def test_a_double_zero_counts_where_it_is_in_the_range(low, is_right):
    """Beyond h = 2 that of p**2 - h*p + k lies outside: there the signs at both ends say all."""
    problem = contest(p**2 - h * p + k, "0 < p", "p < 1", f"h > {low}", "k > 0", "l > 0")
    end = {"root": 0, "of": "p**2 - h*p + k", "in": "p"}
    pieces = [{"action": "0", "from": "0", "to": end}, {"action": "1", "from": end, "to": "1"}]
    rule = rule_of((["k >= h - 1"], "0", "0", "1"))
    rule["cases"][0]["witness"] = {"h": "3", "k": "3", "l": "1"}
    rule["cases"].append({"if": ["k < h - 1"], "pieces": pieces, "witness": {"h": "3", "k": "1", "l": "1"}})
    said = answer_of(problem, rule, decide)
    if is_right:
        assert said == NoPoint()
    else:
        assert {str(s): v for s, v in said.point.items()}["h"] < 2


def test_changed_rules_of_three_actions_are_not_right():
    """A case that is missing and a piece with another action are wrong at a witness, whatever else is asked of them."""
    problem, rule = told("quadratic 3+", 4)
    assert answer_of(problem, rule, decide) == NoPoint()
    wrong = [
        one
        for one in mutants(rule, ["0", "1", "2"])
        if len(one["cases"]) < len(rule["cases"])
        or [q["action"] for case in one["cases"] for q in case["pieces"]]
        != [q["action"] for case in rule["cases"] for q in case["pieces"]]
    ]
    for mutant in wrong[:: max(1, len(wrong) // 8)]:
        assert isinstance(answer_of(problem, mutant, decide), Found)
