"""No label breaks a format, and what is written about an expression has its value."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Add, Integer, Max, Min, Mul, Rational, Symbol, symbols

from symdt.show.label import Label
from symdt.show.picture import Picture, Text
from symdt.show.writers.svg import to_svg
from symdt.typeset import formulas, metrics, names
from symdt.typeset.latex import to_latex
from symdt.typeset.mathml import name_mathml, to_mathml

NASTY = [
    "rain & wind",
    "x < y > z",
    "under_score",
    "back\\slash",
    'it\'s "quoted"',
    "$dollar$ $",
    "100%",
    "#hash ^caret ~tilde",
    "{brace",
    "}",
    "\\frac{1}{2}",
    "<b>bold</b> &amp;",
    "日本語 😀",
    "a\x00b\n\tc",
    "-",
    "",
    "{}",
    "{X2,X_3}",
    "{&,<}",
    "{a#b,50%,_,$}",
    "x" * 200,
    "ν20",
]


@pytest.mark.parametrize("label", NASTY)
def test_nasty_labels_in_every_text_format(label):
    assert Label.of(label).size(8.0)[0] >= 0
    ElementTree.fromstring(to_svg(Picture((Text((0, 0), Label.of(label)),), title=label)))
    ElementTree.fromstring(f"<p>{names.to_html(label)}</p>")
    ElementTree.fromstring(f"<math>{name_mathml(names.clean(label))}</math>")
    assert len(names.cut(label)) <= names.MAX_LABEL
    assert "\n" not in names.to_latex(label)
    assert balanced(names.to_latex(label))


@given(st.text(max_size=60))
@settings(max_examples=150, deadline=None)
def test_any_text_is_drawn_and_marked_up(label):
    box = Label.of(label).box
    assert all(metrics.is_known(c, run.is_italic) for run in box.runs for c in run.text)  # no missing glyph
    ElementTree.fromstring(to_svg(Picture((Text((0, 0), Label.of(label), role=label),), label, label)))
    ElementTree.fromstring(f"<p>{names.to_html(label)}</p>")
    assert balanced(names.escape_tex(names.clean(label)))


def balanced(tex):
    """Braces that are not escaped open and close in order."""
    depth, escaped = 0, False
    for c in tex:
        if escaped:
            escaped = False
        elif c == "\\":
            escaped = True
        elif c in "{}":
            depth += 1 if c == "{" else -1
            if depth < 0:
                return False
    return depth == 0


@pytest.mark.parametrize(
    ("label", "latex"),
    [
        ("a23", "a_{23}"),
        ("M_3", "M_{3}"),
        ("l01", "l_{01}"),
        ("tau", r"\tau"),
        ("alpha_1", r"\alpha_{1}"),
        ("ν2", r"\nu_{2}"),
        ("M1_2", "M^{1}_{2}"),
        ("take", r"\text{take}"),
        ("PE", r"\text{PE}"),
        ("{}", r"\emptyset"),
        ("{X2,X3}", r"\{X_{2}, X_{3}\}"),
    ],
)
def test_names_are_mathematics(label, latex):
    assert names.to_latex(label) == latex


# --- MathML has the value of its expression: read it back by another road -------------------

p, h, k = symbols("p h k")
small = st.integers(-5, 5)
monomials = st.tuples(small, st.integers(0, 2), st.integers(0, 2), st.integers(0, 1)).map(
    lambda t: t[0] * p ** t[1] * h ** t[2] * k ** t[3]
)
polynomials = st.lists(monomials, min_size=1, max_size=4).map(lambda terms: Add(*terms))
fractions = st.tuples(polynomials, polynomials).filter(lambda t: t[1] != 0).map(lambda t: t[0] / t[1])
expressions = st.one_of(
    polynomials,
    fractions,
    st.tuples(polynomials, st.integers(1, 7)).map(lambda t: t[0] / t[1]),
    st.tuples(polynomials, fractions).map(lambda t: Min(*t, evaluate=False)),
    st.tuples(polynomials, fractions).map(lambda t: Max(*t, evaluate=False)),
    st.tuples(polynomials, polynomials).map(lambda t: Mul(*t)),
)


def value(node, point):
    """The value of a MathML element, as a reader would take it."""
    kids = list(node)
    if node.tag in ("math", "mrow"):
        return row(kids, point)
    if node.tag == "mn":
        return Fraction(node.text)
    if node.tag == "mi":
        return point[node.text]
    if node.tag == "mfrac":
        return value(kids[0], point) / value(kids[1], point)
    if node.tag == "msup":
        return value(kids[0], point) ** int(value(kids[1], point))
    raise AssertionError(node.tag)


def row(kids, point):
    if len(kids) > 1 and kids[0].tag == "mi" and kids[0].text in ("min", "max"):
        arguments, current = [], []
        for kid in kids[2:-1]:
            if kid.tag == "mo" and kid.text == ",":
                arguments.append(row(current, point))
                current = []
            else:
                current.append(kid)
        arguments.append(row(current, point))
        return (min if kids[0].text == "min" else max)(arguments)
    if kids[0].tag == "mo" and kids[0].text == "(":
        return row(kids[1:-1], point)
    total, sign, product = Fraction(0), 1, None
    for kid in kids:
        if kid.tag == "mo":
            if product is not None:
                total, product = total + sign * product, None
            sign = -1 if kid.text == "−" else 1
        else:
            product = value(kid, point) * (1 if product is None else product)
    return total + sign * product


@given(expressions, st.tuples(*[st.builds(Fraction, st.integers(1, 9), st.integers(1, 9))] * 3))
@settings(max_examples=200, deadline=None)
def test_mathml_has_the_value_of_the_expression(expr, at):
    point = dict(zip("phk", at, strict=True))
    exact = {s: Rational(v.numerator, v.denominator) for s, v in zip((p, h, k), at, strict=True)}
    expected = expr.subs(exact).doit()
    if not expected.is_finite:
        return
    try:
        found = value(ElementTree.fromstring(to_mathml(expr)), point)
    except ZeroDivisionError:
        return
    assert Rational(found.numerator, found.denominator) == expected


@given(expressions)
@settings(max_examples=100, deadline=None)
def test_formulas_are_set(expr):
    assert Label.math(formulas.formula(expr)).size(8.0)[0] > 0
    assert balanced(formulas.formula(expr))


@given(fractions)
@settings(max_examples=100, deadline=None)
def test_tidying_keeps_the_value(expr):
    from symdt.exact.field import equal

    assert equal(formulas.tidy(expr), expr)


def test_latex_of_what_has_none_is_an_error():
    from symdt.errors import SymdtError

    with pytest.raises(SymdtError, match="no LaTeX form"):
        to_latex(object())


def test_a_sum_starts_with_a_positive_term():
    assert formulas.formula(5 * k - 15 * k * p) == "5 k - 15 k p"
    assert formulas.formula(-p - 1) == "- p - 1"
    assert formulas.formula(Integer(-3) * Symbol("l01")) == "- 3 l_{01}"


def test_words_have_a_sign_between_factors_in_mathml() -> None:
    dose, weight, p = symbols("dose toxicity_weight p")
    assert (
        "<mn>27</mn><mo>·</mo><mi>dose</mi><mo>·</mo><msub><mi>toxicity</mi><mi>weight</mi></msub>"
        in to_mathml(27 * dose * weight)
    )
    assert "·" not in to_mathml(27 * p**2 + 3 * p)


def test_digits_below_the_line_are_an_index_in_figures_and_in_tex():
    assert Label.of("δ₀").to_tex() == r"$\delta_{0}$"
    label = Label.of("δ₁ – nichts tun")
    assert "▯" not in label.box.text
    assert label.to_tex() == r"$\delta$$_{1}$ – nichts tun"
