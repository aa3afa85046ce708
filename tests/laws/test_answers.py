"""What holds of every noun and every answer: it is a value.

It can be pickled and copied, is equal to itself computed again whatever was asked in between, has a public
name, and a noun is what its `repr` says.
"""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sympy
from sympy import Eq, Ne, Rational, symbols

import symdt
from symdt import (
    Belief,
    Chance,
    ChanceNode,
    Decision,
    DecisionNode,
    DecisionProblem,
    Domain,
    Experiment,
    Exponential,
    InfluenceDiagram,
    Law,
    Logarithmic,
    LossTable,
    Model,
    SequentialProblem,
    TreeProblem,
    ValueNode,
    load_problem,
)
from symdt.exact.formula import Condition
from symdt.paper import problems as paper

p, h, k, r, w = symbols("p h k r w")
q = symbols("q", positive=True)
EXAMPLES = Path(__file__).parents[2] / "examples"
TABLE3 = EXAMPLES / "table3.toml"


def published(name: str) -> Any:
    return load_problem(EXAMPLES / "catalogue" / f"{name}.toml")


LOSS = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
SMALL = DecisionProblem(LOSS, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
SURVEY = Experiment(
    "survey", {"oil": {"good": 0.6, "bad": "rest"}, "dry": {"good": 0.2, "bad": "rest"}}, cost=30
)
WORTH = LossTable(["oil", "dry"], ["drill", "sell"], [[700, 90], [-100, 90]], "max")
GOFERBROKE = DecisionProblem(
    WORTH, Belief({"oil": p, "dry": "rest"}), Domain("0 < p < 1"), (SURVEY,), "Goferbroke"
)
UMBRELLA = Decision(
    "umbrella?",
    {
        "take": Chance("with", {"rain": (r, 70), "dry": ("rest", w)}),
        "leave": Chance("without", {"rain": (r, 0), "dry": ("rest", 100)}),
    },
)
TREE = TreeProblem(UMBRELLA, Domain("0 < r < 1", "0 <= w <= 100"), "max", "Umbrella")
#: Its ends are roots of cubics without closed form.
ROOTS = TreeProblem(
    Decision("d", {"A": h * p**3 - p, "B": k * p**2 - 1, "C": h * p - k * p**3}),
    Domain("0 < p < 1", "h > 0", "k > 0"),
    "min",
)
NODES = (
    ChanceNode("weather", ["rain", "dry"], [], [r, "rest"]),
    DecisionNode("umbrella", ["take", "leave"], []),
    ValueNode(
        "comfort",
        ["weather", "umbrella"],
        {("rain", "take"): 70, ("rain", "leave"): 0, ("dry", "take"): 20, ("dry", "leave"): 100},
    ),
)
DIAGRAM = InfluenceDiagram(NODES, Domain("0 < r < 1"), "max")
ARCS = [LossTable.arc("X2", "X1", false=h, missed=2), LossTable.arc("X3", "X1", false=1, missed=k)]
SEQUENCE = SequentialProblem.of(
    [LossTable.arc("X2", "X1", false=1, missed=2), LossTable.arc("X3", "X2", false=1, missed=h)],
    [Belief({"{}": "rest", "{X2}": p}), Belief({"{}": "rest", "{X3}": Rational(1, 3)})],
    Domain("0 <= p <= 1", "h > 0"),
    )  # fmt: skip
DATA = {
    "A": [0, 1, 0, 1, 1, 0, 1, 0, 0, 1],
    "B": [0, 0, 1, 1, 1, 0, 1, 0, 1, 1],
    "C": [0, 1, 1, 0, 0, 0, 0, 0, 1, 0],
}
MODELS = {"M0": Model(), "M1": Model(["X2 -> X1"])}
ONE_ARC = DecisionProblem(LossTable.zero_one(["M0", "M1"]), Belief({"M0": 0.5, "M1": 0.5}))

HOUSE = symdt.ProcessProblem(
    {
        "open": {"wait": symdt.Move(0, {"open": 1}), "sell": symdt.Move(h, {"sold": 1})},
        "sold": {"rest": symdt.Move(0, {"sold": 1})},
    },
    "open",
    discount=Rational(9, 10),
    domain=Domain("h < 10"),
    optimum="max",
)
AMOUNT = symdt.AmountProblem(
    "f", 0, 1, symdt.Growth({"win": p, "lose": "rest"}, {"win": 1, "lose": -1}), Domain("0 < p < 1"), "max"
)
SAMPLES = symdt.SamplingProblem(
    symdt.Dirichlet(("p",), (1, 1)), {"bet": 2 * p - 1, "leave": 0}, each=Rational(1, 100), optimum="max"
)

MEASURED = symdt.NormalProblem(
    "p", Rational(1, 3), 2, {"go": p - Rational(1, 2), "stay": 0}, each=Rational(1, 100), optimum="max"
)

NOUNS: dict[str, Any] = {
    "attitude": published("howard_party_tolerance"),
    "process": published("howard_1960_toymaker"),
    "sampling": published("raiffa_schlaifer_1961_lot"),
    "cost and effect": published("frick_2007_programmes"),
    "limited memory": published("lauritzen_nilsson_2001_pigs"),
    "payoffs on branches": published("brealey_myers_magna_charter"),
    "shares": symdt.Dirichlet(("p",), (1, h)),
    "rate": symdt.Gamma("p", 2, h),
    "factors": symdt.Joint([NODES[0]]),
    "table": LOSS,
    "utilities": WORTH,
    "sum of arcs": ARCS[0] @ ARCS[1],
    "belief": SMALL.belief,
    "product": SMALL.belief @ GOFERBROKE.belief,
    "domain": Domain("0 < p < 1", "h >= p", Ne(k, 0), Eq(h, k)),
    "domain of assumptions": Domain(q < 1, h**2 > q, symbols=[k]),
    "domain of a letter": Domain(symbols=[h]),
    "experiment": SURVEY,
    "tree": UMBRELLA,
    "chance": NODES[0],
    "decision": NODES[1],
    "value": NODES[2],
    "table problem": SMALL,
    "problem with an experiment": GOFERBROKE,
    "tree problem": TREE,
    "diagram": DIAGRAM,
    "sequence": SEQUENCE,
    "model": Model([("X2", "X1"), ("X3", "X1")]),
    "law": Law("beta", 2, 3),
    "thirds": LossTable(["s"], ["a", "b"], [[Rational(2, 3) - p / 3, Rational(1, 7)]]),
    "belief in thirds": Belief({"a": Rational(1, 3), "b": 2 * p / 3, "c": "rest"}),
    "chance of thirds": Chance("c", {"a": (Rational(1, 3), Rational(5, 7)), "b": ("rest", h / 3)}),
    "profile": symdt.RiskProfile(((Rational(1, 3), p), (Rational(2, 7), 1 - p)), "min"),
    "exponential": Exponential(Rational(1, 3)),
    "growth": symdt.Growth({"win": p, "lose": "rest"}, {"win": 1, "lose": Rational(-1, 3)}),
    "states": symdt.States({"a": "rest", "b": p}, {"a": h**2 / 3, "b": 1}),
    "demand": symdt.Demand("x", [(0, Rational(1, 3), p), (1, 2, "rest")], over=h, under=0),
    "amount": AMOUNT,
    "samples": SAMPLES,
    "measurements": MEASURED,
    "house": HOUSE,
    "arms": symdt.ArmsProblem({"known": Rational(1, 3), "new": ("θ", (1, 2))}, pulls=2, optimum="max"),
    "move": symdt.Move(h / 3, {"a": p, "b": "rest"}),
    "sample": symdt.Sample.two_way([[3, 1], [1, 3]]),
    "space": symdt.ModelSpace.from_tiers([["A", "B"], ["C"]]),
    "leaf": symdt.Value(h / 3),
    "logarithmic": Logarithmic(h),
}

ANSWERS: dict[str, Callable[[], Any]] = {
    "alternatives": lambda: symdt.decision_rule(SMALL, p).alternatives,
    "choice": lambda: symdt.decision_rule(GOFERBROKE, p).choice(p="1/4"),
    "identity": lambda: symdt.risk_identities(ARCS[0] @ ARCS[1])[0],
    "costs": lambda: symdt.cost_effectiveness(published("frick_2007_programmes")).at(e=30),
    "states of acceptability": lambda: symdt.state_acceptability(
        published("frick_2007_programmes"), {"e": 30}
    ),
    "stationary": lambda: symdt.stationary_rule(HOUSE, "h"),
    "amount": lambda: symdt.best_amount(AMOUNT),
    "sizes": lambda: symdt.sample_sizes(SAMPLES, most=3),
    "numbers of measurements": lambda: symdt.normal_sizes(MEASURED, most=3),
    "page": lambda: symdt.explore(SMALL),
    "result": lambda: symdt.verify(section="1")[0],
    "frontier": lambda: symdt.cost_effectiveness(published("frick_2007_programmes")),
    "switches": lambda: symdt.switching_tolerances(SMALL, {"p": "1/4"}),
    "path": lambda: symdt.paths(UMBRELLA)[0],
    "policy": lambda: symdt.best_policy(
        published("howard_1960_toymaker"), {"k": 1}, discount=Rational(9, 10)
    ),
    "network without an order": lambda: symdt.bayes_network({("A", "B"): 0.7, ("B", "C"): 0.6}),
    "every DAG": lambda: symdt.select_network(DATA),
    "undecided": lambda: symdt.Undecided("the time ran out"),
    "rule": lambda: symdt.decision_rule(paper.table_3(), "p"),
    "rule with an experiment": lambda: symdt.decision_rule(GOFERBROKE, p),
    "rule of a tree": lambda: symdt.decision_rule(TREE, r),
    "regions": lambda: symdt.decision_regions(TREE),
    "rule with roots": lambda: symdt.decision_rule(ROOTS, p),
    "orderings": lambda: symdt.risk_orderings(SMALL, p),
    "solved": lambda: symdt.fold_back(GOFERBROKE),
    "solved tree": lambda: symdt.fold_back(TREE),
    "optimal": lambda: symdt.optimum_at(GOFERBROKE, p="1/4"),
    "why": lambda: symdt.decision_rule(SMALL, p).why(p="1/4"),
    "evpi": lambda: symdt.evpi(SMALL),
    "evsi": lambda: symdt.evsi(GOFERBROKE, "survey"),
    "observation": lambda: symdt.observation_value(DIAGRAM, "weather", "umbrella"),
    "profile": lambda: symdt.risk_profile(SMALL, {"first": "wait"}),
    "one way": lambda: symdt.one_way(TREE, r, {"w": 20}),
    "two way": lambda: symdt.two_way(TREE, r, w, {}),
    "tornado": lambda: symdt.tornado_data(TREE, {"r": 0.4, "w": 20}, {"r": (0.2, 0.8)}),
    "radius": lambda: symdt.stability_radius(TREE, {"r": 0.4, "w": 20}),
    "tolerance": lambda: symdt.tolerance_rule(SMALL, {"p": "1/4"}),
    "under": lambda: symdt.optimal_under(SMALL, Exponential(100), {"p": "1/4"}),
    "simulation": lambda: symdt.simulate(SMALL, {"p": Law("uniform", 0, 0.1)}, draws=50),
    "acceptability": lambda: symdt.acceptability(SMALL, "p", [0.25, 0.75], {}, draws=10),
    "minimax": lambda: symdt.minimax(WORTH),
    "dominated": lambda: symdt.dominated(LOSS),
    "identities": lambda: symdt.risk_identities(ARCS[0] @ ARCS[1]),
    "disintegration": lambda: symdt.disintegrate(paper.table_2()),
    "proved": lambda: symdt.prove(p > 0, Domain("p > 1")),
    "refuted": lambda: symdt.prove(p > 2, Domain("p > 1")),
    "stopping": lambda: symdt.stopping(
        ONE_ARC, MODELS, {"X1": [0, 1], "X2": [0, 1]}, 2, price=Rational(1, 100)
    ),
    "belief from data": lambda: symdt.belief_from_data(DATA, child="C", candidates=["A", "B"]),
    "counts": lambda: symdt.tabulate(DATA),
    "network": lambda: symdt.select_network(DATA, order=["A", "B", "C"]),
    "k2": lambda: symdt.k2(DATA, order=["A", "B", "C"]),
}


@pytest.mark.parametrize("name", NOUNS)
def test_a_noun_is_what_its_repr_says(name: str) -> None:
    noun = NOUNS[name]
    words = {n: getattr(symdt, n) for n in symdt.__all__ if n[:1].isupper()}
    words |= {n: getattr(sympy, n) for n in ("Rational", "Eq", "Ne")} | {
        s.name: s for s in (p, h, k, r, w, q, *symbols("c d e n θ λ"))
    }
    again = eval(repr(noun), words)  # noqa: S307 - our own text
    assert again == noun
    assert type(again) is type(noun)
    assert hash(again) == hash(noun)


@pytest.mark.parametrize("name", NOUNS)
def test_a_noun_is_copied(name: str) -> None:
    is_a_value(NOUNS[name])


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_a_value(name: str) -> None:
    answer = ANSWERS[name]()
    is_a_value(answer)
    assert answer == ANSWERS[name]()
    assert getattr(symdt, type(answer).__name__) is type(answer)


def is_a_value(thing: Any) -> None:
    assert pickle.loads(pickle.dumps(thing)) == thing
    assert copy.deepcopy(thing) == thing
    assert copy.copy(thing) == thing
    assert str(pickle.loads(pickle.dumps(thing))) == str(thing)
    assert thing != "another"


def test_copies_still_answer() -> None:
    """What a copy is asked for, it finds: a tree folded back knows its nodes again."""
    solved = pickle.loads(pickle.dumps(symdt.fold_back(GOFERBROKE)))
    assert solved.values == symdt.fold_back(GOFERBROKE).values
    assert solved.at(p="1/4").value == 123
    rule = copy.deepcopy(symdt.decision_rule(GOFERBROKE, p))
    assert rule(p="1/4") == "survey"
    assert bool(symdt.certify(rule))
    table = paper.table_2()
    symdt.risk_identities(table)
    assert pickle.loads(pickle.dumps(table)) == table


def test_unequal_answers_are_unequal() -> None:
    assert symdt.fold_back(GOFERBROKE) != symdt.fold_back(TREE)
    assert symdt.decision_rule(SMALL, p) != symdt.decision_rule(SMALL.restricted("p < 1/2"), p)
    law = {"p": Law("uniform", 0, 0.1)}
    assert symdt.simulate(SMALL, law, draws=50) != symdt.simulate(SMALL, law, draws=50, seed=1)
    other = InfluenceDiagram((*NODES[:2], ValueNode("comfort", [], 3)), Domain("0 < r < 1"), "max")
    assert other != DIAGRAM
    assert NODES[0] != NODES[1]


def test_no_answer_depends_on_what_was_asked_before() -> None:
    """`table3.toml` loaded twice, questions put to one copy first: equal rules and the same JSON."""
    asked, fresh = load_problem(TABLE3), load_problem(TABLE3)
    symdt.decision_regions(asked)
    symdt.decision_rule(asked, "p2")
    symdt.evpi(asked)
    symdt.prove(symbols("p2") < Rational(1, 5), asked.domain)
    for n in range(1, 9):
        asked.domain.implies(Condition.of(Rational(n, 37) - symbols("p2"), ">="))
    first, second = symdt.decision_rule(asked, "h"), symdt.decision_rule(fresh, "h")
    assert first == second
    assert json.dumps(first.to_json()) == json.dumps(second.to_json())
    regions = [symdt.decision_regions(problem) for problem in (fresh, asked)]
    assert regions[0] == regions[1]
    assert json.dumps(regions[0].to_json()) == json.dumps(regions[1].to_json())
    assert asked == fresh


def test_what_public_functions_return_has_a_public_name() -> None:
    elsewhere = {
        "Any",
        "Expr",
        "Mapping",
        "None",
        "Path",
        "Tree",
        "Verdict",
    }  # unions, SymPy's and Python's own
    for name in symdt.__all__:
        thing = getattr(symdt, name)
        if inspect.isfunction(thing):
            returned = set(re.findall(r"[A-Z]\w+", str(inspect.signature(thing).return_annotation)))
            assert returned - elsewhere <= set(symdt.__all__), name


def test_every_public_kind_is_among_the_nouns_or_the_answers() -> None:
    apart = {"Problem", "SymdtError", "argmin"}  # what the kinds of problems share, errors, a SymPy function
    kinds = {n for n in symdt.__all__ if inspect.isclass(getattr(symdt, n))} - apart
    found = {type(thing).__name__ for thing in (*NOUNS.values(), *(ask() for ask in ANSWERS.values()))}
    assert kinds <= found, kinds - found
