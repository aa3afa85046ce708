"""Factors, flips, payoffs and time in tree files: what is read, and what is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from sympy import Rational, symbols

from symdt import certify, decision_rule, fold_back, load_problem
from symdt.errors import SymdtError
from symdt.exact.field import equal
from symdt.exact.proof import Proved
from symdt.formats.problem import dump, loads
from symdt.problems.tree import Chance, Decision

CATALOGUE = Path(__file__).parent.parent.parent.parent / "examples" / "catalogue"

CLINIC = """
optimum = "min"
[parameters]
p = "0 < p < 1"
s = "1/2 < s < 1"
[factor.ill]
yes = "p"
no = "rest"
[factor.test]
given = "ill"
states = ["+", "-"]
yes = ["s", "rest"]
no = ["1 - s", "rest"]
[factor.weather]
rain = "1/3"
dry = "rest"
[tree]
root = "test"
[tree.chance.test]
of = "test"
flip = true
"+" = "weather"
"-" = "weather"
[tree.chance.weather]
of = "weather"
rain = ["treat?", "1"]
dry = "treat?"
[tree.decision."treat?"]
treat = ["ill, treated", "2"]
wait = "ill, untreated"
[tree.chance."ill, treated"]
of = "ill"
yes = "0"
no = "0"
[tree.chance."ill, untreated"]
of = "ill"
yes = "9"
no = "0"
"""


def test_a_part_is_grown_once_for_each_knowledge_that_matters() -> None:
    problem = loads(CLINIC)
    names = sorted(n.name for n in problem.tree.nodes() if isinstance(n, Decision))
    assert names == ["treat? | test=+", "treat? | test=-"]  # the weather says nothing about the illness
    p, s = symbols("p s")
    after = problem.tree.child("+").child("rain").child("wait")
    assert isinstance(after, Chance)
    assert equal(after.probability("yes"), p * s / (p * s + (1 - p) * (1 - s)))
    value = fold_back(problem.at(p=Rational(1, 3), s=Rational(3, 4))).value
    # P(+) = 5/12, P(ill | +) = 3/5, so treat (2); P(ill | -) = 1/7, so wait (9/7); a third pays 1 for rain
    assert value == Rational(1, 3) + Rational(5, 12) * 2 + Rational(7, 12) * Rational(9, 7)
    assert loads(dump(problem)).tree == problem.tree


def test_the_rule_is_certified() -> None:
    problem = load_problem(CATALOGUE / "hillier_lieberman_goferbroke.toml")
    assert isinstance(certify(decision_rule(problem.at(c=30), "p")), Proved)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("flip = true\n", "", "'test' is seen before 'ill', on which 'test' depends: say flip = true"),
        ("flip = true", "flip = 1", "has flip = '1': write true or false"),
        ('of = "weather"', 'of = "wether"', "is of 'wether', which is no factor: did you mean 'weather'"),
        ('given = "ill"', 'given = "il"', "has given 'il', which is not there: did you mean 'ill'"),
        ('given = "ill"', 'given = ["ill", "ill"]', "has given 'ill' twice"),
        ('given = "ill"', 'given = "test"', "has a row 'yes'"),
        ('yes = ["s", "rest"]', 'yes = ["s"]', "give a list of 2 probabilities"),
        ('no = ["1 - s", "rest"]\n', "", "has no row 'no'"),
        ('states = ["+", "-"]', 'states = ["+", "+"]', "names the state '+' twice"),
        ('dry = "treat?"\n', "", "lacks a branch for 'dry'"),
        ('dry = "treat?"', 'dry = "treat?"\nsnow = "1"', "has a branch 'snow'"),
        ('dry = "treat?"', 'dry = ["treat?", "1", "2"]', "[value or node, payoff]"),
        ('rain = "1/3"', 'rain = "p + 1"', "negative"),
        ('root = "test"', 'root = "test"\ndiscount = "s"', "has discount but no [tree.time]"),
        ('root = "test"', 'root = "test"\ntime = {weather = 1}', "has [tree.time] but no discount"),
        ('root = "test"', 'root = "test"\ndiscount = "s"\ntime = {weather = 1.5}', "whole number of periods"),
        (
            '[factor.weather]\nrain = "1/3"\ndry = "rest"',
            "[factor]\nweather = 3",
            "make it a table of its own",
        ),
    ],
)
def test_what_is_refused(old: str, new: str, words: str) -> None:
    assert old in CLINIC
    with pytest.raises(SymdtError) as caught:
        loads(CLINIC.replace(old, new, 1))
    assert words in str(caught.value)


def test_a_factor_that_depends_on_itself() -> None:
    text = CLINIC.replace(
        'yes = "p"\nno = "rest"',
        'given = "test"\nstates = ["yes", "no"]\n"+" = ["p", "rest"]\n"-" = ["p", "rest"]',
    )
    with pytest.raises(SymdtError, match="depends on itself"):
        loads(text)


def test_the_second_ball_counted_out() -> None:
    """Raiffa's sequential option, ball by ball without Bayes' rule."""
    problem = load_problem(CATALOGUE / "raiffa_1968_sequential.toml").at(f=9)
    urns = {"t1": (Rational(4, 5), 4, 6), "t2": (Rational(1, 5), 9, 1)}
    pays = {"guess t1": (40, -20), "guess t2": (-5, 100), "refuse": (0, 0)}

    def best(weights: list[Rational]) -> Rational:
        return max(sum(w * x for w, x in zip(weights, row, strict=True)) for row in pays.values())

    for price in (Rational(0), Rational(9, 2), Rational(54, 5), Rational(12)):
        total = Rational(-9)
        for first in (0, 1):
            weights = [w * Rational((red, black)[first], 10) for w, red, black in urns.values()]
            further = -price * sum(weights)
            for second in (0, 1):
                left = [
                    Rational((red - (first == 0), black - (first == 1))[second], 9)
                    for _, red, black in urns.values()
                ]
                further += best([w * x for w, x in zip(weights, left, strict=True)])
            total += max(best(weights), further)
        assert fold_back(problem.at(s=price)).values["draw"] == total
