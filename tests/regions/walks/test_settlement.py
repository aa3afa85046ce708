"""Settlement: what is asked of the zeros of several polynomials at once is asked on the surface of one of them."""

from __future__ import annotations

import pytest

from symdt.exact.solver import Budget
from symdt.regions.walks.rims import minors
from symdt.regions.walks.settlement import Settlement
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.sought import Search
from tests.regions.walks.surfaces.parabolas import DOMAIN, condition, curved, p, random_space, x, y, z


def cone():
    """The parabolas x*p**2 + y*p + z with a double zero."""
    space = Slice(DOMAIN, p)
    of = space.field.polynomial
    space.known[0, "parts"] = tuple(map(of, (x, y, z)))
    space.factors((0, "discriminant"), lambda: of(y**2 - 4 * x * z))
    return space, of(y**2 - 4 * x * z)


@pytest.mark.parametrize(("op", "is_met"), [(">=", True), (">", False)])
def test_a_singular_point_is_found_on_its_surface(op, is_met, monkeypatch):
    """The tip of a cone, without a search of all the space."""
    monkeypatch.setattr(Search, "told", None)
    space, poly = cone()
    facts = [condition(space, space.field.polynomial(s), op) for s in (x, z)]
    facts += [condition(space, q, "==") for q in (poly, *minors([poly], space.letters))]
    assert Settlement(Budget(10)).is_met(space, facts) == is_met


def test_no_surface_tells_of_one_equation():
    """Which has a road of its own, where what is asked on rims is known."""
    space, poly = cone()
    assert Settlement(Budget(10)).met_on_surface(space, [condition(space, poly, "==")]) is None


def test_surfaces_and_a_search_agree_where_surfaces_meet():
    said = set()
    for seed in range(6):
        space, _ = random_space(seed)
        one, other = list(curved(space))[:2]
        facts = [*space.outer, *(condition(space, space.basis.polys[n], "==") for n in (one, other))]
        facts.append(condition(space, space.field.polynomial(x + y + z - 3), ">"))
        met = Settlement(Budget(20)).met_on_surface(space, facts)
        found = Search(space, facts, Budget(5)).told()
        if met is not None and type(found).__name__ != "Unknown":
            assert met == (type(found).__name__ != "NoPoint")
            said.add(met)
    assert said
