"""Stationary policies for all values of a letter, against every policy solved by itself at every point."""

from __future__ import annotations

import json
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from IPython.lib.pretty import pretty
from sympy import Matrix, Rational, Symbol, ones, symbols, zeros

from symdt import Domain, Move, ProcessProblem, best_policy, load_problem, stationary_rule, stationary_values
from symdt.analysis.stationary_rule import best_gain
from symdt.cli import main
from symdt.cli.make.new import PROCESS
from symdt.errors import BudgetError, DomainError, ProbabilityError, TableError

TOYMAKER = "examples/catalogue/howard_1960_toymaker.toml"
c, k = symbols("c k")


@st.composite
def processes(draw) -> ProcessProblem:
    states = "xyz"[: draw(st.integers(2, 3))]
    moves: dict[str, dict[str, Move]] = {}
    for s, a in product(states, "ab"):
        weights = [draw(st.integers(1, 3)) for _ in states]
        reward = draw(st.integers(-3, 3)) + draw(st.integers(-2, 2)) * c
        chances = {t: Rational(w, sum(weights)) for t, w in zip(states, weights, strict=True)}
        moves.setdefault(s, {})[a] = Move(reward, chances)
    optimum = draw(st.sampled_from(["min", "max"]))
    return ProcessProblem(moves, "x", discount=Rational(1, 2), domain=Domain("-2 <= c <= 2"), optimum=optimum)


@given(processes())
@settings(max_examples=12, deadline=None, derandomize=True)
def test_the_rule_is_what_policy_iteration_finds_at_every_point(problem) -> None:
    rule = stationary_rule(problem, c)
    assert rule.is_complete
    ends = [Rational(n, 3) for n in range(-6, 7)]
    ends += [Rational(p["to"]) for p in rule.to_json()["pieces"]]
    for at in ends:
        own, best = rule(c=at), best_policy(problem, {"c": at})
        assert {s: v.subs(c, at) for s, v in own.values.items()} == best.values
        assert all(own.policy[s] in best.ties.get(s, (best.policy[s],)) for s in problem.moves)


@given(processes(), st.integers(-2, 2))
@settings(max_examples=15, deadline=None, derandomize=True)
def test_gains_by_the_stationary_distribution(problem, at) -> None:
    fixed = problem.at(c=at)
    states = list(fixed.moves)
    gains = []
    for actions in product(*fixed.moves.values()):
        own = [fixed.moves[s][a] for s, a in zip(states, actions, strict=True)]
        chain = Matrix([[m.to[t] for t in states] for m in own])
        n = len(states)
        # π (P − I) = 0 and π 1 = 1, solved by SymPy
        system = (chain.T - Matrix.eye(n)).col_join(ones(1, n))
        share = (system.T * system).LUsolve(system.T * zeros(n, 1).col_join(ones(1, 1)))
        gains.append(sum(x * m.reward for x, m in zip(share, own, strict=True)))
    best = (min if fixed.optimum == "min" else max)(gains)
    assert best_gain(fixed)[0].gain == best
    rule = stationary_rule(problem, c, average=True)
    assert rule(c=at).gain.subs(c, at) == best


def test_howards_toymaker_for_every_price_of_advertising() -> None:
    toy = load_problem(TOYMAKER)
    rule = stationary_rule(toy, "k", discount=Rational(9, 10))
    at_two = rule(k=2)
    assert at_two.policy == {"liked": "advertising", "not liked": "research"}
    assert at_two.values["liked"].subs(k, 2) == Rational(2020, 91)
    # where advertising ceases to pay it is worth the same to do without it
    first = Rational(next(p["to"] for p in rule.to_json()["pieces"] if p["policy"]["liked"] == "advertising"))
    others = [
        stationary_values(toy, {"liked": a, "not liked": "research"}, Rational(9, 10))["liked"].subs(
            "k", first
        )
        for a in ("advertising", "no advertising")
    ]
    assert others[0] == others[1]
    assert stationary_rule(toy, "k", average=True)(k=2).gain.subs(k, 2) == 2  # Howard (1960), chapter 4


def test_a_chain_that_falls_apart_somewhere_has_no_gain() -> None:
    p = Symbol("p")
    moves = {"a": {"go": Move(1, {"a": 1 - p, "b": p})}, "b": {"go": Move(0, {"b": 1})}}
    whole = ProcessProblem(moves, "a", domain=Domain("0 <= p <= 1"), optimum="max")
    with pytest.raises(DomainError, match="where a probability is 0"):
        stationary_rule(whole, "p", average=True)
    inside = ProcessProblem(moves, "a", domain=Domain("0 < p <= 1"), optimum="max")
    assert stationary_rule(inside, "p", average=True)(p=1).gain == 0


@st.composite
def stopping(draw) -> ProcessProblem:
    """Processes that may stop at every step; where they wait for nothing they may also stay for ever."""
    states = "xyz"[: draw(st.integers(1, 3))]
    moves: dict[str, dict[str, Move]] = {"end": {"rest": Move(0, {"end": 1})}}
    for s, a in product(states, "ab"):
        weights = [draw(st.integers(0, 2)) for _ in states]
        stay = draw(st.integers(1, 2))
        chances = {t: Rational(w, sum(weights) + stay) for t, w in zip(states, weights, strict=True)}
        moves.setdefault(s, {})[a] = Move(draw(st.integers(-3, 3)), {**chances, "end": "rest"})
    if draw(st.booleans()):
        moves["x"]["wait"] = Move(0, {"x": 1})
    return ProcessProblem(moves, "x", optimum=draw(st.sampled_from(["min", "max"])))


@given(stopping())
@settings(max_examples=20, deadline=None, derandomize=True)
def test_totals_without_a_discount_are_best_in_every_state_at_once(problem) -> None:
    states = [s for s in problem.moves if s != "end"]
    best = min if problem.optimum == "min" else max
    every: dict[str, list] = {s: [] for s in states}
    for actions in product(*(problem.moves[s] for s in states)):
        own = dict(zip(states, actions, strict=True))
        left = [s for s in states if own[s] != "wait"]  # to wait for ever is worth nothing
        moves = [problem.moves[s][own[s]] for s in left]
        chain = Matrix([[m.to.get(t, 0) for t in left] for m in moves])
        total = (Matrix.eye(len(left)) - chain).inv() * Matrix([m.reward for m in moves]) if left else []
        found = dict(zip(left, total, strict=True))
        for s in states:
            every[s].append(found.get(s, Rational(0)))
        assert stationary_values(problem, {**own, "end": "rest"}) == {
            s: found.get(s, 0) for s in problem.moves
        }
    answer = best_policy(problem)
    assert {s: answer.values[s] for s in states} == {s: best(v) for s, v in every.items()}
    for s, many in answer.ties.items():
        assert answer.policy[s] in many


def test_a_house_is_sold_for_every_price_of_waiting() -> None:
    """High offers come one time in four: waiting for one costs 4 w, so a low offer s is taken from w = (10 - s)/4 on."""
    s, w = symbols("s w")
    ask = Move(-w, {"high": Rational(1, 4), "low": "rest"})
    moves = {
        "low": {"sell": Move(s, {"sold": 1}), "wait": ask},
        "high": {"sell": Move(10, {"sold": 1})},
        "sold": {"rest": Move(0, {"sold": 1})},
    }
    house = ProcessProblem(moves, "low", domain=Domain("0 < s < 10", "w >= 0"), optimum="max")
    rule = stationary_rule(house, "w")
    assert [(p["policy"]["low"], p["to"]) for p in rule.to_json()["pieces"]] == [
        ("wait", "(10 - s)/4"),
        ("sell", "oo"),
    ]
    assert best_policy(house, {"s": 6, "w": 1}).ties == {"low": ("sell", "wait")}
    p = Symbol("p")
    open_ = {**moves, "low": {"wait": Move(0, {"low": 1 - p, "high": p})}}
    with pytest.raises(DomainError, match="may be 0: without a discount"):
        stationary_values(
            ProcessProblem(open_, "low", domain=Domain("0 <= p <= 1"), optimum="max"),
            {"low": "wait", "high": "sell", "sold": "rest"},
        )


def test_what_is_refused() -> None:
    toy = load_problem(TOYMAKER)
    with pytest.raises(DomainError, match="comes back to 'liked' for ever and is paid"):
        stationary_rule(toy, "k")  # the file has no discount
    with pytest.raises(DomainError, match="from 0 to 1"):
        stationary_rule(toy, "k", 2)
    far = ProcessProblem(toy.moves, "liked", 1, Symbol("d"), None, Domain("0 < d <= 1", "k >= 0"), "max")
    with pytest.raises(ProbabilityError, match="is not positive at"):
        stationary_rule(far, "d")
    many = {str(i): {a: Move(0, {str(i): 1}) for a in "ab"} for i in range(9)}
    with pytest.raises(BudgetError, match="more than 256 stationary policies"):
        stationary_rule(
            ProcessProblem(many, "0", discount=c, domain=Domain("0 <= c < 1"), optimum="max"), "c"
        )
    with pytest.raises(BudgetError, match="use a discount below 1"):
        best_policy(ProcessProblem(many, "0", optimum="max"))
    with pytest.raises(TableError, match="process"):
        stationary_rule(load_problem("examples/umbrella.toml"), "r")


@pytest.fixture
def machine(tmp_path, monkeypatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "machine.toml").write_text(PROCESS)
    return "machine.toml"


def answer(capsys, *words: str) -> dict:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_command_finds_and_values_policies(machine, capsys) -> None:
    rule = answer(capsys, "policy", machine, "--for", "c")
    assert [(p["policy"]["worn"], p["from"], p["to"]) for p in rule["pieces"]] == [
        ("replace", "0", "86/11"),
        ("run", "86/11", "oo"),
    ]
    best = answer(capsys, "policy", machine, "--at", "c=86/11")
    assert best["ties"] == {"worn": ["run", "replace"]}
    one = answer(capsys, "policy", machine, "--policy", "worn=replace")
    assert one["values"] == rule["pieces"][0]["values"]
    assert answer(capsys, "policy", machine, "--average", "--at", "c=10")["ties"] == [
        {"good": "run", "worn": "replace"}
    ]


def test_the_finite_process_prints_its_policy_by_cycle(machine, capsys) -> None:
    assert main(["solve", machine, "--at", "c=3"]) == 0
    assert "  2 to 3  run   replace" in capsys.readouterr().out
    found = answer(capsys, "solve", machine, "--at", "c=3")
    assert found["policy"][0] == {"good": ["run"]}
    assert found["policy"][3] == {"good": ["run"], "worn": ["run"]}
    assert main(["solve", machine, "--for", "c", "--at", "c=3"]) == 2
    capsys.readouterr()
    assert main(["solve", machine, "--for", "c"]) == 0
    assert "0 <= c <= " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--policy", "wrn=run"), "did you mean 'worn'"),
        (("--policy", "worn"), "write it as 'STATE=ACTION"),
        (("--policy", "worn=fly"), "has no action 'fly'"),
        ((), "the letter 'c' is free"),
        (("--average", "--discount", "1/2"), "give one of them"),
        (("--for", "c", "--discount", "3/2"), "from 0 to 1"),
        (("--at", "c=3", "--discount", "1"), "ask for the gain, the average of a cycle (--average)"),
        (("--for", "k"), "is no parameter"),
    ],
)
def test_one_clear_line(words, says, machine, capsys) -> None:
    assert main(["policy", machine, *words]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1


def test_a_policy_at_a_point_is_shown_in_a_notebook_as_it_prints() -> None:
    worn = {"run": Move(2, {"worn": 1}), "replace": Move(-c, {"good": 1})}
    good = {"run": Move(8, {"good": 0.5, "worn": "rest"})}
    machine = ProcessProblem({"good": good, "worn": worn}, "worn", domain=Domain("c >= 0"), optimum="max")
    assert (
        pretty(stationary_rule(machine, "c", discount=0.5)(c=8)) == "good  run  worth 12\nworn  run  worth 4"
    )
