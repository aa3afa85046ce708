"""Telling: conditions left out change no case, and what stands between two neighbours is never left out."""

from __future__ import annotations

from sympy import symbols

from symdt.exact.solver import Budget
from symdt.regions.affine.chains import Chains
from symdt.regions.affine.telling import Telling
from tests.regions.affine.test_chains import dense, scattered

x, y, z = symbols("x y z")


def test_the_conditions_that_are_told_hold_where_all_do():
    question = dense(3, 5, (x, y, z))
    chains = Chains(question, Budget(60))
    assert chains.search()
    points = {begun.lines: begun.point for begun in chains.whole}
    telling = Telling(chains.obeyed, chains.breaks, chains.ground, points, Budget(60))
    left_out = 0
    for begun in chains.whole:
        told = telling.needed(begun.lines, begun.conditions)
        left_out += len(begun.conditions) - len(told)
        assert set(telling.walls(begun.lines)) & set(begun.conditions) <= set(told)
        for values in [*scattered(question, 150), *points.values()]:
            assert all(c.holds(values) for c in told) == all(c.holds(values) for c in begun.conditions)
    assert left_out > 3 * len(chains.whole)


def test_chains_of_which_one_has_a_line_more_are_neighbours_both_ways():
    question = dense(3, 5, (x, y, z))
    chains = Chains(question, Budget(60))
    chains.search()
    points = {begun.lines: begun.point for begun in chains.whole}
    telling = Telling(chains.obeyed, chains.breaks, chains.ground, points, Budget(60))
    obeyed = chains.obeyed
    met = 0
    for chain in points:
        for n, line in enumerate(chain[1:-1], 1):
            fewer = (*chain[:n], *chain[n + 1 :])
            if telling.is_wall(fewer, n, line):
                between = obeyed.above(line, chain[n - 1], chain[n + 1])
                assert obeyed.condition(-between, ">") in set(telling.walls(chain))
                assert obeyed.condition(between, ">=") in set(telling.walls(fewer))
                met += 1
    assert met
