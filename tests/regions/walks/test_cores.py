"""Cores: few of many conditions that hold nowhere together, found, remembered, and right by a solver."""

from __future__ import annotations

import random

from sympy import symbols

from symdt import Domain
from symdt.exact.formula import Condition, all_of
from symdt.exact.line.place import Place
from symdt.exact.solver import Budget, NoPoint, Unknown, find_point
from symdt.regions.walks.cores import Core, Cores, at
from symdt.regions.walks.slices import Slice

p, x, y = symbols("p x y")


def space():
    return Slice(Domain("0 < p < 1", "x > 0", "y > 0"), p)


def test_cores_and_a_solver_agree_and_places_hold():
    chance, kinds = random.Random(5), set()
    ground = space()
    cores = Cores(ground)
    for _ in range(25):
        facts = list(ground.outer)
        for _ in range(4):
            poly = sum((chance.randint(-3, 3) * x**i * y**j for i in range(3) for j in range(3 - i)), x - x)
            facts.append(Condition.of(poly if poly else x - 2, ">", ground.field))
        told = cores.told(facts, Budget(10))
        answer = find_point(all_of(*facts), [x, y], seconds=10)
        assert isinstance(answer, NoPoint) == isinstance(told, Core)
        if isinstance(told, Core):
            assert told.conditions <= set(facts)
            assert told.strict <= told.conditions
            rest = find_point(all_of(*told.conditions), [x, y], seconds=10)
            assert isinstance(rest, NoPoint)
            more = [Condition.of(x - 7, ">", ground.field), *facts]
            assert (cores.remembered(more) is not None) == (facts[-1] in told.conditions)
        else:
            assert all(c.holds(at(ground, told)) for c in facts)
        kinds.add(type(told))
    assert kinds == {Core, Place}


def test_what_is_not_known_is_not_remembered_and_a_spent_budget_says_nothing():
    ground = space()
    cores = Cores(ground)
    facts = [*ground.outer, Condition.of(-1 - x * y, ">", ground.field)]
    assert cores.remembered(facts) is None
    assert isinstance(
        cores.told([*ground.outer, Condition.of(x**2 + y**2 - 9, ">", ground.field)], Budget(0)), Unknown
    )


def test_conditions_that_only_touch_must_be_strict():
    ground = space()
    disc = Condition.of(1 - (x - 1) ** 2 - (y - 1) ** 2, ">", ground.field)
    apart, touching = (Condition.of(x - c, ">", ground.field) for c in (3, 2))
    for new in (apart, touching):
        core = Cores(ground).told([*ground.outer, disc, new], Budget(10))
        assert isinstance(core, Core)
        assert {disc, new} <= core.conditions
