"""What users rely on: the public names, the first screen of the README, the command line's table."""

from __future__ import annotations

import inspect
from dataclasses import FrozenInstanceError
from importlib import import_module
from pathlib import Path

import pytest
from sympy import Expr, Rational, symbols

import symdt
from symdt.cli import main

ROOT = Path(__file__).parent.parent.parent
NAMES = [
    "Belief",
    "Chance",
    "Decision",
    "DecisionProblem",
    "Domain",
    "LossTable",
    "Model",
    "ModelSpace",
    "Value",
    "belief_from_data",
    "certify",
    "decision_regions",
    "decision_rule",
    "direct_sum",
    "disintegrate",
    "evidence",
    "fold_back",
    "k2",
    "load_problem",
    "prove",
    "risk_identities",
    "risks",
    "select_network",
]


@pytest.mark.parametrize("name", NAMES)
def test_public_names(name: str) -> None:
    assert name in symdt.__all__
    assert name in dir(symdt)
    thing = getattr(symdt, name)
    assert inspect.getdoc(thing)


def test_every_name_that_is_listed_exists() -> None:
    for name in symdt.__all__:
        assert getattr(symdt, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        symdt.nothing  # noqa: B018 - asking is the test
    assert (Path(symdt.__file__).parent / "py.typed").exists()


def test_the_first_screen() -> None:
    from symdt import Belief, DecisionProblem, Domain, LossTable, certify, decision_rule, risks

    p, h, k = symbols("p h k")
    loss = LossTable(
        states=["M0", "M3", "M2", "M23"],
        actions=["a0", "a3", "a2", "a23"],
        entries=[[0, 2 * k, 3 * k, 5 * k], [h, 0, 5 * k, 2 * k], [h, 5 * k, 0, 3 * k], [2 * h, h, h, 0]],
    )
    belief = Belief({"M0": 1 - 4 * p, "M3": p, "M2": p, "M23": 2 * p})
    problem = DecisionProblem(loss, belief, Domain(p > 0, p < Rational(1, 4), h > 0, k > 0))
    assert risks(problem)["a23"] == 5 * k - 15 * k * p
    rule = decision_rule(problem, p)
    assert "2*k/(4*h + 3*k)" in str(rule)
    assert rule(p=0.1, h=2.0, k=1.0) == "a0"
    assert certify(rule)
    import numpy as np

    assert list(rule(p=np.array([0.1, 0.2]), h=2.0, k=1.0)) == ["a0", "a23"]
    assert isinstance(loss.entries, tuple)
    assert all(isinstance(row, tuple) for row in loss.entries)
    assert all(isinstance(entry, Expr) for row in loss.entries for entry in row)
    with pytest.raises(FrozenInstanceError):
        problem.title = "other"  # type: ignore[misc]


def test_positive_symbols_count_as_conditions() -> None:
    from symdt import Belief, DecisionProblem, LossTable, decision_rule

    p, l01, l10 = symbols("p l01 l10", positive=True)
    problem = DecisionProblem(
        LossTable.zero_l(["M0", "M1"], l01, l10), Belief({"M0": 1 - p, "M1": p}), symdt.Domain(p < 1)
    )
    assert decision_rule(problem, p)(p="1/3", l01=1, l10=2) == "a0"


@pytest.mark.parametrize("command", ["draw", "new", "paper", "plot", "prove", "select", "solve"])
def test_every_command_has_help(command: str, capsys) -> None:
    assert main([command, "--help"]) == 0
    assert f"Usage: symdt {command}" in capsys.readouterr().out


def test_answers_are_frozen_records() -> None:
    for module, name in (
        ("solve.foldback", "Solved"),
        ("solve.foldback", "Optimal"),
        ("solve.rule", "DecisionRule"),
    ):
        record = getattr(import_module(f"symdt.{module}"), name)
        assert record.__dataclass_params__.frozen
