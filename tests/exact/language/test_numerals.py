"""Numbers are shown as they were written: what is written reads back as the number, in every form."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational, Symbol, sqrt

from symdt import load_problem
from symdt.cli.make.draw import picture_of
from symdt.exact.language.board import board
from symdt.exact.language.numerals import answer, as_written, in_form, numeral, numerals
from symdt.formats.problem import loads


@given(st.fractions(max_denominator=10**6))
def test_every_form_reads_back_as_the_number(value):
    exact = Rational(value.numerator, value.denominator)
    known = {abs(exact): str(abs(value))}
    texts = [in_form(exact), in_form(exact, "decimal"), in_form(exact, "fraction"), answer(exact)]
    for text in (*texts, numeral(exact), numeral(exact, known)):
        assert Fraction(text.replace("−", "-")) == value


def test_large_decimals_lose_no_digit():
    assert in_form(Rational("12345678901234567890.5")) == "12345678901234567890.5"


def test_names_powers_and_words_are_no_numerals():
    stated = {"title": "of 7.5", "x": ["a0.5", "x2/3", "p**1/2", "1.5e3", "h/2", "0.25*p", "1 / 3"], "n": 7}
    assert list(numerals(stated).values()) == ["0.25", "1/3"]


def test_an_expression_is_stated_in_one_form():
    v, known = Symbol("v"), numerals(["0.17", "0.25*v", "1/8", "3/5", "0.6"])
    assert board(as_written(-v / 5 + Rational(1, 4), known)) == "0.25 - 0.2*v"
    assert as_written(v / 8, known) == v / 8
    assert as_written(v / 5 + Rational(1, 3), known) == v / 5 + Rational(1, 3)
    assert as_written(sqrt(v) / 5, known) == sqrt(v) / 5
    assert as_written(v / 5, {}) == v / 5
    assert numeral(Rational(3, 5), known) == "0.6"  # written both ways


FILE = """
optimum = "max"
[parameters]
x = "0 < x < 0.25"
[tree]
root = "d"
[tree.decision.d]
go = "c"
stay = "10.3*x"
[tree.chance.c]
a = [{share}, "10.3"]
b = ["0.17", "2"]
e = ["rest", "0"]
"""


@pytest.mark.parametrize(("share", "rest"), [('"0.5"', "0.33"), ('"1/2"', "0.33"), ("0.50", "0.33")])
def test_a_tree_shows_what_the_file_says(share, rest):
    problem = loads(FILE.format(share=share))
    said = [t.label.to_text() for t in picture_of(problem).texts()]
    for text in (f"[{share.strip(chr(34))}]", "[0.17]", f"[{rest}]", "10.3", "10.3 x"):
        assert any(text in s for s in said), (text, said)
    assert "for 0 < x < 0.25" in said
    assert problem.at(x="1/8").numerals == problem.numerals
    assert problem == loads(FILE.format(share='"1/2"'))


def test_the_texaco_tree_is_that_of_the_book():
    said = " ".join(
        t.label.to_text()
        for t in picture_of(load_problem("examples/catalogue/clemen_1991_texaco.toml")).texts()
    )
    for number in ("[0.17]", "[0.5]", "[0.33]", "[0.2]", "[0.3]", "10.3", "114/25 = 4.56"):
        assert number in said
    assert "1/2" not in said
