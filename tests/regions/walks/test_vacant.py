"""Vacant: a covering and Z3 agree on whether conditions have a common point."""

from __future__ import annotations

import random

from sympy import symbols

from symdt import Domain
from symdt.exact.formula import Condition, all_of
from symdt.exact.solver import Budget, Found, NoPoint, Unknown, find_point
from symdt.regions.sections.basis import Basis
from symdt.regions.walks.vacant import vacant

x, y = symbols("x y")


def test_a_covering_and_a_solver_agree():
    domain = Domain("x > 0", "y > 0")
    field, chance = domain.field, random.Random(7)
    kinds = set()
    for _ in range(20):
        given = list(domain.conditions)
        for _ in range(3):
            poly = sum((chance.randint(-3, 3) * x**i * y**j for i in range(3) for j in range(3 - i)), x - x)
            given.append(Condition.of(poly, chance.choice([">", ">=", ">="]), field))
        told = vacant(Basis(field, domain.box), (0, 1), given, Budget(10))
        answer = find_point(all_of(*given), domain.symbols, seconds=10)
        assert isinstance(told, NoPoint) == isinstance(answer, NoPoint)
        assert isinstance(answer, NoPoint | Found)
        if not isinstance(told, NoPoint):
            assert all(told.sign(c.poly) > 0 or (c.op == ">=" and told.sign(c.poly) == 0) for c in given)
        kinds.add(type(answer))
    assert kinds == {NoPoint, Found}


def test_a_spent_budget_says_nothing():
    domain = Domain("x > 0", "y > 0")
    circle = Condition.of(x**2 + y**2 + 1, "==", domain.field)
    basis = Basis(domain.field, domain.box)
    assert isinstance(vacant(basis, (0, 1), [*domain.conditions, circle], Budget(0)), Unknown)
