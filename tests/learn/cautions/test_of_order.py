"""Cautions: the order's influence, and few cases."""

from __future__ import annotations

import json

import numpy as np
import pytest

from symdt import select_network
from symdt.cli import main
from symdt.errors import BudgetError
from symdt.learn.cautions.few_cases import few_cases
from symdt.learn.cautions.of_order import order_influence


def collider(cases: int = 400) -> dict[str, list[int]]:
    g = np.random.default_rng(1)
    a, b = g.integers(0, 2, cases), g.integers(0, 2, cases)
    c = np.where(g.random(cases) < 0.9, a & b, 1 - (a & b))
    return {"A": a.tolist(), "B": b.tolist(), "C": c.tolist()}


def test_a_wrong_order_is_seen() -> None:
    wrong = select_network(collider(), order="C,A,B", progress=False)
    influence = order_influence(wrong)
    free = select_network(collider()).posterior
    for p, c, under, over, reverse in influence.rows:
        assert under == wrong.arc(p, c).probability
        assert over == pytest.approx(free.arc(p, c), abs=1e-12)
        assert reverse == pytest.approx(free.arc(c, p), abs=1e-12)
    assert "would rather turn: A -> C, B -> C" in str(influence)
    right = order_influence(select_network(collider(), order="A,B,C", progress=False))
    assert "would rather turn" not in str(right)


def test_too_many_variables() -> None:
    many = select_network(np.zeros((2, 21), int), order=[f"X{i}" for i in range(1, 22)], max_parents=1)
    with pytest.raises(BudgetError, match="at most 20"):
        order_influence(many)


def test_few_cases_are_said_and_many_are_not() -> None:
    assert few_cases(select_network(collider(), order="A,B,C", progress=False)) == []
    g = np.random.default_rng(0)
    small = g.integers(0, 2, (4, 9))
    small[:2] = [[0] * 9, [1] * 9]  # two states each
    for chosen in (select_network(small, order=[f"X{i}" for i in range(1, 10)]), select_network(small)):
        (line,) = few_cases(chosen)
        assert "--arc-prior" in line
        assert "--max-parents" in line
    mended = select_network(small, order=[f"X{i}" for i in range(1, 10)], max_parents=1)
    assert few_cases(mended) == []


def test_command(tmp_path, capsys) -> None:
    data = collider()
    file = tmp_path / "cases.csv"
    rows = zip(*data.values(), strict=True)
    file.write_text("A,B,C\n" + "".join(",".join(map(str, r)) + "\n" for r in rows))
    assert main(["select", str(file), "--order", "C,A,B", "--compare-orders"]) == 0
    assert "the order's influence" in capsys.readouterr().out
    assert main(["select", str(file), "--order", "C,A,B", "--compare-orders", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["compare_orders"]) == 3
    assert main(["select", str(file), "--compare-orders"]) == 2
    assert "give --order too" in capsys.readouterr().err
