"""Published values on real data: Cooper & Herskovits (1992), Sewell & Shah (1968)."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from symdt import k2, select_network, tabulate

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SEWELL = EXAMPLES / "data" / "sewell_shah.csv"
COOPER = EXAMPLES / "data" / "cooper_herskovits.csv"


def run(name: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name)], capture_output=True, text=True, timeout=600, check=False,
        env={"PYTHONPATH": str(EXAMPLES.parent), "PATH": "", "HOME": str(Path.home())},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_cooper_and_herskovits():
    search = k2(COOPER, order="x1,x2,x3")
    assert search.arcs == (("x1", "x2"), ("x2", "x3"))
    assert math.exp(search.log_evidence) == pytest.approx(2.23e-9, rel=2e-3)
    text = run("cooper_herskovits.py")
    assert "2.23e-09" in text
    assert "ratio 10" in text


def test_sewell_and_shah():
    counts = tabulate(SEWELL, weights="count")
    assert counts.cases == 10318
    assert counts.arities == (2, 4, 4, 2, 2)
    selection = select_network(SEWELL, order="SEX,SES,PE,IQ,CP", weights="count", alpha=5)
    assert round(selection.log_evidence, 2) == -45652.73
    assert set(selection.chosen) == {
        ("SEX", "PE"), ("SES", "PE"), ("SES", "IQ"), ("PE", "IQ"), ("SES", "CP"), ("PE", "CP"), ("IQ", "CP"),
    }  # fmt: skip
    assert selection.chosen == selection.path[-1].arcs
    text = run("sewell_shah.py")
    first, second = text.splitlines()[:2]
    assert first.startswith("-45652.73")
    assert second.startswith("-45698.60")
    assert "PE -> IQ" in first
    assert "IQ -> PE" in second


def test_the_exact_posterior_of_college_plans():
    from symdt.learn.exact import exact_posterior

    posterior = exact_posterior(SEWELL, "CP", ["SES", "PE"], alpha=5, weights="count")
    assert sum(posterior.values()) == Fraction(1)
    assert posterior["{SES,PE}"] > 1 - Fraction(1, 10**20)


def test_the_rule_for_ten_cases_keeps_its_letters():
    # a0 gives way to a2 where their risks meet; the meeting point by fractions alone
    import csv

    from sympy import Rational, symbols

    from symdt import decision_rule
    from symdt.formats.problem import load_problem
    from tests.learn.learning import evidence, subsets

    with COOPER.open() as file:
        rows = list(csv.DictReader(file))
    joint = {s: evidence(rows, [1] * 10, "x3", s, "k2", 1) for s in subsets(("x1", "x2"))}
    total = sum(joint.values())
    none, one, two, both = (joint[s] / total for s in ((), ("x1",), ("x2",), ("x1", "x2")))
    # R(a0) = h (one + two + 2 both);  R(a2) = 2k none + 4k one + h both
    meet = (2 * none + 4 * one) / (one + two + both)
    problem = load_problem(EXAMPLES / "ten_cases.toml")
    h = symbols("h")
    rule = decision_rule(problem, h)
    near = Fraction(1, 10**6)
    for value, action in ((meet - near, "a0"), (meet + near, "a2")):
        assert rule(h=Rational(value.numerator, value.denominator), k=1) == action
