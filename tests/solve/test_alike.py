"""Questions that read alike and are not the same: neither a proof nor the checker takes one for the other."""

from __future__ import annotations

import pytest
from sympy import symbols

from symdt import Chance, Decision, Domain, Proved, Value, decision_rule
from symdt.solve.certificate import certificate_of_rule
from symdt.solve.proofs.check.obligations import Statement
from symdt.solve.proofs.check.polynomials import RejectedError
from symdt.solve.proofs.check.proofs import verify

p, h = symbols("p h")


def test_two_strategies_that_read_alike_have_a_proof_each():
    """The second proof stood in the place of the first, so that certify broke off."""

    def later(i: int) -> Decision:
        first = Decision(f"e{i}", {"b": Value(1 + p), "c": Value(2 + h)})
        return Decision(f"d{i}", {"a": first, f"a, e{i}: b": Value(3 + 2 * h), "z": Value(p / 2)})

    sides = [Chance(f"c{i}", {"x": (p, later(i)), "y": (1 - p, later(i + 1))}) for i in (1, 3)]
    tree = Decision("r", {"s": Value(h), "t": sides[0], "u": sides[1]})
    rule = decision_rule(tree, "p", domain=Domain("0 < p < 1", "h > 0"))
    certificate = certificate_of_rule(rule, seconds=60)
    assert isinstance(certificate.verdict, Proved)
    assert certificate.data["by_nodes"]


def test_the_checker_asks_about_each_of_two_strategies_that_read_alike():
    """That one of them is no better was shown, and the other, which is the best of all, left out with it."""
    values = [{"value": text} for text in ("1", "2", "-5", "0", "0")]
    one, two, best, zero, stay = range(5)
    tree = [
        *values,
        {"name": "e", "decision": [["b", one], ["c", two]]},
        {"name": "d", "decision": [["a", 5], ["a, e: b", best], ["z", zero]]},
        {"name": "r", "decision": [["s", stay], ["t", 6]]},
    ]
    piece = {"action": "s", "strategy": {"r": "s"}, "from": "0", "to": "1", "to_closed": False}
    data = {
        "format": 1,
        "letters": ["p"],
        "problem": {"optimum": "min", "domain": ["p > 0", "p < 1"], "tree": tree},
        "answer": {"rule": {"for": "p", "cases": [{"if": [], "pieces": [piece]}]}},
        "signs": {},
        "proofs": {},
        "by_nodes": True,
    }
    statement = Statement({**data, "pruned": {}})
    number = next(n for n, node in enumerate(statement.values.nodes) if node.name == "d")
    data["pruned"] = {f"case 1, piece 1: d ({number})": [[0, 3], [1, 3], [2, 3]]}
    asked = [item for item in Statement(data).questions() if item.key.startswith("at case 1, piece 1")]
    assert len(asked) == 3
    assert len({item.words for item in asked}) == 2
    # each is shown by its last fact, as far as it can be: a number that is negative is not positive
    data["proofs"] = {
        item.key: {"sum": [["1", [len(item.facts) - 1]], [str(-item.facts[-1][0][0]), []]]} for item in asked
    }
    with pytest.raises(RejectedError):
        verify(data)


def test_two_probabilities_with_one_numerator_are_two_questions():
    """The second one is negative where h < 5, and was not asked about."""
    tree = [
        {"value": "0"},
        {"value": "1"},
        {"chance": [["x", "p/(1 + h)", 0], ["y", "p/(h - 5)", 1]]},
        {"value": "3"},
        {"name": "r", "decision": [["s", 2], ["t", 3]]},
    ]
    piece = {"action": "s", "from": "0", "to": "1", "to_closed": False}
    data = {
        "letters": ["p", "h"],
        "problem": {"optimum": "min", "domain": ["p > 0", "p < 1", "h > 0", "h < 4"], "tree": tree},
        "answer": {"rule": {"for": "p", "cases": [{"if": [], "pieces": [piece]}]}},
    }
    words = [item.words for item in Statement(data).questions() if "probability" in item.words]
    assert words == [f"the probability p / ({den}) is not negative" for den in ("h + 1", "h - 5")]
