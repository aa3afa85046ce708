"""Zeros: whether conditions hold on a surface, against a solver; lines that stand still, infinite ones, zeros that are not real."""

from __future__ import annotations

import random

from symdt import Domain
from symdt.exact.formula import all_of
from symdt.exact.solver import Budget, Found, NoPoint, find_point
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.surfaces.zeros import is_met
from tests.regions.walks.surfaces.parabolas import condition, curved, p, random_space, x, y, z


def test_what_is_met_on_a_surface_and_a_solver_agree():
    said = []
    for seed in range(24):
        space, _ = random_space(seed)
        chance = random.Random(seed)
        number, other = chance.sample(list(curved(space)), 2)
        facts = [
            *space.outer,
            condition(space, chance.choice([1, -1]) * space.basis.polys[other], chance.choice([">", ">="])),
            condition(
                space, space.field.polynomial(chance.randint(-3, 3) + chance.choice([x - y, x + z - 2])), ">="
            ),
        ]
        met = is_met(space, number, facts, Budget(20))
        zero = condition(space, space.basis.polys[number], "==")
        answer = find_point(all_of(*facts, zero), [x, y, z], seconds=1)
        if met is not None and isinstance(answer, Found | NoPoint):
            assert met == isinstance(answer, Found), seed
            said.append(met)
    assert said.count(True) >= 4
    assert said.count(False) >= 2


def space_of(*cores):
    """A slice without bounds, with cores."""
    space = Slice(Domain("0 < p < 1", "x > -9", "y > -9", "z > -9"), p)
    for n, parts in enumerate(cores):
        space.known[n, "parts"] = tuple(map(space.field.polynomial, parts))
    return space


def test_zeros_at_an_infinite_value_and_those_that_are_not_real_count():
    space = space_of((x, y, z))
    of = space.field.polynomial
    _, ((touching, _),) = space.factors((0, "discriminant"), lambda: of(y**2 - 4 * x * z))
    # x = y = 0: a double zero at infinity
    line = [condition(space, of(q), op) for q, op in ((x, "=="), (y, "=="), (z - 1, ">"))]
    assert is_met(space, touching, line, Budget(9)) is True
    assert is_met(space, touching, [*line, condition(space, of(x + y), ">")], Budget(9)) is False
    space = space_of((x, y, z), (y + 1, 2 * x, z + 1))
    (a, b, c), (d, e, f) = (space.known[n, "parts"] for n in (0, 1))
    made = (a * f - d * c) ** 2 - (a * e - d * b) * (b * f - e * c)
    _, parts = space.factors((1, 0, "resultant"), lambda: made)
    meeting = next(n for n, many in parts if space.basis.polys[n].total_degree() > 1 and many == 1)
    # x = y = z = 1: both are multiples of p^2 + p + 1
    spot = [condition(space, of(q), "==") for q in (x - 1, y - 1, z - 1)]
    assert is_met(space, meeting, spot, Budget(9)) is True
    beside = [condition(space, of(q), "==") for q in (x - 1, y - 1, z - 2)]
    assert is_met(space, meeting, beside, Budget(9)) is False
