"""The best acyclic choice against all choices; its three roads against each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symdt.errors import ModelError
from symdt.learn.acyclic import choice
from symdt.learn.acyclic.choice import best_choice, components
from symdt.learn.acyclic.equivalence import is_acyclic
from tests.learn.dags.enumeration import all_dags

SIZE = 4


def brute_force(gains, required, limits):
    """The greatest sum of gains over all DAGs, and with it the fewest arcs."""
    best = None
    for dag in all_dags(len(gains)):
        if any(P & r != r or P.bit_count() > k for P, r, k in zip(dag, required, limits, strict=True)):
            continue
        chosen = [(i, j) for j, P in enumerate(dag) for i in range(len(gains)) if P >> i & 1]
        value = sum(gains[i][j] for i, j in chosen if not required[j] >> i & 1)
        best = max(best or (value, -len(chosen)), (value, -len(chosen)))
    return best


@given(
    st.lists(st.lists(st.integers(-3, 6), min_size=SIZE, max_size=SIZE), min_size=SIZE, max_size=SIZE),
    st.lists(st.integers(1, SIZE), min_size=SIZE, max_size=SIZE),
    st.sampled_from([(), (0, 1), (2, 0)]),
    st.sampled_from([(22, 9), (22, 0), (1, 0)]),
)
@settings(max_examples=120, deadline=None, derandomize=True)
def test_brute_force(gains, limits, must, sizes) -> None:
    required = [0] * SIZE
    if must:
        required[must[1]] = 1 << must[0]
    for i in range(SIZE):
        gains[i][i] = 0
    saved = choice.BY_SUBSETS, choice.BY_HAND
    choice.BY_SUBSETS, choice.BY_HAND = sizes
    try:
        found = best_choice(gains, required, limits)
    finally:
        choice.BY_SUBSETS, choice.BY_HAND = saved
    value, arcs = brute_force(gains, required, limits)
    assert is_acyclic(found.parents)
    assert found.value == found.bound == value
    if sizes[0] == 22:  # the subset programmes prefer fewer arcs
        assert -sum(P.bit_count() for P in found.parents) == arcs
    for P, r, k in zip(found.parents, required, limits, strict=True):
        assert P & r == r
        assert P.bit_count() <= k


def test_kernel_and_python_choose_the_same(monkeypatch) -> None:
    g = np.random.default_rng(1)
    gains = g.integers(-20, 30, (11, 11)).tolist()
    by_kernel = best_choice(gains)
    monkeypatch.setattr(choice, "BY_HAND", 11)
    assert best_choice(gains) == by_kernel
    huge = [[x << 70 for x in row] for row in gains]  # past 64 bits: Python's integers
    monkeypatch.setattr(choice, "BY_HAND", 0)
    assert best_choice(huge).parents == by_kernel.parents


def test_ties_leave_arcs_out_and_early_variables_come_first() -> None:
    assert best_choice([[0, 0], [0, 0]]).parents == (0, 0)
    assert best_choice([[0, 5], [5, 0]]).parents == (0, 1)


def test_components() -> None:
    assert components([0b100, 0b001, 0b010, 0b100]) == [[0, 1, 2], [3]]


def test_required_cycles_are_refused(monkeypatch) -> None:
    with pytest.raises(ModelError, match="form a cycle"):
        best_choice([[0, 1], [1, 0]], required=[0b10, 0b01])
    monkeypatch.setattr(choice, "BY_SUBSETS", 1)
    with pytest.raises(ModelError, match="form a cycle"):
        best_choice([[0, 1], [1, 0]], required=[0b10, 0b01])
