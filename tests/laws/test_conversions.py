"""Nouns hold field elements: an expression is converted once, and put to Z3 once a question."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from symdt.cli import main
from symdt.exact.element import Element
from symdt.exact.field import Field
from symdt.exact.solver import questions as door
from symdt.exact.solver.questions import _Question

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def converted(monkeypatch) -> Counter[str]:
    """How often each SymPy expression is converted into an element."""
    counts: Counter[str] = Counter()
    convert = Field.element

    def counting(field: Field, expression: object) -> Element:
        if not isinstance(expression, Element | int):
            counts[str(expression)] += 1
        return convert(field, expression)

    monkeypatch.setattr(Field, "element", counting)
    return counts


@pytest.fixture
def put_to_z3(monkeypatch) -> Counter[tuple[int, str]]:
    """How often each polynomial is translated in each question."""
    counts: Counter[tuple[int, str]] = Counter()
    translate, begin = _Question.translated, _Question.__init__
    questions: list[_Question] = []

    def beginning(question, *args, **options) -> None:
        questions.append(question)  # kept, so that no two have one address
        begin(question, *args, **options)

    def counting(question, field, poly):
        counts[id(question), str(poly)] += 1
        return translate(question, field, poly)

    monkeypatch.setattr(door, "_TRANSLATED", {})  # what other tests have told Z3
    monkeypatch.setattr(_Question, "__init__", beginning)
    monkeypatch.setattr(_Question, "translated", counting)
    return counts


def test_example_2_converts_each_expression_once(converted, put_to_z3, capsys) -> None:
    assert main(["solve", str(EXAMPLES / "example2.toml"), "--for", "p", "--certify", "--json"]) == 0
    assert '"certified": true' in capsys.readouterr().out
    assert set(converted.values()) == {1}
    assert len(converted) <= 9
    assert not put_to_z3  # small identities answer all of its questions


def test_a_polynomial_is_put_to_z3_once_a_question(put_to_z3, capsys) -> None:
    assert main(["solve", str(EXAMPLES / "table3.toml"), "--for", "p3", "--certify", "--json"]) == 0
    assert '"certified": true' in capsys.readouterr().out
    assert set(put_to_z3.values()) == {1}


@pytest.mark.parametrize("name", ["table3", "two_models_0L", "umbrella"])
def test_other_examples_convert_each_expression_once_a_noun(name, converted, capsys) -> None:
    """Once in a table; in a tree once for each chance node that states it."""
    assert main(["solve", str(EXAMPLES / f"{name}.toml"), "--json"]) == 0
    capsys.readouterr()
    assert max(converted.values()) <= (2 if name == "umbrella" else 1)
