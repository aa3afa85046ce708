"""The stand-alone source of a rule: it decides as the rule does, whatever its letters and actions are called."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from flint import fmpq
from sympy import Rational, symbols

from symdt import Belief, Chance, Decision, DecisionProblem, Domain, LossTable, TreeProblem, decision_rule
from symdt.errors import ExpressionError
from symdt.exact.field import Field
from symdt.formats.problem import loads
from symdt.formats.rule_reader import parse_rule
from symdt.formats.shown_rule import from_text
from symdt.regions.ends import Ratio, Root
from symdt.regions.root_condition import RootCondition
from symdt.solve.written.rule_source import to_source
from symdt.solve.written.rule_text import in_decimals
from symdt.typeset import formulas, html
from symdt.typeset.mathml import to_mathml
from tests.fuzz import writers

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


def test_letters_that_the_function_uses_itself() -> None:
    a, b = symbols("float inside")
    tree = Decision("d", {"go": a * b, "stay": 1})
    rule = decision_rule(tree, a, domain=Domain("0 < float < 2", "0 < inside < 3"), optimum="min")
    decide = decided(rule.to_source())["decide"]
    for x, y in ((1.0, 0.5), (1.0, 2.0), (0.5, 2.0)):
        assert str(decide(x, y)) == rule({"float": x, "inside": y})  # type: ignore[operator]


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


def test_text_json_source_piecewise_and_rule_have_one_name_for_an_action() -> None:
    """What is chosen later stands in a bracket behind the name, and is no part of it."""
    later = Chance("c", {"u": (P, Decision("d1", {"v": 0, "w": 1})), "z": ("rest", 3)})
    tree = Decision("d", {"go": later, "stay (d1: v)": 1})
    problem = TreeProblem(tree, Domain("0 < p < 1"), "min")
    rule = decision_rule(problem, P)
    text = str(rule)
    assert '"stay (d1: v)"' in text
    assert "go (d1: v)" in text
    decide = decided(rule.to_source())["decide"]
    told = [piece["action"] for case in rule.to_json()["rule"]["cases"] for piece in case["pieces"]]
    assert told == ["stay (d1: v)", "go"]
    shown = from_text(text, ["p"], "d")["rule"]["cases"][0]["pieces"]
    assert [piece["action"] for piece in shown] == told
    assert shown[1]["strategy"] == {"d": "go", "d1": "v"}
    for x in ("1/3", "2/3", "5/6"):
        names = {
            rule(p=x),
            parse_rule(text)(p=x),
            str(decide(float(Rational(x)))),  # type: ignore[operator]
            str(rule.to_piecewise().subs(P, Rational(x))),
        }
        assert len(names) == 1


def test_a_choice_with_any_names_is_read_back(tmp_path: Path) -> None:
    for seed in range(300):
        writers.choice_read_back(writers.choice(random.Random(seed)), tmp_path)


def test_the_source_of_a_rule_answers_inside_its_domain_only() -> None:
    problem = DecisionProblem(
        LossTable(["a", "b"], ["x", "y"], [[symbols("c"), 1], [1, 2]], optimum="max"),
        Belief({"a": symbols("p"), "b": "rest"}),
        Domain("c >= 0", "0 < p < 1"),
    )
    made: dict[str, object] = {}
    exec(to_source(decision_rule(problem, "c")), made)  # noqa: S102 - our own text
    decide = made["decide"]
    assert callable(decide)
    assert [str(decide(c, 0.5)) for c in (0, 2, 3)] == ["y", "y", "x"]
    assert [str(decide(c, p)) for c, p in ((-1, 0.5), (3, 0), (3, 1), (3, 2))] == [""] * 4


def _cubic(actions: list[str]) -> DecisionProblem:
    p, h = symbols("p h")
    loss = LossTable(["s", "t"], actions, [[p**3 + p - h, 0], [p**3 + p - h, 0]])
    return DecisionProblem(loss, Belief({"s": p, "t": "rest"}), Domain(p > 0, p < 1, h > 0, h < 2))


def test_a_piecewise_with_a_root_of_a_cubic_decides_as_the_rule_does() -> None:
    p, h = symbols("p h")
    rule = decision_rule(_cubic(["in", "out"]), p)
    written = rule.to_piecewise()
    assert "root(" in str(written)
    for point in ({p: Rational(1, 5), h: Rational(1, 3)}, {p: Rational(4, 5), h: Rational(1, 3)}):
        assert str(written.subs(point)) == rule(point)
    assert str(written.subs(h, p + 1).subs(p, Rational(9, 10))) == rule(
        {p: Rational(9, 10), h: Rational(19, 10)}
    )


def test_an_action_with_the_name_of_a_letter_is_refused_by_piecewise() -> None:
    with pytest.raises(ExpressionError, match="'h' is the name of a label and of a letter"):
        decision_rule(_cubic(["h", "out"]), "p").to_piecewise()


def test_a_condition_on_a_root_is_written_in_latex_and_mathml() -> None:
    h, k = symbols("h k")
    field = Field.of([h, k])
    condition = RootCondition(Root(field, field.polynomial(h**3 - h - k), h, 2), ">=")
    assert formulas.condition(condition).startswith(r"h \geq \operatorname{root}")
    assert to_mathml(condition).startswith("<math><mrow>")


def test_one_value_is_told_by_one_equals_sign_in_text_latex_and_html_and_read_back() -> None:
    q = symbols("q")
    disc = Domain("p**2 + q**2 <= 1")
    rule = decision_rule(Decision("d", {"a": P, "b": q}), P, domain=disc, optimum="min")
    lines = str(rule).split("\n")
    assert lines[-4:] == ["if q + 1 == 0: a* =", "  b  if p = 0", "if q == 1: a* =", "  a  if p = 0"]
    assert rule.to_latex().count(r"\text{if } p = 0") == 2
    assert html.rule(rule).count('form="infix">=</mo><mn>0</mn></math></td>') == 2
    piece = rule.to_json()["rule"]["cases"][-1]["pieces"][0]
    assert (piece["from"], piece["to"], piece["from_closed"]) == ("0", "0", True)
    read = parse_rule(str(rule))
    assert (read(p=0, q=1), read(p=0, q=-1), read(p="1/2", q="3/4")) == ("a", "b", "a")
    again = from_text(str(rule), ["p", "q"])["rule"]["cases"][-1]["pieces"][0]
    assert (again["from"], again["to"], again["from_closed"]) == ("0", "0", True)


def test_ends_are_told_at_the_letters_that_a_case_fixes() -> None:
    q, h = symbols("q h")
    field = Field.of([P, q, h])
    at = {q: fmpq(1)}
    assert str(Ratio(field.element(h * q / (1 + q))).fixed(at)) == "h/2"
    assert str(Root(field, field.polynomial(P**2 + q**2 - 1), P, 1).fixed(at)) == "0"
    assert str(Root(field, field.polynomial(P**2 - q - 1), P, 1).fixed(at)) == "sqrt(2)"
    kept = Root(field, field.polynomial(P**2 - q * h), P, 1)
    assert kept.fixed(at) == kept  # h may change how many roots there are


def test_decimals_beside_an_end_that_is_a_root() -> None:
    """A root without closed form has its decimals like any other number."""
    problem = loads("""parameters = {p = "0 < p < 1"}
belief = {n = "p**5", t = "rest"}
loss = {actions = ["x", "y"], n = ["p + 1", "0"], t = ["0", "1"]}
""")
    piece = decision_rule(problem, "p").cases[0].pieces[0]
    assert in_decimals(piece, "p", 4) == "  (p from 0 to 0.8131)"
