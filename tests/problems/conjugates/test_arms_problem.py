"""Arms of unknown rates: every history counted in fractions, stopping, known arms, files."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, Symbol, symbols

from symdt import ArmsProblem, Domain, certify, decision_rule, load_problem, optimum_at
from symdt.errors import BudgetError, SymdtError
from symdt.exact.verdict import Proved
from symdt.formats.problem import dump, loads

FILE = Path("examples/catalogue/berry_1972_two_arms.toml")
a, c, t, h = symbols("a c θ η")


def best(laws, known, pulls: int, each: Fraction, scale: Fraction) -> Fraction:
    """The greatest expected sum over all histories, told as they come, none of them merged."""

    @cache
    def go(history: tuple[tuple[int, bool], ...]) -> Fraction:
        rates = []
        for i, law in enumerate(laws):
            wins = sum(1 for arm, won in history if arm == i and won)
            all_ = sum(1 for arm, _ in history if arm == i)
            rates.append(Fraction(law[0] + wins, law[0] + law[1] + all_))
        if known is not None:
            rates.append(known)
        stop = scale * max(rates) * (pulls - len(history)) if scale else None
        if len(history) == pulls:
            return Fraction(0)
        ways = [] if stop is None else [stop]
        for i, p in enumerate(rates):
            ways.append(-each + p * (1 + go((*history, (i, True)))) + (1 - p) * go((*history, (i, False))))
        return max(ways)

    return go(())


@given(
    st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), min_size=1, max_size=2),
    st.none() | st.fractions(0, 1, max_denominator=4),
    st.integers(1, 3),
    st.integers(0, 2),
)
@settings(max_examples=15, deadline=None, derandomize=True)
def test_every_history(laws, known, pulls, fee) -> None:
    letters = ["θ", "η"]
    arms = {f"arm{i}": (letters[i], law) for i, law in enumerate(laws)}
    if known is not None:
        arms["known"] = Rational(known.numerator, known.denominator)
    problem = ArmsProblem(arms, pulls, each=Rational(fee, 10), optimum="max")
    assert Fraction(str(optimum_at(problem).value)) == best(
        laws, known, pulls, Fraction(fee, 10), Fraction(0)
    )
    assert loads(dump(problem)) == problem


def test_stopping_with_the_better_treatment() -> None:
    """A trial: each patient costs 1/10 more in it; whoever stops gives the rest the treatment that looks better."""
    rest = {"all old": (3 - Symbol("n")) * t, "all new": (3 - Symbol("n")) * h}
    problem = ArmsProblem(
        {"old": ("θ", (1, 1)), "new": ("η", (1, 2))}, 3, rest, 1, Rational(1, 10), optimum="max"
    )
    assert Fraction(str(optimum_at(problem).value)) == best(
        ((1, 1), (1, 2)), None, 3, Fraction(1, 10), Fraction(1)
    )
    dear = ArmsProblem(problem.arms, 3, rest, 1, 5, optimum="max")
    assert optimum_at(dear).action == "all old"


def test_the_rule_in_letters_is_certified() -> None:
    problem = ArmsProblem(
        {"old": ("θ", (1, 1)), "new": ("η", (a, 1))}, 2, domain=Domain("a > 0"), optimum="max"
    )
    found = decision_rule(problem, "a")
    assert isinstance(certify(found), Proved)
    for x in (Rational(1, 3), 1, Rational(7, 5), 4):
        law = (Fraction(int(Rational(x).p), int(Rational(x).q)), Fraction(1))
        wanted = best(((Fraction(1), Fraction(1)), law), None, 2, Fraction(0), Fraction(0))
        assert Fraction(str(optimum_at(problem, a=x).value)) == wanted


def test_the_file_is_the_two_armed_trial() -> None:
    problem = load_problem(FILE)
    assert loads(dump(problem)) == problem
    found = optimum_at(problem, a=1)
    assert Fraction(str(found.value)) == best(((1, 1), (1, 1)), None, 3, Fraction(0), Fraction(0))
    assert found.ties == ("old", "new")


def test_one_arm_is_the_arm_of_bellman() -> None:
    """A known arm beside one unknown: the same switches as the sequence with stopping."""
    problem = ArmsProblem({"known": c, "new": ("θ", (1, 1))}, 2, domain=Domain("0 < c < 1"), optimum="max")
    rule = decision_rule(problem, "c")
    ends = {str(p.stop) for case in rule.cases for p in case.pieces if p.label.action == "new"}
    assert "5/9" in ends  # Bellman (1956), with two pulls


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: ArmsProblem({"a": Rational(1, 2)}, 2, optimum="max"), "a rate with a letter"),
        (
            lambda: ArmsProblem({"a": ("θ", (1, 1)), "b": ("θ", (1, 1))}, 2, optimum="max"),
            "letter of its own",
        ),
        (lambda: ArmsProblem({"a": ("n", (1, 1))}, 2, optimum="max"), "other than n"),
        (
            lambda: ArmsProblem({"a": ("θ", (1, 1))}, 2, {"a": t}, optimum="max"),
            "names both an arm and an action",
        ),
        (lambda: ArmsProblem({"a": ("θ", (1, 1))}, 0, optimum="max"), "from 1 on"),
        (
            lambda: ArmsProblem({"a": ("θ", (1, 1)), "b": ("η", (1, 1))}, 40, optimum="max"),
            "tables of counts",
        ),
        (lambda: ArmsProblem({"a": ("θ", (0, 1))}, 2, optimum="max"), "not positive"),
        (lambda: ArmsProblem({"a": ("θ", (1, 1)), "b": t}, 2, optimum="max"), "not known beforehand"),
        (lambda: ArmsProblem({"a": ("θ", (1, 1))}, 2, {"stop": 1 / t}, optimum="max"), "no polynomial"),
        (lambda: ArmsProblem({"a": (1, 2, 3)}, 2, optimum="max"), "an arm is"),
    ],
)
def test_what_is_refused(make, says: str) -> None:
    with pytest.raises(SymdtError, match=says):
        make()
    assert issubclass(BudgetError, SymdtError)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('new = "η"', 'new = "ζ"', "ζ"),
        ('new = "η"', 'new = "1/2"', "no arm has the rate 'η'"),
        ('"Beta(1, 1)"', '"Gamma(1, 1)"', "write 'Beta(a, b)'"),
        ("n = 3", 'n = "3"', "whole number"),
        ("n = 3", "m = 3", "unknown key 'm'"),
    ],
)
def test_slips_in_a_file(old: str, new: str, says: str) -> None:
    text = FILE.read_text()
    assert old in text
    with pytest.raises(SymdtError) as caught:
        loads(text.replace(old, new, 1))
    assert says in str(caught.value)


def test_letters_that_print_alike_are_refused() -> None:
    text = '[parameters]\n"λ" = "λ > 0"\nlambda = "lambda > 0"\n[belief]\na = "1"\n[loss]\nactions = ["x"]\na = ["lambda"]\n'
    with pytest.raises(SymdtError, match="'λ' and 'lambda' would be printed alike"):
        loads(text)
    assert loads(text.replace('lambda = "lambda > 0"\n', "").replace('["lambda"]', '["λ"]')).symbols
