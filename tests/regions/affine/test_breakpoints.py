"""Breakpoints: of every chain that could be, that it is somewhere or nowhere, against the envelopes at many points."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from sympy import symbols

from symdt import Domain
from symdt.exact.polynomial import to_number
from symdt.exact.solver import Budget, NoPoint
from symdt.regions.affine.breakpoints import Breakpoints
from symdt.regions.affine.chain_conditions import Obeyed
from symdt.regions.contest import Question
from tests.regions.affine.test_chains import dense, scattered

p, x, y, z = symbols("p x y z")


def exactly(near):
    """The point in floating point, as it is."""
    return tuple(to_number(Fraction(v)) for v in near)


@pytest.mark.parametrize("conditions", [("0 < p < 1",), ("p >= 0",)])
def test_a_chain_is_told_somewhere_or_nowhere_and_points_agree(conditions):
    question = dense(5, 4, (x, y, z), conditions)
    obeyed = Obeyed(question, Budget(60))
    breaks = Breakpoints(obeyed)
    assert breaks.is_linear
    seen = {
        tuple(obeyed.envelope.walk(values, obeyed.low, obeyed.high)) for values in scattered(question, 400)
    }
    told = {}
    for size in range(1, 5):
        for chain in permutations(range(4), size):
            told[chain] = breaks.told(chain, True, None, Budget(20), exactly, simplices=200)
    assert all(not isinstance(told[chain], NoPoint) for chain in seen)
    somewhere = {chain for chain, answer in told.items() if isinstance(answer, tuple)}
    assert len(somewhere) + sum(isinstance(a, NoPoint) for a in told.values()) == len(told)
    for chain in somewhere:
        assert tuple(obeyed.envelope.walk(told[chain], obeyed.low, obeyed.high)) == chain
    assert seen <= somewhere


def test_heights_that_are_not_linear_are_left_to_others():
    domain = Domain("0 < p < 1", "x > 0", "y > 0")
    f = domain.field.element
    lines = (("a", f(x * y * p)), ("b", f(x)), ("c", f(y)))
    assert not Breakpoints(Obeyed(Question(lines, domain, p), Budget(5))).is_linear


def test_a_line_through_every_meeting_of_two_others_is_no_condition():
    """c is the mean of a and b: where these meet it meets them, and with it the margin of the chain a, b is none."""
    domain = Domain("0 < p < 1", "x > 0", "y > 0")
    f = domain.field.element
    lines = (("a", f(x * p)), ("b", f(y - y * p)), ("c", f((x * p + y - y * p) / 2)))
    breaks = Breakpoints(Obeyed(Question(lines, domain, p), Budget(5)))
    assert isinstance(breaks.told((0, 1), True, None, Budget(5), exactly), tuple)
    assert breaks.told((0, 2, 1), True, None, Budget(5), exactly, simplices=4) == NoPoint()
