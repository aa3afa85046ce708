"""What is seen where a line at the zeros of a core turns, against a search of the whole space."""

import random

import pytest

from symdt.exact.formula import Condition
from symdt.exact.solver import Budget, NoPoint, Unknown
from symdt.regions.walks.sought import Search
from symdt.regions.walks.surfaces.turnings import met_on_turn

from .parabolas import random_space


def turning(seed, op):
    """A slice with two cores, the number of their turn, and conditions under which it is not met but on the resultant's surface."""
    space, made = random_space(seed, cores=2)
    (a, b, c), (d, e, f) = (space.known[n, "parts"] for n in (0, 1))
    made[1, 0, "turn"] = b * (a * e - d * b) - 2 * a * (a * f - d * c)
    made[0, "lead"] = a
    factored = {key: space.factors(key, lambda q=q: q) for key, q in made.items()}
    whole = [Condition(space.field, made[1, 0, "resultant"], op), Condition(space.field, a, ">")]
    whole += [*space.outer, Condition(space.field, made[0, "discriminant"], ">=")]
    return space, factored[1, 0, "turn"], whole


@pytest.mark.parametrize("seed", range(6))
def test_a_turn_is_met_where_the_whole_space_says_so(seed):
    chance = random.Random(seed)
    space, (_, parts), whole = turning(seed, ">=")
    if [many for _, many in parts] != [1]:
        return
    number = parts[0][0]
    of = space.field.polynomial
    for _ in range(2):
        against = Condition(
            space.field, of(sum(chance.randint(-3, 3) * s for s in (*space.field.symbols[1:], 1))), ">"
        )
        told = met_on_turn(space, number, whole, against, Budget(20))
        turn = Condition(space.field, space.basis.polys[number], "==")
        given = [c for c in (*whole, turn, against) if c.truth is None]
        asked = Search(space, given, Budget(10)).told()
        if told is not None and not isinstance(asked, Unknown) and against.truth is None:
            assert told != isinstance(asked, NoPoint)


def test_a_turn_is_not_met_off_the_surface_of_the_resultant_and_nothing_is_said_without_zeros():
    seen = 0
    for seed in range(8):
        space, (_, parts), whole = turning(seed, ">")
        against = space.outer[0]
        if [many for _, many in parts] == [1]:
            seen += met_on_turn(space, parts[0][0], whole, against, Budget(20)) is False
            if space.known[0, "discriminant"][1]:  # else it is of one sign throughout
                assert met_on_turn(space, parts[0][0], whole[:-1], against, Budget(20)) is None
            weak = [Condition(c.field, c.poly, ">=") if c is whole[1] else c for c in whole]
            if space.known[0, "lead"][1]:  # the core may be a line
                assert met_on_turn(space, parts[0][0], weak, against, Budget(20)) is None
    assert seen
