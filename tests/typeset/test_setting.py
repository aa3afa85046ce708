"""The line that is set: every character known, widths as the font has them, nothing lost."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Abs, Max, Min, Piecewise, Pow, sqrt, symbols

from symdt.typeset import formulas, metrics, setting

p, h, k = symbols("p h k")


def test_the_metrics_are_those_of_the_font():
    import matplotlib
    from matplotlib.ft2font import FT2Font, LoadFlags

    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    for is_italic, file in ((False, "STIXGeneral.ttf"), (True, "STIXGeneralItalic.ttf")):
        font = FT2Font(str(folder / file))
        font.set_size(1000, 72)
        for character in "aZ09 αβ≤−(1pkγ":
            if metrics.is_known(character, is_italic):
                glyph = font.load_char(ord(character), flags=LoadFlags.NO_HINTING)
                assert metrics.advance(character, is_italic) == pytest.approx(
                    glyph.linearHoriAdvance / 65536, abs=1.5
                )


expressions = st.sampled_from(
    [
        p,
        2 * k / (4 * h + 3 * k),
        sqrt(4 * h + 1) - 1,
        Max(p, 1 - h),
        Min(k * p**2, h / 3, 5),
        (1 - p) ** 2 * (1 - h),
    ]
)


@given(st.lists(expressions, min_size=1, max_size=3))
@settings(max_examples=40, derandomize=True, deadline=None)
def test_formulas_keep_their_digits_and_letters(parts):
    for part in parts:
        box = setting.math(formulas.formula(part))
        shown = box.text.replace("−", "-")
        for symbol in part.free_symbols:
            assert str(symbol) in shown
        assert all(metrics.is_known(c, r.is_italic) for r in box.runs for c in r.text)
        assert max(r.x + r.width for r in box.runs) <= box.width + 1e-9
        assert min(r.x for r in box.runs) >= -1e-9


def test_an_index_is_never_smaller_than_five_points_in_type_of_seven():
    box = setting.math(r"\frac{a_{1}^{2}}{b_{c_{3}}}")
    assert min(r.size for r in box.runs) * 7.0 >= 5.0


def test_what_is_not_known_is_set_by_its_name():
    assert setting.math(r"\unheard{x}").text == "unheardx"
    for broken in ("{", "}", "^", "_{", r"\frac{1}", r"\left(", r"\sqrt[", r"\text{a"):
        setting.math(broken)


@pytest.mark.parametrize(
    ("power", "tex"),
    [
        (Max(p - 1, 0) ** 2, r"\max\left\{0, p - 1\right\}^{2}"),
        (3 / Min(p, h) ** 2, r"\frac{3}{\min\left\{h, p\right\}^{2}}"),
        (Abs(p - h) ** 3, r"\left|{h - p}\right|^{3}"),
        (Max(p, h) ** k, r"\max\left\{h, p\right\}^{k}"),
        (
            Pow(Piecewise((1, p > h), (p, True)), 2, evaluate=False),
            r"\left(\begin{cases} 1 & \text{for}\: h < p \\p & \text{otherwise} \end{cases}\right)^{2}",
        ),
    ],
)
def test_a_power_of_a_kink_is_set(power, tex):
    assert formulas.as_it_stands(power) == tex
