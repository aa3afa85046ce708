"""A number over the rationals that is found when it is asked for is that number in all that is asked of it."""

import copy
import pickle

import pytest
from flint import fmpq, fmpz_poly
from sympy import symbols

from symdt.exact.field import Field
from symdt.exact.line.branch import Branch, Later
from symdt.exact.line.place import Place
from symdt.exact.line.real import isolate

x, y = symbols("x y")
FIELD = Field.of([x, y])


@pytest.fixture
def branch():
    """The fourth root of two, over the square root of two."""
    place = Place(FIELD).at(0, isolate(fmpz_poly([-2, 0, 1]))[1])
    return place.roots(FIELD.polynomial(y**2 - x), 1)[1][0]


def test_it_is_not_found_before_it_is_asked_for(branch, monkeypatch):
    asked = []
    plain = Branch.real
    monkeypatch.setattr(Branch, "real", lambda self: asked.append(1) or plain(self))
    later = Later(branch)
    assert not asked
    assert later.degree == 4
    assert float(later) == pytest.approx(2**0.25, rel=1e-15)
    assert str(later) == "root 1 of x^4 + (-2)"
    assert asked == [1]


def test_it_is_compared_refined_and_kept_as_the_number(branch):
    later, number = Later(branch), branch.real()
    assert later == number
    assert hash(later) == hash(number)
    assert fmpq(1) < later < fmpq(3, 2)
    assert later.sign_of([-2, 0, 0, 0, 1]) == 0
    later.narrow(fmpq(1, 10**9))
    assert later.high - later.low <= fmpq(1, 10**9)
    assert later.to_expr() == number.to_expr()
    assert pickle.loads(pickle.dumps(later)) == number
    assert copy.copy(later) == number
