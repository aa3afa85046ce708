"""The reader of expressions: what it reads, what it refuses, and that nothing hangs it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols, sympify

from symdt.errors import SymdtError
from symdt.exact.field import equal
from symdt.exact.formula import Condition, Formula
from symdt.exact.language.syntax import is_letter, parse, parse_condition, parse_statement
from tests.random_problems import LETTERS, affine

P, H, K = LETTERS
NAMES = ["p", "h", "k"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.17", Rational(17, 100)),
        ("1e-3", Rational(1, 1000)),
        (".5", Rational(1, 2)),
        ("5.", 5),
        ("2**3**2", 512),
        ("-2**2", -4),
        ("2**-1", Rational(1, 2)),
        ("--p", P),
        ("-+-p", P),
        ("p - h - k", P - H - K),
        ("p/h/k", P / H / K),
        ("p/(h*k)", P / (H * K)),
        ("2*(p + h)**2", 2 * (P + H) ** 2),
        (" 1 / 4 ", Rational(1, 4)),
        ("(p**2 - h**2)/(p - h)", P + H),
        ("((((p))))", P),
    ],
)
def test_what_it_reads(text: str, value) -> None:
    assert equal(parse(text, NAMES), value)


@settings(deadline=None, max_examples=100)
@given(affine(), affine().filter(lambda e: e != 0))
def test_it_reads_what_sympy_prints(top, bottom) -> None:
    assert equal(parse(str(top / bottom), NAMES), top / bottom)


@st.composite
def expressions(draw, depth: int = 3) -> str:
    """Texts of the language, at random."""
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from(["p", "h", "k", "1", "2.5", "0.17", "3", "7e-1"]))
    left, right = draw(expressions(depth - 1)), draw(expressions(depth - 1))
    form = draw(
        st.sampled_from(
            ["{} + {}", "{} - {}", "({})*({})", "({})/(1 + ({})**2)", "-({}) + {}", "({})**2 - {}"]
        )
    )
    return form.format(left, right)


@settings(deadline=None, max_examples=100)
@given(expressions())
def test_it_agrees_with_an_independent_reader(text: str) -> None:
    theirs = sympify(text, locals={"p": P, "h": H, "k": K}, rational=True)
    assert equal(parse(text, NAMES), theirs)


WRONG = [
    "", " ", "p +", "* p", "p p", "2p", "(p", "p)", "()", "p,h", "p = 1", "p != 1", "p ^ 2", "p ** h", "p ** 1.5",
    "p ** 65", "9**9**9**9", "p.real", "p[0]", "f(p)", "p(1)", "lambda: 0", "lambda x: x", "x", "oo", "nan", "I", "E",
    "pi", "zoo", "rest", "__import__('os')", "__class__", "p if h else k", "[p]", "{p}", "'p'", '"p"', "p;h", "p\\n",
    "1/0", "1/(p-p)", "p/(0*h)", "0**-1", "1e400", "1e-400", "1" * 400, "p < h", "min(p, h)", "p and h", "not p",
    "(" * 5000 + "p" + ")" * 5000, "-(" * 5000 + "p" + ")" * 5000, "2**" * 5000 + "2", "p\0", "ｐ", "p″", "1_000", "0x10",
    "True", "None", "@", "(p+h+k+1)**64*(p+h+k+1)**64", "p" * 30000, "+".join([f"1/(1+p+{i}*h)" for i in range(900)]),
    "*".join(["(1+p+h)"] * 900), "((2**64)**64)**64", "...", "p..real", "1.2.3", "1e", "1e+", "0.1.p", "¼",
]  # fmt: skip


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_what_it_refuses_in_one_line_and_at_once(text: str) -> None:
    begin = time.process_time()
    with pytest.raises(SymdtError) as caught:
        parse(text, NAMES)
    assert time.process_time() - begin < 3
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def refusal(read, *arguments) -> str:
    """The error's line, or nothing where the text is read."""
    try:
        read(*arguments)
    except SymdtError as error:
        return str(error)
    return ""


@settings(deadline=None, max_examples=400)
@given(st.text(st.sampled_from("phk0123456789.+-*/()<>=, eE\n_x[]{}'\"\\andorotmis"), max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert "\n" not in refusal(parse, text, NAMES)
    assert "\n" not in refusal(parse_condition, text, NAMES)
    assert "\n" not in refusal(parse_statement, text)


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=40))
def test_any_unicode_is_read_or_refused(text: str) -> None:
    assert "\n" not in refusal(parse, text, NAMES)
    assert "\n" not in refusal(parse_statement, text)


def test_conditions_and_chains() -> None:
    assert parse_condition("0 < p < 1/4", NAMES) == (Condition.of(P, ">"), Condition.of(1 - 4 * P, ">"))
    assert parse_condition("p >= h == k", NAMES) == (Condition.of(P - H, ">="), Condition.of(H - K, "=="))
    for wrong in ("p", "p < 1/h", "p < h and h < k", "p <", "p != 1", "p < (h < k)", "(p < h) + 1", "p => h"):
        with pytest.raises(SymdtError):
            parse_condition(wrong, NAMES)


def test_statements() -> None:
    statement = parse_statement("p > 0 and h > 0 implies min(p, h) > 0")
    assert isinstance(statement, Formula)
    assert statement.op == "implies"
    for wrong in (
        "p",
        "p and h",
        "min(p)",
        "p > 0 implies h",
        "min() > 0",
        "min(p, h",
        "1/min(p,h) > 0",
        "max",
    ):
        with pytest.raises(SymdtError):
            parse_statement(wrong)


@pytest.mark.parametrize(
    "name", ["pi", "oo", "nan", "zoo", "rest", "and", "iff", "min", "1p", "p q", "", "p.q", 3]
)
def test_names_that_are_no_parameters(name) -> None:
    assert not is_letter(name)


@pytest.mark.parametrize("name", ["p", "l01", "α", "λ", "lambda", "E", "I", "P_1", "S", "N", "Q", "beta"])
def test_names_that_are_parameters(name: str) -> None:
    assert is_letter(name)
    assert str(parse(f"2*{name} + 1", [name])) == f"2*{name} + 1"


def test_greek_letters_and_words_of_other_languages_are_letters() -> None:
    from symdt import Belief, DecisionProblem, Domain, LossTable, certify, decision_rule

    letters = symbols("λ lambda E I")
    lam, word, e, i = letters
    loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, e * word], [i, 0]])
    domain = Domain("0 < λ < 1", "lambda > 0", "E > 0", "I > 0")
    problem = DecisionProblem(loss, Belief({"well": 1 - lam, "sick": lam}), domain)
    rule = decision_rule(problem, "λ")
    assert rule({"λ": "1/2", "lambda": 1, "E": 1, "I": 2}) == "treat"
    assert str(certify(rule)).startswith("proved")
