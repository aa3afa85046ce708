"""Long roots are named once and read back; decimals beside intervals are no part of a rule."""

from __future__ import annotations

import pytest

from symdt import decision_rule
from symdt.cli import main
from symdt.formats.problem import loads
from symdt.formats.rule_reader import parse_rule

NINE = """
title = "Nine"
[parameters]
x = "0 < x < 3"
[belief]
s = "1"
[loss]
actions = ["a", "where r1 = b"]
s = ["x**9 + 7*x**7 + 2*x**5 + 11*x**3 + x**2", "12345 - 4*x"]
"""


def test_a_root_of_high_degree_is_named_once() -> None:
    rule = decision_rule(loads(NINE), "x")
    text = str(rule)
    assert text.count("root(") == 1
    assert "  a             if 0 < x <= r1\n" in text
    assert text.endswith(", x, 0), about 2.62364")
    assert rule.to_json()["rule"]["cases"][0]["pieces"][0]["to"]["root"] == 0
    read = parse_rule(text)
    for x in ("1", "2.6", "2.63", "2.9"):
        assert read(x=x) == rule(x=x)


def test_what_is_printed_is_proved_with_names_and_with_decimals(tmp_path, capsys) -> None:
    file, shown = tmp_path / "nine.toml", tmp_path / "rule.txt"
    file.write_text(NINE)
    assert main(["solve", str(file), "--for", "x"]) == 0
    shown.write_text(capsys.readouterr().out)
    assert main(["certify", str(file), str(shown)]) == 0
    shown.write_text(shown.read_text().replace(", x, 0), about", ", x, 1), about"))
    assert main(["certify", str(file), str(shown)]) != 0
    capsys.readouterr()


@pytest.mark.parametrize("digits", ["2", "7"])
def test_decimals_beside_the_ends_are_read_over(tmp_path, capsys, digits) -> None:
    file, shown = "examples/test_or_treat.toml", tmp_path / "rule.txt"
    fixed = {"s": "9/10", "T": "1/2"}
    at = ["--at", ",".join(f"{n}={v}" for n, v in fixed.items())]
    assert main(["solve", file, "--for", "p", "--digits", digits, *at]) == 0
    shown.write_text(capsys.readouterr().out)
    assert "(p from " in shown.read_text()
    assert main(["certify", file, str(shown)]) == 0
    capsys.readouterr()
