"""Vectorised evaluation against exact evaluation, point by point."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols

from symdt.errors import DomainError, ExpressionError
from symdt.exact.arrays import BLOCK
from symdt.formats.problem import load_problem
from symdt.solve.evaluation import evaluate
from tests.random_problems import LETTERS, affine

P, H, K = LETTERS
EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@settings(deadline=None, max_examples=50)
@given(affine(), affine(), affine(), st.integers(1, 3))
def test_arrays_agree_with_exact_numbers(a, b, c, power: int) -> None:
    expr = (a * b**power + c) / (1 + P**2 + H**4)
    grid = [Rational(n, 4) for n in range(-6, 7)]
    ours = evaluate(expr, p=np.array(grid, dtype=float), h=1.25, k=np.array(grid[::-1], dtype=float))
    for value, x, y in zip(np.broadcast_to(ours, 13), grid, grid[::-1], strict=True):
        exact = expr.subs({P: x, H: Rational(5, 4), K: y})
        assert value == pytest.approx(float(exact), rel=1e-12, abs=1e-9)


def test_shapes_broadcast_and_inputs_are_left_alone() -> None:
    p, h = np.linspace(0, 1, 5).reshape(5, 1), np.linspace(1, 2, 3)
    before = p.copy(), h.copy()
    for expr in (P * H, P, H + P, P * (H + 1) + H, P**2 * H**2 + P, H * (P + 1)):
        value = evaluate({"x": expr}, p=p, h=h)["x"]
        want = np.array([[float(expr.subs({P: a, H: b})) for b in h] for a in p[:, 0]])
        assert np.broadcast_to(value, (5, 3)) == pytest.approx(want)
        value += 1  # what comes out is the caller's own
    assert (p == before[0]).all()
    assert (h == before[1]).all()


def test_more_points_than_one_block() -> None:
    n = 2 * BLOCK + 17
    p = np.arange(n, dtype=float)
    assert (evaluate(P**2 + 1, p=p) == p**2 + 1).all()
    assert evaluate(P + 1, p=np.empty((0,))).shape == (0,)


def test_the_risks_of_example_2() -> None:
    problem = load_problem(EXAMPLES / "example2.toml")
    p, h, k = np.array([0.1, 0.2]), np.array([2.0, 3.0]), 1.0
    R = evaluate(problem, p=p, h=h, k=k)
    assert R["a0"] == pytest.approx(6 * h * p)
    assert R["a3"] == pytest.approx(2 * k - 3 * k * p + 2 * h * p)
    assert R["a2"] == pytest.approx(3 * k - 7 * k * p + 2 * h * p)
    assert R["a23"] == pytest.approx(5 * k - 15 * k * p)
    assert evaluate(problem, p=0.1, h=2, k=1) == {
        "a0": Rational(6, 5), "a3": Rational(21, 10), "a2": Rational(27, 10), "a23": Rational(7, 2)
    }  # fmt: skip


def test_what_cannot_be_evaluated() -> None:
    with pytest.raises(DomainError, match="no value is given for 'h'"):
        evaluate(P * H, p=1)
    with pytest.raises(DomainError, match="nothing"):
        evaluate({})
    with pytest.raises(ExpressionError, match="divides by zero"):
        evaluate(1 / P, p=0)
    with pytest.raises(ExpressionError):
        evaluate(symbols("p") ** symbols("h"), p=1, h=1)
