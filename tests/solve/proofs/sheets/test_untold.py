"""Surfaces looked at as they stand, with their equation: they say what charts of two letters say, and close rules that these leave open."""

from __future__ import annotations

import random

import pytest
from sympy import Rational, symbols

from symdt import Belief, DecisionProblem, Domain, LossTable, Proved, decision_rule
from symdt.exact.solver import Found, NoPoint, Unknown
from symdt.solve.certificate import certificate_of
from symdt.solve.proofs.sheets import everywhere
from symdt.solve.proofs.sheets.untold import Untold
from tests.solve.proofs.mutants import answer_of, mutants
from tests.solve.proofs.sheets.test_everywhere import told


@pytest.fixture
def looked_at(monkeypatch):
    """How many surfaces are looked at with their equation, when all that are not planes are."""
    seen = []

    def surfaces(ambient):
        found = dict(given(ambient))
        return [(n, s if ambient.events.algebra.weight(n)[0] == 1 else None) for n, s in found.items()]

    class Counting(Untold):
        def __init__(self, *parts):
            seen.append(parts)
            super().__init__(*parts)

    given = everywhere.surfaces_of
    monkeypatch.setattr(everywhere, "surfaces_of", surfaces)
    monkeypatch.setattr(everywhere, "Untold", Counting)
    return seen


@pytest.mark.parametrize("seed", [1, 2, 3, 5, 6])
def test_equations_say_what_charts_say(seed, looked_at, monkeypatch):
    """Of the rule and of rules with one thing changed; where either is not decided nothing is compared."""
    problem, rule = told("quadratic 3", seed)
    assert answer_of(problem, rule, everywhere.decide) == NoPoint()
    assert looked_at
    wrong = list(mutants(rule, ["0", "1"]))
    random.Random(seed).shuffle(wrong)
    said = [answer_of(problem, mutant, everywhere.decide) for mutant in wrong[:10]]
    monkeypatch.undo()
    found = 0
    for mutant, mine in zip(wrong, said, strict=False):
        other = answer_of(problem, mutant, everywhere.decide)
        if not isinstance(mine, Unknown | None) and not isinstance(other, Unknown | None):
            assert type(mine) is type(other)
        found += isinstance(mine, Found)
    assert found


LETTERS = p, h, k, m = symbols("p h k l")


def of_two(difference, *domain):
    """Nothing against a difference, and its rule."""
    table = LossTable(["s"], ["0", "1"], [[0, difference]])
    problem = DecisionProblem(table, Belief({"s": 1}), Domain(*domain, symbols=list(LETTERS)))
    return problem, decision_rule(problem, "p").to_json()["rule"]


BOX = "0 < p", "p < 1", "0 < h", "h < 3", "0 < k", "k < 3", "0 < l", "l < 3"
PIECE = {"action": "1", "from": "0", "to": "1", "to_closed": False}


@pytest.mark.parametrize(
    ("where", "witness"),
    [
        # on the curved surface alone, on a curve of it, at one point of it; and on one side of it, close by
        (["Eq(h**2 + k**2 + l**2, 3)", "l > 1/2", "h > k"], {"h": "7/5", "k": "1", "l": "1/5"}),
        (["Eq(h**2 + k**2, 2)", "Eq(k**2 + l**2, 2)"], {"h": "1", "k": "1", "l": "1"}),
        (["h**2 + k**2 + l**2 <= 2*h + 2*k + 2*l - 3"], {"h": "1", "k": "1", "l": "1"}),
        (["h**2 + k**2 > 2", "h**2 + k**2 < 2 + 1/10**9"], {"h": "1", "k": "1", "l": "5/2"}),
    ],
)
def test_a_case_that_is_wrong_near_a_surface_alone_is_found(where, witness, looked_at):
    """The rule's actions tie nowhere there: what is wrong is the case that was put in beside the others, or over them."""
    problem, rule = of_two((h + 1) * p + k + m, *BOX)
    assert answer_of(problem, rule, everywhere.decide) == NoPoint()
    case = {"if": where, "pieces": [PIECE], "witness": witness}
    said = answer_of(problem, {**rule, "cases": [*rule["cases"], case]}, everywhere.decide)
    assert isinstance(said, Found)
    assert looked_at


def test_cases_on_both_sides_of_a_surface_and_on_it():
    """A sphere that no two letters tell cuts a case; without its share of the surface there is a gap on it alone."""
    problem, rule = of_two(h * p**2 + (k - 2) * p + m - Rational(1, 2), *BOX)
    (one, *rest) = rule["cases"]
    sphere = "h**2 + k**2 + 2*l**2"
    cut = [
        {**{n: v for n, v in one.items() if n != "witness"}, "if": [*one["if"], c]}
        for c in (f"{sphere} < 5", f"Eq({sphere}, 5)", f"{sphere} > 5")
    ]
    assert answer_of(problem, {**rule, "cases": [*cut, *rest]}, everywhere.decide) == NoPoint()
    for left_out in range(3):
        some = cut[:left_out] + cut[left_out + 1 :]
        said = answer_of(problem, {**rule, "cases": [*some, *rest]}, everywhere.decide)
        if left_out == 1:  # a surface of two letters may meet the sphere first, at no fractions
            assert isinstance(said, Found | Unknown)
            continue
        assert isinstance(said, Found)
        at = {str(s): v for s, v in said.point.items()}
        where = at["h"] ** 2 + at["k"] ** 2 + 2 * at["l"] ** 2 - 5
        assert (where < 0) if left_out == 0 else (where > 0)


def test_a_root_that_is_zero_over_an_irrational_one_ends_the_work():
    """A power of a ball about 0 is no number: its sign was sought for ever."""
    problem, rule = of_two(h * p**2 + (k - 2) * p + m - Rational(1, 2), *BOX)
    one, two, three, *rest = rule["cases"]
    cone = "(h - 1)**2 + (k - 1)**2 - (l - 1)**2"
    cut = [
        {**{n: v for n, v in three.items() if n != "witness"}, "if": [*three["if"], c]}
        for c in (f"{cone} < 1/4", f"{cone} > 1/4", f"Eq({cone}, 1/4)")
    ]
    said = certificate_of(problem, {"rule": {**rule, "cases": [*cut, one, two, *rest]}}, seconds=60).verdict
    assert isinstance(said, Proved)
