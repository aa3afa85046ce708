"""What keeps few roots in a range, and cells along a stretch: rules that are wrong on a thin set are found, as without these."""

from __future__ import annotations

import random

import pytest
from flint import fmpq
from sympy import Rational, symbols

from benchmarks._stress_problems import make
from benchmarks.engine_stress import question
from symdt import decision_rule
from symdt.exact.field import Field
from symdt.exact.line.place import Place
from symdt.exact.solver import Found, NoPoint
from symdt.solve.proofs.coverings.cases.keeping import Keeping
from symdt.solve.proofs.coverings.delineation import Algebra
from symdt.solve.proofs.coverings.inquiry import Inquiry
from symdt.solve.proofs.coverings.variations import Range, fixed_sign
from tests.solve.proofs.mutants import answer_of, mutants

h, k, p = symbols("h k p")
UNIT, RIGHT, LEFT = (fmpq(0), fmpq(1)), (fmpq(1, 2), None), (None, fmpq(-1, 3))


def polynomial(chance, degree):
    """A polynomial of this degree in p, with coefficients linear in h and k; some vanish."""
    small = [chance.choice([0, 1, 2, -1, -2, Rational(1, 2)]) for _ in range(3 * (degree + 1))]
    return sum(
        (a + b * h + c * k) * p**i
        for i, (a, b, c) in enumerate(zip(small[::3], small[1::3], small[2::3], strict=True))
    )


@pytest.mark.parametrize("ends", [UNIT, RIGHT, LEFT])
@pytest.mark.parametrize("seed", range(12))
def test_where_the_signs_are_the_same_a_polynomial_has_as_many_roots_in_the_range(ends, seed):
    """Also where its leading coefficient vanishes, or the coefficient that was left out."""
    chance = random.Random(seed)
    field = Field.of([h, k, p])
    algebra, letter = Algebra(field), field.names.index("p")
    within = Range(algebra, letter, *ends)
    low, high = ends
    values = [fmpq(n, 2) for n in range(-6, 7)]
    at = {i: field.names.index(name) for i, name in enumerate("hk")}
    for degree in (1, 2, 3, 4):
        numbers = [
            n
            for n in algebra.parts(field.polynomial(polynomial(chance, degree)))
            if algebra.degrees[n][letter]
        ]
        for number in numbers:
            places = [Place(field).at(at[0], a).at(at[1], b) for a in values for b in values]
            chance.shuffle(places)
            count = {}
            for place in places:
                roots = [root for root, _ in place.roots(algebra.polys[number], letter)]
                inside = [r for r in roots if (low is None or r > low) and (high is None or r < high)]
                is_zero = all(not part(*place.values) for part in algebra.coefficients(number, letter))
                count[id(place)] = -1 if is_zero else len(inside)
            for place in places[:25]:
                few = within.few(place, number, ())
                if few is None:
                    continue
                assert few.count == count[id(place)]
                for other in places:
                    if all(algebra.sign(other, n) == s for n, s in few.signs):
                        assert count[id(other)] == few.count


@pytest.mark.parametrize("seed", range(20))
def test_a_polynomial_of_one_sign_within_ranges_has_that_sign_there(seed):
    chance = random.Random(seed)
    field = Field.of([h, k])
    algebra = Algebra(field)
    low, high = algebra.parts(field.polynomial(h))[0], algebra.parts(field.polynomial(h - 1))[0]
    unit, right = (field.names.index(name) for name in "hk")
    ranges = {
        unit: Range(algebra, unit, fmpq(0), fmpq(1), (low, high)),
        right: Range(algebra, right, fmpq(-1), None, (algebra.parts(field.polynomial(k + 1))[0], None)),
    }
    for _ in range(30):
        poly = sum(chance.randint(-1, 3) * h**i * k**j for i in range(3) for j in range(2))
        for number in algebra.parts(field.polynomial(poly)):
            if fixed_sign(algebra, ranges, number) is None:
                continue
            places = [
                Place(field).at(unit, fmpq(a, 8)).at(right, fmpq(b, 8))
                for a in range(1, 8)
                for b in (-7, -1, 3, 90)
            ]
            assert len({algebra.sign(place, number) for place in places} | {0}) == 2


def plainly(problem, rule, seconds=20):
    """The same by whole polynomials alone, every cell looked at where it is met."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Inquiry, "ranges", {})
        patch.setattr(Inquiry, "spans", lambda *_: None)
        patch.setattr(Keeping, "clear", lambda *_: None)
        return answer_of(problem, rule, seconds=seconds)


@pytest.mark.parametrize(
    ("family", "seed"),
    [
        ("flat", 0),
        ("flat", 1),
        ("repeats 4", 0),
        ("repeats 4", 1),
        ("unbounded", 7),
        ("closed, 5", 0),
        ("disc", 1),
        ("flat", 6),
        ("affine 2", 3),
    ],
)
def test_a_rule_that_is_wrong_on_a_thin_set_is_never_settled(family, seed):
    """A mutant is settled if and only if it is without ranges and spans, and without signs of linear polynomials at the ends of cells."""
    source, extra = question(make(family, seed))
    answer = decision_rule(source, "p", **extra)
    problem, rule = answer.alternatives.source, answer.to_json()["rule"]
    assert answer_of(problem, rule) == NoPoint()
    wrong = list(mutants(rule, [str(i) for i in range(5)]))
    random.Random(seed).shuffle(wrong)
    found = 0
    for mutant in wrong[:12]:
        said = answer_of(problem, mutant)
        assert type(said) is type(plainly(problem, mutant))
        found += isinstance(said, Found)
    assert found


def test_a_case_that_holds_at_one_value_alone_and_overlaps_another_at_a_point_is_found():
    """At h = -6, k = -2 alone two cases hold; a cell known from other values of k does not know of the second."""
    source, extra = question(make("unbounded", 7))
    answer = decision_rule(source, "p", **extra)
    problem, rule = answer.alternatives.source, answer.to_json()["rule"]
    (case,) = (c for c in rule["cases"] if c["if"] == ["h + 2 < 2*k", "Eq(k + 2, 0)"])
    case["if"] = ["h + 2 <= 2*k", "Eq(k + 2, 0)"]
    said = answer_of(problem, rule)
    assert isinstance(said, Found)
    assert (said.point[h], said.point[k]) == (-6, -2)
