"""Rules as anybody writes them: texts and JSON, read alike."""

from __future__ import annotations

import pytest
from sympy import Symbol

from symdt.errors import FileError
from symdt.formats.answer_check import check_answer
from symdt.formats.shown_rule import from_text


def piece(line, letters=("p", "h")):
    return from_text(line, letters)["rule"]["cases"][0]["pieces"][0]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a if p <= 1/3", {"from": "-oo", "to": "1/3"}),
        ("a if p < 1/3", {"from": "-oo", "to": "1/3", "to_closed": False}),
        ("a if 0 ≤ p < h", {"from": "0", "to": "h", "from_closed": True, "to_closed": False}),
        ("a if h > p > 0", {"from": "0", "to": "h", "to_closed": False}),
        ("a  for p > 0 and p <= h", {"from": "0", "to": "h"}),
        ("a if p > root(p**3 - h, p, 0)", {"from": {"root": 0, "of": "p**3 - h", "in": "p"}, "to": "oo"}),
        ("a always", {"from": "-oo", "to": "oo"}),
        ("a  if p is any number", {"from": "-oo", "to": "oo"}),
    ],
)
def test_a_line_is_a_piece(line, expected):
    assert piece(line) == {"action": "a", **expected}


def test_conditions_may_stand_before_the_lines_or_in_them():
    apart = from_text("if h > 1:\n  a if p <= h\n  b if p > h", ["p", "h"])
    within = from_text("a if p <= h and h > 1\nb if p > h and h > 1", ["p", "h"])
    assert apart == within


def test_a_condition_on_an_indexed_root_is_read():
    answer = from_text("if h >= root(h**3 - 2, h, 0): a* =\n  a if p > 0", ["p", "h"])
    assert answer["rule"]["cases"][0]["if"] == [
        {"letter": "h", "op": ">=", "root": 0, "of": "h**3 - 2", "in": "h"}
    ]
    turned = from_text("if root(h**3 - 2, h, 0) <= h: a* =\n  a if p > 0", ["p", "h"])
    assert turned == answer
    check_answer(answer, {name: Symbol(name) for name in "ph"})


def test_a_strategy_stands_in_brackets():
    found = piece("test (+: treat, -: wait)  if 0 < p <= 1/2")
    assert found["action"] == "test"
    assert found["strategy"] == {"first": "test", "+": "treat", "-": "wait"}


@pytest.mark.parametrize("line", ["a if", "a if p <", "a if < p", "", "a if q < 1", "a if p < 1 and p < 2"])
def test_what_cannot_be_read_is_said(line):
    with pytest.raises(FileError):
        from_text(line, ["p", "h"])
