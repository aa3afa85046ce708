"""All cases of a rule in one covering: rules that are right are settled, and none that is wrong somewhere, be it on a line or at a point."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction

import pytest
from sympy import Rational, symbols

from benchmarks._stress_problems import make
from benchmarks.engine_stress import question
from symdt import Belief, DecisionProblem, Domain, LossTable, Proved, Refuted, decision_rule
from symdt.exact.solver import Found, NoPoint
from symdt.solve.certificate import certificate_of
from symdt.solve.proofs.check.proofs import holds, verify
from tests.solve.proofs.mutants import together

p, h, k = symbols("p h k")


def table(losses, *domain):
    """A problem of one state."""
    actions = list(losses)
    loss = LossTable(["s"], actions, [[losses[a] for a in actions]])
    return DecisionProblem(loss, Belief({"s": 1}), Domain(*domain))


def case(conditions, *pieces, **witness):
    """A case: pieces are an action and where it ends, from 0 to 1."""
    found, start = [], "0"
    for action, stop in pieces:
        found.append({"action": action, "from": start, "to": stop, "to_closed": stop != "1"})
        start = stop
    return {"if": conditions, "pieces": found, "witness": witness}


#: b is better than a where p > h*k, and both are as good all along p where h = 0.
SADDLE = table({"a": h * p, "b": h**2 * k}, "0 < p < 1", "-1 < h < 1", "-2 < k < 2")


def saddle():
    """The rule: what is done at h = 0 does not matter."""
    low, high = ("a", "h*k"), ("b", "1")
    return [
        case(["Eq(h, 0)"], ("a", "1"), h="0", k="0"),
        case(["h > 0", "h*k <= 0"], ("b", "1"), h="1/2", k="-1"),
        case(["h > 0", "h*k > 0", "h*k < 1"], low, high, h="1/2", k="1"),
        case(["h > 0", "h*k >= 1"], ("a", "1"), h="3/4", k="3/2"),
        case(["h < 0", "h*k <= 0"], ("a", "1"), h="-1/2", k="1"),
        case(["h < 0", "h*k > 0", "h*k < 1"], ("b", "h*k"), ("a", "1"), h="-1/2", k="-1"),
        case(["h < 0", "h*k >= 1"], ("b", "1"), h="-3/4", k="-3/2"),
    ]


def changed(number, **entries):
    cases = saddle()
    cases[number] |= entries
    return cases


def test_a_rule_that_is_right_is_settled_by_one_covering():
    asked = together(SADDLE, {"for": "p", "cases": saddle()})
    assert asked.answer == NoPoint()
    assert asked.count == 40  # all but the points


def test_so_it_is_proved_and_its_certificate_is_checked():
    found = certificate_of(SADDLE, {"rule": {"for": "p", "cases": saddle()}})
    assert isinstance(found.verdict, Proved)
    assert verify(json.loads(json.dumps(found.data)))


WRONG = {
    "an action on a line": changed(4, pieces=case([], ("b", "1"))["pieces"]),
    "pieces the other way around": changed(2, pieces=case([], ("b", "h*k"), ("a", "1"))["pieces"]),
    "an end that is moved": changed(2, pieces=case([], ("a", "h*k/2"), ("b", "1"))["pieces"]),
    "an end that is moved where k is not 1": changed(
        2, pieces=case([], ("a", "h*k**2"), ("b", "1"))["pieces"]
    ),
    "a line in two cases": changed(1, **{"if": ["h >= 0", "h*k <= 0"]}),
    "a line in no case": changed(4, **{"if": ["h < 0", "h*k < 0"]}),
    "a point in no case": changed(0, **{"if": ["Eq(h, 0)", "k != 1"]}),
    "a case that is missing": saddle()[:-1],
    "a point between pieces": changed(
        2,
        pieces=[
            {"action": "a", "from": "0", "to": "h*k", "to_closed": False},
            {"action": "b", "from": "h*k", "to": "1", "to_closed": False},
        ],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_rule_that_is_wrong_somewhere_is_not(name):
    rule = {"for": "p", "cases": WRONG[name]}
    asked = together(SADDLE, rule)
    assert asked.amiss is None  # nothing is asked for it
    assert isinstance(asked.answer, Found)
    item, found = asked.amiss
    assert found is asked.answer
    point = {s.name: Fraction(str(v)) for s, v in found.point.items()}
    assert all(holds(asked.statement.ring, fact, point) for fact in item.facts)
    assert isinstance(certificate_of(SADDLE, {"rule": rule}).verdict, Refuted)


def test_a_wrong_answer_on_a_curve_is_found():
    """b costs a little more than a; it is said to be done on the curve h = k^2 alone."""
    cost = p * (h - k**2) ** 2
    problem = table({"a": cost, "b": cost + p * k**2}, "0 < p < 1", "0 < h < 4", "-1 < k < 1")

    def rule(action):
        cases = [
            case(["h > k**2", "k > 0"], ("a", "1"), h="1", k="1/2"),
            case(["h > k**2", "k <= 0"], ("a", "1"), h="1", k="0"),
            case(["h < k**2"], ("a", "1"), h="1/10", k="1/2"),
            case(["Eq(h, k**2)"], (action, "1"), h="1/4", k="1/2"),
        ]
        return {"for": "p", "cases": cases}

    answer = together(problem, rule("b")).answer
    assert isinstance(answer, Found)
    assert answer.point[h] == answer.point[k] ** 2
    assert together(problem, rule("a")).answer == NoPoint()


def test_denominators_whose_sign_is_not_that_of_the_witness_are_no_fault():
    """An end h/(2h): the sign of h is guessed at the witness, is wrong for the half of the case, and then not guessed."""
    problem = table({"a": p, "b": Rational(1, 2)}, "0 < p < 1", "-1 < h < 1", "-1 < k < 1")
    pieces = ("a", "h/(2*h)"), ("b", "1")
    flat = ("a", "1/2"), ("b", "1")
    cases = [
        case(["h != 0", "k > 0"], *pieces, h="1/2", k="1/2"),
        case(["h != 0", "k <= 0"], *pieces, h="-1/2", k="-1/2"),
        case(["Eq(h, 0)", "k > 0"], *flat, h="0", k="1/2"),
        case(["Eq(h, 0)", "k <= 0"], *flat, h="0", k="0"),
    ]
    found = certificate_of(problem, {"rule": {"for": "p", "cases": cases}})
    assert isinstance(found.verdict, Proved)
    wrong = deepcopy(cases)
    wrong[1]["pieces"][0]["to"] = wrong[1]["pieces"][1]["from"] = "h/(3*h)"
    assert isinstance(certificate_of(problem, {"rule": {"for": "p", "cases": wrong}}).verdict, Refuted)


@pytest.mark.parametrize(("family", "seed"), [("unbounded", 7), ("repeats 4", 2), ("flat", 0), ("flat", 6)])
def test_rules_with_square_roots_and_numbered_roots_are_settled_and_changed_ones_are_not(family, seed):
    source, extra = question(make(family, seed))
    answer = decision_rule(source, "p", **extra)
    problem, rule = answer.alternatives.source, answer.to_json()["rule"]
    assert together(problem, rule).answer == NoPoint()
    for number, told in enumerate(rule["cases"]):
        if len(told["pieces"]) < 2:
            continue
        turned = deepcopy(rule)
        first, second = turned["cases"][number]["pieces"][:2]
        for name in ("action", "strategy"):
            first[name], second[name] = second[name], first[name]
        assert isinstance(together(problem, turned).answer, Found)
