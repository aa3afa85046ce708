"""The best amount along a letter is drawn from the record that proves it: every case, every threshold."""

from __future__ import annotations

import pytest
from sympy import Symbol

from symdt import best_amount, load_problem
from symdt.errors import DomainError
from symdt.formats.problem import loads
from symdt.show.picture import Line, Text
from symdt.show.plots.amount_along import best_along

KELLY = "examples/catalogue/amounts/kelly_1956.toml"
PAPERS = "examples/catalogue/amounts/whitin_1955_newsboy.toml"


def label(picture, role: str) -> list[str]:
    return [i.label.to_text() for i in picture.items if isinstance(i, Text) and i.role.startswith(role)]


def test_the_best_amount_along_a_letter_has_every_case_and_threshold() -> None:
    picture = best_along(load_problem(PAPERS), "c", point={"s": 10, "v": 1})
    assert label(picture, "threshold") == ["11/2"]
    assert len(label(picture, "formula")) == 2
    picture = best_along(load_problem(KELLY), "p", point={"b": 1})
    assert label(picture, "threshold") == ["1/2"]
    # the heights of the curves are those of the cases: 0 up to 1/2, then 2p - 1
    flat, steep = [i for i in picture.items if isinstance(i, Line) and i.role.startswith("amount")]
    assert len({y for _, y in flat.points}) == 1
    (x0, y0), (x1, y1) = steep.points[0], steep.points[-1]
    middle = steep.points[len(steep.points) // 2]
    assert middle[1] == pytest.approx(y0 + (middle[0] - x0) * (y1 - y0) / (x1 - x0))


def test_an_amount_that_is_a_root_is_drawn_too() -> None:
    text = """
format = 1
[parameters]
m = "1 < m < 4"
[amount]
letter = "q"
from = "0"
[belief]
low = "1/2"
high = "rest"
[loss]
low = "(q - 1)**4"
high = "(q - m)**2"
"""
    problem = loads(text)
    picture = best_along(problem, "m")
    (line,) = [i for i in picture.items if isinstance(i, Line) and i.role.startswith("amount")]
    assert len(line.points) == 121
    heights = [y for _, y in line.points]
    assert heights == sorted(heights)
    assert Symbol("q") in best_amount(problem).amount.of.free_symbols


def test_letters_without_a_value_are_named() -> None:
    with pytest.raises(DomainError, match="'b' has no value"):
        best_along(load_problem(KELLY), "p")
