"""Answers as HTML: what a browser sets as one line stands in one line."""

from __future__ import annotations

import re

from sympy import Rational

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
