"""The record of a prior, against the exact evidence and the compiled kernels: the same α everywhere."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import symbols

from symdt.errors import ModelError
from symdt.networks.prior import LAWS, Prior


@pytest.mark.parametrize("name", sorted(LAWS))
@pytest.mark.parametrize(("arity", "configurations"), [(2, 1), (3, 4), (5, 12)])
def test_a_block_is_the_sum_of_its_cells(name: str, arity: int, configurations: int) -> None:
    alpha = Fraction(7, 3)
    prior = Prior(name, alpha)
    assert sum(prior.cell(arity, configurations) for _ in range(arity)) == prior.block(arity, configurations)


def test_bdeu_spreads_alpha_over_all_cells_and_k2_gives_it_to_each() -> None:
    a = symbols("a")
    assert sum(Prior("bdeu", a).cell(3, 4) for _ in range(12)) == a
    assert Prior("k2", a).cell(3, 4) == a


def test_an_unknown_prior_is_one_clear_line() -> None:
    with pytest.raises(ModelError, match="the prior is 'k3': use one of 'bdeu', 'k2'"):
        Prior("k3")
    with pytest.raises(ModelError, match="did you mean 'bdeu'"):
        Prior("bdue")
