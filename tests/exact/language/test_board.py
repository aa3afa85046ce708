"""Expressions as on a board: what is written is read back as the same, a positive term is first, factors are collected."""

from __future__ import annotations

import random

import pytest
from sympy import QQ, Max, Rational, cancel, symbols

from symdt.exact.language.board import board, tidy
from symdt.exact.language.syntax import parse

a, b, c, f, p, s, R = LETTERS = symbols("a b c f p s R")


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ((-100 * c + 100 * s) / s, "100*(s - c)/s"),
        (R - R * f, "R*(1 - f)"),
        (-15 * R * p + 5 * R, "5*R - 15*R*p"),
        ((f - f * p) / p, "f*(1 - p)/p"),
        (-1 / (p - 1), "1/(1 - p)"),
        ((2 * p - 3) / (p - 1), "(3 - 2*p)/(1 - p)"),
        (c / 59 + Rational(17, 59), "(c + 17)/59"),
        (-2 * a - 2 * b, "-2*(a + b)"),
        ((4 * a - 4 * b) / 6, "2*(a - b)/3"),
        (2 * a**2 / 9 - 4 * a / 9 + Rational(2, 9), "2*(a - 1)**2/9"),
        (1 - f - p + f * p, "(1 - f)*(1 - p)"),
        (Max(-c, 110 - c - 180 * p), "Max(-c, 110 - c - 180*p)"),
        (a * (b - 1), "a*(b - 1)"),
    ],
)
def test_what_stands_on_the_board(expression, text) -> None:
    assert board(expression) == text


def polynomial(chance: random.Random):
    letters = chance.sample(LETTERS, 3)
    terms = [
        chance.randint(-6, 6) * chance.choice(letters) ** chance.randint(0, 2) * x for x in (1, *letters)
    ]
    return sum(terms) * chance.choice([1, 1, chance.choice(letters)])


def test_what_is_written_is_read_back_as_the_same() -> None:
    chance = random.Random(1998)
    same = QQ.frac_field(*LETTERS).from_sympy  # in lowest terms
    for _ in range(150):
        above, below = polynomial(chance), polynomial(chance)
        if below == 0:
            continue
        for expression in (above, above / chance.randint(1, 9), above / below, cancel(above / below)):
            back = parse(board(expression), [x.name for x in LETTERS])
            assert same(back) == same(expression), expression


def test_tidying_twice_is_tidying_once() -> None:
    chance = random.Random(7)
    for _ in range(60):
        once = tidy(polynomial(chance) / chance.choice([1, 7, p, 1 - p]))
        assert board(once) == board(tidy(once))
