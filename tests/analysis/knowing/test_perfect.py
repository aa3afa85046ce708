"""Perfect information of any problem: its value where it has one, else words."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from sympy import Rational

from symdt import evpi, load_problem
from symdt.analysis.knowing.perfect import perfect_information

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_where_there_is_a_value_it_is_that_of_evpi() -> None:
    problem = load_problem(EXAMPLES / "catalogue" / "clemen_1991_texaco.toml")
    assert perfect_information(problem) == evpi(problem)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("raiffa_schlaifer_1961_lot", "a rate, any number between 0 and 1"),
        ("howard_party_tolerance", "the price that makes it indifferent"),
        ("shepp_1969_urn", "have the same branches: say event"),
    ],
)
def test_where_there_is_none_it_is_said_why(name: str, why: str) -> None:
    found = perfect_information(load_problem(next(EXAMPLES.rglob(f"{name}.toml"))))
    assert isinstance(found, str)
    assert why in found


def test_of_limited_memory_it_is_found_case_by_case() -> None:
    """Told beforehand, the pigs' first health has few policies left in each case (see `test_policies` for the number)."""
    found = perfect_information(load_problem(EXAMPLES / "catalogue" / "lauritzen_nilsson_2001_pigs.toml"))
    assert found.at(k=100) == Rational("0.7083")


def test_a_spent_budget_is_no_value() -> None:
    problem = load_problem(EXAMPLES / "catalogue" / "three_throws.toml")
    begin = time.process_time()
    assert perfect_information(problem, seconds=1e-6) == "it is not found within the limits of time and size"
    assert time.process_time() - begin < 6  # it had taken twenty
