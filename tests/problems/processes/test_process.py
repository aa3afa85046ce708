"""Processes: Howard's toymaker as published, backward induction in fractions, stationary values by their equations."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, Symbol, symbols

from symdt import (
    Domain,
    Move,
    ProcessProblem,
    best_policy,
    certify,
    decision_rule,
    gain,
    load_problem,
    optimum_at,
    stationary_values,
)
from symdt.errors import BudgetError, DomainError, SymdtError, TableError
from symdt.exact.field import equal
from symdt.exact.verdict import Proved
from symdt.formats.problem import dump, loads
from symdt.problems.processes.by_cycle import policy_by_cycle, policy_table

TOYMAKER = "examples/catalogue/howard_1960_toymaker.toml"


def weeks(n: int, start: str) -> ProcessProblem:
    whole = load_problem(TOYMAKER)
    return ProcessProblem(whole.moves, start, n, 1, None, whole.domain, "max").at(k=2)


def test_howards_table_of_values() -> None:
    liked = ["6", "8.2", "10.22", "12.222"]
    other = ["-3", "-1.7", "0.23", "2.223"]
    for n in range(1, 5):
        assert optimum_at(weeks(n, "liked")).value == Rational(liked[n - 1])
        assert optimum_at(weeks(n, "not liked")).value == Rational(other[n - 1])
    rows = policy_by_cycle(optimum_at(weeks(4, "liked")).strategy, weeks(4, "liked"))
    assert rows[0] == {"liked": ("advertising",)}
    assert rows[3] == {"liked": ("no advertising",), "not liked": ("no research",)}
    assert policy_table(rows, weeks(4, "liked").moves) == [
        ("cycle", "liked", "not liked"),
        ("1", "advertising", "-"),
        ("2 to 3", "advertising", "research"),
        ("4", "no advertising", "no research"),
    ]


def test_howards_stationary_policies() -> None:
    toy = load_problem(TOYMAKER).at(k=2)
    policies = {
        (a, b): gain(toy, {"liked": a, "not liked": b})
        for a, b in product(toy.moves["liked"], toy.moves["not liked"])
    }
    assert policies["no advertising", "no research"] == 1
    assert policies["advertising", "research"] == 2 == max(policies.values())
    found = best_policy(toy, discount=Rational(9, 10))
    assert found.policy == {"liked": "advertising", "not liked": "research"}
    assert [f"{float(v):.1f}" for v in found.values.values()] == ["22.2", "12.3"]
    # against every policy, solved by itself
    for a, b in policies:
        values = stationary_values(toy, {"liked": a, "not liked": b}, Rational(9, 10))
        assert all(values[s] <= found.values[s] for s in values)
    assert found.to_json()["policy"] == found.policy


def test_the_value_of_a_policy_in_letters() -> None:
    d, k = symbols("d k")
    toy = load_problem(TOYMAKER)
    values = stationary_values(toy, {"liked": "advertising", "not liked": "no research"}, d)
    liked, other = values["liked"], values["not liked"]
    assert equal(liked, 6 - k + d * (Rational(4, 5) * liked + Rational(1, 5) * other))
    assert equal(other, -3 + d * (Rational(2, 5) * liked + Rational(3, 5) * other))
    # the gain is the limit of (1 - d) v as d goes to 1
    average = gain(toy, {"liked": "advertising", "not liked": "no research"})
    assert equal(((1 - d) * liked).cancel().subs(d, 1), average)


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_backward_induction_in_fractions(data) -> None:
    states, actions = "xyz"[: data.draw(st.integers(1, 3))], "ab"
    number = st.integers(0, 3)
    rows, moves = {}, {}
    for s, a in product(states, actions):
        weights = [data.draw(number) + (i == 0) for i in range(len(states))]
        chances = [Rational(w, sum(weights)) for w in weights]
        rows[s, a] = (data.draw(st.integers(-4, 4)), chances)
        moves.setdefault(s, {})[a] = Move(rows[s, a][0], dict(zip(states, chances, strict=True)))
    discount, cycles = data.draw(st.sampled_from([Rational(1), Rational(1, 2)])), data.draw(st.integers(1, 4))
    optimum = data.draw(st.sampled_from(["min", "max"]))
    final = {s: data.draw(number) for s in states}
    problem = ProcessProblem(moves, states[0], cycles, discount, final, None, optimum)
    best = min if optimum == "min" else max
    value = {s: Fraction(v) for s, v in final.items()}
    d = Fraction(int(discount.p), int(discount.q))
    for _ in range(cycles):
        value = {
            s: best(
                rows[s, a][0]
                + d * sum(Fraction(str(p)) * value[t] for p, t in zip(rows[s, a][1], states, strict=True))
                for a in actions
            )
            for s in states
        }
    assert Fraction(str(optimum_at(problem).value)) == value[states[0]]
    assert loads(dump(problem)) == problem


def test_many_cycles_share_their_nodes() -> None:
    problem = weeks(60, "liked")
    assert len(list(problem.tree.nodes())) < 60 * 6 + 10
    # the toy of Howard gains 2 a week in the long run
    assert 1.9 < float(optimum_at(problem).value) / 60 < 2.2


def test_the_rule_in_letters_is_certified() -> None:
    rule = decision_rule(load_problem(TOYMAKER), "k")
    assert isinstance(certify(rule), Proved)
    assert optimum_at(load_problem(TOYMAKER), k=Rational(894, 325)).ties == ("no advertising", "advertising")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            'start = "liked"',
            'start = "likd"',
            "the start names 'likd', which is no state: did you mean 'liked'",
        ),
        ("cycles = 4", "cycles = 0", "use 1 to 90"),
        ("cycles = 4", 'cycles = "4"', "give a whole number"),
        ("cycles = 4", "cycels = 4", "unknown key 'cycels': did you mean 'cycles'"),
        ('liked = "0.5"\n', 'loved = "0.5"\n', "names 'loved', which is no state"),
        ('liked = "0.5"\n', 'liked = "1.5"\n', "negative"),
        ('reward = "6"\nliked = "0.5"\n"not liked" = "rest"', 'reward = "6"', "leads nowhere"),
        ("[process]", "[belief]\na = 1\n[process]", "both [process] and [belief]"),
    ],
)
def test_what_is_refused(old: str, new: str, words: str) -> None:
    with open(TOYMAKER) as file:
        text = file.read()
    assert old in text
    with pytest.raises(SymdtError) as caught:
        loads(text.replace(old, new, 1))
    assert words in str(caught.value)


def test_policies_that_are_none() -> None:
    toy = load_problem(TOYMAKER).at(k=2)
    with pytest.raises(TableError, match="says nothing about 'not liked'"):
        gain(toy, {"liked": "advertising"})
    with pytest.raises(TableError, match="has no action 'serch'"):
        gain(toy, {"liked": "advertising", "not liked": "serch"})
    with pytest.raises(DomainError, match="for ever and is paid"):
        stationary_values(toy, {"liked": "advertising", "not liked": "research"}, 1)
    apart = ProcessProblem({s: {"stay": Move(1, {s: 1})} for s in "ab"}, "a", optimum="max")
    with pytest.raises(DomainError, match="several recurrent classes"):
        gain(apart, {"a": "stay", "b": "stay"})
    with pytest.raises(BudgetError):
        ProcessProblem(apart.moves, "a", 91, optimum="max")
    with pytest.raises(DomainError, match="needs numbers"):
        best_policy(load_problem(TOYMAKER), discount=Symbol("d"))
    assert ProcessProblem(apart.moves, "a", 2, Symbol("d"), None, Domain("0 < d < 1"), "max").symbols == (
        Symbol("d"),
    )


def test_a_discounted_tree_prints_as_its_equal() -> None:
    text = 'format = 1\n[parameters]\np = "0 < p < 1"\nw = "w > 0"\n[tree]\nroot = "d"\ndiscount = "p"\n'
    text += '[tree.time]\nd = 3\n[tree.decision.d]\nx = "2*w - 1"\ny = "0"\n'
    written = dump(loads(text))
    assert '"2*p**3*w - p**3"' in written
    assert dump(loads(written)) == written
