"""How often Example 2 goes through SymPy and to Z3, when its rule is solved and certified."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from symdt import certify, decision_rule, load_problem
from symdt.exact.field import Field
from symdt.exact.solver import questions as door
from symdt.exact.solver.questions import _Question
from symdt.exact.verdict import Proved

EXAMPLE = Path(__file__).parents[2] / "examples" / "example2.toml"


def test_an_expression_is_converted_once_and_a_polynomial_goes_to_z3_once_a_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    converted: Counter[str] = Counter()
    translated: Counter[tuple[int, str]] = Counter()
    questions: list[object] = []
    element, ask, translate = Field.element, _Question.ask, _Question.translated

    def counted(self: Field, value: Any) -> Any:
        converted[str(value)] += hasattr(value, "free_symbols")
        return element(self, value)

    def asked(self: Any, formula: Any) -> Any:
        questions.append(formula)
        return ask(self, formula)

    def put(self: Any, field: Field, poly: Any) -> Any:
        translated[len(questions), str(poly)] += 1
        return translate(self, field, poly)

    monkeypatch.setattr(door, "_TRANSLATED", {})  # what other tests have told Z3
    monkeypatch.setattr(Field, "element", counted)
    monkeypatch.setattr(_Question, "ask", asked)
    monkeypatch.setattr(_Question, "translated", put)
    rule = decision_rule(load_problem(EXAMPLE), "p")
    assert isinstance(certify(rule), Proved)
    assert rule.never_optimal == ("a2",)
    assert set(converted.values()) <= {0, 1}
    assert sum(converted.values()) <= 9
    assert set(translated.values()) == {1}
    assert len({poly for _, poly in translated}) <= 26
