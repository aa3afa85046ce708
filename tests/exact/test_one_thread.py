"""Products and equations in parts against NumPy's own."""

from __future__ import annotations

import numpy as np
import pytest

from symdt.exact.floating.one_thread import EQUATIONS, product, solved


@pytest.mark.parametrize(
    "shape", [(0, 3, 2), (1, 1, 1), (7, 0, 2), (500, 90, 40), (3, 600, 700), (2000, 30, 31)]
)
def test_a_product_in_parts_is_the_product(shape: tuple[int, int, int]) -> None:
    chance = np.random.default_rng(sum(shape))
    left, right = chance.normal(size=shape[:2]), chance.normal(size=shape[1:])
    assert np.allclose(product(left, right), left @ right, rtol=1e-12, atol=1e-12)
    assert np.allclose(product(left, right[:, 0]), left @ right[:, 0], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("n", [1, 2, EQUATIONS, EQUATIONS + 1, 2 * EQUATIONS, 2 * EQUATIONS + 1, 300])
def test_equations_in_halves_have_the_solution_of_all(n: int) -> None:
    chance = np.random.default_rng(n)
    root = chance.normal(size=(n, n + 5))
    gram, right = root @ root.T, chance.normal(size=(n, 3))
    for sides in (right, right[:, 0]):
        found = solved(gram, sides)
        assert found.shape == sides.shape
        assert np.allclose(gram @ found, sides, atol=1e-7)


def test_equations_that_have_no_solution_are_an_error() -> None:
    with pytest.raises(np.linalg.LinAlgError):
        solved(np.zeros((2 * EQUATIONS, 2 * EQUATIONS)), np.ones(2 * EQUATIONS))
