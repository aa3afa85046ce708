"""Cost and effect: the frontier by the rule, by a hull, and by asking every willingness to pay."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols

from symdt import (
    Belief,
    Chance,
    Decision,
    DecisionProblem,
    Domain,
    LossTable,
    certify,
    cost_effectiveness,
    evpi,
    load_problem,
    net_benefit,
    one_way,
    state_acceptability,
)
from symdt.cli import main
from symdt.errors import DomainError, SymdtError, TableError
from symdt.exact.field import equal
from symdt.exact.verdict import Proved
from symdt.formats.problem import dump, loads
from symdt.problems.net_benefit import pair
from symdt.problems.tree_problem import TreeProblem

e, p, w = symbols("e p λ")

SCREEN = """
[parameters]
p = "0 < p < 1"
[belief]
ill = "p"
well = "rest"
[cost]
actions = ["nothing", "treat", "screen"]
ill = ["0", "70", "75"]
well = ["0", "70", "5"]
[effect]
actions = ["nothing", "treat", "screen"]
ill = ["4", "9", "8"]
well = ["10", "9", "10"]
"""


def flat(pairs: list[tuple[int, int]]) -> DecisionProblem:
    names = [f"o{i}" for i in range(len(pairs))]
    cost = LossTable([""], names, [[c for c, _ in pairs]])
    effect = LossTable([""], names, [[x for _, x in pairs]], "max")
    return DecisionProblem(net_benefit(cost, effect), Belief({"": 1}), Domain("λ >= 0"))


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=1, max_size=6))
@settings(max_examples=80, deadline=None)
def test_the_hull_is_what_some_willingness_chooses(pairs) -> None:
    found = cost_effectiveness(flat(pairs)).at()
    on_it = [(o.cost, o.effect) for o in found.on_it]
    # asked at every crossing, just beside it and between: the best pair, the cheapest first
    marks = sorted(
        {Fraction(0)}
        | {Fraction(c2 - c1, e2 - e1) for c1, e1 in pairs for c2, e2 in pairs if e2 > e1 and c2 > c1}
    )
    places = [*marks, *((a + b) / 2 for a, b in pairwise(marks)), marks[-1] + 1]
    chosen: set[tuple[int, int]] = set()
    for x in places:
        best = max(x * eff - c for c, eff in pairs)
        inside = [(c, eff) for c, eff in pairs if x * eff - c == best]
        if x not in marks or x == 0:
            chosen.add(min(inside, key=lambda q: (q[0], -q[1])))
    assert {(int(c), int(eff)) for c, eff in on_it} == chosen
    ratios = [o.icer for o in found.on_it[1:]]
    assert ratios == sorted(set(ratios))
    # the same by the engine that solves rules
    if len(found.on_it) > 1:
        assert list(one_way(flat(pairs), "λ", {"λ": 1}).thresholds) == ratios
    assert sum(o.standing == "frontier" for o in found.options) == len(on_it)


def test_the_frontier_in_letters_is_certified() -> None:
    cost = LossTable([""], ["A", "B", "C"], [[100, 200, 400]])
    effect = LossTable([""], ["A", "B", "C"], [[10, e, 19]], "max")
    problem = DecisionProblem(net_benefit(cost, effect), Belief({"": 1}), Domain("λ >= 0", "10 < e < 19"))
    found = cost_effectiveness(problem)
    assert isinstance(certify(found.rule), Proved)
    assert equal(found.icer("B", "C"), 200 / (19 - e))
    # on the section e = 13, where B lies on the line from A to C, nobody needs B, and nothing is better than it
    assert [o.standing for o in found.at(e=13).options] == ["frontier", "between", "frontier"]
    assert "as good where they tie" in str(found.at(e=13))
    assert [o.standing for o in found.at(e=Rational(1299, 100)).options] == [
        "frontier",
        "extended",
        "frontier",
    ]
    twins = flat([(3, 5), (3, 5), (4, 4)])
    assert [o.standing for o in cost_effectiveness(twins).at().options] == ["frontier", "equal", "dominated"]
    assert [o.standing for o in found.at(e=Rational(1301, 100)).options] == ["frontier"] * 3
    assert found.at(e=14).best(30) == "B"
    assert found.at(e=14).best(25) == "A"  # equally good, and cheaper
    assert found.dominated == ()
    with pytest.raises(DomainError, match="no value is given for 'e'"):
        found.at()
    with pytest.raises(TableError, match="no strategy 'D'"):
        found.icer("A", "D")


def test_dominance_for_all_letters() -> None:
    cost = LossTable([""], ["A", "B"], [[100, 100 + e]])
    effect = LossTable([""], ["A", "B"], [[10, 10 - e]], "max")
    problem = DecisionProblem(net_benefit(cost, effect), Belief({"": 1}), Domain("λ >= 0", "e >= 0"))
    assert cost_effectiveness(problem).dominated == (("B", "A"),)
    assert [o.standing for o in cost_effectiveness(problem).at(e=0).options] == ["frontier", "equal"]


def test_a_tree_of_pairs() -> None:
    """By the tree with pairs at leaves and on branches, and by the table of the same numbers."""
    tree = Decision(
        "d",
        {
            "treat": (Chance("t", {"ill": (p, pair(0, 9)), "well": ("rest", pair(0, 9))}), pair(70, 0)),
            "nothing": Chance("n", {"ill": (p, pair(0, 4)), "well": ("rest", pair(0, 10))}),
        },
    )
    found = cost_effectiveness(TreeProblem(tree, Domain("0 < p < 1", "λ >= 0"), "max"))
    assert {n: (c, x) for n, c, x in found.strategies}["treat"] == (70, 9)
    assert equal(found.icer("nothing", "treat"), 70 / (6 * p - 1))
    text = """
willingness = "w"
optimum = "max"
[parameters]
p = "0 < p < 1"
[tree]
root = "d"
[tree.decision.d]
treat = ["t", { cost = "70", effect = "0" }]
nothing = "n"
[tree.chance.t]
any = ["1", { cost = "0", effect = "9" }]
[tree.chance.n]
ill = ["p", { cost = "0", effect = "4" }]
well = ["rest", { cost = "0", effect = "10" }]
"""
    again = cost_effectiveness(loads(text), "w")
    assert equal(again.icer("nothing", "treat"), 70 / (6 * p - 1))
    with pytest.raises(SymdtError, match="say willingness"):
        loads(text.replace('willingness = "w"\n', ""))


def test_acceptability_and_perfect_information_by_the_willingness() -> None:
    problem = loads(SCREEN)
    assert loads(dump(problem)) == problem
    shares = state_acceptability(problem, {"p": Rational(1, 10)})
    perfect = evpi(problem)
    for x in (Rational(1), Rational(14), Rational(15), Rational(75, 4), Rational(20), Rational(100)):
        best = {}
        ill = {"nothing": 4 * x, "treat": 9 * x - 70, "screen": 8 * x - 75}
        well = {"nothing": 10 * x, "treat": 9 * x - 70, "screen": 10 * x - 5}
        known = Rational(1, 10) * max(ill.values()) + Rational(9, 10) * max(well.values())
        blind = max(Rational(1, 10) * ill[a] + Rational(9, 10) * well[a] for a in ill)
        assert perfect.at({"p": Rational(1, 10), "λ": x}) == known - blind
        for state, weight in ((ill, Rational(1, 10)), (well, Rational(9, 10))):
            top = [a for a in state if state[a] == max(state.values())]
            best[top[0]] = best.get(top[0], 0) + weight
        if x != 14:  # where two are equally good in a state
            assert {a: q for a, q in shares.at(x).items() if q} == best
    assert sum(shares.at(14).values()) == 1
    with pytest.raises(DomainError, match="needs all letters but λ"):
        state_acceptability(problem)


def test_the_command(tmp_path, capsys) -> None:
    file = tmp_path / "screen.toml"
    file.write_text(SCREEN)
    assert main(["frontier", str(file), "--at", "p=1/10", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {o["name"]: o["standing"] for o in found["frontier"]}["nothing"] == "frontier"
    assert found["acceptability"][0]["from"] == "0"
    assert "λ" in found["evpi"]
    assert main(["frontier", str(file)]) == 0
    assert "the frontier, along λ" in capsys.readouterr().out
    file.write_text('willingness = "w"\n' + SCREEN)
    assert main(["frontier", str(file)]) == 0
    assert "the frontier, along w" in capsys.readouterr().out
    assert main(["frontier", "examples/umbrella.toml"]) == 2
    assert "no letter 'λ' for the willingness to pay" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[cost]", "[loss]", "[effect] alone"),
        (
            "[belief]",
            '[utility]\nactions = ["a"]\nill = [1]\nwell = [1]\n[belief]',
            "both [cost] and [utility]",
        ),
        (
            '[effect]\nactions = ["nothing", "treat", "screen"]',
            '[effect]\nactions = ["nothing", "treat", "test"]',
            "cost and effect disagree about 'screen'",
        ),
        ("[parameters]", 'willingness = "2w"\n[parameters]', "give the name of a letter"),
    ],
)
def test_what_is_refused(old: str, new: str, words: str) -> None:
    assert old in SCREEN
    with pytest.raises(SymdtError) as caught:
        loads(SCREEN.replace(old, new, 1))
    assert words in str(caught.value)


def test_values_that_are_no_net_benefits() -> None:
    with pytest.raises(DomainError, match="not affine"):
        cost_effectiveness(TreeProblem(Decision("d", {"a": w**2, "b": 0}), Domain("λ >= 0"), "max"))
    with pytest.raises(DomainError, match="is minimised"):
        cost_effectiveness(TreeProblem(Decision("d", {"a": w, "b": 0}), Domain("λ >= 0"), "min"))


def test_five_programmes() -> None:
    found = cost_effectiveness(load_problem("examples/catalogue/frick_2007_programmes.toml")).at(e=40)
    assert {o.name: o.standing for o in found.options} == {
        "1": "extended",
        "2": "frontier",
        "3": "frontier",
        "4": "extended",
        "5": "dominated",
    }
    assert found.on_it[1].icer == Rational(25000, 3)
