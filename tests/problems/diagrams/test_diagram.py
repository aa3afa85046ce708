"""Influence diagrams: against trees built by hand, against enumeration, and foreign files that must be refused."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols

from symdt.analysis.knowing.experiments import observation_value, observing, solve
from symdt.analysis.knowing.information import evsi
from symdt.errors import BudgetError, DirectionWarning, FileError, ProbabilityError, TableError, TreeError
from symdt.exact.domain import Domain
from symdt.formats.foreign.bifxml import read_bifxml
from symdt.formats.foreign.foreign import load_foreign
from symdt.formats.foreign.silver import read_silver
from symdt.formats.problem import load_problem
from symdt.problems.diagrams.diagram import InfluenceDiagram
from symdt.problems.diagrams.node import ChanceNode, DecisionNode, ValueNode
from symdt.solve.foldback import fold_back

a, r = symbols("a r")

OIL = ChanceNode("oil", ["dry", "wet", "soaking"], [], [0.5, 0.3, "rest"])
PAYOFF = {("dry", "drill"): -70, ("wet", "drill"): 50, ("soaking", "drill"): 200}
RESULTS = {"dry": (0.6, 0.3, 0.1), "wet": (0.3, 0.4, 0.3), "soaking": (0.1, 0.4, 0.5)}


def wildcatter(seen: bool) -> InfluenceDiagram:
    """Raiffa's problem as a diagram: test or not, what it shows, drill or not."""
    shows = ["none", "open", "closed", "nothing"]
    table = {}
    for oil, row in RESULTS.items():
        table[oil, "test"] = [*row, 0]
        table[oil, "no test"] = [0, 0, 0, 1]
    return InfluenceDiagram(
        [
            OIL,
            DecisionNode("test", ["test", "no test"]),
            ChanceNode("seismic", shows, ["oil", "test"], table),
            DecisionNode("drill", ["drill", "do not"], ["test", "seismic"] if seen else ["test"]),
            ValueNode("cost", ["test"], {"test": -10, "no test": 0}),
            ValueNode(
                "payoff",
                ["oil", "drill"],
                {k: PAYOFF.get(k, 0) for k in product(RESULTS, ["drill", "do not"])},
            ),
        ],
        optimum="max",
        title="wildcatter",
    )


def test_the_wildcatter_as_a_diagram() -> None:
    best = solve(wildcatter(True)).at()
    assert best.value == Rational(45, 2)
    assert best.action == "test"
    assert best.strategy["drill | test=test, seismic=none"] == "do not"
    assert best.strategy["drill | test=test, seismic=open"] == "drill"
    assert solve(wildcatter(False)).at().value == 20
    # a result that cannot come is no branch of the strategy
    assert not any("no test, seismic=open" in d for d in best.strategy)


def test_the_value_of_an_arc_is_the_value_of_the_experiment() -> None:
    problem = load_problem("examples/oil_wildcatter.toml")
    assert (
        observation_value(wildcatter(False), "seismic", "drill").at()
        == evsi(problem, "seismic").net_at()
        == Rational(5, 2)
    )
    assert observation_value(wildcatter(False), "oil", "drill").at() == 35
    assert observation_value(wildcatter(True), "seismic", "drill").at() == 0


def test_letters_go_through_the_bayes_flip() -> None:
    diagram = InfluenceDiagram(
        [
            ChanceNode("weather", ["rain", "dry"], [], [r, "rest"]),
            ChanceNode("forecast", ["bad", "good"], ["weather"], {"rain": [a, "rest"], "dry": [1 - a, "rest"]}),
            DecisionNode("umbrella", ["take", "leave"], ["forecast"]),
            ValueNode("comfort", ["weather", "umbrella"], {
                ("rain", "take"): 70, ("rain", "leave"): 0, ("dry", "take"): 20, ("dry", "leave"): 100}),
        ],
        Domain("0 < r < 1", "1/2 < a < 1"),
        "max",
    )  # fmt: skip
    solved = solve(diagram)
    for x, y in product((Rational(1, 5), Rational(1, 2), Rational(7, 10)), (Rational(3, 5), Rational(9, 10))):
        bad = x * y, (1 - x) * (1 - y)
        good = x * (1 - y), (1 - x) * y
        by_hand = sum(max(70 * wet + 20 * dry, 100 * dry) for wet, dry in (bad, good))
        assert solved.at(r=x, a=y).value == by_hand
    value = observation_value(diagram, "weather", "umbrella")
    for x, y in product((Rational(1, 5), Rational(7, 10)), (Rational(3, 5), Rational(9, 10))):
        assert value.at(r=x, a=y) == 70 * x + 100 * (1 - x) - solved.at(r=x, a=y).value
        here = [w for w in value.pieces if w.part.holds(value.domain.field.values({"r": x, "a": y}))]
        assert here
        assert all(w.value.subs({r: x, a: y}) == value.at(r=x, a=y) for w in here)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_random_diagrams_against_enumeration(data) -> None:
    """Two chances, the second depending on the first; one or both seen: the best of all policies, listed."""
    chance = st.integers(0, 4).map(lambda n: Rational(n, 4))
    pa, pb0, pb1 = data.draw(chance), data.draw(chance), data.draw(chance)
    seen = data.draw(st.sampled_from([(), ("A",), ("B",), ("A", "B")]))
    value = {k: data.draw(st.integers(-5, 5)) for k in product("01", "01", "xyz")}
    diagram = InfluenceDiagram(
        [
            ChanceNode("B", "01", ["A"], {"0": [pb0, "rest"], "1": [pb1, "rest"]}),
            ChanceNode("A", "01", [], [pa, "rest"]),
            DecisionNode("D", "xyz", seen),
            ValueNode("V", ["A", "B", "D"], value),
        ],
        optimum=data.draw(st.sampled_from(["min", "max"])),
    )
    joint = {}
    for i, j in product("01", "01"):
        second = {"0": pb0, "1": pb1}[i]
        joint[i, j] = (pa if i == "0" else 1 - pa) * (second if j == "0" else 1 - second)
    best = min if diagram.optimum == "min" else max
    views = sorted({tuple(dict(zip("AB", w, strict=True))[s] for s in seen) for w in joint})
    totals = []
    for policy in product("xyz", repeat=len(views)):
        rule = dict(zip(views, policy, strict=True))
        totals.append(
            sum(
                w * value[i, j, rule[tuple({"A": i, "B": j}[s] for s in seen)]] for (i, j), w in joint.items()
            )
        )
    assert solve(diagram).at().value == best(totals)


def test_two_decisions_and_nothing_is_forgotten() -> None:
    """The first observation is still known at the second decision, without an arc."""
    diagram = InfluenceDiagram(
        [
            ChanceNode("coin", ["h", "t"], [], [0.5, 0.5]),
            DecisionNode("first", ["a", "b"], ["coin"]),
            DecisionNode("second", ["h", "t"], []),
            ValueNode("win", ["coin", "second"], {(c, d): int(c == d) for c, d in product("ht", "ht")}),
        ],
        optimum="max",
        memory="full",
    )
    assert solve(diagram).at().value == 1
    assert diagram.tree.name == "coin"


def test_what_is_no_diagram() -> None:
    value = ValueNode("v", ["d"], {"x": 0, "y": 1})
    choose = DecisionNode("d", ["x", "y"])
    with pytest.warns(
        DirectionWarning, match='the diagram does not say its optimum.*say optimum = "max" or "min"'
    ):
        assert InfluenceDiagram([choose, value]).optimum == "min"  # as of trees
    with pytest.raises(TreeError, match="the optimum is 'best'"):
        InfluenceDiagram([choose, value], optimum="best")
    with pytest.raises(TableError, match="no value node"):
        InfluenceDiagram([choose])
    with pytest.raises(TableError, match="two nodes"):
        InfluenceDiagram([choose, choose, value])
    with pytest.raises(TableError, match="which is no node"):
        InfluenceDiagram([DecisionNode("d", ["x", "y"], ["c"]), value])
    with pytest.raises(TableError, match="has a child"):
        InfluenceDiagram([DecisionNode("d", ["x", "y"], ["v"]), ValueNode("v", [], 3)])
    with pytest.raises(TableError, match="lacks"):
        InfluenceDiagram([choose, ValueNode("v", ["d"], {"x": 0})])
    with pytest.raises(TableError, match="entries: expected 2"):
        ChanceNode("c", ["0", "1"], [], [1])
    with pytest.raises(ProbabilityError):
        ChanceNode("c", ["0", "1"], [], [0.2, 0.2])
    with pytest.raises(ProbabilityError, match="negative"):
        InfluenceDiagram(
            [ChanceNode("c", ["0", "1"], [], [a, "rest"]), ValueNode("v", ["c"], {"0": 0, "1": 1})],
            Domain("a > 0"),
        )
    loop = [
        ChanceNode("a", "01", ["b"], {"0": [1, 0], "1": [0, 1]}),
        ChanceNode("b", "01", ["a"], {"0": [1, 0], "1": [0, 1]}),
    ]
    with pytest.raises(TreeError, match="cycle"):
        InfluenceDiagram([*loop, ValueNode("v", ["a"], {"0": 0, "1": 1})])
    with pytest.raises(TreeError, match="listed later"):
        InfluenceDiagram([DecisionNode("d", ["x", "y"], ["e"]), DecisionNode("e", ["x"]), value])
    late = ChanceNode("c", "01", ["e"], {"x": [1, 0], "y": [0, 1]})
    with pytest.raises(TreeError, match="seen before"):
        InfluenceDiagram([late, DecisionNode("d", ["x", "y"], ["c"]), DecisionNode("e", ["x", "y"]), value])
    big = [DecisionNode(f"d{i}", [str(j) for j in range(10)]) for i in range(7)]
    with pytest.raises(BudgetError, match="leaves"):
        solve(
            InfluenceDiagram(
                [*big, ValueNode("v", ["d0"], {str(j): j for j in range(10)})], optimum="max", memory="full"
            )
        )
    with pytest.raises(TableError, match="is no decision"):
        observing(wildcatter(True), "oil", "seismic")
    with pytest.raises(TableError, match="is no node"):
        observing(wildcatter(True), "gas", "drill")


# --- foreign files --------------------------------------------------------------------------------------

BIF = """<?xml version="1.0"?>
<!DOCTYPE BIF [ <!ELEMENT BIF (NETWORK)*> <!ATTLIST BIF VERSION CDATA #REQUIRED> ]>
<BIF VERSION="0.3"><NETWORK><NAME>wildcatter</NAME>
<VARIABLE TYPE="nature"><NAME>oil</NAME><OUTCOME>dry</OUTCOME><OUTCOME>wet</OUTCOME><OUTCOME>soaking</OUTCOME></VARIABLE>
<VARIABLE TYPE="nature"><NAME>seismic</NAME><OUTCOME>none</OUTCOME><OUTCOME>open</OUTCOME><OUTCOME>closed</OUTCOME></VARIABLE>
<VARIABLE TYPE="decision"><NAME>drill</NAME><OUTCOME>drill</OUTCOME><OUTCOME>do not</OUTCOME></VARIABLE>
<VARIABLE TYPE="utility"><NAME>payoff</NAME><OUTCOME>value</OUTCOME></VARIABLE>
<DEFINITION><FOR>oil</FOR><TABLE>0.5 0.3 0.2</TABLE></DEFINITION>
<DEFINITION><FOR>seismic</FOR><GIVEN>oil</GIVEN><TABLE>0.6 0.3 0.1 <!-- wet --> 0.3 0.4 0.3  0.1 0.4 0.5</TABLE></DEFINITION>
<DEFINITION><FOR>drill</FOR><GIVEN>seismic</GIVEN></DEFINITION>
<DEFINITION><FOR>payoff</FOR><GIVEN>oil</GIVEN><GIVEN>drill</GIVEN><TABLE>-70 0 50 0 200 0</TABLE></DEFINITION>
</NETWORK></BIF>"""


def test_a_bifxml_diagram(tmp_path) -> None:
    diagram = read_bifxml(BIF)
    assert solve(diagram).at().value == Rational(65, 2)  # 45/2 and the cost of the test, which is not here
    assert diagram.title == "wildcatter"
    file = tmp_path / "oil.bifxml"
    file.write_text(BIF)
    assert solve(load_foreign(file)).at().value == Rational(65, 2)


def test_rounded_rows_are_completed_and_wrong_ones_refused() -> None:
    rounded = BIF.replace("0.5 0.3 0.2", "0.3333 0.3333 0.3333")
    assert read_bifxml(rounded).by_name["oil"].table[()] == (Rational(1, 3),) * 3
    with pytest.raises(FileError, match="sums to"):
        read_bifxml(BIF.replace("0.5 0.3 0.2", "0.5 0.3 0.1"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<BIF><NETWORK>", "no XML"),
        ("<BIF></BIF>", "0 networks"),
        ('<!DOCTYPE x [<!ENTITY a "aaaa">]><BIF>&a;</BIF>', "entity"),
        ('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><BIF>&a;</BIF>', "entity"),
        (BIF.replace('"utility"', '"colour"'), "use nature, decision or utility"),
        (BIF.replace("-70 0 50 0 200 0", "-70 0 50"), "has 3 entries"),
        (BIF.replace("-70 0", "__import__('os') 0"), "a number"),
        (BIF.replace("0.5 0.3", "9**9**9 0.3"), "a number"),
        (BIF.replace("0.5 0.3", "1e999999999 0.3"), "a number"),
        (BIF.replace("<GIVEN>oil</GIVEN><GIVEN>drill", "<GIVEN>gas</GIVEN><GIVEN>drill"), "no variable"),
        (BIF.replace("<FOR>oil</FOR>", "<FOR>gas</FOR>"), "no <DEFINITION>"),
        ("<a>" * 100, "deeper"),
    ],
)
def test_bifxml_that_is_refused(text, message) -> None:
    with pytest.raises(FileError, match=message) as error:
        read_bifxml(text)
    assert "\n" not in str(error.value)


def node(kind, *edges, name=""):
    return {"type": kind, "name": name, "childEdges": list(edges)}


def edge(name, child, payoff=0, probability=None):
    return {"name": name, "payoff": payoff, "probability": probability, "childNode": child}


LEAF = node("terminal")
GAME = node(
    "decision",
    edge("play", node("chance", edge("win", LEAF, "10", "0.01"), edge("lose", LEAF, 0, "#")), "-1"),
    edge("leave", LEAF, [0]),
    name="game\ndilemma",
)


def test_a_tree_of_silver_decisions(tmp_path) -> None:
    import json

    problem = read_silver(json.dumps({"SilverDecisions": "1.0", "title": "game", "data": {"trees": [GAME]}}))
    best = fold_back(problem.tree, optimum=problem.optimum).at()
    assert best.values == {"play": Rational(-9, 10), "leave": 0}
    assert best.action == "leave"
    older = read_silver(json.dumps({"rule": "expected-value-minimization", "trees": [GAME]}))
    assert fold_back(older.tree, optimum=older.optimum).at().action == "play"
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"trees": [GAME]}))
    assert load_foreign(file).optimum == "max"
    (tmp_path / "x.txt").write_text("")
    with pytest.raises(FileError, match="which is not read"):
        load_foreign(tmp_path / "x.txt")
    with pytest.raises(FileError, match="cannot be read"):
        load_foreign(tmp_path / "missing.json")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("3", "no object"),
        ("{}", "no 'trees'"),
        ('{"trees": [{"type": "leaf"}]}', "decision, chance or terminal"),
        ('{"trees": [{"type": "chance"}]}', "no 'childEdges'"),
        ('{"rule": "maxi-min", "trees": [{"type": "terminal"}]}', "the rule is"),
        (
            '{"trees": [{"type": "decision", "childEdges": [{"payoff": "x+1", "childNode": {"type": "terminal"}}]}]}',
            "number",
        ),
        ('{"trees": [{"type": "decision", "childEdges": [{"childNode": 3}]}]}', "an object was expected"),
    ],
)
def test_json_that_is_refused(text, message) -> None:
    with pytest.raises(FileError, match=message):
        read_silver(text)
