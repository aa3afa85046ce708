"""What each amount earns is drawn from the record that proves the best one."""

from __future__ import annotations

import pytest
from sympy import Rational, log

from symdt import best_amount, load_problem
from symdt.errors import DomainError
from symdt.show.picture import Line, Text
from symdt.show.plots.payoff import payoff_curve
from symdt.show.writers import rendered

KELLY = "examples/catalogue/amounts/kelly_1956.toml"
PAPERS = "examples/catalogue/amounts/whitin_1955_newsboy.toml"


def label(picture, role: str) -> list[str]:
    return [i.label.to_text() for i in picture.items if isinstance(i, Text) and i.role.startswith(role)]


def curve(picture, role: str):
    return next(i for i in picture.items if isinstance(i, Line) and i.role.startswith(role))


def test_the_payoff_is_highest_at_the_mark() -> None:
    for file, point, best in (
        (KELLY, {"p": "3/5", "b": 1}, "1/5"),
        (PAPERS, {"c": 4, "s": 10, "v": 1}, "100"),
    ):
        picture = payoff_curve(load_problem(file), point=point)
        assert label(picture, "best amount") == [best]
        top = max(y for _, y in curve(picture, "payoff").points)
        (dot,) = [i for i in picture.items if i.role == "best"]
        assert dot.centre[1] == pytest.approx(top, abs=0.02)
    assert [i.role for i in picture.items if i.role.startswith("kink")] == ["kink 50"]
    assert rendered(picture, ".svg") == rendered(payoff_curve(load_problem(PAPERS), point=point), ".svg")


def test_where_all_may_be_lost_the_curve_ends() -> None:
    points = curve(payoff_curve(load_problem(KELLY), point={"p": "3/5", "b": 1}), "payoff").points
    assert len(points) == 120  # the stake of all one has, worth log 0, is no point
    value = best_amount(load_problem(KELLY), {"p": "3/5", "b": 1}).value
    assert value == 3 * log(Rational(6, 5)) / 5 + 2 * log(Rational(4, 5)) / 5


def test_letters_without_a_value_are_named() -> None:
    with pytest.raises(DomainError, match="has no value"):
        payoff_curve(load_problem(KELLY), point={"b": 1})
