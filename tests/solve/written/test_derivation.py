"""Derivations to read: every line's identity is true, and its reasons give the sign."""

from __future__ import annotations

from pathlib import Path

import pytest
from sympy import expand, symbols

from symdt import Decision, Domain, decision_rule, load_problem
from symdt.cli import main
from symdt.solve.written.derivation import explain
from symdt.solve.written.steps import Math, Worth
from symdt.typeset.derivation import derivation_latex

EXAMPLES = Path(__file__).parents[3] / "examples"
x, h = symbols("x h")


def relations(derivation):
    """Every `difference · factor = total op 0` of a derivation, with the worths on its left."""
    for step in derivation.steps:
        for part in step.parts:
            if isinstance(part, Math) and isinstance(part.items[0], Worth | str) and "-" in part.items:
                yield part.items


@pytest.mark.parametrize(
    ("name", "letter"),
    [("example2.toml", "p"), ("catalogue/newsvendor.toml", "c"), ("two_models_likelihood.toml", "q")],
)
def test_every_difference_equals_what_stands_beside_it(name, letter):
    rule = decision_rule(load_problem(EXAMPLES / name), letter)
    values = {str(choice): value.to_expr() for choice, value in rule.alternatives.choices}
    checked = 0
    for items in relations(explain(rule)):
        worths = [item for item in items if isinstance(item, Worth)]
        if "=" not in items or not all(w.label in values for w in worths):
            continue
        equals = items.index("=")
        over = items[equals - 2] if items[0] == "(" else 1
        difference = values[worths[0].label] - values[worths[1].label]
        assert expand((difference * over - items[equals + 1]).cancel()) == 0, items
        checked += 1
    assert checked >= 2


def test_the_derivation_of_example_2_reads_as_the_paper_argues():
    text = str(explain(decision_rule(load_problem(EXAMPLES / "example2.toml"), "p")))
    assert "R(a3) - R(a2) = -k*(1 - 4*p) < 0, since 4*p < 1 and k > 0" in text
    assert "a2 is never optimal" in text
    assert "R(a0) = R(a3) where p = 2*k/(4*h + 3*k)" in text
    assert "k*(8*h - 15*k)/(2*(h + 6*k)*(4*h + 3*k)) > 0, since 8*h > 15*k" in text


def test_what_no_identity_shows_is_said_to_be_shown_by_cases():
    tree = Decision("d", {"A": x**3 - x, "B": h})
    text = str(explain(decision_rule(tree, x, domain=Domain("x > 0", "h > 0"))))
    assert "by cases" in text
    assert "proved by coverings" in text


def test_the_command_explains_in_text_and_latex(capsys):
    file = str(EXAMPLES / "example2.toml")
    assert main(["solve", file, "--for", "p", "--explain"]) == 0
    out = capsys.readouterr().out
    assert "R(a3) - R(a2)" in out
    assert max(map(len, out.splitlines())) <= 80
    assert main(["solve", file, "--for", "p", "--explain", "--latex"]) == 0
    assert r"$R(a_{3}) - R(a_{2}) = - k \left(1 - 4 p\right) < 0$" in capsys.readouterr().out
    assert main(["solve", file, "--explain"]) == 2
    assert "--explain is given without --for" in capsys.readouterr().err


def test_latex_has_one_line_for_each_step():
    derivation = explain(decision_rule(load_problem(EXAMPLES / "umbrella.toml"), "r"))
    assert derivation_latex(derivation).count(r"\item") == len(derivation.steps)


def test_letters_of_radicals_are_defined_before_they_are_used():
    p, k = symbols("p k")
    tree = Decision("d", {"a": h * p**2, "b": k * (1 - p)})
    told = str(explain(decision_rule(tree, p, domain=Domain("0 <= p <= 1", "h > 0", "k > 0"), optimum="min")))
    lines = told.split("\n")
    (definition,) = [n for n, line in enumerate(lines) if line.strip() == "let s_0 = sqrt(4*h*k + k**2)"]
    used = [n for n, line in enumerate(lines) if "s_0" in line and n != definition]
    assert used
    assert definition < min(used)
