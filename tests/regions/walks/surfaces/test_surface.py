"""Surfaces: what is told by two letters lies on the surface, and everything on the surface is told."""

from __future__ import annotations

import random

import pytest
from flint import fmpq

from symdt.regions.walks.parabolas import resultant
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.surfaces.charts import charts, put
from symdt.regions.walks.surfaces.surface import Surface
from tests.regions.walks.surfaces.parabolas import DOMAIN, curved, p, random_space, x, y, z


@pytest.mark.parametrize("seed", range(6))
def test_every_point_that_is_told_is_a_zero_and_polynomials_have_their_signs_there(seed):
    space, made = random_space(seed)
    chance = random.Random(seed)
    asked = 0
    for number in curved(space):
        surface = Surface.of(space, number)
        if surface is None:
            continue
        parts = [(n, m) for key in space.origins[number] for n, m in space.known[key][1]]
        whole = space.basis.polys[number]
        for _ in range(5):
            place = {i: fmpq(chance.randint(-9, 9), chance.randint(1, 5)) for i in surface.letters}
            values = surface.at(place)
            if values is None:
                continue
            point = [values.get(i, fmpq(0)) for i in range(4)]
            key = space.origins[number][0]
            zero = (
                whole(*point)
                if len(parts) == 1 or not surface.family
                else made_at(space, made, number, point)
            )
            assert zero == 0, key
            at = [place.get(i, fmpq(0)) for i in range(4)]
            for poly in list(made.values())[:8]:
                one, other = poly(*point), surface.pulled(poly)(*at)
                assert (one > 0) == (other > 0)
                assert (one < 0) == (other < 0)
            asked += 1
    assert asked > 20


def made_at(space, made, number, point):
    """The product of all polynomials that a factor turned up in, at a point."""
    found = 1
    for key in space.origins[number]:
        found *= made[key](*point)
    return found


def test_a_discriminant_is_a_square_where_its_core_meets_another():
    space, made = random_space(1)
    (number,) = [n for n, _ in space.known[1, 0, "resultant"][1]]
    for core in (0, 1):
        pulled = Surface.of(space, number).pulled(made[core, "discriminant"])
        assert all(many % 2 == 0 for _, many in pulled.factor()[1])


def test_a_surface_at_an_infinite_value_and_with_more_than_a_line_is_not_whole():
    space, _ = random_space(1)
    p = space.field.generators[space.field.position[space.parameter]]
    a, b, c = (space.field.generators[i] for i in space.letters)
    from symdt.regions.walks.surfaces.rulings import Family

    assert Surface.ruled(space, Family((a * p + b, b * p + c))).is_whole
    # at p = 0 both are b: a plane
    assert not Surface.ruled(space, Family((a * p + b, c * p + b))).is_whole
    # at p = 0 they are b and b + 1: nothing
    assert Surface.ruled(space, Family((a * p + b, c * p + b + 1))).is_whole
    # at infinity they are a and a: a plane
    assert not Surface.ruled(space, Family((a * p + b, a * p + c))).is_whole
    assert put(a * p + b, space.field.position[space.parameter], 2) == 2 * a + b


def test_charts_of_three_forms_are_curves_and_forms_that_are_not_linear_have_none():
    space, _ = random_space(1)
    p = space.field.generators[space.field.position[space.parameter]]
    a, b, c = (space.field.generators[i] for i in space.letters)
    (curve,) = charts(space, [a - p, b - p * p, c - a])
    assert len(curve.letters) == 1
    assert curve.at({curve.letters[0]: fmpq(3)}) == dict(zip(space.letters, (3, 9, 3), strict=True))
    assert not charts(space, [a * b - p, c])
    assert not charts(space, [a - p, 2 * a])


def test_of_several_families_one_is_taken_that_is_told_everywhere():
    """Two parabolas that differ by (p - 1)*(m*p + n) have the zero 1 in common on a plane; one of them and the line have not."""
    space = Slice(DOMAIN, p)
    a, b, c, m, n = map(space.field.polynomial, (x, y, z - 2, y + 1, z - 1))
    cores = [(a, b, c), (a + m, b + n - m, c - n), (space.field.zero, m, n)]
    for number, parts in enumerate(cores):
        space.known[number, "parts"] = parts
    _, factors = space.factors((0, 1, "resultant"), lambda: resultant(cores[0], cores[1]))
    plane, common = sorted(
        (number for number, _ in factors), key=lambda i: space.basis.polys[i].total_degree()
    )
    assert space.basis.polys[plane] == a + b + c
    assert not Surface.of(space, common).is_told
    del space.known["surface", common]
    space.factors((0, 2, "resultant"), lambda: resultant(cores[0], cores[2]))
    found = Surface.of(space, common)
    assert found.is_told
    assert found.key == (0, 2, "resultant")
    assert found.zeros == {0, 2}
