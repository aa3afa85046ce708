"""What is projected: a step that nothing can interrupt is not begun where the budget would not see its end."""

from __future__ import annotations

import random
import time

import pytest

from symdt.exact.domain import Domain
from symdt.regions.sections.basis import Basis, seconds_for
from symdt.regions.sections.records import OutOfBudgetError

DOMAIN = Domain("0 < x < 1", "0 < y < 1")


def dense(degree: int) -> object:
    r, powers = random.Random(degree), range(degree + 1)
    return DOMAIN.field.context.from_dict({(i, j): r.randrange(1, 2**30) for i in powers for j in powers})


def test_a_long_step_is_foreseen() -> None:
    assert seconds_for(dense(3), dense(3), 0) < 0.01
    assert seconds_for(dense(30), dense(30), 0) > 5


def test_a_discriminant_in_many_letters_is_foreseen() -> None:
    """Three hundred terms of degrees 5, 7, 6 and 6: 29 s were taken where a fifth of a second had been expected."""
    field = Domain("0 < a < 1", "0 < b < 1", "0 < c < 1", "0 < d < 1").field
    r = random.Random(1)
    terms = {tuple(r.randrange(n + 1) for n in (5, 7, 6, 6)): r.randrange(1, 2**8) for _ in range(320)}
    poly = field.context.from_dict({**terms, (5, 7, 6, 6): 1})
    assert seconds_for(poly, poly, 3) > 5


def test_a_step_longer_than_what_is_left_is_not_begun() -> None:
    basis = Basis(DOMAIN.field, DOMAIN.box, lambda: 1.0)
    number = basis.number(dense(30))
    begin = time.process_time()
    with pytest.raises(OutOfBudgetError):
        basis.discriminant(number, 0)
    assert time.process_time() - begin < 1
    assert isinstance(basis.discriminant(basis.number(dense(2)), 0), tuple)
