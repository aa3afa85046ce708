"""Tables of combinations: factors in place of a belief, a star for every state, refusals in one line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import Rational, expand, symbols

from symdt import Belief, risks
from symdt.errors import SymdtError
from symdt.formats.problem import dump, loads

LAUNCH = """
[parameters]
p = "0 < p < 1"
q = "0 < q < 1"
[factor.market]
good = "p"
bad = "rest"
[factor.rival]
given = "market"
states = ["enters", "stays"]
good = ["q", "rest"]
bad = ["1/4", "rest"]
[utility]
actions = ["launch", "drop"]
"good, enters" = ["300", "0"]
"good, stays" = ["600", "0"]
"bad, *" = ["-400", "0"]
[experiment.survey]
cost = "20"
outcomes = ["up", "down"]
"good, *" = ["4/5", "rest"]
"bad, *" = ["3/10", "rest"]
"""


def test_the_belief_is_the_product_of_the_factors() -> None:
    p, q = symbols("p q")
    problem = loads(LAUNCH)
    assert problem.belief == Belief(
        {
            "good, enters": p * q,
            "good, stays": p * (1 - q),
            "bad, enters": (1 - p) / 4,
            "bad, stays": 3 * (1 - p) / 4,
        }
    )
    assert expand(risks(problem)["launch"] - p * (300 * q + 600 * (1 - q)) + 400 * (1 - p)) == 0
    assert loads(dump(problem)) == problem


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"bad, *" = ["-4', '"bad, stays" = ["-4', "says nothing about 'bad, enters'"),
        ('"bad, *" = ["-4', '"*, *" = ["-4', "both about 'good, enters'"),
        ('"bad, *" = ["-4', '"bad" = ["-4', "a state of each of the 2 factors"),
        ('"bad, *" = ["-4', '"bad, enter" = ["-4', "'enters'"),
        ('good = "p"', '"*" = "p"', "neither commas nor a star"),
        ("[factor.market]", '[belief]\na = "1"\n[factor.market]', "both [belief] and [factor]"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(old: str, new: str, told: str) -> None:
    text = LAUNCH.replace(old, new, 1)
    if new.startswith('"*" ='):
        text = text.replace('good = ["q"', '"*" = ["q"')
    with pytest.raises(SymdtError) as caught:
        loads(text)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_factors_are_written_back_as_factors() -> None:
    """Not multiplied out: the sections of the factors, stars in the rows, and letters fixed in both."""
    problem = loads(LAUNCH)
    text = dump(problem)
    assert "[factor.rival]" in text
    assert "[belief]" not in text
    assert '"bad, *" = ["-400", "0"]' in text
    assert '"good, *" = ["4/5", "1/5"]' in text
    again = loads(text)
    assert (again, again.factors) == (problem, problem.factors)
    fixed = problem.at({"p": "1/3"})
    assert loads(dump(fixed)).belief == fixed.belief
    assert 'good = "1/3"' in dump(fixed)


def test_factors_that_give_another_belief_are_refused() -> None:
    problem = loads(LAUNCH)
    with pytest.raises(SymdtError, match="the factors give another belief"):
        replace(problem, belief=Belief(dict.fromkeys(problem.loss.states, Rational(1, 4))))
