"""Sides of forms: long questions in many letters are shown on them, by proofs that the checker and Coq's script take."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from sympy import symbols

from symdt import Refuted, Undecided, decision_rule, load_problem
from symdt.exact.solver import Budget, Found
from symdt.solve.certificate import certificate_of, certificate_of_rule
from symdt.solve.proofs.check.polynomials import RejectedError
from symdt.solve.proofs.check.proofs import check, verify
from symdt.solve.proofs.check.texts import Ring
from symdt.solve.proofs.coq import to_coq
from symdt.solve.proofs.prover import Search
from symdt.solve.proofs.splits.rule_forms import factors
from symdt.solve.proofs.splits.sides import Sides

EXAMPLES = Path(__file__).parents[4] / "examples"


def asked(letters: str, forms: list[str]) -> tuple[Ring, Sides]:
    """A ring, and who refutes over it by the sides of these forms."""
    ring = Ring(letters.split())
    search = Search(ring, symbols(letters + " _")[:-1], Budget(10))
    return ring, Sides(search, lambda: [ring.read(form)[0] for form in forms])


def test_what_a_side_refutes_is_a_fact_more():
    ring, sides = asked("y z", ["z"])
    facts = [ring.fact(text) for text in ("y > 0", "z**2 < z", "y*z <= 0")]
    proof = sides.look(facts)
    assert proof["sides"] == "z"
    assert check(ring, proof, facts) == (2, 0)
    assert asked("y z", ["y - z"])[1].look(facts) is None


@pytest.mark.parametrize("wrong", ["one side", "the other form", "the weak side as strict"])
def test_the_checker_takes_both_sides_and_no_others(wrong):
    ring, sides = asked("y z", ["z"])
    facts = [ring.fact(text) for text in ("y > 0", "z**2 < z", "y*z <= 0")]
    proof = sides.look(facts)
    if wrong == "one side":
        proof["cases"].pop()
    elif wrong == "the other form":
        proof["sides"] = "-z"
    else:  # where z is 0 nothing is refuted: z >= 0 and z <= 0
        facts, proof = [ring.fact("z >= 0")], {"sides": "z", "cases": [{"sum": [["1", [1]]]}] * 2}
    with pytest.raises((RejectedError, ValueError)):
        check(ring, proof, facts)


def test_cases_that_cover_the_space_are_shown_side_by_side_and_a_gap_is_a_point():
    ring, sides = asked("x y", ["x", "x - y"])
    clauses = [
        [ring.fact(text) for text in clause] for clause in (["x < y"], ["x >= y", "x <= 0"], ["x > 0"])
    ]
    proof = sides.refute([], clauses)
    assert check(ring, proof, [], clauses)[0] > 0
    found = sides.refute([], clauses[:2])
    assert isinstance(found, Found)


def test_forms_are_irreducible_factors():
    ring, sides = asked("x y", [])
    found = factors(sides.search, ring.read("2*x**2*y - 2*y")[0])
    assert {ring.text(factor) for factor in found} == {"x + 1", "x - 1", "y"}


def test_a_rule_in_seven_letters_is_proved_on_sides_that_travel():
    problem = load_problem(EXAMPLES / "example2_posterior.toml")
    found = certificate_of_rule(decision_rule(problem, "k"))
    assert str(found.verdict) == "proved"
    assert verify(json.loads(json.dumps(found.data))) == (found.identities, found.by_solver)
    assert found.by_solver == 0
    assert "sides" in json.dumps(found.data["proofs"])
    assert "Admitted" not in to_coq(found.data)


def test_a_budget_is_kept_within_a_tenth_on_ten_cases_in_seven_letters():
    problem = load_problem(EXAMPLES / "example2_posterior.toml")
    answer = json.loads((Path(__file__).parent / "example2_posterior_c3.json").read_text())
    begin = time.process_time()
    found = certificate_of(problem, answer, seconds=2)
    assert time.process_time() - begin < 2.2
    assert isinstance(found.verdict, Undecided)
    assert found.undecided > 0


def test_a_wrong_rule_is_refuted_in_seven_letters():
    problem = load_problem(EXAMPLES / "example2_posterior.toml")
    answer = decision_rule(problem, "k").to_json()
    cases = answer["rule"]["cases"]
    first, *_, last = (piece for case in cases for piece in case["pieces"])
    first["action"], first["strategy"], first["value"] = last["action"], last["strategy"], last["value"]
    verdict = certificate_of(problem, answer, seconds=20).verdict
    assert isinstance(verdict, Refuted)
    problem.domain.check_point({s.name: v for s, v in verdict.counterexample.items()})
