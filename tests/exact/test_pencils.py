"""Pencils: margins against a programme solved elsewhere, multipliers that are exact, and no point called none."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog
from sympy import symbols

from symdt import Domain
from symdt.exact.formula import Condition
from symdt.exact.solver import Budget, NoPoint, Unknown, farkas
from symdt.exact.solver.contradictions import LINEAR, core
from symdt.exact.solver.farkas import Form
from symdt.exact.solver.largest_margin import largest
from symdt.exact.solver.pencils import Pencil, halves, ordered
from symdt.exact.solver.quadratic import Quadratic

x, y, z = symbols("x y z")


@pytest.mark.parametrize("equations", [0, 2])
def test_margins_are_those_of_a_linear_programme(equations):
    chance = np.random.default_rng(7)
    rows = chance.normal(size=(12, 25, 5)) + 0.4
    rows[:, :5] = np.eye(5)
    zero = chance.normal(size=(12, equations, 5))
    margins, points, weights = largest(rows, zero, np.ones(5))
    for k in range(12):
        answer = linprog(
            [0] * 5 + [-1],
            A_ub=np.hstack([-rows[k], np.ones((25, 1))]),
            b_ub=np.zeros(25),
            A_eq=np.vstack([np.hstack([zero[k], np.zeros((equations, 1))]), [[1] * 5 + [0]]]),
            b_eq=[0] * equations + [1],
            bounds=[(-1000, 1000)] * 5 + [(None, None)],
        )
        assert margins[k] == pytest.approx(-answer.fun, abs=1e-7)
        assert (rows[k] @ points[k]).min() == pytest.approx(margins[k], abs=1e-7)
        assert weights[k].sum() == pytest.approx(1)
    assert (margins > 0).any() or equations


def test_multipliers_that_need_a_negative_weight_are_none():
    """x is at least 2 and at most 3: the equations of weights have a solution, but a negative one."""
    one, more = Form(">", None, (1, 0)), Form(">=", None, (-2, 1))
    corner = [()]
    assert not farkas.exist([one, more, Form(">=", None, (3, -1))], corner, 1)
    assert farkas.exist([one, more, Form(">=", None, (1, -1))], corner, 1)


def test_multipliers_of_weak_forms_alone_show_nothing():
    """x >= 1 and x <= 1 hold at 1, whatever the positions."""
    forms = [Form(">", None, (1, 0)), Form(">=", 0, (-1, 1), (-1, 1)), Form(">=", 0, (1, -1), (1, -1))]
    assert not farkas.exist(forms, ordered(1), 2)
    assert isinstance(Pencil(forms).told(lambda _: None, Budget(2), simplices=6), Unknown)


def test_a_simplex_is_its_halves_and_the_face_between_them():
    chance = random.Random(5)
    whole = ordered(3)
    for _ in range(40):
        shares = [Fraction(chance.randint(1, 9)) for _ in whole]
        point = [sum(s * c[k] for s, c in zip(shares, whole, strict=True)) / sum(shares) for k in range(3)]
        assert sum(_is_inside(point, part) for part in halves(whole)) == 1


def _is_inside(point, corners):
    """Whether a point is a mean of corners with positive weights, by least squares."""
    matrix = np.vstack([np.array(corners, dtype=float).T, np.ones(len(corners))])
    weights, *_ = np.linalg.lstsq(matrix, np.array([*map(float, point), 1.0]), rcond=None)
    return np.allclose(matrix @ weights, [*map(float, point), 1.0]) and (weights > 1e-9).all()


def test_what_is_told_of_pencils_agrees_with_a_grid_of_positions():
    """Two positions: where none of many positions has a margin and none is told, and where one has there is a point."""
    chance, said = random.Random(11), []
    places = np.array([(a / 40, b / 40) for b in range(1, 40) for a in range(1, b)])
    for _ in range(40):
        forms = [Form(">", None, tuple(int(i == j) for i in range(3))) for j in range(3)]

        def vector():
            return tuple(chance.randint(-4, 4) for _ in range(3))

        forms += [Form("==", 0, vector(), vector()), Form("==", 1, vector(), vector())]
        forms += [Form(">=", k, vector(), vector()) for k in (0, 1)]
        pencil = Pencil(forms)
        told = pencil.told(lambda point: tuple(point), Budget(5), simplices=200)
        best = pencil.margins(places).values.max()
        if isinstance(told, NoPoint):
            assert best < 1e-9
        else:
            assert isinstance(told, tuple), told
            assert min(told) > 0
        said.append(type(told))
    assert {NoPoint, tuple} <= set(said)


def test_what_seems_to_follow_is_what_products_prove():
    domain = Domain("x > 0", "y > 0", "z > 0")

    def of(e):
        return Condition.of(e, ">", domain.field)

    guess = Quadratic(domain, domain.symbols)
    given = [of(y - x), of(z - y), of(x * z - 1)]
    asked = [of(z - x), of(y * z - x**2), of(z**2 - 1), of(x - 1)]
    told = guess.guessed(given, asked)
    assert set(told) == {asked[0], asked[1], asked[2]}
    for condition, used in told.items():
        assert core([*domain.conditions, *used, condition.negated()]) is not None
    assert set(guess.linear([*given, asked[0]], [given[0], asked[0]])) == {asked[0]}  # not from itself
    assert core([given[0], given[1], asked[0].negated(), asked[3]], [LINEAR]) == {
        given[0],
        given[1],
        asked[0].negated(),
    }
