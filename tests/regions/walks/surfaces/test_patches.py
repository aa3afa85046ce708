"""Patches: conditions that hold nowhere, against a solver and points; conditions that identities need are asked too."""

from __future__ import annotations

import random

import numpy as np
import pytest

from symdt.exact.formula import all_of
from symdt.exact.line.place import Place
from symdt.exact.solver import Budget, NoPoint, find_point
from symdt.regions.walks.surfaces.patches import Patches
from tests.regions.walks.surfaces.parabolas import condition, curved, random_space, x, y, z


def asked(seed: int):
    """A slice, and random conditions of a walk on it with those of the domain."""
    space, _ = random_space(seed)
    chance = random.Random(seed)
    numbers = chance.sample(list(curved(space)), 3)
    polys = [chance.choice([1, -1]) * space.basis.polys[n] for n in numbers]
    sides = [x - y, y - z, x + z - 2, 2 - x - y, y - 2 * x]
    flat = [space.field.polynomial(chance.randint(-2, 1) + side) for side in chance.sample(sides, 2)]
    return space, [*space.outer, *(condition(space, q) for q in flat + polys)]


def test_patches_and_a_solver_agree():
    verdicts = []
    for seed in range(80):
        space, facts = asked(seed)
        told = Patches(space, facts, range(len(facts)), Budget(20)).told()
        if isinstance(told, Place):
            values = [told.rational.get(i, 0) for i in range(4)]
            assert all(c.poly(*values) > 0 for c in facts)
            verdicts.append("place")
        elif isinstance(told, list):
            held = [facts[n] for n in told]
            answer = find_point(all_of(*held), [x, y, z], seconds=3)
            assert not hasattr(answer, "point"), seed  # nowhere, or the solver does not know
            verdicts.append("nowhere and so says the solver" if isinstance(answer, NoPoint) else "nowhere")
            margins = [space.ground.margins(c.poly) > 1e-9 for c in held]
            assert np.logical_and.reduce(margins).sum() == 0
        else:
            verdicts.append(told.reason)
    assert verdicts.count("place") > 10
    assert verdicts.count("nowhere and so says the solver") >= 4


@pytest.mark.parametrize("sign", [1, -1])
def test_a_turn_is_shown_by_what_the_identity_needs_and_these_are_asked_too(sign):
    # the resultant and the discriminant are positive somewhere on either side of the turn: no contradiction in itself
    for seed in range(6):
        space, made = random_space(seed)
        facts = [
            *space.outer,
            condition(space, made[1, 0, "resultant"]),
            condition(space, made[0, "discriminant"]),
            condition(space, sign * made[1, 0, "turn"]),
        ]
        told = Patches(space, facts, [*range(len(space.outer)), len(facts) - 1], Budget(20)).told()
        if isinstance(told, list):
            answer = find_point(all_of(*(facts[n] for n in told)), [x, y, z], seconds=5)
            assert isinstance(answer, NoPoint), seed


def test_a_turn_vanishes_nowhere_between_two_zeros_that_a_line_keeps_off():
    for seed in range(4):
        space, made = random_space(seed)
        (a, b, _), (d, e, _) = (space.known[n, "parts"] for n in (0, 1))
        slope, resultant = a * e - d * b, made[1, 0, "resultant"]
        assert 4 * a * a * resultant == made[1, 0, "turn"] ** 2 - made[0, "discriminant"] * slope**2


def test_a_turn_with_a_factor_of_the_resultant_is_not_shown_by_the_identity():
    from symdt import Domain
    from symdt.regions.walks.slices import Slice
    from tests.regions.walks.surfaces.parabolas import p

    space = Slice(Domain("0 < p < 1", "x > 0", "y > 0", "z > 0"), p)
    of = space.field.polynomial
    # the second is the first and a multiple of g: slope and rest have the factor g, and the resultant its square
    g = of(x * y - z)
    a, b, c = map(of, (x + 1, y - 3, z))
    d, e, f = a, b + g, c + 2 * g
    slope, rest = a * e - d * b, a * f - d * c
    space.known[0, "parts"], space.known[1, "parts"] = (a, b, c), (d, e, f)
    space.factors((1, 0, "resultant"), lambda: rest * rest - slope * (b * f - e * c))
    space.factors((0, "discriminant"), lambda: b * b - 4 * a * c)
    _, parts = space.factors((1, 0, "turn"), lambda: b * slope - 2 * a * rest)
    number = space.basis.number(g)
    assert number in dict(parts)
    facts = [*space.outer, condition(space, b * b - 4 * a * c)]
    for n, many in space.known[1, 0, "resultant"][1]:
        if many % 2:
            sign = space.known[1, 0, "resultant"][0]
            facts.append(condition(space, sign * space.basis.polys[n]))
    for side in (1, -1):
        told = Patches(space, [*facts, condition(space, side * g)], range(len(facts) + 1), Budget(20))
        assert told.turned(len(facts)) is None


def test_weak_conditions_that_hold_on_a_rim_are_not_held_off():
    from symdt import Domain
    from symdt.regions.walks.slices import Slice
    from tests.regions.walks.surfaces.parabolas import p

    space = Slice(Domain("0 < p < 1", "x > 0", "y > 0", "z > 0"), p)
    of = space.field.polynomial
    space.known[0, "parts"] = tuple(map(of, (x, y, z)))
    space.factors((0, "discriminant"), lambda: of(y**2 - 4 * x * z))
    double = condition(space, of(y**2 - 4 * x * z))
    # y < 2 sqrt(xz) is at most x + z, and is so where x = z: there both may vanish
    facts = [*space.outer, condition(space, -double.poly), condition(space, of(y - x - z))]
    patches = Patches(space, facts, range(len(facts)), Budget(20))
    told = patches.told()
    assert set(told) >= {3, 4}
    assert patches.holding_off({3}) is not None  # y > x + z is strict
    assert patches.holding_off({3, 4}) is None  # both vanish at x = z = y/2
