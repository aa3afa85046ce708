"""Places that are sought: those on rims are not lost where open cells alone are asked."""

import pytest
from sympy import symbols

from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.exact.line.place import Place
from symdt.exact.solver import Budget, NoPoint
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.sought import Search
from symdt.regions.walks.vacant import vacant

p, x, y = symbols("p x y")
DISC = 1 - x**2 - y**2


@pytest.mark.parametrize(
    ("conditions", "is_empty"),
    [
        ([(DISC, ">="), (x - 1, ">=")], False),  # the point (1, 0) alone
        ([(DISC, ">"), (x - 1, ">=")], True),
        ([(DISC, ">="), (x - 1, ">")], True),
        ([(x - 1, ">="), (1 - x, ">="), (y - 1, ">")], False),  # a line alone
        ([(x - y, ">="), (y - x, ">="), (x - y**2 - 1, ">")], True),
        ([(-((x - y) ** 2), ">="), (x - 1, ">")], False),
        ([(x * y - 1, ">"), (1 - x, ">="), (1 - y, ">=")], False),  # both are negative
    ],
)
def test_what_is_on_rims_alone_is_found_and_what_is_not_is_refuted(conditions, is_empty):
    space = Slice(Domain("0 < p < 1", "x > -9", "y > -9"), p)
    facts = [*space.outer, *(Condition.of(e, op, space.field) for e, op in conditions)]
    told = Search(space, facts, Budget(20)).told()
    assert isinstance(told, NoPoint if is_empty else Place)
    assert isinstance(vacant(space.basis, space.letters, facts, Budget(20)), type(told))
    opened = vacant(space.basis, space.letters, facts, Budget(20), is_open=True)
    assert is_empty or not isinstance(opened, NoPoint)
