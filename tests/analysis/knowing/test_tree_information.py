"""What events of a tree are worth: against possible worlds counted one by one, tables, and what was said wrongly."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols

from symdt import (
    Belief,
    Chance,
    ChanceNode,
    Decision,
    DecisionNode,
    DecisionProblem,
    Domain,
    Experiment,
    InfluenceDiagram,
    LossTable,
    TreeProblem,
    Value,
    ValueNode,
    evpi,
    evppi,
    load_problem,
    observation_value,
    optimum_at,
    to_tree,
)
from symdt.analysis.knowing.events import law_of
from symdt.cli import main
from symdt.cli.make.new import TREE
from symdt.errors import BudgetError, SymdtError, TableError, TreeError
from symdt.formats.problem import dump, loads

World = tuple[tuple[tuple[str, str], ...], Fraction]


def rational(x: Fraction) -> Rational:
    return Rational(x.numerator, x.denominator)


@st.composite
def joint_trees(draw):
    """A joint law of two or three events, and a tree that shows them now in one order, now in another."""
    events = ["x", "y", "z"][: draw(st.integers(2, 3))]
    weights = {w: draw(st.integers(0, 4)) for w in product("ab", repeat=len(events))}
    weights[tuple("a" * len(events))] += 1
    whole = sum(weights.values())
    worlds = [(tuple(zip(events, w, strict=True)), Fraction(n, whole)) for w, n in weights.items() if n]
    order = draw(st.permutations(events))
    count = [0]

    def grow(left: list[str], here: list[World], depth: int):
        count[0] += 1
        name = count[0]
        if not left or (depth > 1 and draw(st.booleans())):
            return Value(draw(st.integers(-5, 5)))
        if depth % 2 == 0:
            return Decision(
                f"d{name}",
                {f"act{i}": (grow(left, here, depth + 1), draw(st.integers(-2, 2))) for i in range(2)},
            )
        event, *rest = left
        total = sum(p for _, p in here)
        ends = {}
        for s in "ab":
            there = [(w, p) for w, p in here if dict(w)[event] == s]
            share = sum((p for _, p in there), Fraction(0)) / total
            ends[s] = (rational(share), grow(rest, there, depth + 1) if there else Value(0))
        return Chance(f"c{name}", ends, event=event)

    tree = grow(list(order), worlds, 0)
    return tree, worlds, draw(st.sampled_from(["min", "max"]))


def value(node, worlds: list[World], best, paid: Fraction = Fraction(0)) -> Fraction:
    """The value of a tree over possible worlds: each world goes its own way at a chance node."""
    if isinstance(node, Value):
        return (paid + Fraction(str(node.value))) * sum((p for _, p in worlds), Fraction(0))
    more = [paid + Fraction(str(x)) for x in node.payoffs]
    if isinstance(node, Decision):
        return best(value(c, worlds, best, x) for (_, c), x in zip(node.branches, more, strict=True))
    return sum(
        (
            value(c, [(w, p) for w, p in worlds if dict(w)[node.event] == b], best, x)
            for (b, _, c), x in zip(node.branches, more, strict=True)
        ),
        Fraction(0),
    )


def said(verb, *arguments):
    """The value; nothing where the tree leaves open how its events hang together, and says so."""
    try:
        return verb(*arguments)
    except TreeError as error:
        if "does not say" in str(error):
            return None
        raise


@given(joint_trees())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_against_possible_worlds(made) -> None:
    tree, worlds, optimum = made
    problem = TreeProblem(tree, optimum=optimum)
    best, sign = (min, 1) if optimum == "min" else (max, -1)
    now = value(tree, worlds, best)
    assert Fraction(str(optimum_at(problem).value)) == now
    shown = {n.event for n in tree.nodes() if isinstance(n, Chance)}
    if not shown:
        return
    perfect = said(evpi, problem)
    if perfect is None:
        return
    each = sum((value(tree, [w], best) for w in worlds), Fraction(0))
    assert Fraction(str(perfect.at())) == sign * (now - each)
    for event in shown:
        parts = [[w for w in worlds if dict(w[0])[event] == s] for s in "ab"]
        wanted = sign * (now - sum((value(tree, p, best) for p in parts if p), Fraction(0)))
        worth = said(evppi, problem, event)
        if worth is not None:
            assert Fraction(str(worth.at())) == wanted
            assert 0 <= worth.at() <= perfect.at()
    for event, before in law_of(tree).before.items():
        # what is not said of it alone is said of it with the events it hangs on, whatever the world is elsewhere
        group = [*before, event]
        assert said(evppi, problem, event) is None
        keys = {tuple(dict(w)[e] for e in group) for w, _ in worlds}
        parts = [[w for w in worlds if tuple(dict(w[0])[e] for e in group) == key] for key in keys]
        wanted = sign * (now - sum((value(tree, p, best) for p in parts), Fraction(0)))
        assert Fraction(str(evppi(problem, group).at())) == wanted


def test_a_table_and_its_tree_agree_for_all_letters() -> None:
    p, h, k = symbols("p h k")
    loss = LossTable(["well", "sick"], ["wait", "treat", "half"], [[0, k, 1], [h, 0, 2]])
    table = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1", "h > 0", "k > 0"))
    nodes = {
        a: Chance(f"state | {a}", {s: (table.belief[s], loss.column(a)[s]) for s in loss.states})
        for a in loss.actions
    }
    tree = TreeProblem(Decision("do", nodes), table.domain, "min")
    for point in product(["1/3", "1/2", "9/10"], [1, 5], [1, 3]):
        at = dict(zip("phk", point, strict=True))
        assert evpi(tree).at(at) == evpi(table).at(at) == evppi(tree, "state").at(at)
    assert evppi(tree, ["state"]).name == "state"


def test_the_oil_wildcatter_as_a_tree_turns_the_test_round() -> None:
    """Goferbroke: the survey is in the tree, what is left to learn is worth less than without it."""
    problem = load_problem("examples/catalogue/hillier_lieberman_goferbroke.toml")
    assert set(law_of(problem.tree).states) == {"oil", "sounding"}
    at = {"p": "1/4", "c": 30}
    # who knows the oil takes 700 or 90: 1/4*700 + 3/4*90 = 242.5; with the survey 123
    assert evppi(problem, "oil").at(at) == evpi(problem).at(at) == Rational(485, 2) - 123
    # the sounding for nothing and before: what the survey costs
    assert evppi(problem, "sounding").at(at) == 30


def test_a_diagram_is_valued_by_its_events_and_by_an_arc_alike() -> None:
    r, a = symbols("r a")
    nodes = [
        ChanceNode("weather", ["rain", "dry"], [], [r, "rest"]),
        ChanceNode("forecast", ["bad", "good"], ["weather"], {"rain": [a, "rest"], "dry": [1 - a, "rest"]}),
        DecisionNode("umbrella", ["take", "leave"], ["forecast"]),
        ValueNode(
            "comfort",
            ["weather", "umbrella"],
            {("rain", "take"): 70, ("rain", "leave"): 0, ("dry", "take"): 20, ("dry", "leave"): 100},
        ),
    ]
    diagram = InfluenceDiagram(nodes, Domain("0 < r < 1", "1/2 < a < 1"), "max")
    arc = observation_value(diagram, "weather", "umbrella")
    event = evppi(diagram, "weather")
    for x, y in product(["1/5", "1/2", "8/15"], ["3/5", "4/5"]):
        assert arc.at(r=x, a=y) == event.at(r=x, a=y) == evpi(diagram).at(r=x, a=y)
    assert evppi(diagram, "forecast").at(r="1/2", a="3/5") == 0  # it is seen anyway


def test_files_say_their_events() -> None:
    problem = loads(TREE)
    assert {n.event for n in problem.tree.nodes() if isinstance(n, Chance)} == {"rain"}
    assert loads(dump(problem)) == problem
    assert evpi(problem).at(r="8/15") == Rational(112, 3)


@pytest.mark.parametrize(
    ("tree", "says"),
    [
        (
            Decision("d", {a: Chance(f"rain, {a}", {"rain": (0.5, 1), "dry": ("rest", 0)}) for a in "ab"}),
            "have the same branches: say event",
        ),
        (
            Decision(
                "d",
                {
                    a: Chance(f"rain | {a}", {"rain": (q, 1), "dry": ("rest", 0)})
                    for a, q in zip("ab", (0.5, 0.25), strict=True)
                },
            ),
            "other probabilities than its other nodes",
        ),
        (
            Chance("x", {"a": (0.5, Chance("x", {"a": (0.5, 1), "b": ("rest", 2)})), "b": ("rest", 0)}),
            "is shown again at 'x'",
        ),
    ],
)
def test_what_is_ambiguous_or_wrong_is_one_line(tree, says) -> None:
    with pytest.raises(TreeError, match=says):
        evpi(TreeProblem(tree, optimum="max"))


def test_events_that_are_none() -> None:
    problem = loads(TREE)
    with pytest.raises(TreeError, match="did you mean 'rain'"):
        evppi(problem, "rian")
    with pytest.raises(TableError, match="name of an event"):
        evppi(problem, 3)
    table = DecisionProblem(LossTable.zero_one(["a", "b"]), Belief({"a": 0.5, "b": 0.5}))
    with pytest.raises(TableError, match="is no variable of a table"):
        evppi(table, "a")
    branches = {str(i): (Rational(1, 70), i) for i in range(70)}
    wide = Chance("x", {k: (p, Chance("y", branches)) for k, (p, _) in branches.items()})
    with pytest.raises(BudgetError, match="4096 joint states"):
        evpi(TreeProblem(wide, optimum="max"))


def test_two_events_that_never_meet_are_independent() -> None:
    a, b = symbols("a b")
    tree = Decision(
        "open",
        {
            "left": Chance("left", {"full": (a, 10), "empty": ("rest", 0)}, event="left"),
            "right": Chance("right", {"full": (b, 10), "empty": ("rest", 0)}, event="right"),
        },
    )
    problem = TreeProblem(tree, Domain("0 < a < 1", "0 < b < 1"), "max")
    at = {"a": Rational(1, 2), "b": Rational(1, 3)}
    assert evpi(problem).at(at) == 10 * (1 - Rational(1, 2) * Rational(2, 3)) - 5
    assert evppi(problem, "left").at(at) == Rational(1, 2) * 10 + Rational(1, 2) * Rational(10, 3) - 5


def test_the_command_values_the_events_of_a_tree(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    Path("umbrella.toml").write_text(TREE)
    assert main(["value", "umbrella.toml", "--at", "r=1/5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["value"], found["evpi"], found["evppi"]) == ("80", "14", {"rain": "14"})
    assert main(["value", "umbrella.toml", "--at", "r=1/5"]) == 0
    assert "learning rain: 14" in capsys.readouterr().out
    Path("unsaid.toml").write_text(TREE.replace('event = "rain"', "# event"))
    assert main(["value", "unsaid.toml"]) == 2
    error = capsys.readouterr().err
    assert "say event = 'a name' of both" in error
    assert error.count("\n") == 1


def test_an_event_behind_another_is_valued_with_it_and_said_to_be(
    tmp_path: Path, monkeypatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    second = Chance("phase 2", {"good": (symbols("q"), 100), "bad": ("rest", 0)})
    first = Chance(
        "phase 1", {"good": (0.5, Decision("go on?", {"yes": (second, -20), "no": 0})), "bad": ("rest", 0)}
    )
    problem = TreeProblem(Decision("start?", {"yes": (first, -10), "no": 0}), Domain("0 < q < 1"), "max")
    # both are good with probability q/2, then 100 - 30 are won; else nothing is begun
    for q in (Rational(1, 5), Rational(1, 2), Rational(9, 10)):
        both = evppi(problem, ["phase 1", "phase 2"]).at(q=q)
        assert both == evpi(problem).at(q=q) == 70 * q / 2 - optimum_at(problem, q=q).value
    with pytest.raises(TreeError, match="where phase 1 = bad: ask for 'phase 1', 'phase 2' together"):
        evppi(problem, "phase 2")
    Path("phases.toml").write_text(dump(problem))
    assert main(["value", "phases.toml", "--at", "q=1/2"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert (
        "learning phase 1 and phase 2: 25/2 learning phase 2 alone: not said, for the tree does not"
        in printed
    )
    assert main(["value", "phases.toml", "--at", "q=1/2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["evppi"] == {"phase 1": "5", "phase 1 and phase 2": "25/2"}
    assert list(told["unsaid"]) == ["phase 2"]


def test_experiments_are_for_tables() -> None:
    from symdt import evsi

    survey = Experiment("s", {"rain": {"+": 1}, "dry": {"+": 1}})
    with pytest.raises(SymdtError, match="evsi"):
        evsi(loads(TREE), survey)
    assert to_tree(loads(TREE)) == loads(TREE).tree
