"""Every answer is shown by a notebook as `print` shows it, or as a formula or picture; none as a raw record."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import symdt
from symdt import (
    ChanceNode,
    DecisionNode,
    Domain,
    Exponential,
    InfluenceDiagram,
    Law,
    ValueNode,
    certify,
    decision_rule,
    evpi,
    fold_back,
    load_problem,
    minimax,
    one_way,
    optimal_under,
    prove,
    simulate,
    stability_radius,
    tolerance_rule,
    verify,
)
from symdt.display import Printed

pretty = pytest.importorskip("IPython.lib.pretty", reason="what a notebook shows is asked of IPython").pretty
EXAMPLES = Path(__file__).parent.parent.parent / "examples"
POINT = {"p": "1/10", "h": 2, "k": 1}


@pytest.fixture(scope="module")
def answers():
    problem = load_problem(EXAMPLES / "example2.toml")
    party = load_problem(EXAMPLES / "catalogue" / "howard_party.toml").at({"s": "2/5"})
    rule = decision_rule(problem, "p")
    diagram = InfluenceDiagram(
        [
            ChanceNode("weather", ["rain", "dry"], [], [0.3, "rest"]),
            DecisionNode("umbrella", ["take", "leave"], ["weather"]),
            ValueNode("comfort", ["umbrella"], {"take": 1, "leave": 2}),
        ],
        optimum="max",
    )
    return {
        "why": rule.why(**POINT),
        "simulate": simulate(problem.at({"h": 2, "k": 1}), {"p": Law("uniform", 0, 0.25)}, draws=50),
        "one_way": one_way(problem, "p", POINT),
        "tolerance_rule": tolerance_rule(party),
        "stability_radius": stability_radius(problem, POINT),
        "Experiment": load_problem(EXAMPLES / "oil_wildcatter.toml").experiments[0],
        "TreeProblem": load_problem(EXAMPLES / "umbrella.toml"),
        "InfluenceDiagram": diagram,
        "verify": verify(section="2.1")[0],
        "certify": certify(rule),
        "prove": prove("p > 1", Domain("p > 0")),
        "fold_back at": fold_back(party).at(),
        "minimax": minimax(party),
        "evpi": evpi(party),
        "rule": rule,
        "table": problem,
    }


@pytest.mark.parametrize(
    "name",
    [
        "why",
        "simulate",
        "one_way",
        "tolerance_rule",
        "stability_radius",
        "Experiment",
        "TreeProblem",
        "InfluenceDiagram",
        "verify",
        "certify",
        "prove",
        "fold_back at",
        "minimax",
        "evpi",
        "rule",
        "table",
    ],
)
def test_it_is_shown_as_it_is_printed(answers, name: str) -> None:
    answer = answers[name]
    assert pretty(answer) == str(answer)
    assert f"{type(answer).__name__}(" not in pretty(answer)


@pytest.mark.parametrize("name", ["TreeProblem", "InfluenceDiagram", "rule"])
def test_it_has_its_picture(answers, name: str) -> None:
    assert answers[name]._repr_svg_().lstrip().startswith("<svg")


@pytest.mark.parametrize("name", [n for n in symdt.__all__ if inspect.isclass(getattr(symdt, n))])
def test_whatever_has_a_text_of_its_own_is_shown_so(name: str) -> None:
    noun = getattr(symdt, name)
    has_text = any("__str__" in c.__dict__ for c in noun.__mro__[:-1])
    assert not has_text or issubclass(noun, Printed | Exception)


def test_the_best_under_a_utility_is_told_in_words() -> None:
    party = load_problem(EXAMPLES / "catalogue" / "howard_party.toml").at({"s": "2/5"})
    assert pretty(optimal_under(party, Exponential(50), digits=6)) == "indoors: certainty equivalent 45.7572"
