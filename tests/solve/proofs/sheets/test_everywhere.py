"""Rules in three other letters on the surfaces of events: right ones are proved, and none that is wrong somewhere, be it on a line."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from sympy import Ne, Rational, Symbol, symbols

from benchmarks._stress_problems import make, optimal
from benchmarks.engine_stress import question
from symdt import Belief, DecisionProblem, Domain, LossTable, Proved, Refuted, certify, decision_rule
from symdt.exact.solver import Found, NoPoint, Unknown
from symdt.solve.certificate import certificate_of
from symdt.solve.proofs.sheets.everywhere import decide
from tests.solve.proofs.mutants import answer_of, mutants


def told(family, seed):
    """A problem and its rule in JSON."""
    source, extra = question(make(family, seed))
    answer = decision_rule(source, "p", **extra)
    return answer.alternatives.source, answer.to_json()["rule"]


@pytest.mark.parametrize(("family", "seed"), [("quadratic 3+", 0), ("quadratic 3+", 4), ("quadratic 3+", 5)])
def test_rules_that_no_covering_of_the_space_decides_are_proved(family, seed):
    source, extra = question(make(family, seed))
    answer = decision_rule(source, "p", **extra)
    assert isinstance(certify(answer, seconds=60), Proved)


def test_a_point_that_the_surfaces_find_refutes_the_rule():
    """On a plane through its witness one case has another action: no question about many cases is asked by itself before that is said."""
    problem, rule = told("quadratic 3+", 4)
    number, case = next((n, c) for n, c in enumerate(rule["cases"]) if len(c["pieces"]) > 1)
    at = case["witness"]["l"]
    other = next(c for c in rule["cases"] if c["pieces"][0]["action"] != case["pieces"][0]["action"])
    wrong = {k: other["pieces"][0][k] for k in ("action", "strategy", "value")}
    thin = {"from": "0", "to": "1", "from_closed": False, "to_closed": False, **wrong}
    beside = [{**case, "if": [*case["if"], f"l {op} {at}"], "witness": {}} for op in ("<", ">")]
    on_it = {**case, "if": [*case["if"], f"Eq(l, {at})"], "pieces": [thin]}
    cases = [*rule["cases"][:number], *beside, on_it, *rule["cases"][number + 1 :]]
    found = certificate_of(problem, {"rule": {**rule, "cases": cases}}, seconds=60)
    assert isinstance(found.verdict, Refuted)
    assert str(found.verdict.counterexample[Symbol("l")]) == at
    made = make("quadratic 3+", 4)
    point = tuple(Fraction(str(found.verdict.counterexample[Symbol(x)])) for x in made.letters)
    assert made.plans[wrong["action"]] not in optimal(made, point)


@pytest.mark.parametrize("seed", [1, 2, 3, 5, 6])
def test_surfaces_say_what_a_covering_of_the_space_says(seed):
    """Of the rule and of rules with one thing changed; where either is not decided nothing is compared."""
    problem, rule = told("quadratic 3", seed)
    assert answer_of(problem, rule, decide) == NoPoint()
    wrong = list(mutants(rule, ["0", "1"]))
    random.Random(seed).shuffle(wrong)
    found = 0
    for mutant in wrong[:10]:
        said, other = answer_of(problem, mutant, decide), answer_of(problem, mutant)
        if not isinstance(said, Unknown | None) and not isinstance(other, Unknown | None):
            assert type(said) is type(other)
        found += isinstance(said, Found)
    assert found


def parabola(*domain):
    """Nothing against h*p**2 + (k - 2)*p + l - 1/2."""
    letters = p, h, k, m = symbols("p h k l")
    table = LossTable(["s"], ["0", "1"], [[0, h * p**2 + (k - 2) * p + m - Rational(1, 2)]])
    return DecisionProblem(table, Belief({"s": 1}), Domain(*domain, symbols=list(letters)))


CLOSED = "0 <= p", "p <= 1", "0 <= h", "h <= 2", "0 <= k", "k <= 2", "0 <= l", "l <= 2"


@pytest.mark.parametrize(
    "where", [["Eq(h, 2)", "k > 7/4", "l > 7/4"], ["Eq(h, 2)", "Eq(k, 15/8)", "Eq(l, 15/8)"]]
)
def test_faces_of_a_closed_domain_are_surfaces_too(where):
    """A case that is wrong on a part of a face alone, or at one point of it."""
    problem = parabola(*CLOSED)
    rule = decision_rule(problem, "p").to_json()["rule"]
    assert answer_of(problem, rule, decide) == NoPoint()
    piece = {"action": "1", "from": "0", "to": "1", "from_closed": True}
    witness = {"h": "2", "k": "15/8", "l": "15/8"}
    said = answer_of(
        problem,
        {**rule, "cases": [*rule["cases"], {"if": where, "pieces": [piece], "witness": witness}]},
        decide,
    )
    assert isinstance(said, Found)
    assert {str(s): v for s, v in said.point.items()}["h"] == 2


def test_of_a_domain_with_a_hole_nothing_is_said():
    """What lies behind the hole is not connected with the rest."""
    problem = parabola("0 < p", "p < 1", "h > 0", "0 < k", "k < 1", "0 < l", "l < 1", Ne(Symbol("h"), 10))
    rule = decision_rule(problem, "p").to_json()["rule"]
    assert isinstance(answer_of(problem, rule, decide), Unknown)
