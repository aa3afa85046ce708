"""The engine for functions polynomial in the letter: exact against brute force, disjoint, covering, readable."""

from __future__ import annotations

import time
from itertools import product

import pytest
from flint import fmpq, fmpq_poly
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Integer, Poly, Rational, Symbol, expand, sqrt, symbols

from symdt import Domain
from symdt.errors import ExpressionError
from symdt.exact.field import Field
from symdt.exact.line import Real, arrange, simplest_between
from symdt.exact.polynomial import to_number, to_rational
from symdt.exact.solver import Budget
from symdt.regions.contest import Question
from symdt.regions.ends import Infinite, Root
from symdt.regions.rule import Rule
from symdt.regions.sections.complete import accepts, solve
from tests.strategies import LETTERS, P, affine

h, k = symbols("h k")
RANGES = {
    "open": ["p > 0", "p < 1"],
    "closed": ["p >= 0", "p <= 1"],
    "half": ["p >= -1"],
    "below": ["p <= 2"],
    "free": [],
    "square": ["p**2 < 4"],
}
TIES = {
    "none": [],
    "upper": ["p <= x"],
    "parabola": ["p**2 <= x"],
    "outside": ["p**2 > x"],
    "slanted": ["x*p < 1"],
}
OTHERS = {"free": [], "positive": ["{} > 0"], "closed": ["{} >= -1", "{} <= 2"]}
numbers = st.builds(lambda n, d: fmpq(n, d), st.integers(-8, 8), st.sampled_from([1, 1, 1, 2, 3, 4]))


def ask(functions, conditions, optimum="min", letter=P, letters=()):
    domain = Domain(*conditions, symbols=[letter, *letters])
    labelled = tuple((f"a{i}", domain.field.element(f)) for i, f in enumerate(functions))
    return Question(labelled, domain, letter, optimum)


def check_at(rule: Rule, values) -> None:
    """At a point of the domain exactly one case applies, one of its pieces holds the point, and its label is optimal."""
    question, letter = rule.question, rule.question.letter
    cases = [case for case in rule.cases if case.holds(values)]
    assert len(cases) == 1, (values, [list(map(str, c.conditions)) for c in cases])
    held = []
    for piece in cases[0].pieces:
        after = piece.start.compare(values, letter)
        if piece.stop.compare(values, letter) <= 0 and (after > 0 or (after == 0 and piece.is_closed_left)):
            held.append(piece.label)
    assert len(held) == 1, (values, held)
    assert held[0] in question.best(values), (values, held, question.best(values))


def check_witnesses(rule: Rule) -> None:
    """No case is empty, nor any piece at the case's witness."""
    field = rule.question.domain.field
    for case in rule.cases:
        at = dict(case.witness)
        if any(isinstance(v, Real) for v in at.values()):
            continue  # a single point that is not rational
        values = tuple(at.get(s, fmpq(0)) for s in field.symbols)
        assert case.holds(values)
        for piece in case.pieces:
            start, stop = piece.start.value(values), piece.stop.value(values)
            assert start < stop or (start == stop and piece.is_closed_left)


def critical_points(rule: Rule):
    """Points of the domain with the letter at and beside every rational end, the others at the witnesses."""
    field, letter = rule.question.domain.field, rule.question.letter
    for case in rule.cases:
        at = dict(case.witness)
        if any(isinstance(v, Real) for v in at.values()):
            continue
        for piece in case.pieces:
            for end in (piece.start, piece.stop):
                place = end.value(tuple(at.get(s, fmpq(0)) for s in field.symbols))
                if isinstance(place, Rational) and place.is_finite:
                    yield tuple(to_number(place) if s == letter else at[s] for s in field.symbols)


@st.composite
def problems(draw, letters, degree=2, most=4, ties=True):
    """Functions polynomial in p with coefficients affine in the letters, a domain, an optimum."""
    functions = [
        sum((draw(affine(letters)) * P**d for d in range(degree + 1)), Integer(0))
        for _ in range(draw(st.integers(2, most)))
    ]
    conditions = list(RANGES[draw(st.sampled_from(sorted(RANGES)))])
    for letter in letters:
        conditions += [c.format(letter) for c in OTHERS[draw(st.sampled_from(sorted(OTHERS)))]]
    if letters and ties:
        conditions += TIES[draw(st.sampled_from(sorted(TIES)))]
    return ask(functions, conditions, draw(st.sampled_from(["min", "max"])), letters=letters)


def compare(question, data, count):
    rule = solve(question, Budget(120))
    assert rule.is_complete, rule.note
    check_witnesses(rule)
    for values in critical_points(rule):
        if question.domain.contains(values):
            check_at(rule, values)
    for _ in range(count):
        values = tuple(data.draw(numbers) for _ in question.domain.field.symbols)
        if question.domain.contains(values):
            check_at(rule, values)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_without_other_letters(data):
    compare(data.draw(problems((), degree=data.draw(st.sampled_from([2, 3, 4])))), data, 20)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_quadratic_with_one_letter_equals_brute_force(data):
    compare(data.draw(problems(LETTERS[:1])), data, 40)


@given(st.data())
@settings(max_examples=10, deadline=None)
def test_quadratic_with_two_letters_equals_brute_force(data):
    compare(data.draw(problems(LETTERS[:2], most=2, ties=False)), data, 60)


@pytest.mark.parametrize(
    "functions",
    [
        [(h - 1) * P**2 + k * P - 2, (2 - k) * P**2 + h - k, k - h * P],
        [P**2, h * P + 1, k, 2 * P - h * k],
        [h * P**2 + k * P, (h - 2 * k) * P**2 + 1, k * P**2 - h * P + 2, 1 - P + h],
    ],
)
def test_several_actions_and_two_letters_on_a_grid(functions):
    rule = solve(ask(functions, ["p >= 0", "p <= 2", "h >= 0", "k >= 0"]), Budget(120))
    assert rule.is_complete, rule.note
    check_witnesses(rule)
    steps = [fmpq(n, 2) for n in range(7)]
    for values in product(steps, steps, [fmpq(n, 4) for n in range(9)]):
        check_at(rule, values)


@given(st.data())
@settings(max_examples=20, deadline=None)
def test_cubic_with_one_letter_equals_brute_force(data):
    compare(data.draw(problems(LETTERS[:1], degree=3, most=3)), data, 40)


@given(st.data())
@settings(max_examples=15, deadline=None)
def test_rational_functions_equal_brute_force(data):
    x = LETTERS[0]
    tops = [sum(data.draw(affine((x,))) * P**d for d in range(3)) for _ in range(3)]
    functions = [tops[0] / (P + 1), tops[1] / (P + x + 1), tops[2]]
    compare(ask(functions, ["p >= 0", "x > 0"], data.draw(st.sampled_from(["min", "max"]))), data, 30)


# --- examples that can be checked by hand ---------------------------------------------------------


def written(rule):
    return [
        ("; ".join(map(str, case.conditions)), [(p.label, str(p.start), str(p.stop)) for p in case.pieces])
        for case in rule.cases
    ]


def test_a_parabola_and_a_level():
    rule = solve(ask([P**2, h], ["p >= -5", "h < 9"]))
    assert written(rule) == [
        ("h > 0", [("a1", "-5", "-sqrt(h)"), ("a0", "-sqrt(h)", "sqrt(h)"), ("a1", "sqrt(h)", "oo")]),
        ("h <= 0", [("a1", "-5", "oo")]),
    ]
    assert rule.cases[0].pieces[0].is_closed_left


def test_a_vanishing_leading_coefficient_is_a_case_of_its_own():
    rule = solve(ask([(h - 1) * P**2 + 2 * P, Integer(1)], ["p > 0", "p < 1", "h > 0"]))
    lone = [case for case in rule.cases if case.conditions and case.conditions[0].op == "=="]
    assert [str(c) for c in lone[0].conditions] == ["h == 1"]
    assert [str(piece.stop) for piece in lone[0].pieces] == ["1/2", "1"]
    for n in range(1, 40):
        for d in (1, 2, 3, 7):
            check_at(rule, (fmpq(n, 10), fmpq(d, 8)))
    check_at(rule, (fmpq(1), fmpq(1, 2)))


def test_a_domain_quadratic_in_the_parameter():
    rule = solve(ask([P, h * P**2], ["p**2 < h", "h < 4"]))
    assert [(c, [p[2] for p in pieces]) for c, pieces in written(rule)] == [
        ("h > 1", ["0", "1/h", "sqrt(h)"]),
        ("h <= 1", ["0", "sqrt(h)"]),
    ]
    assert rule.cases[0].pieces[-1].is_open_right


def test_a_domain_of_two_intervals():
    rule = solve(ask([P, Integer(0)], ["p**2 >= h", "h > 0"]))
    assert written(rule) == [("", [("a0", "-oo", "-sqrt(h)"), ("a1", "sqrt(h)", "oo")])]
    assert rule.cases[0].pieces[1].is_closed_left


def test_a_domain_that_is_one_point_over_a_boundary():
    rule = solve(ask([P, 2 * P], ["p**2 <= h"]))
    assert rule.is_complete
    check_at(rule, (fmpq(0), fmpq(0)))
    check_at(rule, (fmpq(4), fmpq(-2)))


def test_a_domain_without_interior():
    rule = solve(ask([P + 1, P * h + 1], ["p**2 + h**2 <= 0"]))
    assert rule.is_complete
    check_at(rule, (fmpq(0), fmpq(0)))


def test_an_equation_of_the_domain_is_put_in():
    rule = solve(ask([P**2, k * P], ["p > 0", "h > 0", "h == 2*k"]))
    assert rule.is_complete
    check_at(rule, (fmpq(2), fmpq(1), fmpq(1)))
    check_at(rule, (fmpq(1), fmpq(1, 2), fmpq(3)))


def test_functions_that_are_equal_leave_the_first():
    assert solve(ask([P**2, P**2 + h - h], ["p > 0", "h > 0"])).labels == ("a0",)


def test_the_paper_squared():
    # Example 2 with p² in place of p: the breakpoints are the square roots of those of the paper
    functions = [6 * h * P**2, 2 * k - 3 * k * P**2 + 2 * h * P**2, 5 * k - 15 * k * P**2]
    rule = solve(ask(functions, ["p > 0", "p < 1/2", "h > 0", "k > 0"]))
    assert [str(c) for c in rule.cases[0].conditions] == ["8*h > 15*k"]
    first = rule.cases[0].pieces[0].stop.to_expr()
    at = {h: 4, k: 1}
    assert first.subs(at) ** 2 == Rational(2, 19)


def test_a_cubic_with_a_letter():
    rule = solve(ask([P**3 - P, h], ["p <= 5", "h < 9"]))
    assert rule.cases[0].pieces[0].stop.to_json() == {"root": 0, "of": "-h + p**3 - p", "in": "p"}
    assert str(rule.cases[0].conditions[0]) == "27*h**2 < 4"


def test_every_question_is_accepted():
    assert accepts(ask([P**2, 1 / P], ["p > 0"]))


def test_a_spent_budget_gives_a_partial_rule():
    functions = [(h + i * k) * P**2 + (k - i * h) * P + i * h for i in range(4)]
    began = time.process_time()
    rule = solve(ask(functions, [], letters=(h, k)), Budget(0))
    assert not rule.is_complete
    assert "budget" in rule.note
    assert time.process_time() - began < 5


def test_the_order_of_cases_is_the_same_in_every_run():
    question = ask([P**2, h * P + 1, k], ["p > 0", "h > 0", "k > 0"])
    assert written(solve(question)) == written(solve(question))


# --- the rooms below ------------------------------------------------------------------------------


@given(st.lists(st.lists(st.integers(-5, 5), min_size=2, max_size=5), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_an_arrangement_is_in_order(rows):
    polys = [fmpq_poly(row) for row in rows]
    line = arrange(polys)
    x = Symbol("x")
    expected = set()
    for row in rows:
        poly = Poly([Integer(c) for c in reversed(row)], x)
        if poly.degree() > 0:
            expected |= set(poly.real_roots())
    assert len(line.points) == len(expected)
    for gap, root in zip(line.gaps, sorted(expected), strict=False):
        assert to_rational(gap) < root
    assert all(poly(gap) != 0 for poly in polys if poly.degree() > 0 for gap in line.gaps)


@given(numbers, numbers)
def test_the_simplest_number_between_two(a, b):
    low, high = min(a, b), max(a, b)
    if low < high:
        found = simplest_between(low, high)
        assert low < found < high
        for q in range(1, int(found.q)):
            assert not any(low < fmpq(n, q) < high for n in range(-40, 41))


def test_a_root_is_compared_exactly():
    field = Field.of([P, h])
    root = Root(field, field.polynomial(P**2 - h), P, 1)
    assert [root.compare((fmpq(4), fmpq(x)), P) for x in (1, 2, 3)] == [-1, 0, 1]
    assert root.compare((fmpq(2), fmpq(1414213562373095048, 10**18)), P) == -1
    assert root.compare((fmpq(2), fmpq(1414213562373095049, 10**18)), P) == 1
    assert root.value((fmpq(2), fmpq(0))) == sqrt(2)
    double = Root(field, field.polynomial((P - h) ** 2), P, 1)
    assert double.compare((fmpq(3), fmpq(3)), P) == 0


def test_a_root_that_is_not_there_is_an_error():
    field = Field.of([P, h])
    root = Root(field, field.polynomial(h * P**2 - 1), P, 1)
    for value in (0, -1):
        with pytest.raises(ExpressionError, match="has no value"):
            root.compare((fmpq(value), fmpq(1)), P)


def test_the_closed_form_knows_the_sign_of_its_leading_coefficient():
    field = Field.of([P, h])
    poly = field.polynomial(h * P**2 + P - 1)
    assert str(Root(field, poly, P, 1, lead=1).to_expr()) == "(sqrt(4*h + 1) - 1)/(2*h)"
    assert str(Root(field, poly, P, 1, lead=-1).to_expr()) == "(-sqrt(4*h + 1) - 1)/(2*h)"


@given(st.lists(st.integers(-6, 6), min_size=3, max_size=3), st.sampled_from([0, 1]))
def test_the_quadratic_formula(row, index):
    c, b, a = row
    field = Field.of([P])
    root = Root(field, field.polynomial(a * P**2 + b * P + c), P, index)
    if a and b * b >= 4 * a * c:
        assert expand(root.to_expr() - root.value((fmpq(0),))) == 0


def test_an_unbounded_range_has_infinite_ends():
    rule = solve(ask([P**2, 2 * P - 1], []))
    assert (rule.start, rule.stop) == (Infinite(-1), Infinite(1))
    assert rule.labels == ("a1",)
