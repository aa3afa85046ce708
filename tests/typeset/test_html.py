"""Answers as HTML: what a browser sets as one line stands in one line."""

from __future__ import annotations

import re

from sympy import Rational, symbols

from symdt import Belief
from symdt.typeset import html


def test_no_element_of_html_stands_in_words_of_mathematics() -> None:
    """A browser would set each of them on a line of its own."""
    eighth = Rational(1, 8)
    shown = html.belief(
        Belief({"{}": eighth, "{x1}": eighth, "{x1, y}": 2 * eighth, "rain & <b>": 4 * eighth}), given=False
    )
    assert not re.search(r"<mtext>[^<]*<(?!/mtext>)", shown)
    assert "<mi>∅</mi>" in shown
    assert "<msub><mi>x</mi><mn>1</mn></msub><mo>,</mo><mi>y</mi>" in shown
    assert "&lt;b&gt;" in shown


def test_a_line_may_end_before_a_sign_and_never_in_brackets_or_behind_one() -> None:
    """What is set is the same as in one piece, sign for sign."""
    p, q = symbols("p q")
    for whole, pieces in [
        (html.relation(-p / (p + q), ("<",), "x", ("≤",), (p + 1) * (q - 1)), 3),
        (html.breaking(p - q + 1), 3),
        (html.breaking(p), 1),
    ]:
        assert len(whole.split("<wbr>")) == pieces
        assert all(math.count("(</mo>") == math.count(")</mo>") for math in whole.split("<wbr>"))
        assert not re.search(r"[+−<≤]</mo></math>", whole)
