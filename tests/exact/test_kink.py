"""Kinks: read back as they are written, decided where numbers decide, refused in one line where they are wrong."""

from __future__ import annotations

import pytest
from sympy import Abs, Max, Min, Ne, Piecewise, Symbol, symbols

from symdt.errors import ExpressionError
from symdt.exact.field import Field
from symdt.exact.kink import Kink, is_kink, lifted, made
from symdt.exact.language.syntax import definition, parse_condition, parse_element
from symdt.formats.problem import loads

h, k, p = symbols("h k p")
n = Symbol("n", integer=True)
LETTERS = [h, k, p, n]


@pytest.mark.parametrize(
    "text",
    [
        "3*max(p, h)**2 + abs(h - p)/2",
        "piecewise(2*h, h < 1 and p > 2, 3*h - 1)",
        "piecewise(h, 0 < p < 1/2, k, not (p == 1/2), 1)",
        "max(abs(h - p), p, k)*min(h, k)",
        "(1 - p)**n + p**(2*n - 1)",
        "max(1/h, p)",
        "piecewise(1/h, 1/h < p or k >= 1, p)",
    ],
)
def test_what_is_written_is_read_back(text: str) -> None:
    element = parse_element(text, Field.of(LETTERS), functions=True)
    assert parse_element(str(element), Field.of(LETTERS), functions=True) == element
    for letter in element.symbols:
        if is_kink(letter):
            assert definition(letter, LETTERS).name == letter.name


def test_what_numbers_decide_is_decided() -> None:
    for text, value in [("max(2, 3, 1)", "3"), ("abs(-2/3)", "2/3"), ("min(h, h + 1)", "h"), ("max(h)", "h")]:
        assert str(parse_element(text, Field.of(LETTERS), functions=True)) == value
    assert str(parse_element("piecewise(h, 1 < 2, p)", Field.of(LETTERS), functions=True)) == "h"


def test_one_function_has_one_name() -> None:
    one, other = (parse_element(t, Field.of(LETTERS), functions=True) for t in ("max(p, h, p)", "max(h, p)"))
    assert one == other
    assert lifted(Max(p, h)) == other.to_expr()
    assert str(lifted(Min(h, 3) + Abs(k - p))) == "abs(k - p) + min(3, h)"
    assert (
        str(lifted(Piecewise((h, p < k), (p, Ne(h, 1)), (3, True))))
        == "piecewise(h, k > p, p, not (h == 1), 3)"
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("foo(h)", "none of max, min, abs, piecewise, power"),
        ("abs(h, p)", "takes one argument"),
        ("piecewise(h, p)", "a value and a condition"),
        ("piecewise(h, p, k)", "a condition behind each value"),
        ("max(h, p < 1)", "a condition where a number"),
        ("max(h", "does not close the bracket"),
        ("h**k", "not a whole number"),
        ("power(h, n, 2)", "a base and an exponent"),
        ("+".join(f"abs(h - {i})" for i in range(40)), "more than 32 functions"),
        ("abs(" * 80 + "h" + ")" * 80, "nested more than 64 deep"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, told: str) -> None:
    with pytest.raises(ExpressionError, match=told):
        parse_element(text, Field.of(LETTERS), functions=True)


def test_functions_are_read_where_they_are_allowed_alone() -> None:
    with pytest.raises(ExpressionError):
        parse_element("max(h, p)", Field.of(LETTERS))
    with pytest.raises(ExpressionError):
        parse_condition("h < abs(p)", LETTERS)
    with pytest.raises(ExpressionError, match="end it with"):
        lifted(Piecewise((h, p < 1)))


def test_a_rate_is_integrated_so_it_takes_no_functions() -> None:
    text = """[belief]
"θ" = "Beta(1, 1)"
[loss]
a = "max(θ, 1/2)"
b = "1/2"
"""
    with pytest.raises(ExpressionError, match="which is no"):
        loads(text)


def test_branches_meet_on_the_border() -> None:
    f = Field.of(LETTERS).element
    kink = Kink("abs", (f(h - p),))
    assert kink.value(lambda c: True) == -kink.value(lambda c: False)
    assert made("power", (f(1 - p), f(3))) == f((1 - p) ** 3)
    assert made("power", (f(2 * p), f(-2))) == f(1 / (4 * p**2))
