"""Numbers are shown as they were written: what is written reads back as the number, in every form."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational

from symdt import load_problem
from symdt.cli.make.draw import picture_of
from symdt.exact.language.numerals import answer, in_form, numeral, numerals
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
