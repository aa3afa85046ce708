"""The notation: one source, three ways to read it, and errors that say what is wrong."""

from __future__ import annotations

import pytest

from symdt.errors import ExpressionError
from symdt.typeset.notation import Notation


@pytest.mark.parametrize(
    ("source", "text", "tex"),
    [
        ("`a^i_{2^{q_i}-1}`", "a_{2^{q_i}−1}^i", r"$a_{2^{q_{i}}-1}^{i}$"),
        ("`{a_0, a_j} ⊎ {a_0, a_l}`", "{a_0, a_j} ⊎ {a_0, a_l}", r"$\{a_{0},a_{j}\}\uplus\{a_{0},a_{l}\}$"),
        ("`Π_i` is no `∏_i`", "Π_i is no ∏_i", r"$\Pi_{i}$ is no $\displaystyle \prod_{i}$"),
        ("`-2 log r < χ^2`", "−2 log r < χ^2", r"$-2\log r<\chi^{2}$"),
        ("`2 log r = -G^2`", "2 log r = −G^2", r"$2\log r=-G^{2}$"),
        ("`frac{l_{01}p}{l_{10}q}`", "l_01 p/(l_10 q)", r"$\displaystyle \frac{l_{01}p}{l_{10}q}$"),
        ("`θ ~ D(1, …, 1)`", "θ ~ D(1, …, 1)", r"$\theta\sim D(1,\ldots,1)$"),
        ("50% of “it” & _more_", "50% of “it” & _more_", r"50\% of ``it'' \& \_more\_"),
    ],
)
def test_text_and_tex(source: str, text: str, tex: str) -> None:
    assert Notation(source).to_text() == text
    assert Notation(source).to_tex() == tex


def test_mathml_has_limits_and_fractions() -> None:
    found = Notation("`∏_{j=1}^q frac{a}{b}`").to_html()
    assert found.startswith("<math><mrow><munderover><mo>∏</mo>")
    assert "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>" in found
    assert (
        Notation("a < b & `a < b`").to_html()
        == "a &lt; b &amp; <math><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></math>"
    )


@pytest.mark.parametrize(
    ("source", "message"),
    [("`a", "odd number"), ("`_a`", "begins with"), ("`a_{b`", "not closed"), ("`☃`", "no sign")],
)
def test_errors_say_what_is_wrong(source: str, message: str) -> None:
    with pytest.raises(ExpressionError, match=message):
        Notation(source).to_text()


def test_words_of_a_stranger_are_one_line_of_tex() -> None:
    written = Notation("a\n\nb \x07 c\u2029d e\u0301 <x> | ^").to_tex()
    assert written == (
        r"a  b \textvisiblespace{} c d é \textless{}x\textgreater{} \textbar{} \textasciicircum{}"
    )
