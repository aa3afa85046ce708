"""Coverings against Z3 and against values at points; roots that merge, leave, and stand in each other's coefficients."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest
from flint import fmpq, fmpq_poly
from sympy import Poly, Rational, Symbol, symbols

from symdt import Decision, Domain, Proved, Refuted, decision_rule
from symdt.exact.line import arrange
from symdt.exact.solver import Budget, Found, NoPoint, Unknown
from symdt.problems.tree_problem import TreeProblem
from symdt.solve.certificate import certificate_of
from symdt.solve.proofs.check.proofs import holds
from symdt.solve.proofs.check.texts import Ring
from symdt.solve.proofs.coverings.covering import Covering
from symdt.solve.proofs.prover import Search

h, x = symbols("h x")


def decide(ring, facts, **options):
    return Covering(ring, Symbol, Budget(60)).decide([ring.fact(f) for f in facts], **options)


def polynomial(chance, letters, size=4):
    terms = []
    for _ in range(chance.randint(2, size)):
        powers = [f"*{x}**{chance.randint(1, 2)}" for x in letters if chance.random() < 0.5]
        terms.append(f"({chance.randint(-3, 3)}){''.join(powers)}")
    return " + ".join(terms)


@pytest.mark.parametrize("seed", [n for n in range(50) if n != 45])  # 45 is beyond Z3
def test_coverings_agree_with_z3(seed):
    chance = Random(seed)
    letters = ["a", "b", "x"][: chance.choice([2, 3])]
    ring = Ring(letters)
    relations = [chance.choice([">", ">=", "==", "!=", ">"]) for _ in range(chance.randint(2, 5))]
    facts = [ring.fact(f"{polynomial(chance, letters)} {op} 0") for op in relations]
    search = Search(ring, map(Symbol, letters), Budget(20), identities=False)
    said = search.by_z3(facts, {}, 1)
    answer = search.covering.decide(facts)
    assert isinstance(said, Unknown) or type(answer) is type(said), (answer, said)
    assert not isinstance(answer, Unknown)
    if isinstance(answer, Found) and all(isinstance(v, Rational) for v in answer.point.values()):
        point = {s.name: Fraction(int(v.p), int(v.q)) for s, v in answer.point.items()}
        assert all(holds(ring, fact, point) for fact in facts)


@pytest.mark.parametrize("seed", range(40))
def test_roots_of_degree_up_to_five_are_where_they_are(seed):
    """Is the root number i ever greater than c? At 81 values of h the roots say it themselves."""
    chance = Random(seed)
    degree, index = chance.randint(3, 5), chance.randint(0, 2)
    parts = [(chance.randint(-3, 3), chance.randint(-1, 1)) for _ in range(degree)] + [
        (1, chance.randint(-1, 1))
    ]
    poly = sum((a + b * h) * x**d for d, (a, b) in enumerate(parts))
    ring = Ring(["h", "x"])
    ring.root(str(poly), "x", index)
    c = Fraction(chance.randint(-2, 2), 2)
    answer = decide(ring, ["h >= -2", "h <= 2", f"root_0 > {c}"])
    if isinstance(answer, Found):
        assert is_greater(poly, answer.point[h], index, c)
    else:
        assert answer == NoPoint()
        assert not any(is_greater(poly, Rational(n, 20), index, c) for n in range(-40, 41))


def is_greater(poly, value, index, c):
    """Whether the root with this number (with multiplicity) at a rational h exists and is greater than c."""
    if not value.is_Rational:
        return True  # not for this road
    there = Poly(poly.subs(h, value), x)
    coefficients = [fmpq(int(a.p), int(a.q)) for a in reversed(there.all_coeffs())]
    line = arrange([fmpq_poly(coefficients)])
    found = [p for p, members in zip(line.points, line.members, strict=True) for _ in range(members[0])]
    return len(found) > index and found[index] > Rational(c.numerator, c.denominator)


def test_where_a_root_does_not_exist():
    ring = Ring(["a", "h", "x"])
    ring.root("a*x**3 - h", "x", 0)
    assert decide(ring, ["a > 0"], missing="root_0") == NoPoint()
    answer = decide(ring, ["a >= 0", "h > 1"], missing="root_0")
    assert answer.point[Symbol("a")] == 0
    ring.root("x**4 - h", "x", 1)
    second = ring.letters[-1]
    assert decide(ring, ["h >= 0"], missing=second) == NoPoint()  # at h = 0 it is the fourfold one
    assert decide(ring, ["h > -1"], missing=second).point[h] < 0


def test_a_root_whose_polynomial_holds_a_radical():
    """x³ = sqrt(h) x + 1: the greatest root grows with h, from 1; it is the third once there are three."""
    ring = Ring(["h", "x"])
    ring.root("x**3 - sqrt(h)*x - 1", "x", 0)
    ring.root("x**3 - sqrt(h)*x - 1", "x", 2)
    first, third = ring.letters[-2:]
    assert isinstance(decide(ring, ["h > 0", f"{first} > 1"]), Found)
    assert isinstance(decide(ring, ["h > 0", f"{first} < -1"]), Found)
    assert decide(ring, ["h > 0", f"{third} <= 1"]) == NoPoint()


def test_roots_that_merge_keep_their_numbers():
    """(x - h)² (x + 1): number 1 is the double root everywhere, number 0 the lesser of the two."""
    ring = Ring(["h", "x"])
    for index in (0, 1):
        ring.root("(x - h)**2*(x + 1)", "x", index)
    first, second = ring.letters[-2:]
    assert decide(ring, [f"{second} != h"]) == NoPoint()
    assert decide(ring, ["h >= -1", f"{first} != -1"]) == NoPoint()
    assert decide(ring, ["h <= -1", f"{first} != h"]) == NoPoint()


@pytest.mark.parametrize("poly", [x**4 - 3 * x**2 + x, x**5 - x, x**6 - 2 * x**2], ids=str)
def test_rules_with_roots_of_high_degree_are_proved_and_wrong_ones_refuted(poly):
    tree = TreeProblem(Decision("d", {"A": poly, "B": h}), Domain("-9 < x < 9", "h > -5"), "min")
    answer = decision_rule(tree, "x").to_json()
    assert isinstance(certificate_of(tree, answer).verdict, Proved)
    pieces = [piece for case in answer["rule"]["cases"] for piece in case["pieces"]]
    end = next(p["to"] for p in pieces if isinstance(p["to"], dict))
    for index in (end["root"] - 1, end["root"] + 1):
        wrong = json.loads(
            json.dumps(answer).replace(json.dumps(end), json.dumps({**end, "root": max(index, 0)}))
        )
        if wrong != answer:
            assert isinstance(certificate_of(tree, wrong).verdict, Refuted)


def test_a_budget_ends_the_search():
    ring = Ring(["a", "b", "c", "x"])
    ring.root("a*x**5 + b*x**3 + c*x + 1", "x", 1)
    r = ring.letters[-1]
    facts = [
        ring.fact(f"{r}**2 + a*b*c > a**2 + x**2*b + 3"),
        ring.fact(f"x*{r} > b**3 + c"),
        ring.fact("a*b > x**2 + 9"),
    ]
    answer = Covering(ring, Symbol, Budget(0)).decide(facts)
    assert "budget" in answer.reason


@pytest.mark.parametrize("seed", range(25))
def test_clauses_and_cells_are_answered_as_their_parts_are(seed):
    """Facts with an alternative of each clause, or with two of the cells: the whole question against every choice."""
    chance = Random(seed)
    letters = ["a", "x"]
    ring = Ring(letters)
    ring.root("x**3 - 2*x - a", "x", chance.randint(0, 2))

    def fact():
        if chance.random() < 0.3:
            return ring.fact(f"x {chance.choice(['<', '>=', '>'])} root_0")
        return ring.fact(f"{polynomial(chance, letters, 3)} {chance.choice(['>', '>=', '>'])} 0")

    facts = [ring.fact("x**2 + a**2 < 4"), *ring.definitions["root_0"]]
    groups = [[fact() for _ in range(2)] for _ in range(3)]
    covering = Covering(ring, Symbol, Budget(60))

    def is_empty(*more):
        answer = covering.decide([*facts, *(f for part in more for f in part)])
        assert not isinstance(answer, Unknown)
        return isinstance(answer, NoPoint)

    whole = covering.decide(facts, clauses=groups)
    assert isinstance(whole, NoPoint) == all(is_empty(choice) for choice in product(*groups))
    pairs = covering.decide(facts, cells=groups)
    assert isinstance(pairs, NoPoint) == all(is_empty(*two) for two in combinations(groups, 2))


def test_a_letter_that_is_not_defined_everywhere_is_no_clause_of_a_covering():
    """A root that need not exist and stands for itself: not decided, rather than taken to exist."""
    ring = Ring(["a", "x"])
    ring.root("x**2 - a", "x", 0)
    answer = Covering(ring, Symbol, Budget(9)).decide(
        [ring.fact("a < 1")], clauses=[[ring.fact("root_0 > a")]]
    )
    assert answer == Unknown("root_0 is not defined everywhere")
    said = Covering(ring, Symbol, Budget(9)).decide([ring.fact("a < 0")], clauses=[[ring.fact("x > root_0")]])
    assert isinstance(
        said, Found
    )  # a comparison with a root that does not exist is not false, so no case is covered


def test_roots_compared_with_their_own_letter_need_no_letter():
    ring = Ring(["h", "x"])
    ring.root("x**3 - x - h", "x", 0)
    ring.root("x**3 - x - h", "x", 1)
    covering = Covering(ring, Symbol, Budget(9))
    between = [ring.fact(t) for t in ("x > root_0", "x < root_1", "x**3 - x - h <= 0")]
    assert covering.decide(between) == NoPoint()
    assert isinstance(covering.decide(between[:2]), Found)
    assert covering.decide([*between[:2], ring.fact("h > 1")]) == NoPoint()  # there is no root number 1
