"""Equivalence classes and agreeing orders against their definitions, over all DAGs of four variables."""

from __future__ import annotations

from collections import defaultdict

import pytest

from symdt.errors import BudgetError
from symdt.learn.acyclic.equivalence import equivalence_class, find_cycle, is_acyclic, orders_of
from tests.learn.dags.enumeration import agreeing_orders, all_dags


def edges_and_v_structures(dag):
    n = len(dag)
    edges = frozenset(frozenset((u, v)) for v in range(n) for u in range(n) if dag[v] >> u & 1)
    meets = frozenset(
        (frozenset((u, w)), v)
        for v in range(n) for u in range(n) for w in range(u)
        if dag[v] >> u & 1 and dag[v] >> w & 1 and frozenset((u, w)) not in edges
    )  # fmt: skip
    return edges, meets


def test_classes_are_those_of_verma_and_pearl() -> None:
    classes = defaultdict(set)
    for dag in all_dags(4):
        classes[edges_and_v_structures(dag)].add(dag)
    assert len(classes) == 185
    for members in classes.values():
        assert equivalence_class(next(iter(members))) == members


def test_orders_are_counted() -> None:
    for dag in all_dags(4):
        assert orders_of(dag) == agreeing_orders(dag)
    assert orders_of((0,) * 12) == 479001600


def test_cycles_are_found() -> None:
    assert all(is_acyclic(dag) for dag in all_dags(3))
    assert find_cycle((0, 0b1001, 0b0010, 0b0100)) == (1, 2, 3)


def test_a_class_has_its_budget() -> None:
    complete = tuple((1 << v) - 1 for v in range(10))
    with pytest.raises(BudgetError, match="more than 1000"):
        equivalence_class(complete, most=1000)
