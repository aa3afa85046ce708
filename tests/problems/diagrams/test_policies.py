"""Limited memory: all policies, against sums over worlds that share nothing with the package; pigs as published."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols

from symdt import (
    ChanceNode,
    DecisionNode,
    Domain,
    InfluenceDiagram,
    ValueNode,
    bayes_action,
    certify,
    decision_rule,
    load_problem,
    optimum_at,
    risks,
)
from symdt.cli import main
from symdt.errors import BudgetError, MemoryWarning, TableError
from symdt.exact.verdict import Proved, Refuted
from symdt.formats.problem import dump, loads
from symdt.solve.certificate import certificate_of

PIGS = Path(__file__).parents[3] / "examples" / "catalogue" / "lauritzen_nilsson_2001_pigs.toml"


def test_pig_breeding_as_published() -> None:
    pigs = load_problem(PIGS)
    best = optimum_at(pigs, k=100)
    assert best.value == Rational("726.8121")
    treat = ("leave", "treat", "treat")
    assert best.strategy == {
        f"month {i}": f"test {i}=+: {treat[i - 1]}; test {i}=-: leave" for i in (1, 2, 3)
    }
    assert best.action == best.strategy["month 1"]
    full = InfluenceDiagram(pigs.nodes, pigs.domain, "max", pigs.title, "full")
    assert optimum_at(full, k=100).value == Rational("729.225")


def test_pigs_by_worlds() -> None:
    """Every policy's value in fractions, straight from the numbers of the paper."""

    def value(policy: tuple[bool, ...], price: Fraction) -> Fraction:
        states = {True: Fraction(1, 10), False: Fraction(9, 10)}  # ill or well
        total = Fraction(0)
        for month in range(3):
            after = {True: Fraction(0), False: Fraction(0)}
            for ill, p in states.items():
                positive = Fraction(4, 5) if ill else Fraction(1, 10)
                for seen, chance in ((0, positive), (1, 1 - positive)):
                    treat = policy[2 * month + seen]
                    worse = {(True, True): 5, (True, False): 9, (False, True): 1, (False, False): 2}[
                        ill, treat
                    ]
                    after[True] += p * chance * Fraction(worse, 10)
                    after[False] += p * chance * (1 - Fraction(worse, 10))
                    total -= price * p * chance * treat
            states = after
        return total + 300 * states[True] + 1000 * states[False]

    pigs = load_problem(PIGS)
    for price in (
        Fraction(0),
        Fraction(4984, 415),
        Fraction(50),
        Fraction(100),
        Fraction(852670, 7447),
        Fraction(400),
    ):
        wanted = max(value(policy, price) for policy in product([True, False], repeat=6))
        assert Fraction(str(optimum_at(pigs, k=Rational(str(price))).value)) == wanted


def test_the_rule_of_the_pigs_is_certified_and_on_its_ends_both_are_best() -> None:
    pigs = load_problem(PIGS)
    rule = decision_rule(pigs, "k")
    assert rule.is_complete
    assert isinstance(certify(rule), Proved)
    both = tuple(f"test 1=+: {first}; test 1=-: leave" for first in ("treat", "leave"))
    assert optimum_at(pigs, k=Rational(2296, 85)).ties == rule.ties(k=Rational(2296, 85)) == both
    assert all("#" not in d for d in optimum_at(pigs, k=100).strategy)


def test_the_action_is_one_for_everything_that_may_be_known_first_by_every_road(tmp_path, capsys) -> None:
    """At a point, in a rule, in its JSON and on arrays: the policy of the first decision."""
    pigs = load_problem(PIGS)
    rule = decision_rule(pigs, "k")
    offered = tuple(f"test 1=+: {a}; test 1=-: {b}" for a, b in product(("treat", "leave"), repeat=2))
    assert rule.actions == pigs.alternatives == tuple(risks(pigs)) == offered
    points = ["1", "4984/415", "20", "2296/85", "30", "50", "100", "200", "1000"]
    for k in map(Rational, points):
        at = optimum_at(pigs, k=k)
        assert (rule(k=k), dict(rule.choice(k=k).strategy)) == (at.action, at.strategy)
        assert bayes_action(pigs, k=k) == at.action in at.values
    assert list(rule(k=np.array([20.0, 100.0]))) == [offered[1], offered[3]]
    told = rule.to_json()
    assert tuple(told["actions"]) == tuple(told["values"]) == offered
    assert {p["action"] for p in told["rule"]["cases"][0]["pieces"]} == {*offered} - {offered[2]}
    assert told["never_optimal"] == [offered[2]]
    (tmp_path / "rule.txt").write_text(str(rule))
    assert main(["certify", str(PIGS), str(tmp_path / "rule.txt")]) == 0
    assert capsys.readouterr().out.startswith("proved")


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_random_diagrams_against_all_policies(data) -> None:
    chance = st.integers(0, 4).map(lambda n: Rational(n, 4))
    a, b0, b1 = data.draw(chance), data.draw(chance), data.draw(chance)
    first = data.draw(st.sampled_from([(), ("A",)]))
    second = data.draw(st.sampled_from([(), ("B",), ("D",), ("B", "D")]))
    table = {k: data.draw(st.integers(-5, 5)) for k in product("01", "xy", "xy")}
    optimum = data.draw(st.sampled_from(["min", "max"]))
    diagram = InfluenceDiagram(
        [
            ChanceNode("A", "01", [], [a, "rest"]),
            ChanceNode("B", "01", ["A"], {"0": [b0, "rest"], "1": [b1, "rest"]}),
            DecisionNode("D", "xy", first),
            DecisionNode("E", "xy", second),
            ValueNode("V", ["A", "D", "E"], table),
        ],
        optimum=optimum,
        memory="limited",
    )
    seen_first = list(product("01", repeat=len(first)))
    seen_second = list(product(*({"B": "01", "D": "xy"}[n] for n in second)))
    values = []
    for one in product("xy", repeat=len(seen_first)):
        for two in product("xy", repeat=len(seen_second)):
            total = Rational(0)
            for i, j in product("01", "01"):
                q = b0 if i == "0" else b1
                weight = (a if i == "0" else 1 - a) * (q if j == "0" else 1 - q)
                d = one[seen_first.index((i,) if first else ())]
                e = two[seen_second.index(tuple({"B": j, "D": d}[n] for n in second))]
                total += weight * table[i, d, e]
            values.append(total)
    assert optimum_at(diagram).value == (min if optimum == "min" else max)(values)
    # whoever forgets cannot do better than who does not
    full = InfluenceDiagram(diagram.nodes, None, optimum, "", "full")
    sign = 1 if optimum == "max" else -1
    assert sign * optimum_at(full).value >= sign * optimum_at(diagram).value


def coin(memory=None) -> InfluenceDiagram:
    p = symbols("p")
    right = {(c, d): int(c == d) for c, d in product("ht", "ht")}
    return InfluenceDiagram(
        [
            ChanceNode("coin", "ht", [], [p, "rest"]),
            DecisionNode("look", ["yes", "no"], ["coin"]),
            DecisionNode("guess", "ht", []),
            ValueNode("right", ["coin", "guess"], right),
        ],
        Domain("0 < p < 1"),
        "max",
        memory=memory,
    )


def test_memory_is_never_repaired_in_silence() -> None:
    with pytest.warns(MemoryWarning, match="lacks the arc coin -> guess and 1 more"):
        unsaid = coin()
    assert unsaid == coin("full")
    assert unsaid.forgotten == (("coin", "guess"), ("look", "guess"))
    assert optimum_at(unsaid, p="1/3").value == 1
    assert optimum_at(coin("limited"), p="1/3").value == Rational(2, 3)
    assert "limited memory" in str(coin("limited"))
    with pytest.raises(TableError, match="use 'full' or 'limited'"):
        coin("short")


def test_a_diagram_comes_back_from_its_file(tmp_path, capsys) -> None:
    for memory in ("full", "limited"):
        assert loads(dump(coin(memory))) == coin(memory)
    text = dump(coin("full")).replace('memory = "full"\n', "")
    file = tmp_path / "coin.toml"
    file.write_text(text)
    assert main(["solve", str(file), "--at", "p=1/3", "--json"]) == 0
    assert "lacks the arc coin -> guess" in capsys.readouterr().err


def test_too_many_policies_are_refused() -> None:
    nodes = [ChanceNode("c", [str(i) for i in range(20)], [], [Rational(1, 20)] * 20)]
    nodes += [DecisionNode("d", "xy", ["c"]), ValueNode("v", ["d"], {"x": 0, "y": 1})]
    with pytest.raises(BudgetError, match="1048576 policies"):
        optimum_at(InfluenceDiagram(nodes, optimum="max", memory="limited"))


@pytest.mark.parametrize("options", ["x", "xy"])
def test_policies_are_counted_before_they_are_written_down(options: str) -> None:
    nodes = [ChanceNode(f"c{i}", "ab", [], [Rational(1, 2)] * 2) for i in range(30)]
    nodes += [
        DecisionNode("d", options, [f"c{i}" for i in range(30)]),
        ValueNode("v", ["d"], dict.fromkeys(options, 1)),
    ]
    with pytest.raises(BudgetError, match=r"or more policies and '\d+' worlds") as refused:
        optimum_at(InfluenceDiagram(nodes, optimum="max", memory="limited"))
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("p", [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)])
@pytest.mark.parametrize("q", [Fraction(0), Fraction(1, 2), Fraction(2, 3)])
def test_a_tie_in_a_policy_holds_with_its_other_answers(p: Fraction, q: Fraction) -> None:
    """By brute force over all sixteen policies: a decision's policy ties if exchanging it alone changes nothing."""
    worth = dict(zip(product("ud", "lr", "ab"), (3, 0, 0, 5, 1, 4, 2, 1), strict=True))
    known = dict(zip(product("lr", "ab"), (0, 1, 1, 0), strict=True))
    chances = [ChanceNode(n, ["a", "b"], [], [Rational(str(x)), "rest"]) for n, x in (("X", p), ("Y", q))]
    decisions = [DecisionNode("D1", ["u", "d"], ["X"]), DecisionNode("D2", ["l", "r"], ["Y"])]
    values = [ValueNode("V", ["D1", "D2", "X"], worth), ValueNode("W", ["D2", "Y"], known)]
    diagram = InfluenceDiagram([*chances, *decisions, *values], optimum="max", memory="limited")

    def value(strategy: dict[str, str]) -> Fraction:
        policy = {d: dict(part.split(": ") for part in b.split("; ")) for d, b in strategy.items()}
        worlds = [
            ((x, y), (p if x == "a" else 1 - p) * (q if y == "a" else 1 - q)) for x, y in product("ab", "ab")
        ]
        acts = {(x, y): (policy["D1"][f"X={x}"], policy["D2"][f"Y={y}"]) for (x, y), _ in worlds}
        return sum((w * (worth[(*acts[s], s[0])] + known[acts[s][1], s[1]]) for s, w in worlds), Fraction(0))

    options = {
        "D1": [f"X=a: {a}; X=b: {b}" for a, b in product("ud", repeat=2)],
        "D2": [f"Y=a: {a}; Y=b: {b}" for a, b in product("lr", repeat=2)],
    }
    best = max(value({"D1": one, "D2": two}) for one, two in product(*options.values()))
    found = optimum_at(diagram)
    assert value(found.strategy) == best == Fraction(str(found.value))
    single = {
        d: tuple(b for b in many if value({**found.strategy, d: b}) == best) for d, many in options.items()
    }
    assert found.strategy_ties == {d: many for d, many in single.items() if len(many) > 1}


def test_what_is_said_and_what_is_guessed_tie_together_only() -> None:
    """Another signal is as good with another guess alone: neither is named as a tie of this policy."""
    coin = ChanceNode("coin", ["heads", "tails"], [], [symbols("p"), "rest"])
    say, guess = DecisionNode("say", ["up", "down"], ["coin"]), DecisionNode("guess", ["H", "T"], ["say"])
    right = ValueNode(
        "right", ["coin", "guess"], dict(zip(product(("heads", "tails"), "HT"), (1, 0, 0, 1), strict=True))
    )
    diagram = InfluenceDiagram([coin, say, guess, right], Domain("0 < p < 1"), "max", memory="limited")
    rule = decision_rule(diagram, "p")
    assert "or" not in str(rule).replace("for", "").split()
    assert isinstance(certify(rule), Proved)
    claimed = rule.to_json()
    claimed["rule"]["cases"][0]["pieces"][0]["strategy_ties"] = {
        "say": ["coin=heads: up; coin=tails: up", "coin=heads: down; coin=tails: up"]
    }
    assert isinstance(certificate_of(diagram, claimed).verdict, Refuted)


def test_learning_beforehand_by_worlds_of_each_case(capsys) -> None:
    """The pig's health in the first month, told to every decision: in each case the best of all policies, in fractions."""

    def value(ill_at_first: bool, policy: tuple[bool, ...]) -> Fraction:
        ill, total = Fraction(ill_at_first), Fraction(0)
        for month in range(3):
            after = Fraction(0)
            for is_ill, p in ((True, ill), (False, 1 - ill)):
                positive = Fraction(4, 5) if is_ill else Fraction(1, 10)
                for seen, chance in ((0, positive), (1, 1 - positive)):
                    treat = policy[2 * month + seen]
                    stays = {(True, True): 5, (True, False): 9, (False, True): 1, (False, False): 2}
                    after += p * chance * Fraction(stays[is_ill, treat], 10)
                    total -= 100 * p * chance * treat
            ill = after
        return total + 300 * ill + 1000 * (1 - ill)

    policies = list(product([True, False], repeat=6))
    told = sum(
        p * max(value(ill, policy) for policy in policies)
        for ill, p in ((True, Fraction(1, 10)), (False, Fraction(9, 10)))
    )
    assert main(["value", str(PIGS), "--at", "k=100", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert Fraction(found["evppi"]["health 1"]) == told - Fraction("726.8121")
    assert (found["evppi"]["test 1"], found["value"]) == ("0", "7268121/10000")
