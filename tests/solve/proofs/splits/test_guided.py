"""Trees that points guide: every proof is one that the checker takes, every point lies in no case."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from sympy import Rational, symbols

from benchmarks._stress_problems import make
from benchmarks.engine_stress import question
from symdt import Proved, certify, decision_rule
from symdt.exact.solver import Budget, Found
from symdt.solve.proofs.check.proofs import check, holds
from symdt.solve.proofs.check.texts import Fact, Ring, negated
from symdt.solve.proofs.prover import Search
from symdt.solve.proofs.splits.guided import refute, renumbered

LETTERS = ["x", "y", "z"]


def asked() -> tuple[Ring, Search, list[Fact]]:
    """A ring of three letters that are positive, and who searches over it."""
    ring = Ring(LETTERS)
    return ring, Search(ring, symbols("x y z"), Budget(30)), [ring.fact(f"{n} > 0") for n in LETTERS]


def cut(chance: random.Random, ring: Ring, depth: int, facts: tuple[Fact, ...] = ()) -> list[list[Fact]]:
    """Cases that leave no gap: the leaves of a tree of conditions."""
    if not depth:
        return [list(facts)]
    a, b, c, d = (chance.randint(-3, 3) for _ in range(4))
    op = chance.choice([">", ">="])
    fact = ring.fact(f"{a}*x*y + {b}*z + {c}*x + {d} {op} 0")
    if len(fact[0]) < 2:
        return cut(chance, ring, depth, facts)
    found = []
    for side in (fact, negated(fact)):
        found += cut(chance, ring, depth - chance.choice([1, 1, 2]) if depth > 1 else 0, (*facts, side))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_cases_that_leave_no_gap_have_a_proof_that_the_checker_takes(seed):
    ring, search, facts = asked()
    cases = cut(random.Random(seed), ring, 3)
    clauses = [[negated(fact) for fact in case] for case in cases]
    proof = refute(search, facts, clauses)
    assert isinstance(proof, dict)
    identities, by_solver = check(ring, proof, facts, clauses)
    assert identities >= len(cases) - 1
    assert by_solver == 0


@pytest.mark.parametrize("seed", range(6))
def test_where_a_case_is_missing_there_is_a_point_in_no_other(seed):
    ring, search, facts = asked()
    chance = random.Random(seed)
    cases = cut(chance, ring, 3)
    search.known([])  # the pool is empty: points are found by the tree itself
    everywhere = [[negated(fact) for fact in case] for case in cases]
    inside = [
        n
        for n in range(len(cases))
        if isinstance(refute(search, facts, everywhere[:n] + everywhere[n + 1 :]), Found)
    ]
    assert inside, "every case of the tree is empty"
    for n in inside:
        clauses = everywhere[:n] + everywhere[n + 1 :]
        found = refute(search, facts, clauses)
        assert all(isinstance(v, Rational) for v in found.point.values())
        point = {s.name: Fraction(int(v.p), int(v.q)) for s, v in found.point.items()}
        assert all(holds(ring, fact, point) for fact in cases[n])
        assert all(any(holds(ring, fact, point) for fact in clause) for clause in clauses)


def test_zeros_that_are_a_case_of_their_own_are_not_forgotten():
    ring, search, facts = asked()
    sides = [[ring.fact(f"x*y {op} z")] for op in (">", "<", "==")]
    clauses = [[negated(fact) for fact in case] for case in sides]
    proof = refute(search, facts, clauses)
    assert isinstance(proof, dict)
    assert check(ring, proof, facts, clauses)[1] == 0
    found = refute(search, facts, clauses[:2])
    assert isinstance(found, Found)
    values = {s.name: v for s, v in found.point.items()}
    assert values["x"] * values["y"] == values["z"]


def test_a_proof_from_few_facts_names_these_among_all():
    ring = Ring(["x"])
    facts = [ring.fact(text) for text in ("x < 5", "x > 2", "x < 4", "x < 1")]
    # x > 2 and x < 1 where x > 0; x > 2 and x <= 0, which comes after the facts, where it is not
    cases = [[["1", [0]], ["1", [1]], ["1", []]], [["1", [0]], ["1", [2]], ["2", []]]]
    proof = renumbered({"sides": "x", "cases": [{"sum": one} for one in cases]}, [1, 3], len(facts))
    first, second = (part["sum"] for part in proof["cases"])
    assert [factors for _, factors in first] == [[1], [3], []]
    assert [factors for _, factors in second] == [[1], [4], []]
    assert check(ring, proof, facts) == (2, 0)


@pytest.mark.parametrize("seed", [1, 5])
def test_affine_rules_in_three_other_letters_are_proved_by_identities(seed):
    """Such a rule was undecided after a minute: a covering of three letters does not end."""
    problem = make("affine 3, 5", seed)
    source, extra = question(problem)
    verdict = certify(decision_rule(source, problem.letters[0], **extra), seconds=60)
    assert isinstance(verdict, Proved)
    assert verdict.evidence.by_solver == 0
