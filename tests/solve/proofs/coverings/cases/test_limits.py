"""Limits: sections lean on the open cells beside them, and where they cannot they are looked at by themselves."""

from __future__ import annotations

import pytest
from sympy import Rational, symbols

from benchmarks._stress_problems import make
from benchmarks.engine_stress import question
from symdt import Belief, DecisionProblem, Domain, LossTable, decision_rule
from symdt.exact.solver import Found, NoPoint
from symdt.solve.proofs.coverings.cases.nearby import Nearby
from symdt.solve.proofs.coverings.cases.within import Within
from tests.solve.proofs.mutants import answer_of, mutants, together

p, h, k = symbols("p h k")


def table(losses, *domain):
    """A problem of one state."""
    actions = list(losses)
    loss = LossTable(["s"], actions, [[losses[a] for a in actions]])
    return DecisionProblem(loss, Belief({"s": 1}), Domain(*domain))


def pieces(*told, start="0", end="1"):
    """Pieces: an action and where it ends."""
    found = []
    for action, stop in told:
        found.append({"action": action, "from": start, "to": stop, "to_closed": stop != end})
        start = stop
    return found


def rule(*cases):
    """Cases: conditions, pieces and a witness."""
    return {
        "for": "p",
        "cases": [{"if": some, "pieces": told, "witness": witness} for some, told, witness in cases],
    }


def looked_at(monkeypatch, problem, told):
    """What is said of all cases, and at how many sections all was asked."""
    sections = []
    along = Within.along

    def noted(self, place, left):
        sections.append(place.is_section)
        return along(self, place, left)

    monkeypatch.setattr(Within, "along", noted)
    return together(problem, told).answer, sum(sections)


LINES = table({"a": (7 * h - 2) * p, "b": (7 * h - 2) * k}, "0 < p < 1", "2/7 <= h < 1", "0 < k < 1")


def test_closed_sides_of_cases_are_limits(monkeypatch):
    """At h = 2/7, where both are as good, and at p = k the open cells tell all."""
    told = rule((["7*h >= 2"], pieces(("a", "k"), ("b", "1")), {"h": "1/2", "k": "1/2"}))
    assert looked_at(monkeypatch, LINES, told) == (NoPoint(), 0)


def test_an_equation_has_no_open_cells_beside_it(monkeypatch):
    right = pieces(("a", "k"), ("b", "1"))
    above, at = {"h": "1/2", "k": "1/2"}, {"h": "2/7", "k": "1/2"}
    told = rule((["7*h > 2"], right, above), (["Eq(7*h, 2)"], right, at))
    answer, sections = looked_at(monkeypatch, LINES, told)
    assert answer == NoPoint()
    assert sections > 0


def test_a_closed_condition_that_only_just_holds_is_one():
    """-(h - k)**2 >= 0 is the line h = k: what is done there is wrong, and no open cell beside it says so."""
    problem = table({"a": h, "b": k + p}, "0 < p < 1", "0 < h < 1", "0 < k < 1")
    at = {"h": "1/2", "k": "1/2"}
    low = (["h < k"], pieces(("a", "1")), {"h": "1/4", "k": "1/2"})
    high = (["h > k"], pieces(("b", "h - k"), ("a", "1")), {"h": "1/2", "k": "1/4"})
    assert (
        together(problem, rule(low, high, (["-(h - k)**2 >= 0"], pieces(("a", "1")), at))).answer == NoPoint()
    )
    wrong = together(problem, rule(low, high, (["-(h - k)**2 >= 0"], pieces(("b", "1")), at))).answer
    assert isinstance(wrong, Found)
    assert wrong.point[h] == wrong.point[k]


def test_a_domain_that_is_wider_on_a_section_is_looked_at_there():
    """Where h > 1 only p >= 0 is in the domain, at h = 1 all p are: a is right for p >= 0 alone."""
    problem = table({"a": 0 * p, "b": p}, "-1 < p < 1", "p*(h - 1) >= 0", "1 <= h < 2")
    wrong = rule((["h >= 1"], pieces(("a", "1"), start="-1"), {"h": "3/2"}))
    answer = together(problem, wrong).answer
    assert isinstance(answer, Found)
    assert answer.point[h] == 1
    assert answer.point[p] < 0


def test_the_number_of_a_root_that_shifts_on_a_section_is_looked_at_there():
    """(p - 3)*((p - 1)**2 + h) has one root where h > 0, and at h = 0 a double one before it."""
    poly = (p - 3) * ((p - 1) ** 2 + h)
    problem = table({"a": poly, "b": 0 * p}, "0 < p < 4", "0 <= h < 1")
    end = {"root": 0, "of": str(poly), "in": "p"}
    told = [
        {"action": "a", "from": "0", "to": end},
        {"action": "b", "from": end, "to": "4", "to_closed": False},
    ]
    answer = together(problem, rule((["h >= 0"], told, {"h": "1/2"}))).answer
    assert isinstance(answer, Found)
    assert answer.point[h] == 0
    assert together(problem, rule((["h > 0"], told, {"h": "1/2"}))).answer != NoPoint()  # h = 0 is in no case


def test_a_piece_that_is_one_point_on_a_section_is_looked_at_there():
    """On the disc's rim only p = 0 is left: it is no limit along p of the domain there."""
    problem = table({"a": p, "b": -p}, "p**2 + h**2 <= 1")
    told = [
        {"action": "a", "from": "-sqrt(1 - h**2)", "to": "0", "from_closed": True},
        {"action": "b", "from": "0", "to": "sqrt(1 - h**2)"},
    ]
    asked = together(problem, rule(([], told, {"h": "0"})))
    assert asked.answer == NoPoint()


def test_wrong_pieces_on_a_section_are_found():
    """The ends cross at h = 0 alone: there 1/2 lies in no piece."""
    problem = table({"a": 0 * p, "b": 0 * p}, "0 < p < 1", "-1 < h < 1")
    told = [
        {"action": "a", "from": "0", "to": "1/2", "to_closed": False},
        {"action": "b", "from": "1/2", "to": "1", "from_closed": False, "to_closed": False},
    ]
    whole = pieces(("a", "1"))
    right = rule((["h != 0"], whole, {"h": "1/2"}), (["Eq(h, 0)"], whole, {"h": "0"}))
    wrong = rule((["h != 0"], whole, {"h": "1/2"}), (["Eq(h, 0)"], told, {"h": "0"}))
    assert together(problem, right).answer == NoPoint()
    answer = together(problem, wrong).answer
    assert isinstance(answer, Found)
    assert (answer.point[h], answer.point[p]) == (0, Rational(1, 2))


@pytest.mark.parametrize(
    ("family", "seed"), [("closed", 3), ("disc", 1), ("ties", 2), ("repeats 3", 2), ("flat", 3)]
)
def test_changed_rules_have_the_answer_that_is_found_without_limits(family, seed, monkeypatch):
    source, extra = question(make(family, seed))
    answer = decision_rule(source, "p", **extra)
    problem, right = answer.alternatives.source, answer.to_json()["rule"]
    actions = sorted({piece["action"] for case in right["cases"] for piece in case["pieces"]})
    rules = [right, *mutants(right, actions)][:: max(1, len(list(mutants(right, actions))) // 12)]
    found = [type(answer_of(problem, one)) for one in rules]
    monkeypatch.setattr(Nearby, "is_limit", lambda *_: False)
    assert found == [type(answer_of(problem, one)) for one in rules]
    assert found[0] is NoPoint
