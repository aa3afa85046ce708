"""The stand-alone source of a rule: it decides as the rule does, whatever its letters and actions are called."""

from __future__ import annotations

import numpy as np
import pytest
from sympy import symbols

from symdt import Decision, Domain, decision_rule
from symdt.errors import ExpressionError

P, LAMBDA, NP = symbols("p lambda np")


def decided(source: str) -> dict[str, object]:
    room: dict[str, object] = {}
    exec(compile(source, "rule", "exec"), room)  # noqa: S102 - the source that was written is what is tested
    return room


def test_letters_that_python_uses_itself() -> None:
    tree = Decision("d", {"go": P * LAMBDA + NP, "stay": 1})
    rule = decision_rule(tree, P, domain=Domain("0 < p < 1", "lambda > 0", "np > 0"), optimum="min")
    decide = decided(rule.to_source())["decide"]
    for point in ((0.25, 2.0, 0.25), (0.75, 2.0, 0.25), (0.5, 1.0, 3.0)):
        found = str(decide(*point))  # type: ignore[operator]
        assert found == rule(dict(zip(("p", "lambda", "np"), point, strict=True)))
    assert "lambda_" in rule.to_source()


def test_a_name_is_a_name_and_is_never_run() -> None:
    names = ['"""\nimport os', "'); raise SystemExit #", "\\", "\u2029", "a\nb"]
    tree = Decision("d", {name: P * (i + 1) + (5 - i) ** 2 for i, name in enumerate(names)})
    rule = decision_rule(tree, P, domain=Domain("p > 0"), optimum="min")
    decide = decided(rule.to_source())["decide"]
    points = [1, 2, 4, 6, 8, 20]
    assert [str(x) for x in decide(np.array(points))] == [rule(p=x) for x in points]  # type: ignore[operator]


def test_a_root_without_closed_form_is_one_line() -> None:
    rule = decision_rule(
        Decision("d", {"a": P**5 - P - LAMBDA, "b": 0}),
        P,
        domain=Domain("0 < p < 2", "0 < lambda < 3"),
        optimum="min",
    )
    with pytest.raises(ExpressionError, match="no closed form") as caught:
        rule.to_source()
    assert "\n" not in str(caught.value)
    assert rule.to_json()["rule"]["cases"]
