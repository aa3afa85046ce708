"""Factors: Bayes' rule against sums over all worlds, in letters and at points."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols

from symdt import Belief, Decision, DecisionProblem, Domain, Experiment, LossTable, fold_back
from symdt.errors import TableError
from symdt.exact.field import equal
from symdt.problems.diagrams.joint import Joint
from symdt.problems.diagrams.node import ChanceNode

p, s, f = symbols("p s f")


def clinic() -> Joint:
    return Joint(
        [
            ChanceNode("ill", ["yes", "no"], [], [p, "rest"]),
            ChanceNode("test", ["+", "-"], ["ill"], {"yes": [s, "rest"], "no": [f, "rest"]}),
            ChanceNode("again", ["+", "-"], ["ill"], {"yes": [s, "rest"], "no": [f, "rest"]}),
            ChanceNode("weather", ["rain", "dry"], [], [Rational(1, 3), "rest"]),
        ]
    )


def test_two_tests_in_letters() -> None:
    joint = clinic()
    both = joint.probabilities("ill", {"test": "+", "again": "+"})["yes"]
    assert equal(both, p * s**2 / (p * s**2 + (1 - p) * f**2))
    mixed = joint.probabilities("ill", {"test": "+", "again": "-"})["yes"]
    assert equal(mixed, joint.probabilities("ill", {"test": "-", "again": "+"})["yes"])
    # one after the other is both at once
    one, then = joint.probabilities("test")["+"], joint.probabilities("again", {"test": "+"})["+"]
    assert equal(one * then, p * s**2 + (1 - p) * f**2)


def test_independent_factors_are_not_multiplied_out() -> None:
    joint = clinic()
    assert joint.relevant(["weather"], {"ill": "yes", "test": "+"}) == {}
    assert joint.relevant(["ill"], {"weather": "dry", "test": "+"}) == {"test": "+"}
    assert joint.probabilities("weather", {"ill": "yes"})["rain"] == Rational(1, 3)


@given(st.lists(st.integers(0, 4), min_size=14, max_size=14), st.data())
@settings(max_examples=40, deadline=None)
def test_bayes_rule_is_a_ratio_of_sums_over_worlds(numbers: list[int], data) -> None:
    def row(k: int) -> list[Rational]:
        total = numbers[k] + numbers[k + 1] + 1
        return [Rational(numbers[k] + 1, total + 1), Rational(numbers[k + 1] + 1, total + 1)]

    tables = {
        "x": ((), {(): row(0)}),
        "y": (("x",), {("0",): row(2), ("1",): row(4)}),
        "z": (("x", "y"), {k: row(6 + 2 * i) for i, k in enumerate(product("01", repeat=2))}),
    }
    joint = Joint([ChanceNode(n, ["0", "1"], parents, t) for n, (parents, t) in tables.items()])
    seen = {
        n: data.draw(st.sampled_from("01")) for n in data.draw(st.sets(st.sampled_from("xyz"), max_size=2))
    }
    wanted = data.draw(st.sampled_from([n for n in "xyz" if n not in seen]))

    def weight(world: dict[str, str]) -> Fraction:
        total = Fraction(1)
        for n, (parents, table) in tables.items():
            q = table[tuple(world[m] for m in parents)][int(world[n])]
            total *= Fraction(int(q.p), int(q.q))
        return total

    worlds = [dict(zip("xyz", w, strict=True)) for w in product("01", repeat=3)]
    fits = [w for w in worlds if all(w[n] == v for n, v in seen.items())]
    whole = sum(map(weight, fits))
    for state, q in joint.probabilities(wanted, seen).items():
        assert Fraction(str(q)) == sum(weight(w) for w in fits if w[wanted] == state) / whole


def test_what_cannot_be_seen() -> None:
    sure = Joint([ChanceNode("x", ["0", "1"], [], [1, 0])])
    with pytest.raises(TableError, match="probability 0"):
        Joint([*sure.factors.values(), ChanceNode("y", ["0", "1"], [], [1, 0])]).probabilities(
            "y", {"x": "1"}
        )
    with pytest.raises(TableError, match="no factor 'wheather': did you mean 'weather'"):
        clinic().probabilities("wheather")
    with pytest.raises(TableError, match="the factor 'x' has no state '2'"):
        sure.probabilities("x", {"x": "2"})


def test_two_experiments_one_after_the_other() -> None:
    """Against all strategies by brute force: the second test only after the first is positive."""
    loss = LossTable(["ill", "well"], ["treat", "wait"], [[0, 50], [10, 0]])
    tests = tuple(
        Experiment(n, {"ill": {"+": se, "-": "rest"}, "well": {"+": fp, "-": "rest"}}, cost)
        for n, se, fp, cost in (
            ("cheap", Rational(49, 50), Rational(2, 5), Rational(1, 10)),
            ("dear", Rational(19, 20), Rational(1, 20), 2),
        )
    )
    problem = DecisionProblem(loss, Belief({"ill": p, "well": "rest"}), Domain("0 < p < 1"), tests, "", 2)
    at = {p: Rational(1, 5)}

    def best(weights: dict[str, Fraction], left: tuple[int, ...]) -> Fraction:
        ill, well = weights["ill"], weights["well"]
        found = [10 * well, 50 * ill]
        for i in left:
            rates = [
                (Fraction(49, 50), Fraction(2, 5), Fraction(1, 10)),
                (Fraction(19, 20), Fraction(1, 20), Fraction(2)),
            ][i]
            rest = tuple(j for j in left if j != i)
            plus = best({"ill": ill * rates[0], "well": well * rates[1]}, rest)
            minus = best({"ill": ill * (1 - rates[0]), "well": well * (1 - rates[1])}, rest)
            found.append(rates[2] * (ill + well) + plus + minus)
        return min(found)

    one = fold_back(problem.at(at))
    assert Fraction(str(one.value)) == best({"ill": Fraction(1, 5), "well": Fraction(4, 5)}, (0, 1))
    strategy = one.strategy(one.alternatives[0])
    assert strategy["ν1"] == "cheap"
    assert strategy["cheap: +"] == "dear"
    assert strategy["cheap: +, dear: -"] == "wait"
    single = DecisionProblem(loss, problem.belief, problem.domain, tests)
    assert one.value < fold_back(single.at(at)).value
    assert "at most 2 experiments" in str(problem)
    with pytest.raises(TableError, match="whole number from 1 to 4"):
        DecisionProblem(loss, problem.belief, problem.domain, tests, "", 0)


def test_chance_is_a_node_of_a_tree() -> None:
    joint = clinic()

    def treat(seen: dict[str, str]) -> Decision:
        return Decision(
            "treat?",
            {
                "treat": joint.chance("ill", {"yes": 0, "no": 1}, seen),
                "wait": (joint.chance("ill", {"yes": 9, "no": 0}, seen), 0),
            },
        )

    tree = joint.chance("test", lambda seen: (treat(seen), 2))
    value = fold_back(
        tree.subs({p: Rational(1, 10), s: Rational(9, 10), f: Rational(1, 10)}), optimum="min"
    ).value
    assert value == 2 + Rational(9, 100) + Rational(9, 100)  # after +: 9/100 false; after -: 9 * 1/100 missed
