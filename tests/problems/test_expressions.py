"""Every kind of problem is a record whose expressions are found and changed in one way."""

from __future__ import annotations

from pathlib import Path

import pytest
from sympy import Symbol, symbols

from symdt import load_problem
from symdt.exact.polynomial import letters_of
from symdt.problems.conjugates.rate_laws import Dirichlet
from symdt.problems.expressions import changed, expressions

EXAMPLES = Path(__file__).parents[2] / "examples"
#: One file of each kind: tables with experiments, trees, diagrams, processes, arms, samples, amounts.
KINDS = (
    "example2",
    "test_or_treat",
    "used_car",
    "umbrella",
    "catalogue/lauritzen_nilsson_2001_pigs",
    "catalogue/howard_1960_toymaker",
    "catalogue/berry_1972_two_arms",
    "catalogue/raiffa_schlaifer_1961_lot",
    "catalogue/amounts/kelly_1956",
)


@pytest.mark.parametrize("name", KINDS)
def test_the_identity_changes_nothing_and_a_renaming_is_undone(name: str) -> None:
    problem = load_problem(EXAMPLES / f"{name}.toml")
    assert problem.changed(lambda e: e, problem.domain) == problem
    there = {s: Symbol(f"{s.name}_other") for s in problem.symbols}
    renamed = problem.subs(there)
    assert set(renamed.symbols) == set(there.values())
    assert renamed.subs({new: old for old, new in there.items()}) == problem


def test_expressions_stand_in_records_mappings_and_tuples() -> None:
    a, b, p = symbols("a b p")
    law = Dirichlet(("θ",), (a, b))
    assert list(expressions({"law": law, "rows": [(p, "p"), (None, 3)]})) == [a, b, p]
    assert changed(law, lambda e: 2 * e) == Dirichlet(("θ",), (2 * a, 2 * b))
    assert letters_of(expressions(Symbol)) == set()  # a class is no record
