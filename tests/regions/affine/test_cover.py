"""Covers: places without rational points, equations for what two relations say, budgets that are kept."""

from __future__ import annotations

import random
import time
from itertools import product

import pytest
from flint import fmpq
from sympy import Rational, parse_expr, sqrt, symbols

from symdt import Decision, Domain, decision_rule
from symdt.exact.formula import Condition, all_of
from symdt.exact.line.place import place_of
from symdt.exact.solver import Budget, Found
from symdt.regions import ENGINES, FIRST_SECONDS, answer
from symdt.regions.affine.cover import Cell, Cover
from symdt.regions.affine.envelope import Envelope, solve
from symdt.regions.contest import Contest, Question
from symdt.regions.ends import Ratio
from symdt.regions.rule import Piece, Rule

p, x, y = symbols("p x y")


def _fail(values):
    raise AssertionError(f"nothing new is to be found at {values}")


def _halves(domain: Domain) -> list[Cell]:
    poly = domain.field.polynomial(x**2 - 2)
    return [
        Cell(
            (Condition(domain.field, side * poly, ">"),),
            name,
            (domain.field.values({"x": at})),
            (Condition(domain.field, side * poly, ">="),),
        )
        for side, name, at in ((1, "above", 2), (-1, "below", 1))
    ]


def test_a_place_without_rational_points_has_the_answer_of_a_cell_beside_it():
    domain = Domain("0 < x < 3")
    cover = Cover(domain, _fail, Budget(10), _halves(domain), thinned=lambda told, _: told).build()
    assert cover.is_complete
    last = cover.cells[-1]
    assert (str(last.conditions[0]), last.answer, str(last.sample[0])) == ("x**2 == 2", "above", "sqrt(2)")


def test_without_a_limit_such_a_place_is_said():
    domain = Domain("0 < x < 3")
    cover = Cover(domain, _fail, Budget(10), _halves(domain)).build()
    assert (cover.is_complete, cover.note) == (False, "an irrational point of the domain is in no case")


def test_pieces_that_shrink_to_nothing_at_a_place_are_left_out():
    domain = Domain("0 < p < 3", "0 < x < 3")
    element = domain.field.element
    ends = [Ratio(element(e)) for e in (0 * x, x**2, 4 - x**2, 0 * x + 3)]
    pieces = (
        Piece("a", ends[0], ends[1], True),
        Piece("b", ends[1], ends[2]),
        Piece("c", ends[2], ends[3], False, True),
    )
    thin = Envelope.thinned(pieces, place_of(domain.field, {x: sqrt(2), p: Rational(1)}))
    assert [(piece.label, str(piece.start), str(piece.stop)) for piece in thin] == [
        ("a", "0", "4 - x**2"),
        ("c", "4 - x**2", "3"),
    ]
    assert (thin[0].is_closed_left, thin[-1].is_open_right) == (True, True)


def test_an_equation_is_one_condition():
    rule = decision_rule(
        Decision("d", {"a": x**2 * p, "b": 1}), p, domain=Domain("p > 0", "-1 <= x <= 1"), optimum="min"
    )
    assert sorted([str(c) for c in case.conditions] for case in rule.cases) == [
        ["x < 0"],
        ["x == 0"],
        ["x > 0"],
    ]


def test_dense_functions_keep_their_budget():
    chance = random.Random(0)
    letters = symbols("a b c d e")
    values = {
        f"a{i}": sum(
            (chance.randint(-5, 5) + sum(chance.randint(-5, 5) * s for s in letters)) * p**d for d in range(2)
        )
        for i in range(6)
    }
    domain = Domain("0 < p < 1", *[f"{s} > 0" for s in letters])
    begin = time.process_time()
    rule = decision_rule(Decision("d", values), p, domain=domain, optimum="min", seconds=0.5)
    assert time.process_time() - begin < 5  # ten times its budget
    assert not rule.is_complete


def test_an_engine_leaves_something_for_those_that_follow(monkeypatch):
    domain = Domain("0 < p < 1", "x > 0")
    question = Contest((("a", domain.field.element(p)), ("b", domain.field.element(x))), domain).along(p)
    given = []

    def asked(name):
        class Partial:
            def solve(self, put, budget):
                given.append((name, budget.left()))
                whole = solve(put, budget)
                return Rule(put, whole.cases, whole.start, whole.stop, name == "sections", "")

        return Partial()

    from symdt.regions.affine.envelope import solve

    monkeypatch.setattr("symdt.regions.engine", asked)
    monkeypatch.setattr("symdt.regions.accepts", lambda _name, _question: True)
    assert answer(question, Budget(100)).engine == "sections"
    assert [name for name, _ in given] == list(ENGINES)
    assert all(seconds <= FIRST_SECONDS for _, seconds in given[:-2])
    assert 90 < given[-2][1] < 96
    assert given[-1][1] > 98


def test_no_condition_of_a_case_follows_from_the_others():
    h, k = symbols("h k")
    values = {"A": 6 * h * p, "B": (2 * h - 3 * k) * p + 2 * k, "C": 5 * k - 15 * k * p, "D": 2 * h * p + k}
    domain = Domain("0 < p < 1/4", "h > 0", "k > 0", "h < 9*k")
    rule = decision_rule(Decision("d", values), p, domain=domain, optimum="min")
    assert len(rule.cases) > 2
    for case in rule.cases:
        for one in case.conditions:
            others = [c for c in case.conditions if c is not one]
            assert isinstance(domain.find(all_of(one.negated(), *others)), Found), (str(one), str(rule))


@pytest.mark.parametrize(
    ("functions", "conditions"),
    [
        (["c*p*(2 - p)", "a*(1 - p)**2"], ["0 <= p", "p <= 1", "a >= 0", "c >= 0"]),
        (  # and -2*p**2 is negative on both sides of p = 0
            ["b*(1 - p)**2 + 2*a*p**2", "(b + c)*(1 - p)**2 + 4*b*p*(1 - p) + b*p**2"],
            ["0 <= p", "p < 1", "a > 0", "b >= 0", "c >= 0", "a >= b"],
        ),
        (["c", "c*(1 - p)**2 + a*p*(2 - p)"], ["0 < p", "p < 1", "a >= 0", "b >= 0", "c >= 0", "a + b > 0"]),
    ],
)
def test_factors_that_the_domain_makes_negative_count_at_a_zero(
    functions: list[str], conditions: list[str]
) -> None:
    """c*p*(p - 2) is nowhere positive: where it is asked not to be negative c must be 0, and not only not negative."""
    domain = Domain(*conditions)
    a = next(s for s in domain.symbols if s.name == "a")
    element = domain.field.element
    letters = {s.name: s for s in domain.symbols}
    question = Question(
        tuple((i, element(parse_expr(f, letters))) for i, f in enumerate(functions)), domain, a
    )
    rule = solve(question)
    assert rule.is_complete
    assert all(c.op != "!=" for case in rule.cases for c in case.conditions)
    steps = [fmpq(0), fmpq(1, 2), fmpq(1), fmpq(2)]
    for values in product(steps, repeat=len(domain.field.names)):
        if domain.contains(values):
            assert rule.locate(values)[1].label in question.best(values)
