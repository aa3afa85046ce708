"""Conjugate sampling: predictive laws against integrals of polynomials, and decisions against all histories in fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, integrate, rf, symbols

from symdt import SamplingProblem, certify, decision_rule, load_problem, optimum_at
from symdt.errors import BudgetError, DomainError, ProbabilityError, SymdtError, TableError
from symdt.exact.field import equal
from symdt.exact.verdict import Proved
from symdt.formats.problem import dump, loads
from symdt.problems.conjugates.rate_laws import Dirichlet, Gamma

t, a, b = symbols("θ a b")
LOT = "examples/catalogue/raiffa_schlaifer_1961_lot.toml"
ARM = "examples/catalogue/bellman_1956_unknown_arm.toml"


@pytest.mark.parametrize("n", [1, 2, 4])
def test_the_predictive_law_is_an_integral(n: int) -> None:
    """Beta(2, 3): P(x) = ∫ C(n, x) θ^x (1 − θ)^(n − x) · 12 θ (1 − θ)² dθ."""
    density = 12 * t * (1 - t) ** 2
    for x, (label, p, law) in zip(range(n, -1, -1), Dirichlet(("θ",), (2, 3)).outcomes(n), strict=True):
        weight = comb(n, x) * t**x * (1 - t) ** (n - x) * density
        assert label == f"{x} of {n}"
        assert p == integrate(weight.expand(), (t, 0, 1))
        mean = integrate((t**2 * weight).expand(), (t, 0, 1)) / p
        assert law.mean(t**2) == mean


def test_letters_are_kept() -> None:
    law = Dirichlet(("θ",), (a, b))
    assert equal(sum(p for _, p, _ in law.outcomes(4)), 1)
    assert equal(law.mean(t * (1 - t)), a * b / ((a + b) * (a + b + 1)))
    three = Dirichlet(("x", "y", "z"), (a, b, 1))
    assert len(three.outcomes(3)) == 10
    assert equal(sum(p for _, p, _ in three.outcomes(3)), 1)
    x, y = symbols("x y")
    assert equal(three.mean(x * y), a * b / ((a + b + 1) * (a + b + 2)))


def test_a_gamma_rate_by_its_generating_function() -> None:
    """Gamma(2, b) seen for 1: P(x) = (x + 1) (b/(b + 1))² (1/(b + 1))^x, and the tail is what is left over."""
    law = Gamma("θ", 2, b)
    outcomes = law.outcomes(1, most=3)
    for x, (_, p, after) in enumerate(outcomes[:-1]):
        assert equal(p, (x + 1) * (b / (b + 1)) ** 2 * (1 / (b + 1)) ** x)
        assert equal(after.mean(t), (2 + x) / (b + 1))
    # the law of total expectation holds through the open end
    assert equal(sum(p * after.mean(t**2) for _, p, after in outcomes), law.mean(t**2))
    assert equal(sum(p for _, p, _ in outcomes), 1)


def test_a_gamma_rate_whose_shape_is_no_whole_number() -> None:
    """Exact where (rate/(rate + n))^shape is: against the Gamma function, by total expectation, with a letter in it."""
    law = Gamma("θ", Rational(3, 2), 1)
    outcomes = law.outcomes(3, most=4)
    for x, (_, p, after) in enumerate(outcomes[:-1]):
        told = Rational(1, 8) * rf(Rational(3, 2), x) / factorial(x) * Rational(3, 4) ** x
        assert p == told
        assert after.mean(t) == (Rational(3, 2) + x) / 4
    assert sum(p * after.mean(t**2) for _, p, after in outcomes) == law.mean(t**2) == Rational(15, 4)
    with_letter = Gamma("θ", Rational(1, 2), b**2 / (1 - b**2))
    assert equal(with_letter.outcomes(1, most=1)[0][1], b)
    assert equal(Gamma("θ", b, 2).mean(t**2), b * (b + 1) / 4)
    for shape, rate, n in ((Rational(1, 2), 1, 1), (Rational(1, 3), 1, 3), (b, 1, 1), (Rational(1, 2), b, 3)):
        with pytest.raises(DomainError, match="not rational in the letters") as caught:
            Gamma("θ", shape, rate).outcomes(n)
        assert "\n" not in str(caught.value)
    with pytest.raises(DomainError, match="positive"):
        Gamma("θ", 0, 1)


def test_the_worth_of_counts_with_half_a_shape() -> None:
    """The open end of the counts is exact: the sum over two hundred counts in fractions stays below it, by less than its tail."""
    problem = SamplingProblem(
        Gamma("θ", Rational(1, 2), 1), {"risk": t, "insure": Rational(3, 5)}, sizes=(3, 8), optimum="min"
    )
    for n, nothing in ((3, Fraction(1, 2)), (8, Fraction(1, 3))):
        # a count x is insured against once (1/2 + x)/(1 + n) passes 3/5; above the last count risk is what is left over
        p, left, spent = nothing, Fraction(1, 2), Fraction(0)
        for x in range(200):
            mean = (Fraction(1, 2) + x) / (1 + n)
            left, spent = left - p * mean, spent + p * min(mean, Fraction(3, 5))
            p *= Fraction(n, n + 1) * (Fraction(1, 2) + x) / (x + 1)
        value = optimum_at(problem).values[f"sample {n}"]
        assert (
            0
            <= value - Rational(spent.numerator, spent.denominator)
            < Rational(left.numerator, left.denominator)
        )
        assert value < Rational(1, 2)


@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 3), st.integers(0, 40), st.booleans())
@settings(max_examples=12, deadline=None)
def test_accepting_a_lot_by_all_histories(alpha: int, beta: int, n: int, fee: int, sequential: bool) -> None:
    each = Fraction(fee, 10)
    problem = SamplingProblem(
        Dirichlet(("θ",), (alpha, beta)),
        {"accept": 100 * t, "reject": 30},
        (n,),
        Rational(fee, 10),
        0,
        sequential,
        optimum="min",
    )

    def act(good: int, bad: int) -> Fraction:
        return min(100 * Fraction(alpha + bad, alpha + beta + good + bad), Fraction(30))

    @cache
    def stop_or_go(bad: int, good: int) -> Fraction:
        if good + bad == n:
            return act(good, bad)
        p = Fraction(alpha + bad, alpha + beta + good + bad)
        return min(act(good, bad), each + p * stop_or_go(bad + 1, good) + (1 - p) * stop_or_go(bad, good + 1))

    if sequential:
        wanted = stop_or_go(0, 0)
    else:
        total = n * each
        for history in product((0, 1), repeat=n):
            weight, bad = Fraction(1), 0
            for i, item in enumerate(history):
                p = Fraction(alpha + bad, alpha + beta + i)
                weight *= p if item else 1 - p
                bad += item
            total += weight * act(n - bad, bad)
        wanted = min(act(0, 0), total)
    assert Fraction(str(optimum_at(problem).value)) == wanted
    assert loads(dump(problem)) == problem


def test_the_lot_in_letters() -> None:
    """Behind every outcome the switch is at the posterior mean, (a + x)/(a + b + n), as published."""
    lot = load_problem(LOT)
    assert loads(dump(lot)) == lot
    rule = decision_rule(lot.at(c=Rational(1, 2)), "r")
    assert isinstance(certify(rule), Proved)
    # items that cost nothing are never worse than items that cost something
    for r in (Rational(100 * (1 + x), 5 + n) for n in (2, 5) for x in range(n + 1)):
        assert optimum_at(lot, r=r, c=0).value <= optimum_at(lot, r=r, c=1).value
    # without a sample the switch is at the prior mean, 20; behind x bad of n at (1 + x)/(5 + n)
    plain = SamplingProblem(lot.prior, lot.payoffs, (1,), 100, domain=lot.domain, optimum="min")
    assert optimum_at(plain, r=20, c=50).ties == ("accept", "reject")
    for n in (2, 5):
        for x in range(n + 1):
            behind = lot.tree.child(f"sample {n}").child(f"{x} of {n}")
            assert behind.child("accept").value == Rational(100 * (1 + x), 5 + n)


def test_an_unknown_arm_by_all_histories() -> None:
    arm = load_problem(ARM)

    def best(s: int, f: int, left: int, k: Fraction) -> Fraction:
        if left == 0:
            return Fraction(0)
        p = Fraction(1 + s, 2 + s + f)
        pull = p * (1 + best(s + 1, f, left - 1, k)) + (1 - p) * best(s, f + 1, left - 1, k)
        known = k + best(s, f, left - 1, k)  # going back to the unknown arm is allowed here, and never pays
        return max(pull, known)

    for k in (
        Fraction(1, 10),
        Fraction(1, 2),
        Fraction(5, 9),
        Fraction(14, 24),
        Fraction(3, 5),
        Fraction(9, 10),
    ):
        assert Fraction(str(optimum_at(arm, k=Rational(str(k))).value)) == best(0, 0, 3, k)
    two = loads(Path(ARM).read_text().replace("3 - n", "2 - n").replace("n = 3", "n = 2"))
    assert optimum_at(two, k=Rational(5, 9)).ties == ("known", "sample")  # exactly as good at 5/9


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"Beta(1, 4)"', '"Beta(1)"', "write θ = 'Beta(a, b)'"),
        ('"Beta(1, 4)"', '"Gamma(2, 1)"', "a Gamma law is sampled by 'poisson'"),
        ('"Beta(1, 4)"', '"Beta(0 - r, 4)"', "not positive"),
        ("n = [2, 5]", 'n = "2"', "give a whole number"),
        ("n = [2, 5]", "n = [0]", "use 1 to 90"),
        ("n = [2, 5]", "m = [2, 5]", "unknown key 'm'"),
        ('each = "c"', 'each = "c"\nreward = "1"', "is for a sequence"),
        ('each = "c"', 'each = "c"\nsequential = 1', "write true or false"),
        ('accept = "100*θ"', 'accept = "100/θ"', "is no polynomial in θ"),
        ('"θ" = "Beta(1, 4)"', '"r" = "Beta(1, 4)"', "cannot name an unknown rate"),
        ("[loss]", "[lotss]", "unknown key 'lotss'"),
        ("[experiment.inspect]", "[experiment.inspect]\n[experiment.other]", "needs one [experiment.NAME]"),
    ],
)
def test_what_is_refused(old: str, new: str, words: str) -> None:
    with open(LOT) as file:
        text = file.read()
    assert old in text
    with pytest.raises(SymdtError) as caught:
        loads(text.replace(old, new, 1))
    assert words in str(caught.value)


def test_sampling_problems_that_are_none() -> None:
    law = Dirichlet(("θ",), (1, 1))
    with pytest.raises(TableError, match="no actions"):
        SamplingProblem(law, {}, optimum="max")
    with pytest.raises(TableError, match="drawn at once"):
        SamplingProblem(Gamma("θ", 1, 1), {"x": t}, is_sequential=True, optimum="max")
    with pytest.raises(TableError, match="named 'sample 1', as sampling is"):
        SamplingProblem(law, {"sample 1": t}, optimum="max")
    with pytest.raises(TableError, match="named 'sample', as sampling is"):
        SamplingProblem(law, {"sample": t}, is_sequential=True, optimum="max")
    for name in ("each", "cost"):
        with pytest.raises(TableError, match=f"{name} holds 'θ', which is not known beforehand"):
            SamplingProblem(law, {"x": t}, optimum="max", **{name: t})
    for nothing in (Dirichlet(("θ",), (0, 1)), Gamma("θ", 1, 0)):
        with pytest.raises(ProbabilityError, match="a number of the law, '0', is not positive"):
            SamplingProblem(nothing, {"x": t}, optimum="max")
    with pytest.raises(DomainError, match="give one each"):
        Dirichlet(("θ",), (1, 1), ("up", "up"))
    with pytest.raises(BudgetError, match="use fewer"):
        Dirichlet(tuple("wxyz"), (1, 1, 1, 1)).outcomes(60)
    counted = SamplingProblem(Gamma("θ", 1, 1), {"wait": t, "act": 1}, (1,), optimum="min")
    assert optimum_at(counted).value < 1


def test_a_rate_of_letters_is_read_at_once() -> None:
    """The predictive law of counts is negative binomial, and what is left over makes the sums whole, exactly."""
    b, t = symbols("b t")
    law = Gamma("t", 3, b)
    found = law.outcomes(2)
    assert equal(sum(p for _, p, _ in found), 1)
    assert equal(found[2][1], 6 * (b / (b + 2)) ** 3 * (2 / (b + 2)) ** 2)
    for payoff in (t, t**2 + b * t + 1):
        assert equal(sum(p * after.mean(payoff) for _, p, after in found), law.mean(payoff))


def test_a_shape_too_large_is_refused() -> None:
    with pytest.raises(BudgetError, match="use a smaller one"):
        Gamma("t", 10**9, 1).outcomes(1)
