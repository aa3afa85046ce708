"""The orderings of the risks: their own noun, right or a clear error."""

from __future__ import annotations

import json

import pytest
from sympy import Rational, symbols

import symdt
from symdt import Decision, Domain, RiskOrderings, TreeProblem, certify, decision_rule, risk_orderings, risks
from symdt.errors import SymdtError
from symdt.paper import problems as paper
from tests.laws.test_answers import GOFERBROKE, SMALL, TREE

p, r, w, h, k = symbols("p r w h k")


def test_the_first_of_an_ordering_is_optimal() -> None:
    problem = paper.example_2()
    orders, rule = risk_orderings(problem, p), decision_rule(problem, p)
    assert isinstance(orders, RiskOrderings)
    for n in range(1, 10):
        for at_h, at_k in ((1, 1), (2, 1), (7, 2), (1, 5)):
            point = {"p": Rational(n, 40), "h": at_h, "k": at_k}
            values = {a: v.subs({p: point["p"], h: at_h, k: at_k}) for a, v in risks(problem).items()}
            order = orders(point)
            assert [values[a] for a in order] == sorted(values.values())
            assert values[order[0]] == values[rule(point)]
            groups = orders.ties(point)
            assert [{values[a] for a in group} for group in groups] == [
                {v} for v in sorted(set(values.values()))
            ]


def test_utilities_are_ordered_from_the_greatest() -> None:
    orders = risk_orderings(TREE.at(w=20), r)
    assert orders(r="1/10") == ("leave", "take")
    assert orders(r="9/10") == ("take", "leave")
    assert r"\geq" in orders.to_latex()
    assert orders.ties(r="8/15") == (("take", "leave"),) or orders.ties(r="8/15") == (("leave", "take"),)


def test_what_orderings_say() -> None:
    orders = risk_orderings(SMALL, p)
    assert str(orders) == "wait, treat  if 0 < p <= 1/11\ntreat, wait  if 1/11 < p < 1"
    assert orders.letter == p
    assert len(orders) == len(list(orders)) == 1
    answer = json.loads(json.dumps(orders.to_json()))
    assert answer["orderings"]["for"] == "p"
    assert [piece["order"] for piece in answer["orderings"]["cases"][0]["pieces"]] == [
        ["wait", "treat"],
        ["treat", "wait"],
    ]
    assert answer["values"] == {"wait": "10*p", "treat": "1 - p"}
    latex = orders.to_latex()
    assert "('" not in latex
    assert latex.startswith(r"\begin{cases}")
    assert latex.count(r"\leq") == 3  # two orderings and one closed end
    assert symdt.show.draw_orderings(orders) is not None


def test_what_an_ordering_is_not() -> None:
    orders = risk_orderings(SMALL, p)
    with pytest.raises(SymdtError, match=r"decision_rule\(problem, p\).why"):
        orders.why(p="1/4")
    with pytest.raises(SymdtError, match=r"decision_rule\(problem, p\).to_source"):
        orders.to_source()
    with pytest.raises(SymdtError, match="decision_rule"):
        certify(orders)
    with pytest.raises(SymdtError, match="what is best behind 'survey' depends on the letters"):
        risk_orderings(GOFERBROKE, p)
    with pytest.raises(SymdtError, match="begins with chance"):
        risk_orderings(symdt.Chance("c", {"x": (1, 2), "y": (0, r)}), r, optimum="min")
    with pytest.raises(SymdtError, match="'q' is no parameter"):
        risk_orderings(SMALL, "q")


def test_trees_are_ordered_too() -> None:
    tree = TreeProblem(Decision("d", {"a": r, "b": 1 - r, "c": 2}), Domain("0 <= r <= 1"), "min")
    orders = risk_orderings(tree, r)
    assert orders(r="1/4") == ("a", "b", "c")
    assert orders.ties(r="1/2") == (("a", "b"), ("c",))
